"""The pay tables on the sign and their change; wagers forfeited for talking about cards."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.play import given_up
from croupier.games.three_card_poker.state import Choice, State
from croupier.games.three_card_poker.terms import ANTE_BONUS, PAIR_PLUS
from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.endings import moved
from croupier.table.rounds import with_endings
from croupier.table.state import Settled, Stage

part = Part()


class ChangePayTables(Command, frozen=True, kw_only=True):
    """Pay Ante Bonus and Pair Plus by other tables from the next game on."""

    ante_bonus: str
    pair_plus: str


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


@part.decides(ChangePayTables, rank="pay_tables_changed")
def change_pay_tables(state: State, command: ChangePayTables, ctx: Context) -> Decision:
    """Before a game begins, with nothing on the layout."""
    clauses: ThreeCardClauses = ctx.clauses
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


@part.evolves(PayTablesChanged)
def pay_tables_changed(state: State, event: PayTablesChanged) -> State:
    """In force for the next wagers."""
    return replace(state, ante_bonus=event.ante_bonus, pair_plus=event.pair_plus, terms_version=event.version)


@part.decides(ForfeitWagers, rank="dealing")
def forfeit_wagers(state: State, command: ForfeitWagers, ctx: Context) -> Decision:
    """Only for a breach on record, while the wagers are undecided."""
    cite: Clauses = (ctx.clauses.no_talk,)
    if not any(each.person == command.player and each.clause == ctx.clauses.no_talk for each in state.breaches):
        return Refusal(Reason.NO_CAUSE, cite, {"on record": "no such breach"})
    wagers = tuple(each for each in state.wagers_of(command.player) if each.settled is None)
    if state.stage is not Stage.DECIDING or not wagers:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    settled = tuple(given_up(each, cite) for each in wagers)
    return (WagersForfeited(player=command.player, settled=settled, moves=moved(settled), under=cite),)


@part.evolves(WagersForfeited)
def wagers_forfeited(state: State, event: WagersForfeited) -> State:
    """Their hands are out."""
    choices = {**state.choices, **{each.area: Choice.FOLD for each in event.settled}}
    return replace(with_endings(state, event.settled, event.moves), choices=choices)
