"""Who is asked at a table of the Blackjack family, their choices, and what is done for the silent."""

from __future__ import annotations

from croupier.games.blackjack.choices import Double, Draw, Split, Stand, deciding, directed, wager_on
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.early import GoOn, Insure, Surrender, TakeEvenMoney
from croupier.games.blackjack.face_down import TurnUpHand
from croupier.games.blackjack.flow import may_insure, may_surrender, may_take_even_money, rescuable, undecided
from croupier.games.blackjack.hands import may_double, may_split
from croupier.games.blackjack.misdeals import CallForDealersCard, may_call
from croupier.games.blackjack.rescue import KeepDouble, Rescue
from croupier.games.blackjack.sharing import GoAlong, StayOut
from croupier.games.blackjack.state import Asked, State
from croupier.games.blackjack.terms import Bet
from croupier.table.contract import Command, Pace, Turn
from croupier.table.hands import Spot


def early_turns(state: State, clauses: BlackjackClauses) -> tuple[Turn, ...]:
    """Insurance, even money and surrender, offered to each player; the silent go on without."""
    return tuple([_early(state, player, clauses) for player in undecided(state)])


def _early(state: State, player: str, clauses: BlackjackClauses) -> Turn:
    choices: list[Command] = []
    for each in state.wagers_of(player):
        if may_insure(state, each) and state.stack(player) and each.at_risk > 1:
            less = _less(state, player, each.at_risk // 2)
            choices.append(Insure(area=each.area, cents=less, player=player))
        if may_take_even_money(state, each):
            choices.append(TakeEvenMoney(area=each.area, player=player))
        if may_surrender(state, each):
            choices.append(Surrender(area=each.area, player=player))
        if each.bet == state.main and state.covered(each.spot) and state.caller(each.area) == player:
            choices.append(TurnUpHand(area=each.area, player=player))
    go_on = GoOn(player=player)
    return Turn(
        key=f"early {state.round} {player}{_offered_anew(state, player)}",
        player=player,
        choices=(*choices, go_on),
        silent=go_on,
        pace=Pace.CHOICE,
        under=(clauses.insure_in_time,),
    )


def _offered_anew(state: State, player: str) -> str:
    """What tells a turn from the one before it: the areas this player shares whose caller has surrendered."""
    areas = (each.area for each in state.wagers_of(player) if each.bet == state.main)
    given_up = [str(area) for area in areas if (area, state.bettors(area)[0].player) in state.surrendered]
    return f" {','.join(given_up)}" if given_up else ""


def choice_turn(state: State, clauses: BlackjackClauses) -> tuple[Turn, ...]:
    """The caller of the hand that is served; the hand of the silent is directed as BJ 7.5.3 has it."""
    place = deciding(state)
    caller = None if place is None else state.caller_of(place)
    if place is None or caller is None or caller in state.excluded:
        return ()
    silent: Command
    if state.covered(place):
        silent, clause = TurnUpHand(area=place.area, player=caller), clauses.own_two_cards
    else:
        stands, clause = directed(state, place, clauses)
        silent = Stand(player=caller) if stands else Draw(player=caller)
    down = " face down" if state.covered(place) else ""
    return (
        Turn(
            key=f"hand {state.round} {place.area} {place.hand} {state.hand(*place).size}{down}",
            player=caller,
            choices=_choices(state, place, caller),
            silent=silent,
            pace=Pace.CHOICE,
            under=(clauses.act, clause),
        ),
    )


def _choices(state: State, place: Spot, caller: str) -> tuple[Command, ...]:
    """What a caller may do with the hand that is served."""
    found: list[Command] = [Draw(player=caller), Stand(player=caller)]
    if state.covered(place):
        found.insert(0, TurnUpHand(area=place.area, player=caller))
    wager = wager_on(state, place, caller)
    if may_double(state, place) and state.stack(wager.player):
        found.append(Double(cents=_less(state, wager.player, wager.at_risk), player=caller))
    if may_split(state, place) and state.stack(wager.player) >= wager.at_risk:
        found.append(Split(player=caller))
    if may_call(state):
        found.append(CallForDealersCard(player=caller))
    return tuple(found)


def _less(state: State, player: str, cents: int) -> int | None:
    """All that a player has left, where that is less than an amount that need not be named."""
    return None if state.stack(player) >= cents else state.stack(player)


def following_turns(state: State, asked: Asked, clauses: BlackjackClauses) -> tuple[Turn, ...]:
    """Those who share an area go along with its caller's double or split, or stay as they are, as the silent do."""
    return tuple(
        [
            Turn(
                key=f"follow {state.round} {asked.spot.area} {asked.spot.hand} {asked.bet} {player}",
                player=player,
                choices=(*_along(state, asked, player), StayOut(player=player)),
                silent=StayOut(player=player),
                pace=Pace.ANSWER,
                under=(clauses.caller,),
            )
            for player in asked.players
        ]
    )


def _along(state: State, asked: Asked, player: str) -> tuple[Command, ...]:
    own = next(each for each in state.bettors(*asked.origin) if each.player == player)
    less = _less(state, player, own.at_risk)
    return (GoAlong(cents=less, player=player),) if less is None or asked.bet is Bet.DOUBLE else ()


def rescue_turns(state: State, clauses: BlackjackClauses) -> tuple[Turn, ...]:
    """Doubled hands that are not over may be withdrawn before the dealer draws; those of the silent are played."""
    return tuple(
        [
            Turn(
                key=f"rescue {state.round} {place.area} {place.hand} {player}",
                player=player,
                choices=(
                    KeepDouble(area=place.area, hand=place.hand, player=player),
                    Rescue(area=place.area, hand=place.hand, player=player),
                ),
                silent=KeepDouble(area=place.area, hand=place.hand, player=player),
                pace=Pace.ANSWER,
                under=(clauses.rescue,),
            )
            for place, player in rescuable(state)
        ]
    )
