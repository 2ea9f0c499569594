"""A house's people on a store of their own, with a clock that moves when told to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.floor.people.accounts import People, Rules, SignedIn
from croupier.floor.store import Store, open_store
from tests.floor.hashing import CHEAP
from tests.floor.store.conftest import url

__all__ = ["url"]

SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000
OWN = "nine clubs and a king"


class Clock:
    """A clock that moves when told to."""

    def __init__(self) -> None:
        self.now = 1_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def servers(url: str, clock: Clock) -> Iterator[Callable[..., People]]:
    """Makes the people of one more server on one store."""
    opened: list[tuple[Store, People]] = []

    def one_more(rules: Rules | None = None) -> People:
        store = open_store(url)
        opened.append((store, People(store, clock, rules, CHEAP)))
        return opened[-1][1]

    yield one_more
    for store, people in opened:
        people.close()
        store.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(f"sqlite:///{tmp_path / 'people.db'}")
    yield opened
    opened.close()


@pytest.fixture
def people(store: Store, clock: Clock) -> Iterator[People]:
    found = People(store, clock, hasher=CHEAP)
    yield found
    found.close()


@pytest.fixture
def passwords(people: People) -> dict[str, str]:
    return people.first_start()


@pytest.fixture
def operator(people: People, passwords: dict[str, str]) -> SignedIn:
    """The operator, with a password of their own."""
    return settled(people, "operator", passwords["operator"])


def settled(people: People, name: str, password: str, own: str = OWN) -> SignedIn:
    """Someone who has replaced their one-time password."""
    return people.change_password(people.sign_in(name, password)[1], password, own)


def kinds(store: Store, stream: str = "people") -> list[str]:
    return [stored.kind.removeprefix("accounts/") for stored in store.read(stream)]
