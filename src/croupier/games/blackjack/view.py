"""What a viewer may see: built from what is shown, never by taking secrets out.

All cards are dealt face up, and a card that leaves unseen has no face in the state at all.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.choices import deciding
from croupier.games.blackjack.hands import dealers_hand_done, is_bust, is_done
from croupier.games.blackjack.rules import ENGINE, RULES
from croupier.games.blackjack.state import State
from croupier.games.blackjack.terms import (
    INSURANCE,
    NATURAL,
    PANDEMONIUM_PRIZES,
    PONTOON_PAYS,
    Bet,
    Prize,
    pairs_pay,
    sevens_pay,
    total,
)
from croupier.games.blackjack.words import announced
from croupier.money import dollars
from croupier.table.contract import PLAYER, Actor
from croupier.table.hands import DEALERS, Spot
from croupier.table.versions import VersionNotice
from croupier.table.views import BankedView, Sign, WagerView, banked_view, wagers_on
from croupier.table.wagers import marked_most


class PlayedHandView(msgspec.Struct, frozen=True):
    """One hand of an area: its cards, its total as the dealer announces it, and how it stands."""

    hand: int
    cards: tuple[Card, ...]
    total: str
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
    hands: tuple[PlayedHandView, ...]
    surrendered: tuple[str, ...]
    wagers: tuple[WagerView, ...]


class DealerView(msgspec.Struct, frozen=True):
    """The dealer's hand."""

    cards: tuple[Card, ...]
    total: str
    natural: bool
    serving: bool


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
    sign: SignView
    held_to_least: tuple[HeldView, ...] = ()
    """Who may wager no more than the minimum: all of them for the house, oneself for a player."""


def view(state: State, viewer: Actor, at: int = 0, deadlines: Mapping[str, int] = {}) -> TableView:
    """The table as this person may see it now; `deadlines` says until when each turn runs, by its key."""
    serving = _serving(state)
    return TableView(
        **banked_view(ENGINE, state, viewer, at, deadlines),
        variant=state.terms.variant.value,
        areas=tuple([_area(state, area, serving) for area in range(1, state.seats + 1)]),
        dealer=_dealer(state, serving),
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


def _area(state: State, area: int, serving: Spot | None) -> AreaView:
    seated, marked = state.seated(area), marked_most(state, area)
    return AreaView(
        area=area,
        player=seated.id if seated else None,
        name=seated.name if seated else None,
        marker=None if marked is None else "personal limit",
        caller=state.caller(area),
        hands=tuple([_hand(state, each, serving) for each in state.hands_of(area) if state.cards_of(each)]),
        surrendered=tuple([each.player for each in state.bettors(area) if (area, each.player) in state.surrendered]),
        wagers=wagers_on(state, area),
    )


def _hand(state: State, place: Spot, serving: Spot | None) -> PlayedHandView:
    return PlayedHandView(
        hand=place.hand,
        cards=state.cards_of(place),
        total=announced(*state.total_of(place), is_done(state, place)),
        natural=state.is_natural(place),
        bust=is_bust(state, place),
        doubled=state.play_of(place).doubled,
        done=is_done(state, place),
        serving=place == serving,
    )


def _dealer(state: State, serving: Spot | None) -> DealerView:
    cards = state.cards_of(DEALERS)
    return DealerView(
        cards=cards,
        total=announced(*total(cards), dealers_hand_done(state)) if cards else "",
        natural=state.is_natural(DEALERS),
        serving=serving == DEALERS,
    )


def _sign(state: State) -> SignView:
    terms, playing, clauses = state.terms, state.terms.playing, RULES[state.terms.variant].clauses
    pays = {bet.value: _pays(state, bet) for bet in (*terms.bets, Bet.INSURANCE)}
    return SignView(
        limits=state.limits,
        pays=pays,
        chips=terms.chips.cents,
        notices=state.notices,
        version=state.terms_version,
        under={"limits": (clauses.limits_on_sign, clauses.sign, *clauses.sign_by_law, clauses.bettors_per_area)},
        bettors_per_area=state.bettors_per_area,
        per="per player" if terms.readings.limits_by_wager else "per betting area",
        title=playing.title,
        natural=playing.natural,
        main=playing.bet.value,
        doubling=playing.doubling.value,
        dealer=f"draws to {'soft' if playing.draws_to_soft_17 else 'hard'} 17",
        surrender=playing.surrender_against,
        readings=msgspec.structs.asdict(terms.readings),
        sevens=state.offered,
        coming=state.coming,
    )


def _pays(state: State, bet: Bet) -> dict[str, str]:
    terms = state.terms
    lines: Mapping[str, Prize]
    match bet:
        case Bet.PAIRS:
            lines = pairs_pay(terms.decks)  # type: ignore[assignment]
        case Bet.SEVENS:
            lines = sevens_pay(state.offered or 1, terms.decks)  # type: ignore[assignment]
        case Bet.PANDEMONIUM:
            prizes = PANDEMONIUM_PRIZES[terms.pandemonium]
            every = sum(prizes.values())
            return {f"{many:,} of {every:,}": dollars(100 * prize) for prize, many in prizes.items()}
        case Bet.PONTOON:
            lines = PONTOON_PAYS  # type: ignore[assignment]
        case Bet.INSURANCE:
            lines = {"the dealer's second card counts ten": INSURANCE}
        case _:
            return {terms.playing.natural: str(NATURAL.odds), "any other win": "1 to 1"}
    return {str(name): str(prize.odds) for name, prize in lines.items()}
