"""A PAR sheet, or a simulation of one, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from rich.bar import Bar
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.odds.estimate import Estimate
from croupier.odds.model import Comparison, ParSheet, WagerAnalysis
from croupier.odds.origin import origin_line
from croupier.odds.simulate import Simulation
from croupier.odds.verdict import POWER, Verdict
from croupier.odds.words import fraction, gain, percent, terms_line, title

_BAR = 16


def sheet_text(
    sheet: ParSheet, comparisons: tuple[Comparison, ...] = (), own: Sequence[RenderableType] = ()
) -> RenderableType:
    """The whole sheet: what each wager costs, how each ends, what other terms would do, what is the game's own."""
    parts: list[RenderableType] = [_heading("PAR sheet", sheet), _wagers(sheet)]
    parts += [_outcomes(wager) for wager in sheet.wagers]
    parts += [_strategy(wager) for wager in sheet.wagers if wager.strategy]
    parts += [_comparison(each) for each in comparisons]
    parts += own
    parts += [Group(*(Text(f"· {note}", style="dim") for note in sheet.notes))]
    parts += [Text(origin_line(sheet), style="dim")]
    return _spaced(parts)


def simulation_text(simulation: Simulation) -> RenderableType:
    """What the simulation found, beside what the sheet says."""
    return _spaced([_heading("simulation", simulation.sheet), *_measured(simulation)])


def verdict_text(verdict: Verdict) -> RenderableType:
    """Whether the table agrees with its sheet, and on what it does not."""
    if verdict.agrees:
        finding = Text("The table pays what the sheet says, as often as it says.", style="bold green")
    else:
        finding = Text("\n".join(("The table and the sheet disagree:", *verdict.disagreements)), style="bold red")
    parts = [_heading("the table against its PAR sheet", verdict.sheet), finding, *_measured(verdict)[:-1]]
    return _spaced([*parts, *_missed(verdict), _measured(verdict)[-1]])


def _missed(verdict: Verdict) -> list[RenderableType]:
    """What a run of this length may have missed, the worst of each wager, and which pays were never seen."""
    table = _table(
        f"What {verdict.rounds:,} rounds could have missed (found in {POWER:.0%} of such runs beyond this)",
        *("wager", "edge off by", "through", "exact chance", "found below", "found above"),
    )
    for name in dict.fromkeys(each.wager for each in verdict.missable):
        worst = max((each for each in verdict.missable if each.wager == name), key=lambda each: each.edge_off)
        table.add_row(
            name,
            percent(worst.edge_off),
            worst.outcome,
            percent(worst.chance),
            "never" if worst.caught_below is None else percent(worst.caught_below),
            "never" if worst.caught_above is None else percent(worst.caught_above),
        )
    unseen = [f"{each.wager} on {each.outcome}" for each in verdict.missable if each.unseen]
    said = f"Never came up, so what it pays was not seen: {'; '.join(unseen)}." if unseen else "Every payment was seen."
    return [table, Text(said)] if verdict.missable else []


def _measured(result: Simulation | Verdict) -> list[RenderableType]:
    footer = f"{result.rounds:,} rounds from seed {result.seed}\n{origin_line(result.sheet)}"
    return [_estimates(result.estimates), *_counts(result.estimates), Text(footer, style="dim")]


def _estimates(estimates: tuple[Estimate, ...]) -> Table:
    """Each wager's observed edge against its exact one."""
    table = _table("House edge", "wager", "wagers", "observed", "99 % interval", "exact", "z", "chi-square p")
    for estimate in estimates:
        low, high = estimate.interval(0.99)
        table.add_row(
            estimate.exact.name,
            f"{estimate.trials:,}",
            percent(estimate.observed.edge),
            f"{percent(low)} to {percent(high)}",
            percent(estimate.exact.edge),
            f"{estimate.z:+.2f}",
            _likelihood(estimate.chi_square_p),
        )
    return table


def _likelihood(chance: float) -> str:
    """A chance that may be too small for three places.

    >>> _likelihood(0.25), _likelihood(2.5e-9), _likelihood(0.0)
    ('0.250', '2.5e-09', '0.000')
    """
    return f"{chance:.1e}" if 0 < chance < 0.0005 else f"{chance:.3f}"


def _spaced(parts: list[RenderableType]) -> Group:
    return Group(*(Padding(part, (0, 0, 1, 0), expand=False) for part in parts))


def _heading(kind: str, sheet: ParSheet) -> Text:
    return Text.assemble((f"{title(sheet.game)}: {kind}", "bold"), "\n", (terms_line(sheet), "dim"))


def _wagers(sheet: ParSheet) -> Table:
    table = _table("Wagers, for one unit staked", "wager", "house edge", "exact", "std deviation", "hit rate", "")
    for wager in (*sheet.wagers, *([sheet.together] if sheet.together else [])):
        table.add_row(
            wager.name,
            Text(percent(wager.edge), style="bold red" if wager.edge < 0 else "bold"),
            fraction(wager.edge),
            f"{sqrt(wager.variance):.4f}",
            percent(wager.hit_rate),
            Bar(1, 0, float(wager.hit_rate), width=_BAR, color="cyan"),
        )
    return table


def _outcomes(wager: WagerAnalysis) -> Table:
    table = _table(wager.name.capitalize(), "outcome", "chance", "exact", "pays", "", "under")
    for line in wager.outcomes:
        colour = "green" if line.pays > 0 else "bright_black"
        table.add_row(
            line.name,
            percent(line.probability),
            fraction(line.probability),
            gain(line.pays),
            Bar(1, 0, float(line.probability), width=_BAR, color=colour),
            Text(", ".join(line.under), style="dim"),
        )
    table.columns[-1].justify = "left"
    return table


def _strategy(wager: WagerAnalysis) -> RenderableType:
    return Group(
        Text(f"Best play of {wager.name}", style="bold"), *(Text(f"  {rule}") for rule in wager.strategy or ())
    )


def _comparison(comparison: Comparison) -> Table:
    names = [wager.name for wager in comparison.sheets[0].wagers]
    table = _table(f"House edge by {comparison.term}", comparison.term, *names)
    for label, sheet in zip(comparison.labels, comparison.sheets, strict=True):
        table.add_row(label, *(f"{percent(wager.edge)}  {fraction(wager.edge)}" for wager in sheet.wagers))
    return table


def _counts(estimates: tuple[Estimate, ...]) -> list[Table]:
    """How often each outcome came up; wagers decided by the same outcomes share a table."""
    named: dict[tuple[tuple[str, int], ...], list[Estimate]] = {}
    for estimate in estimates:
        names = (line.name for line in estimate.exact.outcomes)
        named.setdefault(tuple(zip(names, estimate.counts, strict=True)), []).append(estimate)
    tables = []
    for estimate, *others in named.values():
        heading = ", ".join(each.exact.name for each in (estimate, *others)).capitalize()
        table = _table(heading, "outcome", "count", "frequency", "exact", "z")
        for line, count, z in zip(estimate.exact.outcomes, estimate.counts, estimate.outcome_z, strict=True):
            share = percent(count / estimate.trials)
            table.add_row(line.name, f"{count:,}", share, percent(line.probability), f"{z:+.2f}")
        tables.append(table)
    return tables


def _table(heading: str, first: str, *rest: str) -> Table:
    table = Table(title=heading, title_justify="left", title_style="bold", box=None, pad_edge=False, header_style="dim")
    table.add_column(first, overflow="fold")
    for name in rest:
        table.add_column(name, justify="right", overflow="fold")
    return table
