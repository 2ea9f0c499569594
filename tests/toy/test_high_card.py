"""A toy game plays on the floor with record, feed, scripts, options and secrecy, without a line elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from croupier.floor.acts.floor import Accepted, Floor
from croupier.floor.reading.audience import INSPECTOR, NOBODY
from croupier.floor.reading.inquiry import Inquiry
from croupier.floor.reading.telling import lines
from croupier.floor.staff.dealer import Dealer
from croupier.floor.staff.players import HousePlayer
from croupier.floor.store import open_store
from croupier.floor.tempo import NO_WAITING, Tempo
from croupier.games import Game
from croupier.scripts.parse import parse
from croupier.scripts.run import run
from croupier.table.contract import Actor, Command
from croupier.table.people import Join
from croupier.table.wagers import PlaceWager
from tests.conformance.hidden import with_other_faces
from tests.conformance.recorded import RecordedWalk
from tests.conformance.walk import PLAYERS, Walk, everyone

RunAlone = Callable[[Coroutine[Any, Any, None]], None]
FOLDER = Path(__file__).parent / "high_card"
HOUSE = Actor("house", "The house", "casino-operator")
DEALER, ANN, BOB = Actor("dee", "Dee", "dealer"), Actor("ann", "Ann"), Actor("bob", "Bob")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.table")), ids=lambda path: path.stem)
def test_its_table_scripts_hold(high_card: Game, path: Path) -> None:
    result = run(parse(path.read_text(), path.name))
    assert result.holds, result.complaint()


@pytest.mark.parametrize("variant", ["", "ace-low"])
@pytest.mark.parametrize("seed", range(3))
def test_random_play_keeps_every_promise(high_card: Game, variant: str, seed: int) -> None:
    walk = Walk(high_card, high_card.terms(variant=variant), seed)
    for _ in range(250):
        walk.step()
    assert any(event.moves for event in walk.log)
    state = high_card.initial(walk.terms)
    for event in walk.log:
        state = high_card.evolve(state, high_card.events.decode(high_card.encode(event)))
    assert state == walk.state
    walk.finish()


def test_a_card_its_player_saw_shows_to_no_one_else(high_card: Game) -> None:
    from tests.toy.high_card import Look

    chance, compared = Random(5), 0
    for seed in range(20):
        walk = Walk(high_card, high_card.terms(), seed)
        for _ in range(150):
            walk.step()
            for player in PLAYERS:
                walk.do(Look(), player)
            for twin, owner in with_other_faces(walk.state, chance):
                for viewer in (each for each in everyone(high_card) if each.id != owner):
                    seen, other = (high_card.encode(high_card.view(each, viewer)) for each in (walk.state, twin))
                    assert seen == other
                    compared += 1
    assert compared > 100


def test_it_plays_on_the_floor_by_itself_and_its_rounds_are_on_record(
    high_card: Game, tmp_path: Path, run_alone: RunAlone
) -> None:
    async def play() -> None:
        store = open_store(f"sqlite:///{tmp_path / 'floor.db'}")
        floor = await Floor.open(store, tempo=NO_WAITING)
        await floor.open_table("hc-1", "High Card", "high-card", high_card.terms(), automatic=True, by=HOUSE)
        table = floor.table("hc-1")
        work = [Dealer(floor, table).run(), HousePlayer(floor, table, "Ada").run()]
        tasks = [asyncio.create_task(each) for each in work]
        async with asyncio.timeout(60):
            while table.state.round <= 3:
                await table.changed(table.version)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        inquiry = Inquiry(store, floor.tables)
        played = [each for each in inquiry.rounds("hc-1") if each.outcome == "settled"]
        assert played and all(each.staked >= 100 for each in played)
        assert {step.kind for step in inquiry.steps("hc-1", played[-1].round)} >= {"high-card/ShownDown"}
        await floor.close()
        again = await Floor.open(store)
        assert again.table("hc-1").state == table.state
        await again.close()
        store.close()

    run_alone(play())


def test_console_feed_and_exports_are_told_what_they_may_know(
    high_card: Game, tmp_path: Path, run_alone: RunAlone
) -> None:
    from tests.toy.high_card import DealCard, Look

    async def play() -> None:
        store = open_store(f"sqlite:///{tmp_path / 'floor.db'}")
        floor = await Floor.open(store, tempo=Tempo(choice=30))
        await floor.open_table("hc-1", "High Card", "high-card", high_card.terms(), automatic=False, by=HOUSE)
        table = floor.table("hc-1")

        async def do(command: Command, by: Actor) -> Accepted:
            answer = await floor.command("hc-1", command, by)
            assert isinstance(answer, Accepted), answer
            return answer

        async def next_act() -> None:
            await do(table.due()[0].command, DEALER)

        await floor.top_up("ann")
        while table.due():
            await next_act()
        await do(Join(cents=5000, seat=1), ANN)
        await do(PlaceWager(area=1, bet="ante", cents=500), ANN)
        while table.state.stage.value != "choosing":
            await next_act()
        console = table.view(DEALER, 0)
        assert [each.label for each in console.due] == ["Stand"]
        assert {each.type for each in table.view(ANN, 0).options} >= {"Look", "Stand", "AddStake"}
        assert (
            table.view(BOB, 0).turns[0].silent == "Stand" and table.view(BOB, 0).stage_name == "stand, raise or split"
        )
        await floor.set_automatic("hc-1", True, DEALER)
        assert table.view(BOB, 0).turns[0].until is not None
        looked = await do(Look(), ANN)
        card = table.view(ANN, 0).areas[0].hands[0].cards[0]
        assert card is not None
        for viewer in (NOBODY, BOB, DEALER, INSPECTOR):
            assert card.value not in msgspec.json.encode(table.view(viewer, 0)).decode()
            assert all(card.value not in line.text for line in lines(looked.events, viewer, table))
        told = lines(looked.events, ANN, table)[-1]
        assert card.value in told.text and told.aloud
        (seen,) = (each for each in store.read(limit=1000) if each.disclosures)
        assert seen.position in {each.position for each in looked.events}
        written = f'"{card.value}"'.encode()  # in quotes, because a digest may hold the same two letters
        assert written in seen.whole and written not in seen.payload
        assert high_card.engine.rehearse(table.state, DealCard(), DEALER, 0) is not None
        await floor.close()
        store.close()

    run_alone(play())


@pytest.mark.parametrize("variant", ["", "ace-low"])
def test_its_rounds_are_written_as_scripts_that_pass_and_say_what_its_few_lines_cannot(
    high_card: Game, variant: str
) -> None:
    walk = RecordedWalk(high_card, high_card.terms(variant=variant), 1)
    while len(walk.rounds) < 3:
        walk.calm_step()
    for played in walk.rounds:
        script = played.script()
        assert run(parse(script.text)).holds
        assert " bets $1 on ante at " in script.text
        assert any("cuts 26 cards" in sentence for sentence in script.untold)  # the toy has no line for a cut alone
