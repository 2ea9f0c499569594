"""The strategy chart and the values of first hands, as rows of letters and drawn in the colours that players know."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from croupier.odds.blackjack.compositions import ACE, MOST, RANKS, TEN
from croupier.odds.blackjack.strategy import ACTIONS, DOUBLE, DRAW, SIZES, SPLIT, STAND, SURRENDER, Strategy
from croupier.odds.blackjack.suits import KINDS
from croupier.odds.blackjack.whole import Start
from croupier.odds.svg import drawing

UPCARDS = (*range(1, RANKS), ACE)
"""The dealer's first cards in the order of a chart: two to ten, then the ace."""
NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
LETTERS = {STAND: "S", DRAW: "D", DOUBLE: "X", SPLIT: "P", SURRENDER: "R"}
"""Draw, double (written as a cross), split and surrender by the letters of the book's own words where they differ."""
CHOICES = (*ACTIONS, "even money")
_COLOURS = {"S": "#c0392b", "D": "#1e8449", "X": "#1f5fbf", "P": "#b7791f", "R": "#6b7280"}
_LONGEST = 4
"""Characters that fit a cell at their usual size."""
_CELL_WIDTH, _CELL_HEIGHT, _LEFT = 34, 20, 62


class Row(NamedTuple):
    """One row of the chart: what it is about, and what is done against each first card."""

    kind: str
    """Hard, soft or pair."""
    name: str
    codes: tuple[str, ...]
    """In the order of `UPCARDS`."""


def chart(strategy: Strategy) -> tuple[Row, ...]:
    """The chart, highest totals first; `S/D5` stands with fewer than five cards and draws from five on."""
    return tuple(_rows(strategy))


def _rows(strategy: Strategy) -> Iterator[Row]:
    for soft, kind, lowest in ((0, "hard", 5), (1, "soft", 13)):
        for total in range(MOST - 1, lowest - 1, -1):
            codes = tuple(_code(strategy, soft, total, upcard) for upcard in UPCARDS)
            yield Row(kind, f"{kind} {total}", codes)
    for pair in (ACE, *range(TEN, ACE, -1)):
        total = 12 if pair == ACE else 2 * (pair + 1)
        soft = int(pair == ACE)
        codes = tuple(
            LETTERS[SPLIT] if strategy.splits[pair, upcard] else _code(strategy, soft, total, upcard)
            for upcard in UPCARDS
        )
        yield Row("pair", f"{NAMES[pair]},{NAMES[pair]}", codes)


def _code(strategy: Strategy, soft: int, total: int, upcard: int) -> str:
    if strategy.surrenders[soft, total, upcard]:
        first = LETTERS[SURRENDER]
    else:
        first = LETTERS[int(strategy.hands[0, soft, total, upcard])]
    code, last = first, int(strategy.hands[0, soft, total, upcard])
    any_number = bool((strategy.hands[1:] == DOUBLE).any())
    for size in range(1, SIZES):
        if not _possible(soft, total, size + 2):
            continue
        action = int(strategy.hands[size, soft, total, upcard])
        if action != last and (any_number or not (last == DOUBLE and action == DRAW)):
            code += f"/{LETTERS[action]}{size + 2}"
        last = action
    return code


def _possible(soft: int, total: int, cards: int) -> bool:
    """Whether so many cards can make the total: each counts two at least, but for aces."""
    return total >= 11 + cards if soft else total >= 2 * cards


def chart_picture(rows: tuple[Row, ...]) -> str:
    """The chart drawn, a colour for each thing to do."""
    parts = []
    for place, upcard in enumerate(UPCARDS):
        x = _LEFT + place * _CELL_WIDTH + _CELL_WIDTH / 2
        parts.append(f'<text x="{x}" y="12" text-anchor="middle" class="beside">{NAMES[upcard]}</text>')
    y = 18
    kind = rows[0].kind
    for row in rows:
        if row.kind != kind:
            kind, y = row.kind, y + 8
        parts.append(f'<text x="0" y="{y + 14}" class="beside">{escape(row.name)}</text>')
        for place, code in enumerate(row.codes):
            x = _LEFT + place * _CELL_WIDTH
            said = f"{row.name} against {NAMES[UPCARDS[place]]}: {code}"
            small = ";font-size:6px" if len(code) > _LONGEST else ""
            parts.append(
                f'<rect x="{x}" y="{y}" width="{_CELL_WIDTH - 1}" height="{_CELL_HEIGHT - 1}" rx="3" '
                f'style="fill:{_COLOURS[code[0]]}"><title>{escape(said)}</title></rect>'
                f'<text x="{x + _CELL_WIDTH / 2}" y="{y + 14}" text-anchor="middle" style="fill:#fff{small}">'
                f"{escape(code)}</text>"
            )
        y += _CELL_HEIGHT
    return drawing("Basic strategy", _LEFT + len(UPCARDS) * _CELL_WIDTH, y + 4, parts)


LEGEND = (
    "S stand, D draw, X double, P split, R surrender. Where a number follows, that is done from so many cards on; "
    "a hand that may no longer be doubled is drawn to."
)


def value_picture(starts: tuple[Start, ...], values: list[list[float]]) -> str:
    """What every first hand is worth against every first card, from red through white to green."""
    parts = []
    for place, upcard in enumerate(UPCARDS):
        x = 110 + place * _CELL_WIDTH + _CELL_WIDTH / 2
        parts.append(f'<text x="{x}" y="12" text-anchor="middle" class="beside">{NAMES[upcard]}</text>')
    for number, (start, row) in enumerate(zip(starts, values, strict=True)):
        y = 18 + number * 14
        parts.append(f'<text x="0" y="{y + 11}" class="beside">{escape(hand_name(start))}</text>')
        for place, upcard in enumerate(UPCARDS):
            x = 110 + place * _CELL_WIDTH
            said = f"{hand_name(start)} against {NAMES[upcard]}: {row[upcard]:+.4f}"
            parts.append(
                f'<rect x="{x}" y="{y}" width="{_CELL_WIDTH - 1}" height="13" style="fill:{_heat(row[upcard])}">'
                f"<title>{escape(said)}</title></rect>"
                f'<text x="{x + _CELL_WIDTH / 2}" y="{y + 10}" text-anchor="middle" style="fill:#111;font-size:8px">'
                f"{row[upcard]:+.2f}</text>"
            )
    return drawing("What first hands are worth", 110 + len(UPCARDS) * _CELL_WIDTH, 22 + 14 * len(starts), parts)


def _heat(value: float) -> str:
    share = min(abs(value), 1.0)
    strong, weak = (110, 190, 120) if value > 0 else (230, 120, 110), (250, 250, 246)
    return "rgb({},{},{})".format(*(round(w + (s - w) * share) for s, w in zip(strong, weak, strict=True)))


def hand_name(start: Start) -> str:
    """Two first cards by name, with their suits where those are looked at."""
    name = f"{NAMES[start.first]},{NAMES[start.second]}"
    return name if start.share == 1.0 else f"{name} {KINDS[start.suits]}"
