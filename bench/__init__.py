"""Benchmarks: each module here has a `bench(report)` that measures, with a peer beside it where there is one."""

from dataclasses import dataclass, field


@dataclass
class Report:
    """Prints each measurement as it is made, and remembers the targets that were missed."""

    missed: list[str] = field(default_factory=list)

    def __call__(
        self,
        what: str,
        value: float,
        unit: str,
        *,
        at_least: float | None = None,
        at_most: float | None = None,
        peer: tuple[str, float] | None = None,
    ) -> None:
        """Report one figure, its target if it has one, and its ratio to a peer measured in the same run."""
        line = f"  {what:<56} {figure(value):>12} {unit:<12}"
        if peer is not None:
            name, other = peer
            line += f" {figure(value / other)} × {name} ({figure(other)})"
        for words, target, met in (
            ("at least", at_least, at_least is None or value >= at_least),
            ("at most", at_most, at_most is None or value <= at_most),
        ):
            if target is not None:
                line += f" [{words} {figure(target)}: {'met' if met else 'MISSED'}]"
            if not met:
                self.missed.append(what)
        print(line.rstrip(), flush=True)


def figure(value: float) -> str:
    """A number as a reader wants it: whole from a thousand up, else three significant digits."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
