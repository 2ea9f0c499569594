"""The shelf: books and rulings are read from their TOML files once, checked, and kept."""

import tomllib
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import msgspec

from croupier.books.model import Book, Ruling

_SHELF = files("croupier.books")
_SLUGS = {
    "MM": "matchmaker",
    "DC": "double-chance",
    "BJ": "blackjack",
    "TCP": "three-card-poker",
    "CP": "crown-poker",
}

_ADDED: dict[str, Book] = {}


class UnknownBook(LookupError):
    """A book that is not on the shelf."""

    def __init__(self, wanted: str) -> None:
        self.wanted = wanted
        super().__init__(f"no book is called {wanted!r}; there is {', '.join(slugs())}")


def slugs() -> tuple[str, ...]:
    """Return the slug of every book on the shelf."""
    return (*_SLUGS.values(), *_ADDED)


def codes() -> tuple[str, ...]:
    """Return the code under which records cite each book on the shelf."""
    return (*_SLUGS, *(book.code for book in _ADDED.values()))


def put_on_shelf(book: Book) -> Book:
    """Have a book that is not one of the house's own: of a game that lives in a package of its own."""
    if book.slug in _SLUGS.values() or book.code in _SLUGS:
        raise ValueError(f"there is a book {book.code} {book.slug} already")
    _ADDED[book.slug] = book
    return book


def book(name: str) -> Book:
    """Return the book of that slug or code: `book("matchmaker")` and `book("MM")` are the same object."""
    for added in _ADDED.values():
        if name.upper() == added.code or name.lower() == added.slug:
            return added
    slug = _SLUGS.get(name.upper(), name.lower())
    if slug not in _SLUGS.values():
        raise UnknownBook(name)
    return _open(slug)


@cache
def digest(name: str) -> str:
    """Return the SHA-256 of a book's file as it lies on the shelf; of one put there, of all that it says."""
    found = book(name)
    if found.slug in _ADDED:
        return sha256(msgspec.json.encode(found)).hexdigest()
    return sha256((_SHELF / f"{found.slug}.toml").read_bytes()).hexdigest()


@cache
def rulings() -> Mapping[str, Ruling]:
    """Return every ruling by its id, such as `R10`, in their order."""
    rows = msgspec.convert(_read("rulings")["ruling"], tuple[Ruling, ...])
    by_id = {ruling.id: ruling for ruling in rows}
    if len(by_id) != len(rows):
        raise ValueError("two rulings have one id")
    return MappingProxyType(by_id)


@cache
def _open(slug: str) -> Book:
    found = msgspec.convert(_read(slug), Book)
    if _SLUGS.get(found.code) != found.slug:
        raise ValueError(f"{slug}.toml calls itself {found.code} {found.slug}")
    for clause in found.clauses:
        for ruling_id in clause.ruling:
            ruling = rulings().get(ruling_id)
            if ruling is None or ruling.scope not in {"all", found.code}:
                raise ValueError(f"{found.code} {clause.id} rests on {ruling_id}, which is no ruling on this book")
    return found


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_SHELF / f"{name}.toml").read_text(encoding="utf-8"))
