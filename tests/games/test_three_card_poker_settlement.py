"""What each wager wins or loses, over all 22,100 hands, against a ladder of hands written from the book (TCP 5, 10)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.cards.ranking import FiveCards, three_cards
from croupier.games.three_card_poker import RULES, Bet, State
from croupier.games.three_card_poker.play import QUEEN_HIGH
from croupier.games.three_card_poker.settle import against_dealer, ante_bonus, jackpot, pair_plus
from croupier.games.three_card_poker.state import JACKPOTS
from croupier.money import Limits
from croupier.table.hands import DEALERS, Hand
from croupier.table.state import Ending, Settled, Wager
from tests.cards.test_ranking import by_the_book, cards, kind
from tests.games.poker import Poker
from tests.games.sitting import ANN, BOB, CEC, DAN

CLAUSES = RULES.clauses
STAKE = 10_00
ANTE = Wager(1, Bet.ANTE.value, "ann", STAKE, STAKE)
PLAY = Wager(1, Bet.PLAY.value, "ann", STAKE, STAKE)
PLUS = Wager(1, Bet.PAIR_PLUS.value, "ann", STAKE, STAKE)
DEALERS_HANDS = ("Qh 3s 2d", "Ah Ks Jd", "7h 7s 2d", "Kh 9h 4h", "8h 7s 6d", "5h 5s 5d", "Ah 3h 2h")


def table(dealer: str = "", shared: str = "", **terms: object) -> State:
    """A table in settlement with these cards up."""
    state, hand = Poker(**terms).state, cards(dealer)
    hands = {DEALERS: Hand().known_as(hand, up=True), JACKPOTS: Hand().known_as(cards(shared), up=True)}
    return replace(state, hands=hands, qualifies=bool(hand) and by_the_book(hand) >= by_the_book(cards("Qh 3s 2d")))


def gain(ending: Settled) -> int:
    """What a wager brought its player, or cost."""
    assert ending.taken + ending.returned == ending.stake
    return ending.paid - ending.taken


def test_the_dealer_qualifies_with_queen_high_or_better_and_with_nothing_less() -> None:
    for hand in combinations(DECK, 3):
        ranks = [card.rank for card in hand]
        suited, together = len({card.suit for card in hand}) == 1, len(set(ranks)) < 3
        a_run = by_the_book(hand) >= by_the_book(cards("3h 2s Ad"))
        wanted = suited or together or a_run or bool(set(ranks) & set("QKA"))
        assert (three_cards(hand) >= QUEEN_HIGH) is wanted


@pytest.mark.parametrize("dealer", DEALERS_HANDS)
def test_ante_and_play_follow_the_higher_hand(dealer: str) -> None:
    state, theirs = table(dealer), by_the_book(cards(dealer))
    for hand in combinations([card for card in DECK if card not in cards(dealer)], 3):
        mine = by_the_book(hand)
        wanted = STAKE * ((mine > theirs) - (mine < theirs))
        for wager in (ANTE, PLAY):
            ending = against_dealer(state, wager, hand, CLAUSES)
            assert gain(ending) == wanted
            assert ending.ending is {1: Ending.WON, 0: Ending.RETURNED, -1: Ending.LOST}[wanted // STAKE]


def test_without_a_dealer_s_hand_every_ante_wins_and_every_play_wager_stands_off() -> None:
    state = table("Jh Ts 8d")
    assert gain(against_dealer(state, ANTE, cards("4h 3s 2c"), CLAUSES)) == STAKE
    assert against_dealer(state, PLAY, cards("Ah As Ac"), CLAUSES).ending is Ending.RETURNED


# Straight flush, three of a kind, straight, flush, pair: to one.
PAIR_PLUS_PAYS = {
    "A": (40, 30, 6, 4, 1),
    "B": (40, 25, 6, 4, 1),
    "C": (40, 30, 5, 4, 1),
    "D": (40, 30, 6, 3, 1),
    "E": (35, 25, 6, 4, 1),
    "F": (35, 33, 6, 4, 1),
}
BONUS_PAYS = {"A": (5, 4, 1), "B": (5, 3, 1), "C": (4, 3, 1)}
FLOORS = ("3h 2h Ah", "2h 2s 2d", "3h 2s Ad", "5h 3h 2h", "2h 2s 3d")
"""The lowest hand of each kind that is paid."""


def row(hand: tuple[Card, ...]) -> int:
    """Which line of the pay tables a hand is on, five for none."""
    return next((line for line, floor in enumerate(FLOORS) if by_the_book(hand) >= by_the_book(cards(floor))), 5)


def test_pair_plus_and_ante_bonus_pay_every_hand_by_each_table() -> None:
    kinds = [table("Ah As 2d", ante_bonus=a, pair_plus=p) for p, a in zip("ABCDEF", "ABCABC", strict=True)]
    lines: Counter[int] = Counter()
    for hand in combinations(DECK, 3):
        line = row(hand)
        lines[line] += 1
        for state in kinds:
            pays = (*PAIR_PLUS_PAYS[state.pair_plus], -1)[line]
            assert gain(pair_plus(state, PLUS, hand, CLAUSES)) == pays * STAKE
            bonus = ante_bonus(state, ANTE, hand, CLAUSES)
            assert (gain(bonus) if bonus else 0) == (*BONUS_PAYS[state.ante_bonus], 0, 0, 0)[line] * STAKE
    assert lines == {0: 48, 1: 52, 2: 720, 3: 1_096, 4: 3_744, 5: 16_440}


BONUS = {
    1: {"FOUR_OF_A_KIND": 500, "FULL_HOUSE": 150, "FLUSH": 100},
    2: {"FOUR_OF_A_KIND": 600, "FULL_HOUSE": 100, "FLUSH": 60, "STRAIGHT": 40},
}


@pytest.mark.parametrize("option", [1, 2])
@pytest.mark.parametrize("shared", ["Th 9h", "7d 7s", "Ah Kh", "8c 5d"])
def test_the_jackpot_wager_pays_five_cards_and_keeps_the_stake(option: int, shared: str) -> None:
    state = table("Ac As 2d", shared, jackpot_price=500, jackpot_option=option)
    wager = Wager(1, Bet.JACKPOT.value, "ann", 5_00, 5_00)
    for hand in combinations([card for card in DECK if card not in cards(shared)], 3):
        five = (*hand, *cards(shared))
        made = kind(tuple(card.rank for card in five), len({card.suit for card in five}) == 1)
        ending = jackpot(state, wager, hand, CLAUSES)
        if made in ("ROYAL_FLUSH", "STRAIGHT_FLUSH"):
            assert ending is FiveCards[made]
        else:
            assert isinstance(ending, Settled) and ending.taken == 5_00 and ending.returned == 0
            assert ending.paid == BONUS[option].get(made, 0) * 5_00


def test_a_round_of_four_hands_settled_from_the_dealer_s_right() -> None:
    """Dealer K-9-4. Ann's pair wins; Bob ties; Cec folds but keeps Pair Plus on a flush; Dan has a straight."""
    poker = Poker()
    poker.sit(ann=1, bob=2, cec=3, dan=4)
    for who in (ANN, BOB, CEC, DAN):
        poker.bet(who, ante=10_00, pair_plus=5_00)
    poker.call()
    for who in (ANN, BOB):
        poker.play(who)
    poker.fold(CEC, keep=True)
    poker.play(DAN)
    poker.finish("Kh 9s 4d  5h 4h 3s  Jd 8d 2d  Ks 9h 4c  7h 7s 2c")
    settled = [event.area for event in poker.log if type(event).__name__ == "AreaSettled"]
    assert settled == [4, 3, 2, 1]
    assert poker.won(ANN) == 10_00 + 10_00 + 5_00  # a pair pays Pair Plus 1 to 1
    assert poker.won(BOB) == -5_00  # stand-off, no pair
    assert poker.won(CEC) == -10_00 + 20_00  # flush 4 to 1
    assert poker.won(DAN) == 10_00 + 10_00 + 10_00 + 30_00  # bonus 1 to 1, Pair Plus 6 to 1
    assert poker.taken == -sum(poker.won(who) for who in (ANN, BOB, CEC, DAN))


def test_a_losing_straight_still_gets_its_ante_bonus() -> None:
    poker = Poker()
    poker.sit(ann=1)
    poker.bet(ANN, ante=10_00)
    poker.call()
    poker.play(ANN)
    poker.finish("5h 5s 5d  4h 3s 2d")
    assert poker.won(ANN) == -20_00 + 10_00


def test_over_the_maximum_only_the_maximum_is_at_risk_on_ante_and_play_alike() -> None:
    poker = Poker(limits={Bet.ANTE: Limits(5_00, 100_00), Bet.PAIR_PLUS: Limits(5_00, 50_00)})
    poker.sit(ann=1)
    poker.bet(ANN, ante=150_00, pair_plus=60_00)
    poker.call()
    poker.play(ANN)
    poker.finish("5h 5s 5d  4h 3s 9d")
    assert poker.won(ANN) == -100_00 - 100_00 - 50_00


def test_the_first_wager_under_the_minimum_stands_and_the_next_comes_back_with_its_play_wager() -> None:
    poker = Poker()
    poker.sit(ann=1)
    for wanted in (-6_00, -6_00):
        poker.bet(ANN, ante=3_00)
        poker.call()
        poker.play(ANN)
        poker.finish("5h 5s 5d  4h 3s 9d")
        assert poker.won(ANN) == wanted
