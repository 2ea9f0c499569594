"""How a table stands before a round, as the head of a script: its table line, who is there, and what is in force."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK, Card, Device
from croupier.money import MOST_CENTS
from croupier.scripts.acts import A_DOLLAR, BUYS, LEAVES, SITS, STANDS, WITHOUT_CHIPS
from croupier.scripts.card_acts import DEALT_BEFORE
from croupier.scripts.finding import Findings, Value, values_in
from croupier.scripts.forms import Form, Given, Setting, Statement
from croupier.scripts.header import DOLLAR, LIMITS, LISTED, NESTED
from croupier.scripts.kinds import Subject
from croupier.scripts.parse import parse
from croupier.scripts.pattern import words_of
from croupier.scripts.run import set_up
from croupier.scripts.table import Table
from croupier.scripts.vocabulary import Vocabulary
from croupier.table.state import Person, Step

CLOSED, UNSHUFFLED, UNCHECKED = "not yet open", "not yet shuffled", "new cards not yet checked"
"""What the table line says of a table whose cards are not ready."""

_ELSEWHERE = ("limits", "table")
"""Terms that other parts of the line say, and the table's id, which a script's table has none of."""


def table_line(language: Vocabulary, state: Any, beside: Mapping[str, Any]) -> str:
    """The table line of a table that stands like this; `beside` is what else it is to say: its hour, its meter."""
    parts = _settings(language, state, {**beside, "round": state.round + 1}, language.game.terms())
    parts += _limits(language, state)
    return ", ".join([f"table {language.game.name}", *parts, *_unready(state)])


def _unready(state: Any) -> tuple[str, ...]:
    """What is said of cards that a round cannot be played with."""
    if not state.is_open:
        return (CLOSED,)
    match state.care.step:
        case Step.READY:
            return ()
        case Step.CHECK:
            return (UNCHECKED,)
        case _:
            return (UNSHUFFLED,)


def terms_said(language: Vocabulary, state: Any, beside: Mapping[str, Any]) -> list[str]:
    """What a table is played by: each of its terms and limits, also the usual ones, in the words of the table line.

    What there is none of is no term: at 0 seconds to act a table takes the time of its house.
    """
    return [*_settings(language, state, beside, None), *_signs(language, state)]


def _settings(language: Vocabulary, state: Any, beside: Mapping[str, Any], usual: Any) -> list[str]:
    """The parts of the table line that say these terms, but for what is usual."""
    terms = language.terms_now(state)
    wanted = {**_flat(_terms(terms)), **beside}
    known = None if usual is None else _flat(_terms(usual))
    found = [*(Value(name, value) for name, value in wanted.items()), *values_in(terms)]
    if "meter" in beside:
        seed, mites = beside["meter"]
        found = [Value("seed", seed), Value("exact", (mites, 6)), *found]
    findings = Findings(found, language.kinds)
    parts, said = list[str](), set[str]()
    for form, pattern in language.settings:
        for values in findings.fillings(pattern, {}):
            assert isinstance(form, Setting)
            try:
                sets = _flat(form.sets(Given(values)))
            except ValueError:
                continue  # values that no table can have together
            if sets and not sets.keys() <= said and _wanted(sets, wanted, known):
                parts.append(_said(language, form, values))
                said |= sets.keys()
    return parts


def _wanted(sets: Mapping[str, Any], wanted: Mapping[str, Any], usual: Mapping[str, Any] | None) -> bool:
    """Whether a part of the line says what is so, and something that goes without saying nowhere else."""
    if any(name not in wanted or wanted[name] != value for name, value in sets.items()):
        return False
    if usual is None:
        return any(isinstance(value, bool) or value not in (0, None) for value in sets.values())
    return any(usual.get(name) != value for name, value in sets.items())


def _terms(terms: Any) -> dict[str, Any]:
    return {name: getattr(terms, name) for name in terms.__struct_fields__ if name not in _ELSEWHERE}


def _flat(terms: Mapping[str, Any]) -> dict[str, Any]:
    """Terms by name, those made of several parts by the names of their parts as well."""
    found = dict(terms)
    for name in LISTED:
        listed = found.pop(name, ())
        named = listed if isinstance(listed, Mapping) else {each.name: each for each in listed}
        found |= {f"{name}.{part}": value for part, value in named.items()}
    for name in NESTED:
        parts = found.get(name)
        if isinstance(parts, msgspec.Struct):
            found |= {f"{name}.{part}": getattr(parts, part) for part in parts.__struct_fields__}
        elif isinstance(parts, Mapping):
            del found[name]
            found |= {f"{name}.{part}": value for part, value in parts.items()}
    return found


def _signs(language: Vocabulary, state: Any) -> Iterator[str]:
    for bet, limits in state.limits.items():
        values = {"bet": bet, "low": limits.minimum, "high": limits.maximum, "step": limits.step}
        yield _said(language, LIMITS, values)


def _limits(language: Vocabulary, state: Any) -> Iterator[str]:
    """The sign as it is, where it is not what a table line means by itself."""
    others = {name: value for name, value in _terms(state.terms).items() if name != "limits"}
    plain = {bet: replace(each, step=DOLLAR) for bet, each in type(state.terms)(**others).limits.items()}
    for bet, limits in state.limits.items():
        known = bet in plain or bet in state.terms.limits
        if known and limits != plain.get(bet):
            values = {"bet": bet, "low": limits.minimum, "high": limits.maximum, "step": limits.step}
            yield _said(language, LIMITS, values)


def _said(language: Vocabulary, form: Form, values: Mapping[str, Any]) -> str:
    line = language.write(form, values)
    assert line is not None, f"{form.written} takes {values}"
    return line


def made_ready(language: Vocabulary, line: str) -> Table:
    """The table of a table line, made ready as the line says."""
    table, refusal = set_up(parse(f"# A table.\n{line}"))
    assert refusal is None, f"{line} is refused: {refusal}"
    return table


def those_there(language: Vocabulary, state: Any, acting: Collection[str]) -> Iterator[str]:
    """The lines that bring everyone to where they are, in the order in which they came.

    Of those who have left, the ones who act once more have been there before.
    """
    for name in state.departed:
        if name in acting and name not in state.people:
            yield _said(language, STANDS, {"player": Subject(name), "amount": A_DOLLAR})
            yield _said(language, LEAVES, {"player": Subject(name)})
    for person in sorted(state.people.values(), key=lambda each: each.arrived):
        yield from _came(language, person, state.stack(person.id))
    for form, values in language.stood(state):
        yield _said(language, form, values)


def _came(language: Vocabulary, person: Person, stack: int) -> Iterator[str]:
    who, place = {"player": Subject(person.id)}, {"seat": person.seat}
    if not stack:
        yield _said(language, WITHOUT_CHIPS, {**who, **place})
        return
    brought = min(stack, MOST_CENTS)
    yield _said(language, SITS if person.seat is not None else STANDS, {**who, **place, "amount": brought})
    if stack > brought:
        yield _said(language, BUYS, {**who, "amount": stack - brought})


def shoe_line(language: Vocabulary, state: Any, table: Table) -> str | None:
    """The line that puts the shoe where it stood, if cards of earlier rounds have come out of it."""
    shoe, ready = state.shoe, table.state.shoe
    known = any(form is DEALT_BEFORE for form, _ in language.lines)
    if not known or state.care.step is not Step.READY or shoe.device is not Device.SHOE:
        return None
    gone: list[tuple[Card, int]] = []
    for card in DECK:
        times = ready.unseen[card.number] - shoe.unseen[card.number]
        if times > 0:
            gone.append((card, times))
    down = ready.inside - shoe.inside - sum(times for _, times in gone)
    if not gone or down < 0:
        return None
    return _said(language, DEALT_BEFORE, {"counted": tuple(gone), "number": down or None})


def statement(language: Vocabulary, line: str) -> Statement:
    """A line as the runner reads it."""
    form, given = language.read(language.lines, words_of(line), len(line) + 1)
    return Statement(0, line, form, given)


_PAST = frozenset(
    [
        "arrivals",
        "arrived",
        "chips",
        "claims",
        "departed",
        "gains",
        "hands",
        "idle",
        "left_behind",
        "raised",
        "results",
        "round",
        "shoe",
        "terms",
        "terms_version",
    ]
)
"""What tells of earlier rounds, or is brought back by other lines."""
_NOTHING = object()


def facts(state: Any, way: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Everything that a state says of what is agreed, announced, reported or broken, each under the way to it."""
    if isinstance(state, msgspec.Struct):
        for name in state.__struct_fields__:
            if name not in _PAST:
                yield from facts(getattr(state, name), (*way, name))
    elif isinstance(state, dict):
        for key, each in state.items():
            yield from facts(each, (*way, str(key)))
    elif isinstance(state, tuple):
        yield (*way, "#"), len(state)
        for n, each in enumerate(state):
            yield from facts(each, (*way, str(n)))
    else:
        yield way, state


def apart(state: Any, wanted: Mapping[tuple[str, ...], Any]) -> int:
    """In how many facts a table is not as wanted."""
    now = dict(facts(state))
    return sum(now.get(way, _NOTHING) != wanted.get(way, _NOTHING) for way in now.keys() | wanted.keys())
