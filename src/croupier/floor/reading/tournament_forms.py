"""What may be done about a tournament, as forms to fill in: found by trying, so that pages need know no rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

import msgspec

from croupier.cards import BY_CHANCE
from croupier.house.tournaments.commands import ORDINARY
from croupier.house.tournaments.deciding import decide
from croupier.house.tournaments.model import Entrant, Status, Tournament
from croupier.house.tournaments.sessions import MINUTE_MS
from croupier.table.contract import Actor, Clauses, Command, Reason, Refusal
from croupier.table.declare import COMMANDS
from croupier.table.fields import Field, fields_of
from croupier.table.offers import Choice, FieldView

MOST_TRIED = 24
"""How many examples of a command are tried; where none of so many will do, the command is for another moment."""

WORDS = "words"
"""What an example says where a person would say it in words."""

LATER_MINUTES = 30
"""How much later a start is moved in an example."""

LABELS = {"at": "New time", "tables": "Tables", "entrants": "Entrants", "there": "Is there", "absent": "Is absent"}
_WHOM = ("player", "name")
HINTS = {"player": "what the house calls them by, such as p-12"}


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """A command that someone may give, or why they cannot now."""

    type: str
    label: str
    words: str
    open: bool
    why: str
    """Why it cannot be given now."""
    facts: dict[str, str | int]
    under: Clauses
    fixed: dict[str, Any]
    """What stands in it already."""
    fields: tuple[FieldView, ...]


class Around(msgspec.Struct, frozen=True, kw_only=True):
    """What forms choose from beside the tournament itself."""

    tables: Mapping[str, str] = {}
    """What the tables of its game are called, by their ids."""
    areas: Mapping[str, int] = {}
    """How many can sit at each of them."""
    staff: Mapping[str, str] = {}
    """What people of the house are called, by their ids."""


def forms(
    tournament: Tournament,
    by: Actor,
    at: int,
    around: Around,
    kinds: Iterable[type[Command]] = ORDINARY,
    *,
    own: Sequence[Entrant] | None = None,
) -> tuple[Form, ...]:
    """Every command that is this person's to give, open or not; those for others, or of other books, are left out.

    Whoever has entered is asked about their `own` entry alone.
    """
    entrants = [each for each in tournament.entrants.values() if each.status is Status.IN] if own is None else own
    trial = _Trial(tournament=tournament, by=by, at=at, around=around, entrants=entrants, house=own is None)
    found = [_form(trial, kind) for kind in kinds]
    return tuple([each for each in found if each is not None])


@dataclass(frozen=True, kw_only=True)
class _Trial:
    """Commands tried on a tournament by one person."""

    tournament: Tournament
    by: Actor
    at: int
    around: Around
    entrants: Sequence[Entrant]
    house: bool

    def example(self, kind: type[Command]) -> tuple[Command, Refusal | None] | None:
        """A command of a kind that would be accepted, or the first that was tried, with why it is refused."""
        first = None
        for command in islice(self._examples(kind), MOST_TRIED):
            decision = decide(self.tournament, command, self.by, self.at, BY_CHANCE)
            if not isinstance(decision, Refusal):
                return command, None
            first = first or (command, decision)
        return first

    def _examples(self, kind: type[Command]) -> Iterator[Command]:
        fields = fields_of(kind)
        for values in product(*[self._values(each) for each in fields]):
            yield kind(**{each.name: value for each, value in zip(fields, values, strict=True)})

    def _values(self, field: Field) -> Sequence[Any]:
        """What a field may hold in an example."""
        state = self.tournament
        match field.name:
            case "text":
                return (state.text,)
            case "entrant":
                return tuple([each.number for each in self.entrants]) or (0,)
            case "entrants":
                return (self.strangers(),)
            case "objection":
                return tuple([each.number for each in state.objections]) or (0,)
            case "tables":
                return (self._free_tables(),)
            case "table":
                return self.tables() or ("",)
            case "session":
                return range(state.played + 1, len(state.starts) + 1) or (1,)
            case "at":
                return tuple([each + LATER_MINUTES * MINUTE_MS for each in state.starts[state.played :]]) or (self.at,)
            case "person":
                return tuple(self.around.staff) or (WORDS,)
        if isinstance(field.default, bool):
            return (field.default, not field.default)
        return (WORDS,) if self.must_say(field) else (field.default,)

    def must_say(self, field: Field) -> bool:
        """Whether a field cannot be left out: the house says for whom it acts."""
        return field.default is msgspec.NODEFAULT or (self.house and field.name in _WHOM)

    def strangers(self) -> tuple[int, ...]:
        """Those who have not been briefed."""
        return tuple([each.number for each in self.entrants if each.plays not in each.briefed])

    def tables(self) -> tuple[str, ...]:
        """The tables of the session."""
        sitting = self.tournament.sitting
        return () if sitting is None else tuple(sitting.tables)

    def _free_tables(self) -> tuple[str, ...]:
        return self.tournament.designated or tuple(self.around.tables)[:1]


def _form(trial: _Trial, kind: type[Command]) -> Form | None:
    found = trial.example(kind)
    if found is None:
        return None
    command, refusal = found
    reason = None if refusal is None else refusal.reason
    if reason in (Reason.RANK, Reason.NOT_YOURS, Reason.NOT_HERE, Reason.FORBIDDEN):
        return None
    info, asked = COMMANDS[kind], [each for each in fields_of(kind) if _is_asked(each, kind, trial)]
    names = {each.name for each in asked}
    fixed = {name: value for name, value in _plain(command).items() if name not in names and _stands(name, trial)}
    return Form(
        type=kind.__name__,
        label=info.label,
        words=info.words,
        open=refusal is None,
        why="" if refusal is None else refusal.reason.value,
        facts={} if refusal is None else dict(refusal.facts),
        under=() if refusal is None else refusal.under,
        fixed=fixed,
        fields=tuple([_field(each, command, trial) for each in asked]),
    )


def _plain(command: Command) -> dict[str, Any]:
    return {name: value for name, value in msgspec.to_builtins(command).items() if name != "type"}


def _stands(name: str, trial: _Trial) -> bool:
    """Whether a field that nobody is asked for is sent along."""
    return name == "text" or (name == "entrant" and not trial.house)


def _is_asked(field: Field, kind: type[Command], trial: _Trial) -> bool:
    """Whether a person fills a field in; who is chosen is known by name, and one's only entry is meant."""
    if field.name == "name" and any(each.name == "person" for each in fields_of(kind)):
        return False
    if field.name == "text" or (field.name == "entrant" and not trial.house and len(trial.entrants) < 2):
        return False
    if trial.house or field.name == "promotion":
        return True
    return field.default is msgspec.NODEFAULT


def _field(field: Field, example: Command, trial: _Trial) -> FieldView:
    choices, kind = _choices(field, trial), _kind(field)
    value = getattr(example, field.name)
    return FieldView(
        name=field.name,
        label=LABELS.get(field.name, field.asks.label),
        kind=kind,
        optional=not trial.must_say(field),
        choices=choices,
        low=None,
        high=None,
        start=_start(field, kind, value),
        starts=(),
        hint=HINTS.get(field.name, ""),
        many=None,
        known=(),
    )


_MANY = ("entrants", "tables")


def _kind(field: Field) -> str:
    if field.name in _MANY:
        return "many"
    if isinstance(field.default, bool):
        return "flag"
    if field.name in _CHOSEN:
        return "choice"
    return "moment" if field.name == "at" else "number" if field.asks.kind in ("number", "count") else "text"


_CHOSEN = ("entrant", "table", "session", "person", "objection")


def _start(field: Field, kind: str, value: Any) -> Any:
    """What a field starts from: nothing where a person gives their own words."""
    return "" if kind in ("text", "number") or value == WORDS else value


def _choices(field: Field, trial: _Trial) -> tuple[Choice, ...]:
    match field.name:
        case "entrant" | "entrants":
            return tuple([Choice(each.number, f"{each.number} {each.name}") for each in trial.entrants])
        case "tables":
            return tuple([Choice(table, title) for table, title in trial.around.tables.items()])
        case "table":
            return tuple([Choice(table, trial.around.tables.get(table, table)) for table in trial.tables()])
        case "session":
            state = trial.tournament
            return tuple([Choice(each, str(each)) for each in range(state.played + 1, len(state.starts) + 1)])
        case "person":
            return tuple([Choice(person, name) for person, name in trial.around.staff.items()])
        case "objection":
            objections = [each for each in trial.tournament.objections if trial.house or each.person == trial.by.id]
            return tuple([Choice(each.number, f"{each.number} {each.about}") for each in objections])
    return ()
