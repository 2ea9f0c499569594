"""Errors about one hand (TCP 11.10, 11.11, 11.13, 11.14): taken, looked at, or played for the wrong amount."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card, Unforeseen
from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.irregularities import in_settlement
from croupier.games.three_card_poker.jackpot_game import game_without
from croupier.games.three_card_poker.misdeal import hand_void, taken_up, void_and_offer
from croupier.games.three_card_poker.play import given_up
from croupier.games.three_card_poker.state import HAND, IN_RACK, Choice, State
from croupier.games.three_card_poker.terms import Bet
from croupier.games.three_card_poker.words import shown
from croupier.money import dollars, in_money, moves
from croupier.table.bounds import those_here
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who, named_by
from croupier.table.endings import moved, stakes_moved
from croupier.table.examples import is_player
from croupier.table.fields import Asks
from croupier.table.hands import Spot
from croupier.table.people import bank
from croupier.table.rounds import with_endings
from croupier.table.rules import BankedContext
from croupier.table.state import Settled, Stage
from croupier.table.value import CORRECTED, SETTLED
from croupier.table.voiding import refunds
from croupier.table.words import areas as areas_in_words
from croupier.table.words import endings

part = Part("three-card-poker", ThreeCardClauses)


class ReportCardsTaken(Command, frozen=True, kw_only=True):
    """A hand its player had looked at was taken up by mistake; were its cards alone in the discard rack?"""

    area: int
    alone: Annotated[bool, Asks("Its cards lie alone in the discard rack")] = False


class NominateCards(Command, frozen=True, kw_only=True):
    """Name the three cards that were taken; at a real table the dealer says whether they are on top of the rack."""

    cards: Annotated[tuple[Card, ...], Asks("The cards the player names", "cards", optional=True)]
    on_top: Annotated[
        bool | None,
        Asks("They are", always=False, words={True: "on top of the rack", False: "not on top of the rack"}),
    ] = None
    player: str | None = None


class ReportViewedHands(Command, frozen=True, kw_only=True):
    """A player with several areas looked at hands they may not see."""

    player: str
    areas: Annotated[tuple[int, ...], Asks("Areas looked at", "areas", hint="2, 3")]


class DeclareShortPlay(Command, frozen=True, kw_only=True):
    """A player cannot place a Play wager equal to the Ante."""

    area: int


def _on_play(state: State, command: CorrectPlayWager) -> int | None:
    wager = state.wager(command.area, Bet.PLAY)
    return None if wager is None else wager.cents


class CorrectPlayWager(Command, frozen=True, kw_only=True):
    """A Play wager is found, at settlement, to be more or less than its Ante."""

    area: int
    cents: Annotated[int, Asks(in_money("What lies on Play"), start=_on_play)]


class CardsTakenByMistake(Event, frozen=True, kw_only=True):
    """A hand was taken up by mistake; its player may name the cards."""

    area: int
    alone: bool


class CardsGivenBack(Event, frozen=True, kw_only=True):
    """The hand is back with its player."""

    area: int


class HandDeemedSeated(Event, frozen=True, kw_only=True):
    """The one hand a player looked at counts as that of the seat; the two areas have changed hands.

    Where the seat has none of its own, or that was folded, or one of the two is settled, each stays where it lies.
    """

    player: str
    seat: int
    area: int
    swapped: bool = True


class PlayerWarned(Event, frozen=True, kw_only=True):
    """A player was told what a further instance will cost, or how much is to be wagered."""

    player: str


class AnteForfeited(Event, frozen=True, kw_only=True):
    """A warned player could not place a Play wager again: the Ante is lost and the cards are taken."""

    area: int
    player: str
    settled: tuple[Settled, ...]


class PlayWagerCorrected(Event, frozen=True, kw_only=True):
    """A Play wager was put right before it was settled."""

    area: int
    was: int
    now: int


def _hands_taken(state: State, ctx: BankedContext[ThreeCardClauses]) -> Iterator[Command]:
    if state.in_play:
        for area in state.staked:
            yield ReportCardsTaken(area=area)


@part.command(
    ReportCardsTaken,
    under="taken_in_error",
    label="A hand was taken by mistake",
    words="collected picked up mucked",
    says=lambda c, who: f"Report the hand of area {c.area} taken by mistake",
    desk=Desk.IRREGULARITIES,
    examples=_hands_taken,
)
def report_cards_taken(state: State, command: ReportCardsTaken, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Only a hand its player had looked at, until it is settled: from then on the dealer takes it rightly."""
    cite: Clauses = (ctx.clauses.taken_in_error,)
    if state.stage in (Stage.SETTLING, Stage.PAYING, Stage.SETTLED) and not state.remains(command.area):
        return Refusal(Reason.NO_CAUSE, (*cite, ctx.clauses.pay_winners), {"area": command.area})
    real_or_seen = state.is_real or state.hand(command.area).seen_by is not None
    if not state.in_play or state.stage is Stage.DEALING or not state.remains(command.area) or not real_or_seen:
        return Refusal(Reason.NOT_NOW, cite, {"area": command.area})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    under = (*cite, *in_settlement(state, ctx.clauses))
    taken = CardsTakenByMistake(area=command.area, alone=command.alone, under=under)
    if state.owner(command.area) not in state.excluded:
        return (taken,)
    return (taken, *unnamed(cards_taken_by_mistake(state, taken), ctx))


@part.event(
    CardsTakenByMistake,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The hand of area {e.area} was taken by mistake and lies "
        f"{'alone' if e.alone else 'with other cards'} in the rack."
    ),
)
def cards_taken_by_mistake(state: State, event: CardsTakenByMistake) -> State:
    """The player names them."""
    return replace(state, taken_area=event.area, taken_alone=event.alone)


def _nominate(command: NominateCards, who: Who) -> str:
    if command.cards or command.on_top is None:
        return f"Name the cards taken{shown(command.cards)}" if command.cards else "The player cannot name them"
    return "The cards named are on top of the rack" if command.on_top else "They are not on top of the rack"


def _cards_named(state: State, ctx: BankedContext[ThreeCardClauses]) -> Iterator[Command]:
    if state.taken_area:
        yield NominateCards(cards=(), on_top=None if is_player(ctx) else True)


@part.command(
    NominateCards,
    label="The cards that were taken",
    says=_nominate,
    next="The player names the cards that were taken by mistake",
    if_silent="you are taken not to know the cards",
    desk=Desk.DEAL,
    pace=Pace.ANSWER,
    examples=_cards_named,
)
def nominate_cards(state: State, command: NominateCards, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Named exactly, or alone in the rack: they come back. Otherwise they stay and the wagers come back."""
    clauses = ctx.clauses
    area = state.taken_area
    if not area:
        return Refusal(Reason.NO_CAUSE, (clauses.cards_nominated,), {"reported": "nothing"})
    owner = state.owner(area)
    staff = ctx.is_staff
    if ctx.by.id != owner and not (staff and (state.is_real or ctx.time_ran_out)):
        return Refusal(Reason.NOT_YOURS, (clauses.cards_nominated, *(("ruling 70",) if staff else ())))
    hand = state.hand(area).faces
    if len(hand) != HAND and not state.is_real:
        raise Unforeseen  # only a rehearsal does not know them, lest one try names until they fit
    if len(hand) != HAND and (command.on_top is None or not staff):
        return Refusal(Reason.RANK, (clauses.cards_nominated,), {"needs": "the dealer's look at the rack"})
    agrees = sorted(command.cards) == sorted(hand) if len(hand) == HAND else bool(command.on_top)
    if agrees or state.taken_alone:
        clause = clauses.cards_nominated if agrees else clauses.cards_stay
        return (CardsGivenBack(area=area, under=(clause,)),)
    return cards_given_up_for_good(state, area, ctx)


def cards_given_up_for_good(state: State, area: int, ctx: BankedContext[ThreeCardClauses]) -> tuple[Event, ...]:
    """The events of a hand that stays in the rack: its undecided wagers are back."""
    under: Clauses = (ctx.clauses.cards_stay, ctx.clauses.taken_in_error)
    void = hand_void(state, area, ctx, why="taken by mistake", under=under, open_only=True)
    leaving = tuple(each.area for each in state.jackpot_wagers() if each.area == area)
    off = game_without(state, leaving, (ctx.clauses.taken_in_error,))
    return (*void, *off, CardsGivenUp(area=area, under=under))


def unnamed(state: State, ctx: BankedContext[ThreeCardClauses]) -> tuple[Event, ...]:
    """What follows where the cards that were taken are an excluded player's, who names nothing (ruling 14)."""
    if state.taken_alone:
        return (CardsGivenBack(area=state.taken_area, under=(ctx.clauses.cards_stay, "ruling 14")),)
    return cards_given_up_for_good(state, state.taken_area, ctx)


class CardsGivenUp(Event, frozen=True, kw_only=True):
    """The cards stay in the rack."""

    area: int


@part.event(CardsGivenBack, audience=EVERYONE, says=lambda e, who: f"The hand of area {e.area} is given back.")
def cards_given_back(state: State, event: CardsGivenBack) -> State:
    """The hand plays on."""
    return replace(state, taken_area=0, taken_alone=False)


part.tells(CardsGivenUp, audience=EVERYONE, says=lambda e, who: f"The hand of area {e.area} stays in the rack.")
part.records(CardsGivenUp)


def _areas_of(state: State, player: str) -> tuple[int, ...]:
    """The areas that a player has a hand on."""
    return tuple(dict.fromkeys(each.area for each in state.wagers_of(player) if each.bet != Bet.JACKPOT))


def _hands_viewed(state: State, ctx: BankedContext[ThreeCardClauses]) -> Iterator[Command]:
    for player in state.people if state.in_play and state.stage is not Stage.DEALING else ():
        areas = _areas_of(state, player)
        yield ReportViewedHands(player=player, areas=areas)
        for area in areas:
            yield ReportViewedHands(player=player, areas=(area,))


@part.command(
    ReportViewedHands,
    under="viewed_one",
    label="A player looked at a blind hand",
    words="saw seen looked second hand",
    says=lambda c, who: f"Report that {who(c.player)} looked at {areas_in_words(c.areas)}",
    desk=Desk.IRREGULARITIES,
    examples=_hands_viewed,
)
def report_viewed_hands(state: State, command: ReportViewedHands, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """One hand looked at becomes the seat's; with more, only the seat's own is valid."""
    clauses = ctx.clauses
    cite: Clauses = (clauses.viewed_one, clauses.blind)
    person = state.people.get(command.player)
    owned = _areas_of(state, command.player)
    areas = tuple(dict.fromkeys(command.areas))
    if not state.in_play or state.stage is Stage.DEALING:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if person is None or person.seat is None:
        return Refusal(Reason.NOT_HERE, cite, {"player": command.player})
    theirs = {person.seat, state.deemed.get(person.id, person.seat)}
    void = tuple(area for area in areas if area not in theirs)
    if not void or not set(areas) <= set(owned):
        return Refusal(Reason.NO_CAUSE, cite, {"areas": len(areas)})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    seats_own = state.hand(person.seat) if state.hand(person.seat).cards else state.hand(person.seat, IN_RACK)
    if len(areas) == 1 and seats_own.seen_by is None and person.id not in state.deemed:
        swapped = state.remains(person.seat) and state.remains(areas[0])
        under: Clauses = (clauses.viewed_one, *in_settlement(state, clauses))
        folded = state.choices.get(person.seat) is Choice.FOLD
        stands = ("ruling 58",) if folded else () if swapped or person.seat not in owned else ("ruling 69",)
        seat = HandDeemedSeated(
            player=person.id, seat=person.seat, area=areas[0], swapped=swapped, under=(*under, *stands)
        )
        return (seat,)
    under = (clauses.viewed_several, *in_settlement(state, clauses))
    offer: Clauses = (clauses.others_retract, clauses.retract)
    return void_and_offer(state, void, ctx, why="looked at", under=under, offer=offer, but=person.id)


def _deemed(event: HandDeemedSeated, who: Who) -> str:
    return (
        f"{who(event.player)} looked at the hand of area {event.area} alone; "
        f"it counts as that of seat {event.seat}{', and the two change places' if event.swapped else ''}."
    )


@part.event(HandDeemedSeated, audience=EVERYONE, says=_deemed)
def hand_deemed_seated(state: State, event: HandDeemedSeated) -> State:
    """The two hands change places, unless each stays where it lies."""
    deemed = {**state.deemed, event.player: event.seat if event.swapped else event.area}
    if not event.swapped:
        return replace(state, deemed=deemed)
    seat, other = state.hand(event.seat), state.hand(event.area)
    return replace(state, deemed=deemed, hands={**state.hands, Spot(event.seat): other, Spot(event.area): seat})


def _cannot_match(state: State, ctx: BankedContext[ThreeCardClauses]) -> Iterator[Command]:
    """One's own hands that one cannot match, or every such hand where the house says what it saw on a real cloth."""
    for area in state.choosing():
        if state.owner(area) == ctx.by.id or (state.is_real and not is_player(ctx)):
            yield DeclareShortPlay(area=area)


@part.command(
    DeclareShortPlay,
    label="The Ante cannot be matched",
    words="not enough chips money short",
    says=lambda c, who: f"Declare that area {c.area} cannot match its Ante",
    next="The player cannot match the Ante",
    desk=Desk.IRREGULARITIES,
    pace=Pace.CHOICE,
    examples=_cannot_match,
)
def declare_short_play(state: State, command: DeclareShortPlay, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """For want of chips, on the player's own word or, on a real cloth, the dealer's: first the hand is void, then the
    Ante is lost. Until the player has spoken chips may be bought, or the hand folded."""
    clauses = ctx.clauses
    cite: Clauses = (clauses.short_play,)
    player, ante = state.owner(command.area), state.wager(command.area, Bet.ANTE)
    if not state.may_choose(command.area) or ante is None or player is None:
        return Refusal(Reason.NOT_NOW, cite, {"area": command.area})
    staff = ctx.lacks_rank(clauses.short_play) is None
    if ctx.by.id != player and not (staff and state.is_real):
        return Refusal(Reason.NOT_YOURS, (*cite, *(("ruling 70",) if staff else ())), {"area": command.area})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    under: Clauses = (*cite, "ruling 56")
    if state.stack(player) >= ante.cents:
        return Refusal(Reason.NO_CAUSE, under, {"has": state.stack(player), "needs": ante.cents})
    undo = game_without(state, (command.area,), (*cite, "ruling 54"))
    if player in state.short_played:
        back = refunds(tuple(each for each in state.wagers if each.area == command.area and each is not ante))
        lost = (given_up(ante, clauses, cite),)
        made = (*moved(lost), *back)
        forfeited = AnteForfeited(area=command.area, player=player, settled=lost, moves=made, under=under)
        return (forfeited, *undo, *taken_up(state, (command.area,), under))
    void = hand_void(state, command.area, ctx, why="no equal Play wager", under=under)
    return (*void, *undo, PlayerWarned(player=player, under=cite))


@part.event(
    PlayerWarned,
    audience=named_by("player"),
    says=lambda e, who: f"{who(e.player)} is told that next time the Ante is forfeited.",
)
def player_warned(state: State, event: PlayerWarned) -> State:
    """Remembered as long as the table is, unless they have gone and many others were warned since."""
    return replace(state, short_played=those_here(state.short_played, event.player, state.people))


@part.event(
    AnteForfeited,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{who(e.player)} forfeits the Ante at area {e.area} and the cards are taken: "
        f"{endings(e.settled, who, 'nothing is lost')}"
    ),
)
def ante_forfeited(state: State, event: AnteForfeited) -> State:
    """The hand is out, and of its wagers only the Ante is not back."""
    state = with_endings(state, event.settled, event.moves)
    wagers = tuple(each for each in state.wagers if each.area != event.area or each.settled is not None)
    return replace(state, wagers=wagers, choices={**state.choices, event.area: Choice.VOID})


def _play_wagers(state: State, ctx: BankedContext[ThreeCardClauses]) -> Iterator[Command]:
    for each in state.wagers:
        if each.bet == Bet.PLAY:
            yield CorrectPlayWager(area=each.area, cents=max(1, each.cents - 1))


@part.command(
    CorrectPlayWager,
    under="play_more",
    label="A Play wager is not the Ante",
    words="wrong amount too much little stake",
    says=lambda c, who: f"Correct the Play wager at area {c.area} to {dollars(c.cents)}",
    desk=Desk.IRREGULARITIES,
    examples=_play_wagers,
)
def correct_play_wager(state: State, command: CorrectPlayWager, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Too much comes back; too little is settled as it is and the player told. Only chips on a real cloth differ."""
    clauses = ctx.clauses
    if not state.is_real:
        return Refusal(Reason.FORBIDDEN, (clauses.play_more, clauses.play_equals_ante, "ruling 70"))
    wager, ante = state.wager(command.area, Bet.PLAY), state.wager(command.area, Bet.ANTE)
    if wager is not None and wager.settled is not None:
        return Refusal(Reason.NOT_NOW, (clauses.play_more, "ruling 69"), {"wager": "settled"})
    if state.stage is not Stage.SETTLING or wager is None or ante is None:
        return Refusal(Reason.NOT_NOW, (clauses.play_more,), {"stage": state.stage.value})
    if command.cents < 1 or command.cents == wager.cents:
        return Refusal(Reason.NO_CAUSE, (clauses.play_more,), {"play": wager.cents, "ante": ante.cents})
    stack, added = f"stack:{wager.player}", command.cents - wager.cents
    if added > state.stack(wager.player):
        return Refusal(Reason.NOT_ENOUGH_CHIPS, (clauses.play_more,), {"has": state.stack(wager.player)})
    made = moves((stack, "layout", max(added, 0)), ("layout", stack, max(-added, 0)))
    less = command.cents < ante.cents
    clause = clauses.play_less if less else clauses.play_more
    fixed = PlayWagerCorrected(area=command.area, was=wager.cents, now=command.cents, moves=made, under=(clause,))
    return (fixed, PlayerTold(player=wager.player, cents=ante.cents, under=(clause,))) if less else (fixed,)


class PlayerTold(Event, frozen=True, kw_only=True):
    """A player was told how much is to be wagered on Play."""

    player: str
    cents: int


part.tells(
    PlayerTold,
    audience=named_by("player"),
    says=lambda e, who: f"{who(e.player)} is told that Play takes {dollars(e.cents)}.",
)
part.records(PlayerTold)


@part.event(
    PlayWagerCorrected,
    value=CORRECTED,
    audience=EVERYONE,
    says=lambda e, who: f"The Play wager at area {e.area} is found to be {dollars(e.now)}, not {dollars(e.was)}.",
    stakes=stakes_moved,
)
def play_wager_corrected(state: State, event: PlayWagerCorrected) -> State:
    """No more than the Ante is at risk."""
    ante = state.wager(event.area, Bet.ANTE)
    assert ante is not None
    wagers = tuple(
        replace(each, cents=event.now, at_risk=min(event.now, ante.at_risk))
        if each.area == event.area and each.bet == Bet.PLAY
        else each
        for each in state.wagers
    )
    return replace(state, wagers=wagers, chips=bank(state, event.moves))
