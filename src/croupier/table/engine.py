"""The engine: a game's parts put together under its rules, and what a command leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from inspect import signature
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from croupier.books import Book
from croupier.cards import Card, Chance, Drawn, NoChance, Unforeseen, pick
from croupier.table.advances import advanced
from croupier.table.claims import ends_round, gives_back
from croupier.table.contract import (
    CLOCK,
    DEALER,
    Actor,
    Clauses,
    Command,
    Decision,
    Due,
    Event,
    Option,
    Reason,
    Refusal,
    Turn,
)
from croupier.table.declare import COMMANDS, EVENTS, Alike, CommandInfo, Decide, Part
from croupier.table.fields import Written, too_much, unsaid, written_in
from croupier.table.tournaments.reserved_play import counted, in_time, why_not_reserved_for
from croupier.table.value import REFUNDED, undeclared

if TYPE_CHECKING:
    from croupier.table.rules import Rules, TableClauses

ClausesT_co = TypeVar("ClausesT_co", bound="TableClauses", covariant=True)
StateT = TypeVar("StateT", bound=Any)


class Context(Generic[ClausesT_co]):
    """What surrounds one decision: who, when, what chance there is, and the rules in force with their clauses."""

    __slots__ = ("at", "by", "chance", "clauses", "rules", "second")

    def __init__(self, rules: Rules[Any, ClausesT_co], by: Actor, at: int, chance: Chance, second: str = "") -> None:
        self.rules = rules
        self.by = by
        self.second = second
        """Who has signed beside the one who acts, if anyone has."""
        self.at = at
        self.chance = chance
        self.clauses: ClausesT_co = rules.clauses

    @property
    def book(self) -> Book:
        """The rulebook in force."""
        return self.rules.book

    def lacks_rank(self, clause: str) -> Refusal | None:
        """The refusal for someone below the rank that a clause asks for."""
        return self.rules.lacks_rank(self.by.rank, clause)

    @property
    def time_ran_out(self) -> bool:
        """Whether nobody acts: the time of a player's turn is up, and this is what follows of itself."""
        return self.by.id == CLOCK

    @property
    def is_staff(self) -> bool:
        """Whether the one who acts may deal at this table."""
        return self.rules.is_staff(self.by.rank)


class _Bound(msgspec.Struct, frozen=True):
    """A decider with its clause found: one that never changes, or one that the command decides."""

    decide: Decide
    clause: str | None
    find: Callable[[Any, Any], str | None] | None
    dealers: bool
    """Whether this is the dealer's own act, so that whoever stands above dealt in the dealer's place."""
    lacking: dict[str, Refusal | None]
    """The refusal for each rank that has asked, where the clause never changes; None for those who may."""
    written: tuple[Written, ...]
    """The fields that hold words or lists, which are bounded."""
    asks_why: bool
    """Whether one of them holds a person's own words for the record."""


class Wired(Generic[StateT]):
    """One variant's rules with its parts put together."""

    def __init__(self, rules: Rules[StateT, Any]) -> None:
        self.rules = rules
        self.deciders: dict[type[Command], _Bound] = {}
        self.evolvers: dict[type[Event], Callable[[Any, Any], Any]] = {}
        for part in rules.parts:
            if not isinstance(rules.clauses, part.clauses):
                raise TypeError(f"{rules.name} does not say what the part {part.name} needs: {part.clauses.__name__}")
            self._decide_as(part)
            self._evolve_as(part)
        self.infos = {command: COMMANDS[command] for command in self.deciders}
        self.wanting = tuple(info.wanted for info in self.infos.values() if info.wanted is not None)

    def _decide_as(self, part: Part) -> None:
        for command, decider in part.deciders.items():
            if command not in COMMANDS:
                raise TypeError(f"{command.__name__} is decided but nowhere declared")
            clause, find = None, None
            if callable(decider.under):
                find = decider.under
            elif decider.under is not None:
                clause = getattr(self.rules.clauses, decider.under)
                if clause is None:
                    continue
            if command in self.deciders and not decider.overrides:
                raise TypeError(f"two parts of {self.rules.name} decide {command.__name__}, and none overrides")
            dealers = clause is not None and self.rules.book.clause(clause).authority == DEALER
            written = written_in(command)
            asks_why = any(each.reason for each in written)
            self.deciders[command] = _Bound(decider.decide, clause, find, dealers, {}, written, asks_why)

    def _evolve_as(self, part: Part) -> None:
        for event, evolver in part.evolvers.items():
            if event not in EVENTS:
                raise TypeError(f"{event.__name__} changes the table but is nowhere declared")
            if event in self.evolvers and not evolver.overrides:
                raise TypeError(f"two parts of {self.rules.name} evolve {event.__name__}, and none overrides")
            self.evolvers[event] = _remembering(_with_rules(evolver.evolve, self.rules), event, self.rules)

    def clause_of(self, command: Command) -> str | None:
        """The clause whose authority decides who may give this command."""
        bound = self.deciders[type(command)]
        if bound.find is None:
            return bound.clause
        return bound.find(self.rules.clauses, command)

    def saying_too_much(self, command: Command, facts: dict[str, str | int]) -> Refusal:
        """The refusal for a command that says more than anyone may, whatever it asks for."""
        return Refusal(Reason.LIMITS, (self._rests_on(command),), facts)

    def why_unsaid(self, command: Command, rank: str) -> Refusal | None:
        """The refusal for a command whose reason nobody has given, told to those who may give the command at all."""
        field = unsaid(command)
        if field is None or self._lacks_found(command, rank) is not None:
            return None
        return Refusal(Reason.NO_CAUSE, (self._rests_on(command),), {field: "must be said in words"})

    def _rests_on(self, command: Command) -> str:
        cites, clauses = self.infos[type(command)].cites, self.rules.clauses
        return (getattr(clauses, cites) if cites else self.clause_of(command)) or clauses.dealing

    def decide(self, state: Any, command: Command, context: Context[Any]) -> Decision:
        """What a command leads to, if the one who gives it holds the rank."""
        return self.decide_bound(self.deciders[type(command)], state, command, context)

    def decide_bound(self, bound: _Bound, state: Any, command: Command, context: Context[Any]) -> Decision:
        """As `decide`, with the decider found already."""
        rank = context.by.rank
        if bound.clause is not None:
            lacking = bound.lacking[rank] if rank in bound.lacking else self.lacks_rank(bound, rank)
            if lacking is not None:
                return lacking
        elif bound.find is not None:
            lacking = self._lacks_found(command, rank)
            if lacking is not None:
                return lacking
        decision = bound.decide(state, command, context)
        if not isinstance(decision, Refusal):
            _declared_value(decision)
            if state.reserved is not None:
                decision = why_not_reserved_for(state.reserved, decision, self.rules.clauses) or decision
        if not bound.dealers or rank == DEALER or isinstance(decision, Refusal):
            return decision
        deals = self.rules.clauses.dealers_powers
        return tuple([msgspec.structs.replace(event, under=(*event.under, deals)) for event in decision])

    def lacks_rank(self, bound: _Bound, rank: str) -> Refusal | None:
        """The refusal for someone below the rank of a clause that never changes."""
        if rank not in bound.lacking:
            bound.lacking[rank] = None if bound.clause is None else self.rules.lacks_rank(rank, bound.clause)
        return bound.lacking[rank]

    def _lacks_found(self, command: Command, rank: str) -> Refusal | None:
        clause = self.clause_of(command)
        return None if clause is None else self.rules.lacks_rank(rank, clause)


def _with_rules(evolve: Callable[..., Any], rules: Any) -> Callable[[Any, Any], Any]:
    """The evolver as it is called: one that asks for the rules is given them."""
    if len(signature(evolve).parameters) < 3:  # state and event
        return evolve
    return lambda state, event: evolve(state, event, rules)


def _declared_value(events: tuple[Event, ...]) -> None:
    """Stop an event that would bring a player chips for no reason that it declares: a fault of the program."""
    for event in events:
        if event.moves and undeclared(event.moves, EVENTS[type(event)].value):
            raise TypeError(f"{type(event).__name__} gives a player chips and does not declare why: {event.moves}")


def _remembering(
    evolve: Callable[[Any, Any], Any], event: type[Event], rules: Rules[Any, Any]
) -> Callable[[Any, Any], Any]:
    """The evolver of an event that ends a round or gives wagers back: what they could have brought is remembered."""
    info = EVENTS[event]
    if info.ends is not None:
        return ends_round(evolve, info.ends, rules)
    return gives_back(evolve) if REFUNDED in info.value else evolve


class Engine(Generic[StateT]):
    """A game's rules at work: those of the game, or of the variant that a table's terms name."""

    def __init__(self, *rules: Rules[StateT, Any]) -> None:
        self._variants = {each.variant: Wired(each) for each in rules}
        self._first = self._variants[rules[0].variant]
        self._alone = len(rules) == 1
        self.book = rules[0].book
        self.infos: dict[type[Command], CommandInfo] = {}
        for each in self._variants.values():
            self.infos |= each.infos

    def wired(self, state: StateT) -> Wired[StateT]:
        """The rules that a table is played under, put together."""
        return self._first if self._alone else self._variants[state.terms.variant]

    def rules(self, state: StateT) -> Rules[StateT, Any]:
        """The rules that a table is played under."""
        return self.wired(state).rules

    @property
    def variants(self) -> tuple[Rules[StateT, Any], ...]:
        """The rules of each variant, the game's own first."""
        return tuple(each.rules for each in self._variants.values())

    @cached_property
    def commands(self) -> tuple[type[Command], ...]:
        """Every command the game knows."""
        return tuple(dict.fromkeys(command for each in self._variants.values() for command in each.deciders))

    def knows(self, command: Command) -> bool:
        """Whether the game has this command."""
        return type(command) in self.infos

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        """Every event the game can make."""
        return tuple(dict.fromkeys(event for each in self._variants.values() for event in each.evolvers))

    def context(self, state: StateT, by: Actor, at: int, chance: Chance) -> Context[Any]:
        """What surrounds a decision at this table."""
        return Context(self.rules(state), by, at, chance)

    def decide(
        self, state: StateT, command: Command, by: Actor, at: int, chance: Chance, *, said: bool = True
    ) -> Decision:
        """What a command leads to: events, or a refusal that changes nothing.

        Where nothing is `said` yet the words that a person must give may be missing.
        """
        wired = self._first if self._alone else self.wired(state)
        bound = wired.deciders.get(type(command))
        if bound is None:
            return Refusal(Reason.FORBIDDEN, (wired.rules.clauses.dealing,), {"command": type(command).__name__})
        if bound.written:
            facts = too_much(command, bound.written)
            if facts is not None:
                return wired.saying_too_much(command, facts)
            refusal = wired.why_unsaid(command, by.rank) if said and bound.asks_why else None
            if refusal is not None:
                return refusal
        if by.id == CLOCK:
            refusal = self._why_not_of_itself(state, command)
            if refusal is not None:
                return refusal
        decision = wired.decide_bound(bound, state, command, Context(wired.rules, by, at, chance))
        return decision if isinstance(decision, Refusal) else advanced(state, decision)

    def _why_not_of_itself(self, state: StateT, command: Command) -> Refusal | None:
        """The clock does for players what their turns provide for the silent, at tables that it runs at."""
        if not state.is_real and any(turn.player is not None and turn.silent == command for turn in self.turns(state)):
            return None
        return Refusal(Reason.NOT_YOURS, (self.rules(state).clauses.dealing, "ruling 70"))

    def evolve(self, state: StateT, event: Event) -> StateT:
        """The state after an event."""
        wired = self._first if self._alone else self.wired(state)
        changed: StateT = wired.evolvers[type(event)](state, event)
        if changed.reserved is None:
            return changed
        further: StateT = counted(state, changed, event)
        return further

    def due(self, state: StateT) -> tuple[Due, ...]:
        """What must happen next, the foremost first; nothing while betting is open and no one has wagered."""
        wired = self._first if self._alone else self.wired(state)
        return wired.rules.due(state)

    def needs(self, state: StateT) -> tuple[Due, ...]:
        """What waits for someone of the house: an act due that a dealer may not do, and what is owed or out of order.

        Acts that are due together are one matter, and the foremost stands for them.
        """
        wired, due = self.wired(state), self.due(state)[:1]
        above = [each for each in due if each.person is None and not self.book.reaches(DEALER, each.rank)]
        owed = [each for wanted in wired.wanting for each in wanted(state, wired.rules)]
        return (*above, *[each for each in owed if each not in above])

    def turns(self, state: StateT) -> tuple[Turn, ...]:
        """Who is asked, in the order in which their time would run out for the silent."""
        turns = self.rules(state).turns(state)
        return turns if state.reserved is None else in_time(state.reserved, turns)

    def options(self, state: StateT, by: Actor, at: int = 0) -> tuple[Option, ...]:
        """The commands this person may give now, one example of each kind and place.

        Every example is put to `decide`, so what is offered and what is accepted cannot differ.
        """
        return tuple(self._options(state, by, at))

    def _options(self, state: StateT, by: Actor, at: int) -> Iterator[Option]:
        wired = self.wired(state)
        context = Context(wired.rules, by, at, _SOME_CARD)
        in_sight = wired.rules.concealed(state, by)
        dealing = wired.rules.clauses.dealing  # says who may, but nothing of the act
        for kind, bound in wired.deciders.items():
            if wired.lacks_rank(bound, by.rank) is not None:
                continue
            found = examples(wired.infos[kind], state, context)
            if isinstance(found, Alike):
                if found and not isinstance(wired.decide(state, found[0], context), Refusal):
                    clause = wired.clause_of(found[0])
                    yield from (Option(command, () if clause is None else (clause,)) for command in found)
                continue
            for command in found:
                decision = wired.decide(state, command, context)
                if isinstance(decision, Refusal):
                    continue
                clause = bound.clause if bound.find is None else wired.clause_of(command)
                if clause is not None and clause != dealing:
                    yield Option(command, (clause,))
                    continue
                if in_sight is not state:  # what a decision cites may turn on a card that this person has not seen
                    decision = _foreseen(wired, in_sight, command, context)
                yield Option(command, () if isinstance(decision, Refusal) else decision[0].under)

    def closed(self, state: StateT, by: Actor, at: int = 0) -> tuple[tuple[type[Command], Refusal], ...]:
        """The kinds of command that this person cannot give now, each with why: the rank, or what its example meets.

        It is asked of the table as this person may see it, with no chance: no reason can tell of a hidden face.
        """
        wired = self.wired(state)
        in_sight = wired.rules.concealed(state, by)
        context = Context(wired.rules, by, at, NoChance())
        offered = {type(option.command) for option in self._options(state, by, at)}
        return tuple(
            [(kind, _why_closed(wired, kind, in_sight, context)) for kind in wired.deciders if kind not in offered]
        )

    def rehearse(self, state: StateT, command: Command, by: Actor, at: int) -> Decision | None:
        """What a command would lead to, as far as it can be known; None where only chance or a hidden card decides.

        Cards that this person may not see are out of the state it is decided on, and reasons may still be to be given.
        """
        rules = self.rules(state)
        try:
            return self.decide(rules.concealed(state, by), command, by, at, NoChance(), said=False)
        except Unforeseen:
            return None

    def clause_of(self, state: StateT, command: Command) -> str | None:
        """The clause whose authority decides who may give a command."""
        return self.wired(state).clause_of(command)

    def lowest_rank(self, clause: str) -> str:
        """The lowest rank a clause lets act."""
        return self._first.rules.lowest_rank(clause)


def _foreseen(wired: Wired[Any], state: Any, command: Command, context: Context[Any]) -> Decision:
    """What a command leads to on what its giver may see; a refusal where that does not say."""
    try:
        return wired.decide(state, command, context)
    except Unforeseen:
        return Refusal(Reason.NOT_NOW, ())


def _why_closed(wired: Wired[Any], kind: type[Command], state: Any, context: Context[Any]) -> Refusal:
    bound = wired.deciders[kind]
    lacking = wired.lacks_rank(bound, context.by.rank)
    if lacking is not None:
        return lacking
    example = next(iter(examples(wired.infos[kind], state, context)), None)
    if example is None:
        return Refusal(Reason.NO_CAUSE, (bound.clause or wired.rules.clauses.dealing,))
    decision = _foreseen(wired, state, example, context)
    if isinstance(decision, Refusal):
        return decision
    return Refusal(Reason.NOT_NOW, (wired.clause_of(example) or wired.rules.clauses.dealing,))


def examples(info: CommandInfo, state: Any, context: Context[Any]) -> Iterable[Command]:
    """Commands of one kind worth trying: as declared, or the plain one where nothing has to be filled in."""
    if info.examples is not None:
        return info.examples(state, context)
    return (info.command(),) if not _needs_more(info.command) else ()


def _needs_more(command: type[Command]) -> bool:
    found = _NEEDS.get(command)
    if found is None:
        found = _NEEDS[command] = any(each.required for each in msgspec.structs.fields(command))
    return found


_NEEDS: dict[type[Command], bool] = {}
_SOME_CARD = Drawn(lambda unseen: pick(unseen, 0))


def card_out(
    context: Context[Any], shoe_unseen: bytes, entered: Card | None, real: bool, cite: Clauses
) -> Card | Refusal:
    """The next card shown: drawn at a virtual table, entered by the dealer at a real one."""
    if not real:
        if entered is not None:
            return Refusal(Reason.CARD_DRAWN, cite)
        return context.chance.card(shoe_unseen)
    if entered is None:
        return Refusal(Reason.CARD_NEEDED, cite)
    if not context.is_staff:
        return Refusal(Reason.RANK, cite, {"needs": "dealer", "holds": context.by.rank})
    if not shoe_unseen[entered.number]:
        return Refusal(Reason.CARD_NOT_LEFT, cite, {"card": entered.value})
    return entered
