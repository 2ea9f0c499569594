"""What the next card of the shoe is worth to whoever knows it when the first decision is made.

In an endless shoe, and for a player whose area is the last: who stands or surrenders leaves the card to the dealer.
Only this one card is known; after it play goes on by the best play without. A pair is split as if nothing were known,
so the true worth is a little higher than what is found here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec

from croupier.games.blackjack.terms import PONTOON_PAYS, Doubling, Playing, Readings, TwentyOne
from croupier.odds.blackjack.compositions import ACE, MOST, NATURAL, OVER, RANKS, TEN

Outcomes = tuple[float, ...]
"""The chances of 17 to 21, a natural, more than 21."""
SplitWorth = Callable[[int, int], float | None]
"""What splitting a pair of a rank is worth against an upcard; None where that is not wanted."""

_SIX, _SEVEN, _EIGHT = 5, 6, 7
_SAME_SUIT = 1 / 16
_NOT_ALLOWED = -9.0


class Hand(msgspec.Struct, frozen=True):
    """What a hand's further value turns on."""

    hard: int
    ace: bool
    """Whether there is one that may count eleven."""
    late_ace: bool
    """The same among the third card and later ones."""
    size: int

    @property
    def total(self) -> int:
        """What it counts."""
        return self.hard + 10 if self.ace and self.hard <= MOST - 10 else self.hard

    def grown(self, rank: int) -> Hand:
        """With one card more."""
        ace = rank == ACE
        late = self.late_ace or (ace and self.size > 1)
        return Hand(self.hard + rank + 1, self.ace or ace, late, min(self.size + 1, 7))


class Endless:
    """One version dealt from an endless shoe."""

    def __init__(self, playing: Playing, readings: Readings) -> None:
        self.playing = playing
        tens = 4 - len(playing.without)
        ranks = 9 + tens
        self.chances = (*(1 / ranks,) * 9, tens / ranks)
        self.level_at_21 = not readings.blackjack_beats_21
        self.soft_doubles = readings.doubles_soft_19_20
        self.value = cache(self._value)
        self.dealer = cache(self._dealer)

    def _dealer(self, hard: int, ace: bool, size: int) -> Outcomes:
        soft = ace and hard <= MOST - 10
        total = hard + 10 if soft else hard
        if size == 2 and total == MOST:
            return _only(NATURAL)
        if total > MOST:
            return _only(OVER)
        if size > 1 and total >= 17 + (soft and self.playing.draws_to_soft_17):
            return _only(total - 17)
        found = [0.0] * (OVER + 1)
        for rank, chance in enumerate(self.chances):
            for outcome, share in enumerate(self.dealer(hard + rank + 1, ace or rank == ACE, 2 if size == 1 else 3)):
                found[outcome] += chance * share
        return tuple(found)

    def against(self, upcard: int, second: int | None = None) -> Outcomes:
        """What the dealer comes to from a first card, and from a second where that is known."""
        if second is None:
            return self.dealer(upcard + 1, upcard == ACE, 1)
        return self.dealer(upcard + second + 2, ACE in (upcard, second), 2)

    def met(self, total: int, outcomes: Outcomes, bet: int = 1) -> float:
        """What a live hand gains; a natural takes one wager of a doubled hand."""
        won = outcomes[OVER] + sum(outcomes[place] for place in range(5) if 17 + place < total)
        lost = sum(outcomes[place] for place in range(5) if 17 + place > total)
        natural = 0.0 if total == MOST and self.level_at_21 else outcomes[NATURAL]
        return bet * (won - lost) - natural

    def prize(self, size: int) -> float:
        """What 21 is paid by its number of cards."""
        lines = {5: TwentyOne.FIVE_CARDS, 6: TwentyOne.SIX_CARDS, 7: TwentyOne.SEVEN_CARDS}
        return float(PONTOON_PAYS[lines.get(size, TwentyOne.OTHER)].odds.value)

    def _value(self, hand: Hand, upcard: int) -> float:
        """What a hand of three cards or more is worth by the best play."""
        if hand.total == MOST and self.playing.pays_21_at_once:
            return self.prize(hand.size)
        stand = self.met(hand.total, self.against(upcard))
        if hand.total == MOST:
            return stand
        draw = sum(chance * self.drawn(hand, upcard, rank) for rank, chance in enumerate(self.chances))
        best = max(stand, draw)
        if self.playing.doubling is Doubling.ANY_NUMBER:
            best = max(best, sum(chance * self.doubled(hand, upcard, rank) for rank, chance in enumerate(self.chances)))
        return best

    def drawn(self, hand: Hand, upcard: int, rank: int) -> float:
        """What drawing is worth when this card comes."""
        after = hand.grown(rank)
        return -1.0 if after.total > MOST else self.value(after, upcard)

    def doubled(self, hand: Hand, upcard: int, rank: int) -> float:
        """What doubling is worth when this card comes."""
        after = hand.grown(rank)
        any_number = self.playing.doubling is Doubling.ANY_NUMBER
        free = after.late_ace if any_number else after.ace
        total = after.hard + 10 if free and after.hard <= MOST - 10 else after.hard
        if total > MOST:
            return -2.0
        if total == MOST and self.playing.pays_21_at_once:
            return 2.0
        gain = self.met(total, self.against(upcard), 2)
        return max(gain, -1.0) if self.playing.rescue else gain

    def may_double(self, hand: Hand) -> bool:
        """Whether two cards may be doubled."""
        if self.playing.doubling is not Doubling.HARD_9_TO_11:
            return hand.total < MOST
        return 9 <= hand.hard <= 11 and (not hand.ace or self.soft_doubles)

    def choices(self, first: int, second: int, upcard: int, rank: int) -> list[float]:
        """What may be done with two cards that are no natural, a split apart, is worth when this card is next."""
        hand = Hand(first + second + 2, ACE in (first, second), late_ace=False, size=2)
        after = self.against(upcard, rank)
        found = [self.met(hand.total, after)]
        three = sorted((first, second, rank))
        if self.playing.pays_21_at_once and three in ([_SIX, _SEVEN, _EIGHT], [_SEVEN] * 3):
            found.append(1.5 * (1 - _SAME_SUIT) + (2 * 3 + 3) / 4 * _SAME_SUIT)
        else:
            found.append(self.drawn(hand, upcard, rank))
        found.append(self.doubled(hand, upcard, rank) if self.may_double(hand) else _NOT_ALLOWED)
        offered = any((TEN if mark in "TJQK" else ACE) == upcard for mark in self.playing.surrender_against)
        found.append(_NOT_ALLOWED if not offered else -1.0 if after[NATURAL] else -0.5)
        return found


def next_card_worth(playing: Playing, readings: Readings, split: SplitWorth) -> tuple[float, float]:
    """What a round is worth without knowing the next card at the first decision, and with it."""
    shoe = Endless(playing, readings)
    without = known = 0.0
    for first in range(RANKS):
        for second in range(RANKS):
            for upcard in range(RANKS):
                chance = shoe.chances[first] * shoe.chances[second] * shoe.chances[upcard]
                if {first, second} == {ACE, TEN}:
                    level = 0.0 if playing.pays_21_at_once else shoe.against(upcard)[NATURAL]
                    without += chance * 1.5 * (1 - level)
                    known += chance * 1.5 * (1 - level)
                    continue
                splits = split(first, upcard) if first == second else None
                apart = _NOT_ALLOWED if splits is None else splits
                ways = [shoe.choices(first, second, upcard, rank) for rank in range(RANKS)]
                means = [
                    sum(share * way[place] for share, way in zip(shoe.chances, ways, strict=True))
                    for place in range(len(ways[0]))
                ]
                without += chance * max(*means, apart)
                known += chance * sum(share * max(*way, apart) for share, way in zip(shoe.chances, ways, strict=True))
    return without, known


def _only(outcome: int) -> Outcomes:
    return tuple(float(place == outcome) for place in range(OVER + 1))
