"""Crown Poker on the demo floor: cash tables of several games and limits with house players, and a real table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.cards import CardSource
from croupier.games.crown_poker.actions import CallBet, Check, Fold, Raise
from croupier.games.crown_poker.dealing import LookAtCards
from croupier.games.crown_poker.seating import PostToPlay, SitOut
from croupier.games.crown_poker.state import GONE, State
from croupier.games.crown_poker.terms import Bet, Commission, Limit, LimitKind, Setting, Terms, Variant
from croupier.games.crown_poker.view import BettingView, SeatView, TableView
from croupier.money import Limits
from croupier.table.contract import Actor, Command, Turn
from croupier.table.habits import DemoTable, Habits, Mood
from croupier.table.people import BuyChips
from croupier.table.state import Person
from croupier.table.wagers import PlaceWager

BUY_IN_BLINDS = 100
"""A house player buys in for so many big blinds."""
TOO_FEW_BLINDS = 20
"""With fewer than so many big blinds a house player buys more chips."""
USUAL = 0.85
"""How often a house player does what is usual where nothing is bet: no straddle, cards shown."""

CHASES = 0.25
"""How often a house player has something on the colour of the flop, where that is offered."""

COMPANY = ("Doyle", "Vanessa", "Johnny")
"""Who plays along with someone who practises."""

RAKE = Commission(per_mille=50, cap=10_00)
FLOP_CHASE = {bet.value: Limits(5_00, 100_00, step=5_00) for bet in Bet}

TABLES = (
    DemoTable(
        id="cp-1",
        title="No-limit Holdem 5/10",
        terms=Terms(
            seats=9,
            setting=Setting(extra_times=2, extra_fee=1_00, straddles=1, minimum_buy_in=400_00),
            commission=RAKE,
            limits=FLOP_CHASE,
        ),
        guests=("Doyle", "Vanessa", "Johnny", "Maria", "Erik", "Liv"),
    ),
    DemoTable(
        id="cp-2",
        title="Omaha Hi-Lo 10/20 fixed",
        terms=Terms(
            seats=8,
            setting=Setting(
                variant=Variant.OMAHA_HI_LO,
                limit=Limit(LimitKind.FIXED, (10_00, 10_00, 20_00)),
                minimum_buy_in=200_00,
            ),
            commission=RAKE,
        ),
        guests=("Linda", "Todd", "Cyndy", "Marcel", "Annie"),
    ),
    DemoTable(
        id="cp-3",
        title="Pot-limit Omaha 5/10",
        terms=Terms(
            seats=6,
            setting=Setting(variant=Variant.OMAHA, limit=Limit(LimitKind.POT, (10_00,)), minimum_buy_in=400_00),
            commission=RAKE,
        ),
        guests=("Patrik", "Sam", "Kathy", "Ben"),
    ),
    DemoTable(
        id="cp-4",
        title="Crazy Pineapple 1/2",
        terms=Terms(
            seats=7,
            setting=Setting(
                variant=Variant.CRAZY_PINEAPPLE,
                limit=Limit(LimitKind.HALF_POT, (2_00,)),
                blinds=(1_00, 2_00),
                minimum_buy_in=80_00,
            ),
        ),
        guests=("Billy", "Thor", "Jennifer"),
    ),
    DemoTable(
        id="cp-5",
        title="Holdem 5/10 with real cards",
        terms=Terms(
            seats=9,
            cards=CardSource.REAL,
            setting=Setting(minimum_buy_in=200_00),
            commission=RAKE,
            limits=FLOP_CHASE,
        ),
        automatic=False,
    ),
    DemoTable(
        id="cp-t1",
        title="Holdem, tournament table",
        terms=Terms(seats=6, setting=Setting(minimum_buy_in=400_00)),
        automatic=False,
    ),
)
TOURNAMENTS = {
    "cp-sit-and-go": {
        "conditions": "demo-sit-and-go.toml",
        "tables": ("cp-t1",),
        "guests": ("Antonio", "Barny", "Chip", "Daniel", "Stu"),
    }
}
"""Tournaments that are held one after the other, by the beginning of their ids, with the house players who enter."""


class PokerHabits(Habits):
    """Loose and mostly passive: a look at the cards, calls that are cheap enough, a raise now and then."""

    def buy_in(self, state: State) -> int:
        """A hundred big blinds."""
        return max(state.setting.minimum_buy_in, BUY_IN_BLINDS * state.setting.big_blind)

    def brings(self, state: State, me: str) -> int:
        """What was taken off the table comes back to it."""
        return max(state.gone.get(me, GONE).cents, self.buy_in(state))

    def prepares(self, state: State, me: Person, mood: Mood) -> list[Command] | None:
        """More chips where few are left; back from being away, and a post rather than a wait; at times a side wager."""
        sitting, found = state.sitting(me.id), list[Command]()
        if state.stack(me.id) < TOO_FEW_BLINDS * state.setting.big_blind:
            found.append(BuyChips(cents=self.buy_in(state)))
        if sitting.away:
            found.append(SitOut(away=False))
        if sitting.waits and not sitting.posts:
            found.append(PostToPlay())
        if state.limits and me.seat is not None and mood.random() < CHASES and not state.wagers_of(me.id):
            (bet,) = mood.sample(sorted(state.limits), 1)
            found.append(PlaceWager(area=me.seat, bet=bet, cents=state.limits[bet].minimum))
        return found

    def choose(self, turn: Turn, look: Callable[[], Any], me: Actor, advice: Any, mood: Mood) -> Command | None:
        """What one's cards and the price of staying in say; what else is asked has its usual answer."""
        view: TableView = look()
        mine = next((each for each in view.areas if each.player == me.id and each.to_act), None)
        if mine is None or view.betting is None or not any(isinstance(each, Fold) for each in turn.choices):
            return turn.choices[0] if mood.random() < USUAL else None
        if not mine.hand.yours and view.cards.source == "virtual":
            return LookAtCards()
        return self._act(mine, view.betting, mood)

    def _act(self, mine: SeatView, betting: BettingView, mood: Mood) -> Command:
        """Strong hands raise oftener and fold seldomer; a call of much of the stack wants a strong one."""
        strong, price = _strength(mine), betting.to_call / max(1, betting.pot + betting.to_call)
        heavy = betting.to_call / max(1, mine.stack)
        if betting.to_call and mood.random() > 0.55 + strong - price - heavy:
            return Fold()
        if betting.low is not None and mood.random() < 0.08 + 0.35 * strong:
            return Raise(to=_size(betting, mood))
        return CallBet() if betting.to_call else Check()


_MADE = (("straight", 0.85), ("flush", 0.85), (" high", 0.0), ("pair of", 0.25), ("two pairs", 0.55))
"""How much one thinks of what one has with the board, by what it is called; of anything better as of a flush."""


def _strength(mine: SeatView) -> float:
    """How much one thinks of one's cards, from 0 to about 1."""
    ranks = [card[0] for card in mine.hand.cards if card is not None]
    paired = len(set(ranks)) < len(ranks)
    high = sum(rank in "AKQJT" for rank in ranks) / max(1, len(ranks))
    made = next((worth for words, worth in _MADE if words in mine.hand.name), 0.85) if mine.hand.name else None
    before = 0.25 * high + (0.3 if paired else 0)
    return min(1.0, (before if made is None else made) + (0.3 if mine.hand.total else 0))


def _size(betting: BettingView, mood: Mood) -> int:
    """The least raise, half the pot or the pot; seldom everything."""
    assert betting.low is not None
    sizes = [betting.low, *(to for name, to in betting.sizes.items() if name != "all in" or mood.random() < 0.1)]
    return sizes[mood.randint(0, len(sizes) - 1)]


HABITS = PokerHabits()
