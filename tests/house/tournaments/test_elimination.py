"""Poker until one is left: levels, who is out where, players moved and tables broken, by chance and by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.house.tournaments.buying_back import BuyBack
from croupier.house.tournaments.due import due
from croupier.house.tournaments.elimination.clock import NextLevel, StopClock, late_until
from croupier.house.tournaments.elimination.late import SeatLate
from croupier.house.tournaments.elimination.moving import BreakTable, MoveEntrant
from croupier.house.tournaments.elimination.out import NextHand
from croupier.house.tournaments.elimination.seating import hands_to_big_blind, moves_open, needed
from croupier.house.tournaments.entering import Enter
from croupier.house.tournaments.findings import whole
from croupier.house.tournaments.model import InPlay, Placing, Stage, Status
from croupier.house.tournaments.people import Brief
from croupier.house.tournaments.reading import read
from croupier.house.tournaments.results import DeclareResult
from croupier.table.contract import Actor, Refusal
from croupier.table.tournaments.conditions import Conditions, Elimination, Level, Prize
from tests.house.tournaments.evening import DEE, Evening
from tests.house.tournaments.test_evenings import chips_add_up, everyone_has_one_seat

MANAGER = Actor("dee", "Dee", "tg-assistant-casino-manager")
"""The director, who holds the ranks as well that move players and break tables."""


def poker(entrants: int, seats: int, *, announced: bool = True, hand_for_hand: bool = True) -> Conditions:
    """A freeze-out with levels that soon become steep."""
    plain = read(whole("crown-poker"))
    levels = tuple(
        [Level(blinds=(10 * n, 20 * n), blind_ante=20 * n if n > 2 else 0, minutes=5) for n in (1, 2, 5, 15, 40)]
    )
    said = Elimination(levels=levels, seats=seats, announced_order=announced, hand_for_hand=hand_for_hand)
    tables = -(-entrants // seats)
    return replace(
        plain,
        details=replace(plain.details, least=2, most=tables * seats, buy_in=30_00),
        bank=replace(plain.bank, start=1000),
        structure=replace(
            plain.structure,
            elimination=said,
            rounds=tuple([replace(each, tables=tables, minutes=600) for each in plain.structure.rounds or ()]),
        ),
        prizes=replace(plain.prizes, places=(Prize(per_mille=500), Prize(per_mille=300), Prize(per_mille=200))),
    )


class Poker(Evening):
    """An evening of poker: the clock goes on a little with each hand, and players go all in as they please."""

    moves = 0
    late = 0

    def played_out(self) -> None:
        """To the last player, with everything that must be done between hands."""
        for _ in range(60_000):
            if self.cup.stage is not Stage.SESSION:
                return
            self.between_hands()
            sitting = self.cup.sitting
            assert sitting is not None
            for name in [name for name, each in sitting.tables.items() if each.seats]:
                self.deals(name)
            self.at += 700
        raise AssertionError("this tournament does not end")

    def between_hands(self) -> None:
        self.tries(NextLevel(), MANAGER)
        wants = needed(self.cup)
        if wants is not None and wants.breaks:
            self.tries(BreakTable(table=wants.breaks), MANAGER)
        elif wants is not None and wants.move is not None:
            move = wants.move
            done = self.tries(MoveEntrant(entrant=move.entrant, table=move.table, seat=move.seat), MANAGER)
            if not isinstance(done, Refusal):
                self.moves += 1
                self.late += not done[0].free  # type: ignore[attr-defined]
        self.tries(NextHand(), MANAGER)


@pytest.mark.parametrize(("entrants", "seats", "seed"), [(2, 6, 1), (6, 6, 2), (9, 3, 3), (14, 5, 4), (20, 6, 5)])
def test_a_freeze_out_ends_with_one_who_has_all_chips(entrants: int, seats: int, seed: int) -> None:
    tables = [f"cp-{number}" for number in range(1, -(-entrants // seats) + 1)]
    evening = Poker(poker(entrants, seats), tables, seed=seed)
    evening.founded()
    evening.entered(entrants)
    evening.tables_ready()
    evening.session_opened()
    everyone_has_one_seat(evening)
    evening.played_out()
    cup = evening.cup
    (winner,) = cup.in_play
    # Everyone began with 1,000 chips of 100 cents, and nothing was won from or lost to the house.
    assert winner.bank == entrants * 1000 * 100 == cup.issued and not cup.withdrawn
    assert evening.late == 0, "whoever is moved pays no big blind sooner than those who stay"
    evening.does(DeclareResult(), DEE)
    chips_add_up(evening)
    cup = evening.cup
    assert sorted(each.place for each in cup.entrants.values())[:1] == [1]
    assert all(each.status is Status.OUT for each in cup.entrants.values())
    assert sum(each.prize for each in cup.entrants.values()) == entrants * 30_00
    for name in tables:
        table = evening.house.table(name)
        assert table.reserved is None and not table.people and not any(table.chips.values())


def test_whoever_pays_the_big_blind_next_is_moved_to_where_it_comes_soonest() -> None:
    # Five sit at one table and three at the other. At one the button was 5 and the blinds 1 and 2: 3 is next.
    one = InPlay(seats={1: 11, 2: 12, 3: 13, 4: 14, 5: 15}, line=(5, 1, 2))
    # At two the blinds were at 1 and 2: of the free seats 3, 5 and 6 the big blind comes to 3 first.
    two = InPlay(seats={1: 21, 2: 22, 4: 24}, line=(4, 1, 2))
    assert [hands_to_big_blind(one, seat) for seat in (1, 2, 3, 4, 5)] == [4, 5, 1, 2, 3]
    assert [hands_to_big_blind(two, seat) for seat in (3, 5, 6)] == [1, 2, 2]
    evening = Poker(poker(8, 6), ["one", "two"])
    evening.founded()
    evening.entered(8)
    evening.tables_ready()
    evening.session_opened()
    cup = evening.cup
    assert cup.sitting is not None
    found = needed(replace(cup, sitting=replace(cup.sitting, tables={"one": one, "two": two})))
    assert found is not None and found.source == "one"
    assert found.move == Placing(13, "two", 3)
    # Who waits 1, 2, 3, 4 and 5 hands at one, and seats with 1, 2 and 2 hands at two: 13 may have each of them, and 14
    # the two later ones.
    stands = replace(cup, sitting=replace(cup.sitting, tables={"one": one, "two": two}))
    shown = moves_open(stands)
    assert shown[0].placing == found.move and shown[0].free
    assert {(each.placing.entrant, each.placing.seat) for each in shown if each.free} == {
        (13, 3),
        (13, 5),
        (13, 6),
        (14, 5),
        (14, 6),
    }
    assert len(shown) == 5 * 3
    told = next(each for each in due(stands) if isinstance(each.command, MoveEntrant))
    assert told.free is True


def late(said: Conditions, **fields: object) -> Conditions:
    """The same conditions with other words on how one enters late and buys more."""
    elimination = said.structure.elimination
    assert elimination is not None
    prices = {"re_buy": 20_00 if "re_buys" in fields else None, "add_on": 10_00 if "add_on" in fields else None}
    details = replace(said.details, **prices)
    return replace(said, details=details, structure=replace(said.structure, elimination=replace(elimination, **fields)))


def test_whoever_comes_late_is_briefed_seated_and_has_the_first_bank() -> None:
    said = late(poker(5, 6), late_levels=1, re_entries=1)
    evening = Poker(said, ["one"], seed=7)
    evening.founded()
    evening.entered(5)
    evening.tables_ready()
    evening.session_opened()
    evening.enters(Actor("zoe", "Zoe"))
    zoe = evening.cup.of("zoe")
    assert zoe is not None and not zoe.table
    refused = evening.tries(SeatLate(entrant=zoe.number), DEE)
    assert isinstance(refused, Refusal) and "CP 12.3.1" in refused.under
    evening.does(Brief(entrants=(zoe.number,)), DEE)
    evening.does(SeatLate(entrant=zoe.number), DEE)
    everyone_has_one_seat(evening)
    # 1,000 chips of a hundred cents, as everyone had.
    assert evening.house.table("one").stack("zoe") == 1000 * 100
    # The first level is over after five minutes, and nobody enters any more.
    assert late_until(evening.cup) == evening.at + 5 * 60_000
    evening.at += 5 * 60_000
    evening.does(NextLevel(), MANAGER)
    assert late_until(evening.cup) is None
    again = evening.tries(Enter(text=evening.cup.text), Actor("yan", "Yan"))
    assert isinstance(again, Refusal) and "CP 12.4.2(c)" in again.under
    evening.played_out()
    assert evening.cup.in_play[0].bank == 6 * 1000 * 100


def test_late_entry_ends_with_its_last_level_and_the_breaks_until_then() -> None:
    said = late(poker(5, 6), late_levels=2)
    assert said.structure.elimination is not None
    first, *others = said.structure.elimination.levels
    evening = Poker(late(said, levels=(replace(first, break_minutes=3), *others)), ["one"])
    evening.founded()
    evening.entered(5)
    evening.tables_ready()
    evening.session_opened()
    began = evening.at
    # Five minutes, a break of three, and five more.
    assert late_until(evening.cup) == began + 13 * 60_000
    evening.at = began + 5 * 60_000
    evening.does(NextLevel(), MANAGER)
    assert late_until(evening.cup) == began + 13 * 60_000
    evening.at += 60_000
    evening.does(StopClock(stopped=True), DEE)
    assert late_until(evening.cup) is None
    evening.at += 10 * 60_000
    evening.does(StopClock(stopped=False), DEE)
    assert late_until(evening.cup) == began + 23 * 60_000


@pytest.mark.parametrize("seed", range(3))
def test_re_entries_and_re_buys_come_behind_nobody_who_was_out_before(seed: int) -> None:
    said = late(poker(6, 6), late_levels=2, re_entries=1, re_buys=1, re_buy_levels=2)
    evening = Poker(said, ["one"], seed=seed)
    evening.founded()
    evening.entered(6)
    evening.tables_ready()
    evening.session_opened()
    bought = 0
    for _ in range(60_000):
        cup = evening.cup
        if cup.stage is not Stage.SESSION:
            break
        for each in cup.in_play:
            if not each.bank:
                bought += not isinstance(evening.tries(BuyBack(entrant=each.number), Actor(each.person, "P")), Refusal)
        evening.between_hands()
        evening.deals("one")
        evening.at += 2_000
    assert evening.cup.stage is Stage.COUNTING
    # Each re-buy brought another 1,000 chips, and cost 20 dollars that are in the pool.
    assert evening.cup.issued == (6 + bought) * 1000 * 100
    evening.does(DeclareResult(), DEE)
    chips_add_up(evening)
    cup = evening.cup
    assert sum(each.prize for each in cup.entrants.values()) == 6 * 30_00 + bought * 20_00
    assert {each.place for each in cup.entrants.values()} <= set(range(1, len(cup.entrants) + 1))
