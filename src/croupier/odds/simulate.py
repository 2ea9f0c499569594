"""Simulation: the same chunks of rounds, from the same seed, on this machine's cores or on a Dask cluster."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from croupier.odds.cluster import on_cluster
from croupier.odds.estimate import Estimate
from croupier.odds.model import ParSheet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Chunk = Callable[[int, int], "NDArray[np.int64]"]
"""Plays from a seed so many rounds; returns one count for each outcome line of the sheet, in the sheet's order."""

ROUNDS_IN_A_CHUNK = 100_000
MOST_CHUNKS = 4096


class Simulation(msgspec.Struct, frozen=True):
    """What a simulation found, wager by wager, beside the sheet it is measured against."""

    sheet: ParSheet
    rounds: int
    seed: int
    estimates: tuple[Estimate, ...]
    seconds: float


def simulate(
    sheet: ParSheet,
    chunk: Chunk,
    *,
    rounds: int,
    seed: int | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], object] = lambda rounds: None,
) -> Simulation:
    """Play so many rounds and tally them; the counts depend on the seed alone, not on who does the work."""
    if rounds < 1:
        raise ValueError("a simulation needs at least one round")
    if workers is not None and workers < 1:
        raise ValueError("a simulation needs at least one worker")
    seed = secrets.randbits(64) if seed is None else seed
    if seed < 0:
        raise ValueError("a seed is a whole number from nought up")
    plan = chunks(rounds, seed)
    if not cluster:
        chunk(seed, 0)  # compiled before the clock starts
    start = perf_counter()
    done = on_cluster(chunk, plan, cluster) if cluster else _on_cores(chunk, plan, workers or os.cpu_count() or 1)
    counts = [0] * sum(len(wager.outcomes) for wager in sheet.wagers)
    for played, found in done:
        counts = [total + int(more) for total, more in zip(counts, found, strict=True)]
        progress(played)
    return Simulation(sheet, rounds, seed, _estimates(sheet, counts), perf_counter() - start)


def chunks(rounds: int, seed: int) -> list[tuple[int, int]]:
    """The seed and the rounds of each chunk: a function of the two arguments only, so any worker may take any chunk."""
    from numpy.random import SeedSequence

    size = max(ROUNDS_IN_A_CHUNK, -(-rounds // MOST_CHUNKS))
    sizes = [size] * (rounds // size) + [rounds % size] * (rounds % size > 0)
    seeds = (SeedSequence(seed, spawn_key=(place,)).generate_state(2, "uint64") for place in range(len(sizes)))
    return [(int(low) | int(high) << 64, size) for (low, high), size in zip(seeds, sizes, strict=True)]


def _on_cores(chunk: Chunk, plan: list[tuple[int, int]], workers: int) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Threads suffice: the kernels let go of the interpreter lock."""
    pool = ThreadPoolExecutor(workers)
    try:
        rounds_of = {pool.submit(chunk, seed, rounds): rounds for seed, rounds in plan}
        for future in as_completed(rounds_of):
            yield rounds_of[future], future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _estimates(sheet: ParSheet, counts: list[int]) -> tuple[Estimate, ...]:
    rest = iter(counts)
    return tuple(Estimate(wager, tuple(next(rest) for _ in wager.outcomes)) for wager in sheet.wagers)
