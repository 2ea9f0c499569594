"""Contraventions and what a pit boss may do about them; spoiled rounds; the rules on request."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, TypeVar

from msgspec.structs import replace

from croupier.books import UnknownClause
from croupier.money import dollars
from croupier.table.bounds import BREACHES, EXCLUDED
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import Alike, Desk, Part, named_by
from croupier.table.examples import each_offender
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.people import without_offer
from croupier.table.rules import BankedContext
from croupier.table.state import BankedTable, Breach, Stage, Table
from croupier.table.voiding import VoidingClauses, WagersVoided, refunds, voided
from croupier.table.wagers import lapsed, taken_back
from croupier.table.words import because


@dataclass(frozen=True, kw_only=True)
class ConductClauses(VoidingClauses):
    """What a book says of contraventions and spoiled rounds."""

    devices: str
    only_devices: bool = False
    """Whether wagers are made void and players excluded for a forbidden device only, not for any contravention."""
    void_wagers: str
    disrupted: str
    fraud: str
    refund_optional: bool = False
    """Whether the wagers of an invalidated round may also be kept, or those of a fraud forfeited."""
    no_side_bets: str
    rules_on_request: str


part = Part("conduct", ConductClauses)
TableT = TypeVar("TableT", bound=Table)


class ReportContravention(Command, frozen=True, kw_only=True):
    """Put on record that a person broke a clause."""

    person: str
    clause: str
    what: str


class VoidWagers(Command, frozen=True, kw_only=True):
    """Void the wagers of a player who broke the rules."""

    player: str


class ExcludePlayer(Command, frozen=True, kw_only=True):
    """Shut a player who broke the rules out of the game."""

    player: str


class InvalidateRound(Command, frozen=True, kw_only=True):
    """Make the round of no effect after a disruption or a fraud that touched it."""

    fraud: Annotated[bool, Asks("Cause", words={False: "Disruption", True: "Fraud that touched the outcome"})]
    why: str
    refund: Annotated[bool, Asks("The wagers go back", always=False)] = True
    """Whether the wagers go back; where the book leaves that to the house."""
    forfeit: Annotated[tuple[str, ...], Asks("Wagers forfeited for fraud", "people", always=False, optional=True)] = ()
    """Whose wagers stay with the house for their fraud, as far as they were at risk."""


class ProposeSideBet(Command, frozen=True, kw_only=True):
    """Offer another player a bet between the two."""

    against: str
    cents: int


class AskForRules(Command, frozen=True, kw_only=True):
    """Ask for a copy of the rules."""


class ContraventionRecorded(Event, frozen=True, kw_only=True):
    """A breach is on record."""

    person: str
    clause: str
    what: str
    at: int
    round: int


class PlayerExcluded(Event, frozen=True, kw_only=True):
    """The player has no further part in this game."""

    player: str
    name: str


class RulesShown(Event, frozen=True, kw_only=True):
    """Someone asked for the rules and was given them."""

    person: str


def breached(state: Table, person: str, cite: Clauses, devices: str | None = None) -> Refusal | None:
    """The refusal when nothing on record allows acting against a person."""
    if any(each.person == person and devices in (None, each.clause) for each in state.breaches):
        return None
    return Refusal(Reason.NO_CAUSE, cite, {"person": person, "on record": "no contravention"})


@part.command(
    ReportContravention,
    under="dealing",
    label="Record a contravention",
    words="offence breach cheat cheating misconduct warn warning rule broken device exclude",
    says=lambda c, who: f"Report {who(c.person)} for a contravention",
    desk=Desk.PLAYERS,
    examples=lambda state, ctx: Alike(
        [
            ReportContravention(person=person, clause=ctx.clauses.devices, what=TO_FILL_IN)
            for person in sorted({*state.people, *(breach.person for breach in state.breaches)})
        ]
    ),
)
def report_contravention(
    state: BankedTable, command: ReportContravention, ctx: BankedContext[ConductClauses]
) -> Decision:
    """Any clause of the book can be broken; which one must be named."""
    try:
        clause = ctx.book.clause(command.clause)
    except UnknownClause:
        return Refusal(Reason.NO_CAUSE, (ctx.clauses.void_wagers,), {"clause": command.clause})
    cited = f"{ctx.book.code} {clause.id}"
    return (
        ContraventionRecorded(
            person=command.person, clause=cited, what=command.what, at=ctx.at, round=state.round, under=(cited,)
        ),
    )


@part.event(
    ContraventionRecorded, says=lambda e, who: f"{who(e.person)} is reported under {e.clause}{because(e.what)}."
)
def contravention_recorded(state: BankedTable, event: ContraventionRecorded) -> BankedTable:
    """The record allows the pit boss to act."""
    breach = Breach(event.person, event.clause, event.what, event.at, event.round)
    return replace(state, breaches=_on_which_to_act((*state.breaches, breach), state))


def _on_which_to_act(breaches: tuple[Breach, ...], state: BankedTable) -> tuple[Breach, ...]:
    """The contraventions that the house may still act on: beyond the bound, first those go whose people have gone."""
    if len(breaches) <= BREACHES:
        return breaches
    gone = [each for each in breaches[:-1] if each.person not in state.people]
    dropped = (gone or breaches)[0]
    return tuple(each for each in breaches if each is not dropped)


@part.command(
    VoidWagers,
    under="void_wagers",
    label="Void the player's wagers",
    words="cancel stake bets return cheating",
    says=lambda c, who: f"Void {who(c.player)}'s wagers",
    desk=Desk.PLAYERS,
    examples=each_offender(lambda person: VoidWagers(player=person)),
)
def void_wagers(state: BankedTable, command: VoidWagers, ctx: BankedContext[ConductClauses]) -> Decision:
    """Void wagers move no money: they go back, with anything the round had already moved."""
    cite = (ctx.clauses.void_wagers,)
    refusal = breached(state, command.player, cite, ctx.clauses.devices if ctx.clauses.only_devices else None)
    if refusal is not None:
        return refusal
    wagers = state.wagers_of(command.player)
    if not wagers:
        return Refusal(Reason.NO_SUCH_WAGER, cite, {"player": command.player})
    refusal = ctx.rules.why_not_void(state, command.player)
    if refusal is not None:
        return refusal
    gone = WagersVoided(player=command.player, moves=refunds(wagers), under=(*cite, "ruling 1"))
    return (gone, *ctx.rules.after_wagers_left(state, wagers))


@part.command(
    ExcludePlayer,
    under="exclude",
    label="Exclude from the game",
    words="ban bar remove throw kick out eject leave stop playing",
    says=lambda c, who: f"Exclude {who(c.player)}",
    desk=Desk.PLAYERS,
    examples=each_offender(lambda person: ExcludePlayer(player=person)),
)
def exclude_player(state: BankedTable, command: ExcludePlayer, ctx: BankedContext[ConductClauses]) -> Decision:
    """Wagers whose round has not begun go back; those the deal has begun to decide are finished."""
    cite: Clauses = (ctx.clauses.exclude,)
    refusal = breached(state, command.player, cite, ctx.clauses.devices if ctx.clauses.only_devices else None)
    if refusal is not None:
        return refusal
    if command.player in state.excluded:
        return Refusal(Reason.ALREADY, cite)
    if len(state.excluded) >= EXCLUDED:
        return Refusal(Reason.LIMITS, cite, {"excluded": EXCLUDED})
    person = state.people.get(command.player)
    if state.wagers_of(command.player):
        cite = (*cite, "ruling 14")
    wagers = () if state.in_play else state.wagers_of(command.player)
    back = tuple(taken_back(each, cite) for each in wagers)
    excluded = PlayerExcluded(player=command.player, name=person.name if person else command.player, under=cite)
    calls = lapsed(state, ctx.clauses.spoken, command.player)
    left = ctx.rules.after_exclusion(state, command.player) if state.in_play else ()
    return (*back, *calls, excluded, *ctx.rules.after_wagers_left(state, wagers), *left)


@part.event(PlayerExcluded, audience=named_by("player"), says=lambda e, who: f"{e.name} is excluded from the game.")
def player_excluded(state: TableT, event: PlayerExcluded) -> TableT:
    """The seat is free at once; chips stay theirs to take away."""
    people, person = state.people, state.people.get(event.player)
    if person is not None:
        people = {**people, event.player: replace(person, seat=None)}
    care, excluded = without_offer(state, event.player), {**state.excluded, event.player: event.name}
    out = replace(state, people=people, care=care, excluded=excluded)
    if not isinstance(out, BankedTable):
        return out
    return replace(out, spoken=tuple(each for each in out.spoken if each.player != event.player))


def _ways_to_invalidate(state: BankedTable, ctx: BankedContext[ConductClauses]) -> Iterator[Command]:
    yield InvalidateRound(fraud=False, why=TO_FILL_IN)
    yield InvalidateRound(fraud=True, why=TO_FILL_IN)
    if ctx.clauses.refund_optional:
        yield InvalidateRound(fraud=False, why=TO_FILL_IN, refund=False)
        staked = (*state.wagers, *state.left_behind, *ctx.rules.went_back(state))
        for player in dict.fromkeys(each.player for each in staked):
            yield InvalidateRound(fraud=True, why=TO_FILL_IN, forfeit=(player,))


@part.command(
    InvalidateRound,
    under=lambda clauses, command: clauses.fraud if command.fraud else clauses.disrupted,
    label="Void the round",
    words="cancel stop undo annul refund return wagers fire alarm",
    says=lambda c, who: "Invalidate the round: fraud" if c.fraud else "Invalidate the round: disruption",
    desk=Desk.ROUND,
    examples=_ways_to_invalidate,
)
def invalidate_round(state: BankedTable, command: InvalidateRound, ctx: BankedContext[ConductClauses]) -> Decision:
    """Until the round is closed, whatever of it has been paid already; before the first card nothing can be kept."""
    clauses = ctx.clauses
    cite = clauses.fraud if command.fraud else clauses.disrupted
    if state.stage is Stage.CLOSED or not (state.wagers or state.in_play):
        return Refusal(Reason.NOT_NOW, (cite,), {"stage": state.stage.value})
    if not clauses.refund_optional and (command.forfeit or not command.refund):
        return Refusal(Reason.FORBIDDEN, (clauses.refund,), {"wagers": "go back"})
    keeping = command.forfeit or not command.refund
    if not state.in_play and keeping:
        facts = {"stage": state.stage.value, "wagers": "go back"}
        return Refusal(Reason.NOT_NOW, (cite, clauses.refund, "ruling 28"), facts)
    staked, back = (*state.wagers, *state.left_behind), ctx.rules.went_back(state)
    for player in command.forfeit:
        if not (command.fraud and any(each.player == player for each in (*staked, *back))):
            return Refusal(Reason.NO_CAUSE, (clauses.fraud, clauses.refund), {"player": player})
    kept = tuple(each for each in staked if not command.refund or each.player in command.forfeit)
    again = tuple(each for each in back if each.player in command.forfeit)
    under: Clauses = (cite, clauses.refund, "ruling 28") if keeping else (cite, clauses.refund)
    return voided(state, command.why, (*under, *(("ruling 126",) if again else ())), ctx, (*kept, *again))


@part.command(
    ProposeSideBet,
    label="Propose side bet",
    says=lambda c, who: f"Offer {who(c.against)} a side bet of {dollars(c.cents)}",
    desk=Desk.TABLE,
)
def propose_side_bet(state: BankedTable, command: ProposeSideBet, ctx: BankedContext[ConductClauses]) -> Decision:
    """Never."""
    return Refusal(Reason.FORBIDDEN, (ctx.clauses.no_side_bets,), {"against": command.against})


@part.command(AskForRules, label="Ask for the rules", desk=Desk.TABLE)
def ask_for_rules(state: BankedTable, command: AskForRules, ctx: BankedContext[ConductClauses]) -> Decision:
    """To anyone who asks, at any time."""
    return (RulesShown(person=ctx.by.id, under=(ctx.clauses.rules_on_request,)),)


part.tells(RulesShown, audience=named_by("person"), says=lambda e, who: f"{who(e.person)} is given the rules to read.")
part.records(RulesShown)


@dataclass(frozen=True, kw_only=True)
class BarringClauses(ConductClauses):
    """What a book says of people excluded from the casino."""

    exclude_from_casino: str


barring = Part("conduct", BarringClauses)
"""People excluded from the casino for a forbidden device, in a book that lets the house."""


class ExcludeFromCasino(Command, frozen=True, kw_only=True):
    """Exclude from the casino a person who used a forbidden device."""

    player: str


class ExcludedFromCasino(Event, frozen=True, kw_only=True):
    """A person is excluded from the casino."""

    player: str


@barring.command(
    ExcludeFromCasino,
    under="exclude_from_casino",
    label="Exclude from the casino",
    words="ban bar remove throw kick out evict eject trespass",
    says=lambda c, who: f"Exclude {who(c.player)} from the casino",
    desk=Desk.PLAYERS,
    examples=each_offender(lambda person: ExcludeFromCasino(player=person)),
)
def exclude_from_casino(state: BankedTable, command: ExcludeFromCasino, ctx: BankedContext[BarringClauses]) -> Decision:
    """For a device on record; whoever is excluded from the casino is excluded from the game."""
    cite = (ctx.clauses.exclude_from_casino,)
    refusal = breached(state, command.player, (*cite, ctx.clauses.devices), ctx.clauses.devices)
    if refusal is not None:
        return refusal
    if command.player in state.out_of_casino:
        return Refusal(Reason.ALREADY, cite)
    out = ExcludedFromCasino(player=command.player, under=cite)
    if command.player in state.excluded:
        return (out,)
    game = exclude_player(state, ExcludePlayer(player=command.player), ctx)
    return game if isinstance(game, Refusal) else (*game, out)


@barring.event(
    ExcludedFromCasino, audience=named_by("player"), says=lambda e, who: f"{who(e.player)} is excluded from the casino."
)
def excluded_from_casino(state: BankedTable, event: ExcludedFromCasino) -> BankedTable:
    """Remembered as long as the table is."""
    return replace(state, out_of_casino=state.out_of_casino | {event.player})
