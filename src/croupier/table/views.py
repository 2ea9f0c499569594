"""The parts of a view that tables share: people, wagers, hands, the cards' device, and what only the house sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.money import Limits
from croupier.table.accounts import ADVANCE, RACK
from croupier.table.ahead import AheadView, ahead_views
from croupier.table.awards import Prospect, prospect
from croupier.table.contract import PLAYER, Actor, Clauses
from croupier.table.engine import Engine
from croupier.table.hands import Hand
from croupier.table.offers import DueView, Offer, TurnView, due_views, names_of, offers, turn_views
from croupier.table.rules import Rules
from croupier.table.state import (
    BankedTable,
    Breach,
    Dispute,
    DisputeStage,
    Notice,
    RackCount,
    Settled,
    Slip,
    Spoken,
    Step,
    Table,
)


class WagerView(msgspec.Struct, frozen=True):
    """A wager on the layout, and how it ended once it has."""

    bet: str
    player: str
    name: str
    cents: int
    at_risk: int
    settled: Settled | None
    hand: int = 1


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
    total: str = ""
    """What the faces in sight come to, as the dealer says it aloud where the game has such a number: `soft 17`."""


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
    advanced: int
    """What came to the rack to pay wagers, and no slip has been signed for yet."""
    slips: tuple[Slip, ...]
    rack_count: RackCount | None
    held: dict[str, int]
    breaches: tuple[Breach, ...]
    excluded: dict[str, str]


class DisputeView(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute with the name of whoever raised it, and the clauses that it rests on."""

    number: int
    complainant: str
    name: str
    about: str
    round: int
    stage: str
    ruling: str
    review: str
    decision: str
    under: Clauses
    award: Prospect | None
    """What could be awarded in it, for the house."""


class ReservedView(msgspec.Struct, frozen=True):
    """The tournament that a table is reserved for, and how it stands there."""

    tournament: str
    title: str
    held: str
    """Why no round begins now; nothing while play goes on."""
    rounds: int
    away: tuple[str, ...]
    """The entrants here who are absent."""
    money: bool
    """Whether its chips are worth in cash what is written on them, and so amounts here are money."""


class CommonView(msgspec.Struct, frozen=True, kw_only=True):
    """What a viewer sees of any table; a game adds what lies there."""

    table: str
    casino: str
    stage: str
    stage_name: str
    round: int
    people: tuple[PersonView, ...]
    cards: CardsView
    back: str
    due: tuple[DueView, ...]
    turns: tuple[TurnView, ...]
    area_due: int | None
    disputes: tuple[DisputeView, ...]
    reviewer: str
    """Who reviews a ruling on a dispute."""
    reserved: ReservedView | None
    """The tournament that the table is reserved for, if it is."""
    you: PersonView | None
    house: HouseView | None
    options: tuple[Offer, ...]
    ahead: tuple[AheadView, ...]
    """What whoever deals can do with one key, act by act, and what it comes to."""


class BankedView(CommonView, frozen=True, kw_only=True):
    """What a viewer sees of any table with a bank; a game adds its areas and its sign."""

    spoken: tuple[Spoken, ...]
    results: tuple[Settled, ...]
    retracting: tuple[str, ...] | None


class Sign(msgspec.Struct, frozen=True, kw_only=True):
    """What every limit sign shows; a game adds what its own book wants there."""

    limits: dict[str, Limits]
    pays: dict[str, dict[str, str]]
    chips: tuple[int, ...]
    notices: tuple[Notice, ...]
    version: int
    under: dict[str, Clauses]
    """The clauses behind what stands there: of the limits, and of each pay table by its name."""


def common_view(
    engine: Engine[Any], state: Table, viewer: Actor, at: int, deadlines: Mapping[str, int]
) -> dict[str, Any]:
    """What every table shows this viewer, by the fields of `CommonView`."""
    rules = engine.rules(state)
    house = viewer.rank != PLAYER
    me = state.people.get(viewer.id)
    offered = offers(engine, state, viewer, at)
    spot = rules.spot_due(state)
    return {
        "table": state.terms.table,
        "casino": state.terms.casino,
        "stage": state.stage.value,
        "stage_name": rules.stage_name(state),
        "round": state.round,
        "people": tuple([person_view(state, each.id) for each in state.people.values()]),
        "cards": cards_view(state),
        "back": state.back,
        "due": due_views(engine, state, viewer, offered),
        "turns": turn_views(engine, state, deadlines),
        "area_due": None if spot is None else spot.area,
        "disputes": tuple(
            [_dispute(each, state, rules, house) for each in state.disputes if house or each.complainant == viewer.id]
        ),
        "reviewer": rules.book.reviewer,
        "reserved": reserved_view(state),
        "you": None if me is None else person_view(state, me.id),
        "house": house_view(state) if house else None,
        "options": offered,
        "ahead": ahead_views(engine, state, viewer, at, names_of(state)),
    }


def reserved_view(state: Table) -> ReservedView | None:
    """What everyone sees of the tournament that a table is reserved for."""
    reserved = state.reserved
    if reserved is None:
        return None
    return ReservedView(
        reserved.tournament, reserved.title, reserved.held, reserved.rounds, reserved.away, reserved.money
    )


def banked_view(
    engine: Engine[Any], state: BankedTable, viewer: Actor, at: int, deadlines: Mapping[str, int]
) -> dict[str, Any]:
    """What every table with a bank shows this viewer, by the fields of `BankedView`."""
    rules = engine.rules(state)
    return {
        **common_view(engine, state, viewer, at, deadlines),
        "spoken": state.spoken,
        "results": state.results,
        "retracting": None if state.retracting is None else rules.undecided(state),  # type: ignore[attr-defined]
    }


def _dispute(dispute: Dispute, state: Table, rules: Rules[Any, Any], house: bool) -> DisputeView:
    """A dispute as those concerned see it; its clauses are those of the last step it has come to."""
    clauses = rules.clauses
    step = {
        DisputeStage.OPEN: "inspector_told",
        DisputeStage.RULED: "dispute_final",
        DisputeStage.FINAL: "operator_final",
    }
    return DisputeView(
        number=dispute.number,
        complainant=dispute.complainant,
        name=names_of(state).get(dispute.complainant, dispute.complainant),
        about=dispute.about,
        round=dispute.round,
        stage=dispute.stage.value,
        ruling=dispute.ruling,
        review=dispute.review,
        decision=dispute.decision,
        under=(getattr(clauses, step.get(dispute.stage, "review")),),
        award=prospect(state, dispute, rules) if house else None,
    )


def wagers_on(state: BankedTable, area: int) -> tuple[WagerView, ...]:
    """The wagers of one area."""
    return tuple(
        [
            WagerView(
                each.bet, each.player, state.people[each.player].name, each.cents, each.at_risk, each.settled, each.hand
            )
            for each in state.wagers
            if each.area == area
        ]
    )


def hand_view(
    hand: Hand,
    viewer: Actor,
    named: Callable[[tuple[Card, ...]], str | None],
    total: Callable[[tuple[Card, ...]], str] = lambda seen: "",
) -> HandView:
    """Cards in one place as this person may see them; what the game calls the faces in sight, and what they come to."""
    mine = hand.seen_by is not None and hand.seen_by == viewer.id
    cards = hand.visible_to(viewer.id)
    seen = tuple([card for card in cards if card is not None])
    # faces in sight come first, backs after them: where among hidden cards an exposed one lies is nobody's business
    backs = (None,) * (len(cards) - len(seen))
    return HandView((*seen, *backs), hand.up, named(seen), mine, total(seen) if seen else "")


def person_view(state: Table, player: str) -> PersonView:
    """A player as everyone sees them."""
    person = state.people[player]
    return PersonView(person.id, person.name, person.seat, state.stack(player), person.areas, person.personal)


def cards_view(state: Table) -> CardsView:
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


def house_view(state: Table) -> HouseView:
    """What the house sees beside."""
    held = {name.removeprefix("held:"): cents for name, cents in state.chips.items() if name.startswith("held:")}
    return HouseView(
        cards_inside=state.shoe.inside,
        discards=state.shoe.discards,
        rack=state.chips.get(RACK, 0),
        advanced=-state.chips.get(ADVANCE, 0),
        slips=state.slips,
        rack_count=state.rack_count,
        held=held,
        breaches=state.breaches,
        excluded=state.excluded,
    )
