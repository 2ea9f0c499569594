"""Accounts and sessions, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

from threading import Thread

import msgspec
import pytest

from croupier.floor.store import Store
from croupier.floor.store.people import NameTaken, Person, Session
from tests.floor.store.conftest import Open

ANN = Person("p1", "Ann", "argon2-hash", {"matchmaker": "supervisor"}, created=1000)


def test_an_account_is_made_replaced_and_removed(store: Store, opened: Open) -> None:
    store.people.put(ANN)
    assert store.people.get("p1") == ANN
    assert store.people.named("Ann") == ANN
    assert opened().people.get("p1") == ANN
    dealer = msgspec.structs.replace(ANN, ranks={"matchmaker": "dealer"})
    store.people.put(dealer)
    assert store.people.all() == [dealer]
    assert store.people.remove("p1") is True
    assert store.people.remove("p1") is False
    assert store.people.get("p1") is None


def test_two_accounts_cannot_share_a_name(store: Store) -> None:
    store.people.put(ANN)
    with pytest.raises(NameTaken):
        store.people.put(Person("p2", "Ann", "x", {}, created=1))
    assert store.people.all() == [ANN]


def test_accounts_are_listed_by_name(store: Store) -> None:
    for number, name in enumerate(["Cem", "Ann", "Bob"]):
        store.people.put(Person(f"p{number}", name, "x", {}, created=1))
    assert [person.name for person in store.people.all()] == ["Ann", "Bob", "Cem"]


def test_the_third_failure_locks_the_account_even_when_they_come_together(opened: Open) -> None:
    stores = [opened(), opened()]
    stores[0].people.put(ANN)
    attempts = [Thread(target=stores[n].people.count_failure, args=("p1", 3, 9000)) for n in range(2)]
    for attempt in attempts:
        attempt.start()
    for attempt in attempts:
        attempt.join()
    assert stores[0].people.get("p1") == msgspec.structs.replace(ANN, failures=2)
    stores[0].people.count_failure("p1", 3, 9000)
    assert stores[0].people.get("p1") == msgspec.structs.replace(ANN, failures=3, locked_until=9000)
    stores[0].people.clear_failures("p1")
    assert stores[0].people.get("p1") == ANN


def test_a_session_is_opened_renewed_and_closed(store: Store) -> None:
    session = Session(b"hash", "p1", expires=5000, last_seen=1000)
    store.people.put_session(session)
    renewed = msgspec.structs.replace(session, expires=6000, last_seen=2000)
    store.people.put_session(renewed)
    assert store.people.session(b"hash") == renewed
    assert store.people.session(b"other") is None
    assert store.people.remove_session(b"hash") is True
    assert store.people.remove_session(b"hash") is False
    assert store.people.session(b"hash") is None


def test_expired_sessions_are_swept_and_the_others_stay(store: Store) -> None:
    for number, expires in enumerate([100, 200, 300]):
        store.people.put_session(Session(bytes([number]), "p1", expires, 0))
    assert store.people.remove_expired(200) == 2
    assert [session.expires for session in store.people.sessions("p1")] == [300]


def test_removing_an_account_signs_it_out_everywhere(store: Store) -> None:
    store.people.put(ANN)
    store.people.put_session(Session(b"1", "p1", 5000, 0))
    store.people.put_session(Session(b"2", "guest", 5000, 0))
    store.people.remove("p1")
    assert store.people.sessions("p1") == []
    assert [session.token_hash for session in store.people.sessions("guest")] == [b"2"]
