"""What a viewer may see of a Three Card Poker table: built from what is shown, never by taking secrets out.

A face is in a view only if everyone has seen it, or the viewer is the player who looked at it.
"""

from __future__ import annotations

import msgspec

from croupier.cards import Card
from croupier.games.three_card_poker.options import options
from croupier.games.three_card_poker.play import HandSeen, named
from croupier.games.three_card_poker.rules import due
from croupier.games.three_card_poker.state import DEALER, HAND, JACKPOT, State
from croupier.games.three_card_poker.terms import ANTE_BONUS, BONUS_PRIZES, PAIR_PLUS
from croupier.money import Limits
from croupier.table.contract import Actor, Command, Due, Event
from croupier.table.state import Dispute, Notice, Settled, Spoken, Stage
from croupier.table.views import (
    CardsView,
    HandView,
    HouseView,
    PersonView,
    WagerView,
    cards_view,
    hand_view,
    house_view,
    person_view,
    wagers_on,
)
from croupier.table.wagers import marked_most


class AreaView(msgspec.Struct, frozen=True):
    """One betting area: who sits there, its marker, its hand, what its player chose, its wagers."""

    area: int
    player: str | None
    name: str | None
    marker: str | None
    hand: HandView
    choice: str | None
    choosing: bool
    wagers: tuple[WagerView, ...]


class SignView(msgspec.Struct, frozen=True):
    """The limit sign with the pay tables in force and notices."""

    limits: dict[str, Limits]
    ante_bonus: str
    pair_plus: str
    pays: dict[str, dict[str, str]]
    jackpot_price: int | None
    jackpot_option: int
    chips: tuple[int, ...]
    notices: tuple[Notice, ...]
    version: int


class JackpotView(msgspec.Struct, frozen=True):
    """The jackpot game at this table."""

    offered: bool
    registered: tuple[int, ...] | None
    pending: dict[int, str]
    outcome_recorded: bool
    equipment_down: bool
    manual: bool


class TableView(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="three-card-poker"):
    """A Three Card Poker table as one viewer may see it."""

    table: str
    casino: str
    stage: Stage
    round: int
    areas: tuple[AreaView, ...]
    dealer: HandView
    qualifies: bool | None
    jackpot_cards: HandView
    jackpot: JackpotView
    people: tuple[PersonView, ...]
    sign: SignView
    cards: CardsView
    back: str
    called: bool
    due: tuple[Due, ...]
    area_due: int | None
    spoken: tuple[Spoken, ...]
    results: tuple[Settled, ...]
    retracting: tuple[str, ...] | None
    disputes: tuple[Dispute, ...]
    you: PersonView | None
    house: HouseView | None
    options: tuple[Command, ...]


def told(event: Event, viewer: Actor) -> Event:
    """The event as a viewer may hear of it: the faces of a hand someone looked at are for that player alone."""
    if isinstance(event, HandSeen) and viewer.id != event.player:
        return msgspec.structs.replace(event, cards=())
    return event


def view(state: State, viewer: Actor, at: int = 0) -> TableView:
    """The table as this person may see it now."""
    house = viewer.rank != "player"
    me = state.people.get(viewer.id)
    return TableView(
        table=state.terms.table,
        casino=state.terms.casino,
        stage=state.stage,
        round=state.round,
        areas=tuple(_area(state, area, viewer) for area in range(1, state.seats + 1)),
        dealer=hand_view(state.hand(DEALER), viewer, _named),
        qualifies=state.qualifies,
        jackpot_cards=hand_view(state.hand(JACKPOT), viewer, _named),
        jackpot=JackpotView(
            state.jackpot_offered,
            state.registered,
            state.meter_wins,
            state.outcome_recorded,
            state.equipment_down,
            state.manual,
        ),
        people=tuple(person_view(state, each.id) for each in state.people.values()),
        sign=_sign(state),
        cards=cards_view(state),
        back=state.back,
        called=state.called,
        due=due(state),
        area_due=state.area_due(),
        spoken=state.spoken,
        results=state.results,
        retracting=None if state.retracting is None else state.undecided(),
        disputes=tuple(each for each in state.disputes if house or each.complainant == viewer.id),
        you=None if me is None else person_view(state, me.id),
        house=house_view(state) if house else None,
        options=tuple(each.command for each in options(state, viewer, at)),
    )


def _named(cards: tuple[Card, ...]) -> str | None:
    return named(cards) if len(cards) == HAND else None


def _area(state: State, area: int, viewer: Actor) -> AreaView:
    seated, marked, choice = state.seated(area), marked_most(state, area), state.choices.get(area)
    hand = state.hand(area)
    if area == state.taken_area:
        hand = msgspec.structs.replace(hand, seen_by=None)  # the player is to name the cards, not to read them off
    return AreaView(
        area=area,
        player=seated.id if seated else None,
        name=seated.name if seated else None,
        marker=None if marked is None else "personal limit",
        hand=hand_view(hand, viewer, _named),
        choice=choice.value if choice else None,
        choosing=area in state.choosing(),
        wagers=wagers_on(state, area),
    )


def _sign(state: State) -> SignView:
    pays = {
        "ante bonus": {hand.name.lower().replace("_", " "): str(o) for hand, o in ANTE_BONUS[state.ante_bonus].items()},
        "pair plus": {hand.name.lower().replace("_", " "): str(o) for hand, o in PAIR_PLUS[state.pair_plus].items()},
    }
    if state.jackpot_offered:
        prizes = BONUS_PRIZES[state.terms.jackpot_option]
        pays["jackpot"] = {
            "royal flush": "the meter",
            "straight flush": "a tenth of the meter",
            **{hand.name.lower().replace("_", " "): f"${prize} for $1" for hand, prize in prizes.items()},
        }
    return SignView(
        state.limits,
        state.ante_bonus,
        state.pair_plus,
        pays,
        state.terms.jackpot_price,
        state.terms.jackpot_option,
        state.terms.chips.cents,
        state.notices,
        state.terms_version,
    )
