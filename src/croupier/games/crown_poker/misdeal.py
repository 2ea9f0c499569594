"""A hand that is no hand: every chip goes back, and the next deal begins where this one did."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.commission import SLIDE
from croupier.games.crown_poker.flop_chase import kept_for_new_deal, misdeal_moves, voided_moves
from croupier.games.crown_poker.known import why_untrue
from croupier.games.crown_poker.prizes_back import of_no_hand
from croupier.games.crown_poker.state import SITTING, Play, Sitting, State, account
from croupier.money import Move
from croupier.table import one_deck
from croupier.table.accounts import pot
from croupier.table.contract import Clauses, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Ends, Part
from croupier.table.engine import Context
from croupier.table.one_deck import FULL_DECK, CountDeck, DeckCounted
from croupier.table.people import bank
from croupier.table.rules import Rules
from croupier.table.uncounted import not_a_hand
from croupier.table.value import REFUNDED
from croupier.table.words import because, money_back

part = Part("crown-poker", PokerClauses)


class HandMisdealt(Event, frozen=True, kw_only=True):
    """The hand counts for nothing: all that was put in has gone back, and the same player is dealt to first again."""

    round: int
    why: str
    misdeal: bool = True
    """Whether the cards were dealt wrongly; otherwise the hand was played and undone, and the next one follows it."""


def refunds(state: State, play: Play) -> Iterator[Move]:
    """The moves that leave everyone as if the hand had not begun; of those who have left, to what they hold elsewhere.

    What was pushed already comes back from its winners first.
    """
    yield from pushed_back(state, play)
    for contender in play.contenders:
        back = contender.put + contender.dead
        if back:
            yield Move(pot(), account(state, contender.player), back)


def pushed_back(state: State, play: Play) -> Iterator[Move]:
    """The moves that put pots together again that were pushed, with what lies on the drop slide."""
    if play.slide:
        yield Move(SLIDE, pot(), play.slide)
    for each in play.pots:
        if each.rake:
            yield Move(state.takes_to, pot(), each.rake)
        for share in each.shares:
            if share.cents:
                yield Move(account(state, share.player), pot(), share.cents)


def misdealt(state: State, why: str, under: Clauses, *, misdeal: bool = True) -> HandMisdealt:
    """The event of a hand that counts for nothing."""
    play = state.play
    assert play is not None
    beside = misdeal_moves(state) if misdeal else voided_moves(state, state.wagers)
    cite = (*under, "ruling 66") if state.wagers and misdeal else under
    if state.commission.person_fee:
        cite = (*cite, "ruling 115")
    prizes, _ = of_no_hand(state)
    moves = (*refunds(state, play), *beside, *prizes)
    return HandMisdealt(round=state.round, why=why, misdeal=misdeal, moves=moves, under=cite)


@part.event(
    HandMisdealt,
    value=REFUNDED,
    audience=EVERYONE,
    says=lambda e, who: (
        f"Hand {e.round} is {'a misdeal' if e.misdeal else 'of no effect'}{because(e.why)}.{money_back(e, who)}"
    ),
    aloud=True,
    ends=Ends.VOID,
)
def hand_misdealt(state: State, event: HandMisdealt, rules: Rules[State, PokerClauses]) -> State:
    """Button, blinds and what players owed are as they were; a misdeal is no hand (ruling 72)."""
    play = state.play
    assert play is not None
    _, owed = of_no_hand(state)
    state = replace(state, prizes=owed)
    if not event.misdeal:
        undone: State = rules.cleared(replace(state, chips=bank(state, event.moves), play=None, wagers=()))
        return undone
    state = not_a_hand(state, event.round)
    sittings = {player: _as_before(state, play, player) for player in state.people}
    known = {player: each for player, each in sittings.items() if each != SITTING}
    paid = tuple([each.player for each in play.contenders]) if state.commission.person_fee else ()
    wagers = kept_for_new_deal(state)
    state = replace(state, chips=bank(state, event.moves), line=play.line_before, again=state.line)
    state = replace(state, sittings=known, fees_kept=paid)
    return rules.cleared(replace(state, play=None, wagers=wagers))


def _as_before(state: State, play: Play, player: str) -> Sitting:
    """How a player sat before the hand, but for what has changed since it began: who came, moved or said something."""
    before, begun = play.sittings_before.get(player, SITTING), play.sittings_begun.get(player, SITTING)
    now = state.sitting(player)
    since = {
        name: getattr(now, name) for name in Sitting.__struct_fields__ if getattr(now, name) != getattr(begun, name)
    }
    sitting = replace(before, **{**since, "away": now.away, "posts": now.posts or before.posts})
    return replace(sitting, waits=sitting.waits or sitting.owes)


@part.decides(CountDeck, under="dealing")
def count_deck(state: State, command: CountDeck, ctx: Context[PokerClauses]) -> Decision:
    """When it was ordered; a deck that is not whole ends the hand it is found in."""
    clauses = ctx.clauses
    if not state.counting:
        return Refusal(Reason.NOT_NOW, (clauses.count_ordered,), {"counting": "not ordered"})
    if not 0 <= command.cards <= 2 * FULL_DECK:
        return Refusal(Reason.CARDS_DIFFER, (clauses.count_ordered,), {"cards": command.cards})
    untrue = why_untrue(state, "cards", (clauses.count_ordered,)) if command.cards != FULL_DECK else None
    if untrue is not None:
        return untrue
    counted = DeckCounted(cards=command.cards, under=(clauses.count_ordered,))
    if command.cards == FULL_DECK or state.play is None or state.play.pots:
        return (counted,)
    return (misdealt(state, "the deck is defective", (clauses.defective, clauses.deck_means)), counted)


@part.evolves(DeckCounted, overrides=True)
def deck_counted(state: State, event: DeckCounted) -> State:
    """A deck that is not right is replaced, after the push when its cards are taken up."""
    if state.play is None:
        return one_deck.deck_counted(state, event)
    return replace(state, counting="", condemned=state.condemned or event.cards != FULL_DECK)
