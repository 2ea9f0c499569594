"""The Blackjack family on the demo floor: a table of each version with house players, a real shoe, and a tournament."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from croupier.cards import Card, CardSource, Device
from croupier.games.blackjack.choices import Double, Draw, Split, Stand
from croupier.games.blackjack.early import GoOn, Surrender, TakeEvenMoney
from croupier.games.blackjack.face_down import TurnUpHand
from croupier.games.blackjack.rescue import KeepDouble, Rescue
from croupier.games.blackjack.sharing import GoAlong
from croupier.games.blackjack.state import State
from croupier.games.blackjack.terms import PLAYING, Bet, Readings, Terms, Variant, total
from croupier.games.blackjack.view import AreaView, PlayedHandView, TableView
from croupier.money import Limits
from croupier.table.contract import Actor, Command, Turn
from croupier.table.habits import DemoTable, Habits, Mood
from croupier.table.wagers import PlaceWager

SIDE_BET = 0.4
"""The chance that a house player places a side bet."""

TABLES = (
    DemoTable(
        id="bj-1",
        title="Blackjack with Magnificent Sevens and Perfect Pairs",
        terms=Terms(decks=8, sevens=1, pairs=True),
        guests=("Grace", "Alan", "Hedy"),
    ),
    DemoTable(
        id="bj-2",
        title="Crown Blackjack from the shuffling shoe",
        terms=Terms(
            variant=Variant.CROWN, device=Device.MACHINE, pairs=True, limits={Bet.BLACKJACK: Limits(10_00, 1_000_00)}
        ),
        guests=("Claude", "Dorothy"),
    ),
    DemoTable(
        id="bj-3",
        title="Blackjack with a real shoe",
        terms=Terms(cards=CardSource.REAL, sevens=1, pairs=True),
        automatic=False,
    ),
    DemoTable(
        id="bj-4",
        title="Vegas Blackjack",
        terms=Terms(variant=Variant.VEGAS),
        guests=("Katherine", "Norbert"),
    ),
    DemoTable(
        id="bj-5",
        title="Crown Pontoon",
        terms=Terms(variant=Variant.PONTOON, decks=8),
        guests=("Edsger", "Mary", "John"),
    ),
    DemoTable(
        id="bj-6",
        title="Pontoon Pandemonium",
        terms=Terms(variant=Variant.PANDEMONIUM, decks=8, pandemonium=2),
        guests=("Barbara", "Ken"),
    ),
    *[
        DemoTable(
            id=f"bj-t{number}",
            title=f"Blackjack, tournament table {number}",
            terms=Terms(limits={Bet.BLACKJACK: Limits(50_00, 500_00, 50_00)}),
            automatic=False,
        )
        for number in (1, 2)
    ],
)
TOURNAMENTS = {
    "bj-elimination": {
        "conditions": "demo-elimination.toml",
        "tables": ("bj-t1", "bj-t2"),
        "guests": ("Ida", "Jonas", "Klara", "Ludwig", "Mila", "Nils", "Olga", "Paul"),
    }
}
"""Tournaments that are held one after the other, by the beginning of their ids, with the house players who enter."""


class BlackjackHabits(Habits):
    """The wager that hands are dealt for, now and then a side bet, and hands played as the mathematics says."""

    def bets(self, state: State, mood: Mood, meter: bool) -> list[str]:
        """The main wager first; side bets may only lie beside it."""
        beside = [bet for bet in state.limits if bet != state.main]
        return [state.main, *(bet for bet in beside if mood.random() < SIDE_BET)]

    def needed(self, wagers: Sequence[PlaceWager]) -> int:
        """Enough to split twice and double each hand."""
        return 6 * super().needed(wagers)

    def choose(self, turn: Turn, look: Callable[[], Any], me: Actor, advice: Any, mood: Mood) -> Command | None:
        """The best play of the cards in sight; whoever shares an area goes along with its caller."""
        offered = {type(each): each for each in turn.choices}
        for always in (TurnUpHand, GoAlong):
            if always in offered:
                return offered[always]
        view: TableView = look()
        upcard = next(iter(view.dealer.cards), None)
        if advice is None or upcard is None:
            return None
        variant = Variant(view.variant)
        terms = Terms(
            variant=variant,
            decks=min(8, PLAYING[variant].decks[1]),
            readings=msgspec.convert(view.sign.readings, Readings),
        )
        if GoOn in offered:
            return self._early(turn, view, upcard, lambda cards: advice.best_first(terms, cards, upcard))
        if Rescue in offered:
            return self._kept(offered, view, lambda cards, split: self._withdrawn(advice, terms, cards, upcard, split))
        if Draw in offered:
            return self._played(offered, view, upcard, terms, advice)
        return None

    def _early(self, turn: Turn, view: TableView, upcard: Card, best: Callable[[Sequence[Card]], str]) -> Command:
        """Half is given up, or even money taken, where nothing else is worth more."""
        wanted = {Surrender: "surrender", TakeEvenMoney: "even money"}
        for each in turn.choices:
            if isinstance(each, Surrender | TakeEvenMoney):
                hand = view.areas[each.area - 1].hands[0]
                if best(_faces(hand)) == wanted[type(each)]:
                    return each
        return next(each for each in turn.choices if isinstance(each, GoOn))

    def _kept(
        self, offered: dict[type[Command], Command], view: TableView, withdrawn: Callable[[Sequence[Card], bool], bool]
    ) -> Command:
        rescue = offered[Rescue]
        assert isinstance(rescue, Rescue)
        area = view.areas[rescue.area - 1]
        hand = next(each for each in area.hands if each.hand == rescue.hand)
        return rescue if withdrawn(_faces(hand), len(area.hands) > 1) else offered[KeepDouble]

    def _withdrawn(self, advice: Any, terms: Terms, cards: Sequence[Card], upcard: Card, split: bool) -> bool:
        return bool(advice.best_withdrawn(terms, cards, total(cards, 2)[0], upcard, split=split))

    def _played(
        self, offered: dict[type[Command], Command], view: TableView, upcard: Card, terms: Terms, advice: Any
    ) -> Command | None:
        """The hand that is served; what cannot be done any more gives way to the best of the rest."""
        found = _served(view)
        if found is None:
            return None
        area, hand = found
        cards, split = _faces(hand), len(area.hands) > 1
        best = advice.best_first(terms, cards, upcard) if len(cards) == 2 and not split else None
        if best not in ("stand", "draw", "double", "split") or (best == "split" and Split not in offered):
            best = advice.best_next(terms, cards, upcard, split=split, may_split=Split in offered)
        wanted = {"stand": Stand, "draw": Draw, "double": Double, "split": Split}[best]
        return offered.get(wanted, offered[Draw])


def _served(view: TableView) -> tuple[AreaView, PlayedHandView] | None:
    return next(((area, hand) for area in view.areas for hand in area.hands if hand.serving), None)


def _faces(hand: PlayedHandView) -> list[Card]:
    return [card for card in hand.cards if card is not None]


HABITS = BlackjackHabits()
