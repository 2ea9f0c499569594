"""Every page there is, read off the router's own patterns: a new page is looked at without being listed."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

from websockets.sync.client import connect

from tests.web.house import Staff

ROUTER = Path(__file__).parents[2] / "web/src/lib/router.svelte.ts"

FOLLOW = """
(path) => {
  const link = document.createElement("a");
  link.href = path;
  document.body.append(link);
  link.click();
  link.remove();
}
"""
"""Goes to a page as a link on another does: the one is left while the other is being fetched."""

_GROUP = r"\(\?<(\w+)>(?:\[[^]]*\]|[^()])*\)"
_OPTIONAL = r"\(\?:([^()]*)\)\?"


A_ROUND_SECONDS = 120
"""How long a first round may take: the mathematics that house players ask is compiled for it."""


def played(staff: Staff, tables: Iterable[str] = ("mm-1",)) -> list[dict[str, Any]]:
    """Tables of the demo floor at which a round is over; until it is they are watched, for else house players rest."""
    feeds = str(staff.http.base_url.copy_with(scheme="ws"))
    patience, wanted = time.monotonic() + A_ROUND_SECONDS, set(tables)
    with ExitStack() as watching:
        for table in wanted:
            watching.enter_context(connect(f"{feeds}api/tables/{table}/feed", max_queue=None))
        while time.monotonic() < patience:
            found = [each for each in staff.http.get("/api/tables").json() if each["id"] in wanted]
            if all(each["round"] > 1 for each in found):
                return found
            time.sleep(0.5)
    raise AssertionError("nobody plays on the demo floor")


def addresses(staff: Staff) -> list[str]:
    """Addresses of every page: each with as much as it can be told, and with as little."""
    (table,) = played(staff)
    course = staff.http.get(f"/api/training/{table['game']}").json()
    values = {
        "id": table["id"],
        "table": table["id"],
        "round": str(table["round"] - 1),
        "game": table["game"],
        "book": table["game"],
        "clause": "9.8",
        "what": "lesson",
        "lesson": quote(next(entry["id"] for chapter in course["chapters"] for entry in chapter["lessons"]), safe=""),
    }
    at_tournaments = {"id": staff.http.get("/api/tournaments").json()[0]["id"], "what": "result"}
    found = []
    for pattern in re.findall(r"\[/\^(.*?)\$/, \"\w+\"\]", ROUTER.read_text()):
        known = values | at_tournaments if "tournament" in pattern else values
        plain = re.sub(_GROUP, lambda group, known=known: known[group[1]], pattern).replace("\\/", "/")
        found += sorted({re.sub(_OPTIONAL, "", plain), re.sub(_OPTIONAL, r"\1", plain)}, key=len)
    assert {"/", f"/table/{table['id']}/deal", f"/rules/{table['game']}/9.8"} < set(found)
    assert not any(set("(?[\\") & set(each) for each in found), found
    return found
