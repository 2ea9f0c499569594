"""A table whose cards lie face down: a script may note what a hand is before anyone turns it up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.cards import Card, Counts, take
from croupier.games import Game
from croupier.scripts.table import Table

DULL = tuple(Card(f"{rank}{'cdhs'[(turn + n) % 4]}") for turn in range(4) for n, rank in enumerate("25936T47J8QAK"))


class FaceDownTable(Table):
    """A table of hands that get their faces when they are looked at or turned up."""

    def __init__(self, game: Game, terms: Any, staff: Mapping[str, str], said: Mapping[str, Any]) -> None:
        super().__init__(game, terms, staff, said)
        self.noted: dict[int, tuple[Card, ...]] = {}

    def faces(self, place: int, cards: tuple[Card, ...] | None) -> tuple[Card, ...]:
        """The faces of one place: entered at a real table, at a virtual one the next to be drawn."""
        hand, noted = self.state.hand(place), cards or self.noted.pop(place, ())
        if not self.is_real:
            self.to_come += [card for card in noted if card not in hand.faces]
            return ()
        return noted or (*hand.faces, *self._any(hand.hidden))

    def plentiful(self, unseen: Counts) -> Card:
        """Where the script does not care, cards that make nothing of one another."""
        return next(card for card in DULL if unseen[card.number])

    def _any(self, many: int) -> tuple[Card, ...]:
        unseen, found = self.state.shoe.unseen, list[Card]()
        for _ in range(many):
            found.append(self.plentiful(unseen))
            unseen = take(unseen, found[-1])
        return tuple(found)
