"""Prizes that are shared by agreement, and disputes over the tournament."""

from __future__ import annotations

from .events import on
from .prizes import pool_of, prizes_of
from .ranking import final_ranking


@on("deal proposed")
def on_deal_proposed(t, event):
    shares = dict(event["shares"])
    t.wants(t.said("prizes.deals"), "a deal is proposed where the conditions allow none")
    t.wants(t.stage in ("session", "counting") and t.final() and t.ends_round(), "a deal is proposed at another time")
    t.wants(t.tie is None and t.deal is None, "a deal is proposed while extra hands or another deal are open")
    t.wants(sorted(shares) == may_share(t), f"{may_share(t)} share, not {sorted(shares)}")
    t.wants(all(cents >= 0 for cents in shares.values()), "a share is less than nothing")
    together, won = sum(shares.values()), at_stake(t)
    t.wants(together == won, f"{together} is shared, and {won} is to be won")
    t.deal, t.agreed = shares, set()


def may_share(t):
    return sorted(each.number for each in t.alive() if not t.passed_over(each))


def at_stake(t):
    """What those who are left would win in all, as it stands."""
    prizes, _ = prizes_of(t, final_ranking(t, t.said("prizes.ties") == "shared"), pool_of(t))
    return sum(prizes.get(each.number, 0) for each in t.alive())


@on("deal agreed")
def on_deal_agreed(t, event):
    t.wants(t.deal is not None and not t.struck, "somebody agrees to no deal")
    t.wants(event["entrant"] in (t.deal or {}) and event["entrant"] not in t.agreed, "somebody agrees who is not asked")
    t.agreed.add(event["entrant"])
    if t.deal is not None and t.agreed == set(t.deal):
        t.wants(sorted(t.deal) == may_share(t), "others share than those who are left")
        t.wants(sum(t.deal.values()) == at_stake(t), "another sum is shared than is to be won")
        t.expected = [{"what": "deal struck", "shares": t.deal}]
        t.expected += [{"what": "session played"}] if t.stage == "session" else []


@on("deal refused")
def on_deal_refused(t, event):
    t.wants(t.deal is not None and not t.struck, "a deal is refused that is not open")
    t.deal, t.agreed = None, set()


@on("deal struck")
def on_deal_struck(t, event):
    t.wants(t.deal is not None and t.agreed == set(t.deal), "a deal is struck to which not all have agreed")
    t.wants(dict(event["shares"]) == t.deal, f"the deal was {t.deal}, not {dict(event['shares'])}")
    t.struck = True


@on("objection")
def on_objection(t, event):
    people = {person for each in t.entrants.values() for person in (each.person, each.plays)}
    t.wants(event["person"] in people, "somebody objects who takes no part")
    t.wants(event["objection"] == len(t.objections) + 1, "objections are not numbered one by one")
    t.objections[event["objection"]] = "open"


@on("objection decided")
def on_objection_decided(t, event):
    t.wants(t.objections.get(event["objection"]) == "open", "an objection is decided that is not open")
    t.objections[event["objection"]] = "decided"


@on("complaint")
def on_complaint(t, event):
    t.wants(t.objections.get(event["objection"]) == "decided", "somebody complains about what was not decided")
    t.objections[event["objection"]] = "complaint"


@on("complaint answered")
def on_complaint_answered(t, event):
    t.wants(t.objections.get(event["objection"]) == "complaint", "a complaint is answered that was not made")
    t.objections[event["objection"]] = "answered"
