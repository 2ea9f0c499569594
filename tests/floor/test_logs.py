"""The log: one bounded line for each thing, no secret in it, and nothing said twice."""

from __future__ import annotations

import io
import json
import logging
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

from croupier.floor import logs
from croupier.floor.store import StoreError
from croupier.floor.trouble import STORE

log = logging.getLogger("croupier.test")
FACES = '{"cards":["Ah","Kd","Qs"]}'


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    """Leave logging as pytest has set it up."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers = []
    yield
    for each in root.handlers:
        each.close()
    root.handlers, root.level = handlers, level
    logging.getLogger("croupier").setLevel(logging.NOTSET)
    logging.captureWarnings(False)
    STORE.forget()


@contextmanager
def written() -> Iterator[list[dict[str, Any]]]:
    """The lines that are written meanwhile."""
    out = io.StringIO()
    handler = logs.write_logs(stream=out)
    lines: list[dict[str, Any]] = []
    yield lines
    handler.flush()
    lines += [json.loads(line) for line in out.getvalue().splitlines()]


def failed_write() -> DBAPIError:
    """What a driver raises when a hand cannot be written."""
    with create_engine("sqlite://").connect() as connection:
        connection.execute(text("CREATE TABLE events (payload TEXT UNIQUE)"))
        connection.execute(text("INSERT INTO events VALUES (:payload)"), {"payload": FACES})
        try:
            connection.execute(text("INSERT INTO events VALUES (:payload)"), {"payload": FACES})
        except DBAPIError as error:
            return error
    raise AssertionError


def test_lines_are_json_with_what_programs_look_for() -> None:
    with written() as lines:
        log.info("the floor is open at %s", "noon")
    assert lines[0].items() >= {"event": "the floor is open at noon", "level": "info", "logger": log.name}.items()
    assert lines[0]["timestamp"].endswith("Z")


def test_a_failing_write_prints_no_faces() -> None:
    error = failed_write()
    assert "Ah" in str(error), "the driver's own words would"
    with written() as lines:
        log.error("a commit failed: %s", error)
        log.error("a second failed: " + str(error))
        log.error("a third failed", exc_info=error)
        try:
            raise StoreError("the database refused the commit; nothing of it was written") from error
        except StoreError:
            log.exception("a fourth failed")
    told = json.dumps(lines)
    assert len(lines) == 4
    assert "Ah" not in told and "INSERT" not in told and "payload" not in told
    assert "IntegrityError" in told
    assert lines[3]["failure"][0]["error"] == ("StoreError: the database refused the commit; nothing of it was written")
    assert "failed_write" in json.dumps(lines[3]["failure"][1]["at"]), "where it was is told"


def test_of_other_exceptions_the_words_are_left_out() -> None:
    with written() as lines:
        try:
            raise KeyError(FACES)
        except KeyError:
            log.exception("something failed")
    assert lines[0]["failure"][0]["error"] == "KeyError"
    assert "Ah" not in json.dumps(lines)


def test_a_line_is_bounded_and_stays_one_line() -> None:
    with written() as lines:
        log.warning("said: %s", "x" * 100_000)
        log.warning("broken\nand \x1b[31mcoloured\x00")
    assert len(json.dumps(lines[0])) < logs.LONGEST_LINE
    assert "100006 characters" in lines[0]["event"]
    assert "\x1b" not in lines[1]["event"] and "\x00" not in lines[1]["event"]


def test_what_repeats_itself_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(logs, "monotonic", lambda: now)
    with written() as lines:
        for n in range(500):
            log.warning("request %d was malformed", n)
        log.warning("something else")
        now += logs.WINDOW_SECONDS + 1
        log.warning("request %d was malformed", 500)
    assert [line["event"] for line in lines] == [
        "request 0 was malformed",
        "something else",
        "request 500 was malformed",
    ]
    assert lines[2]["repeated"] == 499


def test_kinds_of_lines_without_end_are_not_all_remembered() -> None:
    with written() as lines:
        for n in range(1000):
            log.warning(f"kind {n}")
    assert len(lines) == 1000
    discreet = logging.getLogger().handlers[0].filters[0]
    assert isinstance(discreet, logs.Discreet)
    assert len(discreet._seen) <= logs.KINDS


def test_the_servers_own_lines_go_the_same_way() -> None:
    with written() as lines:
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
        logging.getLogger("uvicorn.access").info("GET /api/me")
    assert [line["logger"] for line in lines] == ["uvicorn.error"]


def test_the_file_is_private_and_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "FILE_BYTES", 20_000)
    file = tmp_path / "deep" / "floor.log"
    handler = logs.write_logs(file)
    for n in range(2000):
        log.warning(f"line {n} " + "x" * 100)
    handler.close()
    found = sorted(file.parent.iterdir())
    assert len(found) == 1 + logs.FILES
    assert all(each.stat().st_size <= 20_000 for each in found)
    assert all(stat.S_IMODE(each.stat().st_mode) == 0o600 for each in found)


def test_people_read_plain_lines_on_a_terminal() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    logs.write_logs(stream=out)
    try:
        raise StoreError("no room")
    except StoreError:
        log.exception("a commit failed")
    assert not out.getvalue().startswith("{")
    assert "a commit failed" in out.getvalue() and "StoreError: no room" in out.getvalue()
    assert "Traceback" not in out.getvalue()
