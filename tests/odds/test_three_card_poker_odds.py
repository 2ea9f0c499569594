"""The sheet's figures against counts from the cards, figures worked by hand, and the book's own tables."""

from fractions import Fraction
from itertools import combinations
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.cards.ranking import FiveCards, five_cards, three_cards
from croupier.games.three_card_poker.terms import ANTE_BONUS, PAIR_PLUS, Bet
from croupier.money import Limits
from croupier.odds import analysis
from croupier.odds.setting import fields
from croupier.odds.three_card_poker.classes import hand_classes, key_of
from croupier.odds.three_card_poker.meter import MeterSystem
from croupier.odds.three_card_poker.rule import best_rule, rule_of
from croupier.odds.three_card_poker.settings import Played, Settings
from croupier.odds.three_card_poker.wagers import ante_and_play

POKER = analysis("three-card-poker")
BOOK_PAIR_PLUS = {
    # TCP Table 9: straight flush, three of a kind, straight, flush, pair.
    "A": (40, 30, 6, 4, 1),
    "B": (40, 25, 6, 4, 1),
    "C": (40, 30, 5, 4, 1),
    "D": (40, 30, 6, 3, 1),
    "E": (35, 25, 6, 4, 1),
    "F": (35, 33, 6, 4, 1),
}
BOOK_BONUS = {"A": (5, 4, 1), "B": (5, 3, 1), "C": (4, 3, 1)}
ROYALS, STRAIGHT_FLUSHES, FOURS, FULL_HOUSES, FLUSHES, STRAIGHTS = 4, 36, 624, 3744, 5108, 10200
FIVE_CARD_HANDS = 2_598_960


@pytest.fixture(scope="module")
def sheet():
    return POKER.sheet(Settings(pair_plus="E", jackpot=2, meter=Fraction(84_250), ante=Fraction(5)))


def gains(cards, bonus):
    """What playing these cards gains against each dealer hand, in Antes."""
    mine = three_cards(cards)
    for dealer in combinations([card for card in DECK if card not in cards], 3):
        theirs = three_cards(dealer)
        if theirs < (0, 12):
            yield 1 + bonus
        else:
            yield 2 * ((mine > theirs) - (mine < theirs)) + bonus


def mean(values):
    values = list(values)
    return Fraction(sum(values), len(values))


def cards(text):
    return tuple(map(Card, text.split()))


def edge_by_book(table, plays):
    """The edge from each class's own count, the bonus read afresh."""
    bonus = dict(zip((5, 4, 3), BOOK_BONUS[table], strict=True))
    total = 0
    for hand in hand_classes():
        if plays(hand):
            total += hand.many * (hand.no_hand + 2 * (hand.win - hand.lose) + 18_424 * bonus.get(int(hand.kind), 0))
        else:
            total -= hand.many * 18_424
    return -Fraction(total, 22_100 * 18_424)


def test_the_rule_found_is_queen_six_four_under_every_bonus_table():
    for table in BOOK_BONUS:
        found = POKER.sheet(Settings(ante_bonus=table))
        assert found.rule.words == found.wagers[0].strategy == ("Play Q-6-4 or better.",)


def test_queen_six_four_is_worth_playing_and_queen_six_three_is_not_by_all_dealer_hands():
    for suits in ("Qs 6s 4h", "Qs 6h 4d"):
        assert mean(gains(cards(suits), 0)) > -1
        assert mean(gains(cards(suits.replace("4", "3")), 0)) < -1


def test_ante_and_play_costs_the_well_known_share_of_the_ante():
    wager = POKER.sheet(Settings(ante_bonus="A")).wagers[0]
    assert wager.edge == edge_by_book("A", lambda hand: hand.value >= (0, 12, 6, 4))
    # 3.37 % of the Ante, and 2.01 % of all that is staked, have long been published for 5, 4 and 1.
    assert float(wager.edge) == pytest.approx(0.033730, abs=5e-7)
    assert float(POKER.sheet(Settings()).element_of_risk) == pytest.approx(0.020147, abs=5e-7)


@pytest.mark.parametrize("table", BOOK_BONUS)
def test_no_change_of_one_class_of_hands_betters_the_rule(table):
    best = edge_by_book(table, lambda hand: hand.value >= (0, 12, 6, 4))
    assert POKER.sheet(Settings(ante_bonus=table)).wagers[0].edge == best
    for changed in hand_classes()[::37]:
        other = edge_by_book(table, lambda hand, changed=changed: (hand.value >= (0, 12, 6, 4)) != (hand is changed))
        assert other > best


def test_bonus_tables_differ_by_how_often_they_pay():
    edges = {table: POKER.sheet(Settings(ante_bonus=table)).wagers[0].edge for table in BOOK_BONUS}
    assert edges["B"] - edges["A"] == Fraction(52, 22_100)
    assert edges["C"] - edges["B"] == Fraction(48, 22_100)


def test_variance_hit_rate_and_play_rate_from_a_count_of_each_class(sheet):
    wager, square, wins, played = sheet.wagers[0], 0, 0, 0
    for hand in hand_classes():
        if hand.value < (0, 12, 6, 4):
            square += hand.many * 18_424
            continue
        played += hand.many
        bonus = {5: 5, 4: 4, 3: 1}.get(int(hand.kind), 0)
        for gain, met in ((1, hand.no_hand), (2, hand.win), (0, hand.stand_off), (-2, hand.lose)):
            square += hand.many * met * (gain + bonus) ** 2
            wins += hand.many * met * (gain + bonus > 0)
    every = 22_100 * 18_424
    assert wager.variance == Fraction(square, every) - wager.edge**2
    assert wager.hit_rate == Fraction(wins, every)
    assert sheet.rule.chance == Fraction(played, 22_100)
    assert sheet.element_of_risk == wager.edge / (1 + Fraction(played, 22_100))


def test_simpler_rules_cost_more(sheet):
    every, queen = sheet.alternatives
    assert every.edge == edge_by_book("A", lambda hand: True)
    assert queen.edge == edge_by_book("A", lambda hand: hand.value >= (0, 12))
    assert sheet.wagers[0].edge < queen.edge < every.edge
    assert every.strategy == ("Play every hand.",)
    assert queen.strategy == ("Play Q-3-2 or better.",)


@pytest.mark.parametrize("table", BOOK_PAIR_PLUS)
def test_pair_plus_by_the_known_numbers_of_hands(table):
    many = 48, 52, 720, 1096, 3744
    paid = sum(pays * hands for pays, hands in zip(BOOK_PAIR_PLUS[table], many, strict=True))
    square = sum(pays**2 * hands for pays, hands in zip(BOOK_PAIR_PLUS[table], many, strict=True))
    wager = POKER.sheet(Settings(pair_plus=table)).wagers[1]
    assert wager.edge == Fraction(16_440 - paid, 22_100)
    assert wager.variance == Fraction(16_440 + square, 22_100) - wager.edge**2
    assert wager.hit_rate == Fraction(5_660, 22_100)


def test_jackpot_lines_are_the_books_prizes_with_the_stake_kept(sheet):
    lines = {line.name: line for line in sheet.wagers[2].outcomes}
    assert {name: line.pays for name, line in lines.items()} == {
        "royal flush": 84_249,
        "straight flush": 8_424,
        "four of a kind": 599,
        "full house": 99,
        "flush": 59,
        "straight": 39,
        "nothing": -1,
        "folded": -1,
    }
    # Suited hands, pairs and three of a kind always play, so only straights are lost to folds.
    many = {"royal flush": ROYALS, "straight flush": STRAIGHT_FLUSHES, "four of a kind": FOURS}
    many |= {"full house": FULL_HOUSES, "flush": FLUSHES}
    for name, count in many.items():
        assert lines[name].probability == Fraction(count, FIVE_CARD_HANDS)
    assert lines["straight"].probability < Fraction(STRAIGHTS, FIVE_CARD_HANDS)
    assert "ruling 52" in lines["straight"].under
    assert "TCP Table 4:Royal Flush" in lines["royal flush"].under


def test_straights_lost_to_folds_are_counted_from_the_cards(sheet):
    """Every five-card straight, every three of its cards: lost when those three fold."""
    lost, ranks = 0, "A23456789TJQKA"
    for start in range(10):
        for three in combinations(ranks[start : start + 5], 3):
            values = [three_cards([Card(r + s) for r, s in zip(three, suits, strict=True)]) for suits in ("cdh", "ccd")]
            assert values[0] == values[1]
            # Three of one suit (4 of 64 ways) make a flush, which plays; the other two cards have any suits.
            lost += (values[0] < (0, 12, 6, 4)) * 60 * 16
    kept = Fraction(10 * STRAIGHTS - lost, 10 * FIVE_CARD_HANDS)
    assert {line.name: line.probability for line in sheet.wagers[2].outcomes}["straight"] == kept


def test_option_1_costs_what_the_five_card_hands_say():
    bonuses = Fraction(500 * FOURS + 150 * FULL_HOUSES + 100 * FLUSHES, FIVE_CARD_HANDS)
    meter = Fraction(10 * ROYALS + STRAIGHT_FLUSHES, 10 * FIVE_CARD_HANDS)
    found = POKER.sheet(Settings(jackpot=1, meter=Fraction(100_000)))
    assert found.wagers[2].edge == 1 - bonuses - 100_000 * meter
    assert found.jackpot.edge_without_meter == 1 - bonuses
    assert found.jackpot.return_per_dollar_of_meter == meter
    assert found.jackpot.break_even == (1 - bonuses) / meter


def test_the_meter_is_rounded_up_and_shared_by_the_price():
    one = POKER.sheet(Settings(jackpot=1, meter=Fraction("12345.01"))).wagers[2]
    five = POKER.sheet(Settings(jackpot=1, price=5, meter=Fraction(5 * 12_346))).wagers[2]
    assert one.outcomes == five.outcomes
    assert one.outcomes[0].pays == 12_345


@pytest.mark.parametrize("option", [1, 2])
@pytest.mark.parametrize("price", [1, 5])
def test_break_even_is_where_the_edge_changes_sign(option, price):
    settings = Settings(jackpot=option, price=price, ante=Fraction(5 * price))
    even = POKER.sheet(settings).jackpot.break_even

    def edge(rounded):
        return POKER.sheet(replace(settings, meter=Fraction(rounded))).wagers[2].edge

    assert edge(ceil(even)) <= 0 < edge(ceil(even) - 1)


def test_the_break_even_of_a_whole_round_is_where_it_costs_nothing():
    settings = Settings(jackpot=2, ante=Fraction(5))
    facts = POKER.sheet(settings).jackpot
    around = ceil(facts.break_even_round)
    for rounded, sign in ((around, True), (around - 1, False)):
        there = POKER.sheet(replace(settings, meter=Fraction(rounded))).jackpot
        assert (there.round_costs_riding <= 0) is sign
    at = POKER.sheet(replace(settings, meter=Fraction(ceil(facts.break_even_riding))))
    without = 5 * at.wagers[0].edge
    assert without - Fraction(1, 10**5) < at.jackpot.round_costs_riding <= without


@settings(max_examples=10)
@given(st.fractions(Fraction(1, 10), 1000), st.integers(10_000, 10**9))
def test_with_option_1_no_meter_and_no_ante_change_the_fold_rule(ante, meter):
    asked = Settings(jackpot=1, meter=Fraction(meter), ante=ante)
    assert best_rule(ANTE_BONUS["A"], asked.prizes_in_antes).plays == best_rule(ANTE_BONUS["A"]).plays


@settings(max_examples=10)
@given(st.fractions(Fraction(1, 10), 1000), st.integers(10_000, 10**9))
def test_with_option_2_the_fold_rule_depends_on_the_ante_but_not_on_the_meter(sheet, ante, meter):
    rules = [
        best_rule(ANTE_BONUS["A"], Settings(jackpot=2, meter=shows, ante=ante).prizes_in_antes)
        for shows in (None, Fraction(meter))
    ]
    assert rules[0] == rules[1]
    changed = rules[0].plays != best_rule(ANTE_BONUS["A"]).plays
    assert changed == (ante < sheet.jackpot.rule_changes_below_ante)


@pytest.mark.parametrize(("text", "plays"), [("Js Ts 8h", True), ("Js Th 8d", True), ("Js Th 7d", False)])
def test_with_a_five_dollar_ante_two_open_straights_are_worth_playing(text, plays, sheet):
    held = cards(text)
    prizes = {FiveCards.STRAIGHT: 40, FiveCards.FLUSH: 60, FiveCards.FULL_HOUSE: 100, FiveCards.FOUR_OF_A_KIND: 600}
    rest = [card for card in DECK if card not in held]
    prize = mean(prizes.get(five_cards((*held, *pair))[0], 0) for pair in combinations(rest, 2))
    assert (5 * mean(gains(held, 0)) + prize > -5) is plays
    found = {key_of(hand.cards): each for hand, each in zip(hand_classes(), sheet.riding.plays, strict=True)}
    assert found[key_of(held)] is plays


def test_the_best_fold_rule_costs_a_round_less(sheet):
    facts = sheet.jackpot
    assert facts.round_costs_riding < facts.round_costs
    assert facts.round_costs == 5 * sheet.wagers[0].edge + sheet.wagers[2].edge
    assert facts.round_costs_riding == 5 * sheet.wagers[3].edge + sheet.wagers[4].edge
    assert sheet.riding.words == (
        "Play Q-6-4 or better.",
        "Play also every lower hand with two straights open, from J-T-8 down to 5-3-2.",
    )


def test_a_rule_that_suits_decide_names_them():
    odd = rule_of(lambda hand: hand.value >= (0, 12, 6, 4) or (hand.ranks == "J-T-8" and hand.suits == "abc"))
    assert odd.words[1] == "Play also these lower hands with two straights open: J-T-8 (three suits)."
    most = rule_of(lambda hand: hand.open_straights == 2 or hand.value >= (0, 12, 6, 4))
    less = rule_of(lambda hand: hand.ranks != "5-3-2" and most.plays[hand_classes().index(hand)])
    assert less.words[1] == "Play also every lower hand with two straights open except 5-3-2."


def test_each_line_cites_clauses(sheet):
    for wager in sheet.wagers:
        for line in wager.outcomes:
            assert line.under
            assert all(clause.startswith(("TCP ", "ruling ")) for clause in line.under)
    folded = sheet.wagers[0].outcomes[0]
    assert (folded.name, folded.pays, folded.under) == ("folded", -1, ("TCP 5.7.2(a)", "ruling 50"))


def test_a_fold_earns_no_bonus():
    nothing = ante_and_play(rule_of(lambda hand: hand.value >= (5, 14)), "A")
    assert nothing.outcomes[0].probability == 1 - Fraction(4, 22_100)


def test_comparisons_vary_one_table_or_the_meter():
    by_bonus, by_pair_plus, by_meter = POKER.comparisons(Settings(jackpot=2, meter=Fraction(84_250)))
    assert [by_bonus.labels, by_pair_plus.labels] == [tuple("ABC"), tuple("ABCDEF")]
    edges = [each.wagers[0].edge for each in by_meter.sheets]
    assert "$84,250" in by_meter.labels
    assert edges == sorted(edges, reverse=True)
    assert edges[0] > 0 > edges[-1]
    assert len(POKER.comparisons(Settings())) == 2


def test_the_settings_of_rounds_make_the_tables_terms():
    terms = Played(
        ante_bonus="B", pair_plus="E", jackpot=2, seed_value=20_000, price=5, ante=Fraction(25), areas=4
    ).terms()
    assert (terms.ante_bonus, terms.pair_plus, terms.areas) == ("B", "E", 4)
    assert (terms.jackpot_option, terms.jackpot_price) == (2, 500)
    assert terms.limits == dict.fromkeys((Bet.ANTE, Bet.PAIR_PLUS), Limits(2500, 2500))
    assert Played().terms().jackpot_price is None


def test_every_pay_table_of_the_book_may_be_asked_for():
    by_name = {field.name: field for field in fields(Settings)}
    assert list(by_name["ante_bonus"].by_text) == list(ANTE_BONUS)
    assert list(by_name["pair_plus"].by_text) == list(PAIR_PLUS)


@pytest.mark.parametrize(
    ("make", "clause"),
    [
        (lambda: Settings(ante_bonus="D"), "TCP 10.3"),
        (lambda: Settings(pair_plus="G"), "TCP 10.3"),
        (lambda: Settings(ante=Fraction(0)), "TCP 5.5.1"),
        (lambda: MeterSystem(option=3), "TCP 6.1.1"),
        (lambda: MeterSystem(seed=15_000), "TCP 6.3 has no seed of 15,000"),
        (lambda: MeterSystem(price=0), "TCP 6.2.3"),
        (lambda: MeterSystem(shows=Fraction(9_999)), "TCP 6.3.1"),
        (lambda: MeterSystem(price=2, shows=Fraction(19_999)), "TCP 6.3.1"),
    ],
)
def test_what_the_book_forbids_is_refused(make, clause):
    with pytest.raises(ValueError, match=clause):
        make()
