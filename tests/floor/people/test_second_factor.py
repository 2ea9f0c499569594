"""The second factor: codes of the moment, used once, and recovery codes."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from croupier.floor.people import totp
from croupier.floor.people.accounts import CodeNeeded, Locked, NotAllowed, People, Rules, SignedIn, SignInRefused, Unfit
from croupier.floor.store import Store
from tests.floor.people.conftest import CHEAP, OWN, Clock, kinds, settled

SECRET = base64.b32encode(b"12345678901234567890").decode()
STEP = totp.STEP_MS


@pytest.mark.parametrize(
    ("second", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_the_codes_are_those_of_the_standard(second: int, code: str) -> None:
    assert totp.code(SECRET, second // 30) == code


def now(clock: Clock, secret: str = SECRET, steps: int = 0) -> str:
    return totp.code(secret, clock.now // STEP + steps)


@pytest.fixture
def dealer(people: People, passwords: dict[str, str], clock: Clock) -> Iterator[SignedIn]:
    """A dealer with a second factor, which was not used for a while."""
    who = settled(people, "dealer", passwords["dealer"])
    people.set_factor(who, OWN, SECRET, now(clock))
    clock.now += 10 * STEP
    yield who


def test_a_code_is_needed_once_the_password_is_right_and_not_before(
    people: People, dealer: SignedIn, clock: Clock
) -> None:
    for code in ("", now(clock)):
        with pytest.raises(SignInRefused) as refused:
            people.sign_in("dealer", "wrong", code)
        assert not isinstance(refused.value, CodeNeeded), "nothing tells that there is a second factor"
    with pytest.raises(CodeNeeded):
        people.sign_in("dealer", OWN)
    _, who = people.sign_in("dealer", OWN, now(clock))
    assert who.second_factor


@pytest.mark.parametrize(("steps", "taken"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_a_code_holds_a_moment_before_and_after(
    people: People, dealer: SignedIn, clock: Clock, steps: int, taken: bool
) -> None:
    code = now(clock, steps=steps)
    if taken:
        people.sign_in("dealer", OWN, f" {code[:3]} {code[3:]}")
    else:
        with pytest.raises(CodeNeeded):
            people.sign_in("dealer", OWN, code)


def test_a_code_is_used_once_and_none_before_it_afterwards(people: People, dealer: SignedIn, clock: Clock) -> None:
    code, before = now(clock), now(clock, steps=-1)
    people.sign_in("dealer", OWN, code)
    for used in (code, before):
        with pytest.raises(CodeNeeded, match="used before"):
            people.sign_in("dealer", OWN, used)
    clock.now += STEP
    people.sign_in("dealer", OWN, now(clock))


def test_the_code_that_set_it_up_is_used_too(people: People, passwords: dict[str, str], clock: Clock) -> None:
    who = settled(people, "dealer", passwords["dealer"])
    people.set_factor(who, OWN, SECRET, now(clock))
    with pytest.raises(CodeNeeded):
        people.sign_in("dealer", OWN, now(clock))


def test_a_code_that_was_used_does_not_set_it_up_again(people: People, dealer: SignedIn, clock: Clock) -> None:
    people.remove_factor(dealer, OWN, now(clock))
    for used in (now(clock), now(clock, steps=-1)):
        with pytest.raises(Unfit, match="used before"):
            people.set_factor(dealer, OWN, SECRET, used)
    assert not people.sign_in("dealer", OWN)[1].second_factor
    clock.now += STEP
    people.set_factor(dealer, OWN, SECRET, now(clock))


def test_the_code_that_sets_it_up_is_used_before_it_is_set_up(
    servers: Callable[..., People], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has seen the code gets in with it in no moment, on no server and after no crash."""
    here, there = servers(), servers()
    who = settled(here, "dealer", here.first_start()["dealer"])
    act, tried = here._act, list[str]()

    def act_and_stop(*asked: Any) -> None:
        act(*asked)
        for each in (here, there):
            with pytest.raises(CodeNeeded, match="used before"):
                each.sign_in("dealer", OWN, now(clock))
            tried.append("in vain")
        raise KeyboardInterrupt

    monkeypatch.setattr(here, "_act", act_and_stop)
    with pytest.raises(KeyboardInterrupt):
        here.set_factor(who, OWN, SECRET, now(clock))
    assert len(tried) == 2
    after = servers()
    after.align()
    with pytest.raises(CodeNeeded, match="used before"):
        after.sign_in("dealer", OWN, now(clock))


def test_of_two_who_send_one_code_at_once_one_gets_in(servers: Callable[..., People], clock: Clock) -> None:
    both = [servers(), servers()]
    who = settled(both[0], "dealer", both[0].first_start()["dealer"])
    recovery = both[0].set_factor(who, OWN, SECRET, now(clock))
    clock.now += 10 * STEP

    def enter(each: tuple[People, str]) -> bool:
        try:
            each[0].sign_in("dealer", OWN, each[1])
        except (CodeNeeded, Locked):
            return False
        return True

    with ThreadPoolExecutor(2) as threads:
        for code in (now(clock), recovery[0]):
            assert sorted(threads.map(enter, [(people, code) for people in both])) == [False, True]


def test_guessed_codes_are_slowed_like_passwords(people: People, dealer: SignedIn, clock: Clock) -> None:
    wrong = str((int(now(clock)) + 1) % 10**6).zfill(6)
    for _ in range(3):
        with pytest.raises(CodeNeeded):
            people.sign_in("dealer", OWN, wrong)
    with pytest.raises(Locked):
        people.sign_in("dealer", OWN, now(clock))


def test_asking_for_a_code_is_no_failure_and_forgets_none(people: People, dealer: SignedIn, clock: Clock) -> None:
    for _ in range(10):
        with pytest.raises(CodeNeeded):
            people.sign_in("dealer", OWN)
    for _ in range(2):
        with pytest.raises(SignInRefused):
            people.sign_in("dealer", "wrong")
        with pytest.raises(CodeNeeded):
            people.sign_in("dealer", OWN)
    with pytest.raises(SignInRefused):
        people.sign_in("dealer", "wrong")
    with pytest.raises(Locked):
        people.sign_in("dealer", OWN)


@pytest.mark.parametrize(
    "code",
    ["", "0", "12345", "1234567", "abcdef", "\uff11\uff12\uff13\uff14\uff15\uff16", "٠١٢٣٤٥", "-1", "\u0000" * 6],
)
def test_what_is_no_code_opens_nothing(people: People, dealer: SignedIn, code: str) -> None:
    with pytest.raises(CodeNeeded):
        people.sign_in("dealer", OWN, code)


def test_each_recovery_code_opens_once_however_it_is_typed(
    people: People, passwords: dict[str, str], clock: Clock, store: Store
) -> None:
    who = settled(people, "dealer", passwords["dealer"])
    codes = people.set_factor(who, OWN, SECRET, now(clock))
    assert len(set(codes)) == 8
    people.sign_in("dealer", OWN, codes[0].upper().replace("-", " "))
    with pytest.raises(CodeNeeded):
        people.sign_in("dealer", OWN, codes[0])
    people.sign_in("dealer", OWN, codes[1])
    row = store.people.get("dealer")
    assert row is not None and len(row.codes) == 6
    assert not set(codes) & set(row.codes), "they are kept hashed"
    used = [each for each in store.read("people") if each.kind.endswith("RecoveryCodeUsed")]
    assert [msgspec.json.decode(each.payload)["left"] for each in used] == [7, 6]


def test_it_is_set_up_with_the_password_and_a_code_that_proves_it(
    people: People, passwords: dict[str, str], clock: Clock
) -> None:
    who = settled(people, "dealer", passwords["dealer"])
    elsewhere, _ = people.sign_in("dealer", OWN)
    with pytest.raises(SignInRefused):
        people.set_factor(who, "wrong", SECRET, now(clock))
    with pytest.raises(Unfit):
        people.set_factor(who, OWN, SECRET, "000000")
    for unsound in ("", "AAAA", "not base 32!", base64.b32encode(b"short").decode()):
        with pytest.raises(Unfit):
            people.set_factor(who, OWN, unsound, now(clock))
    people.set_factor(who, OWN, SECRET, now(clock))
    assert people.recognise(elsewhere) is None
    other = totp.new_secret()
    with pytest.raises(Unfit, match="already"):
        people.set_factor(who, OWN, other, now(clock, other))


def test_its_owner_removes_it_with_a_code(people: People, dealer: SignedIn, clock: Clock) -> None:
    with pytest.raises(CodeNeeded):
        people.remove_factor(dealer, OWN, "")
    assert not people.remove_factor(dealer, OWN, now(clock)).second_factor
    people.sign_in("dealer", OWN)


def test_the_operator_resets_another_s_and_not_their_own(
    people: People, operator: SignedIn, passwords: dict[str, str], clock: Clock, store: Store
) -> None:
    dealer = settled(people, "dealer", passwords["dealer"])
    for who in (dealer, operator):
        people.set_factor(who, OWN, SECRET, now(clock))
    with pytest.raises(NotAllowed):
        people.reset_factor(operator, "operator")
    with pytest.raises(NotAllowed):
        people.reset_factor(dealer, "operator")
    people.reset_factor(operator, "dealer")
    people.sign_in("dealer", OWN)
    last = [each for each in store.read("people") if each.kind.endswith("SecondFactorRemoved")][-1]
    assert (last.actor, msgspec.json.decode(last.payload)["person"]) == ("operator", "dealer")


def test_where_it_is_required_nobody_goes_on_without_and_nobody_removes_it(store: Store, clock: Clock) -> None:
    people = People(store, clock, Rules(second_factor="required"), CHEAP)
    who = settled(people, "dealer", people.first_start()["dealer"])
    assert who.must_set_second_factor
    people.set_factor(who, OWN, SECRET, now(clock))
    clock.now += 10 * STEP
    _, who = people.sign_in("dealer", OWN, now(clock))
    assert not who.must_set_second_factor
    with pytest.raises(NotAllowed):
        people.remove_factor(who, OWN, now(clock, steps=1))
    assert "SecondFactorRemoved" not in kinds(store)


def test_no_secret_of_it_stands_in_the_record(people: People, dealer: SignedIn, store: Store) -> None:
    row = store.people.get("dealer")
    assert row is not None and row.factor == SECRET
    payloads = b"".join(each.payload for each in store.read("people"))
    for secret in (SECRET, *row.codes, "argon2"):
        assert secret.encode() not in payloads


def test_the_picture_is_one_that_pages_may_show() -> None:
    assert totp.picture("ann", SECRET).startswith("data:image/svg+xml")
    assert totp.address("ann", SECRET).startswith(f"otpauth://totp/Croupier%3Aann?secret={SECRET}&issuer=Croupier")
