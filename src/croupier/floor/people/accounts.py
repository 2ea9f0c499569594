"""People: accounts and guests, passwords and second factors, and sessions that expire."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from threading import BoundedSemaphore, Lock

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec.structs import replace

from croupier.floor.people import passwords, totp
from croupier.floor.people.diary import PEOPLE, Clock, Diary, Entry
from croupier.floor.people.entries import (
    AccountEnded,
    AccountMade,
    GuestWelcomed,
    LockedOut,
    PasswordChanged,
    PasswordIssued,
    PasswordSealed,
    RanksChanged,
    RanksGiven,
    RecoveryCodeUsed,
    SecondFactorRemoved,
    SecondFactorSet,
    SessionEnded,
    SignedOut,
    SignInFailed,
    StaffSignedIn,
)
from croupier.floor.people.fold import ONE_TIME, Account, after, fold, of_row
from croupier.floor.people.fold import accounts as folded
from croupier.floor.people.memory import UNKNOWN, Bells, Memory, Seen, Unknown
from croupier.floor.people.names import GUEST_BYTES, NAME_LENGTH, Unfit, others, skeleton, tidy, why_not_staff
from croupier.floor.people.pins import Pins, Proof
from croupier.floor.people.posts import DEALER, EVERY_BOOK, OPERATOR, POSTS, staff, why_not
from croupier.floor.people.terms import (
    HOUR,
    CodeNeeded,
    ComeBackLater,
    Locked,
    NoSuchAccount,
    NotAllowed,
    Rules,
    SignedIn,
    SignInRefused,
    TooManyChips,
)
from croupier.floor.store import Store
from croupier.floor.store.attempts import Counted, TooSoon
from croupier.floor.store.people import NameTaken, Person, Session, Spent
from croupier.table.contract import GUESTS, HOUSE, STRANGER

__all__ = [
    "EVERY_BOOK",
    "NAME_LENGTH",
    "ONE_TIME",
    "POSTS",
    "UNKNOWN",
    "CodeNeeded",
    "ComeBackLater",
    "Locked",
    "NoSuchAccount",
    "NotAllowed",
    "People",
    "Rules",
    "SignInRefused",
    "SignedIn",
    "TooManyChips",
    "Unfit",
    "Unknown",
    "staff",
]

UNMISTAKABLE = "abcdefghjkmnpqrstuvwxyz23456789"
HASHES_AT_ONCE = 4
"""Passwords looked at in the same moment: each takes 64 MiB, and strangers may send as many as they like."""
RENEW_MS = 30_000
"""A session is written anew at most this often while it is in use."""
TOKEN_BYTES, TOKEN_LENGTH = 32, 43
SET_UP_ALREADY = "there is a second factor already; remove it first"


Accounts = Mapping[str, Account]
Decide = Callable[[Accounts], Sequence[Entry]]


class People:
    """Who may sign in and who is signed in.

    Every call but `recall` waits for the store, so an event loop calls from a thread.
    """

    def __init__(
        self, store: Store, clock: Clock, rules: Rules | None = None, hasher: PasswordHasher | None = None
    ) -> None:
        self._accounts = store.people
        self._store = store
        self._clock = clock
        self.rules = rules or Rules()
        self._hasher = hasher or PasswordHasher()
        self._diary = Diary(store, clock)
        self._hashing = BoundedSemaphore(HASHES_AT_ONCE)
        self._acting = Lock()
        self._nobody = self._hasher.hash(secrets.token_urlsafe())
        self._guest_name = lru_cache(maxsize=4096)(self._read_guest_name)
        self._memory: Memory[SignedIn] = Memory(self._accounts.changes)
        self._salt = b""
        proof = Proof(
            own=self._own,
            act=self._act,
            matches=self._matches,
            hashed=self._hash,
            key=self._key,
            nobody=self._nobody,
        )
        self.pins = Pins(self._accounts, self._diary, clock, proof)
        self.bells = Bells()
        """Rung, on whatever thread, for a session that has ended or whose owner's ranks have changed."""

    def close(self) -> None:
        """Let go of what runs beside."""
        self._memory.close()

    # ---- the accounts of the house

    def first_start(self, *, another: Callable[[], bool] = lambda: False) -> dict[str, str]:
        """Make the staff accounts that there have never been; the one-time passwords that were given out, by name.

        Accounts of an earlier version get their ranks under the books that have come since. Where no operator has ever
        come in with theirs, nobody may have seen them: they are given out anew. Not so where `another` server is open,
        which has shown them: those that can still be used are left as they are. It may have come after this one and
        been quicker, so whether there is one is asked once the accounts are read.
        """
        self.align()
        issued: dict[str, str] = {}

        def make(accounts: Accounts) -> Sequence[Entry]:
            issued.clear()
            rows = {person.id for person in self._accounts.all()}
            ever = accounts if POSTS.keys() <= rows else folded(self._store)
            entries: list[Entry] = []
            for name, ranks in staff().items():
                if name not in ever:
                    issued[name] = _one_time_password()
                    entries.append(AccountMade(name, ranks, self._one_time_hash(issued[name])))
                elif name in accounts and not accounts[name].ended:
                    new = {book: rank for book, rank in ranks.items() if book not in accounts[name].ranks}
                    if new:
                        entries.append(RanksGiven(name, new))
            return entries

        self._act(make, HOUSE)
        issued |= self._issue_unseen(issued, another)
        return issued

    def unused(self) -> list[str]:
        """The accounts whose one-time passwords can be used and have not been, while no operator has come in."""
        accounts, _ = self._load()
        return [each.name for each in self._unseen(accounts) if not self._expired(each)]

    def _unseen(self, accounts: Accounts) -> list[Account]:
        """Accounts whose one-time passwords nobody may have seen: none if there is an operator who can come in."""
        operators = [each for each in accounts.values() if _operates(each)]
        if any(each.seen and not self._expired(each) for each in operators):
            return []
        one_time = [each for each in accounts.values() if each.one_time and not each.ended]
        return [each for each in one_time if not each.seen or self._expired(each)]

    def _issue_unseen(self, but: Mapping[str, str], another: Callable[[], bool]) -> dict[str, str]:
        """Give out anew what nobody may have seen; what another server has shown, only once it cannot be used."""
        issued: dict[str, str] = {}

        def decide(accounts: Accounts) -> Sequence[Entry]:
            issued.clear()
            unseen = [each for each in self._unseen(accounts) if each.name not in but]
            shown_there = bool(unseen) and another()
            for each in unseen:
                if not shown_there or self._expired(each):
                    issued[each.name] = _one_time_password()
            return [PasswordIssued(name, self._one_time_hash(password)) for name, password in issued.items()]

        self._act(decide, HOUSE)
        for name in issued:
            self._close_sessions(name, "a new one-time password was given out", HOUSE)
        return issued

    def issue_passwords(self) -> dict[str, str]:
        """Give every account a new one-time password, forgive failures, and sign it out; the passwords by name."""
        issued: dict[str, str] = {}

        def decide(accounts: Accounts) -> Sequence[Entry]:
            issued.clear()
            issued.update({each.name: _one_time_password() for each in accounts.values() if not each.ended})
            return [PasswordIssued(name, self._one_time_hash(password)) for name, password in issued.items()]

        self._act(decide, HOUSE)
        for name in issued:
            self._accounts.attempts.forgive(self._key(name))
            self._close_sessions(name, "a new one-time password was given out", HOUSE)
        return issued

    def everyone(self) -> list[Account]:
        """Every account, those that have ended too, by name."""
        return [of_row(row) for row in self._accounts.all()]

    def open_sessions(self) -> dict[str, int]:
        """How many sessions each account has."""
        return self._accounts.open_sessions(self._clock())

    def one_time_until(self, account: Account) -> int | None:
        """Until when an account's one-time password can be used, if it has one."""
        return account.issued + self.rules.one_time_ms if account.one_time and not account.ended else None

    def add(self, by: SignedIn, name: str, ranks: dict[str, str]) -> str:
        """Make a personal account; its one-time password."""
        password = _one_time_password()
        hashed = self._one_time_hash(password)
        if problem := why_not_staff(name) or why_not(ranks):
            raise Unfit(problem)

        def decide(accounts: Accounts) -> Sequence[Entry]:
            _operator(accounts, by)
            wanted = skeleton(name)
            ever = accounts.keys() | folded(self._store).keys()
            if any(skeleton(each) == wanted for each in ever):
                raise Unfit("there is or was an account of that name, or of one that looks like it")
            if self._accounts.here([wanted], self._clock()):
                raise Unfit("a guest of that name is here; choose another, or wait until they have gone")
            return [AccountMade(name, ranks, hashed)]

        self._act(decide, by.id)
        return password

    def change_ranks(self, by: SignedIn, person: str, ranks: dict[str, str]) -> None:
        """Let an account hold these ranks and no others."""
        if problem := why_not(ranks):
            raise Unfit(problem)

        def decide(accounts: Accounts) -> Sequence[Entry]:
            _operator(accounts, by)
            account = _living(accounts, person)
            if person == by.id:
                raise NotAllowed("nobody changes their own ranks")
            return [RanksChanged(person, ranks)] if account.ranks != ranks else []

        self._act(decide, by.id)
        for session in self._accounts.sessions(person):
            self.bells.ring(session.token_hash)

    def issue(self, by: SignedIn, person: str) -> str:
        """Give an account a new one-time password, and sign it out."""
        password = _one_time_password()
        hashed = self._one_time_hash(password)

        def decide(accounts: Accounts) -> Sequence[Entry]:
            _operator(accounts, by)
            _living(accounts, person)
            if person == by.id:
                raise NotAllowed("choose a new password of your own instead")
            return [PasswordIssued(person, hashed)]

        self._act(decide, by.id)
        self._accounts.attempts.forgive(self._key(person))
        self._close_sessions(person, "a new one-time password was given out", by.id)
        return password

    def end(self, by: SignedIn, person: str) -> None:
        """End an account for good, and its sessions at once."""

        def decide(accounts: Accounts) -> Sequence[Entry]:
            _operator(accounts, by)
            _living(accounts, person)
            others = (each for each in accounts.values() if each.id != person and _operates(each))
            if not any(not each.one_time for each in others):
                raise NotAllowed("the house needs an operator who can sign in")
            return [AccountEnded(person)]

        self._act(decide, by.id)
        self._close_sessions(person, "the account has ended", by.id)

    def reset_factor(self, by: SignedIn, person: str) -> None:
        """Take the second factor off an account whose owner has lost it."""

        def decide(accounts: Accounts) -> Sequence[Entry]:
            _operator(accounts, by)
            account = _living(accounts, person)
            if person == by.id:
                raise NotAllowed("your own second factor is removed with a code")
            return [SecondFactorRemoved(person)] if account.second_factor else []

        self._act(decide, by.id)

    def align(self) -> None:
        """Bring the table of people in line with the record: a crash may have come between the two."""
        rows = {row.id: row for row in self._accounts.all()}
        first = self._accounts.aligned() == 0
        accounts, version = self._load()
        if first:
            # An older version made the account first and wrote of it afterwards.
            made = folded(self._store).keys()
            lost = [AccountMade(row.id, row.ranks, row.password_hash) for row in rows.values() if row.id not in made]
            for entry in lost:
                self._diary.note(entry, actor=HOUSE)
            accounts, version = self._load()
        self._write_rows(accounts, rows, ours=False)
        if first:
            self._seal()
        self._accounts.set_aligned(version)

    def _seal(self) -> None:
        """Put the passwords on record that an older version kept in the table alone."""
        told = folded(self._store)
        for row in self._accounts.all():
            if row.id in told and told[row.id].password_hash is None and row.password_hash != ONE_TIME:
                self._diary.note(PasswordSealed(row.id, row.password_hash), actor=HOUSE)

    def _load(self) -> tuple[dict[str, Account], int]:
        """The accounts as of the end of the record, and its version."""
        aligned = self._accounts.aligned()
        accounts = {row.id: of_row(row) for row in self._accounts.all()}
        return accounts, fold(self._store, accounts, aligned)

    def _act(self, decide: Decide, actor: str) -> None:
        """Decide on the accounts as they now are, put it on record, and only then change the table."""
        with self._acting:
            while True:
                accounts, version = self._load()
                entries = decide(accounts)
                if not entries:
                    return
                at = self._clock()
                if self._diary.note_at(entries, actor=actor, version=version, at=at):
                    break
            changed: dict[str, Account] = {}
            for number, entry in enumerate(entries, version + 1):
                person: str = getattr(entry, "person")  # noqa: B009
                now = after(changed.get(person, accounts.get(person)), entry, at, number)
                assert now is not None, "an entry is about an account"
                changed[person] = now
            rows = {row.id: row for row in self._accounts.all() if row.id in changed}
            self._write_rows(changed, rows, ours=True)
            for person in changed:
                self._memory.forget_person(person)

    def _write_rows(self, accounts: Accounts, rows: Mapping[str, Person], *, ours: bool) -> None:
        """Let the table say what the record says.

        What another server has just put on record is its own to write, for it alone knows what is sealed in it.
        """
        for account in accounts.values():
            before = rows.get(account.id)
            if before is None or before.version < account.version:
                self._accounts.put(account.row(before), ours=ours)

    # ---- signing in and out

    def welcome(self, name: str, address: str = "", instead_of: SignedIn | None = None) -> tuple[str, SignedIn]:
        """Let a guest in under a name that nobody here has; the session's token, and who they are from now on."""
        name = tidy(name)
        taken = {skeleton(account.name) for account in self.everyone()}
        now, guest = self._clock(), f"{GUESTS}{secrets.token_hex(GUEST_BYTES)}"
        if skeleton(name) in taken:
            raise Unfit("that name belongs to the house", self._another(name, taken))
        try:
            self._accounts.arrive(
                skeleton(name),
                guest,
                now,
                instead_of="" if instead_of is None else instead_of.id,
                whose=f"address:{address}",
                most=self.rules.grants_an_hour,
                every=HOUR,
            )
        except NameTaken as taken_by_another:
            another = self._another(name, taken)
            raise Unfit("someone of that name is here already", another) from taken_by_another
        except Spent as spent:
            why = "the house has given chips to many guests from where you are; come back a little later"
            raise TooManyChips(why, spent.until, now) from spent
        self._diary.note(GuestWelcomed(guest, name), actor=guest, stream=_own_stream(guest))
        token = self._open_session(guest, self.rules.guest_idle_ms, self.rules.guest_life_ms)
        return token, SignedIn(guest, name, {}, _hashed(token))

    def may_top_up(self, who: SignedIn) -> None:
        """Count one more refill of a guest's chips, or TooManyChips."""
        now = self._clock()
        try:
            self._accounts.grant(f"top-up:{who.id}", now, most=self.rules.top_ups_an_hour, every=HOUR)
        except Spent as spent:
            raise TooManyChips("your chips were topped up within the hour", spent.until, now) from spent

    def sign_in(self, name: str, password: str, code: str = "", address: str = "") -> tuple[str, SignedIn]:
        """Sign staff in; the session's token, and who they are. SignInRefused, CodeNeeded or Locked otherwise."""
        name = name.strip().lower()[: 2 * NAME_LENGTH]
        person = self._prove(name, self._accounts.named(name), password, code, address)
        token = self._open_session(
            person.id, self._idle(person.ranks.get(EVERY_BOOK, "")), self.rules.staff_life_ms, address
        )
        who = self._signed_in(person, _hashed(token))
        latest = self._accounts.get(person.id)
        if latest is None or latest.ended or latest.password_hash != person.password_hash:
            self._end_session(self._accounts.session(who.token_hash), "the account has changed meanwhile", HOUSE)
            raise SignInRefused
        return token, who

    def change_password(self, who: SignedIn, old: str, new: str, address: str = "") -> SignedIn:
        """Replace one's password and end one's other sessions."""
        person = self._own(who, old, address)
        if new == old or person.name in new.lower():
            raise Unfit("a new password is neither the old one nor built on the name")
        if problem := passwords.why_not(new, (person.name,)):
            raise Unfit(problem)
        hashed = self._hash(new)
        self._act(lambda accounts: [PasswordChanged(_living(accounts, who.id).id, hashed)], who.id)
        self._close_sessions(person.id, "a new password was chosen", who.id, but=who.token_hash)
        return self._latest(who)

    def set_factor(self, who: SignedIn, password: str, secret: str, code: str, address: str = "") -> tuple[str, ...]:
        """Ask for a code at every sign-in from now on; the recovery codes, which are shown once."""
        if self._own(who, password, address).factor:
            raise Unfit(SET_UP_ALREADY)
        step = totp.matching(secret, code, self._clock()) if totp.sound(secret) else None
        if step is None:
            raise Unfit("that is not the code of this moment; look again, and check that the phone's time is right")
        # Before the factor is there, so that in no moment, and after no crash, the same code opens the account.
        if not self._accounts.use_step(who.id, step):
            raise Unfit("a code of this moment was used before; wait for the next one")
        codes = totp.recovery_codes()

        def decide(accounts: Accounts) -> Sequence[Entry]:
            if _living(accounts, who.id).second_factor:
                raise Unfit(SET_UP_ALREADY)
            return [SecondFactorSet(who.id, secret, tuple(map(totp.hashed, codes)))]

        self._act(decide, who.id)
        self._close_sessions(who.id, "a second factor was set up", who.id, but=who.token_hash)
        return codes

    def remove_factor(self, who: SignedIn, password: str, code: str, address: str = "") -> SignedIn:
        """Sign in without a code again."""
        if self.rules.second_factor == "required":
            raise NotAllowed("this house asks for a second factor; the operator can reset it when a phone is lost")
        self._prove(who.name, self._accounts.get(who.id), password, code, address)
        self._act(
            lambda accounts: [SecondFactorRemoved(who.id)] if _living(accounts, who.id).second_factor else [], who.id
        )
        return self._latest(who)

    def recall(self, token: str, *, active: bool = True) -> SignedIn | Unknown | None:
        """Who holds this token, as far as that is known without asking the store; else UNKNOWN."""
        if len(token) != TOKEN_LENGTH:
            return None
        return self._memory.recall(_hashed(token), self._clock(), active=active)

    def recognise(self, token: str, *, active: bool = True) -> SignedIn | None:
        """Who holds this token, if their session has not expired; being active renews it."""
        if len(token) != TOKEN_LENGTH:
            return None
        hashed, generation = _hashed(token), self._memory.ready()
        session, now = self._accounts.session(hashed), self._clock()
        if session is None:
            return None
        if session.over <= now:
            self._expire(session, now)
            return None
        who = self._known(session)
        if who is None:
            return None
        if active and now - session.last_seen >= RENEW_MS:
            expires = now + (self.rules.guest_idle_ms if who.guest else self._idle(who.rank()))
            if not self._accounts.renew_session(hashed, expires, now):
                return None
            session = replace(session, expires=expires, last_seen=now)
        seen = Seen(who, who.id, session.over, session.last_seen + RENEW_MS)
        self._memory.keep(hashed, seen, generation)
        return who

    def last_seen(self, persons: Sequence[str]) -> dict[str, int]:
        """When each of these people last did something or watched a table of theirs; nobody who is signed out."""
        return self._accounts.last_seen(persons)

    def sign_out(self, who: SignedIn) -> None:
        """End this session."""
        session = self._accounts.session(who.token_hash)
        if session is not None:
            self._close(session, SignedOut(who.id, _session_name(session)), who.id)

    def sweep(self) -> int:
        """Forget expired sessions, names of guests who have gone, and old attempts; how many sessions."""
        now = self._clock()
        expired = self._accounts.expired(now)
        for session in expired:
            self._expire(session, now)
        self._accounts.sweep(now, HOUR)
        self._accounts.set_aligned(self._aligned())
        return len(expired)

    def _aligned(self) -> int:
        """The version up to which the table says what the record says; the table is put right where it does not."""
        with self._acting:
            accounts, version = self._load()
            self._write_rows(accounts, {row.id: row for row in self._accounts.all()}, ours=False)
            return version

    # ---- passwords and codes

    def _own(self, who: SignedIn, password: str, address: str) -> Person:
        """One's own account, if this is its password; the second factor was asked for at sign-in."""
        return self._prove(who.name, self._accounts.get(who.id), password, None, address)

    def _prove(self, name: str, person: Person | None, password: str, code: str | None, address: str) -> Person:
        """The account, if password and code are right and no earlier failure stands in the way; raise otherwise.

        The failure is counted before the password is looked at, so that guesses made at the same moment, here or in
        another process, cannot all slip in. An unknown name takes as long, and is slowed, like any other.
        """
        attempts, pace, now = self._accounts.attempts, self.rules.pace, self._clock()
        try:
            counted = attempts.begin(self._key(name), address, now, pace)
        except TooSoon as soon:
            raise Locked("too many wrong passwords; wait a little", soon.until, now) from soon
        living = None if person is None or person.ended else person
        kept = "" if living is None else living.password_hash.removeprefix(ONE_TIME)
        right = self._matches(kept or self._nobody, password)
        if living is None or not right or not kept:
            self._failed(None if living is None else living.id, counted)
            raise SignInRefused
        if self._expired(of_row(living)):
            attempts.undo(counted, now, pace)
            raise SignInRefused("this one-time password has expired; ask the operator for a new one")
        if living.factor and code is not None:
            if not code:
                attempts.undo(counted, now, pace)
                raise CodeNeeded("a code from your phone is needed too")
            if not self._code_holds(living, code, now):
                self._failed(living.id, counted)
                raise CodeNeeded("that code is wrong or was used before")
        attempts.succeeded(counted, now, pace)
        return living

    def _failed(self, person: str | None, counted: Counted) -> None:
        actor = person or STRANGER
        self._diary.note(SignInFailed(person, counted.failures, counted.address), actor=actor)
        if counted.failures == self.rules.pace.free:
            self._diary.note(LockedOut(person, counted.until, counted.address), actor=actor)

    def _code_holds(self, person: Person, code: str, now: int) -> bool:
        step = totp.matching(person.factor, code, now)
        if step is not None:
            return self._accounts.use_step(person.id, step)
        hashed = totp.hashed(code)
        if hashed not in person.codes:
            return False
        used: list[Entry] = []

        def decide(accounts: Accounts) -> Sequence[Entry]:
            used.clear()
            left = accounts[person.id].codes or ()
            if hashed in left:
                used.append(RecoveryCodeUsed(person.id, len(left) - 1, hashed))
            return used

        self._act(decide, person.id)
        return bool(used)

    def _expired(self, account: Account) -> bool:
        return account.one_time and self._clock() >= account.issued + self.rules.one_time_ms

    def _matches(self, password_hash: str, password: str) -> bool:
        try:
            with self._hashing:
                return self._hasher.verify(password_hash, password[: passwords.LONGEST + 1])
        except (VerificationError, InvalidHashError):
            return False

    def _hash(self, password: str) -> str:
        with self._hashing:
            return self._hasher.hash(password)

    def _one_time_hash(self, password: str) -> str:
        return ONE_TIME + self._hash(password)

    def _key(self, name: str) -> int:
        """A name as attempts are counted under it: short enough that what was typed by mistake is not given away."""
        self._salt = self._salt or self._accounts.salt()
        return int.from_bytes(hmac.digest(self._salt, name.encode("utf-8", "replace"), "sha256")[:4], "big")

    # ---- sessions

    def _idle(self, rank: str) -> int:
        return min(self.rules.staff_idle_ms, self.rules.dealer_idle_ms) if rank == DEALER else self.rules.staff_idle_ms

    def _open_session(self, person: str, idle_ms: int, life_ms: int, address: str | None = None) -> str:
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self._clock()
        session = Session(_hashed(token), person, expires=now + idle_ms, last_seen=now, until=now + life_ms)
        if address is not None:
            self._diary.note(StaffSignedIn(person, _session_name(session), address), actor=person)
        self._accounts.open_session(session, seen=0 if address is None else now)
        return token

    def _close_sessions(self, person: str, why: str, actor: str, but: bytes = b"") -> None:
        for session in self._accounts.sessions(person):
            if session.token_hash != but:
                self._end_session(session, why, actor)

    def _expire(self, session: Session, now: int) -> None:
        outlived = session.until and session.until <= now
        self._end_session(session, "it has lasted as long as it may" if outlived else "it was idle", HOUSE)

    def _end_session(self, session: Session | None, why: str, actor: str) -> None:
        if session is not None:
            self._close(session, SessionEnded(session.person, _session_name(session), why), actor)

    def _close(self, session: Session, entry: Entry, actor: str) -> None:
        """Put a session's end on record once, whoever notices it first, and end it."""
        stream = _own_stream(session.person) if session.person.startswith(GUESTS) else PEOPLE
        self._diary.note(entry, actor=actor, stream=stream, once=f"session:{_session_name(session)}")
        self._accounts.remove_session(session.token_hash)
        self._memory.forget(session.token_hash, ended=True)
        self.bells.ring(session.token_hash)

    def _known(self, session: Session) -> SignedIn | None:
        person = self._accounts.get(session.person)
        if person is not None:
            return None if person.ended else self._signed_in(person, session.token_hash)
        name = self._guest_name(session.person)
        return None if name is None else SignedIn(session.person, name, {}, session.token_hash)

    def _latest(self, who: SignedIn) -> SignedIn:
        person = self._accounts.get(who.id)
        if person is None or person.ended:
            raise SignInRefused
        return self._signed_in(person, who.token_hash)

    def _signed_in(self, person: Person, token_hash: bytes) -> SignedIn:
        return SignedIn(
            person.id,
            person.name,
            person.ranks,
            token_hash,
            must_change_password=person.password_hash.startswith(ONE_TIME),
            second_factor=bool(person.factor),
            pin=bool(person.pin),
            must_set_second_factor=self.rules.second_factor == "required" and not person.factor,
        )

    def _read_guest_name(self, guest: str) -> str | None:
        for stored in self._store.read(_own_stream(guest), limit=1):
            return msgspec.json.decode(stored.payload, type=GuestWelcomed).name
        return None

    def _another(self, name: str, taken: set[str]) -> str:
        """A name like this one that is free."""
        ideas = {skeleton(each): each for each in others(name)}
        here = self._accounts.here(list(ideas), self._clock()) | taken
        return next((idea for bones, idea in ideas.items() if bones not in here), "")


def _operates(account: Account) -> bool:
    return not account.ended and account.ranks.get(EVERY_BOOK) == OPERATOR


def _operator(accounts: Accounts, by: SignedIn) -> None:
    """Raise unless whoever asks is an operator at this moment."""
    own = accounts.get(by.id)
    if own is None or not _operates(own):
        raise NotAllowed("accounts are the operator's to change")


def _living(accounts: Accounts, person: str) -> Account:
    account = accounts.get(person)
    if account is None:
        raise NoSuchAccount(f"there is no account {person!r}")
    if account.ended:
        raise Unfit("that account has ended")
    return account


def _own_stream(person: str) -> str:
    return f"person:{person}"


def _session_name(session: Session) -> str:
    """What the record calls a session: enough to tell it from others, of no use to anyone else."""
    return session.token_hash.hex()[:16]


def _hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def _one_time_password() -> str:
    return "-".join("".join(secrets.choice(UNMISTAKABLE) for _ in range(4)) for _ in range(3))
