"""Sit and go: it begins as soon as enough have entered, and needs no clock for that (ruling 113)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.house.tournaments.due import due
from croupier.house.tournaments.entering import Withdraw
from croupier.house.tournaments.findings import findings
from croupier.house.tournaments.founding import CloseEntries
from croupier.house.tournaments.model import Stage
from croupier.house.tournaments.sheet import text
from croupier.table.contract import Actor, Refusal
from croupier.table.tournaments.conditions import Conditions, Start
from tests.house.tournaments.evening import DEE, OPERATOR
from tests.house.tournaments.test_elimination import Poker, poker


def sit_and_go(enough: int, **details: object) -> Conditions:
    """A table that begins with so many."""
    said = poker(6, 6)
    return replace(said, details=replace(said.details, starts=None, starts_with=enough, least=2, most=6, **details))


def entries_taken(said: Conditions, many: int) -> Poker:
    evening = Poker(said, ["one"], seed=4)
    evening.founded()
    for number in range(many):
        evening.enters(Actor(f"p{number + 1}", f"P{number + 1}"))
    return evening


def closing(evening: Poker) -> list[int]:
    """From when on entries are due to be closed; nothing while they are not."""
    return [each.at for each in due(evening.cup) if isinstance(each.command, CloseEntries)]


def test_entries_stay_open_until_enough_have_come() -> None:
    evening = entries_taken(sit_and_go(4), 3)
    assert not closing(evening)
    evening.at = 10**15
    refused = evening.tries(CloseEntries(), OPERATOR)
    assert isinstance(refused, Refusal) and refused.under == ("CP 12.4.1(a)(iii)", "ruling 113")
    assert refused.facts == {"entered": 3, "begins with": 4}
    evening.enters(Actor("p4", "P4"))
    assert closing(evening) == [0]


def test_with_enough_it_begins_at_once() -> None:
    evening = entries_taken(sit_and_go(4), 4)
    evening.does(CloseEntries(), OPERATOR)
    evening.tables_ready()
    evening.session_opened()
    assert evening.at == 0 and evening.cup.stage is Stage.SESSION


def test_a_time_stated_beside_it_is_the_latest() -> None:
    at_ten = (Start(session="At the latest", at="1970-01-01 10:00"),)
    said = sit_and_go(4)
    said = replace(said, details=replace(said.details, starts=at_ten))
    late = entries_taken(said, 3)
    hour = 3_600_000
    # The start may be moved until half an hour before it; then entries close.
    assert closing(late) == [10 * hour - hour // 2]
    late.does(CloseEntries(), OPERATOR)
    late.tables_ready()
    late.session_opened()
    assert late.at == 10 * hour
    soon = entries_taken(said, 4)
    assert closing(soon) == [0]


def test_the_sheet_says_it_and_needs_no_time() -> None:
    said = sit_and_go(4)
    assert findings(said).complete
    assert "As soon as so many have entered: 4" in text(said)


@pytest.mark.parametrize(("enough", "why"), [(1, "2 are the least"), (7, "6 are the most")])
def test_fewer_than_the_least_or_more_than_the_most_are_refused(enough: int, why: str) -> None:
    (wrong,) = findings(sit_and_go(enough)).contradictions
    assert why in wrong.why and wrong.under == ("CP 12.4.1(a)(iii)",)


def test_it_opens_though_someone_withdraws_behind_the_last_place() -> None:
    evening = entries_taken(sit_and_go(4), 4)
    evening.does(CloseEntries(), OPERATOR)
    evening.does(Withdraw(entrant=2), Actor("p2", "P2"))
    evening.tables_ready()
    evening.session_opened()
    assert len(evening.cup.in_play) == 3 and evening.cup.present == (DEE.id,)
