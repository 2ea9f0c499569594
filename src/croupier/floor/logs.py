"""The log of a running house: one bounded line for each thing worth knowing, for people or programs, and no secrets.

Requests' bodies, cookies, payloads and what is written to the database are never in it: of an exception it tells the
kind and the places in the program, and its words only where they are our own.
"""

from __future__ import annotations

import logging
import os
import re
import sys
from collections import OrderedDict
from logging.handlers import RotatingFileHandler
from pathlib import Path
from threading import Lock
from time import monotonic
from traceback import extract_tb
from typing import Any, TextIO

import structlog
from sqlalchemy.exc import SQLAlchemyError
from structlog.typing import EventDict, Processor, WrappedLogger

from croupier.floor import trouble
from croupier.floor.store import StoreError

FILE_BYTES, FILES = 10_000_000, 5
"""How large a log file grows, and how many older ones are kept."""

LONGEST_TEXT = 600
LONGEST_LINE = 4000
FRAMES = 12
"""Places in the program that are told of one exception."""

WINDOW_SECONDS = 60.0
"""How long the like of a line is counted and not repeated."""

KINDS = 256
"""How many kinds of lines are remembered for that."""

_DRIVERS_WORDS = re.compile(r"\((?:sqlite3|psycopg)[\w.]*\).*|\[(?:SQL|parameters):.*", re.DOTALL | re.IGNORECASE)
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def told(error: BaseException) -> str:
    """An exception in a few words: its kind, and what it says if those are our own words."""
    kind = type(error).__name__
    if isinstance(error, SQLAlchemyError):
        return f"{kind} ({trouble.sign_in(error) or 'the database refused'})"
    ours = isinstance(error, StoreError | OSError) or type(error).__module__.startswith("croupier.")
    return f"{kind}: {_text(str(error), 200)}" if ours else kind


def _text(text: str, longest: int = LONGEST_TEXT) -> str:
    text = _UNPRINTABLE.sub("?", _DRIVERS_WORDS.sub("(left out)", text))
    return text if len(text) <= longest else f"{text[:longest]}… ({len(text)} characters)"


class Discreet(logging.Filter):
    """Takes out of a record whatever an exception or a long text would say, and counts what repeats itself."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = Lock()
        self._seen: OrderedDict[tuple[object, ...], list[float]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Make the record fit to be written; False when it is only counted."""
        if getattr(record, "discreet", False):
            return True
        if _of_the_store(record):
            return False
        again = self._again(record)
        if again is None:
            return False
        record.discreet = True
        message = _text(_formatted(record))
        record.msg, record.args = message, None
        record.repeated = again
        if record.exc_info and record.exc_info[1] is not None:
            record.failure = list(_chain(record.exc_info[1]))
        record.exc_info = record.exc_text = record.stack_info = None
        return True

    def _again(self, record: logging.LogRecord) -> int | None:
        """How often the like was held back before this one; None when this one is held back as well."""
        error = record.exc_info[1] if record.exc_info else None
        key = (record.name, record.levelno, str(record.msg)[:200], type(error))
        if record.name == trouble.log.name:
            return 0
        now = monotonic()
        with self._lock:
            found = self._seen.get(key)
            if found is not None and now - found[0] < WINDOW_SECONDS:
                found[1] += 1
                return None
            self._seen[key] = [now, 0]
            self._seen.move_to_end(key)
            if len(self._seen) > KINDS:
                self._seen.popitem(last=False)
        return 0 if found is None else int(found[1])


def _of_the_store(record: logging.LogRecord) -> bool:
    """Whether a record only says once more that the store is away; then the spell of trouble has noted it."""
    said = [each for each in (record.args or ()) if isinstance(each, BaseException)]
    if record.exc_info and record.exc_info[1] is not None:
        said.append(record.exc_info[1])
    return any([trouble.noticed(each) for each in said])


def _formatted(record: logging.LogRecord) -> str:
    args = record.args
    if isinstance(args, tuple):
        args = tuple(told(each) if isinstance(each, BaseException) else each for each in args)
    try:
        return str(record.msg) % args if args else str(record.msg)
    except (TypeError, ValueError):
        return str(record.msg)


def _chain(error: BaseException | None) -> list[dict[str, object]]:
    """An exception and what it came from: of each its kind, its words if they are ours, and where it was."""
    found: list[dict[str, object]] = []
    while error is not None and len(found) < 4:
        places = [f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in extract_tb(error.__traceback__)]
        found.append({"error": told(error), "at": places[-FRAMES:]})
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return found


def _carried(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Put on the line what the filter left on the record."""
    record = event.get("_record")
    if record is not None:
        if getattr(record, "repeated", 0):
            event["repeated"] = record.repeated
        if getattr(record, "failure", None):
            event["failure"] = record.failure
    return event


def _bounded(logger: WrappedLogger, name: str, event: EventDict) -> str:
    line = structlog.processors.JSONRenderer(ensure_ascii=False)(logger, name, event)
    line = line.decode() if isinstance(line, bytes) else line
    if len(line) > LONGEST_LINE:
        kept = {each: event[each] for each in ("event", "level", "logger", "timestamp") if each in event}
        line = str(structlog.processors.JSONRenderer()(logger, name, {**kept, "cut": len(line)}))
    return line


def _for_people(logger: WrappedLogger, name: str, event: EventDict) -> str:
    failure = event.pop("failure", None) or []
    line = structlog.dev.ConsoleRenderer(colors=True, pad_event_to=0)(logger, name, event)
    more = "".join(f"\n    {each['error']}  {' < '.join(reversed(each['at'][-4:]))}" for each in failure)
    return f"{line}{more}"[:LONGEST_LINE]


class _Private(RotatingFileHandler):
    """A bounded file that only its owner may read."""

    def _open(self) -> Any:
        Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.fchmod(descriptor, 0o600)
        return os.fdopen(descriptor, self.mode, encoding="utf-8")


def write_logs(file: Path | None = None, stream: TextIO | None = None) -> logging.Handler:
    """Have everything that is logged in this process written discreetly: to a file, else to a stream or stderr."""
    stream = stream or sys.stderr
    handler: logging.Handler
    if file is not None:
        handler = _Private(file, maxBytes=FILE_BYTES, backupCount=FILES)
    else:
        handler = logging.StreamHandler(stream)
    people = file is None and stream.isatty()
    before: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _carried,
    ]
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=before,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _for_people if people else _bounded,
            ],
        )
    )
    handler.addFilter(Discreet())
    root = logging.getLogger()
    for old in tuple(root.handlers):
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("croupier").setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "litestar", "sqlalchemy"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
    logging.captureWarnings(True)
    return handler
