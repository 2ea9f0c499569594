"""Settings of the whole process that suit a floor; for the process's entry point to make."""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 20_000, 20, 20


def collect_seldom() -> None:
    """Look for cyclic garbage seldom: a floor makes many small records, and they are freed without it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
