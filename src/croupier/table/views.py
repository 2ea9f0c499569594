"""The parts of a view that tables share: people, wagers, hands, the cards' device, and what only the house sees."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from croupier.cards import Card
from croupier.money import Limits
from croupier.table.contract import Actor
from croupier.table.hands import Hand
from croupier.table.state import Breach, Settled, Step, TableState


class WagerView(msgspec.Struct, frozen=True):
    """A wager on the layout, and how it ended once it has."""

    bet: str
    player: str
    name: str
    cents: int
    at_risk: int
    settled: Settled | None


class PersonView(msgspec.Struct, frozen=True):
    """A player as everyone at the table sees them."""

    id: str
    name: str
    seat: int | None
    stack: int
    areas: int
    """How many areas they may wager on."""
    personal: Limits | None
    """Their own limits, where some are agreed and the marker shows it."""


class HandView(msgspec.Struct, frozen=True):
    """Cards in one place: each face the viewer may see, or null for a back."""

    cards: tuple[Card | None, ...]
    up: bool
    name: str | None
    """What the whole hand is called, if the viewer may see all of it and the book has a name for it."""
    yours: bool = False


class CardsView(msgspec.Struct, frozen=True):
    """The shoe or machine as it stands on the table."""

    device: str
    source: str
    decks: int
    step: Step
    burn: str
    cutting_card_out: bool
    held_aside: int
    offered_cut_to: str | None
    machine_down: bool


class HouseView(msgspec.Struct, frozen=True):
    """What only the house and the inspector see."""

    cards_inside: int
    discards: int
    rack: int
    held: dict[str, int]
    breaches: tuple[Breach, ...]
    excluded: dict[str, str]


def wagers_on(state: TableState, area: int) -> tuple[WagerView, ...]:
    """The wagers of one area."""
    return tuple(
        WagerView(each.bet, each.player, state.people[each.player].name, each.cents, each.at_risk, each.settled)
        for each in state.wagers
        if each.area == area
    )


def hand_view(hand: Hand, viewer: Actor, named: Callable[[tuple[Card, ...]], str | None]) -> HandView:
    """Cards in one place as this person may see them, called what the game calls the faces in sight."""
    mine = hand.seen_by is not None and hand.seen_by == viewer.id
    seen = hand.faces if hand.up or mine else hand.exposed
    backs = (None,) * (hand.cards - len(seen))
    return HandView((*seen, *backs), hand.up, named(seen), mine)


def person_view(state: TableState, player: str) -> PersonView:
    """A player as everyone sees them."""
    person = state.people[player]
    return PersonView(person.id, person.name, person.seat, state.stack(player), person.areas, person.personal)


def cards_view(state: TableState) -> CardsView:
    """The device as everyone sees it."""
    care, shoe = state.care, state.shoe
    return CardsView(
        device=shoe.device.value,
        source=state.source.value,
        decks=shoe.decks,
        step=care.step,
        burn=care.burn.value,
        cutting_card_out=care.shuffle_after is not None,
        held_aside=len(care.excess),
        offered_cut_to=care.offered,
        machine_down=care.machine_down,
    )


def house_view(state: TableState) -> HouseView:
    """What the house sees beside."""
    held = {name.removeprefix("held:"): cents for name, cents in state.chips.items() if name.startswith("held:")}
    return HouseView(
        cards_inside=state.shoe.inside,
        discards=state.shoe.discards,
        rack=state.chips.get("rack", 0),
        held=held,
        breaches=state.breaches,
        excluded=state.excluded,
    )
