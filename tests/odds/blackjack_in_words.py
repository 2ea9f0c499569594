"""A round of the Blackjack family played card by card in plain words: the second reading that kernels are held against.

Written from the book and the rulings, for one wager on each area; slow, and with nothing in common with the kernel but
the strategy's tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from croupier.cards import Card
from croupier.games.blackjack.terms import Terms, Variant
from croupier.odds.blackjack.strategy import DOUBLE, DRAW, Strategy

LINES = {"mixed": Fraction(3, 2), "suited": Fraction(2), "spades": Fraction(3)}


def counted(card: Card) -> int:
    return 11 if card.rank == "A" else 10 if card.rank in "TJQK" else int(card.rank)


def rank(card: Card) -> int:
    return 0 if card.rank == "A" else counted(card) - 1


def score(cards: list[Card], hardened: int = 0) -> tuple[int, bool]:
    """The total with aces at eleven as long as that helps; of the first `hardened` cards aces count one."""
    low = sum(1 for card in cards[:hardened] if card.rank == "A")
    high = sum(1 for card in cards[hardened:] if card.rank == "A")
    total = sum(counted(card) for card in cards) - 10 * low
    while total > 21 and high:
        total, high = total - 10, high - 1
    return total, high > 0


@dataclass
class Hand:
    cards: list[Card]
    split: bool = False
    doubled: bool = False
    paid: Fraction | None = None
    rescued: bool = False
    given_up: bool = False
    aces_at_one: int = 0

    @property
    def total(self) -> int:
        return score(self.cards, self.aces_at_one)[0]

    @property
    def bust(self) -> bool:
        return self.total > 21

    @property
    def natural(self) -> bool:
        return not self.split and len(self.cards) == 2 and self.total == 21


@dataclass
class Area:
    hands: list[Hand]
    dealt: list[Card] = field(default_factory=list)
    super_bonus: bool = False


def bonus(cards: list[Card]) -> Fraction:
    """BJ 10 Table 1 for a hand of 21 that is not a Pontoon."""
    ranks = sorted(card.rank for card in cards)
    if ranks in (["6", "7", "8"], ["7", "7", "7"]):
        suits = {card.suit for card in cards}
        return LINES["mixed" if len(suits) > 1 else "spades" if suits == {"s"} else "suited"]
    by_size = {5: Fraction(3, 2), 6: Fraction(2)}
    return by_size.get(len(cards), Fraction(3) if len(cards) >= 7 else Fraction(1))


@dataclass
class Round:
    terms: Terms
    strategy: Strategy
    cards: Iterator[Card]

    def play(self) -> list[tuple[Fraction, Area]]:
        """What each area gained, and how it was played."""
        areas = [Area([Hand([next(self.cards)])]) for _ in range(self.terms.areas)]
        self.up = next(self.cards)
        for area in areas:
            area.hands[0].cards.append(next(self.cards))
            area.dealt = list(area.hands[0].cards)
        for area in areas:
            self.serve(area)
        dealers = self.dealers([hand for area in areas for hand in area.hands])
        return [(self.settle(area, dealers), area) for area in areas]

    @property
    def pontoon(self) -> bool:
        return self.terms.variant in (Variant.PONTOON, Variant.PANDEMONIUM)

    def serve(self, area: Area) -> None:
        begun = area.hands[0]
        up, pontoon = rank(self.up), self.pontoon
        if begun.natural:
            begun.paid = Fraction(3, 2) if pontoon or counted(self.up) < 10 else None
            return
        total, soft = score(begun.cards)
        first, second = begun.cards
        same = rank(first) == rank(second)
        if not (same and self.strategy.splits[rank(first), up]) and self.strategy.surrenders[int(soft), total, up]:
            begun.given_up = True
            return
        may_split, waiting = True, [begun]
        while waiting:
            hand = waiting.pop(0)
            if len(hand.cards) == 1:
                self.card(area, hand)
            while not (hand.split and hand.cards[0].rank == "A") and score(hand.cards)[0] < 21:
                total, soft = score(hand.cards)
                if len(hand.cards) == 2 and rank(hand.cards[0]) == rank(hand.cards[1]):
                    if may_split and len(area.hands) < 3 and self.strategy.splits[rank(hand.cards[0]), up]:
                        new = Hand([hand.cards.pop()], split=True)
                        hand.split = True
                        area.hands.append(new)
                        waiting.insert(len(waiting) if self.terms.readings.resplit_served_last else 0, new)
                        self.card(area, hand)
                        continue
                    may_split = False
                does = self.strategy.hands[min(len(hand.cards), 6) - 2, int(soft), total, up]
                if does == DOUBLE:
                    hand.doubled = True
                    hand.aces_at_one = 2 if pontoon else 0
                if does in (DRAW, DOUBLE):
                    self.card(area, hand)
                if does != DRAW:
                    break
            self.finish(area, hand)

    def card(self, area: Area, hand: Hand) -> None:
        card = next(self.cards)
        hand.cards.append(card)
        area.dealt.append(card)

    def finish(self, area: Area, hand: Hand) -> None:
        if not self.pontoon or hand.bust:
            return
        if hand.total == 21:
            hand.paid = Fraction(2) if hand.doubled else bonus(hand.cards)
            three = len(hand.cards) == 3 and {card.rank for card in hand.cards} == {"7"}
            one_suit = len({card.suit for card in hand.cards}) == 1
            if three and one_suit and self.up.rank == "7" and not hand.doubled:
                unsuited = area.dealt[0].suit != area.dealt[1].suit
                allowed = not hand.split or (unsuited and self.terms.readings.bonus_after_unsuited_split)
                area.super_bonus = area.super_bonus or allowed
        elif hand.doubled and self.strategy.rescues[hand.total, rank(self.up)]:
            hand.rescued = True

    def dealers(self, hands: list[Hand]) -> list[Card]:
        """The dealer's cards: as many as something turns on."""
        left = [hand for hand in hands if hand.paid is None and not hand.rescued and not hand.bust]
        drawn = [self.up]
        against_all = [hand for hand in left if not hand.natural and not hand.given_up]
        if not against_all and not (left and counted(self.up) >= 10):
            return drawn
        while True:
            drawn.append(next(self.cards))
            total, soft = score(drawn)
            if not against_all:
                return drawn
            if total >= 17 and not (soft and total == 17 and self.terms.playing.draws_to_soft_17):
                return drawn

    def settle(self, area: Area, dealers: list[Card]) -> Fraction:
        """What an area's hands gained in original wagers (rulings 30, 31, 37, 47)."""
        theirs = score(dealers)[0]
        natural = len(dealers) == 2 and theirs == 21
        readings = self.terms.readings
        gain = sum((hand.paid for hand in area.hands if hand.paid is not None), Fraction(0))
        gain -= sum(1 for hand in area.hands if hand.rescued)
        open_hands = [hand for hand in area.hands if hand.paid is None and not hand.rescued]
        if natural:
            if any(hand.given_up for hand in open_hands):
                return Fraction(-1)
            level = [
                hand for hand in open_hands if hand.natural or (hand.total == 21 and not readings.blackjack_beats_21)
            ]
            bust = [hand for hand in open_hands if hand.bust]
            alive = [hand for hand in open_hands if hand not in level and not hand.bust]
            busts = sum(2 if hand.doubled else 1 for hand in bust)
            if readings.busts_lost_to_blackjack or (readings.all_bust_lost and not alive):
                return gain - busts - bool(alive)
            return gain - bool((alive or bust) and not any(hand.rescued for hand in area.hands))
        for hand in open_hands:
            wagers = 2 if hand.doubled else 1
            if hand.given_up:
                gain -= Fraction(1, 2)
            elif hand.natural:
                gain += Fraction(3, 2)
            elif hand.bust or (theirs <= 21 and theirs > hand.total):
                gain -= wagers
            elif theirs > 21 or hand.total > theirs:
                gain += wagers
        return gain
