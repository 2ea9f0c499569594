"""Secret wagers at the tables: sealed until no more bets are called, as many as the conditions let everyone make."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

TOLD = {"at", "what", "number", "person", "sealed"}
"""All that may be said of one before it is opened."""


class Secrets:
    """The secret wagers of one table."""

    def __init__(self, t, name):
        self.t, self.name, self.sealed, self.made = t, name, {}, 0
        self.laid, self.stakes = Counter(), Counter()
        """How many each has laid that count, and what those opened since the last hand come to."""

    def look_into(self, entry, stacks, under_way):
        """One thing that happens to them."""
        what = entry["what"]
        if what == "secret":
            self.is_laid(entry, stacks, under_way)
        elif entry["number"] not in self.sealed:
            self.t.fault(f"{self.name}: secret wager {entry['number']} is opened, or goes back, and lies nowhere")
        elif what == "opened":
            self.is_opened(entry, stacks, under_way)
        else:
            self.laid[self.sealed.pop(entry["number"])["person"]] -= 1

    def is_laid(self, entry, stacks, under_way):
        t, person, said = self.t, entry["person"], self.t.said("wagers.secret")
        t.wants(not set(entry) - TOLD, f"{self.name}: more is told of a sealed wager than that it lies there")
        self.made += 1
        t.wants(entry["number"] == self.made, f"{self.name}: secret wagers are not numbered one by one")
        t.wants(
            t.doc["book"] in ("MM", "TCP") and isinstance(said, dict), f"{self.name}: secret wagers are not offered"
        )
        t.wants(person in stacks and not under_way, f"{self.name}: a secret wager is laid that nobody may lay")
        self.sealed[entry["number"]] = entry
        self.laid[person] += 1
        many = said.get("many") or 0 if isinstance(said, dict) else 0
        t.wants(self.laid[person] <= many, f"{self.name}: person {person} lays more than {many} secret wagers")

    def is_opened(self, entry, stacks, under_way):
        t, asked, cents = self.t, entry["asked"], entry["cents"]
        t.wants(entry["number"] == next(iter(self.sealed)), f"{self.name}: secret wagers are opened out of their order")
        laid = self.sealed.pop(entry["number"])
        t.wants(not under_way, f"{self.name}: a secret wager is opened in a hand that has begun")
        fits = 0 <= cents <= min(asked or 0, stacks.get(laid["person"], 0))
        t.wants(fits, f"{self.name}: a secret wager of {asked} counts for {cents}")
        if t.seed and "sealed" in laid:
            text = f"{t.seed}:secret:{self.name}:{entry['number']}:{'' if asked is None else asked}"
            same = sha256(text.encode()).hexdigest() == laid["sealed"]
            t.wants(same, f"{self.name}: secret wager {entry['number']} is opened as another than was sealed")
        self.stakes[laid["person"]] += cents

    def hand_begins(self):
        """Nothing is sealed any more once no more bets are called."""
        self.t.wants(not self.sealed, f"{self.name}: a hand begins before a secret wager is opened")

    def hand_over(self, staked):
        """What was opened was staked, but for what came back; where it is so many a round, all may be made again."""
        for person, cents in self.stakes.items():
            self.t.wants(staked.get(person, 0) >= cents, f"{self.name}: person {person} staked less than was opened")
        self.stakes.clear()
        said = self.t.said("wagers.secret")
        if isinstance(said, dict) and "round" in (said.get("each") or "").lower():
            self.laid.clear()

    def gets_up(self, person):
        """Whoever sits down anew has laid none."""
        self.laid.pop(person, None)
