"""What a viewer may see of a Three Card Poker table: built from what is shown, never by taking secrets out.

A face is in a view only if everyone has seen it, or the viewer is the player who looked at it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from croupier.books import cite
from croupier.cards import Card
from croupier.cards.ranking import FiveCards
from croupier.games.three_card_poker.clauses import CLAUSES
from croupier.games.three_card_poker.play import named
from croupier.games.three_card_poker.rules import ENGINE
from croupier.games.three_card_poker.state import DEALER, HAND, JACKPOT, State
from croupier.games.three_card_poker.terms import (
    ANTE_BONUS,
    ANTE_BONUS_CLAUSE,
    BONUS_PRIZES,
    METER_CLAUSE,
    PAIR_PLUS,
    PAIR_PLUS_CLAUSE,
)
from croupier.games.three_card_poker.words import for_each_dollar
from croupier.table.contract import Actor
from croupier.table.views import BankedView, HandView, Sign, WagerView, banked_view, hand_view, wagers_on
from croupier.table.wagers import marked_most


class AreaView(msgspec.Struct, frozen=True):
    """One betting area: who sits there, its marker, its hand, what its player chose, its wagers."""

    area: int
    player: str | None
    name: str | None
    marker: str | None
    hand: HandView
    choice: str | None
    choosing: bool
    wagers: tuple[WagerView, ...]


class SignView(Sign, frozen=True, kw_only=True):
    """The limit sign with the pay tables in force and notices."""

    ante_bonus: str
    pair_plus: str
    jackpot_price: int | None
    jackpot_option: int


class JackpotView(msgspec.Struct, frozen=True):
    """The jackpot game at this table."""

    offered: bool
    registered: tuple[int, ...] | None
    pending: dict[int, str]
    outcome_recorded: bool
    equipment_down: bool
    manual: bool


class TableView(BankedView, frozen=True, kw_only=True, tag_field="game", tag="three-card-poker"):
    """A Three Card Poker table as one viewer may see it."""

    areas: tuple[AreaView, ...]
    dealer: HandView
    qualifies: bool | None
    jackpot_cards: HandView
    jackpot: JackpotView
    called: bool
    sign: SignView


def view(state: State, viewer: Actor, at: int = 0, deadlines: Mapping[str, int] = {}) -> TableView:
    """The table as this person may see it now; `deadlines` says until when each turn runs, by its key."""
    return TableView(
        **banked_view(ENGINE, state, viewer, at, deadlines),
        areas=tuple([_area(state, area, viewer) for area in range(1, state.seats + 1)]),
        dealer=_hand(state, DEALER, viewer),
        qualifies=state.qualifies,
        jackpot_cards=_hand(state, JACKPOT, viewer),
        jackpot=JackpotView(
            state.jackpot_offered,
            state.registered,
            state.meter_wins,
            state.outcome_recorded,
            state.equipment_down,
            state.manual,
        ),
        called=state.called,
        sign=_sign(state),
    )


def _named(cards: tuple[Card, ...]) -> str | None:
    return named(cards) if len(cards) == HAND else None


def _hand(state: State, place: int, viewer: Actor) -> HandView:
    hand = state.hand(place)
    if place == state.taken_area:
        hand = replace(hand, seen_by=None)  # the player is to name the cards, not to read them off
    return replace(hand_view(hand, viewer, _named), up=state.turned_up(place))


def _area(state: State, area: int, viewer: Actor) -> AreaView:
    seated, marked, choice = state.seated(area), marked_most(state, area), state.choices.get(area)
    return AreaView(
        area=area,
        player=seated.id if seated else None,
        name=seated.name if seated else None,
        marker=None if marked is None else "personal limit",
        hand=_hand(state, area, viewer),
        choice=choice.value if choice else None,
        choosing=area in state.choosing(),
        wagers=wagers_on(state, area),
    )


def _sign(state: State) -> SignView:
    pays = {
        "ante bonus": {hand.name.lower().replace("_", " "): str(o) for hand, o in ANTE_BONUS[state.ante_bonus].items()},
        "pair plus": {hand.name.lower().replace("_", " "): str(o) for hand, o in PAIR_PLUS[state.pair_plus].items()},
    }
    if state.jackpot_offered:
        prizes = BONUS_PRIZES[state.jackpot_option]
        pays["jackpot"] = {
            "royal flush": "the meter",
            "straight flush": "a tenth of the meter",
            **{hand.name.lower().replace("_", " "): for_each_dollar(prize) for hand, prize in prizes.items()},
        }
    return SignView(
        limits=state.limits,
        pays=pays,
        chips=state.terms.chips.cents,
        notices=state.notices,
        version=state.terms_version,
        under={
            "limits": (cite("TCP 5.7.1(a)"), CLAUSES.antes_on_no_hand),
            "minimum": (CLAUSES.under_minimum,),
            "ante bonus": (ANTE_BONUS_CLAUSE[state.ante_bonus],),
            "pair plus": (PAIR_PLUS_CLAUSE[state.pair_plus],),
            "jackpot": (METER_CLAUSE[state.jackpot_option, FiveCards.ROYAL_FLUSH],),
        },
        ante_bonus=state.ante_bonus,
        pair_plus=state.pair_plus,
        jackpot_price=state.jackpot_price,
        jackpot_option=state.jackpot_option,
    )
