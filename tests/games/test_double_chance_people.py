"""Who may do what at a Double Chance table, and what nobody gains by leaving, moving, stalling or being sent away."""

from __future__ import annotations

import pytest

from croupier.cards import CardSource, Drawn
from croupier.games import double_chance
from croupier.games.double_chance.irregularities import ReportWrongDeck
from croupier.games.double_chance.off_sign import ReportWagerFound
from croupier.games.double_chance.operating import (
    ExchangeVoucher,
    SetJackpot,
    SetMaximumPayout,
    ShuffleByHand,
)
from croupier.games.double_chance.play import DiscardCards, PickUpHand
from croupier.games.double_chance.supervision import DirectToActFirst, KeepApart, OrderEnglish
from croupier.money import Limits
from croupier.table.conduct import (
    ExcludeFromCasino,
    ExcludePlayer,
    InvalidateRound,
    ProposeSideBet,
    ReportContravention,
    VoidWagers,
)
from croupier.table.contract import Command, Reason, Refusal
from croupier.table.dealer_cut import CutDeck
from croupier.table.disputes import AskForReview, DecideDispute, RaiseDispute, ReviewDispute, RuleOnDispute
from croupier.table.people import Join, Leave
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.signs import ChangeLimits, PostMinimumNotice
from croupier.table.state import DisputeStage, Stage
from croupier.table.wagers import PlaceWager, RefuseWager, Tender, WithdrawWager
from tests.games.chance import (
    CASINO,
    FLUSH,
    INSPECTOR,
    MOMENTS,
    ONE_DOLLAR,
    OPERATOR,
    RULES,
    SCHEDULE,
    SUPERVISOR,
    WAGER,
    Chance,
    brought_to,
    cards,
    three_players,
)
from tests.games.sitting import ANN, BOB, CEC, DEALER
from tests.witness import witnesses

RANKED: list[tuple[Command, str, str]] = [
    (SetJackpot(), "casino-operator", "DC 10.2"),
    (SetMaximumPayout(cents=500_00), "casino-operator", "DC 9.2"),
    (DirectToActFirst(player="ann", why="a glance"), "game-supervisor", "DC 12.11.1"),
    (KeepApart(players=("ann", "bob"), why="signs"), "game-supervisor", "DC 12.11.2"),
    (OrderEnglish(why="whispers"), "game-supervisor", "DC 12.11.3"),
    (InvalidateRound(fraud=False, why="a fire"), "game-supervisor", "DC 14.4.1"),
    (InvalidateRound(fraud=True, why="marked cards"), "game-supervisor", "DC 14.4.2"),
    (RefuseWager(area=1, bet="wager", player="ann", why="drunk"), "game-supervisor", "DC 14.11"),
    (ExchangeVoucher(player="ann", voucher="v", cents=5_00), "dealer", "DC 1.1:casino promotional voucher"),
    (ShuffleByHand(), "dealer", "DC 4.5"),
    (CutDeck(depth=20), "dealer", "DC 4.3"),
]


@pytest.mark.parametrize(("command", "rank", "clause"), RANKED)
def test_each_power_begins_at_the_rank_its_clause_names(command: Command, rank: str, clause: str) -> None:
    chance = three_players()
    ladder = [ANN, DEALER, SUPERVISOR, CASINO, OPERATOR]
    low = next(place for place, actor in enumerate(ladder) if actor.rank == rank)
    for actor in (*ladder[:low], INSPECTOR):
        refusal = chance.refused(command, actor)
        assert (refusal.reason, refusal.under) == (Reason.RANK, (clause,))
    for actor in ladder[low:]:
        decision = RULES.decide(chance.state, command, actor, chance.at, Drawn(chance.draw))
        assert not isinstance(decision, Refusal) or decision.reason is not Reason.RANK


# Leaving, moving and being sent away.


@witnesses("DC 5.3")
@pytest.mark.parametrize("moment", MOMENTS)
def test_no_one_leaves_or_moves_while_their_wager_lies(moment: str) -> None:
    chance = brought_to(moment)
    for who in (ANN, BOB, CEC):
        if any(each.settled is None for each in chance.state.wagers_of(who.id)):
            assert chance.refused(Leave(), who).under == ("DC 5.3",)
        assert chance.refused(Join(seat=6, cents=0), who).under == ("DC 5.2.1",)
        if moment not in ("betting", "no more bets"):
            for bet in ("wager", "jackpot"):
                assert chance.refused(WithdrawWager(area=1, bet=bet), ANN).under == ("DC 5.3",)
                wager = PlaceWager(area=1, bet=bet, cents=1_00)
                assert chance.refused(wager, ANN).reason is Reason.CARDS_OUT


def breach(chance: Chance, who: str = "ann", clause: str = "14.1") -> None:
    """Put on record that someone broke a clause."""
    chance.do(ReportContravention(person=who, clause=clause, what="a telephone"))


@witnesses("DC 5.3")
def test_whoever_is_settled_and_paid_may_leave_and_the_results_still_tell_of_it() -> None:
    chance = brought_to("one turned")
    for who in (ANN, CEC):
        chance.do(Leave(), who)
    chance.finish("2h")
    assert [(each.player, each.paid) for each in chance.state.results if each.bet == "wager"] == [
        ("bob", 0),
        ("ann", 10_00),
        ("cec", 40_00),
    ]


@witnesses("DC 12.8.2", "ruling 127")
def test_of_one_who_left_a_void_round_asks_nothing_back_and_pays_nothing_to_who_went_with_more() -> None:
    chance = brought_to("one turned", cards=CardSource.REAL)
    for who in (ANN, CEC):
        chance.do(Leave(player=who.id))
    before = {who.id: chance.state.chips[f"wallet:{who.id}"] for who in (ANN, CEC)}
    chance.do(ReportWrongDeck(missing=1))
    after = {who.id: chance.state.chips[f"wallet:{who.id}"] for who in (ANN, CEC)}
    # She lost $1 on the jackpot, and won $10.
    assert (after["ann"] - before["ann"], after["cec"] - before["cec"]) == (0, 0)
    assert chance.won(BOB) == 0


@witnesses("DC 14.3.2", "DC 12.12", "ruling 14")
def test_an_excluded_player_decides_nothing_more_and_plays_no_more() -> None:
    chance = brought_to("handled")
    assert chance.refused(ExcludePlayer(player="ann"), SUPERVISOR).reason is Reason.NO_CAUSE
    breach(chance, clause="8.10")
    assert chance.refused(ExcludePlayer(player="ann"), SUPERVISOR).reason is Reason.NO_CAUSE
    breach(chance)
    chance.do(ExcludePlayer(player="ann"), SUPERVISOR)
    chance.sit(dan=1)  # the seat is free, the hand on its area is still Ann's
    assert chance.refused(PickUpHand(), type(ANN)("dan", "Dan")).reason is Reason.NO_SUCH_WAGER
    assert chance.refused(DiscardCards(cards=cards("7d 4c")), ANN).under == ("DC 14.3.2", "ruling 14")
    chance.discard(BOB, "6h 3s", "Qc Tc 8d 6h 3s")
    chance.declare(CEC, "Ad Kd Qd Jd 9d")
    chance.finish("2h")
    assert chance.won(ANN) == 0
    assert chance.refused(Join(seat=5, cents=0), ANN).reason is Reason.EXCLUDED
    assert chance.refused(PlaceWager(area=1, bet="wager", cents=10_00), ANN).reason is Reason.EXCLUDED
    voucher = ExchangeVoucher(player="ann", voucher="v", cents=5_00)
    assert chance.refused(voucher).reason is Reason.EXCLUDED
    chance.do(Leave(), ANN)
    assert chance.refused(Join(seat=5, cents=5_00), ANN).reason is Reason.EXCLUDED


@pytest.mark.parametrize("moment", ["dealing", "dealt", "handled"])
@pytest.mark.parametrize("cards_in", list(CardSource))
def test_an_excluded_player_does_not_stop_the_round(moment: str, cards_in: CardSource) -> None:
    chance = brought_to(moment, cards=cards_in)
    breach(chance)
    chance.do(ExcludePlayer(player="ann"), SUPERVISOR)
    chance.until(Stage.CHOOSING)
    assert chance.state.choosing() == (2, 3) and chance.won(ANN) == 0


def test_what_an_excluded_player_has_decided_is_finished() -> None:
    chance = brought_to("settling")
    breach(chance)
    chance.do(ExcludePlayer(player="ann"), SUPERVISOR)
    chance.finish("2s 2h")
    assert chance.won(ANN) == 9_00


def test_wagers_of_an_excluded_player_go_back_before_the_first_card() -> None:
    chance = three_players()
    breach(chance)
    chance.do(ExcludePlayer(player="ann"), SUPERVISOR)
    assert chance.won(ANN) == 0 and not chance.state.wagers_of("ann")
    assert double_chance.RULES.areas_to_deal(chance.state) == (2, 3)


@witnesses("DC 14.3.3")
def test_only_a_device_on_record_shuts_someone_out_of_the_casino() -> None:
    chance = three_players()
    breach(chance, clause="14.7")
    assert chance.refused(ExcludeFromCasino(player="ann"), SUPERVISOR).under == ("DC 14.3.3", "DC 14.1")
    breach(chance)
    chance.do(ExcludeFromCasino(player="ann"), SUPERVISOR)
    assert "ann" in chance.state.excluded and "ann" in chance.state.out_of_casino
    assert chance.refused(ExcludeFromCasino(player="ann"), SUPERVISOR).reason is Reason.ALREADY


@witnesses("DC 14.3.1")
@pytest.mark.parametrize("moment", MOMENTS)
def test_wagers_made_void_leave_their_player_as_before_and_the_others_play_on(moment: str) -> None:
    chance = brought_to(moment)
    breach(chance, "cec")
    chance.do(VoidWagers(player="cec"), SUPERVISOR)
    assert chance.won(CEC) == 0 and not chance.state.wagers_of("cec")
    chance.stack("")
    if chance.state.stage is Stage.BETTING:
        chance.do(AnnounceNoMoreBets())
    chance.until(Stage.BETTING)
    assert chance.won(CEC) == 0 and chance.won(ANN) != 0


# Invalidated rounds.


@witnesses("DC 14.4.1", "DC 14.4.2", "DC 14.5")
@pytest.mark.parametrize("moment", MOMENTS)
def test_an_invalidated_round_gives_back_or_keeps_wagers_only_once_a_card_is_out(moment: str) -> None:
    for keep, lost in (
        (InvalidateRound(fraud=False, why="a fire", refund=False), [-11_00, -11_00, -11_00]),
        (InvalidateRound(fraud=True, why="marked cards", forfeit=("cec",)), [0, 0, -11_00]),
        (InvalidateRound(fraud=True, why="marked cards"), [0, 0, 0]),
    ):
        chance = brought_to(moment)
        if sum(lost) and moment in ("betting", "no more bets"):
            assert chance.refused(keep, SUPERVISOR).under[-2:] == ("DC 14.5", "ruling 28")
            continue
        chance.do(keep, SUPERVISOR)
        assert [chance.won(who) for who in (ANN, BOB, CEC)] == lost
        assert chance.refused(keep, SUPERVISOR).reason is Reason.NOT_NOW


def test_a_disruption_makes_no_one_a_cheat_and_what_is_kept_is_no_more_than_the_maximum() -> None:
    chance = Chance(limits={WAGER: Limits(5_00, 7_00)}, cards=CardSource.REAL)
    chance.sit(ann=1)
    chance.bet(ANN, wager=7_00)
    chance.deal()
    chance.do(ReportWagerFound(area=1, cents=10_00))
    assert chance.refused(InvalidateRound(fraud=False, why="a fire", forfeit=("ann",)), SUPERVISOR).under == (
        "DC 14.4.2",
        "DC 14.5",
    )
    assert chance.refused(InvalidateRound(fraud=True, why="x", forfeit=("bob",)), SUPERVISOR).reason is Reason.NO_CAUSE
    assert chance.refused(InvalidateRound(fraud=True, why=" "), SUPERVISOR).reason is Reason.NO_CAUSE
    chance.do(InvalidateRound(fraud=True, why="marked cards", forfeit=("ann",)), SUPERVISOR)
    assert chance.won(ANN) == -7_00


# Suspicion (12.11).


@witnesses("DC 12.11.1")
@pytest.mark.parametrize("cards_in", list(CardSource))
def test_others_do_not_touch_their_cards_before_a_suspect_has_played(cards_in: CardSource) -> None:
    chance = three_players(cards=cards_in)
    chance.do(DirectToActFirst(player="bob", why="looks at Ann's cards"), SUPERVISOR)
    chance.deal()
    assert chance.state.choosing() == (2,)
    for who in (ANN, CEC):
        by = DEALER if chance.real else who
        assert chance.refused(PickUpHand(player=who.id), by).under == ("DC 12.11.1",)
        assert chance.refused(DiscardCards(number=2, player=who.id), by).under == ("DC 12.11.1",)
    if chance.real:
        chance.do(DiscardCards(number=2, player="bob"))
    else:
        chance.discard(BOB, "6h 3s", "Qc Tc 8d 6h 3s")
    assert chance.state.choosing() == (1, 3)
    chance.pick_up(ANN)


def test_a_suspect_who_has_left_or_lost_the_hand_holds_up_nobody() -> None:
    chance = three_players()
    chance.do(DirectToActFirst(player="bob", why="a glance"), SUPERVISOR)
    chance.deal()
    breach(chance, "bob")
    chance.do(VoidWagers(player="bob"), SUPERVISOR)
    assert chance.state.choosing() == (1, 3)
    chance.do(Leave(), BOB)
    chance.do(DirectToActFirst(player="bob", lift=True), SUPERVISOR)
    assert not chance.state.act_first


@witnesses("DC 12.11.2")
def test_players_kept_apart_neither_join_nor_wager_together() -> None:
    chance = Chance()
    chance.sit(ann=1, bob=2)
    chance.do(KeepApart(players=("bob", "cec"), why="signs"), SUPERVISOR)
    assert chance.refused(Join(seat=3, cents=5_00), CEC).under == ("DC 12.11.2",)
    assert chance.refused(KeepApart(players=("cec", "bob"), why="again"), SUPERVISOR).reason is Reason.ALREADY
    assert chance.refused(KeepApart(players=("bob", "bob"), why="alone"), SUPERVISOR).reason is Reason.NO_CAUSE
    chance.do(KeepApart(players=("ann", "bob"), why="signs"), SUPERVISOR)
    chance.bet(ANN, wager=10_00)
    assert chance.refused(PlaceWager(area=2, bet="wager", cents=10_00), BOB).under == ("DC 12.11.2",)
    chance.do(KeepApart(players=("ann", "bob"), lift=True), SUPERVISOR)
    chance.bet(BOB, wager=10_00)


# Wagers, the jackpot, vouchers and signs.


@witnesses("DC 5.4", "DC 5.5", "DC 10.1", "DC 10.2")
def test_one_hand_each_at_one_s_own_area_and_the_jackpot_beside_it() -> None:
    chance = Chance(jackpot=ONE_DOLLAR)
    chance.sit(ann=1, bob=2, cec=0)
    wager = PlaceWager(area=1, bet="wager", cents=10_00)
    jackpot = PlaceWager(area=1, bet="jackpot", cents=1_00)
    assert chance.refused(jackpot, ANN).under == ("DC 10.1",)
    chance.do(wager, ANN)
    assert chance.refused(wager, BOB).under == ("DC 5.5",)
    assert chance.refused(wager, CEC).under == ("DC 5.5",)
    assert chance.refused(PlaceWager(area=3, bet="wager", cents=10_00), CEC).under == ("DC 5.2.1",)
    assert chance.refused(PlaceWager(area=3, bet="wager", cents=10_00), ANN).under == ("DC 5.4",)
    for cents in (50, 99, 1_01, 2_00):
        assert "DC 10.2" in chance.refused(PlaceWager(area=1, bet="jackpot", cents=cents), ANN).under
    chance.do(jackpot, ANN)
    assert chance.refused(jackpot, ANN).reason is Reason.ALREADY
    assert chance.refused(WithdrawWager(area=1, bet="wager"), ANN).under == ("DC 10.1",)
    for tender in (Tender.CASH, Tender.VOUCHER, Tender.NOTHING):
        refused = PlaceWager(area=2, bet="wager", cents=5_00, tender=tender)
        assert chance.refused(refused, BOB).under == ("DC 5.1",)
    chance.do(RefuseWager(area=1, bet="wager", player="ann", why="found on the floor"), SUPERVISOR)
    assert not chance.state.wagers and chance.won(ANN) == 0


def test_a_wager_is_refused_on_grounds_that_are_given_and_before_the_first_card() -> None:
    chance = brought_to("no more bets")
    without = RefuseWager(area=1, bet="jackpot", player="ann", why=" ")
    assert chance.refused(without, SUPERVISOR).reason is Reason.NO_CAUSE
    chance.do(RefuseWager(area=1, bet="jackpot", player="ann", why="late"), SUPERVISOR)
    assert chance.state.wager(1, WAGER) is not None and len(chance.state.wagers) == 5
    chance.due()
    late = RefuseWager(area=1, bet="wager", player="ann", why="late")
    assert chance.refused(late, SUPERVISOR).reason is Reason.CARDS_OUT


@witnesses("DC 1.1:casino promotional voucher")
def test_a_voucher_is_exchanged_once_however_it_is_written() -> None:
    chance = Chance()
    chance.sit(ann=1)
    chance.do(ExchangeVoucher(player="ann", voucher="v-1", cents=25_00, tokens=True))
    for again in ("v-1", " v-1", "v-1 "):
        refused = ExchangeVoucher(player="ann", voucher=again, cents=25_00)
        assert chance.refused(refused).reason is Reason.ALREADY
    for cents in (0, -5_00, 1, 10**13):
        assert chance.refused(ExchangeVoucher(player="ann", voucher="v-2", cents=cents)).under
    assert chance.won(ANN) == 25_00 and chance.state.chips["cash"] == -25_00
    chance.do(PlaceWager(area=1, bet="wager", cents=10_00, tender=Tender.TOKEN), ANN)


@witnesses("DC 9.2", "DC 10.3", "ruling 23")
def test_prizes_and_payouts_change_only_between_rounds_and_only_as_a_whole() -> None:
    chance = three_players()
    offer = SetJackpot(price=2_00, schedule=SCHEDULE)
    for command in (offer, SetJackpot(), SetMaximumPayout(cents=5_00)):
        assert chance.refused(command, OPERATOR).reason is Reason.NOT_NOW
    empty = Chance()
    six = dict(list(SCHEDULE.items())[1:])
    for price, schedule in ((2_00, six), (0, SCHEDULE), (1_50, SCHEDULE), (10**7, SCHEDULE)):
        assert empty.refused(SetJackpot(price=price, schedule=schedule), OPERATOR).reason is Reason.LIMITS
    for odds in (0, -1, 10**7):
        bad = SetJackpot(price=2_00, schedule=dict.fromkeys(SCHEDULE, odds))
        assert empty.refused(bad, OPERATOR).reason is Reason.LIMITS
    for cents in (0, -5_00, 50):
        assert empty.refused(SetMaximumPayout(cents=cents), OPERATOR).under == ("DC 9.2",)
    empty.do(offer, OPERATOR)
    assert empty.refused(offer, OPERATOR).reason is Reason.ALREADY
    empty.sit(ann=1)
    empty.bet(ANN, wager=10_00, jackpot=2_00)
    empty.deal()
    empty.declare(ANN, "Ad Kd Qd Jd 9d")
    empty.finish()
    assert empty.won(ANN) == 40_00 + 2 * 25_00


def test_the_price_of_the_jackpot_is_not_the_limit_sign_s_to_change() -> None:
    chance = Chance(jackpot=ONE_DOLLAR)
    change = ChangeLimits(bet="jackpot", minimum=2_00, maximum=2_00)
    assert chance.refused(change, OPERATOR).under == ("DC 10.2",)
    notice = PostMinimumNotice(bet="jackpot", minimum=2_00, effective_at=10**9)
    assert chance.refused(notice, OPERATOR).under == ("DC 10.2",)


def test_players_do_not_bet_against_each_other() -> None:
    chance = three_players()
    assert chance.refused(ProposeSideBet(against="bob", cents=5_00), ANN).under == ("DC 14.10",)


# Disputes (14.12, 14.13).


@witnesses("DC 14.12", "DC 14.13")
def test_the_operator_has_the_last_word_once_a_dispute_was_ruled_on() -> None:
    chance = brought_to("settled")
    chance.do(RaiseDispute(about="the sixth card"), BOB)
    last = DecideDispute(dispute=1, decision="paid in part", award=5_00)
    assert chance.refused(last, OPERATOR).under == ("DC 14.13", "DC 14.12")
    assert chance.refused(last, CASINO).reason is Reason.RANK
    chance.do(RuleOnDispute(dispute=1, ruling="the card stands"), SUPERVISOR)
    assert chance.refused(AskForReview(dispute=1), ANN).reason is Reason.NO_CAUSE
    chance.do(AskForReview(dispute=1), BOB)
    review = ReviewDispute(dispute=1, upheld=True, finding="it does")
    assert chance.refused(review, SUPERVISOR).under == ("DC 14.12",)
    chance.do(review, CASINO)
    for bad in (DecideDispute(dispute=1, decision=" "), DecideDispute(dispute=1, decision="x", award=-1)):
        assert chance.refused(bad, OPERATOR).reason is Reason.NO_CAUSE
    assert chance.refused(DecideDispute(dispute=2, decision="x"), OPERATOR).reason is Reason.NO_CAUSE
    chance.do(last, OPERATOR)
    assert chance.won(BOB) == -11_00 + 5_00 and chance.won(CEC) == FLUSH
    dispute = chance.state.disputes[0]
    assert (dispute.stage, dispute.decision) == (DisputeStage.FINAL, "paid in part")
    assert dispute.review == "upheld: it does", "the last word leaves what the review found on record"
    assert chance.refused(last, OPERATOR).reason is Reason.NOT_NOW


def test_a_hand_is_played_with_the_cards_it_was_dealt_whoever_names_them() -> None:
    chance = three_players(cards=CardSource.REAL)
    chance.deal()
    assert chance.refused(DiscardCards(cards=cards("Ks Js")), ANN).reason is Reason.CARD_NOT_LEFT
    for number in (0, 5, 6, -1):
        assert chance.refused(DiscardCards(number=number, player="ann")).reason is Reason.LIMITS
