"""The accounts as the record tells them; the table of people is only a copy of this, and can be checked against it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from croupier.floor.people.diary import PEOPLE, Entry, read
from croupier.floor.people.entries import (
    AccountEnded,
    AccountMade,
    PasswordChanged,
    PasswordIssued,
    PasswordSealed,
    PinRemoved,
    PinSet,
    RanksChanged,
    RanksGiven,
    RecoveryCodeUsed,
    SecondFactorRemoved,
    SecondFactorSet,
    StaffSignedIn,
)
from croupier.floor.people.totp import RECOVERY_CODES
from croupier.floor.store import Archive, Reader
from croupier.floor.store.people import Person

log = logging.getLogger(__name__)

ONE_TIME = "one-time:"
"""Stands before the hash of a password that must be changed at the first sign-in."""

IN_FLIGHT_SECONDS = 1.0
"""How long a change that is on record is given to reach the table, before both are looked at again."""

PATIENT = 5
"""How many looks must see the same of a table that is behind the record: a busy store takes its time."""

LOOKS = 20
"""How often at most it is looked again, if accounts change all the while."""


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """An account as the record tells it (times in ms); what the record keeps sealed or has never heard is None."""

    id: str
    name: str
    ranks: dict[str, str]
    created: int
    ended: int = 0
    """When it ended, if it has."""
    password_hash: str | None = None
    one_time: bool = True
    issued: int = 0
    factor: str | None = ""
    codes: tuple[str, ...] | None = ()
    second_factor: bool = False
    codes_left: int = 0
    pin: str | None = ""
    has_pin: bool = False
    seen: int = 0
    version: int = 0

    def row(self, before: Person | None) -> Person:
        """The account as the table is to hold it; what the record does not tell is left as it was there."""
        kept = "" if before is None else before.password_hash
        known = self.password_hash is None and kept.startswith(ONE_TIME) == self.one_time
        factor = self.factor if self.factor is not None else "" if before is None else before.factor
        return Person(
            id=self.id,
            name=self.name,
            # A password that is neither on record nor in the table opens nothing: it has to be given out anew.
            password_hash=self.password_hash or (kept if known else ONE_TIME),
            ranks=self.ranks,
            created=self.created,
            ended=self.ended,
            issued=self.issued,
            seen=self.seen,
            factor=factor,
            codes=self.codes if self.codes is not None else () if before is None else before.codes,
            pin="" if not self.has_pin else self.pin or ("" if before is None else before.pin),
            version=self.version,
        )


def after(account: Account | None, entry: Entry, at: int, version: int) -> Account | None:
    """An account after an entry that concerns it."""
    if isinstance(entry, AccountMade):
        return Account(
            id=entry.person,
            name=entry.person,
            ranks=entry.ranks,
            created=at,
            issued=at,
            password_hash=entry.password_hash or None,
            version=version,
        )
    if account is None:
        return None
    if isinstance(entry, StaffSignedIn):
        return replace(account, seen=max(account.seen, at))
    changes = _changes(account, entry, at)
    return replace(account, **changes, version=version) if changes else account


_NO_PIN: dict[str, object] = {"pin": "", "has_pin": False}
"""The PIN ends with the password and the second factor that it was set under."""


def _changes(account: Account, entry: Entry, at: int) -> dict[str, object]:
    match entry:
        case RanksGiven(ranks=ranks):
            return {"ranks": account.ranks | ranks}
        case RanksChanged(ranks=ranks):
            return {"ranks": ranks}
        case AccountEnded():
            return {"ended": at, **_NO_PIN}
        case PasswordIssued(password_hash=password_hash):
            return {"password_hash": password_hash or None, "one_time": True, "issued": at, **_NO_PIN}
        case PasswordChanged(password_hash=password_hash):
            return {"password_hash": password_hash or None, "one_time": False, **_NO_PIN}
        case PasswordSealed(password_hash=password_hash):
            return {"password_hash": password_hash or account.password_hash}
        case PinSet(pin_hash=pin_hash):
            return {"pin": pin_hash or None, "has_pin": True}
        case PinRemoved():
            return dict(_NO_PIN)
        case SecondFactorSet(factor=factor, codes=codes):
            return {
                "factor": factor or None,
                "codes": codes or None,
                "second_factor": True,
                "codes_left": len(codes) or RECOVERY_CODES,
            }
        case SecondFactorRemoved():
            return {"factor": "", "codes": (), "second_factor": False, "codes_left": 0, **_NO_PIN}
        case RecoveryCodeUsed(left=left, code=code):
            remain = None if account.codes is None else tuple(each for each in account.codes if each != code)
            return {"codes": remain, "codes_left": left}
        case _:
            return {}


def fold(store: Reader, found: dict[str, Account], after_version: int = 0) -> int:
    """Bring accounts up to the end of the record; the version of its last entry about people."""
    version = after_version
    for stored in store.stream(PEOPLE, after_version):
        version, entry = stored.version, read(stored)
        person = getattr(entry, "person", None)
        if entry is None or not isinstance(person, str):
            continue
        before = found.get(person)
        if before is not None and before.version >= stored.version:
            continue
        account = after(before, entry, stored.at, stored.version)
        if account is not None:
            found[person] = account
    return version


def of_row(row: Person) -> Account:
    """An account as the table holds it."""
    return Account(
        id=row.id,
        name=row.name,
        ranks=row.ranks,
        created=row.created,
        ended=row.ended,
        password_hash=row.password_hash,
        one_time=row.password_hash.startswith(ONE_TIME),
        issued=row.issued or row.created,
        factor=row.factor,
        codes=row.codes,
        second_factor=bool(row.factor),
        codes_left=len(row.codes),
        pin=row.pin,
        has_pin=bool(row.pin),
        seen=row.seen,
        version=row.version,
    )


def accounts(store: Reader) -> dict[str, Account]:
    """Every account that was ever made, as the record tells it."""
    found: dict[str, Account] = {}
    fold(store, found)
    return found


class Difference(msgspec.Struct, frozen=True):
    """Something in which the table of people is not what the record says."""

    who: str
    what: str

    def __str__(self) -> str:
        return f"{self.who} {self.what}"


def differences(store: Archive, wait: Callable[[float], None] = time.sleep) -> list[Difference]:
    """Everything in which the table of people is not what the record says.

    A change is on record before the table has it. So whoever seems to differ is looked at again, until nothing about
    them has moved from one look to the next; and for more looks if the table is merely behind.
    """
    doubted = {who: each for who, each in _compared(store).items() if each.found}
    stood = dict.fromkeys(doubted, 0)
    certain: list[Difference] = []
    for _ in range(LOOKS):
        if not doubted:
            break
        wait(IN_FLIGHT_SECONDS)
        now = _compared(store)
        before, doubted = doubted, {}
        for who, seen in before.items():
            each = now.get(who)
            if each is None or not each.found:
                log.warning("seen once, and not on a second look: %s", "; ".join(map(str, seen.found)))
                continue
            stood[who] = stood[who] + 1 if each == seen else 0
            if stood[who] >= (PATIENT if each.behind else 1):
                certain += each.found
            else:
                doubted[who] = each
    return sorted(certain, key=lambda each: each.who)


class _Compared(msgspec.Struct, frozen=True):
    """What the table has otherwise than the record about one person, and as of which entries both are."""

    found: tuple[Difference, ...]
    row: int
    record: int

    @property
    def behind(self) -> bool:
        return self.row < self.record


def _compared(store: Archive) -> dict[str, _Compared]:
    """Everyone in the table and on record, both as of one moment."""
    with store.snapshot() as moment:
        told, rows = accounts(moment), {person.id: person for person in moment.people.all()}
    found = {who: list[Difference]() for who in told.keys() | rows.keys()}
    for each in _differences(told, rows):
        found[each.who].append(each)
    return {
        who: _Compared(
            tuple(what),
            rows[who].version if who in rows else 0,
            told[who].version if who in told else 0,
        )
        for who, what in found.items()
    }


def _differences(told: Mapping[str, Account], rows: Mapping[str, Person]) -> Iterator[Difference]:
    for who in sorted(told.keys() | rows.keys()):
        account, row = told.get(who), rows.get(who)
        if account is None:
            yield Difference(who, "has an account that the record never made")
        elif row is None:
            if not account.ended:
                yield Difference(who, "has an account on record that is missing here")
        else:
            yield from (Difference(who, what) for what in _differing(account, row))


def _differing(account: Account, row: Person) -> Iterator[str]:
    if row.name != account.name:
        yield f"is called {row.name!r} here"
    for book in sorted(account.ranks.keys() | row.ranks.keys()):
        held, said = row.ranks.get(book), account.ranks.get(book)
        if held != said:
            yield f"holds {held or 'no rank'} under {book}; the record says {said or 'none'}"
    if bool(row.ended) != bool(account.ended):
        yield "has ended on record and not here" if account.ended else "has ended here and not on record"
    if row.password_hash.startswith(ONE_TIME) != account.one_time:
        yield "has a password of another kind than the record says"
    elif account.password_hash is not None and row.password_hash != account.password_hash:
        yield "has another password than the one on record"
    if account.one_time and account.issued != row.issued and row.issued:
        yield "has a one-time password of another time than the record says"
    if bool(row.factor) != account.second_factor:
        yield f"has {'a' if row.factor else 'no'} second factor here; the record says otherwise"
    elif account.factor and row.factor != account.factor:
        yield "has another second factor than the one on record"
    if bool(row.pin) != account.has_pin:
        yield f"has {'a' if row.pin else 'no'} PIN here; the record says otherwise"
    elif account.pin and row.pin != account.pin:
        yield "has another PIN than the one on record"
    if account.codes is not None and set(row.codes) != set(account.codes):
        yield "has other recovery codes than those on record"
    elif len(row.codes) > account.codes_left and account.codes_left:
        yield "has more recovery codes than the record says"
