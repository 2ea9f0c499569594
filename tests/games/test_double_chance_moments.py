"""Irregularities at each moment of a round: taken or refused as the book has it, and the money after (DC 12)."""

from __future__ import annotations

import pytest
from msgspec import msgpack

from croupier.cards import Card, CardSource, Device, Drawn
from croupier.games.double_chance.irregularities import (
    BurnSixthCard,
    DeclareAbsent,
    DeclareMisdeal,
    ReportExposedCard,
    ReportUnstakedArea,
    ReportWrongDeck,
    ReportWrongNumber,
)
from croupier.games.double_chance.operating import ReplaceDevice, ReportShufflerFault, ShuffleByHand
from croupier.games.double_chance.play import DealCard, DeclareHand, DiscardCards, PickUpHand
from croupier.games.double_chance.running_out import RunOutOfTime
from croupier.games.double_chance.settle import DealSixthCard, TurnSixthCard, TurnUpHand
from croupier.games.double_chance.state import Choice
from croupier.table.care import ShuffleCards
from croupier.table.contract import CLOCK, Actor, Command, Reason, Refusal
from croupier.table.one_deck import CountDeck, OrderCount
from croupier.table.people import Leave
from croupier.table.rounds import AnnounceNoMoreBets, CollectCards, RoundClosed
from croupier.table.state import ShuffleCause, Stage, Step
from croupier.table.voiding import RoundVoided
from tests.games.chance import (
    CASINO,
    FLUSH,
    INSPECTOR,
    MOMENTS,
    OPERATOR,
    RULES,
    SUPERVISOR,
    Chance,
    brought_to,
    cards,
)
from tests.games.sitting import ANN, BOB, CEC, DEALER
from tests.witness import witnesses

TIME = Actor(CLOCK, "Time", "dealer")
VOID, HAND, RACKED, BURNED, FOUND, STANDS = "void hand racked burned found stands".split()  # noqa: SIM905
EARLY = {"dealing": VOID, "dealt": VOID}
LATE = ("sixth dealt", "one turned", "settled")
OUTCOMES: list[tuple[Command, dict[str, str]]] = [
    (DeclareMisdeal(why="one card too few to area 3"), EARLY),
    (ReportExposedCard(area=1, card=Card("5c")), dict.fromkeys(MOMENTS[2:], VOID)),
    (ReportWrongNumber(area=2, found=4), EARLY | dict.fromkeys(("handled", "settling", *LATE), HAND)),
    (ReportWrongNumber(area=2, found=6), EARLY | dict.fromkeys(("handled", "settling", *LATE), HAND)),
    (ReportWrongNumber(area=2, found=5), {}),
    (ReportWrongNumber(area=3, found=4), EARLY | {"handled": HAND}),
    (ReportUnstakedArea(area=5), EARLY | dict.fromkeys(("handled", "settling", *LATE), RACKED)),
    (ReportUnstakedArea(area=2), {}),
    (BurnSixthCard(area=3), dict.fromkeys(("settling", *LATE), BURNED)),
    (BurnSixthCard(area=1), {}),
    (DeclareAbsent(area=2), {"dealt": HAND, "handled": HAND}),
    (
        ReportWrongDeck(missing=1),
        {"betting": FOUND, "no more bets": FOUND, "settled": STANDS} | dict.fromkeys(MOMENTS[2:-1], VOID),
    ),
    (
        ReportWrongDeck(foreign=2),
        {"betting": FOUND, "no more bets": FOUND, "settled": STANDS} | dict.fromkeys(MOMENTS[2:-1], VOID),
    ),
]


@witnesses("DC 12.1", "DC 12.2", "DC 12.3", "DC 12.4", "DC 12.5", "DC 12.8.1", "DC 12.8.2", "DC 12.9", "DC 12.10")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(("command", "outcomes"), OUTCOMES)
def test_each_irregularity_at_each_moment(command: Command, outcomes: dict[str, str], moment: str) -> None:
    chance = brought_to(moment, cards=CardSource.REAL)
    before = msgpack.encode(chance.state)
    if moment not in outcomes:
        assert chance.refused(command).under
        assert msgpack.encode(chance.state) == before
        return
    wagers = chance.state.wagers
    events = chance.do(command)
    match outcomes[moment]:
        case "void":
            assert [chance.won(who) for who in (ANN, BOB, CEC)] == [0, 0, 0]
            assert chance.state.stage is Stage.BETTING and not chance.state.wagers
            assert sum(isinstance(event, RoundVoided) for event in events) == 1
        case "hand":
            area = command.area
            assert chance.state.wagers == tuple(each for each in wagers if each.area != area)
            assert chance.state.choices[area] is Choice.VOID
        case "found":
            assert chance.state.wagers == wagers
        case "stands":
            assert isinstance(events[0], RoundClosed)
            assert [chance.won(who) for who in (ANN, BOB, CEC)] == [9_00, -11_00, FLUSH]
        case "racked" | "burned":
            assert chance.state.wagers == wagers
            assert chance.refused(command).under  # and not twice
    if isinstance(command, ReportWrongDeck):
        assert chance.state.care.step is Step.CHECK
    chance.finish()
    if outcomes[moment] == HAND:
        assert chance.won((ANN, BOB, CEC)[command.area - 1]) == 0


@witnesses("DC 12.8.1", "DC 3.8")
@pytest.mark.parametrize("found", [51, 53])
def test_a_count_after_the_last_payment_finds_the_deck_wrong_and_the_round_stands(found: int) -> None:
    chance = brought_to("settled")
    chance.do(OrderCount(), INSPECTOR)
    chance.do(CountDeck(cards=found))
    assert [chance.won(who) for who in (ANN, BOB, CEC)] == [9_00, -11_00, FLUSH]
    assert chance.state.stage is Stage.BETTING and chance.state.care.step is Step.CHECK


def test_a_count_that_is_wrong_between_two_payments_voids_what_was_paid_too() -> None:
    chance = brought_to("one turned")
    assert [chance.won(who) for who in (ANN, CEC)] == [9_00, FLUSH]
    chance.do(OrderCount(), SUPERVISOR)
    assert chance.refused(TurnSixthCard(area=2)).under == ("DC 3.8",)
    chance.do(CountDeck(cards=51))
    assert [chance.won(who) for who in (ANN, BOB, CEC)] == [0, 0, 0]


@witnesses("DC 12.4", "ruling 26")
@pytest.mark.parametrize("cards_in", list(CardSource))
@pytest.mark.parametrize("area", [1, 2, 3])
def test_a_card_dealt_face_up_voids_what_was_settled_before_too(cards_in: CardSource, area: int) -> None:
    chance = brought_to("one turned", cards=cards_in)
    assert [chance.won(who) for who in (ANN, CEC)] == [9_00, FLUSH]
    chance.do(ReportExposedCard(area=area, card=Card("4h") if chance.real else None))
    assert [chance.won(who) for who in (ANN, BOB, CEC)] == [0, 0, 0]


@witnesses("DC 12.4", "ruling 26")
@pytest.mark.parametrize("cards_in", list(CardSource))
def test_by_the_terms_a_sixth_card_dealt_face_up_leaves_what_was_settled_before(cards_in: CardSource) -> None:
    chance = brought_to("one turned", cards=cards_in, exposed_sixth_spares_settled=True)
    chance.do(ReportExposedCard(area=2, card=Card("4h") if chance.real else None))
    assert [chance.won(who) for who in (ANN, BOB, CEC)] == [9_00, -1_00, FLUSH]


def test_a_hand_picked_up_at_a_virtual_table_has_five_cards_on_record() -> None:
    chance = brought_to("handled")
    assert chance.refused(ReportWrongNumber(area=1, found=4)).reason is Reason.NO_CAUSE
    chance.do(ReportWrongNumber(area=2, found=4))
    assert chance.won(BOB) == 0 and not chance.state.wagers_of("bob")


@witnesses("DC 12.12", "ruling 25")
@pytest.mark.parametrize("cards_in", list(CardSource))
def test_an_absent_player_s_wagers_go_back_and_for_one_who_has_looked_it_takes_more(cards_in: CardSource) -> None:
    chance = brought_to("handled", cards=cards_in)
    by = chance.refused(DeclareAbsent(area=1))
    assert by.under == (("DC 12.12", "ruling 25") if chance.real else ("DC 12.12", "ruling 25", "ruling 70"))
    assert by.reason is (Reason.RANK if chance.real else Reason.NOT_YOURS)
    assert chance.refused(DeclareAbsent(area=2), BOB).reason is Reason.RANK
    chance.do(DeclareAbsent(area=2), DEALER if chance.real else TIME)
    assert chance.won(BOB) == 0
    chance.do(Leave(), BOB)
    assert chance.refused(Leave(), ANN).under == ("DC 5.3",)


@witnesses("DC 12.6")
def test_at_a_real_table_a_wrong_declaration_comes_out_when_it_is_turned_up() -> None:
    chance = brought_to("handled", cards=CardSource.REAL)
    for who in (ANN, BOB, CEC):
        chance.do(DeclareHand(player=who.id))
    chance.stack("Ac Kd Qd Jd 9d")
    chance.due()
    assert chance.state.must_discard == 3 and chance.state.stage is Stage.SETTLING
    assert chance.refused(TurnUpHand(area=2)).under == ("DC 12.6",)
    assert chance.refused(DiscardCards(cards=cards("9d")), CEC).under == ("DC 12.6", "ruling 24")
    assert chance.refused(DiscardCards(cards=cards("Ac Kd Qd Jd 9d")), CEC).under == ("DC 12.6", "ruling 24")
    assert chance.refused(DiscardCards(cards=cards("9d 2c")), CEC).reason is Reason.CARDS_DIFFER
    assert chance.refused(DiscardCards(cards=cards("9d 9d")), CEC).reason is Reason.CARDS_DIFFER
    assert chance.refused(DeclareHand(), CEC).under == ("DC 12.6",)
    chance.do(DiscardCards(cards=cards("Jd 9d")), CEC)
    assert chance.won(CEC) == -1_00  # no hand for the jackpot, and the wager lies for a sixth card
    chance.stack("Qc Tc 8c 6c 3c  Ks Kh 7d 7c 2s")
    chance.due()
    chance.due()
    chance.finish("Th")
    assert [chance.won(who) for who in (ANN, BOB)] == [9_00, FLUSH]
    assert chance.won(CEC) == -11_00


@witnesses("DC 12.6", "ruling 21")
def test_at_a_virtual_table_a_wrong_declaration_gains_no_look_at_other_hands() -> None:
    chance = brought_to("handled")
    chance.do(DeclareHand(), ANN)
    assert chance.state.failed == (1,) and chance.state.stage is Stage.CHOOSING
    assert chance.refused(DeclareHand(), ANN).under == ("DC 12.6",)
    chance.do(DiscardCards(cards=cards("7d 4c")), ANN)
    assert chance.refused(DiscardCards(cards=cards("9h")), ANN).under == ("DC 8.5",)


@witnesses("DC 12.7", "DC 8.5")
@pytest.mark.parametrize("cards_in", list(CardSource))
def test_four_cards_kept_are_one_too_many_and_the_fifth_does_not_come_back(cards_in: CardSource) -> None:
    chance = brought_to("handled", cards=cards_in)
    one, more, rest = (
        (DiscardCards(number=count) for count in (1, 1, 4))
        if chance.real
        else (DiscardCards(cards=cards(gone)) for gone in ("4c", "7d", "Ks Js 9h 7d"))
    )
    events = chance.do(one, ANN)
    assert "DC 12.7" in events[-1].under and chance.state.choosing() == (1, 2, 3)
    assert "DC 8.5" in chance.refused(DeclareHand(), ANN).under
    assert chance.refused(rest, ANN).reason is Reason.LIMITS
    chance.do(more, ANN)
    assert chance.state.hand(1).size == 3 and chance.state.choosing() == (2, 3)
    assert chance.refused(more, ANN).under == ("DC 8.5",)


@witnesses("DC 8.4", "ruling 24")
@pytest.mark.parametrize("gone", ["", "Ks Js 9h 7d 4c", "Ks Ks", "Ks 2c", "Ks Js 9h 7d 4c 2c"])
def test_discards_are_one_s_own_cards_and_never_all_or_none(gone: str) -> None:
    chance = brought_to("handled")
    assert chance.refused(DiscardCards(cards=cards(gone)), ANN).under[0] == "DC 8.4"


@witnesses("ruling 70", "DC 8.1", "DC 8.3", "DC 12.6")
@pytest.mark.parametrize("by", [DEALER, SUPERVISOR, CASINO, OPERATOR])
@pytest.mark.parametrize("hand", ["Ks Js 9h 7d 4c", "Ks Kh 9h 9d 4c"])
def test_nobody_of_the_house_chooses_for_a_player_nor_learns_what_the_hand_is(by: Actor, hand: str) -> None:
    chance = brought_to("dealt")
    chance.pick_up(ANN, hand)
    chances: tuple[Command, ...] = (
        DeclareHand(player="ann"),
        DiscardCards(number=2, player="ann"),
        DiscardCards(cards=cards(hand)[:2], player="ann"),
        PickUpHand(player="bob"),
        DeclareHand(player="bob"),
        RunOutOfTime(player="ann"),
    )
    refused = [chance.refused(command, by) for command in chances]
    assert {each.reason for each in refused} == {Reason.NOT_YOURS}
    assert all("ruling 70" in each.under for each in refused)
    assert not [each for each in RULES.options(chance.state, by) if type(each.command) in map(type, chances)]


@witnesses("ruling 25")
@pytest.mark.parametrize(("hand", "kept"), [("4c Ks Js 9h 7d", "Ks Js 9h"), ("Ks 9h Kh 9d 4c", "Ks 9h Kh 9d 4c")])
def test_time_that_runs_out_declares_a_hand_or_lets_its_two_lowest_cards_go(hand: str, kept: str) -> None:
    chance = brought_to("dealt")
    chance.pick_up(ANN, hand)
    turn = RULES.turns(chance.state)[0]
    assert turn.silent == RunOutOfTime(player="ann")  # whatever the cards are
    (event,) = chance.do(turn.silent, TIME)
    assert event.time_ran_out and chance.state.hand(1).faces == cards(kept)


def test_nobody_plays_another_s_hand() -> None:
    chance = brought_to("handled")
    for command in (PickUpHand, DeclareHand):
        assert chance.refused(command(player="ann"), BOB).reason is Reason.NOT_YOURS
    assert chance.refused(DiscardCards(cards=cards("7d 4c"), player="ann"), BOB).reason is Reason.NOT_YOURS
    assert chance.refused(PickUpHand(), ANN).reason is Reason.ALREADY


ORDER: list[tuple[str, tuple[Command, ...]]] = [
    ("dealing", (TurnUpHand(area=3), DealSixthCard(), CollectCards())),
    ("handled", (DealCard(), TurnUpHand(area=3), DealSixthCard(), TurnSixthCard(area=1), CollectCards())),
    ("settling", (TurnUpHand(area=1), TurnUpHand(area=3), DealSixthCard(), CollectCards())),
    ("sixth dealt", (TurnSixthCard(area=1), TurnUpHand(area=1), DealCard(), CollectCards())),
    ("one turned", (TurnSixthCard(area=1), TurnSixthCard(area=3), DealSixthCard(), CollectCards())),
    ("settled", (TurnSixthCard(area=2), TurnUpHand(area=3), DealSixthCard(), DealCard(), AnnounceNoMoreBets())),
]


@witnesses("DC 8.6", "DC 8.7")
@pytest.mark.parametrize(("moment", "commands"), ORDER)
def test_cards_are_dealt_and_turned_up_in_their_order_only(moment: str, commands: tuple[Command, ...]) -> None:
    chance = brought_to(moment)
    for command in commands:
        assert chance.refused(command).reason is Reason.NOT_NOW


@pytest.mark.parametrize("moment", MOMENTS[2:-1])
def test_a_device_that_fails_with_cards_out_voids_the_round_and_new_cards_come(moment: str) -> None:
    chance = brought_to(moment, device=Device.SHUFFLER)
    chance.do(ReportShufflerFault(unusable=True))
    assert [chance.won(who) for who in (ANN, BOB, CEC)] == [0, 0, 0]
    for shuffling in (ShuffleCards(), ShuffleByHand()):
        assert chance.refused(shuffling).under == ("DC 13.2.3",)
    assert chance.refused(ReplaceDevice(device=Device.MACHINE)).reason is Reason.WRONG_DEVICE
    chance.do(ReplaceDevice(device=Device.SHOE))
    assert chance.state.care.step is Step.CHECK and chance.state.shoe.device is Device.SHOE
    chance.bet(ANN, wager=10_00)
    chance.deal()


@witnesses("DC 13.1", "DC 3.2.1")
@pytest.mark.parametrize("moment", MOMENTS[2:])
def test_a_jam_over_the_other_deck_leaves_the_round_alone_and_is_not_forgotten(moment: str) -> None:
    chance = brought_to(moment, device=Device.SHUFFLER)
    before = chance.state.wagers, chance.state.hands, chance.state.stage
    chance.do(ReportShufflerFault())
    assert (chance.state.wagers, chance.state.hands, chance.state.stage) == before
    if moment in ("dealing", "dealt"):
        chance.do(DeclareMisdeal(why="a card too many"))
    else:
        chance.stack("")
        chance.do(ReportExposedCard(area=1))
    assert (chance.state.care.step, chance.state.care.cause) == (Step.SHUFFLE, ShuffleCause.JAMMED)


def test_a_device_that_fails_after_the_last_payment_leaves_the_round_alone() -> None:
    chance = brought_to("settled", device=Device.SHUFFLER)
    chance.do(ReportShufflerFault(unusable=True))
    assert chance.state.stage is Stage.BETTING and chance.state.device_out
    assert [chance.won(who) for who in (ANN, BOB, CEC)] == [9_00, -11_00, FLUSH]


@witnesses("DC 4.1.3")
def test_a_table_left_with_void_hands_is_taken_up_and_shuffled_before_newcomers_play() -> None:
    chance = Chance()
    chance.sit(ann=1)
    for _ in range(2):
        chance.bet(ANN, wager=10_00)
        chance.deal()
        chance.do(DeclareAbsent(area=1), TIME)
        if chance.state.round == 1:
            chance.until(Stage.BETTING)
    chance.do(Leave(), ANN)
    chance.sit(bob=1)
    assert chance.state.stage is Stage.SETTLED and chance.state.care.step is Step.READY
    chance.until(Stage.BETTING)
    assert (chance.state.care.step, chance.state.care.cause) == (Step.SHUFFLE, ShuffleCause.ROUND_OVER)


def test_refusals_of_irregularities_name_the_clause_that_sets_the_rank() -> None:
    chance = brought_to("handled", cards=CardSource.REAL)
    for command, outcomes in OUTCOMES:
        if "handled" in outcomes:
            refusal = chance.refused(command, ANN)
            assert (refusal.reason, len(refusal.under)) == (Reason.RANK, 1)
            decision = RULES.decide(chance.state, command, DEALER, 0, Drawn(chance.draw))
            assert not isinstance(decision, Refusal)
