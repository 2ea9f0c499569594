"""The tables' own word: what they did is what the tournament says of them."""

from __future__ import annotations

from collections import Counter

from .books import CHIP
from .playing import to_big_blind
from .secret_wagers import Secrets


def table_log(t, name, log):
    """What a table did is what the tournament says that it did."""
    arrived, left, given, coloured, people = Counter(), Counter(), Counter(), Counter(), {}
    stacks, overs, line, posted, secrets = {}, [], None, None, Secrets(t, name)
    for entry in log:
        what = entry["what"]
        if what == "seated":
            if entry["seat"] in people.values() or entry["person"] in people:
                t.fault(f"{name}: two sit in seat {entry['seat']}, or somebody twice")
            people[entry["person"]] = entry["seat"]
            stacks[entry["person"]] = entry["cents"]
            arrived[entry["person"], entry["seat"], entry["cents"]] += 1
        elif what == "taken up":
            secrets.gets_up(entry["person"])
            people.pop(entry["person"], None)
            left[entry["person"], entry["cents"]] += 1
            line = line if people else None  # a table that was empty begins like a new one
            if stacks.pop(entry["person"], None) != entry["cents"]:
                t.fault(f"{name}: person {entry['person']} takes other chips along than they had")
        elif what == "given":
            given[entry["person"], entry["cents"]] += 1
            stacks[entry["person"]] = stacks.get(entry["person"], 0) + entry["cents"]
        elif what == "coloured up":
            coloured[entry["person"], entry["cents"]] += 1
            stacks[entry["person"]] = entry["cents"]
            t.wants(posted is None, f"{name}: chips are exchanged in the middle of a hand")
        elif what in ("secret", "opened", "secret back"):
            secrets.look_into(entry, stacks, posted)
        elif what == "hand begins":
            posted = entry
            secrets.hand_begins()
            if "line" in entry:
                hand_begins(t, name, entry, line, (people, stacks))
                line = entry["line"]
        elif what == "hand over":
            stacks = dict(entry["stacks"])
            overs.append((entry, posted, dict(people)))
            posted = None
            secrets.hand_over(dict(entry["staked"]))
        elif what == "reserved":
            people, stacks, line = {}, {}, None
        elif what == "released" and people:
            t.fault(f"{name} is released with people at it")
    same_as_told(t, name, "sat down", arrived, t.arrived[name])
    same_as_told(t, name, "got up", left, t.left[name])
    same_as_told(t, name, "were given chips", given, t.given[name])
    same_as_told(t, name, "exchanged their odd chips", coloured, t.coloured[name])
    reports = t.reports[name]
    if len(overs) != len(reports):
        t.fault(f"{name}: {len(overs)} hands were over, and {len(reports)} are reported")
        return
    for (entry, began, _), report in zip(overs, reports, strict=True):
        hand_as_told(t, name, entry, began, report)


def sooner_in_truth(t, name, log):
    """How many were moved to a table where a hand had begun, and so paid sooner than the last one over had it."""
    for at, table, seat, occupied, was in t.moved:
        begun = [entry for entry in log if entry["at"] <= at and "line" in entry] if table == name else []
        t.sooner += bool(begun) and to_big_blind(occupied, begun[-1]["line"], seat, 2) < was


def same_as_told(t, name, what, found, wanted):
    if found != wanted:
        more, less = found - wanted, wanted - found
        t.fault(f"{name}: {sorted(more)} {what} there, and it must be {sorted(less)}")


def hand_as_told(t, name, entry, began, report):
    """A hand as the table has it and as it was reported: the banks, and who wagered too little."""
    t.n = report["n"]
    stacks = dict(entry["stacks"])
    banks = {report["plays"][number]: cents for number, cents in report["banks"]}
    t.wants(stacks == banks, f"{name}: the table has other banks than are reported")
    if began and "line" in began:
        t.wants(began["line"] == report["line"], f"{name}: the button or the blinds were elsewhere")
    if t.doc["book"] != "CP" and report["before"] is not None and report["counts"]:
        staked, least = dict(entry["staked"]), t.compulsory()
        for number, bank in report["before"].items():
            person = report["plays"].get(number)
            if person is None:
                continue
            short = staked.get(person, 0) < least <= bank
            t.wants(
                (number in report["short"]) == short,
                f"{name}: entrant {number} wagered {staked.get(person, 0)} of {bank}, and {least} is the least",
            )


def hand_begins(t, name, entry, line, here):
    """The big blind goes on to the next player, and what is posted is what the level has."""
    people, stacks = here
    dealt = dict(entry["dealt"])
    now = entry["line"]
    t.wants(len(dealt) >= 2, f"{name}: a hand of fewer than two")
    for seat, person in dealt.items():
        t.wants(people.get(person) == seat, f"{name}: somebody is dealt in who does not sit there")
    in_hand = sorted(seat for seat, person in dealt.items())
    t.wants(
        in_hand == sorted(s for p, s in people.items() if stacks.get(p, 0) > 0),
        f"{name}: not everybody with chips is dealt in",
    )
    if not t.elimination:
        return
    due = to_big_blind_seat(in_hand, line, len(t.elimination["levels"][0]["blinds"]))
    t.wants(now[-1] == due, f"{name}: the big blind is at {now[-1]}, and due at {due}")
    times = [(at, level) for at, level in t.level_times if at <= entry["at"]]
    may = {times[-1][1]} if times else {0}
    may |= {times[-2][1]} if len(times) > 1 and times[-1][0] == entry["at"] else set()
    levels = [t.elimination["levels"][each] for each in may]
    by_seat = {seat: stacks.get(person, 0) for seat, person in dealt.items()}
    big = [cents for seat, what, cents in entry["posted"] if seat == now[-1] and what == "blind"]
    fits = any(
        big == [level["blinds"][-1] * CHIP]
        or sum(c for s, _, c in entry["posted"] if s == now[-1]) == by_seat.get(now[-1])
        for level in levels
    )
    t.wants(fits, f"{name}: the big blind posted is {big}, which is not that of the level")


def to_big_blind_seat(seats, line, blinds):
    """Where the big blind is due next."""
    if not line:
        return seats[min(blinds, len(seats)) - 1] if len(seats) > 2 else seats[-1]
    ahead = [each for each in seats if each > line[-1]]
    return (ahead or seats)[0]
