"""What was entered wrongly at a real table, put right until the hand is over (ruling 71).

A card is corrected where it lies. What a player did, or what was reported of an irregularity, is taken back, the last
entry first, with all that followed it; pots that were pushed come back first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.crown_poker import bonus
from croupier.games.crown_poker.actions import Called, Checked, Folded, Raised
from croupier.games.crown_poker.board_errors import BurnFoundMissing, CardTakenBack, ExtraCardsOpened
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.dead_hands import HandDead
from croupier.games.crown_poker.dealing import CommunityCardsDealt
from croupier.games.crown_poker.discards import Discarded
from croupier.games.crown_poker.exposing import BoxedCardMucked, HoleCardExposed
from croupier.games.crown_poker.flop_chase import FLOP, reopening
from croupier.games.crown_poker.flop_errors import FlopTakenBack
from croupier.games.crown_poker.hand_errors import DiscardOwed
from croupier.games.crown_poker.inspection import HandOpened
from croupier.games.crown_poker.laying import LessThanCall
from croupier.games.crown_poker.misdeal import pushed_back
from croupier.games.crown_poker.out_of_turn import ActedEarly
from croupier.games.crown_poker.prizes_back import prizes_lost, prizes_undone
from croupier.games.crown_poker.showdown import HandMucked, HandShown, pushing
from croupier.games.crown_poker.showing import CardDropped, HandShownToOne
from croupier.games.crown_poker.state import BOARD, Moment, Play, State, account
from croupier.games.crown_poker.straddling import Straddled, StraddleDeclined
from croupier.money import Move
from croupier.table.accounts import LAYOUT, pot, stack, wallet
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.corrections import CORRECTION, CardCorrected, CorrectCard
from croupier.table.declare import EVERYONE, Desk, Part, Undo, putting_right, taking_back
from croupier.table.engine import Context
from croupier.table.hands import Hand, Spot
from croupier.table.people import bank
from croupier.table.state import Stage, Wager
from croupier.table.value import CORRECTED, OWN
from croupier.table.words import money_back

part = Part("crown-poker", PokerClauses)


class TakeBackAct(Command, frozen=True, kw_only=True):
    """Take back the act or the irregularity that was entered last, because it was entered wrongly."""


class ActTakenBack(Event, frozen=True, kw_only=True):
    """The hand is where it was before the entry made last, with the money that had moved since."""

    player: str


def _why_not(state: State, cite: Clauses) -> Refusal | None:
    if not state.is_real:
        return Refusal(Reason.CARD_DRAWN, cite)
    return None if state.play is not None else Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})


@part.command(
    TakeBackAct,
    under="dealing",
    label="Take back what was entered last",
    words="undo wrong mistake fix correct action",
    says="Take back the act entered last",
    desk=Desk.DEAL,
)
def take_back_act(state: State, command: TakeBackAct, ctx: Context[PokerClauses]) -> Decision:
    """Where everyone who was in the hand then is still at the table; a ruling, only by the rank that it takes."""
    clauses, play = ctx.clauses, state.play
    cite: Clauses = (clauses.declared, CORRECTION)
    refusal = _why_not(state, cite)
    if refusal is not None or play is None:
        return refusal or Refusal(Reason.NOT_NOW, cite)
    if not play.moments:
        return Refusal(Reason.NO_CAUSE, cite, {"acts": 0})
    then = play.moments[-1]
    lacking = ctx.lacks_rank(then.ruling) if then.ruling else None
    if lacking is not None:
        return lacking
    gone = [each.player for each in then.play.live if each.player not in state.people]
    if gone:
        return Refusal(Reason.NOT_HERE, cite, {"player": gone[0]})
    moves = list(_moves_back(state, play, then.play))
    moves += [Move(stack(each.player), LAYOUT, each.cents) for each in _unvoided(state, then)]
    beside = reopening(state, clauses) if _flop_goes(state, then) else ()
    prizes = tuple(prizes_undone(state, (clauses.bonus_verified, CORRECTION), kept=then.play.won))
    added = tuple(_added_since(state, then, [*moves, *[move for each in prizes for move in each.moves]]))
    under = (*cite, clauses.no_handling) if added else cite
    return (*beside, *prizes, ActTakenBack(player=then.player, moves=(*moves, *added), under=under))


def _added_since(state: State, then: Moment, moves: list[Move]) -> Iterator[Move]:
    """What someone added to the stack after a fold that was none, off the table again: stakes do not grow (CP 6.11)."""
    for each in then.play.live:
        own = stack(each.player)
        came = sum([move.cents for move in moves if move.target == own])
        went = sum([move.cents for move in moves if move.source == own])
        more = state.stack(each.player) + came - went - then.chips.get(own, 0)
        if more > 0 and state.play is not None and state.play.at(each.seat).folded:
            yield Move(own, wallet(each.player), more)


def _unvoided(state: State, then: Moment) -> tuple[Wager, ...]:
    """The side wagers that a ruling had given back, and that lie there again once it is taken back."""
    lie = {each.player for each in state.wagers}
    back = [each for each in then.wagers if then.ruling and each.player not in lie and not each.sent_back]
    return tuple([replace(each, settled=None) for each in back if each.player in state.people])


def _flop_goes(state: State, then: Moment) -> bool:
    """Whether the flop came after that moment."""
    return BOARD not in then.hands and state.hand(*BOARD).size >= FLOP


def _moves_back(state: State, play: Play, then: Play) -> Iterator[Move]:
    """The moves from how the money lies to how it lay then."""
    yield from pushed_back(state, play)
    before = {each.seat: each.put + each.dead for each in then.contenders}
    owed = list[Move]()
    for each in play.contenders:
        cents, there = each.put + each.dead - before[each.seat], account(state, each.player)
        if cents > 0:
            owed.append(Move(pot(), there, cents))
        elif cents < 0:
            yield Move(there, pot(), -cents)
    yield from owed
    for move in pushed_back(state, then):  # what was pushed then already, or lay on the slide
        yield Move(move.target, move.source, move.cents)


@part.event(
    ActTakenBack,
    value=(CORRECTED, OWN),
    audience=EVERYONE,
    says=lambda e, who: (
        f"What was entered {f'of {who(e.player)}' if e.player else 'last'} is taken back.{money_back(e, who)}"
    ),
    aloud=True,
)
def act_taken_back(state: State, event: ActTakenBack) -> State:
    """The hand stands as it did."""
    assert state.play is not None
    moments = state.play.moments
    then = moments[-1]
    told = tuple([each for each in then.play.told if each in bonus.still_told(state)])
    return replace(
        state,
        chips=bank(state, event.moves),
        prizes=bonus.without_unverified(state),
        wagers=(*state.wagers, *_unvoided(state, then)),
        play=replace(then.play, moments=moments[:-1], told=told, won=state.play.won),
        stage=then.stage,
        hands=then.hands,
        shoe=then.shoe,
        care=then.care,
    )


for _act in (
    Checked,
    Called,
    Raised,
    Folded,
    Discarded,
    LessThanCall,
    ActedEarly,
    Straddled,
    StraddleDeclined,
    HandShown,
    HandMucked,
    HandOpened,
    HandDead,
    HandShownToOne,
    CardDropped,
    DiscardOwed,
    FlopTakenBack,
    CardTakenBack,
    BurnFoundMissing,
    ExtraCardsOpened,
    HoleCardExposed,
    BoxedCardMucked,
):
    part.takes_back(_act, lambda event, state: (taking_back(TakeBackAct()),))


def _card_right(event: CommunityCardsDealt, state: State) -> tuple[Undo]:
    """The card that came last; of a flop a person says which of the three."""
    last = {} if len(event.cards) > 1 else {"nth": state.hand(*BOARD).size}
    return (putting_right(CorrectCard, area=BOARD.area, **last),)


part.takes_back(CommunityCardsDealt, _card_right)


def _faces(hands: Mapping[Spot, Hand]) -> Iterator[tuple[Spot, int, Card]]:
    """Every face on record: where, which card, and what."""
    for place, hand in hands.items():
        for nth, card in enumerate(hand.cards, 1):
            if card is not None:
                yield place, nth, card


@part.decides(CorrectCard, under="dealing")
def correct_card(state: State, command: CorrectCard, ctx: Context[PokerClauses]) -> Decision:
    """The card on the cloth is right: what the record made of another is undone and made anew."""
    clauses, play = ctx.clauses, state.play
    cite: Clauses = (clauses.cards_speak, CORRECTION)
    refusal = _why_not(state, cite)
    if refusal is not None or play is None:
        return refusal or Refusal(Reason.NOT_NOW, cite)
    spot, known = Spot(command.area, command.hand), {(place, nth): card for place, nth, card in _faces(state.hands)}
    was = known.get((spot, command.nth))
    if was is None:
        return Refusal(Reason.CARDS_DIFFER, cite, {"cards there": state.hand(*spot).size})
    if was is command.card:
        return Refusal(Reason.ALREADY, cite, {"card": was.value})
    found = next((where for where, card in known.items() if card is command.card), None)
    if command.swap and found is None:
        return Refusal(Reason.NO_CAUSE, cite, {"card": command.card.value, "on record": "nowhere"})
    if not command.swap and not state.shoe.may_hold(command.card):
        return Refusal(Reason.CARD_NOT_LEFT, cite, {"card": command.card.value})
    other = (*found[0], found[1]) if command.swap and found is not None else None
    event = CardCorrected(
        area=command.area,
        nth=command.nth,
        was=was,
        now=command.card,
        hand=command.hand,
        other=other,
        moves=tuple(pushed_back(state, play)) if play.pots else (),
        under=cite,
    )
    on_flop = any(area == BOARD.area and nth <= FLOP for area, nth in _changed(event))
    beside = reopening(state, clauses) if on_flop else ()
    after = card_corrected(state, event)
    again = (pushing(after, clauses, cite),) if play.pots else ()
    return (*beside, event, *again, *prizes_lost(after, (clauses.bonus_verified, CORRECTION)))


def _changed(event: CardCorrected) -> Iterator[tuple[int, int]]:
    """Where cards change: the place and which card."""
    yield event.area, event.nth
    if event.other is not None:
        yield event.other[0], event.other[2]


@part.evolves(CardCorrected)
def card_corrected(state: State, event: CardCorrected) -> State:
    """The card lies there as on the cloth; pots that were pushed are together again."""
    state = _with_card(state, Spot(event.area, event.hand), event.nth, event.now)
    if event.other is not None:
        state = _with_card(state, Spot(*event.other[:2]), event.other[2], event.was)
    else:
        state = replace(state, shoe=state.shoe.corrected(event.was, event.now))
    play = state.play
    assert play is not None
    moments = tuple([_corrected_then(each, event) for each in play.moments])
    play = replace(play, moments=moments, told=bonus.still_told(state), to_replace=_named(play.to_replace, event))
    state = replace(state, prizes=bonus.without_unverified(state))
    if not play.pots:
        return replace(state, play=play)
    play = replace(play, pots=(), slide=0)
    return replace(state, chips=bank(state, event.moves), play=play, stage=Stage.SETTLING)


def _named(card: Card | None, event: CardCorrected) -> Card | None:
    """A card that is spoken of elsewhere, as it was on the cloth."""
    if card is event.was:
        return event.now
    return event.was if event.other is not None and card is event.now else card


def _with_card(state: State, place: Spot, nth: int, card: Card) -> State:
    hand = state.hand(*place)
    return state.with_hand(place, replace(hand, cards=(*hand.cards[: nth - 1], card, *hand.cards[nth:])))


def _corrected_then(then: Moment, event: CardCorrected) -> Moment:
    """An earlier moment with the card as it was on the cloth then, where it lay there already."""
    hands, shoe = dict(then.hands), then.shoe
    changes = [(Spot(event.area, event.hand), event.nth, event.was, event.now)]
    if event.other is not None:
        changes.append((Spot(*event.other[:2]), event.other[2], event.now, event.was))
    there = [each for each in changes if each[0] in hands and each[1] <= hands[each[0]].size]
    there = [each for each in there if hands[each[0]].cards[each[1] - 1] is each[2]]
    if len(there) == 1:
        _, _, was, now = there[0]
        if shoe.may_hold(now):
            shoe = shoe.corrected(was, now)
        else:  # it was on record of another place then: the two change places
            there += [(place, nth, now, was) for place, nth, card in _faces(hands) if card is now]
    for place, nth, _, now in there:
        hand = hands[place]
        hands[place] = replace(hand, cards=(*hand.cards[: nth - 1], now, *hand.cards[nth:]))
    play = replace(then.play, to_replace=_named(then.play.to_replace, event)) if there else then.play
    if not play.pots:
        return replace(then, hands=hands, shoe=shoe, play=play)
    unpushed = replace(play, pots=(), slide=0)  # the pots may go elsewhere now
    return replace(then, hands=hands, shoe=shoe, play=unpushed, stage=Stage.SETTLING)
