"""At poker the chips of whoever is not there play on without them (ruling 113); with a bank their seat stays empty."""

from __future__ import annotations

from random import Random

from croupier.house.tournaments.elimination.late import SeatLate
from croupier.house.tournaments.model import Status
from croupier.house.tournaments.sessions import MarkLate
from croupier.table.contract import CLOCK, Actor, Refusal
from tests.house.tournaments.evening import DEE, Evening
from tests.house.tournaments.test_elimination import Poker, late, poker
from tests.house.tournaments.test_evenings import everyone_has_one_seat, short

TIME = Actor(CLOCK, "Time", "tg-higher-duties-dealer")


class WithAbsent(Poker):
    """An evening at which time acts for those who are not there."""

    def deals(self, name: str) -> None:
        state = self.house.table(name)
        turns = self.game.turns(state)
        if turns and state.reserved is not None and turns[0].player in state.reserved.away:
            assert turns[0].silent is not None
            decision = self.house.act_at_table(name, turns[0].silent, TIME, self.at, self.chance)
            assert not isinstance(decision, Refusal), decision
            return
        super().deals(name)


def drawn_up(evening: Evening, *absent: int) -> None:
    """Everything before the session, with these entrants not there when it opens."""
    evening.founded()
    evening.entered(4)
    evening.tables_ready()
    for number in absent:
        evening.does(MarkLate(entrant=number), DEE)
    evening.session_opened()


def test_whoever_is_absent_when_it_opens_is_seated_dealt_in_and_dies_by_time() -> None:
    evening = WithAbsent(poker(4, 6), ["one"], seed=11)
    drawn_up(evening, 2)
    everyone_has_one_seat(evening)
    table = evening.house.table("one")
    assert table.reserved.away == ("p2",)
    assert table.stack("p2") == 1000 * 100
    evening.played_out()
    # Two never acted: they folded or checked every hand, and blinds and antes alone have gone from them.
    hands = [told.event for told in evening.house.record if type(told.event).__name__ == "HandBegun"]
    assert "p2" in [player for _, player in hands[0].dealt]
    assert evening.cup.in_play[0].bank == 4 * 1000 * 100
    assert evening.cup.entrants[2].status is Status.OUT


def test_an_absent_entrant_who_comes_acts_again() -> None:
    evening = WithAbsent(poker(4, 6), ["one"], seed=12)
    drawn_up(evening, 2)
    evening.does(MarkLate(entrant=2, absent=False), DEE)
    assert evening.house.table("one").reserved.away == ()
    everyone_has_one_seat(evening)


def test_a_late_entrant_who_is_not_there_is_seated_without_a_word() -> None:
    evening = WithAbsent(late(poker(4, 6), late_levels=1), ["one"], seed=13)
    drawn_up(evening)
    evening.enters(Actor("zoe", "Zoe"))
    zoe = evening.cup.of("zoe")
    assert zoe is not None
    assert isinstance(evening.tries(SeatLate(entrant=zoe.number), DEE), Refusal)
    evening.does(MarkLate(entrant=zoe.number), DEE)
    evening.does(SeatLate(entrant=zoe.number), DEE)
    assert evening.house.table("one").reserved.away == ("zoe",)
    everyone_has_one_seat(evening)


def test_at_a_table_with_a_bank_the_seat_stays_empty_and_the_chips_wait() -> None:
    said, _ = short("matchmaker", Random(2))
    evening = Evening(said, ["one", "two"], seed=2)
    drawn_up(evening, 2)
    cup = evening.cup
    assert "p2" not in evening.house.table(cup.entrants[2].table).people
    assert cup.entrants[2].bank == (said.bank.start or 0) * 100
