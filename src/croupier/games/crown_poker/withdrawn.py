"""Bets that went back to their player in the middle of a round: nobody has to match them any more."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.crown_poker.betting import raised
from croupier.games.crown_poker.state import Contender, Play, State


def bets_withdrawn(state: State, play: Play) -> Play:
    """The round as it stood before a bet or raise that has gone back; those who had acted by then are not asked again.

    A call that others made with all their chips stands, and is what it takes to stay in. A blind keeps its full size.
    """
    nominal = 0 if play.street else state.setting.big_blind
    top = max([nominal, *[each.bet for each in play.contenders]])
    stood = [place for place, each in enumerate(play.raised_from) if each.betting.level <= top]
    if top >= play.betting.level or not stood:
        return play
    place = stood[-1]
    before = play.raised_from[place]
    straddle = not play.street and place < play.straddles  # posted before anyone was asked
    waiting = play.asked if straddle else before.asked
    betting, reopened, higher = before.betting, True, top > before.betting.level
    if higher:
        add_up = state.terms.readings.short_all_ins_add_up
        betting, reopened = raised(state.setting.limit, play.street, betting, top, add_up=add_up)
    asked = tuple([seat for seat in play.asked if seat in waiting or (higher and play.at(seat).bet < top)])
    return replace(
        play,
        contenders=tuple([_asked(each, each.seat in waiting, reopened) for each in play.contenders]),
        betting=betting,
        asked=asked,
        bettor=before.bettor,
        raised_from=play.raised_from[:place],
        straddles=place if straddle else play.straddles,
    )


def _asked(each: Contender, waited: bool, reopened: bool) -> Contender:
    """Someone who has acted already may only call what is no whole raise."""
    only_calls = not (reopened or waited)
    return replace(each, only_calls=only_calls) if only_calls is not each.only_calls else each
