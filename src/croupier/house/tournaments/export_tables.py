"""What tables did, as it stands in the document of a tournament: who sat with which chips, hands, secret wagers.

Chips are added up from what moved at a table, and from nothing that the tournament says of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from croupier.table.contract import Event
from croupier.table.declare import EVENTS, Ends, EventInfo
from croupier.table.endings import endings_in
from croupier.table.state import Settled
from croupier.table.tournaments.colouring_up import EntrantColouredUp
from croupier.table.tournaments.reserved import LevelSet, TableHeld, TableReleased, TableReserved
from croupier.table.tournaments.reserved_people import EntrantGiven, EntrantSeated, EntrantTakenUp
from croupier.table.tournaments.secret_wagers import SecretLaid, SecretOpened, amount

Data = dict[str, Any]


class Happened(NamedTuple):
    """An event and when it was, in milliseconds of universal time."""

    at: int
    event: Event


class Numbers:
    """The number by which each person is known in the document."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def __call__(self, person: str) -> int:
        return self._known.setdefault(person, len(self._known) + 1)


def table_log(own: str, name: str, told: Iterable[Happened], numbers: Numbers, seed: str) -> Iterator[Data]:
    """What a table did while it served the tournament: who sat down and got up with what, and each hand."""
    log, here = _Log(name, numbers, seed), False
    for at, event in told:
        if isinstance(event, TableReserved) and event.tournament == own:
            here, log = True, _Log(name, numbers, seed, log.secrets)
        if here:
            for found in log.told(event):
                yield {"at": at, **found}
        here = here and not isinstance(event, TableReleased)


class _Log:
    """A table as its events leave it: chips in front of everyone, what they staked, and secret wagers."""

    def __init__(self, name: str, numbers: Numbers, seed: str, secrets: int = 0) -> None:
        self.name, self.numbers, self.seed = name, numbers, seed
        self.stacks: dict[str, int] = {}
        self.staked: dict[str, int] = {}
        self.secrets = secrets
        """How many secret wagers there have been,"""
        self.sealed: dict[int, tuple[str, int, str]] = {}
        """and those that are not opened: by number, whose and on what."""

    def told(self, event: Event) -> Iterator[Data]:
        """What is told of an event."""
        for each in event.moves:
            for account, cents in ((each.source, -each.cents), (each.target, each.cents)):
                kind, _, player = account.partition(":")
                if kind == "stack":
                    self.stacks[player] = self.stacks.get(player, 0) + cents
        yield from self._seats(event)
        yield from self._secrets(event)
        yield from self._hands(event, EVENTS[type(event)])

    def _seats(self, event: Event) -> Iterator[Data]:
        """The tournament's orders: tables and people."""
        match event:
            case TableReserved():
                yield {"what": "reserved"}
            case TableReleased():
                yield {"what": "released"}
            case LevelSet():
                yield {"what": "level", **_level(event)}
            case EntrantSeated(player=player, seat=seat):
                cents = self.stacks.setdefault(player, 0)
                yield {"what": "seated", "person": self.numbers(player), "seat": seat, "cents": cents}
            case EntrantGiven(player=player):
                yield {"what": "given", "person": self.numbers(player), "cents": _moved(event)}
            case EntrantColouredUp(player=player, cents=cents):
                yield {"what": "coloured up", "person": self.numbers(player), "cents": cents}
            case EntrantTakenUp(player=player):
                self.stacks.pop(player, None)
                yield {"what": "taken up", "person": self.numbers(player), "cents": _moved(event)}

    def _secrets(self, event: Event) -> Iterator[Data]:
        """Secret wagers: sealed until they are opened; those that never are were never made."""
        match event:
            case SecretLaid(player=player, area=area, bet=bet, said=said):
                self.secrets += 1
                self.sealed[self.secrets] = (player, area, bet)
                sealed = {} if said is None else {"sealed": seal(self.seed, self.name, self.secrets, amount(said))}
                yield {"what": "secret", "number": self.secrets, "person": self.numbers(player), **sealed}
            case SecretOpened(player=player, area=area, bet=bet, asked=asked, cents=cents):
                number = next((each for each, whose in self.sealed.items() if whose == (player, area, bet)), 0)
                self.sealed.pop(number, None)
                yield {"what": "opened", "number": number, "asked": asked, "cents": cents}
            case TableHeld():
                yield from self._back(list(self.sealed))
            case EntrantTakenUp(player=player):
                yield from self._back([number for number, (whose, _, _) in self.sealed.items() if whose == player])

    def _back(self, numbers: list[int]) -> Iterator[Data]:
        for number in numbers:
            del self.sealed[number]
            yield {"what": "secret back", "number": number}

    def _hands(self, event: Event, said: EventInfo) -> Iterator[Data]:
        """How hands begin and what they leave."""
        self.staked = {} if said.begins else self.staked
        for player, cents in said.stakes(event) if said.stakes is not None else ():
            self.staked[player] = self.staked.get(player, 0) + cents
        if said.begins:
            yield {"what": "hand begins", **_beginning(event, self.numbers)}
        elif said.ends is not None:
            yield {
                "what": "hand over",
                "staked": [[self.numbers(player), cents] for player, cents in self.staked.items()],
                "stacks": [[self.numbers(player), cents] for player, cents in self.stacks.items()],
            }


def seal(seed: str, table: str, number: int, asked: int | None) -> str:
    """What stands for a secret wager until it is opened: nobody finds the amount from it who has not the seed."""
    return sha256(f"{seed}:secret:{table}:{number}:{'' if asked is None else asked}".encode()).hexdigest()


def _moved(event: Event) -> int:
    return sum([each.cents for each in event.moves])


def _level(event: LevelSet) -> Data:
    if event.blinds:
        return {"blinds": list(event.blinds), "ante": event.ante, "blind_ante": event.blind_ante}
    return {"minimum": event.minimum, "maximum": event.maximum}


def _beginning(event: Any, numbers: Numbers) -> Data:
    """How a hand begins: where players play each other, who is dealt in and what was posted where."""
    line = getattr(event, "line", None)
    if line is None:
        return {}
    return {
        "line": list(line),
        "dealt": [[seat, numbers(player)] for seat, player in event.dealt],
        "posted": [[each.seat, each.what.value, each.cents] for each in event.posts],
    }


class Collected(NamedTuple):
    """When entries to a tournament were collected, and the clause that pays the wagers by which they are won."""

    since: int
    until: int | None
    wins: str


def winning_wagers(told: Iterable[Happened], collected: Collected, numbers: Numbers) -> Iterator[Data]:
    """The wagers of rounds for cash that have won entries, as each round closes: a correction may settle one anew."""
    settled: dict[tuple[int, str, str, int], Settled] = {}
    reserved = False
    for at, event in told:
        said = EVENTS[type(event)]
        reserved = (reserved or isinstance(event, TableReserved)) and not isinstance(event, TableReleased)
        if said.undoes is not None:
            settled = {key: each for key, each in settled.items() if not said.undoes(event, each)}
        settled |= {each.key: each for each in endings_in(event)}
        if said.ends is None:
            continue
        found = [each for each in settled.values() if collected.wins in each.under]
        settled = {}
        in_time = collected.since <= at and (collected.until is None or at <= collected.until)
        if found and in_time and said.ends is Ends.SETTLED and not reserved:
            yield {"at": at, "won": [[numbers(each.player), each.area, each.stake] for each in found]}
