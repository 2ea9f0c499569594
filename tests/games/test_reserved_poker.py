"""Crown Poker at a table that a tournament reserves: levels, absences, moves, and no commission."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games import crown_poker, game
from croupier.games.crown_poker import Commission
from croupier.games.crown_poker.actions import Fold
from croupier.games.crown_poker.blinds import BeginHand, HandBegun
from croupier.games.crown_poker.bonus import BonusNotified
from croupier.games.crown_poker.changing import AnnounceChange
from croupier.games.crown_poker.charging import ChangeCommission
from croupier.games.crown_poker.seating import SitOut
from croupier.games.crown_poker.terms import Bonus, Limit, LimitKind, Setting
from croupier.games.crown_poker.waiting import JoinList
from croupier.money import Limits
from croupier.table.conduct import ExcludePlayer, ReportContravention
from croupier.table.contract import CLOCK, Actor, Reason
from croupier.table.state import Stage
from croupier.table.tournaments.reserved import HoldTable, ReleaseTable, ReserveTable, SetLevel
from croupier.table.tournaments.reserved_people import GiveEntrant, MarkAbsent, TakeUpEntrant
from croupier.table.wagers import PlaceWager
from tests.games.sitting import ANN, BOB, CEC, DAN, EVE, Sitting
from tests.games.test_reserved_tables import BANK, RESERVE, TOURNAMENT, reserved, seat
from tests.witness import witnesses

MANAGER = Actor("mae", "Mae", "tg-assistant-casino-manager")
TIME = Actor(CLOCK, "Time", "tg-higher-duties-dealer")
PEOPLE = {each.id: each for each in (ANN, BOB, CEC, DAN, EVE)}


def poker(*entrants: Actor, command: ReserveTable = RESERVE, **terms: Any) -> Sitting:
    """A reserved table, blinds 5 and 10, with these entrants from seat 1 on, 1,000 each."""
    table = Sitting(game("crown-poker"), crown_poker.Terms(**terms))
    reserved(table, command)
    for number, each in enumerate(entrants, 1):
        table.do(seat(each, number), TOURNAMENT)
    return table


def begin(table: Sitting) -> HandBegun:
    """The next hand, its deck made ready."""
    table.due_until(lambda: isinstance(table.rules.due(table.state)[0].command, BeginHand))
    (begun,) = [each for each in table.do(BeginHand()) if isinstance(each, HandBegun)]
    return begun


def fold_round(table: Sitting) -> None:
    """Everyone folds to the last blind, and the cards are taken up."""
    while table.state.play is not None:
        turns = table.rules.turns(table.state)
        if turns and turns[0].player is not None and table.state.stage is Stage.CHOOSING:
            table.do(Fold(), PEOPLE[turns[0].player])
        else:
            table.due()


def posted(begun: HandBegun) -> list[tuple[int, str, int]]:
    """Who posted what: seat, kind and cents."""
    return [(each.seat, each.what.value, each.cents) for each in begun.posts]


@witnesses("CP 6.10", "ruling 110")
def test_a_level_that_comes_in_a_hand_is_played_from_the_next_one() -> None:
    table = poker(ANN, BOB, CEC)
    assert posted(begin(table)) == [(1, "blind", 5_00), (2, "blind", 10_00)]
    (event,) = table.do(SetLevel(blinds=(10_00, 20_00), ante=1_00), TOURNAMENT)
    assert event.under == ("CP 12.2.5", "CP 6.10", "ruling 110")
    assert table.state.setting.blinds == (5_00, 10_00)
    fold_round(table)
    antes = [(seat, "ante", 1_00) for seat in (2, 3, 1)]
    assert posted(begin(table)) == [*antes, (2, "blind", 10_00), (3, "blind", 20_00)]
    assert table.state.setting.limit.bet(0) == 20_00, "the least bet rises with the last blind"


def test_a_level_between_hands_holds_at_once_and_the_sign_for_cash_play_comes_back() -> None:
    fixed = Setting(limit=Limit(LimitKind.FIXED, (10_00, 10_00, 20_00)))
    table = poker(ANN, BOB, setting=fixed)
    table.do(SetLevel(blinds=(15_00, 30_00), blind_ante=30_00), TOURNAMENT)
    assert table.state.setting.limit.bets == (30_00, 30_00, 60_00)
    begun = begin(table)
    assert sorted(each.what.value for each in begun.posts) == ["blind", "blind", "dead blind"]
    fold_round(table)
    for each in (ANN, BOB):
        table.do(TakeUpEntrant(player=each.id), TOURNAMENT)
    table.do(ReleaseTable(), TOURNAMENT)
    assert table.state.setting == fixed and table.state.level is None and BANK not in table.state.chips


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (SetLevel(minimum=500, maximum=5000), Reason.LIMITS),
        (SetLevel(blinds=(10_00, 5_00)), Reason.LIMITS),
        (SetLevel(blinds=(5_00, 10_00), ante=-1_00), Reason.LIMITS),
        (SetLevel(blinds=(50, 100)), Reason.CHIPS_ONLY),
    ],
)
def test_no_level_is_set_that_the_book_or_the_chips_do_not_allow(command: SetLevel, reason: Reason) -> None:
    refusal = poker(ANN, BOB).refused(command, TOURNAMENT)
    assert refusal.reason is reason and "CP 6.10" in refusal.under


@witnesses("ruling 114")
def test_the_house_takes_nothing_and_offers_nothing_beside() -> None:
    commission = Commission(per_mille=50, cap=10_00, person_fee=1_00)
    table = poker(ANN, BOB, commission=commission, limits={"red": Limits(5_00, 50_00, 5_00)})
    assert table.state.commission == Commission()
    refusal = table.refused(PlaceWager(area=1, bet="red", cents=5_00), ANN)
    assert (refusal.reason, refusal.under) == (Reason.NO_SUCH_BET, ("CP 12.2.5", "ruling 114"))
    change = table.refused(ChangeCommission(per_mille=50, cap=10_00), Actor("op", "Op", "casino-operator"))
    assert (change.reason, change.under) == (Reason.FORBIDDEN, ("CP 12.2.5",))
    assert posted(begin(table)) == [(1, "blind", 5_00), (2, "blind", 10_00)], "and no fee"
    fold_round(table)
    assert sum(table.state.stack(each.id) for each in (ANN, BOB)) == 2_000_00


def test_side_wagers_that_are_offered_go_back_when_play_waits() -> None:
    offer = ReserveTable(tournament="cup", title="The Cup", offered=("red",))
    table = poker(ANN, BOB, command=offer, limits={"red": Limits(5_00, 50_00, 5_00)})
    wager = PlaceWager(area=1, bet="red", cents=5_00)
    table.do(wager, ANN)
    assert table.refused(TakeUpEntrant(player="ann"), TOURNAMENT).reason is Reason.NOT_NOW
    table.do(HoldTable(why="a break"), TOURNAMENT)
    assert table.state.stack("ann") == 1_000_00
    assert table.refused(wager, ANN).facts == {"play waits": "a break"}
    table.do(TakeUpEntrant(player="ann"), TOURNAMENT)


def test_no_bonus_prize_is_told_of_at_a_tournament() -> None:
    table = poker(ANN, BOB, bonuses=(Bonus(name="A hand", hand="high card", cents=5_00),))
    begin(table)
    fold_round(table)
    assert not any(isinstance(each, BonusNotified) for each in table.log)


@witnesses("CP 12.2.5", "ruling 113")
def test_nobody_sits_out_and_whoever_is_absent_is_dealt_in_posts_and_dies_by_time() -> None:
    table = poker(ANN, BOB, CEC)
    refusal = table.refused(SitOut(), ANN)
    assert (refusal.reason, refusal.under) == (Reason.FORBIDDEN, ("CP 12.2.5", "ruling 113"))
    table.do(MarkAbsent(player="ann"), TOURNAMENT)
    for _ in range(4):
        begun = begin(table)
        assert "ann" in [player for _, player in begun.dealt]
        while table.state.play is not None:
            turns = table.rules.turns(table.state)
            if not turns:
                table.due()
            elif turns[0].player == "ann":
                assert turns[0].seconds == 1
                table.do(turns[0].silent, TIME)
            else:
                table.do(Fold(), PEOPLE[turns[0].player])
    assert table.state.reserved.rounds == 4


def test_the_tournament_alone_keeps_lists_and_changes_what_is_played() -> None:
    table = poker(ANN, BOB)
    for command, by in ((JoinList(), DAN), (AnnounceChange(buy_in=500_00), MANAGER)):
        refusal = table.refused(command, by)
        assert (refusal.reason, refusal.under) == (Reason.FORBIDDEN, ("CP 12.2.5",)), command


def test_no_hand_begins_while_play_waits_and_one_that_has_begun_is_finished() -> None:
    table = poker(ANN, BOB, CEC)
    begin(table)
    table.do(HoldTable(why="the level is over"), TOURNAMENT)
    fold_round(table)
    assert table.state.reserved.rounds == 1
    table.due_until(lambda: not table.rules.due(table.state))
    refusal = table.refused(BeginHand())
    assert (refusal.reason, refusal.under) == (Reason.NOT_NOW, ("CP 12.2.5",))
    table.do(HoldTable(), TOURNAMENT)
    begin(table)


def test_whoever_was_dealt_in_stays_until_the_hand_is_over_even_folded() -> None:
    table = poker(ANN, BOB, CEC)
    begin(table)
    table.due_until(lambda: table.state.stage is Stage.CHOOSING)
    first = table.rules.turns(table.state)[0].player
    table.do(Fold(), PEOPLE[first])
    assert table.refused(TakeUpEntrant(player=first), TOURNAMENT).reason is Reason.NOT_NOW
    assert table.refused(GiveEntrant(player=first, cents=100_00), TOURNAMENT).reason is Reason.NOT_NOW
    fold_round(table)
    table.do(TakeUpEntrant(player=first), TOURNAMENT)


@witnesses("CP 8.9.6")
@pytest.mark.parametrize(
    ("gone", "blinds"),
    [
        ("ann", [(2, "blind", 5_00), (3, "blind", 10_00)]),  # the button is dead before the empty seat 1
        ("bob", [(3, "blind", 10_00)]),  # the small blind is dead: nobody sits at 2
    ],
)
def test_the_button_and_the_blinds_go_on_past_a_seat_that_was_taken_up(gone: str, blinds: list[Any]) -> None:
    table = poker(ANN, BOB, CEC, DAN)
    first = begin(table)
    assert first.line == (4, 1, 2)
    fold_round(table)
    table.do(TakeUpEntrant(player=gone), TOURNAMENT)
    second = begin(table)
    assert second.line == (1, 2, 3) and posted(second) == blinds
    fold_round(table)
    left = next(iter(table.state.people))
    table.do(TakeUpEntrant(player=left), TOURNAMENT)
    assert len(begin(table).dealt) == 2, "the last two play on"


@pytest.mark.parametrize(("waits", "dealt"), [(False, 4), (True, 3)])
def test_who_comes_late_or_from_another_table_is_dealt_in_at_once_unless_they_are_to_wait(
    *, waits: bool, dealt: int
) -> None:
    table = poker(ANN, BOB, CEC)
    begin(table)
    fold_round(table)
    table.do(seat(DAN, 9, waits=waits), TOURNAMENT)
    assert len(begin(table).dealt) == dealt


def test_who_has_no_chips_is_not_dealt_in_and_comes_in_again_at_once_with_new_ones() -> None:
    table = poker(ANN, BOB, CEC)
    table.do(seat(DAN, 4, 0), TOURNAMENT)
    for _ in range(3):
        assert "dan" not in [player for _, player in begin(table).dealt]
        fold_round(table)
    table.do(GiveEntrant(player="dan", cents=1_000_00), TOURNAMENT)
    assert "dan" in [player for _, player in begin(table).dealt]


def test_an_exclusion_leaves_the_chips_for_the_tournament_to_take_up() -> None:
    offer = ReserveTable(tournament="cup", title="The Cup", offered=("red",))
    table = poker(ANN, BOB, CEC, command=offer, limits={"red": Limits(5_00, 50_00, 5_00)})
    table.do(PlaceWager(area=1, bet="red", cents=5_00), ANN)
    table.do(ReportContravention(person="ann", clause="CP 13.1", what="a telephone"), MANAGER)
    table.do(ExcludePlayer(player="ann"), MANAGER)
    assert table.state.stack("ann") == 1_000_00 and table.state.people["ann"].seat is None
    assert "ann" not in [player for _, player in begin(table).dealt]
    fold_round(table)
    table.do(TakeUpEntrant(player="ann"), TOURNAMENT)
    assert table.refused(seat(ANN, 1), TOURNAMENT).reason is Reason.EXCLUDED
