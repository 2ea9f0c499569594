"""Ties that are broken, by extra hands or by lot."""

from __future__ import annotations

from .books import CHIP
from .chips import has_more, leaves, sits
from .events import on
from .ranking import open_tie
from .seating import comes_out
from .standing import Fault


def same_tie(t, tie):
    """The tie that is broken is the one that matters now."""
    t.wants(t.stage == "counting" and t.tie is None, "a tie is broken at another time")
    found = open_tie(t)
    if found is None:
        raise Fault("a tie is broken that decides nothing")
    told = {**{name: tie[name] for name in found if name != "play_off"}, "play_off": tie.get("play_off", False)}
    told["among"] = sorted(told["among"])
    t.wants(told == found, f"the tie that matters is {found}, not {told}")


@on("extra hands")
def on_extra_hands(t, event):
    tie = event["tie"]
    t.wants(t.said("prizes.ties") == "extra-hands" or t.schedule, "ties are not broken by extra hands")
    same_tie(t, tie)
    tied = [t.entrants[number] for number in playing(t, tie["among"])]
    t.wants(tied, "extra hands are dealt to nobody who is there")
    table = tie["table"]
    theirs = next((each.table for each in tied if each.table), next(iter(t.tables)))
    t.wants(table == (tie["of"] or theirs), "the extra hands are dealt elsewhere")
    bank = tied[0].bank
    if bank < t.least_bank(table):
        bank = t.said("bank.top_up", 0) * CHIP
    banks = {**dict.fromkeys(tie["among"], 0), **{each.number: bank for each in tied}}
    t.wants(dict(tie["banks"]) == banks, f"extra hands begin with {bank} for everyone who plays")
    seats = [seat for _, at, seat in event["placings"]]
    t.wants(all(at == table for _, at, _ in event["placings"]), "somebody plays extra hands elsewhere")
    t.wants(len(set(seats)) == len(seats), "two sit in one seat")
    t.wants(all(1 <= seat <= t.book["seats"] for seat in seats), "a seat is none")
    t.wants([number for number, _, _ in event["placings"]] == playing(t, tie["among"]), "others play extra hands")
    t.tie = {**tie, "banks": dict(tie["banks"]), "order": []}
    again = {number for each in t.broken if each["table"] for number in each["among"]}
    people = {each.plays for each in tied if each.number not in again}
    for person in [each for each in t.there[table] if each not in people]:
        leaves(t, table, person)
    for number, _, seat in event["placings"]:
        entrant = t.entrants[number]
        if entrant.plays in t.there[table]:
            has_more(t, table, entrant.plays, bank - entrant.bank)
            has = t.there[table][entrant.plays]
            t.wants(has == bank, f"entrant {number} has {has} at the table, and {bank} for the extra hands")
        else:
            leaves(t, entrant.table, entrant.plays)
            sits(t, table, entrant.plays, seat, bank)


def extra_hand_over(t, event, banks):
    """Whoever is alone in front takes the place; the others play on."""
    tie = t.tie
    t.wants(set(banks) <= set(tie["among"]), "somebody plays extra hands who is not tied")
    tie["banks"].update(banks)
    event["before"] = None
    play_off = tie.get("play_off", False)
    if play_off and not event["shoe"] and somebody_follows(t, tie):
        return
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
    tie["play_off"] = False
    shared = play_off and t.said("prizes.ties") == "shared"
    if shared:
        tie["places"] = len(order)  # whoever is level after the play-off shares the place
    if not shared and not playing(t, left):
        order, left = [*order, *left], []
    if len(order) >= tie["places"] or len(left) == 1:
        t.expected = [{"what": "tie broken"}]
        t.told = [*order, *left]
        return
    top_up, least = t.said("bank.top_up"), t.least_bank(tie["table"])
    fresh = {}
    if top_up is not None and all(tie["banks"][number] < least for number in left):
        fresh = dict.fromkeys(playing(t, left), top_up * CHIP)
    if play_off or order != tie["order"] or any(tie["banks"][number] != cents for number, cents in fresh.items()):
        t.expected = [{"what": "places taken"}]
        t.told, t.fresh = order, fresh


def playing(t, among):
    """Those of a tie who play extra hands: whoever is there, and at poker the chips of the absent as well."""
    return [number for number in among if t.doc["book"] == "CP" or not t.entrants[number].absent]


def somebody_follows(t, tie):
    """Whether the rest of a play-off's shoe can change anything: somebody can wager, and more than one has chips."""
    banks = tie["banks"].values()
    return any(cents >= t.least_bank(tie["table"]) for cents in banks) and sum(cents > 0 for cents in banks) > 1


@on("places taken")
def on_places_taken(t, event):
    was = t.tie
    t.wants(event["tie"]["order"] == t.told, f"told apart are {t.told}")
    new = [number for number in t.told if number not in was["order"]]
    for number in new:
        leaves(t, was["table"], t.entrants[number].plays)
    for number, cents in t.fresh.items():
        has_more(t, was["table"], t.entrants[number].plays, cents - was["banks"][number])
    was["banks"].update(t.fresh)
    t.wants(dict(event["tie"]["banks"]) == was["banks"], "banks of extra hands are not as they were left")
    was["order"] = list(t.told)


@on("tie broken")
def on_tie_broken(t, event):
    tie = event["tie"]
    if t.tie is not None:
        t.wants(tie["order"] == t.told, f"the extra hands put them in the order {t.told}")
        told = t.told[: t.tie["places"]]
        told = t.told if len(t.told) - len(told) == 1 else told
        for name in ("of", "among", "places", "ordered", "table"):
            t.wants(tie[name] == t.tie[name], f"{name} of a tie changes")
        t.tie = None
    else:
        too_many = len(tie["among"]) > t.book["seats"] or not playing(t, tie["among"])
        by_lot = t.said("prizes.ties") != "extra-hands" and not t.schedule
        t.wants(by_lot or too_many, "the tie is broken without extra hands")
        same_tie(t, tie)
        comes_out(t, t.draws + 1, tie["order"], tie["among"])
        t.wants(sorted(tie["order"]) == sorted(tie["among"]), "others are drawn for than those who are tied")
        told = tie["order"]
    t.broken.append({**tie, "among": sorted(tie["among"]), "told": told})
