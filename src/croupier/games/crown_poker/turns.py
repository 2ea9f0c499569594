"""Who is asked at a Crown Poker table: to wager beside, act, discard, show; and what is done for the silent."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.games.crown_poker.acting import at_turn, bounds_of
from croupier.games.crown_poker.actions import CallBet, Check, Fold, Raise
from croupier.games.crown_poker.blinds import BeginHand
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.discards import Discard, choosing
from croupier.games.crown_poker.showdown import MuckHand, ShowHand, may_muck, shown_under
from croupier.games.crown_poker.state import Play, State
from croupier.games.crown_poker.straddling import DeclineStraddle, Straddle
from croupier.games.crown_poker.terms import STREETS
from croupier.table.contract import Clauses, Command, Pace, Turn


def side_wagers_turn(state: State, clauses: PokerClauses) -> Turn:
    """Everyone has the same time to place side wagers before the hand begins."""
    return Turn(
        key=f"side wagers {state.round + 1}",
        player=None,
        choices=(),
        silent=BeginHand(),
        pace=Pace.BETTING,
        under=(clauses.side_before_cards,),
    )


def acting_turn(state: State, play: Play, clauses: PokerClauses) -> Turn:
    """To act: the silent check, or have a dead hand where they face a bet (CP 6.15)."""
    who = play.at(play.asked[0])
    player = who.player
    now = at_turn(state, play, who)
    first: Command = CallBet(player=player) if now.owed else Check(player=player)
    choices = [first]
    bounds = bounds_of(state, now)
    if bounds is not None:
        choices.append(Raise(to=bounds.low, player=player))
    choices.append(Fold(player=player))
    here = f"act {state.round} {play.street} {who.seat} {play.betting.level}"
    bought = who.extended_at == (play.street, play.betting.level)
    return Turn(
        key=f"{here} {who.extended}",
        player=player,
        choices=tuple(choices),
        silent=Fold(player=player) if now.owed else Check(player=player),
        pace=Pace.CHOICE,
        under=_acting_under(state, play, clauses),
        seconds=state.setting.seconds_to_act + (state.setting.extra_seconds if bought else 0) or None,
        prolongs=f"{here} {who.extended - 1}" if bought else "",
        more=state.setting.extra_seconds if bought else 0,
    )


def _acting_under(state: State, play: Play, clauses: PokerClauses) -> Clauses:
    """What has this player asked: the order of the round, and an early act that others have gone above."""
    under: Clauses = (clauses.time, STREETS[play.street].open)
    if not play.street and play.acted and all([play.at(seat).folded for seat in play.acted]):
        under = (*under, clauses.passed_on)
    return (*under, clauses.early_raised) if play.early_of(play.asked[0]) is not None else under


def straddling_turn(state: State, play: Play, clauses: PokerClauses) -> Turn:
    """To straddle or not; the silent do not."""
    who = play.at(play.straddler)
    silent = DeclineStraddle(player=who.player)
    return Turn(
        key=f"straddle {state.round} {who.seat}",
        player=who.player,
        choices=(silent, Straddle(player=who.player)),
        silent=silent,
        pace=Pace.ANSWER,
        under=(clauses.straddle,),
    )


def discarding_turns(state: State, play: Play, clauses: PokerClauses) -> Iterator[Turn]:
    """To discard: all at once, the first from the button's left first; of the silent the card dealt last goes."""
    for who in map(play.at, choosing(state, play)):
        choices = tuple([Discard(nth=nth, player=who.player) for nth in range(state.hand(who.seat).size, 0, -1)])
        chosen = play.chosen_by(who.seat)
        yield Turn(
            key=f"discard {state.round} {who.seat}",
            player=who.player,
            choices=choices,
            silent=choices[0] if chosen is None else Discard(nth=chosen, player=who.player),
            pace=Pace.CHOICE,
            under=(state.setting.game.discard, clauses.time),
        )


def showing_turn(state: State, play: Play, clauses: PokerClauses) -> Turn:
    """To show or muck; the cards of the silent and of the excluded are shown, for cards speak.

    Where no choice remains nobody is waited for.
    """
    who = play.at(play.to_show[0])
    show = ShowHand(seat=who.seat, player=who.player)
    mucks = who.player not in state.excluded and may_muck(state, play, who.seat)
    return Turn(
        key=f"show {state.round} {who.seat}",
        player=who.player,
        choices=(show, MuckHand(player=who.player)) if mucks else (show,),
        silent=show,
        pace=Pace.ANSWER if mucks else Pace.CARD,
        under=shown_under(play, clauses),
    )
