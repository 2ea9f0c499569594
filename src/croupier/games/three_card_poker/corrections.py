"""What a player did with a hand, noted wrongly at a real table and put right until the round is closed (ruling 71).

Cards entered wrongly are put right by the part every table shares; here are choices, and what is settled anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any

from msgspec.structs import replace

from croupier.cards import Card
from croupier.cards.quick import quick
from croupier.cards.ranking import three_cards
from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.jackpot_game import outcome_undone, when_checked
from croupier.games.three_card_poker.misdeal import determined
from croupier.games.three_card_poker.play import QUEEN_HIGH, DealerHandShown, HandFolded, HandPlayed, fold_endings
from croupier.games.three_card_poker.settle import ANTE_BONUS_LINE, AreaSettled, settled_anew
from croupier.games.three_card_poker.state import DEALER, IN_RACK, Choice, State, in_the_rack
from croupier.games.three_card_poker.terms import Bet
from croupier.money import moves
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.corrections import CORRECTION, CorrectCard, why_not_correct
from croupier.table.declare import EVERYONE, Desk, Part, Undo, Who, putting_right, taking_back
from croupier.table.endings import moved
from croupier.table.fields import Asks
from croupier.table.hands import Spot
from croupier.table.rounds import with_endings
from croupier.table.rules import BankedContext, BankedRules
from croupier.table.state import Settled, Stage, Wager
from croupier.table.value import CORRECTED
from croupier.table.voiding import reopened
from croupier.table.words import money_back

part = Part("three-card-poker", ThreeCardClauses)


@quick
class Noted(StrEnum):
    """What a player has done with a hand, as it may be on record."""

    PLAY = "play"
    FOLD = "fold"
    KEEP_PAIR_PLUS = "fold but keep pair plus"
    NOT_CHOSEN = "not chosen"


_CHOICES = {Noted.PLAY: Choice.PLAY, Noted.FOLD: Choice.FOLD, Noted.KEEP_PAIR_PLUS: Choice.PAIR_PLUS}
_NOTED = {choice: noted for noted, choice in _CHOICES.items()}


class CorrectChoice(Command, frozen=True, kw_only=True):
    """Put right what a player did with the hand, where it was noted wrongly, until the round is closed."""

    area: int
    choice: Annotated[
        Noted,
        Asks(
            "In fact the player",
            words={
                Noted.PLAY: "played",
                Noted.FOLD: "folded",
                Noted.KEEP_PAIR_PLUS: "folded but kept Pair Plus",
                Noted.NOT_CHOSEN: "has not chosen yet",
            },
        ),
    ]


class ChoiceCorrected(Event, frozen=True, kw_only=True):
    """The record said that a player did one thing where another was done; what was settled on it is undone."""

    area: int
    player: str
    choice: Noted
    play: int = 0
    """What lies on Play, in cents."""
    settled: tuple[Settled, ...] = ()
    """What the fold loses."""


def rests_on_cards(state: State, wager: Wager, clauses: ThreeCardClauses) -> bool:
    """Whether a settled wager was settled on cards, not by a fold, and no manager has determined its prize."""
    choice = state.choices.get(wager.area)
    on_cards = choice is Choice.PLAY or (choice is Choice.PAIR_PLUS and wager.bet == Bet.PAIR_PLUS)
    return on_cards and not determined(wager, clauses)


def why_not_put_right(state: State, areas: tuple[int, ...], clauses: ThreeCardClauses) -> Refusal | None:
    """A jackpot outcome of this round that a manager has determined stands."""
    if not any(determined(each, clauses) for each in state.wagers):
        return None
    jackpots = [each for each in state.wagers if each.bet == Bet.JACKPOT and each.area in areas]
    return Refusal(Reason.ALREADY, (clauses.meter_prizes, CORRECTION), {"prizes": "determined"}) if jackpots else None


def unsettled(state: State, areas: tuple[int, ...]) -> State:
    """The table with these areas to be checked again: no bonus is paid there and nothing won from the meter."""
    return replace(
        state,
        wagers=tuple([each for each in state.wagers if each.area not in areas or each.bet != ANTE_BONUS_LINE]),
        checked=tuple([area for area in state.checked if area not in areas]),
        meter_wins={area: hand for area, hand in state.meter_wins.items() if area not in areas},
    )


def with_face(state: State, spot: Spot, nth: int, card: Card) -> State:
    """The table with another face for a card; the dealer's hand may qualify by it, or no longer."""
    hand = state.hands[spot]
    cards = (*hand.cards[: nth - 1], card, *hand.cards[nth:])
    state = state.with_hand(spot, replace(hand, cards=cards))
    if spot.area != DEALER or not state.turned_up(DEALER):
        return state
    qualifies = three_cards(state.hand(DEALER).faces) >= QUEEN_HIGH
    return replace(state, qualifies=qualifies, antes_paid=state.antes_paid and not qualifies)


def rewound(state: State) -> State:
    """Back to settling where a hand is to be checked again; on where nothing is."""
    if state.stage in (Stage.PAYING, Stage.SETTLED) and state.unchecked():
        return replace(state, stage=Stage.SETTLING)
    return when_checked(state) if state.dealt_out else state


def anew(state: State, areas: tuple[int, ...], rules: BankedRules[Any, ThreeCardClauses]) -> tuple[Event, ...]:
    """What follows at once: an outcome that rested on these areas is off the meter, and hands face up are settled."""
    on_meter = set(areas) & set(state.registered or ())
    undone = outcome_undone(state, (rules.clauses.outcome_time, CORRECTION)) if on_meter else ()
    if undone:
        state = rewound(replace(state, outcome_recorded=False))
    return (*undone, *settled_anew(state, rules.clauses))


def _forfeited(state: State, area: int, clauses: ThreeCardClauses) -> bool:
    """Whether the wagers of an area were taken for another reason than a fold."""
    why = (clauses.no_talk, clauses.short_play)
    ended = (each.settled for each in state.wagers if each.area == area)
    return any(each is not None and any(clause in each.under for clause in why) for each in ended)


def _noted(state: State, ctx: BankedContext[ThreeCardClauses]) -> Iterator[Command]:
    if state.is_real:
        for area in state.choices:
            for choice in Noted:
                yield CorrectChoice(area=area, choice=choice)


@part.command(
    CorrectChoice,
    under="dealing",
    label="Correct a choice",
    words="fix wrong mistake change decision undo fold play",
    says=lambda c, who: f"Correct area {c.area} to {c.choice.value}",
    desk=Desk.DEAL,
    examples=_noted,
)
def correct_choice(state: State, command: CorrectChoice, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """At a real table what the player did is right, and the record follows it."""
    clauses, area, noted = ctx.clauses, command.area, command.choice
    clause = {Noted.PLAY: clauses.play, Noted.FOLD: clauses.fold, Noted.KEEP_PAIR_PLUS: clauses.keep_pair_plus}
    cite: Clauses = (clause.get(noted, clauses.choose), CORRECTION)
    refusal = why_not_correct(state, cite) or _why_not_so(state, command, cite, ctx)
    if refusal is not None:
        return refusal
    player, ante = state.owner(area), state.wager(area, Bet.ANTE)
    assert player is not None
    play = state.wager(area, Bet.PLAY)
    back = reopened(tuple(each for each in state.wagers if each.area == area))
    off = moves(("layout", f"stack:{player}", play.cents)) if play is not None else ()
    corrected = ChoiceCorrected(area=area, player=player, choice=noted, moves=(*back, *off), under=cite)
    if noted is Noted.PLAY and ante is not None:
        on = moves((f"stack:{player}", "layout", ante.cents))
        corrected = replace(corrected, play=ante.cents, moves=(*corrected.moves, *on))
    elif noted is not Noted.NOT_CHOSEN:
        lost = fold_endings(_reopened(state, area), area, clauses, keeps=noted is Noted.KEEP_PAIR_PLUS)
        corrected = replace(corrected, settled=lost, moves=(*corrected.moves, *moved(lost)))
    return (corrected, *anew(choice_corrected(state, corrected), (area,), ctx.rules))


def _why_not_so(
    state: State, command: CorrectChoice, cite: Clauses, ctx: BankedContext[ThreeCardClauses]
) -> Refusal | None:
    """Why the record cannot say so of this hand."""
    clauses, area, noted = ctx.clauses, command.area, command.choice
    was, ante = state.choices.get(area), state.wager(area, Bet.ANTE)
    if was is None:
        return Refusal(Reason.NOT_NOW, cite, {"chosen": "nothing yet"})
    if was is Choice.VOID or state.owner(area) is None or _forfeited(state, area, clauses):
        return Refusal(Reason.NO_CAUSE, cite, {"area": area, "hand": "out of the round"})
    if _NOTED[was] is noted:
        return Refusal(Reason.ALREADY, cite, {"area": area})
    if noted is Noted.NOT_CHOSEN and state.turned_up(DEALER):
        return Refusal(Reason.NOT_NOW, (clauses.dealer_shows, CORRECTION), {"dealer's hand": "turned up"})
    if noted is Noted.PLAY and ante is None:
        return Refusal(Reason.NO_SUCH_WAGER, (clauses.pair_plus_alone, CORRECTION), {"ante": 0})
    if noted is Noted.KEEP_PAIR_PLUS and state.wager(area, Bet.PAIR_PLUS) is None:
        return Refusal(Reason.NO_SUCH_WAGER, cite, {"bet": Bet.PAIR_PLUS.value})
    if state.taken_area == area:
        return Refusal(Reason.NOT_NOW, (clauses.taken_in_error,), {"next": "the player names the cards"})
    if noted is Noted.PLAY and ante is not None:
        has = state.stack(ante.player) - sum(each.came for each in state.wagers if each.area == area)
        if has < ante.cents:
            return Refusal(Reason.NOT_ENOUGH_CHIPS, (clauses.play_equals_ante, CORRECTION), {"has": has})
    return why_not_put_right(state, (area,), clauses)


def _reopened(state: State, area: int) -> State:
    """The table with nothing of an area settled."""
    wagers = tuple([each.open_again() if each.area == area else each for each in state.wagers])
    return unsettled(replace(state, wagers=wagers), (area,))


def _corrected(event: ChoiceCorrected, who: Who) -> str:
    did = {
        Noted.PLAY: "plays",
        Noted.FOLD: "has folded",
        Noted.KEEP_PAIR_PLUS: "has folded but keeps Pair Plus",
        Noted.NOT_CHOSEN: "has not chosen yet",
    }[event.choice]
    return f"The record is put right: {who(event.player)} {did} at area {event.area}.{money_back(event, who)}"


def _staked(event: ChoiceCorrected) -> Iterator[tuple[str, int]]:
    """A Play wager that is on the layout now, less one that no longer is; what is over a maximum goes back beside."""
    off = sum([move.cents for move in event.moves if move.source == "layout" and move.target != "rack"])
    over = sum([each.returned for each in event.settled])
    yield event.player, event.play - off + over


@part.event(
    ChoiceCorrected,
    value=CORRECTED,
    audience=EVERYONE,
    says=_corrected,
    aloud=True,
    stakes=_staked,
    undoes=lambda e, ended: ended.area == e.area,
)
def choice_corrected(state: State, event: ChoiceCorrected) -> State:
    """The hand is where it was played, and whatever had been settled on it is open again."""
    area, racked = event.area, state.hands.get(Spot(event.area, IN_RACK))
    state = _reopened(state, area)
    wagers = tuple([each for each in state.wagers if each.area != area or each.bet != Bet.PLAY])
    ante = state.wager(area, Bet.ANTE)
    if event.play and ante is not None:
        play = Wager(area, Bet.PLAY.value, event.player, event.play, ante.at_risk, ante.sent_back)
        wagers = (*wagers, play)
    choices = {each: choice for each, choice in state.choices.items() if each != area}
    if event.choice is not Noted.NOT_CHOSEN:
        choices[area] = _CHOICES[event.choice]
    state = replace(with_endings(replace(state, wagers=wagers), event.settled, event.moves), choices=choices)
    if event.choice is Noted.FOLD:
        state = in_the_rack(state, (area,))
    elif racked is not None:
        hands = {spot: hand for spot, hand in state.hands.items() if spot != (area, IN_RACK)}
        state = replace(state, hands={**hands, Spot(area): racked})
    return rewound(state)


def _not_chosen(event: HandPlayed | HandFolded, state: State) -> tuple[Undo, ...]:
    return (taking_back(CorrectChoice(area=event.area, choice=Noted.NOT_CHOSEN)),)


part.takes_back(HandPlayed, _not_chosen)
part.takes_back(HandFolded, _not_chosen)
part.takes_back(DealerHandShown, lambda e, state: (putting_right(CorrectCard, area=DEALER, hand=1),))
part.takes_back(AreaSettled, lambda e, state: (putting_right(CorrectCard, area=e.area, hand=1),))
