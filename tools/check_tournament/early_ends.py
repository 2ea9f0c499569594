"""Tables that end before their time: settled who goes on, or agreed."""

from __future__ import annotations

from .books import ENDLESS
from .buying import may_come_back
from .events import on


@on("end agreed")
def on_end_agreed(t, event):
    entrant = t.entrant(event["entrant"])
    t.wants(t.said("bank.afterwards") == "cash", "chips are not worth cash")
    t.wants(entrant.table == event["table"], "somebody agrees for another table")
    t.tables[event["table"]].agreed.add(entrant.number)


def ends_early(t, table):
    """Settled who goes on and, where chips are cash, agreed (MM, BJ); or one of the two (TCP, CP)."""
    here = t.tables[table]
    t.wants(t.said("structure.early_end") is not False, "the conditions end no table early")
    settled = is_settled(t, table)
    cash = t.said("bank.afterwards") == "cash"
    agreed = cash and set(here.seats.values()) <= here.agreed
    besides = settled and (agreed or not cash)
    fits = besides if t.book["agreed_besides"] else settled or agreed
    t.wants(fits, f"play at {table} ends early without cause")


def reach(t, entrant):
    """The least and the most that somebody may end the session with."""
    here = t.tables[entrant.table]
    hands = t.round().get("hands")
    left = 0 if here.finished else None if hands is None else max(0, hands - here.hands)
    back = may_come_back(t, entrant) or (entrant.number in t.never_came and left != 0)
    if left == 0 or (entrant.bank == 0 and not back):
        return entrant.bank, entrant.bank
    if back or left is None or here.lost is None or here.won is None:
        return 0, ENDLESS
    return max(0, entrant.bank - left * here.lost), entrant.bank + left * here.won


def is_settled(t, table):
    """Whether nothing that is left to play changes who goes on from a table."""
    if not t.ends_round() and not t.apart():
        return False
    ranges = {each.number: reach(t, each) for each in t.in_session()}
    mine = [number for number in t.tables[table].seats.values()]
    if t.final():
        paid = len(t.prizes)
        eligible = {number: each for number, each in ranges.items() if not t.passed_over(t.entrants[number])}
        return all(is_ranked(t, number, eligible, paid) for number in mine if number in eligible)
    best, others = t.going_on()
    mine.sort(key=lambda number: ranges[number][0], reverse=True)
    first, rest = mine[:best], mine[best:]
    if first and rest and min(ranges[x][0] for x in first) <= max(ranges[x][1] for x in rest):
        return False
    if not others:
        return True
    before = [each.bank for each in t.yet_behind()]
    for x in rest:
        low, high = ranges[x]
        above = sum(ranges[y][0] > high for y in rest) + sum(bank > high for bank in before)
        maybe = sum(ranges[y][1] >= low for y in rest if y != x) + sum(bank >= low for bank in before)
        maybe += 0 if t.ends_round() else others
        for name, each in t.tables.items():
            if name != table:
                there = each.seats.values()
                above += max(0, sum(ranges[y][0] > high for y in there) - best)
                maybe += max(0, sum(ranges[y][1] >= low for y in there) - best)
        if not (above >= others or maybe < others):
            return False
    return True


def is_ranked(t, number, ranges, paid):
    """Whether somebody's place is settled, or is surely behind those that are paid."""
    low, high = ranges[number]
    others = [each for other, each in ranges.items() if other != number]
    if sum(each[0] > high for each in others) >= paid:
        return True
    return all(each[0] > high or each[1] < low for each in others)
