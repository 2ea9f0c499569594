"""Chunks of rounds on a Dask cluster, and in words what a cluster may be lacking."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CONNECTING = 10
"""Seconds to find the scheduler in."""
WATCHING = 2.0
"""Seconds after which someone looks whether the workers are still there."""


def on_cluster(
    chunk: Callable[[int, int], NDArray[np.int64]], plan: list[tuple[int, int]], address: str
) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Have the cluster of a scheduler play the chunks; ValueError says what it lacks."""
    distributed = _distributed()
    with _quietly(), _connected(distributed, address) as client:
        if not _workers(client):
            raise ValueError(f"the scheduler at {address} has no workers: start some with `dask worker {address}`")
        futures = client.map(chunk, *zip(*plan, strict=True), pure=False)
        rounds_of = {future.key: rounds for future, (_, rounds) in zip(futures, plan, strict=True)}
        left = set(futures)
        while left:
            try:
                done = distributed.wait(left, timeout=WATCHING, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                if client.status != "running" or not _workers(client):
                    raise ValueError(_gone(address)) from None
                continue
            for future in done:
                if future.status != "finished":
                    raise ValueError(_failed(future, address))
                yield rounds_of[future.key], future.result()
            left -= done


def _distributed() -> Any:
    try:
        import distributed
    except ModuleNotFoundError as missing:
        raise ValueError(f"a cluster needs {missing.name}: install croupier[cluster]") from missing
    return distributed


@contextmanager
def _connected(distributed: Any, address: str) -> Iterator[Any]:
    try:
        client = distributed.Client(address, timeout=CONNECTING)
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        raise ValueError(f"no scheduler answers at {address}: {_short(error)}") from error
    try:
        yield client
    except (OSError, TimeoutError, CancelledError) as error:
        raise ValueError(_gone(address)) from error
    finally:
        # What is lost with a scheduler cannot be taken leave of.
        client.close(timeout=1)


def _workers(client: Any) -> int:
    try:
        return len(client.scheduler_info(n_workers=-1)["workers"])
    except (OSError, TimeoutError, KeyError):
        return 0


def _gone(address: str) -> str:
    return f"the scheduler at {address} has gone away, or all its workers have; what it played is lost"


def _failed(future: Any, address: str) -> str:
    if future.status in ("cancelled", "lost"):
        return _gone(address)
    error = future.exception()
    if type(error).__name__ in ("KilledWorker", "CancelledError", "CommClosedError"):
        return _gone(address)
    return f"a worker of {address} failed with {type(error).__name__}: {_short(error)}"


def _short(error: object) -> str:
    return (str(error) or type(error).__name__).splitlines()[0][:200]


@contextmanager
def _quietly() -> Iterator[None]:
    """Without the library's own log of every lost connection: what is wrong is said once, by us."""
    log = logging.getLogger("distributed")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(before)
