"""Evidence of a round with a hidden hand: what is told, what is not, and that none of it can be altered unseen."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from datetime import datetime
from html import unescape
from pathlib import Path

import msgspec
import pytest

from croupier.cards import Card
from croupier.floor.reading.evidence import Evidence
from croupier.floor.reading.evidence_page import file_name, page
from croupier.floor.reading.inquiry import Inquiry, NoSuchRound
from croupier.floor.seal import verify_record
from croupier.floor.seal.office import Seal, open_seal
from croupier.games.double_chance.play import DiscardCards
from croupier.scripts import parse, run
from croupier.table.disputes import RaiseDispute, RuleOnDispute
from croupier.table.people import Leave
from tests.floor.service.chance import NOTHING, TABLE, bet, close_bets, go_on, new_table, pick_up
from tests.floor.service.floors import ANN, DAN, HOUSE, Deck, accepted, opened

THROWN = ("9d", "4c")


class Found(msgspec.Struct):
    """The evidence of the round and of its day, and the key that the house signed with."""

    round: Evidence
    day: Evidence
    key: str


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    """Ann throws two cards away, wins nothing with the rest, and complains about it."""

    async def play() -> Found:
        deck = Deck()
        async with opened(f"sqlite:///{tmp_path_factory.mktemp('evidence') / 'floor.db'}", deck) as floor:
            table = await new_table(floor, automatic=False)
            await bet(floor, ANN, 1, jackpot=True)
            await close_bets(floor)
            await pick_up(floor, ANN, deck, NOTHING)
            await accepted(floor, TABLE, DiscardCards(cards=tuple(map(Card, THROWN))), ANN)
            deck.next("2h")  # of no kept card's suit: it loses (DC 9.5, ruling 20)
            await go_on(floor)
            await accepted(floor, TABLE, RaiseDispute(about="<b>my</b> hand & prize"), ANN)
            await accepted(floor, TABLE, RuleOnDispute(dispute=1, ruling="You threw it away."), HOUSE)
            await accepted(floor, TABLE, Leave(), ANN)
            sealing = open_seal(floor.store, Seal(origin="example.com/floor", every=60))
            sealing.close()
            inquiry = Inquiry(floor.store, floor.tables)
            today = datetime.fromtimestamp(table.log[-1].at / 1000).date()
            with pytest.raises(NoSuchRound):
                inquiry.evidence(TABLE, 2)
            return Found(inquiry.evidence(TABLE, 1), inquiry.evidence_of_day(TABLE, today), str(sealing.sealer.key))

    return asyncio.run(play())


def test_the_page_tells_the_round_and_what_was_ruled_about_it(found: Found) -> None:
    told = unescape(re.sub(r"<[^>]+>", " ", page(found.round, found.key)))
    for said in (
        "Round 1 at Double Chance",
        "Table dc-1, played by the Double Chance rules (cited DC)",
        "Jackpot $1 paying 900 800 700 600 500 400 300",
        "Dan (dealer)",
        "Area 1 shows  K♠   J♣   8♦",
        "$10 from Ann's chips to the layout",
        "Together: Ann -$11.",
        "<b>my</b> hand & prize",
        "You threw it away.",
        "croupier script FILE",
    ):
        assert " ".join(said.split()) in " ".join(told.split()), said
    assert "<b>my</b>" not in page(found.round)
    assert file_name(found.round) == "dc-1-round-1.html"


def test_the_script_in_it_passes_and_names_no_card_that_only_ann_saw(found: Found) -> None:
    script = found.round.rounds[0].story.script()
    assert not script.partial
    assert run(parse(script.text)).holds
    assert "Ann picks up Ks Jc 8d\n" in script.text
    assert "expect wager of Ann -$10 at 1 under DC 9.5" in script.text


def test_no_part_of_it_tells_the_cards_that_were_thrown_away(found: Found) -> None:
    for evidence in (found.round, found.day):
        shown = evidence.rounds[0]
        told = [each.text for each in shown.steps] + [str(each.event) for each in shown.steps]
        told += [shown.story.script().text, repr(shown.story.passages), repr(shown.story.before.hands)]
        told += [str(msgspec.json.decode(line).get("payload")) for line in evidence.record]
        for card in THROWN:
            assert not [text for text in told if re.search(rf"\b{card}\b", text)]


def test_anyone_can_check_it_and_nobody_can_change_it(found: Found, tmp_path: Path) -> None:
    for evidence in (found.round, found.day):
        whole = page(evidence, found.key)
        checked = check(whole, found.key, tmp_path)
        assert checked.returncode == 0, checked.stderr
        said = checked.stdout.splitlines()
        assert re.match(r"Event \d+ is in the record of \d+ events that the house signed, at this place\.", said[0])
        assert len([line for line in said if line.startswith("Event ")]) == 3  # the round, and two words on the dispute
        record = whole.index('<pre class="record">')
        for was, now in (('"cents":1000', '"cents":100'), ("You threw it away", "You kept it"), ('"Ks"', '"Kd"')):
            at = whole.index(was, record)
            forged = whole[:at] + now + whole[at + len(was) :]
            assert "BROKEN" in check(forged, found.key, tmp_path).stderr
    lines = [*found.round.record]
    without = msgspec.structs.replace(found.round, record=(*lines[:3], *lines[4:]))
    assert "BROKEN" in check(page(without), found.key, tmp_path).stderr


def check(text: str, key: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What the verifier says, run as anyone would run it."""
    file = folder / "evidence.html"
    file.write_text(text, "utf-8")
    command = [sys.executable, verify_record.__file__, str(file), "--key", key]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_who_acted_and_who_was_there_is_named(found: Found) -> None:
    shown = found.day.rounds[0]
    there = {(each.name, each.rank) for each in shown.there}  # Ann came within the round, after the house had opened it
    assert there == {(DAN.name, "dealer"), (HOUSE.name, "casino-operator")}
    assert [each.actor_name for each in shown.disputes] == ["Ann", "The house"]
    assert found.day.day is not None
    assert file_name(found.day) == f"dc-1-{found.day.day}.html"
