"""Where examples of commands come from: those at the table, their wagers, the cards that may still come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from croupier.cards import Card, pick, take
from croupier.table.contract import PLAYER, Command
from croupier.table.declare import Alike
from croupier.table.engine import Context
from croupier.table.hands import Spot
from croupier.table.state import BankedTable, DisputeStage, Table

Ctx = Context[Any]


def to_enter(state: Table, many: int = 1) -> tuple[Card, ...]:
    """Examples of cards to enter at a real table; at a virtual one none are entered."""
    if not state.is_real:
        return ()
    unseen, found = state.shoe.unseen, list[Card]()
    for _ in range(min(many, sum(unseen))):
        found.append(pick(unseen, 0))
        unseen = take(unseen, found[-1])
    return tuple(found)


def card_to_enter(state: Table) -> Card | None:
    """An example of the card to enter at a real table."""
    return next(iter(to_enter(state)), None)


def hand_to_enter(state: Table, spot: Spot) -> tuple[Card, ...]:
    """An example of all the faces of one place, where they are entered."""
    hand = state.hand(*spot)
    return (*hand.faces, *to_enter(state, hand.hidden)) if state.is_real and hand.hidden else ()


def each_person(command: Callable[[str], Command]) -> Callable[[Table, Ctx], list[Command]]:
    """A command about each who is at the table."""
    return lambda state, ctx: [command(person) for person in sorted(state.people)]


def each_offender(command: Callable[[str], Command]) -> Callable[[Table, Ctx], list[Command]]:
    """A command about each who has a breach on record, at the table or not."""
    return lambda state, ctx: [command(person) for person in sorted({breach.person for breach in state.breaches})]


def each_dispute(
    command: Callable[[int], Command], stage: DisputeStage, *, ones_own: bool = False
) -> Callable[[Table, Ctx], Alike]:
    """A command about each dispute that has come so far, or each of one's own: what one of them allows, they all do."""

    def found(state: Table, ctx: Ctx) -> Alike:
        there = [each for each in state.disputes if each.stage is stage]
        if ones_own and is_player(ctx):
            there = [each for each in there if each.complainant == ctx.by.id]
        return Alike([command(each.number) for each in there])

    return found


def each_wager(command: Callable[[Any], Command]) -> Callable[[BankedTable, Ctx], Iterator[Command]]:
    """A command about each wager on the layout."""
    return lambda state, ctx: (command(each) for each in state.wagers)


def only(*commands: Command) -> Callable[[Table, Ctx], tuple[Command, ...]]:
    """The same commands at any table."""
    return lambda state, ctx: commands


def is_player(ctx: Ctx) -> bool:
    """Whether the one who asks plays rather than works here."""
    return ctx.by.rank == PLAYER


def whole_set(state: Table) -> int:
    """How many cards the whole set has."""
    return state.shoe.size


def half_the_stack(state: Table) -> int:
    """Half the cards in the shoe."""
    return max(1, state.shoe.inside // 2)
