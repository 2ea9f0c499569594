"""Who may sign in: accounts, passwords and sessions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.books import book, slugs
from croupier.floor.people.accounts import POSTS, People, Rules, SignInRefused, Unfit, staff
from croupier.floor.store import Store, open_store
from tests.floor.hashing import CHEAP

MINUTE = 60_000


class Clock:
    """A clock that moves when told to."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(f"sqlite:///{tmp_path / 'people.db'}")
    yield opened
    opened.close()


@pytest.fixture
def people(store: Store, clock: Clock) -> People:
    return People(store, clock, hasher=CHEAP)


@pytest.fixture
def passwords(people: People) -> dict[str, str]:
    return people.first_start()


def kinds(store: Store) -> list[str]:
    return [stored.kind for stored in store.read("people")]


def test_the_first_start_makes_an_account_of_each_rank_and_no_later_start_does(
    people: People, passwords: dict[str, str]
) -> None:
    assert passwords.keys() == POSTS.keys() == staff().keys()
    assert len(set(passwords.values())) == len(POSTS)
    people.sign_in("operator", passwords["operator"])
    assert people.first_start() == {}
    ranks = {name: people.sign_in(name, password)[1].rank("matchmaker") for name, password in passwords.items()}
    assert ranks == {
        "dealer": "dealer",
        "supervisor": "game-supervisor",
        "areamanager": "game-supervisor",
        "pitboss": "pit-boss",
        "manager": "pit-boss",
        "operator": "casino-operator",
        "inspector": "regulator",
    }
    at_poker = {
        name: people.sign_in(name, password)[1].rank("three-card-poker") for name, password in passwords.items()
    }
    assert at_poker == {
        "dealer": "dealer",
        "supervisor": "tg-higher-duties-dealer",
        "areamanager": "tg-area-manager",
        "pitboss": "tg-area-manager",
        "manager": "tg-assistant-casino-manager",
        "operator": "casino-operator",
        "inspector": "regulator",
    }
    at_double_chance = {
        name: people.sign_in(name, password)[1].rank("double-chance") for name, password in passwords.items()
    }
    assert at_double_chance == {
        "dealer": "dealer",
        "supervisor": "game-supervisor",
        "areamanager": "casino-supervisor",
        "pitboss": "casino-supervisor",
        "manager": "casino-supervisor",
        "operator": "casino-operator",
        "inspector": "regulator",
    }


def test_every_rank_that_staff_hold_is_one_of_the_book_s(passwords: dict[str, str], store: Store) -> None:
    for name in passwords:
        person = store.people.get(name)
        assert person is not None
        for slug in slugs():
            held = person.ranks.get(slug, person.ranks["*"])
            assert held in (*book(slug).ladder, *book(slug).beside), f"{name} at {slug}"


def test_accounts_of_an_earlier_version_get_the_ranks_of_new_books_and_the_house_its_new_accounts(
    people: People, passwords: dict[str, str], store: Store
) -> None:
    pitboss = store.people.get("pitboss")
    assert pitboss is not None
    store.people.put(replace(pitboss, ranks={"*": "pit-boss"}))
    store.people.remove("manager")
    people.sign_in("operator", passwords["operator"])
    assert people.first_start() == {}, "an account that was removed stays away"
    assert people.sign_in("pitboss", passwords["pitboss"])[1].rank("three-card-poker") == "tg-area-manager"
    assert people.sign_in("pitboss", passwords["pitboss"])[1].rank("double-chance") == "casino-supervisor"
    assert "accounts/RanksGiven" in kinds(store)


def test_a_one_time_password_must_be_changed_and_then_no_longer_opens(
    people: People, passwords: dict[str, str]
) -> None:
    _, who = people.sign_in("dealer", passwords["dealer"])
    assert who.must_change_password
    assert not people.change_password(who, passwords["dealer"], "nine clubs and a king").must_change_password
    with pytest.raises(SignInRefused):
        people.sign_in("dealer", passwords["dealer"])
    assert not people.sign_in("dealer", "nine clubs and a king")[1].must_change_password


@pytest.mark.parametrize("new", ["short", "x" * 129, "the dealer's own"])
def test_a_new_password_that_will_not_do_leaves_the_old_one(
    people: People, passwords: dict[str, str], new: str
) -> None:
    _, who = people.sign_in("dealer", passwords["dealer"])
    with pytest.raises(Unfit):
        people.change_password(who, passwords["dealer"], new)
    with pytest.raises(Unfit):
        people.change_password(who, passwords["dealer"], passwords["dealer"])
    assert people.sign_in("dealer", passwords["dealer"])[1].must_change_password


def test_a_new_password_ends_the_other_sessions_of_that_person(people: People, passwords: dict[str, str]) -> None:
    elsewhere, _ = people.sign_in("dealer", passwords["dealer"])
    here, who = people.sign_in("dealer", passwords["dealer"])
    people.change_password(who, passwords["dealer"], "nine clubs and a king")
    assert people.recognise(elsewhere) is None
    assert people.recognise(here) is not None


def test_no_password_or_token_stands_anywhere_in_the_store(
    people: People, passwords: dict[str, str], tmp_path: Path
) -> None:
    token, who = people.sign_in("dealer", passwords["dealer"])
    people.change_password(who, passwords["dealer"], "nine clubs and a king")
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("people.db*"))
    assert b"$argon2id$" in stored
    for secret in (*passwords.values(), "nine clubs and a king", token):
        assert secret.encode() not in stored


def test_a_session_ends_when_idle_and_use_keeps_it(people: People, passwords: dict[str, str], clock: Clock) -> None:
    token, _ = people.sign_in("supervisor", passwords["supervisor"])
    for _ in range(4):
        clock.now += 29 * MINUTE
        assert people.recognise(token) is not None
    clock.now += 29 * MINUTE
    assert people.recognise(token, active=False) is not None
    clock.now += 1 * MINUTE
    assert people.recognise(token) is None
    assert people.sweep() == 0, "whoever noticed has ended it"


def test_the_idle_time_of_staff_can_be_set(store: Store, clock: Clock) -> None:
    strict = People(store, clock, Rules(staff_idle_ms=5 * MINUTE), CHEAP)
    token, _ = strict.sign_in("supervisor", strict.first_start()["supervisor"])
    clock.now += 5 * MINUTE
    assert strict.recognise(token) is None


def test_a_guest_keeps_name_and_session_over_a_restart_for_half_a_day(store: Store, clock: Clock) -> None:
    token, ann = People(store, clock, hasher=CHEAP).welcome("  Ann   Lee ")
    again = People(store, clock, hasher=CHEAP)
    clock.now += 12 * 60 * MINUTE - 1
    assert again.recognise(token) == ann
    assert (ann.name, ann.rank("matchmaker"), ann.guest) == ("Ann Lee", "player", True)
    clock.now += 12 * 60 * MINUTE
    assert again.recognise(token) is None


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\u202eb", "\u200b", "...", "Dealer", "inspector", "pitboss "])
def test_a_guest_cannot_come_under_a_name_that_is_none_or_the_house_s(
    people: People, passwords: dict[str, str], name: str
) -> None:
    with pytest.raises(Unfit):
        people.welcome(name)


def test_signing_out_ends_the_session(people: People) -> None:
    token, ann = people.welcome("Ann")
    people.sign_out(ann)
    assert people.recognise(token) is None
    assert people.recognise("no such token") is None


def test_new_one_time_passwords_replace_the_old_lift_locks_and_end_sessions(
    people: People, passwords: dict[str, str]
) -> None:
    token, who = people.sign_in("dealer", passwords["dealer"])
    people.change_password(who, passwords["dealer"], "nine clubs and a king")
    for _ in range(3):
        with pytest.raises(SignInRefused):
            people.sign_in("dealer", "wrong")
    issued = people.issue_passwords()
    assert people.recognise(token) is None
    assert people.sign_in("dealer", issued["dealer"])[1].must_change_password
