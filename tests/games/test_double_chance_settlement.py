"""What every wager wins or loses, against rule 11 and the sixth card written out from the book (DC 9 to 11)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import DECK, Card, CardSource
from croupier.games.double_chance.off_sign import ReportWagerFound
from croupier.games.double_chance.play import DiscardCards
from croupier.games.double_chance.settle import HandSettled
from croupier.games.double_chance.terms import Declared, declared, sixth_card_wins
from croupier.money import Limits
from croupier.table.contract import Reason
from croupier.table.state import Ending
from tests.games.chance import ONE_DOLLAR, WAGER, Chance, cards
from tests.games.sitting import ANN, BOB, CEC, DAN
from tests.witness import witnesses

ORDER = "A23456789TJQK"
"""The ranks with the ace low."""


def in_a_row(ranks: set[str], aces: str) -> bool:
    """Whether five different ranks follow one another, the ace at the ends that are allowed."""
    ways = {"low": ORDER, "high": f"{ORDER[1:]}A", "either": f"{ORDER}A"}[aces]
    return any(set(ways[start : start + 5]) == ranks for start in range(len(ways) - 4))


def by_the_book(hand: tuple[Card, ...]) -> str | None:
    """The first line of rule 11 that a hand meets, each line read by itself."""
    ranks, suits = {card.rank for card in hand}, {card.suit for card in hand}
    alike = sorted(Counter(card.rank for card in hand).values())
    one_suit = len(suits) == 1
    of_a_suit = [{card.rank for card in hand if card.suit == suit} for suit in suits]
    lines = {
        "royal flush": one_suit and ranks == set("AKQJT"),
        "straight flush": one_suit and in_a_row(ranks, "low"),
        "four of a kind": 4 in alike,
        "full house": alike == [2, 3],
        "flush": one_suit and not in_a_row(ranks, "either"),
        "straight": not one_suit and in_a_row(ranks, "either"),
        "three of a kind": 3 in alike,
        "two pairs": alike.count(2) == 2,
        "dead hand": set("2345") in of_a_suit and sum(card.rank == "2" for card in hand) == 2,
    }
    return next((name for name, met in lines.items() if met), None)


def wins(kept: tuple[Card, ...], sixth: Card) -> bool:
    """The sixth card follows suit and some kept card of that suit is above it, the ace being highest."""
    heights = [ORDER[1:].find(card.rank) % 13 for card in (*kept, sixth)]  # the ace, not found, comes to twelve
    return any(
        card.suit == sixth.suit and height > heights[-1] for card, height in zip(kept, heights[:-1], strict=True)
    )


ANY_HAND = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True).map(tuple)
ONE_SUIT = st.tuples(st.sampled_from("cdhs"), st.lists(st.sampled_from(ORDER), min_size=5, max_size=5, unique=True))
FLUSH_LIKE = ONE_SUIT.map(lambda drawn: tuple(Card(rank + drawn[0]) for rank in drawn[1]))
RUNS = st.tuples(st.integers(0, 9), st.lists(st.sampled_from("cdhs"), min_size=5, max_size=5))
RUN_LIKE = RUNS.map(lambda run: tuple(Card((ORDER + "A")[run[0] + n] + suit) for n, suit in enumerate(run[1])))
FEW_RANKS = st.tuples(st.sampled_from(ORDER), st.sampled_from(ORDER), st.sampled_from(ORDER)).flatmap(
    lambda ranks: (
        st.lists(
            st.sampled_from([Card(rank + suit) for rank in sorted({*ranks, "2"}) for suit in "cdhs"]),
            min_size=5,
            max_size=5,
            unique=True,
        ).map(tuple)
        if len({*ranks, "2"}) > 1
        else ANY_HAND
    )
)
NEARLY_DEAD = st.lists(
    st.sampled_from([Card(rank + suit) for rank in "2345" for suit in "hs"]), min_size=5, max_size=5, unique=True
).map(tuple)
HANDS = st.one_of(ANY_HAND, FLUSH_LIKE, RUN_LIKE, FEW_RANKS, NEARLY_DEAD)


@witnesses("DC 11.1", "DC 11.1.1", "DC 11.1.2", "DC 11.1.6", "DC 11.1.9", "ruling 22")
@settings(max_examples=3_000, deadline=None)
@given(HANDS)
def test_five_cards_are_what_rule_11_first_says_of_them(hand: tuple[Card, ...]) -> None:
    found = declared(hand)
    assert (found.value if found else None) == by_the_book(hand)


EXAMPLES = {
    "royal flush": "Ah Kh Qh Jh Th",
    "straight flush": "5s 4s 3s 2s As",
    "four of a kind": "9c 9d 9h 9s Ac",
    "full house": "2c 2d 2h Ks Kd",
    "flush": "Ad Kd Qd Jd 9d",
    "straight": "As Kh Qh Jh Th",
    "three of a kind": "7c 7d 7h 3s 2s",
    "two pairs": "Ac Ad 3h 3s 2c",
    "dead hand": "2s 3s 4s 5s 2h",
}
NEARLY = ("Kc Ad 2c 3h 4c", "2s 3s 4s 5h 2h", "2s 3h 4h 5h 2c", "3s 4s 5s 6s 3h", "Ac Ad 3h 4s 2c", "Kd Qd Jd 9d 8c")
# On $10 with $1 on the jackpot, by hand: the odds of 9.1 times ten, and of the schedule times one.
WON = {
    "royal flush": 2_000_00 + 5_000_00,
    "straight flush": 500_00 + 1_000_00,
    "four of a kind": 200_00 + 200_00,
    "full house": 60_00 + 40_00,
    "flush": 40_00 + 25_00,
    "straight": 20_00 + 15_00,
    "three of a kind": 10_00 - 1_00,
    "two pairs": 10_00 - 1_00,
    "dead hand": 10_00 + 75_00,
}


def one_player(**terms: object) -> Chance:
    """Ann alone at area 1 with $10, and $1 on the jackpot."""
    chance = Chance(jackpot=ONE_DOLLAR, **terms)
    chance.sit(ann=1)
    chance.bet(ANN, wager=10_00, jackpot=1_00)
    chance.deal()
    return chance


@witnesses("DC 9.1:Dead Hand", "DC 9.1:Royal Flush", "DC 10.3", "DC 10.4.7", "DC 10.5")
@pytest.mark.parametrize("hand", [each.value for each in Declared])
def test_each_declared_hand_is_paid_its_odds_and_its_prize(hand: str) -> None:
    assert by_the_book(cards(EXAMPLES[hand])) == hand
    chance = one_player()
    chance.declare(ANN, EXAMPLES[hand])
    chance.finish()
    assert chance.won(ANN) == WON[hand]


@pytest.mark.parametrize("hand", NEARLY)
def test_what_is_nearly_a_hand_of_rule_11_is_not_one(hand: str) -> None:
    assert by_the_book(cards(hand)) is None
    chance = one_player()
    chance.declare(ANN, hand)
    assert chance.state.failed == (1,)


@pytest.mark.parametrize(
    ("hand", "limit", "paid"),
    [("royal flush", 1_500_00, 1_500_00), ("royal flush", 2_000_00, 2_000_00), ("two pairs", 5_00, 5_00)],
)
def test_a_maximum_payout_limits_the_wager_and_not_the_jackpot(hand: str, limit: int, paid: int) -> None:
    chance = one_player(maximum_payout=limit)
    chance.declare(ANN, EXAMPLES[hand])
    chance.finish()
    assert chance.won(ANN) == paid + (5_000_00 if hand == "royal flush" else -1_00)


@witnesses("DC 6.3")
@pytest.mark.parametrize(("hand", "change"), [("straight", 2 * 7_00), ("nothing", -7_00)])
def test_a_wager_over_the_maximum_is_paid_and_collected_to_the_maximum(hand: str, change: int) -> None:
    chance = Chance(limits={WAGER: Limits(5_00, 7_00)}, cards=CardSource.REAL)
    chance.sit(ann=1)
    chance.bet(ANN, wager=7_00)
    chance.deal()
    chance.do(ReportWagerFound(area=1, cents=10_00))
    if hand == "straight":
        chance.declare(ANN)
    else:
        chance.do(DiscardCards(number=3), ANN)
    chance.finish(EXAMPLES[hand] if hand == "straight" else "Ks Js 2h")
    assert chance.won(ANN) == change


@witnesses("DC 6.2")
def test_a_wager_below_the_minimum_is_played_like_any_other_every_time() -> None:
    chance = Chance(cards=CardSource.REAL)
    chance.sit(ann=1)
    for total in (1_00, 2_00):
        chance.bet(ANN, wager=5_00)
        chance.deal()
        chance.do(ReportWagerFound(area=1, cents=1_00))
        chance.declare(ANN)
        chance.finish(EXAMPLES["two pairs"])
        assert chance.won(ANN) == total


UNDECLARED = HANDS.filter(lambda hand: by_the_book(hand) is None)


@witnesses("DC 9.3", "DC 9.4", "DC 9.5", "DC 9.6", "ruling 20")
@settings(max_examples=150, deadline=None)
@given(hand=UNDECLARED, kept=st.integers(1, 3), data=st.data())
def test_any_hand_played_for_a_sixth_card_wins_or_loses_its_wager(
    hand: tuple[Card, ...], kept: int, data: st.DataObject
) -> None:
    sixth = data.draw(st.sampled_from([card for card in DECK if card not in hand]))
    chance = one_player()
    chance.pick_up(ANN, " ".join(hand))
    chance.do(DiscardCards(cards=hand[kept:]), ANN)
    chance.finish(sixth)
    assert chance.won(ANN) == (10_00 if wins(hand[:kept], sixth) else -10_00) - 1_00
    assert sixth_card_wins(hand[:kept], sixth) is wins(hand[:kept], sixth)


@settings(max_examples=80, deadline=None)
@given(HANDS)
def test_a_hand_of_rule_11_is_never_broken_up_and_any_other_never_paid_as_one(hand: tuple[Card, ...]) -> None:
    chance = one_player()
    chance.pick_up(ANN, " ".join(hand))
    qualifies = by_the_book(hand)
    if qualifies:
        for gone in (2, 3, 4):
            refusal = chance.refused(DiscardCards(cards=hand[-gone:]), ANN)
            assert (refusal.reason, refusal.under[0]) == (Reason.FORBIDDEN, "DC 8.3")
        chance.declare(ANN)
        chance.finish()
        assert chance.won(ANN) == WON[qualifies]
    else:
        chance.declare(ANN)
        assert chance.state.choosing() == (1,) and chance.won(ANN) == 0


# The words of 9.3 to 9.5 at their edges: what is kept, the sixth card, whether it wins.
EDGES = [
    ("Ah", "Kh", True),
    ("Ah", "2h", True),
    ("Kh", "Ah", False),
    ("2h", "Ah", False),
    ("2h", "3h", False),
    ("3h", "2h", True),
    ("As", "Kh", False),
    ("Ks 3h", "9h", False),
    ("Ks Th 3h", "9h", True),
    ("Ks Qd 9c", "2h", False),
]


@pytest.mark.parametrize(("kept", "sixth", "wanted"), EDGES)
def test_the_sixth_card_at_the_edges_of_its_clauses(kept: str, sixth: str, wanted: bool) -> None:
    assert sixth_card_wins(cards(kept), Card(sixth)) is wins(cards(kept), Card(sixth)) is wanted


@witnesses("DC 8.6", "DC 8.6.3", "DC 8.6.4", "DC 8.6.5", "DC 8.7")
def test_hands_end_from_the_right_and_sixth_cards_from_the_left() -> None:
    chance = Chance(jackpot=ONE_DOLLAR)
    chance.sit(ann=1, bob=2, cec=3, dan=4)
    for who in (ANN, BOB, CEC, DAN):
        chance.bet(who, wager=10_00, jackpot=1_00)
    chance.deal()
    chance.discard(ANN, "9h 8d 4c", "Ks Js 9h 8d 4c")
    chance.declare(BOB, EXAMPLES["flush"])
    chance.discard(CEC, "8h 6s", "Qs Jh 5c 8h 6s")
    chance.declare(DAN, EXAMPLES["three of a kind"])
    chance.finish("5s 4h")  # lower than Ann's spades; lower than Cec's jack of hearts
    settled = [each for event in chance.log if isinstance(event, HandSettled) for each in event.settled]
    assert [(each.area, each.bet, each.ending) for each in settled] == [
        (4, "jackpot", Ending.LOST),
        (4, "wager", Ending.WON),
        (3, "jackpot", Ending.LOST),
        (2, "wager", Ending.WON),
        (2, "jackpot", Ending.WON),
        (1, "jackpot", Ending.LOST),
        (1, "wager", Ending.WON),
        (3, "wager", Ending.WON),
    ]
    assert [chance.won(who) for who in (ANN, BOB, CEC, DAN)] == [9_00, 65_00, 9_00, 9_00]
