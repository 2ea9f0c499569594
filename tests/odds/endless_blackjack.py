"""Blackjack from an endless shoe, solved by totals alone: written apart from the analysis that it is held against."""

from __future__ import annotations

from functools import cache

CARDS = {value: 4 / 13 if value == 10 else 1 / 13 for value in range(1, 11)}
LIVE_COSTS = 0.25
"""What the stated policy reckons a dealer's natural to cost a live split hand."""

State = tuple[int, bool]
"""A total, and whether an ace counts eleven in it."""


def with_card(state: State, card: int) -> State:
    total, soft = state
    if card == 1 and total + 11 <= 21:
        return total + 11, True
    total += card
    if total > 21 and soft:
        return total - 10, False
    return total, soft


@cache
def dealer(upcard: int) -> dict[str | int, float]:
    """What the dealer comes to, standing on every 17."""
    found: dict[str | int, float] = {}

    def draw(state: State, many: int, chance: float) -> None:
        for card, share in CARDS.items():
            after = with_card(state, card)
            if many == 1 and {upcard, card} == {1, 10}:
                end: str | int = "natural"
            elif after[0] > 21:
                end = "over"
            elif after[0] >= 17:
                end = after[0]
            else:
                draw(after, many + 1, chance * share)
                continue
            found[end] = found.get(end, 0.0) + chance * share

    draw(with_card((0, False), upcard), 1, 1.0)
    return found


def stand(total: int, upcard: int, stake: int, natural_costs: float) -> float:
    value = 0.0
    for end, chance in dealer(upcard).items():
        if end == "natural":
            value -= natural_costs * chance
        elif end == "over" or total > int(end):
            value += stake * chance
        elif total < int(end):
            value -= stake * chance
    return value


@cache
def choices(state: State, two: bool, upcard: int, natural_costs: float = 1.0) -> dict[str, float]:
    """What each choice is worth, all that follows being the best."""
    total, soft = state
    found = {"stand": stand(total, upcard, 1, natural_costs)}
    if total < 21:
        found["draw"] = 0.0
        for card, share in CARDS.items():
            after = with_card(state, card)
            lost = after[0] > 21
            found["draw"] += share * (-1.0 if lost else max(choices(after, False, upcard, natural_costs).values()))
    if two and not soft and total in (9, 10, 11):
        found["double"] = sum(
            share * stand(with_card(state, card)[0], upcard, 2, natural_costs) for card, share in CARDS.items()
        )
    return found


def one_hand(card: int, upcard: int, end: str | int, paired: bool | None) -> tuple[float, float]:
    """A split hand beside a dealer's end: what it gains on average, and the chance that it is alive.

    Second cards are any, or only those that pair with the first, or only others; chances are not made to sum to one.
    """

    def ended(total: int, stake: int) -> tuple[float, float]:
        if total > 21:
            return -stake, 0.0
        if end == "natural":
            return 0.0, 1.0
        if end == "over" or total > int(end):
            return stake, 1.0
        return (0.0, 1.0) if total == int(end) else (-stake, 1.0)

    def play(state: State, two: bool) -> tuple[float, float]:
        known = choices(state, two, upcard, LIVE_COSTS)
        best = max(known, key=lambda choice: known[choice])
        if best == "stand" or card == 1:
            return ended(state[0], 1)
        gain = alive = 0.0
        for drawn, share in CARDS.items():
            after = with_card(state, drawn)
            if best == "double":
                more = ended(after[0], 2)
            else:
                more = ended(after[0], 1) if after[0] > 21 else play(after, False)
            gain, alive = gain + share * more[0], alive + share * more[1]
        return gain, alive

    gain = alive = 0.0
    for second, share in CARDS.items():
        if paired is None or (second == card) == paired:
            more = play(with_card(with_card((0, False), card), second), True)
            gain, alive = gain + share * more[0], alive + share * more[1]
    return gain, alive


def split(card: int, upcard: int) -> float:
    """What splitting a pair is worth, to three hands, one wager more lost to a natural where a hand is alive."""
    again = 0.0 if card == 1 else CARDS[card]
    value = 0.0
    for end, chance in dealer(upcard).items():
        every = one_hand(card, upcard, end, None)
        other = every if card == 1 else one_hand(card, upcard, end, False)
        rest = 1.0 if card == 1 else 1 - again
        gain = 2 * other[0] * rest + again * (3 * every[0] + other[0] + 2 * rest * every[0])
        value += chance * gain
        if end == "natural":
            dead, other_dead = 1 - every[1], rest - other[1]
            none = other_dead**2 + again * (dead**3 + other_dead * dead**2)
            value -= chance * (1 - none)
    return value
