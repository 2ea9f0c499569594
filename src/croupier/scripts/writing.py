"""Writing a table script from a record: every act as the line that leads to what came of it.

No list says which line belongs to which event. The forms of the language are tried with the values that an act's
events hold, at a table of the script's own, and the line whose events are those of the record is the one: what is
written therefore passes. Hidden faces are left out before anything is looked for, so no line can tell one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any

import msgspec

from croupier.books import UnknownClause, cite
from croupier.cards import Card
from croupier.games import Game
from croupier.scripts.directions import RUNS_OUT
from croupier.scripts.expectations import CHANGED, ENDED, RACK_CHANGED, UNCHANGED, WENT_BACK
from croupier.scripts.finding import Findings, Value, values_in
from croupier.scripts.forms import Broken, Form, Given, Statement
from croupier.scripts.kinds import DAY_MS, MINUTE_MS, Subject, clock
from croupier.scripts.pattern import compiled, slots, words_of
from croupier.scripts.renaming import Cast
from croupier.scripts.run import play
from croupier.scripts.standing import apart, facts, made_ready, shoe_line, statement, table_line, those_there
from croupier.scripts.table import Table, cites_for
from croupier.scripts.vocabulary import Vocabulary, vocabulary
from croupier.table.accounts import ADVANCE, RACK
from croupier.table.advances import own_moves
from croupier.table.contract import CLOCK, PLAYER, Actor, Clauses, Event
from croupier.table.declare import EVENTS, say, told
from croupier.table.endings import endings_in
from croupier.table.state import Settled

EYES = Actor("", "", "regulator")
"""For whom scripts are written: someone who hears of everything, but of faces only as they become public."""


Learned = dict[tuple[type[Event], ...], list[Form]]
"""Which forms have said acts of which events."""


class Passage(msgspec.Struct, frozen=True):
    """One act of a record: when, by whom and with which rank, and what came of it."""

    at: int
    by: str
    rank: str
    events: tuple[Event, ...]


class Written(msgspec.Struct, frozen=True):
    """A script, the sentences of what no line of it tells, and how many acts it was written from."""

    text: str
    untold: tuple[str, ...]
    acts: int

    @property
    def partial(self) -> bool:
        """Whether the record tells more than the script."""
        return bool(self.untold)


def write(
    game: Game,
    title: str,
    before: Any,
    passages: Sequence[Passage],
    *,
    names: Mapping[str, str],
    midnight: int = 0,
    beside: Mapping[str, Any] | None = None,
    earlier: Iterable[Passage] = (),
    learned: Learned | None = None,
) -> Written:
    """The script of these acts at a table that stood like this before them.

    `midnight` is when the day began that times are told of, `beside` what else the table line is to say. Of `earlier`
    acts those are told that are still in force. What is `learned` of one round makes the next quicker to write.
    """
    names = {person: name for person, name in names.items() if person in _mentioned(before, passages)}
    writer = _Writer(game, names, midnight, {} if learned is None else learned)
    return writer.written(title, before, passages, beside or {}, earlier)


class _Writer:
    """One script as it is written, and the table on which every line of it has been played."""

    def __init__(self, game: Game, names: Mapping[str, str], midnight: int, learned: Learned) -> None:
        self.language: Vocabulary = vocabulary(game.name)
        self.game = game
        self.cast = Cast(names, self.language.staff, midnight)
        self.engine_events = frozenset(game.engine.events)
        self.lines: list[str] = []
        self.untold: list[str] = []
        self.table: Table
        self.players = frozenset[str]()
        self._learned = learned
        self._begun = 0
        """How far the script's day is from the record's."""

    def written(
        self,
        title: str,
        before: Any,
        passages: Sequence[Passage],
        beside: Mapping[str, Any],
        earlier: Iterable[Passage],
    ) -> Written:
        stood = self.game.engine.rules(before).concealed(before, EYES)
        for person in self.game.engine.rules(before).waiting(before):
            self.cast.name(person)
        for each in passages:
            if each.rank == PLAYER and each.by != CLOCK:
                self.cast.name(each.by)
        seen = [self._seen(each) for each in passages]
        stood = self.cast.told(stood)
        self.players = frozenset(self.cast.names.values())
        acting = {each.by for each in seen}
        self._stand(stood, passages[0].at - self.cast.midnight if passages else 0, beside, acting)
        self.table.set_aside = frozenset(card for each in seen for event in each.events for card in _cards(event))
        self._in_force(stood, earlier)
        self.lines.append("# The round.")
        for n, passage in enumerate(seen):
            self._tell(passage, [event for later in seen[n + 1 :] for event in later.events])
        self._expect([event for passage in seen for event in passage.events])
        head = [f"# {title}{' In part.' if self.untold else ''}", *self._cast_list()]
        return Written("\n".join((*head, *self.lines, "")), tuple(self.untold), len(seen))

    def _seen(self, passage: Passage) -> Passage:
        """An act in the script's own terms, without the faces that are nobody else's."""
        events = [told(event, EYES.id, house=True) for event in passage.events if type(event) in self.engine_events]
        return Passage(
            passage.at - self.cast.midnight,
            self.cast.names.get(passage.by, passage.by),
            passage.rank,
            tuple(self.cast.told(event) for event in events),
        )

    def _cast_list(self) -> Iterator[str]:
        for person, name in self.cast.names.items():
            if (called := self.cast.called.get(person, person)) != name:
                yield f"# {name} is {called}."

    # How it stood

    def _stand(self, state: Any, start: int, beside: Mapping[str, Any], acting: Collection[str]) -> None:
        begins = start % DAY_MS // 1000 * 1000
        self._begun = -(start // DAY_MS) * DAY_MS
        line = table_line(self.language, state, {"from": begins, **beside})
        self.table = made_ready(self.language, line)
        self.lines += [line, "# How the table stood."]
        for said in (shoe_line(self.language, state, self.table), *those_there(self.language, state, acting)):
            if said is not None and not self._play(said):
                self._leave_out(said)

    def _in_force(self, state: Any, earlier: Iterable[Passage]) -> None:
        """Tell those earlier acts that bring the table nearer to how it stood."""
        wanted = dict(facts(state))
        away = apart(self.table.state, wanted)
        for passage in earlier:
            if not away:
                return
            if any(event.moves for event in passage.events):
                continue
            seen = self._seen(passage)
            if self._after(seen.events, wanted) < away and self._say(seen, []):
                away = apart(self.table.state, wanted)

    def _after(self, events: Sequence[Event], wanted: Mapping[tuple[str, ...], Any]) -> float:
        """How far the table would be from how it stood if these things had happened to it as it is."""
        state = self.table.state
        try:
            for event in events:
                state = self.game.evolve(state, event)
        except (KeyError, ValueError, TypeError, AttributeError, AssertionError, IndexError):
            return inf  # what an act is about is not there
        return apart(state, wanted)

    def _play(self, line: str) -> bool:
        """Write a line if the table takes it."""
        mark = self.table.mark()
        try:
            refusal = play(self.table, statement(self.language, line))
        except Broken as broken:
            refusal = broken  # type: ignore[assignment]
        if refusal is not None:
            self.table.go_back(mark)
            return False
        self.lines.append(line)
        return True

    def _leave_out(self, what: str) -> None:
        self.untold.append(what)
        self.lines.append(f"# No line tells: {' '.join(what.split())}")

    # What happened

    def _tell(self, passage: Passage, later: list[Event]) -> None:
        if not passage.events:
            return
        at = self._time(passage.at)
        if not self._say(passage, later):
            self._leave_out(" ".join(say(event, self.table.names) for event in passage.events))
        elif at:
            self.lines[-1] = f"at {at}, {self.lines[-1]}"

    def _say(self, passage: Passage, later: list[Event]) -> bool:
        """Write the line that leads to what came of an act, if there is one."""
        best: tuple[int, str] | None = None
        for form, values in self._candidates(passage, later):
            apart = self._apart(form, values, passage.events)
            if apart is None or (best is not None and apart >= best[0]):
                continue
            line = self.language.write(form, values)
            if line is not None and self._reads_back(line, form, values):
                best = apart, line
                if not apart:
                    forms = self._learned.setdefault(_types(passage.events), [])
                    if form not in forms:
                        forms.append(form)
                    break
        return best is not None and self._play(best[1])

    def _time(self, moment: int) -> str:
        """The clock goes on to a moment; the time to write, where it has moved."""
        now = self.table.now
        then = max(now, moment // 1000 * 1000 + self._begun)
        if then // DAY_MS > now // DAY_MS:
            self._play(f"wait {-((now - then) // MINUTE_MS)} minutes")  # a time of day is never of the next day
            return ""
        self.table.now = then
        return clock(then) if then > now else ""

    def _candidates(self, passage: Passage, later: list[Event]) -> Iterator[tuple[Form, dict[str, Any]]]:
        """Every way to say an act: lines that said such acts before first, then all, those that say most first."""
        found = [each for event in passage.events for each in values_in(event, players=self.players)]
        findings = Findings((*self._shown_later(passage.events, later), *found), self.language.kinds)
        if passage.by == CLOCK:
            yield from ((RUNS_OUT, values) for values in findings.fillings(RUNS_OUT.pattern, {}))
            return
        known = self._learned.get(_types(passage.events), ())
        forms = [form for form, _ in self.language.acts]
        for some in (known, [form for form in forms if form not in known]):
            ways = [each for form in some for each in self._ways(form, passage, findings)]
            yield from sorted(ways, key=lambda way: -len(way[1]))

    def _ways(self, form: Form, passage: Passage, findings: Findings) -> Iterator[tuple[Form, dict[str, Any]]]:
        pattern = compiled(form.written)
        names = {slot.name for slot in slots(pattern)}
        for actor in self._actors(passage):
            own = "who" if "who" in names else "player" if actor.rank == PLAYER else None
            for values in findings.fillings(pattern, {} if own is None else {own: actor}):
                yield form, values if own is not None else values | {"by": actor}

    def _actors(self, passage: Passage) -> Iterator[Subject]:
        """Who may stand for the one who acted: the player, or someone of the rank, the same rank first."""
        if passage.rank == PLAYER:
            yield Subject(passage.by)
            return
        words = self.language.staff.items()
        yield from (Subject(word, rank) for word, rank in words if rank == passage.rank)
        if passage.rank not in self.language.staff.values():
            yield from (Subject(word, rank) for word, rank in words)

    def _shown_later(self, events: Sequence[Event], later: list[Event]) -> Iterator[Value]:
        """The faces of hidden cards, as far as everyone sees them in the same place later in the round."""
        for event in events:
            if not EVENTS[type(event)].secret:
                continue
            place = _place(event)
            for other in later:
                cards = getattr(other, "cards", None)
                if place is not None and _place(other) == place and _are_cards(cards):
                    yield Value("cards", cards)
                    break

    def _apart(self, form: Form, values: dict[str, Any], events: Sequence[Event]) -> int | None:
        """In how many fields what a line leads to differs from what is on record; None where it is something else."""
        start, mark = len(self.table.log), self.table.mark()
        try:
            refusal = play(self.table, Statement(0, "", form, Given(values)))
            done = self.table.log[start:]
        except Broken:
            return None
        finally:
            self.table.go_back(mark)
        if refusal is not None:
            return None
        mine = [told(event, EYES.id, house=True) for event in done if type(event) in self.engine_events]
        return _differences(events, mine)

    def _reads_back(self, line: str, form: Form, values: dict[str, Any]) -> bool:
        found = self.language.find(self.language.lines, words_of(line), len(line) + 1)
        return found is not None and found[0] is form and found[1].values == values

    # What it came to

    def _expect(self, events: list[Event]) -> None:
        self.lines.append("# What it came to, by the record.")
        ended: dict[tuple[int, str, str, int], Settled] = {}
        for event in events:
            undoes = EVENTS[type(event)].undoes
            if undoes is not None:
                ended = {key: each for key, each in ended.items() if not undoes(event, each)}
            ended |= {each.key: each for each in endings_in(event)}
        hands = Counter(key[:3] for key in ended)
        for each in ended.values():
            change = each.paid - each.taken
            values = {"bet": each.bet, "player": Subject(each.player), "area": each.area, "change": change or None}
            values["number"] = each.hand if hands[each.key[:3]] > 1 else None
            self._expectation(ENDED if change else WENT_BACK, values, each.under)
        for name, change in self._changes(events).items():
            values = {"player": Subject(name), "change": change or None}
            self._expectation(CHANGED if change else UNCHANGED, values, cites_for(events, name))
        ours = (RACK, ADVANCE)
        made = [move for event in events for move in own_moves(event)]
        rack = sum(each.cents * ((each.target in ours) - (each.source in ours)) for each in made)
        if rack:
            self._expectation(RACK_CHANGED, {"change": rack}, ())

    def _changes(self, events: list[Event]) -> dict[str, int]:
        """How much everyone whose money moved has more or less by the record, here or in the wallet."""
        changes: dict[str, int] = {}
        for move in (move for event in events for move in event.moves):
            for account, cents in ((move.source, -move.cents), (move.target, move.cents)):
                kind, _, owner = account.partition(":")
                if kind in ("stack", "wallet") and owner in self.players and move.source != "cash":
                    changes[owner] = changes.get(owner, 0) + cents
        return changes

    def _expectation(self, form: Form, values: dict[str, Any], under: Clauses) -> None:
        line = self.language.write(form, values | {"citations": tuple(filter(_known, under)) or None})
        if line is not None and not self._play(line):
            self._leave_out(line)


def _mentioned(before: Any, passages: Sequence[Passage]) -> frozenset[str]:
    """Whoever is at the table, acts, or is spoken of."""
    said = {
        each.value for passage in passages for event in passage.events for each in values_in(event) if _is_text(each)
    }
    owners = {text.partition(":")[2] for text in said}
    return frozenset((*before.people, *(passage.by for passage in passages if passage.rank == PLAYER), *said, *owners))


def _is_text(value: Value) -> bool:
    return type(value.value) is str


def _types(events: Sequence[Event]) -> tuple[type[Event], ...]:
    return tuple(type(event) for event in events)


def _place(event: Event) -> int | None:
    return next((getattr(event, name) for name in ("area", "place", "seat") if hasattr(event, name)), None)


def _are_cards(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and all(isinstance(each, Card) for each in value)


def _known(clause: str) -> bool:
    try:
        return bool(cite(clause))
    except UnknownClause:
        return False


def _differences(record: Sequence[Event], played: Sequence[Event]) -> int | None:
    """In how many fields events differ; None where they are others, or their money or their cards are."""
    if _types(record) != _types(played):
        return None
    apart = 0
    for one, other in zip(record, played, strict=True):
        if own_moves(one) != own_moves(other) or endings_in(one) != endings_in(other) or _cards(one) != _cards(other):
            return None
        apart += sum(getattr(one, name) != getattr(other, name) for name in one.__struct_fields__)
    return apart


def _cards(event: Event) -> list[Card]:
    return [each.value for each in values_in(event) if isinstance(each.value, Card)]
