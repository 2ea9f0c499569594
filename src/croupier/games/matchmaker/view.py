"""What a viewer may see: built from what is shown, never by taking secrets out.

All of Matchmaker's cards are dealt face up, and a card that leaves unseen has no face in the state at all.
"""

from __future__ import annotations

import msgspec

from croupier.cards import Card
from croupier.games.matchmaker.options import options
from croupier.games.matchmaker.rules import due
from croupier.games.matchmaker.settle import outcome_on
from croupier.games.matchmaker.state import CARDS_TO_AN_AREA, State
from croupier.games.matchmaker.terms import Bet
from croupier.money import Limits
from croupier.table.contract import Actor, Command, Due
from croupier.table.state import Breach, Dispute, Notice, Settled, Stage, Step
from croupier.table.wagers import marked_most


class WagerView(msgspec.Struct, frozen=True):
    """A wager on the layout, and how it ended once it has."""

    bet: str
    player: str
    name: str
    cents: int
    at_risk: int
    settled: Settled | None


class AreaView(msgspec.Struct, frozen=True):
    """One betting area: who sits there, its marker, its cards and wagers."""

    area: int
    player: str | None
    name: str | None
    marker: str | None
    cards: tuple[Card, ...]
    outcome: str | None
    wagers: tuple[WagerView, ...]


class PersonView(msgspec.Struct, frozen=True):
    """A player as everyone at the table sees them."""

    id: str
    name: str
    seat: int | None
    stack: int


class SignView(msgspec.Struct, frozen=True):
    """The limit sign with its pay table and notices."""

    limits: dict[str, Limits]
    pays: dict[str, dict[str, str]]
    notices: tuple[Notice, ...]
    bettors_per_area: int
    miss_match_on_opposite_pairs: bool
    version: int


class CardsView(msgspec.Struct, frozen=True):
    """The shoe or machine as it stands on the table."""

    device: str
    source: str
    decks: int
    step: Step
    burn: str
    cutting_card_out: bool
    held_aside: int
    offered_cut_to: str | None
    machine_down: bool


class HouseView(msgspec.Struct, frozen=True):
    """What only the house and the inspector see."""

    cards_inside: int
    discards: int
    rack: int
    held: dict[str, int]
    breaches: tuple[Breach, ...]
    excluded: dict[str, str]


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A Matchmaker table as one viewer may see it."""

    game: str
    table: str
    casino: str
    stage: Stage
    round: int
    areas: tuple[AreaView, ...]
    people: tuple[PersonView, ...]
    sign: SignView
    cards: CardsView
    due: tuple[Due, ...]
    area_due: int | None
    results: tuple[Settled, ...]
    retracting: tuple[str, ...] | None
    disputes: tuple[Dispute, ...]
    you: PersonView | None
    house: HouseView | None
    options: tuple[Command, ...]


def view(state: State, viewer: Actor, at: int = 0) -> TableView:
    """The table as this person may see it now."""
    house = viewer.rank != "player"
    me = state.people.get(viewer.id)
    return TableView(
        game="matchmaker",
        table=state.terms.table,
        casino=state.terms.casino,
        stage=state.stage,
        round=state.round,
        areas=tuple(_area(state, area) for area in range(1, state.seats + 1)),
        people=tuple(_person(state, each.id) for each in state.people.values()),
        sign=_sign(state),
        cards=_cards(state),
        due=due(state),
        area_due=state.area_due(),
        results=state.results,
        retracting=None if state.retracting is None else state.undecided(),
        disputes=tuple(each for each in state.disputes if house or each.complainant == viewer.id),
        you=None if me is None else _person(state, me.id),
        house=_house(state) if house else None,
        options=tuple(each.command for each in options(state, viewer, at)),
    )


def _area(state: State, area: int) -> AreaView:
    seated, marked = state.seated(area), marked_most(state, area)
    cards = state.hands[area - 1]
    return AreaView(
        area=area,
        player=seated.id if seated else None,
        name=seated.name if seated else None,
        marker=None if marked is None else "personal limit",
        cards=cards,
        outcome=outcome_on(state, area).value if len(cards) >= CARDS_TO_AN_AREA else None,
        wagers=tuple(
            WagerView(each.bet, each.player, state.people[each.player].name, each.cents, each.at_risk, each.settled)
            for each in state.wagers
            if each.area == area
        ),
    )


def _person(state: State, player: str) -> PersonView:
    person = state.people[player]
    return PersonView(person.id, person.name, person.seat, state.stack(player))


def _sign(state: State) -> SignView:
    pays: dict[str, dict[str, str]] = {bet.value: {} for bet in Bet}
    for (bet, outcome), prize in state.terms.pay_table.items():
        pays[bet.value][outcome.value] = str(prize.odds)
    return SignView(
        state.limits,
        pays,
        state.notices,
        state.bettors_per_area,
        state.terms.miss_match_on_opposite_pairs,
        state.terms_version,
    )


def _cards(state: State) -> CardsView:
    care, shoe = state.care, state.shoe
    return CardsView(
        device=shoe.device.value,
        source=state.source.value,
        decks=shoe.decks,
        step=care.step,
        burn=care.burn.value,
        cutting_card_out=care.shuffle_after is not None,
        held_aside=len(care.excess),
        offered_cut_to=care.offered,
        machine_down=care.machine_down,
    )


def _house(state: State) -> HouseView:
    held = {name.removeprefix("held:"): cents for name, cents in state.chips.items() if name.startswith("held:")}
    return HouseView(
        cards_inside=state.shoe.inside,
        discards=state.shoe.discards,
        rack=state.chips.get("rack", 0),
        held=held,
        breaches=state.breaches,
        excluded=state.excluded,
    )
