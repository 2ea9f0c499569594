"""How wagers end: on the first cards, with a 21 that is paid at once, and against the dealer's hand."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from croupier.books import cite
from croupier.games.blackjack.at_risk import collected, within
from croupier.games.blackjack.bonus import barred
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.flow import first_cards
from croupier.games.blackjack.hands import dealer_has_natural, is_bust
from croupier.games.blackjack.pandemonium import without_button
from croupier.games.blackjack.state import BY_CHOICE, Choice, State
from croupier.games.blackjack.terms import (
    EVEN,
    INSURANCE,
    NATURAL,
    PONTOON_PAYS,
    RULING_OF,
    Bet,
    Prize,
    Surrendered,
    TwentyOne,
    is_natural,
    pair_of,
    pairs_pay,
    sevens_of,
    sevens_pay,
    total,
    twenty_one,
)
from croupier.table.contract import Clauses
from croupier.table.endings import returned, won
from croupier.table.state import Ending, Settled, Wager

WINS_ENTRY = cite("BJ 13 Table 1:Three Sevens same suit")


def paid(state: State, wager: Wager, prize: Prize, clauses: BlackjackClauses, more: Clauses = ()) -> Settled:
    """A wager that wins a prize, rounded up to what chips can pay; a double together with its hand (ruling 45)."""
    exact, chips = prize.odds.pays(wager.at_risk), state.terms.chips
    cents = chips.next_payable(exact)
    if wager.bet == Bet.DOUBLE:
        own = prize.odds.pays(next(each.at_risk for each in state.bettors(*wager.spot) if each.player == wager.player))
        cents = chips.next_payable(own + exact) - chips.next_payable(own)
    rounded: Clauses = (clauses.round_up, "ruling 3") if cents != exact else ()
    if cents != chips.next_payable(exact):  # rounded per hand
        rounded = (*rounded, RULING_OF["surrender_rounded_up"])
    under = tuple(dict.fromkeys((*more, *prize.under, *within(wager, clauses), *rounded)))
    return won(wager, prize.odds, cents, under)


def sent_back(state: State, wager: Wager, clauses: BlackjackClauses) -> Settled:
    """A wager that takes no part: under the minimum, or where nearer ones have filled the maximum; or beside one."""
    person = state.people.get(wager.player)
    own = state.terms.readings.limits_by_wager or (person is not None and person.personal is not None)
    for bet in () if own or wager.player in (*state.limited, *state.restricted) else (wager.bet, state.main):
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
    return collected(wager, (loses,), clauses) if prize is None else paid(state, wager, prize, clauses)


def natural(state: State, wager: Wager, clauses: BlackjackClauses) -> Settled:
    """How a natural ends in the interim: it wins."""
    prize = PONTOON_PAYS[TwentyOne.PONTOON] if state.terms.playing.pays_21_at_once else NATURAL
    return paid(state, wager, prize, clauses, (clauses.natural_wins, clauses.natural_paid))


def of_21(state: State, wager: Wager, clauses: BlackjackClauses) -> tuple[Settled, ...]:
    """How a player's stakes on a hand of 21 that wins at once end: by its bonus odds, or even if it was doubled."""
    double = state.added(wager.spot, wager.player, Bet.DOUBLE)
    why: Clauses = (clauses.twenty_one_wins, clauses.twenty_one_paid, *_why_even(state, wager, clauses))
    if state.play_of(wager.spot).doubled:
        even = PONTOON_PAYS[TwentyOne.OTHER]
        if double is None and barred(state, wager.spot):  # nor any Super Bonus for who did not join the double
            why = (*why, RULING_OF["bonus_after_unsuited_split"])
        return tuple(paid(state, each, even, clauses, why) for each in (wager, double) if each is not None)
    prize = PONTOON_PAYS[twenty_one(state.cards_of(wager.spot))]
    return (paid(state, wager, prize, clauses, (*why, "ruling 36", *barred(state, wager.spot))),)


def entries_won(settled: Iterable[Settled | None]) -> int:
    """How many tournament entries these endings won: one for each wager that version 1 paid for suited sevens."""
    return sum(each is not None and WINS_ENTRY in each.under for each in settled)


def ended(state: State, wager: Wager, clauses: BlackjackClauses) -> Settled:
    """How a wager ends against the dealer's hand, to the cent, with the clauses that say so."""
    if wager.sent_back:
        return sent_back(state, wager, clauses)
    if wager.bet == Bet.INSURANCE:
        return insurance(state, wager, clauses)
    if (wager.area, wager.player) in state.surrendered:
        return _surrendered(state, wager, clauses)
    against = _against_natural if dealer_has_natural(state) else _against_total
    end = against(state, wager, clauses)
    return replace(end, under=(*end.under, RULING_OF["surrender"])) if _beside_surrender(state, wager) else end


def _beside_surrender(state: State, wager: Wager) -> bool:
    """Whether a wager is played on though the area's caller has surrendered (ruling 42)."""
    first = next((each.player for each in state.bettors(wager.area) if not each.sent_back), None)
    return (wager.area, first) in state.surrendered


def insurance(state: State, wager: Wager, clauses: BlackjackClauses) -> Settled:
    """How insurance ends: it outlives a natural that was paid at even money (ruling 43)."""
    even = (Choice.EVEN_MONEY, wager.spot, wager.player)
    lives_on = any((each.choice, each.spot, each.player) == even for each in state.decisions)
    why: Clauses = (RULING_OF["even_money_after_insurance"],) if lives_on else ()
    if dealer_has_natural(state):
        return paid(state, wager, INSURANCE, clauses, why)
    return collected(wager, (clauses.insurance_loses, clauses.insurance_taken, *why), clauses)


def _surrendered(state: State, wager: Wager, clauses: BlackjackClauses) -> Settled:
    """Half is taken, rounded for the player; all of it against a natural (ruling 37)."""
    bound = state.terms.readings.surrender is Surrendered.BINDS_ALL and wager.player != state.caller(wager.area)
    binds: Clauses = (RULING_OF["surrender"],) if bound else ()
    if dealer_has_natural(state):
        return collected(wager, (clauses.surrender_void, "ruling 37", *binds), clauses)
    half, chips = Fraction(wager.at_risk, 2), state.terms.chips
    under: Clauses = (clauses.surrender_taken, "ruling 37", *binds)
    kept = min(chips.next_payable(half), wager.at_risk)
    if kept != half:
        under = (*under, "ruling 45")
        if not state.terms.readings.surrender_rounded_up:
            kept = max(each for each in range(int(half) + 1) if chips.can_pay(each))
    taken = wager.at_risk - kept
    return replace(collected(wager, under, clauses), taken=taken, returned=wager.cents - taken)


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
    at_21 = ("ruling 30",) if state.total_of(wager.spot)[0] == 21 else ()
    mine = _of_player(state, wager)
    hands = [each for each in mine if each.bet == state.main]
    if len(mine) == 1:
        return collected(wager, (clauses.over,) if bust else (clauses.lower_loses, *at_21), clauses)
    why = clauses.split_before_natural if len(hands) > 1 else clauses.doubled_before_natural
    waiting = [each for each in hands if each.settled is None]
    losing = [each for each in waiting if readings.blackjack_beats_21 or state.total_of(each.spot)[0] != 21]
    alive = [each for each in losing if not is_bust(state, each.spot)]
    all_bust = all(is_bust(state, each.spot) for each in waiting)
    in_all = not readings.busts_lost_to_blackjack and not (readings.all_bust_lost and all_bust)
    given_up = any(each.settled is not None for each in hands)
    read: Clauses = ("ruling 31",)
    if (all_bust and not readings.busts_lost_to_blackjack) or given_up:
        read = (*read, RULING_OF["all_bust_lost"])
    if bust and not in_all:
        split = (clauses.split_bust,) if len(hands) > 1 else ()
        return collected(wager, (clauses.over, *split, *read), clauses)
    one = min(losing if in_all else alive, key=lambda each: each.hand)
    if wager == one and not (in_all and given_up):
        return collected(wager, (why, *read, *at_21), clauses)
    return returned(wager, (why, *read))


def _against_total(state: State, wager: Wager, clauses: BlackjackClauses) -> Settled:
    """By the totals, or as a natural."""
    mine = state.total_of(wager.spot)[0]
    if mine > 21:
        split = (clauses.split_bust,) if state.play_of(wager.spot).split else ()
        return collected(wager, (clauses.over, *split), clauses)
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
    return collected(wager, (clauses.lower_loses,), clauses)


def _why_even(state: State, wager: Wager, clauses: BlackjackClauses) -> Clauses:
    """What keeps a doubled Pontoon hand from better odds: its own double, or that of the one who decides."""
    if not clauses.doubled_pays_even or not state.play_of(wager.spot).doubled:
        return ()
    doubled = state.added(wager.spot, wager.player, Bet.DOUBLE) is not None
    return (clauses.doubled_pays_even if doubled else clauses.not_in_line,)


def still_chosen(state: State, wager: Wager) -> bool:
    """Whether what its player chose, or the button paid, could end this wager on the cards as they lie."""
    if wager.bet == Bet.PANDEMONIUM:
        return wager.settled is not None and wager.settled.paid > 0 and state.is_natural(wager.spot)
    mine = {each.choice for each in state.decisions if (each.spot, each.player) == (wager.spot, wager.player)}
    if wager.bet not in (state.main, Bet.DOUBLE) or mine.isdisjoint(BY_CHOICE):
        return False
    if Choice.RESCUED in mine:
        return not is_bust(state, wager.spot)
    first = state.dealers_first
    return state.is_natural(wager.spot) and first is not None and first.rank == "A"


def ends_of_one_gone(state: State, wagers: tuple[Wager, ...], clauses: BlackjackClauses) -> tuple[Settled, ...]:
    """How the wagers that a player who has left had on an area end on the record as it is; those by choice stay."""
    had = {each.key: each.settled for each in wagers if each.settled is not None}
    chosen = {(each.spot, each.player) for each in state.decisions if each.choice in BY_CHOICE}
    again = [
        each.open_again()
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
