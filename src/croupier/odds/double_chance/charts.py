"""Double Chance drawn: which cards to keep, how good a hand may be, and what a maximum payout costs by the stake."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from math import ceil, log

from croupier.cards import Card
from croupier.cards.card import RANKS, SUITS
from croupier.money import money
from croupier.odds.double_chance.rule import SIXTH_CARDS, Example
from croupier.odds.model import Number
from croupier.odds.svg import drawing
from croupier.odds.words import percent

_CELL, _ROW = 26, 18
_LEFT, _HEAD = 18, 22
_PANEL = _HEAD + len(SUITS) * _ROW + 14
_WIDTH = _LEFT + len(RANKS) * _CELL

_STEP = 0.02
"""Of the edge, from one line of its chart to the next."""
_APART = 52.0
"""The least distance of two stakes that are written out."""

_SYMBOL = dict(zip("cdhs", "♣♦♥♠", strict=True))
_KEPT, _DISCARDED, _WINS, _LOSES = "s0", "s1", "wins", "loses"
_LEGEND = {_KEPT: "keep", _DISCARDED: "discard", _WINS: "sixth card wins", _LOSES: "loses"}


def keep_picture(examples: Sequence[Example]) -> str:
    """The whole deck for each example, a row to a suit: what is kept, what is discarded, which sixth cards win."""
    parts: list[str] = []
    for number, example in enumerate(examples):
        parts += _panel(example, number * _PANEL)
    foot = len(examples) * _PANEL + 4
    for x, (kind, name) in zip((_LEFT, _LEFT + 60, _LEFT + 138, _LEFT + 260), _LEGEND.items(), strict=True):
        parts.append(f'<rect x="{x}" y="{foot}" width="9" height="9" rx="2" class="{kind}"/>')
        parts.append(f'<text x="{x + 13}" y="{foot + 9}">{name}</text>')
    return drawing("Which cards to keep", _WIDTH, foot + 14, parts)


def _panel(example: Example, top: int) -> Iterator[str]:
    chance = f"{len(example.wins)} of {SIXTH_CARDS} win"
    yield f'<text x="0" y="{top + 13}">{escape(example.says)}</text>'
    yield f'<text x="{_WIDTH}" y="{top + 13}" text-anchor="end" class="beside">{chance}</text>'
    for row, suit in enumerate(reversed(SUITS)):
        y = top + _HEAD + row * _ROW
        yield f'<text x="0" y="{y + 12}">{_SYMBOL[suit]}</text>'
        for column, rank in enumerate(RANKS):
            card = Card(rank + suit)
            kind = _kind(example, card)
            x = _LEFT + column * _CELL
            yield (
                f'<rect x="{x}" y="{y}" width="{_CELL - 2}" height="{_ROW - 2}" rx="3" class="{kind}">'
                f"<title>{card.value}: {_LEGEND[kind]}</title></rect>"
            )
            if kind in (_KEPT, _DISCARDED):
                at = f'x="{x + _CELL / 2 - 1}" y="{y + 12}"'
                yield f'<text {at} text-anchor="middle" style="fill:var(--card)">{rank.replace("T", "10")}</text>'


def _kind(example: Example, card: Card) -> str:
    if card in example.kept:
        return _KEPT
    if card in example.cards:
        return _DISCARDED
    return _WINS if card in example.wins else _LOSES


def winning_cards_chart(hands: Mapping[int, int]) -> str:
    """A bar for each number of winning sixth cards: how many of the hands that discard have it."""
    width, base, left = 380, 150, 6
    every, most = sum(hands.values()), max(hands.values())
    bar = (width - left) / (max(hands) + 1)
    parts = [f'<line x1="{left}" x2="{width}" y1="{base}" y2="{base}" class="axis"/>']
    for wins, many in hands.items():
        tall = max(many / most * (base - 12), 0.6)
        kind = _WINS if 2 * wins > SIXTH_CARDS else _LOSES
        said = f"{wins} of {SIXTH_CARDS} sixth cards win: {many:,} hands, {percent(Fraction(many, every), 2)}"
        parts.append(
            f'<rect x="{left + wins * bar:.1f}" y="{base - tall:.1f}" width="{bar - 1.5:.1f}" height="{tall:.1f}" '
            f'rx="1" class="{kind}"><title>{said}</title></rect>'
        )
        if wins % 5 == 0:
            middle = left + (wins + 0.5) * bar
            parts.append(f'<text x="{middle:.1f}" y="{base + 14}" text-anchor="middle">{wins}</text>')
    better = sum(many for wins, many in hands.items() if 2 * wins > SIXTH_CARDS)
    for place, (kind, name) in enumerate(
        {
            _WINS: f"likelier to win than to lose, {better / every:.1%} of hands",
            _LOSES: f"likelier to lose, {(every - better) / every:.1%}",
        }.items()
    ):
        y = base + 28 + 16 * place
        parts.append(f'<rect x="{left}" y="{y - 8}" width="9" height="9" rx="2" class="{kind}"/>')
        parts.append(f'<text x="{left + 13}" y="{y}">{name}</text>')
    return drawing("How many sixth cards win", width, base + 48, parts)


def edge_by_stake(edge: Callable[[Number], Number], bites: Mapping[Number, str], stake: Number) -> str:
    """The edge over the stake, on a scale of doublings; `bites` are the stakes where a hand begins to be cut short."""
    width, left, base, top = 380, 44, 190, 12
    low, high = float(min(*bites, stake)) / 2, float(max(*bites, stake)) * 2
    steps = ceil(edge(high) / _STEP)

    def x(at: Number) -> float:
        return left + log(float(at) / low) / log(high / low) * (width - left - 8)

    def y(value: Number) -> float:
        return base - float(value) / (steps * _STEP) * (base - top)

    parts = []
    for place in range(steps + 1):
        value = place * _STEP
        kind = "grid" if place else "axis"
        parts.append(f'<line x1="{left}" x2="{width}" y1="{y(value):.1f}" y2="{y(value):.1f}" class="{kind}"/>')
        parts.append(f'<text x="{left - 5}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.0%}</text>')
    stakes = [low * (high / low) ** (step / 80) for step in range(81)]
    line = " ".join(f"{x(at):.1f},{y(edge(at)):.1f}" for at in sorted({*stakes, *bites}))
    parts.append(f'<polyline points="{line}" style="fill:none;stroke:var(--s0);stroke-width:2.5"/>')
    labelled = -_APART
    for at, hands in sorted(bites.items()):
        said = f"above {money(at)}: {hands} cut short; edge {percent(edge(at))}"
        parts.append(
            f'<circle cx="{x(at):.1f}" cy="{y(edge(at)):.1f}" r="4" style="fill:var(--s1)">'
            f"<title>{said}</title></circle>"
        )
        if x(at) - labelled >= _APART:
            labelled = x(at)
            parts.append(f'<text x="{labelled:.1f}" y="{base + 15}" text-anchor="middle">{money(at)}</text>')
    here = f"this stake: {money(stake)}, edge {percent(edge(stake))}"
    parts.append(
        f'<circle cx="{x(stake):.1f}" cy="{y(edge(stake)):.1f}" r="4.5" style="fill:var(--s4)">'
        f"<title>{here}</title></circle>"
    )
    for place, (colour, name) in enumerate({"var(--s1)": "a hand begins to be cut short", "var(--s4)": here}.items()):
        foot = base + 34 + 16 * place
        parts.append(f'<circle cx="{left + 4}" cy="{foot - 4}" r="4" style="fill:{colour}"/>')
        parts.append(f'<text x="{left + 13}" y="{foot}">{name}</text>')
    return drawing("House edge by stake", width, base + 56, parts)
