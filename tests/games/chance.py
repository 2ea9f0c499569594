"""A Double Chance table for tests: people by name, hands as they are to be picked up, and the money after."""

from __future__ import annotations

from collections.abc import Callable

from croupier.cards import Card
from croupier.games import game
from croupier.games.double_chance import Bet, State, Terms
from croupier.games.double_chance.play import DealCard, DeclareHand, DiscardCards, PickUpHand
from croupier.games.double_chance.settle import TurnSixthCard, TurnUpHand
from croupier.games.double_chance.terms import JACKPOT_HANDS, Jackpot
from croupier.table.contract import Actor, Command
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager
from tests.games.sitting import ANN, BOB, CEC, DEALER, Sitting

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
        return self.state.is_real

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


MOMENTS = ("betting", "no more bets", "dealing", "dealt", "handled", "settling", "sixth dealt", "one turned", "settled")
FLUSH = 40_00 + 25_00
"""What Cec's flush wins on $10 and on $1 for the jackpot."""


def three_players(**terms: object) -> Chance:
    """Ann at 1, Bob at 2 and Cec at 3, each with $10 and a Jackpot wager."""
    chance = Chance(jackpot=ONE_DOLLAR, **terms)
    chance.sit(ann=1, bob=2, cec=3)
    for who in (ANN, BOB, CEC):
        chance.bet(who, wager=10_00, jackpot=1_00)
    chance.prepare()
    return chance


def chosen(chance: Chance) -> None:
    """Ann and Bob discard two cards each, Cec declares a flush."""
    if chance.real:
        for who in (ANN, BOB):
            chance.do(DiscardCards(number=2, player=who.id))
        chance.do(DeclareHand(player="cec"))
    else:
        if 1 not in chance.state.handled:
            chance.pick_up(ANN, "Ks Js 9h 7d 4c")
        chance.discard(ANN, "7d 4c")
        chance.discard(BOB, "6h 3s", "Qc Tc 8d 6h 3s")
        chance.declare(CEC, "Ad Kd Qd Jd 9d")


def brought_to(moment: str, **terms: object) -> Chance:
    """The three players' round as far as this moment."""
    chance, place = three_players(**terms), MOMENTS.index(moment)
    steps: tuple[Callable[[], object], ...] = (
        lambda: chance.do(AnnounceNoMoreBets()),
        lambda: chance.do(DealCard()),
        lambda: chance.until(Stage.CHOOSING),
        lambda: chance.pick_up(ANN, "Ks Js 9h 7d 4c"),
        lambda: (chosen(chance), chance.stack("Ad Kd Qd Jd 9d"), chance.due()),
        lambda: (chance.stack("Qc Tc 8d Ks Js 9h"), chance.until(Stage.DRAWING), chance.due()),
        lambda: (chance.due(), chance.stack("2s"), chance.due()),
        lambda: (chance.stack("2h"), chance.until(Stage.SETTLED)),
    )
    for step in steps[:place]:
        step()
    return chance
