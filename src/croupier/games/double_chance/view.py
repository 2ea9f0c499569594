"""What a viewer may see of a Double Chance table: built from what is shown, never by taking secrets out.

A face is in a view only if everyone has seen it, or the viewer is the player who holds or discarded it.
"""

from __future__ import annotations

import msgspec

from croupier.cards import Card
from croupier.games.double_chance.options import options
from croupier.games.double_chance.play import CardsDiscarded, HandPickedUp
from croupier.games.double_chance.rules import due
from croupier.games.double_chance.state import State
from croupier.games.double_chance.terms import DECLARED_ODDS, HAND, Bet, Jackpot, declared
from croupier.money import Limits, Odds
from croupier.table.contract import Actor, Command, Due, Event
from croupier.table.hands import Hand
from croupier.table.state import Dispute, Notice, Settled, Stage
from croupier.table.views import (
    CardsView,
    HandView,
    HouseView,
    PersonView,
    WagerView,
    cards_view,
    hand_view,
    house_view,
    person_view,
    wagers_on,
)


class SixthView(msgspec.Struct, frozen=True):
    """A sixth card beside a hand, null while it lies face down, and whether its hand won."""

    card: Card | None
    won: bool | None


class AreaView(msgspec.Struct, frozen=True):
    """One playing area: who sits there, the cards kept, the discard line, the sixth card, and the wagers."""

    area: int
    player: str | None
    name: str | None
    hand: HandView
    discards: HandView
    sixth: SixthView | None
    choice: str | None
    picked_up: bool
    choosing: bool
    must_discard: bool
    """Whether the hand was declared and did not comply, until its player has discarded."""
    racked: bool
    """Whether the hand was declared and settled, and its cards are in the rack."""
    acts_first: bool
    wagers: tuple[WagerView, ...]


class SignView(msgspec.Struct, frozen=True):
    """The limit sign: limits, odds, the maximum payout, the jackpot's price and odds, and notices."""

    limits: dict[str, Limits]
    pays: dict[str, dict[str, str]]
    maximum_payout: int | None
    jackpot: Jackpot | None
    english_only: bool
    chips: tuple[int, ...]
    notices: tuple[Notice, ...]
    version: int


class SupervisionView(msgspec.Struct, frozen=True):
    """What a supervisor has directed; for the house alone."""

    act_first: tuple[str, ...]
    kept_apart: tuple[tuple[str, ...], ...]
    out_of_casino: tuple[str, ...]


class TableView(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="double-chance"):
    """A Double Chance table as one viewer may see it."""

    table: str
    casino: str
    stage: Stage
    round: int
    areas: tuple[AreaView, ...]
    people: tuple[PersonView, ...]
    sign: SignView
    cards: CardsView
    back: str
    discard_rack: int
    """How many cards of the deck lie in the rack, for everyone to see (DC 2.3.2)."""
    device_out: bool
    due: tuple[Due, ...]
    area_due: int | None
    results: tuple[Settled, ...]
    disputes: tuple[Dispute, ...]
    supervision: SupervisionView | None
    you: PersonView | None
    house: HouseView | None
    options: tuple[Command, ...]


def told(event: Event, viewer: Actor) -> Event:
    """The event as a viewer may hear of it: the faces of a hand picked up, or discarded, are for that player alone."""
    if not isinstance(event, HandPickedUp | CardsDiscarded) or viewer.id == event.player:
        return event
    return event if isinstance(event, CardsDiscarded) and event.up else msgspec.structs.replace(event, cards=())


def view(state: State, viewer: Actor, at: int = 0) -> TableView:
    """The table as this person may see it now."""
    house = viewer.rank != "player"
    me = state.people.get(viewer.id)
    return TableView(
        table=state.terms.table,
        casino=state.terms.casino,
        stage=state.stage,
        round=state.round,
        areas=tuple(_area(state, area, viewer) for area in range(1, state.seats + 1)),
        people=tuple(person_view(state, each.id) for each in state.people.values()),
        sign=_sign(state),
        cards=cards_view(state),
        back=state.back,
        discard_rack=state.shoe.discards,
        device_out=state.device_out,
        due=due(state),
        area_due=state.area_due(),
        results=state.results,
        disputes=tuple(each for each in state.disputes if house or each.complainant == viewer.id),
        supervision=_supervision(state) if house else None,
        you=None if me is None else person_view(state, me.id),
        house=house_view(state) if house else None,
        options=tuple(each.command for each in options(state, viewer, at)),
    )


def _named(cards: tuple[Card, ...]) -> str | None:
    hand = declared(cards) if len(cards) == HAND else None
    return hand.value if hand else None


def _area(state: State, area: int, viewer: Actor) -> AreaView:
    seated, choice = state.seated(area), state.choices.get(area)
    racked = state.declared_hands.get(area)
    hand = state.hand(area) if racked is None else Hand(len(racked), racked, up=True)
    wagers = wagers_on(state, area)
    settled = next((each.settled for each in wagers if each.bet == Bet.WAGER), None)
    won = None if settled is None else settled.paid > 0
    return AreaView(
        area=area,
        player=seated.id if seated else None,
        name=seated.name if seated else None,
        hand=hand_view(hand, viewer, _named),
        discards=hand_view(state.discard_line.get(area, Hand()), viewer, _named),
        sixth=SixthView(state.sixths[area], won) if area in state.sixths else None,
        choice=choice.value if choice else None,
        picked_up=area in state.handled,
        choosing=area in state.choosing(),
        must_discard=area in state.failed,
        racked=racked is not None,
        acts_first=seated is not None and seated.id in state.act_first,
        wagers=wagers,
    )


def _sign(state: State) -> SignView:
    pays = {"declared": {hand.value: str(odds) for hand, odds in DECLARED_ODDS.items()}}
    if state.jackpot is not None:
        pays["jackpot"] = {hand.value: str(Odds(win)) for hand, win in state.jackpot.schedule.items()}
    return SignView(
        state.limits,
        pays,
        state.maximum_payout,
        state.jackpot,
        state.english_only,
        state.terms.chips.cents,
        state.notices,
        state.terms_version,
    )


def _supervision(state: State) -> SupervisionView:
    return SupervisionView(tuple(sorted(state.act_first)), state.kept_apart, tuple(sorted(state.out_of_casino)))
