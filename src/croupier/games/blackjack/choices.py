"""What the caller of a hand does with it: stand, draw, double, split; and what is done for the silent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.flow import advanced, held_up
from croupier.games.blackjack.hands import hand_due, may_double, may_split
from croupier.games.blackjack.state import Asked, Choice, Drawn, Played, State
from croupier.games.blackjack.terms import Bet, Doubling, total
from croupier.games.blackjack.words import announced, place_of
from croupier.money import Move, dollars, moves
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Examples, Here, Part, Who
from croupier.table.endings import stakes_moved
from croupier.table.examples import is_player
from croupier.table.fields import Asks
from croupier.table.hands import Hand, Spot
from croupier.table.people import bank, chooser
from croupier.table.rules import BankedContext
from croupier.table.state import Person, Stage, Wager

part = Part("blackjack", BlackjackClauses)


class Stand(Command, frozen=True, kw_only=True):
    """Take no further card."""

    player: str | None = None


class Draw(Command, frozen=True, kw_only=True):
    """Ask for another card."""

    player: str | None = None


class Double(Command, frozen=True, kw_only=True):
    """Add up to as much again, for one card more and no other."""

    cents: Annotated[int | None, Asks("For less", "money", optional=True)] = None
    player: str | None = None


class Split(Command, frozen=True, kw_only=True):
    """Make two hands of two cards of one value, with as much again on the second."""

    player: str | None = None


class HandStood(Event, frozen=True, kw_only=True):
    """Nothing more comes to a hand; `directed` when nobody chose it."""

    spot: Spot
    player: str
    directed: bool = False
    asked: bool = False
    """Whether a supervisor directed it, at the dealer's request."""
    absent: bool = False


class CardAsked(Event, frozen=True, kw_only=True):
    """A hand is to have another card; `directed` when nobody chose it."""

    spot: Spot
    player: str
    directed: bool = False
    asked: bool = False
    """Whether a supervisor directed it, at the dealer's request."""
    absent: bool = False


class HandDoubled(Event, frozen=True, kw_only=True):
    """A caller has doubled: one card more."""

    spot: Spot
    player: str
    cents: int


class HandSplit(Event, frozen=True, kw_only=True):
    """A caller has made two hands of one."""

    spot: Spot
    new: int
    player: str
    cents: int


def deciding(state: State) -> Spot | None:
    """The hand that its caller is to decide on now."""
    if state.stage is not Stage.CHOOSING or state.asked is not None or held_up(state):
        return None
    place = hand_due(state)
    if place is None or state.play_of(place).drawing or state.hand(*place).size < 2:
        return None
    return place


def directed(state: State, place: Spot, clauses: BlackjackClauses) -> tuple[bool, str]:
    """Whether the hand of a silent caller stands, and the clause that says so (BJ 7.5.3)."""
    counted, soft = state.total_of(place)
    if soft:
        return (True, clauses.silent_soft_stands) if counted >= 17 else (False, clauses.silent_soft_draws)
    return (True, clauses.silent_hard_stands) if counted >= 12 else (False, clauses.silent_hard_draws)


def _calling(
    state: State, named: str | None, ctx: BankedContext[BlackjackClauses], cite: str
) -> tuple[Person, Spot] | Refusal:
    """The caller of the hand that is decided on, if that is who the command is for."""
    person = chooser(state, named, ctx)
    if isinstance(person, Refusal):
        return person
    place = deciding(state)
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None and state.in_play:
        return refusal
    if place is None:
        return Refusal(Reason.NOT_NOW, (cite,), {"stage": state.stage.value})
    caller = state.caller_of(place)
    if person.id != caller:
        return Refusal(Reason.NOT_YOURS, (ctx.clauses.caller,), {"area": place.area})
    return person, place


def _mine(command: type[Command]) -> Examples:
    def found(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
        place = deciding(state)
        if place is not None:
            caller = state.caller_of(place)
            yield command(player=None if is_player(ctx) else caller)

    return found


def _doubles(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    """For as much as the caller has, up to the wager itself."""
    place = deciding(state)
    caller = None if place is None else state.caller(place.area)
    for each in () if place is None else state.bettors(*place):
        if each.player == caller:
            cents = min(each.at_risk, state.stack(each.player))
            yield Double(cents=cents, player=None if is_player(ctx) else caller)


def _may_play(command: Stand | Draw | Double | Split, who: Who, here: Here | None) -> str:
    """Who decides on which hand, with its total as the dealer announces it."""
    place = None if here is None else deciding(here.state)
    if here is None or place is None:
        return "The player decides"
    counted = announced(*here.state.total_of(place))
    return f"{who(here.state.caller(place.area) or '')} decides on {place_of(place)}: {counted}"


def _under_silence(
    state: State, place: Spot, ctx: BankedContext[BlackjackClauses], stands: bool
) -> tuple[bool, Clauses]:
    """Whether nobody chose this, and what says that it is done instead."""
    if not ctx.time_ran_out:
        return False, ()
    should, clause = directed(state, place, ctx.clauses)
    return should == stands, (ctx.clauses.does_not_act, clause, "ruling 70")


def _why(event: HandStood | CardAsked, who: Who) -> str:
    """Why nobody chose what is done with a hand."""
    if not event.asked:
        return f"{who(event.player)} says nothing"
    why = "is not there" if event.absent else "does not act"
    return f"{who(event.player)} {why}; as directed at the dealer's request"


@part.command(
    Stand,
    cites="stand",
    label="Stand",
    next=_may_play,
    if_silent="the hand stands",
    desk=Desk.TABLE,
    pace=Pace.CHOICE,
    takes_part=True,
    examples=_mine(Stand),
)
def stand(state: State, command: Stand, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """The caller of the hand that is decided on."""
    found = _calling(state, command.player, ctx, ctx.clauses.stand)
    if isinstance(found, Refusal):
        return found
    person, place = found
    silent, why = _under_silence(state, place, ctx, stands=True)
    split = (ctx.clauses.split_stand,) if state.play_of(place).split else ()
    under = (ctx.clauses.act, ctx.clauses.stand, *split, *why)
    return (HandStood(spot=place, player=person.id, directed=silent, under=under),)


@part.event(
    HandStood,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{_why(e, who)}: {place_of(e.spot)} stands."
        if e.directed
        else f"{who(e.player)} stands on {place_of(e.spot)}."
    ),
    aloud=True,
)
def hand_stood(state: State, event: HandStood) -> State:
    """The next hand is served."""
    return advanced(_decided(state, Choice.STOOD, event, stood=True))


def _decided(state: State, choice: Choice, event: HandStood | CardAsked | HandDoubled, **changes: bool) -> State:
    """The table once a hand has been decided on otherwise than by splitting it."""
    place = event.spot
    let_go = may_split(state, place)
    unsplit = state.unsplit | {place.area} if let_go else state.unsplit
    play = replace(state.play_of(place), **changes)
    state = state.with_decision(choice, place, event.player, let_go=let_go)
    kept = state.direction if isinstance(event, CardAsked) and event.directed else None
    return replace(state, played={**state.played, place: play}, unsplit=unsplit, decided=True, direction=kept)


@part.command(
    Draw,
    cites="draw",
    label="Draw",
    next=_may_play,
    if_silent="another card is drawn",
    desk=Desk.TABLE,
    pace=Pace.CHOICE,
    takes_part=True,
    examples=_mine(Draw),
)
def draw(state: State, command: Draw, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """The caller of the hand that is decided on, which counts less than 21."""
    found = _calling(state, command.player, ctx, ctx.clauses.draw)
    if isinstance(found, Refusal):
        return found
    person, place = found
    known = state.hand(*place).visible_to(person.id)
    if state.covered(place) and None not in known and total([each for each in known if each])[0] >= 21:
        return Refusal(Reason.FORBIDDEN, (ctx.clauses.draw,), {"total": "21 or more"})
    silent, why = _under_silence(state, place, ctx, stands=False)
    split = (ctx.clauses.split_draw,) if state.play_of(place).split else ()
    under = (ctx.clauses.act, ctx.clauses.draw, *split, *why)
    return (CardAsked(spot=place, player=person.id, directed=silent, under=under),)


@part.event(
    CardAsked,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{_why(e, who)}: a card is drawn to {place_of(e.spot)}."
        if e.directed
        else f"{who(e.player)} draws to {place_of(e.spot)}."
    ),
    aloud=True,
)
def card_asked(state: State, event: CardAsked) -> State:
    """The card is the dealer's to give."""
    return _decided(state, Choice.DREW, event, drawing=True)


def more(
    state: State, wager: Wager, cents: int | None, ctx: BankedContext[BlackjackClauses], *, exactly: bool
) -> int | Refusal:
    """What is added to a wager: as much again, or for a double less; or why it cannot be."""
    clauses = ctx.clauses
    cite = clauses.split_wager if exactly else clauses.double_wager
    asked = wager.at_risk if cents is None else cents
    if not 1 <= asked <= wager.at_risk or (exactly and asked != wager.at_risk):
        return Refusal(Reason.LIMITS, (cite, "ruling 44"), {"most": wager.at_risk, "offered": asked})
    if asked > state.stack(wager.player):
        return Refusal(Reason.NOT_ENOUGH_CHIPS, (cite, clauses.chips_only), {"has": state.stack(wager.player)})
    return asked


def wager_on(state: State, place: Spot, player: str) -> Wager:
    """The wager that a player's hand is played for."""
    return next(each for each in state.bettors(*place) if each.player == player)


def _others(state: State, place: Spot, caller: str) -> tuple[str, ...]:
    """Who shares the hand with its caller and is asked to go along: not who is excluded or has no chips for it."""
    return tuple(
        each.player
        for each in state.playing(place)
        if each.player != caller and each.player not in state.excluded and state.stack(each.player) > 0
    )


def _soft_19_or_20(state: State, place: Spot) -> bool:
    """Whether a hand turns on ruling 33: an ace with an eight or a nine, where hard totals alone are doubled on."""
    counted, soft = state.total_of(place)
    hard_only = state.terms.playing.doubling is Doubling.HARD_9_TO_11
    return hard_only and soft and counted in (19, 20) and len(state.cards_of(place)) == 2


@part.command(
    Double,
    cites="double",
    label="Double",
    next=_may_play,
    says=lambda c, who: f"Double for {dollars(c.cents)}" if c.cents else "Double",
    desk=Desk.TABLE,
    pace=Pace.CHOICE,
    takes_part=True,
    examples=_doubles,
)
def double(state: State, command: Double, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """On the totals, and with the number of cards, that the version allows."""
    clauses = ctx.clauses
    found = _calling(state, command.player, ctx, clauses.double)
    if isinstance(found, Refusal):
        mine = state.wagers_of(command.player or ctx.by.id)
        natural = state.in_play and any(each.bet == state.main and state.is_natural(each.spot) for each in mine)
        return Refusal(Reason.FORBIDDEN, (clauses.no_double_on_natural,)) if natural else found
    person, place = found
    if state.covered(place):
        return _turn_up_first(place, clauses)
    cards = state.cards_of(place)
    cite = (
        clauses.double_drawn if len(cards) > 2 else clauses.double_split if state.play_of(place).split else ""
    ) or clauses.double
    soft = ("ruling 33",) if _soft_19_or_20(state, place) else ()
    if not may_double(state, place):
        return Refusal(Reason.FORBIDDEN, (cite, *(soft or ("ruling 32",))), {"total": state.total_of(place)[0]})
    cents = more(state, wager_on(state, place, person.id), command.cents, ctx, exactly=False)
    if isinstance(cents, Refusal):
        return cents
    made = moves((f"stack:{person.id}", "layout", cents))
    aces = clauses.double_aces and any(card.rank == "A" for card in cards[:2])
    under = (clauses.may_double, cite, clauses.double_wager, *((clauses.double_aces,) if aces else ()), *soft)
    return (HandDoubled(spot=place, player=person.id, cents=cents, moves=made, under=under),)


@part.event(
    HandDoubled,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} doubles on {place_of(e.spot)} with {dollars(e.cents)}.",
    stakes=stakes_moved,
    aloud=True,
)
def hand_doubled(state: State, event: HandDoubled) -> State:
    """One card more, once those who share the hand have been asked."""
    others = _others(state, event.spot, event.player)
    state = with_stake(state, Bet.DOUBLE, event.spot, event.player, event.moves)
    state = _decided(state, Choice.DOUBLED, event, doubled=True, drawing=True)
    return replace(state, asked=Asked(event.spot, event.spot, Bet.DOUBLE, others) if others else None)


def with_stake(state: State, bet: str, place: Spot, player: str, made: tuple[Move, ...]) -> State:
    """The table once a player has put these chips on a bet of a hand."""
    cents = sum(each.cents for each in made)
    wager = Wager(place.area, bet, player, cents, cents, hand=place.hand)
    return replace(state, wagers=(*state.wagers, wager), chips=bank(state, made))


@part.command(
    Split,
    cites="split",
    label="Split",
    next=_may_play,
    desk=Desk.TABLE,
    pace=Pace.CHOICE,
    takes_part=True,
    examples=_mine(Split),
)
def split(state: State, command: Split, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Two cards of one value, up to three hands, aces once, and not after a split was let go."""
    clauses = ctx.clauses
    found = _calling(state, command.player, ctx, clauses.split)
    if isinstance(found, Refusal):
        return found
    person, place = found
    if state.covered(place):
        return _turn_up_first(place, clauses)
    if not may_split(state, place):
        return _why_not_split(state, place, clauses)
    cents = more(state, wager_on(state, place, person.id), None, ctx, exactly=True)
    if isinstance(cents, Refusal):
        return cents
    hands = state.hands_of(place.area)
    made = moves((f"stack:{person.id}", "layout", cents))
    again = (clauses.split,) if len(hands) == 1 else (clauses.split_again, "ruling 46")
    under = (clauses.may_split, *again, clauses.split_wager)
    return (HandSplit(spot=place, new=len(hands) + 1, player=person.id, cents=cents, moves=made, under=under),)


def _turn_up_first(place: Spot, clauses: BlackjackClauses) -> Refusal:
    """Why a hand that lies face down is not doubled or split."""
    return Refusal(Reason.NOT_NOW, (clauses.own_two_cards,), {"next": f"turn up the cards of area {place.area}"})


def _why_not_split(state: State, place: Spot, clauses: BlackjackClauses) -> Refusal:
    if place.area in state.unsplit:
        return Refusal(Reason.FORBIDDEN, (clauses.split_declined, "ruling 34"), {"area": place.area})
    if len(state.hands_of(place.area)) > 2:
        return Refusal(Reason.FORBIDDEN, (clauses.most_hands,), {"hands": len(state.hands_of(place.area))})
    return Refusal(Reason.FORBIDDEN, (clauses.split,), {"area": place.area})


@part.event(
    HandSplit,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} splits {place_of(e.spot)} with {dollars(e.cents)} on the new hand.",
    stakes=stakes_moved,
    aloud=True,
)
def hand_split(state: State, event: HandSplit) -> State:
    """Each of the two cards begins a hand; those who share the area are asked before another card comes."""
    old, new = event.spot, Spot(event.spot.area, event.new)
    others = _others(state, old, event.player)
    first, second = state.cards_of(old)
    hands = {**state.hands, old: Hand().face_up(first), new: Hand().face_up(second)}
    aces = first.rank == "A"
    played = {**state.played, old: Played(split=True, of_aces=aces), new: Played(split=True, of_aces=aces)}
    order = [each.hand for each in state.hands_of(old.area)]
    last = state.terms.readings.resplit_served_last
    order.insert(len(order) if last else order.index(old.hand) + 1, new.hand)
    state = state.with_decision(Choice.SPLIT, old, event.player, new=event.new)
    state = replace(
        with_stake(state, state.main, new, event.player, event.moves),
        hands=hands,
        played=played,
        order={**state.order, old.area: tuple(order)},
        drawn=_moved(state.drawn, old, new),
        decided=True,
        direction=None,
    )
    return replace(state, asked=Asked(new, old, state.main, others) if others else None)


def _moved(drawn: tuple[Drawn, ...], old: Spot, new: Spot) -> tuple[Drawn, ...]:
    """The cards as they came, the last one of a hand now with another."""
    place = max(n for n, each in enumerate(drawn) if each.spot == old)
    return (*drawn[:place], replace(drawn[place], spot=new), *drawn[place + 1 :])
