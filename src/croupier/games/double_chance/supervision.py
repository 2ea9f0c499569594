"""What the house directs when players are suspected of looking at others' cards, or of working together (12.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.games.double_chance.clauses import DoubleChanceClauses
from croupier.games.double_chance.state import State
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, named_by
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.rules import BankedContext
from croupier.table.words import because, several

part = Part("double-chance", DoubleChanceClauses)

MOST_WATCHED = 32
"""So many players may be directed to act first, and so many groups kept apart, at one time;"""
MOST_TOGETHER = 8
"""and so many may be in one group."""

Suspicion = Annotated[str, Asks("The suspicion, for the record", "text", optional=True)]


class DirectToActFirst(Command, frozen=True, kw_only=True):
    """Have a suspected player act before others handle their cards, or lift that."""

    player: str
    why: Suspicion = ""
    lift: Annotated[
        bool, Asks("From now on", words={False: "acts before others", True: "acts in turn again"}, always=False)
    ] = False


class KeepApart(Command, frozen=True, kw_only=True):
    """Keep players suspected of collusion from playing together here, or lift that."""

    players: Annotated[tuple[str, ...], Asks("Players", "people", low=2, start=lambda state: ())]
    why: Suspicion = ""
    lift: Annotated[
        bool,
        Asks("From now on", words={False: "may not play together", True: "may play together again"}, always=False),
    ] = False


class OrderEnglish(Command, frozen=True, kw_only=True):
    """Direct that only English be spoken at the table, or lift that."""

    why: Suspicion = ""
    lift: Annotated[bool, Asks("From now on", words={False: "English only", True: "any language"}, always=False)] = (
        False
    )


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


def _groundless(why: str, lift: bool, cite: Clauses) -> Refusal | None:
    if lift or why.strip():
        return None
    return Refusal(Reason.NO_CAUSE, cite, {"why": "the suspicion must be stated"})


@part.command(
    DirectToActFirst,
    under="act_first",
    label="Have a player act first",
    words="collusion order decide",
    says=lambda c, who: f"Let {who(c.player)} act in turn again" if c.lift else f"Have {who(c.player)} act first",
    desk=Desk.SUSPICION,
    examples=lambda state, ctx: [
        DirectToActFirst(player=player, lift=True)
        if player in state.act_first
        else DirectToActFirst(player=player, why=TO_FILL_IN)
        for player in state.people
    ],
)
def direct_to_act_first(state: State, command: DirectToActFirst, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """From now on, in this round if their hand is still to be played."""
    cite: Clauses = (ctx.clauses.act_first,)
    if command.player not in state.people and not command.lift:
        return Refusal(Reason.NOT_HERE, cite, {"player": command.player})
    if (command.player in state.act_first) != command.lift:
        return Refusal(Reason.ALREADY, cite, {"player": command.player})
    if not command.lift and len(state.act_first) >= MOST_WATCHED:
        return Refusal(Reason.LIMITS, cite, {"acting first": MOST_WATCHED})
    refusal = _groundless(command.why, command.lift, cite)
    return refusal or (ActingOrderDirected(player=command.player, first=not command.lift, why=command.why, under=cite),)


@part.event(
    ActingOrderDirected,
    audience=named_by("player"),
    says=lambda e, who: (
        f"{who(e.player)} {'is to act before others handle their cards' if e.first else 'acts in turn again'}"
        f"{because(e.why)}."
    ),
)
def acting_order_directed(state: State, event: ActingOrderDirected) -> State:
    """In force until lifted."""
    named = {event.player}
    return replace(state, act_first=state.act_first | named if event.first else state.act_first - named)


def _groups(state: State, ctx: BankedContext[DoubleChanceClauses]) -> Iterator[Command]:
    """Two of those here to keep apart, and all who are kept apart to let play together."""
    yield KeepApart(players=tuple(sorted(state.people))[:2], why=TO_FILL_IN)
    for group in state.kept_apart:
        yield KeepApart(players=group, lift=True)


@part.command(
    KeepApart,
    under="keep_apart",
    label="Keep players apart",
    words="separate collusion move seats",
    says=lambda c, who: "Let players play together again" if c.lift else "Keep players apart",
    desk=Desk.SUSPICION,
    examples=_groups,
)
def keep_apart(state: State, command: KeepApart, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """Two or more people, whether or not they are here now."""
    cite: Clauses = (ctx.clauses.keep_apart,)
    group = tuple(sorted(set(command.players)))
    if len(group) < 2 or not all(each.strip() for each in group):
        return Refusal(Reason.NO_CAUSE, cite, {"players": len(group)})
    if (group in state.kept_apart) != command.lift:
        return Refusal(Reason.ALREADY, cite, {"players": len(group)})
    if not command.lift and (len(group) > MOST_TOGETHER or len(state.kept_apart) >= MOST_WATCHED):
        return Refusal(Reason.LIMITS, cite, {"players": MOST_TOGETHER, "groups": MOST_WATCHED})
    refusal = _groundless(command.why, command.lift, cite)
    return refusal or (PlayersKeptApart(players=group, apart=not command.lift, why=command.why, under=cite),)


@part.event(
    PlayersKeptApart,
    audience=named_by("players"),
    says=lambda e, who: (
        f"{several(map(who, e.players))} may {'not ' if e.apart else 'again '}play together here{because(e.why)}."
    ),
)
def players_kept_apart(state: State, event: PlayersKeptApart) -> State:
    """Wagers already on the layout are played out."""
    others = tuple(group for group in state.kept_apart if group != event.players)
    return replace(state, kept_apart=(*others, event.players) if event.apart else others)


@part.command(
    OrderEnglish,
    under="english",
    label="English only",
    words="language talk collusion",
    says=lambda c, who: "Lift English only" if c.lift else "Order English only",
    desk=Desk.SUSPICION,
    examples=lambda state, ctx: (OrderEnglish(lift=True) if state.english_only else OrderEnglish(why=TO_FILL_IN),),
)
def order_english(state: State, command: OrderEnglish, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """For the whole table."""
    cite: Clauses = (ctx.clauses.english,)
    if state.english_only != command.lift:
        return Refusal(Reason.ALREADY, cite)
    refusal = _groundless(command.why, command.lift, cite)
    return refusal or (EnglishOrdered(ordered=not command.lift, why=command.why, under=cite),)


@part.event(
    EnglishOrdered,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{'Only English is' if e.ordered else 'Any language may again be'} spoken at the table{because(e.why)}."
    ),
)
def english_ordered(state: State, event: EnglishOrdered) -> State:
    """It stands on the sign."""
    return replace(state, english_only=event.ordered)
