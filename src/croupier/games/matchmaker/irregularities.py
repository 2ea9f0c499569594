"""Section 9's own irregularities: cards on the wrong area, on no wager, and a first round without a burn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.matchmaker.clauses import MatchmakerClauses
from croupier.games.matchmaker.state import CARDS_TO_AN_AREA, Drawn, State, put, staked_areas
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.examples import card_to_enter, to_enter
from croupier.table.fields import Asks
from croupier.table.from_the_shoe import came_out, next_card
from croupier.table.hands import Hand, Spot
from croupier.table.people import bank
from croupier.table.rules import BankedContext, BankedRules
from croupier.table.state import Burn, Stage
from croupier.table.voiding import reopened
from croupier.table.wagers import lapsed
from croupier.table.words import because, count, money_back, several

part = Part("matchmaker", MatchmakerClauses)


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards an area should have."""

    area: int
    cards: tuple[Card, ...]


class ReportMisplacedCard(Command, frozen=True, kw_only=True):
    """A card went to another area than the one whose turn it was."""

    area: Annotated[int, Asks("The area it lies on")]
    card: Card | None = None


class LetCardsLie(Command, frozen=True, kw_only=True):
    """Rule that misplaced cards stay where they are."""


class OrderReconstruction(Command, frozen=True, kw_only=True):
    """Order that a hand with cards out of place be rebuilt; its players may take their wagers back first."""

    why: Annotated[str, Asks(optional=True)] = ""


class ReconstructHand(Command, frozen=True, kw_only=True):
    """Rebuild the hand: in the order the cards came, or as laid out here."""

    layout: Annotated[
        tuple[Laid, ...] | None,
        Asks("As laid out here, if not in the order they came", "laid", optional=True, hint="1: Th 4c; 3: 9s 2d"),
    ] = None


class ReconstructFirstRound(Command, frozen=True, kw_only=True):
    """Rebuild the shoe's unfinished first round with the burn that was missed."""


class ReportDealtWithoutWagers(Command, frozen=True, kw_only=True):
    """Cards were dealt though no wager was on the layout."""

    areas: Annotated[tuple[int, ...], Asks("Areas that got a card, in order", "areas", hint="1, 2, 3")]
    cards: Annotated[tuple[Card, ...], Asks("Those cards, in order", "cards", hint="Th 4c 9s")] = ()


class DeclareRoundVoid(Command, frozen=True, kw_only=True):
    """Declare a round void that was dealt with no wagers."""


class BurnDealtCards(Command, frozen=True, kw_only=True):
    """Burn the cards of a round that was dealt with no wagers."""


class CardMisplaced(Event, frozen=True, kw_only=True):
    """A card lies on another area than the one whose turn it was."""

    area: int
    due_area: int
    card: Card
    held: bool = False
    """Whether it was a surplus card kept aside."""


class CardsLeftLying(Event, frozen=True, kw_only=True):
    """Misplaced cards stay where they are."""


class ReconstructionOrdered(Event, frozen=True, kw_only=True):
    """The hand is to be rebuilt; these players are asked whether they take their wagers back."""

    why: str
    players: tuple[str, ...]
    areas: tuple[int, ...]


class HandReconstructed(Event, frozen=True, kw_only=True):
    """The cards lie as they should; surplus ones are held as the next cards."""

    drawn: tuple[Drawn, ...]
    surplus: tuple[Card, ...]


class FirstRoundReconstructed(Event, frozen=True, kw_only=True):
    """The first card drawn is the burn, the others lie one place earlier, and surplus ones are the next cards."""

    burned: Card
    drawn: tuple[Drawn, ...]
    surplus: tuple[Card, ...] = ()


class DealtWithoutWagers(Event, frozen=True, kw_only=True):
    """Cards lie on areas though no one had wagered."""

    round: int
    drawn: tuple[Drawn, ...]
    held: int = 0
    """How many of them, the first ones, were surplus cards kept aside."""


class RoundDeclaredVoid(Event, frozen=True, kw_only=True):
    """A round without wagers is void; its cards are to be burned."""

    round: int


class DealtCardsBurned(Event, frozen=True, kw_only=True):
    """The cards of a round without wagers are burned."""

    cards: int


def open_areas(state: State) -> tuple[int, ...]:
    """The areas a rebuilding may touch: all before the first payment, then those not yet settled."""
    if not _any_paid(state):
        return tuple(range(1, state.seats + 1))
    unsettled = {each.area for each in state.wagers if each.settled is None}
    return tuple(sorted(unsettled))


def unburned_first_round(state: State) -> bool:
    """Whether this is a shoe's first round without its burn, which is rebuilt in a way of its own."""
    return state.care.burn is Burn.MISSED and state.care.first_round


def _any_paid(state: State) -> bool:
    return any(each.settled and each.settled.paid for each in (*state.wagers, *state.left_behind))


def _misplaced(state: State, ctx: BankedContext[MatchmakerClauses]) -> Iterator[Command]:
    spot, card = ctx.rules.spot_due(state), card_to_enter(state)
    if spot is not None:
        for area in range(1, state.seats + 1):
            if area != spot.area:
                yield ReportMisplacedCard(area=area, card=card)


@part.command(
    ReportMisplacedCard,
    under="dealing",
    label="A card went to the wrong area",
    words="misdeal wrong order box",
    says=lambda c, who: f"Report a card misplaced on area {c.area}",
    desk=Desk.IRREGULARITIES,
    examples=_misplaced,
)
def report_misplaced_card(
    state: State, command: ReportMisplacedCard, ctx: BankedContext[MatchmakerClauses]
) -> Decision:
    """The card is on record where it lies; the supervisor rules on it."""
    cite: Clauses = (ctx.clauses.reconstruct, ctx.clauses.from_the_left)
    spot = ctx.rules.spot_due(state)
    if spot is None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    waiting = state.misplaced and state.retracting is None  # more cards may be found out of place before the ruling
    refusal = ctx.rules.why_not_go_on(replace(state, misplaced=False) if waiting else state)
    if refusal is not None:
        return refusal
    if not 1 <= command.area <= state.seats or command.area == spot.area:
        return Refusal(Reason.NO_CAUSE, cite, {"area due": spot.area, "area": command.area})
    held = bool(state.care.excess)
    if held:
        cite = (*cite, ctx.clauses.excess_card)
    elif not state.shoe.inside or state.cutting_card_first:
        return Refusal(Reason.NOT_NOW, cite, {"cards left": state.shoe.inside})
    card = next_card(state, command.card, ctx, cite)
    if isinstance(card, Refusal):
        return card
    return (CardMisplaced(area=command.area, due_area=spot.area, card=card, held=held, under=cite),)


@part.event(
    CardMisplaced,
    audience=EVERYONE,
    says=lambda e, who: f"{e.card} was put on area {e.area}, though area {e.due_area} was next.",
    aloud=True,
)
def card_misplaced(state: State, event: CardMisplaced) -> State:
    """Dealing stops for the ruling."""
    return replace(
        came_out(state, event.card, event.held),
        staked=state.staked if state.in_play else staked_areas(state.wagers),
        stage=Stage.DEALING,
        hands=put(state.hands, event.area, event.card),
        drawn=(*state.drawn, Drawn(event.area, event.card)),
        misplaced=True,
    )


@part.command(LetCardsLie, under="reconstruct", label="Let the cards lie", desk=Desk.IRREGULARITIES)
def let_cards_lie(state: State, command: LetCardsLie, ctx: BankedContext[MatchmakerClauses]) -> Decision:
    """The supervisor may rebuild, and so may choose not to."""
    cite: Clauses = (ctx.clauses.reconstruct,)
    if not state.misplaced or state.retracting is not None:
        return Refusal(Reason.NO_CAUSE, cite, {"misplaced": "nothing on record"})
    return (CardsLeftLying(under=cite),)


@part.event(CardsLeftLying, audience=EVERYONE, says="The cards stay where they lie.")
def cards_left_lying(state: State, event: CardsLeftLying) -> State:
    """The deal goes on to areas still short of a card."""
    return _dealt_out(replace(state, misplaced=False))


@part.command(
    OrderReconstruction,
    under="reconstruct",
    label="Have the hand rebuilt",
    words="reconstruct lay anew order misdeal",
    next="The supervisor rules on the misplaced card",
    desk=Desk.IRREGULARITIES,
    pace=Pace.RULING,
)
def order_reconstruction(state: State, command: OrderReconstruction, ctx: BankedContext[MatchmakerClauses]) -> Decision:
    """Before the first winner is paid; between payments only for areas not yet settled."""
    cite: Clauses = (ctx.clauses.reconstruct,)
    if state.stage is Stage.SETTLED or (state.stage is Stage.BETTING and state.round):
        return Refusal(Reason.NOT_NOW, (ctx.clauses.late_error,), {"stage": state.stage.value})
    if not state.in_play or state.in_vain or state.retracting is not None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if unburned_first_round(state):
        return Refusal(Reason.NO_CAUSE, (*cite, ctx.clauses.reconstruct_first_round), {"next": "rebuild with the burn"})
    areas = open_areas(state)
    back = tuple(each for each in state.wagers if each.area in areas)
    if _any_paid(state):
        cite = (*cite, "ruling 12")
    return (
        ReconstructionOrdered(
            why=command.why,
            players=tuple(dict.fromkeys(each.player for each in back)),
            areas=areas,
            moves=reopened(back),
            under=cite,
        ),
    )


@part.event(
    ReconstructionOrdered,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The hand is to be rebuilt{because(e.why)}; {several(map(who, e.players))} may take wagers back."
        f"{money_back(e, who)}"
    ),
    aloud=True,
)
def reconstruction_ordered(state: State, event: ReconstructionOrdered) -> State:
    """Wagers cleared too early are back on the layout; each player is asked."""
    wagers = tuple(each.open_again() if each.area in event.areas else each for each in state.wagers)
    return replace(
        state,
        wagers=wagers,
        retracting=event.players,
        left_on=(),
        rebuilding=event.areas,
        chips=bank(state, event.moves),
    )


def in_order(state: State) -> tuple[tuple[Drawn, ...], tuple[Card, ...]]:
    """The cards that may be moved, laid again in the order they came; and those for which there is no place."""
    places = iter(tuple(area for area in state.staked if area in state.rebuilding) * CARDS_TO_AN_AREA)
    moved = tuple(
        Drawn(next(places, NO_PLACE) if each.area in state.rebuilding else each.area, each.card) for each in state.drawn
    )
    left_over = tuple(each.card for each in moved if each.area == NO_PLACE)
    return tuple(each for each in moved if each.area != NO_PLACE), left_over


NO_PLACE = 0


def as_laid(state: State, layout: tuple[Laid, ...]) -> tuple[Drawn, ...] | None:
    """The cards on the areas that a layout gives them, still in the order they came; None if they do not fit."""
    laid = tuple(Drawn(each.area, card) for each in layout for card in each.cards)
    movable = tuple(each.card for each in state.drawn if each.area in state.rebuilding)
    per_area = Counter(each.area for each in laid)
    if Counter(each.card for each in laid) != Counter(movable) or any(
        area not in state.rebuilding or area not in state.staked or cards > CARDS_TO_AN_AREA
        for area, cards in per_area.items()
    ):
        return None
    places = {card: [each.area for each in laid if each.card is card] for card in movable}
    return tuple(
        Drawn(places[each.card].pop(0), each.card) if each.area in state.rebuilding else each for each in state.drawn
    )


@part.command(
    ReconstructHand,
    under="reconstruct",
    label="Rebuild the hand",
    words="reconstruct lay anew order",
    next="The hand is rebuilt",
    desk=Desk.IRREGULARITIES,
)
def reconstruct_hand(state: State, command: ReconstructHand, ctx: BankedContext[MatchmakerClauses]) -> Decision:
    """Once every player has been asked, with exactly the cards that were dealt."""
    cite: Clauses = (ctx.clauses.reconstruct,)
    if state.retracting is None or ctx.rules.undecided(state):
        return Refusal(Reason.NOT_NOW, cite, {"players to ask": len(ctx.rules.undecided(state))})
    drawn, surplus = in_order(state)
    if command.layout is not None:
        laid = as_laid(state, command.layout)
        if laid is None:
            movable = sum(each.area in state.rebuilding for each in state.drawn)
            return Refusal(Reason.CARDS_DIFFER, cite, {"cards": movable})
        drawn, surplus = laid, ()
    if surplus:
        cite = (*cite, ctx.clauses.excess_card)
    return (HandReconstructed(drawn=drawn, surplus=surplus, under=cite),)


def _in_words(drawn: tuple[Drawn, ...]) -> str:
    return ", ".join(f"{each.card} on {each.area}" for each in drawn) or "no cards"


@part.event(
    HandReconstructed,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The hand is rebuilt: {_in_words(e.drawn)}"
        + (f"; {count(len(e.surplus), 'card')} held as next." if e.surplus else ".")
    ),
    aloud=True,
)
def hand_reconstructed(state: State, event: HandReconstructed) -> State:
    """The round goes on from the rebuilt hand."""
    care = replace(state.care, excess=(*event.surplus, *state.care.excess))
    state = replace(_laid(state, event.drawn), care=care, retracting=None, left_on=(), misplaced=False, rebuilding=())
    return _dealt_out(state)


@part.command(
    ReconstructFirstRound,
    under="reconstruct_first_round",
    label="Rebuild the first round with its burn",
    words="reconstruct lay anew missed",
    desk=Desk.IRREGULARITIES,
)
def reconstruct_first_round(
    state: State, command: ReconstructFirstRound, ctx: BankedContext[MatchmakerClauses]
) -> Decision:
    """Only the shoe's first round, only while it is not completed, only when its burn was missed."""
    cite: Clauses = (ctx.clauses.reconstruct_first_round,)
    if not unburned_first_round(state):
        return Refusal(Reason.NO_CAUSE, cite, {"burn card": state.care.burn.value})
    if not state.drawn or state.stage is Stage.SETTLED or state.in_vain or state.retracting is not None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    burned, *rest = (each.card for each in state.drawn)
    places = state.staked * CARDS_TO_AN_AREA
    drawn = tuple(Drawn(area, card) for area, card in zip(places, rest, strict=False))
    surplus = tuple(rest[len(drawn) :])
    under = (*cite, ctx.clauses.burn, *((ctx.clauses.excess_card,) if surplus else ()))
    return (
        FirstRoundReconstructed(burned=burned, drawn=drawn, surplus=surplus, moves=reopened(state.wagers), under=under),
    )


@part.event(
    FirstRoundReconstructed,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The shoe starts over: {e.burned} is the burn card, then {_in_words(e.drawn)}.{money_back(e, who)}"
    ),
)
def first_round_reconstructed(state: State, event: FirstRoundReconstructed) -> State:
    """The shoe starts over with its burn; cards still missing are dealt."""
    wagers = tuple(each.open_again() for each in state.wagers)
    care = replace(state.care, burn=Burn.SHOWN, excess=(*event.surplus, *state.care.excess))
    state = replace(state, wagers=wagers, care=care, shoe=state.shoe.discarded(1), chips=bank(state, event.moves))
    return _dealt_out(replace(_laid(state, event.drawn), misplaced=False))


def _laid(state: State, drawn: tuple[Drawn, ...]) -> State:
    hands: dict[Spot, Hand] = {}
    for each in drawn:
        hands = put(hands, each.area, each.card)
    return replace(state, hands=hands, drawn=drawn)


def _dealt_out(state: State) -> State:
    complete = all(state.hand(area).size >= CARDS_TO_AN_AREA for area in state.staked)
    return replace(state, stage=Stage.SETTLING if complete else Stage.DEALING)


@part.command(
    ReportDealtWithoutWagers,
    under="dealing",
    label="Cards were dealt with no wagers down",
    words="no bets empty",
    says="Report cards dealt without wagers",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: (ReportDealtWithoutWagers(areas=(1,), cards=to_enter(state)),),
)
def report_dealt_without_wagers(
    state: State, command: ReportDealtWithoutWagers, ctx: BankedContext[MatchmakerClauses]
) -> Decision:
    """Only while no wager is on the layout."""
    cite: Clauses = (ctx.clauses.no_wagers,)
    if state.stage is not Stage.BETTING or state.wagers:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value, "wagers": len(state.wagers)})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    held = min(len(state.care.excess), len(command.areas))
    from_shoe = len(command.areas) - held
    if from_shoe and state.cutting_card_first:
        return Refusal(Reason.NOT_NOW, cite, {"held aside": len(state.care.excess), "cards left": state.shoe.inside})
    if not command.areas or not all(1 <= area <= state.seats for area in command.areas):
        return Refusal(Reason.NO_SUCH_AREA, cite, {"areas": state.seats})
    if from_shoe > state.shoe.inside or len(command.areas) > CARDS_TO_AN_AREA * state.seats:
        return Refusal(Reason.CARDS_DIFFER, cite, {"cards": len(command.areas)})
    real = state.is_real
    if len(command.cards) not in ((len(command.areas),) if real else (0,)):
        return Refusal(Reason.CARD_NEEDED if real else Reason.CARD_DRAWN, cite)
    if held:
        cite = (*cite, ctx.clauses.excess_card)
    drawn, table = list[Drawn](), state
    for place, area in enumerate(command.areas):
        card = next_card(table, command.cards[place] if real else None, ctx, cite)
        if isinstance(card, Refusal):
            return card
        table = came_out(table, card, place < held)
        drawn.append(Drawn(area, card))
    dealt = DealtWithoutWagers(round=state.round + 1, drawn=tuple(drawn), held=held, under=cite)
    return (*lapsed(state, ctx.clauses.spoken), dealt)


@part.event(
    DealtWithoutWagers,
    audience=EVERYONE,
    says=lambda e, who: f"Cards were dealt though no one had wagered: {_in_words(e.drawn)}.",
)
def dealt_without_wagers(state: State, event: DealtWithoutWagers) -> State:
    """The cards lie there until the supervisor has declared the round void."""
    for place, each in enumerate(event.drawn):
        state = came_out(state, each.card, place < event.held)
    state = replace(state, in_vain=True, round=event.round, stage=Stage.DEALING, results=())
    return _laid(state, event.drawn)


@part.command(
    DeclareRoundVoid,
    under="no_wagers",
    label="Declare the empty round void",
    says="Declare the round void",
    next="The supervisor declares the round void",
    desk=Desk.IRREGULARITIES,
)
def declare_round_void(state: State, command: DeclareRoundVoid, ctx: BankedContext[MatchmakerClauses]) -> Decision:
    """The supervisor, for a round that had no wagers."""
    cite: Clauses = (ctx.clauses.no_wagers,)
    if not state.in_vain or state.declared_void:
        return Refusal(Reason.NO_CAUSE, cite, {"stage": state.stage.value})
    return (RoundDeclaredVoid(round=state.round, under=cite),)


@part.event(
    RoundDeclaredVoid, audience=EVERYONE, says=lambda e, who: f"Round {e.round} is void; its cards are to be burned."
)
def round_declared_void(state: State, event: RoundDeclaredVoid) -> State:
    """The dealer burns the cards next."""
    return replace(state, declared_void=True)


@part.command(
    BurnDealtCards,
    under="dealing",
    label="Burn the cards dealt",
    words="discard",
    says="Burn the dealt cards",
    next="The dealer burns the cards dealt",
    desk=Desk.IRREGULARITIES,
)
def burn_dealt_cards(state: State, command: BurnDealtCards, ctx: BankedContext[MatchmakerClauses]) -> Decision:
    """On the supervisor's word."""
    cite: Clauses = (ctx.clauses.no_wagers,)
    if not state.declared_void:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    return (DealtCardsBurned(cards=len(state.cards_on_table()), under=cite),)


@part.event(
    DealtCardsBurned,
    audience=EVERYONE,
    says=lambda e, who: f"{count(e.cards, 'card')} dealt without a wager {'is' if e.cards == 1 else 'are'} burned.",
)
def dealt_cards_burned(state: State, event: DealtCardsBurned, rules: BankedRules[State, Any]) -> State:
    """Betting opens again."""
    return rules.cleared(state)
