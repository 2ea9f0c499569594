"""Tables that are reserved for a tournament: reserved, held between rounds, played at a level, and released again.

The house's own chips are put away meanwhile, so that cash and tournament chips never meet. All of it is ordered by the
tournament alone, whose own record says who decided it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.cards import Device
from croupier.money import MOST_CENTS, Limits, dollars, moves
from croupier.table.accounts import RACK, RESERVE
from croupier.table.bounds import MOST_LISTED
from croupier.table.contract import THE_TOURNAMENT, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.engine import Context
from croupier.table.examples import only
from croupier.table.people import bank
from croupier.table.rules import BankedContext, BankedRules, Rules, TableClauses
from croupier.table.state import BankedTable, Reservation, Served, Stage, Table
from croupier.table.tournaments.reserved_play import sent_back
from croupier.table.wagers import taken_back


@dataclass(frozen=True, kw_only=True)
class ReservedClauses(TableClauses):
    """What a book says of tables that serve a tournament."""

    tables_designated: str
    tables_reserved: str


part = Part("reserved", ReservedClauses)
levels = Part("reserved", ReservedClauses)
"""Levels at a table with a bank: the least and the most of its main wager."""
StateT = TypeVar("StateT", bound=Table)
BankedT = TypeVar("BankedT", bound=BankedTable)


class ReserveTable(Command, frozen=True, kw_only=True):
    """Have a table serve a tournament alone; `offered` are the bets beside the main one that its conditions offer.

    Where play is measured in shoes, a table will not do whose cards are shuffled while it goes on (ruling 107).
    """

    tournament: str
    title: str
    started: int = 0
    offered: tuple[str, ...] = ()
    shoes: bool = False
    secrets: int = 0
    """How many secret wagers everyone may make,"""
    secrets_each_round: bool = False
    """in each round of play, or as long as they play here."""
    bettors: int = 0
    """How many may wager on one area, where the conditions vary that."""
    money: bool = False
    """Whether its chips are worth in cash what is written on them."""
    rest: bool = False
    """Whether a bank below the minimum may be wagered whole."""
    varied: dict[str, int] = msgspec.field(default_factory=dict)
    """The clauses that the conditions vary otherwise, with what they have instead."""
    variation: str = ""
    """The game that is played, where the book has several and the conditions name one."""


class HoldTable(Command, frozen=True, kw_only=True):
    """Let no round begin, and say why; with no reason, let play go on."""

    why: str = ""
    between: bool = False
    """Whether it is said only where no round is under way."""


class SetLevel(Command, frozen=True, kw_only=True):
    """Set what is played for from the next round on: the main wager's limits, or the blinds and antes of poker."""

    minimum: int = 0
    maximum: int = 0
    blinds: tuple[int, ...] = ()
    ante: int = 0
    blind_ante: int = 0


class ReleaseTable(Command, frozen=True, kw_only=True):
    """Give a table back to play for cash."""


class TableReserved(Event, frozen=True, kw_only=True):
    """The table serves a tournament alone, and the chips of its rack are put away."""

    tournament: str
    title: str
    started: int
    offered: tuple[str, ...]
    secrets: int = 0
    secrets_each_round: bool = False
    bettors: int = 0
    money: bool = False
    rest: bool = False
    varied: dict[str, int] = msgspec.field(default_factory=dict)


class TableHeld(Event, frozen=True, kw_only=True):
    """No round begins until play goes on, or, with no reason, it goes on."""

    why: str


class LevelSet(Event, frozen=True, kw_only=True):
    """Another level is played from the next round on."""

    minimum: int = 0
    maximum: int = 0
    blinds: tuple[int, ...] = ()
    ante: int = 0
    blind_ante: int = 0


class TableReleased(Event, frozen=True, kw_only=True):
    """The table serves the tournament no longer; its chips are gone, and those of the house are in the rack again."""

    tournament: str


def why_not_ordered(ctx: Context[ReservedClauses]) -> Refusal | None:
    """Why someone cannot order what only the tournament orders, whatever their rank."""
    if ctx.by.id == THE_TOURNAMENT:
        return None
    return Refusal(Reason.FORBIDDEN, (ctx.clauses.tables_reserved,), {"ordered by": "the tournament alone"})


def reservation(state: Table, ctx: Context[ReservedClauses]) -> Reservation | Refusal:
    """What the table is reserved for, if it is and the tournament acts."""
    refusal = why_not_ordered(ctx)
    if refusal is not None:
        return refusal
    return state.reserved or Refusal(Reason.NO_CAUSE, (ctx.clauses.tables_reserved,), {"table": "not reserved"})


def between_rounds(state: Table, rules: Rules[Any, Any]) -> bool:
    """Whether no round is under way, and nothing is staked for the next."""
    return state.stage in (Stage.CLOSED, Stage.BETTING) and not rules.stakes(state)


def held_money(state: Table) -> int:
    """What is held of players' chips while it is looked into."""
    return sum(cents for name, cents in state.chips.items() if name.startswith("held:"))


@part.command(
    ReserveTable,
    label="Reserve the table",
    words="tournament designate dedicate",
    says=lambda c, who: f"Reserve the table for {c.title}",
    desk=Desk.TOURNAMENT,
    examples=only(),
)
def reserve_table(state: Table, command: ReserveTable, ctx: Context[ReservedClauses]) -> Decision:
    """Once those who played for cash have gone, by the table's own closing rule (ruling 88)."""
    cite = (ctx.clauses.tables_designated, ctx.clauses.tables_reserved)
    refusal = why_not_ordered(ctx)
    if refusal is not None:
        return refusal
    if state.reserved is not None:
        return Refusal(Reason.ALREADY, cite, {"reserved for": state.reserved.title})
    if not command.tournament or not 0 <= command.started <= MOST_CENTS or len(command.offered) > MOST_LISTED:
        return Refusal(Reason.LIMITS, cite, {"tournament": command.tournament, "chips": command.started})
    if state.people:
        return Refusal(Reason.NOT_NOW, (*cite, "ruling 88"), {"people": len(state.people)})
    if held_money(state) or not between_rounds(state, ctx.rules):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value, "held": held_money(state)})
    if command.shoes and state.shoe.device is not Device.SHOE:
        return Refusal(Reason.FORBIDDEN, (*cite, "ruling 107"), {"cards": "an automatic shuffling shoe"})
    plays = ctx.rules.variation(state)
    if command.variation and plays != command.variation:
        return Refusal(Reason.FORBIDDEN, cite, {"plays": plays, "conditions name": command.variation})
    refusal = ctx.rules.why_not_reserved(state) or _why_no_such_bet(state, command, ctx)
    if refusal is not None:
        return refusal
    return (
        TableReserved(
            tournament=command.tournament,
            title=command.title,
            started=command.started,
            offered=command.offered,
            secrets=command.secrets,
            secrets_each_round=command.secrets_each_round,
            bettors=command.bettors,
            money=command.money,
            rest=command.rest,
            varied=command.varied,
            moves=moves((RACK, RESERVE, state.chips.get(RACK, 0))),
            under=cite,
        ),
    )


def _why_no_such_bet(state: Table, command: ReserveTable, ctx: Context[ReservedClauses]) -> Refusal | None:
    """Why what the conditions offer beside the main bet cannot be offered here: no such bet, or a prize meter's."""
    link = ctx.rules.meter_link(state)
    for bet in command.offered:
        if bet not in state.limits or (link is not None and bet == link.bet):
            return Refusal(Reason.NO_SUCH_BET, (ctx.clauses.tables_reserved, "ruling 114"), {"bet": bet})
    return None


@part.event(
    TableReserved,
    audience=EVERYONE,
    says=lambda e, who: f"The table is reserved for {e.title}.",
    aloud=True,
)
def table_reserved(state: StateT, event: TableReserved, rules: Rules[Any, Any]) -> StateT:
    """It waits until the tournament lets play begin, and opens though it was closed for cash play."""
    reserved = Reservation(
        tournament=event.tournament,
        title=event.title,
        started=event.started,
        offered=event.offered,
        secrets=event.secrets,
        secrets_each_round=event.secrets_each_round,
        money=event.money,
        rest=event.rest,
        varied=event.varied,
        since=state.round,
        limits={bet: state.limits[bet] for bet in rules.main_bets(state)},
    )
    set_aside = replace(state, reserved=reserved, shut=False, chips=bank(state, event.moves))
    if event.bettors and isinstance(set_aside, BankedTable):
        kept = replace(reserved, bettors=set_aside.bettors_per_area)
        set_aside = replace(set_aside, reserved=kept, bettors_per_area=event.bettors)
    found: StateT = rules.for_tournament(set_aside)
    return found


@part.command(
    HoldTable,
    label="Hold the table",
    words="tournament pause break wait stop go on resume",
    says=lambda c, who: f"Let no round begin: {c.why}" if c.why else "Let play go on",
    desk=Desk.TOURNAMENT,
    examples=only(),
)
def hold_table(state: Table, command: HoldTable, ctx: Context[ReservedClauses]) -> Decision:
    """What is under way is finished; wagers for a round that has not begun go back."""
    reserved, cite = reservation(state, ctx), (ctx.clauses.tables_reserved,)
    if isinstance(reserved, Refusal):
        return reserved
    if command.between and state.stage not in (Stage.CLOSED, Stage.BETTING):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    held = TableHeld(why=command.why, under=cite)
    if not command.why or state.stage is not Stage.BETTING:
        return (held,)
    if not isinstance(state, BankedTable):
        return (*ctx.rules.sent_back(state, cite), held)
    rules: BankedRules[Any, Any] = ctx.rules  # type: ignore[assignment]  # of a table with a bank
    back = tuple([taken_back(each, cite) for each in state.wagers])
    return (*back, held, *(rules.after_wagers_left(state, state.wagers) if back else ()))


@part.event(
    TableHeld,
    audience=EVERYONE,
    says=lambda e, who: f"No round begins: {e.why}." if e.why else "Play goes on.",
    aloud=True,
)
def table_held(state: StateT, event: TableHeld) -> StateT:
    """Until the next word of the tournament."""
    assert state.reserved is not None
    return replace(state, reserved=replace(sent_back(state.reserved), held=event.why))


levels.declares(
    SetLevel,
    label="Set the level",
    words="tournament blinds ante limits minimum maximum raise",
    says=lambda c, who: f"Play at {level(c)}",
    desk=Desk.TOURNAMENT,
    examples=only(),
)


def level(said: SetLevel | LevelSet) -> str:
    """A level in words."""
    if not said.blinds:
        return f"{dollars(said.minimum)} to {dollars(said.maximum)}"
    antes = [(said.ante, "ante"), (said.blind_ante, "ante for all")]
    blinds = f"blinds of {' and '.join(map(dollars, said.blinds))}"
    return ", ".join([blinds, *(f"{dollars(cents)} {name}" for cents, name in antes if cents)])


@levels.decides(SetLevel)
def set_level(state: BankedTable, command: SetLevel, ctx: BankedContext[ReservedClauses]) -> Decision:
    """Of the main wager, in the steps that the sign has."""
    reserved, cite = reservation(state, ctx), (ctx.clauses.tables_reserved,)
    if isinstance(reserved, Refusal):
        return reserved
    poker = command.blinds or command.ante or command.blind_ante
    if poker or not 0 < command.minimum <= command.maximum <= MOST_CENTS:
        return Refusal(Reason.LIMITS, cite, {"minimum": command.minimum, "maximum": command.maximum})
    return (LevelSet(minimum=command.minimum, maximum=command.maximum, under=cite),)


levels.tells(LevelSet, audience=EVERYONE, says=lambda e, who: f"From the next round: {level(e)}.", aloud=True)


@levels.evolves(LevelSet)
def level_set(state: BankedT, event: LevelSet, rules: BankedRules[Any, Any]) -> BankedT:
    """At once between rounds; wagers that lie there are played as they were laid."""
    limits = {bet: Limits(event.minimum, event.maximum, state.limits[bet].step) for bet in rules.main_bets(state)}
    if between_rounds(state, rules):
        return replace(state, coming_limits={}).with_limits(limits, state.terms_version + 1)
    return replace(state, coming_limits={**state.coming_limits, **limits})


@part.command(
    ReleaseTable,
    label="Release the table",
    words="tournament cash give back end",
    desk=Desk.TOURNAMENT,
    examples=only(),
)
def release_table(state: Table, command: ReleaseTable, ctx: Context[ReservedClauses]) -> Decision:
    """Once nobody is there any more, and nothing of theirs."""
    reserved, cite = reservation(state, ctx), (ctx.clauses.tables_reserved,)
    if isinstance(reserved, Refusal):
        return reserved
    if state.people:
        return Refusal(Reason.NOT_NOW, cite, {"people": len(state.people)})
    if held_money(state) or not between_rounds(state, ctx.rules):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value, "held": held_money(state)})
    there, put_away = state.chips.get(RACK, 0), state.chips.get(RESERVE, 0)
    made = moves((RACK, reserved.account, there), (RESERVE, RACK, put_away))
    return (TableReleased(tournament=reserved.tournament, moves=made, under=cite),)


@part.event(TableReleased, audience=EVERYONE, says="The table serves the tournament no longer.", aloud=True)
def table_released(state: StateT, event: TableReleased, rules: Rules[Any, Any]) -> StateT:
    """The sign says again what it said before; what the tournament's wagers could have brought is no claim to cash."""
    assert state.reserved is not None
    reserved = state.reserved
    limits, since = {**state.limits, **reserved.limits}, reserved.since
    version = state.terms_version + (limits != state.limits)
    claims = {player: tuple([each for each in found if each.round <= since]) for player, found in state.claims.items()}
    back = replace(
        state,
        reserved=None,
        served=Served(
            tournament=reserved.tournament, title=reserved.title, money=reserved.money, since=since, until=state.round
        ),
        limits=limits,
        terms_version=version,
        claims={player: found for player, found in claims.items() if found},
        chips=bank(state, event.moves),
    )
    if isinstance(back, BankedTable):
        back = replace(back, coming_limits={}, bettors_per_area=state.reserved.bettors or back.bettors_per_area)
    found: StateT = rules.for_cash(back)
    return found
