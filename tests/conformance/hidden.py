"""What a game with face-down cards needs of the suite: its hands with other faces, and cards to enter."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from croupier.cards import RANKS, Card, Counts, Shoe, pick, take
from croupier.games.blackjack.face_down import TurnUpHand as TurnUpCovered
from croupier.games.crown_poker.dealing import DealCommunityCards, street_due
from croupier.games.crown_poker.inspection import AskToSee
from croupier.games.crown_poker.showdown import ShowHand
from croupier.games.crown_poker.showing import InspectHand
from croupier.games.crown_poker.state import State as CrownPoker
from croupier.games.crown_poker.terms import STREETS
from croupier.games.double_chance.settle import TurnUpHand
from croupier.games.three_card_poker import State as ThreeCardPoker
from croupier.games.three_card_poker.play import ShowDealerHand, ShowJackpotCards
from croupier.games.three_card_poker.settle import SettleArea
from croupier.games.three_card_poker.state import DEALER, IN_RACK, JACKPOT
from croupier.table.contract import Command
from croupier.table.hands import Hand
from croupier.table.state import Table

FLUSH = tuple(Card(f"{rank}h") for rank in reversed(RANKS))


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
