"""A session opens; people are not there, come, or are out otherwise than by play."""

from __future__ import annotations

from .chips import becomes, comes, leaves, sits
from .events import on
from .finishing import finishes, over_at_once, somebody_plays_on
from .playing import can_play, is_won, table_won, where_somebody_sits
from .standing import Table
from .ties import what_follows


@on("session opened")
def on_session_opened(t, event):
    t.wants(t.stage == "ready", "a session is opened when none is next")
    t.wants((event["round"], event["session"]) == t.place(), "another session is next")
    t.wants(t.present, "nobody is there who has charge")
    if t.book["approved"]:
        t.wants(t.approved == t.text, "the conditions in force are not approved")
    enough = None if t.played else t.said("details.starts_with")
    if t.played < len(t.starts) and (enough is None or len(t.alive()) < enough):
        t.wants(t.at >= t.starts[t.played], "a session begins before its time")
    placings = [each for each in t.placings if t.entrants[each[0]].status == "in"]
    t.wants(placings == event["placings"], "others sit elsewhere than was drawn")
    first = event["session"] == 0 or t.apart()
    anew = first and (event["round"] == 0 or t.said("bank.every_round"))
    banks = dict(event["banks"])
    t.tables, t.opened, t.placings = {}, t.at, []
    t.stage, t.tie, t.broken = "session", None, []
    for number, table, seat in event["placings"]:
        entrant = t.entrant(number)
        if not entrant.absent:
            ready(t, entrant)
        bank = t.start if anew else entrant.bank
        bank = 0 if t.schedule and entrant.absent else bank
        t.wants(banks.get(number) == bank, f"entrant {number} begins with {banks.get(number)}, not {bank}")
        becomes(t, entrant, bank)
        entrant.table, entrant.seat = table, seat
        here = t.tables.setdefault(table, Table())
        t.wants(seat not in here.seats, f"two sit in seat {seat} of {table}")
        here.seats[seat] = number
        if t.doc["book"] == "CP" or not entrant.absent:
            comes(t, entrant, bank)
    t.wants(len(banks) == len(event["placings"]), "somebody has a bank and no seat")
    t.wants(t.bonus or not t.schedule, "the bonus of the entries is not paid")
    t.never_came = {number for number, bank in banks.items() if t.schedule and not bank}
    t.reserved += [name for name in t.tables if name not in t.reserved]
    if t.elimination:
        t.level, t.elapsed, t.clock_since, t.paused = 0, 0, t.at, False
        t.level_times.append((t.at, 0))
        t.by_hand, t.together, t.smallest = False, None, 0
    for name, cents in event.get("least", []):
        t.tables[name].least = cents
    over_at_once(t)


def ready(t, entrant):
    """Whoever sits down has been briefed, and has signed if that was asked."""
    t.wants(entrant.plays in entrant.briefed, f"entrant {entrant.number} plays without having been briefed")
    t.wants(not t.must_sign or entrant.plays in entrant.signed, f"entrant {entrant.number} has not signed")


@on("absence")
def on_absence(t, event):
    entrant = t.entrant(event["entrant"])
    t.wants(entrant.absent != event["absent"], "somebody is as absent as before")
    entrant.absent = event["absent"]
    others = [each for each in t.alive() if each is not entrant and each.plays == entrant.plays]
    t.wants(entrant.absent or all(each.absent for each in others), "somebody plays two entries")
    comes_late = not entrant.absent and entrant.number in t.never_came and not t.tables[entrant.table].finished
    bank = t.start if comes_late else 0
    t.wants(event.get("bank", 0) == bank, f"entrant {entrant.number} comes to {event.get('bank', 0)}, not {bank}")
    if bank:
        t.never_came.discard(entrant.number)
        becomes(t, entrant, bank)
    if t.tables and entrant.table and not event["absent"]:
        ready(t, entrant)
    tie = t.tie
    if tie is not None and entrant.number in tie["among"] and entrant.number not in tie["order"]:
        table, seat, cents = tie["table"], tie["seats"][entrant.number], tie["banks"][entrant.number]
    elif tie is not None and (entrant.number in tie["among"] or entrant.table == tie["table"]):
        return
    else:
        table, seat, cents = entrant.table, entrant.seat, entrant.bank
    sits_down = not event["absent"] and (cents or tie is None)
    if t.tables and table and sits_down and entrant.plays not in t.there[table]:
        sits(t, table, entrant.plays, seat, cents)


@on("penalised")
def on_penalised(t, event):
    t.entrant(event["entrant"])
    t.wants(t.said("conduct.penalised"), "the conditions name no penalties")


@on("gone")
def on_gone(t, event):
    entrant = t.entrant(event["entrant"])
    t.wants(event["status"] in ("disqualified", "retired"), "somebody is gone in another way")
    t.wants(t.stage in ("ready", "session", "counting"), "somebody goes when nobody may")
    table = entrant.table
    tied = t.tie is not None and entrant.number in t.tie["among"]
    leaves(t, t.tie["table"] if tied else table, entrant.plays)
    if table in t.tables:
        t.tables[table].seats.pop(entrant.seat)
    t.placings = [each for each in t.placings if each[0] != entrant.number]
    becomes(t, entrant, 0)
    entrant.status, entrant.table, entrant.seat = event["status"], "", 0
    if tied:
        for name in ("among", "order"):
            t.tie[name] = [number for number in t.tie[name] if number != entrant.number]
        t.allowed = what_follows(t)
    if t.stage == "counting":
        return
    waited_for = [name for name, each in can_play(t).items() if name != table and not each.waits]
    deferred = t.by_hand and t.together is not None and waited_for
    if t.elimination and t.elimination["shoot_out"]:
        if table in t.tables and not t.tables[table].finished and table_won(t, table):
            finishes(t, table)
    elif t.elimination and t.tables and is_won(t) and not deferred:
        finishes(t, where_somebody_sits(t, table), won=True)
    here = t.tables.get(table)
    if not (t.elimination or here is None or here.finished or somebody_plays_on(t, table)):
        finishes(t, table)
