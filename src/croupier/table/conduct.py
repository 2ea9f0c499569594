"""Contraventions and what a pit boss may do about them; spoiled rounds; the rules on request."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.books import UnknownClause
from croupier.money import moves
from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.people import bank, without_offer
from croupier.table.state import Breach, Stage, TableState
from croupier.table.voiding import WagersVoided, refunds, voided
from croupier.table.wagers import taken_back

part = Part()

holding = Part()
"""What the house may do with winnings, devices and people, in a book that lets it."""


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


class SeizeWinnings(Command, frozen=True, kw_only=True):
    """Keep what a player won with a forbidden device while it is looked into: everything won since a round."""

    player: str
    since_round: int


class ConcludeInvestigation(Command, frozen=True, kw_only=True):
    """End an investigation: the money held goes to the player, or stays with the house."""

    player: str
    to_player: bool


class ConfiscateDevice(Command, frozen=True, kw_only=True):
    """Take a forbidden device away."""

    person: str
    device: str


class DetainPerson(Command, frozen=True, kw_only=True):
    """Have a person with a forbidden device held until someone authorised comes."""

    person: str
    handed_to: str = ""


class InvalidateRound(Command, frozen=True, kw_only=True):
    """Make the round of no effect after a disruption or a fraud that touched it."""

    fraud: bool
    why: str
    refund: bool = True
    """Whether the wagers go back; where the book leaves that to the house."""
    forfeit: str = ""
    """Whose wagers stay with the house for their fraud."""


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


class WinningsSeized(Event, frozen=True, kw_only=True):
    """Winnings are held while they are looked into."""

    player: str
    since_round: int
    cents: int


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


class RulesShown(Event, frozen=True, kw_only=True):
    """Someone asked for the rules and was given them."""

    person: str


def breached(state: TableState, person: str, cite: Clauses, devices: str | None = None) -> Refusal | None:
    """The refusal when nothing on record allows acting against a person."""
    if any(each.person == person and devices in (None, each.clause) for each in state.breaches):
        return None
    return Refusal(Reason.NO_CAUSE, cite, {"person": person, "on record": "no contravention"})


@part.decides(ReportContravention, rank="dealing")
def report_contravention(state: TableState, command: ReportContravention, ctx: Context) -> Decision:
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


@part.evolves(ContraventionRecorded)
def contravention_recorded(state: TableState, event: ContraventionRecorded) -> TableState:
    """The record allows the pit boss to act."""
    breach = Breach(event.person, event.clause, event.what, event.at, event.round)
    return replace(state, breaches=(*state.breaches, breach))


@part.decides(VoidWagers, rank="void_wagers")
def void_wagers(state: TableState, command: VoidWagers, ctx: Context) -> Decision:
    """Void wagers move no money: they go back, with anything the round had already moved."""
    cite = (ctx.clauses.void_wagers,)
    refusal = breached(state, command.player, cite, ctx.clauses.devices if ctx.clauses.only_devices else None)
    if refusal is not None:
        return refusal
    wagers = state.wagers_of(command.player)
    if not wagers:
        return Refusal(Reason.NO_SUCH_WAGER, cite, {"player": command.player})
    refusal = state.awaits(command.player, ctx.clauses)
    if refusal is not None:
        return refusal
    gone = WagersVoided(player=command.player, moves=refunds(wagers), under=(*cite, "ruling 1"))
    return (gone, *state.upon_leaving(wagers, ctx.clauses))


@part.decides(ExcludePlayer, rank="exclude")
def exclude_player(state: TableState, command: ExcludePlayer, ctx: Context) -> Decision:
    """Wagers whose round has not begun go back; those the deal has begun to decide are finished."""
    cite = (ctx.clauses.exclude,)
    refusal = breached(state, command.player, cite, ctx.clauses.devices if ctx.clauses.only_devices else None)
    if refusal is not None:
        return refusal
    if command.player in state.excluded:
        return Refusal(Reason.ALREADY, cite)
    person = state.people.get(command.player)
    wagers = () if state.in_play else state.wagers_of(command.player)
    back = tuple(taken_back(each, cite) for each in wagers)
    excluded = PlayerExcluded(player=command.player, name=person.name if person else command.player, under=cite)
    return (*back, excluded, *state.upon_leaving(wagers, ctx.clauses))


@part.evolves(PlayerExcluded)
def player_excluded(state: TableState, event: PlayerExcluded) -> TableState:
    """The seat is free at once; chips stay theirs to take away."""
    people, person = state.people, state.people.get(event.player)
    if person is not None:
        people = {**people, event.player: replace(person, seat=None)}
    spoken = tuple(each for each in state.spoken if each.player != event.player)
    care, excluded = without_offer(state, event.player), {**state.excluded, event.player: event.name}
    return replace(state, people=people, spoken=spoken, care=care, excluded=excluded)


def within_reach(state: TableState, player: str) -> int:
    """A player's chips less what came to them in the round not yet closed, which may still have to go back."""
    settled = (wager.settled for wager in state.wagers_of(player) if wager.settled is not None)
    return state.stack(player) - sum(each.returned + each.paid for each in settled)


@holding.decides(SeizeWinnings, rank="seize")
def seize_winnings(state: TableState, command: SeizeWinnings, ctx: Context) -> Decision:
    """Only what was won since the device came, and only with a device on record."""
    cite = (ctx.clauses.seize,)
    refusal = breached(state, command.player, (*cite, ctx.clauses.devices), ctx.clauses.devices)
    if refusal is not None:
        return refusal
    person = state.people.get(command.player)
    if person is None:
        return Refusal(Reason.NOT_HERE, cite, {"player": command.player})
    won = sum(cents for number, cents in person.gains if number >= command.since_round)
    cents = min(won, within_reach(state, person.id))
    if not cents:
        return Refusal(Reason.NO_CAUSE, cite, {"won since then": won, "chips": within_reach(state, person.id)})
    made = moves((f"stack:{person.id}", f"held:{person.id}", cents))
    return (WinningsSeized(player=person.id, since_round=command.since_round, cents=cents, moves=made, under=cite),)


@holding.evolves(WinningsSeized)
def winnings_seized(state: TableState, event: WinningsSeized) -> TableState:
    """Held apart; the same winnings are not seized twice."""
    person = state.people[event.player]
    gains = tuple(each for each in person.gains if each[0] < event.since_round)
    people = {**state.people, event.player: replace(person, gains=gains)}
    return replace(state, people=people, chips=bank(state, event.moves))


@holding.decides(ConcludeInvestigation, rank="seize")
def conclude_investigation(state: TableState, command: ConcludeInvestigation, ctx: Context) -> Decision:
    """The money held goes one way or the other."""
    cite = (ctx.clauses.seize,)
    held = f"held:{command.player}"
    cents = state.chips.get(held, 0)
    if not cents:
        return Refusal(Reason.NO_CAUSE, cite, {"held": 0})
    there = "stack" if command.player in state.people else "wallet"
    made = moves((held, f"{there}:{command.player}" if command.to_player else "rack", cents))
    return (
        InvestigationConcluded(player=command.player, to_player=command.to_player, cents=cents, moves=made, under=cite),
    )


@holding.evolves(InvestigationConcluded)
def investigation_concluded(state: TableState, event: InvestigationConcluded) -> TableState:
    """Nothing is held any more."""
    return replace(state, chips=bank(state, event.moves))


@holding.decides(ConfiscateDevice, rank="confiscate")
def confiscate_device(state: TableState, command: ConfiscateDevice, ctx: Context) -> Decision:
    """On record once the device is."""
    cite = (ctx.clauses.confiscate,)
    refusal = breached(state, command.person, (*cite, ctx.clauses.devices), ctx.clauses.devices)
    return refusal or (DeviceConfiscated(person=command.person, device=command.device, under=cite),)


@holding.decides(DetainPerson, rank="detain")
def detain_person(state: TableState, command: DetainPerson, ctx: Context) -> Decision:
    """On record, with who took over when someone has."""
    cite = (ctx.clauses.detain,)
    refusal = breached(state, command.person, (*cite, ctx.clauses.devices), ctx.clauses.devices)
    return refusal or (PersonDetained(person=command.person, handed_to=command.handed_to, under=cite),)


@part.decides(InvalidateRound)
def invalidate_round(state: TableState, command: InvalidateRound, ctx: Context) -> Decision:
    """Until the round is closed, whatever of it has been paid already; before the first card nothing can be kept."""
    clauses = ctx.clauses
    cite = clauses.fraud if command.fraud else clauses.disrupted
    lacking = ctx.lacks_rank(cite)
    if lacking is not None:
        return lacking
    if state.stage is Stage.CLOSED or not (state.wagers or state.in_play):
        return Refusal(Reason.NOT_NOW, (cite,), {"stage": state.stage.value})
    if not command.why.strip():
        return Refusal(Reason.NO_CAUSE, (cite,), {"why": "a reason must be given"})
    if not clauses.refund_optional and (command.forfeit or not command.refund):
        return Refusal(Reason.FORBIDDEN, (clauses.refund,), {"wagers": "go back"})
    if not state.in_play and (command.forfeit or not command.refund):
        return Refusal(Reason.NOT_NOW, (cite, clauses.refund), {"stage": state.stage.value, "wagers": "go back"})
    if command.forfeit and not (command.fraud and state.wagers_of(command.forfeit)):
        return Refusal(Reason.NO_CAUSE, (clauses.fraud, clauses.refund), {"player": command.forfeit})
    kept = tuple(each for each in state.wagers if not command.refund or each.player == command.forfeit)
    return voided(state, command.why, (cite, clauses.refund), clauses, kept)


@part.decides(ProposeSideBet)
def propose_side_bet(state: TableState, command: ProposeSideBet, ctx: Context) -> Decision:
    """Never."""
    return Refusal(Reason.FORBIDDEN, (ctx.clauses.no_side_bets,), {"against": command.against})


@part.decides(AskForRules)
def ask_for_rules(state: TableState, command: AskForRules, ctx: Context) -> Decision:
    """To anyone who asks, at any time."""
    return (RulesShown(person=ctx.by.id, under=(ctx.clauses.rules_on_request,)),)


def _only_recorded(state: TableState, event: Event) -> TableState:
    return state


part.evolves(RulesShown)(_only_recorded)
for _event in (DeviceConfiscated, PersonDetained):
    holding.evolves(_event)(_only_recorded)
