"""A Double Chance table for tests: people by name, hands as they are to be picked up, and the money after."""

from __future__ import annotations

from croupier.cards import Card, CardSource
from croupier.games import game
from croupier.games.double_chance import Bet, State, Terms
from croupier.games.double_chance.play import DeclareHand, DiscardCards, PickUpHand
from croupier.games.double_chance.settle import TurnSixthCard, TurnUpHand
from croupier.games.double_chance.terms import JACKPOT_HANDS, Jackpot
from croupier.table.contract import Actor, Command
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager
from tests.games.sitting import DEALER, Sitting

RULES = game("double-chance")
SUPERVISOR, CASINO, OPERATOR, INSPECTOR = (
    Actor(rank, rank, rank) for rank in ("game-supervisor", "casino-supervisor", "casino-operator", "regulator")
)
WAGER, JACKPOT = Bet
SCHEDULE = dict(zip(JACKPOT_HANDS, (5_000, 1_000, 200, 40, 25, 15, 75), strict=True))
"""Royal flush, straight flush, four of a kind, full house, flush, straight, Dead Hand: to one."""
ONE_DOLLAR = Jackpot(1_00, SCHEDULE)


def cards(text: str) -> tuple[Card, ...]:
    """Cards as they are written."""
    return tuple(Card(card) for card in text.split())


class Chance(Sitting):
    """One table, open and with its deck ready."""

    state: State

    def __init__(self, **terms: object) -> None:
        super().__init__(RULES, Terms(**terms))

    @property
    def real(self) -> bool:
        """Whether a dealer enters the cards."""
        return self.state.source is CardSource.REAL

    def bet(self, who: Actor, **cents: int) -> None:
        """Place wagers at one's own seat."""
        seat = self.state.people[who.id].seat
        assert seat is not None
        for bet, amount in cents.items():
            self.do(PlaceWager(area=seat, bet=bet, cents=amount), who)

    def entered(self, command: Command) -> Command:
        """The command with the faces that a dealer at a real table sees."""
        if self.real and isinstance(command, TurnUpHand):
            hand, unseen = self.state.hand(command.area), self.state.shoe
            found = list(hand.faces)
            for _ in range(hand.hidden):
                found.append(self.draw(unseen.unseen))
                unseen = unseen.shown(found[-1])
            return TurnUpHand(area=command.area, cards=tuple(found))
        if self.real and isinstance(command, TurnSixthCard):
            return TurnSixthCard(area=command.area, card=self.draw(self.state.shoe.unseen))
        return command

    def deal(self) -> None:
        """Close betting and deal five cards to each."""
        self.prepare()
        self.do(AnnounceNoMoreBets())
        self.until(Stage.CHOOSING)

    def pick_up(self, who: Actor, text: str = "") -> None:
        """A player picks up these cards; at a real table the dealer notes it."""
        self.stack(text)
        self.do(PickUpHand(player=who.id), DEALER if self.real else who)

    def declare(self, who: Actor, text: str = "") -> None:
        """A player declares, having picked up these cards."""
        if text:
            self.pick_up(who, text)
        self.do(DeclareHand(), who)

    def discard(self, who: Actor, text: str, dealt: str = "") -> None:
        """A player discards these cards, having picked up those dealt."""
        if dealt:
            self.pick_up(who, dealt)
        self.do(DiscardCards(cards=cards(text)), who)

    def finish(self, text: str = "") -> None:
        """Play the round to its end; these faces come up in turn."""
        self.stack(text)
        self.until(Stage.BETTING)
