"""What a casino supervisor directs when players are suspected (12.11) or used a device (14.3.3), and the last word."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.double_chance.clauses import DoubleChanceClauses
from croupier.games.double_chance.state import State
from croupier.money import MOST_CENTS
from croupier.table.conduct import ExcludePlayer, breached, exclude_player
from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.disputes import awarded, concluded, found
from croupier.table.people import bank
from croupier.table.state import DisputeStage

part = Part()


class DirectToActFirst(Command, frozen=True, kw_only=True):
    """Have a suspected player act before others handle their cards, or lift that."""

    player: str
    why: str = ""
    lift: bool = False


class KeepApart(Command, frozen=True, kw_only=True):
    """Keep players suspected of collusion from playing together here, or lift that."""

    players: tuple[str, ...]
    why: str = ""
    lift: bool = False


class OrderEnglish(Command, frozen=True, kw_only=True):
    """Direct that only English be spoken at the table, or lift that."""

    why: str = ""
    lift: bool = False


class ExcludeFromCasino(Command, frozen=True, kw_only=True):
    """Exclude from the casino a person who used a forbidden device."""

    player: str


class DecideDispute(Command, frozen=True, kw_only=True):
    """The casino operator's final word on a dispute, with an award where it is due."""

    dispute: int
    decision: str
    award: int = 0


class ActingOrderDirected(Event, frozen=True, kw_only=True):
    """A player acts before others handle their cards, or no longer."""

    player: str
    first: bool
    why: str


class PlayersKeptApart(Event, frozen=True, kw_only=True):
    """These players may not play together here, or may again."""

    players: tuple[str, ...]
    apart: bool
    why: str


class EnglishOrdered(Event, frozen=True, kw_only=True):
    """Only English is spoken at the table, or that is over."""

    ordered: bool
    why: str


class ExcludedFromCasino(Event, frozen=True, kw_only=True):
    """A person is excluded from the casino."""

    player: str


class DisputeDecided(Event, frozen=True, kw_only=True):
    """The operator has decided, and the complainant is told of the right to complain to an inspector."""

    dispute: int
    decision: str
    award: int


def _groundless(why: str, lift: bool, cite: Clauses) -> Refusal | None:
    if lift or why.strip():
        return None
    return Refusal(Reason.NO_CAUSE, cite, {"why": "the suspicion must be stated"})


@part.decides(DirectToActFirst, rank="act_first")
def direct_to_act_first(state: State, command: DirectToActFirst, ctx: Context) -> Decision:
    """From now on, in this round if their hand is still to be played."""
    cite: Clauses = (ctx.clauses.act_first,)
    if command.player not in state.people and not command.lift:
        return Refusal(Reason.NOT_HERE, cite, {"player": command.player})
    if (command.player in state.act_first) != command.lift:
        return Refusal(Reason.ALREADY, cite, {"player": command.player})
    refusal = _groundless(command.why, command.lift, cite)
    return refusal or (ActingOrderDirected(player=command.player, first=not command.lift, why=command.why, under=cite),)


@part.evolves(ActingOrderDirected)
def acting_order_directed(state: State, event: ActingOrderDirected) -> State:
    """In force until lifted."""
    named = {event.player}
    return replace(state, act_first=state.act_first | named if event.first else state.act_first - named)


@part.decides(KeepApart, rank="keep_apart")
def keep_apart(state: State, command: KeepApart, ctx: Context) -> Decision:
    """Two or more people, whether or not they are here now."""
    cite: Clauses = (ctx.clauses.keep_apart,)
    group = tuple(sorted(set(command.players)))
    if len(group) < 2 or not all(each.strip() for each in group):
        return Refusal(Reason.NO_CAUSE, cite, {"players": len(group)})
    if (group in state.kept_apart) != command.lift:
        return Refusal(Reason.ALREADY, cite, {"players": len(group)})
    refusal = _groundless(command.why, command.lift, cite)
    return refusal or (PlayersKeptApart(players=group, apart=not command.lift, why=command.why, under=cite),)


@part.evolves(PlayersKeptApart)
def players_kept_apart(state: State, event: PlayersKeptApart) -> State:
    """Wagers already on the layout are played out."""
    others = tuple(group for group in state.kept_apart if group != event.players)
    return replace(state, kept_apart=(*others, event.players) if event.apart else others)


@part.decides(OrderEnglish, rank="english")
def order_english(state: State, command: OrderEnglish, ctx: Context) -> Decision:
    """For the whole table."""
    cite: Clauses = (ctx.clauses.english,)
    if state.english_only != command.lift:
        return Refusal(Reason.ALREADY, cite)
    refusal = _groundless(command.why, command.lift, cite)
    return refusal or (EnglishOrdered(ordered=not command.lift, why=command.why, under=cite),)


@part.evolves(EnglishOrdered)
def english_ordered(state: State, event: EnglishOrdered) -> State:
    """It stands on the sign."""
    return replace(state, english_only=event.ordered)


@part.decides(ExcludeFromCasino, rank="exclude_from_casino")
def exclude_from_casino(state: State, command: ExcludeFromCasino, ctx: Context) -> Decision:
    """For a device on record; whoever is excluded from the casino is excluded from the game."""
    clauses: DoubleChanceClauses = ctx.clauses
    cite: Clauses = (clauses.exclude_from_casino,)
    refusal = breached(state, command.player, (*cite, clauses.devices), clauses.devices)
    if refusal is not None:
        return refusal
    if command.player in state.out_of_casino:
        return Refusal(Reason.ALREADY, cite)
    out = ExcludedFromCasino(player=command.player, under=cite)
    if command.player in state.excluded:
        return (out,)
    game = exclude_player(state, ExcludePlayer(player=command.player), ctx)
    return game if isinstance(game, Refusal) else (*game, out)


@part.evolves(ExcludedFromCasino)
def excluded_from_casino(state: State, event: ExcludedFromCasino) -> State:
    """Remembered as long as the table is."""
    return replace(state, out_of_casino=state.out_of_casino | {event.player})


@part.decides(DecideDispute, rank="operator_final")
def decide_dispute(state: State, command: DecideDispute, ctx: Context) -> Decision:
    """Once it has been ruled on, and nothing here can follow."""
    cite: Clauses = (ctx.clauses.operator_final,)
    dispute = found(state, command.dispute, cite)
    if isinstance(dispute, Refusal):
        return dispute
    if dispute.stage in (DisputeStage.OPEN, DisputeStage.FINAL):
        return Refusal(Reason.NOT_NOW, (*cite, ctx.clauses.first_instance), {"stage": dispute.stage.value})
    if not command.decision.strip() or not 0 <= command.award <= MOST_CENTS:
        return Refusal(Reason.NO_CAUSE, cite, {"award": command.award})
    made = awarded(state, dispute, command.award)
    return (
        DisputeDecided(dispute=dispute.number, decision=command.decision, award=command.award, moves=made, under=cite),
    )


@part.evolves(DisputeDecided)
def dispute_decided(state: State, event: DisputeDecided) -> State:
    """It is closed."""
    disputes = concluded(state, event.dispute, stage=DisputeStage.FINAL, decision=event.decision)
    return replace(state, disputes=disputes, chips=bank(state, event.moves))
