"""A table without a bank: players put chips into a pot, the best card takes it, and the house keeps a rake."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier import games
from croupier.books import Book, Clause, put_on_shelf
from croupier.books.shelf import _ADDED
from croupier.cards import Card, CardSource, Shoe
from croupier.floor.acts.floor import Accepted, Floor
from croupier.floor.reading.inquiry import Inquiry
from croupier.floor.store import open_store
from croupier.games import add_game, game
from croupier.money import ChipSet, moves
from croupier.table import care, dealer_cut, disputes, people
from croupier.table.accounts import RAKE, pot, stack
from croupier.table.contract import Actor, Command, Decision, Due, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Ends, Part
from croupier.table.duty import before_play, one_deck_due
from croupier.table.engine import Context, Engine, card_out
from croupier.table.hands import Hand, Spot
from croupier.table.rules import Rules
from croupier.table.state import ShuffleCause, Stage, Table
from croupier.table.value import SETTLED
from croupier.table.views import CommonView, common_view

ANTE, RAKED = 1000, 50


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What the table is set up with."""

    table: str = "best-card"
    cards: CardSource = CardSource.VIRTUAL
    chips: ChipSet = ChipSet((50, 100))
    casino: str = "Croupier"


class State(Table, frozen=True, kw_only=True):
    """What every table remembers, and who is in the pot."""

    antes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Clauses(people.PeopleClauses, care.CareClauses, dealer_cut.DealerCutClauses, disputes.DisputeClauses):
    """What this book says."""

    pot: str


class Ante(Command, frozen=True, kw_only=True):
    """Put the ante into the pot."""


class Deal(Command, frozen=True, kw_only=True):
    """Give everyone in the pot a card, face up, and push the pot to the best."""


class Anted(Event, frozen=True, kw_only=True):
    """A player is in the pot."""

    player: str


class PotPushed(Event, frozen=True, kw_only=True):
    """The pot has gone to the best card, less the rake."""

    round: int
    cards: tuple[tuple[str, Card], ...]
    winner: str


part = Part("best-card", Clauses)


@part.command(Ante, label="Ante", desk=Desk.TABLE)
def ante(state: State, command: Ante, ctx: Context[Clauses]) -> Decision:
    """Once each."""
    player, cite = ctx.by.id, (ctx.clauses.pot,)
    if player not in state.people or player in state.antes or state.stack(player) < ANTE:
        return Refusal(Reason.NOT_NOW, cite, {"ante": ANTE})
    return (Anted(player=player, moves=moves((stack(player), pot(), ANTE)), under=cite),)


@part.event(Anted, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} is in.")
def anted(state: State, event: Anted) -> State:
    """In the pot."""
    return replace(state, antes=(*state.antes, event.player), chips=people.bank(state, event.moves))


@part.command(Deal, under="dealing", label="Deal", desk=Desk.DEAL)
def deal(state: State, command: Deal, ctx: Context[Clauses]) -> Decision:
    """The highest card takes the pot; of equals the first to ante."""
    cite = (ctx.clauses.pot,)
    if len(state.antes) < 2:
        return Refusal(Reason.NOT_NOW, cite, {"players": len(state.antes)})
    shoe, cards = state.shoe, list[tuple[str, Card]]()
    for player in state.antes:
        card = card_out(ctx, shoe.unseen, None, state.is_real, cite)
        if isinstance(card, Refusal):
            return card
        shoe = shoe.dealt(card)
        cards.append((player, card))
    winner = max(cards, key=lambda each: each[1].height)[0]
    won = ANTE * len(cards) - RAKED
    made = moves((pot(), RAKE, RAKED), (pot(), stack(winner), won))
    return (PotPushed(round=state.round + 1, cards=tuple(cards), winner=winner, moves=made, under=cite),)


@part.event(
    PotPushed,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.winner)} takes the pot.",
    ends=Ends.SETTLED,
    aloud=True,
)
def pot_pushed(state: State, event: PotPushed, rules: Rules[State, Any]) -> State:
    """The cards go back into the deck."""
    hands = {Spot(state.people[player].seat or 0): Hand().face_up(card) for player, card in event.cards}
    return rules.cleared(replace(state, hands=hands, round=event.round, chips=people.bank(state, event.moves)))


BOOK = Book(
    code="BC",
    slug="best-card",
    title="Best Card",
    jurisdiction="The tests",
    version="1",
    ladder=("player", "dealer", "casino-operator"),
    beside=("regulator",),
    sections={"1": "All of it"},
    clauses=(Clause("1", "general", "dealer", "The best card takes the pot.", "enforced", "By the engine."),),
)
PLAIN: dict[str, Any] = {each.name: "BC 1" for each in fields(Clauses) if each.type == "str"}


class BestCardRules(Rules[State, Clauses]):
    """The book cited BC."""

    name, book = "best-card", BOOK
    clauses = Clauses(
        **PLAIN,
        cards_renewed=None,
        pre_shuffled=None,
        idle_seat=None,
        machine_shuffles=("BC 1",),
        shuffle_causes=dict.fromkeys(ShuffleCause, "BC 1"),
    )
    parts = (people.part, care.part, dealer_cut.part, disputes.part, part)

    def due(self, state: State) -> tuple[Due, ...]:
        """The deck, then the deal once two are in."""
        if state.stage is Stage.CLOSED:
            return before_play(state, self)
        ready = (self.act(Deal(), self.clauses.dealing),) if len(state.antes) > 1 else ()
        return one_deck_due(state, self) or ready

    def cleared(self, state: State) -> State:
        """A fresh deck and an empty pot."""
        state = replace(state, antes=(), hands={})
        return replace(state, care=care.to_shuffle(state, ShuffleCause.ROUND_OVER), shoe=state.shoe.reshuffled())


ENGINE: Engine[State] = Engine(BestCardRules())


class TableView(CommonView, frozen=True, kw_only=True, tag_field="game", tag="best-card"):
    """The table as one viewer may see it."""

    pot: int


def initial(terms: Terms) -> State:
    """A closed table."""
    return State(terms=terms, seats=6, shoe=Shoe.of(1))


def view(state: State, viewer: Actor, at: int = 0, deadlines: Mapping[str, int] | None = None) -> TableView:
    """The table as this person may see it now."""
    return TableView(**common_view(ENGINE, state, viewer, at, deadlines or {}), pot=state.chips.get(pot(), 0))


@pytest.fixture
def best_card() -> Iterator[games.Game]:
    """The game, as long as the test lasts."""
    add_game("best-card", __name__)
    put_on_shelf(BOOK)
    yield game("best-card")
    del games.PACKAGES["best-card"]
    _ADDED.pop("best-card")


def test_a_pot_is_played_for_on_the_floor_and_every_chip_is_accounted_for(
    best_card: games.Game, tmp_path: Path, run_alone: Callable[[Coroutine[Any, Any, None]], None]
) -> None:
    people_here = [Actor(name.lower(), name) for name in ("Ann", "Bob", "Cy")]
    dealer, house = Actor("dee", "Dee", "dealer"), Actor("house", "The house", "casino-operator")

    async def play() -> None:
        store = open_store(f"sqlite:///{tmp_path / 'floor.db'}")
        floor = await Floor.open(store)
        await floor.open_table("bc-1", "Best Card", "best-card", Terms(), automatic=False, by=house)
        table = floor.table("bc-1")

        async def do(command: Command, by: Actor) -> None:
            answer = await floor.command("bc-1", command, by)
            assert isinstance(answer, Accepted), answer

        for seat, player in enumerate(people_here, 1):
            await floor.top_up(player.id)
            while table.due():
                await do(table.due()[0].command, dealer)
            await do(people.Join(cents=10_000, seat=seat), player)
        for number in range(1, 4):
            while table.due():
                await do(table.due()[0].command, dealer)
            for player in people_here:
                await do(Ante(), player)
            assert table.view(dealer, 0).pot == 3 * ANTE
            await do(Deal(), dealer)
            chips = table.state.chips
            assert chips[RAKE] == number * RAKED and pot() not in chips and "rack" not in chips
            assert sum(chips.values()) == 0
            stacks = sum(table.state.stack(each.id) for each in people_here)
            assert stacks == 30_000 - number * RAKED
        assert [each.round for each in Inquiry(store, floor.tables).rounds("bc-1")] == [3, 2, 1]
        await do(people.Leave(), people_here[0])
        with store.snapshot() as reader:
            assert reader.balances("table:bc-1:rake") == {"table:bc-1:rake": 3 * RAKED}
        await floor.close()
        again = await Floor.open(store)
        assert again.table("bc-1").state == table.state
        await again.close()
        store.close()

    run_alone(play())
