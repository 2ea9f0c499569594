"""Chips that leave play: the odd ones are raced for by a draw, table by table."""

from __future__ import annotations

from math import gcd

from .books import CHIP, TICKETS_EACH
from .drawing import drawn
from .events import on
from .playing import in_play


def smallest_due(t):
    """The smallest chip that there should be by now: that of the next level already in the break before it."""
    levels = t.elimination["levels"]
    here = min(t.level + t.paused, len(levels) - 1)
    return max(each.get("smallest") or 0 for each in levels[: here + 1])


def smallest_before(t):
    """The smallest chip so far: the largest that makes up first bank and first level, until one is stated."""
    first = t.elimination["levels"][0]
    posted = [*first["blinds"], first.get("ante", 0), first.get("blind_ante", 0)]
    return t.smallest or gcd(t.said("bank.start", 0), *posted)


@on("chips raced")
def on_chips_raced(t, event):
    due = smallest_due(t) if t.elimination and t.stage == "session" else 0
    t.wants(due > t.smallest, "chips are raced for that are still in play")
    t.wants(event["smallest"] == due, f"the smallest chip is {due} now, not {event['smallest']}")
    t.wants(event["draw"] == t.draws + 1, "draws are not numbered one by one")
    t.draws = event["draw"]
    tables = list(in_play(t))
    t.wants([each["table"] for each in event["races"]] == tables, f"chips are raced for at {tables}, one after another")
    chips = smallest_before(t) * CHIP, due * CHIP
    for race in event["races"]:
        if race["table"] in tables:
            raced(t, race, chips)
    t.smallest = due


def raced(t, race, chips):
    """At one table: odd chips are rounded to larger ones together, and as many people win one each by their tickets."""
    table, (was, larger) = race["table"], chips
    banks = {number: t.entrants[number].bank for number in t.tables[table].seats.values() if t.entrants[number].bank}
    odd = {number: -(-(bank % larger) // was) for number, bank in banks.items() if bank % larger}
    t.wants(dict(race["odd"]) == odd, f"{table}: odd chips are {odd}, not {dict(race['odd'])}")
    parts = sum(bank % larger for bank in banks.values())
    whole = parts // larger + (2 * (parts % larger) >= larger)
    won = list(race["won"])
    t.wants(len(set(won)) == len(won) == min(whole, len(odd)), f"{table}: {min(whole, len(odd))} chips are won")
    t.wants(set(won) <= set(odd), f"{table}: somebody wins who has no odd chips")
    if t.seed:
        tickets = [number * TICKETS_EACH + nth for number, many in odd.items() for nth in range(many)]
        order = list(dict.fromkeys(each // TICKETS_EACH for each in drawn(t.seed, t.draws, tickets)))
        t.wants(won == order[:whole], f"{table}: the race for odd chips came out otherwise")
    after = {number: (bank - bank % larger + larger * (number in won)) or larger for number, bank in banks.items()}
    t.wants(dict(race["banks"]) == after, f"{table}: after the race they have {after}, not {dict(race['banks'])}")
    more = sum(bank - t.entrants[number].bank for number, bank in race["banks"])
    t.issued += max(0, more)
    t.withdrawn += max(0, -more)
    for number, bank in race["banks"]:
        entrant = t.entrants[number]
        if bank != entrant.bank and entrant.plays in t.there[table]:
            t.coloured[table][entrant.plays, bank] += 1
            t.there[table][entrant.plays] = bank
        entrant.bank = bank
