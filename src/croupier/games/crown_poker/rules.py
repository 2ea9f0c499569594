"""Crown Poker's rules: its chapters put together, what it decides in its own way, and what is due at a moment."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.books import book
from croupier.cards import Card
from croupier.games.crown_poker import (
    actions,
    bad_deals,
    blinds,
    board_errors,
    bonus,
    changing,
    charging,
    collecting,
    corrections,
    dead_hands,
    dealing,
    discards,
    drawing,
    entrants,
    exposing,
    fair_play,
    flop_chase,
    flop_errors,
    hand_errors,
    inspection,
    laying,
    misdeal,
    offenders,
    out_of_turn,
    prizes_back,
    seating,
    showdown,
    showing,
    side_corrections,
    straddling,
    time_bought,
    turning_up,
    unclaimed,
    waiting,
)
from croupier.games.crown_poker.acting import binding
from croupier.games.crown_poker.blinds import BeginHand
from croupier.games.crown_poker.board_errors import ShuffleInCardAside
from croupier.games.crown_poker.button import ready
from croupier.games.crown_poker.charging import TIME_ON_SLIDE, DropTimeCharge
from croupier.games.crown_poker.claims import claims
from croupier.games.crown_poker.clauses import CLAUSES, PokerClauses
from croupier.games.crown_poker.dealing import BurnCard, DealCommunityCards, DealHoleCards
from croupier.games.crown_poker.exposing import ReplaceExposedCard
from croupier.games.crown_poker.flop_chase import SettleSideWagers, flop_for_side_wagers, to_settle
from croupier.games.crown_poker.flow import street_name
from croupier.games.crown_poker.held_up import aside_due, replacing_due, why_held_up
from croupier.games.crown_poker.offenders import PassOver, out_of_turn_order
from croupier.games.crown_poker.out_of_turn import ReadEarlyAct
from croupier.games.crown_poker.seating import in_hand
from croupier.games.crown_poker.showdown import PushPots
from croupier.games.crown_poker.state import ASIDE, Play, State
from croupier.games.crown_poker.terms import Terms
from croupier.games.crown_poker.turning_up import TurnUpHands, all_in, to_turn_up
from croupier.games.crown_poker.turns import (
    acting_turn,
    discarding_turns,
    showing_turn,
    side_wagers_turn,
    straddling_turn,
)
from croupier.games.crown_poker.waiting import LeaveList, SeatReserved
from croupier.money import dollars
from croupier.table import (
    care,
    closing_by_hands,
    conduct,
    dealer_cut,
    disputes,
    holding,
    one_deck,
    people,
    rack,
    signatures,
)
from croupier.table.care import brought_new, to_shuffle
from croupier.table.contract import Clauses, Command, Due, Event, Reason, Refusal, Turn
from croupier.table.declare import Ends
from croupier.table.duty import before_play, one_deck_due
from croupier.table.engine import Engine
from croupier.table.hands import Spot
from croupier.table.one_deck import CountDeck
from croupier.table.rounds import CollectCards
from croupier.table.rules import STAGE_NAMES, Rules
from croupier.table.state import Claim, Settled, ShuffleCause, Stage, Step, Wager
from croupier.table.tournaments import colouring_up, reserved, reserved_people
from croupier.table.tournaments.reserved_play import why_held

_STAGE_NAMES = {
    **STAGE_NAMES,
    Stage.BETTING: "between hands",
    Stage.NO_MORE_BETS: "blinds posted",
    Stage.DRAWING: "community cards",
    Stage.SETTLING: "showdown",
    Stage.SETTLED: "pot pushed",
}


class PokerRules(Rules[State, PokerClauses]):
    """The book cited CP."""

    name = "crown-poker"
    book = book("crown-poker")
    clauses = CLAUSES
    stage_names = _STAGE_NAMES
    automatic_rank = "tg-higher-duties-dealer"
    parts = (
        people.part,
        rack.part,
        care.part,
        dealer_cut.part,
        one_deck.part,
        disputes.part,
        signatures.part,
        waiting.part,
        drawing.part,
        seating.part,
        blinds.part,
        dealing.part,
        collecting.part,
        straddling.part,
        actions.part,
        laying.part,
        out_of_turn.part,
        time_bought.part,
        discards.part,
        unclaimed.part,
        showdown.part,
        turning_up.part,
        inspection.part,
        misdeal.part,
        dead_hands.part,
        bad_deals.part,
        exposing.part,
        hand_errors.part,
        flop_errors.part,
        board_errors.part,
        showing.part,
        corrections.part,
        charging.part,
        flop_chase.part,
        side_corrections.part,
        bonus.part,
        prizes_back.part,
        conduct.part,
        holding.part,
        closing_by_hands.part,
        changing.part,
        offenders.part,
        fair_play.part,
        reserved.part,
        reserved_people.part,
        colouring_up.part,
        entrants.part,
    )

    def variation(self, state: State) -> str:
        """The game of the hands that come next."""
        return state.setting.variant.value

    def main_bets(self, state: State) -> tuple[str, ...]:
        """None: players bet against each other."""
        return ()

    def due(self, state: State) -> tuple[Due, ...]:
        """What must happen next; nothing between hands while fewer than two can play."""
        if state.stage is Stage.CLOSED and not state.counting:
            return (*self._verify_due(state), *before_play(state, self))
        if state.counting:
            return (self.act(CountDeck(cards=state.shoe.size), self.clauses.dealing),)
        if state.care.step is not Step.READY and state.stage is not Stage.SETTLED:
            return one_deck_due(state, self)
        return self._hand_due(state)

    def _hand_due(self, state: State) -> tuple[Due, ...]:
        clauses, play = self.clauses, state.play
        if play is not None and play.to_replace is not None and replacing_due(state):
            return (self.act(ReplaceExposedCard(), clauses.dealer_exposed),)
        if ASIDE in state.hands and aside_due(state):
            return (self.act(ShuffleInCardAside(), clauses.aside_shuffled),)
        if state.wagers and to_settle(state):
            return (self.act(SettleSideWagers(), clauses.side_settled),)
        if state.excluded and out_of_turn_order(state) is not None:
            return (self.act(PassOver(), clauses.dealing),)
        match state.stage:
            case Stage.DRAWING:
                return (self.act(TurnUpHands(), clauses.dealing),) if to_turn_up(state) else self._next_cards(play)
            case Stage.BETTING:
                waits = len(ready(state)) < 2 or why_held(state, self.clauses) is not None
                begin = () if waits else (self._begin_due,)
                return (*self._verify_due(state), *begin)
            case Stage.NO_MORE_BETS | Stage.DEALING:
                turns = self.turns(state)
                return self.asked(turns[0]) if turns else (self.act(DealHoleCards(), clauses.dealing),)
            case Stage.SETTLING if flop_for_side_wagers(state):
                return self._next_cards(play)
            case Stage.SETTLED:
                return bonus.bonus_due(state, self) or (self.act(CollectCards(), clauses.dealing),)
            case _:
                turns = self.turns(state)
                if turns:
                    return self.asked(turns[0])
                early = play is not None and play.asked
                return (self.act(ReadEarlyAct() if early else PushPots(), clauses.dealing),)

    def _verify_due(self, state: State) -> tuple[Due, ...]:
        """Time charges on the slide are verified and dropped before anything else, at a table that has closed too."""
        verify = self.act(DropTimeCharge(), self.clauses.hourly_verified)
        return (verify,) if TIME_ON_SLIDE in state.chips else ()

    @property
    def _begin_due(self) -> Due:
        return self.act(BeginHand(), self.clauses.dealing)

    def _next_cards(self, play: Play | None) -> tuple[Due, ...]:
        burned = play is not None and play.burned
        return (self.act(DealCommunityCards() if burned else BurnCard(), self.clauses.dealing),)

    def turns(self, state: State) -> tuple[Turn, ...]:
        """The one player who is asked to act or to show, all who are to discard; between hands, all who may wager."""
        play = state.play
        if state.stage is Stage.BETTING and state.limits and self.due(state) == (self._begin_due,):
            return (side_wagers_turn(state, self.clauses),)
        if play is None or out_of_turn_order(state) is not None or why_held_up(state, self.clauses) is not None:
            return ()
        if play.straddler and state.stage is Stage.NO_MORE_BETS:
            return (straddling_turn(state, play, self.clauses),)
        if play.asked and state.stage is Stage.CHOOSING:
            if play.early and binding(play, play.at(play.asked[0])) is not None:
                return ()
            return (acting_turn(state, play, self.clauses),)
        if play.to_discard:
            return tuple(discarding_turns(state, play, self.clauses))
        return (showing_turn(state, play, self.clauses),) if play.to_show else ()

    def stage_name(self, state: State) -> str:
        """A round of betting goes by its street; where all but one have folded nothing is shown down."""
        play = state.play
        if play is not None and state.stage is Stage.SETTLING and len(play.live) == 1:
            return "flop for side wagers" if flop_for_side_wagers(state) else "pot won"
        if all_in(state):
            return "all in"
        if state.stage is Stage.CHOOSING and state.play is not None:
            return "discard" if state.play.to_discard else street_name(state.play.street)
        return super().stage_name(state)

    def why_not_go_on(self, state: State) -> Refusal | None:
        """A count that was ordered, side wagers that the flop has decided, or cards that are not ready."""
        if state.wagers and to_settle(state) and not state.counting:
            return Refusal(Reason.NOT_NOW, (self.clauses.side_settled,), {"next": "settle the side wagers"})
        return why_held_up(state, self.clauses)

    def about(self, state: State) -> dict[str, str]:
        """The game with its limit, the blinds, and what one sits down with at least."""
        setting = state.setting
        limit = setting.limit.kind.value.removesuffix(" limit")
        return {
            "Game": f"{setting.variant.value.title()}, {limit} limit",
            "Blinds": " and ".join(map(dollars, setting.blinds)),
            "Buy-in": f"from {dollars(setting.minimum_buy_in)}",
        }

    def unsaid_by(self, terms: Terms) -> str:
        """The sign tells in dollars what a percentage may come to."""
        return terms.commission.unsaid

    def waiting(self, state: State) -> dict[str, str]:
        """The waiting list."""
        return {each.player: each.name for each in state.waiting}

    def struck_off(self, state: State, player: str) -> Command:
        """By whoever allocates the seats."""
        return LeaveList(player=player)

    def least_buy_in(self, state: State) -> int:
        """What the sign asks for."""
        return state.setting.minimum_buy_in

    def why_not_leave(self, state: State, player: str) -> Refusal | None:
        """Nobody goes with a live hand, or with a side wager undecided."""
        if in_hand(state, player):
            return Refusal(Reason.NOT_NOW, (self.clauses.no_handling,), {"hand": state.round})
        return flop_chase.why_not_leave(state, player, self.clauses)

    def why_not_change_seat(self, state: State, player: str, seat: int) -> Refusal | None:
        """Nobody moves away from cards or a side wager, and nobody sits down where cards of the hand lie."""
        play = state.play
        if state.wagers_of(player):
            return Refusal(Reason.NOT_NOW, (self.clauses.side_offered,), {"wagers": "at the seat"})
        if play is None:
            return None
        if play.of(player) is not None or any(each.seat == seat for each in play.contenders):
            return Refusal(Reason.NOT_NOW, (self.clauses.moves,), {"hand": state.round})
        return None

    def before_leaving(self, state: State, player: str) -> tuple[Event, ...]:
        """Side wagers end, and a reserved button is laid at the seat."""
        seat = state.people[player].seat
        reserved = () if seat is None else (SeatReserved(seat=seat, under=(self.clauses.reserved,)),)
        return (*flop_chase.before_leaving(state, player, self.clauses), *reserved)

    def stakes(self, state: State) -> tuple[Wager, ...]:
        """What lies in the pots of those dealt in, and the side wagers."""
        contenders = () if state.play is None or state.play.pots else state.play.contenders
        put = [(each, each.put + each.dead) for each in contenders]
        return (*[Wager(each.seat, "pot", each.player, cents) for each, cents in put if cents], *state.wagers)

    def claims(self, state: State, ends: Ends | None = None, kept: tuple[Settled, ...] = ()) -> tuple[Claim, ...]:
        """From the pots, the side wagers and the prizes on the sign."""
        return claims(state, ends)

    def agreed_to_close(self, state: State) -> bool:
        """Whether everyone who has a seat agrees (CP 13.3)."""
        here = changing.seated(state)
        return bool(here) and all(each in state.closing_agreed for each in here)

    def why_not_reserved(self, state: State) -> Refusal | None:
        """Prizes and time charges come first."""
        return entrants.why_not_reserved(state, self.clauses)

    def for_tournament(self, state: State) -> State:
        """Without commission."""
        return entrants.for_tournament(state)

    def for_cash(self, state: State) -> State:
        """As its sign said."""
        return entrants.for_cash(state)

    def sent_back(self, state: State, under: Clauses) -> tuple[Event, ...]:
        """Side wagers, between hands."""
        return () if state.play is not None else flop_chase.sent_back(state, under)

    def why_not_taken_up(self, state: State, player: str) -> Refusal | None:
        """Nor while they are dealt in, even if they have folded."""
        return entrants.why_not_taken_up(state, player, self.clauses) or super().why_not_taken_up(state, player)

    def reoccupied(self, state: State) -> State:
        """At a table that was empty a game begins anew: nobody waits for a blind."""
        return replace(state, line=(), again=(), sittings={}, charged_at=None, vacated={}, gone={}, closing_agreed=())

    def purse(self, state: State, player: str, cents: int) -> str:
        """Nobody's stake grows while they hold cards (CP 6.11), nor by what is no chip of the table (CP 6.2)."""
        aside = in_hand(state, player) or cents % state.terms.chips.smallest
        return state.away(player) if aside else super().purse(state, player, cents)

    def without_player(self, state: State, player: str) -> State:
        """How someone who has gone sat is forgotten."""
        if player not in state.sittings and player not in state.silences:
            return state
        sittings = {name: each for name, each in state.sittings.items() if name != player}
        silences = {name: times for name, times in state.silences.items() if name != player}
        return replace(state, sittings=sittings, silences=silences)

    def cards_entered(self, state: State) -> dict[Spot, tuple[Card | None, ...]]:
        """The cards of the hand, of which those with a face may have been entered wrongly."""
        return {} if state.play is None else {place: hand.cards for place, hand in state.hands.items()}

    def cleared(self, state: State) -> State:
        """No hand, and the deck to be shuffled; seats that are to be dealt to again tell of a misdeal."""
        if state.again:
            state = replace(state, change=changing.longer_notice(state, state.round))
        play, silent = state.play, state.unanswered
        if play is not None:
            silent = tuple([each.player for each in play.contenders if each.silent])
        state = replace(
            entrants.at_coming_level(state),
            stage=Stage.BETTING,
            play=None,
            hands={},
            last=() if play is None else play.pots,
            unanswered=silent,
            prizes=bonus.without_unverified(state),
        )
        if state.condemned:
            care = brought_new(state, burn_wanted=False)
        else:
            unchecked = state.care.step is Step.CHECK
            care = state.care if unchecked else to_shuffle(state, ShuffleCause.ROUND_OVER)
        return replace(state, care=care, shoe=state.shoe.reshuffled(), condemned=False)


RULES = PokerRules()
ENGINE: Engine[State] = Engine(RULES)
