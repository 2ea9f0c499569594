"""When play is over at a table, and with the last table the session."""

from __future__ import annotations

from .books import BOOKS, MINUTE
from .buying import may_come_back
from .early_ends import ends_early
from .events import on
from .playing import is_won, table_won, where_somebody_sits


def somebody_plays_on(t, table):
    """Whether enough at a table can wager in the next hand, or come back to do so: at poker two, else one."""
    there = [t.entrants[number] for number in t.tables[table].seats.values()]
    able = [each for each in there if each.bank >= t.least_bank(table) or may_come_back(t, each)]
    return len(able) > (t.book is BOOKS["CP"])


def over_at_once(t):
    """What is over as soon as a session is opened, because nobody there can play."""
    if t.elimination and not t.elimination["shoot_out"]:
        if is_won(t):
            finishes(t, where_somebody_sits(t, next(iter(t.tables))), won=True)
        return
    over = [name for name in t.tables if (table_won(t, name) if t.elimination else not somebody_plays_on(t, name))]
    t.expected += [{"what": "table finished", "table": name, "early": False} for name in over]
    if len(over) == len(t.tables):
        t.expected.append({"what": "session played"})


def may_be_ended(t, table):
    """Whether the director may end play at a table that has not played its length: its time is up, or nobody who is
    there can wager (at poker the absent are dealt in, and two are wanted)."""
    if t.elimination or t.stage != "session":
        return False
    minutes, poker = t.round().get("minutes"), t.book is BOOKS["CP"]
    if minutes is not None and t.at >= t.opened + minutes * MINUTE:
        return True
    there = [t.entrants[number] for number in t.tables[table].seats.values()]
    return len([each for each in there if each.bank >= t.least_bank(table) and (poker or not each.absent)]) <= poker


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
    by_hand = not t.expected and not t.asked_for and not event["early"]
    here.finished, here.after_stop = True, 0
    last = all(each.finished for each in t.tables.values())
    if (event["early"] or by_hand) and last:
        t.expected = [{"what": "session played"}]


@on("session played")
def on_session_played(t, event):
    t.stage = "counting"
