"""A misdeal, hands made void, and players asked whether they take their wagers back.

A misdeal voids the round but carries the Jackpot wagers over to the next (TCP 11.15).
"""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.jackpot_game import game_without, outcome_undone
from croupier.games.three_card_poker.state import Choice, State, emptied
from croupier.games.three_card_poker.terms import Bet
from croupier.table.contract import Clauses, Event
from croupier.table.declare import EVERYONE, Ends, Part
from croupier.table.people import bank
from croupier.table.rules import BankedContext, BankedRules
from croupier.table.state import Stage
from croupier.table.voiding import HandVoided, refunds, reopened
from croupier.table.words import because, money_back, several

part = Part("three-card-poker", ThreeCardClauses)


class Misdealt(Event, frozen=True, kw_only=True):
    """The round is void; wagers are back but for Jackpot wagers, which stand for the next round."""

    round: int
    why: str


class RetractionOffered(Event, frozen=True, kw_only=True):
    """These players may take their wagers back."""

    players: tuple[str, ...]


def misdeal(state: State, why: str, under: Clauses, ctx: BankedContext[ThreeCardClauses]) -> tuple[Event, ...]:
    """The events of a misdeal: what the round had moved is moved back, and Jackpot wagers lie on the layout again."""
    carried = tuple(each for each in state.wagers if each.bet == Bet.JACKPOT)
    back = tuple(each for each in state.wagers if each.bet != Bet.JACKPOT)
    under = (*under, ctx.clauses.misdeal_carries, "ruling 54")
    made = (*refunds(back), *reopened(carried))
    number = state.round + (state.stage is Stage.BETTING)
    return (*outcome_undone(state, under), Misdealt(round=number, why=why, moves=made, under=under))


@part.event(
    Misdealt,
    audience=EVERYONE,
    says=lambda e, who: (
        f"Round {e.round} is a misdeal{because(e.why)}; wagers go back, and Jackpot wagers stand for the next round."
        f"{money_back(e, who)}"
    ),
    ends=Ends.VOID,
    aloud=True,
)
def misdealt(state: State, event: Misdealt) -> State:
    """Jackpot wagers, even one just lost by folding, stay on the layout for the next round."""
    carried = tuple(each for each in state.wagers if each.bet == Bet.JACKPOT)
    return emptied(replace(state, chips=bank(state, event.moves), round=event.round, results=()), carried)


def void_and_offer(
    state: State,
    areas: tuple[int, ...],
    ctx: BankedContext[ThreeCardClauses],
    *,
    why: str,
    under: Clauses,
    offer: Clauses,
    but: str = "",
) -> tuple[Event, ...]:
    """Hands made void, their wagers back, and everyone but the offender, if there is one, asked about theirs."""
    events: list[Event] = []
    for area in areas:
        wagers = tuple(each for each in state.wagers if each.area == area)
        events.append(HandVoided(area=area, why=why, moves=refunds(wagers), under=under))
    events += game_without(state, areas, (ctx.clauses.retract_jackpot,))
    left = [each.player for each in state.wagers if each.area not in areas and not each.settled and each.player != but]
    if left:
        events.append(RetractionOffered(players=tuple(dict.fromkeys(left)), under=offer))
    return tuple(events)


@part.evolves(HandVoided)
def hand_voided(state: State, event: HandVoided, rules: BankedRules[State, ThreeCardClauses]) -> State:
    """The area takes no further part."""
    wagers = tuple(
        each for each in state.wagers if each.area != event.area or (event.open_only and each.settled is not None)
    )
    choices = {**state.choices, event.area: Choice.VOID}
    return rules.resumed(replace(state, wagers=wagers, choices=choices, chips=bank(state, event.moves)))


@part.event(
    RetractionOffered,
    audience=EVERYONE,
    says=lambda e, who: f"{several(map(who, e.players)) if e.players else 'No one'} may take wagers back.",
)
def retraction_offered(state: State, event: RetractionOffered) -> State:
    """Each is asked."""
    return replace(state, retracting=event.players, offered=event.under)
