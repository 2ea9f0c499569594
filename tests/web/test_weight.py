"""What a page costs on the wire, and that no page asks for what is not there."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Response, expect

from tests.web.conftest import PATIENCE_MS
from tests.web.house import Staff
from tests.web.pages import FOLLOW, addresses

pytestmark = pytest.mark.browser

MOST_BYTES = 150_000


class Scales:
    """Weighs all that a page receives, as it comes over the wire; what a feed first says counts as well."""

    def __init__(self, page: Page) -> None:
        self.files = self.first_word = 0
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.on("Network.loadingFinished", self._file)
        wire.on("Network.webSocketFrameReceived", self._word)

    def _file(self, event: dict[str, float]) -> None:
        self.files += int(event["encodedDataLength"])

    def _word(self, event: dict[str, dict[str, str]]) -> None:
        self.first_word = self.first_word or len(event["response"]["payloadData"].encode())

    @property
    def total(self) -> int:
        return self.files + self.first_word


def test_a_table_of_every_game_is_light(new_context: Callable[..., BrowserContext], operator: Staff) -> None:
    tables: dict[str, str] = {}
    for each in operator.http.get("/api/tables").json():
        tables.setdefault(each["game"], each["id"])
    assert len(tables) >= 3
    for game, table in tables.items():
        page = new_context().new_page()  # a context of its own has nothing in its cache
        scales = Scales(page)
        page.goto(f"/table/{table}")
        expect(page.get_by_role("button", name=re.compile("^Sit ")).first).to_be_visible()
        page.wait_for_load_state("networkidle", timeout=PATIENCE_MS)
        assert scales.files > 20_000, f"{game} was not weighed"
        assert scales.total <= MOST_BYTES, f"{game} weighs {scales.total} bytes"
        page.close()


@pytest.mark.parametrize("role", ["stranger", "guest", "operator"])
def test_no_page_asks_for_what_is_not_there(
    new_context: Callable[..., BrowserContext], operator: Staff, role: str
) -> None:
    context = new_context(operator if role == "operator" else None)
    page = context.new_page()
    failed: list[str] = []

    def noted(answer: Response) -> None:
        if answer.status >= 400 or "undefined" in answer.url:
            failed.append(f"{answer.status} {answer.url} on {page.url}")

    page.on("response", noted)
    page.on("websocket", lambda socket: "undefined" in socket.url and failed.append(socket.url))
    if role == "guest":
        assert context.request.post("/api/sign-in/guest", data={"name": "Walker"}).ok
    paths = addresses(operator)
    page.goto(paths[0])
    for path in (*paths, *reversed(paths)):
        page.evaluate(FOLLOW, path)
        expect(page.locator("main :is(h1, h2)").first).to_be_visible()
        page.wait_for_timeout(200)
    assert failed == []
