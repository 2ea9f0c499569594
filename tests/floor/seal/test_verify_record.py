"""The stand-alone verifier, run as anyone would run it: on whole exports, on one table's, on proofs, on forgeries."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from struct import pack
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tlog_scales.signing import PlainEd25519Signer
from tlog_scales.tlog import InclusionProof
from tlog_scales.writer import TilesWriter

from croupier.floor.reading.audit import Tampered, Verified, verify
from croupier.floor.reading.handing_out import NoProof, export, prove
from croupier.floor.seal import verify_record
from croupier.floor.seal.checkpoint import Checkpoint
from croupier.floor.seal.note import Signer
from croupier.floor.seal.sealer import Sealer
from croupier.floor.store import NewEvent, Store
from tests.floor.store.commits import bet, note, on, write
from tests.floor.store.test_trouble import alter

SCRIPT = Path(verify_record.__file__)
Lines = list[dict[str, Any]]
sqlite_only = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def disclosure(name: str, value: object, salt: str = "2GLC42sKQveCfGfryNRN9w") -> str:
    return urlsafe_b64encode(json.dumps([salt, name, value]).encode()).rstrip(b"=").decode()


HAND = disclosure("cards", ["Ah", "Kd", "2c"])
SEEN = NewEvent(
    "seen",
    1,
    json.dumps({"player": "ann", "_sd": [urlsafe_b64encode(sha256(HAND.encode()).digest()).rstrip(b"=").decode()]})
    .replace(" ", "")
    .encode(),
)


@pytest.fixture
def sealed(store: Store, signer: Signer) -> Store:
    """Thirteen events on two tables and a wallet, sealed; the ninth hides a hand."""
    for version in range(4):
        other = bet(5, "bob") if version == 2 else note("n\u00f6\\n")
        write(store, on("table:a", version, bet(100 + version)), on("table:b", version, other), actor='","payload":"')
    write(store, on("table:a", 4, SEEN), on("wallet:ann", 0, note(r"\u0041 \"payload\":1")))
    write(store, on("table:b", 4, note(), bet(7)), on("wallet:ann", 1, note()))
    Sealer(store, signer).seal_once()
    return store


def exported(store: Store, stream: str | None = None) -> str:
    out = io.StringIO()
    export(store, out, stream=stream)
    return out.getvalue()


def run(path: Path, key: object, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(SCRIPT), str(path), "--key", str(key), *more]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def verdict(tmp_path: Path, text: str, key: object, *more: str) -> subprocess.CompletedProcess[str]:
    path = tmp_path / "export.jsonl"
    path.write_text(text, "utf-8")
    return run(path, key, *more)


def refused(answer: subprocess.CompletedProcess[str], why: str = "BROKEN") -> None:
    assert answer.returncode == 1, answer.stdout
    assert "BROKEN" in answer.stderr and why in answer.stderr, answer.stderr
    assert "Traceback" not in answer.stderr
    assert answer.stdout == ""


def test_the_script_needs_nothing_of_ours_and_is_short() -> None:
    text = SCRIPT.read_text()
    assert "croupier." not in text.partition('"""\n\n')[2]
    code = [line for line in text.splitlines() if line.strip() and not line.strip().startswith(('"""', "#"))]
    assert len(code) < 235


def test_a_whole_export_verifies(sealed: Store, signer: Signer, tmp_path: Path) -> None:
    answer = verdict(tmp_path, exported(sealed), signer.key)
    assert answer.returncode == 0, answer.stderr
    assert "first 13 events of the record, all of them" in answer.stdout
    assert "NOT SIGNED" not in answer.stdout


@sqlite_only
def test_what_was_written_since_the_checkpoint_is_said_not_to_be_signed(
    sealed: Store, signer: Signer, tmp_path: Path
) -> None:
    write(sealed, on("table:a", 5, bet()))
    for stream, behind in ((None, 13), ("table:a", 9)):
        answer = verdict(tmp_path, exported(sealed, stream), signer.key)
        assert answer.returncode == 0, answer.stderr
        assert f"NOT SIGNED YET: the events behind position {behind}." in answer.stdout


def test_an_export_of_one_table_verifies_by_its_own_chain(sealed: Store, signer: Signer, tmp_path: Path) -> None:
    text = exported(sealed, "table:b")
    assert [json.loads(line)["position"] for line in text.splitlines()[:-1]] == [2, 4, 6, 8, 11, 12]
    answer = verdict(tmp_path, text, signer.key)
    assert answer.returncode == 0, answer.stderr
    assert "Event 12 is in the record of 13 events" in answer.stdout
    assert "The 5 events before it here are all that came before it in table:b" in answer.stdout


@sqlite_only
def test_the_proof_of_one_event_verifies_and_is_small(sealed: Store, signer: Signer, tmp_path: Path) -> None:
    for position in range(1, 14):
        text = msgspec.json.encode(prove(sealed, position)).decode()
        answer = verdict(tmp_path, text, signer.key)
        assert answer.returncode == 0, answer.stderr
        assert f"Event {position} is in the record of 13 events" in answer.stdout
    refused(verdict(tmp_path, text.replace("hello", "jello"), signer.key), "not what was sealed")
    refused(verdict(tmp_path, text + "\n" + text, signer.key), "behind the checkpoint")
    for nothing in (0, 14, -1):
        with pytest.raises(NoProof, match="no event"):
            prove(sealed, nothing)
    write(sealed, on("table:a", 5, bet()))
    with pytest.raises(NoProof, match="not sealed yet"):
        prove(sealed, 14)


def change(at: int, field: str, value: Any) -> Callable[[Lines], object]:
    return lambda lines: lines[at].__setitem__(field, value)


def checkpoint(forged: Callable[[str], object]) -> Callable[[Lines], object]:
    return lambda lines: lines[-1].update(checkpoint=forged(lines[-1]["checkpoint"]))


CHANGES: dict[str, Callable[[Lines], object]] = {
    "payload": change(3, "payload", {"text": "other"}),
    "actor": change(3, "actor", "eve"),
    "kind": change(3, "kind", "other"),
    "schema": change(3, "schema", 2),
    "time": change(3, "at", 1_700_000_000_001),
    "command id": change(3, "command_id", "other"),
    "command": change(3, "command", "00" * 32),
    "previous": change(3, "previous", "00" * 32),
    "digest": change(3, "digest", "00" * 32),
    "stream": change(3, "stream", "table:c"),
    "version": change(3, "version", 3),
    "version as truth": change(0, "version", True),
    "position": change(3, "position", 44),
    "postings taken": change(2, "postings", []),
    "postings given": change(3, "postings", [{"source": "house", "target": "wallet:eve", "cents": 1}]),
    "cents": lambda lines: lines[2]["postings"][0].__setitem__("cents", 1),
    "a posting's words": lambda lines: lines[2]["postings"][0].__setitem__("why", "because"),
    "words beside": change(3, "remark", "settled by hand"),
    "field taken": lambda lines: lines[3].pop("actor"),
    "event taken": lambda lines: lines.pop(3),
    "last taken": lambda lines: lines.pop(-2),
    "events swapped": lambda lines: lines.insert(2, lines.pop(3)),
    "event twice": lambda lines: lines.insert(3, lines[3]),
    "wrapped": lambda lines: lines.__setitem__(3, {"event": lines[3]}),
    "checkpoint taken": lambda lines: lines.pop(),
    "checkpoint of less": checkpoint(lambda note: note.replace("\n13\n", "\n12\n")),
    "signature taken": checkpoint(lambda note: note.partition("\u2014")[0]),
    "signature changed": checkpoint(lambda note: note[:-6] + "AAA=\n"),
    "no note": checkpoint(lambda _: 7),
    "events after": lambda lines: lines.append(lines[0]),
    "nonsense": lambda lines: lines.insert(0, []),
}


@sqlite_only
@pytest.mark.parametrize("stream", [None, "table:b"])
def test_every_kind_of_change_is_found(
    sealed: Store, signer: Signer, tmp_path: Path, stream: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = exported(sealed, stream)
    assert verdict(tmp_path, text, signer.key).returncode == 0
    path = tmp_path / "altered.jsonl"
    monkeypatch.setattr(sys, "argv", ["verify_record.py", str(path), "--key", str(signer.key)])
    for name, alteration in CHANGES.items():
        lines: Lines = [json.loads(line) for line in text.splitlines()]
        alteration(lines)
        altered = "\n".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in lines) + "\n"
        path.write_text(altered, "utf-8")
        with pytest.raises(SystemExit, match="BROKEN"):
            verify_record.main()
            pytest.fail(name)


@sqlite_only
def test_a_line_that_can_be_read_in_two_ways_is_refused(sealed: Store, signer: Signer, tmp_path: Path) -> None:
    text = exported(sealed)
    twice = text.replace('"payload":{"cents":100}', '"payload":{"cents":100},"payload":{"cents":1}', 1)
    assert twice != text
    refused(verdict(tmp_path, twice, signer.key), "says something twice")
    refused(verdict(tmp_path, "{" * 100_000, signer.key))
    refused(verdict(tmp_path, "", signer.key), "no checkpoint")
    refused(run(tmp_path / "nowhere", signer.key))


@sqlite_only
def test_another_key_s_signature_is_refused(sealed: Store, signer: Signer, tmp_path: Path) -> None:
    other = Signer("example.com/floor", Ed25519PrivateKey.generate())
    refused(verdict(tmp_path, exported(sealed), other.key), "not signed by this key")
    refused(verdict(tmp_path, exported(sealed), "nonsense"))
    refused(verdict(tmp_path, exported(sealed), str(signer.key).replace(signer.key.id.hex(), "00000000")))


@sqlite_only
def test_growth_since_a_checkpoint_that_one_kept(sealed: Store, signer: Signer, tmp_path: Path, url: str) -> None:
    old, sealer = tmp_path / "old.checkpoint", Sealer(sealed, signer)
    newest = sealer.newest()
    assert newest is not None
    old.write_text(newest.note)
    write(sealed, on("table:a", 5, bet(), bet()))
    sealer.seal_once()
    answer = verdict(tmp_path, exported(sealed), signer.key, "--since", str(old))
    assert answer.returncode == 0, answer.stderr
    assert "only grew since it had 13 events" in answer.stdout
    refused(verdict(tmp_path, exported(sealed, "table:a"), signer.key, "--since", str(old)), "whole record only")
    later = tmp_path / "later.checkpoint"
    later.write_text(Checkpoint.sign(signer, 99, bytes(32)).note)
    refused(verdict(tmp_path, exported(sealed), signer.key, "--since", str(later)), "rolled back: it had 99")
    later.write_text(Checkpoint.sign(signer, 12, bytes(32)).note)
    refused(verdict(tmp_path, exported(sealed), signer.key, "--since", str(later)), "rewritten")


@sqlite_only
def test_a_hand_is_disclosed_and_a_forged_one_refused(sealed: Store, signer: Signer, tmp_path: Path) -> None:
    shown = tmp_path / "shown.json"

    def show(position: int, *disclosures: str) -> subprocess.CompletedProcess[str]:
        shown.write_text(json.dumps([{"position": position, "disclosures": disclosures}]))
        return verdict(tmp_path, exported(sealed), signer.key, "--disclosures", str(shown))

    answer = show(9, HAND)
    assert answer.returncode == 0, answer.stderr
    assert 'At position 9, cards was sealed as ["Ah", "Kd", "2c"].' in answer.stdout
    assert "Ah" not in exported(sealed)
    refused(show(9, disclosure("cards", ["Ah", "Kd", "3c"])), "was not sealed at its position")
    refused(show(9, disclosure("cards", ["Ah", "Kd", "2c"], salt="another")), "was not sealed at its position")
    refused(show(8, HAND), "was not sealed at its position")
    refused(show(99, HAND), "no signature here covers it")


def entry(event: dict[str, Any], payload: bytes) -> bytes:
    """The entry of an exported event, written out once more."""
    fields = [event[name] for name in ("stream", "version", "kind", "schema", "actor", "at")]
    fields += [payload, event["command_id"], bytes.fromhex(event["command"]), bytes.fromhex(event["previous"])]
    for move in event["postings"]:
        fields += [move["source"], move["target"], move["cents"]]
    data = [field if isinstance(field, bytes) else str(field).encode() for field in fields]
    return pack(f">{len(data) + 1}Q", len(data), *map(len, data)) + b"".join(data)


def test_an_independent_library_makes_the_same_log_of_an_export(sealed: Store, signer: Signer, tmp_path: Path) -> None:
    write(sealed, on("table:a", 5, *(bet() for _ in range(300))))
    made = Sealer(sealed, signer).seal_once()
    assert made is not None and made.size == 313
    payloads = [event.payload for event in sealed.read(limit=1000)]
    writer = TilesWriter.create(tmp_path / "log", "example.com/floor")
    for line, payload in zip(exported(sealed).splitlines(), payloads, strict=False):
        writer.add_leaf(entry(json.loads(line), payload))
    writer.commit([PlainEd25519Signer("example.com/floor", bytes(range(32)))])
    assert (tmp_path / "log" / "checkpoint").read_text() == made.note
    proof = prove(sealed, 200)
    path = [b64decode(each) for each in proof.inclusion.hashes]
    InclusionProof(199, 313, path).check(bytes.fromhex(proof.event.digest), made.root)
    assert writer.reader.get_inclusion_proof(199, 313).node_hashes == path


def test_the_house_checks_its_record_against_the_signed_checkpoint(sealed: Store, signer: Signer, url: str) -> None:
    write(sealed, on("table:a", 5, bet()))
    found = verify(sealed, key=signer.key)
    assert isinstance(found, Verified)
    assert (found.position, found.sealed) == (14, 13)
    other = Signer("example.com/floor", Ed25519PrivateKey.generate())
    assert verify(sealed, key=other.key) == Tampered(
        13, "the newest checkpoint does not hold: the note is not signed by a key that we know"
    )
    forged = Checkpoint.sign(signer, 12, found.digest).note
    alter(url, f"UPDATE checkpoints SET note = '{forged}'")
    assert verify(sealed, key=signer.key) == Tampered(13, "the checkpoint kept for 13 events is over 12")


def test_a_record_written_anew_is_named_from_the_first_checkpoint_that_it_breaks(
    store: Store, signer: Signer, url: str
) -> None:
    sealer = Sealer(store, signer)
    held = []
    for version in range(4):
        write(store, on("a", version, bet()))
        write(store, on("b", version, note()))
        held.append(sealer.seal_once())
    first, last = held[0], held[-1]
    assert first is not None and last is not None
    tables = ("events", "postings", "balances", "streams", "commands")
    alter(url, *(f"DELETE FROM {table} WHERE {_behind(table)}" for table in tables))
    alter(url, "UPDATE head SET position = 2, digest = (SELECT digest FROM events WHERE position = 2)")
    alter(url, "DELETE FROM streams", "INSERT INTO streams SELECT stream, version, digest FROM events")
    alter(url, "UPDATE balances SET cents = CASE WHEN cents < 0 THEN -500 ELSE 500 END")
    found = verify(store, key=signer.key)
    assert found == Tampered(3, "the record ends before position 8, which was sealed")
    assert verify(store, since=last) == found
    write(store, on("a", 1, *(bet(1) for _ in range(4))), on("b", 1, note(), note()))
    found = verify(store, key=signer.key)
    assert isinstance(found, Tampered) and found.position == 3, found
    assert "rewritten" in found.reason
    again = verify(store, since=last, key=signer.key)
    assert isinstance(again, Tampered) and again.position == 3
    alter(url, "DELETE FROM checkpoints")
    assert isinstance(verify(store, since=first, key=signer.key), Verified)
    bare = verify(store, since=last, key=signer.key)
    assert isinstance(bare, Tampered) and bare.position == 8


def _behind(table: str) -> str:
    return {"commands": "first > 2", "balances": "false", "streams": "false"}.get(table, "position > 2")
