"""Small SVG charts that take their colours from the page they stand in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from html import escape
from math import floor, log10

from croupier.odds.words import percent

_WIDTH = 360
_LEAST_SPAN = 1e-9
"""Values that differ by less are drawn as none: a finer scale would leave what numbers can hold."""


def share_bars(label: str, rows: Sequence[tuple[str, float, str, bool]]) -> str:
    """Horizontal bars of shares: (name, share, what is written beside it, whether it is a winning one)."""
    most = max(share for _, share, _, _ in rows)
    parts = []
    for place, (name, share, beside, wins) in enumerate(rows):
        top = place * 34
        width = max(1.0, share / most * (_WIDTH - 4))
        parts.append(
            f'<text x="0" y="{top + 12}">{escape(name)}</text>'
            f'<text x="{_WIDTH}" y="{top + 12}" text-anchor="end" class="beside">{escape(beside)}</text>'
            f'<rect x="0" y="{top + 17}" width="{width:.1f}" height="9" rx="2" class="{"wins" if wins else "loses"}"/>'
        )
    return drawing(label, _WIDTH, len(rows) * 34, parts)


def grouped_bars(label: str, groups: Sequence[str], series: Mapping[str, Sequence[float]]) -> str:
    """Vertical bars in percent, one group for each label and one colour for each series, with a legend."""
    height, left, base = 190, 34, 165
    values = [value for each in series.values() for value in each]
    step = _nice(max(*values, 0) - min(*values, 0))
    # Lines are counted, not added up: nought is one of them, and is nought.
    above, below = _steps(max(*values, 0), step), _steps(-min(*values, 0), step)
    low = -below * float(step)
    scale = (base - 12) / (((above + below) or 1) * float(step))

    def y(value: float) -> float:
        return base - (value - low) * scale

    parts = []
    for number in range(-below, above + 1):
        at = y(float(number * step))
        kind = "grid" if number else "axis"
        parts.append(f'<line x1="{left}" x2="{_WIDTH}" y1="{at:.1f}" y2="{at:.1f}" class="{kind}"/>')
        parts.append(f'<text x="{left - 5}" y="{at + 4:.1f}" text-anchor="end">{_tick(number * step)}</text>')
    group_width = (_WIDTH - left) / len(groups)
    bar = min(26.0, group_width * 0.8 / len(series))
    for place, group in enumerate(groups):
        middle = left + (place + 0.5) * group_width
        parts.append(f'<text x="{middle:.1f}" y="{height - 8}" text-anchor="middle">{escape(group)}</text>')
        for number, (name, each) in enumerate(series.items()):
            value = each[place]
            at = middle + (number - len(series) / 2) * bar
            tall = max(abs(y(value) - y(0)), 0.8)
            parts.append(
                f'<rect x="{at + 1:.1f}" y="{min(y(value), y(0)):.1f}" width="{bar - 2:.1f}" height="{tall:.1f}" '
                f'class="s{number}"><title>{escape(name)}, {escape(group)}: {percent(value)}</title></rect>'
            )
    for number, name in enumerate(series):
        at = left + number * (_WIDTH - left) / len(series)
        parts.append(f'<rect x="{at:.1f}" y="{height + 4}" width="9" height="9" rx="2" class="s{number}"/>')
        parts.append(f'<text x="{at + 13:.1f}" y="{height + 12}">{escape(name)}</text>')
    return drawing(label, _WIDTH, height + 18, parts)


def drawing(label: str, width: float, height: float, parts: Iterable[str]) -> str:
    """A drawing of these parts, by a name that is read out where it cannot be seen."""
    head = f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">'
    return head + "".join(parts) + "</svg>"


def _nice(span: float) -> Fraction:
    """A round step that cuts the span into three to seven."""
    if span < _LEAST_SPAN:
        return Fraction(1, 100)
    rough = span / 5
    power = Fraction(10) ** floor(log10(rough))
    return next(power * nice for nice in (1, 2, 5, 10) if rough <= power * nice)


def _steps(value: float, step: Fraction) -> int:
    """The fewest steps that reach a value of nought or more."""
    return -floor(-value / float(step) + 1e-9)


def _tick(share: Fraction) -> str:
    """A line's share in percent, no digit more than it has.

    >>> _tick(Fraction(1, 50)), _tick(Fraction(-1, 2000)), _tick(Fraction(0))
    ('2 %', '-0.05 %', '0 %')
    """
    shown = Decimal((100 * share).numerator) / Decimal((100 * share).denominator)
    return f"{shown.normalize():f} %"
