"""What the Three Card Poker book defines but no single event cites: wagers, rounds, ranks, and what void means."""

from __future__ import annotations

import pytest

from croupier.books import book
from croupier.games.three_card_poker.jackpot import JackpotPrizesPaid
from croupier.games.three_card_poker.misdeal import Misdealt
from croupier.games.three_card_poker.play import CardsDealt, DealerHandShown, HandFolded, HandPlayed
from croupier.games.three_card_poker.settle import AntesPaid, AreaSettled
from croupier.games.three_card_poker.terms import Bet
from croupier.house import meter
from croupier.house.meter import Meter, OpenMeter
from croupier.money import dollars
from croupier.scripts import parse
from croupier.scripts.kinds import Subject
from croupier.scripts.run import play
from croupier.scripts.table import Table
from croupier.table.care import CardsShuffled
from croupier.table.contract import Actor, Reason, Refusal
from croupier.table.dealer_cut import DeckCut
from croupier.table.declare import say
from croupier.table.disputes import DisputeRaised
from croupier.table.rounds import BetsClosed, RoundClosed
from croupier.table.state import Stage
from croupier.table.voiding import RoundVoided
from croupier.table.wagers import PlaceWager, WagerPlaced
from tests.witness import witnesses
from tests.witnesses.poker import table_after

ANN = Subject("Ann")
ONLOOKER = Subject("Onlooker")
ANTE = "Ann bets $10 on ante\n"


def won(table: Table, player: str = "Ann") -> str:
    """What a player has gained, or lost, since sitting down."""
    change = table.worth(player)
    return f"{'-' if change < 0 else '+'}{dollars(abs(change))}"


@witnesses("TCP 1.1:Qualify", "TCP 1.1:No Hand")
@pytest.mark.parametrize(
    ("shown", "qualifies"),
    [
        ("Qc 3d 2h", True),
        ("Jc Td 8h", False),
        ("5c 3d 2h", False),
        ("2c 2d 3h", True),
        ("3c 2d Ah", True),
        ("5c 3c 2c", True),
        ("Ac Kd Jh", True),
    ],
)
def test_the_dealer_qualifies_with_queen_high_or_better(shown: str, qualifies: bool) -> None:
    table = table_after(f"{ANTE}deal\nAnn plays\ndealer shows {shown}\n")
    (event,) = (each for each in table.log if isinstance(each, DealerHandShown))
    assert event.qualifies is qualifies
    assert table.seen_by(ONLOOKER).qualifies is qualifies
    assert ("no hand" in say(event, {})) is not qualifies


@witnesses("TCP 1.1:Ante", "TCP 1.1:Play", "TCP 5.5.1")
def test_play_is_a_second_wager_as_large_as_the_ante_and_only_after_the_cards() -> None:
    table = table_after("Ann bets $35 on ante\n")
    before = table.perform(PlaceWager(area=1, bet="play", cents=3_500), ANN)
    assert before is not None
    assert before.reason is Reason.NOT_NOW
    table = table_after("Ann bets $35 on ante\ndeal\nAnn plays\n")
    (played,) = (each for each in table.log if isinstance(each, HandPlayed))
    assert played.cents == 3_500
    assert [(each.bet, each.cents) for each in table.state.wagers] == [("ante", 3_500), ("play", 3_500)]


@witnesses("TCP 1.1:Fold")
def test_a_folded_hand_has_no_further_part_and_nobody_sees_it() -> None:
    table = table_after(f"{ANTE}deal\nAnn folds\ndealer shows Qc 3d 2h\n")
    assert isinstance(table.log[-3], HandFolded)
    assert table.state.stage is Stage.SETTLED
    assert table.seen_by(ONLOOKER).areas[0].hand.cards == ()
    assert won(table) == "-$10"


@witnesses("TCP 1.1:Ante Bonus")
@pytest.mark.parametrize(
    ("hand", "change"),
    [
        # Against ace high: a pair and a flush win Ante and Play alone; Table A adds 1, 4 and 5 times the Ante.
        ("2h 2d 3c", "+$20"),
        ("Kh 9h 4h", "+$20"),
        ("9h 8d 7c", "+$30"),
        ("9h 9d 9c", "+$60"),
        ("9h 8h 7h", "+$70"),
    ],
)
def test_the_bonus_is_for_a_straight_or_better(hand: str, change: str) -> None:
    lines = f"{ANTE}deal\nAnn looks {hand}\nAnn plays\ndealer shows As Kd Js\nsettle\n"
    assert won(table_after(lines)) == change


@witnesses("TCP 1.1:Pair Plus", "TCP 5.5.2")
@pytest.mark.parametrize("shown", ["As Ad Ac", "Jc Td 8s"])
def test_pair_plus_looks_at_the_hand_of_the_player_alone(shown: str) -> None:
    start = "Ann bets $10 on pair plus\ndeal\nAnn folds but keeps pair plus\n"
    assert won(table_after(f"{start}hand at 1 2h 2d 3c\ndealer shows {shown}\nsettle\n")) == "+$10"
    assert won(table_after(f"{start}hand at 1 Kh Qd 3c\ndealer shows {shown}\nsettle\n")) == "-$10"


@witnesses("TCP 1.1:Stand-off")
def test_equal_hands_stand_off() -> None:
    table = table_after(f"{ANTE}deal\nAnn looks Kh 9d 4c\nAnn plays\ndealer shows Kc 9s 4h\nsettle\n")
    assert won(table) == "+$0"
    assert table.state.stack("Ann") == 200_00
    assert all(each.paid == each.taken == 0 for each in table.state.results)


JACKPOT = ", jackpot $1 option 2"
BOTH = (
    f"Bob sits at 2 with $100\n{ANTE}Bob bets $10 on ante\nAnn bets $1 on jackpot\ndeal\nAnn looks Kh 9h 4h\n"
    "Bob looks Ah 7h 3h\nAnn plays\nBob plays\ndealer shows Jc Td 8s\n"
)


@witnesses("TCP 1.1:Jackpot Cards", "TCP 1.1:Jackpot Wager")
def test_two_cards_serve_every_hand_and_only_a_jackpot_wager_wins_with_them() -> None:
    table = table_after(f"{BOTH}jackpot cards 2h Jh\nsettle\n", JACKPOT)
    dealt = [each.cards for each in table.log if isinstance(each, CardsDealt) and each.place == -1]
    assert sum(dealt) == 2
    # Both have a flush of five with the same two cards. No hand: Ante +$10 each; Ann's $1 wins $60 and stays.
    assert (won(table), won(table, "Bob")) == ("+$69", "+$10")


@witnesses("TCP 1.1:Jackpot Prize")
def test_a_jackpot_prize_names_the_hand_it_is_for() -> None:
    lines = f"{ANTE}Ann bets $1 on jackpot\ndeal\nAnn looks Ah Kh Qh\nAnn plays\ndealer shows Jc Td 8s\n"
    table = table_after(f"{lines}jackpot cards Jh Th\nsettle\nmanager confirms the jackpot\n", JACKPOT)
    (paid,) = (each for each in table.log if isinstance(each, JackpotPrizesPaid))
    # The seed of $10,000 and 31.02 cents, rounded up.
    assert paid.prizes == ((1, 10_001_00),)
    assert [(each.player, each.area, each.paid, each.odds) for each in paid.settled] == [
        ("Ann", 1, 10_001_00, "royal flush")
    ]


@witnesses("TCP 1.1:Misdeal", "TCP 1.1:Void")
def test_a_misdeal_is_a_void_round_without_a_result() -> None:
    table = table_after(f"{ANTE}deal without the call\ndealer exposes a card at the dealer Kh\n")
    assert isinstance(table.log[-1], Misdealt)
    assert table.state.stack("Ann") == 200_00
    assert table.state.results == ()
    assert not any(isinstance(each, AreaSettled | AntesPaid | RoundClosed) for each in table.log)


@witnesses("TCP 1.1:Void")
def test_a_void_round_gives_the_stakes_back_and_has_no_result() -> None:
    lines = f'{ANTE}deal\nAnn plays\nhigher duties dealer invalidates the round for disruption because "a fire"\n'
    table = table_after(lines)
    assert isinstance(table.log[-1], RoundVoided)
    assert table.state.stack("Ann") == 200_00
    assert table.state.results == ()


@witnesses("TCP 1.1:Round of Play", "TCP 1.1:Discard Rack")
def test_a_round_runs_from_the_call_to_the_last_cards_in_the_rack() -> None:
    table = table_after(f"{ANTE}")
    assert table.state.round == 0
    table = table_after(f"{ANTE}dealer closes bets\n")
    closed = table.log[-1]
    assert isinstance(closed, BetsClosed)
    assert table.state.round == closed.round == 1
    two = f"Bob sits at 2 with $100\n{ANTE}Bob bets $10 on ante\ndeal\nAnn folds\nBob plays\n"
    table = table_after(f"{two}dealer shows Qc 3d 2h\ndealer settles area 2 Kh 9d 4c\n")
    assert table.state.stage is Stage.SETTLED
    table = table_after(f"{two}dealer shows Qc 3d 2h\nhand at 2 Kh 9d 4c\nsettle\n")
    end = table.log[-1]
    assert isinstance(end, RoundClosed)
    # The dealer's three, Bob's three, and Ann's three that nobody turned over.
    assert (end.round, end.cards) == (1, 9)
    assert table.state.stage is Stage.BETTING


@witnesses("TCP 1.1:Dealing Shoe", "TCP 2.3", "TCP 3.1")
def test_every_card_of_a_round_comes_once_from_the_fifty_two_of_the_shoe() -> None:
    table = table_after(f"{ANTE}deal\nAnn looks Kh 9d 4c\nAnn plays\n")
    assert table.state.shoe.size == 52
    assert sum(table.state.shoe.unseen) == 49
    assert all(count <= 1 for count in table.state.shoe.unseen)
    # A card that lies before Ann cannot be the dealer's at a real table either.
    real = table_after(f"{ANTE}deal\nAnn plays\ndealer shows Qc 3d 2h\n", ", real")
    script = parse("# A rule.\ntable three-card-poker, real\ndealer settles area 1 Qc 9d 4c\n")
    refused = play(real, script.lines[0])
    assert refused is not None
    assert refused.reason is Reason.CARD_NOT_LEFT


@witnesses("TCP 1.1:Single Deck Card Shuffling Shoe")
def test_a_shuffling_shoe_gives_a_shuffled_deck_in_sets_of_three_without_a_cut() -> None:
    one_by_one, in_sets = table_after(f"{ANTE}deal\n"), table_after(f"{ANTE}deal\n", ", shuffling shoe")
    assert [each.cards for each in one_by_one.log if isinstance(each, CardsDealt)] == [1] * 6
    assert [each.cards for each in in_sets.log if isinstance(each, CardsDealt)] == [3, 3]
    assert any(isinstance(each, DeckCut) for each in one_by_one.log)
    assert not any(isinstance(each, DeckCut) for each in in_sets.log)
    assert [each.cards for each in in_sets.log if isinstance(each, CardsShuffled)] == [52]


@witnesses("TCP 1.1:TG Higher Duties Dealer", "TCP 1.1:TG Area Manager", "TCP 1.1:TG Assistant Casino Manager")
def test_the_three_ranks_above_the_dealer_stand_in_the_book_s_order() -> None:
    ladder = book("TCP").ladder
    above = ("tg-higher-duties-dealer", "tg-area-manager", "tg-assistant-casino-manager")
    assert ladder[ladder.index("dealer") + 1 : ladder.index("casino-operator")] == above
    # One act that each of them is the first to be allowed.
    acts = {
        "tg-higher-duties-dealer": "gives notice of closing",
        "tg-area-manager": 'rules on dispute 1 "as it was"',
        "tg-assistant-casino-manager": "changes the pay tables to ante bonus B and pair plus B",
    }
    words = {
        "dealer": "dealer",
        "tg-higher-duties-dealer": "higher duties dealer",
        "tg-area-manager": "area manager",
        "tg-assistant-casino-manager": "assistant casino manager",
    }
    for first, act in acts.items():
        for rank, word in words.items():
            table = table_after('Ann disputes "the call came late"\n')
            refused = play(table, parse(f"# A rule.\ntable three-card-poker\n{word} {act}\n").lines[0])
            if ladder.index(rank) < ladder.index(first):
                assert refused is not None
                assert (refused.reason, refused.facts["needs"]) == (Reason.RANK, first)
            else:
                assert refused is None


@witnesses("TCP 1.1:Distinctive Marker")
def test_the_marker_says_personal_limit_to_everyone() -> None:
    table = table_after("operator agrees $1 to $90 with Ann\n", ", 3 areas")
    for viewer in (Subject("Bob"), Subject("dealer", "dealer"), Subject("inspector", "regulator")):
        assert [area.marker for area in table.seen_by(viewer).areas] == ["personal limit", None, None]


@witnesses("TCP 1.1:Crown")
def test_what_the_book_gives_the_operator_no_one_of_the_house_below_may_do_and_the_table_bears_its_name() -> None:
    opening = OpenMeter(option=1, seed=10_000, price=100, tables=("one",))
    ladder = book("three-card-poker").ladder
    for rank in ladder[: ladder.index("casino-operator")]:
        refused = meter.decide(Meter(id="m"), opening, Actor(rank, rank, rank), 0)
        assert isinstance(refused, Refusal)
        assert (refused.reason, refused.facts["needs"]) == (Reason.RANK, "casino-operator")
    made = meter.decide(Meter(id="m"), opening, Actor("o", "Operator", "casino-operator"), 0)
    assert not isinstance(made, Refusal)
    for name in ("Aurora", "Borealis"):
        table = table_after("", f', casino "{name}"')
        for viewer in (ONLOOKER, ANN, Subject("dealer", "dealer")):
            assert table.seen_by(viewer).casino == name


@witnesses("TCP 1.1:VCGLR", "TCP 13.11")
def test_a_complainant_is_told_of_the_commission() -> None:
    table = table_after('Ann disputes "my pair was not paid"\n')
    raised = table.log[-1]
    assert isinstance(raised, DisputeRaised)
    told = "an inspector of the Victorian Commission for Gambling and Liquor Regulation (VCGLR) is present"
    assert told in say(raised, {})


@witnesses("TCP 1.4.1")
def test_a_bet_is_one_of_four_names_and_carries_no_amount() -> None:
    assert [bet.value for bet in Bet] == ["ante", "play", "pair plus", "jackpot"]
    refused = table_after("").perform(PlaceWager(area=1, bet="pair match", cents=500), ANN)
    assert refused is not None
    assert refused.reason is Reason.NO_SUCH_BET


@witnesses("TCP 1.4.2")
def test_a_wager_is_recorded_with_its_player_area_bet_sum_and_round() -> None:
    table = table_after("Ann bets $35 on pair plus\ndealer closes bets\n")
    placed, closed = table.log[-2:]
    assert isinstance(placed, WagerPlaced)
    assert (placed.player, placed.area, placed.bet, placed.cents) == ("Ann", 1, "pair plus", 3_500)
    assert isinstance(closed, BetsClosed)
    assert (closed.round, [(each.area, each.bet, each.player) for each in closed.wagers]) == (
        1,
        [(1, "pair plus", "Ann")],
    )
