"""A table and the prize meter it is linked to: what the table tells the meter, and the manager's word on its prizes.

A game decides the commands and evolves the events; the house says what each event asks of a meter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec

from croupier.money import dollars, in_money
from croupier.table.contract import Command, Event
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.examples import only
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.rules import TableClauses
from croupier.table.state import BankedTable, Settled
from croupier.table.value import SETTLED
from croupier.table.words import areas, because, endings


@dataclass(frozen=True, kw_only=True)
class LinkedJackpotClauses(TableClauses):
    """What a book says of prizes from a meter."""

    meter_prizes: str


part = Part("linked-jackpot", LinkedJackpotClauses)


class JackpotTerms(msgspec.Struct, frozen=True):
    """What a table plays for: a meter, or none, the price of a wager, and the option whose prizes it pays."""

    meter: str
    price: int
    option: int


class LinkedTable(BankedTable, frozen=True, kw_only=True):
    """A table that knows which of its wagers are on the meter, and what they win from it."""

    jackpot: JackpotTerms | None = None
    """What it plays for as its meter has told it; None where it is as the table was set up."""
    jackpot_next: JackpotTerms | None = None
    """What it plays for from the next round on."""
    meter_prizes: dict[int, int] = msgspec.field(default_factory=dict)
    """What the meter holds for each winning area, in cents, until it is paid."""

    registered: tuple[int, ...] | None = None
    """The areas in the jackpot game now running on the meter; None when none is."""
    meter_wins: dict[int, str] = msgspec.field(default_factory=dict)
    """Areas whose cards win from the meter, until the prize is paid."""
    outcome_recorded: bool = False
    """Whether the meter knows how the round came out."""


class PayJackpotPrizes(Command, frozen=True, kw_only=True):
    """Determine and pay the prizes from the meter: each winning area with its cents."""

    prizes: Annotated[tuple[tuple[int, int], ...], Asks(in_money("Each winning area and its prize"), "prizes")]


class JackpotTermsChanged(Event, frozen=True, kw_only=True):
    """The table goes with its meter: to another option or price, to another meter, or to none.

    A round that has begun is finished as it was begun, for the meter named.
    """

    terms: JackpotTerms
    at_once: bool
    for_now: str = ""


class JackpotPrizesHeld(Event, frozen=True, kw_only=True):
    """The meter holds these prizes for a manager to determine."""

    prizes: tuple[tuple[int, int], ...]


class JackpotShareVoided(Event, frozen=True, kw_only=True):
    """The wagers of these areas are void, and win nothing from the meter."""

    areas: tuple[int, ...]


class RejectJackpotPrizes(Command, frozen=True, kw_only=True):
    """Determine that there is no prize, and why."""

    why: str


class JackpotRegistered(Event, frozen=True, kw_only=True):
    """A jackpot game runs with the wagers of these areas; the meter has their increments."""

    areas: tuple[int, ...]
    cents: int


class JackpotGameCancelled(Event, frozen=True, kw_only=True):
    """The jackpot game is undone on the meter; wagers that stay are registered anew, or betting opens again."""

    areas: tuple[int, ...]
    reopens: bool = False


class JackpotOutcomeRecorded(Event, frozen=True, kw_only=True):
    """The meter knows how the round came out: the areas that win from it, and with what."""

    round: int
    wins: tuple[tuple[int, str], ...]


class JackpotOutcomeUndone(Event, frozen=True, kw_only=True):
    """A round without effect had been recorded: on the meter its game runs as before, with every prize back on it."""

    round: int


class JackpotPrizesPaid(Event, frozen=True, kw_only=True):
    """The prizes from the meter are paid."""

    prizes: tuple[tuple[int, int], ...]
    settled: tuple[Settled, ...]


class JackpotPrizesRejected(Event, frozen=True, kw_only=True):
    """A manager found no prize; the wagers are lost."""

    why: str
    settled: tuple[Settled, ...]


def _confirm(command: PayJackpotPrizes, who: Who) -> str:
    total = sum(cents for _, cents in command.prizes)
    return f"Confirm {dollars(total)} from the meter for {areas(area for area, _ in command.prizes)}"


def _determined(state: LinkedTable) -> PayJackpotPrizes:
    return PayJackpotPrizes(prizes=tuple((area, state.meter_prizes.get(area, 1)) for area in sorted(state.meter_wins)))


part.declares(
    PayJackpotPrizes,
    label="Pay the jackpot prizes",
    words="won award",
    says=_confirm,
    next="A manager determines the jackpot prizes",
    desk=Desk.DEAL,
    examples=lambda state, ctx: (_determined(state),),
)
part.declares(
    RejectJackpotPrizes,
    label="Determine that there is no jackpot prize",
    words="no refuse deny",
    says="Reject the prizes from the meter",
    desk=Desk.PRIZES,
    examples=only(RejectJackpotPrizes(why=TO_FILL_IN)),
)


def determination(state: LinkedTable) -> PayJackpotPrizes | None:
    """The act that is due when prizes wait: to determine them, as the meter has told what it holds."""
    if not state.meter_wins or set(state.meter_prizes) != set(state.meter_wins):
        return None
    return _determined(state)


def _followed(event: JackpotTermsChanged, who: Who) -> str:
    terms, when = event.terms, "" if event.at_once else " from the next round"
    if not terms.meter:
        return f"The table plays for no meter{when}."
    return (
        f"The table plays for meter {terms.meter}{when}: a Jackpot wager costs {dollars(terms.price)}, "
        f"and prizes go by option {terms.option}."
    )


def _held(event: JackpotPrizesHeld, who: Who) -> str:
    held = ", ".join(f"{dollars(cents)} for area {area}" for area, cents in event.prizes)
    return f"The meter holds {held}, to be determined."


def _outcome(event: JackpotOutcomeRecorded, who: Who) -> str:
    wins = ", ".join(f"{hand} at area {area}" for area, hand in event.wins) or "nothing won from it"
    return f"The outcome of round {event.round} is recorded on the meter: {wins}."


part.tells(
    JackpotRegistered,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The Jackpot wagers of {areas(e.areas)}, {dollars(e.cents)} in all, are registered on the meter."
    ),
)
part.tells(
    JackpotGameCancelled,
    audience=EVERYONE,
    says=lambda e, who: f"The jackpot game of {areas(e.areas)} is cancelled.",
)
part.tells(JackpotOutcomeRecorded, audience=EVERYONE, says=_outcome, aloud=True)
part.tells(
    JackpotOutcomeUndone,
    audience=EVERYONE,
    says=lambda e, who: f"What was recorded for round {e.round} is taken off the meter.",
)
part.tells(
    JackpotPrizesPaid,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: endings(e.settled, who, "No prize is paid"),
    aloud=True,
)
part.tells(
    JackpotPrizesRejected,
    audience=EVERYONE,
    says=lambda e, who: f"No prize is won from the meter{because(e.why)}: {endings(e.settled, who, 'nothing is lost')}",
    aloud=True,
)
part.tells(JackpotTermsChanged, audience=EVERYONE, says=_followed, aloud=True)
part.tells(JackpotPrizesHeld, audience=EVERYONE, says=_held)
part.tells(
    JackpotShareVoided,
    audience=EVERYONE,
    says=lambda e, who: f"The Jackpot wagers of {areas(e.areas)} are void: nothing is won from the meter there.",
)
