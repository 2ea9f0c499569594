"""Today's corrections of what was entered wrongly at a real table, each as an answer to: this entry should read so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.games.blackjack.corrections import TakeBackDecision
from croupier.games.blackjack.dealing import DealCard as DealBlackjack
from croupier.games.crown_poker.corrections import TakeBackAct
from croupier.games.crown_poker.dealing import DealCommunityCards
from croupier.games.crown_poker.showdown import ShowHand
from croupier.games.crown_poker.state import BOARD
from croupier.games.double_chance import corrections as double_chance
from croupier.games.double_chance.play import DeclareHand, DiscardCards
from croupier.games.double_chance.settle import TurnSixthCard, TurnUpHand
from croupier.games.double_chance.state import sixth_at
from croupier.games.matchmaker.play import DealCard as DealMatchmaker
from croupier.games.three_card_poker import corrections as three_card_poker
from croupier.games.three_card_poker.play import FoldHand, PlayHand, ShowDealerHand, ShowJackpotCards
from croupier.games.three_card_poker.settle import SettleArea
from croupier.games.three_card_poker.state import DEALER, JACKPOT
from croupier.table.contract import Command
from croupier.table.corrections import CorrectCard
from croupier.table.hands import Spot
from tests.conformance.rounds_entered import Entered


class Wrong(NamedTuple):
    """An entry of a round that was wrong: which, and what it should read."""

    nth: int
    to: Command
    card: int | None = None
    """Which of its cards is another one, if one is."""


class PutRight(NamedTuple):
    """What puts it right today."""

    commands: tuple[Command, ...]
    enters_again: bool = False
    """Whether what was entered since is taken back with it, and entered again."""


def other_card(round: Entered, chance: Random) -> Card | None:
    """A card that may still come, and that nothing in the whole round is; none where the shoe is nearly out."""
    seen, may_come = {card for act in round.acts for card in cards_of(act.command)}, round.opening.shoe.may_hold
    others = [card for card in DECK if card not in seen and may_come(card)]
    return chance.choice(others) if others else None


def cards_of(command: Command) -> tuple[Card, ...]:
    """The cards that were entered with a command."""
    one, many = getattr(command, "card", None), getattr(command, "cards", ())
    return (one,) if isinstance(one, Card) else many if isinstance(many, tuple) else ()


def with_other_card(command: Command, nth: int, card: Card) -> Command:
    """The command with another card."""
    if isinstance(getattr(command, "card", None), Card):
        return replace(command, card=card)
    cards = cards_of(command)
    return replace(command, cards=(*cards[:nth], card, *cards[nth + 1 :]))


def wrongs(round: Entered, chance: Random) -> Iterator[Wrong]:
    """What could have been entered wrongly: each card, and each choice where there was another."""
    for nth, act in enumerate(round.acts):
        for number, _ in enumerate(cards_of(act.command)):
            card = other_card(round, chance)
            if card is not None:
                yield Wrong(nth, with_other_card(act.command, number, card), number)
        before = round.states[nth]
        mine = [turn for turn in round.game.engine.turns(before) if turn.player == act.by.id]
        choices = dict.fromkeys(choice for turn in mine for choice in turn.choices)
        if not act.of_the_house:
            yield from [Wrong(nth, choice) for choice in choices if choice != act.command]


def put_right(round: Entered, wrong: Wrong, moment: int) -> PutRight | None:
    """What puts an entry right at a later moment of the round; nothing where there is no way today."""
    return WAYS[round.game.name](round, wrong, moment)


def _card(place: Spot, nth: int, wrong: Wrong) -> PutRight:
    assert wrong.card is not None
    return PutRight((CorrectCard(area=place.area, hand=place.hand, nth=nth, card=cards_of(wrong.to)[wrong.card]),))


def _matchmaker(round: Entered, wrong: Wrong, moment: int) -> PutRight | None:
    if wrong.card is None or not isinstance(wrong.to, DealMatchmaker):
        return None
    area = round.states[wrong.nth + 1].drawn[-1].area
    return _card(Spot(area), len(round.states[wrong.nth + 1].hand(area).cards), wrong)


def _three_card_poker(round: Entered, wrong: Wrong, moment: int) -> PutRight | None:
    match wrong.to:
        case SettleArea():
            return _card(Spot(wrong.to.area), (wrong.card or 0) + 1, wrong)
        case ShowDealerHand():
            return _card(Spot(DEALER), (wrong.card or 0) + 1, wrong)
        case ShowJackpotCards():
            return _card(Spot(JACKPOT), (wrong.card or 0) + 1, wrong)
        case PlayHand() | FoldHand():
            noted = three_card_poker.Noted
            choice = noted.PLAY if isinstance(wrong.to, PlayHand) else noted.FOLD
            if isinstance(wrong.to, FoldHand) and wrong.to.keep_pair_plus:
                choice = noted.KEEP_PAIR_PLUS
            return PutRight((three_card_poker.CorrectChoice(area=wrong.to.area, choice=choice),))
    return None


def _double_chance(round: Entered, wrong: Wrong, moment: int) -> PutRight | None:
    match wrong.to:
        case TurnUpHand():
            return _card(Spot(wrong.to.area), (wrong.card or 0) + 1, wrong)
        case TurnSixthCard():
            return _card(sixth_at(wrong.to.area), 1, wrong)
        case DeclareHand() | DiscardCards() if wrong.card is None:
            player, played = round.acts[wrong.nth].by.id, double_chance.Played
            area = next(each.area for each in round.states[wrong.nth].wagers if each.player == player)
            if isinstance(wrong.to, DeclareHand):
                return PutRight((double_chance.CorrectChoice(area=area, choice=played.DECLARED),))
            number = wrong.to.number or len(wrong.to.cards)
            return PutRight((double_chance.CorrectChoice(area=area, choice=played.DISCARDED, number=number),))
    return None


def _blackjack(round: Entered, wrong: Wrong, moment: int) -> PutRight | None:
    before, after, now = round.states[wrong.nth], round.states[wrong.nth + 1], round.states[moment]
    if isinstance(wrong.to, DealBlackjack) and wrong.card is not None:
        drawn = now.drawn[: len(after.drawn)]
        place = drawn[-1].spot
        return _card(place, sum(each.spot == place for each in drawn), wrong)
    if wrong.card is None and len(after.decisions) == len(before.decisions) + 1:
        player = after.decisions[-1].player
        nth = sum(each.player == player for each in after.decisions)
        return PutRight((TakeBackDecision(player=player, nth=nth),), enters_again=True)
    return None


def _crown_poker(round: Entered, wrong: Wrong, moment: int) -> PutRight | None:
    before, after, now = round.states[wrong.nth], round.states[wrong.nth + 1], round.states[moment]
    match wrong.to:
        case DealCommunityCards():
            return _card(BOARD, before.hand(*BOARD).size + (wrong.card or 0) + 1, wrong)
        case ShowHand() if wrong.card is not None:
            return _card(Spot(wrong.to.seat), wrong.card + 1, wrong)
    if wrong.card is not None or not (before.play and after.play and now.play):
        return None
    if len(after.play.moments) != len(before.play.moments) + 1:
        return None
    return PutRight((TakeBackAct(),) * (len(now.play.moments) - len(before.play.moments)), enters_again=True)


WAYS: dict[str, Callable[[Entered, Wrong, int], PutRight | None]] = {
    "matchmaker": _matchmaker,
    "three-card-poker": _three_card_poker,
    "double-chance": _double_chance,
    "blackjack": _blackjack,
    "crown-poker": _crown_poker,
}
