"""Winnings, devices and people held while they are looked into, in a book that lets the house.

What a round not yet closed has paid can be held as well: its wagers remember it, so that a void or a correction takes
it from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec.structs import replace

from croupier.money import dollars, moves
from croupier.table.accounts import RACK, held, stack
from croupier.table.conduct import ConductClauses, breached
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import Desk, Part, named_by
from croupier.table.examples import each_offender
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.people import bank
from croupier.table.rules import BankedContext
from croupier.table.state import BankedTable, Table
from croupier.table.value import OWN
from croupier.table.words import because


@dataclass(frozen=True, kw_only=True)
class HoldingClauses(ConductClauses):
    """What a book says of winnings, devices and people held."""

    seize: str
    confiscate: str
    detain: str


part = Part("conduct", HoldingClauses)


class SeizeWinnings(Command, frozen=True, kw_only=True):
    """Keep what a player won with a forbidden device while it is looked into: everything won since a round."""

    player: str
    since_round: Annotated[int, Asks("Won since round", "count", low=1)]


class ConcludeInvestigation(Command, frozen=True, kw_only=True):
    """End an investigation: the money held goes to the player, or stays with the house."""

    player: str
    to_player: Annotated[
        bool, Asks("The money held", words={True: "goes to the player", False: "stays with the house"})
    ]


class ConfiscateDevice(Command, frozen=True, kw_only=True):
    """Take a forbidden device away."""

    person: str
    device: str


class DetainPerson(Command, frozen=True, kw_only=True):
    """Have a person with a forbidden device held until someone authorised comes."""

    person: str
    handed_to: Annotated[str, Asks("Handed over to", optional=True)] = ""


class OfWager(msgspec.Struct, frozen=True):
    """What is held of the payment of one wager, in a round that is not yet closed."""

    area: int
    bet: str
    hand: int
    cents: int


class WinningsSeized(Event, frozen=True, kw_only=True):
    """Winnings are held while they are looked into."""

    player: str
    since_round: int
    cents: int
    running: tuple[OfWager, ...] = ()
    """What of it the round not yet closed has paid, by its wagers."""


class InvestigationConcluded(Event, frozen=True, kw_only=True):
    """The money held has gone where the investigation sent it."""

    player: str
    to_player: bool
    cents: int


class DeviceConfiscated(Event, frozen=True, kw_only=True):
    """A forbidden device was taken away."""

    person: str
    device: str


class PersonDetained(Event, frozen=True, kw_only=True):
    """A person is held for someone authorised."""

    person: str
    handed_to: str


def within_reach(state: Table, player: str) -> int:
    """A player's chips less what came to them in the round not yet closed."""
    return max(0, state.stack(player) - state.came_in_round(player))


def _paid_in_round(state: Table, player: str) -> tuple[OfWager, ...]:
    """What the round not yet closed has paid a player and is not held already, as far as the chips for it are there.

    A stake that came back is not won, and may have to lie on the layout again.
    """
    if not isinstance(state, BankedTable):
        return ()
    settled = [(each, each.settled) for each in state.wagers_of(player) if each.settled is not None]
    there = max(0, state.stack(player) - sum(ending.returned for _, ending in settled))
    found = list[OfWager]()
    for wager, ending in settled:
        cents = min(ending.paid - wager.held, there)
        if cents > 0:
            found.append(OfWager(wager.area, wager.bet, wager.hand, cents))
            there -= cents
    return tuple(found)


def _held_in_round(state: Table, player: str) -> int:
    """What is held of what the round not yet closed has paid a player, here or gone."""
    if not isinstance(state, BankedTable):
        return 0
    return sum(each.held for each in (*state.wagers, *state.left_behind) if each.player == player)


@part.command(
    SeizeWinnings,
    under="seize",
    label="Hold winnings",
    words="withhold keep confiscate cheating payout",
    says=lambda c, who: f"Seize what {who(c.player)} won since round {c.since_round}",
    desk=Desk.PLAYERS,
    examples=each_offender(lambda person: SeizeWinnings(player=person, since_round=1)),
)
def seize_winnings(state: BankedTable, command: SeizeWinnings, ctx: BankedContext[HoldingClauses]) -> Decision:
    """Only what was won since the device came, and only with a device on record; also what this round has paid."""
    cite: Clauses = (ctx.clauses.seize,)
    refusal = breached(state, command.player, (*cite, ctx.clauses.devices), ctx.clauses.devices)
    if refusal is not None:
        return refusal
    person = state.people.get(command.player)
    if person is None:
        return Refusal(Reason.NOT_HERE, cite, {"player": command.player})
    won = sum(cents for number, cents in person.gains if number >= command.since_round)
    running = _paid_in_round(state, person.id) if command.since_round <= state.round else ()
    cents = min(won, within_reach(state, person.id)) + sum(each.cents for each in running)
    if not cents:
        return Refusal(Reason.NO_CAUSE, cite, {"won since then": won, "chips": within_reach(state, person.id)})
    return (
        WinningsSeized(
            player=person.id,
            since_round=command.since_round,
            cents=cents,
            running=running,
            moves=moves((stack(person.id), held(person.id), cents)),
            under=(*cite, "ruling 68") if running else cite,
        ),
    )


@part.event(
    WinningsSeized,
    audience=named_by("player"),
    says=lambda e, who: (
        f"{dollars(e.cents)} that {who(e.player)} won since round {e.since_round} is held while it is looked into."
    ),
)
def winnings_seized(state: BankedTable, event: WinningsSeized) -> BankedTable:
    """Held apart; the same winnings are not seized twice."""
    person = state.people[event.player]
    gains = tuple(each for each in person.gains if each[0] < event.since_round)
    people = {**state.people, event.player: replace(person, gains=gains)}
    seized = replace(state, people=people, chips=bank(state, event.moves))
    if not event.running:
        return seized
    of = {(each.area, each.bet, event.player, each.hand): each.cents for each in event.running}
    wagers = [replace(each, held=each.held + of[each.key]) if each.key in of else each for each in state.wagers]
    return replace(seized, wagers=tuple(wagers))


@part.command(
    ConcludeInvestigation,
    under="seize",
    label="End the investigation",
    words="finish close release winnings cheating",
    says=lambda c, who: (
        f"Give back what is held of {who(c.player)}" if c.to_player else f"Keep what is held of {who(c.player)}"
    ),
    desk=Desk.PLAYERS,
    examples=lambda state, ctx: [
        ConcludeInvestigation(player=account.removeprefix("held:"), to_player=True)
        for account in sorted(state.chips)
        if account.startswith("held:")
    ],
)
def conclude_investigation(
    state: BankedTable, command: ConcludeInvestigation, ctx: BankedContext[HoldingClauses]
) -> Decision:
    """The money held goes one way or the other, once no round can ask any of it back."""
    cite: Clauses = (ctx.clauses.seize,)
    cents = state.chips.get(held(command.player), 0)
    if not cents:
        return Refusal(Reason.NO_CAUSE, cite, {"held": 0})
    running = _held_in_round(state, command.player)
    if running:
        return Refusal(Reason.NOT_NOW, (*cite, "ruling 68"), {"paid in the round not yet closed": running})
    purse = ctx.rules.purse(state, command.player, cents) if command.to_player else RACK
    made = moves((held(command.player), purse, cents))
    return (
        InvestigationConcluded(player=command.player, to_player=command.to_player, cents=cents, moves=made, under=cite),
    )


@part.event(
    InvestigationConcluded,
    value=OWN,
    audience=named_by("player"),
    says=lambda e, who: (
        f"The {dollars(e.cents)} held of {who(e.player)} {'goes back' if e.to_player else 'stays with the house'}."
    ),
)
def investigation_concluded(state: BankedTable, event: InvestigationConcluded) -> BankedTable:
    """Nothing is held any more."""
    return replace(state, chips=bank(state, event.moves))


@part.command(
    ConfiscateDevice,
    under="confiscate",
    label="Take the device away",
    words="seize phone computer counter remove cheating",
    says=lambda c, who: f"Confiscate {who(c.person)}'s device",
    desk=Desk.PLAYERS,
    examples=each_offender(lambda person: ConfiscateDevice(person=person, device=TO_FILL_IN)),
)
def confiscate_device(state: BankedTable, command: ConfiscateDevice, ctx: BankedContext[HoldingClauses]) -> Decision:
    """On record once the device is."""
    cite = (ctx.clauses.confiscate,)
    refusal = breached(state, command.person, (*cite, ctx.clauses.devices), ctx.clauses.devices)
    return refusal or (DeviceConfiscated(person=command.person, device=command.device, under=cite),)


@part.command(
    DetainPerson,
    under="detain",
    label="Detain",
    words="hold police arrest keep",
    says=lambda c, who: f"Have {who(c.person)} held",
    desk=Desk.PLAYERS,
    examples=each_offender(lambda person: DetainPerson(person=person)),
)
def detain_person(state: BankedTable, command: DetainPerson, ctx: BankedContext[HoldingClauses]) -> Decision:
    """On record, with who took over when someone has."""
    cite = (ctx.clauses.detain,)
    refusal = breached(state, command.person, (*cite, ctx.clauses.devices), ctx.clauses.devices)
    return refusal or (PersonDetained(person=command.person, handed_to=command.handed_to, under=cite),)


part.tells(
    DeviceConfiscated,
    audience=named_by("person"),
    says=lambda e, who: f"{who(e.person)}'s device is taken away{because(e.device)}.",
)


part.tells(
    PersonDetained,
    says=lambda e, who: (
        f"{who(e.person)} is " + (f"handed over to {e.handed_to}." if e.handed_to else "held for someone authorised.")
    ),
)

part.records(DeviceConfiscated, PersonDetained)
