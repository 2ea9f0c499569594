"""Compiled rounds against the same rounds in words, card for card; chance, cutting card and counts on their own."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.cards import DECK, Card, Device
from croupier.games.blackjack.terms import Readings, Terms, Variant, pair_of, sevens_of
from croupier.odds.blackjack import hands_played as ways
from croupier.odds.blackjack.hands_played import HALVES_OF, THIRD
from croupier.odds.blackjack.plan import plan_of, rules_of, shortcuts_of, table_of
from croupier.odds.blackjack.rounds import PAIRS, SEVENS, deal, play_round, room
from croupier.odds.blackjack.side_bets import whole_shoe
from croupier.odds.blackjack.stack import byte_of, choose, next_card, seeded, stack_of
from croupier.odds.blackjack.strategy import DOUBLE, DRAW, STAND, Strategy, blank

from .blackjack_in_words import Area, Round

READINGS = (
    Readings(),
    Readings(blackjack_beats_21=False),
    Readings(busts_lost_to_blackjack=False, resplit_served_last=True),
    Readings(busts_lost_to_blackjack=False, all_bust_lost=True, bonus_after_unsuited_split=False),
)
UNSPLIT = 32
SUPER = {ways.SUPER_SUITED, ways.SUPER_SPADES, *range(ways.SPLIT_SUPER - 20, ways.WAYS)}
VARIANTS = (Variant.BLACKJACK, Variant.CROWN, Variant.VEGAS, Variant.PONTOON)


def strategy(variant: Variant, seed: int = 0) -> Strategy:
    """A reckless strategy that uses all that its version allows; what it says changes with the seed."""
    chance = Random(seed)
    made = blank()
    pontoon = variant is Variant.PONTOON
    for upcard in range(10):
        for size in range(5):
            for soft in (0, 1):
                for total in range(4, 21):
                    does = STAND if total > 16 - 2 * chance.random() + 2 * soft else DRAW
                    hard_9_to_11 = not soft and 9 <= total <= 11 and size == 0
                    if chance.random() < 0.4 and (pontoon or (size == 0 and variant is Variant.VEGAS) or hard_9_to_11):
                        does = DOUBLE
                    made.hands[size, soft, total, upcard] = does
                    if variant in (Variant.VEGAS, Variant.PONTOON) and upcard in (0, 9) and size == 0:
                        made.surrenders[soft, total, upcard] = chance.random() < 0.2
        for rank in range(10):
            made.splits[rank, upcard] = chance.random() < 0.8
        for total in range(21):
            made.rescues[total, upcard] = pontoon and chance.random() < 0.3
    return made


def cards_for(variant: Variant, chance: Random, rich: str = "") -> list[Card]:
    """Cards enough for a round, of which many are of certain ranks where that is asked for; of sevens, most spades."""
    pool = [card for card in DECK if not (variant is Variant.PONTOON and card.rank == "T")]
    weights = [(60 if card == "7s" else 12) if card.rank in rich else 1 for card in pool]
    return chance.choices(pool, weights, k=150)


def compiled(
    terms: Terms, plans: tuple[Any, Any, Any], order: list[Card], counted: int, *, shortcuts: bool
) -> tuple[int, int]:
    """How an area ended by the kernel, and its third card, for cards in this order."""
    plan, rules, short = plans
    table = table_of(terms)._replace(shortcuts=shortcuts)
    stack = np.array([byte_of(card) for card in order], dtype=np.uint8)
    at = np.array([0, len(stack), 0])
    laid = room()
    way = play_round(stack, at, seeded(1), table, rules, plan, short, laid, counted)
    return int(way), int(laid.work[THIRD])


@pytest.mark.parametrize("readings", READINGS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_round_is_the_same_in_words(variant: Variant, readings: Readings) -> None:
    chance = Random(f"{variant} {readings}")
    seen: Counter[Fraction] = Counter()
    bonuses = splits = 0
    for seed in range(6):
        reckless = strategy(variant, seed)
        plan = plan_of(reckless, by_first_aces=False)
        base = Terms(variant=variant, decks=4, readings=readings)
        plans = plan, rules_of(base), shortcuts_of(plan, rules_of(base))
        for number in range(120):
            areas = 1 + number % 3
            terms = Terms(variant=variant, decks=4, readings=readings, areas=areas)
            order = cards_for(variant, chance, ("", "A", "7", "8TJ", "A7JK")[number % 5])
            found = Round(terms, reckless, iter(order)).play()
            for counted, (gain, area) in enumerate(found):
                for shortcuts in (False, True):
                    way, third = compiled(terms, plans, order, counted, shortcuts=shortcuts)
                    assert HALVES_OF[way] == 2 * gain, (order, area)
                    assert third == _third(area)
                    assert (way in SUPER) == area.super_bonus
                    assert way >= UNSPLIT or way in ways_in_words(area)
                seen[gain] += 1
                bonuses += area.super_bonus
                splits += len(area.hands) > 2
    assert min(seen) <= -3
    assert max(seen) >= 3
    assert splits > 5
    assert bonuses > 0 or variant is not Variant.PONTOON


def ways_in_words(area: Area) -> set[int]:
    """The ways in which an area of one hand can have ended, by what lies there."""
    (hand,) = area.hands
    if hand.natural:
        return {ways.NATURAL_WON, ways.NATURAL_LEVEL}
    if hand.given_up:
        return {ways.GIVEN_UP, ways.GIVEN_UP_LOST}
    if hand.rescued:
        return {ways.WITHDRAWN}
    if hand.paid is not None:
        if hand.doubled:
            return {ways.DOUBLED_21}
        ranks = "".join(sorted(card.rank for card in hand.cards))
        suits = {card.suit for card in hand.cards}
        by_suits = 0 if len(suits) > 1 else 2 if suits == {"s"} else 1
        if ranks == "777":
            return {(ways.SUPER_SUITED - 1 if area.super_bonus else ways.SEVENS_MIXED) + by_suits}
        if ranks == "678":
            return {ways.STRAIGHT_MIXED + by_suits}
        return {{5: ways.FIVE_CARDS, 6: ways.SIX_CARDS}.get(len(ranks), ways.SEVEN_CARDS if len(ranks) > 6 else 9)}
    if hand.bust:
        return {ways.BUST_DOUBLED, ways.ONE_OF_TWO} if hand.doubled else {ways.BUST}
    if hand.doubled:
        return {ways.WON_DOUBLED, ways.LEVEL, ways.LOST_DOUBLED, ways.ONE_OF_TWO}
    return {ways.WON, ways.LEVEL, ways.LOST}


def _third(area: Area) -> int:
    return byte_of(area.dealt[2]) if len(area.dealt) > 2 else -1


def test_every_card_is_as_likely_at_every_place() -> None:
    """A chi-square over places and cards, of 40,000 shuffles of eight cards."""
    stack, chance = np.arange(8, dtype=np.uint8), seeded(5)
    seen = np.zeros((8, 8))
    for _ in range(40_000):
        choose(stack, chance, 0, 8)
        seen[np.arange(8), stack] += 1
    expected = 40_000 / 8
    # Forty-nine degrees of freedom: a value of 110 has a chance of less than one in a million.
    assert ((seen - expected) ** 2 / expected).sum() < 110


def test_an_empty_shoe_is_filled_with_all_but_what_lies_on_the_table() -> None:
    stack = np.arange(20, dtype=np.uint8)
    at = np.array([15, 20, 12])
    drawn = [next_card(stack, at, seeded(2)) for _ in range(5)]
    assert drawn == [15, 16, 17, 18, 19]
    after = [next_card(stack, at, seeded(3)) for _ in range(12)]
    assert sorted(after) == list(range(12))


def dealt(terms: Terms, rounds: int, seed: int, prizes: tuple[int, ...] = ()) -> NDArray[np.int64]:
    plan = plan_of(strategy(terms.variant), by_first_aces=False)
    rules = rules_of(terms)
    stack = stack_of(whole_shoe(terms.variant, terms.decks))
    table, short = table_of(terms), shortcuts_of(plan, rules)
    running = np.cumsum(np.array(prizes, dtype=np.int64))
    return np.asarray(deal(rounds, stack, seeded(seed), table, rules, plan, short, running, room()))


def test_the_same_seed_gives_the_same_counts() -> None:
    terms = Terms(areas=3, decks=6, pairs=True, sevens=1)
    assert (dealt(terms, 3_000, 8) == dealt(terms, 3_000, 8)).all()
    assert (dealt(terms, 3_000, 8) != dealt(terms, 3_000, 9)).any()


def test_shoes_and_machines_with_few_and_many_cards_behind_the_cut() -> None:
    """Down to the last card, where shoes run out in a round, every round is still played and counted."""
    for device, behind in ((Device.MACHINE, None), (Device.SHOE, None), (Device.SHOE, 1), (Device.SHOE, 104)):
        terms = Terms(areas=9, decks=4, device=device, cutting_card_behind=behind, pairs=True)
        counts = dealt(terms, 4_000, 3)
        pairs, sevens = counts[PAIRS : PAIRS + 4], counts[SEVENS : SEVENS + 6]
        assert counts[: ways.WAYS].sum() == pairs.sum() == sevens.sum() == 4_000


def test_side_bets_are_judged_as_the_table_does() -> None:
    """The bytes of two cards tell pairs apart as the terms do; three cards the sevens."""
    for first in DECK:
        for second in DECK:
            one, two = byte_of(first), byte_of(second)
            pair = pair_of(first, second)
            assert ((one ^ two) & 0b11001111 == 0) == (pair is not None)
    assert len({byte_of(card) for card in DECK}) == 52
    assert sevens_of([Card("7s"), Card("7h")]) is not None
