"""A Double Chance table for tests: people by name, hands as they are to be picked up, and the money after."""

from __future__ import annotations

from croupier.cards import Card, CardSource, Counts, pick
from croupier.games import game
from croupier.games.double_chance import Bet, State, Terms
from croupier.games.double_chance.play import DeclareHand, DiscardCards, PickUpHand
from croupier.games.double_chance.settle import TurnSixthCard, TurnUpHand
from croupier.games.double_chance.terms import JACKPOT_HANDS, Jackpot
from croupier.table.contract import Actor, Command, Event, Refusal
from croupier.table.people import Join
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager
from tests.conformance.invariants import check

RULES = game("double-chance")
DEALER, SUPERVISOR, CASINO, OPERATOR, INSPECTOR = (
    Actor(rank, rank, rank)
    for rank in ("dealer", "game-supervisor", "casino-supervisor", "casino-operator", "regulator")
)
ANN, BOB, CEC, DAN = (Actor(name.lower(), name) for name in ("Ann", "Bob", "Cec", "Dan"))
BROUGHT = 1_000_00
WAGER, JACKPOT = Bet
SCHEDULE = dict(zip(JACKPOT_HANDS, (5_000, 1_000, 200, 40, 25, 15, 75), strict=True))
"""Royal flush, straight flush, four of a kind, full house, flush, straight, Dead Hand: to one."""
ONE_DOLLAR = Jackpot(1_00, SCHEDULE)


def cards(text: str) -> tuple[Card, ...]:
    """Cards as they are written."""
    return tuple(Card(card) for card in text.split())


class Chance:
    """One table, open and with its deck ready."""

    def __init__(self, **terms: object) -> None:
        self.state: State = RULES.initial(Terms(**terms))
        self.log: list[Event] = []
        self.coming: list[Card] = []
        self.at = 0
        self.prepare()

    @property
    def real(self) -> bool:
        """Whether a dealer enters the cards."""
        return self.state.source is CardSource.REAL

    def draw(self, counts: Counts) -> Card:
        """The card laid out to come, or else any."""
        return self.coming.pop(0) if self.coming else pick(counts, sum(counts) // 2)

    def stack(self, text: str) -> None:
        """Lay out the next faces to be seen."""
        self.coming = list(cards(text))

    def do(self, command: Command, by: Actor = DEALER) -> tuple[Event, ...]:
        """Give a command that must be accepted."""
        decision = RULES.decide(self.state, command, by, self.at, self.draw)
        assert not isinstance(decision, Refusal), f"{command}: {decision}"
        for event in decision:
            self.state = RULES.evolve(self.state, event)
        self.log = [*self.log, *decision]
        check(self.state)
        return decision

    def refused(self, command: Command, by: Actor = DEALER) -> Refusal:
        """Give a command that must be refused."""
        decision = RULES.decide(self.state, command, by, self.at, self.draw)
        assert isinstance(decision, Refusal), f"{command} was accepted"
        return decision

    def sit(self, **seats: int) -> None:
        """Seat people by name with the money they brought; seat 0 is to stand."""
        for name, seat in seats.items():
            self.do(Join(cents=BROUGHT, seat=seat or None), Actor(name, name.title()))

    def bet(self, who: Actor, **cents: int) -> None:
        """Place wagers at one's own seat."""
        seat = self.state.people[who.id].seat
        assert seat is not None
        for bet, amount in cents.items():
            self.do(PlaceWager(area=seat, bet=bet, cents=amount), who)

    def due(self) -> None:
        """Do the foremost act due by the lowest who may, with the cards laid out where a dealer enters them."""
        due = RULES.due(self.state)[0]
        self.do(self.entered(due.command), Actor(due.person or due.rank, due.person or due.rank, due.rank))

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

    def prepare(self) -> None:
        """Make the deck ready."""
        for _ in range(20):
            due = RULES.due(self.state)
            if not due or isinstance(due[0].command, AnnounceNoMoreBets):
                return
            self.due()
        raise AssertionError("the deck is never ready")

    def until(self, stage: Stage) -> None:
        """Do what is due until the round has come to this stage."""
        for _ in range(300):
            if self.state.stage is stage:
                return
            self.due()
        raise AssertionError(f"{stage} never comes")

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

    def won(self, who: Actor) -> int:
        """What someone has more, or less, than they brought, wagers on the layout aside."""
        lying = sum(each.cents for each in self.state.wagers_of(who.id) if each.settled is None)
        return self.state.stack(who.id) + lying - BROUGHT
