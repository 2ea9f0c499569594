"""Three Card Poker's rules: its chapters put together, what it decides in its own way, and what is due at a moment."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.books import book
from croupier.cards import Card
from croupier.games.three_card_poker import corrections as choices
from croupier.games.three_card_poker import (
    excluding,
    hand_errors,
    irregularities,
    jackpot,
    jackpot_errors,
    misdeal,
    payouts,
    play,
    settle,
    tables,
)
from croupier.games.three_card_poker.clauses import CLAUSES, ThreeCardClauses
from croupier.games.three_card_poker.hand_errors import NominateCards
from croupier.games.three_card_poker.irregularities import DeclareMisdeal, RuleOnOrder
from croupier.games.three_card_poker.jackpot import (
    ArrangeManually,
    RecordJackpotOutcome,
    RegisterJackpot,
    RestoreEquipment,
)
from croupier.games.three_card_poker.jackpot_errors import RebuildJackpotCards
from croupier.games.three_card_poker.jackpot_game import (
    game_cancelled,
    game_without,
    meter_link,
    outcome_undone,
    unregistered,
    when_checked,
)
from croupier.games.three_card_poker.misdeal import off_the_meter, taken_up
from croupier.games.three_card_poker.play import CallPlayOrFold, DealCard, ShowDealerHand, ShowJackpotCards
from croupier.games.three_card_poker.settle import PayAntes, SettleArea, ends_now
from croupier.games.three_card_poker.state import (
    COUNT_OF_A_ROUND,
    DEALER,
    HAND,
    JACKPOT,
    JACKPOT_CARDS,
    JACKPOTS,
    State,
    emptied,
    staked_areas,
)
from croupier.games.three_card_poker.terms import SIGNED_BETS, Bet
from croupier.games.three_card_poker.turns import choice_turn, naming_turn
from croupier.money import Limits
from croupier.table import (
    care,
    closing_by_hands,
    conduct,
    corrections,
    dealer_cut,
    disputes,
    holding,
    linked_jackpot,
    made_good,
    one_deck,
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
from croupier.table.contract import Actor, Clauses, Command, Due, Event, Reason, Refusal, Turn
from croupier.table.duty import before_play, betting_due, betting_turn, one_deck_due, retracting_turns
from croupier.table.engine import Engine
from croupier.table.fields import TO_FILL_IN
from croupier.table.hands import Spot, spot
from croupier.table.linked_jackpot import determination
from croupier.table.one_deck import CountDeck
from croupier.table.rounds import CollectCards
from croupier.table.rules import STAGE_NAMES, BankedRules, MeterLink
from croupier.table.state import Settled, Stage, Step, Wager
from croupier.table.tournaments import reserved, reserved_people, secret_wagers
from croupier.table.tournaments.swings import beside, most_wagered
from croupier.table.wagers import lapsed

_ANY = Limits(1, 1 << 60, 1)
_STAGE_NAMES = {**STAGE_NAMES, Stage.CHOOSING: "play or fold"}


_BETS = frozenset(Bet)


class ThreeCardRules(BankedRules[State, ThreeCardClauses]):
    """The book cited TCP."""

    name = "three-card-poker"
    book = book("three-card-poker")
    clauses = CLAUSES
    stage_names = _STAGE_NAMES
    automatic_rank = "tg-higher-duties-dealer"  # who declares a misdeal
    parts = (
        people.part,
        wagers.part,
        wagers.speaking,
        permissions.part,
        rack.part,
        care.part,
        care.ordering,
        dealer_cut.part,
        one_deck.part,
        signs.part,
        closing_by_hands.part,
        voiding.part,
        conduct.part,
        holding.part,
        disputes.part,
        signatures.part,
        retracting.part,
        rounds.part,
        linked_jackpot.part,
        play.part,
        settle.part,
        jackpot.part,
        misdeal.part,
        irregularities.part,
        hand_errors.part,
        excluding.part,
        corrections.part,
        made_good.part,
        choices.part,
        jackpot_errors.part,
        tables.part,
        reserved.part,
        reserved.levels,
        reserved_people.part,
        secret_wagers.part,
    )

    def main_bets(self, state: State) -> tuple[str, ...]:
        """The Ante."""
        return (Bet.ANTE,)

    def swing(self, state: State) -> tuple[int, int]:
        """Ante and Play lost, or won with the best Ante Bonus."""
        areas = max([each.areas for each in state.people.values()], default=1)
        ante = state.limits[Bet.ANTE].maximum
        best = sum([self.best_payment(state, most_wagered(state, bet, ante)) for bet in (Bet.ANTE, Bet.PLAY)])
        lost, won = beside(state, self)
        return areas * (2 * ante + lost), areas * (best + won)

    def due(self, state: State) -> tuple[Due, ...]:
        """What must happen next, the foremost first; nothing while betting is open and no one has wagered."""
        if state.stage is Stage.CLOSED and not state.counting:
            return before_play(state, self)
        if state.care.step is not Step.READY and state.is_open:
            return one_deck_due(state, self)
        return self._ruling_due(state) or self._round_due(state)

    def _ruling_due(self, state: State) -> tuple[Due, ...]:
        clauses = self.clauses
        if state.wrong:
            return (self.act(DeclareMisdeal(), clauses.early_number_error),)
        if state.counting:
            clause = clauses.late_area_error if state.counting == COUNT_OF_A_ROUND else clauses.dealing
            return (self.act(CountDeck(cards=state.shoe.size), clause),)
        if state.ordering:
            return tuple(self.act(RuleOnOrder(known=known), clauses.order_known) for known in (True, False))
        if state.jackpot_in_doubt:
            rulings = (RebuildJackpotCards(possible=possible) for possible in (True, False))
            return tuple(self.act(ruling, clauses.wrong_jackpot_cards) for ruling in rulings)
        if state.taken_area:
            if state.is_real:
                looks = (NominateCards(cards=(), on_top=on_top) for on_top in (True, False))
                return tuple(self.act(look, clauses.dealing) for look in looks)
            return self.asked(naming_turn(state, clauses)[0])
        if state.retracting is not None:
            asked = retracting_turns(state, self)
            return self.asked(asked[0]) if asked else ()
        return ()

    def _round_due(self, state: State) -> tuple[Due, ...]:
        clauses = self.clauses
        match state.stage:
            case Stage.BETTING:
                return betting_due(state, self)
            case Stage.NO_MORE_BETS if unregistered(state):
                down = state.equipment_down and not state.manual
                by_hand: tuple[Command, ...] = (ArrangeManually(how=TO_FILL_IN), RestoreEquipment())
                acts = by_hand if down else (RegisterJackpot(),)
                return tuple(self.act(each, clauses.meter_working) for each in acts)
            case Stage.NO_MORE_BETS | Stage.DEALING:
                return (self.act(DealCard(), clauses.dealing),)
            case Stage.CHOOSING:
                return self._choice_due(state)
            case Stage.SETTLING if not state.qualifies and not state.antes_paid:
                return (self.act(PayAntes(), clauses.antes_on_no_hand),)
            case Stage.SETTLING:
                return (self.act(SettleArea(area=state.unchecked()[0]), clauses.clear_losers),)
            case Stage.PAYING if not state.outcome_recorded:
                return (self.act(RecordJackpotOutcome(), clauses.outcome_time),)
            case Stage.PAYING:
                to_determine = determination(state)
                return () if to_determine is None else (self.act(to_determine, clauses.meter_prizes),)
            case _:
                return (self.act(CollectCards(), clauses.dealing),)

    def _choice_due(self, state: State) -> tuple[Due, ...]:
        if not state.called:
            return (self.act(CallPlayOrFold(), self.clauses.dealing),)
        waiting = state.choosing()
        if waiting:
            return self.asked(choice_turn(state, waiting[0], self.clauses))
        if not state.turned_up(DEALER):
            return (self.act(ShowDealerHand(), self.clauses.dealer_shows),)
        return (self.act(ShowJackpotCards(), self.clauses.jackpot_shows),)

    def turns(self, state: State) -> tuple[Turn, ...]:
        """Each hand to be played or folded; wagers that may be taken back; cards to be named; and the time to bet."""
        clauses = self.clauses
        answers = () if state.retracting is None else retracting_turns(state, self)
        if answers or state.taken_area:
            return (*answers, *naming_turn(state, clauses))
        waiting = state.choosing()
        if waiting and self.why_not_go_on(state) is None:
            return tuple([choice_turn(state, area, clauses) for area in waiting])
        return betting_turn(state, self)

    def spot_due(self, state: State) -> Spot | None:
        """Where the next card, or set of three, goes: each staked area and the dealer, then the Jackpot Cards."""
        if state.stage not in (Stage.NO_MORE_BETS, Stage.DEALING):
            return None
        hands, due, fewest = state.hands, None, HAND
        for place in (*(state.staked if state.in_play else staked_areas(state.wagers)), DEALER):
            hand = hands.get((place, 1))  # type: ignore[call-overload]
            dealt = 0 if hand is None else len(hand.cards)
            if dealt < fewest:
                due, fewest = place, dealt
                if not dealt:
                    break
        if due is not None:
            return spot(due)
        wanting = state.jackpot_offered and not state.no_jackpot and state.hand(JACKPOT).size < JACKPOT_CARDS
        return JACKPOTS if wanting else None

    def areas_to_deal(self, state: State) -> tuple[int, ...]:
        """The areas with an Ante or a Pair Plus wager, from the left."""
        return staked_areas(state.wagers)

    def why_not_go_on(self, state: State) -> Refusal | None:
        """Cards not ready, a count, a ruling or an answer outstanding."""
        clauses, next_up = self.clauses, ""
        if state.care.step is not Step.READY:
            unready = {Step.CHECK: clauses.card_check, Step.CUT: clauses.dealer_cuts}
            clause, next_up = unready.get(state.care.step, clauses.shuffle), state.care.step.value
        elif state.wrong:
            clause, next_up = clauses.early_number_error, "declare the misdeal"
        elif state.counting:
            clause, next_up = clauses.late_area_error, "count the cards"
        elif state.jackpot_in_doubt:
            clause, next_up = clauses.wrong_jackpot_cards, "rule on the Jackpot Cards"
        elif state.taken_area:
            clause, next_up = clauses.taken_in_error, "the player names the cards"
        elif state.ordering:
            clause, next_up = clauses.late_dealer_error, "rule on the order of the cards"
        if next_up:
            return Refusal(Reason.NOT_NOW, (clause,), {"next": next_up})
        asked = self.undecided(state)
        return Refusal(Reason.NOT_NOW, self.asked_back_under(state), {"players to ask": len(asked)}) if asked else None

    def has_bet(self, state: State, bet: str) -> bool:
        """All four are on the layout, Play and Jackpot too; `why_not_place` says when they may not be placed."""
        return bet in _BETS

    def limits_for(self, state: State, wager: Wager) -> Limits:
        """The sign's limits for Ante and Pair Plus; Play follows the Ante and the Jackpot wager has its price."""
        return super().limits_for(state, wager) if wager.bet in SIGNED_BETS else _ANY

    def placed_under(self, state: State, bet: str) -> Clauses:
        """Any time before the first card."""
        return (self.clauses.before_first_card,)

    def why_not_place(self, state: State, wager: Wager) -> Refusal | None:
        """Play waits for the cards; a Jackpot wager needs an Ante, its exact price and a working meter."""
        clauses = self.clauses
        if wager.bet == Bet.PLAY:
            return Refusal(Reason.NOT_NOW, (clauses.play_equals_ante,), {"next": "the cards"})
        if wager.bet != Bet.JACKPOT:
            return None
        price = state.jackpot_price
        if price is None and state.jackpot is not None:
            facts = {"meter": "no open meter has this table"}
            return Refusal(Reason.NOT_NOW, (clauses.meter_working, clauses.jackpot_group), facts)
        if price is None:
            return Refusal(Reason.FORBIDDEN, (clauses.jackpot_equipment,), {"jackpot": "not offered"})
        if state.equipment_down and not state.manual:
            return Refusal(Reason.NOT_NOW, (clauses.meter_working,), {"equipment": "down"})
        if state.wager(wager.area, Bet.JACKPOT) is not None:
            return Refusal(Reason.ALREADY, (clauses.one_jackpot_a_hand,))
        if wager.cents != price:
            return Refusal(Reason.LIMITS, (clauses.jackpot_price,), {"price": price, "offered": wager.cents})
        ante = state.wager(wager.area, Bet.ANTE)
        if ante is None or ante.player != wager.player:
            return Refusal(Reason.NO_SUCH_WAGER, (clauses.jackpot_with_ante,), {"area": wager.area})
        return None

    def why_not_withdraw(self, state: State, wager: Wager) -> Refusal | None:
        """An Ante with a Jackpot wager beside it stays until that one is taken back."""
        if wager.bet == Bet.ANTE and state.wager(wager.area, Bet.JACKPOT) is not None:
            return Refusal(Reason.NOT_NOW, (self.clauses.jackpot_with_ante,), {"first": "the jackpot wager"})
        return None

    def why_not_void(self, state: State, player: str) -> Refusal | None:
        """At any time until the round closes (TCP 13.2.1); a prize from the meter goes back there."""
        return None

    def why_not_reprice(self, state: State, bet: str) -> Refusal | None:
        """A Jackpot wager costs what it costs at every table of its meter."""
        return Refusal(Reason.FORBIDDEN, (self.clauses.jackpot_price,)) if bet == Bet.JACKPOT else None

    def after_wager(self, state: State, wager: Wager) -> tuple[Event, ...]:
        """A Jackpot wager that comes or goes while one is carried over undoes the game; it is registered anew later."""
        if wager.bet != Bet.JACKPOT:
            return ()
        leaving = state.wager(wager.area, Bet.JACKPOT) is not None
        return game_cancelled(state, (self.clauses.leaver_carried if leaving else self.clauses.newcomer_carried,))

    def after_wagers_left(self, state: State, wagers: tuple[Wager, ...]) -> tuple[Event, ...]:
        """Before the first card the game is undone, to be registered anew; later that is done at once."""
        areas = tuple(each.area for each in wagers if each.bet == Bet.JACKPOT)
        if state.in_play:
            under, hands = (self.clauses.void_wagers,), tuple(dict.fromkeys(each.area for each in wagers))
            return (*off_the_meter(state, areas, under), *taken_up(state, hands, under))
        on_meter = set(areas) & set(state.registered or ())
        return game_cancelled(state, (self.clauses.leaver_carried,)) if on_meter else ()

    def after_retraction(self, state: State, wagers: tuple[Wager, ...]) -> tuple[Event, ...]:
        """The Jackpot wagers that stay are registered anew for the round under way."""
        unstaked = self.clauses.late_unstaked in state.offered
        clause = self.clauses.unstaked_jackpot if unstaked else self.clauses.retract_jackpot
        areas = tuple(dict.fromkeys(each.area for each in wagers))
        jackpots = tuple(each.area for each in wagers if each.bet == Bet.JACKPOT)
        return (*game_without(state, jackpots, (clause,)), *taken_up(state, areas, (clause,)))

    def asked_back_under(self, state: State) -> Clauses:
        """What the offer rests on: a wrong hand, cards where no wager was, or hands looked at."""
        return state.offered if state.retracting is not None and state.offered else super().asked_back_under(state)

    def after_void(self, state: State) -> tuple[Event, ...]:
        """Every wager has gone back, so the meter gives back what they added."""
        under = (self.clauses.refund,)
        return (*outcome_undone(state, under), *game_cancelled(state, under))

    def why_not_leave(self, state: State, player: str) -> Refusal | None:
        """A Jackpot wager that only stands for the next round holds nobody."""
        kept = {each.key for each in jackpot.standing(state, player)}
        undecided = [each for each in state.wagers_of(player) if each.settled is None and each.key not in kept]
        cite = (self.clauses.no_handling,)
        return Refusal(Reason.NOT_NOW, cite, {"wagers": len(undecided)}) if undecided else None

    def before_leaving(self, state: State, player: str) -> tuple[Event, ...]:
        """What they called out comes to nothing, and a Jackpot wager that stands for the next round goes along."""
        under = (self.clauses.leaver_carried,)
        return (*lapsed(state, self.clauses.spoken, player), *jackpot.taken_along(state, player, under))

    def retractable(self, state: State, player: str) -> tuple[Wager, ...]:
        """Everything the player has on hands yet to be settled; who is excluded chooses nothing more."""
        return () if player in state.excluded else tuple(each for each in state.remaining() if each.player == player)

    def answered(self, state: State, player: str) -> State:
        """When everyone has answered the round goes on."""
        asked = state.retracting or ()
        left = tuple(each for each in asked if each != player and self.retractable(state, each))
        return self.resumed(replace(state, retracting=left or None))

    def resumed(self, state: State) -> State:
        """Whoever has left wins nothing from the meter and names no cards; the round goes on with the rest."""
        if state.stage is Stage.NO_MORE_BETS and not self.areas_to_deal(state):
            return state.bets_open_again()
        waiting = {each.area for each in state.jackpot_wagers()}
        wins = {area: hand for area, hand in state.meter_wins.items() if area in waiting}
        held = {area: cents for area, cents in state.meter_prizes.items() if area in wins}
        state = replace(state, meter_wins=wins, meter_prizes=held)
        if state.taken_area and not state.remains(state.taken_area):
            state = replace(state, taken_area=0, taken_alone=False)
        return when_checked(state) if state.stage in (Stage.SETTLING, Stage.PAYING) else state

    def areas_resting_on(self, state: State, spot: Spot) -> tuple[int, ...]:
        """The dealer's hand decides every hand, the Jackpot Cards each that has been checked, a hand its own wagers."""
        if spot.area == DEALER:
            return state.staked
        return state.checked if spot.area == JACKPOT else (spot.area,)

    def rests_on_cards(self, state: State, wager: Wager) -> bool:
        """Not what a fold lost, nor a prize that a manager has determined."""
        return choices.rests_on_cards(state, wager, self.clauses)

    def why_not_put_right(self, state: State, areas: tuple[int, ...]) -> Refusal | None:
        """A jackpot outcome that a manager has determined stands."""
        return choices.why_not_put_right(state, areas, self.clauses)

    def with_card(self, state: State, spot: Spot, nth: int, card: Card) -> State:
        """What rests on it is to be checked again, also whether the dealer's hand qualifies."""
        state = choices.unsettled(state, self.areas_resting_on(state, spot))
        return choices.with_face(state, spot, nth, card)

    def corrected(self, state: State) -> State:
        """Back to settling, where a hand is to be checked again."""
        return choices.rewound(state)

    def after_correction(self, state: State, areas: tuple[int, ...]) -> tuple[Event, ...]:
        """Hands that lie face up are settled anew at once, and the meter hears a new outcome."""
        return choices.anew(state, areas, self)

    def ends_now(self, state: State, wagers: tuple[Wager, ...]) -> tuple[Settled, ...]:
        """What was settled on cards, once the hand and the dealer's are up; what was not, as it ended."""
        up = all(state.turned_up(each) for each in (DEALER, *[wager.area for wager in wagers]))
        if not up or not any(self.rests_on_cards(state, each) for each in wagers):
            return super().ends_now(state, wagers)
        return ends_now(state, wagers, self)

    def why_not_reserved(self, state: State) -> Refusal | None:
        """It leaves the meter that it plays for first, by the meter's own notice."""
        link, cite = self.meter_link(state), (self.clauses.tables_reserved, self.clauses.jackpot_group, "ruling 114")
        if link is None or not (link.meter or link.busy or link.changes):
            return None
        return Refusal(Reason.NOT_NOW, cite, {"meter": link.meter or "", "wagers": link.wagers})

    def meter_link(self, state: State) -> MeterLink | None:
        """Jackpot wagers count, where there is equipment for them, at the price and row of prizes in force."""
        return meter_link(state)

    def best_payment(self, state: State, wager: Wager) -> int:
        """By the pay tables in force."""
        return payouts.best(state, wager)

    def cleared(self, state: State) -> State:
        """The layout empty but for Jackpot wagers that stand for the next round, and the deck to be shuffled."""
        jackpots = (each for each in state.wagers if each.bet == Bet.JACKPOT and each.settled is None)
        return emptied(state, tuple(each for each in jackpots if each.area in state.carried))

    def concealed(self, state: State, by: Actor) -> State:
        """Cards taken by mistake are hidden from their player too, who is to name them from memory."""
        if state.taken_area:
            spot = Spot(state.taken_area)
            state = state.with_hand(spot, replace(state.hand(*spot), seen_by=None))
        return super().concealed(state, by)


RULES = ThreeCardRules()
ENGINE: Engine[State] = Engine(RULES)
