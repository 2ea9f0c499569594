"""A round taken back to an earlier moment: later cards off the hands, later decisions undone, their stakes back.

Both what was entered wrongly (ruling 71) and what the dealer did wrongly (BJ 9.8, 9.4, 9.1.1) go this way.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.games.blackjack.bonus import BONUS_LINES
from croupier.games.blackjack.flow import SIDE_BETS, decided_already
from croupier.games.blackjack.hands import card_in_initial_deal
from croupier.games.blackjack.state import BY_CHOICE, SUBSEQUENT, Choice, Decided, Drawn, Played, State
from croupier.games.blackjack.terms import Bet
from croupier.money import Move
from croupier.table.accounts import LAYOUT
from croupier.table.hands import NO_HAND, Hand, Spot
from croupier.table.state import Stage, Wager
from croupier.table.voiding import reopened


class Moment(msgspec.Struct, frozen=True, array_like=True):
    """How far a round had come: so many cards out, so many decisions made."""

    cards: int
    decisions: int


class Back(NamedTuple):
    """A round taken back: the table, the cards that came after in their order, and the money that moves for it."""

    state: State
    cards: tuple[Drawn, ...]
    moves: tuple[Move, ...]


def before(state: State, decided: Decided) -> Moment:
    """The moment before a decision on record."""
    return Moment(decided.after, state.decisions.index(decided))


START = Moment(0, 0)
"""Before the first card."""


def taken_back(state: State, to: Moment, staying: frozenset[Spot] | None = None) -> Back:
    """The round as it was at that moment.

    Where hands are named that stay as they are, with their cards and decisions, nothing settled is undone either.
    """
    settled_stays, staying = staying is not None, staying or frozenset()
    later = {n for n, each in enumerate(state.drawn) if n >= to.cards and each.spot not in staying}
    off = tuple([each for n, each in enumerate(state.drawn) if n in later])
    served = [n for n in range(len(state.drawn)) if n not in later]
    undone = {n for n, each in enumerate(state.decisions) if n >= to.decisions and each.spot not in staying}
    made = [each for n, each in enumerate(state.decisions) if n not in undone]
    decisions = tuple([replace(each, after=sum(n < each.after for n in served)) for each in made])
    drawn = tuple([state.drawn[n] for n in served])
    misplaced = state.misplaced and any(each.due is not None for each in drawn)
    back = replace(state, drawn=drawn, misplaced=misplaced, asked=None, direction=None, nominee=None, stray=None)
    gone = list[Wager]()
    for n in sorted(undone, reverse=True):
        back, stakes = _undone(back, state.decisions[n])
        gone += stakes
    back = replace(back, decisions=decisions, decided=any(each.choice in SUBSEQUENT for each in decisions))
    back = laid(back)
    open_again = () if settled_stays else _reopened(back)
    keys = {each.key for each in open_again}
    wagers = [each.open_again() if each.key in keys else each for each in back.wagers]
    wagers = [each for each in wagers if each.settled is not None or each.bet not in BONUS_LINES]
    off_layout = tuple([Move(LAYOUT, f"stack:{each.player}", each.cents) for each in gone])
    made_moves = (*reopened((*open_again, *gone)), *off_layout)
    return Back(replace(back, wagers=tuple(wagers)), off, made_moves)


def _undone(state: State, decided: Decided) -> tuple[State, list[Wager]]:
    """The table without one decision, the last one left, and the stakes that were added by it."""
    place, player = decided.spot, decided.player
    if decided.let_go:
        state = replace(state, unsplit=state.unsplit - {place.area})
    match decided.choice:
        case Choice.INSURED:
            return _without(state, [each for each in _added(state, place, Bet.INSURANCE) if each.player == player])
        case Choice.SURRENDERED:
            return replace(state, surrendered=state.surrendered - {(place.area, player)}), []
        case Choice.WENT_ON:
            return replace(state, passed=state.passed - {player}), []
        case Choice.KEPT:
            return replace(state, kept=state.kept - {(place, player)}), []
        case Choice.STOOD:
            return _played(state, place, stood=False), []
        case Choice.DREW:
            return _played(state, place, drawing=False), []
        case Choice.DOUBLED:
            state = _played(state, place, doubled=False, drawing=False)
            return _without(state, _added(state, place, Bet.DOUBLE))
        case Choice.SPLIT:
            return _together(state, place, Spot(place.area, decided.new))
        case _:  # even money and rescue are undone with the ends of their wagers
            return state, []


def _played(state: State, place: Spot, **changes: bool) -> State:
    return replace(state, played={**state.played, place: replace(state.play_of(place), **changes)})


def _added(state: State, place: Spot, bet: str) -> list[Wager]:
    return [each for each in state.wagers if (each.spot, each.bet) == (place, bet)]


def _without(state: State, gone: list[Wager]) -> tuple[State, list[Wager]]:
    return replace(state, wagers=tuple([each for each in state.wagers if each not in gone])), gone


def _together(state: State, old: Spot, new: Spot) -> tuple[State, list[Wager]]:
    """Two hands are one again; whoever had moved to the new one alone is back on the first."""
    on_first = {each.player for each in _added(state, old, state.main)}
    state, gone = _without(state, [each for each in _added(state, new, state.main) if each.player in on_first])
    again = len(state.hands_of(old.area)) > 2
    played = {place: play for place, play in state.played.items() if place not in (old, new)}
    hands = tuple([each.hand for each in state.hands_of(old.area) if each != new])
    order = {area: each for area, each in state.order.items() if area != old.area}
    state = replace(
        state,
        wagers=tuple([replace(each, hand=old.hand) if each.spot == new else each for each in state.wagers]),
        played={**played, old: Played(split=True)} if again else played,
        order={**order, old.area: hands} if again else order,
        drawn=tuple([replace(each, spot=old) if each.spot == new else each for each in state.drawn]),
    )
    return state, gone


def laid(state: State) -> State:
    """The table with its hands as the cards on record lie; hands without the card they asked for wait for it."""
    hands = dict[Spot, Hand]()
    for each in state.drawn:
        hands[each.spot] = hands.get(each.spot, NO_HAND).face_up(each.card)
    state = replace(state, hands=hands)
    for made in state.decisions:
        if made.choice in (Choice.DREW, Choice.DOUBLED):
            came = any(each.spot == made.spot for each in state.drawn[made.after :])
            state = _played(state, made.spot, drawing=not came)
    return state


def _reopened(state: State) -> tuple[Wager, ...]:
    """The settled wagers that were not settled at that moment."""
    settled = [each for each in state.wagers if each.settled is not None]
    still = {(each.spot, each.player) for each in state.decisions if each.choice in BY_CHOICE}
    whole = len(state.drawn) >= state.initial > 0
    bare = replace(state, wagers=tuple([each.open_again() for each in state.wagers]))
    return tuple(
        [
            each
            for each in settled
            if each.player in state.people
            and not (
                whole
                and (
                    ((each.spot, each.player) in still and each.bet not in SIDE_BETS)
                    or decided_already(bare, each.open_again())
                )
            )
        ]
    )


def dropped(state: State, area: int) -> State:
    """The table once the cards of an area have been put away."""
    gone = {n for n, each in enumerate(state.drawn) if each.spot.area == area}
    decisions = [replace(each, after=each.after - sum(n < each.after for n in gone)) for each in state.decisions]
    state = replace(
        state,
        hands={place: hand for place, hand in state.hands.items() if place.area != area},
        drawn=tuple([each for n, each in enumerate(state.drawn) if n not in gone]),
        decisions=tuple(decisions),
        initial=state.initial - sum(n < state.initial for n in gone),
    )
    return state


def at_its_stage(state: State) -> State:
    """The stage that cards and decisions have brought a round to that was taken back."""
    if not state.drawn:
        return replace(state, stage=Stage.NO_MORE_BETS, staked=(), initial=0)
    if len(state.drawn) < state.initial or not state.initial:
        if card_in_initial_deal(state, state.staked) is not None:
            return replace(state, stage=Stage.DEALING, initial=0)
        state = replace(state, initial=len(state.drawn))
    return replace(state, stage=Stage.CHOOSING if state.decided else Stage.INTERIM)
