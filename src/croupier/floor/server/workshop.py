"""The workshop: processes beside the server that work out what takes long, a few at a time and never for ever."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock
from typing import Any

from croupier.floor.metrics import QUEUED
from croupier.floor.server.pools import Busy

NICENESS = 5
"""How far the processes step back behind the server."""

START_SECONDS = 30.0
"""What a process may take to start beside the time for its work."""


class TooLong(Exception):
    """The work was not done in time and has been given up."""


class _Bench:
    """One process and the work on it; used by one thread at a time."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False

    def do(self, job: bytes, seconds: float) -> Any:
        """What the process makes of a job; a process that takes too long or dies is replaced when next needed."""
        fresh = self._process is None or not self._process.is_alive()
        if fresh:
            self._start()
        assert self._pipe is not None
        try:
            self._pipe.send_bytes(job)
            if not self._pipe.poll(seconds + (START_SECONDS if fresh else 0)):
                raise TooLong(f"not done within {seconds:.0f} seconds")
            done, result = pickle.loads(self._pipe.recv_bytes())
        except (TooLong, EOFError, OSError, pickle.PickleError) as error:
            self.stop()
            raise error if isinstance(error, TooLong) else TooLong("the process ended") from error
        if not done:
            raise result
        return result

    def stop(self) -> None:
        """End the process, whatever it does."""
        process, self._process, pipe, self._pipe = self._process, None, self._pipe, None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.kill()
            process.join(5)
            process.close()

    def close(self) -> None:
        """End the process from another thread, for good; the one that waits for it hears of it over the pipe."""
        self._closed = True
        process = self._process
        if process is not None:
            with suppress(ValueError):  # it has ended by itself in this very moment
                process.kill()

    def _start(self) -> None:
        self.stop()
        spawn = get_context("spawn")
        ours, theirs = spawn.Pipe()
        process = spawn.Process(target=_work, args=(theirs,), name="croupier-workshop", daemon=True)
        process.start()
        theirs.close()
        self._process, self._pipe = process, ours
        if self._closed:
            self.stop()
            raise TooLong("the house is closing")


def _work(pipe: Connection) -> None:
    """Do jobs until there is nobody left to ask for them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    while True:
        try:
            job = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            work, arguments = pickle.loads(job)
            answer = pickle.dumps((True, work(*arguments)))
        except Exception as error:
            answer = pickle.dumps((False, _plain(error)))
        pipe.send_bytes(answer)


def _plain(error: Exception) -> Exception:
    """The exception, if it can travel."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(type(error).__name__)
    return error.with_traceback(None)


class Workshop:
    """A bounded number of such processes, started when there is first something to do, and a bounded queue."""

    def __init__(self, processes: int, waiting: int, seconds: float) -> None:
        self.depth = 0
        self._most = processes + waiting
        self._processes, self._seconds = processes, seconds
        self._benches = [_Bench() for _ in range(processes)]
        self._free = list(self._benches)
        self._lock = Lock()
        self._threads: ThreadPoolExecutor | None = None
        self._closed = False
        self._warming: asyncio.Task[Any] | None = None
        QUEUED.look_up(lambda: self.depth, "workshop")

    async def work_out(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of some module makes of its arguments, in a process; Busy at once if too much waits."""
        if self.depth >= self._most or self._closed:
            raise Busy("workshop")
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self._processes, thread_name_prefix="croupier-workshop")
        job = pickle.dumps((work, arguments))
        self.depth += 1
        future = asyncio.get_running_loop().run_in_executor(self._threads, self._do, job)
        future.add_done_callback(self._done)
        return await asyncio.shield(future)

    def warm_up(self, work: Callable[[], Any]) -> None:
        """Have a process begun and made ready, if none was ever needed before."""
        if self._threads is None and not self._closed:
            self._warming = asyncio.create_task(self.work_out(work))
            self._warming.add_done_callback(lambda task: task.cancelled() or task.exception())

    def _do(self, job: bytes) -> Any:
        with self._lock:
            bench = self._free.pop()
        try:
            return bench.do(job, self._seconds)
        finally:
            with self._lock:
                self._free.append(bench)

    def _done(self, future: asyncio.Future[Any]) -> None:
        self.depth -= 1
        if not future.cancelled():
            future.exception()

    def close(self) -> None:
        """End the processes."""
        self._closed = True
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
        for bench in self._benches:
            bench.close()
        if self._threads is not None:
            self._threads.shutdown(wait=True)
        for bench in self._benches:
            bench.stop()
