"""Tampering is found with its position, and the record can be handed out."""

from __future__ import annotations

import csv
import io
import json

import msgspec
import pytest

from croupier.floor.reading.audit import Tampered, Verified, verify
from croupier.floor.reading.handing_out import Exported, export
from croupier.floor.seal.checkpoint import Checkpoint
from croupier.floor.seal.tree import EMPTY, root
from croupier.floor.store import NewEvent, Posting, Store
from tests.floor.store.commits import bet, note, on, write
from tests.floor.store.test_trouble import alter


@pytest.fixture
def full(store: Store) -> Store:
    """Ten events on two streams; the odd positions move money."""
    for version in range(5):
        write(store, on("a", version, bet(100 + version)), on("b", version, note(f"n{version}")))
    return store


def test_an_untouched_record_verifies(full: Store) -> None:
    steps: list[tuple[int, int]] = []
    leaves = [event.digest for event in full.read()]
    assert verify(full, lambda done, of: steps.append((done, of))) == Verified(10, root(leaves))
    assert steps == [(10, 10)]


def test_an_empty_record_verifies(store: Store) -> None:
    assert verify(store) == Verified(0, EMPTY)


@pytest.mark.parametrize(
    ("position", "statement"),
    [
        (4, "UPDATE events SET payload = (SELECT payload FROM events WHERE position = 2) WHERE position = 4"),
        (3, "UPDATE events SET actor = 'bob' WHERE position = 3"),
        (5, "UPDATE events SET at = at + 1 WHERE position = 5"),
        (6, "UPDATE events SET kind = 'other' WHERE position = 6"),
        (6, "UPDATE events SET version = 99 WHERE position = 6"),
        (6, "UPDATE events SET stream = 'c', version = 1 WHERE position = 6"),
        (8, "DELETE FROM events WHERE position = 8"),
        (1, "DELETE FROM events WHERE position = 1"),
        (10, "DELETE FROM events WHERE position = 10"),
        (-3, "UPDATE events SET position = -3 WHERE position = 10"),
        (7, "UPDATE postings SET cents = cents + 1 WHERE position = 7"),
        (7, "UPDATE postings SET target = 'wallet:eve' WHERE position = 7"),
        (5, "DELETE FROM postings WHERE position = 5"),
        (2, "INSERT INTO postings VALUES (2, 0, 'house', 'wallet:eve', 100000)"),
        (11, "INSERT INTO postings VALUES (11, 0, 'house', 'wallet:eve', 100000)"),
        (0, "INSERT INTO postings VALUES (0, 0, 'house', 'wallet:eve', 100000)"),
        (9, "UPDATE balances SET cents = cents + 1 WHERE account = 'wallet:ann'"),
        (10, "INSERT INTO balances VALUES ('wallet:eve', 100000)"),
        (9, "DELETE FROM balances WHERE account = 'wallet:ann'"),
        (10, "UPDATE streams SET version = 4 WHERE stream = 'b'"),
        (10, "UPDATE head SET digest = (SELECT digest FROM events WHERE position = 9)"),
        (10, "UPDATE head SET position = 9"),
        (11, "UPDATE head SET position = 11"),
        (3, "DELETE FROM commands WHERE first = 3"),
        (5, "UPDATE commands SET actor = 'bob' WHERE first = 5"),
        (10, "INSERT INTO commands SELECT 'ghost', actor, content, 1, 2, NULL, NULL FROM commands WHERE first = 1"),
    ],
)
def test_tampering_is_found_with_its_position(full: Store, url: str, position: int, statement: str) -> None:
    alter(url, statement)
    found = verify(full)
    assert isinstance(found, Tampered), found
    assert found.position == position, found.reason


def noted(found: Verified | Tampered) -> Checkpoint:
    """What someone who asked wrote down."""
    assert isinstance(found, Verified), found
    return Checkpoint("", found.position, found.digest, "")


def test_a_record_written_anew_is_found_by_what_was_noted_earlier(full: Store, url: str) -> None:
    since = noted(verify(full))
    write(full, on("a", 5, bet()))
    assert isinstance(verify(full, since=since), Verified)
    tables = ("events", "postings", "balances", "streams", "commands")
    alter(url, *(f"DELETE FROM {table}" for table in tables), "UPDATE head SET position = 0")
    engine_digest = "zeroblob(32)" if url.startswith("sqlite") else "decode(repeat('00', 32), 'hex')"
    alter(url, f"UPDATE head SET digest = {engine_digest}")
    shorter = write(full, on("a", 0, note()))
    assert shorter.positions == (1, 1)
    assert isinstance(verify(full), Verified)
    assert verify(full, since=since) == Tampered(2, "the record ends before position 10, which the checkpoint covers")
    write(full, on("a", 1, *[note()] * 9))
    found = verify(full, since=since)
    assert isinstance(found, Tampered)
    assert found.position == 10


def test_since_a_checkpoint_only_the_events_after_it_are_read(full: Store, url: str) -> None:
    since = noted(verify(full))
    write(full, on("a", 5, bet()), on("c", 0, note()))
    write(full, on("b", 5, note()))
    steps: list[int] = []
    found = verify(full, lambda done, _: steps.append(done), since=since)
    assert found == msgspec.structs.replace(verify(full), since=10)
    assert steps == [13]
    alter(url, "UPDATE events SET actor = 'bob' WHERE position = 12")
    assert _at(verify(full, since=since)) == 12
    assert _at(verify(full, since=noted(Verified(0, EMPTY)))) == 12
    alter(url, "UPDATE events SET actor = 'bob' WHERE position = 3")
    assert _at(verify(full, since=since)) == 12
    assert _at(verify(full)) == 3
    alter(url, "UPDATE events SET digest = (SELECT digest FROM events WHERE position = 1) WHERE position = 4")
    assert _at(verify(full, since=since)) == 3, "what does not even fit its own leaf is named"


@pytest.mark.parametrize(
    ("position", "statement"),
    [
        (13, "UPDATE events SET version = 9 WHERE position = 13"),
        (12, "UPDATE events SET stream = 'a', version = 7 WHERE position = 12"),
        (13, "UPDATE streams SET version = 7 WHERE stream = 'b'"),
        (11, "DELETE FROM commands WHERE first = 11"),
        (13, "UPDATE commands SET first = first - 1 WHERE first = 13"),
        (11, "UPDATE postings SET cents = 1 WHERE position = 11"),
        (14, "INSERT INTO postings VALUES (14, 0, 'house', 'wallet:eve', 100000)"),
        (13, "DELETE FROM events WHERE position = 13"),
    ],
)
def test_tampering_after_a_checkpoint_is_found(full: Store, url: str, position: int, statement: str) -> None:
    since = noted(verify(full))
    write(full, on("a", 5, bet()), on("c", 0, note()))
    write(full, on("b", 5, note()))
    alter(url, statement)
    assert _at(verify(full, since=since)) == position


def _at(found: Verified | Tampered) -> int:
    assert isinstance(found, Tampered), found
    return found.position


def test_verifying_goes_on_to_what_others_wrote_meanwhile(full: Store) -> None:
    written: list[int] = []

    def busy(_done: int, _of: int) -> None:
        if not written:
            written.append(write(full, on("a", 5, bet())).positions[1])

    verified = verify(full, busy)
    assert isinstance(verified, Verified)
    assert verified.position == full.head()[0] == 11


def test_a_jsonl_export_holds_every_event_with_its_postings(full: Store) -> None:
    out = io.StringIO()
    assert export(full, out) == 10
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["position"] for line in lines] == list(range(1, 11))
    assert lines[2]["payload"] == {"cents": 101}
    assert lines[2]["postings"] == [{"source": "wallet:ann", "target": "table:1:rack", "cents": 101}]
    assert lines[9]["digest"] == full.head()[1].hex()


def test_a_csv_export_can_be_opened_in_a_spreadsheet_without_running_formulas(store: Store) -> None:
    event = NewEvent("k", 1, b'{"text":"a, \\"b\\""}', (Posting("a", "b", 5),))
    write(store, on("t", 0, event), actor="=HYPERLINK(1)")
    out = io.StringIO()
    assert export(store, out, "csv") == 1
    (row,) = csv.DictReader(io.StringIO(out.getvalue()))
    assert (row["position"], row["stream"], row["kind"]) == ("1", "t", "k")
    assert row["actor"] == "'=HYPERLINK(1)"
    assert json.loads(row["payload"]) == {"text": 'a, "b"'}
    assert json.loads(row["postings"]) == [{"source": "a", "target": "b", "cents": 5}]


def test_an_export_leaves_out_what_is_redacted(full: Store) -> None:
    def redact(exported: Exported) -> Exported | None:
        if exported.stream == "b":
            return None
        return msgspec.structs.replace(exported, actor="-", postings=())

    out = io.StringIO()
    assert export(full, out, redact=redact) == 5
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert {line["stream"] for line in lines} == {"a"}
    assert {line["actor"] for line in lines} == {"-"}
    assert "wallet:ann" not in out.getvalue()


def test_an_unknown_format_is_refused(full: Store) -> None:
    out = io.StringIO()
    with pytest.raises(ValueError, match="xml"):
        export(full, out, "xml")  # type: ignore[arg-type]
    assert out.getvalue() == ""
