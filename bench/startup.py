"""How long the command line takes to answer."""

import subprocess
import sys
import time

from bench import Report

RUNS = 10


def bench(report: Report) -> None:
    """Time `croupier --help` against Python doing nothing."""
    bare = fastest("-c", "pass")
    report("croupier --help", fastest("-m", "croupier", "--help"), "s", at_most=0.3, peer=("bare Python", bare))


def fastest(*arguments: str) -> float:
    """The shortest of several runs, which is the one other work on the machine disturbed least."""
    return min(seconds(*arguments) for _ in range(RUNS))


def seconds(*arguments: str) -> float:
    """One run of Python, in seconds."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start
