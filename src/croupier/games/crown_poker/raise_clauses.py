"""What a bet or raise rests on, or that none can be made: the clauses, and the rulings where they decide."""

from __future__ import annotations

from croupier.games.crown_poker.acting import Acting
from croupier.games.crown_poker.betting import MOST_RAISES, After, Bounds
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.flow import able
from croupier.games.crown_poker.state import State
from croupier.games.crown_poker.terms import LimitKind
from croupier.table.contract import Clauses, Reason, Refusal

HEAD_TO_HEAD = 2


def why_no_raise(state: State, now: Acting, clauses: PokerClauses) -> Refusal:
    """Why the one who acts may only call or fold."""
    betting, structured = now.play.betting, state.setting.limit.structured
    if now.chips <= now.owed:
        under = (clauses.all_in, clauses.raise_, clauses.table_stakes)
        return Refusal(Reason.NOT_ENOUGH_CHIPS, under, {"has": now.chips, "call": now.owed})
    if now.who.barred:
        return Refusal(Reason.FORBIDDEN, (clauses.early_check, "ruling 121"), {"may": "call or fold"})
    if now.who.only_calls:
        if betting.level == betting.whole:  # no all-in was short: their own chips were
            return Refusal(Reason.FORBIDDEN, (clauses.short_of_call,), {"may": "call or fold"})
        short: Clauses = (clauses.short_of_half if structured else clauses.short_of_raise, "ruling 62")
        # several short all-ins together, or one that opened the round
        adds_up = not structured and betting.level - betting.whole >= betting.least
        read = ("ruling 117",) if adds_up or not betting.whole else ()
        return Refusal(Reason.FORBIDDEN, (*short, *read), {"may": "call or fold"})
    if len(able(state, now.play)) < HEAD_TO_HEAD:
        return Refusal(Reason.FORBIDDEN, (clauses.all_in,), {"able to call": 0})
    return Refusal(Reason.LIMITS, (clauses.raises, "ruling 117"), {"raises": betting.raises})


def why_not_to(state: State, now: Acting, bounds: Bounds, to: int, clauses: PokerClauses) -> Refusal | None:
    """Why the one who acts cannot bet or raise to an amount: more than their stack, or out of the bounds."""
    has = now.who.bet + now.chips
    if to > has:
        return Refusal(Reason.NOT_ENOUGH_CHIPS, (clauses.table_stakes,), {"has": has, "offered": to})
    if not bounds.low <= to <= bounds.high:
        facts = {"least": bounds.low, "most": bounds.high, "offered": to}
        return Refusal(Reason.LIMITS, size_clauses(state, now, bounds, clauses), facts)
    return None


def size_clauses(state: State, now: Acting, bounds: Bounds, clauses: PokerClauses) -> Clauses:
    """What the size of a bet or raise rests on, by the kind of limit and by what was bet before."""
    limit, play = state.setting.limit, now.play
    kind, betting = limit.kind, play.betting
    found = [clauses.raise_size]
    if limit.by_the_pot:
        found.append(clauses.pot_ratio)
        half_is_less = kind is LimitKind.HALF_POT and bounds.low == bounds.high < now.who.bet + now.chips
        if play.slide or half_is_less:
            found.append("ruling 118")
    if kind is LimitKind.SPREAD:
        found.append(clauses.spread)
    if play.straddles and not play.street and not betting.raises and kind is not LimitKind.FIXED:
        over_one = play.straddles == 1 or state.terms.readings.straddle_is_the_raise
        found.append("ruling 118" if over_one else "ruling 123")
    opened_short = betting.level and not betting.whole
    if opened_short or (limit.structured and betting.level != betting.whole):
        found.append("ruling 117")
    return tuple(dict.fromkeys(found))


def counted_clauses(state: State, now: Acting, clauses: PokerClauses) -> Clauses:
    """What lets a raise be made beyond the three of a round: the two who can still bet are head to head."""
    beyond = state.setting.limit.structured and now.play.betting.raises >= MOST_RAISES
    return (clauses.raises, "ruling 117") if beyond else ()


def all_in_clauses(state: State, now: Acting, after: After, to: int, clauses: PokerClauses) -> Clauses:
    """What an all-in that is no whole raise rests on."""
    betting = now.play.betting
    if state.setting.limit.structured:
        short = after.betting.level - betting.whole < betting.least
        clause = clauses.half_or_more if after.reopened else clauses.short_of_half
        measured = ("ruling 117",) if betting.level != betting.whole else ()
        return (clauses.all_in, clause, "ruling 62", *measured) if short else (clauses.all_in,)
    if not after.reopened:
        adds_up = to - betting.whole >= betting.least
        return (clauses.all_in, clauses.short_of_raise, "ruling 62", *(("ruling 117",) if adds_up else ()))
    added_up = to - betting.level < betting.least
    return (clauses.all_in, clauses.short_of_raise, "ruling 117") if added_up else (clauses.all_in,)
