"""Three Card Poker: which hands to play, found hand by hand, and the rule said in a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import msgspec

from croupier.cards.ranking import FiveCards, ThreeCards
from croupier.games.three_card_poker.terms import PayTable
from croupier.odds.three_card_poker.classes import (
    DEALER_HANDS,
    DEALS,
    JACKPOT_PAIRS,
    QUALIFIES,
    HandClass,
    hand_classes,
)

Prizes = Mapping[FiveCards, Fraction]
"""What a Jackpot wager is paid for each five-card hand, in one unit for all of them."""

NO_PRIZES: Prizes = {}


class FoldRule(msgspec.Struct, frozen=True):
    """Which classes of hands are played, in the order of `hand_classes()`, and the same in words."""

    plays: tuple[bool, ...]
    words: tuple[str, ...]

    @property
    def played(self) -> tuple[HandClass, ...]:
        """The classes of hands that are played."""
        return tuple(hand for hand, plays in zip(hand_classes(), self.plays, strict=True) if plays)

    @property
    def chance(self) -> Fraction:
        """How often a hand is played."""
        return Fraction(sum(hand.many for hand in self.played), DEALS)


def best_rule(bonus: PayTable, prizes: Prizes = NO_PRIZES) -> FoldRule:
    """Play every hand that gains more, or loses less, than the Ante a fold gives up.

    `prizes` are in Antes. The price of a Jackpot wager does not matter to the decision: it is gone either way.
    """
    return rule_of(lambda hand: worth(hand, bonus) + jackpot_worth(hand, prizes) > -1)


def rule_of(plays: Callable[[HandClass], bool]) -> FoldRule:
    """The rule that plays the hands of which this is true."""
    found = tuple(plays(hand) for hand in hand_classes())
    return FoldRule(found, _words(found))


def queen_or_better(hand: HandClass) -> bool:
    """Whether the dealer would qualify with this hand: a rule that some players follow."""
    return hand.value >= QUALIFIES


def worth(hand: HandClass, bonus: PayTable) -> Fraction:
    """What playing this hand gains on average on Ante, Play and Ante Bonus, in Antes."""
    prize = bonus[hand.kind].value if hand.kind in bonus else Fraction(0)
    return Fraction(hand.no_hand + 2 * hand.win - 2 * hand.lose, DEALER_HANDS) + prize


def jackpot_worth(hand: HandClass, prizes: Prizes) -> Fraction:
    """What the Jackpot wager of this hand is paid on average when the hand is played."""
    won = [prizes[made] * pairs for made, pairs in hand.prizes.items() if made in prizes]
    return sum(won, Fraction(0)) / JACKPOT_PAIRS


def ante_below_which_prizes_matter(bonus: PayTable, prizes: Prizes) -> Fraction | None:
    """The Ante, in the prizes' unit, below which some hand is played only for its prizes; None when no hand ever is."""
    folded = (hand for hand in hand_classes() if worth(hand, bonus) <= -1)
    tempted = [(jackpot_worth(hand, prizes), -1 - worth(hand, bonus)) for hand in folded]
    return max((prize / loss for prize, loss in tempted if prize and loss), default=None)


def _words(plays: tuple[bool, ...]) -> tuple[str, ...]:
    """The lowest hand from which every one is played, then what is played below it."""
    if all(plays):
        return ("Play every hand.",)
    from_here = len(plays) - next((place for place, each in enumerate(reversed(plays)) if not each), len(plays))
    if from_here == len(plays):
        raise ValueError("a rule that folds the best hand is none that words are kept for")
    floor = hand_classes()[from_here].value
    below = [(hand, each) for hand, each in zip(hand_classes(), plays, strict=True) if hand.value < floor]
    return (
        f"Play {_named(hand_classes()[from_here])} or better.",
        *(line for open_straights in (2, 1, 0) for line in _below(open_straights, below)),
    )


def _below(open_straights: int, below: list[tuple[HandClass, bool]]) -> list[str]:
    """What is played below the floor with so many straights open: all, all but some, some, or none."""
    here = [(hand, each) for hand, each in below if hand.open_straights == open_straights]
    played = [hand for hand, each in here if each]
    folded = [hand for hand, each in here if not each]
    if not played:
        return []
    reach = {2: "two straights open", 1: "one straight open", 0: "no straight open"}[open_straights]
    if not folded:
        return [f"Play also every lower hand with {reach}, from {played[-1].ranks} down to {played[0].ranks}."]
    if len(folded) < len(played):
        return [f"Play also every lower hand with {reach} except {_listed(folded, played)}."]
    return [f"Play also these lower hands with {reach}: {_listed(played, folded)}."]


def _listed(some: list[HandClass], others: list[HandClass]) -> str:
    """Hands by their ranks, the highest first, with their suits where the same ranks are among the others too."""
    split = {hand.ranks for hand in others}
    named = (f"{hand.ranks} ({_SUITS[hand.suits]})" if hand.ranks in split else hand.ranks for hand in reversed(some))
    return ", ".join(dict.fromkeys(named))


_SUITS = {
    "aaa": "suited",
    "aab": "the two highest suited",
    "aba": "highest and lowest suited",
    "abb": "the two lowest suited",
    "abc": "three suits",
}


def _named(hand: HandClass) -> str:
    match hand.kind:
        case ThreeCards.HIGH_CARD:
            return hand.ranks
        case kind:
            return f"{kind.name.lower().replace('_', ' ')} {hand.ranks}"
