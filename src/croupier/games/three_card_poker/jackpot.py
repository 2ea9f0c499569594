"""The jackpot game at the table: wagers registered on the meter, its outcome recorded, its prizes paid.

The table knows only what lies on its own layout; the meter it is linked to is a decider of its own.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.jackpot_game import (
    game_cancelled,
    game_without,
    to_register,
    unregistered,
    when_checked,
    without_ante,
)
from croupier.games.three_card_poker.settle import meter_clause
from croupier.games.three_card_poker.state import State, with_jackpot
from croupier.games.three_card_poker.terms import Bet
from croupier.money import MOST_CENTS, Move
from croupier.table.accounts import LAYOUT, wallet
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.endings import moved, stakes_moved
from croupier.table.examples import only
from croupier.table.fields import TO_FILL_IN
from croupier.table.linked_jackpot import (
    JackpotGameCancelled,
    JackpotOutcomeRecorded,
    JackpotOutcomeUndone,
    JackpotPrizesHeld,
    JackpotPrizesPaid,
    JackpotPrizesRejected,
    JackpotRegistered,
    JackpotShareVoided,
    JackpotTerms,
    JackpotTermsChanged,
    PayJackpotPrizes,
    RejectJackpotPrizes,
)
from croupier.table.people import bank
from croupier.table.rounds import with_endings
from croupier.table.rules import BankedContext, BankedRules
from croupier.table.state import Ending, Settled, Stage, Wager
from croupier.table.value import REFUNDED
from croupier.table.voiding import refunds
from croupier.table.words import areas as areas_in_words
from croupier.table.words import because, money_back

part = Part("three-card-poker", ThreeCardClauses)


class RegisterJackpot(Command, frozen=True, kw_only=True):
    """Register the Jackpot wagers of this round on the meter."""


class RecordJackpotOutcome(Command, frozen=True, kw_only=True):
    """Record on the meter how the round came out."""


class CancelJackpotGame(Command, frozen=True, kw_only=True):
    """Cancel a jackpot game that was started wrongly."""


class ReportEquipmentDown(Command, frozen=True, kw_only=True):
    """The jackpot equipment does not work."""

    what: str


class ArrangeManually(Command, frozen=True, kw_only=True):
    """Adequate manual arrangements are in place of the equipment."""

    how: str


class RestoreEquipment(Command, frozen=True, kw_only=True):
    """The jackpot equipment works again."""


class JackpotWagersReturned(Event, frozen=True, kw_only=True):
    """Jackpot wagers of these areas have gone back to their owners."""

    areas: tuple[int, ...]


class EquipmentFailed(Event, frozen=True, kw_only=True):
    """No Jackpot wagers are taken until there are other arrangements."""

    what: str


class ManualArrangementsMade(Event, frozen=True, kw_only=True):
    """Jackpot wagers are taken by hand."""

    how: str


class EquipmentRestored(Event, frozen=True, kw_only=True):
    """The equipment serves again."""


def given_back(wagers: tuple[Wager, ...], under: Clauses) -> JackpotWagersReturned:
    """The event of Jackpot wagers going back."""
    return JackpotWagersReturned(areas=tuple(each.area for each in wagers), moves=refunds(wagers), under=under)


@part.command(
    RegisterJackpot,
    under="meter_working",
    label="Register the Jackpot wagers",
    words="lock meter sensor",
    next="The dealer registers the Jackpot wagers on the meter",
    desk=Desk.DEAL,
    pace=Pace.CARD,
)
def register_jackpot(state: State, command: RegisterJackpot, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """After the call of no more bets and before the first card, with equipment that works.

    A game carried over from a misdeal is registered anew if a player in it has placed no Ante this time.
    """
    clauses = ctx.clauses
    cite: Clauses = (clauses.meter_working,)
    if state.stage is not Stage.NO_MORE_BETS:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if not unregistered(state):
        reason = Reason.NO_SUCH_WAGER if state.registered is None else Reason.ALREADY
        return Refusal(reason, cite, {"jackpot wagers": len(state.jackpot_wagers())})
    if state.equipment_down and not state.manual:
        return Refusal(Reason.NOT_NOW, cite, {"equipment": "down"})
    events = list(game_cancelled(state, (clauses.leaver_carried,)))
    loose, areas = without_ante(state), to_register(state)
    if loose:
        events.append(given_back(loose, (clauses.leaver_carried, clauses.jackpot_with_ante)))
    if areas:
        cents = sum(each.cents for each in state.jackpot_wagers() if each.area in areas)
        events.append(JackpotRegistered(areas=areas, cents=cents, under=cite))
    return tuple(events)


@part.evolves(JackpotRegistered)
def jackpot_registered(state: State, event: JackpotRegistered) -> State:
    """The game runs."""
    return _on_meter(state, event.areas)


def _on_meter(state: State, areas: tuple[int, ...] | None) -> State:
    state = replace(state, registered=areas)
    return when_checked(state) if state.stage in (Stage.PAYING, Stage.SETTLED) else state


@part.event(
    JackpotWagersReturned,
    value=REFUNDED,
    audience=EVERYONE,
    says=lambda e, who: f"The Jackpot wagers of {areas_in_words(e.areas)} go back.{money_back(e, who)}",
    stakes=stakes_moved,
)
def jackpot_wagers_returned(state: State, event: JackpotWagersReturned, rules: BankedRules[State, Any]) -> State:
    """They are off the layout."""
    wagers = tuple(each for each in state.wagers if not (each.bet == Bet.JACKPOT and each.area in event.areas))
    carried = tuple([area for area in state.carried if area not in event.areas])
    return rules.resumed(replace(state, wagers=wagers, carried=carried, chips=bank(state, event.moves)))


def standing(state: State, player: str) -> tuple[Wager, ...]:
    """A player's Jackpot wagers that only stand for the next round: carried over, with no Ante beside them."""
    here = state.wagers_of(player)
    if state.in_play:
        return tuple([each for each in here if each.bet == Bet.JACKPOT and each.area in state.carried])
    return tuple([each for each in without_ante(state) if each.player == player])


def taken_along(state: State, player: str, under: Clauses) -> tuple[Event, ...]:
    """The events of a leaver's standing Jackpot wagers going back; the jackpot game is undone, if they were in it.

    The others are registered anew: at once where a round is under way, else as the next one begins.
    """
    wagers = standing(state, player)
    if not wagers:
        return ()
    areas = tuple([each.area for each in wagers])
    made = tuple([Move(LAYOUT, wallet(player), each.cents) for each in wagers])
    back = JackpotWagersReturned(areas=areas, moves=made, under=under)
    if state.in_play:
        return (*game_without(state, areas, under), back)
    return (*(game_cancelled(state, under) if set(areas) & set(state.registered or ()) else ()), back)


@part.command(
    CancelJackpotGame,
    under="false_start",
    label="Cancel a jackpot game begun by mistake",
    words="undo stop mistake",
    says="Cancel the jackpot game",
    desk=Desk.PRIZES,
)
def cancel_jackpot_game(state: State, command: CancelJackpotGame, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Before the first card; every player may then place a Jackpot wager."""
    cite: Clauses = (ctx.clauses.false_start,)
    if state.registered is None or state.in_play:
        late = ("ruling 58",) if state.in_play else ()
        return Refusal(Reason.NOT_NOW, (*cite, *late), {"stage": state.stage.value})
    return game_cancelled(state, cite, reopens=state.stage is Stage.NO_MORE_BETS)


@part.evolves(JackpotGameCancelled)
def jackpot_game_cancelled(state: State, event: JackpotGameCancelled) -> State:
    """After a false start betting is open again; otherwise what is left is registered anew."""
    return replace(_on_meter(state, None), stage=Stage.BETTING) if event.reopens else _on_meter(state, None)


@part.evolves(JackpotOutcomeUndone)
def jackpot_outcome_undone(state: State, event: JackpotOutcomeUndone) -> State:
    """As if it had never been recorded: in a round that goes on it is to be recorded anew."""
    return _on_meter(replace(state, outcome_recorded=False, meter_prizes={}), state.registered)


@part.evolves(JackpotPrizesHeld)
def jackpot_prizes_held(state: State, event: JackpotPrizesHeld) -> State:
    """The table knows what a manager is to determine."""
    return replace(state, meter_prizes=dict(event.prizes))


part.records(JackpotShareVoided)
"""With the wagers the table has forgotten what they won; this is for the meter."""


@part.evolves(JackpotTermsChanged)
def jackpot_terms_changed(state: State, event: JackpotTermsChanged) -> State:
    """At once between rounds; a round that has begun is finished for the meter it was begun for."""
    if event.at_once:
        return with_jackpot(state, event.terms)
    if state.jackpot is None and event.for_now and state.terms.jackpot_price is not None:
        playing = JackpotTerms(event.for_now, state.terms.jackpot_price, state.terms.jackpot_option)
        state = replace(state, jackpot=playing)
    return replace(state, jackpot_next=event.terms)


@part.command(
    RecordJackpotOutcome,
    under="outcome_time",
    label="Record the outcome on the meter",
    words="meter prize won",
    says="Record the jackpot outcome",
    next="The dealer records the outcome on the meter",
    desk=Desk.DEAL,
)
def record_jackpot_outcome(
    state: State, command: RecordJackpotOutcome, ctx: BankedContext[ThreeCardClauses]
) -> Decision:
    """When every hand has been checked: this is the time for settlement."""
    cite: Clauses = (ctx.clauses.outcome_time,)
    if state.stage is not Stage.PAYING or state.registered is None or state.outcome_recorded:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    wins = tuple(sorted(state.meter_wins.items()))
    return (JackpotOutcomeRecorded(round=state.round, wins=wins, under=cite),)


@part.evolves(JackpotOutcomeRecorded)
def jackpot_outcome_recorded(state: State, event: JackpotOutcomeRecorded) -> State:
    """Prizes from the meter wait for a manager; without any the round is settled."""
    return when_checked(replace(state, outcome_recorded=True))


def _wins(state: State, cite: Clauses) -> Refusal | None:
    if state.stage is not Stage.PAYING or not state.outcome_recorded or not state.meter_wins:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value, "pending": len(state.meter_wins)})
    return None


@part.decides(PayJackpotPrizes, under="meter_prizes")
def pay_jackpot_prizes(state: State, command: PayJackpotPrizes, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """By the manager's determination, to exactly the areas that won."""
    cite: Clauses = (ctx.clauses.meter_prizes,)
    refusal = _wins(state, cite) or ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    prizes = dict(command.prizes)
    right_areas = sorted(area for area, _ in command.prizes) == sorted(state.meter_wins)
    if not right_areas or not all(1 <= cents <= MOST_CENTS for cents in prizes.values()):
        return Refusal(Reason.LIMITS, cite, {"winning areas": len(state.meter_wins), "named": len(prizes)})
    settled = tuple(
        Settled(
            each.area,
            each.bet,
            each.player,
            each.cents,
            Ending.WON,
            each.cents,
            0,
            prizes[each.area],
            (*cite, "TCP 5.10.1(b)", meter_clause(state, state.meter_wins[each.area]), "ruling 52"),
            state.meter_wins[each.area],
        )
        for each in state.jackpot_wagers()
        if each.area in prizes
    )
    return (JackpotPrizesPaid(prizes=command.prizes, settled=settled, moves=moved(settled), under=cite),)


@part.evolves(JackpotPrizesPaid)
def jackpot_prizes_paid(state: State, event: JackpotPrizesPaid) -> State:
    """Nothing more waits."""
    return when_checked(replace(with_endings(state, event.settled, event.moves), meter_wins={}, meter_prizes={}))


@part.decides(RejectJackpotPrizes, under="meter_prizes")
def reject_jackpot_prizes(state: State, command: RejectJackpotPrizes, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """The manager's determination that nothing is won."""
    cite: Clauses = (ctx.clauses.meter_prizes,)
    refusal = _wins(state, cite) or ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    settled = tuple(
        Settled(each.area, each.bet, each.player, each.cents, Ending.LOST, each.cents, 0, 0, (*cite, "TCP 5.10.2(b)"))
        for each in state.jackpot_wagers()
    )
    return (JackpotPrizesRejected(why=command.why, settled=settled, moves=moved(settled), under=cite),)


@part.evolves(JackpotPrizesRejected)
def jackpot_prizes_rejected(state: State, event: JackpotPrizesRejected) -> State:
    """Nothing more waits."""
    return when_checked(replace(with_endings(state, event.settled, event.moves), meter_wins={}, meter_prizes={}))


@part.command(
    ReportEquipmentDown,
    under="meter_working",
    label="The jackpot equipment is down",
    words="broken meter fault sensor failed",
    says="Report the jackpot equipment down",
    desk=Desk.PRIZES,
    examples=only(ReportEquipmentDown(what=TO_FILL_IN)),
)
def report_equipment_down(state: State, command: ReportEquipmentDown, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Wagers already registered play on."""
    cite: Clauses = (ctx.clauses.meter_working,)
    if not state.jackpot_offered or state.equipment_down:
        return Refusal(Reason.ALREADY if state.equipment_down else Reason.NO_CAUSE, cite)
    return (EquipmentFailed(what=command.what, under=(*cite, "TCP 6.5.1")),)


@part.event(
    EquipmentFailed, audience=EVERYONE, says=lambda e, who: f"The jackpot equipment does not work{because(e.what)}."
)
def equipment_failed(state: State, event: EquipmentFailed) -> State:
    """No more Jackpot wagers for now."""
    return replace(state, equipment_down=True, manual=False)


@part.command(
    ArrangeManually,
    under="meter_working",
    label="Take Jackpot wagers by hand",
    words="manual sensor broken",
    desk=Desk.PRIZES,
    examples=only(ArrangeManually(how=TO_FILL_IN)),
)
def arrange_manually(state: State, command: ArrangeManually, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Only while the equipment is down."""
    cite: Clauses = (ctx.clauses.meter_working,)
    if not state.equipment_down:
        return Refusal(Reason.NO_CAUSE, cite, {"equipment": "working"})
    return (ManualArrangementsMade(how=command.how, under=(*cite, "TCP 6.1.1(k)")),)


@part.event(
    ManualArrangementsMade, audience=EVERYONE, says=lambda e, who: f"Jackpot wagers are taken by hand{because(e.how)}."
)
def manual_arrangements_made(state: State, event: ManualArrangementsMade) -> State:
    """Jackpot wagers are taken again."""
    return replace(state, manual=True)


@part.command(
    RestoreEquipment,
    under="meter_working",
    label="The equipment works again",
    words="repaired fixed meter sensor",
    says="Put the jackpot equipment back to work",
    desk=Desk.PRIZES,
    wanted=lambda state, rules: (
        [rules.act(RestoreEquipment(), rules.clauses.meter_working)] if state.equipment_down else ()
    ),
)
def restore_equipment(state: State, command: RestoreEquipment, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Only after a failure."""
    cite: Clauses = (ctx.clauses.meter_working,)
    if not state.equipment_down:
        return Refusal(Reason.NO_CAUSE, cite, {"equipment": "working"})
    return (EquipmentRestored(under=(*cite, "TCP 6.5.1")),)


@part.event(EquipmentRestored, audience=EVERYONE, says="The jackpot equipment works again.")
def equipment_restored(state: State, event: EquipmentRestored) -> State:
    """Jackpot wagers are taken by the equipment again."""
    return replace(state, equipment_down=False, manual=False)
