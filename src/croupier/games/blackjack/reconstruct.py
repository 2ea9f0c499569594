"""Cards out of their place, and a first round without its burn: laid anew in the order they came (BJ 9.4, 9.1.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.dealing import put, to_its_stage
from croupier.games.blackjack.flow import advanced
from croupier.games.blackjack.hands import initial_places
from croupier.games.blackjack.rewind import START, laid, taken_back
from croupier.games.blackjack.state import NOWHERE, Drawn, State, staked_areas
from croupier.games.blackjack.terms import Bet
from croupier.games.blackjack.words import place_of
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.examples import card_to_enter
from croupier.table.fields import Asks
from croupier.table.from_the_shoe import came_out, next_card, why_none_comes
from croupier.table.hands import DEALERS, Spot, spot
from croupier.table.people import bank
from croupier.table.rules import BankedContext
from croupier.table.state import Burn, Ending, Stage
from croupier.table.value import REFUNDED
from croupier.table.words import because, count, money_back, several

part = Part("blackjack", BlackjackClauses)


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first cards an area, or the dealer, should have."""

    area: int
    cards: tuple[Card, ...]


class ReportMisplacedCard(Command, frozen=True, kw_only=True):
    """A card went to another hand than the one whose turn it was."""

    area: Annotated[int, Asks("Where it lies", "place")]
    card: Card | None = None
    hand: Annotated[int, Asks("Which hand there", "number", always=False)] = 1


class LetCardsLie(Command, frozen=True, kw_only=True):
    """Rule that misplaced cards stay where they are."""


class OrderReconstruction(Command, frozen=True, kw_only=True):
    """Order that hands with cards out of place be laid anew; players may take their wagers back first."""

    why: Annotated[str, Asks(optional=True)] = ""


class ReconstructHand(Command, frozen=True, kw_only=True):
    """Lay the cards anew: in the order they came, or as laid out here."""

    layout: Annotated[
        tuple[Laid, ...] | None,
        Asks("As laid out here, if not in the order they came", "laid", optional=True, hint="1: Th 4c; 0: 9s"),
    ] = None


class ReconstructFirstRound(Command, frozen=True, kw_only=True):
    """Lay the shoe's unfinished first round anew with the burn that was missed."""


class CardMisplaced(Event, frozen=True, kw_only=True):
    """A card lies with another hand than the one whose turn it was."""

    spot: Spot
    due: Spot
    card: Card
    held: bool = False


class CardsLeftLying(Event, frozen=True, kw_only=True):
    """Misplaced cards stay where they are."""


class ReconstructionOrdered(Event, frozen=True, kw_only=True):
    """The cards are to be laid anew; these players are asked whether they take their wagers back."""

    why: str
    players: tuple[str, ...]
    areas: tuple[int, ...]


class HandReconstructed(Event, frozen=True, kw_only=True):
    """The cards lie as they should; surplus ones are held as the next cards."""

    drawn: tuple[Drawn, ...]
    surplus: tuple[Card, ...]
    anew: bool
    """Whether the round begins again after its first cards, so that what was decided is undone."""


class FirstRoundReconstructed(Event, frozen=True, kw_only=True):
    """The first card drawn is the burn, the others lie one place earlier, and surplus ones are the next cards."""

    burned: Card
    drawn: tuple[Drawn, ...]
    surplus: tuple[Card, ...] = ()


def anything_settled(state: State) -> bool:
    """Whether some wager of this round is settled, a Pontoon Pandemonium prize apart."""
    return any(
        each.settled is not None and not (each.bet == Bet.PANDEMONIUM and each.settled.ending is Ending.WON)
        for each in (*state.wagers, *state.left_behind)
    )


def unburned_first_round(state: State) -> bool:
    """Whether this is a shoe's first round without its burn."""
    return state.care.burn is Burn.MISSED and state.care.first_round


def _elsewhere(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    due, card = ctx.rules.spot_due(state), card_to_enter(state)
    if due is not None:
        for area in range(state.seats + 1):
            if area != due.area:
                yield ReportMisplacedCard(area=area, card=card)
    for area in range(1, state.seats + 1):
        if due is None and dealt_on(state, Spot(area)):
            yield ReportMisplacedCard(area=area, card=card)


def dealt_on(state: State, place: Spot) -> bool:
    """Whether a card can have gone on to an area without a wager behind the last card of the initial deal (BJ 9.5)."""
    whole = 0 < state.initial == len(state.drawn) and state.stage in (Stage.INTERIM, Stage.CHOOSING)
    if not whole or state.decisions or state.retracting is not None:
        return False
    return 1 <= place.area <= state.seats and place.area not in state.staked


@part.command(
    ReportMisplacedCard,
    under="dealing",
    label="A card went to the wrong hand",
    words="misdeal wrong order box area",
    says=lambda c, who: f"Report a card misplaced with {place_of(Spot(c.area, c.hand))}",
    desk=Desk.IRREGULARITIES,
    examples=_elsewhere,
)
def report_misplaced_card(state: State, command: ReportMisplacedCard, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """The card is on record where it lies; the supervisor rules on it once the initial deal is complete."""
    clauses, place = ctx.clauses, Spot(command.area, command.hand)
    cite: Clauses = (clauses.retract, clauses.from_the_left)
    due = ctx.rules.spot_due(state)
    if due is None and dealt_on(state, place):
        due = NOWHERE
    if due is None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if anything_settled(state):
        return Refusal(Reason.NOT_NOW, (clauses.retract, clauses.excess_card), {"next": "report a card too many"})
    waiting = replace(state, misplaced=False) if state.retracting is None else state
    refusal = ctx.rules.why_not_go_on(waiting) or why_none_comes(state, clauses)
    if refusal is not None:
        return refusal
    exists = place == DEALERS or (1 <= place.area <= state.seats and place in state.hands_of(place.area))
    if place == due or not exists:
        return Refusal(Reason.NO_CAUSE, cite, {"due": place_of(due)})
    held = bool(state.care.excess)
    card = next_card(state, command.card, ctx, cite)
    if isinstance(card, Refusal):
        return card
    under = (*cite, clauses.excess_card) if held else cite
    return (CardMisplaced(spot=place, due=due, card=card, held=held, under=under),)


@part.event(
    CardMisplaced,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{e.card} was put with {place_of(e.spot)}, though "
        f"{'no card was due' if e.due == NOWHERE else f'{place_of(e.due)} was next'}."
    ),
    aloud=True,
)
def card_misplaced(state: State, event: CardMisplaced) -> State:
    """The initial deal goes on; later nothing does before the ruling."""
    staked = state.staked if state.in_play else staked_areas(state)
    state = put(came_out(state, event.card, event.held), event.spot, event.card, held=event.held, due=event.due)
    state = replace(state, staked=staked, misplaced=True)
    if event.due == NOWHERE:
        return replace(state, initial=len(state.drawn))
    return to_its_stage(state) if not state.initial else state


@part.command(LetCardsLie, under="retract", label="Let the cards lie", desk=Desk.IRREGULARITIES)
def let_cards_lie(state: State, command: LetCardsLie, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """The supervisor may have the cards laid anew, and so may choose not to."""
    cite: Clauses = (ctx.clauses.retract,)
    if not state.misplaced or state.retracting is not None:
        return Refusal(Reason.NO_CAUSE, cite, {"misplaced": "nothing on record"})
    return (CardsLeftLying(under=cite),)


@part.event(CardsLeftLying, audience=EVERYONE, says="The cards stay where they lie.")
def cards_left_lying(state: State, event: CardsLeftLying) -> State:
    """The round goes on with them."""
    return advanced(replace(state, misplaced=False))


@part.command(
    OrderReconstruction,
    under="retract",
    label="Have the cards laid anew",
    words="rebuild back up order misdeal",
    next="The supervisor rules on the misplaced card",
    desk=Desk.IRREGULARITIES,
    pace=Pace.RULING,
)
def order_reconstruction(state: State, command: OrderReconstruction, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """After the initial deal and before anything is settled."""
    cite: Clauses = (ctx.clauses.retract,)
    if not state.initial or state.retracting is not None or anything_settled(state) or not state.in_play:
        settled = anything_settled(state)
        return Refusal(Reason.NOT_NOW, cite, {"settled": "yes"} if settled else {"stage": state.stage.value})
    if unburned_first_round(state):
        return Refusal(Reason.NO_CAUSE, (*cite, ctx.clauses.reconstruct_first_round), {"next": "lay it with the burn"})
    if not state.wagers:
        return Refusal(Reason.NO_CAUSE, cite, {"wagers": 0})
    players = tuple(dict.fromkeys(each.player for each in state.wagers))
    areas = tuple(sorted({each.area for each in state.wagers}))
    return (ReconstructionOrdered(why=command.why, players=players, areas=areas, under=cite),)


@part.event(
    ReconstructionOrdered,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The cards are to be laid anew{because(e.why)}; {several(map(who, e.players))} may take wagers back."
    ),
    aloud=True,
)
def reconstruction_ordered(state: State, event: ReconstructionOrdered) -> State:
    """Each player is asked, area by area."""
    return replace(state, retracting=event.players, left_on=(), rebuilding=event.areas)


def _in_order(state: State) -> tuple[tuple[Drawn, ...], tuple[Card, ...]]:
    """The cards laid in the order they came, as the initial deal has it; and those that are then the next ones."""
    places = initial_places(state.staked)
    drawn = tuple([Drawn(place, each.card, each.held) for place, each in zip(places, state.drawn, strict=False)])
    return drawn, tuple([each.card for each in state.drawn[len(drawn) :]])


def _as_laid(state: State, layout: tuple[Laid, ...]) -> tuple[tuple[Drawn, ...], tuple[Card, ...]] | None:
    """The first cards as a layout gives them, the others as the next ones; None if they do not fit."""
    wanted = [(spot(each.area), card) for each in layout for card in each.cards]
    many = Counter(place for place, _ in wanted)
    full = Counter(initial_places(state.staked))
    there = Counter(each.card for each in state.drawn)
    if any(many[place] > full[place] for place in many) or Counter(card for _, card in wanted) - there:
        return None
    drawn, surplus = list[Drawn](), list[Card]()
    for each in state.drawn:
        found = next((one for one in wanted if one[1] is each.card), None)
        if found is None:
            surplus.append(each.card)
        else:
            wanted.remove(found)
            drawn.append(Drawn(found[0], each.card, each.held))
    return tuple(drawn), tuple(surplus)


def _where_due(state: State) -> tuple[tuple[Drawn, ...], tuple[Card, ...]]:
    """The cards of the subsequent deal with the hands that they were due to, each of which waited for one."""
    drawn, surplus, served = list[Drawn](), list[Card](), set[Spot]()
    for each in state.drawn:
        if each.due is None:
            drawn.append(each)
        elif each.due in served or each.due == NOWHERE:
            surplus.append(each.card)
        else:
            served.add(each.due)
            drawn.append(Drawn(each.due, each.card, each.held))
    return tuple(drawn), tuple(surplus)


@part.command(
    ReconstructHand,
    under="retract",
    label="Lay the cards anew",
    words="rebuild reconstruct order",
    next="The cards are laid anew",
    desk=Desk.IRREGULARITIES,
)
def reconstruct_hand(state: State, command: ReconstructHand, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Once every player has been asked, with the cards that were dealt."""
    cite: Clauses = (ctx.clauses.retract,)
    if state.retracting is None or ctx.rules.undecided(state) or not state.rebuilding:
        return Refusal(Reason.NOT_NOW, cite, {"players to ask": len(ctx.rules.undecided(state))})
    later = state.misplaced and all(each.due is None for each in state.drawn[: state.initial])
    anew = command.layout is not None or not later
    found = _where_due(state) if not anew else _in_order(state)
    if command.layout is not None:
        as_laid = _as_laid(state, command.layout)
        if as_laid is None:
            return Refusal(Reason.CARDS_DIFFER, cite, {"cards": len(state.drawn)})
        found = as_laid
    drawn, surplus = found
    if surplus:
        cite = (*cite, ctx.clauses.excess_card)
    made = taken_back(state, START, frozenset()).moves if anew else ()
    return (HandReconstructed(drawn=drawn, surplus=surplus, anew=anew, moves=made, under=cite),)


def _in_words(drawn: tuple[Drawn, ...]) -> str:
    return ", ".join(f"{each.card} to {place_of(each.spot)}" for each in drawn) or "no cards"


@part.event(
    HandReconstructed,
    value=REFUNDED,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The cards are laid anew: {_in_words(e.drawn)}"
        + (f"; {count(len(e.surplus), 'card')} held as next." if e.surplus else ".")
        + money_back(e, who)
    ),
    aloud=True,
)
def hand_reconstructed(state: State, event: HandReconstructed) -> State:
    """The round goes on with the cards as they lie now."""
    care = replace(state.care, excess=(*event.surplus, *state.care.excess))
    chips = bank(state, event.moves)
    state = taken_back(state, START, frozenset()).state if event.anew else state
    state = replace(state, care=care, chips=chips, retracting=None, left_on=(), rebuilding=(), misplaced=False)
    if not event.anew:
        return advanced(laid(replace(state, drawn=event.drawn)))
    return to_its_stage(laid(replace(state, drawn=event.drawn, initial=0, passed_over=frozenset())))


@part.command(
    ReconstructFirstRound,
    under="reconstruct_first_round",
    label="Lay the first round anew with its burn",
    words="rebuild burn missed",
    desk=Desk.IRREGULARITIES,
)
def reconstruct_first_round(
    state: State, command: ReconstructFirstRound, ctx: BankedContext[BlackjackClauses]
) -> Decision:
    """Only the shoe's first round, only while it is not completed, only when its burn was missed."""
    cite: Clauses = (ctx.clauses.reconstruct_first_round,)
    if not unburned_first_round(state):
        return Refusal(Reason.NO_CAUSE, cite, {"burn card": state.care.burn.value})
    if not state.drawn or state.stage is Stage.SETTLED or state.retracting is not None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    burned, *rest = (each.card for each in state.drawn)
    places = initial_places(state.staked)
    drawn = tuple([Drawn(place, card) for place, card in zip(places, rest, strict=False)])
    surplus = tuple(rest[len(drawn) :])
    under = (*cite, ctx.clauses.burn, *((ctx.clauses.excess_card,) if surplus else ()))
    made = taken_back(state, START).moves
    return (FirstRoundReconstructed(burned=burned, drawn=drawn, surplus=surplus, moves=made, under=under),)


@part.event(
    FirstRoundReconstructed,
    value=REFUNDED,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The shoe starts over: {e.burned} is the burn card, then {_in_words(e.drawn)}.{money_back(e, who)}"
    ),
    undoes=lambda e, ended: True,
)
def first_round_reconstructed(state: State, event: FirstRoundReconstructed) -> State:
    """The shoe starts over with its burn; cards still missing are dealt."""
    chips = bank(state, event.moves)
    state = taken_back(state, START).state
    care = replace(state.care, burn=Burn.SHOWN, excess=(*event.surplus, *state.care.excess))
    state = replace(state, care=care, shoe=state.shoe.discarded(1), chips=chips, misplaced=False)
    return to_its_stage(laid(replace(state, drawn=event.drawn, initial=0, passed_over=frozenset())))
