"""A flop that is wrong (CP 9.8 to 9.10): without a burn, with too many cards, or too early. It is dealt again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.crown_poker.chances import from_deck
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.flop_chase import reopening
from croupier.games.crown_poker.known import why_untrue
from croupier.games.crown_poker.moments import remembered
from croupier.games.crown_poker.prizes_back import prizes_undone
from croupier.games.crown_poker.state import ASIDE, BOARD, State
from croupier.games.crown_poker.taking_back import bets_back, burned_too, burns_less, newest, street_off, to_be_shuffled
from croupier.games.crown_poker.terms import STREETS
from croupier.money import Move
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.engine import Context
from croupier.table.examples import to_enter
from croupier.table.fields import Asks
from croupier.table.people import bank
from croupier.table.state import Stage
from croupier.table.value import REFUNDED
from croupier.table.words import money_back, written

part = Part("crown-poker", PokerClauses)

FLOP = 1


class ReportLargeFlop(Command, frozen=True, kw_only=True):
    """Report cards too many in the flop, face up; at a real table with their faces."""

    cards: Annotated[tuple[Card, ...], Asks("The cards too many", "cards", optional=True)] = ()


class FlopTakenBack(Event, frozen=True, kw_only=True):
    """The flop goes back into the deck, which is shuffled and cut; what was bet on it is back with its players."""

    cards: tuple[Card, ...]
    """What everyone has seen of it."""
    early: bool = False
    """Whether the betting before it was not over, so that it never lay there rightly."""
    burned: bool = True
    """Whether the burn before it was made, and stays."""
    later: tuple[Card, ...] = ()
    """The community cards that came after it, which go back with it."""


def cards_shown(
    state: State, entered: tuple[Card, ...], many: int, ctx: Context[PokerClauses], cite: Clauses
) -> tuple[Card, ...] | Refusal:
    """So many cards of the deck that everyone has seen: entered, or drawn."""
    if state.is_real and len(entered) != many:
        return Refusal(Reason.CARD_NEEDED, cite, {"cards": many})
    if state.shoe.inside <= many:
        return Refusal(Reason.NO_CAUSE, cite, {"cards left": state.shoe.inside})
    return from_deck(state, entered, many, ctx, cite)


def flop_back(
    state: State, under: Clauses, clauses: PokerClauses, *, burned: bool = True, extra: tuple[Card, ...] = ()
) -> Iterator[Event]:
    """What follows when the flop on the board is taken back, with all that came after it."""
    play = state.play
    assert play is not None
    moves: tuple[Move, ...] = tuple(bets_back(state, play, FLOP if play.street else None))
    beside = (clauses.side_corrected,) if state.wagers else ()
    board, many = state.hand(*BOARD).faces, STREETS[FLOP].cards
    later = (*board[many:], *state.hand(*ASIDE).faces)
    late = ("ruling 122",) if later else ()
    yield from reopening(state, clauses)
    yield from prizes_undone(state, under)
    yield FlopTakenBack(
        cards=(*board[:many], *extra),
        burned=burned,
        later=later,
        moves=moves,
        under=(*under, *late, *beside),
    )


def flop_due_again(state: State) -> bool:
    """Whether a new flop would decide anything: several players are left, or side wagers hang on it."""
    return state.play is not None and (len(state.play.live) > 1 or bool(state.wagers))


@part.command(
    ReportLargeFlop,
    under="flop_too_many",
    label="Too many cards in the flop",
    words="four extra card",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: (ReportLargeFlop(cards=to_enter(state)),) if state.is_real else (),
)
def report_large_flop(state: State, command: ReportLargeFlop, ctx: Context[PokerClauses]) -> Decision:
    """Until the pot is pushed, and until the round closes where side wagers hang on that flop (ruling 122)."""
    clauses = ctx.clauses
    cite: Clauses = (clauses.flop_too_many,)
    if not _flop_open(state):
        return Refusal(Reason.NOT_NOW, (*cite, _why_not_now(state, clauses)), {"stage": state.stage.value})
    untrue = why_untrue(state, "flop", cite)
    if untrue is not None:
        return untrue
    if state.counting:
        return Refusal(Reason.NOT_NOW, (clauses.count_ordered,), {"next": "count the cards"})
    extra = cards_shown(state, command.cards, max(1, len(command.cards)), ctx, cite)
    if isinstance(extra, Refusal):
        return extra
    return tuple(flop_back(state, cite, clauses, extra=extra))


def _flop_open(state: State) -> bool:
    """Whether the flop can still be found wrong."""
    play = state.play
    if play is None or not newest(state):
        return False
    return newest(state) == FLOP and bool(state.wagers) if play.pots else True


def _why_not_now(state: State, clauses: PokerClauses) -> str:
    """What the flop waits for, or what is over."""
    if state.play is not None and state.play.pots:
        return clauses.round_over
    return STREETS[FLOP].deal


def _back(event: FlopTakenBack, who: Who) -> str:
    when = "before the betting was over " if event.early else ""
    later = f" with {written(event.later)}, which came after it" if event.later else ""
    back = f"it goes back{later}, and the deck is shuffled and cut."
    return f"The flop came {when}as {written(event.cards)}; {back}{money_back(event, who)}"


@part.event(FlopTakenBack, value=REFUNDED, audience=EVERYONE, says=_back, aloud=True)
@remembered
def flop_taken_back(state: State, event: FlopTakenBack) -> State:
    """A new one is dealt when the betting before it is over, after a burn unless that was made."""
    play = state.play
    assert play is not None
    if event.early:
        newly = event.burned and not play.burned
        state = burned_too(state) if newly else state
        play = replace(play, burned=play.burned or event.burned)
        return to_be_shuffled(replace(state, play=play), event.cards)
    state, _ = street_off(replace(state, chips=bank(state, event.moves)), FLOP)
    if not event.burned:
        state = burns_less(state)
    if event.later:
        state = replace(state, hands={place: hand for place, hand in state.hands.items() if place != ASIDE})
    assert state.play is not None
    again = replace(state.play, burned=event.burned, river_unburned=False)
    return to_be_shuffled(replace(state, play=again), (*event.cards, *event.later))


def early_flop(state: State, entered: tuple[Card, ...], burned: bool, ctx: Context[PokerClauses]) -> Decision:
    """A flop turned up before the betting, or the discards, of the first round are over."""
    clauses, play = ctx.clauses, state.play
    cite: Clauses = (clauses.flop_early,)
    if play is not None and play.to_discard:
        cite = (*cite, clauses.discards_open, "ruling 67")
    cards = cards_shown(state, entered, STREETS[FLOP].cards, ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    return (FlopTakenBack(cards=cards, early=True, burned=burned, under=cite),)


def betting_open(state: State) -> bool:
    """Whether a round of betting is not over: someone is to act or to discard."""
    play = state.play
    return play is not None and state.stage is Stage.CHOOSING and bool(play.asked or play.to_discard)
