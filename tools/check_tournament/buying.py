"""More chips for money: whoever buys back in, and the add-on."""

from __future__ import annotations

from .books import CHIP
from .chips import becomes, has_more
from .events import on


def may_come_back(t, entrant):
    """Whether somebody without chips may buy more."""
    if t.elimination:
        in_time = t.level < t.elimination["re_buy_levels"]
        return in_time and entrant.bought < t.elimination["re_buys"]
    said = t.said("structure.buy_back")
    if not isinstance(said, dict) or t.played or entrant.table not in t.tables:
        return False
    here = t.tables[entrant.table]
    in_time = not here.finished and (said.get("hands") is None or here.hands < said["hands"])
    return in_time and entrant.bought < (said.get("most") or 1)


@on("bought back")
def on_bought_back(t, event):
    entrant = t.entrant(event["entrant"])
    t.wants(t.stage == "session", "chips are bought when no session is played")
    enough = t.start + 1 if t.elimination else t.least_bank(entrant.table)
    t.wants(entrant.bank < enough, "somebody buys back in who has chips")
    t.wants(may_come_back(t, entrant), "somebody buys back in who may not")
    said = t.said("structure.buy_back")
    chips = said.get("chips", 0) * CHIP if isinstance(said, dict) and not t.elimination else 0
    buys(t, entrant, event, chips or t.start, int(t.said("details.re_buy") or 0))
    entrant.bought += 1


@on("add-on")
def on_add_on(t, event):
    entrant = t.entrant(event["entrant"])
    said = t.elimination
    t.wants(said and said["add_on"], "the conditions know no add-on")
    t.wants(t.paused and t.level == said["re_buy_levels"] - 1, "an add-on is bought at another time")
    t.wants(not entrant.added, "somebody buys the add-on twice")
    buys(t, entrant, event, said["add_on"] * CHIP, int(t.said("details.add_on") or 0))
    entrant.added = True


def buys(t, entrant, event, chips, price):
    t.wants(event["cents"] == chips, f"{event['cents']} chips are bought, not {chips}")
    t.owed = [(f"person {entrant.person}", "entries", price)]
    entrant.paid += price
    becomes(t, entrant, entrant.bank + event["cents"])
    has_more(t, entrant.table, entrant.plays, event["cents"])
