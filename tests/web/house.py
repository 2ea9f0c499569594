"""The staff behind the scenes of a page test: they open tables and perform what is due, over the same API."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import httpx
from playwright.sync_api import Locator, Page, WebError, expect

PASSWORD = "a long enough secret"
BETS = ("pair match", "suit match", "miss match")
LIMITS = {bet: {"minimum": 500, "maximum": 50000, "step": 100} for bet in BETS}


def power(page: Page, name: str) -> Locator:
    """The button of an act on a supervisor's page, found by the box that acts are found by.

    What is typed while a dialogue is still closing goes nowhere.
    """
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_label("Find an act").fill(name)
    return page.get_by_role("button", name=name, exact=True)


def told(error: WebError) -> str:
    """What a page threw, and which page it was."""
    return f"{error.error} at {error.page.url if error.page else 'a page that is gone'}"


class Staff:
    """One member of staff, signed in with a password of their own."""

    def __init__(self, address: str, name: str, one_time_password: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=30)
        self._post("/api/sign-in/staff", name=name, password=one_time_password)
        self._post("/api/password", old=one_time_password, new=PASSWORD)

    def _post(self, path: str, **body: Any) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    @property
    def session(self) -> str:
        """The cookie that a browser needs to be this person."""
        return self.http.cookies["croupier_session"]

    def open_table(self, title: str, automatic: bool = False, **terms: Any) -> Table:
        """A new table, open for play; no automatic dealer touches it unless told to."""
        table = Table(self, f"t-{uuid4().hex[:8]}")
        terms = {"limits": LIMITS, **terms}
        self._post("/api/tables", id=table.id, title=title, game="matchmaker", terms=terms)
        table.work(until="betting")
        if automatic:
            self._post(f"/api/tables/{table.id}/automatic", automatic=True)
        return table

    def open_poker(self, title: str, **terms: Any) -> PokerTable:
        """A new table of Three Card Poker that no automatic dealer touches, open for play."""
        table = PokerTable(self, f"t-{uuid4().hex[:8]}")
        self._post("/api/tables", id=table.id, title=title, game="three-card-poker", terms=terms)
        table.deal()
        return table

    def open_chance(self, title: str, **terms: Any) -> ChanceTable:
        """A new table of Double Chance that no automatic dealer touches, open for play."""
        table = ChanceTable(self, f"t-{uuid4().hex[:8]}")
        self._post("/api/tables", id=table.id, title=title, game="double-chance", terms=terms)
        table.deal()
        return table

    def open_blackjack(self, title: str, approved_by: Staff | None = None, **terms: Any) -> BlackjackTable:
        """A new table of the Blackjack family with real cards, so that the test knows every one, open for play.

        Dealing face down is approved by whoever is named.
        """
        table = BlackjackTable(self, f"t-{uuid4().hex[:8]}")
        terms = {"cards": "real", "device": "machine", "areas": 7, **terms}
        self._post("/api/tables", id=table.id, title=title, game="blackjack", terms=terms)
        if approved_by is not None:
            BlackjackTable(approved_by, table.id).do("ApproveFaceDown")
        table.deal()
        return table

    def open_meter(self, price: int, *tables: Table) -> str:
        """A new prize meter for these tables: option 2, seed 10,000 for each dollar of the price."""
        meter = f"m-{uuid4().hex[:8]}"
        command = {
            "type": "OpenMeter",
            "option": 2,
            "seed": 10_000,
            "price": price,
            "tables": [each.id for each in tables],
        }
        self._post(f"/api/meters/{meter}/commands", id=str(uuid4()), command=command)
        return meter


class Table:
    """A table that a test deals at."""

    def __init__(self, staff: Staff, name: str) -> None:
        self.id = name
        self._staff = staff

    @property
    def view(self) -> Any:
        """The table as staff see it."""
        return self._staff.http.get(f"/api/tables/{self.id}").json()["view"]

    def history(self) -> list[dict[str, Any]]:
        """What has happened at the table, the newest first."""
        answer = self._staff.http.get("/api/find", params={"table": self.id, "limit": 200})
        assert answer.is_success, answer.text
        told: list[dict[str, Any]] = answer.json()
        return told

    def do(self, kind: str, /, **fields: Any) -> list[dict[str, Any]]:
        """Give a command, which must be accepted; the events it made."""
        answer = self._staff._post(f"/api/tables/{self.id}/commands", id=str(uuid4()), command={"type": kind, **fields})
        events: list[dict[str, Any]] = answer["events"]
        return events

    def work(self, *cards: str, until: str | None = None) -> None:
        """Perform what is due, entering these cards, until the table comes to a stage or waits for someone."""
        coming = list(cards)
        while (view := self.view)["due"]:
            due = view["due"][0]
            command = due["command"]
            if due["person"] is not None:
                return
            if command["type"] == "DealCard" and view["cards"]["source"] == "real":
                if not coming:
                    return
                command["card"] = coming.pop(0)
            if command["type"] == "AnnounceNoMoreBets" and not cards:
                return
            self.do(command.pop("type"), **command)
            if self.view["stage"] == until:
                return

    def stack(self, name: str) -> int:
        """The chips in front of someone, in cents."""
        return next(int(each["stack"]) for each in self.view["people"] if each["name"] == name)


class PokerTable(Table):
    """A table of Three Card Poker that a test deals at."""

    def deal(self, until: str | None = None, **hands: list[str]) -> None:
        """Perform what is due until a player is to act, betting is open, or the table comes to a stage.

        At a real table it stops before a hand that is not given. The hands are those of `dealer`, of `jackpot` and of
        the areas, as `area_1`.
        """
        while (view := self.view)["due"]:
            due = view["due"][0]
            command = due["command"]
            if due["person"] is not None or command["type"] in ("AnnounceNoMoreBets", "PayJackpotPrizes"):
                return
            if "cards" in command and command["type"] != "CheckCards" and view["cards"]["source"] == "real":
                places = {"ShowDealerHand": "dealer", "ShowJackpotCards": "jackpot"}
                place = places.get(command["type"], f"area_{command.get('area')}")
                if place not in hands:
                    return
                command["cards"] = hands[place]
            self.do(command.pop("type"), **command)
            if self.view["stage"] == until:
                return

    def no_more_bets(self) -> None:
        """Close the betting and deal until someone is to act."""
        self.do("AnnounceNoMoreBets")
        self.deal()


class ChanceTable(Table):
    """A table of Double Chance that a test deals at."""

    def deal(self, until: str | None = None, **cards: list[str]) -> None:
        """Perform what is due until a player is to act, betting is open, or the table comes to a stage.

        At a real table it stops before cards that are not given: those kept, as `area_1`, and sixth cards, as
        `sixth_1`.
        """
        while (view := self.view)["due"]:
            due = view["due"][0]
            command = due["command"]
            kind = command["type"]
            if due["person"] is not None or kind == "AnnounceNoMoreBets":
                return
            if kind in ("TurnUpHand", "TurnSixthCard") and view["cards"]["source"] == "real":
                known = cards.get(f"{'area' if kind == 'TurnUpHand' else 'sixth'}_{command['area']}")
                if known is None:
                    return
                command |= {"cards": known} if kind == "TurnUpHand" else {"card": known[0]}
            self.do(command.pop("type"), **command)
            if self.view["stage"] == until:
                return

    def no_more_bets(self) -> None:
        """Close the betting and deal until someone is to act."""
        self.do("AnnounceNoMoreBets")
        self.deal()


class BlackjackTable(Table):
    """A table of the Blackjack family that a test deals at."""

    def deal(self, *cards: str, until: str | None = None) -> None:
        """Perform what is due, entering these cards, until a card is missing, a player is to act or a stage comes."""
        coming = list(cards)
        while (view := self.view)["due"]:
            due = view["due"][0]
            command = due["command"]
            if due["person"] is not None or command["type"] == "AnnounceNoMoreBets":
                return
            if command["type"] == "DealCard" and view["cards"]["source"] == "real":
                if not coming:
                    return
                command["card"] = coming.pop(0)
            self.do(command.pop("type"), **command)
            if self.view["stage"] == until:
                return

    def no_more_bets(self, *cards: str) -> None:
        """Close the betting and deal these cards, until someone is to act."""
        self.do("AnnounceNoMoreBets")
        self.deal(*cards)

    def permit(self, name: str, areas: int) -> None:
        """Let a player wager on several areas."""
        player = next(each["id"] for each in self.view["people"] if each["name"] == name)
        self.do("PermitAreas", player=player, areas=areas, seats_elsewhere=True)
