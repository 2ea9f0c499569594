"""Irregularities at each moment the book distinguishes, and what they do to the jackpot (TCP 11, 13).

A Jackpot wager of $1 under option 1 with a seed of 10,000 adds 34.06 cents to the meter.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.cards import CardSource, Device
from croupier.games.three_card_poker.hand_errors import (
    CorrectPlayWager,
    DeclareShortPlay,
    NominateCards,
    ReportCardsTaken,
    ReportViewedHands,
)
from croupier.games.three_card_poker.irregularities import (
    DeclareMisdeal,
    ReportExposedCard,
    ReportShufflerFault,
    ReportUnstakedArea,
    ReportWrongDeck,
    ReportWrongNumber,
    RuleOnOrder,
)
from croupier.games.three_card_poker.jackpot import (
    ArrangeManually,
    CancelJackpotGame,
    RegisterJackpot,
    ReportEquipmentDown,
    RestoreEquipment,
)
from croupier.games.three_card_poker.jackpot_errors import (
    RebuildJackpotCards,
    ReportMixedCards,
    ReportWrongJackpotCards,
)
from croupier.games.three_card_poker.play import DealCard, FoldHand, LookAtHand, PlayHand
from croupier.games.three_card_poker.settle import SettleArea
from croupier.games.three_card_poker.state import Choice
from croupier.house.linked import prizes_due
from croupier.house.meter import RecordOutcome, RegisterWagers, decide
from croupier.table.closing import CloseTable
from croupier.table.closing_by_hands import GiveClosingNotice
from croupier.table.conduct import ExcludePlayer, InvalidateRound, ReportContravention, VoidWagers
from croupier.table.contract import Actor, Reason, Refusal
from croupier.table.linked_jackpot import PayJackpotPrizes, RejectJackpotPrizes
from croupier.table.one_deck import CountDeck, OrderCount
from croupier.table.people import Leave
from croupier.table.permissions import AgreePersonalLimit, PermitAreas
from croupier.table.retracting import KeepWagers, RetractWagers
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.signs import ChangeLimits, PostMinimumNotice
from croupier.table.state import Stage, Step
from croupier.table.wagers import PlaceWager, WithdrawWager
from tests.conformance.linked import HERE, THERE
from tests.games.poker import AREA, HIGHER, MANAGER, OPERATOR, RULES, Poker
from tests.games.sitting import ANN, BOB, CEC, DEALER

ONE = Fraction("0.3406")
"""What one Jackpot wager adds to the meter, in dollars."""
LOSES = "Kh 9s 4d 8s 3c"
"""A dealer's hand and Jackpot Cards that help no one."""


def two_in_the_jackpot(**terms: object) -> Poker:
    """Ann at 1 and Bob at 2, each with an Ante of $10 and a Jackpot wager."""
    poker = Poker(jackpot_price=100, **terms)
    poker.sit(ann=1, bob=2)
    for who in (ANN, BOB):
        poker.bet(who, ante=10_00, jackpot=1_00)
    return poker


def carried() -> Poker:
    """The same, after a misdeal: only the Jackpot wagers lie on the layout."""
    poker = two_in_the_jackpot()
    poker.deal()
    poker.do(ReportUnstakedArea(area=5))
    assert poker.state.stage is Stage.BETTING and poker.state.registered == (1, 2) and poker.added == 2 * ONE
    assert [each.key for each in poker.state.wagers] == [(1, "jackpot", "ann", 1), (2, "jackpot", "bob", 1)]
    return poker


def breach(poker: Poker, who: Actor) -> None:
    """Put on record that someone had a device."""
    poker.do(ReportContravention(person=who.id, clause="13.1", what="a device"))


def straight_flush(poker: Poker) -> None:
    """Ann's hand and the Jackpot Cards make a straight flush; Bob has nothing. The outcome is recorded."""
    poker.call()
    poker.play(ANN)
    poker.play(BOB)
    poker.stack("Ks 9s 4d  Th 9h  Kd Qd 2c  8h 7h 6h")
    poker.until(Stage.PAYING)
    poker.due()
    assert poker.state.meter_wins == {1: "straight flush"} and poker.state.outcome_recorded


# 11.15: a misdeal carries Jackpot wagers over.


def test_what_a_fold_lost_comes_back_when_the_round_is_a_misdeal() -> None:
    poker = two_in_the_jackpot()
    poker.bet(ANN, pair_plus=5_00)
    poker.call()
    poker.fold(ANN)
    assert poker.won(ANN) == -16_00
    poker.do(ReportWrongDeck(cards=51))
    assert poker.won(ANN) == poker.won(BOB) == 0
    assert sum(each.cents for each in poker.state.wagers) == 2_00 and poker.state.registered == (1, 2)
    assert poker.state.care.step is Step.CHECK


def test_carried_wagers_play_in_the_next_round_without_adding_to_the_meter_again() -> None:
    poker = carried()
    for who in (ANN, BOB):
        poker.bet(who, ante=10_00)
    poker.call()
    assert poker.added == 2 * ONE
    poker.play(ANN)
    poker.play(BOB)
    poker.finish(f"{LOSES} Kd Qd 2c Ah As 2d")
    assert poker.added == 2 * ONE and poker.won(ANN) == 20_00 - 1_00 and poker.won(BOB) == 20_00 - 1_00


def test_a_second_misdeal_carries_the_same_wagers_again() -> None:
    poker = carried()
    for who in (ANN, BOB):
        poker.bet(who, ante=10_00)
    poker.deal()
    poker.do(ReportExposedCard(place=0))
    assert poker.state.registered == (1, 2) and poker.added == 2 * ONE
    assert poker.won(ANN) == poker.won(BOB) == 0


def test_a_leaver_gets_the_carried_wager_back_and_the_rest_are_registered_anew() -> None:
    poker = carried()
    poker.do(Leave(), ANN)
    assert "stack:ann" not in poker.state.chips and poker.state.registered is None and poker.added == 0
    poker.bet(BOB, ante=10_00)
    poker.deal()
    assert poker.state.registered == (2,) and poker.added == ONE


def test_a_newcomer_undoes_the_carried_game_and_all_are_registered_anew() -> None:
    poker = carried()
    poker.sit(cec=3)
    for who in (ANN, BOB, CEC):
        poker.bet(who, ante=10_00)
    assert poker.state.registered == (1, 2)
    poker.bet(CEC, jackpot=1_00)
    assert poker.state.registered is None and poker.added == 0
    poker.deal()
    assert sorted(poker.state.registered or ()) == [1, 2, 3] and poker.added == 3 * ONE


def test_whoever_places_no_ante_after_a_misdeal_gets_the_carried_wager_back() -> None:
    poker = carried()
    poker.bet(BOB, ante=10_00)
    poker.prepare()
    poker.do(AnnounceNoMoreBets())
    assert poker.refused(DealCard()).under == ("TCP 6.2.1",)
    events = poker.do(RegisterJackpot())
    assert [type(event).__name__ for event in events] == [
        "JackpotGameCancelled",
        "JackpotWagersReturned",
        "JackpotRegistered",
    ]
    assert poker.state.registered == (2,) and poker.added == ONE and poker.won(ANN) == 0
    assert poker.state.stage is Stage.NO_MORE_BETS
    poker.until(Stage.CHOOSING)
    assert poker.state.staked == (2,)


def test_a_carried_wager_gives_way_to_the_player_whose_seat_it_lies_at() -> None:
    poker = Poker(jackpot_price=100)
    poker.sit(ann=1)
    poker.do(PermitAreas(player="ann", areas=2, seats_elsewhere=True))
    for area in (1, 2):
        poker.bet(ANN, area, ante=10_00, jackpot=1_00)
    poker.deal()
    poker.do(ReportUnstakedArea(area=5))
    poker.sit(bob=2)
    poker.bet(BOB, ante=10_00)
    assert poker.state.registered is None and poker.added == 0
    poker.bet(ANN, ante=10_00)
    poker.deal()
    assert poker.state.registered == (1,) and poker.added == ONE


def test_a_table_closes_only_when_carried_wagers_have_been_taken_back() -> None:
    poker = carried()
    poker.do(GiveClosingNotice(), HIGHER)
    for who in (ANN, BOB):
        assert poker.refused(CloseTable(), HIGHER).reason is Reason.NOT_NOW
        poker.do(WithdrawWager(area=1 if who is ANN else 2, bet="jackpot"), who)
        poker.do(Leave(), who)
    poker.do(CloseTable(), HIGHER)
    assert poker.added == 0 and not poker.state.is_open


def test_when_everyone_folds_the_meter_keeps_its_increments_and_the_next_game_can_be_registered() -> None:
    poker = two_in_the_jackpot()
    poker.call()
    poker.fold(ANN)
    poker.fold(BOB)
    poker.finish()
    assert poker.added == 2 * ONE and poker.won(ANN) == -11_00
    poker.bet(ANN, ante=10_00, jackpot=1_00)
    poker.deal()
    assert poker.added == 3 * ONE


# 11.12 and 13.5 at every moment, even after the meter has paid.


MOMENTS = ("dealing", "dealt", "called", "one settled", "recorded", "rejected", "paid")


def brought_to(moment: str) -> Poker:
    """A round with a straight flush in it, at this moment."""
    poker = two_in_the_jackpot()
    if moment == "dealing":
        poker.prepare()
        poker.do(AnnounceNoMoreBets())
        poker.due()
        poker.due()
    elif moment == "dealt":
        poker.deal()
    elif moment == "called":
        poker.call()
        poker.play(ANN)
        poker.fold(BOB)
    elif moment == "one settled":
        poker.call()
        poker.play(ANN)
        poker.play(BOB)
        poker.stack(f"{LOSES} 5h 4h 3s")  # Bob's straight: an Ante Bonus is paid though he loses to no one
        poker.until(Stage.SETTLING)
        poker.due()
        assert poker.won(BOB) == 20_00 + 10_00 - 1_00
    else:
        straight_flush(poker)
        prizes = prizes_due(poker.meter, HERE)
        assert not isinstance(prizes, Refusal) and prizes == ((1, 1_000_10),)
        if moment == "rejected":
            poker.do(RejectJackpotPrizes(why="cards were seen"), MANAGER)
        if moment == "paid":
            poker.do(PayJackpotPrizes(prizes=prizes), MANAGER)
            assert poker.won(ANN) == 20_00 + 50_00 - 1_00 + 1_000_10  # with the Ante Bonus of a straight flush
    return poker


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_wrong_deck_makes_the_round_void_at_any_moment_and_carries_the_jackpot_wagers(moment: str) -> None:
    poker = brought_to(moment)
    poker.do(ReportWrongDeck(cards=53))
    assert poker.state.stage is Stage.BETTING and poker.won(ANN) == poker.won(BOB) == 0
    assert poker.taken == 0
    assert poker.state.registered == (1, 2) and poker.added == 2 * ONE
    assert poker.meter.paid_cents == 0 and not poker.meter.pending
    assert poker.state.care.step is Step.CHECK


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_invalid_outcome_gives_every_wager_back_at_any_moment(moment: str) -> None:
    poker = brought_to(moment)
    poker.do(InvalidateRound(fraud=True, why="marked cards"), MANAGER)
    assert poker.state.stage is Stage.BETTING and not poker.state.wagers
    assert poker.won(ANN) == poker.won(BOB) == 0 and poker.taken == 0
    assert poker.state.registered is None and poker.added == 0 and not poker.meter.games
    assert poker.meter.paid_cents == 0 and not poker.meter.pending


@pytest.mark.parametrize("moment", ["dealing", "dealt", "called", "one settled"])
def test_one_player_s_void_wagers_leave_the_jackpot_game_to_the_others(moment: str) -> None:
    poker = brought_to(moment)
    breach(poker, BOB)
    poker.do(VoidWagers(player="bob"), MANAGER)
    assert poker.won(BOB) == 0 and poker.state.registered == (1,) and poker.added == ONE
    if moment == "called":
        assert poker.state.choosing() == ()
    poker.finish()
    assert poker.added == ONE and poker.won(BOB) == 0


@pytest.mark.parametrize("determined", [None, False, True])
def test_the_wagers_of_a_winner_from_the_meter_can_be_void_until_the_round_closes(determined: bool | None) -> None:
    poker = brought_to("recorded")
    breach(poker, ANN)
    due = RULES.due(poker.state)[0]
    assert isinstance(due.command, PayJackpotPrizes) and due.rank == MANAGER.rank
    assert dict(due.command.prizes) == {each: cents for p in poker.meter.pending for each, cents in p.prizes}
    if determined is not None:
        poker.do(due.command if determined else RejectJackpotPrizes(why="a device"), MANAGER)
    poker.do(VoidWagers(player="ann"), MANAGER)
    assert poker.won(ANN) == 0 and poker.added == 2 * ONE
    poker.finish()


def test_fraud_is_for_the_manager_and_riot_for_the_higher_duties_dealer() -> None:
    poker = two_in_the_jackpot()
    for by in (DEALER, HIGHER, AREA):
        assert poker.refused(InvalidateRound(fraud=True, why="marked cards"), by).under == ("TCP 13.3",)
    assert poker.refused(InvalidateRound(fraud=False, why="a brawl"), DEALER).under == ("TCP 13.4",)
    poker.do(InvalidateRound(fraud=False, why="a brawl"), HIGHER)
    assert poker.won(ANN) == 0


def test_an_excluded_player_leaves_the_jackpot_game_before_the_first_card_and_finishes_it_after() -> None:
    poker = two_in_the_jackpot()
    breach(poker, BOB)
    poker.prepare()
    poker.do(AnnounceNoMoreBets())
    poker.do(RegisterJackpot())
    poker.do(ExcludePlayer(player="bob"), MANAGER)
    assert poker.won(BOB) == 0 and poker.state.registered is None and poker.added == 0
    poker.until(Stage.CHOOSING)
    assert poker.state.registered == (1,) and poker.state.staked == (1,)

    poker = two_in_the_jackpot()
    breach(poker, BOB)
    poker.call()
    poker.do(ExcludePlayer(player="bob"), MANAGER)
    assert poker.state.registered == (1, 2)
    assert poker.refused(LookAtHand(), BOB).reason is Reason.EXCLUDED
    poker.finish()
    assert poker.added == 2 * ONE and not poker.state.wagers_of("bob")


def test_a_game_undone_after_another_table_won_leaves_the_meter_at_its_seed() -> None:
    poker = carried()
    poker.tell(decide(poker.meter, RegisterWagers(table=THERE, wagers=1), DEALER, 0))
    poker.tell(decide(poker.meter, RecordOutcome(table=THERE, round=1, wins=((1, "royal flush"),)), DEALER, 0))
    assert poker.added == 0
    poker.do(WithdrawWager(area=1, bet="jackpot"), ANN)
    assert poker.added == 0 and poker.meter.out_of_balance == 0


# 11.1 to 11.8: before and after the call.


def test_one_exposed_card_is_turned_over_and_a_second_is_a_misdeal() -> None:
    poker = two_in_the_jackpot()
    poker.deal()
    poker.do(ReportExposedCard(place=1))
    assert poker.state.stage is Stage.CHOOSING
    poker.do(ReportExposedCard(place=-1))
    assert poker.state.stage is Stage.BETTING and poker.added == 2 * ONE


def test_an_exposed_card_after_the_call_is_no_exposed_card_of_the_deal() -> None:
    poker = two_in_the_jackpot()
    poker.call()
    assert poker.refused(ReportExposedCard(place=1)).reason is Reason.NOT_NOW


def test_a_wrong_number_before_the_call_is_a_misdeal_on_the_floor_s_word() -> None:
    poker = two_in_the_jackpot()
    poker.deal()
    poker.do(ReportWrongNumber(place=2, found=2))
    assert poker.refused(DeclareMisdeal()).under == ("TCP 11.4",)
    poker.do(DeclareMisdeal(), HIGHER)
    assert poker.won(BOB) == 0 and poker.state.registered == (1, 2)


def test_a_wrong_number_after_the_call_with_a_right_deck_voids_that_hand_and_asks_the_others() -> None:
    poker = two_in_the_jackpot()
    poker.sit(cec=3)
    poker.bet(CEC, ante=10_00, jackpot=1_00)
    poker.call()
    poker.play(ANN)
    poker.do(ReportWrongNumber(place=2, found=4))
    poker.do(CountDeck(cards=52), HIGHER)
    assert poker.won(BOB) == 0 and poker.state.registered == (1, 3) and poker.added == 2 * ONE
    assert poker.state.retracting == ("ann", "cec")
    assert poker.refused(LookAtHand(), BOB).reason is Reason.NOT_YOURS
    poker.do(RetractWagers(), ANN)
    assert poker.won(ANN) == 0 and poker.state.registered == (3,) and poker.added == ONE
    assert poker.refused(LookAtHand(), ANN).reason is Reason.NOT_YOURS
    poker.do(KeepWagers(), CEC)
    poker.finish()
    assert poker.added == ONE


def test_a_wrong_number_after_the_call_with_a_wrong_deck_is_a_misdeal_and_the_deck_is_checked() -> None:
    poker = two_in_the_jackpot()
    poker.call()
    poker.do(ReportWrongNumber(place=2, found=4))
    poker.do(CountDeck(cards=53), HIGHER)
    assert poker.won(BOB) == 0 and poker.state.registered == (1, 2) and poker.state.care.step is Step.CHECK


@pytest.mark.parametrize("known", [True, False])
def test_a_wrong_dealer_s_hand_after_the_call_turns_on_the_order_of_the_cards(known: bool) -> None:
    poker = two_in_the_jackpot()
    poker.call()
    poker.fold(BOB)
    poker.do(ReportWrongNumber(place=0, found=4))
    assert poker.refused(PlayHand(area=1), ANN).under == ("TCP 11.6",)
    poker.do(RuleOnOrder(known=known), HIGHER)
    assert poker.won(BOB) == (-11_00 if known else 0)
    assert (poker.state.stage is Stage.BETTING) is not known and poker.added == 2 * ONE


def test_cards_where_no_wager_is_are_burned_once_after_the_call() -> None:
    poker = two_in_the_jackpot()
    poker.call()
    inside = poker.state.shoe.inside
    poker.do(ReportUnstakedArea(area=5))
    assert poker.state.shoe.inside == inside - 3 and poker.state.shoe.discards == 3
    for who in (ANN, BOB):
        poker.do(KeepWagers(), who)
    assert poker.refused(ReportUnstakedArea(area=5)).reason is Reason.NO_CAUSE


def test_who_is_asked_after_cards_without_a_wager_is_asked_under_the_clause_on_those_alone() -> None:
    poker = two_in_the_jackpot()
    poker.call()
    poker.do(ReportUnstakedArea(area=5))
    assert {turn.under for turn in RULES.engine.turns(poker.state)} == {("TCP 11.8",)}
    assert {due.under for due in RULES.engine.due(poker.state)} == {("TCP 11.8",)}
    assert poker.refused(PlayHand(area=1), ANN).under == ("TCP 11.8",)
    cited = [
        event.under for answer, who in ((RetractWagers(), ANN), (KeepWagers(), BOB)) for event in poker.do(answer, who)
    ]
    assert cited[0] == cited[-1] == ("TCP 11.8",) and "TCP 11.5.2" not in {each for under in cited for each in under}


def test_with_everyone_folded_nobody_is_asked_about_wagers_they_no_longer_have() -> None:
    poker = two_in_the_jackpot()
    poker.call()
    poker.fold(ANN)
    poker.fold(BOB)
    poker.do(ReportUnstakedArea(area=5))
    assert poker.state.retracting is None
    poker.finish()
    assert poker.won(ANN) == -11_00


# 11.9 and 11.17: the Jackpot Cards.


@pytest.mark.parametrize("moment", ["one dealt", "after a fold", "dealer shown"])
def test_jackpot_cards_that_cannot_be_rebuilt_give_back_what_a_fold_has_not_lost(moment: str) -> None:
    poker = two_in_the_jackpot()
    if moment == "one dealt":
        poker.prepare()
        poker.do(AnnounceNoMoreBets())
        while not poker.state.hand(-1).cards:
            poker.due()
    else:
        poker.call()
        poker.fold(BOB)
        if moment == "dealer shown":
            poker.play(ANN)
            poker.stack("Kh 9s 4d")
            poker.due()
    poker.do(ReportWrongJackpotCards(found=1))
    poker.do(RebuildJackpotCards(possible=False), HIGHER)
    folded = moment != "one dealt"
    assert (poker.added, poker.state.registered) == ((ONE, (2,)) if folded else (0, None))
    assert not poker.state.jackpot_wagers() and poker.won(BOB) == (-11_00 if folded else 0)
    poker.until(Stage.BETTING)


def test_cards_mixed_with_the_jackpot_cards_are_ruled_on_like_wrong_ones() -> None:
    poker = two_in_the_jackpot()
    poker.call()
    poker.do(ReportMixedCards(with_jackpot=True), HIGHER)
    poker.do(RebuildJackpotCards(possible=True), HIGHER)
    assert poker.state.registered == (1, 2)
    poker.do(ReportMixedCards(), HIGHER)
    poker.do(RuleOnOrder(known=False), HIGHER)
    assert poker.state.stage is Stage.BETTING and poker.added == 2 * ONE


@pytest.mark.parametrize("known", [True, False])
def test_cards_mixed_with_the_dealer_s_during_settlement_stop_it_until_ruled_on(known: bool) -> None:
    poker = brought_to("one settled")
    poker.do(ReportMixedCards(), HIGHER)
    assert poker.refused(SettleArea(area=1)).under == ("TCP 11.6",)
    poker.do(RuleOnOrder(known=known), HIGHER)
    assert poker.won(BOB) == 29_00
    assert poker.state.stage is (Stage.SETTLING if known else Stage.PAYING)
    assert poker.added == (2 if known else 1) * ONE
    poker.until(Stage.BETTING)
    assert [each.key for each in poker.state.wagers] == ([] if known else [(1, "jackpot", "ann", 1)])


def test_cards_mixed_with_the_jackpot_cards_during_settlement_give_back_what_is_not_settled() -> None:
    poker = brought_to("one settled")
    poker.do(ReportMixedCards(with_jackpot=True), HIGHER)
    poker.do(RebuildJackpotCards(possible=False), HIGHER)
    assert poker.won(BOB) == 29_00 and poker.added == ONE and poker.state.registered == (2,)
    poker.finish("Qh Qd 2c")
    assert poker.won(ANN) == 20_00


# 11.10, 11.11, 11.13, 11.14: one hand.


def test_cards_taken_by_mistake_come_back_when_named_exactly() -> None:
    poker = two_in_the_jackpot()
    poker.call()
    assert poker.refused(ReportCardsTaken(area=1)).reason is Reason.NOT_NOW  # nobody has looked
    poker.look(ANN, "Ah Ks 2d")
    poker.do(ReportCardsTaken(area=1))
    assert poker.refused(PlayHand(area=2), BOB).under == ("TCP 11.10.3",)
    poker.do(NominateCards(cards=poker.state.hand(1).faces[::-1]), ANN)
    poker.play(ANN)


def test_cards_taken_by_mistake_and_named_wrongly_give_the_wagers_back() -> None:
    poker = two_in_the_jackpot()
    poker.call()
    poker.look(ANN, "Ah Ks 2d")
    poker.do(ReportCardsTaken(area=1))
    poker.do(NominateCards(cards=()), ANN)
    assert poker.won(ANN) == 0 and poker.state.registered == (2,) and poker.added == ONE


def test_an_ante_already_folded_is_not_taken_in_error() -> None:
    poker = two_in_the_jackpot()
    poker.bet(ANN, pair_plus=5_00)
    poker.call()
    poker.look(ANN, "Ah Ks 2d")
    poker.fold(ANN, keep=True)
    poker.do(ReportCardsTaken(area=1))
    poker.do(NominateCards(cards=()), ANN)
    assert poker.won(ANN) == -11_00 and poker.state.registered == (1, 2)  # only Pair Plus comes back


def blind_hand(areas: int = 2) -> Poker:
    """Ann at 1 with wagers on further areas, Bob at 5; dealt and called."""
    poker = Poker(jackpot_price=100)
    poker.sit(ann=1, bob=5)
    poker.do(PermitAreas(player="ann", areas=areas, seats_elsewhere=True))
    for area in range(1, areas + 1):
        poker.bet(ANN, area, ante=10_00, jackpot=1_00)
    poker.bet(BOB, ante=10_00)
    poker.call()
    return poker


def test_further_hands_are_blind_and_the_one_seen_instead_becomes_the_seat_s() -> None:
    poker = blind_hand()
    poker.do(ReportViewedHands(player="ann", areas=(2,)), HIGHER)
    assert poker.state.retracting is None and poker.state.registered == (1, 2)
    poker.look(ANN, "Ah Ks 2d")
    assert poker.state.hand(2).seen_by is None
    view = RULES.view(poker.state, ANN)
    assert view.areas[0].hand.yours and view.areas[1].hand.cards == (None, None, None)


def test_hands_seen_beside_the_seat_s_are_void_and_only_the_others_are_asked() -> None:
    poker = blind_hand(areas=3)
    poker.look(ANN, "Ah Ks 2d")
    poker.do(ReportViewedHands(player="ann", areas=(1, 2)), HIGHER)
    assert poker.state.choices == {2: Choice.VOID} and poker.won(ANN) == 0
    assert poker.state.registered == (1, 3) and poker.added == 2 * ONE
    assert poker.state.retracting == ("bob",)


def test_a_hand_seen_after_the_seat_s_was_folded_unseen_counts_as_the_seat_s_where_it_lies() -> None:
    poker = blind_hand()
    poker.fold(ANN)
    poker.do(ReportViewedHands(player="ann", areas=(2,)), HIGHER)
    assert poker.state.choices == {1: Choice.FOLD} and poker.won(ANN) == -11_00
    poker.look(ANN, "Ah Ks 2d")
    assert poker.state.hand(2).seen_by == "ann" and not poker.state.hand(1).cards


def test_a_hand_seen_after_the_seat_s_was_looked_at_and_folded_is_void() -> None:
    poker = blind_hand()
    poker.look(ANN, "Ah Ks 2d")
    poker.fold(ANN)
    poker.do(ReportViewedHands(player="ann", areas=(2,)), HIGHER)
    assert poker.state.choices == {1: Choice.FOLD, 2: Choice.VOID} and poker.won(ANN) == -11_00
    assert poker.state.registered == (1,) and poker.added == ONE


def test_a_short_play_is_void_the_first_time_and_costs_the_ante_the_second() -> None:
    poker = two_in_the_jackpot()
    poker.call()
    assert poker.refused(DeclareShortPlay(area=1), ANN).under == ("TCP 11.13", "ruling 56")  # with chips in front
    poker.fold(ANN)
    poker.fold(BOB)
    poker.finish()
    for forfeited in (0, 400_00):
        poker.bet(ANN, ante=400_00, pair_plus=300_00, jackpot=1_00)
        poker.bet(BOB, ante=10_00, jackpot=1_00)
        poker.call()
        before = poker.won(ANN)
        assert poker.refused(DeclareShortPlay(area=1), DEALER).under == ("TCP 11.13", "ruling 70")  # the player's word
        poker.do(DeclareShortPlay(area=1), ANN)
        assert poker.won(ANN) == before - forfeited and poker.state.registered == (2,)
        assert not poker.state.hand(1).cards
        if not forfeited:
            poker.fold(BOB)
            poker.finish()
    poker.do(ReportWrongDeck(cards=51))
    assert poker.won(ANN) == before  # a void round costs nobody anything


@pytest.mark.parametrize(("found", "costs"), [(15_00, 20_00), (7_00, 17_00)])
def test_a_play_wager_is_settled_as_it_lies_but_for_what_is_more_than_the_ante(found: int, costs: int) -> None:
    poker = Poker(cards=CardSource.REAL)
    poker.sit(ann=1)
    poker.bet(ANN, ante=10_00)
    poker.call()
    poker.play(ANN)
    assert poker.refused(CorrectPlayWager(area=1, cents=found)).reason is Reason.NOT_NOW
    poker.stack("Kh 9s 4d Jh 9h 2c")
    poker.until(Stage.SETTLING)
    for cents in (found, 9_00, 12_00, found):
        poker.do(CorrectPlayWager(area=1, cents=cents))
    poker.until(Stage.BETTING)
    assert poker.won(ANN) == -costs


# Equipment, limits and decks.


def test_with_the_equipment_down_jackpot_wagers_wait_for_other_arrangements() -> None:
    poker = two_in_the_jackpot()
    poker.do(ReportEquipmentDown(what="the display"))
    poker.sit(cec=3)
    poker.bet(CEC, ante=10_00)
    assert poker.refused(PlaceWager(area=3, bet="jackpot", cents=1_00), CEC).under == ("TCP 6.2.1",)
    poker.prepare()
    poker.do(AnnounceNoMoreBets())
    assert poker.refused(RegisterJackpot()).under == ("TCP 6.2.1",)
    assert [type(each.command) for each in RULES.due(poker.state)] == [ArrangeManually, RestoreEquipment]
    poker.do(ArrangeManually(how="slips at the table"))
    poker.until(Stage.CHOOSING)
    assert poker.added == 2 * ONE and poker.state.manual


def test_a_false_start_opens_betting_again_and_undoes_the_game() -> None:
    poker = two_in_the_jackpot()
    poker.prepare()
    poker.do(AnnounceNoMoreBets())
    poker.do(RegisterJackpot())
    assert poker.refused(CancelJackpotGame()).under == ("TCP 11.18",)
    poker.do(CancelJackpotGame(), HIGHER)
    assert poker.state.stage is Stage.BETTING and poker.added == 0
    poker.sit(cec=3)
    poker.bet(CEC, ante=10_00, jackpot=1_00)
    poker.deal()
    assert poker.added == 3 * ONE


def test_the_price_of_a_jackpot_wager_is_not_the_sign_s_to_change() -> None:
    poker = Poker(jackpot_price=100)
    assert poker.refused(ChangeLimits(bet="jackpot", minimum=2_00, maximum=2_00), OPERATOR).under == ("TCP 6.2.3",)
    notice = PostMinimumNotice(bet="jackpot", minimum=2_00, effective_at=10**9)
    assert poker.refused(notice, OPERATOR).under == ("TCP 6.2.3",)


def test_a_personal_limit_holds_for_each_wager_and_not_for_the_area() -> None:
    poker = Poker(jackpot_price=100)
    poker.sit(ann=1)
    poker.do(AgreePersonalLimit(player="ann", minimum=100_00, maximum=200_00), OPERATOR)
    poker.bet(ANN, ante=200_00, pair_plus=200_00, jackpot=1_00)
    poker.call()
    assert [each.at_risk for each in poker.state.wagers] == [200_00, 200_00, 1_00]


def test_a_player_who_cannot_pay_the_play_wager_is_not_expected_to() -> None:
    poker = Poker()
    poker.sit(ann=1)
    poker.bet(ANN, ante=400_00, pair_plus=300_00)
    poker.call()
    assert [each.command for each in RULES.due(poker.state)] == [
        FoldHand(area=1, keep_pair_plus=True, player="ann"),
        FoldHand(area=1, player="ann"),
    ]
    assert DeclareShortPlay(area=1) in [each.command for each in RULES.options(poker.state, ANN)]
    assert "TCP 11.13" in poker.refused(PlayHand(area=1), ANN).under


def test_two_decks_take_turns_in_a_shuffling_shoe_and_a_jam_keeps_the_deck_in_use() -> None:
    poker = two_in_the_jackpot(device=Device.SHUFFLER)
    assert poker.state.back == "red"
    poker.prepare()
    poker.do(AnnounceNoMoreBets())
    poker.do(RegisterJackpot())
    poker.do(DealCard())
    poker.do(ReportShufflerFault())
    assert poker.refused(DealCard()).under == ("TCP 4.1.1",)
    poker.until(Stage.CHOOSING)
    assert poker.state.back == "red" and poker.state.shoe.inside == 52 - 3 * 3 - 2
    poker.finish()
    assert poker.state.back == "blue"


@pytest.mark.parametrize("cards", [52, 51])
def test_a_deck_the_shuffling_shoe_cannot_verify_is_counted(cards: int) -> None:
    poker = two_in_the_jackpot(device=Device.SHUFFLER)
    poker.prepare()
    poker.do(AnnounceNoMoreBets())
    poker.do(RegisterJackpot())
    poker.do(ReportShufflerFault(unverified=True))
    poker.do(CountDeck(cards=cards))
    assert poker.added == 2 * ONE and poker.state.registered == (1, 2)
    assert poker.state.stage is (Stage.NO_MORE_BETS if cards == 52 else Stage.BETTING)
    assert len(poker.state.wagers) == (4 if cards == 52 else 2)


def test_a_count_between_rounds_gives_no_wager_back() -> None:
    poker = two_in_the_jackpot()
    poker.prepare()
    poker.do(OrderCount(), HIGHER)
    poker.do(CountDeck(cards=51))
    assert len(poker.state.wagers) == 4 and poker.state.care.step is Step.CHECK


def test_at_a_real_table_faces_are_entered_and_never_twice() -> None:
    poker = Poker(cards=CardSource.REAL)
    poker.sit(ann=1)
    poker.bet(ANN, ante=10_00)
    poker.call()
    assert poker.refused(LookAtHand(), ANN).reason is Reason.FORBIDDEN
    poker.play(ANN)
    show = RULES.due(poker.state)[0].command
    assert poker.refused(show).reason is Reason.CARD_NEEDED
