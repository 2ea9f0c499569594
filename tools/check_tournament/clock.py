"""The clock of an elimination, its levels and breaks."""

from __future__ import annotations

from .books import MINUTE
from .events import on
from .finishing import finishes


def level_now(t):
    levels = t.elimination["levels"]
    return levels[min(t.level, len(levels) - 1)]


@on("level")
def on_level(t, event):
    level, levels = level_now(t), t.elimination["levels"]
    clock_ran(t, level.get("break_minutes", 0) if t.paused else level.get("minutes", 15))
    t.wants(t.paused or not level.get("break_minutes"), "the break is left out")
    next_level = min(t.level + 1, len(levels) - 1)
    t.wants(event["level"] == next_level, f"level {next_level} comes next; the last one holds on")
    risen = event["level"] > t.level
    t.level, t.elapsed, t.clock_since, t.paused = event["level"], 0, t.at, False
    t.level_times.append((t.at, t.level))
    t.stopping()
    if risen and t.level == t.elimination["re_buy_levels"]:
        out_without_chips(t)


def out_without_chips(t):
    """Those without chips are out once no more can be bought."""
    left = len(t.alive())
    for name, each in t.tables.items():
        gone = [number for number in each.seats.values() if not t.entrants[number].bank]
        if gone:
            places = dict.fromkeys(gone, left - len(gone) + 1)
            t.expected.append({"what": "out", "table": name, "places": places})
            left -= len(gone)
    if t.expected and left <= t.elimination["winners"]:
        out = {number for each in t.expected for number in each["places"]}
        where = next((name for name, each in t.tables.items() if set(each.seats.values()) - out), "")
        finishes(t, where or t.expected[-1]["table"], won=True)


@on("break")
def on_break(t, event):
    level = level_now(t)
    clock_ran(t, level.get("minutes", 15))
    t.wants(not t.paused and level.get("break_minutes"), "there is no break after this level")
    t.wants(event["minutes"] == level.get("break_minutes"), "the break has another length")
    t.elapsed, t.clock_since, t.paused = 0, t.at, True
    t.stopping()


def clock_ran(t, minutes):
    t.wants(t.clock_since is not None, "the clock stands")
    gone = t.elapsed + (t.at - (t.clock_since or t.at))
    t.wants(gone >= minutes * MINUTE, f"only {gone // 1000} seconds of {minutes} minutes have gone")


@on("clock")
def on_clock(t, event):
    t.wants((t.clock_since is None) != event["stopped"], "the clock stands, or goes, already")
    if event["stopped"]:
        t.elapsed, t.clock_since = t.elapsed + t.at - (t.clock_since or t.at), None
    else:
        t.clock_since = t.at
    t.stopping()
