"""A tournament of every book that knows them is conducted up to its first session by what its desk says is due."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from croupier.house.tournaments.findings import known
from tests.floor.server.evenings import desk, do, entered, page, try_draft
from tests.floor.server.serving import Person, Served, Staffed, served

ENTRANTS = 4
STAFF = ("operator", "inspector", "supervisor")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("floor"), house=Staffed) as running:
        yield running


def open_table(house: Served, game: str, table: str) -> str:
    answer = house.staff("operator").http.post(
        "/api/tables", json={"id": table, "title": table, "game": game, "terms": {}}
    )
    assert answer.status_code == 201, answer.text
    supervisor = house.staff("supervisor")
    while (due := supervisor.view(table)["due"]) and supervisor.view(table)["stage"] == "closed":
        command = due[0]["command"]
        supervisor.do(table, command.pop("type"), **command)
    return table


def next_act(house: Served, name: str, tables: list[str]) -> tuple[Person, str, dict[str, object]]:
    """The first act that is due now of whichever of the staff may do it, filled in."""
    for each in STAFF:
        who = house.staff(each)
        for due in desk(who, name)["due"]:
            if due["yours"] and due["type"] != "CloseEntries":
                command = dict(due["command"])
                if due["type"] == "AppointDirector":
                    command |= {"person": "supervisor", "name": "Sam", "qualified": True}
                elif due["type"] == "DesignateTables":
                    command |= {"tables": tables}
                return who, due["type"], command
    raise AssertionError(f"nothing is due: {desk(house.staff('operator'), name)['due']}")


@pytest.mark.parametrize("game", known())
def test_what_is_due_leads_from_the_draft_to_the_first_session(house: Served, game: str) -> None:
    operator, name = house.staff("operator"), f"first-{game}"
    text = operator.get(f"/api/tournament-drafts/{game}")["text"]
    text = re.sub(r'at = "20\d\d', 'at = "2020', re.sub(r"(?m)^least = \d+", f"least = {ENTRANTS}", text))
    answer = try_draft(operator, name, text)
    assert answer.status_code == 200, answer.text
    tables = [open_table(house, game, f"{name}-{number}") for number in range(1, 5)]
    done = []
    while (stage := page(operator, name)["line"]["stage"]) != "session":
        if stage == "entries" and not page(operator, name)["line"]["entered"]:
            entered(house, name, *[f"{letter} {game}"[:24] for letter in "ABCD"[:ENTRANTS]])
            do(operator, name, "CloseEntries")
            continue
        who, kind, command = next_act(house, name, tables)
        do(who, name, kind, **command)
        done.append(kind)
    assert done[-1] == "OpenSession"
    assert len(done) == len(set(done)), "nothing had to be done twice"
    seated = [(each["table"], each["seat"]) for each in page(operator, name)["standings"]]
    assert len(set(seated)) == ENTRANTS
    for table in {table for table, _ in seated}:
        assert house.stranger().view(table)["reserved"]["tournament"] == name
