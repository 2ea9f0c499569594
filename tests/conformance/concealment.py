"""Who may know which cards, by a list read from the books: every event as told, every view and refusal is held to it.

It asks nothing of what parts declare (`secret`, `audience`) nor of which cards the state calls open: what is hidden is
in `concealed/*.toml`, and which faces are whose is gathered from the whole events alone.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.floor.acts.recording import Told, to_store
from croupier.floor.reading.telling import line
from croupier.floor.store.sealing import seal
from croupier.games import Game
from croupier.table.contract import Actor, Event, Refusal
from croupier.table.declare import kind_of
from croupier.table.state import Stage

FOLDER = Path(__file__).parent / "concealed"
SHARED = "every-table"
ONLOOKER = Actor("an onlooker", "Onlooker")
HOUSE = (Actor("the dealer", "Dealer", "dealer"), Actor("the inspector", "Inspector", "regulator"))
NOBODY, EVERYONE, STAFF = "nobody", "everyone", "house"
COMPLAINANT = "the complainant"
"""Who raised the dispute that an event numbers."""

_FACE = re.compile(r'"([2-9TJQKA][cdhs])"')
_SAID = re.compile(r"\b([2-9TJQKA][cdhs])\b")
_A_WORD_TOO = frozenset({"As"})


class Faces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose the faces in a field of an event are."""

    to: str
    why: str
    at: str = ""
    turns_up: bool = False
    even_given_up: bool = False


class GivenUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that nothing turns up any more."""

    why: str
    at: str = ""
    cards: str = ""
    unless: str = ""
    """The field by which they stay in play all the same."""


class PutAway(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that their own player sees no more either, until an event of another kind brings them back."""

    at: str
    back: str
    why: str


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who hears of an event beside the staff."""

    to: str
    why: str


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is hidden at the tables of a game."""

    faces: dict[str, dict[str, Faces]] = {}
    given_up: dict[str, GivenUp] = {}
    put_away: dict[str, PutAway] = {}
    told: dict[str, Words] = {}
    amounts: dict[str, dict[str, Words]] = {}
    """Amounts that are one player's alone, by the event and the field that holds them."""

    def with_more(self, more: Listed) -> Listed:
        """Both lists."""
        return Listed(
            self.faces | more.faces,
            self.given_up | more.given_up,
            self.put_away | more.put_away,
            self.told | more.told,
            self.amounts | more.amounts,
        )


def read(name: str) -> Listed:
    """One file of the list."""
    return msgspec.convert(tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")), Listed)


@cache
def listed(game: str) -> Listed:
    """What is hidden at the tables of a game, with what is at any table."""
    return read(SHARED).with_more(read(game))


class Known(msgspec.Struct, frozen=True):
    """A face that is not everyone's: who knows it, where its card lies, and whether it was given up unseen."""

    who: frozenset[str]
    at: Any
    given_up: bool = False
    put_away: bool = False


class Concealment:
    """What everyone at one table may know, gathered from its events as they happen."""

    def __init__(self, game: Game) -> None:
        self.game, self.listed = game, listed(game.name)
        self.hidden: dict[str, Known] = {}
        self.everyones: set[str] = set()
        self.one_deck = True
        self.looked = 0

    def happened(self, event: Event, before: Any, after: Any) -> None:
        """Take in an event and hold it against the list, as each may hear of it."""
        self.one_deck = after.shoe.decks == 1
        if before.stage in (Stage.CLOSED, Stage.BETTING) and not before.cards_on_table() and not after.face_down():
            self.hidden, self.everyones = {}, set()
        whole = set(faces_in(self.game.encode(event)))
        if whole:
            self._learn(event)
        self._give_up(event)
        people = [Actor(person.id, person.name) for person in after.people.values()]
        wanted = self.listed.told.get(kind_of(event))
        if wanted is None and not (whole - self.everyones):
            return
        for viewer in (*people, ONLOOKER, *HOUSE):
            heard = line(told(event), viewer, after, {})
            may = wanted is None or viewer.rank != "player" or viewer.id in self._meant(wanted.to, event, after)
            assert may or heard is None, f"{viewer.id} hears of {event}: it is for {wanted.to if wanted else ''}"
            if heard is not None:
                self.told(viewer, f"{heard.text}", _SAID, f"the sentence of {kind_of(event)}")
                self.told(viewer, msgspec.json.encode(heard.event).decode(), _FACE, kind_of(event))
        (new,) = to_store("table", (event,))
        payload, _ = seal(new.payload, new.secret)
        self.told(HOUSE[0], payload.decode(), _FACE, f"the record's open part of {kind_of(event)}")

    def branch(self) -> Concealment:
        """The same knowledge, for another walk from this moment on."""
        other = Concealment(self.game)
        other.hidden, other.everyones, other.one_deck = dict(self.hidden), set(self.everyones), self.one_deck
        return other

    def told(self, viewer: Actor, what: str, face: re.Pattern[str], where: str) -> None:
        """Nothing that someone is given names a face which is not theirs to know."""
        found = set(face.findall(what)) - (_A_WORD_TOO if face is _SAID else frozenset())
        wrong = {each for each in found & self.hidden.keys() if not self._knows(viewer, each)}
        assert not wrong, f"{viewer.id} ({viewer.rank}) is told {sorted(wrong)} by {where}"

    def looks(self, viewer: Actor, view: bytes) -> None:
        """The same of a view; of what staff may enter anything may be an example."""
        if self.hidden:
            self.looked += 1
            if viewer.rank != "player":
                seen = msgspec.json.decode(view)
                view = msgspec.json.encode({name: each for name, each in seen.items() if name != "options"})
            self.told(viewer, view.decode(), _FACE, "the view")

    def refused(self, by: Actor, refusal: Refusal) -> None:
        """The same of the answer to what someone tried; what they said themselves is no news."""
        if self.hidden and by.rank == "player":
            self.told(by, f"{self.game.encode(refusal).decode()} {refusal}", _SAID, "a refusal")

    def _knows(self, viewer: Actor, face: str) -> bool:
        known = self.hidden[face]
        return (viewer.id in known.who and not known.put_away) or (viewer.rank != "player" and STAFF in known.who)

    def _learn(self, event: Event) -> None:
        """Whose the faces of an event are from now on."""
        kind = kind_of(event)
        for field, named in faces_of(event):
            rule = self.listed.faces[kind][field]
            at = getattr(event, rule.at) if rule.at else None
            for face in named:
                if rule.to == EVERYONE:
                    self._seen_by_all(face, rule, f"{kind}.{field}")
                elif face not in self.everyones:
                    who = STAFF if rule.to == STAFF else getattr(event, rule.to)
                    had = self.hidden.get(face, Known(frozenset(), at))
                    self.hidden[face] = msgspec.structs.replace(had, who=had.who | {who}, at=had.at or at)

    def _seen_by_all(self, face: str, rule: Faces, where: str) -> None:
        known = self.hidden.get(face)
        if known is not None and self.one_deck:
            assert rule.turns_up, f"{where} shows {face}, which is {sorted(known.who)}'s alone"
            assert rule.even_given_up or not known.given_up, f"{where} shows {face}, which was given up unseen"
        self.hidden.pop(face, None)
        self.everyones.add(face)

    def _give_up(self, event: Event) -> None:
        kind = kind_of(event)
        for first, taken in self.listed.put_away.items():
            if kind in (first, taken.back):
                self._mark(getattr(event, taken.at), put_away=kind == first)
        rule = self.listed.given_up.get(kind)
        if rule is None or (rule.unless and getattr(event, rule.unless)):
            return
        at = getattr(event, rule.at) if rule.at else ()
        named = [card.value for card in getattr(event, rule.cards)] if rule.cards else []
        for place in at if isinstance(at, tuple) else (at,):
            self._mark(place, given_up=True)
        for face in set(named) & self.hidden.keys():
            self.hidden[face] = msgspec.structs.replace(self.hidden[face], given_up=True)

    def _mark(self, place: Any, **so: bool) -> None:
        """Something is so of the cards in one place."""
        for face, known in self.hidden.items():
            if known.at == place:
                self.hidden[face] = msgspec.structs.replace(known, **so)

    def _meant(self, to: str, event: Event, state: Any) -> Iterable[str]:
        if to == NOBODY:
            return ()
        if to == COMPLAINANT:
            dispute = state.dispute(event.dispute)  # type: ignore[attr-defined]
            return () if dispute is None else (dispute.complainant,)
        named = getattr(event, to)
        return (named,) if isinstance(named, str) else named


def told(event: Event) -> Told:
    """An event as those who watch would be told of it."""
    return Told(1, 1, 0, "someone", "Someone", kind_of(event), event)


def faces_in(encoded: bytes) -> list[str]:
    """Every face named in JSON."""
    return _FACE.findall(encoded.decode())


def faces_of(event: Event) -> Iterator[tuple[str, list[str]]]:
    """The fields of an event that name faces, with them."""
    for field in event.__struct_fields__:
        found = list(_cards(getattr(event, field)))
        if found:
            yield field, found


def _cards(value: Any) -> Iterator[str]:
    if isinstance(value, Card):
        yield value.value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _cards(each)
    elif isinstance(value, Mapping):
        yield from _cards(list(value.values()))
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _cards(getattr(value, name))
