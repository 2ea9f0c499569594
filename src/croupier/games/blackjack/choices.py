"""What is done with a hand: stand, draw, double, split; who shares an area follows or not; the silent are directed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.flow import advanced, rescuable
from croupier.games.blackjack.hands import hand_due, may_double, may_split
from croupier.games.blackjack.state import Asked, Drawn, Played, State
from croupier.games.blackjack.terms import Bet, Unfunded
from croupier.games.blackjack.words import place_of
from croupier.money import dollars, moves
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Examples, Part
from croupier.table.endings import lost, moved, returned, stakes_moved
from croupier.table.examples import is_player
from croupier.table.fields import Asks
from croupier.table.hands import Hand, Spot
from croupier.table.people import bank, subject
from croupier.table.rounds import with_endings
from croupier.table.rules import BankedContext
from croupier.table.state import Person, Settled, Stage, Wager
from croupier.table.words import endings

part = Part("blackjack", BlackjackClauses)
rescuing = Part("blackjack", BlackjackClauses)
"""Doubles that may be withdrawn, in a version that knows it."""


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


class GoAlong(Command, frozen=True, kw_only=True):
    """Add to a wager on a shared area as its caller has doubled or split."""

    cents: Annotated[int | None, Asks("For less", "money", optional=True)] = None
    player: str | None = None


class StayOut(Command, frozen=True, kw_only=True):
    """Leave a wager on a shared area as it is, though its caller has doubled or split."""

    second: Annotated[bool, Asks("Move to the new hand", always=False)] = False
    player: str | None = None


class DirectHand(Command, frozen=True, kw_only=True):
    """Direct the hand of a caller who is silent or not there."""


class Rescue(Command, frozen=True, kw_only=True):
    """Withdraw what was added in doubling, at the price of the wager itself."""

    area: int
    hand: int = 1
    player: str | None = None


class KeepDouble(Command, frozen=True, kw_only=True):
    """Play a doubled hand."""

    area: int
    hand: int = 1
    player: str | None = None


class HandStood(Event, frozen=True, kw_only=True):
    """Nothing more comes to a hand; `directed` when nobody chose it."""

    spot: Spot
    player: str
    directed: bool = False


class CardAsked(Event, frozen=True, kw_only=True):
    """A hand is to have another card; `directed` when nobody chose it."""

    spot: Spot
    player: str
    directed: bool = False


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


class WentAlong(Event, frozen=True, kw_only=True):
    """Who shares the area has doubled or split with its caller."""

    spot: Spot
    bet: str
    player: str
    cents: int


class StayedOut(Event, frozen=True, kw_only=True):
    """Who shares the area leaves the wager as it was, on the hand that is named."""

    spot: Spot
    bet: str
    player: str
    silent: bool = False


class DoubleRescued(Event, frozen=True, kw_only=True):
    """What was added in doubling has gone back, and the wager itself is lost."""

    spot: Spot
    player: str
    settled: tuple[Settled, ...]


class DoubleKept(Event, frozen=True, kw_only=True):
    """A doubled hand is played."""

    spot: Spot
    player: str
    silent: bool = False


def deciding(state: State) -> Spot | None:
    """The hand that its caller is to decide on now."""
    if state.stage is not Stage.CHOOSING or state.asked is not None:
        return None
    place = hand_due(state)
    if place is None or state.play_of(place).drawing or len(state.cards_of(place)) < 2:
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
    person = subject(state, named, ctx)
    if isinstance(person, Refusal):
        return person
    place = deciding(state)
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None and state.in_play:
        return refusal
    if place is None:
        return Refusal(Reason.NOT_NOW, (cite,), {"stage": state.stage.value})
    caller = state.caller(place.area)
    if person.id != caller:
        return Refusal(Reason.NOT_YOURS, (ctx.clauses.caller,), {"area": place.area})
    return person, place


def _mine(command: type[Command]) -> Examples:
    def found(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
        place = deciding(state)
        if place is not None:
            caller = state.caller(place.area)
            yield command(player=None if is_player(ctx) else caller)

    return found


def _under_silence(
    state: State, place: Spot, ctx: BankedContext[BlackjackClauses], stands: bool
) -> tuple[bool, Clauses]:
    """Whether nobody chose this, and what says that it is done instead."""
    if not ctx.time_ran_out:
        return False, ()
    should, clause = directed(state, place, ctx.clauses)
    return should == stands, (clause, "ruling 70")


@part.command(
    Stand,
    cites="stand",
    label="Stand",
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
    return (HandStood(spot=place, player=person.id, directed=silent, under=(ctx.clauses.stand, *why)),)


@part.event(
    HandStood,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{who(e.player)} says nothing: {place_of(e.spot)} stands."
        if e.directed
        else f"{who(e.player)} stands on {place_of(e.spot)}."
    ),
    aloud=True,
)
def hand_stood(state: State, event: HandStood) -> State:
    """The next hand is served."""
    return advanced(_decided(state, event.spot, stood=True))


def _decided(state: State, place: Spot, **changes: bool) -> State:
    """The table once a hand has been decided on otherwise than by splitting it."""
    unsplit = state.unsplit | {place.area} if may_split(state, place) else state.unsplit
    play = replace(state.play_of(place), **changes)
    return replace(state, played={**state.played, place: play}, unsplit=unsplit, decided=True)


@part.command(
    Draw,
    cites="draw",
    label="Draw",
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
    silent, why = _under_silence(state, place, ctx, stands=False)
    return (CardAsked(spot=place, player=person.id, directed=silent, under=(ctx.clauses.draw, *why)),)


@part.event(
    CardAsked,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{who(e.player)} says nothing: a card is drawn to {place_of(e.spot)}."
        if e.directed
        else f"{who(e.player)} draws to {place_of(e.spot)}."
    ),
    aloud=True,
)
def card_asked(state: State, event: CardAsked) -> State:
    """The card is the dealer's to give."""
    return _decided(state, event.spot, drawing=True)


def _more(
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


def _wager(state: State, place: Spot, player: str) -> Wager:
    return next(each for each in state.bettors(*place) if each.player == player)


def _others(state: State, place: Spot, caller: str) -> tuple[str, ...]:
    """Who shares the hand with its caller and is asked to go along: not who is excluded or has no chips for it."""
    return tuple(
        each.player
        for each in state.playing(place)
        if each.player != caller and each.player not in state.excluded and state.stack(each.player) > 0
    )


@part.command(
    Double,
    cites="double",
    label="Double",
    says=lambda c, who: f"Double for {dollars(c.cents)}" if c.cents else "Double",
    desk=Desk.TABLE,
    pace=Pace.CHOICE,
    takes_part=True,
    examples=_mine(Double),
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
    cite = clauses.double_drawn if len(state.cards_of(place)) > 2 and clauses.double_drawn else clauses.double
    if not may_double(state, place):
        return Refusal(Reason.FORBIDDEN, (cite, "ruling 32"), {"total": state.total_of(place)[0]})
    cents = _more(state, _wager(state, place, person.id), command.cents, ctx, exactly=False)
    if isinstance(cents, Refusal):
        return cents
    made = moves((f"stack:{person.id}", "layout", cents))
    under = (cite, clauses.double_wager)
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
    state = _decided(_with_stake(state, event, Bet.DOUBLE, event.spot), event.spot, doubled=True, drawing=True)
    return replace(state, asked=Asked(event.spot, event.spot, Bet.DOUBLE, others) if others else None)


def _with_stake(state: State, event: HandDoubled | HandSplit | WentAlong, bet: str, place: Spot) -> State:
    wager = Wager(place.area, bet, event.player, event.cents, event.cents, hand=place.hand)
    return replace(state, wagers=(*state.wagers, wager), chips=bank(state, event.moves))


@part.command(
    Split,
    cites="split",
    label="Split",
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
    if not may_split(state, place):
        return _why_not_split(state, place, clauses)
    cents = _more(state, _wager(state, place, person.id), None, ctx, exactly=True)
    if isinstance(cents, Refusal):
        return cents
    hands = state.hands_of(place.area)
    made = moves((f"stack:{person.id}", "layout", cents))
    under = (clauses.split if len(hands) == 1 else clauses.split_again, clauses.split_wager)
    return (HandSplit(spot=place, new=len(hands) + 1, player=person.id, cents=cents, moves=made, under=under),)


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
    state = replace(
        _with_stake(state, event, state.main, new),
        hands=hands,
        played=played,
        order={**state.order, old.area: tuple(order)},
        drawn=_moved(state.drawn, old, new),
        decided=True,
    )
    return replace(state, asked=Asked(new, old, state.main, others) if others else None)


def _moved(drawn: tuple[Drawn, ...], old: Spot, new: Spot) -> tuple[Drawn, ...]:
    """The cards as they came, the last one of a hand now with another."""
    place = max(n for n, each in enumerate(drawn) if each.spot == old)
    return (*drawn[:place], Drawn(new, drawn[place].card), *drawn[place + 1 :])


def _asked_to_follow(
    state: State, named: str | None, ctx: BankedContext[BlackjackClauses]
) -> tuple[Person, Asked] | Refusal:
    person = subject(state, named, ctx)
    if isinstance(person, Refusal):
        return person
    asked = state.asked
    if asked is None or person.id not in asked.players:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.caller, "ruling 42"), {"stage": state.stage.value})
    return person, asked


def _those_asked(command: type[Command]) -> Examples:
    def found(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
        for player in () if state.asked is None else state.asked.players:
            if player == ctx.by.id or not is_player(ctx):
                yield command(player=None if player == ctx.by.id else player)

    return found


@part.command(
    GoAlong,
    cites="caller",
    label="Go along",
    says=lambda c, who: f"Go along for {dollars(c.cents)}" if c.cents else "Go along",
    desk=Desk.TABLE,
    pace=Pace.ANSWER,
    takes_part=True,
    examples=_those_asked(GoAlong),
)
def go_along(state: State, command: GoAlong, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """A double for any amount up to one's own wager, a split for exactly that."""
    found = _asked_to_follow(state, command.player, ctx)
    if isinstance(found, Refusal):
        return found
    person, asked = found
    splits = asked.bet is not Bet.DOUBLE
    own = _wager(state, asked.origin, person.id)
    cents = _more(state, own, command.cents, ctx, exactly=splits)
    if isinstance(cents, Refusal):
        return cents
    clause = ctx.clauses.split_wager if splits else ctx.clauses.double_wager
    made = moves((f"stack:{person.id}", "layout", cents))
    under = (clause, "ruling 42")
    return (WentAlong(spot=asked.spot, bet=asked.bet, player=person.id, cents=cents, moves=made, under=under),)


@part.event(
    WentAlong,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} goes along on {place_of(e.spot)} with {dollars(e.cents)}.",
    stakes=stakes_moved,
)
def went_along(state: State, event: WentAlong) -> State:
    """The wager has grown with the hand."""
    return _answered(_with_stake(state, event, event.bet, event.spot), event.player)


def _answered(state: State, player: str) -> State:
    assert state.asked is not None
    players = tuple(each for each in state.asked.players if each != player)
    return advanced(replace(state, asked=replace(state.asked, players=players) if players else None))


@part.command(
    StayOut,
    cites="caller",
    label="Stay as it is",
    if_silent="the wager stays as it is",
    desk=Desk.TABLE,
    pace=Pace.ANSWER,
    examples=_those_asked(StayOut),
)
def stay_out(state: State, command: StayOut, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """The wager stays with the first hand, unless the table's reading of ruling 42 is another."""
    found = _asked_to_follow(state, command.player, ctx)
    if isinstance(found, Refusal):
        return found
    person, asked = found
    splits, reading = asked.bet is not Bet.DOUBLE, state.terms.readings.unfunded_split
    own = _wager(state, asked.origin, person.id)
    if splits and reading is Unfunded.MUST_FOLLOW and state.stack(person.id) >= own.at_risk and not ctx.time_ran_out:
        return Refusal(Reason.FORBIDDEN, (ctx.clauses.split_wager, "ruling 42"), {"needs": own.at_risk})
    if command.second and not (splits and reading is Unfunded.CHOOSES):
        return Refusal(Reason.FORBIDDEN, (ctx.clauses.caller, "ruling 42"), {"area": asked.spot.area})
    place = asked.spot if command.second or not splits else own.spot
    under = (ctx.clauses.caller, "ruling 42", *(("ruling 70",) if ctx.time_ran_out else ()))
    return (StayedOut(spot=place, bet=asked.bet, player=person.id, silent=ctx.time_ran_out, under=under),)


@part.event(
    StayedOut,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)}'s wager stays as it is, on {place_of(e.spot)}.",
)
def stayed_out(state: State, event: StayedOut) -> State:
    """The wager lies on the hand that is named."""
    assert state.asked is not None
    own = (*state.asked.origin[:1], event.bet, event.player, state.asked.origin.hand)
    wagers = tuple(replace(each, hand=event.spot.hand) if each.key == own else each for each in state.wagers)
    return _answered(replace(state, wagers=wagers), event.player)


@part.command(
    DirectHand,
    under="silent_hard_stands",
    label="Direct a silent player's hand",
    says="Direct the hand of a player who does not act",
    desk=Desk.IRREGULARITIES,
)
def direct_hand(state: State, command: DirectHand, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """At a real table, when the caller refuses, fails to act or is not there; elsewhere time does it."""
    place = deciding(state)
    if place is None:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.silent_hard_stands,), {"stage": state.stage.value})
    if not state.is_real:
        return Refusal(Reason.NOT_YOURS, (ctx.clauses.no_influence, "ruling 70"))
    stands, clause = directed(state, place, ctx.clauses)
    player = state.caller(place.area) or ""
    event = HandStood if stands else CardAsked
    return (event(spot=place, player=player, directed=True, under=(clause,)),)


def _rescues(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    for place, player in rescuable(state):
        if player == ctx.by.id or not is_player(ctx):
            yield Rescue(area=place.area, hand=place.hand, player=None if player == ctx.by.id else player)


def _keeps(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    for each in _rescues(state, ctx):
        assert isinstance(each, Rescue)
        yield KeepDouble(area=each.area, hand=each.hand, player=each.player)


def _doubled(
    state: State, command: Rescue | KeepDouble, ctx: BankedContext[BlackjackClauses]
) -> tuple[Person, Spot] | Refusal:
    """The player and the doubled hand that may still be rescued: until the dealer draws."""
    person, place = subject(state, command.player, ctx), Spot(command.area, command.hand)
    if isinstance(person, Refusal):
        return person
    if (place, person.id) not in rescuable(replace(state, kept=frozenset())) or state.stage is not Stage.CHOOSING:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.rescue, "ruling 36"), {"stage": state.stage.value})
    return person, place


@rescuing.command(
    Rescue,
    cites="rescue",
    label="Rescue the double",
    says=lambda c, who: f"Withdraw the double on area {c.area}",
    desk=Desk.TABLE,
    pace=Pace.ANSWER,
    takes_part=True,
    examples=_rescues,
)
def rescue(state: State, command: Rescue, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Each player's own choice, at 21 or less, before the dealer draws."""
    found = _doubled(state, command, ctx)
    if isinstance(found, Refusal):
        return found
    person, place = found
    clauses = ctx.clauses
    double, own = state.added(place, person.id, Bet.DOUBLE), _wager(state, place, person.id)
    assert double is not None
    under = (clauses.rescue, clauses.rescue_of_each, "ruling 36")
    settled = (returned(double, under), lost(own, under, clauses.over_maximum))
    return (DoubleRescued(spot=place, player=person.id, settled=settled, moves=moved(settled), under=under),)


@rescuing.event(DoubleRescued, audience=EVERYONE, says=lambda e, who: endings(e.settled, who, "Nothing"), aloud=True)
def double_rescued(state: State, event: DoubleRescued) -> State:
    """That player is out of the hand."""
    return advanced(with_endings(state, event.settled, event.moves))


@rescuing.command(
    KeepDouble,
    cites="rescue",
    label="Play the doubled hand",
    if_silent="the doubled hand is played",
    desk=Desk.TABLE,
    pace=Pace.ANSWER,
    examples=_keeps,
)
def keep_double(state: State, command: KeepDouble, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """The doubled hand goes against the dealer's."""
    found = _doubled(state, command, ctx)
    if isinstance(found, Refusal):
        return found
    person, place = found
    under = (ctx.clauses.rescue_of_each, *(("ruling 70",) if ctx.time_ran_out else ()))
    return (DoubleKept(spot=place, player=person.id, silent=ctx.time_ran_out, under=under),)


@rescuing.event(
    DoubleKept, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} plays the doubled hand of {place_of(e.spot)}."
)
def double_kept(state: State, event: DoubleKept) -> State:
    """One fewer to wait for."""
    return advanced(replace(state, kept=state.kept | {(event.spot, event.player)}))
