"""Matchmaker's closed form against counting every pair of cards, and against figures worked by hand."""

from fractions import Fraction
from itertools import product

import pytest

from croupier.cards import DECK, Device
from croupier.games.matchmaker.terms import MISS_MATCH_PRIZE, Bet, Outcome, Prize, Terms, outcome_of
from croupier.money import Odds
from croupier.odds.matchmaker import sheet as matchmaker
from croupier.odds.matchmaker.settings import Settings

DECKS = (4, 5, 6, 7, 8)


def pairs(decks):
    """Every ordered pair of the cards in so many decks, and how often it occurs: no card is dealt twice."""
    for first, second in product(DECK, DECK):
        yield first, second, decks * (decks - (first is second))


def book_pays(bet, first, second, opposite_pairs_win):
    """MM 8.1 read afresh from two written cards."""
    red = [card[1] in "hd" for card in (first, second)]
    match bet:
        case "pair match":
            return 11 if first[0] == second[0] else -1
        case "suit match":
            return 11 if first == second else 2 if first[1] == second[1] else -1
        case "miss match":
            return 1 if red[0] != red[1] and (first[0] != second[0] or opposite_pairs_win) else -1


@pytest.mark.parametrize("decks", DECKS)
def test_each_outcomes_chance_is_its_share_of_all_pairs_of_cards(decks):
    counted = dict.fromkeys(Outcome, 0)
    for first, second, weight in pairs(decks):
        counted[outcome_of(first, second)] += weight
    every = 52 * decks * (52 * decks - 1)
    assert sum(counted.values()) == every
    assert matchmaker.chances(decks) == {outcome: Fraction(count, every) for outcome, count in counted.items()}


@pytest.mark.parametrize("opposite_pairs_win", [False, True])
@pytest.mark.parametrize("decks", DECKS)
def test_edge_variance_and_hit_rate_are_those_of_all_pairs_of_cards(decks, opposite_pairs_win):
    sheet = matchmaker.sheet(Settings(decks=decks, miss_match_on_opposite_pairs=opposite_pairs_win))
    every = 52 * decks * (52 * decks - 1)
    for wager in sheet.wagers:
        results = [(book_pays(wager.name, *cards, opposite_pairs_win), weight) for *cards, weight in pairs(decks)]
        mean = Fraction(sum(pays * weight for pays, weight in results), every)
        square = Fraction(sum(pays**2 * weight for pays, weight in results), every)
        assert wager.edge == -mean
        assert wager.variance == square - mean**2
        assert wager.hit_rate == Fraction(sum(weight for pays, weight in results if pays > 0), every)


@pytest.mark.parametrize(
    ("decks", "pair", "suit", "miss"),
    # By hand: Pair wins on 4N-1 of 52N-1 second cards, Suit at 2 on 12N and at 11 on N-1, Miss on 24N.
    [
        (4, Fraction(27, 207), Fraction(27, 207), Fraction(15, 207)),
        (6, Fraction(35, 311), Fraction(35, 311), Fraction(23, 311)),
        (8, Fraction(43, 415), Fraction(43, 415), Fraction(31, 415)),
    ],
)
def test_house_edges_worked_by_hand(decks, pair, suit, miss):
    assert [wager.edge for wager in matchmaker.sheet(Settings(decks=decks)).wagers] == [pair, suit, miss]


def test_counting_opposite_pairs_would_turn_miss_match_in_the_players_favour():
    miss = matchmaker.sheet(Settings(decks=8, miss_match_on_opposite_pairs=True)).wagers[2]
    assert miss.hit_rate == Fraction(208, 415)
    assert miss.edge == Fraction(-1, 415)


def test_every_line_is_the_tables_own_prize_with_its_clauses():
    terms = Settings().terms()
    for wager in matchmaker.sheet(Settings()).wagers:
        for line in wager.outcomes:
            prize = terms.prize(Bet(wager.name), Outcome(line.name))
            assert line.pays == (prize.odds.value if prize else -1)
            assert line.under[0].startswith("MM 5.5.")
            assert prize is None or line.under == prize.under


def test_miss_match_cites_ruling_11_where_it_decides():
    for wins in (False, True):
        miss = matchmaker.sheet(Settings(miss_match_on_opposite_pairs=wins)).wagers[2]
        (line,) = [line for line in miss.outcomes if line.name == Outcome.PAIR_OPPOSITE]
        assert "ruling 11" in line.under
        assert line.pays == (MISS_MATCH_PRIZE.odds.value if wins else -1)


def test_a_shuffling_machine_has_the_shoes_odds():
    assert (
        matchmaker.sheet(Settings(device=Device.MACHINE)).wagers
        == matchmaker.sheet(Settings(device=Device.SHOE)).wagers
    )


def test_the_three_bets_together_cost_the_mean_of_their_edges():
    sheet = matchmaker.sheet(Settings(decks=8))
    assert sheet.together.edge == Fraction(43 + 43 + 31, 3 * 415)
    assert [line.pays for line in sheet.together.outcomes] == [7, 3, 3, 0, Fraction(-1, 3), -1]


def test_another_pay_table_answers_what_if():
    kinder = {**Terms().pay_table, (Bet.SUIT_MATCH, Outcome.SUITED_PAIR): Prize(Odds(25), ())}
    suit = matchmaker.sheet(Settings(decks=8), kinder).wagers[1]
    assert suit.edge == Fraction(43 - 7 * (25 - 11), 415)


def test_comparisons_vary_one_term_each():
    by_decks, by_reading = matchmaker.comparisons(Settings(decks=6))
    assert [sheet.terms["decks"] for sheet in by_decks.sheets] == [4, 5, 6, 7, 8]
    assert {sheet.terms["miss_match_on_opposite_pairs"] for sheet in by_decks.sheets} == {False}
    assert [sheet.terms["miss_match_on_opposite_pairs"] for sheet in by_reading.sheets] == [False, True]
    assert {sheet.terms["decks"] for sheet in by_reading.sheets} == {6}
