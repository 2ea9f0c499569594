"""What may happen at a table that is reserved for a tournament, and how much of the tournament it has played.

Only the tournament's own chips move there: what is not named here as an account of theirs is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec.structs import replace

from croupier.table.accounts import LAYOUT, RACK, RESERVE
from croupier.table.contract import Clauses, Event, Reason, Refusal, Turn
from croupier.table.declare import EVENTS
from croupier.table.state import BankedTable, Reservation, ShuffleCause, Step, Table, Wager

StateT = TypeVar("StateT", bound=Table)

ITS_OWN = frozenset((LAYOUT, RACK, RESERVE, "stack", "held", "pot", "slide"))
"""The accounts, as far as a colon in their names, between which chips move at a reserved table; the reserve is touched
by nothing but its release."""
SECONDS_OF_THE_ABSENT = 1
"""How long an entrant who is not there is waited for (ruling 113)."""
SHOE_USED_UP = (ShuffleCause.CUTTING_CARD_FIRST, ShuffleCause.CUTTING_CARD_LATER, ShuffleCause.SHOE_EMPTY)
"""Why cards are shuffled that were played to the end."""


def why_not_reserved_for(reserved: Reservation, events: Iterable[Event], clauses: Any) -> Refusal | None:
    """Why some of these events have no place at a table that is reserved: they belong to play for cash."""
    for event in events:
        if EVENTS[type(event)].cash_only:
            return _refused(reserved, clauses)
        for move in event.moves:
            if not (_its_own(move.source, reserved) and _its_own(move.target, reserved)):
                return _refused(reserved, clauses)
    return None


def _its_own(account: str, reserved: Reservation) -> bool:
    return account.partition(":")[0] in ITS_OWN or account == reserved.account


def _refused(reserved: Reservation, clauses: Any) -> Refusal:
    return Refusal(Reason.FORBIDDEN, (clauses.tables_reserved,), {"reserved for": reserved.title})


def why_held(state: Table, clauses: Any) -> Refusal | None:
    """Why no round begins now at a table that is reserved."""
    if state.reserved is None or not state.reserved.held:
        return None
    return Refusal(Reason.NOT_NOW, (clauses.tables_reserved,), {"play waits": state.reserved.held})


def why_set_aside(state: Table, clauses: Clauses) -> Refusal | None:
    """Why something cannot be done that one of these clauses allows: the conditions have it set aside (ruling 80)."""
    varied = {} if state.reserved is None else state.reserved.varied
    aside = tuple([each for each in clauses if varied.get(each) == 0])
    return Refusal(Reason.FORBIDDEN, (*aside, "ruling 80"), {"conditions": "have it otherwise"}) if aside else None


def why_not_offered(state: Table, bet: str, rules: Any) -> Refusal | None:
    """Why a bet is off at a table that is reserved: the conditions do not offer it beside the main one (ruling 114)."""
    reserved = state.reserved
    if reserved is None:
        return None
    refusal = why_set_aside(state, rules.bet_under(bet))
    if refusal is not None or bet in reserved.offered or bet in rules.main_bets(state):
        return refusal
    return Refusal(Reason.NO_SUCH_BET, (rules.clauses.tables_reserved, "ruling 114"), {"bet": bet})


def why_bank_too_small(state: BankedTable, player: str, cents: int, rules: Any) -> Refusal | None:
    """Why an entrant wagers nothing: all they have is less than the least of a main wager (ruling 92).

    By the ruling's other reading they may wager all of it at once.
    """
    if state.reserved is None:
        return None
    has = state.stack(player) + sum([each.cents for each in state.wagers_of(player)])
    least = min([state.limits[bet].minimum for bet in rules.main_bets(state)])
    if has >= least or (state.reserved.rest and cents == has):
        return None
    return Refusal(Reason.LIMITS, (rules.clauses.tables_reserved, "ruling 92"), {"has": has, "minimum": least})


def is_the_rest(state: BankedTable, wager: Wager) -> bool:
    """Whether a wager is all that an entrant has left, and may be less than the minimum for that."""
    if state.reserved is None or not state.reserved.rest:
        return False
    return not state.stack(wager.player) and state.wagers_of(wager.player) == (wager,)


def why_not_awarded(state: Table, number: int, clauses: Any) -> Refusal | None:
    """Why nothing is awarded for a round that was played for cash, until the table is released."""
    if state.reserved is None or number > state.reserved.since:
        return None
    facts: dict[str, str | int] = {"round": number, "reserved for": state.reserved.title}
    return Refusal(Reason.NOT_NOW, (clauses.tables_reserved,), facts)


def in_time(reserved: Reservation, turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """The turns at a reserved table: those who are absent are acted for at once."""
    if not reserved.away:
        return turns
    return tuple(
        [replace(each, seconds=SECONDS_OF_THE_ABSENT) if each.player in reserved.away else each for each in turns]
    )


def counted(before: Table, after: StateT, event: Event) -> StateT:
    """The table after an event, with the rounds and shoes that have been played since it was reserved.

    Where so many secret wagers are made in each round, nobody has made any of the next one.
    """
    reserved = after.reserved
    rounds, shoes = round_over((event,)), shoe_over(after) and not shoe_over(before)
    if reserved is None:
        return after
    if reserved.secrets_each_round and reserved.laid and EVENTS[type(event)].ends is not None:
        reserved = replace(reserved, laid={})
    if reserved is after.reserved and not (rounds or shoes):
        return after
    return replace(after, reserved=replace(reserved, rounds=reserved.rounds + rounds, shoes=reserved.shoes + shoes))


def round_over(events: Iterable[Event]) -> bool:
    """Whether these events end a round that counts.

    A round that was settled counts, and so does one that is void for another reason than its cards: a misdeal is not a
    hand (ruling 72).
    """
    return any(EVENTS[type(each)].ends is not None and _is_hand(each) for each in events)


def _is_hand(event: Event) -> bool:
    """Whether the round that an event ends is a hand, as far as the event says that it is none."""
    return bool(getattr(event, "counts", not getattr(event, "misdeal", False)))


def shoe_over(state: Table) -> bool:
    """Whether the cards have been played to the cutting card, or to the last, and are to be shuffled next."""
    return state.care.step is Step.SHUFFLE and state.care.cause in SHOE_USED_UP


def stacks(state: Table) -> dict[str, int]:
    """The chips in front of everyone at the table, in cents of its accounts: nothing for those who have none."""
    return {player: state.stack(player) for player in state.people}


def sent_back(reserved: Reservation, player: str = "") -> Reservation:
    """With no secret wagers of this player, or of anyone: those that were never opened were never made."""
    left = tuple([each for each in reserved.written if player and each.player != player])
    back = [each.player for each in reserved.written if each not in left]
    laid = {name: many - back.count(name) for name, many in reserved.laid.items() if name != player}
    return replace(reserved, written=left, laid=laid)
