"""The OpenAPI schema: current, complete, and true of the server however it is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.schemas import APIOperation

from croupier.floor.server.app import openapi
from croupier.games import game, games
from tests.floor.server.serving import Person, Served
from tests.strength import tries

COMMITTED = Path(__file__).parents[3] / "web" / "openapi.json"


def test_the_committed_schema_is_the_server_s_own() -> None:
    assert COMMITTED.read_text() == openapi(), "run: python -m croupier.floor.server > web/openapi.json"


def test_every_command_is_spelt_out() -> None:
    parts = json.loads(COMMITTED.read_text())["components"]["schemas"]
    named = {each["$ref"].rpartition("/")[2] for each in parts["Command"]["anyOf"]}
    known = {command.__name__ for name in games() for command in game(name).engine.commands}
    prefixes = [name.title().replace("-", "") for name in games()]
    plain = {
        name: next(command for each in ("", *prefixes) if (command := name.removeprefix(each)) in known)
        for name in named
    }
    assert set(plain.values()) == known
    for prefix in ("DoubleChance", "ThreeCardPoker"):
        assert prefix + "DealCard" in named, "each game deals a card in its own way"
        assert prefix + "DeclareMisdeal" in named, "and neither's misdeal is the other's"
        assert prefix + "CollectCards" not in named, "what games share has one name"
    for name in named:
        assert parts[name]["properties"]["type"] == {"enum": [plain[name]]}
        assert parts[name]["additionalProperties"] is False
    assert parts["CommandBody"]["properties"]["command"] == {"$ref": "#/components/schemas/Command"}


def test_every_reference_leads_somewhere() -> None:
    text = COMMITTED.read_text()
    parts = json.loads(text)["components"]["schemas"]
    wanted = {piece.partition('"')[0] for piece in text.split("#/components/schemas/")[1:]}
    assert wanted <= parts.keys()


def test_the_server_serves_the_schema(house: Served) -> None:
    assert house.stranger().http.get("/api/schema/openapi.json").json() == json.loads(COMMITTED.read_text())


# Making up values for seventy kinds of command at once takes minutes; test_commands.py does it one kind at a time.
SCHEMA = schemathesis.openapi.from_dict(json.loads(COMMITTED.read_text())).exclude(path_regex="/commands$")
ROUTES = [operation.ok() for operation in SCHEMA.get_all_operations()]
SETTINGS = settings(
    max_examples=tries(5, 10), phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def callers(house: Served) -> Iterator[Person]:
    """Everyone in turn."""
    house.new_table("mm-1")
    staff = [house.staff(name) for name in ("pitboss", "operator", "inspector")]
    everyone = [house.stranger(), house.guest(), *staff]
    for each in everyone:
        each.http.timeout = 100  # what the odds of a hand need may have to be compiled first
    return cycle(everyone)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.label)
def test_whatever_the_schema_allows_is_answered_and_never_fails(
    route: APIOperation, house: Served, callers: Iterator[Person]
) -> None:
    def ask(case: Case) -> None:
        if case.path_parameters and "table_id" in case.path_parameters and len(case.path_parameters["table_id"]) % 2:
            case.path_parameters["table_id"] = "mm-1"
        arguments = case.as_transport_kwargs(base_url=house.address)
        arguments.pop("cookies", None)
        if isinstance(arguments.get("data"), bytes | str):
            arguments["content"] = arguments.pop("data")
        answer = next(callers).http.request(**arguments)
        assert answer.status_code < 500, answer.text

    # What `SCHEMA.parametrize` does while tests are collected, in every worker for all routes: half a minute of work.
    build_operation_test(
        config=SCHEMA.config,
        operation=route,
        test_func=ask,
        given_kwargs={},
        feedback=FeedbackSources(),
        explicit_settings=SETTINGS,
    )()
