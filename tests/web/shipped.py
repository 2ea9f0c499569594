"""The floor as it is shipped: `croupier run` as an operator types it, in processes of their own."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import hatch_build

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 90
"""How long a server may take to open or to close, on whatever machine this is."""


class Server(NamedTuple):
    """A server that is open."""

    process: subprocess.Popen[str]
    address: str
    printed: str

    @property
    def passwords(self) -> dict[str, str]:
        """The one-time passwords that it has printed."""
        return dict(re.findall(r"(\w+) +(\w{4}-\w{4}-\w{4}) ", self.printed))

    def close(self) -> tuple[int, str]:
        """End it as an operator does; its exit code, and what it has said but that its store kept it waiting.

        On a machine that has no time for them a database is late, and the house goes on as soon as it answers.
        """
        self.process.terminate()
        _, said = self.process.communicate(timeout=PATIENCE_SECONDS)
        lines = [line for line in said.splitlines(keepends=True) if '"croupier.floor.trouble"' not in line]
        return self.process.returncode, "".join(lines)


@contextmanager
def servers(folder: Path, *options: str, number: int = 1) -> Iterator[list[Server]]:
    """So many servers, started in a folder at the same moment with these options; all are open."""
    hatch_build.build_web(ROOT)
    command = [sys.executable, "-m", "croupier", "run", "--port", "0", *options]
    with ExitStack() as stack:
        started = [stack.enter_context(_started(command, folder)) for _ in range(number)]
        yield [_opened(each) for each in started]


@contextmanager
def _started(command: list[str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def _opened(process: subprocess.Popen[str]) -> Server:
    """Read what the command prints until it says where it is."""
    assert process.stdout is not None
    late = threading.Timer(PATIENCE_SECONDS, process.kill)
    late.start()
    printed = ""
    for line in process.stdout:
        printed += line
        if found := re.search(r"http://[\d.]+:\d+/", line):
            late.cancel()
            return Server(process, found[0], printed)
    raise AssertionError(f"the floor did not open:\n{printed}\n{process.communicate()[1]}")
