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
from croupier.table.state import Dispute, Notice, Settled, Spoken, Stage
from croupier.table.views import (
    CardsView,
    HouseView,
    PersonView,
    WagerView,
    cards_view,
    house_view,
    person_view,
    wagers_on,
)
from croupier.table.wagers import marked_most


class AreaView(msgspec.Struct, frozen=True):
    """One betting area: who sits there, its marker, its cards and wagers."""

    area: int
    player: str | None
    name: str | None
    marker: str | None
    cards: tuple[Card, ...]
    outcome: str | None
    wagers: tuple[WagerView, ...]


class SignView(msgspec.Struct, frozen=True):
    """The limit sign with its pay table and notices."""

    limits: dict[str, Limits]
    pays: dict[str, dict[str, str]]
    chips: tuple[int, ...]
    notices: tuple[Notice, ...]
    bettors_per_area: int
    miss_match_on_opposite_pairs: bool
    version: int


class TableView(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="matchmaker"):
    """A Matchmaker table as one viewer may see it."""

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
    spoken: tuple[Spoken, ...]
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
        table=state.terms.table,
        casino=state.terms.casino,
        stage=state.stage,
        round=state.round,
        areas=tuple(_area(state, area) for area in range(1, state.seats + 1)),
        people=tuple(person_view(state, each.id) for each in state.people.values()),
        sign=_sign(state),
        cards=cards_view(state),
        due=due(state),
        area_due=state.area_due(),
        spoken=state.spoken,
        results=state.results,
        retracting=None if state.retracting is None else state.undecided(),
        disputes=tuple(each for each in state.disputes if house or each.complainant == viewer.id),
        you=None if me is None else person_view(state, me.id),
        house=house_view(state) if house else None,
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
        wagers=wagers_on(state, area),
    )


def _sign(state: State) -> SignView:
    pays: dict[str, dict[str, str]] = {bet.value: {} for bet in Bet}
    for (bet, outcome), prize in state.terms.pay_table.items():
        pays[bet.value][outcome.value] = str(prize.odds)
    return SignView(
        state.limits,
        pays,
        state.terms.chips.cents,
        state.notices,
        state.bettors_per_area,
        state.terms.miss_match_on_opposite_pairs,
        state.terms_version,
    )
