"""What tables tell of each hand, and when play at a table and the session is over."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from croupier.house.tournaments.deciding import Circumstances, Told, part
from croupier.house.tournaments.determined import is_determined
from croupier.house.tournaments.elimination.out import eliminated
from croupier.house.tournaments.elimination.seating import elimination
from croupier.house.tournaments.finishing import finished, hands_can_follow, nobody_wagers, time_is_up, won
from croupier.house.tournaments.model import CHIP, InPlay, Sitting, Stage, Status, Tournament
from croupier.house.tournaments.rounds import round_now
from croupier.house.tournaments.sessions import MINUTE_MS
from croupier.house.tournaments.ties import after_extra_hand, tie_changed
from croupier.table.contract import THE_TABLE, Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Who
from croupier.table.tournaments.conditions import Afterwards, Compulsory


class ReportHand(Told, frozen=True, kw_only=True):
    """Tell the tournament what a hand at one of its tables has left. A table says it, and nobody else."""

    table: str
    stacks: dict[str, int]
    """Chips by who plays."""
    stakes: dict[str, int] = msgspec.field(default_factory=dict)
    """What each of them wagered."""
    counts: bool = True
    """Whether the hand counts: a misdeal is none."""
    shoe: bool = False
    """Whether the shoe is used up with it."""
    least: int = 0
    """The least that is wagered at the table."""
    line: tuple[int, ...] = ()
    """At poker, the seats of the button and the blinds."""
    most_lost: int | None = None
    most_won: int | None = None


class EndTableEarly(Command, frozen=True, kw_only=True):
    """End play at a table before its time."""

    table: str


class AgreeToEnd(Command, frozen=True, kw_only=True):
    """Agree that play at one's table ends before its time."""


class HandReported(Event, frozen=True, kw_only=True):
    """A hand at a table has left these banks."""

    table: str
    banks: dict[int, int]
    counts: bool = True
    shoe: bool = False
    short: tuple[int, ...] = ()
    """Who wagered less than everyone must, though they had the chips."""
    least: int = 0
    line: tuple[int, ...] = ()
    most_lost: int | None = None
    most_won: int | None = None


class EndAgreed(Event, frozen=True, kw_only=True):
    """An entrant agrees that play at their table ends."""

    entrant: int
    table: str


@part.command(ReportHand, label="Report a hand", desk=Desk.TOURNAMENT)
def report_hand(tournament: Tournament, command: ReportHand, ctx: Circumstances) -> Decision:
    """Once for each hand of a table of the session."""
    sitting, clauses = tournament.sitting, ctx.clauses
    if ctx.by.id != THE_TABLE:
        return Refusal(Reason.FORBIDDEN, (clauses.reserved,), {"says": "the table itself"})
    if sitting is None or command.table not in sitting.tables:
        return Refusal(Reason.NOT_NOW, (clauses.reserved,), {"table": command.table})
    here = sitting.tables[command.table]
    tie = sitting.tie if sitting.tie is not None and sitting.tie.table == command.table else None
    playing = here.seats.values() if tie is None else tie.among
    # Of several entries that somebody has, the one is played that they are there for.
    there_last = sorted(playing, key=lambda number: not tournament.entrants[number].absent)
    seated = {tournament.entrants[number].plays: number for number in there_last}
    banks = {seated[player]: cents for player, cents in command.stacks.items() if player in seated}
    least = _compulsory(ctx)
    short = tuple(
        [
            number
            for player, number in seated.items()
            if player in command.stacks
            and command.counts
            and command.stakes.get(player, 0) < least <= tournament.entrants[number].bank
        ]
    )
    told = HandReported(
        table=command.table,
        banks=banks,
        counts=command.counts,
        shoe=command.shoe,
        short=short if tie is None else (),
        least=command.least,
        line=command.line,
        most_lost=command.most_lost,
        most_won=command.most_won,
        under=(clauses.structure, *((clauses.compulsory, "ruling 92") if short and tie is None else ())),
    )
    if tie is not None:
        return (told, *after_extra_hand(hand_reported(tournament, told), ctx, shoe=command.shoe))
    after = hand_reported(tournament, told)
    if elimination(tournament) is None:
        return (told, *_ends(after, command.table, ctx))
    if tournament.stage is not Stage.SESSION:
        return (told,)
    before = {number: tournament.entrants[number].bank for number in here.seats.values()}
    out = eliminated(after, command.table, before, ctx)
    for event in out:
        after = part.evolvers[type(event)].evolve(after, event)
    together = sitting.together is not None
    return (told, *out, *(won(after, command.table, ctx) if out or together else ()))


def _compulsory(ctx: Circumstances) -> int:
    """What everyone must wager; where players play each other, blinds and antes see to it."""
    said = ctx.conditions.wagers.compulsory
    banked = ctx.clauses.elimination is None
    return (said.least or 0) * CHIP if isinstance(said, Compulsory) and banked else 0


def _ends(tournament: Tournament, table: str, ctx: Circumstances) -> tuple[Event, ...]:
    """What the end of a hand ends: play at its table, and with the last table the session."""
    sitting = tournament.sitting
    assert sitting is not None
    here, length = sitting.tables[table], round_now(tournament)
    over = (
        (length.hands is not None and here.hands >= length.hands)
        or (length.shoes is not None and here.shoes >= length.shoes)
        or (length.minutes is not None and ctx.at >= sitting.opened_at + length.minutes * MINUTE_MS)
        or not hands_can_follow(tournament, table)
    )
    return finished(tournament, table, (ctx.clauses.structure,)) if over and not here.finished else ()


def _reported(event: HandReported, who: Who) -> str:
    numbers = " and ".join(str(each) for each in event.short)
    short = f" Less than the compulsory wager was laid by entrant {numbers}." if event.short else ""
    return f"A hand at {event.table} is over.{short}"


@part.event(HandReported, audience=EVERYONE, says=_reported)
def hand_reported(tournament: Tournament, event: HandReported) -> Tournament:
    """The banks are as told; what was won from the house's chips is issued, and what was lost to them withdrawn."""
    sitting = tournament.sitting
    assert sitting is not None
    if sitting.tie is not None and sitting.tie.table == event.table:
        return tie_changed(tournament, event.banks)
    entrants, won = dict(tournament.entrants), 0
    for number, bank in event.banks.items():
        before = entrants[number]
        if before.status is Status.IN:
            won += bank - before.bank
            entrants[number] = replace(before, bank=bank)
    issued, withdrawn = tournament.issued + max(0, won), tournament.withdrawn + max(0, -won)
    here = sitting.tables[event.table]
    here = replace(
        here,
        hands=here.hands + event.counts,
        shoes=here.shoes + event.shoe,
        least=event.least,
        line=event.line,
        most_lost=event.most_lost,
        most_won=event.most_won,
    )
    now = _with_table(sitting, event.table, here)
    return replace(tournament, sitting=now, entrants=entrants, issued=issued, withdrawn=withdrawn)


def _with_table(sitting: Sitting, table: str, here: InPlay) -> Sitting:
    return replace(sitting, tables={**sitting.tables, table: here})


@part.command(
    EndTableEarly,
    label="End a table early",
    words="finish stop",
    says=lambda c, who: f"End play at {c.table}: it is settled who goes on",
    desk=Desk.TOURNAMENT,
)
def end_table_early(tournament: Tournament, command: EndTableEarly, ctx: Circumstances) -> Decision:
    """Once it is settled who goes on; where chips are worth cash everyone there agrees, besides or instead.

    It is not early where the time of the session is over though nobody deals a last hand, or where no hand can be dealt
    any more because nobody who is there can wager: then the director waits no longer.
    """
    clauses, sitting = ctx.clauses, tournament.sitting
    cite: Clauses = (clauses.early_determined, "ruling 89", "ruling 90")
    lacking = ctx.why_not_conduct(clauses.early_determined)
    if lacking is not None:
        return lacking
    if tournament.stage is not Stage.SESSION or sitting is None or command.table not in sitting.tables:
        return Refusal(Reason.NOT_NOW, cite, {"table": command.table})
    here = sitting.tables[command.table]
    if here.finished:
        return Refusal(Reason.ALREADY, cite, {"table": command.table})
    up = time_is_up(tournament)
    if up is not None and ctx.at >= up:
        now = ctx.table(command.table)
        if now is not None and now.in_hand:
            return Refusal(Reason.NOT_NOW, (clauses.structure,), {"a hand is under way": "play ends with it"})
        return finished(tournament, command.table, (clauses.structure,))
    if nobody_wagers(tournament, command.table):
        return finished(tournament, command.table, (clauses.structure, clauses.absent, "ruling 92"))
    if ctx.conditions.structure.early_end is False:
        return Refusal(Reason.FORBIDDEN, cite, {"conditions": "tables are played to their end"})
    settled = is_determined(tournament, command.table)
    cash = ctx.conditions.bank.afterwards is Afterwards.CASH
    agreed = set(here.seats.values()) <= set(here.agreed)
    if ctx.book.agreed_besides and not ctx.conditions.readings.early_end_either:
        if not settled:
            return Refusal(Reason.NOT_NOW, cite, {"who goes on": "not settled"})
        if cash and not agreed:
            facts: dict[str, str | int] = {"agreed": len(here.agreed), "of": len(here.seats)}
            return Refusal(Reason.NO_CAUSE, (clauses.early_agreed, "ruling 89"), facts)
    elif not settled and not (cash and agreed):
        under = (*cite, clauses.early_agreed) if cash else cite
        return Refusal(Reason.NOT_NOW, under, {"who goes on": "not settled", "agreed": len(here.agreed)})
    under = (clauses.early_determined,) if settled else ()
    under = (*under, clauses.early_agreed) if cash and agreed else under
    under = under if tournament.schedule is None else (*under, "ruling 109")
    return finished(tournament, command.table, (*under, "ruling 89", "ruling 90"), early=True)


@part.command(AgreeToEnd, label="Agree that play here ends", desk=Desk.ENTRANTS)
def agree_to_end(tournament: Tournament, command: AgreeToEnd, ctx: Circumstances) -> Decision:
    """Everyone for themselves, where chips are worth cash."""
    cite: Clauses = (ctx.clauses.early_agreed,)
    entrant, sitting = tournament.playing(ctx.by.id), tournament.sitting
    if entrant is None or sitting is None or entrant.table not in sitting.tables:
        return Refusal(Reason.NOT_HERE, cite, {"player": ctx.by.id})
    if ctx.conditions.bank.afterwards is not Afterwards.CASH:
        return Refusal(Reason.FORBIDDEN, cite, {"chips": "are not exchanged for cash"})
    if entrant.number in sitting.tables[entrant.table].agreed:
        return Refusal(Reason.ALREADY, cite)
    return (EndAgreed(entrant=entrant.number, table=entrant.table, under=cite),)


@part.event(
    EndAgreed, audience=EVERYONE, says=lambda e, who: f"Entrant {e.entrant} agrees that play at {e.table} ends."
)
def end_agreed(tournament: Tournament, event: EndAgreed) -> Tournament:
    """One more of those there."""
    assert tournament.sitting is not None
    here = tournament.sitting.tables[event.table]
    here = replace(here, agreed=(*here.agreed, event.entrant))
    return replace(tournament, sitting=_with_table(tournament.sitting, event.table, here))
