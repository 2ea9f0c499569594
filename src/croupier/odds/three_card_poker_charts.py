"""Three Card Poker drawn: which hands play, and what the Jackpot wager returns as its meter grows."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from itertools import combinations

from croupier.cards.card import RANKS
from croupier.cards.ranking import ThreeCards
from croupier.odds.three_card_poker_hands import hands
from croupier.odds.three_card_poker_rule import FoldRule

_CELL = 11
_PANEL = 10 * _CELL + 16
_PANELS_IN_A_ROW = 5
_TOP, _MIDDLE, _LOW = 4, 3, 2


def strategy_picture(rule: FoldRule, riding: FoldRule | None = None) -> str:
    """Every hand of three odd cards as a cell: a panel for the highest, a row for the second, a column for the third.

    A cell is played, folded, or played only with a Jackpot wager riding; the suits never matter enough to differ.
    """
    plays = _played_ranks(rule)
    plays_riding = _played_ranks(riding or rule)
    parts = []
    for number, high in enumerate(reversed(RANKS[_TOP - 1 :])):
        left, top = number % _PANELS_IN_A_ROW * _PANEL, number // _PANELS_IN_A_ROW * (_PANEL + 6)
        parts.append(f'<text x="{left}" y="{top + 11}" class="beside">{_said(high)} high</text>')
        below = RANKS[: RANKS.index(high)]
        for low, middle in combinations(below, 2):
            ranks = f"{high}-{middle}-{low}"
            if ranks not in plays_riding:
                continue
            fill, said = (
                ("wins", "play")
                if plays[ranks]
                else ("s1", "play with a Jackpot wager")
                if plays_riding[ranks]
                else ("loses", "fold")
            )
            x = left + RANKS.index(low) * _CELL
            y = top + 16 + (RANKS.index("K") - RANKS.index(middle)) * _CELL - _lift(high)
            parts.append(
                f'<rect x="{x}" y="{y}" width="{_CELL - 1}" height="{_CELL - 1}" rx="2" class="{fill}">'
                f"<title>{ranks}: {said}</title></rect>"
            )
    rows = -(-len(RANKS[_TOP - 1 :]) // _PANELS_IN_A_ROW)
    foot = rows * (_PANEL + 6)
    legend = {"wins": "play", "loses": "fold"} | ({"s1": "play with Jackpot"} if plays != plays_riding else {})
    for place, (fill, said) in enumerate(legend.items()):
        parts.append(f'<rect x="{place * 120}" y="{foot}" width="9" height="9" rx="2" class="{fill}"/>')
        parts.append(f'<text x="{place * 120 + 13}" y="{foot + 8}">{said}</text>')
    return _svg("Which hands of three odd cards to play", _PANELS_IN_A_ROW * _PANEL, foot + 14, parts)


def _lift(high: str) -> int:
    """How far a panel's cells move up so that its first row is just under its heading."""
    return (RANKS.index("A") - RANKS.index(high)) * _CELL


def _played_ranks(rule: FoldRule) -> dict[str, bool]:
    """Whether hands of these ranks play; ValueError where their suits decide."""
    found: dict[str, bool] = {}
    for hand, plays in zip(hands(), rule.plays, strict=True):
        if hand.kind is ThreeCards.HIGH_CARD and found.setdefault(hand.ranks, plays) != plays:
            raise ValueError(f"{hand.ranks} is played with some suits and folded with others")
    return found


def _said(rank: str) -> str:
    return {"T": "10", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}.get(rank, rank)


def return_against_meter(
    lines: Mapping[str, tuple[float, float]], low: int, high: int, marks: Mapping[str, float], long_run: float
) -> str:
    """The Jackpot wager's return as straight lines over the meter, (fixed part, part for each dollar) for each name."""
    width, left, base, top = 560, 46, 250, 14
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
        parts.append(f'<text x="{x(meter):.1f}" y="{base + 16}" text-anchor="{anchor}">${meter:,.0f}</text>')
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
        at = f"{name}: ${meter:,.0f}, returns {share:.2%}"
        parts.append(
            f'<circle cx="{x(meter):.1f}" cy="{y(share):.1f}" r="4.5" style="fill:var(--s4)">'
            f"<title>{escape(at)}</title></circle>"
            f'<text x="{x(meter) + 8:.1f}" y="{y(share) + 14:.1f}">{escape(name)}</text>'
        )
    return _svg("Return of the Jackpot wager against the meter", width, base + 40 + 16 * len(lines), parts)


def _legend(x: float, y: float, colour: str, name: str) -> str:
    return (
        f'<rect x="{x}" y="{y - 8}" width="9" height="9" rx="2" style="fill:{colour}"/>'
        f'<text x="{x + 13}" y="{y}">{escape(name)}</text>'
    )


def _svg(label: str, width: float, height: float, parts: list[str]) -> str:
    head = f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">'
    return head + "".join(parts) + "</svg>"
