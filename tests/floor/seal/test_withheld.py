"""Events of earlier versions, whose digests had no salt: what is handed out of them cannot be guessed from either."""

from __future__ import annotations

import io
import json
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.floor.acts.answers import content_of
from croupier.floor.acts.journal import SnapshotsTaken
from croupier.floor.acts.journal import read as read_entry
from croupier.floor.reading.audit import Tampered, Verified, verify
from croupier.floor.reading.handing_out import export, part, prove
from croupier.floor.seal import verify_record
from croupier.floor.seal.note import Signer
from croupier.floor.seal.sealer import Sealer
from croupier.floor.store import NewEvent, Store, contents
from tests.floor.seal.test_verify_record import exported, refused, verdict
from tests.floor.store.commits import bet, commit, note, on
from tests.floor.store.test_trouble import alter

HAND = ("As", "Kd", "9c", "5h", "2c")
THROWN = ("9c", "2c")
TABLE, JOURNAL = "table:a", "journal"
KEPT = {"type": "SnapshotsTaken", "under": [], "hashes": {TABLE: "ab" * 32, "wallet:ann": "cd" * 32}}


def asked(cards: tuple[str, ...]) -> bytes:
    return content_of(TABLE, "DiscardCards", {"cards": cards})


@pytest.fixture
def old(store: Store, signer: Signer, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A wager, a discard and what came of it, and a kept state, as an earlier version wrote them; a wager since."""
    thrown = {"type": "CardsDiscarded", "player": "ann", "number": 2, "cards": THROWN}
    sealed = NewEvent("play/CardsDiscarded", 1, msgspec.json.encode(thrown), (), ("cards",))
    with monkeypatch.context() as earlier:
        earlier.setattr(contents, "remembered", lambda content: content)
        for nth, (content, *appends) in enumerate(
            [
                (asked(()), on(TABLE, 0, bet())),
                (asked(THROWN), on(TABLE, 1, sealed, note("bob's turn")), on("wallet:ann", 0, note())),
                (b"", on(JOURNAL, 0, NewEvent("journal/SnapshotsTaken", 1, msgspec.json.encode(KEPT)))),
            ]
        ):
            store.submit(commit(*appends, command_id=f"old-{nth}", content=content)).result(60)
    new = commit(on(TABLE, 3, bet()), command_id="new-1", content=asked(()))
    store.submit(new).result(60)
    Sealer(store, signer).seal_once()
    return store


def test_what_could_be_guessed_from_stays_in_the_house(old: Store) -> None:
    stored = old.read()
    assert [contents.is_bare(each.command) for each in stored] == [True] * 4 + [False] * 2
    lines = [json.loads(line) for line in exported(old).splitlines()[:-1]]
    assert [line.get("withheld", False) for line in lines] == [False, True, True, True, True, False]
    assert lines[1]["payload"] == {"type": "CardsDiscarded", "player": "ann", "number": 2}
    assert lines[4]["payload"]["hashes"] == {TABLE: "", "wallet:ann": ""}
    assert {(line["command"], line["command_id"]) for line in lines[1:5]} == {("", "")}
    assert [prove(old, position).event.withheld for position in range(1, 7)] == [
        line.get("withheld", False) for line in lines
    ]
    assert [json.loads(line).get("withheld") for line in part(old, TABLE, 0, 3)] == [None, True, True, None]
    table = io.StringIO()
    export(old, table, "csv")
    for text in (exported(old), table.getvalue()):
        assert asked(THROWN).hex() not in text and "old-1" not in text and "ab" * 32 not in text


def test_not_even_the_leaves_tell_which_cards_they_were(old: Store) -> None:
    """Whoever guesses the cards would have to know the command's id as well, or what the cards were sealed with."""
    lines = [verify_record.parsed(line) for line in exported(old).splitlines()[:-1]]
    for line in (each for each in lines if "withheld" in each):
        for cards in combinations(HAND, 2):
            for given in {each["command_id"] for each in lines}:
                guess = {**line, "command": asked(cards).hex(), "command_id": given}
                assert verify_record.leaf(guess).hex() != line["digest"]


def test_the_house_itself_checks_all_of_it(old: Store) -> None:
    assert isinstance(verify(old), Verified)
    entry = read_entry(old.read(JOURNAL)[0])
    assert isinstance(entry, SnapshotsTaken) and entry.hashes == {TABLE: "", "wallet:ann": ""}


def test_whoever_checks_an_export_says_whether_the_house_s_word_will_do(
    old: Store, signer: Signer, tmp_path: Path
) -> None:
    proof = msgspec.json.encode(prove(old, 2)).decode()
    for text, withheld in ((exported(old), 4), (exported(old, TABLE), 2), (proof, 1)):
        refused(verdict(tmp_path, text, signer.key), f"something is withheld of {withheld} of the events, from 2 on")
        answer = verdict(tmp_path, text, signer.key, "--withheld")
        assert answer.returncode == 0, answer.stderr
        assert f"NOT CHECKED: what is said by {withheld} of the events, from 2 on." in answer.stdout


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "change",
    [{"digest": "00" * 32}, {"previous": "00" * 32}, {"version": 3}, {"withheld": False}, {"command_id": "x"}],
)
def test_the_place_of_what_is_withheld_is_checked_all_the_same(
    old: Store, signer: Signer, tmp_path: Path, change: dict[str, Any]
) -> None:
    lines = exported(old).splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), **change}, separators=(",", ":"))
    refused(verdict(tmp_path, "\n".join(lines), signer.key, "--withheld"))


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_an_id_of_an_earlier_version_still_stands_for_what_it_did(old: Store) -> None:
    again = commit(on(TABLE, 1, note()), command_id="old-1", content=asked(THROWN))
    assert old.submit(again).result(60).repeated  # type: ignore[union-attr]
    with pytest.raises(Exception, match="used for something else"):
        old.submit(commit(on(TABLE, 1, note()), command_id="old-1", content=asked(HAND[:2]))).result(60)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_what_is_remembered_of_a_command_is_held_against_its_events(old: Store, url: str) -> None:
    known, last = old.known("new-1"), old.read()[-1]
    assert known is not None and contents.told(known.content) == last.command != known.content
    alter(url, "UPDATE commands SET content = zeroblob(64) WHERE command_id = 'new-1'")
    found = verify(old)
    assert isinstance(found, Tampered) and found.position == last.position
