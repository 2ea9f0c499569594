"""Magnificent Sevens, Perfect Pairs and Pontoon Pandemonium: counted by hand, and card by card for small shoes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from croupier.cards import DECK, Card, Counts
from croupier.games.blackjack.terms import PANDEMONIUM_PRIZES, Variant
from croupier.odds.blackjack.side_bets import (
    effects_of_removal,
    magnificent_sevens,
    pandemonium,
    perfect_pairs,
    play_of_sevens,
    third_card_adds,
    whole_shoe,
)
from croupier.odds.model import WagerAnalysis

SMALL = ("7s", "7s", "7s", "7h", "7c", "Kd", "Kd", "Kh", "Ks", "2c", "As")
"""A stack small enough to deal in every order."""


def counts(*cards: str) -> Counts:
    many = Counter(map(Card, cards))
    return bytes(many[card] for card in DECK)


def chances(wager: WagerAnalysis) -> dict[str, Fraction]:
    return {line.name: Fraction(line.probability) for line in wager.outcomes}


def dealt(stands: bool) -> dict[str, Fraction]:
    """Every order of first, dealer's, second and third card, judged in words; standing leaves the third in the shoe."""
    seen: Counter[str] = Counter()
    for first, _, second, third in permutations(SMALL, 4):
        if first[0] != "7":
            seen["first card no seven"] += 1
        elif second[0] != "7":
            seen["second card no seven"] += 1
        elif third[0] == "7" and not stands:
            seen["Three Sevens same suit" if first == second == third else "Three Sevens mixed suits"] += 1
        else:
            seen["Two Sevens same suit" if first == second else "Two Sevens mixed suit"] += 1
    total = sum(seen.values())
    return {name: Fraction(many, total) for name, many in seen.items()}


def test_sevens_against_every_order_of_a_small_stack() -> None:
    drawn = chances(magnificent_sevens(1, 4, shoe=counts(*SMALL)))
    assert drawn == dealt(stands=False)
    stood = magnificent_sevens(1, 4, stands_against=frozenset("23456789TJQKA"), shoe=counts(*SMALL))
    assert {name: chance for name, chance in chances(stood).items() if chance} == dealt(stands=True)


def test_sevens_stood_on_against_a_king_alone() -> None:
    """Kings are three of the nine cards left beside two sevens; whatever else is shown, a third card comes."""
    expected: Counter[str] = Counter()
    for first, upcard, second, third in permutations(SMALL, 4):
        if first[0] == second[0] == "7":
            three = third[0] == "7" and upcard[0] != "K"
            same = first == second and (not three or third == first)
            expected[f"{'Three' if three else 'Two'} {'same' if same else 'mixed'}"] += 1
    orders = 11 * 10 * 9 * 8
    found = chances(magnificent_sevens(1, 4, stands_against=frozenset("K"), shoe=counts(*SMALL)))
    assert found["Three Sevens same suit"] == Fraction(expected["Three same"], orders)
    assert found["Three Sevens mixed suits"] == Fraction(expected["Three mixed"], orders)
    assert found["Two Sevens same suit"] == Fraction(expected["Two same"], orders)
    assert found["Two Sevens mixed suit"] == Fraction(expected["Two mixed"], orders)


def test_sevens_of_eight_decks_counted_by_hand() -> None:
    """Thirty-two sevens of 416 cards, eight of each suit."""
    two = Fraction(32 * 31, 416 * 415)
    three = two * Fraction(30, 414)
    suited = Fraction(32 * 7 * 6, 416 * 415 * 414)
    found = chances(magnificent_sevens(2, 8))
    assert found["Three Sevens same suit"] == suited
    assert found["Three Sevens mixed suits"] == three - suited
    assert found["Two Sevens same suit"] + found["Two Sevens mixed suit"] == two - three
    assert found["first card no seven"] == Fraction(12, 13)
    pays = {line.name: line.pays for line in magnificent_sevens(2, 8).outcomes}
    assert pays["Three Sevens same suit"] == 16_000
    assert pays["Three Sevens mixed suits"] == 500


def test_pairs_of_a_small_stack_and_of_eight_decks() -> None:
    seen: Counter[str] = Counter()
    for first, second in permutations(SMALL, 2):
        same_colour = (first[1] in "hd") == (second[1] in "hd")
        name = "no pair" if first[0] != second[0] else "Perfect Pair" if first == second else ""
        seen[name or ("Coloured Pair" if same_colour else "Mixed Pair")] += 1
    expected = {name: Fraction(many, 110) for name, many in seen.items()}
    assert chances(perfect_pairs(4, counts(*SMALL))) == expected
    eight = perfect_pairs(8)
    assert chances(eight)["Perfect Pair"] == Fraction(7, 415)
    assert chances(eight)["Coloured Pair"] == Fraction(8, 415)
    assert chances(eight)["Mixed Pair"] == Fraction(16, 415)
    assert eight.edge == 1 - Fraction(7 * 26 + 8 * 13 + 16 * 7, 415)


@pytest.mark.parametrize("table", PANDEMONIUM_PRIZES)
def test_pandemonium_by_hand(table: int) -> None:
    """Six decks of 48: 24 aces and 72 cards of value ten among 288; the mean prize is a sum over the table."""
    prizes = PANDEMONIUM_PRIZES[table]
    mean = Fraction(sum(dollars * many for dollars, many in prizes.items()), sum(prizes.values()))
    pontoon = Fraction(2 * 24 * 72, 288 * 287)
    assert pandemonium(6, table).edge == 1 - pontoon * (mean + 1)
    assert pandemonium(6, table, stake_returns=False).edge == 1 - pontoon * mean
    assert pandemonium(6, table).hit_rate == pontoon


def test_removing_a_card() -> None:
    """Perfect Pairs treats all cards alike, so no single one gone helps; Magnificent Sevens misses a seven."""
    shoe = whole_shoe(Variant.BLACKJACK, 8)
    assert set(effects_of_removal(lambda left: perfect_pairs(8, left), shoe).values()) == {0}
    sevens = effects_of_removal(lambda left: magnificent_sevens(1, 8, shoe=left), shoe)
    # Each card is as likely as any other to be the one that leaves, and then nothing has changed on average.
    assert sum(sevens.values()) == 0
    assert sevens["7"] < 0 < sevens["2"] == sevens["A"]
    pontoon = whole_shoe(Variant.PONTOON, 4)
    lost = effects_of_removal(lambda left: pandemonium(4, 1, shoe=left), pontoon)
    assert "T" not in lost
    assert lost["A"] < lost["K"] < 0 < lost["2"]


def test_a_third_card_beside_the_wager() -> None:
    """Eight decks, 7s 7s against a ten: of 413 cards six more are 7s, twenty-four other sevens."""
    adds = third_card_adds(1, 8, "T", suited=True)
    assert adds == Fraction(6 * (7770 - 150) + 24 * (500 - 150), 413)
    values = {"T": {"stand": -0.50, "draw": -0.52}, "6": {"stand": -0.2, "split": 0.1, "draw": -0.3}}
    by = {
        (each.upcard, each.suited): each for each in play_of_sevens(values, version=1, decks=8, stake=Fraction(1, 100))
    }
    assert by["T", True].alone == "stand"
    assert by["T", True].riding == "draw"
    assert by["T", True].changes_from == pytest.approx(0.02 * 413 / (6 * 7620 + 24 * 350))
    assert by["6", False].riding == by["6", False].alone == "split"
    assert by["6", False].changes_from is None
    small = play_of_sevens(values, version=1, decks=8, stake=Fraction(1, 10_000))
    assert {each.riding for each in small if each.upcard == "T"} == {"stand"}
