"""Other tables of the house in a script: a bet that all tables offer in one version, held as the house holds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from croupier.games import Game
from croupier.house.streams import TABLE, Source
from croupier.house.versions import VERSIONS, CountEntries, LayDown, TakeUp, VersionsInPlay
from croupier.scripts.expectations import same
from croupier.scripts.forms import Broken, Chapter, Direction, Expectation, Given
from croupier.scripts.table import Table
from croupier.table.contract import Actor, Clauses, Command, Decision, Refusal
from croupier.table.rules import OneVersion

THIS, OTHER = "this table", "the other table"
"""What the table of the script and the other one are called in the house."""
NOBODY = Actor("", "")


class HouseTable(Table):
    """A table of a house whose other tables are only what is said of them."""

    def __init__(self, game: Game, terms: Any, staff: Mapping[str, str], said: Mapping[str, Any]) -> None:
        self.versions = VersionsInPlay()
        super().__init__(game, terms, staff, said)

    def decide(self, command: Command, by: Actor) -> Decision:
        """What a command leads to; the house refuses what its other tables bar."""
        decision = super().decide(command, by)
        if isinstance(decision, Refusal):
            return decision
        rules, before = self.game.engine.rules(self.state), self.versions
        source = Source(kind=TABLE, id=THIS, events=decision, by=by, at=self.now, state=self.state, rules=rules)
        for asked in VERSIONS.asked(source, {}):
            refusal = self.elsewhere(asked.command, by)
            if refusal is not None:
                self.versions = before
                return refusal
        return decision

    def elsewhere(self, command: Command, by: Actor) -> Refusal | None:
        """Have the house take in what happens at a table; why it does not, where it does not."""
        made = VERSIONS.decide(self.versions, command, by, self.now, {})
        if isinstance(made, Refusal):
            return made
        for event in made:
            self.versions = VERSIONS.evolve(self.versions, event)
        return None

    @property
    def plays(self) -> OneVersion:
        """What this table offers in a version, whose clauses hold for the other one as well."""
        found: OneVersion | None = self.game.engine.rules(self.state).one_version(self.state)
        if found is None:
            raise Broken("this table offers nothing that all tables have in one version")
        return found


def _house(table: Table) -> HouseTable:
    assert isinstance(table, HouseTable)
    return table


def _opens(it: Given, table: Table) -> Refusal | None:
    plays = replace(_house(table).plays, version=it.number, announced=True, won_by=())
    return _house(table).elsewhere(TakeUp(table=OTHER, plays=plays), NOBODY)


def _closes(it: Given, table: Table) -> Refusal | None:
    return _house(table).elsewhere(LayDown(table=OTHER), NOBODY)


def _entries(it: Given, table: Table) -> Refusal | None:
    now = _house(table).versions.entries.get(OTHER, 0)
    return _house(table).elsewhere(CountEntries(table=OTHER, entries=it.number - now), NOBODY)


def _played(it: Given, table: Table) -> Clauses:
    same("the version in play", it.number, _house(table).versions.version)
    return (*table.cited(), *_house(table).plays.under)


HOUSE = Chapter(
    "Another table of the house",
    (
        Direction(
            "another table opens with version <number>",
            "A second table of the house opens and offers this version of what all tables have in one.",
            _opens,
        ),
        Direction("the other table closes", "It offers nothing any more.", _closes),
        Direction(
            "the other table has <number> tournament entries open",
            "So many entries were won there and are not yet decided on.",
            _entries,
        ),
    ),
)
ON_THE_HOUSE = Chapter(
    "Expecting of the house",
    (Expectation("version <number> in the house", "The version that the tables of the house play.", _played),),
)
