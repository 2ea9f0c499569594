"""Whole tournaments played by chance: nothing is lost, nobody sits twice, and everyone ends in a place."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from croupier.house.streams import TABLE
from croupier.house.tournaments.draws import drawn
from croupier.house.tournaments.founding import DraftConditions, OpenEntries, committed
from croupier.house.tournaments.model import Stage
from croupier.table.contract import Refusal
from croupier.table.tournaments.conditions import Conditions, Prize, Progress, Round
from tests.house.tournaments.evening import OPERATOR, Evening
from tests.house.tournaments.standing import conditions

SEEDS = range(6)


def short(book: str, random: Random) -> tuple[Conditions, int]:
    """Conditions of a short tournament of this book, and how many enter."""
    entrants, seats = random.randint(4, 12), 7
    tables = -(-entrants // seats)
    heats = Round(
        name="Heats",
        tables=tables,
        hands=random.randint(1, 3),
        progress=Progress(each_table=random.randint(1, 2), others=random.randint(0, 1)),
    )
    said = conditions(heats, Round(name="Final", tables=1, hands=2), book=book)
    prizes = (Prize(per_mille=600), Prize(per_mille=300), Prize(per_mille=100))
    return (
        replace(
            said,
            details=replace(said.details, fee=10_00, buy_in=20_00, re_buy=None, least=2, most=tables * seats),
            bank=replace(said.bank, start=random.choice((100, 500)), top_up=100),
            wagers=replace(said.wagers, compulsory=False),
            prizes=replace(said.prizes, places=prizes),
            structure=replace(said.structure, buy_back=False),
        ),
        entrants,
    )


@pytest.mark.parametrize("book", ["matchmaker", "blackjack", "three-card-poker"])
@pytest.mark.parametrize("seed", SEEDS)
def test_an_evening_conserves_chips_and_money_and_ends_with_everyone_in_a_place(book: str, seed: int) -> None:
    said, many = short(book, Random(seed))
    evening = Evening(said, ["one", "two"], seed=seed)
    evening.founded()
    evening.entered(many)
    evening.tables_ready()
    while evening.cup.stage is not Stage.OVER:
        evening.session_opened()
        everyone_has_one_seat(evening)
        evening.played()
        chips_add_up(evening)
    # 30 dollars of each; everything that was paid in is paid out, for all of it is the pool.
    cup = evening.cup
    assert sum(each.prize for each in cup.entrants.values()) == cup.pool_paid == many * 30_00
    assert sorted(each.place for each in cup.entrants.values())[0] == 1
    assert all(each.place for each in cup.entrants.values()), "everyone has a place"
    assert committed(cup.seed) == cup.commitment
    assert cup.issued == cup.withdrawn
    for name in evening.tables:
        table = evening.house.table(name)
        assert table.reserved is None and not table.people and not any(table.chips.values())


def everyone_has_one_seat(evening: Evening) -> None:
    """The tournament and its tables agree on who sits where with how many chips."""
    seats = [(name, each.seat) for name in evening.tables for each in evening.house.table(name).people.values()]
    people = [person for name in evening.tables for person in evening.house.table(name).people]
    assert len(seats) == len(set(seats)) == len(people) == len(set(people)) == len(evening.cup.in_play)
    for each in evening.cup.in_play:
        table = evening.house.table(each.table)
        assert table.people[each.plays].seat == each.seat
        assert table.stack(each.plays) == each.bank


def chips_add_up(evening: Evening) -> None:
    """By the record all accounts together come to nothing, and no chips are anywhere else."""
    accounts: dict[str, int] = {}
    for told in evening.house.record:
        for move in told.event.moves:
            for account, cents in ((move.source, -move.cents), (move.target, move.cents)):
                own = account.startswith(("wallet:", "house:", "tournament:", "entries:")) or told.at.kind != TABLE
                name = account if own else f"{told.at.id}:{account}"
                accounts[name] = accounts.get(name, 0) + cents
    assert sum(accounts.values()) == 0
    at_tables = sum(cents for name, cents in accounts.items() if name.partition(":")[0] in evening.tables)
    assert at_tables == -accounts.get("tournament:cup", 0)
    cup = evening.cup
    held = sum(each.bank for each in cup.entrants.values())
    assert cup.issued == cup.withdrawn + held


def test_a_draw_can_be_made_again_by_anyone() -> None:
    said, many = short("matchmaker", Random(3))
    evening = Evening(said, ["one", "two"], seed=3)
    evening.founded()
    evening.entered(many)
    evening.tables_ready()
    evening.session_opened()
    seats = [told.event for told in evening.house.record if type(told.event).__name__ == "SeatsDrawn"]
    assert [each.order for each in seats] == [drawn(evening.cup.seed, 1, range(1, many + 1))]


def test_entries_are_not_taken_for_rounds_that_nobody_could_play() -> None:
    said, _ = short("matchmaker", Random(1))
    bare = replace(said, structure=replace(said.structure, rounds=None, basis="As many rounds as it takes"))
    evening = Evening(bare, ["one"])
    evening.does(DraftConditions(conditions=bare), OPERATOR)
    refused = evening.tries(OpenEntries(), OPERATOR)
    assert isinstance(refused, Refusal) and refused.under == ("MM 10.2.1(d)",)
