"""`croupier run` as a process of its own."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

PASSWORD = re.compile(r"(\w+)\s+([a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4})")

TABLES = [
    "mm-1",
    "mm-2",
    "mm-3",
    "mm-t1",
    "mm-t2",
    "dc-1",
    "dc-2",
    "dc-3",
    *(f"bj-{number}" for number in range(1, 7)),
    "bj-t1",
    "bj-t2",
    "tcp-1",
    "tcp-2",
    "tcp-3",
    *(f"cp-{number}" for number in range(1, 6)),
    "cp-t1",
]
QUIET = ("--house-players", "none")
"""What they think of the cards takes longer to work out than all else that a start does."""
FULL_COST = "m=65536,t=3,p=4"
"""What a password is hashed at by the second recommendation of RFC 9106, in at most 64 MiB."""
STAFF = {"dealer", "supervisor", "areamanager", "pitboss", "manager", "operator", "inspector"}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "croupier", "run", *arguments]


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str, dict[str, str]]]:
    """The process, its address, and the passwords it printed."""
    store = f"sqlite:///{folder / 'floor.db'}"
    process = subprocess.Popen(
        command("--store", store, "--pace", "fast", *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    printed, address = "", None
    try:
        while address is None:
            line = process.stdout.readline()
            assert line, process.communicate()
            printed += line
            address = re.search(r"http://[^ ]+", line)
        yield process, address.group(), dict(PASSWORD.findall(printed))
    finally:
        process.kill()
        process.wait()


def test_the_first_start_opens_tables_and_prints_passwords_and_a_signal_closes_the_floor(tmp_path: Path) -> None:
    with running(tmp_path, "--port", "0", *QUIET) as (process, address, passwords):
        assert passwords.keys() == STAFF
        tables = httpx.get(f"{address}api/tables").json()
        assert [table["id"] for table in tables] == TABLES
        me = httpx.post(
            f"{address}api/sign-in/staff", json={"name": "inspector", "password": passwords["inspector"]}
        ).json()
        assert me["rank"] == "regulator"
        operator = {"name": "operator", "password": passwords["operator"]}
        assert httpx.post(f"{address}api/sign-in/staff", json=operator).status_code == 200
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=90)
        assert process.returncode == 0, errors
        assert "Traceback" not in errors
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("floor.db*"))
    assert kept.count(f"$argon2id$v=19${FULL_COST}$".encode()) >= len(STAFF)
    with running(tmp_path, "--port", "0", *QUIET) as (process, address, passwords):
        assert passwords == {}
        assert [table["id"] for table in httpx.get(f"{address}api/tables").json()] == TABLES
        process.send_signal(signal.SIGINT)
        assert process.wait(90) == 0
    with running(tmp_path, "--port", "0", *QUIET, "--new-passwords") as (process, address, passwords):
        assert passwords.keys() == STAFF


def test_passwords_that_nobody_has_used_are_given_out_anew_by_the_next_start(tmp_path: Path) -> None:
    with running(tmp_path, "--port", "0", "--no-demo") as (process, _, first):
        process.kill()
    with running(tmp_path, "--port", "0", "--no-demo") as (_, address, second):
        assert second.keys() == STAFF
        for passwords, status in ((first, 401), (second, 200)):
            operator = {"name": "operator", "password": passwords["operator"]}
            assert httpx.post(f"{address}api/sign-in/staff", json=operator).status_code == status


def test_a_taken_port_is_passed_over(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with running(tmp_path, "--port", str(port), "--no-demo") as (_, address, _):
            assert f":{port}/" not in address
            assert httpx.get(f"{address}api/tables").json() == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--store", "mysql://somewhere/floor"], "store"),
        (["--store", "nonsense"], "store"),
        (["--host", "203.0.113.1"], "cannot listen"),
        (["--host", "no such name"], "cannot listen"),
    ],
)
def test_what_cannot_be_opened_is_said_in_a_line(arguments: list[str], said: str) -> None:
    answer = subprocess.run(command(*arguments), capture_output=True, text=True, check=False, timeout=60)
    assert answer.returncode == 1
    assert said in answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("name", ["https://casino.example", "casino.example:443", ""])
def test_what_is_no_name_of_a_host_is_refused(name: str) -> None:
    answer = subprocess.run(command("--host-name", name), capture_output=True, text=True, check=False, timeout=60)
    assert (answer.returncode, "is no name of a host" in answer.stderr) == (2, True)


def test_the_floor_answers_to_its_address_and_to_the_names_it_is_given(tmp_path: Path) -> None:
    given = ("--port", "0", "--no-demo", "--host", "127.0.0.3", "--host-name", "casino.example")
    with running(tmp_path, *given) as (_, address, _):
        asked = {host: httpx.get(f"{address}healthz", headers={"host": host}).status_code for host in NAMES}
        assert httpx.get(f"{address}healthz").status_code == 200
    assert asked == NAMES


NAMES = {"localhost": 200, "casino.example": 200, "127.0.0.3:80": 200, "evil.example": 421, "192.0.2.1": 421}


def workers(process: subprocess.Popen[str]) -> list[int]:
    """The processes that a server has begun."""
    tasks = Path(f"/proc/{process.pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def test_the_log_is_private_and_the_house_can_be_looked_after(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "floor.log"
    with running(tmp_path, "--port", "0", "--no-demo", "--log", str(log)) as (process, address, _):
        assert httpx.get(f"{address}readyz").json() == {"ready": True}
        assert "croupier_store_up 1.0" in httpx.get(f"{address}metrics").text
        with socket.create_connection(("127.0.0.1", int(address.split(":")[2].strip("/")))) as line:
            line.sendall(b"no request at all\r\n\r\n")
            assert line.recv(100).startswith(b"HTTP/1.1 400")
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=90)
        assert (process.returncode, errors) == (0, "")
    assert log.stat().st_mode & 0o777 == 0o600
    line_of_log = json.loads(log.read_text().splitlines()[0])
    assert (line_of_log["event"], line_of_log["level"]) == ("Invalid HTTP request received.", "warning")


def test_what_the_server_began_ends_with_it_even_if_it_is_killed(tmp_path: Path) -> None:
    with running(tmp_path, "--port", "0", "--no-demo") as (process, address, _):
        assert workers(process) == []
        assert httpx.get(f"{address}api/odds/matchmaker", timeout=60).status_code == 200
        begun = workers(process)
        assert begun
        process.kill()
        process.wait()
        patience = time.monotonic() + 60
        while [each for each in begun if Path(f"/proc/{each}").exists()]:
            assert time.monotonic() < patience
            time.sleep(0.1)
