"""A floor to look at: a real server on a store of its own, its staff, and pages in a real browser."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import hatch_build
from tests.web.house import Staff, Table, told

ROOT = Path(__file__).parents[2]
START_SECONDS = 60
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

PATIENCE_MS = 40_000
"""How long a page may take to show something: odds are compiled on first use, on whatever machine this is."""
expect.set_options(timeout=PATIENCE_MS)


class Running(NamedTuple):
    """A floor that is open: where, and the one-time passwords of its staff."""

    address: str
    passwords: dict[str, str]


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The floor that most tests share."""
    store = tmp_path_factory.mktemp("floor") / "floor.db"
    with floor_on(store) as process:
        yield opened(process)


@contextmanager
def floor_on(
    store: Path, port: int = 0, start: tuple[str, ...] = ("-m", "croupier"), players: str = "watched"
) -> Iterator[subprocess.Popen[str]]:
    """`croupier run` with the demo floor on a store, the pages as their sources are now.

    House players rest unless told otherwise: they would take a quarter of a core at tables that no test looks at.
    """
    hatch_build.build_web(ROOT)
    options = ["--port", str(port), "--store", f"sqlite:///{store}", "--pace", "fast", "--sign-ins-a-minute", "10000"]
    options += ["--grants-an-hour", "10000", "--dealer-idle-minutes", "600"]
    options += ["--people-an-address", "0", "--house-players", players]
    with subprocess.Popen(
        [sys.executable, *start, "run", *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)


def opened(process: subprocess.Popen[str]) -> Running:
    """Read what the command prints until it says where it is; afterwards keep its pipe from filling up."""
    assert process.stdout is not None
    late = threading.Timer(START_SECONDS, process.kill)
    late.start()
    printed = ""
    for line in process.stdout:
        printed += line
        found = re.search(r"http://[\d.]+:\d+/", line)
        if found:
            late.cancel()
            threading.Thread(target=process.stdout.read, daemon=True).start()
            return Running(found[0], dict(re.findall(r"(\w+) +(\w{4}-\w{4}-\w{4}) ", printed)))
    raise AssertionError(f"the floor did not open:\n{printed}")


@pytest.fixture(scope="session")
def address(running: Running) -> str:
    """Where the floor is, with a slash at the end."""
    return running.address


@pytest.fixture(scope="session")
def operator(running: Running) -> Staff:
    """The casino operator, who may do everything staff may."""
    return Staff(running.address, "operator", running.passwords["operator"])


@pytest.fixture
def new_context(browser: Browser, address: str) -> Iterator[Callable[..., BrowserContext]]:
    """Make browser contexts on the floor; a page in one of them that throws fails the test."""
    contexts: list[BrowserContext] = []
    strangers: list[BrowserContext] = []
    thrown: list[str] = []

    def make(staff: Staff | None = None, viewport: dict[str, int] = WIDE, **options: object) -> BrowserContext:
        options = {"reduced_motion": "reduce", **options}
        context = browser.new_context(base_url=address, viewport=viewport, **options)  # type: ignore[arg-type]
        context.set_default_timeout(40_000)
        context.on("weberror", lambda error: thrown.append(told(error)))
        if staff is not None:
            context.add_cookies([{"name": "croupier_session", "value": staff.session, "url": address}])
        contexts.append(context)
        if staff is None:
            strangers.append(context)
        return context

    yield make
    for context in strangers:
        context.request.post("/api/sign-out")  # so that the next test's guests may have the same names
    for context in contexts:
        context.close()
    assert not thrown


@pytest.fixture
def page(new_context: Callable[..., BrowserContext]) -> Page:
    """A stranger's page."""
    return new_context().new_page()


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    """A stranger's page on a phone."""
    return new_context(viewport=PHONE).new_page()


@pytest.fixture(scope="session")
def inspectors_account(running: Running) -> Staff:
    """The inspector's account."""
    return Staff(running.address, "inspector", running.passwords["inspector"])


@pytest.fixture
def inspector(new_context: Callable[..., BrowserContext], inspectors_account: Staff) -> Page:
    """The inspector's page."""
    return new_context(inspectors_account).new_page()


@pytest.fixture(scope="session")
def pit_bosses_account(running: Running) -> Staff:
    """The pit boss's account."""
    return Staff(running.address, "pitboss", running.passwords["pitboss"])


@pytest.fixture
def pit_boss(new_context: Callable[..., BrowserContext], pit_bosses_account: Staff) -> Page:
    """The pit boss's page."""
    return new_context(pit_bosses_account).new_page()


@pytest.fixture(scope="session")
def supervisors_account(running: Running) -> Staff:
    """The supervisor's account."""
    return Staff(running.address, "supervisor", running.passwords["supervisor"])


@pytest.fixture
def supervisor(new_context: Callable[..., BrowserContext], supervisors_account: Staff) -> Page:
    """The supervisor's page."""
    return new_context(supervisors_account).new_page()


@pytest.fixture(scope="session")
def dealers_account(running: Running) -> Staff:
    """The dealer's account."""
    return Staff(running.address, "dealer", running.passwords["dealer"])


@pytest.fixture
def dealer(new_context: Callable[..., BrowserContext], dealers_account: Staff) -> Page:
    """The dealer's page."""
    return new_context(dealers_account).new_page()


@pytest.fixture
def table(operator: Staff) -> Table:
    """A table with a real shoe, so that the test knows every card; it has no cards to cut or burn."""
    return operator.open_table("A quiet table", cards="real", device="machine")


@pytest.fixture
def shoe(operator: Staff) -> Table:
    """A table with a real shoe that is shuffled, cut and burned from."""
    return operator.open_table("A table with a shoe", cards="real", decks=4)
