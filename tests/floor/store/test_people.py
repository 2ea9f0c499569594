"""Accounts and sessions, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

from threading import Thread

import msgspec
import pytest
from sqlalchemy import text

from croupier.floor.store import Store, open_store
from croupier.floor.store.engines import locate, writing_engine
from croupier.floor.store.people import NameTaken, Person, Session, Spent
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


def test_an_account_is_not_put_back_to_what_it_was_before(store: Store) -> None:
    newer = msgspec.structs.replace(ANN, ranks={"matchmaker": "dealer"}, version=5)
    store.people.put(newer)
    store.people.put(ANN)
    assert store.people.get("p1") == newer
    store.people.put(msgspec.structs.replace(newer, password_hash="theirs"), ours=False)
    assert store.people.get("p1") == newer, "of one entry, what its writer wrote stands"
    store.people.put(msgspec.structs.replace(newer, password_hash="own"))
    found = store.people.get("p1")
    assert found is not None and found.password_hash == "own"


def test_a_moment_of_the_second_factor_is_used_once_whoever_asks(opened: Open) -> None:
    stores = [opened(), opened()]
    stores[0].people.put(ANN)
    assert [store.people.use_step("p1", 7) for store in stores] == [True, False]
    assert [store.people.use_step("p1", step) for store, step in zip(stores, (6, 8), strict=True)] == [False, True]


def test_a_session_is_opened_renewed_and_closed(store: Store) -> None:
    session = Session(b"hash", "p1", expires=5000, last_seen=1000, until=9000)
    store.people.open_session(session)
    assert store.people.renew_session(b"hash", 6000, 2000) is True
    renewed = msgspec.structs.replace(session, expires=6000, last_seen=2000)
    assert store.people.session(b"hash") == renewed
    assert store.people.session(b"other") is None
    changes = store.people.changes()
    assert store.people.remove_session(b"hash") is True
    assert store.people.changes() > changes
    assert store.people.remove_session(b"hash") is False
    assert store.people.session(b"hash") is None
    assert store.people.renew_session(b"hash", 7000, 3000) is False
    assert store.people.session(b"hash") is None, "what has ended is not renewed into being"


def test_sessions_are_over_when_idle_and_when_they_have_lasted_long_enough(store: Store) -> None:
    for number, (expires, until) in enumerate([(100, 900), (900, 100), (900, 0), (900, 900)]):
        store.people.open_session(Session(bytes([number]), "p1", expires, 0, until))
    assert {session.token_hash for session in store.people.expired(200)} == {b"\0", b"\1"}
    assert [session.over for session in store.people.sessions("p1")] == [100, 100, 900, 900]


def test_removing_an_account_signs_it_out_everywhere(store: Store) -> None:
    store.people.put(ANN)
    store.people.open_session(Session(b"1", "p1", 5000, 0))
    store.people.open_session(Session(b"2", "guest", 5000, 0))
    store.people.remove("p1")
    assert store.people.sessions("p1") == []
    assert [session.token_hash for session in store.people.sessions("guest")] == [b"2"]


def arrive(store: Store, guest: str, now: int = 1000, instead_of: str = "", most: int = 5) -> None:
    store.people.arrive("ann", guest, now, instead_of=instead_of, whose="here", most=most, every=1000)


def test_a_guest_s_name_is_theirs_while_they_are_here(store: Store) -> None:
    arrive(store, "g1")
    store.people.open_session(Session(b"1", "g1", 100_000, 0, 200_000))
    with pytest.raises(NameTaken):
        arrive(store, "g2", 2000)
    assert store.people.here(["ann", "bob"], 2000) == {"ann"}
    store.people.remove_session(b"1")
    arrive(store, "g2", 3000)
    store.people.open_session(Session(b"2", "g2", 100_000, 0, 200_000))
    arrive(store, "g3", 4000, instead_of="g2")
    assert store.people.here(["ann"], 99_999) == set(), "who never got a session does not keep the name"


def test_two_guests_who_come_at_once_do_not_get_one_name(opened: Open) -> None:
    stores = [opened(), opened()]
    got: list[str] = []

    def come(number: int) -> None:
        try:
            arrive(stores[number % 2], f"g{number}", most=100)
            got.append(f"g{number}")
        except NameTaken:
            pass

    threads = [Thread(target=come, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 1


def test_grants_are_counted_together_and_start_anew_after_their_time(opened: Open) -> None:
    stores = [opened(), opened()]
    for number in range(3):
        stores[number % 2].people.grant("a", 1000 + number, most=3, every=1000)
    with pytest.raises(Spent) as spent:
        stores[1].people.grant("a", 1500, most=3, every=1000)
    assert spent.value.until == 2000
    stores[0].people.grant("b", 1500, most=3, every=1000)
    stores[0].people.grant("a", 2000, most=3, every=1000)


def test_a_refused_grant_leaves_no_name_behind(store: Store) -> None:
    arrive(store, "g1", most=1)
    with pytest.raises(Spent):
        store.people.arrive("bob", "g2", 1001, instead_of="", whose="here", most=1, every=1000)
    assert store.people.here(["bob"], 1001) == set()


def test_a_store_of_an_older_version_gets_the_columns_that_have_come_since(url: str) -> None:
    store = open_store(url)
    store.people.put(ANN)
    store.people.open_session(Session(b"1", "p1", 5000, 0, 9000))
    store.close()
    engine = writing_engine(locate(url))
    with engine.begin() as connection:
        for column in ("ended", "issued", "seen", "factor", "codes", "step", "version"):
            connection.execute(text(f"ALTER TABLE people DROP COLUMN {column}"))
        connection.execute(text("ALTER TABLE sessions DROP COLUMN until"))
        connection.execute(text("DROP TABLE desk"))
    engine.dispose()
    again = open_store(url)
    assert again.people.get("p1") == ANN
    assert again.people.session(b"1") == Session(b"1", "p1", 5000, 0, 5000)
    assert again.people.aligned() == 0
    again.close()
