"""The style in which players' first two cards come face down (BJ 7.1.2), with the Director's approval before it.

The caller of an area handles its two cards, and nobody else: looks at them, turns them up. They lie covered until then,
without a face in the state where nobody has looked. A covered hand may be drawn to and stand; whatever turns on its
faces (a Blackjack paid at once, even money, surrender, a double, a split, a side bet) wants it turned up. Those of the
silent are turned up before they are directed, and the dealer turns up what is left before the wagers are settled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.blackjack import corrections, misdeals, mishandled, reconstruct
from croupier.games.blackjack.choices import deciding
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.directing import DirectHand, direct_hand
from croupier.games.blackjack.flow import advanced, first_covered, side_bets_covered
from croupier.games.blackjack.state import State
from croupier.games.blackjack.words import announced
from croupier.table.contract import Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Aloud, Decide, Decider, Desk, Part, Secret
from croupier.table.examples import is_player
from croupier.table.faces import faces
from croupier.table.fields import Asks
from croupier.table.hands import Spot, spot
from croupier.table.people import chooser
from croupier.table.rules import BankedContext
from croupier.table.state import Stage
from croupier.table.words import written

part = Part("blackjack", BlackjackClauses)


class ApproveFaceDown(Command, frozen=True, kw_only=True):
    """Approve that players' first two cards are dealt face down at this table."""


class LookAtHand(Command, frozen=True, kw_only=True):
    """Pick up and look at the two cards of an area one calls on."""

    area: int


class TurnUpHand(Command, frozen=True, kw_only=True):
    """Turn a covered hand up for everyone; at a real table the dealer enters what it shows."""

    area: int
    cards: Annotated[tuple[Card, ...], Asks("The two cards", "hand", hand=lambda command: spot(command.area))] = ()
    player: str | None = None


class FaceDownApproved(Event, frozen=True, kw_only=True):
    """The Director, or a delegate, has approved this style of dealing."""


class HandSeen(Event, frozen=True, kw_only=True):
    """A caller has looked at the two covered cards."""

    area: int
    player: str
    cards: tuple[Card, ...]


class HandTurnedUp(Event, frozen=True, kw_only=True):
    """A covered hand lies open."""

    area: int
    player: str
    cards: tuple[Card, ...]
    total: str
    silent: bool = False


@part.command(
    ApproveFaceDown,
    under="face_down_approved",
    label="Approve dealing face down",
    words="allow permit cover",
    next="The Director's approval is waited for",
    desk=Desk.ROUND,
)
def approve_face_down(state: State, command: ApproveFaceDown, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Before the first round that is dealt so."""
    cite = (ctx.clauses.face_down_approved,)
    if not state.terms.face_down:
        return Refusal(Reason.FORBIDDEN, (*cite, ctx.clauses.face_up), {"cards": "are dealt face up here"})
    return Refusal(Reason.ALREADY, cite) if state.approved else (FaceDownApproved(under=cite),)


@part.event(FaceDownApproved, audience=EVERYONE, says="Dealing players' first two cards face down is approved.")
def face_down_approved(state: State, event: FaceDownApproved) -> State:
    """Rounds may be dealt."""
    return replace(state, approved=True)


def why_not_approved(state: State, clauses: BlackjackClauses) -> Refusal | None:
    """Why no round may begin: the style of dealing has not been approved."""
    if not state.terms.face_down or state.approved:
        return None
    return Refusal(Reason.NOT_NOW, (clauses.face_down_approved,), {"next": "the Director's approval"})


def _own(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[int]:
    for area in state.staked:
        if state.covered(spot(area)) and (state.caller(area) == ctx.by.id or not is_player(ctx)):
            yield area


@part.command(
    LookAtHand,
    cites="own_two_cards",
    label="Look at your cards",
    says=lambda c, who: f"Look at the cards of area {c.area}",
    desk=Desk.TABLE,
    examples=lambda state, ctx: [LookAtHand(area=area) for area in _own(state, ctx) if is_player(ctx)],
)
def look_at_hand(state: State, command: LookAtHand, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """The caller's own two cards, once both have come."""
    cite = (ctx.clauses.own_two_cards,)
    person = chooser(state, None, ctx)
    if isinstance(person, Refusal):
        return person
    place = spot(command.area)
    if not state.covered(place) or state.stage in (Stage.NO_MORE_BETS, Stage.DEALING):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if state.caller(command.area) != person.id:
        return Refusal(Reason.NOT_YOURS, (*cite, ctx.clauses.caller), {"area": command.area})
    if state.is_real:
        return Refusal(Reason.FORBIDDEN, cite, {"cards": "on the table, not on a screen"})
    if state.hand(*place).seen_by is not None:
        return Refusal(Reason.ALREADY, cite)
    cards = faces(state, place, (), ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    return (HandSeen(area=command.area, player=person.id, cards=_in_order(state, place, cards), under=cite),)


@part.event(
    HandSeen,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{who(e.player)} looks at the cards of area {e.area}{f': {written(e.cards)}' if e.cards else ''}."
    ),
    secret=Secret("cards", owner="player"),
    aloud=Aloud.TO_OWNER,
)
def hand_seen(state: State, event: HandSeen) -> State:
    """The faces are on record for their caller alone."""
    return _known(state, spot(event.area), event.cards, seen_by=event.player)


def _known(
    state: State, place: Spot, cards: tuple[Card, ...], *, seen_by: str | None = None, up: bool = False
) -> State:
    """The table once all faces of a hand are on record, in the order its cards came."""
    hand, shoe = state.hand(*place), state.shoe
    for card, before in zip(cards, hand.cards, strict=True):
        shoe = shoe.shown(card) if before is None else shoe
    seen = (1 << len(cards)) - 1 if up else hand.open
    known = replace(hand, cards=cards, open=seen, seen_by=seen_by or hand.seen_by)
    return replace(state.with_hand(place, known), shoe=shoe)


def _to_turn_up(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    for area in _own(state, ctx):
        yield TurnUpHand(area=area, player=None if is_player(ctx) else state.caller(area))


@part.command(
    TurnUpHand,
    cites="own_two_cards",
    label="Turn the cards up",
    says=lambda c, who: f"Turn up the cards of area {c.area}",
    if_silent="the cards are turned up",
    next=lambda c, who: f"The cards of area {c.area} are turned up",
    desk=Desk.TABLE,
    pace=Pace.ANSWER,
    examples=_to_turn_up,
)
def turn_up_hand(state: State, command: TurnUpHand, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """The caller, as soon as both cards have come; the dealer where it is due, a supervisor to put something right."""
    clauses, place = ctx.clauses, spot(command.area)
    cite = (clauses.own_two_cards,)
    if not state.covered(place) or state.stage in (Stage.NO_MORE_BETS, Stage.DEALING):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    caller = state.caller(command.area) or ""
    mine = ctx.by.id == caller and caller not in state.excluded
    if not (mine or ctx.time_ran_out or _may_turn_up(state, place, ctx)):
        return Refusal(Reason.NOT_YOURS, (*cite, clauses.caller), {"area": command.area})
    hand, entered = state.hand(*place), command.cards
    if entered and len(entered) < hand.size:  # only those that were covered
        entered = (*hand.exposed, *entered)
    found = faces(state, place, entered, ctx, cite)
    if isinstance(found, Refusal):
        return found
    turned = _in_order(state, place, found)
    shown = _known(state, place, turned, up=True)
    total = announced(*shown.total_of(place), shown.play_of(place).stood)
    under = (*cite, *((clauses.does_not_act, "ruling 70") if ctx.time_ran_out else ()))
    silent = ctx.time_ran_out
    return (HandTurnedUp(area=command.area, player=caller, cards=turned, total=total, silent=silent, under=under),)


def _in_order(state: State, place: Spot, found: tuple[Card, ...]) -> tuple[Card, ...]:
    """The faces of a hand in the order its cards came: those that lay open in their own places."""
    hand = state.hand(*place)
    if not hand.hidden:
        return tuple(card for card in hand.cards if card is not None)
    fresh = list(found[len(hand.faces) :])
    return tuple([card if card is not None else fresh.pop(0) for card in hand.cards])


def _may_turn_up(state: State, place: Spot, ctx: BankedContext[BlackjackClauses]) -> bool:
    """Whether someone of the house may: to note it at a real table, where it is due, and to put something right."""
    if not ctx.is_staff:
        return False
    gone = state.caller(place.area) in state.excluded and deciding(state) == place
    due = gone or state.stage is Stage.SETTLING or place.area == side_bets_covered(state)
    return due or state.is_real or ctx.lacks_rank(ctx.clauses.retract) is None


@part.event(
    HandTurnedUp,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)}'s cards on area {e.area} are turned up: {written(e.cards)}, {e.total}.",
    aloud=True,
)
def hand_turned_up(state: State, event: HandTurnedUp) -> State:
    """From now on it is a hand like any other."""
    place = spot(event.area)
    state = _known(state, place, event.cards, up=True)
    left, drawn = list(event.cards), []
    for each in state.drawn:
        drawn.append(replace(each, face=left.pop(0)) if each.spot == place else each)
    return advanced(replace(state, drawn=tuple(drawn)))


def _in_sight(decide: Decide) -> Decide:
    """A decider that moves or counts cards of the round, which it can only while all of them lie open."""

    def decided(state: State, command: Any, ctx: BankedContext[BlackjackClauses]) -> Decision:
        area, cite = first_covered(state), (ctx.clauses.face_down, ctx.clauses.retract)
        if state.terms.face_down and state.stage in (Stage.NO_MORE_BETS, Stage.DEALING):
            return Refusal(Reason.NOT_NOW, cite, {"next": "the initial deal"})
        if area is not None:
            return Refusal(Reason.NOT_NOW, cite, {"next": f"turn up the cards of area {area}"})
        found: Decision = decide(state, command, ctx)
        return found

    return decided


for each in (reconstruct.part, misdeals.part, mishandled.part, corrections.part):
    for command, known in each.deciders.items():
        part.deciders[command] = Decider(_in_sight(known.decide), known.under, overrides=True)


@part.decides(DirectHand, under="silent_hard_stands", overrides=True)
def direct_open_hand(state: State, command: DirectHand, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """A covered hand is turned up first: its total says how it is directed."""
    place = deciding(state)
    if place is not None and state.covered(place):
        cite = (ctx.clauses.silent_hard_stands, ctx.clauses.face_down)
        return Refusal(Reason.NOT_NOW, cite, {"next": f"turn up the cards of area {place.area}"})
    return direct_hand(state, command, ctx)
