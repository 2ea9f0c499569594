"""The Super Bonus: three sevens of one suit against a seven, and what every other original wager is then given."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.books import cite
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.state import State
from croupier.games.blackjack.terms import SUPER_BONUS_CENTS, SUPER_BONUS_OTHERS_CENTS
from croupier.money import dollars
from croupier.table.contract import Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.endings import moved
from croupier.table.hands import Spot
from croupier.table.people import bank
from croupier.table.rules import BankedContext
from croupier.table.state import Ending, Settled, Stage, Wager

part = Part("blackjack", BlackjackClauses)

LINE = "super bonus"
OTHERS = "super bonus of another"
WON_BY = cite("BJ 10 Table 1:Super Bonus")
GIVEN = cite("BJ 10 Table 1:Super Bonus others")
PAID_WHEN = cite("BJ 10 Table 1:Super Bonus timing")
_FOR_OTHERS = (GIVEN, PAID_WHEN, cite("ruling 38"), cite("ruling 48"))


class PaySuperBonus(Command, frozen=True, kw_only=True):
    """Pay the Super Bonus to its winners, and what every other original wager is given."""


class SuperBonusPaid(Event, frozen=True, kw_only=True):
    """The Super Bonus is paid."""

    bonuses: tuple[Settled, ...]


def wins_super_bonus(state: State, place: Spot) -> bool:
    """Whether a hand is three sevens of one suit against a seven, neither doubled nor of suited sevens split."""
    cards, play, first = state.cards_of(place), state.play_of(place), state.dealers_first
    if not state.terms.playing.super_bonus or first is None or first.rank != "7" or play.doubled:
        return False
    if len(cards) != 3 or any(card.rank != "7" for card in cards) or len({card.suit for card in cards}) > 1:
        return False
    if not play.split:
        return True
    began = [each.card for each in state.drawn if each.spot.area == place.area][:2]
    return began[0].suit != began[1].suit and state.terms.readings.bonus_after_unsuited_split


def tier(wager: Wager) -> int:
    """What the Super Bonus is to this original wager, in cents."""
    return max((prize for least, prize in SUPER_BONUS_CENTS.items() if wager.at_risk >= least), default=0)


def super_bonuses(state: State) -> tuple[Settled, ...]:
    """Who is owed what once a hand of this round has won the Super Bonus."""
    staked = (*state.wagers, *state.left_behind)
    mains = [each for each in staked if each.bet == state.main and not each.sent_back]
    winning = [place for area in state.staked for place in state.hands_of(area) if wins_super_bonus(state, place)]
    if not winning or any(each.bet in (LINE, OTHERS) for each in staked):
        return ()
    won = [each for each in mains if each.spot in winning and tier(each)]
    if not won:
        return ()
    others = {(each.area, each.player): each for each in mains}
    for each in won:
        others.pop((each.area, each.player), None)
    return (
        *(_given(each, LINE, tier(each), (WON_BY, PAID_WHEN, "ruling 38")) for each in won),
        *(_given(each, OTHERS, SUPER_BONUS_OTHERS_CENTS, _FOR_OTHERS) for each in others.values()),
    )


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
    """When the hands are over, and before their cards are collected."""
    bonuses = super_bonuses(state) if state.stage is Stage.SETTLED else ()
    if not bonuses:
        return Refusal(Reason.NOT_NOW, (WON_BY, PAID_WHEN), {"stage": state.stage.value})
    return (SuperBonusPaid(bonuses=bonuses, moves=moved(bonuses), under=(WON_BY, PAID_WHEN)),)


@part.event(
    SuperBonusPaid,
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
    paid = tuple(Wager(each.area, each.bet, each.player, 0, settled=each, hand=each.hand) for each in event.bonuses)
    return replace(state, wagers=(*state.wagers, *paid), chips=bank(state, event.moves))
