"""A PAR sheet as one HTML page that needs nothing but itself."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from math import sqrt

from croupier.odds.model import Comparison, ParSheet, WagerAnalysis
from croupier.odds.origin import origin_line
from croupier.odds.svg import grouped_bars, share_bars
from croupier.odds.words import fraction, gain, percent, terms_line, title


def sheet_page(sheet: ParSheet, comparisons: tuple[Comparison, ...] = (), sections: str = "") -> str:
    """The page: what each wager costs, how each ends and under which clause, what a change of terms would do.

    `sections` is HTML of what only this game has, shown before how each wager ends.
    """
    heading = f"{title(sheet.game)}: PAR sheet"
    wagers = (*sheet.wagers, *([sheet.together] if sheet.together else []))
    return _PAGE.format(
        heading=escape(heading),
        style=files("croupier.odds").joinpath("page.css").read_text(encoding="utf-8"),
        terms=escape(terms_line(sheet)),
        summary="".join(_summary(wager) for wager in wagers),
        charts="".join(_comparison(each) for each in comparisons),
        sections=sections,
        wagers="".join(_wager(wager) for wager in sheet.wagers),
        notes="".join(f"<li>{escape(note)}</li>" for note in sheet.notes),
        origin=escape(origin_line(sheet)),
    )


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{heading}</title>
<style>
{style}</style>
</head>
<body>
<main>
<h1>{heading}</h1>
<p class="terms">{terms}</p>
<h2>What each wager costs</h2>
<div class="row costs">{summary}</div>
<h2>What the terms change</h2>
<div class="row">{charts}</div>
{sections}
<h2>How each wager ends</h2>
{wagers}
<h2>Notes</h2>
<ul>{notes}</ul>
<p class="quiet">{origin}</p>
<p class="quiet">Every fraction is exact.
The house edge and the deviation are for one unit first wagered; "pays" is the net gain of that unit.</p>
</main>
</body>
</html>
"""


def _summary(wager: WagerAnalysis) -> str:
    side = "edge player" if wager.edge < 0 else "edge"
    facts = {
        "exact edge": fraction(wager.edge),
        "hit rate": percent(wager.hit_rate),
        "std deviation": f"{sqrt(wager.variance):.4f}",
    }
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts.items())
    return (
        f'<section class="card"><h3>{escape(wager.name.capitalize())}</h3>'
        f'<div class="{side}">{percent(wager.edge)}</div><p class="quiet">house edge</p><dl>{listed}</dl></section>'
    )


def _comparison(comparison: Comparison) -> str:
    names = [wager.name for wager in comparison.sheets[0].wagers]
    edges = {name: [float(sheet.wagers[place].edge) for sheet in comparison.sheets] for place, name in enumerate(names)}
    heading = f"House edge by {comparison.term}"
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = "".join(
        f"<tr><td>{escape(label)}</td>"
        + "".join(f"<td>{percent(wager.edge)}<br>{fraction(wager.edge)}</td>" for wager in sheet.wagers)
        + "</tr>"
        for label, sheet in zip(comparison.labels, comparison.sheets, strict=True)
    )
    return (
        f'<figure class="card"><h3>{escape(heading)}</h3>{grouped_bars(heading, comparison.labels, edges)}'
        f"{_table(f'<th></th>{head}', rows)}</figure>"
    )


def _wager(wager: WagerAnalysis) -> str:
    bars = share_bars(
        f"Chances of each outcome of {wager.name}",
        [
            (line.name, float(line.probability), f"{percent(line.probability, 2)}, {gain(line.pays)}", line.pays > 0)
            for line in wager.outcomes
        ],
    )
    rows = "".join(
        f'<tr class="{"wins" if line.pays > 0 else "loses"}"><td>{escape(line.name)}</td><td>{gain(line.pays)}</td>'
        f"<td>{fraction(line.probability)}</td><td>{percent(line.probability)}</td>"
        f'<td class="left">{escape(", ".join(line.under))}</td></tr>'
        for line in wager.outcomes
    )
    strategy = "".join(f"<li>{escape(rule)}</li>" for rule in wager.strategy or ())
    return (
        f'<section class="card whole"><h3>{escape(wager.name.capitalize())}</h3><div class="row ends">'
        f"<div>{bars}</div>{_table(_OUTCOME_HEAD, rows)}</div>"
        + (f"<h3>Best play</h3><ul>{strategy}</ul>" if strategy else "")
        + "</section>"
    )


_OUTCOME_HEAD = '<th>outcome</th><th>pays</th><th>exact chance</th><th>chance</th><th class="left">under</th>'


def _table(head: str, rows: str) -> str:
    """A table that scrolls by itself, by keyboard too, where the screen is narrow."""
    return f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
