"""Runs commands in processes forked from one that has imported the program already: starting Python takes longer
than most of what commands do.

Run as a module it is that process. It is asked over a pipe, one request after another, and has no threads, so that
forking it is safe.
"""

from __future__ import annotations

import ctypes
import os
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from subprocess import PIPE, CompletedProcess, Popen
from tempfile import TemporaryDirectory

import msgspec

import croupier as package

_DROP_FROM_BOUNDING_SET = 24
_PAST_PERMISSIONS = (1, 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH

ROOT = Path(__file__).parents[2]
IMPORTED = ("croupier.cli", "croupier.floor.store", "croupier.floor.reading.audit", "croupier.scripts", "rich.table")
"""What most commands need; the mathematics is left out, for its libraries begin threads."""


class Request(msgspec.Struct, array_like=True):
    """A command: its words, where it is run, and the folder with the files for its three streams."""

    words: list[str]
    folder: str
    streams: str


def _give_up_rights() -> None:
    """Be bound by the permissions of files, whoever runs the tests."""
    libc = ctypes.CDLL(None)
    for right in _PAST_PERMISSIONS:
        libc.prctl(_DROP_FROM_BOUNDING_SET, right, 0, 0, 0)


@cache
def _forker() -> Popen[bytes]:
    return Popen(
        [sys.executable, "-m", __name__],
        stdin=PIPE,
        stdout=PIPE,
        cwd=ROOT,
        preexec_fn=_give_up_rights if os.geteuid() == 0 else None,  # noqa: PLW1509 (it calls the system alone)
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(Path(package.__file__).parents[1])},
    )


def croupier(*words: str, stdin: str | None = None, cwd: Path | None = None) -> CompletedProcess[str]:
    """Run a command as one who is bound by the permissions of files."""
    forker = _forker()
    assert forker.stdin is not None
    assert forker.stdout is not None
    with TemporaryDirectory() as name:
        streams = Path(name)
        (streams / "0").write_text(stdin or "")
        request = Request(list(words), str(cwd or Path.cwd()), name)
        forker.stdin.write(msgspec.json.encode(request) + b"\n")
        forker.stdin.flush()
        code = int(forker.stdout.readline())
        return CompletedProcess(words, code, (streams / "1").read_text(), (streams / "2").read_text())


def _perform(request: Request) -> None:
    """Be the command, to the end of the process."""
    for number, flags in enumerate((os.O_RDONLY, os.O_WRONLY | os.O_CREAT, os.O_WRONLY | os.O_CREAT)):
        opened = os.open(Path(request.streams) / str(number), flags)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = os.fdopen(0, encoding="utf-8")
    os.chdir(request.folder)
    sys.argv = ["croupier", *request.words]
    code: object = 1
    try:
        import_module("croupier.cli").main()
    except SystemExit as end:
        code = end.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))


def serve() -> None:
    """Fork a process for each request, and tell the code that it ended with."""
    for module in IMPORTED:
        import_module(module)
    requests, answers = os.fdopen(os.dup(0), "rb"), os.dup(1)
    for line in requests:
        child = os.fork()
        if child == 0:
            _perform(msgspec.json.decode(line, type=Request))
        _, status = os.waitpid(child, 0)
        os.write(answers, b"%d\n" % os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    serve()
