"""Tables that a tournament reserves: only its own chips move there, and only its people sit there."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.games import blackjack, game, games, three_card_poker
from croupier.games.blackjack.choices import Draw
from croupier.games.matchmaker import Bet
from croupier.games.three_card_poker.misdeal import Misdealt
from croupier.table.contract import DEALER, PLAYER, THE_TOURNAMENT, Actor, Command, Reason, no_person
from croupier.table.disputes import RaiseDispute, RuleOnDispute
from croupier.table.linked_jackpot import JackpotTerms, JackpotTermsChanged
from croupier.table.people import BuyChips, Join, Leave
from croupier.table.rack import CancelSlip, SignSlip, SlipKind, WriteSlip
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.state import Stage
from croupier.table.tournaments.reserved import HoldTable, ReleaseTable, ReserveTable, SetLevel
from croupier.table.tournaments.reserved_people import GiveEntrant, MarkAbsent, SeatEntrant, TakeUpEntrant
from croupier.table.tournaments.reserved_play import round_over, shoe_over, stacks
from croupier.table.voiding import RoundVoided
from croupier.table.wagers import PlaceWager, SpeakWager, Tender, WithdrawWager
from tests.conformance.reserved import WITH_TOURNAMENTS
from tests.games.house import BOSS, SUPERVISOR, House
from tests.games.sitting import ANN, BOB, Sitting
from tests.witness import witnesses

TOURNAMENT = no_person(THE_TOURNAMENT, DEALER)
BANK = "tournament:cup"
RESERVE = ReserveTable(tournament="cup", title="The Cup", started=1_000_00)
CITED = {
    "matchmaker": ("MM 10.3.1", "MM 10.3.2"),
    "blackjack": ("BJ 16.3.1", "BJ 16.3.2"),
    "three-card-poker": ("TCP 12.2.4", "TCP 12.2.5"),
    "crown-poker": ("CP 12.2.4", "CP 12.2.5"),
}


def seat(who: Actor, at: int, cents: int = 1_000_00, *, waits: bool = False) -> SeatEntrant:
    return SeatEntrant(player=who.id, name=who.name, seat=at, cents=cents, waits=waits)


def reserved(table: Sitting, command: Command = RESERVE) -> Any:
    table.do(command, TOURNAMENT)
    table.do(HoldTable(), TOURNAMENT)
    return table


@pytest.fixture(params=WITH_TOURNAMENTS)
def table(request: pytest.FixtureRequest) -> Sitting:
    return Sitting(game(request.param), game(request.param).terms())


def play(table: Sitting, cards: str) -> None:
    """A round with these cards to come, to its end."""
    table.stack(cards)
    table.do(AnnounceNoMoreBets())
    table.until(Stage.BETTING)


def orders() -> tuple[Command, ...]:
    return (
        RESERVE,
        HoldTable(why="a break"),
        SetLevel(minimum=500, maximum=5000),
        seat(ANN, 1),
        GiveEntrant(player="ann", cents=100),
        MarkAbsent(player="ann"),
        TakeUpEntrant(player="ann"),
        ReleaseTable(),
    )


def test_a_game_without_tournaments_has_no_reserved_tables() -> None:
    assert set(games()) - set(WITH_TOURNAMENTS) == {"double-chance"}


@witnesses("MM 10.3.2", "ruling 88")
def test_nobody_but_the_tournament_orders_anything_whatever_their_rank(table: Sitting) -> None:
    _, cite = CITED[table.rules.name]
    for by in (Actor("ann", "Ann"), *(Actor(rank, rank, rank) for rank in table.rules.book.ladder[1:])):
        for command in orders():
            refusal = table.refused(command, by)
            assert (refusal.reason, refusal.under) == (Reason.FORBIDDEN, (cite,)), command
        offered = {type(each.command) for each in table.rules.options(table.state, by)}
        assert not offered & {type(each) for each in orders()}


def test_a_table_is_reserved_once_those_who_play_for_cash_have_gone(table: Sitting) -> None:
    table.do(Join(cents=1_000_00, seat=1), ANN)
    refusal = table.refused(RESERVE, TOURNAMENT)
    assert refusal.reason is Reason.NOT_NOW
    assert refusal.under == (*CITED[table.rules.name], "ruling 88") and refusal.facts == {"people": 1}
    table.do(Leave(), ANN)
    (event,) = table.do(RESERVE, TOURNAMENT)
    assert event.under == CITED[table.rules.name]
    again = table.refused(RESERVE, TOURNAMENT)
    assert again.reason is Reason.ALREADY and again.facts == {"reserved for": "The Cup"}


def test_nobody_comes_goes_or_changes_chips_by_themselves_at_a_reserved_table(table: Sitting) -> None:
    reserved(table)
    table.do(seat(ANN, 1), TOURNAMENT)
    cite = CITED[table.rules.name][1:]
    for command, by in ((Join(cents=1_000_00, seat=2), BOB), (Join(cents=0, seat=2), ANN), (Leave(), ANN)):
        refusal = table.refused(command, by)
        assert (refusal.reason, refusal.under) == (Reason.FORBIDDEN, cite), command
        assert refusal.facts == {"reserved for": "The Cup"}
    assert table.refused(BuyChips(cents=1_000_00), ANN).under == cite
    offered = {type(each.command) for by in (ANN, BOB) for each in table.rules.options(table.state, by)}
    assert not offered & {Join, Leave, BuyChips}


def test_an_entrant_is_seated_by_the_tournament_out_of_its_bank_and_taken_up_into_it(table: Sitting) -> None:
    reserved(table)
    table.do(seat(ANN, 1), TOURNAMENT)
    assert (table.state.stack("ann"), table.state.chips[BANK]) == (1_000_00, -1_000_00)
    assert table.refused(seat(ANN, 2), TOURNAMENT).reason is Reason.ALREADY
    assert table.refused(seat(BOB, 1), TOURNAMENT).reason is Reason.SEAT_TAKEN
    assert table.refused(seat(BOB, 99), TOURNAMENT).reason is Reason.NO_SUCH_AREA
    assert table.refused(seat(BOB, 2, -100), TOURNAMENT).reason is Reason.CHIPS_ONLY
    table.do(GiveEntrant(player="ann", cents=500_00), TOURNAMENT)
    assert stacks(table.state) == {"ann": 1_500_00}
    assert table.refused(GiveEntrant(player="bob", cents=500_00), TOURNAMENT).reason is Reason.NOT_HERE
    assert table.refused(GiveEntrant(player="ann", cents=0), TOURNAMENT).reason is Reason.CHIPS_ONLY
    table.do(TakeUpEntrant(player="ann"), TOURNAMENT)
    assert not table.state.people and BANK not in table.state.chips
    assert table.refused(TakeUpEntrant(player="ann"), TOURNAMENT).reason is Reason.NOT_HERE


def test_who_is_absent_is_known_until_they_are_back_or_gone(table: Sitting) -> None:
    reserved(table)
    table.do(seat(ANN, 1), TOURNAMENT)
    assert table.refused(MarkAbsent(player="ann", absent=False), TOURNAMENT).reason is Reason.ALREADY
    table.do(MarkAbsent(player="ann"), TOURNAMENT)
    assert table.rules.view(table.state, BOB).reserved.away == ("ann",)
    table.do(MarkAbsent(player="ann", absent=False), TOURNAMENT)
    assert table.state.reserved.away == ()
    table.do(MarkAbsent(player="ann"), TOURNAMENT)
    table.do(TakeUpEntrant(player="ann"), TOURNAMENT)
    assert table.state.reserved.away == ()


def test_a_table_is_released_once_nobody_is_there(table: Sitting) -> None:
    early = table.refused(ReleaseTable(), TOURNAMENT)
    assert early.reason is Reason.NO_CAUSE and early.facts == {"table": "not reserved"}
    reserved(table)
    table.do(seat(ANN, 1), TOURNAMENT)
    refusal = table.refused(ReleaseTable(), TOURNAMENT)
    assert refusal.reason is Reason.NOT_NOW and refusal.facts == {"people": 1}
    table.do(TakeUpEntrant(player="ann"), TOURNAMENT)
    table.do(ReleaseTable(), TOURNAMENT)
    assert table.state.reserved is None
    table.do(Join(cents=1_000_00, seat=1), ANN)


def test_everyone_sees_what_a_table_is_reserved_for_and_why_play_waits(table: Sitting) -> None:
    stranger = Actor("", "", PLAYER)
    assert table.rules.view(table.state, stranger).reserved is None
    table.do(RESERVE, TOURNAMENT)
    seen = table.rules.view(table.state, stranger).reserved
    assert (seen.tournament, seen.title, seen.held) == ("cup", "The Cup", "waiting")
    table.do(HoldTable(), TOURNAMENT)
    assert table.rules.view(table.state, stranger).reserved.held == ""


def test_slips_for_cash_chips_wait_until_the_table_is_released(table: Sitting) -> None:
    book = table.rules.book
    dan, sue = Actor("dan", "Dan", "dealer"), Actor("sue", "Sue", book.ladder[book.ladder.index("dealer") + 1])
    table.do(WriteSlip(kind=SlipKind.FILL, cents=500_00), dan)
    table.do(SignSlip(number=1), sue)
    table.do(WriteSlip(kind=SlipKind.CREDIT, cents=100_00), dan)
    reserved(table)
    assert (table.state.chips.get("rack", 0), table.state.chips["reserve"]) == (0, 500_00)
    for refusal in (
        table.refused(SignSlip(number=2), sue),
        table.refused(WriteSlip(kind=SlipKind.FILL, cents=500_00), dan),
    ):
        assert refusal.under and refusal.reason in (Reason.FORBIDDEN, Reason.NOT_ENOUGH_CHIPS)
    table.do(ReleaseTable(), TOURNAMENT)
    assert (table.state.chips["rack"], table.state.chips.get("reserve", 0)) == (500_00, 0)
    table.do(CancelSlip(number=2), dan)


class Closed(House):
    """A table that nobody has opened."""

    def prepare(self) -> None:
        """Its cards wait to be checked."""


class TestMatchmaker:
    """Money and rounds, worked out by hand: a pair pays 11 to 1."""

    @witnesses("MM 10.3.2")
    def test_cash_and_tournament_chips_never_meet(self) -> None:
        house = House()
        house.do(WriteSlip(kind=SlipKind.FILL, cents=50_00))
        house.do(SignSlip(number=1), SUPERVISOR)
        reserved(house)
        house.do(seat(ANN, 1), TOURNAMENT)
        house.bet(ANN, 50_00)
        house.deal("Ah", "As")
        house.finish()
        assert house.state.stack("ann") == 1_550_00, "1,000 and 11 times 50"
        assert house.state.chips[BANK] == -1_550_00, "of which the bank has lent the rack 550"
        assert house.state.chips["reserve"] == 50_00 and "advance" not in house.state.chips
        house.bet(ANN, 50_00)
        house.deal("Ah", "Ks")
        house.finish()
        assert (house.state.stack("ann"), house.state.chips["rack"]) == (1_500_00, 50_00)
        house.do(TakeUpEntrant(player="ann"), TOURNAMENT)
        assert house.state.chips[BANK] == -50_00
        house.do(ReleaseTable(), TOURNAMENT)
        assert house.state.chips == {"cage": -50_00, "rack": 50_00}

    def test_while_play_waits_no_wager_is_laid_and_those_that_lie_there_go_back(self) -> None:
        house = House()
        house.do(RESERVE, TOURNAMENT)
        house.do(seat(ANN, 1), TOURNAMENT)
        bet = PlaceWager(area=1, bet=Bet.PAIR_MATCH.value, cents=50_00)
        refusal = house.refused(bet, ANN)
        assert (refusal.reason, refusal.under) == (Reason.NOT_NOW, ("MM 10.3.2",))
        assert refusal.facts == {"play waits": "waiting"}
        house.do(HoldTable(), TOURNAMENT)
        house.do(bet, ANN)
        house.do(HoldTable(why="a break"), TOURNAMENT)
        assert not house.state.wagers and house.state.stack("ann") == 1_000_00
        assert not house.rules.due(house.state) and not house.rules.turns(house.state)
        house.refused(AnnounceNoMoreBets())

    def test_a_round_that_has_begun_is_finished_while_play_waits(self) -> None:
        house = reserved(House())
        house.do(seat(ANN, 1), TOURNAMENT)
        house.bet(ANN, 50_00)
        house.stack("Ah Ks")
        house.do(AnnounceNoMoreBets())
        house.do(HoldTable(why="the director is away"), TOURNAMENT)
        assert house.refused(TakeUpEntrant(player="ann"), TOURNAMENT).reason is Reason.NOT_NOW
        house.finish()
        assert house.state.stack("ann") == 950_00 and house.state.reserved.rounds == 1
        house.do(TakeUpEntrant(player="ann"), TOURNAMENT)

    def test_cards_are_made_ready_while_play_waits(self) -> None:
        house = Closed()
        house.do(RESERVE, TOURNAMENT)
        assert house.refused(seat(ANN, 1), TOURNAMENT).reason is Reason.TABLE_CLOSED
        house.due_until(lambda: house.ready)
        assert house.state.is_open and not house.rules.due(house.state)
        house.do(seat(ANN, 1), TOURNAMENT)

    def test_a_void_round_counts_and_a_misdeal_does_not(self) -> None:
        void = RoundVoided(round=1, why="fire", under=("MM 11.3.1",))
        assert round_over((void,))
        assert not round_over((RoundVoided(round=1, why="a card too many", misdeal=True, under=("MM 11.3.1",)),))
        assert not round_over(())

    def test_a_call_with_cash_is_no_wager_of_a_tournament(self) -> None:
        house = reserved(House())
        house.do(seat(ANN, 1), TOURNAMENT)
        call = SpeakWager(area=1, bet=Bet.PAIR_MATCH.value, cents=50_00, shown=Tender.CASH)
        assert house.refused(call, ANN).under == ("MM 10.3.2",)
        house.do(SpeakWager(area=1, bet=Bet.PAIR_MATCH.value, cents=50_00, shown=Tender.CHIPS), ANN)
        house.do(WithdrawWager(area=1, bet=Bet.PAIR_MATCH.value), ANN)

    @witnesses("ruling 92")
    def test_a_bank_under_the_minimum_lays_nothing(self) -> None:
        house = reserved(House())
        house.do(seat(ANN, 1, 4_00), TOURNAMENT)
        refusal = house.refused(PlaceWager(area=1, bet=Bet.PAIR_MATCH.value, cents=4_00), ANN)
        assert (refusal.reason, refusal.under) == (Reason.LIMITS, ("MM 10.3.2", "ruling 92"))
        assert refusal.facts == {"has": 4_00, "minimum": 5_00}
        house.do(GiveEntrant(player="ann", cents=1_00), TOURNAMENT)
        house.bet(ANN, 5_00)

    def test_awards_for_cash_and_for_tournament_rounds_keep_apart(self) -> None:
        house = House()
        house.sit(ann=1)
        house.bet(ANN, 50_00)
        house.deal("Ah", "Ks")
        house.finish()
        house.do(RaiseDispute(about="it was a pair"), ANN)
        house.do(Leave(), ANN)
        reserved(house)
        for_cash = house.refused(RuleOnDispute(dispute=1, ruling="paid", award=10_00), BOSS)
        assert (for_cash.reason, for_cash.under) == (Reason.NOT_NOW, ("MM 10.3.2",))
        house.do(seat(BOB, 1), TOURNAMENT)
        house.bet(BOB, 50_00)
        house.deal("Ah", "Ks")
        house.finish()
        for number in (2, 3):
            house.do(RaiseDispute(about="it was a pair"), BOB)
            if number == 2:
                house.do(RuleOnDispute(dispute=2, ruling="paid", award=100_00), BOSS)
        assert house.state.stack("bob") == 1_050_00, "1,000 less 50, and 100"
        assert house.state.chips[BANK] == -1_050_00, "of which the bank brought 50 to the rack, beside the 50 lost"
        house.do(TakeUpEntrant(player="bob"), TOURNAMENT)
        house.do(ReleaseTable(), TOURNAMENT)
        assert house.refused(RuleOnDispute(dispute=3, ruling="paid", award=1_00), BOSS).reason is Reason.NO_CAUSE
        house.do(RuleOnDispute(dispute=1, ruling="paid", award=10_00), BOSS)
        assert house.state.chips["rack"] == 40_00

    def test_a_level_holds_at_once_between_rounds_and_else_from_the_next_one(self) -> None:
        house = reserved(House())
        house.do(seat(ANN, 1), TOURNAMENT)
        house.do(SetLevel(minimum=100_00, maximum=500_00), TOURNAMENT)
        assert {each.minimum for each in house.state.limits.values()} == {100_00}
        house.bet(ANN, 100_00)
        house.do(SetLevel(minimum=200_00, maximum=500_00), TOURNAMENT)
        assert {each.minimum for each in house.state.limits.values()} == {100_00}
        house.deal("Ah", "Ks")
        house.finish()
        assert {each.minimum for each in house.state.limits.values()} == {200_00}
        assert house.refused(SetLevel(minimum=300_00, maximum=200_00), TOURNAMENT).reason is Reason.LIMITS
        assert house.refused(SetLevel(blinds=(100,)), TOURNAMENT).reason is Reason.LIMITS
        house.do(TakeUpEntrant(player="ann"), TOURNAMENT)
        house.do(ReleaseTable(), TOURNAMENT)
        assert house.state.limits == house.rules.initial(house.terms).limits

    def test_a_shoe_is_used_up_when_its_cutting_card_has_come(self) -> None:
        house = reserved(House(decks=4, areas=2, cutting_card_behind=104))
        house.do(seat(ANN, 1), TOURNAMENT)
        rounds = 0
        while not shoe_over(house.state):
            house.bet(ANN, 5_00)
            house.stack()
            house.do(AnnounceNoMoreBets())
            house.until(Stage.BETTING)
            rounds += 1
            assert rounds < 60, "the cutting card never came"
        assert (house.state.reserved.rounds, house.state.reserved.shoes) == (rounds, 1)


class TestBlackjack:
    """A Blackjack pays 3 to 2."""

    @witnesses("BJ 16.3.2")
    def test_the_house_pays_out_of_the_tournament_s_bank(self) -> None:
        table = reserved(Sitting(game("blackjack"), blackjack.Terms()))
        table.do(seat(ANN, 1), TOURNAMENT)
        table.do(PlaceWager(area=1, bet="blackjack", cents=100_00), ANN)
        play(table, "Ah 9d Ks")
        assert table.state.stack("ann") == 1_150_00, "100 back and 150 on top"
        assert table.state.chips == {"stack:ann": 1_150_00, BANK: -1_150_00}

    @witnesses("BJ 16.3.2", "ruling 114")
    def test_side_wagers_are_off_unless_the_conditions_offer_them(self) -> None:
        pairs = PlaceWager(area=1, bet="perfect pairs", cents=5_00)
        for offered in ((), ("perfect pairs",)):
            table = Sitting(game("blackjack"), blackjack.Terms(sevens=1, pairs=True))
            reserved(table, ReserveTable(tournament="cup", title="The Cup", offered=offered))
            table.do(seat(ANN, 1), TOURNAMENT)
            table.do(PlaceWager(area=1, bet="blackjack", cents=100_00), ANN)
            if offered:
                table.do(pairs, ANN)
                continue
            refusal = table.refused(pairs, ANN)
            assert (refusal.reason, refusal.under) == (Reason.NO_SUCH_BET, ("BJ 16.3.2", "ruling 114"))

    @witnesses("ruling 114")
    def test_no_bet_is_offered_that_the_table_does_not_have(self) -> None:
        table = Sitting(game("blackjack"), blackjack.Terms())
        refusal = table.refused(ReserveTable(tournament="cup", title="The Cup", offered=("perfect pairs",)), TOURNAMENT)
        assert (refusal.reason, refusal.facts) == (Reason.NO_SUCH_BET, {"bet": "perfect pairs"})

    @pytest.mark.parametrize(("for_cash", "won"), [(True, 1), (False, 0)])
    def test_three_suited_sevens_win_no_entry_at_a_tournament(self, *, for_cash: bool, won: int) -> None:
        table: Sitting = Sitting(game("blackjack"), blackjack.Terms(sevens=1, pairs=True))
        if for_cash:
            table.do(Join(cents=1_000_00, seat=1), ANN)
        else:
            reserved(table, ReserveTable(tournament="cup", title="The Cup", offered=("magnificent sevens",)))
            table.do(seat(ANN, 1), TOURNAMENT)
        table.do(PlaceWager(area=1, bet="blackjack", cents=100_00), ANN)
        table.do(PlaceWager(area=1, bet="magnificent sevens", cents=5_00), ANN)
        table.stack("7d 9d 7d 7d Ts")
        table.due_until(lambda: table.rules.turns(table.state) != () and table.state.stage is Stage.CHOOSING)
        table.do(Draw(player="ann"), ANN)
        table.until(Stage.BETTING)
        assert table.state.entries == won

    def test_nobody_waits_for_who_is_absent(self) -> None:
        table = reserved(Sitting(game("blackjack"), blackjack.Terms()))
        table.do(seat(ANN, 1), TOURNAMENT)
        table.do(PlaceWager(area=1, bet="blackjack", cents=100_00), ANN)
        table.stack("5h 9d 6s")
        table.due_until(lambda: table.state.stage is Stage.CHOOSING)
        (turn,) = table.rules.turns(table.state)
        assert turn.seconds is None
        table.do(MarkAbsent(player="ann"), TOURNAMENT)
        (hurried,) = table.rules.turns(table.state)
        assert hurried == replace(turn, seconds=1)


class TestThreeCardPoker:
    """A table leaves its meter before it serves a tournament."""

    @witnesses("TCP 12.2.5", "ruling 114")
    def test_a_table_that_plays_for_a_meter_is_not_reserved(self) -> None:
        table = Sitting(game("three-card-poker"), three_card_poker.Terms(jackpot_price=100))
        for meter in ("m", ""):
            terms = JackpotTermsChanged(terms=JackpotTerms(meter, 100, 1), at_once=True, under=("TCP 7.1",))
            table.state = table.rules.evolve(table.state, terms)
            if meter:
                refusal = table.refused(RESERVE, TOURNAMENT)
                assert refusal.reason is Reason.NOT_NOW and "TCP 12.2.5" in refusal.under
                assert refusal.facts == {"meter": "m", "wagers": 0}
        with_jackpot = ReserveTable(tournament="cup", title="The Cup", offered=("jackpot",))
        assert table.refused(with_jackpot, TOURNAMENT).reason is Reason.NO_SUCH_BET
        reserved(table)
        table.do(seat(ANN, 1), TOURNAMENT)
        table.do(PlaceWager(area=1, bet="ante", cents=10_00), ANN)
        for bet in ("jackpot", "pair plus"):
            refusal = table.refused(PlaceWager(area=1, bet=bet, cents=1_00), ANN)
            assert (refusal.reason, refusal.under) == (Reason.NO_SUCH_BET, ("TCP 12.2.5", "ruling 114"))

    def test_a_misdeal_is_no_hand_of_the_tournament(self) -> None:
        assert not round_over((Misdealt(round=1, why="a card too many", counts=False, under=("TCP 11.1",)),))
