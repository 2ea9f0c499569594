"""What an entry into a Magnificent Sevens Tournament is worth, counted by hand from Table 3."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.games.blackjack.terms import SEVENS_PLACES
from croupier.odds import analysis
from croupier.odds.blackjack.entry import entry, entry_worth
from croupier.odds.blackjack.side_bets import magnificent_sevens, perfect_pairs


def test_an_entry_is_worth_its_bonus_and_an_equal_part_of_the_prizes() -> None:
    # 250 + 50 + 25 + 15 + 10 + 10 + 10 thousand are the pool of $370,000; 49 bonuses of $770 are $37,730.
    assert sum(SEVENS_PLACES.values()) == 370_000_00
    assert entry_worth() == Fraction(370_000 + 37_730, 49) == Fraction(407_730, 49)


@pytest.mark.parametrize("times", [1, 2, 3, 4])
def test_larger_tournaments_have_as_much_for_each_entry(times: int) -> None:
    pool = {1: 370_000, 2: 740_000, 3: 1_110_000, 4: 1_480_000}[times]
    assert entry_worth() == 770 + Fraction(pool, 49 * times)


def test_each_wager_gains_the_same_whatever_its_stake() -> None:
    """Eight decks: 32 of 416 cards are a seven, then 7 of 415 one of its suit, then 6 of 414."""
    found = entry(1, (perfect_pairs(8), magnificent_sevens(1, 8)))
    assert found is not None
    assert found.chance == Fraction(32 * 7 * 6, 416 * 415 * 414)
    assert found.a_wager == found.chance * Fraction(407_730, 49)  # 15.6 cents


def test_where_no_entry_can_be_won_none_is_told() -> None:
    assert entry(2, (magnificent_sevens(2, 8),)) is None
    assert entry(1, (perfect_pairs(8),)) is None
    assert entry(None, (perfect_pairs(8),)) is None


def test_the_sheet_tells_it_beside_what_the_wager_pays() -> None:
    blackjack = analysis("blackjack")
    sheet = blackjack.sheet(blackjack.settings(sevens=1))
    told = blackjack.data(sheet)["entry"]
    line = next(line for wager in sheet.wagers for line in wager.outcomes if line.name == "Three Sevens same suit")
    each = Fraction(line.probability) * Fraction(407_730, 49)
    assert told["entry"]["exact"] == "407730/49"
    assert told["a_wager"]["exact"] == f"{each.numerator}/{each.denominator}"
    assert {row["stake"]: row["worth"]["value"] for row in told["by_stake"]}[5] == pytest.approx(float(each) / 5)
    page = blackjack.page(sheet, ())
    assert "The tournament entry that Magnificent Sevens may win" in page
    assert "407730/49" in page
    without = blackjack.sheet(blackjack.settings(sevens=2))
    assert blackjack.data(without)["entry"] is None
