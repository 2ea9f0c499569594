"""Who is asked at a Three Card Poker table: what to do with a hand, and which cards were taken by mistake."""

from __future__ import annotations

from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.hand_errors import NominateCards
from croupier.games.three_card_poker.play import FoldHand, PlayHand
from croupier.games.three_card_poker.state import State
from croupier.games.three_card_poker.terms import Bet
from croupier.table.contract import Command, Pace, Turn


def choice_turn(state: State, area: int, clauses: ThreeCardClauses) -> Turn:
    """What the player of a hand may do with it; the silent fold and keep Pair Plus."""
    player, choices = state.owner(area), list[Command]()
    ante, pair_plus = state.wager(area, Bet.ANTE), state.wager(area, Bet.PAIR_PLUS)
    if ante is not None and state.stack(ante.player) >= ante.cents:
        choices.append(PlayHand(area=area, player=player))
    if pair_plus is not None:
        choices.append(FoldHand(area=area, keep_pair_plus=True, player=player))
    choices.append(FoldHand(area=area, player=player))
    return Turn(
        key=f"choose {state.round} {area}",
        player=player,
        choices=tuple(choices),
        silent=FoldHand(area=area, keep_pair_plus=pair_plus is not None, player=player),
        pace=Pace.CHOICE,
        under=(clauses.choose,),
    )


def naming_turn(state: State, clauses: ThreeCardClauses) -> tuple[Turn, ...]:
    """The player whose hand was taken names its cards; at a real table the dealer looks at the rack instead."""
    if not state.taken_area or state.is_real:
        return ()
    names_none = NominateCards(cards=())
    return (
        Turn(
            key=f"name {state.round} {state.taken_area}",
            player=state.owner(state.taken_area),
            choices=(names_none,),
            silent=names_none,
            pace=Pace.ANSWER,
            under=(clauses.cards_nominated,),
        ),
    )
