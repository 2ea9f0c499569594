"""A Three Card Poker table for tests, with its meter: people by name, hands as they are to be, and the money after."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from croupier.cards import take
from croupier.games import game
from croupier.games.three_card_poker import Bet, State, Terms
from croupier.games.three_card_poker.play import (
    CallPlayOrFold,
    FoldHand,
    LookAtHand,
    PlayHand,
    ShowDealerHand,
    ShowJackpotCards,
)
from croupier.games.three_card_poker.state import DEALER as DEALERS_PLACE
from croupier.games.three_card_poker.state import JACKPOT as JACKPOT_PLACE
from croupier.house import meter as meters
from croupier.house.linked import on_meter, told_table
from croupier.house.meter import Meter, OpenMeter
from croupier.house.prizes import MITES
from croupier.table.contract import Actor, Command, Event, Refusal
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager
from tests.conformance.linked import HERE, THERE, check_meter
from tests.games.sitting import DEALER, Sitting

RULES = game("three-card-poker")
HIGHER, AREA, MANAGER, OPERATOR = (
    Actor(rank, rank, rank)
    for rank in (
        "tg-higher-duties-dealer",
        "tg-area-manager",
        "tg-assistant-casino-manager",
        "casino-operator",
    )
)
ANTE, PLAY, PAIR_PLUS, JACKPOT = Bet
SEED = 10_000


class Poker(Sitting):
    """One table, open and with its deck ready; with a price for Jackpot wagers also a meter of option 1."""

    state: State
    terms: Terms

    def __init__(self, **terms: object) -> None:
        self.meter = Meter(id="m")
        set_up = Terms(**terms)
        if set_up.jackpot_price is not None:
            opening = OpenMeter(
                option=set_up.jackpot_option, seed=SEED, price=set_up.jackpot_price, tables=(HERE, THERE)
            )
            self.tell(meters.decide(self.meter, opening, OPERATOR, 0))
        super().__init__(RULES, set_up)

    def tell(self, decision: tuple[Event, ...] | Refusal) -> None:
        """Let the meter take this in."""
        assert not isinstance(decision, Refusal), decision
        for event in decision:
            self.meter = meters.evolve(self.meter, event)

    def do(self, command: Command, by: Actor = DEALER) -> tuple[Event, ...]:
        """Give a command that must be accepted, by the table and by its meter."""
        decision = super().do(command, by)
        if self.terms.jackpot_price is not None:
            link = self.rules.engine.rules(self.state).meter_link(self.state)
            made = on_meter(self.meter, HERE, decision, by, self.at, link=link)
            assert not isinstance(made, Refusal), made
            words = told_table(self.meter, made, HERE, link, by)
            self.tell(made)
            for event in words:
                self.state = self.rules.evolve(self.state, event)
            check_meter(self.meter, self.state)
        return decision

    def entered(self, command: Command) -> Command:
        """At a real table the dealer enters the faces turned up: those laid out, or else any."""
        command = super().entered(command)
        place = {ShowDealerHand: DEALERS_PLACE, ShowJackpotCards: JACKPOT_PLACE}.get(
            type(command), getattr(command, "area", None)
        )
        if not self.state.is_real or place is None or "cards" not in command.__struct_fields__:
            return command
        cards, unseen = list(self.state.hand(place).faces), self.state.shoe.unseen
        for _ in range(self.state.hand(place).hidden):
            cards.append(self.draw(unseen))
            unseen = take(unseen, cards[-1])
        return replace(command, cards=tuple(cards))

    def bet(self, who: Actor, area: int = 0, **cents: int) -> None:
        """Place wagers, by default at one's own seat."""
        seat = area or self.state.people[who.id].seat
        assert seat is not None
        for bet, amount in cents.items():
            self.do(PlaceWager(area=seat, bet=bet.replace("_", " "), cents=amount), who)

    def deal(self) -> None:
        """Close betting, register and deal every card, without the call."""
        self.prepare()
        self.do(AnnounceNoMoreBets())
        self.until(Stage.CHOOSING)

    def call(self) -> None:
        """Deal every card and call."""
        if self.state.stage is not Stage.CHOOSING:
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

    @property
    def added(self) -> Fraction:
        """What the meter shows above its seed, in dollars."""
        return Fraction(self.meter.mites - self.meter.reseed * MITES, 100 * MITES)
