"""Personal accounts: made, changed and ended by the operator; the record first, and the table after it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import text

from croupier.floor.people import diary, fold
from croupier.floor.people.accounts import (
    ONE_TIME,
    POSTS,
    Locked,
    NoSuchAccount,
    NotAllowed,
    People,
    Rules,
    SignedIn,
    SignInRefused,
    Unfit,
    staff,
)
from croupier.floor.reading.telling import diary_line
from croupier.floor.store import Store
from croupier.floor.store.engines import locate, writing_engine
from tests.floor.people.conftest import CHEAP, HOUR, OWN, Clock, kinds, settled

DEALER, OPERATOR = {"*": "dealer"}, {"*": "casino-operator"}


def told(store: Store) -> list[tuple[str, str, dict[str, Any]]]:
    """Who did what, by the record."""
    return [
        (each.actor, each.kind.removeprefix("accounts/"), msgspec.json.decode(each.payload))
        for each in store.read("people")
    ]


def same(store: Store) -> None:
    """The table is what the record says."""
    assert fold.differences(store, wait=lambda _: None) == []


def test_an_account_is_made_changed_and_ended_and_all_of_it_is_on_record(
    people: People, operator: SignedIn, store: Store, clock: Clock
) -> None:
    before = len(kinds(store))
    password = people.add(operator, "mary", DEALER)
    token, mary = people.sign_in("mary", password)
    assert (mary.id, mary.rank(), mary.must_change_password) == ("mary", "dealer", True)
    people.change_password(mary, password, OWN)
    people.change_ranks(operator, "mary", staff()["supervisor"])
    found = people.recognise(token)
    assert found is not None and found.ranks == staff()["supervisor"], "at once, in the session that is open"
    issued = people.issue(operator, "mary")
    assert people.recognise(token) is None
    with pytest.raises(SignInRefused):
        people.sign_in("mary", OWN)
    token, mary = people.sign_in("mary", issued)
    people.end(operator, "mary")
    assert people.recognise(token) is None and people.recall(token) is None
    with pytest.raises(SignInRefused, match=r"^the name or the password is wrong$"):
        people.sign_in("mary", issued)
    with pytest.raises(SignInRefused):
        people.change_password(mary, issued, OWN)
    assert [(actor, kind) for actor, kind, _ in told(store)[before:]] == [
        ("operator", "AccountMade"),
        ("mary", "StaffSignedIn"),
        ("mary", "PasswordChanged"),
        ("operator", "RanksChanged"),
        ("operator", "PasswordIssued"),
        ("operator", "SessionEnded"),
        ("mary", "SignInFailed"),
        ("mary", "StaffSignedIn"),
        ("operator", "AccountEnded"),
        ("operator", "SessionEnded"),
        ("unknown", "SignInFailed"),
        ("unknown", "SignInFailed"),
    ]
    same(store)


def test_a_name_is_never_given_twice(people: People, operator: SignedIn) -> None:
    people.add(operator, "mary", DEALER)
    people.end(operator, "mary")
    for name in ("mary", "m-ary", "mar.y", "dealer", "dea1er"):
        with pytest.raises(Unfit, match="account of that name"):
            people.add(operator, name, DEALER)


@pytest.mark.parametrize(
    "name", ["", "a", "Mary", "mary jones", "x" * 25, "guest-1", "house", "7up", "a..b", "m\u0430ry", "-a", "a\n"]
)
def test_a_name_that_will_not_do_makes_no_account(people: People, operator: SignedIn, name: str, store: Store) -> None:
    before = len(kinds(store))
    with pytest.raises(Unfit):
        people.add(operator, name, DEALER)
    assert len(kinds(store)) == before


@pytest.mark.parametrize(
    "ranks",
    [
        {},
        {"matchmaker": "dealer"},
        {"*": "player"},
        {"*": "emperor"},
        {"*": "dealer", "bridge": "dealer"},
        {"*": "dealer", "matchmaker": "tg-area-manager"},
    ],
)
def test_ranks_that_no_book_has_are_refused(people: People, operator: SignedIn, ranks: dict[str, str]) -> None:
    with pytest.raises(Unfit):
        people.add(operator, "mary", ranks)
    with pytest.raises(Unfit):
        people.change_ranks(operator, "dealer", ranks)


def test_nobody_but_an_operator_changes_accounts(people: People, passwords: dict[str, str], operator: SignedIn) -> None:
    for name in POSTS.keys() - {"operator"}:
        _, who = people.sign_in(name, passwords[name])
        for act in (
            lambda by: people.add(by, "mary", OPERATOR),
            lambda by: people.change_ranks(by, by.id, OPERATOR),
            lambda by: people.change_ranks(by, "operator", DEALER),
            lambda by: people.issue(by, "operator"),
            lambda by: people.end(by, "operator"),
            lambda by: people.reset_factor(by, "operator"),
        ):
            with pytest.raises(NotAllowed):
                act(who)


def test_one_who_was_an_operator_a_moment_ago_is_none(people: People, operator: SignedIn) -> None:
    second = settled(people, "second", people.add(operator, "second", OPERATOR))
    people.change_ranks(second, "operator", DEALER)
    with pytest.raises(NotAllowed):
        people.end(operator, "second")


def test_the_house_is_never_without_an_operator_who_can_come_in(people: People, operator: SignedIn) -> None:
    with pytest.raises(NotAllowed, match="needs an operator"):
        people.end(operator, "operator")
    with pytest.raises(NotAllowed, match="their own ranks"):
        people.change_ranks(operator, "operator", DEALER)
    with pytest.raises(NotAllowed):
        people.issue(operator, "operator")
    password = people.add(operator, "second", OPERATOR)
    with pytest.raises(NotAllowed, match="needs an operator"):
        people.end(operator, "operator")
    settled(people, "second", password)
    people.end(operator, "operator")
    with pytest.raises(NotAllowed):
        people.add(operator, "third", OPERATOR)


def test_two_operators_who_end_each_other_at_once_do_not_leave_the_house_without(
    servers: Callable[..., People],
) -> None:
    both = [servers(), servers()]
    first = settled(both[0], "operator", both[0].first_start()["operator"])
    second = settled(both[0], "second", both[0].add(first, "second", OPERATOR))

    def end(each: tuple[People, SignedIn, str]) -> bool:
        try:
            each[0].end(each[1], each[2])
        except NotAllowed:
            return False
        return True

    with ThreadPoolExecutor(2) as threads:
        done = list(threads.map(end, [(both[0], first, "second"), (both[1], second, "operator")]))
    assert sorted(done) == [False, True]
    assert sum(not each.ended and each.ranks["*"] == "casino-operator" for each in both[0].everyone()) == 1


def test_what_one_server_does_holds_on_the_other(servers: Callable[..., People]) -> None:
    here, there = servers(), servers()
    operator = settled(here, "operator", here.first_start()["operator"])
    token, _ = there.sign_in("mary", here.add(operator, "mary", DEALER))
    here.end(operator, "mary")
    assert there.recognise(token) is None
    with pytest.raises(Unfit, match="ended"):
        there.issue(operator, "mary")


def test_nobody_of_that_name(people: People, operator: SignedIn) -> None:
    for act in (people.end, people.issue, people.reset_factor):
        with pytest.raises(NoSuchAccount):
            act(operator, "nobody")


def test_one_time_passwords_expire_and_say_so_only_to_who_has_them(
    people: People, passwords: dict[str, str], clock: Clock
) -> None:
    clock.now += 24 * HOUR - 1
    people.sign_in("dealer", passwords["dealer"])
    clock.now += 1
    with pytest.raises(SignInRefused, match="expired"):
        people.sign_in("supervisor", passwords["supervisor"])
    with pytest.raises(SignInRefused, match="wrong"):
        people.sign_in("supervisor", "wrong")


def test_their_time_can_be_set(store: Store, clock: Clock) -> None:
    strict = People(store, clock, Rules(one_time_ms=HOUR), CHEAP)
    passwords = strict.first_start()
    clock.now += HOUR
    with pytest.raises(SignInRefused):
        strict.sign_in("dealer", passwords["dealer"])


# ---- the first start


def test_a_first_start_that_nobody_saw_is_done_again_by_the_next(
    people: People, passwords: dict[str, str], clock: Clock, store: Store
) -> None:
    clock.now += 30 * 24 * HOUR
    fresh = people.first_start()
    assert fresh.keys() == POSTS.keys()
    for name in POSTS:
        with pytest.raises(SignInRefused):
            people.sign_in(name, passwords[name])
        people.sign_in(name, fresh[name])
    assert people.first_start() == {}, "an operator has come in"
    same(store)


def test_who_has_come_in_keeps_their_password_when_others_are_given_out_anew(
    people: People, passwords: dict[str, str]
) -> None:
    settled(people, "dealer", passwords["dealer"])
    assert people.first_start().keys() == POSTS.keys() - {"dealer"}
    people.sign_in("dealer", OWN)


def test_a_second_server_leaves_the_passwords_alone_that_the_first_has_shown(
    servers: Callable[..., People], clock: Clock
) -> None:
    first, second = servers(), servers()
    shown = first.first_start()
    assert second.first_start(another=lambda: True) == {}
    assert set(second.unused()) == POSTS.keys()
    second.sign_in("dealer", shown["dealer"])
    assert set(first.unused()) == POSTS.keys() - {"dealer"}
    clock.now += 25 * HOUR
    assert first.unused() == []
    fresh = servers().first_start(another=lambda: True)
    assert fresh.keys() == POSTS.keys(), "what cannot be used is given out anew"
    settled(first, "operator", fresh["operator"])
    assert second.unused() == [], "there is an operator who can see to the rest"


@pytest.mark.parametrize("rows", range(0, 8, 2))
def test_a_first_start_that_was_killed_in_the_middle_is_finished_by_the_next(
    people: People, store: Store, clock: Clock, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    put, done = store.people.put, []

    def dying(person: Any, **how: Any) -> None:
        if len(done) == rows:
            raise KeyboardInterrupt
        done.append(person.id)
        put(person, **how)

    monkeypatch.setattr(store.people, "put", dying)
    if rows < len(POSTS):
        with pytest.raises(KeyboardInterrupt):
            people.first_start()
    monkeypatch.setattr(store.people, "put", put)
    again = People(store, clock, hasher=CHEAP)
    passwords = again.first_start()
    assert passwords.keys() == POSTS.keys()
    for name, password in passwords.items():
        assert again.sign_in(name, password)[1].ranks == staff()[name]
    assert kinds(store).count("AccountMade") == len(POSTS)
    same(store)


# ---- the record first, and the table after it


@pytest.mark.parametrize("act", ["end", "ranks", "issue", "add", "own"])
def test_a_crash_between_the_record_and_the_table_is_made_good_at_the_next_start(
    people: People,
    operator: SignedIn,
    store: Store,
    clock: Clock,
    *,
    act: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    put = store.people.put

    def die(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(store.people, "put", die)
    with pytest.raises(KeyboardInterrupt):
        match act:
            case "end":
                people.end(operator, "dealer")
            case "ranks":
                people.change_ranks(operator, "dealer", OPERATOR)
            case "issue":
                people.issue(operator, "dealer")
            case "add":
                people.add(operator, "mary", DEALER)
            case "own":
                people.change_password(operator, OWN, "another one altogether")
    monkeypatch.setattr(store.people, "put", put)
    assert fold.differences(store, wait=lambda _: None)
    again = People(store, clock, hasher=CHEAP)
    again.align()
    same(store)
    if act == "own":
        again.sign_in("operator", "another one altogether")
    if act == "end":
        dealer = store.people.get("dealer")
        assert dealer is not None and dealer.ended


def test_a_change_on_its_way_to_the_table_is_waited_for_however_busy_the_store_is(
    people: People, operator: SignedIn, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    put, waits = store.people.put, 0
    monkeypatch.setattr(store.people, "put", lambda *_, **__: None)
    people.change_ranks(operator, "dealer", OPERATOR)  # on record; the table has it later
    monkeypatch.setattr(store.people, "put", put)

    def wait(_: float) -> None:
        nonlocal waits
        waits += 1
        if waits in (4, 8):  # each time a little too late to be called late, and something else comes after it
            People(store, clock, hasher=CHEAP).align()
            if waits == 4:
                monkeypatch.setattr(store.people, "put", lambda *_, **__: None)
                people.issue(operator, "dealer")
                monkeypatch.setattr(store.people, "put", put)

    assert fold.differences(store, wait) == []
    person = store.people.get("dealer")
    assert person is not None
    store.people.put(replace(person, ranks=DEALER))
    assert fold.differences(store, wait) == [
        fold.Difference("dealer", "holds dealer under *; the record says casino-operator")
    ]


def test_the_record_alone_tells_the_whole_account(store: Store, clock: Clock) -> None:
    people = People(store, clock, hasher=CHEAP)
    operator = settled(people, "operator", people.first_start()["operator"])
    people.add(operator, "mary", DEALER)
    found = fold.accounts(store)
    for row in store.people.all():
        assert found[row.id].row(None) == replace(row, step=0)
    person = store.people.get("mary")
    assert person is not None
    store.people.put(replace(person, password_hash=ONE_TIME + CHEAP.hash("let me in"), version=person.version))
    assert fold.differences(store, wait=lambda _: None) == [
        fold.Difference("mary", "has another password than the one on record")
    ]
    for stored in store.read("people"):
        assert "password_hash" not in diary_line(stored).event, "nobody is shown what is sealed"


def test_passwords_that_an_older_version_kept_in_the_table_alone_are_put_on_record(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def openly(entry: Any) -> Any:
        fields = {name: value for name, value in msgspec.to_builtins(entry).items() if name not in entry.secret}
        return diary.NewEvent(diary.ACCOUNTS + type(entry).__name__, 1, msgspec.json.encode(fields))

    with monkeypatch.context() as before:
        before.setattr(diary, "_event", openly)
        people = People(store, clock, hasher=CHEAP)
        settled(people, "operator", people.first_start()["operator"])
    assert fold.accounts(store)["operator"].password_hash is None
    forget_alignment(store)
    People(store, clock, hasher=CHEAP).align()
    row = store.people.get("operator")
    assert row is not None and fold.accounts(store)["operator"].password_hash == row.password_hash
    people.sign_in("operator", OWN)


def forget_alignment(store: Store) -> None:
    """Let the table look as it does in a store of an older version."""
    store.people._wait(lambda connection: connection.execute(text("UPDATE desk SET aligned = 0")).rowcount)
    store.people._wait(lambda connection: connection.execute(text("UPDATE people SET version = 0")).rowcount)


def test_a_store_of_an_older_version_keeps_its_people(
    people: People, operator: SignedIn, passwords: dict[str, str], store: Store, clock: Clock
) -> None:
    settled(people, "dealer", passwords["dealer"])
    forget_alignment(store)
    again = People(store, clock, hasher=CHEAP)
    assert again.first_start() == {}
    again.sign_in("dealer", OWN)
    again.sign_in("operator", OWN)
    again.sign_in("supervisor", passwords["supervisor"])
    same(store)


def test_every_difference_between_table_and_record_is_named(
    people: People, operator: SignedIn, passwords: dict[str, str], store: Store, tmp_path: Any
) -> None:
    settled(people, "dealer", passwords["dealer"])
    people.end(operator, "manager")
    same(store)
    engine = writing_engine(locate(f"sqlite:///{tmp_path / 'people.db'}"))
    with engine.begin() as connection:
        for change in (
            "UPDATE people SET ranks = '{\"*\":\"casino-operator\"}' WHERE id = 'supervisor'",
            "UPDATE people SET ended = 0 WHERE id = 'manager'",
            f"UPDATE people SET password_hash = '{ONE_TIME}x' WHERE id = 'dealer'",
            "UPDATE people SET factor = 'ABC' WHERE id = 'inspector'",
            "DELETE FROM people WHERE id = 'areamanager'",
            "INSERT INTO people (id, name, password_hash, ranks, failures, locked_until, created) "
            "VALUES ('mallory', 'mallory', 'x', '{\"*\":\"casino-operator\"}', 0, 0, 0)",
        ):
            connection.execute(text(change.replace(":", "\\:")))
    engine.dispose()
    found = {(each.who, each.what) for each in fold.differences(store, wait=lambda _: None)}
    assert {who for who, _ in found} == {"supervisor", "manager", "dealer", "inspector", "areamanager", "mallory"}
    assert ("supervisor", "holds casino-operator under *; the record says game-supervisor") in found
    assert ("mallory", "has an account that the record never made") in found


def test_ordinary_work_leaves_nothing_different(people: People, operator: SignedIn, store: Store, clock: Clock) -> None:
    password = people.add(operator, "mary", DEALER)
    for _ in range(4):
        try:
            people.sign_in("mary", "wrong")
        except (SignInRefused, Locked):
            clock.now += 100
    clock.now += HOUR
    _, mary = people.sign_in("mary", password)
    people.sign_out(mary)
    people.sweep()
    people.welcome("Ann")
    same(store)
    assert People(store, clock, hasher=CHEAP).first_start() == {}
    same(store)
