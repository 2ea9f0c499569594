"""Sealing what was written: on both databases, by one of several servers, and shipped where the operator wishes."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.floor.seal import shipping, tree
from croupier.floor.seal.anchor import anchor_place
from croupier.floor.seal.checkpoint import Checkpoint
from croupier.floor.seal.keys import KeyRefused
from croupier.floor.seal.note import Signer
from croupier.floor.seal.office import Seal, open_seal
from croupier.floor.seal.sealer import SealBroken, Sealer, Sealing
from croupier.floor.store import Store
from croupier.floor.store.engines import locate
from croupier.floor.store.tree import Missing, Tree
from tests.floor.store.commits import bet, note, on, write
from tests.floor.store.conftest import Open
from tests.floor.store.test_trouble import alter


def fill(store: Store, count: int, stream: str = "a") -> None:
    """So many more events on a stream."""
    version = store.streams(stream).get(stream, 0)
    write(store, on(stream, version, *(note(str(n)) for n in range(count))))


def leaves(store: Store) -> list[bytes]:
    return [event.digest for event in store.read(limit=100_000)]


def soon(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_each_sealing_covers_all_that_was_written(store: Store, signer: Signer) -> None:
    sealer = Sealer(store, signer, now=lambda: 1234)
    assert sealer.seal_once() is None
    assert sealer.newest() is None
    for more in (1, 299, 5, 0, 700):
        if more:
            fill(store, more)
        made = sealer.seal_once()
        all_leaves = leaves(store)
        if not more:
            assert made is None
            continue
        assert made is not None
        assert Checkpoint.read(made.note, signer.key) == made == sealer.newest()
        assert (made.origin, made.size, made.root) == ("example.com/floor", len(all_leaves), tree.root(all_leaves))
    kept = sealer.tree.kept()
    assert [each.size for each in kept] == [1, 300, 305, 1005]
    assert kept[-1].at == 1234


def test_another_sealer_goes_on_where_the_last_one_stopped(
    store: Store, signer: Signer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.floor.seal.sealer.CHUNK", 128)
    fill(store, 1000)
    Sealer(store, signer).seal_once()
    fill(store, 256 + 7)
    read: list[int] = []
    sealer = Sealer(store, signer)
    plain = sealer.tree.leaves
    monkeypatch.setattr(sealer.tree, "leaves", lambda after, limit: read.append(after) or plain(after, limit))
    made = sealer.seal_once()
    assert made is not None and made.root == tree.root(leaves(store))
    assert min(read) >= 1000 - 1000 % 256, "only the hashes of complete subtrees are read of what was sealed"
    found = Tree.of(store)
    for old in (1, 255, 256, 300, 1000, 1263):
        proof = tree.consistency(old, made.size, found.hashes)
        assert tree.consistent(old, tree.root(leaves(store)[:old]), made.size, made.root, proof)


def test_subtrees_that_nobody_stored_are_worked_out(store: Store) -> None:
    fill(store, 600)
    found = Tree.of(store)
    assert found.hashes(1, 0, 2) == [tree.root(leaves(store)[:256]), tree.root(leaves(store)[256:512])]
    with pytest.raises(Missing) as missing:
        found.hashes(1, 2, 1)
    assert missing.value.position == 601


def test_what_did_not_grow_from_what_was_sealed_is_not_signed(store: Store, url: str, signer: Signer) -> None:
    fill(store, 10)
    Sealer(store, signer).seal_once()
    with pytest.raises(SealBroken, match="not one of this key"):
        Sealer(store, Signer("example.com/floor", Ed25519PrivateKey.generate())).seal_once()
    alter(url, "UPDATE events SET digest = (SELECT digest FROM events WHERE position = 1) WHERE position = 2")
    with pytest.raises(SealBroken, match="not those that were sealed"):
        Sealer(store, signer).seal_once()
    alter(url, "DELETE FROM events WHERE position > 8")
    with pytest.raises(SealBroken, match="rolled back: 10 events were sealed, 8 are here"):
        Sealer(store, signer).seal_once()


def test_a_gap_is_not_sealed(store: Store, url: str, signer: Signer) -> None:
    fill(store, 10)
    alter(url, "DELETE FROM events WHERE position = 4")
    with pytest.raises(Missing) as missing:
        Sealer(store, signer).seal_once()
    assert missing.value.position == 4
    assert Tree.of(store).newest() is None


def test_sealing_goes_on_beside_play_and_once_more_at_the_close(store: Store, signer: Signer) -> None:
    sealing = Sealing(store, Sealer(store, signer), every=0.02)
    fill(store, 3)
    soon(lambda: (newest := sealing.sealer.newest()) and newest.size == 3)
    fill(store, 2)
    sealing.close()
    newest = sealing.sealer.newest()
    assert newest is not None and newest.size == 5


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_of_several_servers_one_seals_and_another_takes_over(opened: Open, signer: Signer) -> None:
    one, two = opened(), opened()
    shipped: list[str] = []
    first = Sealing(one, Sealer(one, signer, [lambda _: shipped.append("first")]), every=0.02)
    fill(one, 3)
    soon(lambda: shipped)
    second = Sealing(two, Sealer(two, signer, [lambda _: shipped.append("second")]), every=0.02)
    fill(two, 3)
    soon(lambda: (newest := first.sealer.newest()) and newest.size == 6)
    assert set(shipped) == {"first"}
    first.close()
    fill(two, 3)
    soon(lambda: (newest := first.sealer.newest()) and newest.size == 9)
    assert shipped[-1] == "second"
    second.close()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_sealer_whose_connection_is_cut_wins_again_or_leaves_it_to_another(
    store: Store, url: str, signer: Signer
) -> None:
    sealing = Sealing(store, Sealer(store, signer), every=0.02)
    fill(store, 3)
    soon(sealing.sealer.newest)
    alter(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND datname = current_database()",
    )
    fill(store, 3)
    soon(lambda: (newest := sealing.sealer.newest()) and newest.size == 6)
    sealing.close()


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_the_checkpoint_beside_the_store_is_its_anchor(opened: Open, url: str, tmp_path: Path) -> None:
    store = opened()
    anchor = anchor_place(locate(url))
    assert anchor == tmp_path / "floor.checkpoint"
    fill(store, 5)
    open_seal(store, Seal(every=60)).close()
    held = anchor.read_text()
    assert Checkpoint.read(held).size == 5
    fill(store, 5)
    open_seal(store, Seal(every=60)).close()
    assert [each.name for each in sorted(tmp_path.glob("*.checkpoint"))] == ["floor.checkpoint"]
    alter(url, *(f"DELETE FROM {table}" for table in ("checkpoints", "subtrees")))
    alter(url, "DELETE FROM events WHERE position > 9")
    with pytest.raises(SealBroken, match="rolled back: it has 9 events"):
        open_seal(store)
    anchor.write_text(held)
    open_seal(store, Seal(every=60)).close()
    alter(url, "UPDATE events SET digest = (SELECT digest FROM events WHERE position = 1) WHERE position = 2")
    with pytest.raises(SealBroken, match="rewritten"):
        open_seal(store)
    for forged in (held.replace("\n5\n", "\n4\n"), "hello", ""):
        anchor.write_text(forged)
        with pytest.raises(SealBroken, match="not the house's"):
            open_seal(store)
    anchor.unlink()
    anchor.mkdir()
    with pytest.raises(SealBroken, match="cannot be read"):
        open_seal(store)
    (tmp_path / "floor.key").chmod(0o644)
    with pytest.raises(KeyRefused):
        open_seal(store)


def test_checkpoints_go_where_the_operator_wishes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, all_of_them = tmp_path / "newest", tmp_path / "all"
    for each in ("one\n", "two\n"):
        for place in ("-", f"file:{kept}", f"append:{all_of_them}"):
            shipping.shipped_to(place)(each)
    assert kept.read_text() == "two\n"
    assert all_of_them.read_text() == capsys.readouterr().out == "one\n\ntwo\n\n"
    assert sorted(tmp_path.iterdir()) == [all_of_them, kept]
    for nowhere in ("", "file:", "ftp://example.com/", "append:", str(kept)):
        with pytest.raises(shipping.ShippingRefused):
            shipping.shipped_to(nowhere)


def test_a_place_that_fails_does_not_hold_up_sealing(store: Store, signer: Signer, tmp_path: Path) -> None:
    out = io.StringIO()
    broken = shipping.appended(tmp_path / "no" / "such" / "place")
    fill(store, 1)
    assert Sealer(store, signer, [broken, shipping.printed(out)]).seal_once() is not None
    assert out.getvalue()


@contextmanager
def witness(answers: list[int]) -> Iterator[tuple[str, list[str]]]:
    """A server that takes checkpoints, after these answers."""
    taken: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            status = answers.pop(0) if answers else 200
            if status == 200:
                assert self.headers["content-type"] == "text/plain; charset=utf-8"
                taken.append(body)
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/checkpoint", taken
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_push_is_tried_again_until_it_is_taken() -> None:
    with witness([503, 500]) as (url, taken):
        push = shipping.Pushed(url, retry=[0.01])
        push("one\n")
        soon(lambda: taken)
        push("two\n")
        push.close()
    assert taken == ["one\n", "two\n"]


def test_a_witness_that_is_away_costs_a_bounded_queue_and_no_time() -> None:
    push = shipping.Pushed("http://127.0.0.1:9/", retry=[60], queue=4)
    started = time.monotonic()
    for n in range(1000):
        push(str(n))
    assert len(push._waiting) == 4
    push.close()
    assert time.monotonic() - started < 30


def test_money_moves_in_what_is_sealed(store: Store, signer: Signer) -> None:
    write(store, on("t", 0, bet()))
    made = Sealer(store, signer).seal_once()
    assert made is not None and made.root == leaves(store)[0]
