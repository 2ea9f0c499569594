"""Where a book says what each act of a tournament rests on, as data: the books differ in clauses, never in code."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class EliminationClauses:
    """What a book of poker says that play until nobody else has chips rests on."""

    stake: str
    """Nobody's chips grow or shrink during a hand."""
    levels: str
    """What is played for changes between hands, after notice."""
    seats_drawn: str
    moved: str
    """The house may move players, who are dealt in at once."""
    closing: str
    """A table with players closes after notice of so many hands."""
    notice_hands: int


@dataclass(frozen=True, kw_only=True)
class TournamentClauses:
    """The clauses of one book; those that not every book has are None where it has none."""

    may_hold: str
    """The house may hold tournaments in which all have the same chance."""
    documented: str
    """The conditions are written down."""
    approval: str | None = None
    """Someone outside the house approves the exact text in writing before a session opens."""
    available: str | None = None
    """The conditions are there for everyone before the first entry."""
    inspectors: str | None = None
    """The inspectors hear of the tournament before the first entry."""
    changes: str | None = None
    """The regulator hears of changes before they hold."""
    director: str
    presence: str
    """Someone entitled is there while it is played."""
    deputies: str | None = None
    deputies_by_director: bool = False
    """Whether the director names deputies, or the house does."""
    qualified: bool = False
    """Whether director and deputies must be fit to supervise the game."""
    briefing: str
    instruction: str | None = None
    """Entrants may be taught the game before it is played."""
    signing: str
    """Whoever plays may be asked to sign the conditions."""
    signing_stated: bool = False
    """Whether that holds only where the conditions state it."""
    entitled: str
    refusing: str
    criteria: str
    employees: str | None = None
    """People who work for the house may take part with leave from above, and win no prize."""
    fee: str
    entrants: str
    """The least and the most entrants."""
    entry: str
    withdrawal: str
    chips: str
    """All have equally many chips to begin with."""
    afterwards: str
    """What becomes of the chips."""
    compulsory: str
    structure: str
    progress: str
    buy_back: str
    eliminated: str
    penalised: str | None = None
    disqualified: str
    retirement: str
    refunds: str
    late: str
    absent: str
    substitute: str
    substitute_approved: bool = True
    """Whether the director approves a substitute, beside what the conditions say."""
    moved_start: str
    designated: str
    reserved: str
    reserved_throughout: bool = False
    """Whether tables stay reserved from the first hand to the result, or from the opening to the close of a session."""
    early_determined: str
    early_agreed: str
    winners: str
    prizes: str
    prevail: str
    elimination: EliminationClauses | None = None
    """Where the book is one in which players play each other."""
    promotion: str | None = None
    """Names may be used for promotion with leave of those who bear them."""
