"""Matchmaker's rules: its chapters put together, what it decides in its own way, and what is due at any moment."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.books import book, cite
from croupier.cards import Card
from croupier.games.matchmaker import irregularities, payouts, play, settle
from croupier.games.matchmaker.clauses import CLAUSES, MatchmakerClauses
from croupier.games.matchmaker.irregularities import (
    BurnDealtCards,
    DeclareRoundVoid,
    LetCardsLie,
    OrderReconstruction,
    ReconstructFirstRound,
    ReconstructHand,
    unburned_first_round,
)
from croupier.games.matchmaker.play import DealCard
from croupier.games.matchmaker.settle import ClearLosers, PayArea, ended, order_decides
from croupier.games.matchmaker.state import CARDS_TO_AN_AREA, Drawn, State, staked_areas
from croupier.games.matchmaker.terms import Bet, Outcome
from croupier.table import (
    care,
    closing,
    conduct,
    corrections,
    cut,
    discards,
    disputes,
    faults,
    holding,
    made_good,
    people,
    permissions,
    rack,
    retracting,
    rounds,
    signatures,
    signs,
    voiding,
    wagers,
)
from croupier.table.by_area import unpaid_area
from croupier.table.contract import Clauses, Due, Event, Reason, Refusal, Turn
from croupier.table.duty import before_play, betting_due, betting_turn, care_due, cut_turn, retracting_turns
from croupier.table.engine import Engine
from croupier.table.faults import RestoreMachine
from croupier.table.from_the_shoe import card_due, cared_for_after, taken_up, why_cards_wait
from croupier.table.hands import Spot, spot
from croupier.table.rounds import CollectCards
from croupier.table.rules import BankedRules
from croupier.table.state import Settled, Stage, Wager
from croupier.table.tournaments import reserved, reserved_people, secret_wagers
from croupier.table.tournaments.reserved_play import why_not_offered
from croupier.table.wagers import lapsed, over_limit

BETS_UNDER = {
    Bet.PAIR_MATCH: cite("MM 5.5.1(a)"),
    Bet.SUIT_MATCH: cite("MM 5.5.2(a)(i)"),
    Bet.MISS_MATCH: cite("MM 5.5.3(a)"),
}
"""Where the book offers each bet."""


class MatchmakerRules(BankedRules[State, MatchmakerClauses]):
    """The book cited MM."""

    name = "matchmaker"
    book = book("matchmaker")
    clauses = CLAUSES
    automatic_rank = "game-supervisor"  # who cuts when no player does
    retracts_by_area = True
    parts = (
        people.part,
        wagers.part,
        wagers.speaking,
        wagers.unpayable,
        permissions.part,
        rack.part,
        care.part,
        care.ordering,
        cut.part,
        signs.part,
        closing.part,
        faults.part,
        voiding.part,
        conduct.part,
        holding.part,
        disputes.part,
        signatures.part,
        retracting.part,
        rounds.part,
        corrections.part,
        made_good.part,
        discards.part,
        play.part,
        settle.part,
        irregularities.part,
        reserved.part,
        reserved.levels,
        reserved_people.part,
        secret_wagers.part,
    )

    def due(self, state: State) -> tuple[Due, ...]:
        """What must happen next, the foremost first; nothing while betting is open and no one has wagered."""
        if state.stage is Stage.CLOSED:
            return before_play(state, self)
        caring = care_due(state, self)
        if caring:
            return caring
        if state.care.machine_down and not state.dealt_out:
            return (self.act(RestoreMachine(), self.clauses.dealing),)
        return self._ruling_due(state) or self._round_due(state)

    def _ruling_due(self, state: State) -> tuple[Due, ...]:
        clauses = self.clauses
        if state.in_vain:
            if state.declared_void:
                return (self.act(BurnDealtCards(), clauses.dealing),)
            return (self.act(DeclareRoundVoid(), clauses.no_wagers),)
        if state.retracting is not None:
            asked = retracting_turns(state, self)
            return self.asked(asked[0]) if asked else (self.act(ReconstructHand(), clauses.reconstruct),)
        if state.misplaced:
            let_lie = self.act(LetCardsLie(), clauses.reconstruct)
            if unburned_first_round(state):
                return (self.act(ReconstructFirstRound(), clauses.reconstruct_first_round), let_lie)
            return (self.act(OrderReconstruction(), clauses.reconstruct), let_lie)
        return ()

    def _round_due(self, state: State) -> tuple[Due, ...]:
        match state.stage:
            case Stage.BETTING:
                return betting_due(state, self)
            case Stage.SETTLING:
                return (self.act(ClearLosers(), self.clauses.clear_losers),)
            case Stage.PAYING:
                area = unpaid_area(state)
                assert area is not None
                return (self.act(PayArea(area=area), self.clauses.pay_winners),)
            case Stage.SETTLED:
                return (self.act(CollectCards(), self.clauses.dealing),)
            case _:
                return (self._card_due(state),)

    def _card_due(self, state: State) -> Due:
        spot = self.spot_due(state)
        second = spot is not None and bool(state.hand(*spot).cards)
        clause = self.clauses.second_card if second else self.clauses.from_the_left
        return card_due(state, self, DealCard(), clause)

    def order_matters(self, state: State, cards: int) -> bool | None:
        """Whether any wager could end otherwise if the last cards had come in another order."""
        return order_decides(state, cards)

    def turns(self, state: State) -> tuple[Turn, ...]:
        """The cut, wagers that may be taken back, and the time to bet."""
        answers = () if state.retracting is None else retracting_turns(state, self)
        return (*answers, *cut_turn(state, self)) or betting_turn(state, self)

    def spot_due(self, state: State) -> Spot | None:
        """The area whose card comes next: from the left, one each, then a second each."""
        if state.stage not in (Stage.NO_MORE_BETS, Stage.DEALING) or state.in_vain:
            return None
        areas = state.staked if state.in_play else staked_areas(state.wagers)
        hands, second = state.hands, None
        for area in areas:
            hand = hands.get((area, 1))  # type: ignore[call-overload]
            if hand is None:
                return spot(area)
            if second is None and len(hand.cards) < CARDS_TO_AN_AREA:
                second = area
        return None if second is None else spot(second)

    def swing(self, state: State) -> tuple[int, int]:
        """Every bet at its maximum, lost together, or as much of it won as two cards can win at once."""
        areas = max([each.areas for each in state.people.values()], default=1)
        offered = [bet for bet in Bet if why_not_offered(state, bet, self) is None]
        most = {bet: state.limits[bet].maximum for bet in offered}
        won = [
            sum(
                [int(prize.odds.pays(most[bet])) for bet in offered if (prize := state.prize(bet, outcome)) is not None]
            )
            for outcome in Outcome
        ]
        return areas * sum(most.values()), areas * max(won)

    def areas_to_deal(self, state: State) -> tuple[int, ...]:
        """The areas with a wager on them, from the left."""
        return staked_areas(state.wagers)

    def placed_under(self, state: State, bet: str) -> Clauses:
        """Any time before the first card."""
        return (self.clauses.before_first_card,)

    def bet_under(self, bet: str) -> Clauses:
        """Each bet has a clause of its own."""
        return (BETS_UNDER[Bet(bet)],)

    def retractable(self, state: State, player: str) -> tuple[Wager, ...]:
        """The wagers a player may take back before the hand is rebuilt."""
        return tuple(each for each in state.wagers_of(player) if each.area in state.rebuilding and each.settled is None)

    def why_not_change_seat(self, state: State, player: str, seat: int) -> Refusal | None:
        """Decided wagers hold nobody; but nobody brings a personal limit to an area on which more lies than that."""
        undecided = any(each.settled is None for each in state.wagers_of(player))
        refusal = super().why_not_change_seat(state, player, seat) if undecided else None
        person = state.people.get(player)
        if refusal is not None or person is None or person.personal is None:
            return refusal
        return over_limit(state, seat, person.personal.maximum, self.clauses.area_total or "")

    def before_leaving(self, state: State, player: str) -> tuple[Event, ...]:
        """What they called out comes to nothing."""
        return lapsed(state, self.clauses.spoken, player)

    def why_not_go_on(self, state: State) -> Refusal | None:
        """Cards not ready, a machine down, a ruling outstanding."""
        refusal = why_cards_wait(state, self.clauses)
        if refusal is None and (state.misplaced or state.retracting is not None):
            return Refusal(Reason.NOT_NOW, (self.clauses.reconstruct,), {"next": "the supervisor rules on the cards"})
        return refusal

    def with_card(self, state: State, spot: Spot, nth: int, card: Card) -> State:
        """The card is another one also in the order in which the cards came."""
        places = [place for place, each in enumerate(state.drawn) if each.area == spot.area]
        drawn = list(state.drawn)
        if nth <= len(places):
            drawn[places[nth - 1]] = Drawn(spot.area, card)
        return replace(super().with_card(state, spot, nth, card), drawn=tuple(drawn))

    def corrected(self, state: State) -> State:
        """Once losers have been cleared they are cleared anew."""
        return replace(state, stage=Stage.SETTLING) if state.stage in (Stage.PAYING, Stage.SETTLED) else state

    def ends_now(self, state: State, wagers: tuple[Wager, ...]) -> tuple[Settled, ...]:
        """On the two cards of their area."""
        return tuple(ended(state, each, self.clauses) for each in wagers)

    def cards_behind_cut(self, state: State) -> int:
        """As the table's terms say."""
        return state.terms.cards_behind_cut

    def best_payment(self, state: State, wager: Wager) -> int:
        """By the pay tables in force."""
        return payouts.best(state, wager)

    def cleared(self, state: State) -> State:
        """The layout without wagers and cards, and the cards' care carried on; a shuffle that waited is now due."""
        cards = len(state.cards_on_table())
        state = replace(
            taken_up(state),
            stage=Stage.BETTING,
            wagers=(),
            spoken=(),
            drawn=(),
            staked=(),
            misplaced=False,
            retracting=None,
            left_on=(),
            rebuilding=(),
            in_vain=False,
            declared_void=False,
        )
        return cared_for_after(state, cards)

    def exactly_payable(self, state: State, wager: Wager) -> bool:
        """Whether every win of this wager can be paid exactly in the table's chips."""
        at_risk = self.limits_for(state, wager).at_risk(wager.cents)
        return all(
            state.terms.chips.can_pay(prize.odds.pays(at_risk))
            for (bet, _), prize in state.pay_table.items()
            if bet == wager.bet
        )


RULES = MatchmakerRules()
ENGINE: Engine[State] = Engine(RULES)
