"""What a game with face-down cards needs of the suite: its hands, which faces are public, and cards to enter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from croupier.cards import RANKS, Card, CardSource, Counts, pick, take
from croupier.games import Game
from croupier.games.three_card_poker.play import HandSeen, ShowDealerHand, ShowJackpotCards
from croupier.games.three_card_poker.settle import SettleArea
from croupier.games.three_card_poker.state import DEALER, JACKPOT, State
from croupier.table.contract import Command, Event
from croupier.table.state import TableState

FLUSH = tuple(Card(f"{rank}h") for rank in reversed(RANKS))
FACE = re.compile(rb'"([2-9TJQKA][cdhs])"')


def public_faces(state: State) -> set[str]:
    """The faces everyone at the table has seen and may still see."""
    return {card for hand in state.hands.values() for card in (hand.faces if hand.up else hand.exposed)}


def no_private_face(game: Game, event: Event, after: TableState) -> None:
    """An event names no face that is not public once it has happened, but for a player's look at their own hand."""
    if not isinstance(after, State) or isinstance(event, HandSeen):
        return
    named = {face.decode() for face in FACE.findall(game.encode(event))}
    assert named <= public_faces(after), f"{event} gives a face away"


def with_other_faces(state: TableState, chance: Random) -> Iterator[tuple[State, str]]:
    """For each hand that only its player has seen: the table with other faces in it, and whose hand it is."""
    if not isinstance(state, State):
        return
    for place, hand in state.hands.items():
        if hand.up or hand.seen_by is None:
            continue
        shoe, faces = state.shoe, list(hand.faces)
        for spot, card in enumerate(hand.faces):
            if card not in hand.exposed:
                faces[spot] = lucky(shoe.unseen, chance, 0.0)
                shoe = shoe.corrected(card, faces[spot])
        yield replace(state.with_hand(place, replace(hand, faces=tuple(faces))), shoe=shoe), hand.seen_by


def _place(command: Command) -> int | None:
    match command:
        case ShowDealerHand():
            return DEALER
        case ShowJackpotCards():
            return JACKPOT
        case SettleArea():
            return command.area
    return None


def with_faces(state: TableState, command: Command, chance: Random, luck: float) -> Command:
    """The command with the faces that a dealer at a real table would enter for cards turned up."""
    place = _place(command)
    if place is None or not isinstance(state, State) or state.source is CardSource.VIRTUAL:
        return command
    hand, unseen = state.hand(place), state.shoe.unseen
    cards = list(hand.faces)
    for _ in range(hand.hidden):
        cards.append(lucky(unseen, chance, luck))
        unseen = take(unseen, cards[-1])
    return replace(command, cards=tuple(cards))


def lucky(counts: Counts, chance: Random, luck: float) -> Card:
    """A card that may come; with luck the highest heart left, so that straight flushes come often."""
    high = next((card for card in FLUSH if counts[card.number]), None)
    if high is not None and chance.random() < luck:
        return high
    return pick(counts, chance.randrange(sum(counts)))
