"""What a game with face-down cards needs of the suite: its hands, which faces are public, and cards to enter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from croupier.cards import RANKS, Card, Counts, Shoe, pick, take
from croupier.games import Game
from croupier.games.blackjack.face_down import TurnUpHand as TurnUpCovered
from croupier.games.crown_poker.board_errors import CardTakenBack, ExtraCardsOpened
from croupier.games.crown_poker.dealing import DealCommunityCards, street_due
from croupier.games.crown_poker.flop_errors import FlopTakenBack
from croupier.games.crown_poker.inspection import AskToSee
from croupier.games.crown_poker.showdown import ShowHand
from croupier.games.crown_poker.showing import InspectHand
from croupier.games.crown_poker.state import State as CrownPoker
from croupier.games.crown_poker.terms import STREETS
from croupier.games.double_chance import State as DoubleChance
from croupier.games.double_chance.settle import TurnUpHand
from croupier.games.three_card_poker import State as ThreeCardPoker
from croupier.games.three_card_poker.play import ShowDealerHand, ShowJackpotCards
from croupier.games.three_card_poker.settle import SettleArea
from croupier.games.three_card_poker.state import DEALER, IN_RACK, JACKPOT
from croupier.table.contract import Actor, Command, Event
from croupier.table.cut import BurnCardShown
from croupier.table.declare import told
from croupier.table.discards import DiscardCorrected
from croupier.table.faults import FaceUpCardDiscarded
from croupier.table.hands import Hand
from croupier.table.state import Table

FLUSH = tuple(Card(f"{rank}h") for rank in reversed(RANKS))
FACE = re.compile(rb'"([2-9TJQKA][cdhs])"')
ONLOOKER = Actor("an onlooker", "Onlooker")


SHOWN_TO_ALL = (
    BurnCardShown,
    FaceUpCardDiscarded,
    DiscardCorrected,
    FlopTakenBack,
    CardTakenBack,
    ExtraCardsOpened,
)
"""What shows everyone a card that is no hand's."""


def public_faces(state: Table) -> set[str]:
    """The faces everyone at the table has seen and may still see."""
    public: set[str] = {card for hand in state.hands.values() for card in hand.exposed}
    if isinstance(state, DoubleChance):
        shown = (*state.declared_hands.values(), *state.failed_hands.values())
        public |= {card for cards in shown for card in cards}
    return public


def no_private_face(game: Game, event: Event, before: Table, after: Table) -> None:
    """An event, as anyone may hear of it, names no face that was not public before it happened or is so after it."""
    if isinstance(event, SHOWN_TO_ALL) or all(hand.up for state in (before, after) for hand in state.hands.values()):
        return
    named = {face.decode() for face in FACE.findall(game.encode(told(event, ONLOOKER.id)))}
    assert named <= public_faces(before) | public_faces(after), f"{event} gives a face away"


def with_other_faces(state: Table, chance: Random) -> Iterator[tuple[Table, str]]:
    """For each hand that only its player has seen: the table with other faces in it, and who still sees them."""
    for place, hand in state.hands.items():
        if hand.up or hand.seen_by is None:
            continue
        other, shoe = _other(hand, state.shoe, chance)
        twin = replace(state.with_hand(place, other), shoe=shoe)
        yield twin, "" if isinstance(state, ThreeCardPoker) and place.hand == IN_RACK else hand.seen_by


def _other(hand: Hand, shoe: Shoe, chance: Random) -> tuple[Hand, Shoe]:
    """Other cards in place of those that not everyone has seen."""
    cards = list(hand.cards)
    for spot, card in enumerate(hand.cards):
        if card is not None and not hand.open >> spot & 1:
            cards[spot] = other = lucky(shoe.unseen, chance, 0.0)
            shoe = shoe.corrected(card, other)
    return replace(hand, cards=tuple(cards)), shoe


def place_of(command: Command) -> int | None:
    """Where the cards lie that a command turns up, if it does."""
    match command:
        case ShowDealerHand():
            return DEALER
        case ShowJackpotCards():
            return JACKPOT
        case SettleArea() | TurnUpHand() | TurnUpCovered():
            return command.area
        case ShowHand() | AskToSee() | InspectHand():
            return command.seat
    return None


def with_faces(state: Table, command: Command, chance: Random, luck: float) -> Command:
    """The command with the faces that a dealer at a real table would enter for cards turned up."""
    place = place_of(command)
    if not state.is_real:
        return command
    if isinstance(command, DealCommunityCards) and isinstance(state, CrownPoker):
        hand, hidden = Hand(), STREETS[street_due(state) or 1].cards
    elif place is None:
        return command
    else:
        hand = state.hand(place)
        hidden = hand.hidden
    unseen, cards = state.shoe.unseen, list(hand.faces)
    for _ in range(hidden):
        cards.append(lucky(unseen, chance, luck))
        unseen = take(unseen, cards[-1])
    return replace(command, cards=tuple(cards))


def lucky(counts: Counts, chance: Random, luck: float) -> Card:
    """A card that may come; with luck the highest heart left, so that straight flushes come often."""
    high = next((card for card in FLUSH if counts[card.number]), None)
    if high is not None and chance.random() < luck:
        return high
    return pick(counts, chance.randrange(sum(counts)))
