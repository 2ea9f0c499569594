"""Bonus prizes: a hand that makes what the sign says is told to a higher duties dealer, who verifies it.

Cash is paid in chips at once, for the pot is pushed and the round of play over; goods and services are owed until they
are handed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.crown_poker.chances import hole_faces
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.ranking import high_of, kind_of
from croupier.games.crown_poker.showdown import SeatOf, collect_cards
from croupier.games.crown_poker.state import BOARD, Contender, Prize, State
from croupier.games.crown_poker.terms import Bonus, BonusKind
from croupier.money import Move, dollars
from croupier.table.accounts import CAGE, stack
from croupier.table.bounds import MOST_LISTED
from croupier.table.contract import Clauses, Command, Decision, Due, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.engine import Context
from croupier.table.examples import hand_to_enter, is_player
from croupier.table.faces import revealed
from croupier.table.fields import Asks
from croupier.table.hands import Spot
from croupier.table.people import bank, subject
from croupier.table.rounds import CollectCards
from croupier.table.rules import Rules
from croupier.table.state import Stage
from croupier.table.value import PRIZE
from croupier.table.words import written

part = Part("crown-poker", PokerClauses)

FLOP = 3


class NotifyBonus(Command, frozen=True, kw_only=True):
    """Say that a hand has won a bonus prize; one that nobody had to show is laid open by its player for it."""

    seat: int
    bonus: str
    cards: Annotated[tuple[Card, ...], Asks("The hole cards", "hand", hand=SeatOf())] = ()


class VerifyBonus(Command, frozen=True, kw_only=True):
    """Verify the hand of a bonus prize, or find that it is none."""

    number: int
    holds: Annotated[bool, Asks("The hand", words={True: "wins the prize", False: "does not"})] = True


class HandOverPrize(Command, frozen=True, kw_only=True):
    """Note that goods or services were handed over."""

    number: int


class BonusNotified(Event, frozen=True, kw_only=True):
    """A higher duties dealer is told of a hand that has won a bonus prize."""

    number: int
    seat: int
    player: str
    bonus: str
    cards: tuple[Card, ...]
    by: str = ""


class BonusVerified(Event, frozen=True, kw_only=True):
    """A bonus prize is won; cash is paid, anything else is owed."""

    number: int
    player: str
    bonus: str
    what: str
    by: str


class BonusDenied(Event, frozen=True, kw_only=True):
    """A hand did not win the bonus prize it was told for."""

    number: int
    player: str
    bonus: str
    by: str


class PrizeHandedOver(Event, frozen=True, kw_only=True):
    """A player has what they had won."""

    number: int
    player: str
    what: str


def offered(state: State, name: str) -> Bonus | None:
    """The prize of a name, as the sign says it."""
    return next((each for each in state.terms.bonuses if each.name == name), None)


def makes(state: State, cards: tuple[Card, ...]) -> str:
    """What hole cards make with the board; nothing while a flop or a discard is wanting."""
    game, board = state.setting.game, state.hand(*BOARD).faces
    if len(board) < FLOP or len(cards) != game.hole - (game.discard_after is not None):
        return ""
    return kind_of(high_of(game, cards, board))


def _told(state: State, seat: int, bonus: str) -> bool:
    return state.play is not None and (seat, bonus) in state.play.told


def won_in_sight(state: State) -> Iterator[tuple[Contender, Bonus]]:
    """The prizes that hands lying open have won, and that the dealer has not told anyone of yet."""
    play = state.play
    if not state.terms.bonuses or state.reserved is not None or play is None or state.stage is not Stage.SETTLED:
        return
    if len(state.prizes) >= MOST_LISTED:
        return
    for each in play.contenders:
        hand = state.hand(each.seat)
        if each.folded or each.mucked or not hand.up or each.player not in state.people:
            continue
        made = makes(state, hand.faces)
        for bonus in state.terms.bonuses:
            if bonus.hand == made and (each.seat, bonus.name) not in play.told:
                yield each, bonus


def bonus_due(state: State, rules: Rules[State, PokerClauses]) -> tuple[Due, ...]:
    """What must happen with bonus prizes before the cards are taken up."""
    waiting = next((each for each in state.prizes if not each.verified), None)
    if waiting is not None:
        holds = not _gave_up(state, waiting.seat)
        return (rules.act(VerifyBonus(number=waiting.number, holds=holds), rules.clauses.bonus_verified),)
    found = next(won_in_sight(state), None)
    if found is None:
        return ()
    who, bonus = found
    cards = state.hand(who.seat).faces if state.is_real else ()
    return (rules.act(NotifyBonus(seat=who.seat, bonus=bonus.name, cards=cards), rules.clauses.dealing),)


@part.decides(CollectCards, under="dealing", overrides=True)
def collect(state: State, command: CollectCards, ctx: Context[PokerClauses]) -> Decision:
    """The cards stay where they are while a prize is not verified, or nobody was told of one."""
    if any(not each.verified for each in state.prizes) or next(won_in_sight(state), None) is not None:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.bonus_verified,), {"next": "the bonus prize"})
    return collect_cards(state, command, ctx)


def _gave_up(state: State, seat: int) -> bool:
    """Whether the hand of a seat was folded or given up, and so wins no prize."""
    play = state.play
    holds = None if play is None else next((each for each in play.contenders if each.seat == seat), None)
    return holds is None or holds.folded or holds.mucked


def _hands(state: State, ctx: Context[PokerClauses]) -> Iterator[Command]:
    play = state.play
    if play is None or state.stage is not Stage.SETTLED:
        return
    for each in play.contenders:
        if not each.folded and (not is_player(ctx) or each.player == ctx.by.id):
            for bonus in state.terms.bonuses:
                cards = hand_to_enter(state, Spot(each.seat))
                yield NotifyBonus(seat=each.seat, bonus=bonus.name, cards=cards)


@part.command(
    NotifyBonus,
    label="A bonus prize",
    words="bad beat jackpot won tell",
    says=lambda c, who: f"Seat {c.seat} has won {c.bonus}",
    next="The dealer calls someone for a bonus prize",
    desk=Desk.PRIZES,
    pace=Pace.SETTLING,
    examples=_hands,
)
def notify_bonus(state: State, command: NotifyBonus, ctx: Context[PokerClauses]) -> Decision:
    """Once the pots are pushed and before the cards are taken up, of a hand that was not given up."""
    clauses, bonus, play = ctx.clauses, offered(state, command.bonus), state.play
    cite: Clauses = (clauses.bonus_verified, clauses.bonus_sign)
    if bonus is None:
        return Refusal(Reason.NO_CAUSE, (clauses.bonus_sign,), {"bonus": command.bonus})
    if play is None or state.stage is not Stage.SETTLED:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    who = next((each for each in play.contenders if each.seat == command.seat), None)
    if who is None or who.player not in state.people:
        return Refusal(Reason.NOT_HERE, cite, {"seat": command.seat})
    if _gave_up(state, who.seat):
        return Refusal(Reason.FORBIDDEN, (clauses.bonus_folded,), {"hand": "given up"})
    hand = state.hand(who.seat)
    if not (hand.up and ctx.is_staff):
        person = subject(state, who.player, ctx)
        if isinstance(person, Refusal):
            return person
    if _told(state, who.seat, bonus.name):
        return Refusal(Reason.ALREADY, cite)
    if len(state.prizes) >= MOST_LISTED:
        return Refusal(Reason.LIMITS, cite, {"prizes": MOST_LISTED})
    if not state.is_real and hand.hidden:
        return Refusal(Reason.NOT_NOW, cite, {"next": "look at the cards"})
    cards = hole_faces(state, who.seat, command.cards, ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    made = makes(state, cards)
    if made != bonus.hand:
        return Refusal(Reason.NO_CAUSE, cite, {"needs": bonus.hand, "has": made or "no hand"})
    return (
        BonusNotified(
            number=state.prizes_told + 1,
            seat=who.seat,
            player=who.player,
            bonus=bonus.name,
            cards=cards,
            by=ctx.by.id,
            under=cite,
        ),
    )


@part.event(
    BonusNotified,
    cash_only=True,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} has {written(e.cards)} for the bonus prize {e.bonus}, to be verified.",
    aloud=True,
)
def bonus_notified(state: State, event: BonusNotified) -> State:
    """The hand lies open, and someone above the dealer is called."""
    state = revealed(state, Spot(event.seat), event.cards, up=True)
    play, bonus = state.play, offered(state, event.bonus)
    assert play is not None and bonus is not None
    prize = Prize(
        event.number, event.seat, event.player, bonus.name, bonus.kind.value, bonus.cents, bonus.what, event.by
    )
    told = (*play.told, (event.seat, event.bonus))
    return replace(state, play=replace(play, told=told), prizes=(*state.prizes, prize), prizes_told=event.number)


def _prize(state: State, number: int, verified: bool, cite: Clauses) -> Prize | Refusal:
    found = next((each for each in state.prizes if each.number == number and each.verified is verified), None)
    return found or Refusal(Reason.NO_CAUSE, cite, {"prize": number})


@part.command(
    VerifyBonus,
    under="bonus_verified",
    label="Verify a bonus prize",
    words="check bad beat jackpot confirm",
    says=lambda c, who: f"Bonus prize {c.number} {'is verified' if c.holds else 'is refused'}",
    desk=Desk.PRIZES,
    pace=Pace.RULING,
    examples=lambda state, ctx: [
        VerifyBonus(number=each.number, holds=holds)
        for each in state.prizes
        if not each.verified
        for holds in (True, False)
    ],
)
def verify_bonus(state: State, command: VerifyBonus, ctx: Context[PokerClauses]) -> Decision:
    """By a higher duties dealer or someone above, who did not enter the cards; a hand given up since wins nothing."""
    clauses = ctx.clauses
    prize = _prize(state, command.number, False, (clauses.bonus_verified,))
    if isinstance(prize, Refusal):
        return prize
    cite: Clauses = (clauses.bonus_verified,)
    if not command.holds:
        return (BonusDenied(number=prize.number, player=prize.player, bonus=prize.bonus, by=ctx.by.id, under=cite),)
    if _gave_up(state, prize.seat):
        return Refusal(Reason.FORBIDDEN, (clauses.bonus_folded,), {"hand": "given up"})
    if state.is_real and ctx.by.id == prize.told_by:
        return Refusal(Reason.NOT_YOURS, cite, {"prize": prize.number, "needs": "a second person"})
    cash = prize.kind == BonusKind.CASH
    return (
        BonusVerified(
            number=prize.number,
            player=prize.player,
            bonus=prize.bonus,
            what=dollars(prize.cents) if cash else prize.what,
            by=ctx.by.id,
            moves=(Move(CAGE, stack(prize.player), prize.cents),) if cash else (),
            under=(*cite, clauses.bonus_cash if cash else clauses.bonus_goods),
        ),
    )


def _verified(event: BonusVerified, who: Who) -> str:
    then = "is paid" if event.moves else "is to have"
    return f"{who(event.player)} {then} {event.what} for the bonus prize {event.bonus}."


@part.event(BonusVerified, value=PRIZE, audience=EVERYONE, says=_verified, aloud=True)
def bonus_verified(state: State, event: BonusVerified) -> State:
    """Cash is in the stack; anything else waits to be handed over."""
    prize = replace(next(each for each in state.prizes if each.number == event.number), verified=True)
    if state.play is not None:
        state = replace(state, play=replace(state.play, won=(*state.play.won, prize)))
    if event.moves:
        return replace(without_prize(state, event.number), chips=bank(state, event.moves))
    return replace(state, prizes=tuple([prize if each.number == event.number else each for each in state.prizes]))


def without_prize(state: State, number: int) -> State:
    """The table where one prize neither waits nor is owed any more."""
    return replace(state, prizes=tuple([each for each in state.prizes if each.number != number]))


@part.event(
    BonusDenied,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)}'s hand does not win the bonus prize {e.bonus}.",
    aloud=True,
)
def bonus_denied(state: State, event: BonusDenied) -> State:
    """Nothing is owed for it."""
    return without_prize(state, event.number)


@part.command(
    HandOverPrize,
    under="bonus_goods",
    label="Hand over a prize",
    words="pay give bad beat",
    says=lambda c, who: f"Prize {c.number} is handed over",
    desk=Desk.PRIZES,
    examples=lambda state, ctx: [HandOverPrize(number=each.number) for each in state.prizes if each.verified],
)
def hand_over_prize(state: State, command: HandOverPrize, ctx: Context[PokerClauses]) -> Decision:
    """Whenever it is convenient, also to someone who has left."""
    prize = _prize(state, command.number, True, (ctx.clauses.bonus_goods,))
    if isinstance(prize, Refusal):
        return prize
    under = (ctx.clauses.bonus_goods,)
    return (PrizeHandedOver(number=prize.number, player=prize.player, what=prize.what, under=under),)


@part.event(PrizeHandedOver, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} is handed {e.what}.")
def prize_handed_over(state: State, event: PrizeHandedOver) -> State:
    """It is owed no more."""
    return without_prize(state, event.number)


def without_unverified(state: State) -> tuple[Prize, ...]:
    """The prizes that outlive a hand: those that were verified and are owed."""
    return tuple([each for each in state.prizes if each.verified]) if state.prizes else ()


def still_told(state: State) -> tuple[tuple[int, str], ...]:
    """What was told in this hand and stays so, though it is played or read anew: what has been verified."""
    waiting = {(each.seat, each.bonus) for each in state.prizes if not each.verified}
    return () if state.play is None else tuple([each for each in state.play.told if each not in waiting])
