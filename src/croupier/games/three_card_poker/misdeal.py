"""A misdeal, hands made void, cards taken up, and players asked whether they take their wagers back.

A misdeal voids the round but carries the Jackpot wagers over to the next (TCP 11.15).
"""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.jackpot_game import (
    game_cancelled,
    game_without,
    outcome_undone,
    share_voided,
    when_checked,
)
from croupier.games.three_card_poker.state import Choice, State, emptied, in_the_rack
from croupier.games.three_card_poker.terms import Bet
from croupier.table.contract import Clauses, Decision, Event
from croupier.table.declare import EVERYONE, Ends, Part
from croupier.table.people import bank
from croupier.table.rounds import CollectCards, collect_cards, next_round, round_voided
from croupier.table.rules import BankedContext, BankedRules
from croupier.table.state import Stage, Wager
from croupier.table.uncounted import not_a_hand
from croupier.table.value import REFUNDED
from croupier.table.voiding import HandVoided, RoundVoided, refunds, reopened, undoing
from croupier.table.words import areas as areas_in_words
from croupier.table.words import because, money_back, several

part = Part("three-card-poker", ThreeCardClauses)


class Misdealt(Event, frozen=True, kw_only=True):
    """The round is void; wagers are back but for Jackpot wagers, which stand for the next round."""

    round: int
    why: str
    counts: bool = True
    """Whether it counts as a hand all the same, as it did once."""


class HandsTakenUp(Event, frozen=True, kw_only=True):
    """The cards of these areas are in the discard rack."""

    areas: tuple[int, ...]
    cards: int


class RemainingHandsVoided(Event, frozen=True, kw_only=True):
    """Hands not yet settled are void: their wagers are back but for Jackpot wagers, which stand for the next round."""

    areas: tuple[int, ...]
    why: str


class RetractionOffered(Event, frozen=True, kw_only=True):
    """These players may take their wagers back."""

    players: tuple[str, ...]


def misdeal(state: State, why: str, under: Clauses, ctx: BankedContext[ThreeCardClauses]) -> tuple[Event, ...]:
    """The events of a misdeal: what the round had moved is moved back, and Jackpot wagers lie on the layout again."""
    carried = tuple(each for each in state.wagers if each.bet == Bet.JACKPOT)
    back = tuple(each for each in state.wagers if each.bet != Bet.JACKPOT)
    under = (*under, ctx.clauses.misdeal_carries, "ruling 54", *undoing((), state.left_behind))
    made = (*refunds(back, state.left_behind), *reopened(carried))
    left = {each.area for each in state.left_behind if each.bet == Bet.JACKPOT} & set(state.registered or ())
    undone = game_cancelled(state, (ctx.clauses.leaver_carried,)) if left else ()
    number = state.round + (state.stage is Stage.BETTING)
    returned = (ctx.clauses.leaver_carried,) if left else ()
    void = Misdealt(round=number, why=why, counts=False, moves=made, under=(*under, *returned, "ruling 72"))
    return (*outcome_undone(state, under), *undone, void)


@part.event(
    Misdealt,
    value=REFUNDED,
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
    void = next_round(emptied(replace(state, chips=bank(state, event.moves), round=event.round, results=()), carried))
    return void if event.counts else not_a_hand(void, event.round)


def taken_up(state: State, areas: tuple[int, ...], under: Clauses) -> tuple[Event, ...]:
    """The event of these areas' cards going to the discard rack, where there are any."""
    there = tuple(area for area in areas if state.hand(area).cards)
    if not there:
        return ()
    return (HandsTakenUp(areas=there, cards=sum(state.hand(area).size for area in there), under=under),)


@part.event(
    HandsTakenUp,
    audience=EVERYONE,
    says=lambda e, who: f"The cards of {areas_in_words(e.areas)} are taken up into the discard rack.",
)
def hands_taken_up(state: State, event: HandsTakenUp) -> State:
    """Nothing lies there any more."""
    return in_the_rack(state, event.areas)


def remaining_void(state: State, why: str, under: Clauses, ctx: BankedContext[ThreeCardClauses]) -> tuple[Event, ...]:
    """The events of a misdeal found between two hands of the settlement: what is settled stands, the rest is void."""
    areas = state.unchecked()
    wagers = tuple(each for each in state.wagers if each.area in areas)
    back = refunds(tuple(each for each in wagers if each.bet != Bet.JACKPOT))
    under = (*under, ctx.clauses.misdeal_carries, "ruling 57", "ruling 69")
    void = RemainingHandsVoided(areas=areas, why=why, moves=back, under=under)
    leaving = tuple(each.area for each in wagers if each.bet == Bet.JACKPOT)
    stay = set(state.registered or ()) - set(leaving)
    rest = game_without(state, leaving, (ctx.clauses.misdeal_carries,)) if stay else ()
    return (void, *rest, *taken_up(state, areas, under))


@part.event(
    RemainingHandsVoided,
    value=REFUNDED,
    audience=EVERYONE,
    says=lambda e, who: (
        f"What is settled stands; the rest, {areas_in_words(e.areas)}, is void{because(e.why)}. "
        f"Jackpot wagers there stand for the next round.{money_back(e, who)}"
    ),
    aloud=True,
)
def remaining_hands_voided(state: State, event: RemainingHandsVoided) -> State:
    """With nothing left to check the settlement is done, but for the meter."""
    here = [each for each in state.wagers if each.area in event.areas]
    carried = tuple(each.area for each in here if each.bet == Bet.JACKPOT)
    void = replace(
        state,
        wagers=tuple(each for each in state.wagers if each not in here or each.bet == Bet.JACKPOT),
        chips=bank(state, event.moves),
        choices={**state.choices, **dict.fromkeys(event.areas, Choice.VOID)},
        carried=(*state.carried, *carried),
        ordering=False,
        mixed=False,
    )
    return when_checked(void)


@part.evolves(RoundVoided, overrides=True)
def all_void(state: State, event: RoundVoided, rules: BankedRules[State, ThreeCardClauses]) -> State:
    """A round void as a whole carries nothing over, whatever stood for the next round."""
    return round_voided(replace(state, carried=()), event, rules)


def determined(wager: Wager, clauses: ThreeCardClauses) -> bool:
    """Whether a prize from the meter has been determined and paid for this wager: that stands."""
    settled = wager.settled
    return settled is not None and bool(settled.paid) and clauses.meter_prizes in settled.under


def off_the_meter(state: State, areas: tuple[int, ...], under: Clauses) -> tuple[Event, ...]:
    """What the meter hears when Jackpot wagers leave the round: the others are registered anew, or keep their part."""
    if state.outcome_recorded:
        return share_voided(state, areas, under)
    return game_without(state, areas, under)


def hand_void(
    state: State, area: int, ctx: BankedContext[ThreeCardClauses], *, why: str, under: Clauses, open_only: bool = False
) -> tuple[Event, ...]:
    """The events of one hand made void: its wagers back and its cards taken up."""
    wagers = tuple(each for each in state.wagers if each.area == area and not (open_only and each.settled))
    gone = () if open_only else tuple(each for each in state.left_behind if each.area == area)
    under = (*under, *undoing((), gone))
    void = HandVoided(area=area, why=why, open_only=open_only, moves=refunds(wagers, gone), under=under)
    return (void, *taken_up(state, (area,), under))


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
        events += hand_void(state, area, ctx, why=why, under=under)
    events += off_the_meter(state, areas, (ctx.clauses.retract_jackpot,))
    return (*events, *retraction_offer(state, offer, without=areas, but=but))


def retraction_offer(
    state: State, under: Clauses, *, without: tuple[int, ...] = (), but: str = ""
) -> tuple[Event, ...]:
    """The event of everyone asked whose hand has yet to be settled, but for an offender and the excluded."""
    silent = {but, *state.excluded}
    asked = [each.player for each in state.remaining() if each.area not in without and each.player not in silent]
    return (RetractionOffered(players=tuple(dict.fromkeys(asked)), under=under),) if asked else ()


@part.evolves(HandVoided)
def hand_voided(state: State, event: HandVoided, rules: BankedRules[State, ThreeCardClauses]) -> State:
    """The area takes no further part."""
    wagers = tuple(
        each for each in state.wagers if each.area != event.area or (event.open_only and each.settled is not None)
    )
    gone = tuple(each for each in state.left_behind if event.open_only or each.area != event.area)
    choices = {**state.choices, event.area: Choice.VOID}
    chips = bank(state, event.moves)
    return rules.resumed(replace(state, wagers=wagers, left_behind=gone, choices=choices, chips=chips))


@part.event(
    RetractionOffered,
    audience=EVERYONE,
    says=lambda e, who: f"{several(map(who, e.players)) if e.players else 'No one'} may take wagers back.",
)
def retraction_offered(state: State, event: RetractionOffered) -> State:
    """Each is asked."""
    return replace(state, retracting=event.players, offered=event.under)


@part.decides(CollectCards, under="dealing", overrides=True)
def collect_when_ruled(state: State, command: CollectCards, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """A round does not close over a count, a ruling or an answer that is outstanding."""
    outstanding = ctx.rules.why_not_go_on(state) if state.stage is Stage.SETTLED else None
    return outstanding or collect_cards(state, command, ctx)
