"""Blackjack's rules and those of its versions: the chapters put together, and what is due at any moment."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.books import book, cite
from croupier.cards import Card
from croupier.games.blackjack import (
    bonus,
    callers,
    choices,
    dealing,
    directing,
    early,
    excluding,
    face_down,
    misdeals,
    mishandled,
    pandemonium,
    payouts,
    prizes_put_right,
    reconstruct,
    rescue,
    restrictions,
    settle,
    sharing,
)
from croupier.games.blackjack import corrections as taking_back
from croupier.games.blackjack.bonus import (
    BONUS_LINES,
    GIVEN,
    PAID_WHEN,
    PaySuperBonus,
    in_reach,
    is_paid,
    super_bonuses,
)
from croupier.games.blackjack.choices import deciding
from croupier.games.blackjack.clauses import VERSIONS, BlackjackClauses
from croupier.games.blackjack.dealing import DealCard, DealFaceDown, comes_down
from croupier.games.blackjack.directing import AskForDirection, DirectHand, asked_for
from croupier.games.blackjack.ends import ends_of_one_gone, entries_won, still_chosen
from croupier.games.blackjack.face_down import ApproveFaceDown, TurnUpHand, why_not_approved
from croupier.games.blackjack.flow import (
    SIDE_BETS,
    advanced,
    dealers_card_due,
    first_covered,
    interim_area,
    interim_over,
    lost_insurance,
    paid_at_once,
    sevens_due,
    short_area,
    side_bets_covered,
    undealt,
    unstaked_hand,
)
from croupier.games.blackjack.hands import card_in_initial_deal, hand_due
from croupier.games.blackjack.misdeals import DiscardUnstakedHand, VoidUndealtWagers
from croupier.games.blackjack.pandemonium import NOT_OFFERED, button_turn, pressed_for, pressing, prizes_of
from croupier.games.blackjack.reconstruct import (
    LetCardsLie,
    OrderReconstruction,
    ReconstructFirstRound,
    ReconstructHand,
    unburned_first_round,
)
from croupier.games.blackjack.restrictions import counted, held_by, least_only, why_not_more
from croupier.games.blackjack.settle import (
    ClearLosers,
    CollectInsurance,
    PayArea,
    PayTwentyOne,
    SettleInterim,
    SettleSevens,
)
from croupier.games.blackjack.state import BY_CHOICE, State, nothing_to_deal_for, staked_areas
from croupier.games.blackjack.swing import swing
from croupier.games.blackjack.terms import (
    PLAYING,
    PONTOON_PAYS,
    Bet,
    Playing,
    Variant,
    pairs_pay,
    sevens_pay,
)
from croupier.games.blackjack.turns import choice_turn, early_turns, following_turns, rescue_turns
from croupier.money import Limits, Odds
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
    versions,
    voiding,
    wagers,
)
from croupier.table.by_area import unpaid_area
from croupier.table.contract import Clauses, Due, Event, Reason, Refusal, Turn
from croupier.table.duty import before_play, betting_due, betting_turn, care_due, cut_turn, retracting_turns
from croupier.table.engine import Engine
from croupier.table.faults import RestoreMachine
from croupier.table.from_the_shoe import card_due, cared_for_after, taken_up, why_cards_wait
from croupier.table.hands import DEALERS, Spot
from croupier.table.retracting import WagersKept
from croupier.table.rounds import CollectCards
from croupier.table.rules import STAGE_NAMES, BankedRules, OneVersion, Winner
from croupier.table.state import Person, Settled, Stage, Wager
from croupier.table.tournaments import reserved, reserved_people, secret_wagers
from croupier.table.wagers import lapsed, taken_back

_STAGE_NAMES = {**STAGE_NAMES, Stage.CHOOSING: "the hands are played", Stage.DRAWING: "the dealer's hand"}


PLACED_BESIDE: dict[Bet, Clauses] = {
    Bet.SEVENS: (cite("BJ 13.5.1"), cite("BJ 13.5.3"), cite("BJ 13.2.1:Magnificent Sevens wager")),
    Bet.PAIRS: (cite("BJ 15.4.1"), cite("BJ 15.4.3")),
    Bet.PANDEMONIUM: (cite("BJ 11.5.1"), cite("BJ 11.5.3"), cite("BJ 11.2.1:Pontoon Pandemonium wager")),
}


class BlackjackRules(BankedRules[State, BlackjackClauses]):
    """The book cited BJ, in one of its versions."""

    name = "blackjack"
    book = book("blackjack")
    stage_names = _STAGE_NAMES
    automatic_rank = "game-supervisor"  # who cuts when no player does
    retracts_by_area = True
    chapters = (
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
        dealing.part,
        early.part,
        choices.part,
        directing.part,
        sharing.part,
        settle.part,
        made_good.part,
        discards.part,
        reconstruct.part,
        misdeals.part,
        mishandled.part,
        taking_back.part,
        callers.part,
        restrictions.part,
        excluding.part,
        face_down.part,
        reserved.part,
        reserved.levels,
        reserved_people.part,
        secret_wagers.part,
    )

    def __init__(self, playing: Playing) -> None:
        self.playing = playing
        self.variant = playing.variant  # type: ignore[misc]
        self.clauses = VERSIONS[playing.variant]
        self.parts = (
            *self.chapters,
            *((rescue.part,) if playing.rescue else ()),
            *((bonus.part,) if playing.super_bonus else ()),
            *((versions.part,) if Bet.SEVENS in playing.side_bets else ()),
            *((pandemonium.part, prizes_put_right.part) if Bet.PANDEMONIUM in playing.side_bets else ()),
        )
        super().__init__()

    def variation(self, state: State) -> str:
        """The version of the table."""
        return state.terms.variant.value

    def main_bets(self, state: State) -> tuple[str, ...]:
        """The Blackjack wager, or what the variant calls it."""
        return (state.main,)

    def swing(self, state: State) -> tuple[int, int]:
        """By the course of one round, as the version has it."""
        return swing(state)

    def stage_name(self, state: State) -> str:
        """Between the first cards and the hands it is told what is going on, which need not be a settlement."""
        if state.stage is not Stage.INTERIM or interim_area(state) is not None:
            return super().stage_name(state)
        if button_turn(state) or pressed_for(state) is not None:
            return "the jackpot button"
        return "early choices" if early_turns(state, self.clauses) else "the first cards are dealt"

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
        """What a supervisor rules on, and wagers that players may take back."""
        clauses = self.clauses
        if state.retracting is not None:
            asked = retracting_turns(state, self)
            return self.asked(asked[0]) if asked else (self.act(ReconstructHand(), clauses.retract),)
        if state.ruling_waits:
            let_lie = self.act(LetCardsLie(), clauses.retract)
            if unburned_first_round(state):
                return (self.act(ReconstructFirstRound(), clauses.reconstruct_first_round), let_lie)
            ordered = self.act(OrderReconstruction(), clauses.retract)
            return (ordered, let_lie) if state.wagers else (let_lie,)
        return ()

    def _round_due(self, state: State) -> tuple[Due, ...]:
        clauses = self.clauses
        match state.stage:
            case Stage.BETTING if why_not_approved(state, clauses) is not None:
                return (self.act(ApproveFaceDown(), clauses.face_down_approved),)
            case Stage.BETTING:
                return betting_due(state, self)
            case Stage.INTERIM if side_bets_covered(state) is not None:
                return (self.act(TurnUpHand(area=side_bets_covered(state) or 1), clauses.interim),)
            case Stage.INTERIM:
                area, button = interim_area(state), button_turn(state)
                if area is not None:
                    return (self.act(SettleInterim(area=area), clauses.interim),)
                if button:
                    return self.asked(button[0])
                press = pressed_for(state)
                if press is not None:
                    return (self.act(press, self.clauses.dealing),)
                return self.asked(early_turns(state, clauses)[0])
            case Stage.CHOOSING:
                return self._play_due(state)
            case Stage.NO_MORE_BETS if nothing_to_deal_for(state):
                return (self.act(ClearLosers(), clauses.clear_losers),)
            case Stage.SETTLING if first_covered(state) is not None:
                return (self.act(TurnUpHand(area=first_covered(state) or 1), clauses.clear_losers),)
            case Stage.SETTLING:
                return (self.act(ClearLosers(), clauses.clear_losers),)
            case Stage.PAYING:
                return (self.act(PayArea(area=unpaid_area(state) or 1), clauses.pay_winners),)
            case Stage.SETTLED:
                if super_bonuses(state):
                    return (self.act(PaySuperBonus(), clauses.interim),)
                return (self.act(CollectCards(), clauses.dealing),)
            case Stage.DRAWING if lost_insurance(state):
                return (self.act(CollectInsurance(), clauses.insurance_taken),)
            case _:
                return (self._card_due(state),)

    def _play_due(self, state: State) -> tuple[Due, ...]:
        place, sevens = paid_at_once(state), sevens_due(state)
        empty, unstaked = undealt(state), unstaked_hand(state)
        if unstaked is not None:
            return (self.act(DiscardUnstakedHand(area=unstaked), self.clauses.unstaked_hand),)
        if empty is not None:
            return (self.act(VoidUndealtWagers(area=empty), self.clauses.dealing),)
        if place is not None:
            return (self.act(PayTwentyOne(area=place.area, hand=place.hand), self.clauses.interim),)
        if sevens is not None:
            return (self.act(SettleSevens(area=sevens), self.clauses.interim),)
        turns = self._hand_turns(state)
        decided_on = deciding(state)
        if not turns and decided_on is not None:  # whoever calls there is excluded
            covered = state.covered(decided_on)
            if covered:
                return (self.act(TurnUpHand(area=decided_on.area), self.clauses.dealing),)
            if asked_for(state) is None:
                return (self.act(AskForDirection(absent=True), self.clauses.dealing),)
            return (self.act(DirectHand(), self.clauses.not_there),)
        return self.asked(turns[0]) if turns else (self._card_due(state),)

    def _card_due(self, state: State) -> Due:
        down = comes_down(state, self.spot_due(state))
        return card_due(state, self, DealFaceDown() if down else DealCard(), self.clauses.dealing)

    def turns(self, state: State) -> tuple[Turn, ...]:
        """The cut, the time to bet, the early choices, and the hands one after another."""
        asked = cut_turn(state, self)
        if state.retracting is not None:
            asked = (*asked, *retracting_turns(state, self))
        if asked or state.ruling_waits:
            return asked
        if state.stage is Stage.INTERIM:
            return button_turn(state) if pressing(state) is not None else early_turns(state, self.clauses)
        if state.stage is Stage.CHOOSING:
            return self._hand_turns(state)
        return betting_turn(state, self)

    def _hand_turns(self, state: State) -> tuple[Turn, ...]:
        if state.asked is not None:
            return following_turns(state, state.asked, self.clauses)
        if paid_at_once(state) is not None or sevens_due(state) is not None:
            return ()
        if hand_due(state) is not None:
            return choice_turn(state, self.clauses)
        return rescue_turns(state, self.clauses)

    def spot_due(self, state: State) -> Spot | None:
        """Where the next card goes: as the initial deal has it, to the hand that asked, to the dealer."""
        match state.stage:
            case Stage.NO_MORE_BETS if nothing_to_deal_for(state):
                return None
            case Stage.NO_MORE_BETS | Stage.DEALING:
                return card_in_initial_deal(state, state.staked if state.in_play else staked_areas(state))
            case Stage.CHOOSING:
                if state.asked is not None or paid_at_once(state) is not None or sevens_due(state) is not None:
                    return None
                if dealers_card_due(state):
                    return DEALERS
                place = hand_due(state)
                if place is None or not (state.play_of(place).drawing or state.hand(*place).size < 2):
                    return None
                return place
            case Stage.DRAWING:
                return None if lost_insurance(state) else DEALERS
            case _:
                return None

    def areas_to_deal(self, state: State) -> tuple[int, ...]:
        """The areas with a wager that is dealt for, from the left."""
        return staked_areas(state)

    def placed_under(self, state: State, bet: str) -> Clauses:
        """Any time before the first card; a side bet beside a wager that is dealt for."""
        if bet in SIDE_BETS:
            return PLACED_BESIDE[Bet(bet)]
        main = (self.clauses.main_bet,) if bet == Bet.BLACKJACK else ()
        return (self.clauses.before_first_card, *main)

    def why_not_place(self, state: State, wager: Wager) -> Refusal | None:
        """A side bet wants a wager that is dealt for on the same area; who is held to the least places no more."""
        held = why_not_more(state, wager, self.clauses)
        if held is not None or wager.bet not in SIDE_BETS:
            return held
        if wager.bet == Bet.PANDEMONIUM and state.button_down:
            return Refusal(Reason.FORBIDDEN, (NOT_OFFERED,), {"bet": wager.bet})
        if any((each.area, each.player, each.bet) == (wager.area, wager.player, state.main) for each in state.wagers):
            return None
        needs = {Bet.SEVENS: "BJ 13.5.2", Bet.PAIRS: "BJ 15.4.2", Bet.PANDEMONIUM: "BJ 11.5.2"}[Bet(wager.bet)]
        return Refusal(Reason.FORBIDDEN, (needs,), {"first": state.main.value})

    def after_withdrawal(self, state: State, wager: Wager) -> tuple[Event, ...]:
        """Side bets go back with the wager that they stand beside."""
        return self.after_wagers_left(state, (wager,))

    def after_wagers_left(self, state: State, wagers: tuple[Wager, ...]) -> tuple[Event, ...]:
        """Side bets go back with the wager that they stand beside (ruling 49)."""
        gone = {(each.area, each.player) for each in wagers if each.bet == state.main}
        beside = [each for each in state.wagers if each.bet in SIDE_BETS and (each.area, each.player) in gone]
        return tuple(taken_back(each, ("ruling 49",)) for each in beside if each not in wagers)

    def claim(self, state: State, area: int, person: Person) -> tuple[int, int]:
        """Whoever sits at an area is entitled to control it; all others come as they come."""
        return (int(person.seat != area), 0)

    def _by_wager(self, state: State, wager: Wager) -> bool:
        """Whether limits are asked of this wager by itself, not of all that lies on its bet of the area."""
        own = state.people[wager.player].personal is not None or held_by(state, wager.player, self.clauses) is not None
        return own or state.terms.readings.limits_by_wager

    def is_low(self, state: State, wager: Wager) -> bool:
        """The minimum is asked of all that lies on a bet of an area, or of each wager (ruling 44)."""
        limits = self.limits_for(state, wager)
        if self._by_wager(state, wager):
            return wager.cents < limits.minimum
        return sum(each.cents for each in _beside(state, wager)) < limits.minimum

    def at_risk(self, state: State, wager: Wager) -> int:
        """The maximum is filled from the wager nearest the dealer on, or is each wager's own (ruling 44)."""
        limits = self.limits_for(state, wager)
        if self._by_wager(state, wager):
            return limits.at_risk(wager.cents)
        nearer = 0
        for each in _beside(state, wager):
            if each.player == wager.player:
                break
            nearer += each.cents
        return min(wager.cents, max(0, limits.maximum - nearer))

    def standing(self, wagers: tuple[Wager, ...]) -> tuple[Wager, ...]:
        """What has nothing at risk takes no part, and side bets go back with their wager (ruling 44)."""
        main = self.playing.bet
        back = {(each.area, each.player) for each in wagers if each.bet == main and not each.at_risk}
        return tuple(
            each if each.at_risk and (each.area, each.player) not in back else replace(each, sent_back=True, at_risk=0)
            for each in wagers
        )

    def why_not_leave(self, state: State, player: str) -> Refusal | None:
        """Nobody goes who may still be given something: against a seven, until the Super Bonus is out of reach."""
        refusal = super().why_not_leave(state, player)
        if refusal is not None or not state.in_play or not in_reach(state):
            return refusal
        if not any(each.bet == state.main and not each.sent_back for each in state.wagers_of(player)):
            return None
        return Refusal(Reason.NOT_NOW, (GIVEN,), {"dealer": "a seven"})

    def why_not_close(self, state: State) -> Refusal | None:
        """A Super Bonus is paid before the cards are collected."""
        return Refusal(Reason.NOT_NOW, (PAID_WHEN,), {"next": "the Super Bonus"}) if super_bonuses(state) else None

    def before_leaving(self, state: State, player: str) -> tuple[Event, ...]:
        """What they called out comes to nothing."""
        return lapsed(state, self.clauses.spoken, player)

    def why_not_go_on(self, state: State) -> Refusal | None:
        """Cards not ready, a device down, a ruling outstanding."""
        refusal = why_cards_wait(state, self.clauses)
        if refusal is None and state.ruling_waits:
            return Refusal(Reason.NOT_NOW, (self.clauses.retract,), {"next": "the supervisor rules on the cards"})
        return refusal

    def one_version(self, state: State) -> OneVersion | None:
        """Magnificent Sevens is played in one version at all tables (BJ 13.7.2)."""
        if state.offered is None:
            return None
        return OneVersion(
            name=Bet.SEVENS.value.replace(" ", "-"),
            version=state.offered,
            under=("BJ 13.7.2",),
            announced=state.reopens_at > 0,
            notice_under=(self.clauses.version_notice,),
            won_by=self._won_by(state),
            entries_under=(self.clauses.version_left[1],) if state.offered == 2 else (),
        )

    def _won_by(self, state: State) -> tuple[Winner, ...]:
        """Who has won tournament entries by the round on the layout, those who have left among them."""
        won = [each.player for each in (*state.wagers, *state.left_behind) if self._entries(state, (each.settled,))]
        return tuple([Winner(each, state.people[each].name if each in state.people else each) for each in won])

    def _entries(self, state: State, settled: Iterable[Settled | None]) -> int:
        """The entries that these endings won; at a table that a tournament reserves nobody wins one (ruling 108)."""
        return entries_won(settled) if state.reserved is None else 0

    def resumed(self, state: State) -> State:
        """What waited for a wager that has left waits no longer."""
        if not state.in_play and state.lines:  # who was to call is gone from the area
            there = {(each.area, each.player) for each in state.wagers}
            lines = {area: line for area, line in state.lines.items() if (area, line[0]) in there}
            state = replace(state, lines=lines)
        if state.asked is not None:  # whoever was asked to go along and has no wager left there
            there_still = {each.player for each in state.bettors(*state.asked.origin)}
            players = tuple(each for each in state.asked.players if each in there_still)
            state = replace(state, asked=replace(state.asked, players=players) if players else None)
        return advanced(super().resumed(state))

    def retractable(self, state: State, player: str) -> tuple[Wager, ...]:
        """What a player has on the areas that are laid anew, or on the one that got a single card."""
        areas = set(state.rebuilding) or {short for short in (self._short_area(state),) if short}
        return tuple(each for each in state.wagers_of(player) if each.area in areas and each.settled is None)

    def asked_back_under(self, state: State) -> Clauses:
        """Cards laid anew, or a single card."""
        if state.retracting is not None and not state.rebuilding:
            return (self.clauses.one_card, "ruling 42")
        return (self.clauses.retract,)

    def after_exclusion(self, state: State, player: str) -> tuple[Event, ...]:
        """Who is asked whether to take a second card leaves the wager on (ruling 14)."""
        if state.retracting is None or state.rebuilding:
            return ()
        asked = [area for who, area in self.questions(state) if who == player]
        under = (self.clauses.one_card, "ruling 14")
        return tuple(WagersKept(player=player, area=area, under=under) for area in asked)

    def _short_area(self, state: State) -> int | None:
        return short_area(replace(state, second_offered=frozenset()))

    def answered(self, state: State, player: str) -> State:
        """With the last answer about a second card the hand is played on, or is over with its wagers."""
        state = super().answered(state, player)
        if state.rebuilding or self.undecided(state):
            return state
        return advanced(replace(state, retracting=None, left_on=()))

    def rests_on(self, state: State, wager: Wager, spots: tuple[Spot, ...]) -> bool:
        """Side bets, even money and a rescue rest on their own area's cards; all else on the dealer's too."""
        own = any(each.area == wager.area for each in spots)
        chosen = {(each.spot, each.player) for each in state.decisions if each.choice in BY_CHOICE}
        apart = wager.bet in SIDE_BETS or ((wager.spot, wager.player) in chosen and wager.bet != Bet.INSURANCE)
        return own or not apart

    def still_ended(self, state: State, wager: Wager) -> bool:
        """A rescue of a hand that is not bust, and even money or a prize for a natural."""
        return still_chosen(state, wager)

    def areas_resting_on(self, state: State, spot: Spot) -> tuple[int, ...]:
        """All areas rest on the dealer's cards, and on any card once a Super Bonus has been paid."""
        return state.staked if spot == DEALERS or is_paid(state) else (spot.area,)

    def with_card(self, state: State, spot: Spot, nth: int, card: Card) -> State:
        """The card is another one also in the order in which the cards came."""
        places = [place for place, each in enumerate(state.drawn) if each.spot == spot]
        drawn = list(state.drawn)
        if nth <= len(places):
            drawn[places[nth - 1]] = replace(drawn[places[nth - 1]], face=card)
        return replace(super().with_card(state, spot, nth, card), drawn=tuple(drawn))

    def corrected(self, state: State) -> State:
        """The round goes on from where the cards as they lie have brought it."""
        if state.stage in (Stage.NO_MORE_BETS, Stage.DEALING) or not state.in_play:
            return state
        wagers = tuple(each for each in state.wagers if each.settled is not None or each.bet not in BONUS_LINES)
        early = not state.decided or not interim_over(state)
        return advanced(replace(state, wagers=wagers, stage=Stage.INTERIM if early else Stage.CHOOSING))

    def ends_now(self, state: State, wagers: tuple[Wager, ...]) -> tuple[Settled, ...]:
        """Against the dealer's hand, where it is complete."""
        return ends_of_one_gone(state, wagers, self.clauses)

    def cards_behind_cut(self, state: State) -> int:
        """As the table's terms say."""
        return state.terms.cards_behind_cut

    def best_payment(self, state: State, wager: Wager) -> int:
        """By the pay tables in force."""
        return payouts.best(state, wager)

    def cleared(self, state: State) -> State:
        """The layout without wagers and cards, and the cards' care carried on; a shuffle that waited is now due."""
        cards = len(state.cards_on_table()) + state.face_down()
        state = replace(
            taken_up(counted(state)),
            drawn=(),
            stage=Stage.BETTING,
            wagers=(),
            spoken=(),
            staked=(),
            played={},
            order={},
            unsplit=frozenset(),
            surrendered=frozenset(),
            passed=frozenset(),
            decided=False,
            asked=None,
            direction=None,
            lines={},
            kept=frozenset(),
            nominee=None,
            stray=None,
            retracting=None,
            entries=state.entries + self._entries(state, state.results),
            left_on=(),
            decisions=(),
            initial=0,
            passed_over=frozenset(),
            misplaced=False,
            rebuilding=(),
            second_offered=frozenset(),
            first_called=False,
        )
        return cared_for_after(state, cards)

    def exactly_payable(self, state: State, wager: Wager) -> bool:
        """Whether every win of this wager can be paid exactly in the table's chips."""
        at_risk = self.at_risk(state, wager)
        return all(state.terms.chips.can_pay(odds.pays(at_risk)) for odds in self._odds(state, wager))

    def _odds(self, state: State, wager: Wager) -> tuple[Odds, ...]:
        decks = state.terms.decks
        if wager.bet == Bet.PAIRS:
            return tuple(each.odds for each in pairs_pay(decks).values())
        if wager.bet == Bet.SEVENS:
            return tuple(each.odds for each in sevens_pay(state.offered or 1, decks).values())
        if wager.bet == Bet.PANDEMONIUM:
            return tuple(Odds(dollars) for dollars in prizes_of(state))
        if wager.bet == Bet.PONTOON:
            return tuple({each.odds for each in PONTOON_PAYS.values()})
        return (Odds(3, 2), Odds(1)) if wager.bet == state.main else (Odds(1),)

    def limits_for(self, state: State, wager: Wager) -> Limits:
        """The sign's limits, or the owner's own for the wager that is dealt for; the least for who is held to it."""
        if held_by(state, wager.player, self.clauses) is not None:
            return least_only(state, wager.bet)
        return super().limits_for(state, wager) if wager.bet == state.main else state.limits[wager.bet]


def _beside(state: State, wager: Wager) -> list[Wager]:
    """The wagers on one bet of an area, from the one nearest the dealer on."""
    there = [each for each in state.wagers if (each.area, each.bet) == (wager.area, wager.bet)]
    return sorted(there, key=lambda each: state.nearness(wager.area, each.player))


RULES = {variant: BlackjackRules(PLAYING[variant]) for variant in Variant}
ENGINE: Engine[State] = Engine(*RULES.values())
