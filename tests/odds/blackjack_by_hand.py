"""Rounds of the Blackjack family played card by card, every order of a small shoe, in exact fractions.

Written apart from the analysis, plainly and slowly: cards are their values, an ace is 1, hands are tuples in the order
they were dealt, and nothing is known but what the book says.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

Shoe = tuple[int, ...]
Hand = tuple[int, ...]
Chooser = Callable[[Hand], str]
"""What is done with a hand that came of a split: stand, draw or double."""


class Table(NamedTuple):
    soft_17: bool = False
    pontoon: bool = False
    beats_21: bool = True
    one_in_all: bool = False
    doubles: str = "9 to 11"


def total(hand: Hand, low_aces: int = 0) -> int:
    """The total, so many of the hand's first cards never counting eleven."""
    hard = sum(hand)
    return hard + 10 if 1 in hand[low_aces:] and hard <= 11 else hard


def cards(shoe: Shoe) -> list[tuple[int, Fraction, Shoe]]:
    """Each card that may come, its chance, and the shoe after it."""
    left = sum(shoe)
    return [
        (value + 1, Fraction(many, left), (*shoe[:value], many - 1, *shoe[value + 1 :]))
        for value, many in enumerate(shoe)
        if many
    ]


@cache
def dealer(shoe: Shoe, hand: Hand, soft_17: bool) -> dict[str | int, Fraction]:
    """What the dealer comes to: 17 to 21, "natural" or "over"."""
    if len(hand) == 2 and sorted(hand) == [1, 10]:
        return {"natural": Fraction(1)}
    counted = total(hand)
    if counted > 21:
        return {"over": Fraction(1)}
    soft = counted != sum(hand)
    if len(hand) > 1 and (counted > 17 or (counted == 17 and not (soft and soft_17))):
        return {counted: Fraction(1)}
    found: dict[str | int, Fraction] = {}
    for card, chance, rest in cards(shoe):
        for end, more in dealer(rest, tuple(sorted((*hand, card))), soft_17).items():
            found[end] = found.get(end, Fraction(0)) + chance * more
    return found


class Ended(NamedTuple):
    """A hand that is over: its total, its stake, and what it was paid at once if it was."""

    total: int
    stake: int
    paid: Fraction | None = None


def net(ended: tuple[Ended, ...], end: str | int, table: Table) -> Fraction:
    """What a player's hands gain against a dealer's end."""
    gain, lost, alive = Fraction(0), 0, False
    for hand in ended:
        if hand.paid is not None:
            gain += hand.paid
        elif hand.total > 21:
            lost += hand.stake
        elif end == "natural":
            alive = alive or hand.total != 21 or table.beats_21
        elif end == "over" or hand.total > int(end):
            gain += hand.stake
        elif hand.total < int(end):
            gain -= hand.stake
    if end == "natural" and table.one_in_all and alive:
        return gain - 1
    return gain - lost - (1 if alive else 0)


def bonus(hand: Hand) -> Fraction:
    """What a hand of 21 is paid in Crown Pontoon, suits left aside."""
    return {5: Fraction(3, 2), 6: Fraction(2)}.get(len(hand), Fraction(3) if len(hand) > 6 else Fraction(1))


def split_value(  # noqa: PLR0917
    shoe: Shoe,
    upcard: int,
    pair: int,
    choose: Chooser,
    table: Table,
    withdrawn: Callable[[Hand, int], bool] = lambda hand, counted: False,
) -> dict[Fraction, Fraction]:
    """How likely each net result of splitting a pair is, hands served in order; the shoe lacks all three cards."""

    @cache
    def served(left: Shoe, hands: tuple[Hand, ...], ended: tuple[Ended, ...], many: int) -> dict[Fraction, Fraction]:
        if not hands:
            found: dict[Fraction, Fraction] = {}
            for end, chance in dealer(left, (upcard,), table.soft_17).items():
                gain = net(ended, end, table)
                found[gain] = found.get(gain, Fraction(0)) + chance
            return found
        hand, rest = hands[0], hands[1:]

        def over(final: Hand, stake: int, shoe: Shoe) -> dict[Fraction, Fraction]:
            counted = total(final, 2 if table.pontoon and stake == 2 else 0)
            paid = None
            if table.pontoon and counted == 21:
                paid = Fraction(2) if stake == 2 else bonus(final)
            elif stake == 2 and counted < 21 and withdrawn(final, counted):
                paid = Fraction(-1)
            return served(shoe, rest, tuple(sorted((*ended, Ended(counted, stake, paid)), key=str)), many)

        if len(hand) == 2 and hand[0] == hand[1] == pair and many < 3 and pair != 1:
            return served(left, ((pair,), (pair,), *rest), ended, many + 1)
        action = "draw" if len(hand) == 1 else "stand" if pair == 1 or total(hand) >= 21 else choose(hand)
        if action == "stand":
            return over(hand, 1, left)
        found = {}
        for card, chance, after in cards(left):
            longer = (*hand, card)
            if action == "double":
                more = over(longer, 2, after)
            elif total(longer) > 21:
                more = over(longer, 1, after)
            else:
                first = longer if len(longer) == 2 else (*longer[:2], *sorted(longer[2:]))
                more = served(after, (first, *rest), ended, many)
            for gain, share in more.items():
                found[gain] = found.get(gain, Fraction(0)) + chance * share
        return found

    return served(shoe, ((pair,), (pair,)), (), 2)


def best_value(shoe: Shoe, upcard: int, hand: Hand, table: Table) -> dict[str, Fraction]:
    """What standing, drawing and doubling are worth, all that follows being done as well as can be."""

    def against(left: Shoe, counted: int, stake: int) -> Fraction:
        ended = (Ended(counted, stake),)
        return sum(
            (chance * net(ended, end, table) for end, chance in dealer(left, (upcard,), table.soft_17).items()),
            Fraction(0),
        )

    @cache
    def best(left: Shoe, hand: Hand) -> dict[str, Fraction]:
        counted = total(hand)
        if table.pontoon and counted == 21:
            return {"paid": bonus(hand)}
        found = {"stand": against(left, counted, 1)}
        if counted < 21:
            found["draw"] = Fraction(0)
            for card, chance, after in cards(left):
                longer = (*hand[:2], *sorted((*hand[2:], card)))
                lost = total(longer) > 21
                found["draw"] += chance * (Fraction(-1) if lost else max(best(after, longer).values()))
        two_of_9_to_11 = len(hand) == 2 and 9 <= sum(hand) <= 11 and 1 not in hand
        allowed = {"9 to 11": two_of_9_to_11, "any two": len(hand) == 2, "any": True}[table.doubles]
        if allowed and counted < 21:
            found["double"] = Fraction(0)
            for card, chance, after in cards(left):
                final = total((*hand, card), 2 if table.pontoon else 0)
                if table.pontoon and final == 21:
                    gain = Fraction(2)
                elif final > 21:
                    gain = Fraction(-2)
                else:
                    gain = against(after, final, 2)
                    gain = max(gain, Fraction(-1)) if table.pontoon else gain
                found["double"] += chance * gain
        return found

    return best(shoe, hand)
