"""What one player on one area can lose in a round at the most, and win: what a tournament goes by (ruling 90).

Every sum here is that of one round that can happen: what can only be lost or won in different rounds is not added up.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.games.blackjack.payouts import best
from croupier.games.blackjack.state import State
from croupier.games.blackjack.terms import (
    MOST_HANDS,
    NATURAL,
    PONTOON_PAYS,
    SUPER_BONUS_CENTS,
    SUPER_BONUS_OTHERS_CENTS,
    Bet,
    Doubling,
    TwentyOne,
)
from croupier.table.tournaments.swings import most_wagered

SIX_OF_A_SUIT = 6
"""With so many decks two hands of three spade sevens can be dealt."""


def swing(state: State) -> tuple[int, int]:
    """The most that is lost, and the most that is won, on all areas that one player may have."""
    areas = max([each.areas for each in state.people.values()], default=1)
    return areas * max(_lost(state)), areas * max(_won(state))


def _offered(state: State) -> dict[Bet, int]:
    """The most that may lie on each bet that the conditions offer beside the main one."""
    offered = () if state.reserved is None else state.reserved.offered
    return {Bet(bet): state.limits[bet].maximum for bet in offered}


def _lost(state: State) -> Iterator[int]:
    """By two cards of different value, by a pair that is split, and by a split of different cards that count ten."""
    main, beside = state.limits[state.main].maximum, _offered(state)
    insurance, all_beside = main // 2, sum(beside.values())
    split = MOST_HANDS * main
    yield 2 * main + insurance + all_beside
    yield 2 * split + insurance + all_beside - beside.get(Bet.PAIRS, 0)  # any pair wins that one
    doubles = state.terms.playing.doubling is not Doubling.HARD_9_TO_11
    yield (2 if doubles else 1) * split + insurance + all_beside


def _won(state: State) -> Iterator[int]:
    main, beside = state.limits[state.main].maximum, _offered(state)
    if not state.terms.playing.pays_21_at_once:
        # Suited sevens win every bet at once, and are split and doubled.
        yield 2 * MOST_HANDS * main + sum([best(state, most_wagered(state, bet)) for bet in beside])
        return
    three = int(PONTOON_PAYS[TwentyOne.SEVEN_CARDS].odds.pays(main))
    suited = int(PONTOON_PAYS[TwentyOne.SEVENS_SUITED].odds.pays(main))
    # Paid at once on each hand of a split; and then the dealer has a natural after all, which pays the insurance.
    yield MOST_HANDS * three + main
    if Bet.PANDEMONIUM in beside:
        yield int(NATURAL.odds.pays(main)) + best(state, most_wagered(state, Bet.PANDEMONIUM))
    bonus = max((cents for least, cents in SUPER_BONUS_CENTS.items() if main >= least), default=0)
    yield MOST_HANDS * three + SUPER_BONUS_OTHERS_CENTS  # beside another's Super Bonus
    yield three + bonus
    if state.terms.readings.bonus_after_unsuited_split:
        # Three hands of suited sevens: of the pair that was split one is no spade.
        spades = 2 if state.terms.decks >= SIX_OF_A_SUIT else 1
        yield spades * three + (MOST_HANDS - spades) * suited + MOST_HANDS * bonus
