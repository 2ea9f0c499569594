"""The OpenAPI schema, with every command of every game spelt out so that clients can be generated from it."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from croupier.games import GAMES, game

_REF = "#/components/schemas/"


class SchemaPage(JsonRenderPlugin):
    """Serves the finished schema."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The schema as JSON."""
        return msgspec.json.encode(finished(openapi_schema))


def finished(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with the commands of each game in the place of "any command" and "any object"."""
    parts = dict(schema["components"]["schemas"])
    names = []
    for name in GAMES:
        commands = game(name).engine.commands
        _, found = msgspec.json.schema_components(commands, ref_template=_REF + "{name}")
        parts = {**found, **parts}
        names += [command.__name__ for command in commands if command.__name__ not in names]
    parts["Command"] = {
        "title": "Command",
        "description": "A command that some game knows.",
        "anyOf": [{"$ref": _REF + name} for name in sorted(names)],
        "discriminator": {"propertyName": "type", "mapping": {name: _REF + name for name in sorted(names)}},
    }
    body = parts["CommandBody"]
    parts["CommandBody"] = {
        **body,
        "properties": {**body["properties"], "command": {"$ref": f"{_REF}Command"}},
    }
    components = {**schema["components"], "schemas": dict(sorted(parts.items()))}
    return {**schema, "components": components}
