"""How a round moves on: interim settlement, early choices, one hand after another, the dealer's hand, settlement."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.blackjack.hands import dealer_draws, hand_due, is_bust
from croupier.games.blackjack.state import SUBSEQUENT, State
from croupier.games.blackjack.terms import Bet, is_natural, sevens_of, value
from croupier.table.hands import DEALERS, Spot, spot
from croupier.table.state import Stage, Wager

SIDE_BETS = (Bet.PAIRS, Bet.SEVENS, Bet.PANDEMONIUM)


def advanced(state: State) -> State:
    """The table at the stage that its cards and decisions have brought it to."""
    return _second_card_offered(_advanced(state))


def _advanced(state: State) -> State:
    if state.stage is Stage.CHOOSING and not interim_over(state):  # a second card that came late, or a card put right
        state = replace(state, stage=Stage.INTERIM)
    if state.stage is Stage.INTERIM and interim_over(state) and not undecided(state):
        state = replace(state, stage=Stage.CHOOSING)
    if state.stage is Stage.CHOOSING and state.asked is None:
        played = hand_due(state) or paid_at_once(state) or sevens_due(state) or rescuable(state)
        waits = undealt(state) or unstaked_hand(state)
        state = state if played or waits else replace(state, stage=Stage.DRAWING)
    if state.stage is Stage.DRAWING and not dealer_draws(state) and not lost_insurance(state):
        state = replace(state, stage=Stage.SETTLING)
    return state


def held_up(state: State) -> bool:
    """Whether something went wrong that must be put right before a hand is decided on."""
    waits = state.misplaced or state.retracting is not None or undealt(state) or unstaked_hand(state)
    return bool(waits or dealers_card_due(state))


def undealt(state: State) -> int | None:
    """The first area with wagers that the initial deal left without a card, in the subsequent deal (BJ 9.7)."""
    if state.stage is not Stage.CHOOSING or not state.passed_over or state.ruling_waits:
        return None
    areas = {each.area for each in state.wagers if not state.hand(each.area).size}
    return min(areas, default=None)


def unstaked_hand(state: State) -> int | None:
    """The first area that was dealt cards without a wager, in the subsequent deal (BJ 9.5)."""
    if state.stage is not Stage.CHOOSING or state.ruling_waits:
        return None
    return min((place.area for place in state.hands if place.area and place.area not in state.staked), default=None)


def short_area(state: State) -> int | None:
    """The area whose turn it is with one card, which its players may refuse to play (BJ 9.7(a))."""
    if state.stage is not Stage.CHOOSING or not state.passed_over or dealers_card_due(state):
        return None
    place = None if undealt(state) or unstaked_hand(state) else hand_due(state)
    if place is None or state.hand(*place).size != 1 or place.area in state.second_offered:
        return None
    return place.area if any(each == place for each, _ in state.passed_over) else None


def dealers_card_due(state: State) -> bool:
    """Whether the dealer takes the first card that was missed: a caller wants it, or has completed the hand (9.6)."""
    if state.stage is not Stage.CHOOSING or state.hand(*DEALERS).size:
        return False
    played = [each.spot.area for each in state.decisions if each.choice in SUBSEQUENT]
    place = hand_due(state)
    return state.first_called or (bool(played) and (place is None or place.area != played[-1]))


def _second_card_offered(state: State) -> State:
    """The table with the players of an area asked that has one card, once its turn has come."""
    area = short_area(state)
    if area is None or state.retracting is not None or state.misplaced:
        return state
    players = tuple([each.player for each in state.bettors(area) if each.settled is None and not each.sent_back])
    return replace(state, retracting=players, left_on=(), rebuilding=(), second_offered=state.second_offered | {area})


def interim_area(state: State) -> int | None:
    """The first area from the left with something to be settled before any other card comes."""
    return min((each.area for each in settled_in_the_interim(state)), default=None)


def interim_over(state: State) -> bool:
    """Whether all that the first cards decide is settled, prizes of the jackpot button among it."""
    return interim_area(state) is None and not button_waits(state) and side_bets_covered(state) is None


def first_covered(state: State) -> int | None:
    """The first area from the left whose cards lie face down."""
    if not state.terms.face_down:
        return None
    return next((area for area in state.staked if state.covered(spot(area))), None)


def side_bets_covered(state: State) -> int | None:
    """The first area from the left whose side bets wait for its cards to be turned up."""
    if not state.terms.face_down or state.stage in (Stage.NO_MORE_BETS, Stage.DEALING):
        return None
    waiting = {each.area for each in state.wagers if each.bet in SIDE_BETS and not each.settled and not each.sent_back}
    return next((area for area in sorted(waiting) if state.covered(spot(area))), None)


def settled_in_the_interim(state: State) -> tuple[Wager, ...]:
    """What the interim settlement decides now: the side bets of all areas, and naturals only then (BJ 15.6.2)."""
    side = side_bets_decided(state)
    if side:
        return side
    first = state.dealers_first
    if not state.terms.playing.pays_21_at_once and (first is None or value(first) in (1, 10)):
        return ()
    return tuple(
        [
            each
            for each in state.wagers
            if each.bet == state.main and state.in_hand(each) and state.is_natural(each.spot)
        ]
    )


def side_bets_decided(state: State) -> tuple[Wager, ...]:
    """The side bets that the first cards have decided and that are not settled yet."""
    return tuple(
        [
            each
            for each in state.wagers
            if each.bet in SIDE_BETS and each.settled is None and _side_bet_decided(state, each)
        ]
    )


def _side_bet_decided(state: State, wager: Wager) -> bool:
    """Whether the first two cards decide a side bet."""
    if wager.sent_back:
        return True
    if len(first_cards(state, wager.area)) < 2:  # passed over in the initial deal, or face down
        return False
    if wager.bet == Bet.PAIRS:
        return True
    if wager.bet == Bet.PANDEMONIUM:  # a winner waits for the button, if that works
        return state.button_down or not state.is_natural(wager.spot)
    return sevens_of(first_cards(state, wager.area)[:2]) is None


def decided_already(state: State, wager: Wager) -> bool:
    """Whether a wager has its end by now, on the cards as they lie, before the dealer's hand is complete."""
    if wager.bet == Bet.PANDEMONIUM:
        return True
    if wager.bet == Bet.SEVENS:
        return _side_bet_decided(state, wager) or len(first_cards(state, wager.area)) > 2
    if wager.bet == Bet.PAIRS:
        return True
    if wager.bet == Bet.INSURANCE:
        return bool(lost_insurance(state))
    first, at_once = state.dealers_first, state.terms.playing.pays_21_at_once
    if wager.bet == state.main and state.is_natural(wager.spot):
        return at_once or (first is not None and value(first) not in (1, 10))
    return at_once and state.total_of(wager.spot)[0] == 21 and not state.play_of(wager.spot).drawing


def button_waits(state: State) -> bool:
    """Whether a winning Pontoon Pandemonium wager waits for its prize."""
    return not state.button_down and any(
        each.bet == Bet.PANDEMONIUM and each.settled is None and not each.sent_back and state.is_natural(each.spot)
        for each in state.wagers
    )


def first_cards(state: State, area: int) -> tuple[Card, ...]:
    """The cards dealt to an area, in the order they came, whichever of its hands they are with now."""
    return tuple([each.face for each in state.drawn if each.spot.area == area and each.face is not None])


def sevens_due(state: State) -> int | None:
    """The first area whose Magnificent Sevens wagers have come to a result in the subsequent deal."""
    for each in state.wagers:
        if each.bet == Bet.SEVENS and each.settled is None and not each.sent_back:
            stands = state.play_of(spot(each.area)).stood
            if len(first_cards(state, each.area)) > 2 or stands or not state.playing(spot(each.area)):
                return each.area
    return None


def lost_insurance(state: State) -> tuple[Wager, ...]:
    """Insurance that the dealer's second card has decided against, collected before another card (BJ 7.5.6(b))."""
    if len(state.cards_of(DEALERS)) < 2 or is_natural(state.dealers_cards):
        return ()
    return tuple([each for each in state.wagers if each.bet == Bet.INSURANCE and each.settled is None])


def paid_at_once(state: State) -> Spot | None:
    """The first hand of 21 that wins whatever the dealer has, and is paid before any further card."""
    if not state.terms.playing.pays_21_at_once:
        return None
    for area in state.staked:
        for place in state.hands_of(area):
            if state.total_of(place)[0] == 21 and not state.play_of(place).drawing and state.playing(place):
                return place
    return None


def rescuable(state: State) -> tuple[tuple[Spot, str], ...]:
    """The doubled hands whose players are still to say whether they play them or withdraw what they added."""
    if not state.terms.playing.rescue:
        return ()
    return tuple(
        [
            (each.spot, each.player)
            for each in state.wagers
            if each.bet == Bet.DOUBLE
            and each.settled is None
            and not state.play_of(each.spot).drawing
            and not is_bust(state, each.spot)
            and (each.spot, each.player) not in state.kept
            and each.player not in state.excluded
        ]
    )


def early_open(state: State) -> bool:
    """Whether insurance, even money and surrender may still be asked for: until the first decision (ruling 43)."""
    if state.decided or state.hand(*DEALERS).size != 1:
        return False
    return state.stage in (Stage.INTERIM, Stage.CHOOSING, Stage.DRAWING)


def may_insure(state: State, wager: Wager) -> bool:
    """Whether a wager may be insured: against an ace, once, given up or not, but no Pontoon."""
    first = state.dealers_first
    if first is None or first.rank != "A" or wager.bet != state.main or wager.sent_back or wager.settled is not None:
        return False
    if state.terms.playing.pays_21_at_once and state.is_natural(wager.spot):
        return False
    return state.added(wager.spot, wager.player, Bet.INSURANCE) is None


def may_take_even_money(state: State, wager: Wager) -> bool:
    """Whether a natural may be paid at even money: against an ace, once the side bets are settled (BJ 15.6.2)."""
    first = state.dealers_first
    if side_bets_decided(state):
        return False
    if first is None or first.rank != "A" or not state.terms.playing.even_money or wager.bet != state.main:
        return False
    insured = state.added(wager.spot, wager.player, Bet.INSURANCE) is not None
    allowed = state.terms.readings.even_money_after_insurance or not insured
    return state.in_hand(wager) and state.is_natural(wager.spot) and allowed


def may_surrender(state: State, wager: Wager) -> bool:
    """Whether half a wager may be given up: after the interim settlement, on a shared area after its caller."""
    first = state.dealers_first
    if first is None or first.rank not in state.terms.playing.surrender_against or wager.bet != state.main:
        return False
    if not state.in_hand(wager) or state.covered(wager.spot) or state.total_of(wager.spot)[0] >= 21:
        return False
    if not interim_over(state):
        return False
    caller = state.caller(wager.area)
    return wager.player == caller or (wager.area, caller) in state.surrendered


def undecided(state: State) -> tuple[str, ...]:
    """Who is still to answer the early choices, from the left; nobody is asked for what they may not do."""
    if not early_open(state):
        return ()
    found: list[str] = []
    for area in state.staked:
        for each in state.bettors(area):
            if each.player in state.passed or each.player in state.excluded or each.player in found:
                continue
            turns_up = state.covered(each.spot) and each.player == state.caller(area)
            early = may_insure(state, each) or may_take_even_money(state, each) or may_surrender(state, each)
            if turns_up or early:
                found.append(each.player)
    return tuple(found)
