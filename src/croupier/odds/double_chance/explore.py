"""Double Chance: what there is to do with one hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from croupier.books import cite
from croupier.cards import Card
from croupier.games.double_chance.terms import HAND, declared
from croupier.odds.double_chance.rule import SIXTH_CARDS, best_keep, ways, winning_cards
from croupier.odds.export import number

_DECLARED_UNDER = cite("DC 8.3"), cite("ruling 21")


def hands(text: str) -> dict[str, Any]:
    """One hand as plain data: what it is declared as, or all 25 ways to keep cards of it, the best first.

    ValueError when the text is not of five different cards.
    """
    cards = [Card(text[place : place + 2]) for place in range(0, len(text), 2)]
    if len(set(cards)) != HAND or len(cards) != HAND:
        raise ValueError("a hand is five different cards (DC 1.1:hand)")
    made = declared(cards)
    if made is not None:
        return {"declared": made.value, "under": list(_DECLARED_UNDER), "ways": []}
    found = [(kept, winning_cards(cards, kept)) for kept in ways(cards)]
    best = frozenset(best_keep(cards))
    ranked = sorted(found, key=lambda each: (-len(each[1]), frozenset(each[0]) != best, len(each[0])))
    return {
        "declared": None,
        "under": [],
        "ways": [
            {"kept": list(kept), "wins": list(wins), "chance": number(Fraction(len(wins), SIXTH_CARDS))}
            for kept, wins in ranked
        ],
    }
