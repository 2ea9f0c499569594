"""What everyone does with their hand at the showdown, gathered from all that the text says of it.

A hand may be told of twice, or without its cards. The first time counts, but cards that are named later make known what
was shown before without them.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

import msgspec

from croupier.cards import Card
from croupier.hands.departures import Departure
from croupier.hands.phh_in import Action
from croupier.hands.written_table import Broken

SHOWDOWN = "CP 8.20.4"


class Does(Enum):
    """What is done with a hand."""

    SHOWS = "shows"
    MUCKS = "mucks"
    HIDES = "hides"
    """It is neither given up nor are its cards named."""


class Answer(msgspec.Struct, frozen=True):
    """What a player does with their hand, and where the text says so."""

    place: int
    text: str
    does: Does
    cards: tuple[Card, ...] = ()
    unnamed: bool = False
    """Whether the cards are known from the deal alone."""

    def departs(self, why: str) -> Departure:
        """How it departs from the book's showdown."""
        return Departure(self.place, self.text, why, SHOWDOWN)


def answers(
    actions: Iterable[Action], dealt: dict[int, tuple[Card | None, ...]]
) -> tuple[dict[int, Answer], tuple[Departure, ...]]:
    """The answer of every player by number, and what is said once more."""
    found, again = dict[int, Answer](), list[Departure]()
    for place, action in enumerate(actions, 1):
        if action.does != "sm":
            continue
        said, before = _answer(place, action, dealt.get(action.who, ())), found.get(action.who)
        if before is None:
            found[action.who] = said
            continue
        again.append(Departure(place, action.text, f"p{action.who} has shown or mucked already", SHOWDOWN))
        if Does.SHOWS is before.does is said.does and set(before.cards) != set(said.cards):
            raise Broken(place, action.text, "not the cards that this player has shown")
        if before.does is Does.HIDES:
            found[action.who] = Answer(before.place, before.text, said.does, said.cards)
    return found, tuple(again)


def _answer(place: int, action: Action, dealt: tuple[Card | None, ...]) -> Answer:
    named = dealt if action.as_dealt else action.cards
    cards = tuple([card for card in named if card is not None])
    if not named:
        return Answer(place, action.text, Does.HIDES if action.as_dealt else Does.MUCKS)
    if len(cards) < len(named):
        known = tuple([card for card in dealt if card is not None])
        if known and len(known) == len(dealt):
            return Answer(place, action.text, Does.SHOWS, known, unnamed=True)
        return Answer(place, action.text, Does.HIDES)
    return Answer(place, action.text, Does.SHOWS, cards)
