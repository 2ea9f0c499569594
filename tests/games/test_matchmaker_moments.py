"""What the book says when things go wrong between any two cards, and after (MM 4, 9 and 11)."""

from __future__ import annotations

import pytest

from croupier.cards import Card, CardSource, Device, pick
from croupier.games.matchmaker import RULES as MATCHMAKER
from croupier.games.matchmaker import Bet, State
from croupier.games.matchmaker.irregularities import (
    DealtCardsBurned,
    Laid,
    LetCardsLie,
    OrderReconstruction,
    ReconstructFirstRound,
    ReconstructHand,
    ReportDealtWithoutWagers,
    ReportMisplacedCard,
)
from croupier.games.matchmaker.play import CardDealt, DealCard
from croupier.games.matchmaker.settle import ClearLosers, PayArea
from croupier.money import Limits, moves
from croupier.table.care import OrderShuffle, ShuffleCards
from croupier.table.closing import CloseTable, PostClosingSign
from croupier.table.conduct import InvalidateRound, ReportContravention, VoidWagers
from croupier.table.contract import Reason
from croupier.table.corrections import CorrectCard
from croupier.table.cut import BurnCard, CutOffered
from croupier.table.declare import say
from croupier.table.faults import (
    LateErrorRecorded,
    MachineFailed,
    MachineFault,
    ReportExcessCard,
    ReportLateError,
    ReportMachineFault,
    ReportMissedBurn,
    ReportMissedShuffle,
    ReportWrongCards,
    ShowCuttingCard,
    ShuffleDiscards,
)
from croupier.table.hands import Spot
from croupier.table.holding import SeizeWinnings
from croupier.table.people import Join, Leave, VacateSeat
from croupier.table.permissions import PermitAreas
from croupier.table.retracting import KeepWagers, RetractWagers, WagersKept, WagersRetracted
from croupier.table.rounds import AnnounceNoMoreBets, RoundClosed
from croupier.table.signs import NOTICE_MS, ChangeLimits, PostMinimumNotice
from croupier.table.state import Burn, Stage, Step
from croupier.table.voiding import RoundVoided
from croupier.table.wagers import PlaceWager, SpeakWager, SpokenWagerLapsed, Tender
from tests.games.house import BOSS, MISS, OPERATOR, PAIR, RULES, SUIT, SUPERVISOR, House
from tests.games.sitting import ANN, BOB, DEALER
from tests.witness import witnesses


def faces(state: State) -> tuple[tuple[Card, ...], ...]:
    """The cards on each area, from the left."""
    return tuple(state.hand(area).faces for area in range(1, state.seats + 1))


def two_players(**terms: object) -> House:
    """Ann on area 1 and Bob on area 2, each with $5 on Pair Match."""
    house = House(**{"areas": 2} | terms)
    house.sit(ann=1, bob=2)
    house.bet(ANN, 500, PAIR, 1)
    house.bet(BOB, 500, PAIR, 2)
    return house


def beside_the_cutting_card(behind: int, before: int) -> House:
    """A table with both players' wagers down and so many cards to come before the cutting card."""
    house = House(areas=2, decks=4, cutting_card_behind=behind)
    house.sit(ann=1, bob=2)
    while house.state.shoe.inside - behind > before:
        players = ((ANN, 1), (BOB, 2)) if house.state.shoe.inside - behind - before >= 4 else ((ANN, 1),)
        for who, area in players:
            house.bet(who, 100, PAIR, area)
        house.finish()
    assert house.state.shoe.inside - behind == before
    house.bet(ANN, 500, PAIR, 1)
    house.bet(BOB, 500, PAIR, 2)
    return house


@witnesses("MM 4.1.1(b)", "MM 9.6", "ruling 8")
def test_the_cutting_card_as_first_card_stops_the_deal_for_a_shuffle() -> None:
    house = beside_the_cutting_card(behind=51, before=0)
    house.do(AnnounceNoMoreBets())
    assert house.refused(DealCard()).under == ("MM 4.1.1(b)",)
    house.do(ShowCuttingCard())
    assert house.state.care.step is Step.SHUFFLE
    assert house.refused(DealCard()).under == ("MM 4.1.1",)
    house.do(ReportMissedShuffle())
    house.until(Stage.SETTLED)
    house.due()
    assert house.state.care.step is Step.SHUFFLE


@witnesses("MM 4.1.1(c)", "MM 4.2.1(b)", "ruling 8")
@pytest.mark.parametrize(("behind", "before", "cuts"), [(51, 2, "ann"), (50, 1, "bob"), (50, 3, "bob")])
def test_the_cutting_card_later_lets_the_round_finish_and_names_who_cuts(behind: int, before: int, cuts: str) -> None:
    house = beside_the_cutting_card(behind, before)
    house.do(AnnounceNoMoreBets())
    for _ in range(before):
        house.do(DealCard())
    assert house.refused(DealCard()).under == ("MM 4.1.1(c)",)
    house.do(ShowCuttingCard())
    house.until(Stage.BETTING)
    assert house.state.care.step is Step.SHUFFLE
    house.do(ShuffleCards())
    house.due()
    offered = [event for event in house.log if isinstance(event, CutOffered)][-1]
    assert (offered.player, offered.under) == (cuts, ("MM 4.2.1(b)",))


@witnesses("MM 9.7")
def test_cards_that_run_out_behind_the_cutting_card_are_made_up_from_the_discards() -> None:
    house = beside_the_cutting_card(behind=1, before=2)
    house.do(AnnounceNoMoreBets())
    for command in (DealCard(), DealCard(), ShowCuttingCard(), DealCard()):
        house.do(command)
    assert house.state.shoe.inside == 0 and MATCHMAKER.spot_due(house.state) == Spot(2)
    assert house.refused(DealCard()).under == ("MM 9.7",)
    house.do(ShuffleDiscards())
    assert house.state.shoe.inside == 208 - 3
    house.until(Stage.SETTLING)
    assert house.state.shoe.inside == 208 - 4
    house.finish()


@witnesses("MM 4.2.2")
def test_the_cut_passes_on_when_the_player_offered_it_leaves() -> None:
    house = House(areas=2)
    house.sit(ann=1, bob=2)
    house.do(OrderShuffle(abnormal=True, why="four kings in a row"), BOSS)
    house.do(ShuffleCards())
    house.due()
    assert house.state.care.offered == "ann"
    house.do(Leave(), ANN)
    house.due()
    assert house.state.care.offered == "bob"
    house.finish()


@witnesses("MM 9.3")
def test_a_surplus_card_is_the_next_one_even_across_a_missed_shuffle() -> None:
    house = beside_the_cutting_card(behind=51, before=2)
    house.do(AnnounceNoMoreBets())
    house.do(DealCard())
    house.do(ReportExcessCard())
    assert house.refused(ReportExcessCard()).under == ("MM 9.3",), "the cutting card comes before another card"
    house.do(DealCard())
    assert house.log[-1].held and "MM 9.3" in house.log[-1].under
    house.do(ShowCuttingCard())
    house.do(ReportExcessCard())
    house.until(Stage.SETTLED)
    house.do(ReportExcessCard())
    house.due()
    house.do(ReportMissedShuffle())
    house.bet(ANN, 500, PAIR, 1)
    house.do(AnnounceNoMoreBets())
    house.do(DealCard())
    assert house.log[-1].held


@witnesses("MM 9.1", "MM 9.1.1")
def test_the_first_round_without_a_burn_is_rebuilt_one_card_on() -> None:
    house = House(areas=2)
    house.sit(ann=1, bob=2)
    house.do(OrderShuffle(abnormal=False, why="a card on the floor"), BOSS)
    house.due_until(lambda: house.state.care.step is Step.BURN)
    house.do(ReportMissedBurn())
    house.bet(ANN, 500, PAIR, 1)
    house.bet(BOB, 500, PAIR, 2)
    house.deal("2c", "9h", "8h", "9s")
    assert faces(house.state) == ((Card("2c"), Card("8h")), (Card("9h"), Card("9s")))
    house.do(ClearLosers())
    house.do(PayArea(area=2))
    assert house.refused(ReconstructFirstRound()).reason is Reason.NOT_NOW, "the round is completed"


@witnesses("MM 9.1.1", "MM 9.5")
def test_in_an_unburned_first_round_misplaced_cards_are_rebuilt_with_the_burn_and_none_is_lost() -> None:
    house = House(areas=3)
    house.sit(ann=1, bob=2)
    house.do(OrderShuffle(abnormal=False, why="a card on the floor"), BOSS)
    house.due_until(lambda: house.state.care.step is Step.BURN)
    house.do(ReportMissedBurn())
    house.bet(ANN, 500, PAIR, 1)
    house.do(AnnounceNoMoreBets())
    house.stack("2c 3c 4c 5c")
    for _ in range(3):
        house.do(ReportMisplacedCard(area=3))
        house.do(LetCardsLie(), SUPERVISOR)
    house.do(ReportMisplacedCard(area=2))
    assert "MM 9.1.1" in house.refused(OrderReconstruction(), SUPERVISOR).under
    house.do(ReconstructFirstRound())
    # The first card is burned, the next two are Ann's and the fourth is held as the next card out.
    assert faces(house.state) == ((Card("3c"), Card("4c")), (), ())
    assert house.state.care.excess == (Card("5c"),) and house.state.care.burn is Burn.SHOWN
    house.finish()
    assert house.won(ANN) == -500


@witnesses("MM 9.5")
def test_a_rebuilt_hand_lies_as_it_should_have_and_a_retracted_wager_is_safe() -> None:
    house = two_players()
    house.do(AnnounceNoMoreBets())
    house.stack("9h 9s 2c 9d")
    house.do(ReportMisplacedCard(area=2))
    house.do(OrderReconstruction(), SUPERVISOR)
    house.do(RetractWagers(), BOB)
    assert house.refused(ReconstructHand(), SUPERVISOR).facts == {"players to ask": 1}
    house.due()
    house.do(ReconstructHand(), SUPERVISOR)
    assert faces(house.state) == ((Card("9h"),), ())
    house.finish()
    assert (house.won(ANN), house.won(BOB)) == (-500, 0)


@witnesses("MM 9.5")
def test_a_wager_under_the_minimum_is_retracted_whole() -> None:
    house = House(areas=1)
    house.sit(ann=1)
    for _ in range(2):
        house.bet(ANN, 100, PAIR)
        house.do(AnnounceNoMoreBets())
        house.stack("9h 8s")
        house.until(Stage.SETTLING)
        house.do(OrderReconstruction(), SUPERVISOR)
        house.do(RetractWagers(), ANN)
        house.finish()
        assert house.won(ANN) == 0


@witnesses("MM 9.5", "MM 11.2.1")
def test_a_rebuilding_does_not_wait_for_a_player_whose_wagers_are_void_and_who_has_left() -> None:
    house = two_players()
    house.deal("9h", "8s", "9s", "8h")
    house.do(ReportContravention(person="bob", clause="11.1", what="a calculator"))
    house.do(OrderReconstruction(), SUPERVISOR)
    house.do(VoidWagers(player="bob"), BOSS)
    house.do(Leave(), BOB)
    house.finish()
    assert house.won(ANN) == 5500


@witnesses("MM 9.5")
def test_a_layout_cannot_give_an_area_more_than_two_cards_by_naming_it_twice() -> None:
    house = two_players()
    house.deal("9h", "8s", "9s", "8h")
    house.do(OrderReconstruction(), SUPERVISOR)
    house.due_until(lambda: not MATCHMAKER.undecided(house.state))
    first, second = (Card("9h"), Card("9s")), (Card("8s"), Card("8h"))
    twice = ReconstructHand(layout=(Laid(1, first), Laid(1, second)))
    assert house.refused(twice, SUPERVISOR).reason is Reason.CARDS_DIFFER
    house.do(ReconstructHand(layout=(Laid(1, second), Laid(2, first))), SUPERVISOR)
    house.finish()
    assert (house.won(ANN), house.won(BOB)) == (5500, 5500)


@witnesses("MM 9.5", "ruling 12")
def test_between_two_payments_only_the_unpaid_area_is_rebuilt() -> None:
    house = two_players()
    house.deal("9h", "8s", "9s", "8h")
    house.do(ClearLosers())
    house.do(PayArea(area=1))
    (ordered,) = house.do(OrderReconstruction(why="a card for the wrong area"), SUPERVISOR)
    assert ordered.areas == (2,) and "ruling 12" in ordered.under
    house.do(RetractWagers(), BOB)
    house.finish()
    assert (house.won(ANN), house.won(BOB)) == (5500, 0)


@witnesses("MM 9.8")
def test_a_machine_that_fails_after_the_last_card_does_not_stop_the_payment() -> None:
    house = two_players(device=Device.MACHINE)
    house.deal("9h", "8s", "9s", "7h")
    house.do(ReportMachineFault(fault=MachineFault.MALFUNCTION))
    assert isinstance(RULES.due(house.state)[0].command, ClearLosers)
    house.until(Stage.SETTLED)
    assert (house.won(ANN), house.won(BOB)) == (5500, -500)


@witnesses("MM 9.8")
def test_a_machine_that_fails_between_two_cards_voids_a_round_that_cannot_be_completed() -> None:
    house = two_players(device=Device.MACHINE)
    house.deal("9h", "8s", "9s")
    house.do(ReportMachineFault(fault=MachineFault.TOGETHER))
    assert (house.won(ANN), house.won(BOB), house.state.stage) == (0, 0, Stage.BETTING)
    assert house.state.shoe.inside == house.state.shoe.size


@witnesses("MM 9.9.1", "MM 9.9.2", "MM 9.9.3", "MM 9.10")
def test_wrong_cards_void_the_round_until_its_last_payment_and_not_after() -> None:
    house = two_players()
    house.deal("9h", "8s", "9s", "8h")
    house.do(ClearLosers())
    house.do(PayArea(area=1))
    house.do(ReportWrongCards(what="five queens of hearts"))
    assert (house.won(ANN), house.won(BOB), house.state.care.step) == (0, 0, Step.CHECK)
    house.finish()
    house.bet(ANN, 500, PAIR, 1)
    house.deal("9h", "9s")
    house.until(Stage.SETTLED)
    house.do(ReportWrongCards(what="no king of clubs"))
    assert house.won(ANN) == 5500 and (house.state.stage, house.state.care.step) == (Stage.BETTING, Step.CHECK)


@witnesses("MM 9.10")
def test_a_late_error_is_recorded_for_the_round_last_settled_even_while_the_next_is_dealt() -> None:
    house = two_players()
    assert house.refused(ReportLateError(what="a card short")).under == ("MM 9.10",)
    house.finish()
    house.bet(ANN, 500, PAIR, 1)
    house.deal("9h")
    before = house.state
    house.do(ReportLateError(what="Bob had two eights"))
    assert isinstance(house.log[-1], LateErrorRecorded) and house.log[-1].round == 1
    assert house.state == before


@witnesses("MM 11.2.3", "MM 11.4")
def test_winnings_seized_mid_round_leave_enough_to_undo_the_round() -> None:
    house = House(areas=1)
    house.sit(ann=1)
    house.bet(ANN, 500, PAIR)
    house.deal("9h", "9s")
    house.finish()
    house.do(ReportContravention(person="ann", clause="11.1", what="a computer"))
    house.bet(ANN, house.state.stack("ann") - 100, MISS)
    house.deal("9h", "8s")
    house.do(ClearLosers())
    house.do(PayArea(area=1))
    (seized,) = house.do(SeizeWinnings(player="ann", since_round=1), BOSS)
    assert seized.cents == 100 + 50000  # of the first round what is left; of this one all that its $500 at risk won
    house.do(InvalidateRound(fraud=True, why="the computer"), BOSS)
    assert house.won(ANN) == 5500 - 100 and house.state.chips["held:ann"] == 100


@witnesses("MM 7.2", "MM 11.4")
def test_a_card_entered_wrongly_is_put_right_even_after_payment_and_settled_anew() -> None:
    house = House(areas=2, cards=CardSource.REAL)
    house.sit(ann=1)
    for bet in Bet:
        house.bet(ANN, 500, bet)
    house.do(AnnounceNoMoreBets())
    for card in ("9h", "9s"):
        house.do(DealCard(card=Card(card)))
    house.until(Stage.SETTLED)
    assert house.won(ANN) == 5500 - 500 - 500
    house.do(CorrectCard(area=1, nth=2, card=Card("9h")))
    house.finish()
    assert house.won(ANN) == 5500 + 5500 - 500


@witnesses("MM 4.1.1(c)")
def test_a_real_shoe_says_itself_when_the_cutting_card_comes() -> None:
    house = House(areas=1, decks=4, cards=CardSource.REAL, cutting_card_behind=104)
    house.sit(ann=1)
    while house.state.shoe.inside > 100:
        house.bet(ANN, 100, PAIR)
        house.do(AnnounceNoMoreBets())
        for _ in range(2):
            house.do(DealCard(card=pick(house.state.shoe.unseen, 0)))
        house.finish()
    house.bet(ANN, 100, PAIR)
    house.do(AnnounceNoMoreBets())
    house.do(DealCard(card=Card("As")))
    house.do(ShowCuttingCard())
    assert house.log[-1].under == ("MM 4.1.1(c)", "ruling 8")


@witnesses("MM 9.4")
def test_cards_dealt_to_no_wager_are_declared_void_by_a_supervisor_and_burned() -> None:
    house = House(areas=2)
    house.do(ReportDealtWithoutWagers(areas=(1, 2)))
    assert RULES.due(house.state)[0].rank == "game-supervisor"
    assert house.refused(RULES.due(house.state)[0].command).under == ("MM 9.4",)
    house.finish()
    assert house.state.shoe.discards == 3 and not house.state.cards_on_table()


@witnesses("MM 11.8")
def test_three_rounds_are_sat_out_only_by_those_without_a_wager_as_betting_closes() -> None:
    house = House(areas=2)
    house.sit(ann=1, bob=2)
    for idle in range(1, 4):
        house.bet(ANN, 500, PAIR, 1)
        house.deal("9h", "8s")
        house.do(OrderReconstruction(), SUPERVISOR)
        house.do(RetractWagers(), ANN)
        house.finish()
        assert (house.state.people["ann"].idle, house.state.people["bob"].idle) == (0, idle)
        if idle < 3:
            assert house.refused(VacateSeat(player="bob")).under == ("MM 11.8",)
    house.do(VacateSeat(player="bob"))
    assert house.state.seated(2) is None


@witnesses("MM 11.8")
def test_with_a_seat_free_nobody_is_counted_as_sitting_by() -> None:
    house = House(areas=3)
    house.sit(ann=1, bob=2)
    for _ in range(4):
        house.bet(ANN, 500, PAIR, 1)
        house.finish()
    assert house.state.people["bob"].idle == 0


@witnesses("MM 6.1 fn1:s66(2)")
def test_a_notice_stays_up_when_the_maximum_changes_and_a_later_one_takes_its_place() -> None:
    house = House()
    now = Limits(500, 50_000)
    notice = PostMinimumNotice(bet=PAIR.value, minimum=1000, effective_at=NOTICE_MS)
    house.do(notice, OPERATOR)
    house.do(ChangeLimits(bet=PAIR.value, minimum=500, maximum=60_000, step=now.step), OPERATOR)
    raised = ChangeLimits(bet=PAIR.value, minimum=1000, maximum=60_000)
    house.at = NOTICE_MS - 1
    assert house.refused(raised, OPERATOR).reason is Reason.NOTICE
    house.do(PostMinimumNotice(bet=PAIR.value, minimum=2000, effective_at=house.at + NOTICE_MS), OPERATOR)
    house.at = NOTICE_MS
    assert house.refused(raised, OPERATOR).under == ("MM 6.1 fn1:s66(2)",)
    house.at = 2 * NOTICE_MS
    house.do(ChangeLimits(bet=PAIR.value, minimum=2000, maximum=60_000), OPERATOR)
    assert not house.state.notices


@witnesses("MM 6.1", "MM 5.3")
def test_limits_do_not_change_under_a_wager_spoken_or_placed() -> None:
    house = House()
    house.sit(ann=1)
    change = ChangeLimits(bet=SUIT.value, minimum=500, maximum=900)
    house.do(SpeakWager(area=1, bet=PAIR.value, cents=500, shown=Tender.CASH), ANN)
    assert house.refused(change, OPERATOR).facts["wagers"] == 1
    house.due()
    assert house.refused(change, OPERATOR).facts["wagers"] == 1
    house.finish()
    house.do(change, OPERATOR)


@witnesses("MM 11.7", "MM 5.3")
def test_a_table_closes_when_its_sign_says_so_and_spoken_wagers_lapse() -> None:
    house = House()
    house.sit(ann=1)
    house.do(PostClosingSign(closes_at=NOTICE_MS), BOSS)
    house.do(SpeakWager(area=1, bet=PAIR.value, cents=500, shown=Tender.CASH), ANN)
    assert house.refused(CloseTable(), SUPERVISOR).reason is Reason.RANK
    assert house.refused(CloseTable(), BOSS).reason is Reason.NOTICE
    house.at = NOTICE_MS
    events = house.do(CloseTable(), BOSS)
    assert isinstance(events[0], SpokenWagerLapsed)
    assert house.state.stage is Stage.CLOSED and not house.state.people


@witnesses("MM 2.1")
def test_staff_do_not_sit_down_to_play() -> None:
    house = House()
    for player in (None, DEALER.id):
        assert house.refused(Join(cents=500, seat=1, player=player)).reason is Reason.FORBIDDEN
    assert house.refused(Join(cents=500, seat=1, player="guest")).under == ("MM 11.6", "ruling 70")
    real = House(cards=CardSource.REAL)
    real.do(Join(cents=500, seat=1, player="guest"))
    assert real.state.seated(1) is not None


@witnesses("MM 5.2", "MM 5.4")
def test_nothing_is_placed_or_withdrawn_from_the_first_card_to_the_last_payment() -> None:
    house = two_players()
    house.deal("9h")
    while house.state.stage is not Stage.BETTING:
        place = house.refused(PlaceWager(area=1, bet=PAIR.value, cents=500), ANN)
        assert place.under == ("MM 5.2", "MM 5.4")
        house.due()
    dealt = [event for event in house.log if isinstance(event, CardDealt)]
    assert [event.area for event in dealt] == [1, 2, 1, 2]


@witnesses("MM 9.8", "ruling 16")
@pytest.mark.parametrize(
    ("cards", "void"),
    [
        (("9c", "4h", "9d", "4d"), True),  # a pair each, or none
        (("9c", "9h", "4d", "4s"), False),  # no pair either way
        (("9c", "4h", "9d"), True),  # the last two on areas 2 and 1, and area 2 still to have a card
        (("9c", "4h"), True),
        (("9c", "9h"), False),  # for Pair Match a nine is a nine
    ],
)
def test_cards_that_came_together_void_the_round_only_where_their_order_decides(
    cards: tuple[str, ...], void: bool
) -> None:
    house = two_players(device=Device.MACHINE)
    house.deal(*cards)
    made = house.do(ReportMachineFault(fault=MachineFault.TOGETHER))
    failed, said = made[0], say(made[0], {})
    assert isinstance(failed, MachineFailed) and failed.completable is not void
    assert [type(event) for event in made[1:]] == [RoundVoided] * void
    assert ("cannot be completed" in said) is void and house.state.care.machine_down is void


@witnesses("MM 9.8")
def test_a_round_whose_cards_are_out_is_not_said_to_be_beyond_completing() -> None:
    house = two_players(device=Device.MACHINE)
    house.deal("9c", "4h", "9d", "4d")
    (failed,) = house.do(ReportMachineFault(fault=MachineFault.MALFUNCTION))
    assert "cannot be completed" not in say(failed, {}) and house.state.care.machine_down


def test_one_card_is_burned_and_two_are() -> None:
    one, two = (DealtCardsBurned(cards=cards, under=("MM 9.4",)) for cards in (1, 2))
    assert say(one, {}).startswith("1 card dealt") and say(one, {}).endswith("is burned.")
    assert say(two, {}).endswith("are burned.")
    assert " 1 card is taken up" in say(RoundClosed(round=1, cards=1, under=("MM 7.1",)), {})


def test_events_of_earlier_logs_mean_what_they_meant() -> None:
    """Before areas were asked apart an answer was for all of them; before `down` a round beyond completing said it."""
    house = House()
    house.sit(ann=1)
    house.do(PermitAreas(player="ann", areas=2, seats_elsewhere=True), SUPERVISOR)
    for area in (1, 2):
        house.bet(ANN, 500, PAIR, area)
    house.deal("9c", "4h")
    house.do(OrderReconstruction(), SUPERVISOR)
    moved = moves(("layout", "stack:ann", 1000))
    back = RULES.evolve(house.state, WagersRetracted(player="ann", cents=1000, moves=moved, under=("MM 9.5",)))
    assert not back.wagers and back.retracting == ()
    kept = RULES.evolve(house.state, WagersKept(player="ann", under=("MM 9.5",)))
    assert len(kept.wagers) == 2 and kept.retracting == ()
    for fault in MachineFault:
        for completable in (True, False):
            failed = MachineFailed(fault=fault, completable=completable, under=("MM 9.8",))
            assert RULES.evolve(house.state, failed).care.machine_down is not completable


def test_a_card_dealt_by_a_machine_says_that_it_works() -> None:
    """In logs of a time when new cards made a failed machine work, play went on."""
    house = House(device=Device.MACHINE)
    house.sit(ann=1)
    house.bet(ANN, 500, PAIR, 1)
    house.do(ReportMachineFault(fault=MachineFault.MALFUNCTION))
    dealt = CardDealt(area=1, card=Card("9c"), under=("MM 7.3.2",))
    assert not RULES.evolve(house.state, dealt).care.machine_down


@witnesses("MM 9.5", "ruling 15")
def test_each_area_is_a_turn_of_its_own_and_the_silent_leave_its_wagers_on() -> None:
    house = House()
    house.sit(ann=1, bob=3)
    house.do(PermitAreas(player="ann", areas=2, seats_elsewhere=True), SUPERVISOR)
    for who, area in ((ANN, 1), (ANN, 2), (BOB, 3)):
        house.bet(who, 500, PAIR, area)
    house.deal("9c", "4h")
    house.do(OrderReconstruction(), SUPERVISOR)
    turns = RULES.turns(house.state)
    assert [(turn.player, turn.silent.area) for turn in turns] == [("ann", 1), ("ann", 2), ("bob", 3)]
    assert len({turn.key for turn in turns}) == 3
    house.do(RetractWagers(area=2), ANN)
    assert [(each.player, each.area) for each in house.state.wagers] == [("ann", 1), ("bob", 3)]
    assert [(turn.player, turn.silent.area) for turn in RULES.turns(house.state)] == [("ann", 1), ("bob", 3)]
    house.do(KeepWagers(), ANN)
    house.do(KeepWagers(), BOB)
    house.do(ReconstructHand(), SUPERVISOR)
    assert house.state.left_on == () and house.state.retracting is None


@witnesses("MM 9.3", "MM 9.1.1")
def test_a_surplus_card_that_is_burned_has_no_face_on_record_any_more() -> None:
    house = House(cards=CardSource.REAL)
    house.do(ReportMissedBurn())
    king = Card("Kd")
    before = house.state.shoe.unseen[king.number]
    house.do(ReportExcessCard(card=king))
    assert house.state.shoe.unseen[king.number] == before - 1
    house.do(BurnCard())
    assert house.state.shoe.unseen[king.number] == before
    assert house.state.care.excess == () and house.state.care.burn is Burn.BURNED


@witnesses("MM 9.3", "MM 9.4")
def test_held_cards_go_first_wherever_cards_go_and_all_are_counted() -> None:
    house = House(cards=CardSource.REAL, areas=3)
    for card in ("Kd", "Kh"):
        house.do(ReportExcessCard(card=Card(card)))
    cards = tuple(map(Card, ("Kd", "Kh", "2c")))
    assert house.refused(ReportDealtWithoutWagers(areas=(1, 2, 3), cards=cards[::-1])).reason is Reason.CARDS_DIFFER
    inside = house.state.shoe.inside
    house.do(ReportDealtWithoutWagers(areas=(1, 2, 3), cards=cards))
    assert house.state.shoe.inside == inside - 1 and not house.state.care.excess
    assert house.state.cards_on_table() == cards
