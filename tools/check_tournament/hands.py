"""What a hand leaves, and whether play at its table ends with it."""

from __future__ import annotations

from .books import MINUTE
from .elimination import after_poker
from .events import on
from .finishing import finishes, somebody_plays_on
from .standing import Fault
from .ties import extra_hand_over


@on("hand")
def on_hand(t, event):
    table = event["table"]
    if table not in t.tables:
        raise Fault(f"a hand at {table}, which does not belong to the session")
    here, banks = t.tables[table], dict(event["banks"])
    for number, bank in banks.items():
        if t.entrants[number].plays in t.there[table]:
            t.there[table][t.entrants[number].plays] = bank
    event["plays"] = {number: t.entrants[number].plays for number in banks}
    t.reports[table].append(event)
    if t.tie is not None and t.tie["table"] == table:
        extra_hand_over(t, event, banks)
        return
    stopped = (
        t.stage != "session"
        or t.deal
        or not t.present
        or t.paused
        or (t.elimination and t.clock_since is None)
        or here.finished
    )
    if stopped:
        here.after_stop += 1
        t.wants(here.after_stop == 1, "a hand begins while play waits")
    t.wants(not here.waits, f"a hand is played at {table}, which waits")
    before = {number: t.entrants[number].bank for number in here.seats.values()}
    t.wants(set(banks) <= set(before), f"somebody has chips at {table} who does not sit there")
    if t.doc["book"] == "CP":
        lost = sum(before[number] for number in banks if number in before) - sum(banks.values())
        t.wants(not lost, f"chips are lost or won from nobody in a hand at {table}")
    won = 0
    for number, bank in banks.items():
        t.wants(bank >= 0, "somebody has less than nothing")
        change = bank - before.get(number, 0)
        t.wants(here.lost is None or -change <= here.lost, f"entrant {number} lost more than one can")
        t.wants(here.won is None or change <= here.won, f"entrant {number} won more than one can")
        won += change
        if number in t.entrants:
            t.entrants[number].bank = bank
    t.issued += max(0, won)
    t.withdrawn += max(0, -won)
    event["before"] = before
    here.hands += event["counts"]
    here.shoes += event["shoe"]
    here.least, here.line = event["least"], event["line"]
    here.lost, here.won = event["most_lost"], event["most_won"]
    if t.elimination and t.stage == "session":
        after_poker(t, table, before)
    elif not t.elimination:
        after_hand(t, table)


def after_hand(t, table):
    """Play at a table ends with its hands, shoes or minutes, or when nobody there can play on."""
    here, length = t.tables[table], t.round()
    over = (
        (length.get("hands") is not None and here.hands >= length["hands"])
        or (length.get("shoes") is not None and here.shoes >= length["shoes"])
        or (length.get("minutes") is not None and t.at >= t.opened + length["minutes"] * MINUTE)
        or not somebody_plays_on(t, table)
    )
    if over and not here.finished:
        finishes(t, table)
