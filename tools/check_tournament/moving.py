"""Players moved between tables, and tables that are broken."""

from __future__ import annotations

from .books import NOTICE_HANDS
from .chips import seat_anew
from .clock import level_now
from .events import on
from .playing import in_play, may_break, needed_at_tables, to_big_blind
from .seating import comes_out


@on("moved")
def on_moved(t, event):
    ((number, table, seat),) = event["placings"]
    entrant, needed = t.entrant(number), needed_at_tables(t)
    t.wants(entrant.table == event["from"], f"entrant {number} sits elsewhere")
    if needed is None or needed[0] != "move":
        t.fault("a player is moved though the tables are alike")
    else:
        t.wants(event["from"] == needed[1], "a player is moved from another than the longest table")
        t.wants(table == needed[2], "a player is moved to another than the shortest table")
    here, there = t.tables[entrant.table], t.tables[table]
    blinds = len(level_now(t)["blinds"])
    was = to_big_blind(here.seats, here.line, entrant.seat, blinds)
    will = to_big_blind(there.seats, there.line, seat, blinds)
    t.wants(event["no_sooner"] == (will >= was), f"the big blind comes in {will} hands, and would in {was}")
    t.moves += 1
    t.kept += will >= was
    t.moved.append((t.at, table, seat, sorted(there.seats), was))
    seat_anew(t, event["placings"])


@on("break of table announced")
def on_break_of_table_announced(t, event):
    here = t.tables[event["table"]]
    t.wants(event["table"] in in_play(t) and here.closing is None, "another table is to be broken")
    t.wants(event["hands"] == NOTICE_HANDS, f"the notice is {NOTICE_HANDS} hands")
    here.closing = here.hands


@on("break of table agreed")
def on_break_of_table_agreed(t, event):
    entrant, here = t.entrant(event["entrant"]), t.tables[event["table"]]
    t.wants(entrant.table == event["table"] and not entrant.absent, "somebody agrees for a table they do not sit at")
    t.wants(here.closing is not None, "somebody agrees to what was not announced")
    here.agreed_to_break.add(entrant.number)
    if may_break(t, event["table"]) and needed_at_tables(t) == ("break", event["table"], ""):
        t.allowed = "table waits"


@on("table broken")
def on_table_broken(t, event):
    table, said, needed = event["table"], t.elimination, needed_at_tables(t)
    here = in_play(t)
    if needed is None or needed[0] != "break":
        t.fault("a table is broken that is needed")
    if said["announced_order"]:
        t.wants(table == list(here)[-1], "another table is the next to be broken")
    t.wants(may_break(t, table), "the notice is too short")
    movers = list(here[table].seats.values())
    others = {name: each for name, each in here.items() if name != table}
    redrawn = len(others) == 1 and said["redraw"]
    t.wants(event["redrawn"] == redrawn, "the last table is drawn anew, or not, against the conditions")
    among = movers
    if redrawn:
        ((last, stays),) = others.items()
        among = [*movers, *stays.seats.values()]
        seats = [(last, seat) for seat in range(1, len(among) + 1)]
    else:
        taken = {name: set(each.seats) for name, each in others.items()}
        seats = []
        for _ in movers:
            name = min(taken, key=lambda each: (len(taken[each]), each))
            seat = next(k for k in range(1, said["seats"] + 1) if k not in taken[name])
            taken[name].add(seat)
            seats.append((name, seat))
    order = [number for number, _, _ in event["placings"]]
    t.wants(sorted(order) == sorted(among), "others draw seats than those who must")
    comes_out(t, event["draw"], order, among)
    t.wants([(name, seat) for _, name, seat in event["placings"]] == seats, "other seats are drawn for")
    seat_anew(t, event["placings"])
    t.tables[table].finished, t.tables[table].waits, t.tables[table].closing = True, False, None
