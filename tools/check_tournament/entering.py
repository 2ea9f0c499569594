"""Who enters and withdraws, is turned away, or has somebody else play."""

from __future__ import annotations

from .books import MINUTE
from .chips import comes, leaves, sits
from .events import on
from .standing import Entrant
from .won import closed_by_schedule


@on("entered")
def on_entered(t, event):
    number, person = event["entrant"], event["person"]
    t.wants(number == max(t.entrants, default=0) + 1, "entrants are not numbered one by one")
    late = t.stage == "session" and t.elimination and t.level < t.elimination["late_levels"]
    t.wants(t.stage == "entries" or late, "somebody enters when no entries are taken")
    t.wants(not t.said("entry.won"), "somebody enters where entries are won")
    t.wants(event["digest"] == t.text, "somebody enters under another text than the one in force")
    t.wants(person not in t.turned_away, "somebody enters who was turned away")
    t.wants(person not in {t.director, *t.deputies}, "whoever has charge enters")
    mine = [each for each in t.entrants.values() if each.person == person]
    t.wants(all(each.status != "in" for each in mine), "somebody is entered twice")
    again = [each for each in mine if each.status != "withdrawn"]
    if again:
        may = t.elimination and all(each.status == "out" for each in mine)
        may = may and len(mine) <= t.elimination["re_entries"]
        t.wants(may, "somebody enters again who may not")
    most = t.said("details.most")
    t.wants(most is None or len(t.alive()) < most, "more enter than may")
    if event["employee"]:
        may = t.book["employees"] and t.said("entry.employees") and t.leave
        t.wants(may, "somebody who works for the house enters without leave")
    fee, buy_in = int(t.said("details.fee") or 0), int(t.said("details.buy_in") or 0)
    t.wants(event["fee"] == fee, f"the entry fee is {fee}")
    t.owed = [(f"person {person}", "entries", fee + buy_in)]
    for each in t.entrants.values():
        each.place += bool(each.place)
    t.entrants[number] = Entrant(event, fee, fee + buy_in)


@on("withdrawn")
def on_withdrawn(t, event):
    entrant = t.entrant(event["entrant"])
    t.wants(not t.tables and not t.played, "somebody withdraws after play has begun")
    begins = min(t.starts, default=t.at)
    free = t.at <= begins - t.said("entry.free_minutes", 0) * MINUTE
    older = not t.book["approved"] and entrant.digest != t.text
    pays_back(t, entrant, entrant.paid if free or older else 0)


def pays_back(t, entrant, back):
    t.owed.append(("entries", f"person {t.owner(entrant)}", back))
    entrant.status = "withdrawn"
    entrant.paid -= back
    entrant.fee = entrant.fee if entrant.paid else 0
    t.placings = [each for each in t.placings if each[0] != entrant.number]


@on("turned away")
def on_turned_away(t, event):
    t.wants(t.said("entry.refusing"), "the right to refuse was not reserved")
    t.wants(not t.tables and not t.played, "somebody is turned away after play has begun")
    t.turned_away.add(event["person"])
    if event["entrant"]:
        entrant = t.entrant(event["entrant"])
        t.wants(entrant.person == event["person"], "another person is turned away")
        pays_back(t, entrant, entrant.paid)


@on("entries closed")
def on_entries_closed(t, event):
    t.wants(t.stage == "entries", "entries are closed that are not open")
    t.wants(event["entrants"] == len(t.alive()), "another number has entered")
    t.wants(len(t.alive()) >= t.said("details.least", 1), "fewer have entered than must")
    t.stage, t.closed_at = "ready", t.at
    if t.said("entry.won"):
        closed_by_schedule(t, event)


@on("fees returned")
def on_fees_returned(t, event):
    t.wants(not t.tables and not t.played, "fees are returned after play has begun")
    for number in event["entrants"]:
        each = t.entrant(number)
        t.owed.append(("entries", f"person {each.person}", each.paid))
        each.paid = 0
    t.stage = "fees returned"


@on("called off")
def on_called_off(t, event):
    t.wants(not t.tables and not t.played, "it is called off after play has begun")
    for each in t.entrants.values():
        t.owed.append(("entries", f"person {t.owner(each)}", each.paid))
        each.paid = 0
        if each.status == "in":
            each.status = "withdrawn"
    t.stage, t.closed_at = "called off", t.at


@on("substitute named")
def on_substitute_named(t, event):
    t.wants(t.said("conduct.substitutes"), "the conditions allow no substitutes")
    t.wants(event["person"] not in t.turned_away, "somebody is named who was turned away")
    t.wants(all(each.plays != event["person"] for each in t.alive()), "somebody is named who plays already")
    t.entrant(event["entrant"]).wanted = event["person"]


@on("substitute plays")
def on_substitute_plays(t, event):
    entrant = t.entrant(event["entrant"])
    named = event["person"] in (entrant.wanted, entrant.person)  # the entrant themselves may always play again
    t.wants(named, "somebody plays who was not named")
    entrant.wanted = None
    was, entrant.plays = entrant.plays, event["person"]
    prepared = entrant.plays in entrant.briefed and (not t.must_sign or entrant.plays in entrant.signed)
    tied = t.tie is not None and entrant.number in t.tie["among"]
    table = t.tie["table"] if tied else entrant.table
    stays = leaves(t, table, was) and (entrant.absent or prepared or t.doc["book"] == "CP")
    not_yet = bool(t.tables and entrant.table) and not prepared
    entrant.absent = not_yet or (entrant.absent and (bool(entrant.table) or not entrant.won))
    if stays and tied and t.tie["banks"][entrant.number]:
        sits(t, table, entrant.plays, t.tie["seats"][entrant.number], t.tie["banks"][entrant.number])
    elif stays and not tied:
        comes(t, entrant, entrant.bank)
