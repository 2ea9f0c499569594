"""What the Double Chance book defines but no single event cites: ranks, hands, devices, and what void means."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

from croupier.books import book
from croupier.cards import DECK
from croupier.games.double_chance.irregularities import SixthCardBurned
from croupier.games.double_chance.play import CardsDealt, HandDeclared
from croupier.games.double_chance.rules import RULES
from croupier.games.double_chance.settle import HandSettled, SixthCardDealt, sixth_card_wager
from croupier.games.double_chance.state import SIXTH
from croupier.scripts.kinds import Subject
from croupier.table.care import CardsShuffled
from croupier.table.contract import Reason
from croupier.table.dealer_cut import DeckCut
from croupier.table.rounds import BetsClosed, RoundClosed
from croupier.table.state import Ending, Stage
from croupier.table.voiding import RoundVoided
from croupier.table.wagers import WagerPlaced
from tests.witness import witnesses
from tests.witnesses.chance import table_after, then

DC = book("double-chance")
ONLOOKER = Subject("Onlooker")
WAGER = "Ann bets $10 on wager\n"
ODD = "Ann picks up: Ah Kd 9c 5s 3h\n"


@witnesses("DC 1.1:Act")
def test_sections_are_of_the_act_of_1992_unless_the_row_says_otherwise() -> None:
    assert "1992" in DC.clause("1.1:Act").asks
    named = {
        row.id: re.findall(r"section (\d+) of the (2007 )?Act", row.asks) for row in DC.clauses if "section" in row.asks
    }
    # Inspectors and exclusions are of this Act; complaints are of the other, and say so.
    assert named == {"1.1:inspector": [("106", "")], "14.3.3": [("79", "")], "14.13": [("33", "2007 ")]}


@witnesses("DC 1.1:burned")
def test_a_burned_card_lies_in_the_rack_without_a_face_until_the_next_shuffle() -> None:
    lines = f"{WAGER}deal\nAnn picks up: Kc Kh 4h 4s 2c\nAnn declares\ndealer turns up area 1\n"
    before = table_after(lines).state.shoe
    table = table_after(f"{lines}dealer burns the sixth card of area 1\n")
    burned = table.log[-1]
    assert isinstance(burned, SixthCardBurned)
    assert "card" not in burned.__struct_fields__
    after = table.state.shoe
    assert (after.discards, after.inside) == (before.discards + 1, before.inside - 1)
    assert after.unseen == before.unseen
    assert (before.discards, before.inside) == (5, 47)
    shuffled = table_after(f"{lines}dealer burns the sixth card of area 1\nsettle\ndealer shuffles\n").state.shoe
    assert (shuffled.discards, shuffled.inside) == (0, 52)


@witnesses("DC 1.1:card shoe", "DC 1.1:shuffling device", "DC 2.3.1")
def test_a_shoe_gives_single_cards_and_a_device_sets_of_five_from_the_deck_it_shuffled() -> None:
    singly, in_sets = table_after(f"{WAGER}deal\n"), table_after(f"{WAGER}deal\n", ", shuffling device")
    assert [each.cards for each in singly.log if isinstance(each, CardsDealt)] == [1] * 5
    assert [each.cards for each in in_sets.log if isinstance(each, CardsDealt)] == [5]
    assert any(isinstance(each, DeckCut) for each in singly.log)
    assert not any(isinstance(each, DeckCut) for each in in_sets.log)
    assert [each.cards for each in in_sets.log if isinstance(each, CardsShuffled)] == [52]
    # Each holds one deck to deal from, and the device changes over to its other one.
    assert singly.state.shoe.decks == in_sets.state.shoe.decks == 1
    round_after = f"{WAGER}deal\nAnn picks up\nAnn discards any 2\nsettle\n"
    assert table_after(round_after).seen_by(ONLOOKER).back == "red"
    assert table_after(round_after, ", shuffling device").seen_by(ONLOOKER).back == "blue"


@witnesses("DC 1.1:casino supervisor", "DC 1.1:games supervisor")
@pytest.mark.parametrize(
    "act",
    [
        "replaces unfit cards",
        "orders a count of the deck",
        "sets wager to $5 to $400",
        'has Ann act first because "leans over"',
        'keeps Ann and Bob apart because "signals"',
        'orders English only because "whispers"',
        "excludes Ann",
        "excludes Ann from the casino",
        'refuses the wager of Ann on wager because "drunk"',
        'invalidates the round for disruption because "a fire"',
        'rules on dispute 1 "no"',
        "announces closing at 12:30",
    ],
)
def test_what_a_casino_supervisor_may_do_a_games_supervisor_may_and_a_dealer_may_not(act: str) -> None:
    ladder = DC.ladder
    assert ladder.index("game-supervisor") == ladder.index("dealer") + 1 == ladder.index("casino-supervisor") - 1
    wagered = "" if act.startswith("sets") else WAGER
    start = f'{wagered}dealer reports Ann for breaking DC 14.1 "a counter"\nAnn disputes "that"\n'
    refused = then(table_after(start), f"dealer {act}")
    assert refused is not None
    assert (refused.reason, refused.facts["needs"]) == (Reason.RANK, "game-supervisor")
    assert then(table_after(start), f"supervisor {act}") is None
    assert then(table_after(start), f"casino supervisor {act}") is None


@witnesses("DC 1.1:casino supervisor")
def test_only_the_review_of_a_ruling_is_kept_from_the_games_supervisor() -> None:
    asked = 'Ann disputes "that"\nsupervisor rules on dispute 1 "no"\nAnn asks for a review of dispute 1\n'
    refused = then(table_after(asked), 'supervisor upholds the ruling on dispute 1 "no"')
    assert refused is not None
    assert (refused.reason, refused.facts["needs"]) == (Reason.RANK, "casino-supervisor")
    assert then(table_after(asked), 'casino supervisor upholds the ruling on dispute 1 "no"') is None


@witnesses("DC 1.1:inspector")
def test_an_inspector_stands_beside_the_ladder_orders_counts_and_neither_deals_nor_rules() -> None:
    assert "regulator" in DC.beside
    table = table_after(WAGER)
    dealing = ("closes bets", "shuffles", "counts the deck", "closes the table", "excludes Ann", "deals a card")
    for act in (*dealing, 'rules on dispute 1 "no"', 'upholds the ruling on dispute 1 "no"'):
        refused = then(table, f"inspector {act}")
        assert refused is not None
        assert refused.reason is Reason.RANK
    assert then(table, "inspector orders a count of the deck") is None


@witnesses("DC 1.1:declare", "DC 1.1:hand")
def test_a_hand_is_five_cards_and_declaring_keeps_them_all() -> None:
    table = table_after(f"{WAGER}deal\nAnn picks up: Kc Kh 4h 4s 2c\nAnn declares\n")
    assert isinstance(table.log[-1], HandDeclared)
    assert table.state.hand(1).size == 5
    assert {spot.hand for spot in table.state.hands} == {1}, "nothing lies on the discard line"
    # A sixth card is no part of the hand.
    lines = f"{WAGER}deal\n{ODD}Ann keeps Ah\ndealer turns up area 1\ndealer deals a sixth card\n"
    table = table_after(lines)
    assert isinstance(table.log[-1], SixthCardDealt)
    sixths = {spot.area for spot in table.state.hands if spot.hand == SIXTH}
    assert (table.state.hand(1).size, sixths) == (1, {1})


@witnesses("DC 1.1:discard", "DC 8.4", "DC 12.7")
@pytest.mark.parametrize(("number", "chosen"), [(1, False), (2, True), (3, True), (4, True)])
def test_discarding_two_three_or_four_is_a_decision_and_one_is_not_enough(number: int, chosen: bool) -> None:
    table = table_after(f"{WAGER}deal\n{ODD}Ann discards any {number}\n")
    assert table.state.hand(1).size == 5 - number
    assert (table.state.stage is Stage.SETTLING) is chosen
    assert (table.state.choosing() == ()) is chosen


@witnesses("DC 1.1:discard", "DC 8.4")
@pytest.mark.parametrize("number", [0, 5, 6])
def test_no_card_or_all_five_cannot_be_discarded(number: int) -> None:
    assert then(table_after(f"{WAGER}deal\n{ODD}"), f"Ann discards any {number}") is not None


@witnesses("DC 1.1:stand off")
def test_whatever_sixth_card_comes_the_wager_is_won_or_lost() -> None:
    table = table_after(f"{WAGER}deal\n{ODD}Ann keeps Ah\n")
    (wager,) = table.state.wagers
    endings = [
        (kept, sixth, sixth_card_wager(table.state, wager, (kept,), sixth, RULES))
        for kept, sixth in permutations(DECK, 2)
    ]
    assert {each.ending for _, _, each in endings} == {Ending.WON, Ending.LOST}
    assert all((each.paid > 0) is not (each.taken > 0) for _, _, each in endings)
    # Of each suit's 13 x 12 ordered pairs half are downwards.
    assert sum(each.paid > 0 for _, _, each in endings) == 4 * 13 * 12 // 2


@witnesses("DC 1.1:void")
@pytest.mark.parametrize(
    "ends",
    [
        'dealer declares a misdeal because "a slip"',
        "dealer reports 1 cards missing",
        'supervisor invalidates the round for disruption because "a fire"',
        "time runs out",
    ],
)
def test_what_is_void_gives_the_stakes_back_and_has_no_result(ends: str) -> None:
    table = table_after(f"Ann bets $35 on wager\ndeal\n{ends}\n")
    assert table.state.stack("Ann") == 200_00
    assert table.state.results == ()
    assert not any(isinstance(each, HandSettled) for each in table.log)


@witnesses("DC 1.1:round of play")
def test_a_round_runs_from_the_first_card_to_the_last_settlement() -> None:
    table = table_after(f"{WAGER}dealer closes bets\n")
    assert not table.state.in_play
    assert then(table, "dealer deals a card") is None
    assert (table.state.in_play, table.state.round) == (True, 1)
    table = table_after(f"{WAGER}deal\n{ODD}Ann keeps Ah\nsixth cards Kh\nsettle\n")
    end = table.log[-1]
    assert isinstance(end, RoundClosed)
    # The ace and the king; the four discards were racked before.
    assert (end.round, end.cards) == (1, 2)
    assert not table.state.in_play


@witnesses("DC 1.1:void", "DC 12.3")
def test_a_misdeal_opens_betting_for_a_new_round() -> None:
    table = table_after(f'{WAGER}deal\ndealer declares a misdeal because "a slip"\n')
    assert isinstance(table.log[-1], RoundVoided)
    assert (table.state.stage, table.state.wagers, table.state.shoe.inside) == (Stage.BETTING, (), 52)


@witnesses("DC 1.1:wager")
def test_a_wager_is_recorded_with_its_player_area_kind_sum_and_round() -> None:
    table = table_after("Ann bets $35 on wager\ndealer closes bets\n")
    placed, closed = table.log[-2:]
    assert isinstance(placed, WagerPlaced)
    assert (placed.player, placed.area, placed.bet, placed.cents) == ("Ann", 1, "wager", 35_00)
    assert isinstance(closed, BetsClosed)
    assert (closed.round, [(each.area, each.bet, each.player) for each in closed.wagers]) == (
        1,
        [(1, "wager", "Ann")],
    )
