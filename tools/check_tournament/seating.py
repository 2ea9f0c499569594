"""Which tables are named, who is drawn to which seat, and when it starts."""

from __future__ import annotations

from .books import MINUTE
from .drawing import drawn
from .events import on


@on("tables named")
def on_tables_named(t, event):
    t.wants(t.stage not in ("session", "counting"), "tables are named in the middle of a session")
    t.wants(len(set(event["tables"])) == len(event["tables"]) > 0, "a table is named twice, or none is")
    t.wants(set(t.reserved) <= set(event["tables"]), "a table is left out that is reserved")
    t.named, t.placings = event["tables"], []
    t.seats_at = {name: seats for name, seats in zip(event["tables"], event.get("seats", []), strict=False) if seats}


@on("seats drawn")
def on_seats_drawn(t, event):
    t.wants(t.stage == "ready", "seats are drawn when no session is next")
    t.wants(not t.placings, "seats are drawn twice")
    have_played = {*t.through, *t.behind}
    among = [each.number for each in t.alive() if each.number not in have_played]
    t.wants(sorted(event["order"]) == sorted(among), "others are drawn for than those who are in")
    comes_out(t, event["draw"], event["order"], among)
    now = len(among)
    if t.apart():
        now = -(-now // (t.round().get("sessions", 1) - t.place()[1]))
    at_most = t.elimination["seats"] if t.elimination else t.book["seats"]
    room = {name: min(at_most, t.seats_at.get(name, at_most)) for name in t.named}
    many = t.round().get("tables") or next((k for k in range(len(room)) if held(room, k) >= now), len(room))
    used = t.named[: min(many, now)]
    t.wants(len(used) == min(many, now) and held(room, many) >= now, "too few tables are named")
    seats = [[name, seat] for seat in range(1, at_most + 1) for name in used if seat <= room[name]]
    dealt = [[each, *seat] for each, seat in zip(event["order"][:now], seats, strict=False)]
    t.wants(dealt == event["placings"], "seats are not dealt round the tables in the order drawn")
    t.wants(all(seat <= room[name] for _, name, seat in event["placings"]), "somebody draws a seat that is none")
    t.placings = event["placings"]


def held(room, many):
    """How many sit at the first so many tables."""
    return sum(list(room.values())[:many])


def comes_out(t, number, order, among):
    """A draw comes out as the seed has it, and is the next."""
    t.wants(number == t.draws + 1, "draws are not numbered one by one")
    t.draws = number
    if t.seed:
        t.wants(list(order) == drawn(t.seed, number, among), f"draw {number} came out otherwise")


@on("start moved")
def on_start_moved(t, event):
    k = event["session"] - 1
    t.wants(t.played <= k < len(t.starts), "a start is moved that has been")
    t.wants(not (t.tables and k == t.played), "a start is moved that has been")
    t.wants(event["was"] == t.starts[k], "it was to start at another time")
    given = min(event["was"], event["to"]) - t.at
    t.wants(given >= t.said("details.notice_minutes", 30) * MINUTE, "the notice is too short")
    t.wants(set(event["told"]) == {each.plays for each in t.alive()}, "not everybody is told")
    t.starts[k] = event["to"]
