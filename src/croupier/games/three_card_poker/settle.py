"""Settlement: Antes on a no hand first, then each hand from the dealer's right; bonus, Pair Plus and Jackpot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card
from croupier.cards.ranking import FiveCards, ThreeCards, five_cards, three_cards
from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.jackpot_game import when_checked
from croupier.games.three_card_poker.play import named
from croupier.games.three_card_poker.state import DEALER, JACKPOT, Choice, State
from croupier.games.three_card_poker.terms import (
    ANTE_BONUS,
    ANTE_BONUS_CLAUSE,
    BONUS_CLAUSE,
    BONUS_PRIZES,
    METER_CLAUSE,
    METER_SHARE,
    PAIR_PLUS,
    PAIR_PLUS_CLAUSE,
    Bet,
)
from croupier.games.three_card_poker.words import for_each_dollar, shown
from croupier.money import Odds
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.endings import lost, moved, of_wager, returned, within_limits, won
from croupier.table.examples import hand_to_enter
from croupier.table.faces import faces, revealed
from croupier.table.fields import Asks
from croupier.table.hands import Spot
from croupier.table.rounds import with_endings
from croupier.table.rules import BankedContext, BankedRules
from croupier.table.state import Ending, Settled, Stage, Wager
from croupier.table.value import SETTLED
from croupier.table.words import endings, written

part = Part("three-card-poker", ThreeCardClauses)

ANTE_BONUS_LINE = "ante bonus"
HAND_THERE = Asks("The hand", "hand", hand=lambda command: Spot(command.area))


class PayAntes(Command, frozen=True, kw_only=True):
    """Pay every Ante still in when the dealer has no hand."""


class SettleArea(Command, frozen=True, kw_only=True):
    """Turn up the hand of an area, name it, pay and take its wagers."""

    area: int
    cards: Annotated[tuple[Card, ...], HAND_THERE] = ()


class AntesPaid(Event, frozen=True, kw_only=True):
    """The Antes of all hands that played are paid even money."""

    settled: tuple[Settled, ...]


class AreaSettled(Event, frozen=True, kw_only=True):
    """A hand is up and its wagers have ended; a win from the meter waits to be determined."""

    area: int
    cards: tuple[Card, ...]
    hand: str
    settled: tuple[Settled, ...]
    bonuses: tuple[Settled, ...]
    meter_win: str = ""


def _winnings(state: State, wager: Wager, odds: Odds, clauses: ThreeCardClauses) -> tuple[int, Clauses]:
    """What these odds pay, rounded up to what chips can, and why it is not simply the odds on the stake."""
    exact = odds.pays(wager.at_risk)
    paid = state.terms.chips.next_payable(exact)
    rounded = (clauses.round_up, "ruling 3") if paid != exact else ()
    return paid, (*within_limits(wager, clauses.over_maximum), *rounded)


def _won(state: State, wager: Wager, odds: Odds, under: Clauses, clauses: ThreeCardClauses) -> Settled:
    paid, why = _winnings(state, wager, odds, clauses)
    return won(wager, odds, paid, (*under, *why))


def against_dealer(state: State, wager: Wager, cards: tuple[Card, ...], clauses: ThreeCardClauses) -> Settled:
    """How an Ante or a Play wager ends against the dealer's hand."""
    if wager.sent_back:
        return returned(wager, (clauses.under_minimum, "ruling 2"))
    ante = wager.bet == Bet.ANTE
    table = "TCP Table 9:Ante" if ante else "TCP Table 9:Play"
    if not state.qualifies:
        if ante:
            return _won(state, wager, Odds(1), ("TCP 5.7.1(a)", table, clauses.antes_on_no_hand), clauses)
        return returned(wager, ("TCP 5.9.4", "TCP 10.1.1(b)(iv)", "ruling 51"))
    mine, dealers = three_cards(cards), three_cards(state.hand(DEALER).faces)
    if mine > dealers:
        return _won(state, wager, Odds(1), ("TCP 5.7.1(b)" if ante else "TCP 5.9.1", table, "TCP 10.1.2(a)"), clauses)
    if mine < dealers:
        return lost(wager, ("TCP 5.7.2(b)" if ante else "TCP 5.9.2", "TCP 10.1.2(b)"), clauses.over_maximum)
    return returned(wager, ("TCP 5.7.3" if ante else "TCP 5.9.3", "TCP 10.1.2(c)"))


def ante_bonus(state: State, ante: Wager, cards: tuple[Card, ...], clauses: ThreeCardClauses) -> Settled | None:
    """The bonus on an Ante that played, for a straight or better, whatever the dealer has."""
    odds = ANTE_BONUS[state.ante_bonus].get(ThreeCards(three_cards(cards)[0]))
    if odds is None or ante.sent_back:
        return None
    clause = "TCP 10.1.2(d)" if state.qualifies else "TCP 10.1.1(b)(ii)"
    paid, why = _winnings(state, ante, odds, clauses)
    under = (clause, ANTE_BONUS_CLAUSE[state.ante_bonus], "ruling 50", *why)
    return Settled(ante.area, ANTE_BONUS_LINE, ante.player, 0, Ending.WON, 0, 0, paid, under, str(odds))


def pair_plus(state: State, wager: Wager, cards: tuple[Card, ...], clauses: ThreeCardClauses) -> Settled:
    """How a Pair Plus wager ends, whatever the dealer has."""
    if wager.sent_back:
        return returned(wager, (clauses.under_minimum, "ruling 2"))
    clause = "TCP 10.1.2(e)" if state.qualifies else "TCP 10.1.1(b)(iii)"
    odds = PAIR_PLUS[state.pair_plus].get(ThreeCards(three_cards(cards)[0]))
    if odds is None:
        return lost(wager, ("TCP 5.8.2", clause), clauses.over_maximum)
    return _won(state, wager, odds, ("TCP 5.8.1", PAIR_PLUS_CLAUSE[state.pair_plus], clause), clauses)


def jackpot(state: State, wager: Wager, cards: tuple[Card, ...], clauses: ThreeCardClauses) -> Settled | FiveCards:
    """How a Jackpot wager ends on five cards, or the hand whose prize comes from the meter."""
    option = state.jackpot_option
    hand = FiveCards(five_cards((*cards, *state.hand(JACKPOT).faces))[0])
    if hand in METER_SHARE:
        return hand
    clause = "TCP 10.1.2(f)" if state.qualifies else "TCP 10.1.1(c)"
    prize = BONUS_PRIZES[option].get(hand)
    if prize is None:
        return lost(wager, ("TCP 5.10.2(b)", clause), clauses.over_maximum)
    under = ("TCP 5.10.1(a)", "TCP 5.10.1(b)", BONUS_CLAUSE[option, hand], "TCP 7.1.2", clause, "ruling 52")
    return Settled(
        *of_wager(wager),
        Ending.WON,
        wager.cents,
        0,
        prize * wager.cents,
        under,
        for_each_dollar(prize),
    )


def meter_clause(state: State, hand: str) -> str:
    """The line of the jackpot table that a win from the meter rests on."""
    return METER_CLAUSE[state.jackpot_option, FiveCards[hand.upper().replace(" ", "_")]]


@part.command(
    PayAntes,
    under="antes_on_no_hand",
    label="No hand: pay the Antes",
    says="Pay the Antes",
    next="No hand: the dealer pays the Antes",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
)
def pay_antes(state: State, command: PayAntes, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Once, before the hands are checked, and only on a no hand."""
    cite: Clauses = (ctx.clauses.antes_on_no_hand, ctx.clauses.no_hand)
    if state.stage is not Stage.SETTLING or state.qualifies or state.antes_paid:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    return (antes_on_no_hand(state, ctx.clauses),)


def antes_on_no_hand(state: State, clauses: ThreeCardClauses) -> AntesPaid:
    """The event of every Ante that played being paid."""
    settled = tuple(
        against_dealer(state, each, (), clauses)
        for each in state.wagers
        if each.bet == Bet.ANTE and each.settled is None and state.choices.get(each.area) is Choice.PLAY
    )
    return AntesPaid(settled=settled, moves=moved(settled), under=(clauses.antes_on_no_hand, clauses.no_hand))


@part.event(
    AntesPaid,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: endings(e.settled, who, "No Ante is left to be paid"),
    aloud=True,
)
def antes_paid(state: State, event: AntesPaid) -> State:
    """The hands are checked next."""
    return replace(with_endings(state, event.settled, event.moves), antes_paid=True)


def _next_hand(state: State, ctx: BankedContext[ThreeCardClauses]) -> Iterator[Command]:
    if state.stage is Stage.SETTLING:
        for area in state.unchecked()[:1]:
            yield SettleArea(area=area, cards=hand_to_enter(state, Spot(area)))


@part.command(
    SettleArea,
    under="clear_losers",
    label="Turn up and settle",
    says=lambda c, who: f"Turn up and settle area {c.area}{shown(c.cards)}",
    next=lambda c, who: f"The dealer turns up area {c.area}",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
    examples=_next_hand,
)
def settle_area(state: State, command: SettleArea, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """The next hand from the dealer's right, named at its best for every wager."""
    cite: Clauses = (ctx.clauses.from_the_right if state.qualifies else "TCP 10.1.1(b)", ctx.clauses.best_value)
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    if state.stage is not Stage.SETTLING or (not state.qualifies and not state.antes_paid):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    due = state.unchecked()[0]
    if command.area != due:
        return Refusal(Reason.NOT_NOW, cite, {"next area": due, "asked": command.area})
    cards = faces(state, Spot(due), command.cards, ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    return (settlement(state, due, cards, ctx.clauses),)


def settlement(state: State, area: int, cards: tuple[Card, ...], clauses: ThreeCardClauses) -> AreaSettled:
    """The event of a hand settled, with every wager of it."""
    cite: Clauses = (clauses.from_the_right if state.qualifies else "TCP 10.1.1(b)", clauses.best_value)
    settled, bonuses, meter_win = list[Settled](), list[Settled](), ""
    for wager in state.wagers:
        if wager.area != area:
            continue
        if wager.bet == Bet.ANTE and state.choices.get(area) is Choice.PLAY:
            bonus = ante_bonus(state, wager, cards, clauses)
            bonuses += [bonus] if bonus else []
        if wager.settled is not None:
            continue
        if wager.bet == Bet.JACKPOT:
            ending = jackpot(state, wager, cards, clauses)
            if isinstance(ending, Settled):
                settled.append(ending)
            else:
                meter_win = ending.name.lower().replace("_", " ")
        elif wager.bet == Bet.PAIR_PLUS:
            settled.append(pair_plus(state, wager, cards, clauses))
        else:
            settled.append(against_dealer(state, wager, cards, clauses))
    ended = (*settled, *bonuses)
    if not state.qualifies and not meter_win and not any(each.paid for each in ended):
        cite = (*cite, "TCP 10.1.1(b)(i)")
    return AreaSettled(
        area=area,
        cards=cards,
        hand=named(cards),
        settled=tuple(settled),
        bonuses=tuple(bonuses),
        meter_win=meter_win,
        moves=moved(ended),
        under=cite,
    )


def ends_now(
    state: State, wagers: tuple[Wager, ...], rules: BankedRules[State, ThreeCardClauses]
) -> tuple[Settled, ...]:
    """How the wagers of a player who has left end on the cards as they now are; a prize of the meter's as it ended."""
    clauses, ended = rules.clauses, list[Settled]()
    for wager in wagers:
        cards = state.hand(wager.area).faces
        if wager.settled is None or wager.bet == ANTE_BONUS_LINE:
            continue
        if not rules.rests_on_cards(state, wager):
            ended.append(wager.settled)
            continue
        if wager.bet == Bet.JACKPOT:
            now = jackpot(state, wager, cards, clauses)
            ended.append(now if isinstance(now, Settled) else wager.settled)
        elif wager.bet == Bet.PAIR_PLUS:
            ended.append(pair_plus(state, wager, cards, clauses))
        else:
            ended.append(against_dealer(state, wager, cards, clauses))
        bonus = ante_bonus(state, wager, cards, clauses) if wager.bet == Bet.ANTE else None
        ended += [bonus] if bonus is not None else []
    return tuple(ended)


def _settled(event: AreaSettled, who: Who) -> str:
    told = endings((*event.settled, *event.bonuses), who, "nothing more is settled")
    win = f" Its {event.meter_win} wins from the meter." if event.meter_win else ""
    return f"Area {event.area} shows {written(event.cards)}, {event.hand}: {told}{win}"


@part.event(AreaSettled, value=SETTLED, audience=EVERYONE, says=_settled, aloud=True)
def area_settled(state: State, event: AreaSettled) -> State:
    """With the last area the round is settled, but for the meter."""
    state = with_endings(revealed(state, Spot(event.area), event.cards, up=True), event.settled, event.moves)
    wins = {**state.meter_wins, event.area: event.meter_win} if event.meter_win else state.meter_wins
    bonuses = tuple(Wager(each.area, each.bet, each.player, 0, settled=each) for each in event.bonuses)
    wagers = (*state.wagers, *bonuses)
    return when_checked(replace(state, checked=(*state.checked, event.area), wagers=wagers, meter_wins=wins))


def settled_anew(state: State, clauses: ThreeCardClauses) -> tuple[Event, ...]:
    """The events that settle again, on the record as it was put right, what lies face up already."""
    events = list[Event]()
    if state.stage is not Stage.SETTLING:
        return ()
    begun = state.antes_paid or any(state.turned_up(area) for area in state.unchecked())
    if begun and not state.qualifies:
        paid = antes_on_no_hand(state, clauses)
        if paid.settled or not state.antes_paid:
            events.append(paid)
            state = antes_paid(state, paid)
    while state.stage is Stage.SETTLING and state.turned_up(area := state.unchecked()[0]):
        settled = settlement(state, area, state.hand(area).faces, clauses)
        events.append(settled)
        state = area_settled(state, settled)
    return tuple(events)
