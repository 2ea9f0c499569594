"""Settings of the whole process that suit a floor; for the process's entry point to make."""

from __future__ import annotations

import gc
import sys

YOUNG, MIDDLE, OLD = 20_000, 20, 20
TURN_SECONDS = 0.0005
"""How long a thread that reads the record may keep the event loop waiting; Python's own measure is ten times that."""


def collect_seldom() -> None:
    """Look for cyclic garbage seldom: a floor makes many small records, and they are freed without it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def take_short_turns() -> None:
    """Have threads take turns often: the one that plays is asked for much, and each time for little."""
    sys.setswitchinterval(TURN_SECONDS)
