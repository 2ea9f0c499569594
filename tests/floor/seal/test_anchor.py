"""A record that was cut back is whole in itself: the checkpoint in the file beside it shows what is missing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.cli import audit as audit_command
from croupier.cli import carry, meters, staff
from croupier.floor.reading import audit
from croupier.floor.seal.anchor import anchor_place
from croupier.floor.seal.note import Signer
from croupier.floor.seal.office import Seal, open_seal
from croupier.floor.seal.sealer import SealBroken, Sealer
from croupier.floor.store import Store, StoreError
from croupier.floor.store.engines import locate
from croupier.floor.store.tree import Tree
from tests.floor.seal.test_sealer import fill
from tests.floor.store.conftest import Open
from tests.floor.store.test_trouble import alter

READS: dict[str, Callable[[str], int]] = {
    "audit export": lambda url: audit_command.export(store=url),
    "audit proof": lambda url: audit_command.proof(1, store=url),
    "audit checkpoint": lambda url: audit_command.checkpoint(store=url),
    "meters": lambda url: meters.meters(store=url),
    "staff": lambda url: staff.staff(store=url),
    "backup": lambda url: carry.backup(Path("backup.db"), store=url),
}

COMMANDS = Path(carry.__file__).parent


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and anchors of stores that are no files lie in the folder one is in."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def sealed(opened: Open, url: str) -> Store:
    """A record of ten events, sealed after five and after ten."""
    store = opened()
    for _ in range(2):
        fill(store, 5)
        open_seal(store, Seal(every=60)).close()
    return store


def cut_back(url: str, to: int = 5) -> None:
    """Leave what a database holds that was put back to an earlier moment."""
    last = f"(SELECT digest FROM events WHERE position = {to})"
    alter(
        url,
        f"DELETE FROM events WHERE position > {to}",
        f"DELETE FROM commands WHERE first > {to}",
        f"DELETE FROM checkpoints WHERE size > {to}",
        f"UPDATE head SET position = {to}, digest = {last}",
        f"UPDATE streams SET version = {to}, digest = {last}",
    )


def test_verifying_looks_at_the_checkpoint_beside_the_store(
    sealed: Store, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit_command.verify(store=url) == 0
    assert "grown from the checkpoint in the file beside it, which covers the first 10" in capsys.readouterr().out
    cut_back(url)
    kept = Tree.of(sealed).newest()
    assert kept is not None
    for since in (None, kept.note):
        assert audit_command.verify(store=url, since=since, format="json") == 1
        answer = json.loads(capsys.readouterr().out)
        assert (answer["ok"], answer["position"]) == (False, 6)
        assert "rolled back: it has 5 events" in answer["reason"]
    with pytest.raises(SealBroken, match="rolled back: it has 5 events"):
        open_seal(sealed)
    anchor = anchor_place(locate(url))
    anchor.write_text("scribbled on")
    assert audit_command.verify(store=url) == 2, "nobody can say"
    assert "is not the house's" in capsys.readouterr().err
    anchor.unlink()
    assert audit_command.verify(store=url) == 0
    assert "No checkpoint lies in a file beside it" in capsys.readouterr().out


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_record_put_in_anothers_place_is_found(sealed: Store, url: str, tmp_path: Path, opened: Open) -> None:
    anchor = anchor_place(locate(url)).read_text()
    alter(url, *(f"DELETE FROM {table}" for table in ("events", "commands", "streams", "checkpoints", "subtrees")))
    alter(url, f"UPDATE head SET position = 0, digest = x'{bytes(32).hex()}'")
    again = opened()
    fill(again, 12, "b")
    assert anchor_place(locate(url)).read_text() == anchor
    found = audit.verify(again)
    assert isinstance(found, audit.Tampered)
    assert "the record was rewritten" in found.reason


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_every_command_that_reads_a_record_warns_of_one_that_was_cut_back(
    sealed: Store, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for read in READS.values():
        read(url)
        assert "Warning" not in capsys.readouterr().err
    doors = [path.name for path in COMMANDS.glob("*.py") if "open_archive" in path.read_text("utf-8")]
    assert doors == ["store.py"], "one door for all of them, where it is looked at"
    Path("backup.db").unlink()
    cut_back(url)
    for name, read in READS.items():
        assert read(url) == 0, name
        assert "Warning: the record was rolled back: it has 5 events" in capsys.readouterr().err, name


def test_a_record_that_is_cut_back_while_it_is_sealed_is_sealed_no_more(store: Store, url: str, signer: Signer) -> None:
    sealer = Sealer(store, signer)
    for _ in range(2):
        fill(store, 5)
        sealer.seal_once()
    cut_back(url)
    with pytest.raises(SealBroken, match="rolled back: 10 events were sealed, 5 are here"):
        sealer.seal_once()


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_an_anchor_that_cannot_be_read_is_no_damage_to_the_record(sealed: Store, url: str) -> None:
    anchor = anchor_place(locate(url))
    anchor.unlink()
    anchor.mkdir()
    with pytest.raises(StoreError, match="cannot be read"):
        audit.verify(sealed)
