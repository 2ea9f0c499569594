"""The entries of the diary: everything that happens to accounts, sign-ins and sessions."""

from __future__ import annotations

from typing import ClassVar

from croupier.floor.people.diary import Entry


class AccountMade(Entry, frozen=True):
    """An account exists from now on, with a one-time password."""

    says = "An account is made for {person}."
    secret: ClassVar[tuple[str, ...]] = ("password_hash",)

    person: str
    ranks: dict[str, str]
    password_hash: str = ""


class RanksGiven(Entry, frozen=True):
    """An account holds these ranks too, under books that were not here when it was made."""

    says = "{person} holds a rank under another book."

    person: str
    ranks: dict[str, str]


class RanksChanged(Entry, frozen=True):
    """An account holds these ranks and no others from now on."""

    says = "The ranks of {person} are changed."

    person: str
    ranks: dict[str, str]


class AccountEnded(Entry, frozen=True):
    """An account can never sign in again, and nobody else gets its name."""

    says = "The account of {person} has ended."

    person: str


class PasswordIssued(Entry, frozen=True):
    """A one-time password has been given out for an account."""

    says = "A one-time password is given out for {person}."
    secret: ClassVar[tuple[str, ...]] = ("password_hash",)

    person: str
    password_hash: str = ""


class PasswordChanged(Entry, frozen=True):
    """A person has chosen a new password; their other sessions are over."""

    says = "{person} has chosen a new password."
    secret: ClassVar[tuple[str, ...]] = ("password_hash",)

    person: str
    password_hash: str = ""


class PasswordSealed(Entry, frozen=True):
    """The password that an account has already, put on record where the record did not have it."""

    says = "The password of {person} is put on record, sealed."
    secret: ClassVar[tuple[str, ...]] = ("password_hash",)

    person: str
    password_hash: str = ""


class SecondFactorSet(Entry, frozen=True):
    """A person needs a code from their phone to sign in, from now on."""

    says = "{person} has set up a second factor."
    secret: ClassVar[tuple[str, ...]] = ("factor", "codes")

    person: str
    factor: str = ""
    codes: tuple[str, ...] = ()


class SecondFactorRemoved(Entry, frozen=True):
    """A person signs in without a code again."""

    says = "The second factor of {person} is removed."

    person: str


class RecoveryCodeUsed(Entry, frozen=True):
    """One of the codes for a lost phone has been used up; its digest is told, so that no server takes it twice."""

    says = "{person} has used a recovery code."

    person: str
    left: int
    code: str


class PinSet(Entry, frozen=True):
    """A person has chosen a PIN, with which they act at others' stations."""

    says = "{person} has chosen a PIN."
    secret: ClassVar[tuple[str, ...]] = ("pin_hash",)

    person: str
    pin_hash: str = ""


class PinRemoved(Entry, frozen=True):
    """A person has no PIN any more."""

    says = "{person} has no PIN any more."

    person: str


class PinFailed(Entry, frozen=True):
    """A PIN was wrong; an unknown name is not kept."""

    says = "A PIN of {person} was given wrongly at a station."

    person: str | None
    station: str
    """Whose station it was given at."""
    table: str
    failures: int
    until: int
    """Until when the next has to wait, if it has to."""


class SteppedIn(Entry, frozen=True):
    """Someone has given their PIN at another's station, to act once at a table."""

    says = "{person} has given their PIN at a station."

    person: str
    station: str
    table: str


class StaffSignedIn(Entry, frozen=True):
    """Someone of the house has signed in."""

    says = "{person} has signed in."

    person: str
    session: str = ""
    address: str = ""


class SignedOut(Entry, frozen=True):
    """Someone has signed out."""

    says = "{person} has signed out."

    person: str
    session: str


class SessionEnded(Entry, frozen=True):
    """A session is over without its owner's doing, or because of something else they did."""

    says = "A session of {person} is over."

    person: str
    session: str
    why: str


class SignInFailed(Entry, frozen=True):
    """A password or code was wrong; an unknown name is not kept, since people type passwords there by mistake."""

    says = "A sign-in as {person} failed."

    person: str | None
    failures: int
    address: str = ""


class LockedOut(Entry, frozen=True):
    """Too many wrong passwords: an address has to wait until then before it may try for this account again."""

    says = "A sign-in as {person} has to wait after too many that failed."

    person: str | None
    until: int
    address: str = ""


class GuestWelcomed(Entry, frozen=True):
    """A guest has come to the house under a name of their choice."""

    says = "{person} has come in as a guest."

    person: str
    name: str
