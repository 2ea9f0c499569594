"""Three Card Poker rounds of one player, the dealer and two Jackpot Cards, outcomes counted.

The cards are judged afresh: nothing here uses the counts of hands and completions that the exact odds are made of.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.cards import CARDS_IN_A_DECK, DECK
from croupier.cards.card import RANKS
from croupier.cards.ranking import FiveCards, ThreeCards
from croupier.games.three_card_poker.terms import ANTE_BONUS, BONUS_PRIZES, METER_SHARE
from croupier.odds.simulate import Chunk
from croupier.odds.three_card_poker.classes import QUALIFIES, HandClass, hand_classes, key_of
from croupier.odds.three_card_poker.rule import best_rule
from croupier.odds.three_card_poker.settings import Simulated

MADE = (
    FiveCards.HIGH_CARD,
    FiveCards.STRAIGHT,
    FiveCards.FLUSH,
    FiveCards.FULL_HOUSE,
    FiveCards.FOUR_OF_A_KIND,
    FiveCards.STRAIGHT_FLUSH,
    FiveCards.ROYAL_FLUSH,
)
"""The five-card hands that are told apart; the first stands for all that win no prize."""

TRIPLES = tuple(combinations(range(CARDS_IN_A_DECK), 3))
"""Every hand by its number: the numbers of its three cards, rising."""

_NOTHING, _STRAIGHT, _FLUSH, _FULL_HOUSE, _FOUR, _STRAIGHT_FLUSH, _ROYAL = range(len(MADE))
_KINDS, _RESULTS = len(ThreeCards), 4
_KIND, _HELD, _PAIRED, _ODD, _SUITED, _SUIT, _PLAYED = 10, 13, 26, 30, 34, 35, 37
"""Where the parts of a packed hand begin; its height comes first."""
_PAIR, _TRIPS = int(ThreeCards.PAIR), int(ThreeCards.THREE_OF_A_KIND)


def chunk(settings: Simulated) -> Chunk:
    """A kernel that deals rounds and counts the sheet's outcomes under both fold rules."""
    bonus, option = ANTE_BONUS[settings.ante_bonus], settings.jackpot
    rules = [best_rule(bonus), *([best_rule(bonus, settings.prizes_in_antes)] if option else [])]
    return partial(
        play,
        rules=tuple(rule.plays for rule in rules),
        bonus=tuple(bonus),
        prizes=(*BONUS_PRIZES[option], *METER_SHARE) if option else (),
    )


def play(
    seed: int,
    rounds: int,
    *,
    rules: tuple[tuple[bool, ...], ...],
    bonus: tuple[ThreeCards, ...],
    prizes: tuple[FiveCards, ...],
) -> NDArray[np.int64]:
    """The outcome counts of so many rounds, in the order of the sheet's lines.

    Each of one or two fold rules is given by the classes of hands it plays; the second goes with a Jackpot wager.
    `bonus` and `prizes` are the hands that Ante Bonus and Jackpot wagers are paid for.
    """
    tally = _tally(np.random.Generator(np.random.PCG64(seed)), rounds, rules)
    lines = [*_ante(tally, 0, bonus), *tally.sum(axis=(0, 2, 3))[::-1]]
    if prizes:
        lines += [*_jackpot(tally, 0, prizes), *_ante(tally, 1, bonus), *_jackpot(tally, 1, prizes)]
    return np.array(lines, dtype=np.int64)


def _tally(chance: np.random.Generator, rounds: int, rules: tuple[tuple[bool, ...], ...]) -> NDArray[np.int64]:
    """Rounds by which rules played, what the three cards were, how they met the dealer's and what the five made."""
    deck = _deck()
    counts = np.zeros((4, _KINDS, _RESULTS, len(MADE)), dtype=np.int64)
    _deal(chance, rounds, _hands_by(rules), deck.lowest_qualifying, deck.pairs, deck.straights, counts)
    return counts


@lru_cache(maxsize=4)
def _hands_by(rules: tuple[tuple[bool, ...], ...]) -> NDArray[np.int64]:
    """For each hand its cards as bits and, beside them, what it is and which rules play it."""
    deck = _deck()
    played = np.array(rules, dtype=np.int64).T @ (1 << np.arange(len(rules)))
    return np.stack([deck.cards, deck.value | played[deck.class_of] << _PLAYED], axis=1)


def _ante(tally: NDArray[np.int64], rule: int, bonus: tuple[ThreeCards, ...]) -> list[int]:
    """Folded, then each result of the hands without Ante Bonus, then of the hands with each."""
    plays = (np.arange(4) >> rule & 1).astype(bool)
    by_kind = tally[plays].sum(axis=(0, 3))
    unpaid = [kind for kind in ThreeCards if kind not in bonus]
    return [tally[~plays].sum(), *by_kind[unpaid].sum(axis=0), *by_kind[list(reversed(bonus))].ravel()]


def _jackpot(tally: NDArray[np.int64], rule: int, prizes: tuple[FiveCards, ...]) -> list[int]:
    """Each prize from the best down, then played for nothing, then folded."""
    plays = (np.arange(4) >> rule & 1).astype(bool)
    made = tally[plays].sum(axis=(0, 1, 2))
    won = [made[MADE.index(prize)] for prize in sorted(prizes, reverse=True)]
    return [*won, made.sum() - sum(won), tally[~plays].sum()]


class _Deck(NamedTuple):
    """Every hand and every pair of cards by number, with all that the dealing looks up."""

    cards: NDArray[np.int64]
    class_of: NDArray[np.int64]
    value: NDArray[np.int64]
    lowest_qualifying: int
    pairs: NDArray[np.int64]
    straights: NDArray[np.int8]


@cache
def _deck() -> _Deck:
    places = {(tuple(card.rank for card in hand.cards), hand.suits): place for place, hand in enumerate(hand_classes())}
    class_of = np.array([places[key_of(tuple(DECK[card] for card in three))] for three in TRIPLES])
    heights = {value: height for height, value in enumerate(sorted({hand.value for hand in hand_classes()}))}
    packed = np.array([_packed(hand, heights[hand.value]) for hand in hand_classes()])
    suit = np.array([three[0] // 13 for three in TRIPLES])
    return _Deck(
        np.array([sum(1 << card for card in three) for three in TRIPLES]),
        class_of,
        packed[class_of] | suit << _SUIT,
        min(height for value, height in heights.items() if value >= QUALIFIES),
        np.array(list(combinations(range(CARDS_IN_A_DECK), 2))),
        _straights(),
    )


def _packed(hand: HandClass, height: int) -> int:
    """One number for what a hand is: height, kind, the ranks it holds, its paired rank and its odd one, if suited."""
    ranks = [RANKS.index(card.rank) for card in hand.cards]
    held = sum(1 << rank for rank in set(ranks))
    suited = len({card.suit for card in hand.cards}) == 1
    return height | hand.kind << _KIND | held << _HELD | ranks[0] << _PAIRED | ranks[2] << _ODD | suited << _SUITED


def _straights() -> NDArray[np.int8]:
    """For each set of ranks, whether it is a sequence of five, and 2 for the one that makes a royal flush."""
    table = np.zeros(1 << len(RANKS), dtype=np.int8)
    line = [12, *range(13)]
    for start in range(10):
        table[sum(1 << rank for rank in line[start : start + 5])] = 1 + (start == 9)
    return table


@njit(cache=True, nogil=True)
def _deal(  # noqa: PLR0917 (compiled functions take no keyword-only arguments)
    chance: np.random.Generator,
    rounds: int,
    all_hands: NDArray[np.int64],
    lowest_qualifying: int,
    pairs: NDArray[np.int64],
    straights: NDArray[np.int8],
    counts: NDArray[np.int64],
) -> None:
    """Draw whole hands, again while they share a card with one already drawn: every deal is equally likely."""
    many, many_pairs = len(all_hands), len(pairs)
    for _ in range(rounds):
        # A float draw is some 2**-38 off uniform at most, far below what any number of rounds could show.
        player = int(chance.random() * many)
        out, hand = all_hands[player, 0], all_hands[player, 1]
        dealer = int(chance.random() * many)
        while all_hands[dealer, 0] & out:
            dealer = int(chance.random() * many)
        out |= all_hands[dealer, 0]
        pair = int(chance.random() * many_pairs)
        while (out >> pairs[pair, 0] | out >> pairs[pair, 1]) & 1:
            pair = int(chance.random() * many_pairs)
        mine, theirs = hand & 1023, all_hands[dealer, 1] & 1023
        # No hand, wins, stand-off, loses: reckoned without a branch, since none could be foretold.
        result = (theirs >= lowest_qualifying) * (1 + (theirs >= mine) + (theirs > mine))
        made = _made(hand, pairs[pair, 0], pairs[pair, 1], straights)
        counts[hand >> _PLAYED, hand >> _KIND & 7, result, made] += 1


@njit(cache=True, nogil=True, inline="always")
def _made(hand: int, one: int, other: int, straights: NDArray[np.int8]) -> int:
    """What the hand becomes with two more cards."""
    first, second, kind = one % 13, other % 13, hand >> _KIND & 7
    if kind in (_PAIR, _TRIPS):
        paired, odd = hand >> _PAIRED & 15, hand >> _ODD & 15
        if kind == _TRIPS:
            return _FOUR if paired in (first, second) else _FULL_HOUSE if first == second else _NOTHING
        if first == second:
            return _FOUR if first == paired else _FULL_HOUSE if first == odd else _NOTHING
        both = (first == paired and second == odd) or (first == odd and second == paired)
        return _FULL_HOUSE if both else _NOTHING
    run = straights[hand >> _HELD & 8191 | 1 << first | 1 << second]
    suit = hand >> _SUIT & 3
    if hand >> _SUITED & 1 and one // 13 == suit and other // 13 == suit:
        return _FLUSH if run == 0 else _STRAIGHT_FLUSH if run == 1 else _ROYAL
    return _STRAIGHT if run else _NOTHING
