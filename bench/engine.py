"""What a step of the engine costs, beside the same step of the engine before games described themselves."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time
from typing import Any

from bench import Report
from croupier.floor.tuning import collect_seldom
from croupier.games import game
from tests.conformance.golden import FOLDER, read
from tests.conformance.walk import everyone

ROOT = Path(__file__).parents[1]
BEFORE = "62aa8214"
"""The last commit whose rooms knew the games by name."""
REPEAT, SECONDS = 2000, 3.0
"""How often a step is taken in a run of it, and for how long rounds are played."""
FRACTION = 0.5
"""Every step is to cost at most this share of what it did then."""
OPTIONS_MS = 0.5
LOOKED_AT = 60
"""How many of the moments that seemed the longest are measured again, when nothing else disturbs them."""
EVERY = 25
"""Of how many moments of a golden log one is looked at."""


def bench(report: Report) -> None:
    """Time one dealt card and whole rounds here and on the commit before, then the options of every golden log."""
    now = driven(ROOT / "src")
    with tempfile.TemporaryDirectory() as folder:
        then = driven(earlier(Path(folder))) if has_history() else None
    for name, found in now.items():
        for step, value in found.items():
            peer = None if then is None else ("before", then[name][step])
            unit = "rounds/s" if step == "rounds" else "µs"
            report(f"{name}, {step if step == 'rounds' else f'{step} of a dealt card'}", value, unit, peer=peer)
            if then is not None:
                ratio = then[name][step] / value if step != "rounds" else value / then[name][step]
                report(f"{name}, {step} against the commit before", ratio, "times", at_least=1 / FRACTION)
    report("options of one viewer, busiest moment of any golden log", busiest(), "ms", at_most=OPTIONS_MS)


def trial() -> None:
    """Play for a moment through the engine of this tree."""
    _run(ROOT / "src", repeat=1, seconds=0.01)


def has_history() -> bool:
    """Whether the commit before is here to be measured."""
    found = subprocess.run(["git", "cat-file", "-e", BEFORE], cwd=ROOT, capture_output=True, check=False)
    return found.returncode == 0


def earlier(folder: Path) -> Path:
    """The sources of the commit before, laid out in a folder."""
    packed = subprocess.run(["git", "archive", BEFORE, "src"], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)
    return folder / "src"


def driven(source: Path) -> dict[str, dict[str, float]]:
    """What the driver measures on these sources, the best of two runs of each figure."""
    runs = [_run(source) for _ in range(2)]
    return {name: {step: _best(step, runs, name) for step in found} for name, found in runs[0].items()}


def _run(source: Path, repeat: int = REPEAT, seconds: float = SECONDS) -> Any:
    environment = {**os.environ, "PYTHONPATH": str(source)}
    driver = Path(__file__).with_name("_engine_driver.py")
    start = [sys.executable, str(driver), str(repeat), str(seconds)]
    made = subprocess.run(start, env=environment, capture_output=True, check=True)
    return json.loads(made.stdout)


def _best(step: str, runs: list[Any], name: str) -> float:
    figures: list[float] = [run[name][step] for run in runs]
    return max(figures) if step == "rounds" else min(figures)


def busiest() -> float:
    """Milliseconds that the options of one viewer take at the moment of all golden logs when they take longest."""
    found: list[tuple[float, Any, Any, Any]] = []
    for path in sorted(FOLDER.glob("*.jsonl")):
        golden = read(path)
        rules = game(golden.header.game)
        state = rules.initial(golden.terms)
        for number, event in enumerate(golden.events):
            state = rules.evolve(state, event)
            if number % EVERY == 0:
                found += [(_options_ms(rules, state, viewer, 1), rules, state, viewer) for viewer in everyone(rules)]
    collect_seldom()  # as a floor does
    found.sort(key=lambda each: -each[0])
    return max(_options_ms(*each[1:], runs=25) for each in found[:LOOKED_AT])


def _options_ms(rules: Any, state: Any, viewer: Any, runs: int) -> float:
    best = float("inf")
    for _ in range(runs):
        start = process_time()
        rules.options(state, viewer, 0)
        best = min(best, process_time() - start)
    return 1000 * best
