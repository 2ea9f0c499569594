"""Settlement: what is decided before the dealer's hand, then losing wagers cleared and winners paid area by area."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from croupier.books import cite
from croupier.games.blackjack.bonus import barred
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.flow import (
    advanced,
    first_cards,
    first_covered,
    interim_area,
    lost_insurance,
    paid_at_once,
    settled_in_the_interim,
    sevens_due,
)
from croupier.games.blackjack.hands import dealer_has_natural, is_bust
from croupier.games.blackjack.pandemonium import without_button
from croupier.games.blackjack.state import BY_CHOICE, State, nothing_to_deal_for
from croupier.games.blackjack.terms import (
    EVEN,
    INSURANCE,
    NATURAL,
    PONTOON_PAYS,
    RULING_OF,
    Bet,
    Prize,
    TwentyOne,
    is_natural,
    pair_of,
    pairs_pay,
    sevens_of,
    sevens_pay,
    total,
    twenty_one,
)
from croupier.games.blackjack.words import place_of
from croupier.table.by_area import after_settling, unpaid_area, unsettled, without_winners
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.endings import lost, moved, over_maximum, returned, won
from croupier.table.hands import DEALERS, Spot
from croupier.table.rounds import with_endings
from croupier.table.rules import BankedContext
from croupier.table.state import Ending, Settled, Stage, Wager
from croupier.table.value import SETTLED
from croupier.table.words import endings

part = Part("blackjack", BlackjackClauses)

WINS_ENTRY, FREE_ENTRY = cite("BJ 13 Table 1:Three Sevens same suit"), cite("BJ 13 Table 1:* free entry")
MAY_ENTER = cite("BJ 13.2.1:Magnificent Sevens Tournament")


class SettleInterim(Command, frozen=True, kw_only=True):
    """Settle what the first cards decide on an area: side bets, then naturals."""

    area: int


class PayTwentyOne(Command, frozen=True, kw_only=True):
    """Pay a hand of 21 before any further card."""

    area: int
    hand: int = 1


class SettleSevens(Command, frozen=True, kw_only=True):
    """Settle the Magnificent Sevens wagers of an area."""

    area: int


class CollectInsurance(Command, frozen=True, kw_only=True):
    """Take up the insurance that the dealer's second card has lost."""


class ClearLosers(Command, frozen=True, kw_only=True):
    """Take up the losing wagers, and give back those that do not count."""


class PayArea(Command, frozen=True, kw_only=True):
    """Pay the winning wagers of an area."""

    area: int


class InterimSettled(Event, frozen=True, kw_only=True):
    """What the first cards decided on an area is settled."""

    area: int
    settled: tuple[Settled, ...]


class TwentyOnePaid(Event, frozen=True, kw_only=True):
    """A hand of 21 was paid."""

    spot: Spot
    settled: tuple[Settled, ...]


class SevensSettled(Event, frozen=True, kw_only=True):
    """The Magnificent Sevens wagers of an area are settled."""

    area: int
    settled: tuple[Settled, ...]
    entries: tuple[str, ...] = ()
    """Who has won an entry to the next Magnificent Sevens tournament."""


class InsuranceCollected(Event, frozen=True, kw_only=True):
    """Insurance that was lost is in the rack."""

    settled: tuple[Settled, ...]


class LosersCleared(Event, frozen=True, kw_only=True):
    """Losing wagers are in the rack; what was not at risk is back with its owner."""

    settled: tuple[Settled, ...]


class AreaPaid(Event, frozen=True, kw_only=True):
    """The winners of an area have their stakes and winnings."""

    area: int
    settled: tuple[Settled, ...]


def paid(state: State, wager: Wager, prize: Prize, clauses: BlackjackClauses, more: Clauses = ()) -> Settled:
    """A wager that wins a prize, rounded up to what chips can pay; a double together with its hand (ruling 45)."""
    exact, chips = prize.odds.pays(wager.at_risk), state.terms.chips
    cents = chips.next_payable(exact)
    if wager.bet == Bet.DOUBLE:
        own = prize.odds.pays(next(each.at_risk for each in state.bettors(*wager.spot) if each.player == wager.player))
        cents = chips.next_payable(own + exact) - chips.next_payable(own)
    rounded = (clauses.round_up, "ruling 3") if cents != exact else ()
    over = over_maximum(wager, clauses.over_maximum)
    if over and not state.terms.readings.limits_by_wager:
        over = (*over, RULING_OF["limits_by_wager"])
    under = tuple(dict.fromkeys((*more, *prize.under, *over, *rounded)))
    return won(wager, prize.odds, cents, under)


def sent_back(state: State, wager: Wager, clauses: BlackjackClauses) -> Settled:
    """A wager that takes no part: under the minimum, or where nearer ones have filled the maximum; or beside one."""
    for bet in (wager.bet, state.main):
        nearer = sum(each.at_risk for each in state.wagers if (each.area, each.bet) == (wager.area, bet))
        if nearer >= state.limits[bet].maximum:
            return returned(wager, (clauses.over_maximum, "ruling 2", "ruling 44"))
    return returned(wager, (clauses.under_minimum, "ruling 2", "ruling 9", "ruling 44"))


def side_bet(state: State, wager: Wager, clauses: BlackjackClauses) -> Settled:
    """How a side bet ends on the cards as they lie."""
    cards = first_cards(state, wager.area)
    if wager.sent_back:
        return sent_back(state, wager, clauses)
    prize: Prize | None
    if wager.bet == Bet.PAIRS:
        pair = pair_of(cards[0], cards[1])
        prize = None if pair is None else pairs_pay(state.terms.decks)[pair]
        loses = "BJ 15.5.1(b)"
    elif wager.bet == Bet.PANDEMONIUM:
        if state.is_natural(wager.spot):  # the button has failed
            return without_button(state, wager, clauses)
        prize, loses = None, "BJ 11.4.1(c)"
    else:
        sevens = sevens_of(cards[:3])
        prize = None if sevens is None else sevens_pay(state.offered or 1, state.terms.decks)[sevens]
        loses = "BJ 13.4.2(b)" if cards[0].rank == "7" else "BJ 13.4.2(a)"
    return lost(wager, (loses,), clauses.over_maximum) if prize is None else paid(state, wager, prize, clauses)


def natural(state: State, wager: Wager, clauses: BlackjackClauses) -> Settled:
    """How a natural ends in the interim: it wins."""
    prize = PONTOON_PAYS[TwentyOne.PONTOON] if state.terms.playing.pays_21_at_once else NATURAL
    return paid(state, wager, prize, clauses, (clauses.natural_wins, clauses.natural_paid))


def _ruling_first(state: State, clauses: BlackjackClauses) -> Refusal | None:
    """Nothing is settled while a supervisor rules on cards out of place, or players may take wagers back."""
    if not state.ruling_waits:
        return None
    return Refusal(Reason.NOT_NOW, (clauses.retract,), {"next": "the supervisor rules on the cards"})


@part.command(
    SettleInterim,
    under="interim",
    label="Settle what the first cards decide",
    says=lambda c, who: f"Settle area {c.area} before the hands are played",
    next=lambda c, who: f"The dealer settles what the first cards of area {c.area} decide",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
    examples=lambda state, ctx: [SettleInterim(area=interim_area(state) or 1)],
)
def settle_interim(state: State, command: SettleInterim, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """From the left, the side bets of every area before the first natural (BJ 15.6.2)."""
    clauses = ctx.clauses
    waiting = settled_in_the_interim(state) if state.stage is Stage.INTERIM else ()
    order = ("BJ 15.6.2",) if any(each.bet == Bet.PAIRS for each in waiting) else ()
    due = interim_area(state) if waiting else None
    if due is None or command.area != due:
        return Refusal(Reason.NOT_NOW, (clauses.interim, *order), {"next area": due or 0, "asked": command.area})
    refusal = _ruling_first(state, ctx.clauses)
    if refusal is not None:
        return refusal
    settled = tuple(
        natural(state, each, clauses) if each.bet == state.main else side_bet(state, each, clauses)
        for each in waiting
        if each.area == due
    )
    return (InterimSettled(area=due, settled=settled, moves=moved(settled), under=(clauses.interim, *order)),)


@part.event(
    InterimSettled, value=SETTLED, audience=EVERYONE, says=lambda e, who: endings(e.settled, who, "Nothing"), aloud=True
)
def interim_settled(state: State, event: InterimSettled) -> State:
    """Those wagers are over."""
    return advanced(with_endings(state, event.settled, event.moves))


def of_21(state: State, wager: Wager, clauses: BlackjackClauses) -> tuple[Settled, ...]:
    """How a player's stakes on a hand of 21 that wins at once end: by its bonus odds, or even if it was doubled."""
    double = state.added(wager.spot, wager.player, Bet.DOUBLE)
    why: Clauses = (clauses.twenty_one_wins, clauses.twenty_one_paid, *_why_even(state, wager, clauses))
    if state.play_of(wager.spot).doubled:
        even = PONTOON_PAYS[TwentyOne.OTHER]
        return tuple(paid(state, each, even, clauses, why) for each in (wager, double) if each is not None)
    prize = PONTOON_PAYS[twenty_one(state.cards_of(wager.spot))]
    return (paid(state, wager, prize, clauses, (*why, "ruling 36", *barred(state, wager.spot))),)


@part.command(
    PayTwentyOne,
    under="interim",
    label="Pay the hand of 21",
    says=lambda c, who: f"Pay 21 on {place_of(Spot(c.area, c.hand))}",
    next=lambda c, who: f"The dealer pays 21 on {place_of(Spot(c.area, c.hand))}",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
    examples=lambda state, ctx: [
        PayTwentyOne(area=each.area, hand=each.hand) for each in (paid_at_once(state),) if each
    ],
)
def pay_twenty_one(state: State, command: PayTwentyOne, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """At once, whatever the dealer will have."""
    clauses, place = ctx.clauses, Spot(command.area, command.hand)
    cite = clauses.twenty_one_paid or clauses.interim
    if state.stage is not Stage.CHOOSING or paid_at_once(state) != place:
        return Refusal(Reason.NOT_NOW, (cite,), {"stage": state.stage.value})
    refusal = _ruling_first(state, ctx.clauses)
    if refusal is not None:
        return refusal
    settled = tuple(end for each in state.playing(place) for end in of_21(state, each, clauses))
    return (TwentyOnePaid(spot=place, settled=settled, moves=moved(settled), under=(cite,)),)


@part.event(
    TwentyOnePaid, value=SETTLED, audience=EVERYONE, says=lambda e, who: endings(e.settled, who, "Nothing"), aloud=True
)
def twenty_one_paid(state: State, event: TwentyOnePaid) -> State:
    """That hand is over."""
    return advanced(with_endings(state, event.settled, event.moves))


def entries_won(settled: Iterable[Settled | None]) -> int:
    """How many tournament entries these endings won: one for each wager that version 1 paid for suited sevens."""
    return sum(each is not None and WINS_ENTRY in each.under for each in settled)


@part.command(
    SettleSevens,
    under="interim",
    label="Settle Magnificent Sevens",
    says=lambda c, who: f"Settle Magnificent Sevens on area {c.area}",
    next=lambda c, who: f"The dealer settles Magnificent Sevens on area {c.area}",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
    examples=lambda state, ctx: [SettleSevens(area=each) for each in (sevens_due(state),) if each],
)
def settle_sevens(state: State, command: SettleSevens, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """As soon as there is a result."""
    if state.stage is not Stage.CHOOSING or sevens_due(state) != command.area:
        return Refusal(Reason.NOT_NOW, ("BJ 13.6.1(a)",), {"stage": state.stage.value})
    refusal = _ruling_first(state, ctx.clauses)
    if refusal is not None:
        return refusal
    mine = [each for each in state.wagers if (each.area, each.bet) == (command.area, Bet.SEVENS) and not each.settled]
    settled = tuple(side_bet(state, each, ctx.clauses) for each in mine)
    entries = tuple(each.player for each in settled if entries_won((each,)))
    split = ("BJ 13.6.1", "BJ 13.6.1(a)") if len(state.hands_of(command.area)) > 1 else ("BJ 13.8.1",)
    under = (*split, "ruling 39", *((FREE_ENTRY, MAY_ENTER) if entries else ()))
    return (SevensSettled(area=command.area, settled=settled, entries=entries, moves=moved(settled), under=under),)


@part.event(
    SevensSettled,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: (
        endings(e.settled, who, "Nothing")
        + (f" {' and '.join(map(who, e.entries))} may enter the Magnificent Sevens tournament." if e.entries else "")
    ),
    aloud=True,
)
def sevens_settled(state: State, event: SevensSettled) -> State:
    """Those wagers are over; the hand is played on."""
    return advanced(with_endings(state, event.settled, event.moves))


def ended(state: State, wager: Wager, clauses: BlackjackClauses) -> Settled:
    """How a wager ends against the dealer's hand, to the cent, with the clauses that say so."""
    if wager.sent_back:
        return sent_back(state, wager, clauses)
    if wager.bet == Bet.INSURANCE:
        return _insurance(state, wager, clauses)
    if (wager.area, wager.player) in state.surrendered:
        return _surrendered(state, wager, clauses)
    if dealer_has_natural(state):
        return _against_natural(state, wager, clauses)
    return _against_total(state, wager, clauses)


def _insurance(state: State, wager: Wager, clauses: BlackjackClauses) -> Settled:
    if dealer_has_natural(state):
        return paid(state, wager, INSURANCE, clauses)
    return lost(wager, (clauses.insurance_loses, clauses.insurance_taken), clauses.over_maximum)


def _surrendered(state: State, wager: Wager, clauses: BlackjackClauses) -> Settled:
    """Half is taken, rounded for the player; all of it against a natural (ruling 37)."""
    if dealer_has_natural(state):
        return lost(wager, (clauses.surrender_void, "ruling 37"), clauses.over_maximum)
    half, chips = Fraction(wager.at_risk, 2), state.terms.chips
    under: Clauses = (clauses.surrender_taken, "ruling 37")
    kept = min(chips.next_payable(half), wager.at_risk)
    if kept != half:
        under = (*under, "ruling 45")
        if not state.terms.readings.surrender_rounded_up:
            kept = max(each for each in range(int(half) + 1) if chips.can_pay(each))
    taken = wager.at_risk - kept
    return replace(lost(wager, under, clauses.over_maximum), taken=taken, returned=wager.cents - taken)


def _of_player(state: State, wager: Wager) -> list[Wager]:
    """The wagers that a player's hands on an area are played for, doubles among them, that were not paid at once."""
    return [
        each
        for each in state.wagers
        if (each.area, each.player) == (wager.area, wager.player)
        and each.bet in (state.main, Bet.DOUBLE)
        and (each.settled is None or each.settled.ending is Ending.LOST)
    ]


def _against_natural(state: State, wager: Wager, clauses: BlackjackClauses) -> Settled:
    """Bust hands are lost, and one original wager more if a hand is alive; the rest goes back (ruling 31)."""
    if state.is_natural(wager.spot):
        return returned(wager, (clauses.equal,))
    readings, bust = state.terms.readings, is_bust(state, wager.spot)
    if state.total_of(wager.spot)[0] == 21 and not readings.blackjack_beats_21:
        return returned(wager, (clauses.equal, RULING_OF["blackjack_beats_21"]))
    mine = _of_player(state, wager)
    hands = [each for each in mine if each.bet == state.main]
    plain = len(mine) == 1
    if plain and bust:
        return lost(wager, (clauses.over,), clauses.over_maximum)
    if plain:
        under = (clauses.lower_loses, *(("ruling 30",) if state.total_of(wager.spot)[0] == 21 else ()))
        return lost(wager, under, clauses.over_maximum)
    why = clauses.split_before_natural if len(hands) > 1 else clauses.doubled_before_natural
    waiting = [each for each in hands if each.settled is None]
    losing = [each for each in waiting if readings.blackjack_beats_21 or state.total_of(each.spot)[0] != 21]
    alive = [each for each in losing if not is_bust(state, each.spot)]
    all_bust = all(is_bust(state, each.spot) for each in waiting)
    in_all = not readings.busts_lost_to_blackjack and not (readings.all_bust_lost and all_bust)
    if bust and not in_all:
        split = (clauses.split_bust,) if len(hands) > 1 else ()
        read = ("ruling 31",) if readings.busts_lost_to_blackjack else ("ruling 31", RULING_OF["all_bust_lost"])
        return lost(wager, (clauses.over, *split, *read), clauses.over_maximum)
    given_up = any(each.settled is not None for each in hands)
    one = min(losing if in_all else alive, key=lambda each: each.hand)
    if wager == one and not (in_all and given_up):
        return lost(wager, (why, "ruling 31"), clauses.over_maximum)
    return returned(wager, (why, "ruling 31"))


def _against_total(state: State, wager: Wager, clauses: BlackjackClauses) -> Settled:
    """By the totals, or as a natural."""
    mine = state.total_of(wager.spot)[0]
    if mine > 21:
        split = (clauses.split_bust,) if state.play_of(wager.spot).split else ()
        return lost(wager, (clauses.over, *split), clauses.over_maximum)
    if state.is_natural(wager.spot):
        return paid(state, wager, NATURAL, clauses, (clauses.natural_wins,))
    dealers = total(state.dealers_cards)[0]
    no_natural = (clauses.split_no_natural,) if is_natural(state.cards_of(wager.spot)) else ()  # it came of a split
    even = Prize(EVEN.odds, (clauses.even, *no_natural, *_why_even(state, wager, clauses)))
    if dealers > 21:
        return paid(state, wager, even, clauses, (clauses.dealer_over,))
    if mine > dealers:
        return paid(state, wager, even, clauses, (clauses.higher_wins,))
    if mine == dealers:
        return returned(wager, (clauses.equal,))
    return lost(wager, (clauses.lower_loses,), clauses.over_maximum)


def _why_even(state: State, wager: Wager, clauses: BlackjackClauses) -> Clauses:
    """What keeps a doubled Pontoon hand from better odds: its own double, or that of the one who decides."""
    if not clauses.doubled_pays_even or not state.play_of(wager.spot).doubled:
        return ()
    doubled = state.added(wager.spot, wager.player, Bet.DOUBLE) is not None
    return (clauses.doubled_pays_even if doubled else clauses.not_in_line,)


def ends_of_one_gone(state: State, wagers: tuple[Wager, ...], clauses: BlackjackClauses) -> tuple[Settled, ...]:
    """How the wagers that a player who has left had on an area end on the record as it is; those by choice stay."""
    had = {each.key: each.settled for each in wagers if each.settled is not None}
    chosen = {(each.spot, each.player) for each in state.decisions if each.choice in BY_CHOICE}
    again = [
        replace(each, settled=None)
        for each in wagers
        if each.bet == Bet.INSURANCE
        or (each.bet in (state.main, Bet.DOUBLE) and (each.spot, each.player) not in chosen)
    ]
    if state.dealt_out:
        there = replace(state, wagers=tuple(again))
        at_once = state.terms.playing.pays_21_at_once
        for each in again:
            if at_once and each.bet != Bet.INSURANCE and state.total_of(each.spot)[0] == 21:
                now = of_21(there, each, clauses) if each.bet == state.main else ()
            else:
                now = (ended(there, each, clauses),)
            had |= {one.key: one for one in now}
    return tuple(had.values())


@part.command(
    CollectInsurance,
    under="insurance_taken",
    label="Collect lost insurance",
    next="The dealer collects the insurance that is lost",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
)
def collect_insurance(state: State, command: CollectInsurance, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """As soon as the second card does not count ten."""
    cite = (ctx.clauses.insurance_taken,)
    gone = lost_insurance(state) if state.stage is Stage.DRAWING else ()
    if not gone:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    refusal = _ruling_first(state, ctx.clauses)
    if refusal is not None:
        return refusal
    settled = tuple(_insurance(state, each, ctx.clauses) for each in gone)
    return (InsuranceCollected(settled=settled, moves=moved(settled), under=cite),)


@part.event(
    InsuranceCollected,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: endings(e.settled, who, "Nothing"),
    aloud=True,
)
def insurance_collected(state: State, event: InsuranceCollected) -> State:
    """The dealer draws on."""
    return advanced(with_endings(state, event.settled, event.moves))


@part.command(
    ClearLosers,
    under="clear_losers",
    label="Clear the losing wagers",
    next="The dealer clears the losing wagers",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
)
def clear_losers(state: State, command: ClearLosers, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Everything that does not win leaves the layout."""
    cite: Clauses = (ctx.clauses.clear_losers,)
    covered = first_covered(state) if state.stage is Stage.SETTLING else None
    if covered is not None:
        return Refusal(Reason.NOT_NOW, (*cite, ctx.clauses.face_down), {"next": f"turn up the cards of area {covered}"})
    if state.stage is not Stage.SETTLING and not nothing_to_deal_for(state):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    refusal = _ruling_first(state, ctx.clauses)
    if refusal is not None:
        return refusal
    settled = without_winners(tuple(ended(state, each, ctx.clauses) for each in unsettled(state)))
    if len(state.cards_of(DEALERS)) == 1:
        cite = (*cite, ctx.clauses.no_effect)
    return (LosersCleared(settled=settled, moves=moved(settled), under=cite),)


@part.event(
    LosersCleared,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: endings(e.settled, who, "No wager loses"),
    aloud=True,
)
def losers_cleared(state: State, event: LosersCleared) -> State:
    """Winners, if any, are paid next."""
    return after_settling(state, event.settled, event.moves)


@part.command(
    PayArea,
    under="pay_winners",
    label="Pay the winners",
    says=lambda c, who: f"Pay the winners of area {c.area}",
    next=lambda c, who: f"The dealer pays area {c.area}",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
    examples=lambda state, ctx: (PayArea(area=unpaid_area(state) or 1),),
)
def pay_area(state: State, command: PayArea, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """From the left, each area once."""
    cite: Clauses = (ctx.clauses.pay_winners,)
    due = unpaid_area(state) if state.stage is Stage.PAYING else None
    if due is None or command.area != due:
        return Refusal(Reason.NOT_NOW, cite, {"next area": due or 0, "asked": command.area})
    refusal = _ruling_first(state, ctx.clauses)
    if refusal is not None:
        return refusal
    settled = tuple(ended(state, each, ctx.clauses) for each in unsettled(state) if each.area == due)
    return (AreaPaid(area=command.area, settled=settled, moves=moved(settled), under=cite),)


@part.event(
    AreaPaid,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: endings(e.settled, who, f"Area {e.area} has nothing to be paid"),
    aloud=True,
)
def area_paid(state: State, event: AreaPaid) -> State:
    """With the last area the round is settled."""
    return after_settling(state, event.settled, event.moves)
