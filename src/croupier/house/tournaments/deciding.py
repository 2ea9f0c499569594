"""How a tournament decides: who may give an act by the book, and what surrounds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.cards import Chance
from croupier.house.streams import Look, TableNow
from croupier.house.tournaments.findings import tournament_book
from croupier.house.tournaments.model import Tournament
from croupier.table.contract import Actor, Command, Decision, Reason, Refusal
from croupier.table.declare import Part
from croupier.table.fields import too_much, unsaid, written_in
from croupier.table.tournaments.clauses import TournamentClauses
from croupier.table.tournaments.conditions import Conditions
from croupier.table.tournaments.matters import TournamentBook

DIRECTOR = "tournament-director"
"""The authority of clauses that the director of a tournament acts by, whatever rank that person has in the game."""

part = Part("tournament")


class Told(Command, frozen=True, kw_only=True):
    """What the tables of the house tell a tournament, or one tournament the next: nobody gives it."""


@dataclass(frozen=True, kw_only=True)
class Circumstances:
    """Who acts and when, by which book, and where chance comes from."""

    by: Actor
    at: int
    chance: Chance
    book: TournamentBook
    tournament: Tournament
    others: Mapping[str, Tournament] = field(default_factory=dict)
    """The tournaments of the house by their ids, this one among them."""
    look: Look | None = None
    """How tables are looked at; where nobody can, nothing is held against them."""

    @property
    def clauses(self) -> TournamentClauses:
        """What the book says of tournaments."""
        return self.book.clauses

    @property
    def conditions(self) -> Conditions:
        """What is said of this one."""
        assert self.tournament.conditions is not None
        return self.tournament.conditions

    def table(self, name: str) -> TableNow | None:
        """A table as it stands, where it can be looked at and is there."""
        return None if self.look is None else self.look(name)

    def lacks_rank(self, clause: str) -> Refusal | None:
        """The refusal for someone who may not act by a clause: below its rank, or not this tournament's director."""
        needs = self.book.book.clause(clause).authority
        if needs == DIRECTOR:
            return None if self.directs else Refusal(Reason.RANK, (clause,), {"needs": needs, "holds": self.by.rank})
        if self.book.book.may(self.by.rank, clause):
            return None
        return Refusal(Reason.RANK, (clause,), {"needs": needs, "holds": self.by.rank})

    @property
    def directs(self) -> bool:
        """Whether the one who acts is the director, or a deputy who may stand in now."""
        tournament = self.tournament
        if self.by.id == tournament.director:
            return bool(self.by.id)
        stands_in = self.clauses.deputies_by_director or tournament.director not in tournament.present
        return self.by.id in tournament.deputies and stands_in

    def why_not_conduct(self, clause: str) -> Refusal | None:
        """The refusal for someone who does not conduct the tournament, where the book leaves an act to its director."""
        return None if self.directs else Refusal(Reason.RANK, (clause,), {"needs": DIRECTOR, "holds": self.by.rank})

    def runs(self) -> bool:
        """Whether the one who acts is of the house and may hold tournaments."""
        return self.book.book.may(self.by.rank, self.clauses.may_hold)


def decide(
    tournament: Tournament,
    command: Command,
    by: Actor,
    at: int,
    chance: Chance,
    *,
    others: Mapping[str, Tournament] | None = None,
    look: Look | None = None,
) -> Decision:
    """What a command does to this tournament, or why it cannot."""
    said = tournament.conditions or getattr(command, "conditions", None)
    named = said.book if isinstance(said, Conditions) else getattr(command, "book", None)
    if named is None:
        return Refusal(Reason.NO_CAUSE, ("ruling 80",), {"conditions": "nobody has drafted any"})
    book = tournament_book(named)
    ctx = Circumstances(by=by, at=at, chance=chance, book=book, tournament=tournament, others=others or {}, look=look)
    decider = part.deciders.get(type(command))
    if decider is None:
        return Refusal(Reason.FORBIDDEN, (ctx.clauses.may_hold,), {"command": type(command).__name__})
    clause = ctx.clauses.may_hold
    if decider.under is not None:
        found = getattr(ctx.clauses, str(decider.under))
        if found is None:
            return Refusal(Reason.FORBIDDEN, (clause,), {"by this book": "there is no such thing"})
        clause = found
        lacking = ctx.lacks_rank(clause)
        if lacking is not None:
            return lacking
    facts = too_much(command, written_in(type(command)))
    if facts is not None:
        return Refusal(Reason.LIMITS, (clause,), facts)
    field = unsaid(command)
    if field is not None:
        return Refusal(Reason.NO_CAUSE, (clause,), {field: "must be said in words"})
    found_so: Decision = decider.decide(tournament, command, ctx)
    return found_so
