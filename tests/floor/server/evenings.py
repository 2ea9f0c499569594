"""A small evening of Matchmaker heats for tests, and what people do at it over HTTP."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import httpx

from tests.floor.server.serving import Person, Served

CHIPS, LEAST = 1000, 25


def conditions(
    *,
    title: str = "A small evening",
    tables: int = 2,
    hands: int = 2,
    least: int = 2,
    most: int = 8,
    ties: str = "draw",
    deals: bool = False,
) -> str:
    """Conditions of heats at so many tables, of each of which the best goes on, and a final; both begin at once."""
    return f"""
title = "{title}"
book = "matchmaker"
statements = ["entitled", "rules-prevail", "promotion"]

[details]
starts = [{{ session = "Heats", at = "2020-01-01 18:00" }}, {{ session = "Final", at = "2020-01-01 18:01" }}]
fee = "$50"
buy_in = false
least = {least}
most = {most}

[entry]
method = "On this page"
form = "The form on this page"
withdrawal = "Nothing is paid back"

[bank]
start = {CHIPS}
every_round = true
afterwards = "worthless"

[wagers]
secret = false
compulsory = {{ least = {LEAST} }}

[structure]
rounds = [
  {{ name = "Heats", tables = {tables}, hands = {hands}, progress = {{ each_table = 1 }} }},
  {{ name = "Final", tables = 1, hands = {hands} }},
]
progress = "The highest bank of each table goes on"
second_chances = false
buy_back = false
early_end = true

[conduct]
disqualified = "Play in concert"
retirement = "Whoever retires ranks nowhere"
refunds = false
late = "A late entrant plays the rounds that are left"
absent = "An absent entrant keeps their bank"
substitutes = "With the director's approval"

[prizes]
pool = "$900"
places = [{{ amount = "$600" }}, {{ amount = "$300" }}]
ties = "draw"
deals = {str(deals).lower()}
"""


def try_draft(who: Person, tournament: str, text: str) -> httpx.Response:
    return who.http.post(f"/api/tournaments/{tournament}/draft", json={"id": str(uuid4()), "text": text})


def try_to(who: Person, tournament: str, kind: str, *, id: str | None = None, **fields: Any) -> httpx.Response:
    body = {"id": id or str(uuid4()), "command": {"type": kind, **fields}}
    return who.http.post(f"/api/tournaments/{tournament}/commands", json=body)


def do(who: Person, tournament: str, kind: str, **fields: Any) -> Any:
    answer = try_to(who, tournament, kind, **fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


def page(who: Person, tournament: str) -> Any:
    return who.get(f"/api/tournaments/{tournament}")


def desk(who: Person, tournament: str) -> Any:
    return who.get(f"/api/tournaments/{tournament}/desk")


def mine(who: Person, tournament: str) -> Any:
    return who.get(f"/api/tournaments/{tournament}/mine")


def announced(house: Served, tournament: str, text: str | None = None) -> str:
    """A tournament that can be entered, with its conditions approved and the supervisor as its director."""
    operator = house.staff("operator")
    answer = try_draft(operator, tournament, text or conditions())
    assert answer.status_code == 200, answer.text
    do(house.staff("inspector"), tournament, "ApproveConditions", text=page(operator, tournament)["text"])
    do(operator, tournament, "AppointDirector", person="supervisor", name="Sam Supervisor")
    do(operator, tournament, "OpenEntries")
    return tournament


def entered(house: Served, tournament: str, *names: str, promotion: bool = False) -> dict[str, Person]:
    """Guests who have entered, by their names."""
    text = page(house.stranger(), tournament)["text"]
    people = {name: house.guest(name) for name in names}
    for each in people.values():
        do(each, tournament, "Enter", text=text, promotion=promotion)
    return people


def seated(house: Served, tournament: str, *tables: str) -> None:
    """Up to the opened first session at these tables."""
    director = house.staff("supervisor")
    do(house.staff("operator"), tournament, "CloseEntries")
    naming = next(each for each in desk(director, tournament)["due"] if each["type"] == "DesignateTables")
    assert (naming["yours"], naming["whole"]) == (True, False), "the tables are to be chosen"
    do(director, tournament, "DesignateTables", tables=tables)
    do(director, tournament, "Attend")
    do(director, tournament, "Brief", entrants=[each["number"] for each in desk(director, tournament)["entrants"]])
    do(director, tournament, "DrawSeats")
    do(director, tournament, "OpenSession")


def play_hand(house: Served, table: str, people: dict[str, Person], wagers: dict[str, int]) -> None:
    """One hand at a table: everyone there wagers so many chips, 25 where nothing is said."""
    by_id = {each.id: (name, each) for name, each in people.items()}
    for each in house.staff("supervisor").view(table)["people"]:
        name, person = by_id[each["id"]]
        bet = next(iter(house.stranger().view(table)["sign"]["limits"]))
        person.do(table, "PlaceWager", area=each["seat"], bet=bet, cents=100 * wagers.get(name, LEAST))
    house.play_out(table)


def act_next(who: Person, tournament: str) -> bool:
    """Do the first thing that is due of this person and leaves nothing to fill in; false if there is none."""
    for each in desk(who, tournament)["due"]:
        if each["yours"] and each["whole"]:
            do(who, tournament, each["type"], **each["command"])
            return True
    return False


def play_on(house: Served, tournament: str, people: dict[str, Person]) -> None:
    """From an opened session to the declared result: the director does what is due, the tables play their hands."""
    director = house.staff("supervisor")
    while (now := page(director, tournament))["line"]["stage"] not in ("over", "called off"):
        if not act_next(director, tournament):
            going_on = [each["id"] for each in now["tables"] if not each["finished"]]
            for table in [now["extra_hands"]] if now["extra_hands"] else going_on:
                play_hand(house, table, people, {})
