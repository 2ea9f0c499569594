"""Random hands at a table of the book: people come and go, miss blinds and post, straddle, and bet at random."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from croupier.cards import Uniform
from croupier.games.crown_poker import ENGINE, Commission, Limit, LimitKind, Readings, Setting, State, Terms, Variant
from croupier.games.crown_poker import initial as set_up
from croupier.games.crown_poker.acting import asked_bounds
from croupier.games.crown_poker.actions import Raise
from croupier.games.crown_poker.blinds import BeginHand
from croupier.games.crown_poker.flop_chase import undecided
from croupier.games.crown_poker.seating import PostToPlay, SitOut
from croupier.games.crown_poker.showdown import MuckHand, ShowHand
from croupier.money import ChipSet, Limits
from croupier.table.contract import Actor, Command, Event, Refusal
from croupier.table.people import BuyChips, Join
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager

LONGEST = 400
"""More acts than any hand takes."""
NAMEABLE = (
    (Variant.HOLDEM, LimitKind.NO_LIMIT),
    (Variant.HOLDEM, LimitKind.FIXED),
    (Variant.OMAHA, LimitKind.POT),
    (Variant.OMAHA_HI_LO, LimitKind.FIXED),
)
"""The games that PHH has codes for."""


class Playing:
    """A table with random players."""

    def __init__(self, terms: Terms, seed: int, players: int) -> None:
        self.chance = Random(seed)
        self.draw = Uniform(self.chance.randbytes)
        self.state: State = set_up(terms)
        self.log: list[tuple[int, Event]] = []
        self.at = 1_700_000_000_000
        while ENGINE.due(self.state):
            self.due()
        for seat in sorted(self.chance.sample(range(1, terms.seats + 1), players)):
            cents = self._stack()
            assert self.act(Join(cents=cents, seat=seat, name=f"Player {seat}"), Actor(f"s{seat}", f"Player {seat}"))

    def _stack(self) -> int:
        """Anything from a few chips to many, so that side pots come up."""
        setting, smallest = self.state.setting, self.state.terms.chips.smallest
        most = self.chance.choice((2, 5, 15, 60)) * setting.big_blind
        return max(setting.minimum_buy_in, self.chance.randrange(smallest, most + 1, smallest))

    def act(self, command: Command, by: Actor) -> bool:
        """Give a command; whether it was accepted."""
        made = ENGINE.decide(self.state, command, by, self.at, self.draw)
        if isinstance(made, Refusal):
            return False
        for event in made:
            self.state = ENGINE.evolve(self.state, event)
            self.log.append((self.at, event))
        self.at += 700
        return True

    def due(self) -> None:
        """Do what is due first, a player's choice at random."""
        due = ENGINE.due(self.state)[0]
        command: Any = due.command
        turns = ENGINE.turns(self.state)
        if turns and due.person:
            command = self._choice(turns[0].choices)
        by = Actor(due.person or "staff", due.person or "Staff", "player" if due.person else due.rank)
        assert self.act(command, by), f"{command} was due and refused"

    def _choice(self, choices: tuple[Command, ...]) -> Command:
        if isinstance(choices[0], ShowHand):
            mucks = [each for each in choices if isinstance(each, MuckHand)]
            return mucks[0] if mucks and self.chance.random() < 0.2 else choices[0]
        raises = [each for each in choices if isinstance(each, Raise)]
        if not raises:
            return self.chance.choices(choices, [4, *[1] * (len(choices) - 1)])[0]
        pick = self.chance.random()
        if pick < 0.15:
            return choices[-1]
        return choices[0] if pick < 0.6 else self._raised(raises[0])

    def _raised(self, least: Raise) -> Raise:
        bounds, smallest = asked_bounds(self.state), self.state.terms.chips.smallest
        assert bounds is not None
        if self.chance.random() < 0.15:
            return replace(least, to=bounds.high)
        to = min(bounds.high, bounds.low + smallest * self.chance.randrange(0, 12))
        offered = replace(least, to=to)
        by = Actor(least.player or "", "")
        allowed = not isinstance(ENGINE.decide(self.state, offered, by, self.at, self.draw), Refusal)
        return offered if allowed else least

    def between(self) -> None:
        """What may happen between hands: people go away and come back, post, buy chips, place side wagers."""
        for person in list(self.state.people.values()):
            by, pick = Actor(person.id, person.name), self.chance.random()
            if not self.state.stack(person.id):
                self.act(BuyChips(cents=self._stack()), by)
            if self.state.sitting(person.id).away:
                if pick < 0.5:
                    self.act(SitOut(away=False), by)
            elif pick < 0.12:
                self.act(SitOut(), by)
            if self.chance.random() < 0.5:
                self.act(PostToPlay(), by)
            if self.state.limits and self.chance.random() < 0.3:
                self.act(PlaceWager(area=person.seat or 0, bet=self.chance.choice(("red", "black")), cents=500), by)

    def hand(self) -> tuple[State, list[tuple[int, Event]]] | None:
        """Play one hand: the table before it and its events; None where too few can play."""
        self.at += 60_000
        self.between()
        while ENGINE.due(self.state) and not isinstance(ENGINE.due(self.state)[0].command, BeginHand):
            self.due()
        if not ENGINE.due(self.state):
            return None
        before, self.log = self.state, []
        for _ in range(LONGEST):
            self.due()
            if self.state.stage is Stage.BETTING:
                assert not undecided(self.state)
                return before, self.log
        raise AssertionError("the hand never ends")


def terms_of(variant: Variant, kind: LimitKind, chance: Random) -> Terms:
    """Terms of this game with anything else at random."""
    smallest = chance.choice((50, 100, 500))
    small = smallest * chance.choice((1, 2, 3))
    big = small * chance.choice((1, 2))
    if big == small:
        big += smallest
    bets = (big, big, 2 * big) if kind is LimitKind.FIXED else (big,)
    most = (5 * big,) if kind is LimitKind.SPREAD else ()
    commission = chance.choice(
        (
            Commission(),
            Commission(per_mille=50, cap=4 * smallest),
            Commission(per_mille=100, person_fee=smallest),
            Commission(hand_fees=((2, smallest), (5, 2 * smallest))),
        )
    )
    names = Readings.__struct_fields__
    return Terms(
        seats=chance.randint(3, 9),
        setting=Setting(
            variant=variant,
            limit=Limit(kind, bets, most),
            blinds=chance.choice(((small, big), (small, big), (big,), (smallest, small + smallest, big + smallest))),
            ante=chance.choice((0, 0, smallest)),
            blind_ante=chance.choice((0, 0, 0, big)),
            minimum_buy_in=smallest,
            straddles=chance.choice((0, 0, 2)),
        ),
        chips=ChipSet((smallest, 5 * smallest)),
        limits=dict.fromkeys(("red", "black"), Limits(500, 10_000, 500)) if chance.random() < 0.3 else {},
        readings=Readings(**{name: chance.random() < 0.3 for name in names}),
        commission=commission,
    )
