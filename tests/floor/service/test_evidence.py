"""Evidence of a round with a hidden hand: what is told, what is not, and that none of it can be altered unseen."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from html import unescape
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.cards import Card
from croupier.floor.reading import evidence as gathering
from croupier.floor.reading.evidence import Evidence
from croupier.floor.reading.evidence_page import file_name, page
from croupier.floor.reading.inquiry import Inquiry, NoSuchRound
from croupier.floor.seal import verify_record
from croupier.floor.seal.note import Signer
from croupier.floor.seal.office import Seal, open_seal
from croupier.floor.seal.sealer import Sealer
from croupier.floor.seal.words import signed
from croupier.games.double_chance.play import DiscardCards
from croupier.scripts import parse, run
from croupier.table.disputes import RaiseDispute, RuleOnDispute
from croupier.table.people import Leave
from tests.floor.service.chance import NOTHING, TABLE, bet, close_bets, go_on, new_table, pick_up
from tests.floor.service.floors import ANN, DAN, HOUSE, Deck, accepted, opened

THROWN = ("9d", "4c")


class Found(msgspec.Struct):
    """The evidence of the round and of its day, and whoever signs for the house."""

    round: Evidence
    day: Evidence
    sealer: Sealer

    @property
    def key(self) -> str:
        """The key that the house signed with."""
        return str(self.sealer.key)

    def page(self, evidence: Evidence) -> str:
        """The page as the house hands it out."""
        return self.sealer.sign_page(page(evidence, self.key, to_sign=True))


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
            return Found(inquiry.evidence(TABLE, 1), inquiry.evidence_of_day(TABLE, today), sealing.sealer)

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


def test_words_on_a_dispute_are_not_crowded_out_by_those_on_later_rounds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def play() -> list[str]:
        deck = Deck()
        async with opened(f"sqlite:///{tmp_path / 'disputes.db'}", deck) as floor:
            await new_table(floor, automatic=False)
            for number in (1, 2):
                await bet(floor, ANN, 1)
                await close_bets(floor)
                await pick_up(floor, ANN, deck, NOTHING)
                await accepted(floor, TABLE, DiscardCards(cards=tuple(map(Card, THROWN))), ANN)
                deck.next("2h")
                await go_on(floor)
                for _ in range(number):
                    await accepted(floor, TABLE, RaiseDispute(about=f"round {number} was wrong"), ANN)
            monkeypatch.setattr(gathering, "MOST_DISPUTES", 2)
            shown = Inquiry(floor.store, floor.tables).evidence(TABLE, 1).rounds[0]
            return [each.text for each in shown.disputes]

    assert len(asyncio.run(play())) == 1


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
        whole = found.page(evidence)
        checked = check(whole, found.key, tmp_path)
        assert checked.returncode == 0, checked.stderr
        said = checked.stdout.splitlines()
        assert re.match(
            r"PROVEN: Event \d+ is in the record of \d+ events that the house signed, at this place", said[0]
        )
        assert len([line for line in said if line.startswith("PROVEN: Event ")]) == 3  # and two words on the dispute
        assert said[-1].startswith("SIGNED, NOT PROVEN: the words of this page")
        record = whole.index('<pre class="record">')
        for was, now in (('"cents":1000', '"cents":100'), ("You threw it away", "You kept it"), ('"Ks"', '"Kd"')):
            at = whole.index(was, record)
            forged = whole[:at] + now + whole[at + len(was) :]
            assert "BROKEN" in check(forged, found.key, tmp_path).stderr
            assert "BROKEN" in check(without_signature(forged), found.key, tmp_path, "--unsigned").stderr
    lines = [*found.round.record]
    without = msgspec.structs.replace(found.round, record=(*lines[:3], *lines[4:]))
    assert "BROKEN" in check(page(without), found.key, tmp_path, "--unsigned").stderr


def without_signature(text: str) -> str:
    return re.sub('<pre class="signature">.*?</pre>\n', "", text, flags=re.DOTALL)


CHANGES: dict[str, Callable[[str], str]] = {
    "a sentence": lambda text: (
        text.replace("folds", "plays", 1).replace("throws away", "keeps", 1).replace(" is ", " isn't ", 1)
    ),
    "a figure": lambda text: text.replace("Together: Ann -$11.", "Together: Ann +$11."),
    "a name": lambda text: text.replace("Dan (dealer)", "Eve (dealer)"),
    "the script": lambda text: text.replace("expect wager of Ann -$10", "expect wager of Ann +$10"),
    "the script to save": lambda text: text.replace("base64,", "base64,AAAA", 1),
    "the style": lambda text: text.replace("</style>", ".moves { display: none }</style>"),
    "a comment": lambda text: text.replace("<main>", "<main><!-- -->"),
    "line ends": lambda text: text.replace("\n", "\r\n"),
    "what is behind": lambda text: text + "<p>It was otherwise.</p>",
    "what is before": lambda text: text.replace("<body>", "<body><p>It was otherwise.</p>"),
    "the signature": lambda text: text.replace('<pre class="signature">', '<pre class="signature">It was otherwise.\n'),
    "a second signature": lambda text: text.replace(
        "</main>", '<pre class="signature">It was otherwise.</pre>\n</main>'
    ),
    "lines below it": lambda text: text.replace("</pre>\n</main>", "\u2014 croupier It+was+otherwise\n</pre>\n</main>"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_letter_changed_in_the_telling_is_found(found: Found, tmp_path: Path, what: str) -> None:
    whole = found.page(found.round)
    changed = CHANGES[what](whole)
    assert changed != whole
    answer = check(changed, found.key, tmp_path)
    assert answer.returncode == 1 and "BROKEN" in answer.stderr and "PROVEN" not in answer.stdout


def test_words_that_nobody_signed_are_said_to_be_nobodys(found: Found, tmp_path: Path) -> None:
    bare = without_signature(found.page(found.round))
    answer = check(bare, found.key, tmp_path)
    assert answer.returncode == 1 and "nobody has signed the words" in answer.stderr
    allowed = check(bare.replace("-$11", "+$11"), found.key, tmp_path, "--unsigned")
    assert allowed.returncode == 0 and allowed.stdout.splitlines()[-1].startswith("NOT PROVEN: the words of this page")


def test_the_words_of_another_page_or_house_are_no_signature(found: Found, tmp_path: Path) -> None:
    note = re.compile('<pre class="signature">.*?</pre>\n', re.DOTALL)
    mine, days = (found.page(each) for each in (found.round, found.day))
    (other,) = note.findall(days)
    assert "not those that the house signed" in check(note.sub(lambda _: other, mine), found.key, tmp_path).stderr
    stranger = Signer("example.com/floor", Ed25519PrivateKey.generate())
    foreign = signed(page(found.round, found.key, to_sign=True), stranger)
    assert "not signed by this key" in check(foreign, found.key, tmp_path).stderr
    checkpoint = msgspec.json.decode(found.round.record[-1])["checkpoint"]
    borrowed = note.sub(lambda _: f'<pre class="signature">{checkpoint}</pre>\n', mine)
    assert "not those that the house signed" in check(borrowed, found.key, tmp_path).stderr


def check(text: str, key: str, folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """What the verifier says, run as anyone would run it."""
    file = folder / "evidence.html"
    file.write_bytes(text.encode())
    command = [sys.executable, verify_record.__file__, str(file), "--key", key, *more]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_who_acted_and_who_was_there_is_named(found: Found) -> None:
    shown = found.day.rounds[0]
    assert {(each.name, each.rank) for each in shown.staff} == {(DAN.name, "dealer"), (HOUSE.name, "casino-operator")}
    (ann,) = shown.there  # she came within the round, after the house had opened it
    assert (ann.name, ann.seats, ann.staked, ann.net) == ("Ann", (1,), 11_00, -11_00)
    assert (ann.before, ann.brought, ann.away, ann.after) == (0, 200_00, 0, 189_00)
    assert [each.actor_name for each in shown.disputes] == ["Ann", "The house"]
    assert found.day.day is not None
    assert file_name(found.day) == f"dc-1-{found.day.day}.html"
