"""What a viewer may see: built from what is shown, never by taking secrets out.

A card that leaves unseen has no face in the state at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from croupier.games.blackjack.bonus import GIVEN, LINE, WON_BY
from croupier.games.blackjack.choices import deciding
from croupier.games.blackjack.hands import BUST, dealers_hand_done, is_done
from croupier.games.blackjack.pandemonium import BY_TABLE, DETERMINED, named, pressing, prizes_of
from croupier.games.blackjack.rules import ENGINE, RULES
from croupier.games.blackjack.state import State
from croupier.games.blackjack.terms import (
    EVEN,
    INSURANCE,
    NATURAL,
    PONTOON_PAYS,
    SUPER_BONUS_CENTS,
    SUPER_BONUS_OTHERS_CENTS,
    Bet,
    Prize,
    TwentyOne,
    is_natural,
    pairs_pay,
    sevens_pay,
    total,
    twenty_one,
)
from croupier.games.blackjack.words import announced
from croupier.money import dollars
from croupier.table.contract import PLAYER, Actor, Clauses
from croupier.table.hands import DEALERS, Spot
from croupier.table.versions import VersionNotice
from croupier.table.views import BankedView, HandView, Sign, WagerView, banked_view, hand_view, wagers_on
from croupier.table.wagers import marked_most


class PlayedHandView(HandView, frozen=True, kw_only=True):
    """One hand of an area: its cards, its total as the dealer announces it, and how it stands."""

    hand: int
    natural: bool
    bust: bool
    doubled: bool
    done: bool
    serving: bool
    """Whether this is the hand that is being decided on, or that the next card goes to."""


class AreaView(msgspec.Struct, frozen=True):
    """One betting area: who sits there and who calls, its marker, its hands as they are served, its wagers."""

    area: int
    player: str | None
    name: str | None
    marker: str | None
    caller: str | None
    line: tuple[str, ...]
    """Whose wagers lie there, from the one nearest the dealer on."""
    hands: tuple[PlayedHandView, ...]
    surrendered: tuple[str, ...]
    wagers: tuple[WagerView, ...]


class DealerView(HandView, frozen=True, kw_only=True):
    """The dealer's hand."""

    natural: bool
    serving: bool


class AskedView(msgspec.Struct, frozen=True):
    """The hand whose caller has doubled or split, and who is asked to go along."""

    area: int
    hand: int
    origin: int
    """The hand that their wagers lie on."""
    bet: str
    players: tuple[str, ...]


class ButtonView(msgspec.Struct, frozen=True):
    """The jackpot button: who has it, who presses it for them, and a prize that came up without being called for."""

    area: int | None
    player: str | None
    nominee: str | None
    stray: int | None
    down: bool
    prizes: tuple[int, ...]
    """For each dollar, in cents, the best first."""


class HeldView(msgspec.Struct, frozen=True):
    """A player who may wager no more than the minimum, why, under which clause, and until when."""

    player: str
    why: str
    under: str
    until: str


class SignView(Sign, frozen=True, kw_only=True):
    """The limit sign with its pay tables and notices, and how the version is played."""

    bettors_per_area: int
    per: str
    """Of whom the limits are asked: of an area, or of every player there."""
    title: str
    natural: str
    main: str
    doubling: str
    dealer: str
    surrender: str
    """The ranks of the dealer's first card against which half may be given up."""
    rescue: bool
    even_money: bool
    readings: dict[str, str | bool]
    sevens: int | None = None
    """The version of Magnificent Sevens that is offered."""
    coming: VersionNotice | None = None
    """The notice of another version."""


class TableView(BankedView, frozen=True, kw_only=True, tag_field="game", tag="blackjack"):
    """A table of the Blackjack family as one viewer may see it."""

    variant: str
    areas: tuple[AreaView, ...]
    dealer: DealerView
    asked: AskedView | None
    button: ButtonView | None
    sign: SignView
    held_to_least: tuple[HeldView, ...] = ()
    """Who may wager no more than the minimum: all of them for the house, oneself for a player."""


def view(state: State, viewer: Actor, at: int = 0, deadlines: Mapping[str, int] = {}) -> TableView:
    """The table as this person may see it now; `deadlines` says until when each turn runs, by its key."""
    serving = _serving(state)
    return TableView(
        **banked_view(ENGINE, state, viewer, at, deadlines),
        variant=state.terms.variant.value,
        areas=tuple([_area(state, area, serving, viewer) for area in range(1, state.seats + 1)]),
        dealer=_dealer(state, serving, viewer),
        asked=_asked(state),
        button=_button(state),
        sign=_sign(state),
        held_to_least=_held(state, viewer),
    )


def _held(state: State, viewer: Actor) -> tuple[HeldView, ...]:
    clauses = RULES[state.terms.variant].clauses
    found = [HeldView(player, why, clauses.limit_player, "lifted") for player, why in state.limited.items()]
    found += [HeldView(player, why, clauses.restrict_for_shoe, "shuffle") for player, why in state.restricted.items()]
    return tuple([each for each in found if viewer.rank != PLAYER or each.player == viewer.id])


def _serving(state: State) -> Spot | None:
    return deciding(state) or ENGINE.rules(state).spot_due(state)


def _area(state: State, area: int, serving: Spot | None, viewer: Actor) -> AreaView:
    seated, marked, bettors = state.seated(area), marked_most(state, area), state.bettors(area)
    return AreaView(
        area=area,
        player=seated.id if seated else None,
        name=seated.name if seated else None,
        marker=None if marked is None else "personal limit",
        caller=state.caller(area),
        line=tuple([each.player for each in bettors]),
        hands=tuple([_hand(state, each, serving, viewer) for each in state.hands_of(area) if state.hand(*each).size]),
        surrendered=tuple([each.player for each in bettors if (area, each.player) in state.surrendered]),
        wagers=wagers_on(state, area),
    )


def _hand(state: State, place: Spot, serving: Spot | None, viewer: Actor) -> PlayedHandView:
    """A hand as this person may see it: what it comes to is said of its faces in sight alone."""
    shown = hand_view(state.hand(*place), viewer, lambda seen: None)
    whole, covered = None not in shown.cards, state.covered(place)
    seen = tuple([card for card in shown.cards if card is not None])
    counted, soft = total(seen) if covered else state.total_of(place)
    natural = is_natural(seen) if covered else state.is_natural(place)
    return PlayedHandView(
        cards=shown.cards,
        up=shown.up,
        yours=shown.yours,
        name=_name(state, place) if whole else None,
        total=announced(counted, soft, is_done(state, place)) if whole else "",
        hand=place.hand,
        natural=whole and natural,
        bust=whole and counted > BUST,
        doubled=state.play_of(place).doubled,
        done=is_done(state, place),
        serving=place == serving,
    )


def _name(state: State, place: Spot) -> str | None:
    """What a hand is called: a natural, or a 21 that has a line of its own in the pay table."""
    if state.is_natural(place):
        return state.terms.playing.natural
    if not state.terms.playing.pays_21_at_once or state.play_of(place).doubled or state.total_of(place)[0] != 21:
        return None
    line = twenty_one(state.cards_of(place))
    return None if line is TwentyOne.OTHER else line.value


def _dealer(state: State, serving: Spot | None, viewer: Actor) -> DealerView:
    done = dealers_hand_done(state)
    shown = hand_view(state.hand(*DEALERS), viewer, lambda seen: None, lambda seen: announced(*total(seen), done))
    natural = state.is_natural(DEALERS)
    return DealerView(
        cards=shown.cards,
        up=shown.up,
        yours=shown.yours,
        name=state.terms.playing.natural if natural else None,
        total=shown.total,
        natural=natural,
        serving=serving == DEALERS,
    )


def _asked(state: State) -> AskedView | None:
    asked = state.asked
    if asked is None:
        return None
    return AskedView(asked.spot.area, asked.spot.hand, asked.origin.hand, asked.bet.value, asked.players)


def _button(state: State) -> ButtonView | None:
    if Bet.PANDEMONIUM not in state.terms.bets:
        return None
    wager = pressing(state)
    return ButtonView(
        area=None if wager is None else wager.area,
        player=None if wager is None else wager.player,
        nominee=named(state),
        stray=None if state.stray is None else 100 * state.stray,
        down=state.button_down,
        prizes=tuple([100 * each for each in prizes_of(state)]),
    )


def _sign(state: State) -> SignView:
    terms, playing, clauses = state.terms, state.terms.playing, RULES[state.terms.variant].clauses
    pays = {bet.value: _pays(state, bet) for bet in (*terms.bets, Bet.INSURANCE)}
    under = {bet.value: _pays_under(state, bet) for bet in (*terms.bets, Bet.INSURANCE)}
    if playing.super_bonus:
        pays[LINE] = _super_bonus()
        under[LINE] = (WON_BY, GIVEN)
    return SignView(
        limits=state.limits,
        pays=pays,
        chips=terms.chips.cents,
        notices=state.notices,
        version=state.terms_version,
        under={
            "limits": (clauses.limits_on_sign, clauses.sign, *clauses.sign_by_law, clauses.bettors_per_area),
            "minimum": (clauses.under_minimum,),
            **under,
        },
        bettors_per_area=state.bettors_per_area,
        per="per player" if terms.readings.limits_by_wager else "per betting area",
        title=playing.title,
        natural=playing.natural,
        main=playing.bet.value,
        doubling=playing.doubling.value,
        dealer="draws on soft 17" if playing.draws_to_soft_17 else "stands on every 17",
        surrender=playing.surrender_against,
        rescue=playing.rescue,
        even_money=playing.even_money,
        readings=msgspec.structs.asdict(terms.readings),
        sevens=state.offered,
        coming=state.coming,
    )


def _lines(state: State, bet: Bet) -> Mapping[str, Prize]:
    """The lines of a pay table by odds."""
    terms = state.terms
    lines: Mapping[Any, Prize]
    match bet:
        case Bet.PAIRS:
            lines = pairs_pay(terms.decks)
        case Bet.SEVENS:
            lines = sevens_pay(state.offered or 1, terms.decks)
        case Bet.PONTOON:
            lines = PONTOON_PAYS
        case Bet.INSURANCE:
            lines = {"the dealer's second card counts ten": INSURANCE}
        case _:
            lines = {terms.playing.natural: NATURAL, "any other win": EVEN}
    return {str(name): prize for name, prize in lines.items()}


def _pays(state: State, bet: Bet) -> dict[str, str]:
    if bet is not Bet.PANDEMONIUM:
        return {name: str(prize.odds) for name, prize in _lines(state, bet).items()}
    prizes = prizes_of(state)
    every = sum(prizes.values())
    return {f"{many:,} of {every:,}": dollars(100 * prize) for prize, many in prizes.items()}


def _pays_under(state: State, bet: Bet) -> Clauses:
    """What all lines of a pay table rest on; where each has a clause of its own, the first one's."""
    if bet is Bet.PANDEMONIUM:
        return (DETERMINED, BY_TABLE)
    prizes = tuple(_lines(state, bet).values())
    shared = tuple([each for each in prizes[0].under if all(each in prize.under for prize in prizes)])
    return shared or prizes[0].under


def _super_bonus() -> dict[str, str]:
    """What the Super Bonus is, by the original wager."""
    own = {f"with {dollars(least)} or more wagered": dollars(prize) for least, prize in SUPER_BONUS_CENTS.items()}
    return {**own, "every other original wager": dollars(SUPER_BONUS_OTHERS_CENTS)}
