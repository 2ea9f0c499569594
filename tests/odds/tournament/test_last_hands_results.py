"""What hands come to together: against totals solved apart, and against rounds dealt card by card in plain words."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from croupier.games.blackjack.terms import Variant
from croupier.odds.blackjack.compositions import NATURAL, OVER
from croupier.odds.blackjack.settings import Settings
from croupier.odds.blackjack.sheet import sheet
from croupier.odds.blackjack.strategy import DOUBLE, STAND, row
from croupier.odds.tournament.last_hands.results import GAINS, MORE, NOT_IN, ONCE, dealer, results, together
from tests.odds import endless_blackjack as endless

UPCARDS = list(range(1, 11))


def test_the_dealer_comes_to_what_totals_alone_say() -> None:
    found = dealer(Variant.BLACKJACK)
    for upcard in UPCARDS:
        expected = endless.dealer(upcard)
        ends = [*(expected.get(total, 0.0) for total in range(17, 22)), expected.get("natural", 0.0), expected["over"]]
        assert found[upcard - 1] == pytest.approx(ends, abs=1e-9)


def test_with_one_wager_alone_hands_are_worth_what_standing_and_drawing_are() -> None:
    """No double and no split: each first hand does the better of the two, and a natural gains 3/2."""
    found = results(Variant.BLACKJACK)[ONCE]
    for upcard in UPCARDS:
        value = 0.0
        for first, share in endless.CARDS.items():
            for second, other in endless.CARDS.items():
                if {first, second} == {1, 10}:
                    worth = 1.5 * (1 - endless.dealer(upcard).get("natural", 0.0))
                else:
                    state = endless.with_card(endless.with_card((0, False), first), second)
                    worth = max(endless.choices(state, False, upcard).values())
                value += share * other * worth
        ends = dealer(Variant.BLACKJACK)[upcard - 1]
        mean = sum(ends[end] * found[upcard - 1, end] @ np.array(GAINS) / 2 for end in range(OVER + 1))
        assert mean == pytest.approx(value, abs=1e-9)


def test_no_wager_gains_nothing() -> None:
    found = together(Variant.BLACKJACK, 2)
    nothing = GAINS.index(0)
    assert found[NOT_IN, NOT_IN, nothing, nothing] == pytest.approx(1)
    assert found[NOT_IN, ONCE, nothing].sum() == pytest.approx(1)


def test_what_two_come_to_is_so_among_three() -> None:
    two, three = together(Variant.CROWN, 2), together(Variant.CROWN, 3)
    assert three[MORE, ONCE, MORE].sum(axis=2) == pytest.approx(two[MORE, ONCE])
    assert three[MORE, ONCE, ONCE] == pytest.approx(three[MORE, ONCE, ONCE].transpose(0, 2, 1))


@pytest.mark.parametrize("variant", [Variant.BLACKJACK, Variant.CROWN])
def test_rounds_dealt_card_by_card_come_to_the_same_together(variant: Variant) -> None:
    strategy = sheet(Settings(variant=variant, decks="infinite")).strategy
    chance, rounds = Random(7), 40_000
    seen: Counter[tuple[int, int]] = Counter()
    for _ in range(rounds):
        upcard = card(chance)
        ends = [player(chance, strategy, upcard, more) for more in (True, False)]
        against = dealers(chance, upcard, variant is Variant.CROWN)
        seen[gained(ends[0], against), gained(ends[1], against)] += 1
    expected = together(variant, 2)[MORE, ONCE]
    for first, one in enumerate(GAINS):
        for second, other in enumerate(GAINS):
            mean = expected[first, second] * rounds
            if mean < 10:
                assert seen[one, other] < mean + 20
            else:
                assert abs(seen[one, other] - mean) < 4 * np.sqrt(mean * (1 - expected[first, second]))
    apart = np.outer(expected.sum(axis=1), expected.sum(axis=0))
    assert abs(expected - apart).max() > 0.01  # one dealer's hand makes them win and lose together


def card(chance: Random) -> int:
    return min(10, chance.randint(1, 13))


def total(cards: list[int]) -> tuple[int, bool]:
    hard = sum(cards)
    return (hard + 10, True) if 1 in cards and hard <= 11 else (hard, False)


def player(chance: Random, strategy, upcard: int, more: bool) -> list[tuple[list[int], int]]:  # type: ignore[no-untyped-def]
    """The hands that one comes to, each with its wagers."""
    cards = [card(chance), card(chance)]
    if sorted(cards) == [1, 10]:
        return [(cards, 1)]
    if more and cards[0] == cards[1] and strategy.splits[cards[0] - 1, upcard - 1]:
        hands = []
        for first in cards:
            hand = [first, card(chance)]
            hands.append((hand if first == 1 else drawn(chance, strategy, upcard, hand, False)[0], 1))
        return hands
    return [drawn(chance, strategy, upcard, cards, more)]


def drawn(chance: Random, strategy, upcard: int, cards: list[int], more: bool) -> tuple[list[int], int]:  # type: ignore[no-untyped-def]
    while True:
        count, soft = total(cards)
        if count >= 21:
            return cards, 1
        does = strategy.hands[(*row(len(cards), soft, count), upcard - 1)]
        if does == STAND:
            return cards, 1
        cards = [*cards, card(chance)]
        if does == DOUBLE and more:
            return cards, 2
        more = False


def dealers(chance: Random, upcard: int, soft_17: bool) -> int:
    """What the dealer comes to: a total, or 99 for a natural."""
    cards = [upcard]
    while True:
        cards.append(card(chance))
        if sorted(cards) == [1, 10]:
            return 99
        count, soft = total(cards)
        if count > 17 or (count == 17 and not (soft and soft_17)):
            return count


def gained(hands: list[tuple[list[int], int]], against: int) -> int:
    """In half wagers; a natural of the dealer's takes those bust and one wager more if any hand is not."""
    if len(hands) == 1 and sorted(hands[0][0]) == [1, 10]:
        return 0 if against == 99 else 3
    counts = [(total(cards)[0], wagers) for cards, wagers in hands]
    bust = sum(wagers for count, wagers in counts if count > 21)
    if against == 99:
        return -2 * (bust + any(count <= 21 for count, _ in counts))
    gain = -bust
    for count, wagers in counts:
        if count <= 21:
            gain += wagers * (1 if against > 21 or count > against else 0 if count == against else -1)
    return 2 * gain


def test_a_natural_takes_one_wager_of_a_double() -> None:
    """Against a ten that becomes a natural nobody loses two wagers but with a doubled hand that is bust, or a split."""
    found = results(Variant.BLACKJACK)[ONCE]
    assert found[9, NATURAL, GAINS.index(-4)] == 0
    assert found[9, NATURAL, GAINS.index(2)] == 0
    assert found[9, NATURAL, GAINS.index(0)] == pytest.approx(2 * 4 / 13 / 13)  # a natural is level with it
