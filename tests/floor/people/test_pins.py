"""PINs: chosen with the password, sealed, of use at others' stations only, slowed when wrong, and over soon."""

from __future__ import annotations

import pytest

from croupier.floor.people import fold
from croupier.floor.people.accounts import Locked, NotAllowed, People, SignedIn, SignInRefused, Unfit
from croupier.floor.people.pins import LASTS_MS, PACE
from croupier.floor.store import Store
from tests.floor.people.conftest import MINUTE, OWN, Clock, kinds, settled

PIN, TABLE = "280317", "mm-1"


def anyone(_: SignedIn) -> bool:
    return True


@pytest.fixture
def dealer(people: People, passwords: dict[str, str]) -> SignedIn:
    return settled(people, "dealer", passwords["dealer"])


@pytest.fixture
def supervisor(people: People, passwords: dict[str, str]) -> SignedIn:
    """A game supervisor with a PIN."""
    who = settled(people, "supervisor", passwords["supervisor"])
    people.pins.set(who, OWN, PIN, "")
    return who


def wrong(people: People, station: SignedIn, name: str = "supervisor") -> None:
    with pytest.raises(SignInRefused):
        people.pins.step_in(name, "999998", station, TABLE, anyone)


def test_a_pin_lets_its_owner_stand_at_one_station_before_one_table(
    people: People, dealer: SignedIn, supervisor: SignedIn, store: Store
) -> None:
    token, elevation, who = people.pins.step_in("Supervisor ", PIN, dealer, TABLE, anyone)
    assert (who.id, who.ranks) == (supervisor.id, supervisor.ranks)
    assert people.pins.standing(token, dealer, TABLE)[0] == elevation
    assert kinds(store)[-1] == "SteppedIn"
    with pytest.raises(NotAllowed):
        people.pins.standing(token, dealer, "mm-2")
    with pytest.raises(NotAllowed):
        people.pins.standing(token, supervisor, TABLE)
    with pytest.raises(NotAllowed):
        people.pins.standing("another", dealer, TABLE)


def test_it_is_over_after_two_minutes(people: People, dealer: SignedIn, supervisor: SignedIn, clock: Clock) -> None:
    token, _, _ = people.pins.step_in("supervisor", PIN, dealer, TABLE, anyone)
    clock.now += LASTS_MS - 1
    people.pins.standing(token, dealer, TABLE)
    clock.now += 1
    with pytest.raises(NotAllowed):
        people.pins.standing(token, dealer, TABLE)


def test_the_next_to_come_takes_the_place_of_the_last(
    people: People, dealer: SignedIn, supervisor: SignedIn, passwords: dict[str, str]
) -> None:
    boss = settled(people, "pitboss", passwords["pitboss"])
    people.pins.set(boss, OWN, "604918", "")
    first, _, _ = people.pins.step_in("supervisor", PIN, dealer, TABLE, anyone)
    second, _, _ = people.pins.step_in("pitboss", "604918", dealer, TABLE, anyone)
    with pytest.raises(NotAllowed):
        people.pins.standing(first, dealer, TABLE)
    assert people.pins.standing(second, dealer, TABLE)[1].id == "pitboss"
    people.pins.step_out(dealer)
    with pytest.raises(NotAllowed):
        people.pins.standing(second, dealer, TABLE)


@pytest.mark.parametrize("pin", ["12345", "1234567890123", "28O317", "280317 ", "123456", "654321", "777777", "٢٨٠٣١٧"])
def test_a_pin_is_six_digits_or_more_and_no_row_of_them(people: People, supervisor: SignedIn, pin: str) -> None:
    with pytest.raises(Unfit):
        people.pins.set(supervisor, OWN, pin, "")


def test_a_pin_is_chosen_with_the_password(people: People, supervisor: SignedIn) -> None:
    with pytest.raises(SignInRefused):
        people.pins.set(supervisor, "not the password", "604918", "")


def test_wrong_pins_are_on_record_and_wait_by_supervisor_and_station(
    people: People, dealer: SignedIn, supervisor: SignedIn, operator: SignedIn, *, clock: Clock, store: Store
) -> None:
    for _ in range(PACE.free):
        wrong(people, dealer)
    failed = [stored for stored in store.read("people") if stored.kind.endswith("PinFailed")]
    assert [stored.actor for stored in failed] == ["dealer"] * PACE.free
    with pytest.raises(Locked) as locked:
        people.pins.step_in("supervisor", PIN, dealer, TABLE, anyone)
    assert locked.value.seconds == PACE.first_ms // 1000
    people.pins.step_in("supervisor", PIN, operator, TABLE, anyone)  # at another's station nothing was wrong
    people.sign_in("supervisor", OWN)  # and the password has nothing to do with it
    clock.now += PACE.first_ms
    wrong(people, dealer)
    clock.now += PACE.first_ms
    with pytest.raises(Locked):  # each further delay is twice as long
        people.pins.step_in("supervisor", PIN, dealer, TABLE, anyone)
    clock.now += PACE.first_ms
    people.pins.step_in("supervisor", PIN, dealer, TABLE, anyone)


def test_wrong_pins_at_one_station_keep_nobody_from_another_of_the_same_account(
    people: People, supervisor: SignedIn, dealer: SignedIn
) -> None:
    elsewhere = people.sign_in("dealer", OWN)[1]
    for _ in range(PACE.free):
        wrong(people, dealer)
    with pytest.raises(Locked):
        people.pins.step_in("supervisor", PIN, dealer, TABLE, anyone)
    people.pins.step_in("supervisor", PIN, elsewhere, TABLE, anyone)


def test_one_who_signs_in_again_and_again_to_guess_is_slowed_and_keeps_nobody_out(
    people: People, supervisor: SignedIn, dealer: SignedIn, operator: SignedIn, clock: Clock
) -> None:
    tried = 0
    with pytest.raises(Locked):
        for _ in range(100):
            wrong(people, people.sign_in("dealer", OWN)[1])
            tried += 1
    assert tried == PACE.share_burst < PACE.account_burst
    people.pins.step_in("supervisor", PIN, operator, TABLE, anyone)
    clock.now += 24 * 60 * MINUTE
    with pytest.raises(Locked):
        for _ in range(100):
            wrong(people, people.sign_in("dealer", OWN)[1])
    day = 24 * 60 * MINUTE // PACE.share_ms
    assert (PACE.share_burst + day) / 10**6 < 0.001, "a PIN of six digits is not found within a day"


def test_many_stations_together_are_slowed_too(
    people: People, supervisor: SignedIn, dealer: SignedIn, clock: Clock
) -> None:
    """Colluding stations share what an account allows, so a PIN cannot be found by going round."""
    tried = 0
    with pytest.raises(Locked):
        for nth in range(100):
            station = SignedIn(f"dealer-{nth}", f"dealer-{nth}", dealer.ranks, dealer.token_hash)
            wrong(people, station)
            tried += 1
    assert tried == PACE.account_burst


def test_unknown_names_and_people_without_a_pin_are_refused_alike(
    people: People, dealer: SignedIn, supervisor: SignedIn, operator: SignedIn
) -> None:
    said = set()
    for name in ("supervisor", "operator", "nobody", ""):
        with pytest.raises(SignInRefused) as refused:
            people.pins.step_in(name, "604918", dealer, TABLE, anyone)
        said.add(str(refused.value))
    assert len(said) == 1


def test_nobody_comes_to_their_own_station_or_without_use_there(
    people: People, dealer: SignedIn, supervisor: SignedIn, store: Store
) -> None:
    with pytest.raises(NotAllowed):
        people.pins.step_in("supervisor", PIN, supervisor, TABLE, anyone)
    with pytest.raises(NotAllowed):
        people.pins.step_in("supervisor", PIN, dealer, TABLE, lambda _: False)
    assert "SteppedIn" not in kinds(store)


def test_the_pin_ends_with_the_password_it_was_set_under(
    people: People, dealer: SignedIn, supervisor: SignedIn, operator: SignedIn
) -> None:
    token, _, _ = people.pins.step_in("supervisor", PIN, dealer, TABLE, anyone)
    people.change_password(supervisor, OWN, "ten hearts and a queen")
    with pytest.raises(NotAllowed):
        people.pins.standing(token, dealer, TABLE)
    with pytest.raises(SignInRefused):
        people.pins.step_in("supervisor", PIN, dealer, TABLE, anyone)
    people.pins.set(supervisor, "ten hearts and a queen", PIN, "")
    people.pins.step_in("supervisor", PIN, dealer, TABLE, anyone)
    people.issue(operator, "supervisor")
    with pytest.raises(SignInRefused):
        people.pins.step_in("supervisor", PIN, dealer, TABLE, anyone)


def test_a_change_of_ranks_or_the_end_of_the_account_ends_it_at_once(
    people: People, dealer: SignedIn, supervisor: SignedIn, operator: SignedIn
) -> None:
    token, _, _ = people.pins.step_in("supervisor", PIN, dealer, TABLE, anyone)
    people.change_ranks(operator, "supervisor", {"*": "dealer"})
    with pytest.raises(NotAllowed):
        people.pins.standing(token, dealer, TABLE)
    token, _, _ = people.pins.step_in("supervisor", PIN, dealer, TABLE, anyone)
    people.end(operator, "supervisor")
    with pytest.raises(NotAllowed):
        people.pins.standing(token, dealer, TABLE)
    with pytest.raises(SignInRefused):
        people.pins.step_in("supervisor", PIN, dealer, TABLE, anyone)


def test_whoever_wants_none_has_none(people: People, dealer: SignedIn, supervisor: SignedIn, store: Store) -> None:
    people.pins.remove(supervisor)
    people.pins.remove(supervisor)
    assert kinds(store).count("PinRemoved") == 1
    wrong(people, dealer)


def test_the_record_tells_of_pins_and_seals_them(
    people: People, dealer: SignedIn, supervisor: SignedIn, store: Store, clock: Clock
) -> None:
    wrong(people, dealer)
    token, _, _ = people.pins.step_in("supervisor", PIN, dealer, TABLE, anyone)
    payloads = b"".join(stored.payload for stored in store.read("people"))
    for secret in (PIN, "999998", token, "argon2"):
        assert secret.encode() not in payloads
    assert fold.differences(store, wait=lambda _: None) == []
    assert fold.accounts(store)["supervisor"].has_pin
    row = store.people.get("supervisor")
    assert row is not None
    assert row.pin.startswith("$argon2")
    clock.now += MINUTE
    people.pins.remove(supervisor)
    assert fold.differences(store, wait=lambda _: None) == []
    assert not fold.accounts(store)["supervisor"].has_pin
