"""How a session ends: who goes on, who is out where, and in the end who has won what."""

from __future__ import annotations

from .books import CHIP
from .chips import becomes, leaves
from .events import on
from .prizes import pool_of, prizes_of
from .ranking import final_ranking, first_of, open_tie, table_winners


@on("session closed")
def on_session_closed(t, event):
    is_counted(t)
    t.wants(not (t.final() and t.ends_round()), "the final is closed without a result")
    winners, played = table_winners(t), [*t.yet_behind(), *t.in_session()]
    if t.ends_round():
        rest = [each for each in played if each.number not in winners]
        through = [number for number in t.through if t.entrants[number].status == "in"]
        on = [*through, *winners, *first_of(t, rest, t.going_on()[1], "")]
    else:
        on = [each.number for each in t.in_session()]
        played = []
    more = t.apart() and not t.ends_round()
    if t.apart():
        said = event.get("through", []) if more else winners
        t.wants(sorted(said) == sorted(winners), f"{sorted(winners)} are through from their tables")
    t.through = [*t.through, *winners] if more else []
    t.behind = [*t.behind, *[number for number in on if number not in winners]] if more else []
    t.wants(sorted(event["going_on"]) == sorted(on), f"{sorted(on)} go on, not {sorted(event['going_on'])}")
    out = [each for each in played if each.number not in on]
    places = {each.number: len(on) + 1 + sum(other.bank > each.bank for other in out) for each in out}
    t.wants(dict(event["places"]) == places, f"places are {places}, not {dict(event['places'])}")
    anew = t.ends_round() and t.said("bank.every_round")
    exchanges(t, [*out, *[t.entrants[number] for number in on if anew]])
    everybody_gets_up(t, event, t.reserved if t.book["released_each_session"] else [])
    for each in out:
        becomes(t, each, 0)
        each.status, each.place = "out", places[each.number]
    t.played += 1
    t.stage = "ready"


def exchanges(t, leaving):
    """Chips that are worth cash are exchanged next, those of whoever plays with them no longer."""
    if t.said("bank.afterwards") == "cash":
        cents = {each.number: each.bank * t.said("bank.worth", 0) // CHIP for each in leaving}
        t.for_cash = {number: amount for number, amount in cents.items() if amount}
        t.expected = [{"what": "chips exchanged"}] if t.for_cash else []


@on("chips exchanged")
def on_chips_exchanged(t, event):
    given = dict(event["cents"])
    t.wants(given == t.for_cash, f"chips are worth {t.for_cash}, not {given}")
    for number, cents in given.items():
        t.owed.append(("house:tournament-chips", f"person {t.owner(t.entrants[number])}", cents))
        becomes(t, t.entrants[number], 0)


def is_counted(t):
    t.wants(t.stage == "counting" and t.tie is None, "a session is closed that is not over")
    found = open_tie(t)
    t.wants(found is None, f"the tie {found} is not broken")


def everybody_gets_up(t, event, released):
    """Everybody gets up, and tables serve cash again."""
    for table in t.there:
        for person in list(t.there[table]):
            leaves(t, table, person)
    t.wants(sorted(event["released"]) == sorted(released), "other tables are released than must be")
    t.reserved = [each for each in t.reserved if each not in event["released"]]
    for each in t.entrants.values():
        if each.status == "in":
            each.table, each.seat = "", 0
    t.tables = {}


@on("result")
def on_result(t, event):
    if t.alive():
        is_counted(t)
        t.wants(t.final() and t.ends_round(), "a result is declared before the final is over")
    t.wants(t.stage == "counting" or t.played, "a result is declared of what never began")
    shared = t.said("prizes.ties") == "shared"
    ranked = final_ranking(t, shared)
    places, ahead = {}, 0
    for group in ranked:
        places.update(dict.fromkeys(group, ahead + 1))
        ahead += len(group)
    t.wants(dict(event["places"]) == places, f"places are {places}, not {dict(event['places'])}")
    pool = pool_of(t)
    t.wants(event["pool"] == pool, f"the pool is {pool}, not {event['pool']}")
    prizes, things = prizes_of(t, ranked, pool)
    if t.struck:
        prizes = {number: cents for number, cents in {**prizes, **t.deal}.items() if cents}
    t.wants(dict(event["prizes"]) == prizes, f"prizes are {prizes}, not {dict(event['prizes'])}")
    t.wants(dict(event["things"]) == things, f"things won are {things}, not {dict(event['things'])}")
    total, paid = sum(prizes.values()), sum(each.paid for each in t.entrants.values())
    t.owed = [("entries", f"person {t.owner(t.entrants[n])}", cents) for n, cents in prizes.items()]
    t.owed += [("house:prizes", "entries", max(0, total - paid))]
    t.owed += [("entries", "house:entry-fees", max(0, paid - total))]
    session = t.in_session()
    exchanges(t, session)
    everybody_gets_up(t, event, t.reserved)
    for each in session:
        becomes(t, each, 0)
        each.status, each.place = "out", places[each.number]
    for each in t.entrants.values():
        each.prize, each.thing = prizes.get(each.number, 0), things.get(each.number, "")
    t.stage, t.result = "over", event
