"""The pay tables on the sign and their change; wagers forfeited for talking about cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.jackpot_game import when_checked
from croupier.games.three_card_poker.misdeal import taken_up
from croupier.games.three_card_poker.play import given_up
from croupier.games.three_card_poker.state import Choice, State
from croupier.games.three_card_poker.terms import ANTE_BONUS, PAIR_PLUS
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.endings import moved
from croupier.table.fields import Asks
from croupier.table.rounds import with_endings
from croupier.table.rules import BankedContext
from croupier.table.state import Settled, Stage
from croupier.table.value import SETTLED
from croupier.table.words import endings

part = Part("three-card-poker", ThreeCardClauses)


class ChangePayTables(Command, frozen=True, kw_only=True):
    """Pay Ante Bonus and Pair Plus by other tables from the next game on."""

    ante_bonus: Annotated[
        str,
        Asks(
            "Ante Bonus",
            "choice",
            start=lambda state: state.ante_bonus,
            words={name: f"Table {name}" for name in ANTE_BONUS},
        ),
    ]
    pair_plus: Annotated[
        str,
        Asks(
            "Pair Plus",
            "choice",
            start=lambda state: state.pair_plus,
            words={name: f"Table {name}" for name in PAIR_PLUS},
        ),
    ]


class ForfeitWagers(Command, frozen=True, kw_only=True):
    """Take the wagers of a player who exchanged cards or spoke of them."""

    player: str


class PayTablesChanged(Event, frozen=True, kw_only=True):
    """The players have been told of other pay tables, and the sign shows them."""

    ante_bonus: str
    pair_plus: str
    version: int


class WagersForfeited(Event, frozen=True, kw_only=True):
    """A player has lost their wagers for what they did with the cards."""

    player: str
    settled: tuple[Settled, ...]


def _other_tables(state: State, ctx: BankedContext[ThreeCardClauses]) -> Iterator[Command]:
    other = next(name for name in PAIR_PLUS if name != state.pair_plus)
    yield ChangePayTables(ante_bonus=next(iter(ANTE_BONUS)), pair_plus=other)


@part.command(
    ChangePayTables,
    under="pay_tables_changed",
    label="Pay by other tables",
    words="odds payout paytable schedule",
    says=lambda c, who: f"Pay Ante Bonus by table {c.ante_bonus}, Pair Plus by table {c.pair_plus}",
    desk=Desk.SIGNS,
    examples=_other_tables,
)
def change_pay_tables(state: State, command: ChangePayTables, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Before a game begins, with nothing on the layout."""
    clauses = ctx.clauses
    cite: Clauses = (clauses.pay_tables_changed, clauses.pay_tables)
    if command.ante_bonus not in ANTE_BONUS or command.pair_plus not in PAIR_PLUS:
        return Refusal(Reason.LIMITS, cite, {"ante bonus": command.ante_bonus, "pair plus": command.pair_plus})
    if state.stage not in (Stage.BETTING, Stage.CLOSED) or state.wagers:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value, "wagers": len(state.wagers)})
    if (command.ante_bonus, command.pair_plus) == (state.ante_bonus, state.pair_plus):
        return Refusal(Reason.ALREADY, cite)
    return (
        PayTablesChanged(
            ante_bonus=command.ante_bonus,
            pair_plus=command.pair_plus,
            version=state.terms_version + 1,
            under=cite,
        ),
    )


@part.event(
    PayTablesChanged,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The players are told: Ante Bonus pays by table {e.ante_bonus}, Pair Plus by table {e.pair_plus}."
    ),
)
def pay_tables_changed(state: State, event: PayTablesChanged) -> State:
    """In force for the next wagers."""
    return replace(state, ante_bonus=event.ante_bonus, pair_plus=event.pair_plus, terms_version=event.version)


def _who_spoke_of_cards(state: State, ctx: BankedContext[ThreeCardClauses]) -> Iterator[Command]:
    for person in dict.fromkeys(each.person for each in state.breaches if each.clause == ctx.clauses.no_talk):
        yield ForfeitWagers(player=person)


@part.command(
    ForfeitWagers,
    under="dealing",
    label="Take wagers as forfeited",
    words="confiscate take seize lose stake cheating",
    says=lambda c, who: f"Take the wagers of {who(c.player)} as forfeited",
    desk=Desk.PLAYERS,
    examples=_who_spoke_of_cards,
)
def forfeit_wagers(state: State, command: ForfeitWagers, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Only for a breach on record, from the pick-up on: what of the wagers is undecided."""
    cite: Clauses = (ctx.clauses.no_talk,)
    if not any(each.person == command.player and each.clause == ctx.clauses.no_talk for each in state.breaches):
        return Refusal(Reason.NO_CAUSE, cite, {"on record": "no such breach"})
    wagers = tuple(each for each in state.remaining() if each.player == command.player)
    if state.stage not in (Stage.CHOOSING, Stage.SETTLING) or not wagers:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    settled = tuple(given_up(each, ctx.clauses, cite) for each in wagers)
    lost = WagersForfeited(player=command.player, settled=settled, moves=moved(settled), under=cite)
    return (lost, *taken_up(state, tuple(dict.fromkeys(each.area for each in wagers)), cite))


@part.event(
    WagersForfeited,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} forfeits wagers: {endings(e.settled, who, 'there were none')}",
)
def wagers_forfeited(state: State, event: WagersForfeited) -> State:
    """Their hands are out."""
    choices = {**state.choices, **{each.area: Choice.FOLD for each in event.settled}}
    lost = replace(with_endings(state, event.settled, event.moves), choices=choices)
    return when_checked(lost) if state.stage is Stage.SETTLING else lost
