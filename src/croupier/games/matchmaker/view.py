"""What a viewer may see: built from what is shown, never by taking secrets out.

All of Matchmaker's cards are dealt face up, and a card that leaves unseen has no face in the state at all.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from croupier.cards import Card
from croupier.games.matchmaker.clauses import CLAUSES
from croupier.games.matchmaker.rules import ENGINE
from croupier.games.matchmaker.settle import outcome_on
from croupier.games.matchmaker.state import CARDS_TO_AN_AREA, State
from croupier.games.matchmaker.terms import Bet
from croupier.table.contract import Actor
from croupier.table.views import BankedView, Sign, WagerView, banked_view, wagers_on
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


class SignView(Sign, frozen=True, kw_only=True):
    """The limit sign with its pay table and notices."""

    bettors_per_area: int
    miss_match_on_opposite_pairs: bool


class TableView(BankedView, frozen=True, kw_only=True, tag_field="game", tag="matchmaker"):
    """A Matchmaker table as one viewer may see it."""

    areas: tuple[AreaView, ...]
    sign: SignView


def view(state: State, viewer: Actor, at: int = 0, deadlines: Mapping[str, int] = {}) -> TableView:
    """The table as this person may see it now; `deadlines` says until when each turn runs, by its key."""
    return TableView(
        **banked_view(ENGINE, state, viewer, at, deadlines),
        areas=tuple([_area(state, area) for area in range(1, state.seats + 1)]),
        sign=_sign(state),
    )


def _area(state: State, area: int) -> AreaView:
    seated, marked = state.seated(area), marked_most(state, area)
    cards = state.hand(area).faces
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
    for (bet, outcome), prize in state.pay_table.items():
        pays[bet.value][outcome.value] = str(prize.odds)
    return SignView(
        limits=state.limits,
        pays=pays,
        chips=state.terms.chips.cents,
        notices=state.notices,
        version=state.terms_version,
        under={
            "limits": (CLAUSES.sign, CLAUSES.odds_shown, CLAUSES.bettors_per_area),
            "minimum": (CLAUSES.under_minimum,),
        },
        bettors_per_area=state.bettors_per_area,
        miss_match_on_opposite_pairs=state.terms.miss_match_on_opposite_pairs,
    )
