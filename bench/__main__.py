"""Runs the benchmarks: `python -m bench` for all of them, or with the names of some."""

import importlib
import pkgutil
import sys

import bench


def main(chosen: list[str]) -> int:
    """Run the chosen benchmarks, or all; exit with 1 when a target was missed and 2 for a name there is none of."""
    known = sorted(module.name for module in pkgutil.iter_modules(bench.__path__) if not module.name.startswith("_"))
    unknown = [name for name in chosen if name not in known]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    report = bench.Report()
    for name in chosen or known:
        module = importlib.import_module(f"bench.{name}")
        print(f"{name}: {module.__doc__}", flush=True)
        module.bench(report)
    if report.missed:
        print(f"missed: {', '.join(report.missed)}", file=sys.stderr)
        return 1
    return 0


sys.exit(main(sys.argv[1:]))
