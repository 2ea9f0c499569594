"""A table whose cards lie face down: a script may note what a hand is before anyone turns it up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.cards import Card, Counts, take
from croupier.games import Game
from croupier.scripts.kinds import Subject
from croupier.scripts.table import Table
from croupier.table.contract import Command, Event, Refusal

DULL = tuple(Card(f"{rank}{'cdhs'[(turn + n) % 4]}") for turn in range(4) for n, rank in enumerate("25936T47J8QAK"))


class FaceDownTable(Table):
    """A table of hands that get their faces when they are looked at or turned up."""

    def __init__(self, game: Game, terms: Any, staff: Mapping[str, str], said: Mapping[str, Any]) -> None:
        super().__init__(game, terms, staff, said)
        self.noted: dict[int, tuple[Card, ...]] = {}
        """What hands of this round will be; with its cards the notes go."""
        self._used: list[int] = []
        self._to_note: dict[int, tuple[Card, ...]] = {}

    def faces(self, place: int, cards: tuple[Card, ...] | None) -> tuple[Card, ...]:
        """The faces of one place: entered at a real table, at a virtual one the next to be drawn."""
        hand, noted = self.state.hand(place), cards or self.noted.get(place, ())
        self._used.append(place)
        if not self.is_real:
            self.to_come += [card for card in noted if card not in hand.faces]
            return ()
        if not cards and len(noted) > len(hand.faces) + hand.hidden:
            noted = noted[: len(hand.faces) + hand.hidden]  # of cards that were laid away unseen, the last
        return noted or (*hand.faces, *self._any(hand.hidden))

    def looked_at(self, place: int, cards: tuple[Card, ...] | None) -> None:
        """A player looks: at a real table nobody enters what they see, and what is noted of it is for whoever does."""
        if not self.is_real:
            self.faces(place, cards)
        elif cards:
            self.note_if_done(place, cards)

    def note_if_done(self, place: int, cards: tuple[Card, ...]) -> None:
        """Note what the act now put to the table leaves there, if it is not refused."""
        self._to_note[place] = cards

    def perform(self, command: Command, by: Subject) -> Refusal | None:
        """Put a command to the game; a note is used up, or made, only by what is done."""
        refusal = super().perform(command, by)
        if refusal is None:
            self.noted = {place: cards for place, cards in self.noted.items() if place not in self._used}
            self.noted |= self._to_note
        self._used, self._to_note = [], {}
        return refusal

    def evolve(self, event: Event) -> None:
        """What happened is so; where it ends a round, nothing noted for it holds for the next."""
        out = self.state.in_play
        super().evolve(event)
        if out and not self.state.in_play:
            self.noted = {}

    def plentiful(self, unseen: Counts) -> Card:
        """Where the script does not care, cards that make nothing of one another and that it does not name."""
        left = [card for card in DULL if unseen[card.number]]
        return next((card for card in left if card not in self.set_aside), left[0])

    def _any(self, many: int) -> tuple[Card, ...]:
        unseen, found = self.state.shoe.unseen, list[Card]()
        for _ in range(many):
            found.append(self.plentiful(unseen))
            unseen = take(unseen, found[-1])
        return tuple(found)
