"""Entries that are won in play: the Magnificent Sevens Tournament of Blackjack (BJ 13.9)."""

from __future__ import annotations

from collections import Counter

from .books import BONUS, DAY, TABLE_3
from .events import on
from .standing import Entrant


@on("entries won")
def on_entries_won(t, event):
    """Each is an entrant, numbered as it was won; whoever has several plays one of them."""
    t.wants(t.doc["book"] == "BJ", "this book knows no entries that are won")
    t.wants(t.stage in ("draft", "entries"), "entries are taken after they were closed")
    t.since = t.at if t.since is None else t.since
    for person, table in event["entries"]:
        number = max(t.entrants, default=0) + 1
        several = any(each.person == person and each.status == "in" for each in t.entrants.values())
        said = {"entrant": number, "person": person, "digest": "", "employee": False}
        t.entrants[number] = Entrant(said, 0, 0)
        t.entrants[number].absent, t.entrants[number].won = several, True
        if not event["carried"]:
            t.entries_won[table][t.at, person] += 1


def schedule_of(t, entries):
    """What so many entries are played by: the largest schedule of Table 3 that they fill."""
    filled = [many for many in TABLE_3 if many <= entries]
    if not filled:
        return None
    heats, pool, places = TABLE_3[filled[-1]]
    rounds = [
        {
            "sessions": sittings,
            "apart": True,
            "tables": 7,
            "shoes": 3,
            "progress": {"each_table": best, "others": others},
        }
        for sittings, best, others in heats
    ]
    rounds.append({"tables": 1, "shoes": t.said("entry.won.final_shoes", 3)})
    prizes = [{"amount": each * 100} for each in places]
    return {"entrants": filled[-1], "rounds": rounds, "pool": pool * 100, "places": prizes}


@on("entries carried over")
def on_entries_carried_over(t, event):
    """Those that no schedule takes, and those that came too late, are for the next tournament."""
    if t.stage not in ("draft", "entries"):
        t.wants(not event["entrants"], "entrants are taken out of a tournament that is played")
        t.wants(event["people"], "no entries are carried over")
        return
    alive = [each.number for each in t.alive()]
    schedule = schedule_of(t, len(alive))
    later = alive[schedule["entrants"] :] if schedule else alive
    everything = event["entrants"] == alive  # where it is called off
    t.wants(everything or event["entrants"] == later, f"carried over are {event['entrants']}, and it must be {later}")
    people = [t.entrants[number].person for number in event["entrants"]]
    t.wants(event["people"] == people, "entries are carried over of others than those who have won them")
    t.entries, t.carried_at = len(alive), t.n
    for number in event["entrants"]:
        t.entrants[number].status = "carried over"


def closed_by_schedule(t, event):
    """Entries that were won close about every hundred days, with as many as the largest schedule takes."""
    t.wants(t.carried_at == t.n - 1, "it is not said which entries are carried over")
    schedule, said = schedule_of(t, t.entries), t.said("entry.won")
    if schedule is None:
        t.fault(f"{t.entries} entries fill no schedule")
        return
    days = (t.at - (t.at if t.since is None else t.since)) // DAY
    t.wants(days >= said.get("days", 100), f"only {days} days have gone since entries are collected")
    if said.get("next_size") and schedule["entrants"] != max(TABLE_3):
        t.wants(t.entries == schedule["entrants"], "entries that fill no schedule to the last wait for the next size")
    told = event.get("schedule") or {}
    t.wants(
        plain(told) == plain(schedule), f"the schedule of {schedule['entrants']} in Table 3 is another than is told"
    )
    t.schedule = schedule


def plain(schedule):
    """A schedule by what matters of it, what is left out filled in."""
    rounds = [
        (
            each.get("sessions", 1),
            bool(each.get("apart")),
            each.get("tables"),
            each.get("shoes"),
            each.get("hands") or each.get("minutes"),
            (each.get("progress") or {}).get("each_table", 0),
            (each.get("progress") or {}).get("others", 0),
        )
        for each in schedule.get("rounds", [])
    ]
    places = [(each.get("amount"), each.get("per_mille"), each.get("thing")) for each in schedule.get("places", [])]
    return schedule.get("entrants"), rounds, schedule.get("pool"), places


@on("bonus")
def on_bonus(t, event):
    """Every entry brings $770 to whoever has won it, there or not, when the first heat opens."""
    t.wants(t.schedule and not t.played and t.stage == "ready", "a bonus is paid at another time")
    alive = [each.number for each in t.alive()]
    t.wants(event["entrants"] == alive, "the bonus is paid for other entries than there are")
    t.wants(event["cents"] == BONUS, f"the bonus is {BONUS}, not {event['cents']}")
    t.owed = [("house:prizes", f"person {t.entrants[number].person}", BONUS) for number in alive]
    t.expected = [{"what": "session opened"}]
    t.bonus = True


def one_entry_for_each_wager(t):
    """Every wager that has won is an entry, and every entry a wager that has won."""
    told = t.doc.get("wagers", {})
    for table in dict.fromkeys([*told, *t.entries_won]):
        found = Counter((each["at"], person) for each in told.get(table, []) for person, _, _ in each["won"])
        entries = t.entries_won[table]
        for at, person in entries - found:
            t.fault(f"person {person} has an entry of {table} at {at}, and no wager has won it")
        for at, person in found - entries:
            if at != t.closed_at:  # in the same moment it may have been for the next tournament
                t.fault(f"person {person} has won an entry at {table} at {at}, and has none")
