"""The round: no more bets, one card each from the left, a second each, and the table cleared."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import Card, CardSource, Device
from croupier.games.matchmaker.clauses import MatchmakerClauses
from croupier.games.matchmaker.state import CARDS_TO_AN_AREA, Drawn, State, empty_hands, staked_areas
from croupier.table.care import to_shuffle
from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal, card_out
from croupier.table.people import after_betting, after_payment, bank
from croupier.table.state import Stage, Step, Wager
from croupier.table.voiding import RoundVoided, reopened
from croupier.table.wagers import lapsed

part = Part()


class AnnounceNoMoreBets(Command, frozen=True, kw_only=True):
    """Say that no more bets may be placed."""


class DealCard(Command, frozen=True, kw_only=True):
    """Give the next card to the area whose turn it is. At a real table the dealer enters the card."""

    card: Card | None = None


class CorrectCard(Command, frozen=True, kw_only=True):
    """Put right a card that was entered wrongly, until the round is closed."""

    area: int
    nth: int
    card: Card


class CollectCards(Command, frozen=True, kw_only=True):
    """Take up the cards; the round is over."""


class PlayerAdvised(Event, frozen=True, kw_only=True):
    """A player has been told that further wagers under the minimum go back whatever happens."""

    player: str


class BetsClosed(Event, frozen=True, kw_only=True):
    """No more bets: the round has its number, and each wager what of it is at risk."""

    round: int
    terms_version: int
    wagers: tuple[Wager, ...]


class CardDealt(Event, frozen=True, kw_only=True):
    """A card lies face up on an area; `held` when it was a surplus card kept aside."""

    area: int
    card: Card
    held: bool = False


class CardCorrected(Event, frozen=True, kw_only=True):
    """The record said one card where the table had another; settlement of that area is undone."""

    area: int
    nth: int
    was: Card
    now: Card


class RoundClosed(Event, frozen=True, kw_only=True):
    """The cards are taken up and everything is settled."""

    round: int
    cards: int


def obstacle(state: State, ctx: Context) -> Refusal | None:
    """What keeps the deal from going on: cards not ready, a machine down, a ruling outstanding."""
    clauses: MatchmakerClauses = ctx.clauses
    if state.care.step is not Step.READY:
        return Refusal(Reason.NOT_NOW, (_care_clause(state, clauses),), {"next": state.care.step.value})
    if state.care.machine_down:
        return Refusal(Reason.NOT_NOW, (clauses.machine_fault,), {"machine": "down"})
    if state.misplaced or state.retracting is not None:
        return Refusal(Reason.NOT_NOW, (clauses.reconstruct,), {"next": "the supervisor rules on the cards"})
    if state.in_vain:
        return Refusal(Reason.NOT_NOW, (clauses.no_wagers,), {"next": "the supervisor declares the round void"})
    return None


def _care_clause(state: State, clauses: MatchmakerClauses) -> str:
    return {
        Step.CHECK: clauses.card_check,
        Step.SHUFFLE: clauses.shuffle,
        Step.CUT: clauses.cut_offered,
        Step.LOAD: clauses.shoe_loaded,
    }.get(state.care.step, clauses.burn)


@part.decides(AnnounceNoMoreBets, rank="no_more_bets")
def announce_no_more_bets(state: State, command: AnnounceNoMoreBets, ctx: Context) -> Decision:
    """Settles what each wager stands for: under the minimum, over the maximum, or as it lies."""
    clauses: MatchmakerClauses = ctx.clauses
    if state.stage is not Stage.BETTING:
        return Refusal(Reason.NOT_NOW, (clauses.no_more_bets,), {"stage": state.stage.value})
    refusal = obstacle(state, ctx)
    if refusal is not None:
        return refusal
    if not state.wagers:
        return Refusal(Reason.NOT_NOW, (clauses.from_the_left, clauses.no_wagers), {"wagers": 0})
    standing, advised = [], list[str]()
    for wager in state.wagers:
        limits = state.limits_for(wager)
        sent_back = False
        if wager.cents < limits.minimum:
            sent_back = wager.player in state.advised or wager.player in advised
            if not sent_back:
                advised.append(wager.player)
        standing.append(replace(wager, at_risk=0 if sent_back else limits.at_risk(wager.cents), sent_back=sent_back))
    told = tuple(PlayerAdvised(player=player, under=(clauses.under_minimum, "ruling 2")) for player in advised)
    closed = BetsClosed(
        round=state.round + 1,
        terms_version=state.terms_version,
        wagers=tuple(standing),
        under=(clauses.no_more_bets,),
    )
    return (*lapsed(state, ctx), *told, closed)


@part.evolves(PlayerAdvised)
def player_advised(state: State, event: PlayerAdvised) -> State:
    """Remembered as long as the table is."""
    return replace(state, advised=state.advised | {event.player})


@part.evolves(BetsClosed)
def bets_closed(state: State, event: BetsClosed) -> State:
    """The round has begun."""
    people = after_betting(state)
    return replace(state, stage=Stage.NO_MORE_BETS, round=event.round, wagers=event.wagers, people=people, results=())


@part.decides(DealCard, rank="dealing")
def deal_card(state: State, command: DealCard, ctx: Context) -> Decision:
    """The next card out of the shoe or machine, or a surplus card held aside before it."""
    clauses: MatchmakerClauses = ctx.clauses
    area = state.area_due()
    under: Clauses = (clauses.from_the_left,)
    if area is None:
        facts: dict[str, str | int] = {"stage": state.stage.value}
        return Refusal(Reason.NOT_NOW, (clauses.no_more_bets, *under), facts)
    refusal = obstacle(state, ctx)
    if refusal is not None:
        return refusal
    if state.hands[area - 1]:
        under = (clauses.second_card,)
    held = bool(state.care.excess)
    if held:
        under = (*under, clauses.excess_card)
    elif state.cutting_card_first:
        first = clauses.cutting_card_later if state.in_play else clauses.cutting_card_first
        return Refusal(Reason.NOT_NOW, (first,), {"next": "the cutting card"})
    elif not state.shoe.inside:
        return Refusal(Reason.NOT_NOW, (clauses.shoe_empty,), {"next": "shuffle the discards"})
    card = _next_card(state, command, ctx, under)
    if isinstance(card, Refusal):
        return card
    return (CardDealt(area=area, card=card, held=held, under=(*under, clauses.face_up)),)


def _next_card(state: State, command: DealCard, ctx: Context, under: Clauses) -> Card | Refusal:
    known = state.care.excess[0] if state.care.excess else None
    if known is not None:
        if command.card is not None and command.card is not known:
            return Refusal(Reason.CARDS_DIFFER, (ctx.clauses.excess_card,), {"card": command.card.value})
        return known
    return card_out(ctx, state.shoe.unseen, command.card, state.source is CardSource.REAL, under)


@part.evolves(CardDealt)
def card_dealt(state: State, event: CardDealt) -> State:
    """The area has its card; with the last one the round is ready to settle."""
    first = not state.in_play
    staked = staked_areas(state.wagers) if first else state.staked
    shoe, care = state.shoe, state.care
    if event.held:
        if care.excess[0] is None:
            shoe = shoe.shown(event.card)
        care = replace(care, excess=care.excess[1:])
    else:
        shoe = shoe.dealt(event.card)
    hands = put(state.hands, event.area, event.card)
    # From the right, because that is where cards are still missing: folding a log stops at the first look.
    complete = all(len(hands[area - 1]) >= CARDS_TO_AN_AREA for area in reversed(staked))
    return replace(
        state,
        shoe=shoe,
        care=care,
        hands=hands,
        staked=staked,
        drawn=(*state.drawn, Drawn(event.area, event.card)),
        stage=Stage.SETTLING if complete else Stage.DEALING,
    )


def put(hands: tuple[tuple[Card, ...], ...], area: int, card: Card) -> tuple[tuple[Card, ...], ...]:
    """The hands with one more card on an area."""
    return (*hands[: area - 1], (*hands[area - 1], card), *hands[area:])


@part.decides(CorrectCard, rank="dealing")
def correct_card(state: State, command: CorrectCard, ctx: Context) -> Decision:
    """At a real table the cards on the cloth are right and the record follows them."""
    cite: Clauses = (ctx.clauses.face_up,)
    if state.source is not CardSource.REAL:
        return Refusal(Reason.CARD_DRAWN, cite)
    if not state.in_play or state.retracting is not None or state.in_vain:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    hand = state.hands[command.area - 1] if 1 <= command.area <= state.seats else ()
    if not 1 <= command.nth <= len(hand):
        return Refusal(Reason.CARDS_DIFFER, cite, {"cards there": len(hand)})
    was = hand[command.nth - 1]
    if was is command.card:
        return Refusal(Reason.ALREADY, cite, {"card": was.value})
    if not state.shoe.may_hold(command.card):
        return Refusal(Reason.CARD_NOT_LEFT, cite, {"card": command.card.value})
    undone = tuple(each for each in state.wagers if each.area == command.area and each.settled)
    made = reopened(undone)
    return (CardCorrected(area=command.area, nth=command.nth, was=was, now=command.card, moves=made, under=cite),)


@part.evolves(CardCorrected)
def card_corrected(state: State, event: CardCorrected) -> State:
    """The area is settled anew if it had been settled."""
    hand = list(state.hands[event.area - 1])
    hand[event.nth - 1] = event.now
    drawn, seen = list(state.drawn), 0
    for place, each in enumerate(drawn):
        if each.area == event.area:
            seen += 1
            if seen == event.nth:
                drawn[place] = Drawn(event.area, event.now)
    wagers = tuple(replace(each, settled=None) if each.area == event.area else each for each in state.wagers)
    late = state.stage in (Stage.PAYING, Stage.SETTLED)
    return replace(
        state,
        hands=(*state.hands[: event.area - 1], tuple(hand), *state.hands[event.area :]),
        drawn=tuple(drawn),
        shoe=state.shoe.corrected(event.was, event.now),
        wagers=wagers,
        stage=Stage.SETTLING if late else state.stage,
        chips=bank(state, event.moves),
    )


@part.decides(CollectCards, rank="dealing")
def collect_cards(state: State, command: CollectCards, ctx: Context) -> Decision:
    """Only when everything is settled."""
    if state.stage is not Stage.SETTLED:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.clear_losers,), {"stage": state.stage.value})
    cards = len(state.cards_on_table())
    return (RoundClosed(round=state.round, cards=cards, under=(ctx.clauses.clear_losers, ctx.clauses.pay_winners)),)


@part.evolves(RoundClosed)
def round_closed(state: State, event: RoundClosed) -> State:
    """Betting opens for the next round; a shuffle that waited is now due."""
    results = tuple(each.settled for each in state.wagers if each.settled is not None)
    won = ((each.player, each.paid) for each in results if each.paid)
    return cleared(replace(state, people=after_payment(state, won), results=results))


@part.evolves(RoundVoided)
def round_voided(state: State, event: RoundVoided) -> State:
    """The money is back with its owners and the cards are taken up."""
    return cleared(replace(state, chips=bank(state, event.moves), round=event.round, results=()))


def cleared(state: State) -> State:
    """The layout without wagers and cards, and the cards' care carried on."""
    cards = state.cards_on_table()
    shoe, care = state.shoe, replace(state.care, first_round=state.care.first_round and not cards)
    shoe = shoe.returned(cards) if shoe.device is Device.MACHINE else shoe.discarded(len(cards))
    state = replace(
        state,
        stage=Stage.BETTING,
        wagers=(),
        spoken=(),
        hands=empty_hands(state.seats),
        drawn=(),
        staked=(),
        misplaced=False,
        retracting=None,
        rebuilding=(),
        in_vain=False,
        declared_void=False,
        shoe=shoe,
        care=care,
    )
    if care.shuffle_after is not None and care.step is Step.READY:
        state = replace(state, care=to_shuffle(state, care.shuffle_after))
    return state
