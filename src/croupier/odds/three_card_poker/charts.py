"""Three Card Poker drawn: which hands play, and what the Jackpot wager returns as its meter grows."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from html import escape
from itertools import combinations

from croupier.cards.card import RANKS
from croupier.cards.ranking import ThreeCards
from croupier.money import amount, figures
from croupier.odds.svg import drawing
from croupier.odds.three_card_poker.classes import hand_classes
from croupier.odds.three_card_poker.rule import FoldRule

_CELL = 11
_PANEL = 10 * _CELL + 16
_PANELS_IN_A_ROW = 3
_LOWEST_TOP = RANKS.index("5")


class _Fate(StrEnum):
    """What becomes of the hands of three ranks; the value is the colour's class on the page."""

    PLAY = "wins"
    FOLD = "loses"
    PLAY_RIDING = "s1"
    BY_SUITS = "s3"

    @property
    def words(self) -> str:
        return {
            _Fate.PLAY: "play",
            _Fate.FOLD: "fold",
            _Fate.PLAY_RIDING: "play with Jackpot",
            _Fate.BY_SUITS: "by suits",
        }[self]


def strategy_picture(rule: FoldRule, riding: FoldRule | None = None) -> str:
    """Every hand of three odd cards as a cell: a panel for the highest, a row for the second, a column for the last."""
    fates = _fates(rule, riding or rule)
    parts = []
    for number, top in enumerate(range(len(RANKS) - 1, _LOWEST_TOP - 1, -1)):
        left, head = number % _PANELS_IN_A_ROW * _PANEL, number // _PANELS_IN_A_ROW * _PANEL
        parts.append(f'<text x="{left}" y="{head + 11}" class="beside">{_said(RANKS[top])} high</text>')
        for low, middle in combinations(range(top), 2):
            ranks = f"{RANKS[top]}-{RANKS[middle]}-{RANKS[low]}"
            if ranks in fates:
                corner = f'x="{left + low * _CELL}" y="{head + 16 + (top - 1 - middle) * _CELL}"'
                parts.append(
                    f'<rect {corner} width="{_CELL - 1}" height="{_CELL - 1}" rx="2" class="{fates[ranks].value}">'
                    f"<title>{ranks}: {fates[ranks].words}</title></rect>"
                )
    foot = -(-(len(RANKS) - _LOWEST_TOP) // _PANELS_IN_A_ROW) * _PANEL - 70
    for place, fate in enumerate(fate for fate in _Fate if fate in fates.values()):
        y = foot + 16 * place
        parts.append(f'<rect x="{_PANEL}" y="{y}" width="9" height="9" rx="2" class="{fate.value}"/>')
        parts.append(f'<text x="{_PANEL + 13}" y="{y + 8}">{fate.words}</text>')
    return drawing("Which hands of three odd cards to play", _PANELS_IN_A_ROW * _PANEL, foot + 66, parts)


def _fates(rule: FoldRule, riding: FoldRule) -> dict[str, _Fate]:
    """What becomes of each three ranks without a pair or a sequence, all suits but one taken together."""
    found: dict[str, _Fate] = {}
    for hand, plays, plays_riding in zip(hand_classes(), rule.plays, riding.plays, strict=True):
        if hand.kind is ThreeCards.HIGH_CARD:
            fate = _Fate.PLAY if plays else _Fate.PLAY_RIDING if plays_riding else _Fate.FOLD
            found[hand.ranks] = fate if found.get(hand.ranks, fate) is fate else _Fate.BY_SUITS
    return found


def _said(rank: str) -> str:
    return {"T": "10", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}.get(rank, rank)


def return_against_meter(
    lines: Mapping[str, tuple[float, float]], low: int, high: int, marks: Mapping[str, float], long_run: float
) -> str:
    """The Jackpot wager's return as straight lines over the meter, (fixed part, part for each dollar) for each name."""
    width, left, base, top = 400, 40, 220, 12
    most = max(fixed + slope * high for fixed, slope in lines.values())
    ceiling = -(-most // 0.25) * 0.25

    def x(meter: float) -> float:
        return left + (meter - low) / (high - low) * (width - left - 10)

    def y(share: float) -> float:
        return base - share / ceiling * (base - top)

    parts = []
    for quarter in range(int(ceiling / 0.25) + 1):
        share = quarter * 0.25
        kind = "axis" if quarter in (0, 4) else "grid"
        parts.append(f'<line x1="{left}" x2="{width}" y1="{y(share):.1f}" y2="{y(share):.1f}" class="{kind}"/>')
        parts.append(f'<text x="{left - 5}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    for place in range(5):
        meter = low + (high - low) * place / 4
        anchor = "start" if place == 0 else "end" if place == 4 else "middle"
        parts.append(f'<text x="{x(meter):.1f}" y="{base + 16}" text-anchor="{anchor}">{amount(figures(meter))}</text>')
    for number, (name, (fixed, slope)) in enumerate(lines.items()):
        first, last = y(fixed + slope * low), y(fixed + slope * high)
        ends = f'x1="{x(low):.1f}" y1="{first:.1f}" x2="{x(high):.1f}" y2="{last:.1f}"'
        parts.append(f'<line {ends} style="stroke:var(--s{number});stroke-width:2.5"/>')
        parts.append(_legend(left, base + 34 + 16 * number, f"var(--s{number})", name))
    parts.append(
        f'<line x1="{left}" x2="{width}" y1="{y(long_run):.1f}" y2="{y(long_run):.1f}" '
        f'style="stroke:var(--s3);stroke-dasharray:4 4"/>'
    )
    parts.append(_legend(left, base + 34 + 16 * len(lines), "var(--s3)", f"long run, {long_run:.2%}"))
    for name, meter in marks.items():
        fixed, slope = next(iter(lines.values()))
        share = fixed + slope * meter
        at = f"{name}: {amount(figures(meter))}, returns {share:.2%}"
        parts.append(
            f'<circle cx="{x(meter):.1f}" cy="{y(share):.1f}" r="4.5" style="fill:var(--s4)">'
            f"<title>{escape(at)}</title></circle>"
            f'<text x="{x(meter) + 8:.1f}" y="{y(share) + 14:.1f}">{escape(name)}</text>'
        )
    return drawing("Return of the Jackpot wager against the meter", width, base + 40 + 16 * len(lines), parts)


def _legend(x: float, y: float, colour: str, name: str) -> str:
    return (
        f'<rect x="{x}" y="{y - 8}" width="9" height="9" rx="2" style="fill:{colour}"/>'
        f'<text x="{x + 13}" y="{y}">{escape(name)}</text>'
    )
