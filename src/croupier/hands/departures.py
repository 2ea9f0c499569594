"""Departures: where the text of a hand is not as the book has it, and no money moves by that."""

from __future__ import annotations

import msgspec

from croupier.hands.numbers import shortened


class Departure(msgspec.Struct, frozen=True):
    """Something in the text that the book has otherwise, which is noted and does not stop the hand."""

    place: int
    """The number of the action; 0 for what stands before all of them."""
    text: str
    """The action as it is written; empty where it is none."""
    why: str
    clause: str
    """The clause departed from; empty where it is one of the format alone."""

    @property
    def said(self) -> str:
        """What is otherwise, and the clause."""
        return f"{self.why}{f' [{self.clause}]' if self.clause else ''}"

    def __str__(self) -> str:
        return f"action {self.place} ({shortened(self.text)}): {self.said}" if self.text else self.said
