"""Sessions: how long they last, who is recognised without asking the store, and what the record keeps of their ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from threading import Event

import msgspec
import pytest

from croupier.floor.people import memory as module
from croupier.floor.people.accounts import UNKNOWN, People, Rules, SignedIn
from croupier.floor.people.memory import Bells, Memory, Seen
from croupier.floor.store import Store
from tests.floor.people.conftest import CHEAP, HOUR, MINUTE, OWN, SECOND, Clock, kinds, settled


def ends(store: Store, stream: str = "people") -> list[tuple[str, str, str]]:
    """Who ended whose session, and why."""
    found = [each for each in store.read(stream) if each.kind.endswith("SessionEnded")]
    entries = [(each.actor, msgspec.json.decode(each.payload)) for each in found]
    return [(actor, entry["person"], entry["why"]) for actor, entry in entries]


def test_a_dealer_s_station_is_signed_out_after_five_idle_minutes_and_others_after_thirty(
    people: People, passwords: dict[str, str], clock: Clock, store: Store
) -> None:
    dealer, _ = people.sign_in("dealer", passwords["dealer"])
    other, _ = people.sign_in("supervisor", passwords["supervisor"])
    for _ in range(3):
        clock.now += 5 * MINUTE - 1
        assert people.recognise(dealer) is not None
    clock.now += 5 * MINUTE
    assert people.recognise(dealer, active=False) is None
    assert people.recognise(other) is not None
    clock.now += 30 * MINUTE
    assert people.recognise(other) is None
    assert ends(store) == [("house", "dealer", "it was idle"), ("house", "supervisor", "it was idle")]


def test_watching_keeps_no_session_alive(people: People, passwords: dict[str, str], clock: Clock) -> None:
    token, _ = people.sign_in("dealer", passwords["dealer"])
    for _ in range(14):
        clock.now += 20 * SECOND
        assert people.recognise(token, active=False) is not None
    clock.now += 20 * SECOND
    assert people.recognise(token, active=False) is None


def test_no_session_lasts_longer_than_its_life_however_busy(
    people: People, passwords: dict[str, str], clock: Clock, store: Store
) -> None:
    staff, _ = people.sign_in("supervisor", passwords["supervisor"])
    guest, ann = people.welcome("Ann")
    for _ in range(12 * 60 - 1):
        clock.now += MINUTE
        assert people.recognise(staff) is not None
    assert people.recognise(guest) == ann
    clock.now += MINUTE
    assert people.recognise(staff) is None
    assert ends(store) == [("house", "supervisor", "it has lasted as long as it may")]
    for _ in range(25):
        clock.now += 6 * HOUR
        assert people.recognise(guest) == ann
    clock.now += 6 * HOUR
    assert people.recognise(guest) is None
    assert ends(store, f"person:{ann.id}") == [("house", ann.id, "it has lasted as long as it may")]


def test_lives_can_be_set(store: Store, clock: Clock) -> None:
    strict = People(store, clock, Rules(staff_life_ms=HOUR, guest_life_ms=2 * HOUR), CHEAP)
    staff, _ = strict.sign_in("supervisor", strict.first_start()["supervisor"])
    guest, _ = strict.welcome("Ann")
    for minute in range(1, 121):
        clock.now += MINUTE
        assert (strict.recognise(staff) is not None) == (minute < 60)
        assert (strict.recognise(guest) is not None) == (minute < 120)


def test_sessions_that_nobody_asks_about_are_ended_by_the_sweep_and_once(
    servers: Callable[..., People], clock: Clock
) -> None:
    here, there = servers(), servers()
    passwords = here.first_start()
    token, _ = here.sign_in("dealer", passwords["dealer"])
    clock.now += 5 * MINUTE
    assert here.sweep() + there.sweep() == 1
    assert there.recognise(token) is None
    assert ends(here._store) == [("house", "dealer", "it was idle")]


def test_signing_out_is_on_record_with_its_session(people: People, passwords: dict[str, str], store: Store) -> None:
    _, dealer = people.sign_in("dealer", passwords["dealer"])
    people.sign_out(dealer)
    people.sign_out(dealer)
    signed_in, signed_out = [msgspec.json.decode(each.payload) for each in store.read("people")[-2:]]
    assert signed_in["session"] == signed_out["session"]
    assert len(signed_in["session"]) == 16
    assert kinds(store)[-2:] == ["StaffSignedIn", "SignedOut"]
    _, ann = people.welcome("Ann")
    people.sign_out(ann)
    assert kinds(store, f"person:{ann.id}") == ["GuestWelcomed", "SignedOut"]


def test_a_session_that_is_renewed_while_it_ends_stays_ended(
    people: People, passwords: dict[str, str], clock: Clock, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, who = people.sign_in("supervisor", passwords["supervisor"])
    clock.now += MINUTE
    read = store.people.get

    def meanwhile(person: str) -> object:
        monkeypatch.setattr(store.people, "get", read)
        people.sign_out(who)
        return read(person)

    monkeypatch.setattr(store.people, "get", meanwhile)
    assert people.recognise(token) is None
    assert people.recognise(token) is None
    assert people.recall(token) is None


# ---- who is recognised without asking


@pytest.fixture
def known(people: People, passwords: dict[str, str]) -> Iterator[tuple[str, SignedIn]]:
    """A supervisor who was seen a moment ago."""
    token, _ = people.sign_in("supervisor", passwords["supervisor"])
    who = people.recognise(token)
    assert who is not None
    yield token, who


def test_one_who_was_seen_a_moment_ago_is_known_without_asking(
    people: People, known: tuple[str, SignedIn], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_: object) -> None:
        raise AssertionError("the store was asked")

    monkeypatch.setattr(store.people, "session", asked)
    monkeypatch.setattr(store.people, "get", asked)
    token, who = known
    for _ in range(1000):
        assert people.recall(token) == who


def test_strangers_tokens_are_unknown_or_nothing(people: People) -> None:
    assert people.recall("x" * 43) is UNKNOWN
    for token in ("", "x", "x" * 42, "x" * 10_000, "\ud800"):
        assert people.recall(token) is None
        assert people.recognise(token) is None


def test_what_happens_here_is_known_at_once(
    people: People, known: tuple[str, SignedIn], operator: SignedIn, passwords: dict[str, str]
) -> None:
    token, who = known
    people.recognise(token)
    people.change_ranks(operator, "supervisor", {"*": "dealer"})
    assert people.recall(token) is UNKNOWN
    changed = people.recognise(token)
    assert changed is not None and changed.rank() == "dealer"
    people.change_password(who, passwords["supervisor"], OWN)
    assert people.recall(token) is UNKNOWN
    found = people.recognise(token)
    assert found is not None and not found.must_change_password
    people.sign_out(who)
    assert people.recall(token) is None


def test_memory_lets_the_store_decide_when_a_session_is_to_be_renewed_or_is_over(
    people: People, known: tuple[str, SignedIn], clock: Clock
) -> None:
    token, who = known
    clock.now += 30 * SECOND
    assert people.recall(token) is UNKNOWN
    assert people.recall(token, active=False) == who
    assert people.recognise(token) == who
    assert people.recall(token) == who
    clock.now += 30 * MINUTE
    assert people.recall(token, active=False) is UNKNOWN


def test_a_session_is_written_anew_at_most_every_thirty_seconds(
    people: People, known: tuple[str, SignedIn], clock: Clock, store: Store
) -> None:
    written = []
    for _ in range(120):
        clock.now += SECOND
        people.recognise(known[0])
        session = store.people.session(known[1].token_hash)
        assert session is not None
        written.append(session.last_seen)
    assert len(set(written)) == 5


def test_what_another_server_ends_is_known_here_within_a_second_or_so(servers: Callable[..., People]) -> None:
    here, there = servers(), servers()
    passwords = here.first_start()
    token, who = here.sign_in("supervisor", passwords["supervisor"])
    deadline = time.monotonic() + 30
    while here.recall(token) is UNKNOWN and time.monotonic() < deadline:
        here.recognise(token)
    there.sign_out(who)
    ended = time.monotonic()
    while here.recall(token) == who:
        assert time.monotonic() - ended < 30
        time.sleep(0.02)
    assert here.recognise(token) is None


class Moment:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def seen(who: str) -> Seen[str]:
    return Seen(who, who, over=1000, renew=1000)


def test_memory_does_not_answer_when_the_store_has_not_for_a_second() -> None:
    moment, answers = Moment(), Event()
    changes = 0

    def ask() -> int:
        if answers.is_set():
            raise OSError("the store is away")
        return changes

    memory: Memory[str] = Memory(ask, moment)
    memory.keep(b"1", seen("ann"), memory.ready())
    assert memory.recall(b"1", 0, active=True) == "ann"
    answers.set()
    moment.now += 1.1
    assert memory.recall(b"1", 0, active=True) is UNKNOWN
    memory.close()


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 10)
    memory: Memory[str] = Memory(lambda: 0, Moment())
    memory.ready()
    for number in range(100):
        memory.keep(bytes([number]), seen("ann"), memory.generation)
        memory.forget(bytes([200, number]), ended=True)
    assert len(memory._seen) == len(memory._ended) == 10
    assert memory.recall(bytes([99]), 0, active=True) == "ann"
    memory.close()


def test_what_was_read_before_something_was_forgotten_is_not_kept() -> None:
    memory: Memory[str] = Memory(lambda: 0, Moment())
    before = memory.ready()
    memory.forget(b"1", ended=False)
    memory.keep(b"1", seen("ann"), before)
    assert memory.recall(b"1", 0, active=True) is UNKNOWN
    memory.close()


def test_bells_ring_for_their_own_session_and_are_taken_down() -> None:
    bells, rung = Bells(), []
    with bells.listening(b"1", lambda: rung.append("one")), bells.listening(b"2", lambda: rung.append("two")):
        bells.ring(b"1")
        bells.ring(b"3")
    bells.ring(b"1")
    assert rung == ["one"]
    assert not bells._listening


def test_bells_ring_for_whatever_ends_a_session(people: People, operator: SignedIn, passwords: dict[str, str]) -> None:
    def opened(name: str, password: str) -> bytes:
        return people.sign_in(name, password)[1].token_hash

    settled(people, "dealer", passwords["dealer"])
    rung: list[str] = []
    for why, act in {
        "ranks": lambda: people.change_ranks(operator, "dealer", {"*": "pit-boss"}),
        "issued": lambda: people.issue(operator, "dealer"),
    }.items():
        with people.bells.listening(opened("dealer", OWN), lambda why=why: rung.append(why)):  # type: ignore[misc]
            act()
    password = people.issue(operator, "dealer")
    with people.bells.listening(opened("dealer", password), lambda: rung.append("ended")):
        people.end(operator, "dealer")
    assert rung == ["ranks", "issued", "ended"]
