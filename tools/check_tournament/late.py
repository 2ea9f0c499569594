"""Whoever sits down late, or again after a mistake."""

from __future__ import annotations

from .chips import becomes, comes
from .events import on
from .playing import in_play
from .sessions import ready


@on("seated late")
def on_seated_late(t, event):
    entrant = t.entrant(event["entrant"])
    ((number, table, seat),) = event["placings"]
    t.wants(number == entrant.number and not entrant.table, "somebody sits already")
    ready(t, entrant)
    t.wants(event["cents"] == t.start, f"everybody begins with {t.start}")
    free = {name: each for name, each in in_play(t).items() if len(each.seats) < t.elimination["seats"]}
    t.wants(table == min(free, key=lambda name: len(free[name].seats), default=None), "not the shortest table")
    here = t.tables[table]
    t.wants(seat not in here.seats, f"seat {seat} of {table} is taken")
    here.seats[seat] = number
    entrant.table, entrant.seat = table, seat
    becomes(t, entrant, event["cents"])
    comes(t, entrant, event["cents"])


@on("reinstated")
def on_reinstated(t, event):
    entrant = t.entrant(event["entrant"], "out")
    ((_, table, seat),) = event["placings"]
    t.wants(not any(0 < each.place < entrant.place for each in t.entrants.values()), "others are out since then")
    t.wants(all(each.plays != entrant.plays for each in t.alive()), "somebody is reinstated who plays otherwise")
    free = {name: each for name, each in in_play(t).items() if len(each.seats) < t.elimination["seats"]}
    shortest = min(free, key=lambda name: len(free[name].seats), default=None)
    t.wants(table == (entrant.table if entrant.table in free else shortest), f"somebody is reinstated at {table}")
    here = t.tables[table]
    t.wants(seat not in here.seats, f"seat {seat} of {table} is taken")
    here.seats[seat] = entrant.number
    entrant.status, entrant.place, entrant.table, entrant.seat = "in", 0, table, seat
    becomes(t, entrant, event["cents"])
    comes(t, entrant, event["cents"])
