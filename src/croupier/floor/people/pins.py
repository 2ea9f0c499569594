"""PINs: with one, someone of a higher rank acts at a dealer's station without signing the dealer out.

A PIN opens nothing by itself. It is looked at only where someone of the house is signed in, and gives one act at one
table within two minutes. Wrong ones are counted for the account and the station, which is one session of whoever is
signed in there, before the PIN is looked at, and slowed like wrong passwords: other stations go on. Who signs in anew
to guess on has their share of what the account allows, and no more.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from croupier.floor.people.diary import Clock, Diary, Entry
from croupier.floor.people.entries import PinFailed, PinRemoved, PinSet, SteppedIn
from croupier.floor.people.names import NAME_LENGTH, Unfit
from croupier.floor.people.passwords import is_common
from croupier.floor.people.terms import Locked, NotAllowed, SignedIn, SignInRefused
from croupier.floor.store.attempts import Pace, TooSoon
from croupier.floor.store.elevations import Elevation
from croupier.floor.store.people import People as Accounts
from croupier.floor.store.people import Person

if TYPE_CHECKING:
    from croupier.floor.people.fold import Account

SHORTEST, LONGEST = 6, 12
LASTS_MS = 120_000
"""How long someone may stand at another's station before they give their PIN again."""

PACE = Pace(first_ms=30_000, account_burst=10, account_ms=60_000, share_burst=5, share_ms=120_000)
"""A PIN is shorter than a password, so wrong ones wait longer."""

TOKEN_BYTES = 32
WRONG = "the name or the PIN is wrong; a PIN is set under Account"
OVER = "this is over: give the PIN again"


def why_not(pin: str) -> str | None:
    """What is wrong with a PIN that someone wants, if anything is.

    >>> why_not("280317"), why_not("12345"), why_not("876543"), why_not("444444")
    (None, 'a PIN has 6 to 12 digits', 'a PIN is no row of digits', 'a PIN is no row of digits')
    >>> why_not("159753"), why_not("123123")
    ('that PIN is one that many people choose', 'that PIN is one that many people choose')
    """
    if not (pin.isascii() and pin.isdigit() and SHORTEST <= len(pin) <= LONGEST):
        return f"a PIN has {SHORTEST} to {LONGEST} digits"
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    if len(steps) == 1 and steps <= {0, 1, 9}:
        return "a PIN is no row of digits"
    return "that PIN is one that many people choose" if is_common(pin) else None


class Proof:
    """How the house hashes and proves what only its people know; lent by whoever keeps the accounts."""

    def __init__(
        self,
        *,
        own: Callable[[SignedIn, str, str], Person],
        act: Callable[[Callable[[Mapping[str, Account]], Sequence[Entry]], str], None],
        matches: Callable[[str, str], bool],
        hashed: Callable[[str], str],
        key: Callable[[str], int],
        nobody: str,
    ) -> None:
        self.own, self.act, self.matches, self.hashed, self.key, self.nobody = own, act, matches, hashed, key, nobody


class Pins:
    """The PINs of the house, and who stands at another's station by one."""

    def __init__(self, accounts: Accounts, diary: Diary, clock: Clock, proof: Proof) -> None:
        self._accounts, self._diary, self._clock, self._proof = accounts, diary, clock, proof

    def set(self, who: SignedIn, password: str, pin: str, address: str) -> None:
        """Have this PIN from now on."""
        self._proof.own(who, password, address)
        if problem := why_not(pin):
            raise Unfit(problem)
        hashed = self._proof.hashed(pin)
        self._proof.act(lambda _: [PinSet(who.id, hashed)], who.id)
        self._accounts.attempts.forgive(self._key(who.name))

    def remove(self, who: SignedIn) -> None:
        """Have no PIN any more."""

        def decide(accounts: Mapping[str, Account]) -> Sequence[Entry]:
            return [PinRemoved(who.id)] if accounts[who.id].has_pin else []

        self._proof.act(decide, who.id)

    def step_in(
        self, name: str, pin: str, station: SignedIn, table: str, may: Callable[[SignedIn], bool]
    ) -> tuple[str, Elevation, SignedIn]:
        """Let someone act at a station: the token of one act there, until when it holds, and who they are.

        SignInRefused, Locked or NotAllowed otherwise. `may` says whether their rank is of use at the table.
        """
        who = self._known(name.strip().lower()[: 2 * NAME_LENGTH], pin, station, table)
        found = SignedIn(who.id, who.name, who.ranks, b"")
        if who.id == station.id:
            raise NotAllowed("you are signed in at this station yourself")
        if not may(found):
            raise NotAllowed(f"{who.name} may do no more at this table than whoever is signed in here")
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self._clock()
        elevation = Elevation(
            token_hash=_hashed(token),
            session=station.token_hash,
            person=who.id,
            table_id=table,
            version=who.version,
            until=now + LASTS_MS,
        )
        self._diary.note(SteppedIn(who.id, station.id, table), actor=who.id)
        self._accounts.elevations.put(elevation, now)
        return token, elevation, found

    def standing(self, token: str, station: SignedIn, table: str) -> tuple[Elevation, SignedIn]:
        """Who stands at a station by a token; NotAllowed when it holds no longer, or was given elsewhere."""
        found = self._accounts.elevations.get(_hashed(token))
        if found is None or found.session != station.token_hash or found.table_id != table:
            raise NotAllowed(OVER)
        who = self._accounts.get(found.person)
        if found.until <= self._clock() or who is None or who.ended or who.version != found.version:
            raise NotAllowed(OVER)
        return found, SignedIn(who.id, who.name, who.ranks, b"")

    def step_out(self, station: SignedIn) -> None:
        """End whatever stands at a station."""
        self._accounts.elevations.end(station.token_hash)

    def _known(self, name: str, pin: str, station: SignedIn, table: str) -> Person:
        """The account whose PIN this is; unknown names, and those without a PIN, take as long as any other."""
        attempts, now = self._accounts.attempts, self._clock()
        try:
            counted = attempts.begin(self._key(name), _station(station), now, PACE, share=station.id)
        except TooSoon as soon:
            raise Locked("too many wrong PINs; wait a little", soon.until, now) from soon
        person = self._accounts.named(name)
        kept = "" if person is None or person.ended else person.pin
        right = self._proof.matches(kept or self._proof.nobody, pin)
        if person is None or not kept or not right:
            known = None if person is None or person.ended else person.id
            failed = PinFailed(known, station.id, table, counted.failures, counted.until)
            self._diary.note(failed, actor=station.id)
            raise SignInRefused(WRONG)
        attempts.succeeded(counted, now, PACE)
        return person

    def _key(self, name: str) -> int:
        """Attempts at a PIN are counted apart from those at the password."""
        return self._proof.key(f"pin {name}")


def _hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def _station(station: SignedIn) -> str:
    """One station, as attempts are counted at it: several people may be signed in under one name, each at their own."""
    return f"station:{station.id}:{station.token_hash.hex()[:16]}"
