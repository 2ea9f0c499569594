"""What a viewer may see of a Double Chance table: built from what is shown, never by taking secrets out.

A face is in a view only if everyone has seen it, or the viewer is the player who holds or discarded it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from croupier.books import cite
from croupier.cards import Card
from croupier.games.double_chance.clauses import CLAUSES
from croupier.games.double_chance.rules import ENGINE
from croupier.games.double_chance.state import State, discards_at, sixth_at
from croupier.games.double_chance.terms import DECLARED_ODDS, HAND, Bet, Jackpot, declared
from croupier.money import Limits, Odds
from croupier.table.contract import PLAYER, Actor
from croupier.table.hands import NO_HAND
from croupier.table.views import BankedView, HandView, Sign, WagerView, banked_view, hand_view, wagers_on


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


class SignView(Sign, frozen=True, kw_only=True):
    """The limit sign with the odds, the maximum payout, the jackpot's price and odds, and notices."""

    maximum_payout: int | None
    jackpot: Jackpot | None
    english_only: bool
    coming_limits: dict[str, Limits]
    """What is posted to be in force from the next round on."""
    absent_when_time_runs_out: bool
    exposed_sixth_spares_settled: bool


class SupervisionView(msgspec.Struct, frozen=True):
    """What a supervisor has directed; for the house alone."""

    act_first: tuple[str, ...]
    kept_apart: tuple[tuple[str, ...], ...]
    out_of_casino: tuple[str, ...]


class TableView(BankedView, frozen=True, kw_only=True, tag_field="game", tag="double-chance"):
    """A Double Chance table as one viewer may see it."""

    areas: tuple[AreaView, ...]
    sign: SignView
    discard_rack: int
    """How many cards of the deck lie in the rack, for everyone to see (DC 2.3.2)."""
    device_out: bool
    supervision: SupervisionView | None


def view(state: State, viewer: Actor, at: int = 0, deadlines: Mapping[str, int] = {}) -> TableView:
    """The table as this person may see it now; `deadlines` says until when each turn runs, by its key."""
    return TableView(
        **banked_view(ENGINE, state, viewer, at, deadlines),
        areas=tuple([_area(state, area, viewer) for area in range(1, state.seats + 1)]),
        sign=_sign(state),
        discard_rack=state.shoe.discards,
        device_out=state.device_out,
        supervision=None if viewer.rank == PLAYER else _supervision(state),
    )


def _named(cards: tuple[Card, ...]) -> str | None:
    hand = declared(cards) if len(cards) == HAND else None
    return hand.value if hand else None


def _area(state: State, area: int, viewer: Actor) -> AreaView:
    seated, choice = state.seated(area), state.choices.get(area)
    racked = state.declared_hands.get(area)
    hand = state.hand(area) if racked is None else NO_HAND.known_as(racked, up=True)
    sixth, wagers = state.hands.get(sixth_at(area)), wagers_on(state, area)
    settled = next((each.settled for each in wagers if each.bet == Bet.WAGER), None)
    won = None if settled is None else settled.paid > 0
    return AreaView(
        area=area,
        player=seated.id if seated else None,
        name=seated.name if seated else None,
        hand=hand_view(hand, viewer, _named),
        discards=hand_view(state.hand(*discards_at(area)), viewer, _named),
        sixth=None if sixth is None else SixthView(sixth.cards[0], won),
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
        limits=state.limits,
        pays=pays,
        chips=state.terms.chips.cents,
        notices=state.notices,
        version=state.terms_version,
        under={
            "limits": (CLAUSES.sign, CLAUSES.sixth_lower),
            "minimum": (CLAUSES.under_minimum,),
            "declared": (cite("DC 9.1:Two Pairs"),),
            "dead hand": (cite("DC 11.1.9"), cite("DC 9.1:Dead Hand")),
            "maximum payout": (CLAUSES.maximum_payout,),
            "jackpot": (CLAUSES.jackpot_schedule,),
            "english": (CLAUSES.english,),
            "absent": (CLAUSES.absent, "ruling 25"),
            "exposed sixth card": (CLAUSES.exposed_dealt, "ruling 26"),
        },
        maximum_payout=state.maximum_payout,
        jackpot=state.jackpot,
        english_only=state.english_only,
        coming_limits=state.coming_limits,
        absent_when_time_runs_out=state.terms.absent_when_time_runs_out,
        exposed_sixth_spares_settled=state.terms.exposed_sixth_spares_settled,
    )


def _supervision(state: State) -> SupervisionView:
    return SupervisionView(tuple(sorted(state.act_first)), state.kept_apart, tuple(sorted(state.out_of_casino)))
