"""Before anyone enters: conditions, approvals, people in charge, and who has been told what."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from .drawing import digest_of
from .events import on
from .standing import Fault


def in_force(t, terms, digest):
    if t.terms.get("structure") != terms.get("structure"):
        t.placings = []
    t.terms, t.text, t.next = terms, digest, None
    ahead = timedelta(minutes=t.said("details.clock_minutes", 0))
    stated = []
    for each in t.said("details.starts", []):
        there = datetime.strptime(each["at"], "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
        stated.append(round((there - ahead).timestamp() * 1000))
    if stated != t.stated:
        t.starts, t.stated = list(stated), stated


@on("conditions")
def on_conditions(t, event):
    t.wants(digest_of(event["terms"]) == event["digest"], "the digest is not that of the text")
    t.wants(not t.tables and not t.played, "conditions change after play has begun")
    waits = not t.book["approved"] and t.stage != "draft"
    t.wants(event["waits"] == waits, "a change after entries have opened waits until the regulator is told")
    if event["waits"]:
        t.next = (event["terms"], event["digest"])
    else:
        in_force(t, event["terms"], event["digest"])


@on("approved")
def on_approved(t, event):
    t.wants(event["digest"] == t.text, "another text is approved than the one in force")
    t.approved = event["digest"]


@on("available")
def on_available(t, event):
    t.wants(event["digest"] == t.text, "another text is available than the one in force")
    t.available = event["digest"]


@on("inspectors told")
def on_inspectors_told(t, event):
    t.inspectors = True


@on("regulator told")
def on_regulator_told(t, event):
    if t.next is None:
        raise Fault("there is no change to tell the regulator of")
    t.wants(event["digest"] == t.next[1], "the regulator is told of another text")
    in_force(t, *t.next)
    t.available = t.text


@on("director")
def on_director(t, event):
    no_player(t, event["person"])
    t.present.discard(t.director)
    t.director = event["person"]


@on("deputy")
def on_deputy(t, event):
    t.wants(t.doc["book"] != "MM", "this book knows no deputies")
    no_player(t, event["person"])
    t.deputies.add(event["person"])


def no_player(t, person):
    t.wants(all(each.plays != person for each in t.alive()), "whoever has charge plays in it")


@on("presence")
def on_presence(t, event):
    t.wants(event["person"] in {t.director, *t.deputies}, "somebody comes who has no charge of it")
    (t.present.add if event["there"] else t.present.discard)(event["person"])
    t.stopping()


@on("entries opened")
def on_entries_opened(t, event):
    t.wants(t.stage == "draft", "entries are opened twice")
    if not t.book["approved"]:
        t.wants(t.available == t.text, "entries open before the conditions are available")
        t.wants(t.inspectors, "entries open before the inspectors are told")
    t.commitment = event["commitment"]
    t.stage = "entries"


@on("leave for employees")
def on_leave_for_employees(t, event):
    t.wants(t.book["employees"] and t.said("entry.employees"), "nobody of the house may enter")
    t.leave = True


@on("briefed")
def on_briefed(t, event):
    for number, person in zip(event["entrants"], event["people"], strict=True):
        entrant = t.entrant(number)
        t.wants(person == entrant.plays, f"somebody is briefed who does not play for entrant {number}")
        entrant.briefed.add(person)


@on("shown the game")
def on_shown_the_game(t, event):
    t.wants(not t.tables and not t.played, "the game is shown after play has begun")


@on("signatures asked for")
def on_signatures_asked_for(t, event):
    t.must_sign = True


@on("signed")
def on_signed(t, event):
    entrant = t.entrant(event["entrant"])
    t.wants(event["person"] == entrant.plays, "somebody signs who does not play")
    entrant.signed.add(event["person"])
