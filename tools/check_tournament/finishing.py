"""When play is over at a table, and with the last table the session."""

from __future__ import annotations

from .buying import may_come_back
from .early_ends import ends_early
from .events import on


def somebody_plays_on(t, table):
    """Whether anybody at a table can wager in the next hand, or come back to do so."""
    there = [t.entrants[number] for number in t.tables[table].seats.values()]
    return any(each.bank >= t.least_bank(table) or may_come_back(t, each) for each in there)


def finishes(t, table, won=False):
    t.expected.append({"what": "table finished", "table": table, "early": False})
    if won or all(each.finished for name, each in t.tables.items() if name != table):
        t.expected.append({"what": "session played"})


@on("table finished")
def on_table_finished(t, event):
    here = t.tables[event["table"]]
    t.wants(not here.finished, "play ends twice at one table")
    if event["early"]:
        ends_early(t, event["table"])
    here.finished, here.after_stop = True, 0
    last = all(each.finished for each in t.tables.values())
    if event["early"] and last:
        t.expected = [{"what": "session played"}]


@on("session played")
def on_session_played(t, event):
    t.stage = "counting"
