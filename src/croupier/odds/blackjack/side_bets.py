"""Magnificent Sevens, Perfect Pairs and Pontoon Pandemonium: exact chances for whole decks, or for any cards unseen.

Before a round any cards of the stack are as likely as any others to be an area's first ones, whatever lies on the other
areas; so each chance is a count of cards, and the same counts answer for a shoe from which cards are known to be gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import msgspec

from croupier.books import cite
from croupier.cards import DECK, RANKS, SUITS, Card, Counts, deck_without, take
from croupier.games.blackjack.terms import (
    PANDEMONIUM_PRIZES,
    PLAYING,
    Bet,
    Pair,
    Sevens,
    Variant,
    pair_of,
    pairs_pay,
    pandemonium_clause,
    sevens_of,
    sevens_pay,
    value,
)
from croupier.money import money
from croupier.odds.model import OutcomeLine, WagerAnalysis

NO_PAIR = "no pair"
FIRST_NOT_SEVEN = "first card no seven"
SECOND_NOT_SEVEN = "second card no seven"
NO_PONTOON = "no Pontoon"

STAND = "stand"
"""The one way to play two sevens by which no third card comes to them."""

_LOST = Fraction(-1)
_SEVENS = tuple(card for card in DECK if card.rank == "7")
_WINS_WITH_PONTOON = cite("BJ 11.4.1(a)")
_STAKE_RETURNS = cite("ruling 40")


def whole_shoe(variant: Variant, decks: int) -> Counts:
    """Every card of so many decks as the version is played with.

    >>> sum(whole_shoe(Variant.PONTOON, 4))
    192
    """
    return bytes(decks * many for many in deck_without(PLAYING[variant].without))


def perfect_pairs(decks: int, shoe: Counts | None = None) -> WagerAnalysis:
    """Perfect Pairs by the pay table of so many decks; `shoe` where cards are known to be gone."""
    shoe = whole_shoe(Variant.BLACKJACK, decks) if shoe is None else shoe
    ways = dict.fromkeys(Pair, 0)
    for first in DECK:
        for suit in SUITS:
            second = Card(first.rank + suit)
            if pair := pair_of(first, second):
                ways[pair] += shoe[first.number] * (shoe[second.number] - (first == second))
    cards = sum(shoe)
    pays = pairs_pay(decks)
    lines = [
        OutcomeLine(pair.value, Fraction(ways[pair], cards * (cards - 1)), pays[pair].odds.value, pays[pair].under)
        for pair in Pair
    ]
    rest = 1 - sum((Fraction(line.probability) for line in lines), Fraction(0))
    return WagerAnalysis(Bet.PAIRS.value, (*lines, OutcomeLine(NO_PAIR, rest, _LOST, (cite("BJ 15.5.1(b)"),))))


def magnificent_sevens(
    version: int, decks: int, *, stands_against: frozenset[str] = frozenset(), shoe: Counts | None = None
) -> WagerAnalysis:
    """Magnificent Sevens where two sevens are drawn to or split, but stood on against these ranks of the dealer's."""
    shoe = whole_shoe(Variant.BLACKJACK, decks) if shoe is None else shoe
    chances = dict.fromkeys(Sevens, Fraction(0))
    for made, chance in _sevens_made(shoe, stands_against):
        chances[made] += chance
    cards = sum(shoe)
    sevens = sum(shoe[card.number] for card in _SEVENS)
    first_missed = 1 - Fraction(sevens, cards)
    pays = sevens_pay(version, decks)
    lines = [OutcomeLine(made.value, chances[made], pays[made].odds.value, pays[made].under) for made in Sevens]
    lost = (
        OutcomeLine(SECOND_NOT_SEVEN, 1 - first_missed - sum(chances.values()), _LOST, (cite("BJ 13.4.2(b)"),)),
        OutcomeLine(FIRST_NOT_SEVEN, first_missed, _LOST, (cite("BJ 13.4.2(a)"),)),
    )
    return WagerAnalysis(Bet.SEVENS.value, (*lines, *lost))


def _sevens_made(shoe: Counts, stands_against: frozenset[str]) -> Iterator[tuple[Sevens, Fraction]]:
    """What two sevens become, and how often: for every two, every first card of the dealer's, every third card."""
    cards = sum(shoe)
    for first in _SEVENS:
        for second in _SEVENS:
            two = Fraction(shoe[first.number] * (shoe[second.number] - (first == second)), cards * (cards - 1))
            if not two:
                continue
            left = take(take(shoe, first), second)
            for upcard in DECK:
                met = two * Fraction(left[upcard.number], cards - 2)
                if not met:
                    continue
                if upcard.rank in stands_against:
                    yield _made(first, second), met
                    continue
                unseen = take(left, upcard)
                each = met / (cards - 3)
                for third in _SEVENS:
                    yield _made(first, second, third), each * unseen[third.number]
                yield _made(first, second), each * (cards - 3 - sum(unseen[card.number] for card in _SEVENS))


def _made(*cards: Card) -> Sevens:
    made = sevens_of(cards)
    assert made is not None
    return made


def third_card_adds(version: int, decks: int, upcard: str, *, suited: bool) -> Fraction:
    """What a third card adds to two sevens already won, in stakes of the wager, against this rank of the dealer's.

    The two are spades, or a spade and a heart, and a dealer's seven is a club: of another suit than either.

    >>> third_card_adds(1, 8, "T", suited=False)
    Fraction(13500, 413)
    """
    first = Card("7s")
    second = first if suited else Card("7h")
    left = take(take(whole_shoe(Variant.BLACKJACK, decks), first), second)
    shown = [card for card in DECK if card.rank == upcard and card.suit == "c"]
    unseen = take(left, shown[0])
    pays = sevens_pay(version, decks)
    two = pays[_made(first, second)].odds.value
    more = sum(
        (unseen[third.number] * (pays[_made(first, second, third)].odds.value - two) for third in _SEVENS), Fraction(0)
    )
    return more / sum(unseen)


class PlayOfSevens(msgspec.Struct, frozen=True):
    """What the wager does to the best play of two sevens against one rank of the dealer's."""

    upcard: str
    suited: bool
    alone: str
    """The best play without the wager."""
    riding: str
    """The best play with it."""
    third_card_adds: Fraction
    """In stakes of Magnificent Sevens."""
    changes_from: float | None
    """The least stake, in main wagers, from which it changes the play; None where that draws a card anyway."""


def play_of_sevens(
    values: Mapping[str, Mapping[str, float]], *, version: int, decks: int, stake: Fraction
) -> tuple[PlayOfSevens, ...]:
    """The best play of two sevens beside a stake on Magnificent Sevens, both in main wagers.

    `values` are what each way of playing them is worth to the main wager, by the rank of the dealer's first card:
    `stand` and any others, which all bring a third card.
    """
    found = []
    for upcard, ways in values.items():
        for suited in (True, False):
            adds = third_card_adds(version, decks, upcard, suited=suited)
            alone = max(ways, key=lambda way: ways[way])
            best_other = max((way for way in ways if way != STAND), key=lambda way: ways[way])
            behind = ways[alone] - ways[best_other]
            least = behind / float(adds) if alone == STAND else None
            riding = best_other if least is not None and float(stake) > least else alone
            found.append(PlayOfSevens(upcard, suited, alone, riding, adds, least))
    return tuple(found)


def pandemonium(decks: int, table: int, *, stake_returns: bool = True, shoe: Counts | None = None) -> WagerAnalysis:
    """A dollar on Pontoon Pandemonium by one of its pay tables, in both readings of ruling 40."""
    shoe = whole_shoe(Variant.PANDEMONIUM, decks) if shoe is None else shoe
    cards = sum(shoe)
    aces = sum(shoe[card.number] for card in DECK if card.rank == "A")
    tens = sum(shoe[card.number] for card in DECK if value(card) == 10)
    wins = Fraction(2 * aces * tens, cards * (cards - 1))
    prizes = PANDEMONIUM_PRIZES[table]
    possible = sum(prizes.values())
    kept = 0 if stake_returns else 1
    lines = [
        OutcomeLine(
            money(dollars),
            wins * Fraction(many, possible),
            Fraction(dollars - kept),
            (_WINS_WITH_PONTOON, cite("BJ 11.6.1"), pandemonium_clause(table, dollars), _STAKE_RETURNS),
        )
        for dollars, many in prizes.items()
    ]
    lost = OutcomeLine(NO_PONTOON, 1 - wins, _LOST, (cite("BJ 11.4.1(c)"),))
    return WagerAnalysis(Bet.PANDEMONIUM.value, (*lines, lost))


def effects_of_removal(analysed: Callable[[Counts], WagerAnalysis], shoe: Counts) -> dict[str, Fraction]:
    """By rank: how much more a unit gains when one card of it, a spade, is gone from the shoe.

    In whole decks the suits are alike, so any other suit does the same.
    """
    edge = Fraction(analysed(shoe).edge)
    return {
        rank: edge - Fraction(analysed(take(shoe, Card(rank + "s"))).edge)
        for rank in RANKS
        if shoe[Card(rank + "s").number]
    }
