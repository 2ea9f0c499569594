"""Whoever has all that the house hands out, and tries every card, learns nothing of a hidden one."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Iterator
from datetime import datetime
from itertools import permutations
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cards import Card
from croupier.floor.acts.answers import content_of
from croupier.floor.acts.floor import Floor
from croupier.floor.acts.fold import fold_digest
from croupier.floor.acts.keeping import freeze
from croupier.floor.metrics import FIGURES
from croupier.floor.reading.audience import INSPECTOR
from croupier.floor.reading.evidence_page import page
from croupier.floor.reading.handing_out import export, prove
from croupier.floor.reading.inquiry import Inquiry, Search
from croupier.floor.reading.telling import line
from croupier.floor.seal.office import Seal, anchor_place, open_seal
from croupier.floor.staff.demo import demo_tables
from croupier.floor.staff.players import HousePlayer
from croupier.floor.store.engines import locate
from croupier.floor.tempo import NO_WAITING
from croupier.games.double_chance.play import DiscardCards
from croupier.games.double_chance.state import discards_at
from croupier.table.contract import Command
from tests.floor.guesses import digests, fits, spellings
from tests.floor.service.chance import FLUSH, NOTHING, TABLE, bet, close_bets, go_on, new_table, pick_up
from tests.floor.service.floors import ANN, BOB, HOUSE, Deck, accepted, bare, dealt, opened, until

THROWN = (Card("9d"), Card("4c"))
HAND = tuple(map(Card, NOTHING.split()))
STREAM = f"table:{TABLE}"


class HandedOut(msgspec.Struct):
    """What leaves the house in one way or another, by how it does, and what someone who knows the code would try."""

    texts: dict[str, str]
    states: list[bytes]
    """The table's state as it was kept aside, with each two cards that Ann may have thrown away."""


def commands(cards: tuple[Card, ...]) -> Iterator[Command]:
    """How a player may have asked to discard these."""
    for number in (0, len(cards)):
        for player in (None, ANN.id):
            yield DiscardCards(cards=cards, number=number, player=player)


def guesses() -> Iterator[bytes]:
    """Every two cards of the hand in every order, in every spelling."""
    for cards in permutations(HAND, len(THROWN)):
        yield from spellings(cards, commands(cards), (STREAM, TABLE))


def kept_states(floor: Floor, version: int) -> Iterator[bytes]:
    """What the hash of a kept state would be taken of, for each two cards that may have been thrown away."""
    table = floor.tables[TABLE]
    fields = (STREAM.encode(), b"%d" % version, floor.store.leaf_at(STREAM, version), fold_digest(table.game.package))
    truth, line_ = table.state, discards_at(1)
    for cards in permutations(HAND, len(THROWN)):
        hands = {**truth.hands, line_: replace(truth.hands[line_], cards=cards)}
        table.state = replace(truth, hands=hands)
        state = freeze(table, {})
        yield state
        yield msgspec.msgpack.encode(table.state)
        yield b"".join(len(field).to_bytes(8, "big") + field for field in (*fields, state))
        yield b"".join((*fields, state))
    table.state = truth


async def _play(url: str, texts: dict[str, str]) -> list[bytes]:
    deck = Deck()
    async with opened(url, deck) as floor:
        table = await new_table(floor, automatic=False)
        await bet(floor, ANN, 1, jackpot=True)
        await bet(floor, BOB, 2)
        await close_bets(floor)
        await pick_up(floor, ANN, deck, NOTHING)
        await pick_up(floor, BOB, deck, FLUSH)
        refused = DiscardCards(cards=(*THROWN, Card("2c")))
        await floor.command(TABLE, refused, ANN, "refused")
        await accepted(floor, TABLE, DiscardCards(cards=THROWN), ANN, "thrown")
        assert await floor.keeper.keep([table], every=1) == 1
        states = list(kept_states(floor, table.version))
        await accepted(floor, TABLE, table.due()[0].command, BOB)
        deck.next("2h")
        await go_on(floor)
        sealing = open_seal(floor.store, Seal(origin="example.com/floor", every=60))
        sealing.close()
        for form in ("jsonl", "csv"):
            for stream in (None, STREAM, "journal"):
                out = io.StringIO()
                export(floor.store, out, form, stream=stream)  # type: ignore[arg-type]
                texts[f"export as {form} of {stream}"] = out.getvalue()
        for position in range(1, floor.store.head()[0] + 1):
            texts[f"proof {position}"] = msgspec.json.encode(prove(floor.store, position)).decode()
        inquiry, key = Inquiry(floor.store, floor.tables), str(sealing.sealer.key)
        texts["evidence"] = page(inquiry.evidence(TABLE, 1), key)
        today = datetime.fromtimestamp(table.log[-1].at / 1000).date()
        texts["evidence of the day"] = page(inquiry.evidence_of_day(TABLE, today), key)
        texts["search"] = repr(inquiry.find(Search(limit=1000)))
        for viewer in (BOB, INSPECTOR):
            steps = inquiry.steps(TABLE, 1, viewer)
            texts[f"replay to {viewer.rank}"] = msgspec.json.encode(list(steps)).decode()
            told = [line(each, viewer, table.state, table.names, to_send=True) for each in table.log]
            texts[f"feed to {viewer.rank}"] = msgspec.json.encode(
                [*told, table.view(viewer, table.log[-1].at)]
            ).decode()
        texts["metrics"] = repr([(each.name, each.samples()) for each in FIGURES])
        texts["checkpoint"] = anchor_place(locate(url)).read_text("utf-8")
    return states


@pytest.fixture(scope="module")
def handed_out(tmp_path_factory: pytest.TempPathFactory) -> HandedOut:
    """A round in which Ann throws two cards away, all of it logged, and handed out in every way there is."""
    logged, texts = io.StringIO(), dict[str, str]()
    handler, root = logging.StreamHandler(logged), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        where: Path = tmp_path_factory.mktemp("guessing") / "floor.db"
        states = asyncio.run(_play(f"sqlite:///{where}", texts))
    finally:
        root.setLevel(level)
        root.removeHandler(handler)
    texts["log"] = logged.getvalue()
    return HandedOut(texts, states)


def test_no_discard_is_found_by_trying_every_two_cards_against_every_field(handed_out: HandedOut) -> None:
    among = {how: digests(text) for how, text in handed_out.texts.items()}
    found = fits(guesses(), set().union(*among.values()))
    assert found is None, [how for how, each in among.items() if fits([found], each)]


def test_no_discard_is_found_from_the_hash_of_a_kept_state(handed_out: HandedOut) -> None:
    assert "SnapshotsTaken" in handed_out.texts["export as jsonl of journal"]
    among = set().union(*map(digests, handed_out.texts.values()))
    assert fits(handed_out.states, among) is None, "the discards can be found by trying"


def test_where_house_players_play_no_command_and_no_hidden_card_is_found_by_trying(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The truth itself is tried: what was asked for at two games with hidden cards, and what was sealed meanwhile."""
    tried: set[bytes] = set()

    def noted(stream: str, kind: str, asked: object) -> bytes:
        for written in (msgspec.json.encode(asked, order="deterministic"), msgspec.json.encode(asked)):
            tried.update(b"\0".join((*before, written)) for before in ((stream.encode(), kind.encode()), ()))
        return content_of(stream, kind, asked)

    async def play() -> str:
        async with opened(url, tempo=NO_WAITING) as floor:
            players = []
            for game, demo in demo_tables():
                if demo.id in ("dc-1", "cp-1"):
                    await floor.open_table(demo.id, demo.title, game, demo.terms, automatic=True, by=HOUSE)
                    table = floor.tables[demo.id]
                    players += [asyncio.create_task(HousePlayer(floor, table, name).run()) for name in demo.guests]
            async with dealt(floor):
                for table in floor.tables.values():
                    await until(table, lambda: table.state.round >= 2)  # noqa: B023
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)
            await floor.keeper.keep(floor.tables.values(), every=1)
            tried.update(freeze(table, {}) for table in floor.tables.values())
            sealed = [stored for stored in floor.store.read(limit=100_000) if stored.disclosures]
            assert {bare(stored.kind) for stored in sealed} >= {"CardsDiscarded", "HandPickedUp", "CardsSeen"}
            for stored in sealed:
                tried.add(stored.whole)
                cards = msgspec.json.decode(stored.whole, type=dict[str, msgspec.Raw])["cards"]
                tried.update(spellings(msgspec.json.decode(cards, type=tuple[Card, ...]), (), ()))
            out = io.StringIO()
            export(floor.store, out)
            return out.getvalue()

    monkeypatch.setattr("croupier.floor.acts.floor.content_of", noted)
    handed_out = asyncio.run(play())
    assert fits(tried, digests(handed_out)) is None


@pytest.mark.parametrize("spelt", [bytes.hex, lambda digest: digest[:8].hex(), lambda digest: "01" + digest.hex()])
def test_whoever_tries_would_find_a_digest_that_has_no_salt(spelt: object) -> None:
    assert callable(spelt)
    digest = content_of(STREAM, "DiscardCards", DiscardCards(cards=THROWN))
    text = msgspec.json.encode({"payload": {}, "command": spelt(digest)}).decode()
    assert fits(guesses(), digests(text)) is not None
