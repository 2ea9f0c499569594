#!/usr/bin/env python3
"""Check an exported tournament against its own conditions, the rulebook and the draws that it committed itself to.

It needs nothing but this file, Python 3.11 or later and the document that docs/tournament-export.md describes, and
shares no code with the program that held the tournament:

    python check_tournament.py cup.json

It says what does not fit, one to a line, with the number of the event, and exits with 1 if there is anything.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from hashlib import sha256

CHIP = 100
MINUTE = 60_000
ENDLESS = 10**18

BOOKS = {
    "MM": {"seats": 9, "approved": True, "agreed_besides": True, "released_each_session": True, "employees": False},
    "BJ": {"seats": 9, "approved": True, "agreed_besides": True, "released_each_session": True, "employees": False},
    "TCP": {"seats": 9, "approved": False, "agreed_besides": False, "released_each_session": False, "employees": True},
    "CP": {"seats": 11, "approved": False, "agreed_besides": False, "released_each_session": False, "employees": True},
}
"""What the books say differently: MM 10, BJ 16, TCP 12, CP 12."""
NOTICE_HANDS = 3
"""Hands of notice before a poker table is closed (CP 13.3)."""


class Fault(Exception):
    """The document cannot be followed any further."""


class Entrant:
    """Someone who has entered, as the events leave them."""

    def __init__(self, said, fee, paid):
        self.number, self.person, self.plays = said["entrant"], said["person"], said["person"]
        self.digest, self.fee, self.paid, self.employee = said["digest"], fee, paid, said["employee"]
        self.status, self.bank, self.table, self.seat = "in", 0, "", 0
        self.absent, self.briefed, self.signed = False, set(), set()
        self.bought, self.added, self.place, self.prize, self.thing = 0, False, 0, 0, ""
        self.wanted = None


class Table:
    """A table of the session that is played."""

    def __init__(self):
        self.seats = {}
        self.hands = self.shoes = self.least = 0
        self.line = ()
        self.lost = self.won = None
        self.finished = False
        self.agreed = set()
        self.waits = False
        self.closing = None
        self.after_stop = 0
        """Hands reported since play was to stop: one may have been under way."""


def ticket(seed, number, what):
    """What lies for something in a draw."""
    return sha256(f"{seed}:{number}:{what}".encode()).hexdigest()


def drawn(seed, number, among):
    """The order in which things come out of a draw."""
    return sorted(among, key=lambda each: ticket(seed, number, each))


def digest_of(terms):
    """The digest of the text of conditions."""
    text = json.dumps(terms, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def to_big_blind(occupied, line, seat, blinds):
    """In how many hands the big blind comes to a seat, nobody coming or going; 1 is the next hand.

    It goes from player to player clockwise. In the first hand of a table the button is with the last seat, and the
    last blind so many seats on as there are blinds; of two players the button has it.
    """
    seats = sorted({*occupied, seat})
    if line:
        ahead = [each for each in seats if each > line[-1]] + [each for each in seats if each <= line[-1]]
    else:
        first = min(blinds, len(seats)) - 1 if len(seats) > 2 else len(seats) - 1
        ahead = seats[first:] + seats[:first]
    return ahead.index(seat) + 1


class Checker:
    """One tournament, gone through event by event."""

    def __init__(self, document):
        self.doc = document
        self.faults = []
        self.n = 0
        self.at = 0
        self.terms, self.text, self.next = {}, "", None
        self.approved = self.available = ""
        self.inspectors = self.leave = self.must_sign = False
        self.director, self.deputies, self.present = None, set(), set()
        self.stage = "draft"
        self.entrants = {}
        self.turned_away = set()
        self.commitment = ""
        self.seed = document.get("seed")
        self.draws = 0
        self.placings = []
        self.named, self.reserved = [], []
        self.starts = []
        self.played = 0
        self.tables = {}
        self.opened = 0
        self.through, self.behind = [], []
        self.tie, self.broken = None, []
        self.level = self.elapsed = 0
        self.since, self.paused = None, False
        self.level_times = []
        self.by_hand, self.together = False, None
        self.issued = self.withdrawn = 0
        self.account = 0
        self.expected = []
        self.moves = self.kept = self.sooner = 0
        self.moved = []
        self.result = None
        self.arrived, self.left = defaultdict(Counter), defaultdict(Counter)
        self.given = defaultdict(Counter)
        self.there = defaultdict(dict)
        self.reports = defaultdict(list)

    # What is said of the document.

    def fault(self, words):
        """Note that something does not fit."""
        self.faults.append(f"event {self.n}: {words}")

    def wants(self, true, words):
        """Note it unless this is so."""
        if not true:
            self.fault(words)

    def run(self):
        """Go through the whole document and say what does not fit."""
        doc = self.doc
        if doc.get("format") != "croupier-tournament" or doc.get("version") != 1:
            return ["this is not a document that this checker knows"]
        self.book = BOOKS.get(doc.get("book"))
        if self.book is None:
            return [f"no book is known by {doc.get('book')!r}"]
        self.wants(doc["seats"] == self.book["seats"], "the book has another number of seats at a table")
        try:
            for nth, event in enumerate(doc["events"], 1):
                self.wants(event["n"] == nth, "events are not numbered one by one")
                self.n = event["n"]
                self.wants(event["at"] >= self.at, "time goes backwards")
                self.at = event["at"]
                self.event(event)
            self.n += 1
            self.end()
        except Fault as fault:
            self.fault(str(fault))
        except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
            self.fault(f"cannot be followed ({type(error).__name__}: {error})")
        return self.faults

    def event(self, event):
        """One event: is it asked for, is it lawful, and do chips and money come out as it says."""
        what = event["what"]
        if self.expected:
            wanted = self.expected.pop(0)
            if what != wanted["what"]:
                self.fault(f"{wanted['what']!r} must come next, not {what!r}")
                self.expected.clear()
            else:
                for name, value in wanted.items():
                    if name != "what" and _plain(event[name]) != _plain(value):
                        self.fault(f"{what}: {name} is {_plain(event[name])}, and must be {_plain(value)}")
        elif what in ("out", "session played", "hand for hand", "table waits", "places taken"):
            self.fault(f"nothing leads to {what!r}")
        elif what == "table finished" and not event["early"]:
            self.fault(f"nothing ends play at {event['table']}")
        self.owed = []
        handler = getattr(self, "on_" + what.replace(" ", "_").replace("-", "_"), None)
        if handler is None:
            raise Fault(f"nothing is known of {what!r}")
        handler(event)
        self.money(event)
        chips = event["chips"]
        held = sum(each.bank for each in self.entrants.values())
        self.wants(chips["issued"] == self.issued, f"{chips['issued']} chips issued, and it must be {self.issued}")
        self.wants(
            chips["withdrawn"] == self.withdrawn, f"{chips['withdrawn']} withdrawn, and it must be {self.withdrawn}"
        )
        self.wants(chips["held"] == held, f"{chips['held']} chips held, and it must be {held}")
        self.wants(self.issued == self.withdrawn + held, "chips are lost or come from nowhere")
        self.seats_are_each_somebodys()

    def money(self, event):
        """Money moves as it must with this event, and nothing else does."""
        moved = Counter({})
        for source, target, cents in event.get("money", []):
            self.wants(cents > 0, "money that moves is more than nothing")
            moved[source, target] += cents
            self.account += cents * ((target == "entries") - (source == "entries"))
        owed = Counter({})
        for source, target, cents in self.owed:
            if cents:
                owed[source, target] += cents
        self.wants(moved == owed, f"{_said(moved)} is paid, and it must be {_said(owed)}")
        self.wants(self.account >= 0, "more is paid out than was paid in")

    def seats_are_each_somebodys(self):
        """Nobody sits twice, no two in one seat, and every seat exists."""
        if not self.tables:
            return
        found = [(name, seat, number) for name, each in self.tables.items() for seat, number in each.seats.items()]
        numbers = [number for _, _, number in found]
        if len(set(numbers)) < len(numbers):
            self.fault("somebody sits twice")
        most = self.elimination["seats"] if self.elimination else self.book["seats"]
        for name, seat, number in found:
            entrant = self.entrants[number]
            if (entrant.table, entrant.seat) != (name, seat) and self.tie is None:
                self.fault(f"entrant {number} sits at seat {seat} of {name} and elsewhere")
            if not 1 <= seat <= most:
                self.fault(f"there is no seat {seat} at {name}")

    # The conditions.

    def said(self, path, otherwise=None):
        """What the conditions say at a path such as bank.start."""
        found = self.terms
        for name in path.split("."):
            if not isinstance(found, dict) or name not in found:
                return otherwise
            found = found[name]
        return found

    @property
    def rounds(self):
        return self.said("structure.rounds", [])

    @property
    def elimination(self):
        """How it eliminates, with what is left out filled in."""
        found = self.said("structure.elimination")
        if found is None:
            return None
        silent = {
            "seats": 9,
            "winners": 1,
            "late_levels": 0,
            "re_entries": 0,
            "re_buys": 0,
            "re_buy_levels": 0,
            "add_on": None,
            "apart": 1,
            "hand_for_hand": True,
            "redraw": True,
            "announced_order": False,
            "shoot_out": False,
        }
        return {**silent, **found}

    @property
    def prizes(self):
        return self.said("prizes.places", [])

    @property
    def start(self):
        return self.said("bank.start", 0) * CHIP

    def place(self):
        """The round that is played or comes next, and the session in it, both from 0."""
        left = self.played
        for number, each in enumerate(self.rounds):
            if left < each.get("sessions", 1):
                return number, left
            left -= each.get("sessions", 1)
        raise Fault("all rounds have been played")

    def round(self):
        return self.rounds[self.place()[0]]

    def final(self):
        return self.place()[0] == len(self.rounds) - 1

    def ends_round(self):
        return self.place()[1] == self.round().get("sessions", 1) - 1

    def apart(self):
        """Whether everyone plays in one session of the round, and not in all of them."""
        return bool(self.round().get("apart"))

    def yet_behind(self):
        """Those who have played in an earlier session of the round, and did not go on from their table."""
        return [self.entrants[number] for number in self.behind if self.entrants[number].status == "in"]

    def going_on(self):
        """How many go on from each table of the round, and how many others."""
        progress = self.round().get("progress")
        if not isinstance(progress, dict):
            return 0, 0
        return progress.get("each_table") or 0, progress.get("others", 0)

    def compulsory(self):
        said = self.said("wagers.compulsory")
        return (said.get("least") or 0) * CHIP if isinstance(said, dict) else 0

    def least_bank(self, table):
        return max(self.compulsory(), self.tables[table].least if table in self.tables else 0, 1)

    def alive(self):
        return [each for each in self.entrants.values() if each.status == "in"]

    def entrant(self, number, status="in"):
        found = self.entrants.get(number)
        if found is None:
            raise Fault(f"there is no entrant {number}")
        self.wants(status is None or found.status == status, f"entrant {number} is {found.status}")
        return found

    def in_session(self):
        return [self.entrants[number] for each in self.tables.values() for _, number in sorted(each.seats.items())]

    # Before play.

    def in_force(self, terms, digest):
        self.terms, self.text, self.next = terms, digest, None
        ahead = timedelta(minutes=self.said("details.clock_minutes", 0))
        self.starts = []
        for each in self.said("details.starts", []):
            there = datetime.strptime(each["at"], "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
            self.starts.append(round((there - ahead).timestamp() * 1000))

    def on_conditions(self, event):
        self.wants(digest_of(event["terms"]) == event["digest"], "the digest is not that of the text")
        self.wants(not self.tables and not self.played, "conditions change after play has begun")
        waits = not self.book["approved"] and self.stage != "draft"
        self.wants(event["waits"] == waits, "a change after entries have opened waits until the regulator is told")
        if event["waits"]:
            self.next = (event["terms"], event["digest"])
        else:
            self.in_force(event["terms"], event["digest"])

    def on_approved(self, event):
        self.wants(event["digest"] == self.text, "another text is approved than the one in force")
        self.approved = event["digest"]

    def on_available(self, event):
        self.wants(event["digest"] == self.text, "another text is available than the one in force")
        self.available = event["digest"]

    def on_inspectors_told(self, event):
        self.inspectors = True

    def on_regulator_told(self, event):
        if self.next is None:
            raise Fault("there is no change to tell the regulator of")
        self.wants(event["digest"] == self.next[1], "the regulator is told of another text")
        self.in_force(*self.next)
        self.available = self.text

    def on_director(self, event):
        self.no_player(event["person"])
        self.present.discard(self.director)
        self.director = event["person"]

    def on_deputy(self, event):
        self.wants(self.doc["book"] != "MM", "this book knows no deputies")
        self.no_player(event["person"])
        self.deputies.add(event["person"])

    def no_player(self, person):
        self.wants(all(each.plays != person for each in self.alive()), "whoever has charge plays in it")

    def on_presence(self, event):
        self.wants(event["person"] in {self.director, *self.deputies}, "somebody comes who has no charge of it")
        (self.present.add if event["there"] else self.present.discard)(event["person"])
        self.stopping()

    def on_entries_opened(self, event):
        self.wants(self.stage == "draft", "entries are opened twice")
        if not self.book["approved"]:
            self.wants(self.available == self.text, "entries open before the conditions are available")
            self.wants(self.inspectors, "entries open before the inspectors are told")
        self.commitment = event["commitment"]
        self.stage = "entries"

    def on_entered(self, event):
        number, person = event["entrant"], event["person"]
        self.wants(number == max(self.entrants, default=0) + 1, "entrants are not numbered one by one")
        late = self.stage == "session" and self.elimination and self.level < self.elimination["late_levels"]
        self.wants(self.stage == "entries" or late, "somebody enters when no entries are taken")
        self.wants(event["digest"] == self.text, "somebody enters under another text than the one in force")
        self.wants(person not in self.turned_away, "somebody enters who was turned away")
        self.wants(person not in {self.director, *self.deputies}, "whoever has charge enters")
        mine = [each for each in self.entrants.values() if each.person == person]
        self.wants(all(each.status != "in" for each in mine), "somebody is entered twice")
        again = [each for each in mine if each.status != "withdrawn"]
        if again:
            may = self.elimination and all(each.status == "out" for each in mine)
            may = may and len(mine) <= self.elimination["re_entries"]
            self.wants(may, "somebody enters again who may not")
        most = self.said("details.most")
        self.wants(most is None or len(self.alive()) < most, "more enter than may")
        if event["employee"]:
            may = self.book["employees"] and self.said("entry.employees") and self.leave
            self.wants(may, "somebody who works for the house enters without leave")
        fee, buy_in = int(self.said("details.fee") or 0), int(self.said("details.buy_in") or 0)
        self.wants(event["fee"] == fee, f"the entry fee is {fee}")
        self.owed = [(f"person {person}", "entries", fee + buy_in)]
        for each in self.entrants.values():
            each.place += bool(each.place)
        self.entrants[number] = Entrant(event, fee, fee + buy_in)

    def on_withdrawn(self, event):
        entrant = self.entrant(event["entrant"])
        self.wants(not self.tables and not self.played, "somebody withdraws after play has begun")
        begins = min(self.starts, default=self.at)
        free = self.at <= begins - self.said("entry.free_minutes", 0) * MINUTE
        older = not self.book["approved"] and entrant.digest != self.text
        self.pays_back(entrant, entrant.paid if free or older else 0)

    def pays_back(self, entrant, back):
        self.owed.append(("entries", f"person {entrant.person}", back))
        entrant.status = "withdrawn"
        entrant.paid -= back
        entrant.fee = entrant.fee if entrant.paid else 0
        self.placings = [each for each in self.placings if each[0] != entrant.number]

    def on_turned_away(self, event):
        self.wants(self.said("entry.refusing"), "the right to refuse was not reserved")
        self.wants(not self.tables and not self.played, "somebody is turned away after play has begun")
        self.turned_away.add(event["person"])
        if event["entrant"]:
            entrant = self.entrant(event["entrant"])
            self.wants(entrant.person == event["person"], "another person is turned away")
            self.pays_back(entrant, entrant.paid)

    def on_leave_for_employees(self, event):
        self.wants(self.book["employees"] and self.said("entry.employees"), "nobody of the house may enter")
        self.leave = True

    def on_entries_closed(self, event):
        self.wants(self.stage == "entries", "entries are closed that are not open")
        self.wants(event["entrants"] == len(self.alive()), "another number has entered")
        self.wants(len(self.alive()) >= self.said("details.least", 1), "fewer have entered than must")
        self.stage = "ready"

    def on_called_off(self, event):
        self.wants(not self.tables and not self.played, "it is called off after play has begun")
        for each in self.entrants.values():
            self.owed.append(("entries", f"person {each.person}", each.paid))
            each.paid = 0
            if each.status == "in":
                each.status = "withdrawn"
        self.stage = "called off"

    def on_briefed(self, event):
        for number, person in zip(event["entrants"], event["people"], strict=True):
            entrant = self.entrant(number)
            self.wants(person == entrant.plays, f"somebody is briefed who does not play for entrant {number}")
            entrant.briefed.add(person)

    def on_shown_the_game(self, event):
        self.wants(not self.tables and not self.played, "the game is shown after play has begun")

    def on_signatures_asked_for(self, event):
        self.must_sign = True

    def on_signed(self, event):
        entrant = self.entrant(event["entrant"])
        self.wants(event["person"] == entrant.plays, "somebody signs who does not play")
        entrant.signed.add(event["person"])

    def on_substitute_named(self, event):
        self.wants(self.said("conduct.substitutes"), "the conditions allow no substitutes")
        self.wants(event["person"] not in self.turned_away, "somebody is named who was turned away")
        self.wants(all(each.plays != event["person"] for each in self.alive()), "somebody is named who plays already")
        self.entrant(event["entrant"]).wanted = event["person"]

    def on_substitute_plays(self, event):
        entrant = self.entrant(event["entrant"])
        self.wants(entrant.wanted == event["person"], "somebody plays who was not named")
        entrant.wanted = None
        was, entrant.plays = entrant.plays, event["person"]
        if self.leaves(entrant.table, was):
            self.comes(entrant, entrant.bank)

    def on_tables_named(self, event):
        self.wants(self.stage not in ("session", "counting"), "tables are named in the middle of a session")
        self.wants(len(set(event["tables"])) == len(event["tables"]) > 0, "a table is named twice, or none is")
        self.wants(set(self.reserved) <= set(event["tables"]), "a table is left out that is reserved")
        self.named, self.placings = event["tables"], []

    def on_seats_drawn(self, event):
        self.wants(self.stage == "ready", "seats are drawn when no session is next")
        self.wants(not self.placings, "seats are drawn twice")
        have_played = {*self.through, *self.behind}
        among = [each.number for each in self.alive() if each.number not in have_played]
        self.wants(sorted(event["order"]) == sorted(among), "others are drawn for than those who are in")
        self.draw(event["draw"], event["order"], among)
        now = len(among)
        if self.apart():
            now = -(-now // (self.round().get("sessions", 1) - self.place()[1]))
        at_most = self.elimination["seats"] if self.elimination else self.book["seats"]
        many = self.round().get("tables") or -(-now // at_most)
        used = self.named[: min(many, now)]
        self.wants(len(used) == min(many, now), "too few tables are named")
        dealt = [[each, used[k % len(used)], k // len(used) + 1] for k, each in enumerate(event["order"][:now])]
        self.wants(dealt == event["placings"], "seats are not dealt round the tables in the order drawn")
        self.wants(all(1 <= seat <= at_most for _, _, seat in event["placings"]), "somebody draws a seat that is none")
        self.placings = event["placings"]

    def draw(self, number, order, among):
        """A draw comes out as the seed has it, and is the next."""
        self.wants(number == self.draws + 1, "draws are not numbered one by one")
        self.draws = number
        if self.seed:
            self.wants(list(order) == drawn(self.seed, number, among), f"draw {number} came out otherwise")

    def on_start_moved(self, event):
        k = event["session"] - 1
        self.wants(self.played <= k < len(self.starts), "a start is moved that has been")
        self.wants(not (self.tables and k == self.played), "a start is moved that has been")
        self.wants(event["was"] == self.starts[k], "it was to start at another time")
        given = min(event["was"], event["to"]) - self.at
        self.wants(given >= self.said("details.notice_minutes", 30) * MINUTE, "the notice is too short")
        self.wants(set(event["told"]) == {each.plays for each in self.alive()}, "not everybody is told")
        self.starts[k] = event["to"]

    # Sessions.

    def on_session_opened(self, event):
        self.wants(self.stage == "ready", "a session is opened when none is next")
        self.wants((event["round"], event["session"]) == self.place(), "another session is next")
        self.wants(self.present, "nobody is there who has charge")
        if self.book["approved"]:
            self.wants(self.approved == self.text, "the conditions in force are not approved")
        enough = None if self.played else self.said("details.starts_with")
        if self.played < len(self.starts) and (enough is None or len(self.alive()) < enough):
            self.wants(self.at >= self.starts[self.played], "a session begins before its time")
        placings = [each for each in self.placings if self.entrants[each[0]].status == "in"]
        self.wants(placings == event["placings"], "others sit elsewhere than was drawn")
        first = event["session"] == 0 or self.apart()
        anew = first and (event["round"] == 0 or self.said("bank.every_round"))
        banks = dict(event["banks"])
        self.tables, self.opened, self.placings = {}, self.at, []
        self.stage, self.tie, self.broken = "session", None, []
        for number, table, seat in event["placings"]:
            entrant = self.entrant(number)
            if not entrant.absent:
                self.ready(entrant)
            bank = self.start if anew else entrant.bank
            self.wants(banks.get(number) == bank, f"entrant {number} begins with {banks.get(number)}, not {bank}")
            self.becomes(entrant, bank)
            entrant.table, entrant.seat = table, seat
            here = self.tables.setdefault(table, Table())
            self.wants(seat not in here.seats, f"two sit in seat {seat} of {table}")
            here.seats[seat] = number
            if self.elimination or not entrant.absent:
                self.comes(entrant, bank)
        self.wants(len(banks) == len(event["placings"]), "somebody has a bank and no seat")
        self.reserved += [name for name in self.tables if name not in self.reserved]
        if self.elimination:
            self.level, self.elapsed, self.since, self.paused = 0, 0, self.at, False
            self.level_times.append((self.at, 0))
            self.by_hand, self.together = False, None

    def ready(self, entrant):
        """Whoever sits down has been briefed, and has signed if that was asked."""
        self.wants(entrant.plays in entrant.briefed, f"entrant {entrant.number} plays without having been briefed")
        self.wants(not self.must_sign or entrant.plays in entrant.signed, f"entrant {entrant.number} has not signed")

    def becomes(self, entrant, bank):
        """Another bank: the difference is given out, or goes out of play."""
        change = bank - entrant.bank
        self.issued += max(0, change)
        self.withdrawn += max(0, -change)
        entrant.bank = bank

    def comes(self, entrant, cents):
        """Somebody sits down at a table with chips."""
        self.sits(entrant.table, entrant.plays, entrant.seat, cents)

    def sits(self, table, person, seat, cents):
        """Somebody sits down in a seat with chips."""
        self.arrived[table][person, seat, cents] += 1
        self.there[table][person] = cents

    def leaves(self, table, person):
        """Somebody gets up from a table with the chips in front of them, if they sit there."""
        if person not in self.there[table]:
            return False
        self.left[table][person, self.there[table].pop(person)] += 1
        return True

    def has_more(self, table, person, cents):
        """Somebody is given chips at a table, if they sit there."""
        if person in self.there[table] and cents > 0:
            self.given[table][person, cents] += 1
            self.there[table][person] += cents

    def on_absence(self, event):
        entrant = self.entrant(event["entrant"])
        self.wants(entrant.absent != event["absent"], "somebody is as absent as before")
        entrant.absent = event["absent"]
        if self.tables and entrant.table and not event["absent"]:
            self.ready(entrant)
            if entrant.plays not in self.there[entrant.table]:
                self.comes(entrant, entrant.bank)

    def on_penalised(self, event):
        self.entrant(event["entrant"])
        self.wants(self.said("conduct.penalised"), "the conditions name no penalties")

    def on_gone(self, event):
        entrant = self.entrant(event["entrant"])
        self.wants(event["status"] in ("disqualified", "retired"), "somebody is gone in another way")
        self.wants(self.stage in ("ready", "session") and self.tie is None, "somebody goes when nobody may")
        table = entrant.table
        self.leaves(table, entrant.plays)
        if table in self.tables:
            self.tables[table].seats.pop(entrant.seat)
        self.placings = [each for each in self.placings if each[0] != entrant.number]
        self.becomes(entrant, 0)
        entrant.status, entrant.table, entrant.seat = event["status"], "", 0
        waited_for = [name for name, each in self.can_play().items() if name != table and not each.waits]
        deferred = self.by_hand and self.together is not None and waited_for
        if self.elimination and self.elimination["shoot_out"]:
            if table in self.tables and not self.tables[table].finished and self.table_won(table):
                self.finishes(table)
        elif self.elimination and self.tables and self.won() and not deferred:
            self.finishes(self.where_somebody_sits(table), won=True)
        here = self.tables.get(table)
        if not (self.elimination or here is None or here.finished or self.somebody_plays_on(table)):
            self.finishes(table)

    def may_come_back(self, entrant):
        """Whether somebody without chips may buy more."""
        if self.elimination:
            in_time = self.level < self.elimination["re_buy_levels"]
            return in_time and entrant.bought < self.elimination["re_buys"]
        said = self.said("structure.buy_back")
        if not isinstance(said, dict) or self.played or entrant.table not in self.tables:
            return False
        here = self.tables[entrant.table]
        in_time = not here.finished and (said.get("hands") is None or here.hands < said["hands"])
        return in_time and entrant.bought < (said.get("most") or 1)

    def on_bought_back(self, event):
        entrant = self.entrant(event["entrant"])
        self.wants(self.stage == "session", "chips are bought when no session is played")
        enough = self.start + 1 if self.elimination else self.least_bank(entrant.table)
        self.wants(entrant.bank < enough, "somebody buys back in who has chips")
        self.wants(self.may_come_back(entrant), "somebody buys back in who may not")
        said = self.said("structure.buy_back")
        chips = said.get("chips", 0) * CHIP if isinstance(said, dict) and not self.elimination else 0
        self.buys(entrant, event, chips or self.start, int(self.said("details.re_buy") or 0))
        entrant.bought += 1

    def on_add_on(self, event):
        entrant = self.entrant(event["entrant"])
        said = self.elimination
        self.wants(said and said["add_on"], "the conditions know no add-on")
        self.wants(self.paused and self.level == said["re_buy_levels"] - 1, "an add-on is bought at another time")
        self.wants(not entrant.added, "somebody buys the add-on twice")
        self.buys(entrant, event, said["add_on"] * CHIP, int(self.said("details.add_on") or 0))
        entrant.added = True

    def buys(self, entrant, event, chips, price):
        self.wants(event["cents"] == chips, f"{event['cents']} chips are bought, not {chips}")
        self.owed = [(f"person {entrant.person}", "entries", price)]
        entrant.paid += price
        self.becomes(entrant, entrant.bank + event["cents"])
        self.has_more(entrant.table, entrant.plays, event["cents"])

    # Hands.

    def stopping(self):
        """From now on only hands that are under way are finished, or play goes on."""
        for each in self.tables.values():
            each.after_stop = 0

    def on_hand(self, event):
        table = event["table"]
        if table not in self.tables:
            raise Fault(f"a hand at {table}, which does not belong to the session")
        here, banks = self.tables[table], dict(event["banks"])
        for number, bank in banks.items():
            if self.entrants[number].plays in self.there[table]:
                self.there[table][self.entrants[number].plays] = bank
        self.reports[table].append(event)
        if self.tie is not None and self.tie["table"] == table:
            self.extra_hand(event, banks)
            return
        stopped = (
            self.stage != "session"
            or not self.present
            or self.paused
            or (self.elimination and self.since is None)
            or here.finished
        )
        if stopped:
            here.after_stop += 1
            self.wants(here.after_stop == 1, "a hand begins while play waits")
        self.wants(not here.waits, f"a hand is played at {table}, which waits")
        before = {number: self.entrants[number].bank for number in here.seats.values()}
        self.wants(set(banks) <= set(before), f"somebody has chips at {table} who does not sit there")
        if self.doc["book"] == "CP":
            lost = sum(before[number] for number in banks if number in before) - sum(banks.values())
            self.wants(not lost, f"chips are lost or won from nobody in a hand at {table}")
        won = 0
        for number, bank in banks.items():
            self.wants(bank >= 0, "somebody has less than nothing")
            change = bank - before.get(number, 0)
            self.wants(here.lost is None or -change <= here.lost, f"entrant {number} lost more than one can")
            self.wants(here.won is None or change <= here.won, f"entrant {number} won more than one can")
            won += change
            if number in self.entrants:
                self.entrants[number].bank = bank
        self.issued += max(0, won)
        self.withdrawn += max(0, -won)
        event["before"] = before
        here.hands += event["counts"]
        here.shoes += event["shoe"]
        here.least, here.line = event["least"], event["line"]
        here.lost, here.won = event["most_lost"], event["most_won"]
        if self.elimination and self.stage == "session":
            self.after_poker(table, before)
        elif not self.elimination:
            self.after_hand(table)

    def after_hand(self, table):
        """Play at a table ends with its hands, shoes or minutes, or when nobody there can play on."""
        here, length = self.tables[table], self.round()
        over = (
            (length.get("hands") is not None and here.hands >= length["hands"])
            or (length.get("shoes") is not None and here.shoes >= length["shoes"])
            or (length.get("minutes") is not None and self.at >= self.opened + length["minutes"] * MINUTE)
            or not self.somebody_plays_on(table)
        )
        if over and not here.finished:
            self.finishes(table)

    def somebody_plays_on(self, table):
        """Whether anybody at a table can wager in the next hand, or come back to do so."""
        there = [self.entrants[number] for number in self.tables[table].seats.values()]
        return any(each.bank >= self.least_bank(table) or self.may_come_back(each) for each in there)

    def finishes(self, table, won=False):
        self.expected.append({"what": "table finished", "table": table, "early": False})
        if won or all(each.finished for name, each in self.tables.items() if name != table):
            self.expected.append({"what": "session played"})

    def on_table_finished(self, event):
        here = self.tables[event["table"]]
        self.wants(not here.finished, "play ends twice at one table")
        if event["early"]:
            self.ends_early(event["table"])
        here.finished, here.after_stop = True, 0
        last = all(each.finished for each in self.tables.values())
        if event["early"] and last:
            self.expected = [{"what": "session played"}]

    def on_session_played(self, event):
        self.stage = "counting"

    def on_end_agreed(self, event):
        entrant = self.entrant(event["entrant"])
        self.wants(self.said("bank.afterwards") == "cash", "chips are not worth cash")
        self.wants(entrant.table == event["table"], "somebody agrees for another table")
        self.tables[event["table"]].agreed.add(entrant.number)

    # Ending early.

    def ends_early(self, table):
        """Settled who goes on and, where chips are cash, agreed (MM, BJ); or one of the two (TCP, CP)."""
        here = self.tables[table]
        self.wants(self.said("structure.early_end") is not False, "the conditions end no table early")
        settled = self.settled(table)
        cash = self.said("bank.afterwards") == "cash"
        agreed = cash and set(here.seats.values()) <= here.agreed
        besides = settled and (agreed or not cash)
        fits = besides if self.book["agreed_besides"] else settled or agreed
        self.wants(fits, f"play at {table} ends early without cause")

    def range(self, entrant):
        """The least and the most that somebody may end the session with."""
        here = self.tables[entrant.table]
        hands = self.round().get("hands")
        left = 0 if here.finished else None if hands is None else max(0, hands - here.hands)
        back = self.may_come_back(entrant)
        if left == 0 or (entrant.bank == 0 and not back):
            return entrant.bank, entrant.bank
        if back or left is None or here.lost is None or here.won is None:
            return 0, ENDLESS
        return max(0, entrant.bank - left * here.lost), entrant.bank + left * here.won

    def settled(self, table):
        """Whether nothing that is left to play changes who goes on from a table."""
        if not self.ends_round() and not self.apart():
            return False
        ranges = {each.number: self.range(each) for each in self.in_session()}
        mine = [number for number in self.tables[table].seats.values()]
        if self.final():
            paid = len(self.prizes)
            eligible = {number: each for number, each in ranges.items() if not self.entrants[number].employee}
            return all(self.ranked(number, eligible, paid) for number in mine if number in eligible)
        best, others = self.going_on()
        mine.sort(key=lambda number: ranges[number][0], reverse=True)
        first, rest = mine[:best], mine[best:]
        if first and rest and min(ranges[x][0] for x in first) <= max(ranges[x][1] for x in rest):
            return False
        if not others:
            return True
        before = [each.bank for each in self.yet_behind()]
        for x in rest:
            low, high = ranges[x]
            above = sum(ranges[y][0] > high for y in rest) + sum(bank > high for bank in before)
            maybe = sum(ranges[y][1] >= low for y in rest if y != x) + sum(bank >= low for bank in before)
            maybe += 0 if self.ends_round() else others
            for name, each in self.tables.items():
                if name != table:
                    there = each.seats.values()
                    above += max(0, sum(ranges[y][0] > high for y in there) - best)
                    maybe += max(0, sum(ranges[y][1] >= low for y in there) - best)
            if not (above >= others or maybe < others):
                return False
        return True

    def ranked(self, number, ranges, paid):
        """Whether somebody's place is settled, or is surely behind those that are paid."""
        low, high = ranges[number]
        others = [each for other, each in ranges.items() if other != number]
        if sum(each[0] > high for each in others) >= paid:
            return True
        return all(each[0] > high or each[1] < low for each in others)

    # Ties.

    def open_tie(self):
        """The first tie that decides who goes on or who is paid what, and is not broken yet."""
        if not self.ends_round() and not self.apart():
            return None
        if self.final():
            return self.prize_tie()
        best, others = self.going_on()
        for name, each in self.tables.items():
            found = self.cut([self.entrants[number] for number in each.seats.values()], best, name)
            if found is not None and not any(tie["of"] == name for tie in self.broken):
                return found
        if not self.ends_round():
            return None
        rest = [each for each in self.in_session() if each.number not in self.table_winners()]
        found = self.cut([*self.yet_behind(), *rest], others, "")
        return None if any(tie["of"] == "" for tie in self.broken) else found

    def cut(self, entrants, places, of):
        """The equal banks on both sides of the last place."""
        banks = sorted((each.bank for each in entrants), reverse=True)
        if not 0 < places < len(banks) or banks[places - 1] != banks[places]:
            return None
        among = sorted(each.number for each in entrants if each.bank == banks[places])
        return {"of": of, "among": among, "places": places - sum(b > banks[places] for b in banks), "ordered": False}

    def first_of(self, entrants, places, of):
        """The first so many of these, equal banks as the tie about them was broken."""
        order = next((tie["order"] for tie in self.broken if tie["of"] == of), [])
        ranked = sorted(
            entrants,
            key=lambda each: (-each.bank, order.index(each.number) if each.number in order else len(order)),
        )
        return [each.number for each in ranked[:places]]

    def table_winners(self):
        best = self.going_on()[0]
        found = []
        for name, each in self.tables.items():
            found += self.first_of([self.entrants[number] for number in each.seats.values()], best, name)
        return found

    def prize_tie(self):
        """The first equal banks whose places are paid differently; none where such prizes are shared."""
        if self.said("prizes.ties") == "shared":
            return None
        eligible = [each for each in self.in_session() if not each.employee]
        prizes, place = self.prizes, 0
        for bank in sorted({each.bank for each in eligible}, reverse=True):
            among = sorted(each.number for each in eligible if each.bank == bank)
            paid = [prizes[k] if k < len(prizes) else None for k in range(place, place + len(among))]
            broken = any(tie["among"] == among for tie in self.broken)
            if any(each != paid[0] for each in paid) and not broken:
                needed = next(k for k in range(len(paid)) if all(each == paid[-1] for each in paid[k:]))
                return {"of": "", "among": among, "places": needed, "ordered": True}
            place += len(among)
        return None

    def same_tie(self, tie):
        """The tie that is broken is the one that matters now."""
        self.wants(self.stage == "counting" and self.tie is None, "a tie is broken at another time")
        found = self.open_tie()
        if found is None:
            raise Fault("a tie is broken that decides nothing")
        told = {name: sorted(tie[name]) if name == "among" else tie[name] for name in found}
        self.wants(told == found, f"the tie that matters is {found}, not {told}")

    def on_extra_hands(self, event):
        tie = event["tie"]
        self.wants(self.said("prizes.ties") == "extra-hands", "ties are not broken by extra hands")
        self.same_tie(tie)
        tied = [self.entrants[number] for number in tie["among"]]
        table = tie["table"]
        theirs = next((each.table for each in tied if each.table), next(iter(self.tables)))
        self.wants(table == (tie["of"] or theirs), "the extra hands are dealt elsewhere")
        bank = tied[0].bank
        if bank < self.least_bank(table):
            bank = self.said("bank.top_up", 0) * CHIP
        self.wants(dict(tie["banks"]) == dict.fromkeys(tie["among"], bank), f"extra hands begin with {bank} each")
        seats = [seat for _, at, seat in event["placings"]]
        self.wants(all(at == table for _, at, _ in event["placings"]), "somebody plays extra hands elsewhere")
        self.wants(len(set(seats)) == len(seats), "two sit in one seat")
        self.wants(all(1 <= seat <= self.book["seats"] for seat in seats), "a seat is none")
        self.wants([number for number, _, _ in event["placings"]] == tie["among"], "others play extra hands")
        self.tie = {**tie, "banks": dict(tie["banks"]), "order": []}
        people = {each.plays for each in tied}
        again = {number for each in self.broken if each["table"] for number in each["among"]}
        people -= {self.entrants[number].plays for number in again}
        for person in [each for each in self.there[table] if each not in people]:
            self.leaves(table, person)
        for number, _, seat in event["placings"]:
            entrant = self.entrants[number]
            if entrant.plays in self.there[table]:
                self.has_more(table, entrant.plays, bank - entrant.bank)
                has = self.there[table][entrant.plays]
                self.wants(has == bank, f"entrant {number} has {has} at the table, and {bank} for the extra hands")
            else:
                self.leaves(entrant.table, entrant.plays)
                self.sits(table, entrant.plays, seat, bank)

    def extra_hand(self, event, banks):
        """Whoever is alone in front takes the place; the others play on."""
        tie = self.tie
        self.wants(set(banks) <= set(tie["among"]), "somebody plays extra hands who is not tied")
        tie["banks"].update(banks)
        event["before"] = None
        order = list(tie["order"])
        left = [number for number in tie["among"] if number not in order]
        while left and len(order) < tie["places"]:
            most = max(tie["banks"][number] for number in left)
            front = [number for number in left if tie["banks"][number] == most]
            fits = not tie["ordered"] and len(order) + len(front) <= tie["places"]
            if len(front) > 1 and not fits:
                break
            order += front
            left = [number for number in left if number not in front]
        if len(order) >= tie["places"] or len(left) == 1:
            self.expected = [{"what": "tie broken"}]
            self.told = [*order, *left]
            return
        top_up, least = self.said("bank.top_up"), self.least_bank(tie["table"])
        fresh = {}
        if top_up is not None and all(tie["banks"][number] < least for number in left):
            fresh = dict.fromkeys(left, top_up * CHIP)
        if order != tie["order"] or any(tie["banks"][number] != cents for number, cents in fresh.items()):
            self.expected = [{"what": "places taken"}]
            self.told, self.fresh = order, fresh

    def on_places_taken(self, event):
        was = self.tie
        self.wants(event["tie"]["order"] == self.told, f"told apart are {self.told}")
        new = [number for number in self.told if number not in was["order"]]
        for number in new:
            self.leaves(was["table"], self.entrants[number].plays)
        for number, cents in self.fresh.items():
            self.has_more(was["table"], self.entrants[number].plays, cents - was["banks"][number])
        was["banks"].update(self.fresh)
        self.wants(dict(event["tie"]["banks"]) == was["banks"], "banks of extra hands are not as they were left")
        was["order"] = list(self.told)

    def on_tie_broken(self, event):
        tie = event["tie"]
        if self.tie is not None:
            self.wants(tie["order"] == self.told, f"the extra hands put them in the order {self.told}")
            told = self.told[: self.tie["places"]]
            told = self.told if len(self.told) - len(told) == 1 else told
            for name in ("of", "among", "places", "ordered", "table"):
                self.wants(tie[name] == self.tie[name], f"{name} of a tie changes")
            self.tie = None
        else:
            too_many = len(tie["among"]) > self.book["seats"]
            self.wants(self.said("prizes.ties") != "extra-hands" or too_many, "the tie is broken without extra hands")
            self.same_tie(tie)
            self.draw(self.draws + 1, tie["order"], tie["among"])
            self.wants(sorted(tie["order"]) == sorted(tie["among"]), "others are drawn for than those who are tied")
            told = tie["order"]
        self.broken.append({**tie, "among": sorted(tie["among"]), "told": told})

    # How a session ends.

    def on_session_closed(self, event):
        self.counted()
        self.wants(not (self.final() and self.ends_round()), "the final is closed without a result")
        winners, played = self.table_winners(), [*self.yet_behind(), *self.in_session()]
        if self.ends_round():
            rest = [each for each in played if each.number not in winners]
            through = [number for number in self.through if self.entrants[number].status == "in"]
            on = [*through, *winners, *self.first_of(rest, self.going_on()[1], "")]
        else:
            on = [each.number for each in self.in_session()]
            played = []
        more = self.apart() and not self.ends_round()
        if self.apart():
            said = event.get("through", []) if more else winners
            self.wants(sorted(said) == sorted(winners), f"{sorted(winners)} are through from their tables")
        self.through = [*self.through, *winners] if more else []
        self.behind = [*self.behind, *[number for number in on if number not in winners]] if more else []
        self.wants(sorted(event["going_on"]) == sorted(on), f"{sorted(on)} go on, not {sorted(event['going_on'])}")
        out = [each for each in played if each.number not in on]
        places = {each.number: len(on) + 1 + sum(other.bank > each.bank for other in out) for each in out}
        self.wants(dict(event["places"]) == places, f"places are {places}, not {dict(event['places'])}")
        anew = self.ends_round() and self.said("bank.every_round")
        self.exchange([*out, *[self.entrants[number] for number in on if anew]])
        self.clear(event, self.reserved if self.book["released_each_session"] else [])
        for each in out:
            self.becomes(each, 0)
            each.status, each.place = "out", places[each.number]
        self.played += 1
        self.stage = "ready"

    def exchange(self, leaving):
        """Chips that are worth cash are exchanged next, those of whoever plays with them no longer."""
        if self.said("bank.afterwards") == "cash":
            cents = {each.number: each.bank * self.said("bank.worth", 0) // CHIP for each in leaving}
            self.for_cash = {number: amount for number, amount in cents.items() if amount}
            self.expected = [{"what": "chips exchanged"}] if self.for_cash else []

    def on_chips_exchanged(self, event):
        given = dict(event["cents"])
        self.wants(given == self.for_cash, f"chips are worth {self.for_cash}, not {given}")
        for number, cents in given.items():
            self.owed.append(("house:tournament-chips", f"person {self.entrants[number].person}", cents))
            self.becomes(self.entrants[number], 0)

    def counted(self):
        self.wants(self.stage == "counting" and self.tie is None, "a session is closed that is not over")
        found = self.open_tie()
        self.wants(found is None, f"the tie {found} is not broken")

    def clear(self, event, released):
        """Everybody gets up, and tables serve cash again."""
        for table in self.there:
            for person in list(self.there[table]):
                self.leaves(table, person)
        self.wants(sorted(event["released"]) == sorted(released), "other tables are released than must be")
        self.reserved = [each for each in self.reserved if each not in event["released"]]
        for each in self.entrants.values():
            if each.status == "in":
                each.table, each.seat = "", 0
        self.tables = {}

    def on_result(self, event):
        self.counted()
        self.wants(self.final() and self.ends_round(), "a result is declared before the final is over")
        shared = self.said("prizes.ties") == "shared"
        ranked = self.final_ranking(shared)
        places, ahead = {}, 0
        for group in ranked:
            places.update(dict.fromkeys(group, ahead + 1))
            ahead += len(group)
        self.wants(dict(event["places"]) == places, f"places are {places}, not {dict(event['places'])}")
        pool = self.pool()
        self.wants(event["pool"] == pool, f"the pool is {pool}, not {event['pool']}")
        prizes, things = self.won_by(ranked, pool)
        self.wants(dict(event["prizes"]) == prizes, f"prizes are {prizes}, not {dict(event['prizes'])}")
        self.wants(dict(event["things"]) == things, f"things won are {things}, not {dict(event['things'])}")
        total, paid = sum(prizes.values()), sum(each.paid for each in self.entrants.values())
        self.owed = [("entries", f"person {self.entrants[n].person}", cents) for n, cents in prizes.items()]
        self.owed += [("house:prizes", "entries", max(0, total - paid))]
        self.owed += [("entries", "house:entry-fees", max(0, paid - total))]
        session = self.in_session()
        self.exchange(session)
        self.clear(event, self.reserved)
        for each in session:
            self.becomes(each, 0)
            each.status, each.place = "out", places[each.number]
        for each in self.entrants.values():
            each.prize, each.thing = prizes.get(each.number, 0), things.get(each.number, "")
        self.stage, self.result = "over", event

    def final_ranking(self, shared):
        """Groups with equal places, the first first: equal banks, unless a tie told them apart."""
        groups = []
        session = self.in_session()
        for bank in sorted({each.bank for each in session}, reverse=True):
            equal = [each for each in session if each.bank == bank]
            numbers = sorted(each.number for each in equal)
            told = []
            if not shared:
                eligible = sorted(each.number for each in equal if not each.employee)
                told = next((tie["told"] for tie in self.broken if tie["among"] == eligible), [])
            groups += [[number] for number in told]
            left = [number for number in numbers if number not in told]
            if left:
                groups.append(left)
        return groups

    def pool(self):
        stated = self.said("prizes.pool")
        if stated is not None:
            return stated
        share = self.said("prizes.fees", 1000)
        kept = sum(each.fee * (1000 - share) // 1000 for each in self.entrants.values())
        return sum(each.paid for each in self.entrants.values()) - kept

    def won_by(self, ranked, pool):
        """What each has won: amounts as stated, shares exact and cut to the cent, the rest from the first place down.

        Whoever works for the house is passed over, and those behind move up. Prizes of those who share a place are
        added up and shared, cents that are over going to the lowest numbers. What nobody is left to take of shares goes
        to all who are paid, evenly.
        """
        exact = [
            Fraction(each.get("amount") or 0) + Fraction(pool * (each.get("per_mille") or 0), 1000)
            for each in self.prizes
        ]
        cents = [each.numerator // each.denominator for each in exact]
        total = sum(exact)
        over = total.numerator // total.denominator - sum(cents) if exact else 0
        for k, each in enumerate(self.prizes):
            if over and each.get("per_mille"):
                cents[k] += 1
                over -= 1
        groups = [list(each) for each in ranked]
        out = defaultdict(list)
        for each in self.entrants.values():
            if each.place and not any(each.number in group for group in ranked):
                out[each.place].append(each.number)
        groups += [out[place] for place in sorted(out)]
        groups = [[n for n in group if not self.entrants[n].employee] for group in groups]
        prizes, things, place = {}, {}, 0
        for group in [group for group in groups if group]:
            sums = sum(cents[place : place + len(group)])
            for k, number in enumerate(sorted(group)):
                prizes[number] = sums // len(group) + (k < sums % len(group))
            for number, each in zip(sorted(group), self.prizes[place:], strict=False):
                if each.get("thing"):
                    things[number] = each["thing"]
            place += len(group)
        unclaimed = sum(cents[k] for k in range(place, len(cents)) if self.prizes[k].get("per_mille"))
        for k, number in enumerate(prizes):
            prizes[number] += unclaimed // len(prizes) + (k < unclaimed % len(prizes))
        return {number: won for number, won in prizes.items() if won}, things

    # Poker.

    def can_play(self):
        """Tables at which a hand can be played: nobody plays alone."""
        return {name: each for name, each in self.tables.items() if len(each.seats) > 1}

    def in_play(self):
        """Tables at which somebody sits, in the order in which they were named."""
        return {name: each for name, each in self.tables.items() if each.seats}

    def where_somebody_sits(self, table):
        """This table, or, where nobody sits there any more, the first at which somebody does."""
        return table if table in self.in_play() else next(iter(self.in_play()), table)

    def table_won(self, table, gone=()):
        """Whether no more are left than win: at a table of a shoot-out as many as go on, and otherwise in all."""
        if not self.elimination["shoot_out"]:
            return len(self.alive()) - len(gone) <= self.elimination["winners"]
        best = self.elimination["winners"] if self.final() else self.going_on()[0]
        return len(set(self.tables[table].seats.values()) - set(gone)) <= best

    def won(self):
        return len(self.alive()) <= self.elimination["winners"]

    def needed(self):
        """What the tables need: the last to be broken once the others hold all, or a move from the longest to the
        shortest once they differ by more than stated."""
        here, said = self.in_play(), self.elimination
        if said["shoot_out"]:
            return None
        players = sum(len(each.seats) for each in here.values())
        if len(here) > 1 and players <= (len(here) - 1) * said["seats"]:
            return "break", list(here)[-1], ""
        longest = max(here, key=lambda name: len(here[name].seats), default=None)
        shortest = min(here, key=lambda name: len(here[name].seats), default=None)
        if longest and len(here[longest].seats) - len(here[shortest].seats) > said["apart"]:
            return "move", longest, shortest
        return None

    def may_break(self, table):
        here = self.tables[table]
        if self.elimination["announced_order"] or len(here.seats) < 2:
            return True
        return here.closing is not None and here.hands - here.closing >= NOTICE_HANDS

    def after_poker(self, table, before):
        """What the end of a hand brings: who is out where, hand for hand, and whether the table waits."""
        here = self.tables[table]
        gone = [
            n for n in here.seats.values() if not self.entrants[n].bank and not self.may_come_back(self.entrants[n])
        ]
        under_way = [name for name, each in self.can_play().items() if name != table and not each.waits]
        abreast = self.by_hand and self.together is not None
        if gone:
            began = {number: before[number] for number in gone}
            earlier = self.together if abreast else {}
            together = {**earlier, **began}
            places = self.places(together, len(self.alive()) + len(earlier))
            self.expected.append({"what": "out", "table": table, "places": places, "began": together})
            if abreast:
                self.together = together
        if (gone or abreast) and self.table_won(table, gone) and not (abreast and under_way):
            self.finishes(table, won=not self.elimination["shoot_out"])
            return
        sizes = {name: len(each.seats) - (len(gone) if name == table else 0) for name, each in self.in_play().items()}
        several = sum(size > 0 for size in sizes.values()) > 1
        wanted = self.elimination["hand_for_hand"] and sum(sizes.values()) == len(self.prizes) + 1 and several
        wanted = wanted and self.level >= self.elimination["late_levels"] and not self.elimination["shoot_out"]
        by_hand = self.by_hand
        if bool(wanted) != by_hand and not (abreast and under_way):
            self.expected.append({"what": "hand for hand", "by_hand": bool(wanted)})
            by_hand = bool(wanted)
        seats = dict(here.seats)
        here.seats = {seat: number for seat, number in seats.items() if number not in gone}
        needed = self.needed()
        waits = by_hand
        if needed and needed[0] == "move":
            waits = waits or needed[1] == table
        elif needed and self.may_break(needed[1]):
            last_two = self.elimination["redraw"] and len(self.in_play()) == 2
            waits = waits or needed[1] == table or last_two
        here.seats = seats
        if waits:
            self.expected.append({"what": "table waits", "table": table})

    def places(self, began, left):
        """Those who went out together: the more they began with the better, equal stacks alike."""
        first = left - len(began) + 1
        return {n: first + sum(other > cents for other in began.values()) for n, cents in began.items()}

    def on_out(self, event):
        table = event["table"]
        for number, place in event["places"]:
            entrant = self.entrants[number]
            self.wants(entrant.bank == 0, f"entrant {number} is out with chips")
            if entrant.status == "in":
                self.wants(self.tables[table].seats.get(entrant.seat) == number, "somebody is out at another table")
                self.leaves(table, entrant.plays)
                self.tables[table].seats.pop(entrant.seat, None)
            entrant.status, entrant.place, entrant.seat = "out", place, 0

    def on_table_waits(self, event):
        self.tables[event["table"]].waits = True

    def on_hand_for_hand(self, event):
        self.by_hand = event["by_hand"]
        self.together = None

    def on_hands_begin(self, event):
        waiting = [name for name, each in self.in_play().items() if each.waits]
        self.wants(sorted(event["tables"]) == sorted(waiting), "other tables begin than those that wait")
        if self.by_hand:
            going_on = [name for name, each in self.can_play().items() if not each.waits]
            self.wants(not going_on, "a table begins while another plays its hand")
            self.together = {}
        needed = self.needed()
        if needed and (needed[0] == "move" or self.may_break(needed[1])):
            self.wants(not self.tables[needed[1]].waits, "a table begins a hand before players are moved")
        for each in self.tables.values():
            each.waits = False

    def on_moved(self, event):
        ((number, table, seat),) = event["placings"]
        entrant, needed = self.entrant(number), self.needed()
        self.wants(entrant.table == event["from"], f"entrant {number} sits elsewhere")
        if needed is None or needed[0] != "move":
            self.fault("a player is moved though the tables are alike")
        else:
            self.wants(event["from"] == needed[1], "a player is moved from another than the longest table")
            self.wants(table == needed[2], "a player is moved to another than the shortest table")
        here, there = self.tables[entrant.table], self.tables[table]
        blinds = len(self.level_now()["blinds"])
        was = to_big_blind(here.seats, here.line, entrant.seat, blinds)
        will = to_big_blind(there.seats, there.line, seat, blinds)
        self.wants(event["no_sooner"] == (will >= was), f"the big blind comes in {will} hands, and would in {was}")
        self.moves += 1
        self.kept += will >= was
        self.moved.append((self.at, table, seat, sorted(there.seats), was))
        self.seat_anew(event["placings"])

    def seat_anew(self, placings):
        """People get up, and sit down where they are placed."""
        moving = [
            each for each in placings if (self.entrants[each[0]].table, self.entrants[each[0]].seat) != (*each[1:],)
        ]
        for number, _, _ in moving:
            entrant = self.entrants[number]
            self.leaves(entrant.table, entrant.plays)
            self.tables[entrant.table].seats.pop(entrant.seat)
        for number, table, seat in moving:
            entrant, here = self.entrants[number], self.tables[table]
            self.wants(seat not in here.seats, f"seat {seat} of {table} is taken")
            here.seats[seat] = number
            entrant.table, entrant.seat = table, seat
            self.comes(entrant, entrant.bank)

    def on_break_of_table_announced(self, event):
        here = self.tables[event["table"]]
        self.wants(event["table"] in self.in_play() and here.closing is None, "another table is to be broken")
        self.wants(event["hands"] == NOTICE_HANDS, f"the notice is {NOTICE_HANDS} hands")
        here.closing = here.hands

    def on_table_broken(self, event):
        table, said, needed = event["table"], self.elimination, self.needed()
        here = self.in_play()
        if needed is None or needed[0] != "break":
            self.fault("a table is broken that is needed")
        if said["announced_order"]:
            self.wants(table == list(here)[-1], "another table is the next to be broken")
        self.wants(self.may_break(table), "the notice is too short")
        movers = list(here[table].seats.values())
        others = {name: each for name, each in here.items() if name != table}
        redrawn = len(others) == 1 and said["redraw"]
        self.wants(event["redrawn"] == redrawn, "the last table is drawn anew, or not, against the conditions")
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
        self.wants(sorted(order) == sorted(among), "others draw seats than those who must")
        self.draw(event["draw"], order, among)
        self.wants([(name, seat) for _, name, seat in event["placings"]] == seats, "other seats are drawn for")
        self.seat_anew(event["placings"])
        self.tables[table].finished, self.tables[table].waits, self.tables[table].closing = True, False, None

    def level_now(self):
        levels = self.elimination["levels"]
        return levels[min(self.level, len(levels) - 1)]

    def on_level(self, event):
        level, levels = self.level_now(), self.elimination["levels"]
        self.clock_ran(level.get("break_minutes", 0) if self.paused else level.get("minutes", 15))
        self.wants(self.paused or not level.get("break_minutes"), "the break is left out")
        next_level = min(self.level + 1, len(levels) - 1)
        self.wants(event["level"] == next_level, f"level {next_level} comes next; the last one holds on")
        risen = event["level"] > self.level
        self.level, self.elapsed, self.since, self.paused = event["level"], 0, self.at, False
        self.level_times.append((self.at, self.level))
        self.stopping()
        if risen and self.level == self.elimination["re_buy_levels"]:
            self.out_without_chips()

    def out_without_chips(self):
        """Those without chips are out once no more can be bought."""
        left = len(self.alive())
        for name, each in self.tables.items():
            gone = [number for number in each.seats.values() if not self.entrants[number].bank]
            if gone:
                places = dict.fromkeys(gone, left - len(gone) + 1)
                self.expected.append({"what": "out", "table": name, "places": places})
                left -= len(gone)
        if self.expected and left <= self.elimination["winners"]:
            out = {number for each in self.expected for number in each["places"]}
            where = next((name for name, each in self.tables.items() if set(each.seats.values()) - out), "")
            self.finishes(where or self.expected[-1]["table"], won=True)

    def on_break(self, event):
        level = self.level_now()
        self.clock_ran(level.get("minutes", 15))
        self.wants(not self.paused and level.get("break_minutes"), "there is no break after this level")
        self.wants(event["minutes"] == level.get("break_minutes"), "the break has another length")
        self.elapsed, self.since, self.paused = 0, self.at, True
        self.stopping()

    def clock_ran(self, minutes):
        self.wants(self.since is not None, "the clock stands")
        gone = self.elapsed + (self.at - (self.since or self.at))
        self.wants(gone >= minutes * MINUTE, f"only {gone // 1000} seconds of {minutes} minutes have gone")

    def on_clock(self, event):
        self.wants((self.since is None) != event["stopped"], "the clock stands, or goes, already")
        if event["stopped"]:
            self.elapsed, self.since = self.elapsed + self.at - (self.since or self.at), None
        else:
            self.since = self.at
        self.stopping()

    def on_seated_late(self, event):
        entrant = self.entrant(event["entrant"])
        ((number, table, seat),) = event["placings"]
        self.wants(number == entrant.number and not entrant.table, "somebody sits already")
        self.ready(entrant)
        self.wants(event["cents"] == self.start, f"everybody begins with {self.start}")
        free = {name: each for name, each in self.in_play().items() if len(each.seats) < self.elimination["seats"]}
        self.wants(table == min(free, key=lambda name: len(free[name].seats), default=None), "not the shortest table")
        here = self.tables[table]
        self.wants(seat not in here.seats, f"seat {seat} of {table} is taken")
        here.seats[seat] = number
        entrant.table, entrant.seat = table, seat
        self.becomes(entrant, event["cents"])
        self.comes(entrant, event["cents"])

    def on_reinstated(self, event):
        entrant = self.entrant(event["entrant"], "out")
        ((_, table, seat),) = event["placings"]
        self.wants(
            not any(0 < each.place < entrant.place for each in self.entrants.values()), "others are out since then"
        )
        here = self.tables[table]
        self.wants(seat not in here.seats, f"seat {seat} of {table} is taken")
        here.seats[seat] = entrant.number
        entrant.status, entrant.place, entrant.table, entrant.seat = "in", 0, table, seat
        self.becomes(entrant, event["cents"])
        self.comes(entrant, event["cents"])

    # The end, and the tables' own word.

    def end(self):
        """What the document says of the whole agrees with its events."""
        doc = self.doc
        if self.expected:
            self.fault(f"{self.expected[0]['what']!r} must come next, and nothing does")
        self.wants(doc["stage"] == {"session": "session"}.get(self.stage, self.stage), "it stands elsewhere")
        self.wants(doc["conditions"]["digest"] == self.text, "another text is in force")
        self.wants(doc["conditions"]["terms"] == self.terms, "other conditions are in force")
        self.wants(doc["commitment"] == self.commitment, "another commitment was given")
        self.wants(bool(self.seed) == (self.stage == "over"), "the seed is told with the result, and not before")
        if self.seed:
            self.wants(sha256(bytes.fromhex(self.seed)).hexdigest() == self.commitment, "the seed was not committed to")
        if self.stage in ("over", "called off"):
            self.wants(self.account == 0, f"{self.account} cents of what was paid are left")
        if self.stage == "over":
            self.wants(self.issued == self.withdrawn, "chips are still in play")
        names = ("person", "status", "employee", "paid", "bank", "place", "prize", "thing")
        self.wants(len(doc["entrants"]) == len(self.entrants), "another number of entrants is listed")
        for said in doc["entrants"]:
            each = self.entrants.get(said["entrant"])
            for name in names:
                if each is None or said[name] != getattr(each, name):
                    self.fault(
                        f"entrant {said['entrant']}: {name} is {said[name]!r}, and must be "
                        f"{getattr(each, name, None)!r}"
                    )
        for name, log in doc["tables"].items():
            self.table_log(name, log)
            self.sooner_in_truth(name, log)

    def table_log(self, name, log):
        """What a table did is what the tournament says that it did."""
        arrived, left, given, people = Counter(), Counter(), Counter(), {}
        stacks, overs, line, posted = {}, [], None, None
        for entry in log:
            what = entry["what"]
            if what == "seated":
                if entry["seat"] in people.values() or entry["person"] in people:
                    self.fault(f"{name}: two sit in seat {entry['seat']}, or somebody twice")
                people[entry["person"]] = entry["seat"]
                stacks[entry["person"]] = entry["cents"]
                arrived[entry["person"], entry["seat"], entry["cents"]] += 1
            elif what == "taken up":
                people.pop(entry["person"], None)
                left[entry["person"], entry["cents"]] += 1
                line = line if people else None  # a table that was empty begins like a new one
                if stacks.pop(entry["person"], None) != entry["cents"]:
                    self.fault(f"{name}: person {entry['person']} takes other chips along than they had")
            elif what == "given":
                given[entry["person"], entry["cents"]] += 1
                stacks[entry["person"]] = stacks.get(entry["person"], 0) + entry["cents"]
            elif what == "hand begins":
                posted = entry
                if "line" in entry:
                    self.begins(name, entry, line, people, stacks)
                    line = entry["line"]
            elif what == "hand over":
                stacks = dict(entry["stacks"])
                overs.append((entry, posted, dict(people)))
                posted = None
            elif what == "reserved":
                people, stacks, line = {}, {}, None
            elif what == "released" and people:
                self.fault(f"{name} is released with people at it")
        self.same(name, "sat down", arrived, self.arrived[name])
        self.same(name, "got up", left, self.left[name])
        self.same(name, "were given chips", given, self.given[name])
        reports = self.reports[name]
        if len(overs) != len(reports):
            self.fault(f"{name}: {len(overs)} hands were over, and {len(reports)} are reported")
            return
        for (entry, began, _), report in zip(overs, reports, strict=True):
            self.hand_as_told(name, entry, began, report)

    def sooner_in_truth(self, name, log):
        """How many were moved to a table where a hand had begun, and so paid sooner than the last one over had it."""
        for at, table, seat, occupied, was in self.moved:
            begun = [entry for entry in log if entry["at"] <= at and "line" in entry] if table == name else []
            self.sooner += bool(begun) and to_big_blind(occupied, begun[-1]["line"], seat, 2) < was

    def same(self, name, what, found, wanted):
        if found != wanted:
            more, less = found - wanted, wanted - found
            self.fault(f"{name}: {sorted(more)} {what} there, and it must be {sorted(less)}")

    def hand_as_told(self, name, entry, began, report):
        """A hand as the table has it and as it was reported: the banks, and who wagered too little."""
        self.n = report["n"]
        players = {each.person: each for each in self.entrants.values()}
        stacks = dict(entry["stacks"])
        plays = report.get("plays")
        banks = dict(report["banks"])
        if sorted(stacks.values()) != sorted(banks.values()) and plays is None and len(stacks) == len(banks):
            self.fault(f"{name}: the table has other banks than are reported")
        if began and "line" in began:
            self.wants(began["line"] == report["line"], f"{name}: the button or the blinds were elsewhere")
        if self.doc["book"] != "CP" and report["before"] is not None and report["counts"]:
            staked, least = dict(entry["staked"]), self.compulsory()
            for number, bank in report["before"].items():
                entrant = self.entrants[number]
                person = next((p for p in stacks if p in {entrant.person, entrant.plays}), None)
                if person is None or person not in players or number not in banks:
                    continue
                short = staked.get(person, 0) < least <= bank
                self.wants(
                    (number in report["short"]) == short,
                    f"{name}: entrant {number} wagered {staked.get(person, 0)} of {bank}, and {least} is the least",
                )

    def begins(self, name, entry, line, people, stacks):
        """The big blind goes on to the next player, and what is posted is what the level has."""
        dealt = dict(entry["dealt"])
        now = entry["line"]
        self.wants(len(dealt) >= 2, f"{name}: a hand of fewer than two")
        for seat, person in dealt.items():
            self.wants(people.get(person) == seat, f"{name}: somebody is dealt in who does not sit there")
        in_hand = sorted(seat for seat, person in dealt.items())
        self.wants(
            in_hand == sorted(s for p, s in people.items() if stacks.get(p, 0) > 0),
            f"{name}: not everybody with chips is dealt in",
        )
        if not self.elimination:
            return
        due = to_big_blind_seat(in_hand, line, len(self.elimination["levels"][0]["blinds"]))
        self.wants(now[-1] == due, f"{name}: the big blind is at {now[-1]}, and due at {due}")
        times = [(at, level) for at, level in self.level_times if at <= entry["at"]]
        may = {times[-1][1]} if times else {0}
        may |= {times[-2][1]} if len(times) > 1 and times[-1][0] == entry["at"] else set()
        levels = [self.elimination["levels"][each] for each in may]
        by_seat = {seat: stacks.get(person, 0) for seat, person in dealt.items()}
        big = [cents for seat, what, cents in entry["posted"] if seat == now[-1] and what == "blind"]
        fits = any(
            big == [level["blinds"][-1] * CHIP]
            or sum(c for s, _, c in entry["posted"] if s == now[-1]) == by_seat.get(now[-1])
            for level in levels
        )
        self.wants(fits, f"{name}: the big blind posted is {big}, which is not that of the level")


def to_big_blind_seat(seats, line, blinds):
    """Where the big blind is due next."""
    if not line:
        return seats[min(blinds, len(seats)) - 1] if len(seats) > 2 else seats[-1]
    ahead = [each for each in seats if each > line[-1]]
    return (ahead or seats)[0]


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


def check(document):
    """Everything in a document that does not fit."""
    return Checker(document).run()


def main(arguments):
    if len(arguments) != 1:
        print("name one exported tournament", file=sys.stderr)
        return 2
    with open(arguments[0], encoding="utf-8") as file:
        document = json.load(file)
    checker = Checker(document)
    faults = checker.run()
    for each in faults:
        print(each)
    if not faults:
        moves = f"; {checker.kept} of {checker.moves} moves bring no big blind sooner" if checker.moves else ""
        print(f"{len(document['events'])} events: everything fits{moves}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
