"""The Super Bonus: three sevens of one suit against a seven, and what every other original wager is then given."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.books import cite
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.hands import is_done
from croupier.games.blackjack.state import State
from croupier.games.blackjack.terms import SUPER_BONUS_CENTS, SUPER_BONUS_OTHERS_CENTS
from croupier.money import Move, dollars
from croupier.table.accounts import RACK
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.hands import Spot
from croupier.table.people import bank
from croupier.table.rules import BankedContext
from croupier.table.state import Ending, Settled, Stage, Wager
from croupier.table.value import SETTLED

part = Part("blackjack", BlackjackClauses)

LINE = "super bonus"
OTHERS = "super bonus of another"
BONUS_LINES = (LINE, OTHERS)
WON_BY = cite("BJ 10 Table 1:Super Bonus")
GIVEN = cite("BJ 10 Table 1:Super Bonus others")
PAID_WHEN = cite("BJ 10 Table 1:Super Bonus timing")
DOUBLED, SPLIT = cite("BJ 10.7.4"), cite("BJ 10.8.1")


class PaySuperBonus(Command, frozen=True, kw_only=True):
    """Pay the Super Bonus to its winners, and what every other original wager is given."""


class SuperBonusPaid(Event, frozen=True, kw_only=True):
    """The Super Bonus is paid."""

    bonuses: tuple[Settled, ...]


def wins_super_bonus(state: State, place: Spot) -> bool:
    """Whether a hand is three sevens of one suit against a seven, and nothing bars it."""
    return _suited_sevens(state, place) and not barred(state, place)


def _suited_sevens(state: State, place: Spot) -> bool:
    cards, first = state.cards_of(place), state.dealers_first
    if not state.terms.playing.super_bonus or first is None or first.rank != "7":
        return False
    return len(cards) == 3 and all(card.rank == "7" for card in cards) and len({card.suit for card in cards}) == 1


def barred(state: State, place: Spot) -> Clauses:
    """What keeps three sevens of one suit against a seven from the Super Bonus: a double, or the split of the pair."""
    play = state.play_of(place)
    if not _suited_sevens(state, place):
        return ()
    if play.doubled:
        return (DOUBLED,)
    if not play.split:
        return ()
    began = [each.card for each in state.drawn if each.spot.area == place.area][:2]
    if began[0].suit == began[1].suit:
        return (SPLIT,)
    return () if state.terms.readings.bonus_after_unsuited_split else (SPLIT, "ruling 48")


def in_reach(state: State) -> bool:
    """Whether a Super Bonus of this round is won, or may still be: a hand of nothing but sevens can draw another."""
    first = state.dealers_first
    if not state.terms.playing.super_bonus or first is None or first.rank != "7" or is_paid(state):
        return False
    if not state.dealt_first_cards:
        return True
    places = [place for area in state.staked for place in state.hands_of(area)]
    return any(
        wins_super_bonus(state, place)
        or (all(card.rank == "7" for card in state.cards_of(place)) and not is_done(state, place))
        for place in places
    )


def is_paid(state: State) -> bool:
    """Whether the Super Bonus of this round has been paid."""
    return any(each.bet in (LINE, OTHERS) for each in (*state.wagers, *state.left_behind))


def tier(wager: Wager) -> int:
    """What the Super Bonus is to this original wager, in cents."""
    return max((prize for least, prize in SUPER_BONUS_CENTS.items() if wager.at_risk >= least), default=0)


def super_bonuses(state: State) -> tuple[Settled, ...]:
    """Who is owed what once a wager of this round has won the Super Bonus: every hand that won it, the others once."""
    if is_paid(state):
        return ()
    mains = [each for each in (*state.wagers, *state.left_behind) if each.bet == state.main and not each.sent_back]
    won = [each for each in mains if tier(each) and wins_super_bonus(state, each.spot)]
    if not won:
        return ()
    winners = {(each.area, each.player) for each in won}
    others = {(each.area, each.player): each for each in mains if (each.area, each.player) not in winners}
    as_other = (GIVEN, PAID_WHEN, "ruling 38", "ruling 48")
    return (
        *(
            _given(each, LINE, tier(each), (WON_BY, PAID_WHEN, "ruling 38", *_though_split(state, each)))
            for each in won
        ),
        *(_given(each, OTHERS, SUPER_BONUS_OTHERS_CENTS, as_other) for each in others.values()),
    )


def _though_split(state: State, wager: Wager) -> Clauses:
    """What lets a hand win that came of splitting sevens of two suits."""
    return ("ruling 48",) if state.play_of(wager.spot).split else ()


def _given(wager: Wager, line: str, cents: int, under: tuple[str, ...]) -> Settled:
    return Settled(wager.area, line, wager.player, 0, Ending.WON, 0, 0, cents, under, hand=wager.hand)


@part.command(
    PaySuperBonus,
    under="interim",
    label="Pay the Super Bonus",
    next="The dealer pays the Super Bonus",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
)
def pay_super_bonus(state: State, command: PaySuperBonus, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """When the hands are over, and before their cards are collected; who has left gets it in the wallet."""
    bonuses = super_bonuses(state) if state.stage is Stage.SETTLED else ()
    if not bonuses:
        return Refusal(Reason.NOT_NOW, (WON_BY, PAID_WHEN), {"stage": state.stage.value})
    made = tuple(
        Move(RACK, f"{'stack' if each.player in state.people else 'wallet'}:{each.player}", each.paid)
        for each in bonuses
    )
    return (SuperBonusPaid(bonuses=bonuses, moves=made, under=(WON_BY, PAID_WHEN)),)


@part.event(
    SuperBonusPaid,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: (
        "; ".join(
            f"{who(each.player)} {'wins the Super Bonus of' if each.bet == LINE else 'is given'} {dollars(each.paid)}"
            for each in e.bonuses
        )
        + "."
    ),
    aloud=True,
)
def super_bonus_paid(state: State, event: SuperBonusPaid) -> State:
    """Paid beside the wagers, without a stake of its own."""
    paid = [Wager(each.area, each.bet, each.player, 0, settled=each, hand=each.hand) for each in event.bonuses]
    here = tuple(each for each in paid if each.player in state.people)
    gone = tuple(each for each in paid if each.player not in state.people)
    wagers, left_behind = (*state.wagers, *here), (*state.left_behind, *gone)
    return replace(state, wagers=wagers, left_behind=left_behind, chips=bank(state, event.moves))
