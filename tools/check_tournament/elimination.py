"""Who is out after a hand, in which place, and which tables wait for others."""

from __future__ import annotations

from .buying import may_come_back
from .chips import leaves
from .events import on
from .finishing import finishes
from .playing import can_play, in_play, may_break, needed_at_tables, table_won


def after_poker(t, table, before):
    """What the end of a hand brings: who is out where, hand for hand, and whether the table waits."""
    here = t.tables[table]
    gone = [n for n in here.seats.values() if not t.entrants[n].bank and not may_come_back(t, t.entrants[n])]
    under_way = [name for name, each in can_play(t).items() if name != table and not each.waits]
    abreast = t.by_hand and t.together is not None
    if gone:
        began = {number: before[number] for number in gone}
        earlier = t.together if abreast else {}
        together = {**earlier, **began}
        places = placed_together(t, together, len(t.alive()) + len(earlier))
        t.expected.append({"what": "out", "table": table, "places": places, "began": together})
        if abreast:
            t.together = together
    if (gone or abreast) and table_won(t, table, gone) and not (abreast and under_way):
        finishes(t, table, won=not t.elimination["shoot_out"])
        return
    sizes = {name: len(each.seats) - (len(gone) if name == table else 0) for name, each in in_play(t).items()}
    several = sum(size > 0 for size in sizes.values()) > 1
    wanted = t.elimination["hand_for_hand"] and sum(sizes.values()) == len(t.prizes) + 1 and several
    wanted = wanted and t.level >= t.elimination["late_levels"] and not t.elimination["shoot_out"]
    by_hand = t.by_hand
    if bool(wanted) != by_hand and not (abreast and under_way):
        t.expected.append({"what": "hand for hand", "by_hand": bool(wanted)})
        by_hand = bool(wanted)
    seats = dict(here.seats)
    here.seats = {seat: number for seat, number in seats.items() if number not in gone}
    needed = needed_at_tables(t)
    waits = by_hand
    if needed and needed[0] == "move":
        waits = waits or needed[1] == table
    elif needed and may_break(t, needed[1]):
        last_two = t.elimination["redraw"] and len(in_play(t)) == 2
        waits = waits or needed[1] == table or last_two
    here.seats = seats
    if waits:
        t.expected.append({"what": "table waits", "table": table})


def placed_together(t, began, left):
    """Those who went out together: the more they began with the better, equal stacks alike."""
    first = left - len(began) + 1
    return {n: first + sum(other > cents for other in began.values()) for n, cents in began.items()}


@on("out")
def on_out(t, event):
    table = event["table"]
    for number, place in event["places"]:
        entrant = t.entrants[number]
        t.wants(entrant.bank == 0, f"entrant {number} is out with chips")
        if entrant.status == "in":
            t.wants(t.tables[table].seats.get(entrant.seat) == number, "somebody is out at another table")
            leaves(t, table, entrant.plays)
            t.tables[table].seats.pop(entrant.seat, None)
        entrant.status, entrant.place, entrant.seat = "out", place, 0


@on("table waits")
def on_table_waits(t, event):
    t.tables[event["table"]].waits = True


@on("hand for hand")
def on_hand_for_hand(t, event):
    t.by_hand = event["by_hand"]
    t.together = None


@on("hands begin")
def on_hands_begin(t, event):
    waiting = [name for name, each in in_play(t).items() if each.waits]
    t.wants(sorted(event["tables"]) == sorted(waiting), "other tables begin than those that wait")
    if t.by_hand:
        going_on = [name for name, each in can_play(t).items() if not each.waits]
        t.wants(not going_on, "a table begins while another plays its hand")
        t.together = {}
    needed = needed_at_tables(t)
    if needed and (needed[0] == "move" or may_break(t, needed[1])):
        t.wants(not t.tables[needed[1]].waits, "a table begins a hand before players are moved")
    for each in t.tables.values():
        each.waits = False
