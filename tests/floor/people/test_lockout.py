"""Wrong passwords slow down whoever sends them, and nobody else."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from argon2 import PasswordHasher
from sqlalchemy import func, select

from croupier.floor.people.accounts import Locked, People, Rules, SignInRefused
from croupier.floor.reading import audit
from croupier.floor.store import Store
from croupier.floor.store.attempts import Pace, attempts
from tests.floor.people.conftest import CHEAP, MINUTE, OWN, SECOND, Clock, kinds

HERE, THERE = "203.0.113.7", "198.51.100.4"
DAY = 24 * 60 * MINUTE


def wrong(people: People, name: str = "dealer", address: str = HERE) -> None:
    with pytest.raises(SignInRefused):
        people.sign_in(name, "wrong", address=address)


def wait(people: People, name: str = "dealer", address: str = HERE, password: str = "wrong") -> int:
    with pytest.raises(Locked) as locked:
        people.sign_in(name, password, address=address)
    return locked.value.seconds


def test_three_are_free_and_then_each_wait_is_twice_the_last_up_to_a_quarter_of_an_hour(
    people: People, passwords: dict[str, str], clock: Clock
) -> None:
    for _ in range(3):
        wrong(people)
    waits = []
    for _ in range(12):
        waits.append(wait(people))
        clock.now += waits[-1] * SECOND - 1
        assert wait(people) == 1, "a moment too soon is too soon"
        clock.now += 1
        wrong(people)
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]


def test_even_the_right_password_waits_where_the_wrong_ones_came_from_and_gets_in_from_elsewhere(
    people: People, passwords: dict[str, str], clock: Clock
) -> None:
    for _ in range(3):
        wrong(people)
    for _ in range(10):
        clock.now += wait(people) * SECOND
        wrong(people)
    assert wait(people, password=passwords["dealer"]) > 60
    assert people.sign_in("dealer", passwords["dealer"], address=THERE)[1].id == "dealer"
    assert people.sign_in("supervisor", passwords["supervisor"], address=HERE)[1].id == "supervisor"


def test_a_right_password_forgets_the_wrong_ones_before_it(people: People, passwords: dict[str, str]) -> None:
    for _ in range(4):
        for _ in range(2):
            wrong(people)
        people.sign_in("dealer", passwords["dealer"], address=HERE)


def test_wrong_ones_are_forgotten_after_an_hour(people: People, passwords: dict[str, str], clock: Clock) -> None:
    for _ in range(3):
        wrong(people)
    clock.now += 61 * MINUTE
    for _ in range(3):
        wrong(people)
    assert wait(people) == 1


def test_a_guess_from_a_thousand_addresses_is_slowed_and_the_owner_s_own_address_is_not(
    people: People, passwords: dict[str, str], clock: Clock
) -> None:
    people.sign_in("dealer", passwords["dealer"], address=THERE)
    looked = 0
    for number in range(1000):
        try:
            people.sign_in("dealer", "wrong", address=f"192.0.{number // 250}.{number % 250}")
        except SignInRefused:
            looked += 1
        except Locked as locked:
            assert 0 < locked.seconds <= 30
        clock.now += 100
    assert 20 <= looked <= 24, "twenty at once, and then one in thirty seconds"
    assert people.sign_in("dealer", passwords["dealer"], address=THERE)[1].id == "dealer"
    assert people.sign_in("supervisor", passwords["supervisor"], address=HERE)[1].id == "supervisor"


def guess_until_none_is_left(people: People, before: str) -> None:
    """Strangers use up what the account allows over all addresses."""
    for number in range(20):
        wrong(people, address=f"192.0.{before}.{number}")


def test_an_address_that_has_only_guessed_is_a_stranger_still(
    people: People, passwords: dict[str, str], clock: Clock
) -> None:
    clock.now += 91 * DAY
    guess_until_none_is_left(people, "2")
    assert wait(people, address="192.0.2.7") == 30, "a wrong password makes nobody known"


@pytest.mark.parametrize(("days", "known"), [(89, True), (91, False)])
def test_an_address_that_signed_in_is_known_for_ninety_days(
    days: int, known: bool, people: People, passwords: dict[str, str], clock: Clock
) -> None:
    dealer = people.sign_in("dealer", passwords["dealer"], address=THERE)[1]
    people.change_password(dealer, passwords["dealer"], OWN, address=THERE)
    clock.now += days * DAY
    guess_until_none_is_left(people, "2")
    if known:
        assert people.sign_in("dealer", OWN, address=THERE)[1].id == "dealer"
    else:
        assert wait(people, address=THERE, password=OWN) == 30


def test_sign_ins_of_the_owner_give_strangers_no_further_guesses(people: People, passwords: dict[str, str]) -> None:
    people.sign_in("dealer", passwords["dealer"], address=THERE)
    guess_until_none_is_left(people, "2")
    for _ in range(5):
        people.sign_in("dealer", passwords["dealer"], address=THERE)
    assert wait(people, address="192.0.3.1") == 30


def test_one_address_that_tries_many_accounts_is_slowed_for_all_and_its_own_people_are_not(
    people: People, passwords: dict[str, str], clock: Clock
) -> None:
    people.sign_in("supervisor", passwords["supervisor"], address=HERE)
    for number in range(30):
        wrong(people, f"someone-{number}")
    assert wait(people, "dealer", password=passwords["dealer"]) == 1
    assert people.sign_in("supervisor", passwords["supervisor"], address=HERE)[1].id == "supervisor"
    assert people.sign_in("dealer", passwords["dealer"], address=THERE)[1].id == "dealer"


def test_a_right_password_takes_back_the_wait_that_it_began_for_its_address(
    people: People, passwords: dict[str, str]
) -> None:
    """The attempt that would be the thirtieth wrong one is right: whoever signs in next there does not wait for it."""
    for number in range(29):
        wrong(people, f"someone-{number}")
    for name in ("dealer", "supervisor", "manager"):
        assert people.sign_in(name, passwords[name], address=HERE)[1].id == name
    wrong(people, "someone-29")
    assert wait(people, "someone-30") == 1


def test_an_unknown_name_an_ended_account_and_a_known_one_are_answered_alike(
    people: People, passwords: dict[str, str], operator: object, clock: Clock
) -> None:
    people.end(operator, "manager")  # type: ignore[arg-type]

    def answers(name: str) -> list[tuple[str, str, int]]:
        found = []
        for number in range(12):
            try:
                people.sign_in(name, "wrong", address=f"{THERE}-{number % 2}-{name}")
            except (SignInRefused, Locked) as refusal:
                found.append((type(refusal).__name__, str(refusal), getattr(refusal, "seconds", 0)))
            clock.now += 500
        return found

    known = answers("dealer")
    assert {each[0] for each in known} == {"SignInRefused", "Locked"}
    assert answers("nobody-of-that-name") == known == answers("manager")


def test_an_unknown_name_costs_as_much_as_a_wrong_password(store: Store, clock: Clock) -> None:
    looked = []

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> bool:
            looked.append(password)
            return super().verify(hash, password)

    people = People(store, clock, hasher=Counting(1, 64, 1))
    people.first_start()
    for name in ("dealer", "nobody"):
        wrong(people, name)
    assert len(looked) == 2


def test_an_unknown_name_is_kept_nowhere(people: People, passwords: dict[str, str], store: Store) -> None:
    wrong(people, "my secret typed in the wrong box")
    last = store.read("people")[-1]
    assert last.kind == "accounts/SignInFailed"
    assert b"secret" not in last.payload
    with store.reading() as connection:
        assert "secret" not in str(connection.execute(select(attempts)).all())


def test_guesses_made_all_at_once_on_several_servers_are_no_more_than_are_free(
    servers: Callable[..., People], clock: Clock
) -> None:
    both = [servers(), servers()]
    both[0].first_start()

    def guess(number: int) -> str:
        try:
            both[number % 2].sign_in("dealer", f"guess {number}", address=HERE)
        except (SignInRefused, Locked) as refusal:
            return type(refusal).__name__
        return "in"

    with ThreadPoolExecutor(10) as threads:
        answers = list(threads.map(guess, range(20)))
    assert sorted(answers) == ["Locked"] * 17 + ["SignInRefused"] * 3


def test_waiting_is_the_same_on_another_server_and_after_a_restart(servers: Callable[..., People]) -> None:
    first = servers()
    first.first_start()
    for _ in range(3):
        wrong(first)
    assert wait(first) == wait(servers()) == 1


def test_attempts_are_bounded_and_those_who_signed_in_are_not_pushed_out(
    store: Store, clock: Clock, people: People, passwords: dict[str, str]
) -> None:
    pace = Pace(addresses=10, rows=200, account_burst=10_000, address_free=10_000)
    small = People(store, clock, Rules(pace=pace), CHEAP)
    small.sign_in("dealer", passwords["dealer"], address=THERE)
    for number in range(300):
        clock.now += 1
        wrong(small, "dealer" if number % 2 else f"name-{number}", f"192.0.2.{number}")
    with store.reading() as connection:
        assert (connection.scalar(select(func.count()).select_from(attempts)) or 0) <= 201
        kept = connection.scalars(select(attempts.c.address).where(attempts.c.succeeded > 0)).all()
    assert list(kept) == [THERE]
    small.sweep()
    clock.now += 61 * MINUTE
    small.sweep()
    with store.reading() as connection:
        left = connection.scalars(select(attempts.c.address)).all()
    assert THERE in left and len(left) < 20, "what no longer counts is forgotten"


def test_failures_and_the_first_wait_are_on_record_and_attempts_that_wait_are_not(
    people: People, passwords: dict[str, str], store: Store, clock: Clock
) -> None:
    before = len(kinds(store))
    for _ in range(3):
        wrong(people)
    for _ in range(50):
        wait(people)
    clock.now += SECOND
    wrong(people)
    assert kinds(store)[before:] == ["SignInFailed"] * 3 + ["LockedOut", "SignInFailed"]
    locked = msgspec.json.decode(store.read("people")[before + 3].payload)
    assert (locked["person"], locked["address"]) == ("dealer", HERE)
    verified = audit.verify(store)
    assert isinstance(verified, audit.Verified) and verified.position == store.head()[0]


def test_a_password_change_is_slowed_in_the_same_way(people: People, passwords: dict[str, str]) -> None:
    _, who = people.sign_in("dealer", passwords["dealer"], address=HERE)
    for _ in range(3):
        with pytest.raises(SignInRefused):
            people.change_password(who, "wrong", "nine clubs and a king", HERE)
    with pytest.raises(Locked):
        people.change_password(who, passwords["dealer"], "nine clubs and a king", HERE)
