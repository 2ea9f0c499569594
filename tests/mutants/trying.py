"""Trying mutants: each in a fork of this process, several at a time, until something notices."""

from __future__ import annotations

import os
import pickle
import resource
import select
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

Task = Callable[[], Any]
"""What is done in a fork; what it gives back is pickled."""


class _Running(NamedTuple):
    key: Any
    pid: int
    reader: int
    until: float


class DidNotEnd:
    """What a task gives back that was stopped: it used up its time, or ended its process."""


def in_forks(
    tasks: Iterable[tuple[Any, Task]], *, at_once: int, cpu_seconds: int, seconds: float
) -> Iterator[tuple[Any, Any]]:
    """What each task gives back, in the order in which they end."""
    left, running = iter(tasks), list[_Running]()
    more = True
    while more or running:
        while more and len(running) < at_once:
            task = next(left, None)
            if task is None:
                more = False
                break
            running.append(_begun(*task, cpu_seconds, seconds))
        if not running:
            break
        ready, _, _ = select.select([each.reader for each in running], [], [], 1.0)
        for each in [one for one in running if one.reader in ready or one.until < time.monotonic()]:
            running.remove(each)
            yield each.key, _ended(each)


def _begun(key: Any, task: Task, cpu_seconds: int, seconds: float) -> _Running:
    reader, writer = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with os.fdopen(os.open(os.devnull, os.O_WRONLY), "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        try:
            given = pickle.dumps(task())
        except BaseException as error:
            given = pickle.dumps(f"failed: {error!r}")
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(given)
        os._exit(0)
    os.close(writer)
    return _Running(key, pid, reader, time.monotonic() + seconds)


def _ended(each: _Running) -> Any:
    """What a fork gave back; one that is still at it is stopped."""
    if each.until < time.monotonic() and not select.select([each.reader], [], [], 0)[0]:
        os.kill(each.pid, 9)
    with os.fdopen(each.reader, "rb") as pipe:
        given = pipe.read()
    os.waitpid(each.pid, 0)
    return pickle.loads(given) if given else DidNotEnd()
