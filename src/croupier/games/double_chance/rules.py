"""Double Chance's rules: its chapters put together, what it decides in its own way, and what is due at any moment."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.books import book
from croupier.cards import Card, Device
from croupier.games.double_chance import corrections as choices
from croupier.games.double_chance import (
    irregularities,
    off_sign,
    operating,
    payouts,
    play,
    running_out,
    settle,
    supervision,
)
from croupier.games.double_chance.clauses import CLAUSES, DoubleChanceClauses
from croupier.games.double_chance.irregularities import DeclareAbsent
from croupier.games.double_chance.operating import ReplaceDevice
from croupier.games.double_chance.play import DealCard, DeclareHand, DiscardCards, PickUpHand
from croupier.games.double_chance.running_out import RunOutOfTime
from croupier.games.double_chance.settle import DealSixthCard, TurnSixthCard, TurnUpHand, ends_now, settled_anew
from croupier.games.double_chance.state import SIXTH, Choice, State, rewound, sixth_at, when_acted
from croupier.games.double_chance.terms import HAND, MOST_KEPT, Bet, declared
from croupier.games.double_chance.voids import void
from croupier.table import (
    care,
    closing,
    conduct,
    corrections,
    dealer_cut,
    disputes,
    made_good,
    one_deck,
    people,
    rack,
    rounds,
    signatures,
    signs,
    voiding,
    wagers,
)
from croupier.table.care import to_shuffle
from croupier.table.contract import Clauses, Command, Due, Event, Pace, Reason, Refusal, Turn
from croupier.table.duty import before_play, betting_due, betting_turn, one_deck_due
from croupier.table.engine import Engine
from croupier.table.hands import NO_HAND, Spot
from croupier.table.one_deck import CountDeck
from croupier.table.rounds import CollectCards
from croupier.table.rules import STAGE_NAMES, BankedRules
from croupier.table.state import Settled, ShuffleCause, Stage, Step, Wager

IN_THE_BOOK = {**STAGE_NAMES, Stage.CHOOSING: "declare or discard", Stage.DRAWING: "sixth card"}


_BETS = frozenset(Bet)


class DoubleChanceRules(BankedRules[State, DoubleChanceClauses]):
    """The book cited DC."""

    name = "double-chance"
    book = book("double-chance")
    clauses = CLAUSES
    stage_names = IN_THE_BOOK
    parts = (
        people.part,
        rack.part,
        wagers.part,
        care.part,
        dealer_cut.part,
        one_deck.part,
        signs.part,
        closing.part,
        voiding.part,
        conduct.part,
        conduct.barring,
        disputes.part,
        signatures.part,
        disputes.deciding,
        rounds.part,
        corrections.part,
        made_good.part,
        play.part,
        settle.part,
        choices.part,
        irregularities.part,
        off_sign.part,
        operating.part,
        supervision.part,
        running_out.part,
    )

    def main_bets(self, state: State) -> tuple[str, ...]:
        """The wager, not the jackpot's price."""
        return (Bet.WAGER,)

    def due(self, state: State) -> tuple[Due, ...]:
        """What must happen next, the foremost first; nothing while betting is open and no one has wagered."""
        if state.device_out:
            devices = (Device.SHUFFLER, Device.SHOE)
            return tuple([self.act(ReplaceDevice(device=each), self.clauses.device_replaced) for each in devices])
        if state.stage is Stage.CLOSED:
            return self._count_due(state) or before_play(state, self)
        return one_deck_due(state, self) or self._count_due(state) or self._round_due(state)

    def _count_due(self, state: State) -> tuple[Due, ...]:
        if not state.counting:
            return ()
        return (self.act(CountDeck(cards=state.shoe.size), self.clauses.deck_checked),)

    def _round_due(self, state: State) -> tuple[Due, ...]:
        clauses = self.clauses
        match state.stage:
            case Stage.BETTING:
                return betting_due(state, self)
            case Stage.NO_MORE_BETS | Stage.DEALING:
                return (self.act(DealCard(), clauses.dealing),)
            case Stage.CHOOSING:
                return self._choice_due(state)
            case Stage.SETTLING if state.must_discard:
                return self.asked(self._discard(state))
            case Stage.SETTLING:
                return (self.act(TurnUpHand(area=state.unturned()[0]), clauses.turn_up),)
            case Stage.DRAWING if self.spot_due(state) is not None:
                return (self.act(DealSixthCard(), clauses.sixth_card),)
            case Stage.DRAWING:
                return (self.act(TurnSixthCard(area=state.face_down_sixths()[0]), clauses.sixth_card),)
            case _:
                return (self.act(CollectCards(), clauses.clear_losers),)

    def _choice_due(self, state: State) -> tuple[Due, ...]:
        """What the foremost player may do."""
        return self.asked(self._choice(state, state.choosing()[0]))

    def turns(self, state: State) -> tuple[Turn, ...]:
        """All who have yet to declare or discard, at once; and the time to bet."""
        if self.why_not_go_on(state) is not None:
            return ()
        if state.must_discard:
            return (self._discard(state),)
        if state.stage is Stage.CHOOSING:
            return tuple([self._choice(state, area) for area in state.choosing()])
        return betting_turn(state, self)

    def _choice(self, state: State, area: int) -> Turn:
        """What a player may do with their hand; never anything that depends on cards only that player has seen.

        A hand that nobody has picked up is void if its player stays silent (12.12); for one that was, the rules decide
        when the time has run out. At a real table it is the dealer who sees what players do, and no clock.
        """
        player = state.owner(area)
        assert player is not None
        choices: tuple[Command, ...]
        silent: Command | None
        if area not in state.handled and not state.is_real:
            choices, silent = (PickUpHand(player=player),), DeclareAbsent(area=area)
            turns_on = self.clauses.absent
        else:
            discard = DiscardCards(number=state.hand(area).size - MOST_KEPT, player=player)
            only_discard = state.only_discards(area)
            choices = (discard,) if only_discard else (DeclareHand(player=player), discard)
            silent = None if state.is_real else RunOutOfTime(player=player)
            turns_on = self.clauses.must_declare
            if only_discard:
                turns_on = self.clauses.not_complying if area in state.failed else self.clauses.four_held
        return Turn(
            key=f"choose {state.round} {area}",
            player=player,
            choices=choices,
            silent=silent,
            pace=Pace.CHOICE,
            under=(self.clauses.pick_up, turns_on),
        )

    def _discard(self, state: State) -> Turn:
        """The hand is up at a real table, so the least that may go can be named: the last two cards."""
        area = state.must_discard
        player = state.owner(area)
        command = DiscardCards(cards=state.hand(area).faces[MOST_KEPT:], player=player)
        return Turn(
            key=f"discard {state.round} {area}",
            player=player,
            choices=(command,),
            silent=None,
            pace=Pace.CHOICE,
            under=(self.clauses.not_complying,),
        )

    def areas_to_deal(self, state: State) -> tuple[int, ...]:
        """The areas with a wager, from the left."""
        return tuple(sorted([each.area for each in state.wagers if each.bet == Bet.WAGER]))

    def spot_due(self, state: State) -> Spot | None:
        """Where the next card, or the next five, go: to each area from the left; then a sixth to each that stays."""
        if state.stage in (Stage.NO_MORE_BETS, Stage.DEALING):
            areas = state.staked if state.in_play else self.areas_to_deal(state)
            for dealt in range(HAND):
                for area in areas:
                    if state.hand(area).size <= dealt:
                        return Spot(area)
        if state.stage is Stage.DRAWING:
            for area in state.staying():
                if sixth_at(area) not in state.hands:
                    return sixth_at(area)
        return None

    def has_bet(self, state: State, bet: str) -> bool:
        """Both are on the layout; `why_not_place` says when a Jackpot wager may not be placed."""
        return bet in _BETS

    def why_not_place(self, state: State, wager: Wager) -> Refusal | None:
        """Each plays the area before them, alone and by the sign; a Jackpot wager needs a wager beside it."""
        clauses = self.clauses
        if any(each.area == wager.area and each.player != wager.player for each in state.wagers):
            return Refusal(Reason.AREA_FULL, (clauses.bettors_per_area,), {"area": wager.area})
        if state.people[wager.player].seat != wager.area:
            return Refusal(Reason.NOT_YOURS, (clauses.own_area,), {"area": wager.area})
        if any(state.wagers_of(other) for other in state.apart_from(wager.player)):
            return Refusal(Reason.FORBIDDEN, (clauses.keep_apart,))
        if wager.bet == Bet.JACKPOT:
            return self._why_no_jackpot(state, wager)
        return off_sign.why_not_on_sign(state, wager, clauses)

    def _why_no_jackpot(self, state: State, wager: Wager) -> Refusal | None:
        clauses = self.clauses
        if state.jackpot is None:
            return Refusal(Reason.FORBIDDEN, (clauses.jackpot_schedule, "ruling 23"), {"jackpot": "not offered"})
        if state.wager(wager.area, Bet.WAGER) is None:
            return Refusal(Reason.NO_SUCH_WAGER, (clauses.jackpot_with_wager,), {"area": wager.area})
        if state.wager(wager.area, Bet.JACKPOT) is not None:
            return Refusal(Reason.ALREADY, (clauses.jackpot_chance, clauses.jackpot_price))
        if wager.cents != state.jackpot.price:
            facts = {"price": state.jackpot.price, "offered": wager.cents}
            return Refusal(Reason.LIMITS, (clauses.jackpot_price, clauses.jackpot_chance), facts)
        return None

    def placed_under(self, state: State, bet: str) -> Clauses:
        """Each player is offered a wager, and a Jackpot wager beside it at the price on the sign."""
        clauses = self.clauses
        if bet == Bet.JACKPOT:
            return (clauses.jackpot_chance, clauses.jackpot_with_wager, clauses.jackpot_price)
        return (clauses.before_first_card,)

    def why_not_withdraw(self, state: State, wager: Wager) -> Refusal | None:
        """A wager with a Jackpot wager beside it stays until that one is taken back."""
        if wager.bet == Bet.WAGER and state.wager(wager.area, Bet.JACKPOT) is not None:
            return Refusal(Reason.NOT_NOW, (self.clauses.jackpot_with_wager,), {"first": "the jackpot wager"})
        return None

    def why_not_join(self, state: State, player: str) -> Refusal | None:
        """Players kept apart do not come to one table; nobody moves away from the area of their own wager."""
        if player not in state.people and state.apart_from(player) & set(state.people):
            return Refusal(Reason.FORBIDDEN, (self.clauses.keep_apart,))
        wagers = len(state.wagers_of(player))
        return Refusal(Reason.NOT_NOW, (self.clauses.own_area,), {"wagers": wagers}) if wagers else None

    def after_exclusion(self, state: State, player: str) -> tuple[Event, ...]:
        """Where there is still something to decide the player is not there to decide it: the hand is void."""
        deciding = state.staked if state.stage is Stage.DEALING else (*state.waiting(), state.must_discard)
        under = (self.clauses.absent, self.clauses.exclude, "ruling 14", "ruling 1")
        return tuple(
            [void(state, area, "the player is excluded", under) for area in deciding if state.owner(area) == player]
        )

    def least_buy_in(self, state: State) -> int:
        """The minimum on the sign: with less nobody can wager."""
        return state.limits[Bet.WAGER].minimum

    def went_back(self, state: State) -> tuple[Wager, ...]:
        """Those of players who were absent or excluded and have not gone with them."""
        return tuple([each for each in state.sent_back if each.player in state.people])

    def why_not_reprice(self, state: State, bet: str) -> Refusal | None:
        """A Jackpot wager costs what the operator's sign says."""
        return Refusal(Reason.FORBIDDEN, (self.clauses.jackpot_price,)) if bet == Bet.JACKPOT else None

    def why_not_go_on(self, state: State) -> Refusal | None:
        """The device, the cards, or a count."""
        clauses, step = self.clauses, state.care.step
        if state.device_out:
            return Refusal(Reason.NOT_NOW, (clauses.device_replaced,), {"next": "another device"})
        if step is not Step.READY:
            clause = {Step.CHECK: clauses.card_check, Step.CUT: clauses.dealer_cuts}.get(step, clauses.shuffle)
            return Refusal(Reason.NOT_NOW, (clause,), {"next": step.value})
        if state.counting:
            return Refusal(Reason.NOT_NOW, (clauses.count_ordered,), {"next": "count the cards"})
        return None

    def reoccupied(self, state: State) -> State:
        """Play that begins again after a vacant time begins with a shuffle, unless it has not begun since the first.

        While cards of a round still lie there, its end brings the shuffle.
        """
        came_before = state.arrivals > 1
        played = came_before and not state.in_play and state.care.cause is not ShuffleCause.START
        if not played or state.care.step not in (Step.READY, Step.CUT):
            return state
        return replace(state, care=to_shuffle(state, ShuffleCause.VACANT), shoe=state.shoe.reshuffled())

    def resumed(self, state: State) -> State:
        """The table once wagers have left it: whatever waited for them goes on."""
        if state.stage is Stage.NO_MORE_BETS and not self.areas_to_deal(state):
            return state.bets_open_again()
        failed = tuple([area for area in state.failed if state.undecided_at(area)])
        return when_acted(replace(state, failed=failed))

    def cards_entered(self, state: State) -> dict[Spot, tuple[Card | None, ...]]:
        """Hands and sixth cards that are up, declared hands in the rack, and those that failed as they were shown."""
        shown = {spot: hand.cards for spot, hand in state.hands.items() if hand.up}
        failed = (area for area in state.failed_hands if state.choices.get(area) is not Choice.VOID)
        return shown | {Spot(area): state.faces_up(area) for area in (*failed, *state.declared_hands)}

    def areas_resting_on(self, state: State, spot: Spot) -> tuple[int, ...]:
        """Nothing rests on a hand that is void."""
        return () if state.choices.get(spot.area) is Choice.VOID else (spot.area,)

    def with_card(self, state: State, spot: Spot, nth: int, card: Card) -> State:
        """A declared hand lies on the layout again and is judged anew, also one that was discarded from as failed."""
        area = spot.area
        whole = state.declared_hands.get(area) or state.failed_hands.get(area)
        if state.choices.get(area) is Choice.VOID and area in state.declared_hands:
            racked = (*state.declared_hands[area][: nth - 1], card, *state.declared_hands[area][nth:])
            return replace(state, declared_hands={**state.declared_hands, area: racked})
        if spot.hand == SIXTH or whole is None or state.choices.get(area) is Choice.VOID:
            return super().with_card(state, spot, nth, card)
        was, cards = whole[nth - 1], (*whole[: nth - 1], card, *whole[nth:])
        failed_hands = {each: hand for each, hand in state.failed_hands.items() if each != area}
        if state.choices.get(area) is Choice.DISCARDED and declared(cards) is None:
            kept = tuple([card if each is was else each for each in state.hand(area).faces])
            laid = state.with_hand(Spot(area), NO_HAND.known_as(kept, up=True))
            return replace(laid, failed_hands={**failed_hands, area: cards})
        in_rack = HAND if area in state.declared_hands else HAND - state.hand(area).size
        return replace(
            state.with_hand(Spot(area), NO_HAND.known_as(cards, up=True)),
            shoe=state.shoe.discarded(-in_rack),
            choices={**state.choices, area: Choice.DECLARED},
            failed=tuple([each for each in state.failed if each != area]),
            failed_hands=failed_hands,
            declared_hands={each: hand for each, hand in state.declared_hands.items() if each != area},
        )

    def corrected(self, state: State) -> State:
        """Whatever the cards as they now are ask for comes next."""
        return rewound(state)

    def after_correction(self, state: State, areas: tuple[int, ...]) -> tuple[Event, ...]:
        """Hands that lie face up are settled anew at once."""
        return tuple([event for area in areas for event in settled_anew(state, area, self)])

    def ends_now(self, state: State, wagers: tuple[Wager, ...]) -> tuple[Settled, ...]:
        """On a declared hand, or the sixth card."""
        return ends_now(state, wagers, self)

    def best_payment(self, state: State, wager: Wager) -> int:
        """By the pay tables in force."""
        return payouts.best(state, wager)

    def cleared(self, state: State) -> State:
        """The layout empty; the deck is shuffled for every round, and a device brings out its other deck."""
        other = "blue" if state.back == "red" else "red"
        empty = replace(
            state,
            stage=Stage.BETTING,
            wagers=(),
            hands={},
            staked=(),
            handled=(),
            choices={},
            failed=(),
            failed_hands={},
            declared_hands={},
            sixths_burned=(),
            racked=(),
            sent_back=(),
            back=other if state.shoe.device is Device.SHUFFLER else state.back,
        )
        cause = state.care.shuffle_after or ShuffleCause.ROUND_OVER
        return replace(empty, care=to_shuffle(empty, cause), shoe=state.shoe.reshuffled())


RULES = DoubleChanceRules()
ENGINE: Engine[State] = Engine(RULES)
