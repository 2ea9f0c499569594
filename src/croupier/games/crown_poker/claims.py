"""What a hand of poker could have brought each player: the pots, the side wagers, and the prizes on the sign."""

from __future__ import annotations

from croupier.games.crown_poker.state import Play, Prize, State
from croupier.games.crown_poker.terms import FLOP_CHASE_ODDS, BonusKind
from croupier.table.declare import Ends
from croupier.table.state import Claim, Wager


def claims(state: State, ends: Ends | None) -> tuple[Claim, ...]:
    """For everyone who was dealt in or wagered beside, what the hand could bring and what comes of it."""
    most, got = dict[str, int](), dict[str, int]()
    if state.play is not None:
        _from_pots(state, state.play, ends, most, got)
    for wager in state.wagers:
        best = wager.cents + int(FLOP_CHASE_ODDS.pays(wager.cents))
        most[wager.player] = most.get(wager.player, 0) + best
        got[wager.player] = got.get(wager.player, 0) + _came_of(wager, best, ends)
    return tuple([Claim(state.round_now, player, cents, got[player]) for player, cents in most.items()])


def _from_pots(state: State, play: Play, ends: Ends | None, most: dict[str, int], got: dict[str, int]) -> None:
    """All that is in the middle could be anyone's who was dealt in, and so could every cash prize on the sign."""
    prizes = sum(each.cents for each in state.terms.bonuses if each.kind is BonusKind.CASH)
    for each in play.contenders:
        best = play.in_pot + prizes
        if ends is Ends.VOID:
            came = each.put + each.dead
        elif play.pots:
            shares = sum(share.cents for pot in play.pots for share in pot.shares if share.player == each.player)
            came = shares + sum(prize.cents for prize in play.won if _in_cash(prize, each.player))
        else:
            came = best
        most[each.player], got[each.player] = best, came


def _in_cash(prize: Prize, player: str) -> bool:
    return prize.player == player and prize.kind == BonusKind.CASH


def _came_of(wager: Wager, best: int, ends: Ends | None) -> int:
    """What comes of a side wager: after a misdeal it waits for the new deal, or goes back."""
    if ends is Ends.VOID:
        return wager.cents
    return best if wager.settled is None else wager.settled.returned + wager.settled.paid
