"""Who may wager on an area, and who comes first (MM 5.6 to 5.8, 6.3)."""

from __future__ import annotations

from croupier.table.conduct import ExcludePlayer, ReportContravention
from croupier.table.contract import Reason
from croupier.table.permissions import AgreePersonalLimit, PermitAreas, RestrictBettors
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.rules import entitlement
from croupier.table.state import Stage
from croupier.table.wagers import ConvertSpoken, PlaceWager, SpeakWager, SpokenWagerLapsed, Tender, WagerTakenBack
from tests.games.house import BOSS, MISS, OPERATOR, PAIR, SUIT, SUPERVISOR, House
from tests.games.sitting import ANN, BOB, CEC, DAN, EVE
from tests.witness import witnesses


@witnesses("MM 5.7")
def test_claims_on_an_area_go_clockwise_from_its_own_seat_and_then_to_those_standing() -> None:
    house = House()
    house.sit(ann=2, bob=4, cec=5, dan=9, eve=0)
    order = sorted(house.state.people.values(), key=lambda person: entitlement(house.state, 4, person))
    assert [person.id for person in order] == ["bob", "cec", "dan", "ann", "eve"]


@witnesses("MM 5.6", "MM 5.7")
def test_a_better_claim_on_a_full_area_sends_back_the_weakest_with_all_its_wagers() -> None:
    house = House()
    house.sit(ann=2, bob=4, cec=5, dan=9, eve=0)
    house.bet(ANN, 500, PAIR, 4)
    house.bet(ANN, 700, MISS, 4)
    house.bet(CEC, 500, PAIR, 4)
    house.bet(DAN, 500, PAIR, 4)
    assert house.refused(PlaceWager(area=4, bet=PAIR.value, cents=500), EVE).reason is Reason.AREA_FULL
    events = house.bet(BOB, 500, SUIT, 4)
    back = [(event.player, event.bet, event.cents) for event in events if isinstance(event, WagerTakenBack)]
    assert back == [("ann", PAIR.value, 500), ("ann", MISS.value, 700)]
    assert all(event.under == ("MM 5.7",) for event in events if isinstance(event, WagerTakenBack))
    assert house.won(ANN) == 0
    assert {wager.player for wager in house.state.wagers} == {"bob", "cec", "dan"}


@witnesses("MM 5.6")
def test_a_supervisor_may_restrict_an_area_to_fewer_players_and_a_dealer_may_not() -> None:
    house = House()
    house.sit(ann=1, bob=2)
    assert house.refused(RestrictBettors(players=1)).under == ("MM 5.6",)
    house.do(RestrictBettors(players=1), SUPERVISOR)
    house.bet(ANN, 500, PAIR, 1)
    assert house.refused(PlaceWager(area=1, bet=PAIR.value, cents=500), BOB).reason is Reason.AREA_FULL
    for players in (0, 4, -1):
        assert house.refused(RestrictBettors(players=players), SUPERVISOR).reason is Reason.LIMITS


@witnesses("MM 5.8")
def test_a_second_area_needs_leave_and_leave_needs_seats_elsewhere() -> None:
    house = House()
    house.sit(ann=1)
    house.bet(ANN, 500, PAIR, 1)
    second = PlaceWager(area=2, bet=PAIR.value, cents=500)
    assert house.refused(second, ANN).under == ("MM 5.8",)
    assert house.refused(PermitAreas(player="ann", areas=2, seats_elsewhere=False), SUPERVISOR).under == ("MM 5.8",)
    house.do(PermitAreas(player="ann", areas=2, seats_elsewhere=True), SUPERVISOR)
    house.do(second, ANN)
    assert house.refused(PlaceWager(area=3, bet=PAIR.value, cents=500), ANN).reason is Reason.ONE_AREA


@witnesses("MM 6.3.2", "MM 6.3.4")
def test_a_personal_limit_caps_each_area_its_player_uses_from_the_first_wager_on() -> None:
    house = House()
    house.sit(ann=1)
    house.do(AgreePersonalLimit(player="ann", minimum=100, maximum=1000, areas=2), OPERATOR)
    for area in (1, 2):
        assert house.refused(PlaceWager(area=area, bet=PAIR.value, cents=1001), ANN).reason is Reason.AREA_TOTAL
        house.bet(ANN, 600, PAIR, area)
        assert house.refused(PlaceWager(area=area, bet=SUIT.value, cents=401), ANN).under == ("MM 6.3.4", "ruling 13")
        house.bet(ANN, 400, SUIT, area)


@witnesses("MM 6.3.3")
def test_others_wager_by_the_sign_and_give_way_to_the_owner_of_a_marked_area() -> None:
    house = House()
    house.sit(ann=1, bob=2)
    house.do(AgreePersonalLimit(player="ann", minimum=100, maximum=1000), OPERATOR)
    house.bet(BOB, 800, PAIR, 1)
    assert house.refused(PlaceWager(area=1, bet=SUIT.value, cents=201), BOB).reason is Reason.AREA_TOTAL
    house.bet(ANN, 1000, PAIR, 1)
    assert [wager.player for wager in house.state.wagers] == ["ann"] and house.won(BOB) == 0


@witnesses("MM 5.3")
def test_a_spoken_wager_whose_place_is_gone_goes_back_and_does_not_stop_the_round() -> None:
    house = House()
    house.sit(ann=1, bob=2)
    house.do(RestrictBettors(players=1), SUPERVISOR)
    house.do(SpeakWager(area=1, bet=PAIR.value, cents=500, shown=Tender.CASH), BOB)
    house.bet(ANN, 500, PAIR, 1)
    house.due()
    lapsed = [event for event in house.log if isinstance(event, SpokenWagerLapsed)]
    assert [(event.player, event.under) for event in lapsed] == [("bob", ("MM 5.3", "MM 5.6", "MM 5.7"))]
    assert house.won(BOB) == 0 and "cash" not in house.state.chips
    house.finish()


@witnesses("MM 5.3")
def test_a_spoken_wager_is_converted_in_time_or_lapses_when_betting_closes() -> None:
    house = House()
    house.sit(ann=1, bob=2)
    for who in (ANN, BOB):
        house.do(SpeakWager(area=1, bet=PAIR.value, cents=500, shown=Tender.VOUCHER), who)
    house.do(ConvertSpoken(area=1, bet=PAIR.value, player="ann"))
    assert house.state.chips["cash"] == -500 and house.state.chips["layout"] == 500
    house.do(AnnounceNoMoreBets())
    assert not house.state.spoken and len(house.state.wagers) == 1
    late = house.refused(ConvertSpoken(area=1, bet=PAIR.value, player="bob"))
    assert late.reason is Reason.BETS_CLOSED


@witnesses("MM 11.2.2")
def test_an_excluded_player_takes_back_what_is_not_yet_dealt_and_finishes_what_is() -> None:
    house = House()
    house.sit(ann=1, bob=2)
    for player in ("ann", "bob"):
        house.do(ReportContravention(person=player, clause="11.6", what="told another what to do"))
    house.bet(ANN, 500, PAIR, 1)
    house.bet(BOB, 500, PAIR, 2)
    house.do(ExcludePlayer(player="ann"), BOSS)
    assert house.won(ANN) == 0 and [wager.player for wager in house.state.wagers] == ["bob"]
    house.deal("9h")
    house.do(ExcludePlayer(player="bob"), BOSS)
    assert house.state.stage is Stage.DEALING
    house.stack("9s")
    house.finish()
    assert house.won(BOB) == 5500


@witnesses("MM 5.3")
def test_chips_wait_until_the_wager_spoken_for_the_same_bet_is_converted() -> None:
    house = House()
    house.sit(ann=1)
    house.do(SpeakWager(area=1, bet=PAIR.value, cents=500, shown=Tender.CASH), ANN)
    assert house.refused(PlaceWager(area=1, bet=PAIR.value, cents=200), ANN).under == ("MM 5.3",)
    house.due()
    house.bet(ANN, 200, PAIR, 1)
    assert [wager.cents for wager in house.state.wagers] == [700]
