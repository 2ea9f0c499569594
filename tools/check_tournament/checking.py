"""The whole document, gone through event by event."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from . import (
    agreeing,
    buying,
    clock,
    early_ends,
    elimination,
    entering,
    finishing,
    founding,
    hands,
    late,
    moving,
    racing,
    results,
    seating,
    sessions,
    ties,
    won,
)
from .at_tables import sooner_in_truth, table_log
from .books import BOOKS
from .events import BY_NAME
from .finishing import may_be_ended
from .standing import Fault, Tournament
from .won import one_entry_for_each_wager

PARTS = (
    founding,
    entering,
    seating,
    sessions,
    buying,
    hands,
    finishing,
    early_ends,
    ties,
    results,
    elimination,
    moving,
    clock,
    late,
    racing,
    won,
    agreeing,
)
"""Each says which events it looks into."""


def check(document):
    """Everything in a document that does not fit, one thing to a line."""
    return checked(document).faults


def checked(document):
    """The tournament of a document as its events leave it, with all that does not fit."""
    t = Tournament(document)
    if document.get("format") != "croupier-tournament" or document.get("version") != 1:
        t.faults.append("this is not a document that this checker knows")
    elif document.get("book") not in BOOKS:
        t.faults.append(f"no book is known by {document.get('book')!r}")
    else:
        go_through(t, document)
    return t


def go_through(t, doc):
    """Every event, and then what is said of the whole."""
    t.book = BOOKS[doc["book"]]
    t.wants(doc["seats"] == t.book["seats"], "the book has another number of seats at a table")
    try:
        for nth, event in enumerate(doc["events"], 1):
            t.wants(event["n"] == nth, "events are not numbered one by one")
            t.n = event["n"]
            t.wants(event["at"] >= t.at, "time goes backwards")
            t.at = event["at"]
            look_into(t, event)
        t.n += 1
        end(t)
    except Fault as fault:
        t.fault(str(fault))
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
        t.fault(f"cannot be followed ({type(error).__name__}: {error})")


def look_into(t, event):
    """One event: is it asked for, is it lawful, and do chips and money come out as it says."""
    what, t.asked_for = event["what"], bool(t.expected)
    if t.expected:
        wanted = t.expected.pop(0)
        if what != wanted["what"]:
            t.fault(f"{wanted['what']!r} must come next, not {what!r}")
            t.expected.clear()
        else:
            for name, value in wanted.items():
                if name != "what" and _plain(event[name]) != _plain(value):
                    t.fault(f"{what}: {name} is {_plain(event[name])}, and must be {_plain(value)}")
    elif what == t.allowed:
        pass
    elif what in ("out", "session played", "hand for hand", "table waits", "places taken"):
        t.fault(f"nothing leads to {what!r}")
    elif what == "table finished" and not event["early"] and not may_be_ended(t, event["table"]):
        t.fault(f"nothing ends play at {event['table']}")
    t.owed, t.allowed = [], None
    look = BY_NAME.get(what)
    if look is None:
        raise Fault(f"nothing is known of {what!r}")
    look(t, event)
    money_moves(t, event)
    chips = event["chips"]
    held = sum(each.bank for each in t.entrants.values())
    t.wants(chips["issued"] == t.issued, f"{chips['issued']} chips issued, and it must be {t.issued}")
    t.wants(chips["withdrawn"] == t.withdrawn, f"{chips['withdrawn']} withdrawn, and it must be {t.withdrawn}")
    t.wants(chips["held"] == held, f"{chips['held']} chips held, and it must be {held}")
    t.wants(t.issued == t.withdrawn + held, "chips are lost or come from nowhere")
    seats_are_each_somebodys(t)


def money_moves(t, event):
    """Money moves as it must with this event, and nothing else does."""
    moved = Counter({})
    for source, target, cents in event.get("money", []):
        t.wants(cents > 0, "money that moves is more than nothing")
        moved[source, target] += cents
        t.account += cents * ((target == "entries") - (source == "entries"))
    owed = Counter({})
    for source, target, cents in t.owed:
        if cents:
            owed[source, target] += cents
    t.wants(moved == owed, f"{_said(moved)} is paid, and it must be {_said(owed)}")
    t.wants(t.account >= 0, "more is paid out than was paid in")


def seats_are_each_somebodys(t):
    """Nobody sits twice, no two in one seat, and every seat exists."""
    if not t.tables:
        return
    found = [(name, seat, number) for name, each in t.tables.items() for seat, number in each.seats.items()]
    numbers = [number for _, _, number in found]
    if len(set(numbers)) < len(numbers):
        t.fault("somebody sits twice")
    most = t.elimination["seats"] if t.elimination else t.book["seats"]
    for name, seat, number in found:
        entrant = t.entrants[number]
        if (entrant.table, entrant.seat) != (name, seat) and t.tie is None:
            t.fault(f"entrant {number} sits at seat {seat} of {name} and elsewhere")
        if not 1 <= seat <= most:
            t.fault(f"there is no seat {seat} at {name}")


def end(t):
    """What the document says of the whole agrees with its events."""
    doc = t.doc
    if t.expected:
        t.fault(f"{t.expected[0]['what']!r} must come next, and nothing does")
    t.wants(doc["stage"] == t.stage, "it stands elsewhere")
    t.wants(doc["conditions"]["digest"] == t.text, "another text is in force")
    t.wants(doc["conditions"]["terms"] == t.terms, "other conditions are in force")
    t.wants(doc["commitment"] == t.commitment, "another commitment was given")
    t.wants(bool(t.seed) == (t.stage == "over"), "the seed is told with the result, and not before")
    if t.seed:
        t.wants(sha256(bytes.fromhex(t.seed)).hexdigest() == t.commitment, "the seed was not committed to")
    if t.stage in ("over", "called off"):
        t.wants(t.account == 0, f"{t.account} cents of what was paid are left")
    if t.stage == "over":
        t.wants(t.issued == t.withdrawn, "chips are still in play")
    names = ("person", "status", "employee", "paid", "bank", "place", "prize", "thing")
    listed = {said["entrant"] for said in doc["entrants"]}
    missing = [each for number, each in t.entrants.items() if number not in listed]
    t.wants(all(each.status == "withdrawn" and not each.paid for each in missing), "an entrant is not listed")
    for said in doc["entrants"]:
        each = t.entrants.get(said["entrant"])
        for name in names:
            if each is None or said[name] != getattr(each, name):
                t.fault(
                    f"entrant {said['entrant']}: {name} is {said[name]!r}, and must be {getattr(each, name, None)!r}"
                )
    one_entry_for_each_wager(t)
    for name, log in doc["tables"].items():
        table_log(t, name, log)
        sooner_in_truth(t, name, log)


def _plain(value):
    """Pairs in whatever order."""
    if isinstance(value, dict):
        value = list(value.items())
    if isinstance(value, list):
        return sorted([list(each) if isinstance(each, tuple) else each for each in value], key=repr)
    return value


def _said(moved):
    return (
        ", ".join(f"{cents} from {source} to {target}" for (source, target), cents in sorted(moved.items()))
        or "nothing"
    )
