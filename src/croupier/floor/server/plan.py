"""The plan of the house: which addresses there are and by which methods, read from the application's own routes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from litestar.routes import BaseRoute, HTTPRoute, WebSocketRoute

ANYONE = "anyone"
"""The option of a route that changes something and is open to those who are not signed in; no other is."""

FEED = "feed"
"""What stands for a method where a feed is opened."""

API = "api"
"""The part that every address begins with which is none of the pages'."""

READING = frozenset(("GET", "HEAD", "OPTIONS"))


class Place(NamedTuple):
    """What is at an address: the methods it is open to, and those of them that are for anyone."""

    methods: frozenset[str]
    anyone: frozenset[str]

    @property
    def allow(self) -> str:
        """The methods as a header lists them."""
        return ", ".join(sorted(self.methods - {FEED}))


class _Node:
    """A part of an address, and what may come behind it."""

    __slots__ = ("any", "parts", "place", "rest")

    def __init__(self) -> None:
        self.parts: dict[str, _Node] = {}
        self.any: _Node | None = None
        """What may come behind a part that may be anything."""
        self.rest: Place | None = None
        """What is there whatever comes behind."""
        self.place: Place | None = None


class Plan:
    """Finds what is at an address, or that nothing is."""

    def __init__(self, routes: Iterable[BaseRoute]) -> None:
        self._root = _Node()
        for route in routes:
            self._add(route)

    def at(self, parts: list[str]) -> Place | None:
        """What is at an address of these parts; the pages are at every one that is not of the API."""
        found = _find(self._root, parts, 0)
        return None if found is self._root.rest and parts[:1] == [API] else found

    def _add(self, route: BaseRoute) -> None:
        node, found = self._root, _place(route)
        for component in route.path_components:
            if isinstance(component, str):
                node = node.parts.setdefault(component, _Node())
            elif component.full.endswith(":path"):
                node.rest = _both(node.rest, found)
                return
            else:
                if node.any is None:
                    node.any = _Node()
                node = node.any
        node.place = _both(node.place, found)


def _find(node: _Node, parts: list[str], at: int) -> Place | None:
    if at == len(parts):
        return node.place or node.rest
    found, inner = None, node.parts.get(parts[at])
    if inner is not None:
        found = _find(inner, parts, at + 1)
    if found is None and node.any is not None:
        found = _find(node.any, parts, at + 1)
    return found or node.rest


def _place(route: BaseRoute) -> Place:
    if isinstance(route, WebSocketRoute):
        return Place(frozenset((FEED,)), frozenset((FEED,)))
    assert isinstance(route, HTTPRoute)
    handlers: dict[str, Any] = {method: handler for handler in route.route_handlers for method in handler.http_methods}
    methods = frozenset(route.methods)
    anyone = frozenset(each for each in methods if each in READING or handlers[each].opt.get(ANYONE))
    return Place(methods, anyone)


def _both(one: Place | None, other: Place) -> Place:
    return other if one is None else Place(one.methods | other.methods, one.anyone | other.anyone)
