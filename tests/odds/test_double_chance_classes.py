"""Every hand of Double Chance: the classes up to suits against all 2,598,960 dealt one by one, and counts by hand."""

from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest

from croupier.cards import DECK, Card
from croupier.games.double_chance.terms import Declared, declared, sixth_card_wins
from croupier.odds.double_chance.classes import DEALS, hand_classes
from croupier.odds.double_chance.habits import BEST, REMEMBERED, discarding, habits
from croupier.odds.double_chance.kernel import HANDS, UNDECLARED, _beaten, _made
from croupier.odds.double_chance.rule import WAYS, remembered, winning
from croupier.odds.double_chance.wagers import DECLARED_HANDS
from tests.odds.every_hand import every_hand

DISCARDING = 2_400_768


@pytest.fixture(scope="module")
def every():
    return every_hand()


def dealt(row):
    """One hand of a class."""
    found = hand_classes()
    pairs = zip(found.heights[row], found.suits[row], strict=True)
    return tuple(Card("23456789TJQKA"[height - 2] + "cdhs"[suit]) for height, suit in pairs)


def test_the_classes_are_all_hands_that_are_not_declared():
    found = hand_classes()
    # Five odd ranks that are no sequence, in 4**5 suits less the four flushes; a pair and three odd ranks, in six by
    # 4**3 suits; less twelve dead hands.
    assert found.many.sum() == 1277 * 1020 + 2860 * 6 * 64 - 12 == DISCARDING
    assert len(found.many) == 121_049
    for row in range(0, len(found.many), 97):
        assert declared(dealt(row)) is None


def test_no_two_classes_share_a_hand():
    found = hand_classes()
    canonical = set()
    for row in range(0, len(found.many), 11):
        hand = dealt(row)
        by_suit = ["".join(sorted(card.rank for card in hand if card.suit == suit)) for suit in "cdhs"]
        canonical.add(tuple(sorted(by_suit)))
    assert len(canonical) == len(range(0, len(found.many), 11))


def test_each_way_of_each_class_wins_what_counting_sixth_cards_gives():
    found = hand_classes()
    for row in range(5, len(found.many), 499):
        hand = dealt(row)
        rest = [card for card in DECK if card not in hand]
        for column, way in enumerate(WAYS):
            kept = [hand[place] for place in way]
            assert found.wins[row, column] == sum(sixth_card_wins(kept, card) for card in rest)


def test_every_hand_dealt_one_by_one_gives_the_same_counts(every):
    declared_as, wins = every
    assert dict(zip(HANDS, declared_as.tolist(), strict=True)) == dict(DECLARED_HANDS)
    assert [row.sum() for row in wins] == [DISCARDING] * 3
    assert declared_as.sum() + DISCARDING == DEALS == 2_598_960
    for kept, row in enumerate(wins, 1):
        tally = np.bincount(hand_classes().best(kept=kept), weights=hand_classes().many, minlength=48)
        assert tally.tolist() == row.tolist()
    assert {number: many for number, many in enumerate(wins[2].tolist()) if many} == discarding().by_winning_cards


def test_habits_of_one_two_and_three_cards_win_what_every_hand_dealt_gives(every):
    wins = (every[1] @ np.arange(48)).tolist()
    winning_of = {habit.name: habit.winning for habit in habits()}
    assert [winning_of[name] for name in ("the best one card", "the best two cards", BEST)] == wins


def test_the_known_numbers_of_poker_hands():
    assert list(DECLARED_HANDS.values()) == [4, 36, 624, 3744, 5108, 10_200, 54_912, 123_552, 12]


def test_a_dead_hand_is_one_of_twelve():
    low = [card for card in DECK if card.rank in "2345"]
    dead = [hand for hand in combinations(low, 5) if declared(hand) is Declared.DEAD_HAND]
    assert len(dead) == 12
    assert all(HANDS[_made(np.array([card.number for card in hand]))] is Declared.DEAD_HAND for hand in dead)


def test_the_kernel_declares_as_the_table_does():
    chance = Random(5)
    picked = [chance.sample(DECK, 5) for _ in range(20_000)]
    picked += [chance.sample(DECK[:13], 5) for _ in range(2_000)]
    picked += [chance.sample([card for card in DECK if card.rank in "A23456"], 5) for _ in range(4_000)]
    picked += [chance.sample([card for card in DECK if card.rank in "789"], 5) for _ in range(2_000)]
    picked += [[DECK[13 + place] for place in five] for five in ((8, 9, 10, 11, 12), (12, 0, 1, 2, 3))]
    seen = set()
    for five in picked:
        made = _made(np.array([card.number for card in five]))
        expected = declared(five)
        assert made == (UNDECLARED if expected is None else HANDS.index(expected))
        seen.add(made)
    assert seen == set(range(UNDECLARED + 1))


def test_the_kernel_knows_what_each_kept_card_wins_with():
    for card, bits in zip(DECK, _beaten().tolist(), strict=True):
        assert bits == sum(
            1 << other.number for other in DECK if other.suit == card.suit and other.height < card.height
        )


def test_the_best_hands_that_discard_win_with_35_sixth_cards():
    # Two aces and a king alone in their suits, 12 + 12 + 11, and in the fourth suit two of the eleven ranks below the
    # king: four suits for those two, three for the king.
    assert max(discarding().by_winning_cards) == 35
    assert discarding().by_winning_cards[35] == 4 * 3 * 55


def test_the_worst_hands_that_discard_win_with_a_single_sixth_card():
    # Suited 2-3-4-5 with a 3; suited 2-3-4-6, 2-3-5-6 or 2-4-5-6 with a 2; suited 2-4-5 or 3-4-5 with a suited 2-3;
    # suited 3-4-5 with two 2s of other suits: twelve each.
    assert min(discarding().by_winning_cards) == 1
    assert discarding().by_winning_cards[1] == 7 * 12


def test_three_cards_never_win_less_often_than_two_nor_two_than_one():
    found = hand_classes()
    assert (found.best(kept=3) >= found.best(kept=2)).all()
    assert (found.best(kept=2) >= found.best(kept=1)).all()
    needed = discarding().by_cards_needed
    assert sum(needed.values()) == DISCARDING
    assert needed[3] > needed[2] > needed[1] > 0


def test_the_rule_to_remember_errs_on_no_hand():
    best, rule, *others = habits()
    assert (best.name, rule.name) == (BEST, REMEMBERED)
    assert rule.winning == best.winning
    assert rule.errs == 0
    assert all(habit.errs for habit in others)
    assert all(better.winning >= worse.winning for better, worse in pairwise(habits()))


def test_forgetting_the_last_line_costs_one_sixth_card_on_each_tie():
    # The equal cards have rank r of index i: one has a lower card in its suit (i ways), the other two suits hold two
    # odd cards above r, (12 - i)(11 - i) ways, and the two suits of the equal cards are chosen in 12 ways.
    ties = sum(12 * i * (12 - i) * (11 - i) for i in range(13))
    best, _, forgetful, *_ = habits()
    assert ties == 17_160 == forgetful.errs
    assert best.winning - forgetful.winning == ties


def test_the_rule_to_remember_keeps_cards_as_good_as_any_of_each_class():
    found = hand_classes()
    for row in range(3, len(found.many), 211):
        hand = dealt(row)
        assert winning(hand, remembered(hand)) == found.wins[row].max() == found.best()[row]


def _heights(cards):
    return sorted(card.height for card in cards)


@pytest.mark.parametrize(("name", "many"), [("the three highest cards", 3), ("the two highest cards", 2)])
def test_the_habit_of_the_highest_cards_by_a_sample_of_all_hands(name, many):
    """Its mean over random hands lies within five standard errors of the exact one."""
    chance, wins = Random(21), []
    while len(wins) < 20_000:
        hand = chance.sample(DECK, 5)
        if declared(hand) is None:
            top = sorted(hand, key=lambda card: card.height, reverse=True)[:many]
            level = [kept for kept in combinations(hand, many) if _heights(kept) == _heights(top)]
            wins.append(min(winning(hand, kept) for kept in level))
    (habit,) = [each for each in habits() if each.name == name]
    error = np.std(wins) / np.sqrt(len(wins))
    assert abs(np.mean(wins) - float(habit.wins) * 47) < 5 * error
