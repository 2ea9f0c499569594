"""The sheet's figures against every hand dealt one by one and the book's own pay table."""

from fractions import Fraction

import numpy as np
import pytest

from croupier.games.double_chance.terms import JACKPOT_HANDS, Bet, Declared, Jackpot
from croupier.money import Limits
from croupier.odds import analysis
from croupier.odds.double_chance.classes import hand_classes
from croupier.odds.double_chance.habits import discarding, habits
from croupier.odds.double_chance.settings import Played, Settings
from tests.odds.every_hand import every_hand

CHANCE = analysis("double-chance")
HANDS = 2_598_960
BOOK = (
    # DC 9.1 from the royal flush down to the dead hand: odds to one, and the known number of such hands.
    (200, 4),
    (50, 36),
    (20, 624),
    (6, 3744),
    (4, 5108),
    (2, 10_200),
    (1, 54_912),
    (1, 123_552),
    (1, 12),
)
SCHEDULE = (5000, 500, 200, 30, 20, 10, 100)
JACKPOT = Settings(stake=Fraction(25), jackpot_price=Fraction("2.50"), jackpot_schedule=SCHEDULE)


@pytest.fixture(scope="module")
def winning():
    """Hands times winning sixth cards, the best one, two and three cards kept, by dealing every hand."""
    return (every_hand()[1] @ np.arange(48)).tolist()


@pytest.fixture(scope="module")
def sheet():
    return CHANCE.sheet(Settings())


def edge_by_book(winning, most=200):
    declared = sum(min(odds, most) * many for odds, many in BOOK)
    discarding = HANDS - sum(many for _, many in BOOK)
    return -Fraction(declared, HANDS) - Fraction(2 * winning - 47 * discarding, 47 * HANDS)


def test_the_edge_is_what_every_hand_and_every_sixth_card_give(sheet, winning):
    (wager,) = sheet.wagers
    assert wager.edge == edge_by_book(winning[2])
    assert float(wager.edge) == pytest.approx(0.0376155, abs=5e-8)


def test_variance_and_hit_rate_from_the_same_count(sheet, winning):
    (wager,) = sheet.wagers
    square = Fraction(sum(odds**2 * many for odds, many in BOOK), HANDS) + Fraction(2_400_768, HANDS)
    assert wager.variance == square - edge_by_book(winning[2]) ** 2
    assert wager.hit_rate == Fraction(sum(many for _, many in BOOK), HANDS) + Fraction(winning[2], 47 * HANDS)


def test_each_line_has_its_odds_chance_and_clauses(sheet):
    *declared, wins, loses = sheet.wagers[0].outcomes
    assert [(line.pays, line.probability) for line in declared] == [(pays, Fraction(n, HANDS)) for pays, n in BOOK]
    assert [line.name for line in declared] == [hand.value for hand in Declared]
    assert declared[0].under[:2] == ("DC 9.1:Royal Flush", "DC 11.1.1")
    assert declared[8].under == ("DC 9.1:Dead Hand", "DC 11.1.9", "ruling 21", "ruling 22")
    assert (wins.name, wins.pays, wins.under) == ("sixth card wins", 1, ("DC 9.3", "ruling 20"))
    assert (loses.name, loses.pays, loses.under) == ("sixth card loses", -1, ("DC 9.4", "DC 9.5", "ruling 20"))
    assert wins.probability + loses.probability == Fraction(2_400_768, HANDS)


def test_habits_cost_what_their_winning_cards_say(sheet, winning):
    played = {each.habit.name: each for each in sheet.played}
    best = edge_by_book(winning[2])
    for name, wins in (("the best one card", winning[0]), ("the best two cards", winning[1])):
        assert played[name].edge == edge_by_book(wins)
        assert played[name].gives_up == edge_by_book(wins) - best == Fraction(2 * (winning[2] - wins), 47 * HANDS)
    assert played["the rule to remember"].gives_up == 0
    # One sixth card of 47 on each of 17,160 hands, lost instead of won.
    forgetful = played["the same, the last line forgotten"]
    assert forgetful.gives_up == Fraction(2 * 17_160, 47 * HANDS)
    assert forgetful.habit.wins == Fraction(winning[2] - 17_160, 47 * 2_400_768)


@pytest.mark.parametrize(("stake", "payout"), [("10", "1000"), ("10", "2000"), ("7.50", "100"), ("100", "90")])
def test_a_maximum_payout_limits_declared_hands_only(stake, payout, winning):
    found = CHANCE.sheet(Settings(stake=Fraction(stake), maximum_payout=Fraction(payout)))
    most = Fraction(payout) / Fraction(stake)
    assert found.wagers[0].edge == edge_by_book(winning[2], most)
    *declared, wins, _ = found.wagers[0].outcomes
    assert [line.pays for line in declared] == [min(odds, most) for odds, _ in BOOK]
    assert ["DC 9.2" in line.under for line in declared] == [odds > most for odds, _ in BOOK]
    assert wins.pays == 1


def test_a_maximum_payout_bites_from_the_stake_whose_winnings_reach_it(winning):
    found = CHANCE.sheet(Settings(maximum_payout=Fraction(10_000)))
    assert [(each.stake, len(each.hands)) for each in found.capped] == [
        (50, 1),
        (200, 1),
        (500, 1),
        (Fraction(10_000, 6), 1),
        (2500, 1),
        (5000, 1),
        (10_000, 3),
    ]
    assert [each.edge for each in found.capped] == [edge_by_book(winning[2], m) for m in (200, 50, 20, 6, 4, 2, 1)]
    assert CHANCE.sheet(Settings()).capped == ()


def test_the_jackpot_costs_what_the_known_numbers_of_hands_say():
    _, side = CHANCE.sheet(JACKPOT).wagers
    many = 4, 36, 624, 3744, 5108, 10_200, 12
    prizes = 5000, 500, 200, 30, 20, 10, 100
    assert [line.pays for line in side.outcomes] == [*prizes, -1]
    assert [line.probability for line in side.outcomes[:-1]] == [Fraction(each, HANDS) for each in many]
    back = sum((prize + 1) * each for prize, each in zip(prizes, many, strict=True))
    assert side.edge == 1 - Fraction(back, HANDS)
    assert side.hit_rate == Fraction(sum(many), HANDS)
    assert side.outcomes[6].under == ("DC 10.3", "DC 10.4.7", "ruling 23")
    assert side.outcomes[-1].under == ("DC 9.6",)


def test_fair_odds_on_a_royal_flush_leave_no_edge():
    fair = CHANCE.sheet(JACKPOT).jackpot.fair_royal_flush
    assert fair.denominator == 1
    _, *others = SCHEDULE
    schedule = (int(fair), *others)
    assert CHANCE.sheet(Settings(jackpot_price=Fraction(1), jackpot_schedule=schedule)).wagers[1].edge == 0


def test_wager_and_jackpot_together_are_one_unit_of_both():
    found = CHANCE.sheet(JACKPOT)
    main, side = found.wagers
    # $25 and $2.50: ten parts and one.
    assert found.together.edge == (10 * main.edge + side.edge) / 11
    assert found.jackpot.round_costs == 25 * main.edge + Fraction(5, 2) * side.edge
    lines = {line.name: line.pays for line in found.together.outcomes}
    assert lines["royal flush"] == Fraction(10 * 200 + 5000, 11)
    assert lines["two pairs"] == Fraction(10 - 1, 11)
    assert lines["sixth card loses"] == -1
    assert CHANCE.sheet(Settings()).together is None


def test_comparisons_vary_the_cards_kept_the_payout_or_the_prizes(winning):
    kept, payout, prizes = CHANCE.comparisons(JACKPOT)
    assert kept.labels == ("best", "three highest", "best two", "best one")
    assert kept.sheets[2].wagers[0].edge == edge_by_book(winning[1])
    assert payout.labels == ("none", "$1,250", "$500", "$150", "$100")
    assert payout.sheets[1].wagers[0].edge == edge_by_book(winning[2], 50)
    assert prizes.sheets[1].wagers[0].outcomes[0].pays == 10_000
    edges = [each.wagers[0].edge for each in prizes.sheets]
    assert edges == sorted(edges, reverse=True)
    assert "$99" in CHANCE.comparisons(Settings(maximum_payout=Fraction(99)))[1].labels


def test_a_further_sheet_deals_no_hand_again():
    CHANCE.comparisons(JACKPOT)
    dealt = [each.cache_info().misses for each in (hand_classes, habits, discarding)]
    other = Settings(stake=Fraction(40), maximum_payout=Fraction(3000))
    CHANCE.sheet(other)
    CHANCE.comparisons(other)
    assert dealt == [1, 1, 1] == [each.cache_info().misses for each in (hand_classes, habits, discarding)]


def test_the_settings_of_rounds_make_the_tables_terms():
    terms = Played(
        stake=Fraction(10), maximum_payout=Fraction(1000), jackpot_price=Fraction(1), jackpot_schedule=SCHEDULE, areas=5
    ).terms()
    assert terms.limits == {Bet.WAGER: Limits(1000, 1000)}
    assert (terms.areas, terms.maximum_payout) == (5, 100_000)
    assert terms.jackpot == Jackpot(100, dict(zip(JACKPOT_HANDS, SCHEDULE, strict=True)))
    assert Played().terms().jackpot is None


@pytest.mark.parametrize(
    ("make", "clause"),
    [
        (lambda: Settings(stake=Fraction(0)), "DC 5.2.1"),
        (lambda: Settings(maximum_payout=Fraction(0)), "DC 9.2"),
        (lambda: Settings(jackpot_price=Fraction(1), jackpot_schedule=(5000, 500)), "DC 10.4 has seven hands"),
        (lambda: Settings(jackpot_price=Fraction(1), jackpot_schedule=(*SCHEDULE[:6], 0)), "DC 10.3"),
        (lambda: Settings(jackpot_price=Fraction(0), jackpot_schedule=SCHEDULE), "DC 10.2"),
        (lambda: Settings(jackpot_price=Fraction(1)), "ruling 23"),
        (lambda: Settings(jackpot_schedule=SCHEDULE), "ruling 23"),
    ],
)
def test_what_the_book_forbids_is_refused(make, clause):
    with pytest.raises(ValueError, match=clause):
        make()
