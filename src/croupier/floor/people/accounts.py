"""People: accounts and guests, passwords, lock-out, and sessions that expire."""

from __future__ import annotations

import hashlib
import secrets
from collections import defaultdict
from functools import lru_cache
from threading import BoundedSemaphore, Lock

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from msgspec.structs import replace

from croupier.books import book, slugs
from croupier.floor.people.diary import PEOPLE, Clock, Diary, Entry, bare
from croupier.floor.store import Store
from croupier.floor.store.people import Person, Session
from croupier.table.contract import Actor

EVERY_BOOK = "*"
"""The key of a rank that is held under every book which does not name another."""

POSTS = {
    "dealer": "dealer",
    "supervisor": "game-supervisor",
    "areamanager": "game-supervisor",
    "pitboss": "pit-boss",
    "manager": "pit-boss",
    "operator": "casino-operator",
    "inspector": "regulator",
}
"""The posts that have an account from the first start, and their ranks under every book that does not say otherwise."""


def staff() -> dict[str, dict[str, str]]:
    """The accounts made at the first start, and their ranks under each book."""
    books = [book(slug) for slug in slugs()]
    return {
        post: {EVERY_BOOK: rank, **{each.slug: each.posts[post] for each in books if post in each.posts}}
        for post, rank in POSTS.items()
    }


ONE_TIME = "one-time:"
"""Stands before the hash of a password that must be changed at the first sign-in."""

UNMISTAKABLE = "abcdefghjkmnpqrstuvwxyz23456789"
SHORTEST, LONGEST = 10, 128
NAME_LENGTH = 24
HASHES_AT_ONCE = 4
"""Passwords looked at in the same moment: each takes 64 MiB, and strangers may send as many as they like."""
RENEW_MS = 30_000
"""A session is written anew at most this often while it is in use."""


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """How strict sign-in is."""

    failures_allowed: int = 3
    locked_ms: int = 15 * 60_000
    staff_idle_ms: int = 30 * 60_000
    guest_idle_ms: int = 12 * 3_600_000


class AccountMade(Entry, frozen=True):
    """An account exists from now on."""

    says = "An account is made for {person}."

    person: str
    ranks: dict[str, str]


class RanksGiven(Entry, frozen=True):
    """An account holds these ranks too, under books that were not here when it was made."""

    says = "{person} holds a rank under another book."

    person: str
    ranks: dict[str, str]


class PasswordIssued(Entry, frozen=True):
    """A one-time password has been given out for an account."""

    says = "A one-time password is given out for {person}."

    person: str


class PasswordChanged(Entry, frozen=True):
    """A person has chosen a new password; their other sessions are over."""

    says = "{person} has chosen a new password."

    person: str


class StaffSignedIn(Entry, frozen=True):
    """Someone of the house has signed in."""

    says = "{person} has signed in."

    person: str


class SignInFailed(Entry, frozen=True):
    """A password was wrong; an unknown name is not kept, since people type passwords there by mistake."""

    says = "A sign-in as {person} failed."

    person: str | None
    failures: int


class LockedOut(Entry, frozen=True):
    """Too many wrong passwords: the account is locked until then."""

    says = "{person} is locked out after too many failed sign-ins."

    person: str
    until: int


class GuestWelcomed(Entry, frozen=True):
    """A guest has come to the house under a name of their choice."""

    says = "{person} has come in as a guest."

    person: str
    name: str


class SignInRefused(Exception):
    """The name or the password is wrong."""


class Locked(Exception):
    """The account is locked."""

    def __init__(self, until: int) -> None:
        super().__init__("too many wrong passwords")
        self.until = until


class Unfit(ValueError):
    """A name or a new password that will not do; says why."""


class SignedIn(msgspec.Struct, frozen=True):
    """Someone known to the house, in one session."""

    id: str
    name: str
    ranks: dict[str, str]
    token_hash: bytes
    must_change_password: bool = False

    @property
    def guest(self) -> bool:
        """Whether they play here rather than work here."""
        return not self.ranks

    def rank(self, book: str = EVERY_BOOK) -> str:
        """The rank held under a book."""
        return self.ranks.get(book, self.ranks.get(EVERY_BOOK, "player"))

    def actor(self, book: str = EVERY_BOOK) -> Actor:
        """This person as the rules of a book see them."""
        return Actor(self.id, self.name, self.rank(book))


class People:
    """Who may sign in and who is signed in; every call waits for the store, so an event loop calls from a thread."""

    def __init__(
        self, store: Store, clock: Clock, rules: Rules | None = None, hasher: PasswordHasher | None = None
    ) -> None:
        self._accounts = store.people
        self._store = store
        self._clock = clock
        self._rules = rules or Rules()
        self._hasher = hasher or PasswordHasher()
        self._diary = Diary(store, clock)
        self._hashing = BoundedSemaphore(HASHES_AT_ONCE)
        self._one_at_a_time: defaultdict[str, Lock] = defaultdict(Lock)
        self._nobody = self._hasher.hash(secrets.token_urlsafe())
        self._guest_name = lru_cache(maxsize=4096)(self._read_guest_name)

    def first_start(self) -> dict[str, str]:
        """Make the staff accounts that there have never been; their one-time passwords by name.

        Accounts of an earlier version get their ranks under the books that have come since.
        """
        issued = {}
        known = {person.name: person for person in self._accounts.all()}
        made = self._ever_made() if known and POSTS.keys() - known.keys() else set()
        for name, ranks in staff().items():
            if name in known:
                self._give_ranks(known[name], ranks)
            elif name not in made:
                issued[name] = _one_time_password()
                self._accounts.put(Person(name, name, self._one_time_hash(issued[name]), ranks, created=self._clock()))
                self._diary.note(AccountMade(name, ranks), actor="house")
        return issued

    def _give_ranks(self, person: Person, ranks: dict[str, str]) -> None:
        new = {book: rank for book, rank in ranks.items() if book not in person.ranks}
        if new:
            self._accounts.put(replace(person, ranks=person.ranks | new))
            self._diary.note(RanksGiven(person.id, new), actor="house")

    def _ever_made(self) -> set[str]:
        """Every account that was ever made: one that was removed does not come back by itself."""
        record = (stored for stored in self._store.stream(PEOPLE) if bare(stored.kind) == AccountMade.__name__)
        return {msgspec.json.decode(stored.payload, type=AccountMade).person for stored in record}

    def issue_passwords(self) -> dict[str, str]:
        """Give every account a new one-time password, lift its lock, and sign it out; the passwords by name."""
        issued = {}
        for person in self._accounts.all():
            issued[person.name] = _one_time_password()
            fresh = replace(person, password_hash=self._one_time_hash(issued[person.name]), failures=0, locked_until=0)
            self._accounts.put(fresh)
            self._close_sessions(person.id)
            self._diary.note(PasswordIssued(person.id), actor="house")
        return issued

    def welcome(self, name: str) -> tuple[str, SignedIn]:
        """Let a guest in under a name; the session's token, and who they are from now on."""
        name = self._fit_name(name)
        guest = f"guest-{secrets.token_hex(6)}"
        self._diary.note(GuestWelcomed(guest, name), actor=guest, stream=_own_stream(guest))
        token = self._open_session(guest, self._rules.guest_idle_ms)
        return token, SignedIn(guest, name, {}, _hashed(token))

    def sign_in(self, name: str, password: str) -> tuple[str, SignedIn]:
        """Sign staff in; the session's token, and who they are. SignInRefused or Locked otherwise."""
        person = self._accounts.named(name.strip().lower())
        if person is None:
            self._matches(self._nobody, password)  # so that an unknown name takes as long as a wrong password
            self._diary.note(SignInFailed(None, 1), actor="unknown")
            raise SignInRefused
        self._check(person, password)
        token = self._open_session(person.id, self._rules.staff_idle_ms)
        self._diary.note(StaffSignedIn(person.id), actor=person.id)
        return token, _signed_in(person, _hashed(token))

    def change_password(self, who: SignedIn, old: str, new: str) -> SignedIn:
        """Replace one's password and end one's other sessions."""
        person = self._accounts.get(who.id)
        if person is None:
            raise SignInRefused
        self._check(person, old)
        if not SHORTEST <= len(new) <= LONGEST:
            raise Unfit(f"a password has {SHORTEST} to {LONGEST} characters")
        if new == old or person.name in new.lower():
            raise Unfit("a new password is neither the old one nor built on the name")
        changed = replace(person, password_hash=self._hasher.hash(new), failures=0, locked_until=0)
        self._accounts.put(changed)
        self._close_sessions(person.id, but=who.token_hash)
        self._diary.note(PasswordChanged(person.id), actor=person.id)
        return _signed_in(changed, who.token_hash)

    def recognise(self, token: str, *, active: bool = True) -> SignedIn | None:
        """Who holds this token, if their session has not expired; being active renews it."""
        hashed = _hashed(token)
        session, now = self._accounts.session(hashed), self._clock()
        if session is None or session.expires <= now:
            return None
        who = self._known(session)
        if who is not None and active and now - session.last_seen >= RENEW_MS:
            idle = self._rules.guest_idle_ms if who.guest else self._rules.staff_idle_ms
            self._accounts.put_session(replace(session, expires=now + idle, last_seen=now))
        return who

    def sign_out(self, who: SignedIn) -> None:
        """End this session."""
        self._accounts.remove_session(who.token_hash)

    def sweep(self) -> int:
        """Forget expired sessions; how many."""
        return self._accounts.remove_expired(self._clock())

    def _check(self, person: Person, password: str) -> None:
        """Raise unless the password is right and the account is not locked.

        The failure is counted before the password is looked at, so that guesses made at the same moment, here or in
        another process, cannot all slip in under the limit.
        """
        allowed = self._rules.failures_allowed
        with self._one_at_a_time[person.id]:
            now = self._clock()
            locked_until = self._latest(person).locked_until
            if locked_until > now:
                raise Locked(locked_until)
            if locked_until:
                self._accounts.clear_failures(person.id)
            self._accounts.count_failure(person.id, allowed, now + self._rules.locked_ms)
            counted = self._latest(person)
            if counted.failures > allowed:
                raise Locked(counted.locked_until)
            if self._matches(counted.password_hash.removeprefix(ONE_TIME), password):
                self._accounts.clear_failures(person.id)
                return
            self._diary.note(SignInFailed(person.id, counted.failures), actor=person.id)
            if counted.locked_until > now:
                self._diary.note(LockedOut(person.id, counted.locked_until), actor=person.id)
                raise Locked(counted.locked_until)
            raise SignInRefused

    def _latest(self, person: Person) -> Person:
        return self._accounts.get(person.id) or person

    def _matches(self, password_hash: str, password: str) -> bool:
        try:
            with self._hashing:
                return self._hasher.verify(password_hash, password[: LONGEST + 1])
        except VerificationError:
            return False

    def _one_time_hash(self, password: str) -> str:
        return ONE_TIME + self._hasher.hash(password)

    def _open_session(self, person: str, idle_ms: int) -> str:
        token, now = secrets.token_urlsafe(32), self._clock()
        self._accounts.put_session(Session(_hashed(token), person, expires=now + idle_ms, last_seen=now))
        return token

    def _close_sessions(self, person: str, but: bytes = b"") -> None:
        for session in self._accounts.sessions(person):
            if session.token_hash != but:
                self._accounts.remove_session(session.token_hash)

    def _known(self, session: Session) -> SignedIn | None:
        person = self._accounts.get(session.person)
        if person is not None:
            return _signed_in(person, session.token_hash)
        name = self._guest_name(session.person)
        return None if name is None else SignedIn(session.person, name, {}, session.token_hash)

    def _read_guest_name(self, guest: str) -> str | None:
        for stored in self._store.read(_own_stream(guest), limit=1):
            return msgspec.json.decode(stored.payload, type=GuestWelcomed).name
        return None

    def _fit_name(self, name: str) -> str:
        name = " ".join(name.split())
        if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable():
            raise Unfit(f"a name has 1 to {NAME_LENGTH} printable characters")
        if not any(letter.isalnum() for letter in name):
            raise Unfit("a name has at least one letter or figure")
        if name.lower() in POSTS or self._accounts.named(name.lower()) is not None:
            raise Unfit("that name belongs to the house")
        return name


def _signed_in(person: Person, token_hash: bytes) -> SignedIn:
    return SignedIn(person.id, person.name, person.ranks, token_hash, person.password_hash.startswith(ONE_TIME))


def _own_stream(person: str) -> str:
    return f"person:{person}"


def _hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _one_time_password() -> str:
    return "-".join("".join(secrets.choice(UNMISTAKABLE) for _ in range(4)) for _ in range(3))
