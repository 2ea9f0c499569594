"""A Three Card Poker table for tests, with its meter: people by name, hands as they are to be, and the money after."""

from __future__ import annotations

from fractions import Fraction

from croupier.cards import Card, Counts, pick
from croupier.games import game
from croupier.games.three_card_poker import Bet, State, Terms
from croupier.games.three_card_poker.play import CallPlayOrFold, FoldHand, LookAtHand, PlayHand
from croupier.house import meter as meters
from croupier.house.linked import on_meter
from croupier.house.meter import Meter, OpenMeter
from croupier.house.prizes import MITES
from croupier.table.contract import Actor, Command, Event, Refusal
from croupier.table.people import Join
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager
from tests.conformance.invariants import check
from tests.conformance.linked import HERE, THERE, check_meter

RULES = game("three-card-poker")
DEALER, HIGHER, AREA, MANAGER, OPERATOR = (
    Actor(rank, rank, rank)
    for rank in (
        "dealer",
        "tg-higher-duties-dealer",
        "tg-area-manager",
        "tg-assistant-casino-manager",
        "casino-operator",
    )
)
ANN, BOB, CEC, DAN = (Actor(name.lower(), name) for name in ("Ann", "Bob", "Cec", "Dan"))
BROUGHT = 1_000_00
ANTE, PLAY, PAIR_PLUS, JACKPOT = Bet
SEED = 10_000


class Poker:
    """One table, open and with its deck ready; with a price for Jackpot wagers also a meter of option 1."""

    def __init__(self, **terms: object) -> None:
        self.terms = Terms(**terms)
        self.state: State = RULES.initial(self.terms)
        self.meter = Meter(id="m")
        if self.terms.jackpot_price is not None:
            opening = OpenMeter(
                option=self.terms.jackpot_option, seed=SEED, price=self.terms.jackpot_price, tables=(HERE, THERE)
            )
            self.tell(meters.decide(self.meter, opening, OPERATOR, 0))
        self.log: list[Event] = []
        self.coming: list[Card] = []
        self.at = 0
        self.prepare()

    def tell(self, decision: tuple[Event, ...] | Refusal) -> None:
        """Let the meter take this in."""
        assert not isinstance(decision, Refusal), decision
        for event in decision:
            self.meter = meters.evolve(self.meter, event)

    def draw(self, counts: Counts) -> Card:
        """The card laid out to come, or else any."""
        return self.coming.pop(0) if self.coming else pick(counts, sum(counts) // 2)

    def stack(self, cards: str) -> None:
        """Lay out the next faces to be seen."""
        self.coming = [Card(card) for card in cards.split()]

    def do(self, command: Command, by: Actor = DEALER) -> tuple[Event, ...]:
        """Give a command that must be accepted, by the table and by its meter."""
        decision = RULES.decide(self.state, command, by, self.at, self.draw)
        assert not isinstance(decision, Refusal), f"{command}: {decision}"
        for event in decision:
            self.state = RULES.evolve(self.state, event)
        self.log = [*self.log, *decision]
        check(self.state)
        if self.terms.jackpot_price is not None:
            self.tell(on_meter(self.meter, HERE, decision, by, self.at))
            check_meter(self.meter, self.state)
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

    def bet(self, who: Actor, area: int = 0, **cents: int) -> None:
        """Place wagers, by default at one's own seat."""
        seat = area or self.state.people[who.id].seat
        assert seat is not None
        for bet, amount in cents.items():
            self.do(PlaceWager(area=seat, bet=bet.replace("_", " "), cents=amount), who)

    def due(self) -> None:
        """Do the foremost act due by the lowest who may."""
        due = RULES.due(self.state)[0]
        self.do(due.command, Actor(due.person or due.rank, due.person or due.rank, due.rank))

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
        """Close betting, register and deal every card, without the call."""
        self.prepare()
        self.do(AnnounceNoMoreBets())
        self.until(Stage.DECIDING)

    def call(self) -> None:
        """Deal every card and call."""
        if self.state.stage is not Stage.DECIDING:
            self.deal()
        self.do(CallPlayOrFold())

    def look(self, who: Actor, cards: str) -> None:
        """A player looks and sees these cards."""
        self.stack(cards)
        self.do(LookAtHand(), who)

    def play(self, who: Actor, area: int = 0) -> None:
        """A player plays a hand."""
        self.do(PlayHand(area=area or self.state.people[who.id].seat or 0), who)

    def fold(self, who: Actor, area: int = 0, keep: bool = False) -> None:
        """A player folds a hand."""
        self.do(FoldHand(area=area or self.state.people[who.id].seat or 0, keep_pair_plus=keep), who)

    def finish(self, cards: str = "") -> None:
        """Play the round to its end; these faces come up in turn: dealer, Jackpot Cards, then hands from the right."""
        self.stack(cards)
        self.until(Stage.BETTING)

    def won(self, who: Actor) -> int:
        """What someone has more, or less, than they brought, wagers on the layout aside."""
        lying = sum(each.cents for each in self.state.wagers_of(who.id) if each.settled is None)
        return self.state.stack(who.id) + lying - BROUGHT

    @property
    def added(self) -> Fraction:
        """What the meter shows above its seed, in dollars."""
        return Fraction(self.meter.mites - self.meter.reseed * MITES, 100 * MITES)
