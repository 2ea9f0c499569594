"""The OpenAPI schema, with every command of every game spelt out so that clients can be generated from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from croupier.floor.server.lasting import lasting
from croupier.games import game, games
from croupier.house.meter import MeterCommand
from croupier.house.tournaments.commands import TournamentCommand

_REF = "#/components/schemas/"

_BESIDE = (
    ("MeterCommand", "A command of the operator for a meter.", MeterCommand),
    ("TournamentCommand", "A command about a tournament.", TournamentCommand),
)
"""Commands for other streams than tables."""


class SchemaPage(JsonRenderPlugin):
    """Serves the finished schema, which is put together once."""

    def __init__(self, *, path: str) -> None:
        super().__init__(path=path)
        self._made: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The schema as JSON."""
        return lasting(request, "schema", lambda: self.made(openapi_schema))  # type: ignore[return-value]

    def made(self, openapi_schema: dict[str, Any]) -> bytes:
        """The schema as JSON, from what the framework knows."""
        if self._made is None:
            self._made = msgspec.json.encode(finished(openapi_schema))
        return self._made


def finished(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with the commands of each game in the place of "any command" and "any object"."""
    schema = _named(schema)
    parts = dict(schema["components"]["schemas"])
    names: set[str] = set()
    shapes = {name: _commands(name) for name in games()}
    for name in games():
        for command, found in shapes[name].items():
            alike = all(each[command][command] == found[command] for each in shapes.values() if command in each)
            # where games mean different things by one name, only the first game's stays bare
            own = command if alike or name == games()[0] else _prefix(name) + command
            beside = {part: shape for part, shape in found.items() if part != command}
            parts = {**beside, **parts, own: found[command]}
            names.add(own)
    parts["Command"] = _any_of("Command", "A command that some game knows.", names)
    for title, about, union in _BESIDE:
        kinds = get_args(union)
        _, found = msgspec.json.schema_components(kinds, ref_template=_REF + "{name}")
        wanted = [command.__name__ for command in kinds]
        parts = {**found, **parts, title: _any_of(title, about, wanted)}
    for body, command in (("CommandBody", "Command"), *((f"{title}Body", title) for title, _, _ in _BESIDE)):
        properties = {**parts[body]["properties"], "command": {"$ref": _REF + command}}
        parts[body] = {**parts[body], "properties": properties}
    components = {**schema["components"], "schemas": dict(sorted(parts.items()))}
    return {**schema, "components": components}


def _named(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with plain names for what a game shows: those of the first game bare, of others with the game's."""
    text = msgspec.json.encode(schema).decode()
    for name in games():
        text = text.replace(f"{name.replace('-', '_')}_view_", "" if name == games()[0] else _prefix(name))
    named: dict[str, Any] = msgspec.json.decode(text)
    return named


def _prefix(game_name: str) -> str:
    return game_name.replace("-", " ").title().replace(" ", "")


def _commands(game_name: str) -> dict[str, dict[str, Any]]:
    """A game's commands by name, each spelt out together with what it refers to."""
    kinds = game(game_name).engine.commands
    return {kind.__name__: msgspec.json.schema_components((kind,), ref_template=_REF + "{name}")[1] for kind in kinds}


def _any_of(title: str, description: str, names: Iterable[str]) -> dict[str, Any]:
    return {"title": title, "description": description, "anyOf": [{"$ref": _REF + name} for name in sorted(names)]}
