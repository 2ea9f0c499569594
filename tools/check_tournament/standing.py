"""A tournament as the events leave it, and what does not fit so far."""

from __future__ import annotations

from collections import Counter, defaultdict

from .books import CHIP


class Fault(Exception):
    """The document cannot be followed any further."""


class Entrant:
    """Someone who has entered, as the events leave them."""

    def __init__(self, said, fee, paid):
        self.number, self.person, self.plays = said["entrant"], said["person"], said["person"]
        self.digest, self.fee, self.paid, self.employee = said["digest"], fee, paid, said["employee"]
        self.contractor = said.get("contractor", False)
        self.status, self.bank, self.table, self.seat = "in", 0, "", 0
        self.absent, self.briefed, self.signed = False, set(), set()
        self.bought, self.added, self.place, self.prize, self.thing = 0, False, 0, 0, ""
        self.wanted = None
        self.won = False
        """Whether the entry was won in play."""


class Table:
    """A table of the session that is played."""

    def __init__(self):
        self.seats = {}
        self.hands = self.shoes = self.least = 0
        self.line = ()
        self.lost = self.won = None
        self.finished = False
        self.agreed, self.agreed_to_break = set(), set()
        self.waits = False
        self.closing = None
        self.after_stop = 0
        """Hands reported since play was to stop: one may have been under way."""


class Tournament:
    """One tournament, as the events leave it."""

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
        self.starts, self.stated = [], []
        self.played = 0
        self.tables = {}
        self.opened = 0
        self.through, self.behind = [], []
        self.tie, self.broken = None, []
        self.level = self.elapsed = 0
        self.clock_since, self.paused = None, False
        self.level_times = []
        self.by_hand, self.together = False, None
        self.issued = self.withdrawn = 0
        self.account = 0
        self.expected, self.allowed = [], None
        self.asked_for = False
        self.seats_at = {}
        self.moves = self.kept = self.sooner = 0
        self.moved = []
        self.result = None
        self.deal, self.agreed, self.struck = None, set(), False
        self.objections = {}
        self.smallest = 0
        self.since, self.closed_at, self.carried_at, self.entries = None, None, 0, 0
        self.schedule, self.bonus, self.never_came = None, False, set()
        self.entries_won = defaultdict(Counter)
        self.arrived, self.left = defaultdict(Counter), defaultdict(Counter)
        self.given = defaultdict(Counter)
        self.coloured = defaultdict(Counter)
        self.there = defaultdict(dict)
        self.reports = defaultdict(list)

    def fault(self, words):
        """Note that something does not fit."""
        self.faults.append(f"event {self.n}: {words}")

    def wants(self, true, words):
        """Note it unless this is so."""
        if not true:
            self.fault(words)

    def said(self, path, otherwise=None):
        """What the conditions say at a path such as bank.start."""
        found = self.terms
        for name in path.split("."):
            if not isinstance(found, dict) or name not in found:
                return otherwise
            found = found[name]
        return found

    def passed_over(self, each):
        """Whether prizes pass somebody over: all of the house, or by the other reading its employees alone."""
        return each.employee and not (self.said("readings.employees_alone") and each.contractor)

    def owner(self, each):
        """To whom an entry's prize belongs and what is paid back: by the other reading to whoever plays it."""
        return each.plays if self.said("readings.substitutes_own") else each.person

    @property
    def rounds(self):
        return self.schedule["rounds"] if self.schedule else self.said("structure.rounds", [])

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
        return self.schedule["places"] if self.schedule else self.said("prizes.places", [])

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
        said = None if self.doc["book"] == "CP" else self.said("wagers.compulsory")
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

    def stopping(self):
        """From now on only hands that are under way are finished, or play goes on."""
        for each in self.tables.values():
            each.after_stop = 0
