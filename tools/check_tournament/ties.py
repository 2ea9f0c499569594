"""Ties that are broken, by extra hands or by lot."""

from __future__ import annotations

from .books import CHIP
from .chips import has_more, leaves, sits
from .drawing import drawn
from .events import on
from .ranking import open_tie, open_ties
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
    table = tie["table"]
    t.wants(table == table_for(t, tie), "the extra hands are dealt elsewhere")
    begins = first_banks(t, tie, table)
    t.wants(not stands_still(t, begins), "extra hands begin though nobody can play them")
    banks = begins["banks"]
    bank = max(banks.values())
    t.wants(dict(tie["banks"]) == banks, f"extra hands begin with {bank} for everyone who plays")
    seats = [seat for _, at, seat in event["placings"]]
    t.wants(all(at == table for _, at, _ in event["placings"]), "somebody plays extra hands elsewhere")
    t.wants(len(set(seats)) == len(seats), "two sit in one seat")
    t.wants(all(1 <= seat <= t.book["seats"] for seat in seats), "a seat is none")
    t.wants([number for number, _, _ in event["placings"]] == tie["among"], "others play extra hands")
    places = {number: seat for number, _, seat in event["placings"]}
    t.tie = {**tie, "banks": dict(tie["banks"]), "order": [], "seats": places}
    again = {number for each in t.broken if each["table"] for number in each["among"]}
    people = {each.plays for each in tied if each.number not in again}
    for person in [each for each in t.there[table] if each not in people]:
        leaves(t, table, person)
    for number, _, seat in event["placings"]:
        entrant = t.entrants[number]
        if number not in playing(t, tie["among"]) and entrant.plays in people:
            continue  # another entry of somebody who plays
        if entrant.plays in t.there[table]:
            has_more(t, table, entrant.plays, bank - entrant.bank)
            has = t.there[table][entrant.plays]
            t.wants(has == bank, f"entrant {number} has {has} at the table, and {bank} for the extra hands")
        else:
            leaves(t, entrant.table, entrant.plays)
            if banks[number]:
                sits(t, table, entrant.plays, seat, bank)


def table_for(t, tie):
    """Where extra hands are dealt: at the table they are about, else at the first of theirs or of all with room."""
    theirs = [t.entrants[number].table for number in tie["among"]]
    tables = [tie["of"]] if tie["of"] else [each for each in [*theirs, *t.tables] if each]
    seats = t.elimination["seats"] if t.elimination else t.book["seats"]
    return next((each for each in tables if min(seats, t.seats_at.get(each, seats)) >= len(tie["among"])), None)


def first_banks(t, tie, table):
    """The tie as extra hands would begin: with the banks as they are, or the top-up where they are too small."""
    bank, top_up = t.entrants[tie["among"][0]].bank, t.said("bank.top_up")
    if bank < t.least_bank(table) and top_up is not None:
        bank = top_up * CHIP
    banks = {**dict.fromkeys(tie["among"], 0), **dict.fromkeys(playing(t, tie["among"]), bank)}
    return {**tie, "table": table, "order": [], "banks": banks}


def stands_still(t, tie):
    """Whether no extra hand can be dealt: nobody of those who are left is there and can wager; at poker not two."""
    least, left = t.least_bank(tie["table"]), [number for number in tie["among"] if number not in tie["order"]]
    able = [number for number in playing(t, left) if tie["banks"][number] >= least]
    return len(able) <= (t.doc["book"] == "CP")


def extra_hand_over(t, event, banks):
    """Whoever is alone in front takes the place; the others play on."""
    tie = t.tie
    t.wants(set(banks) <= set(tie["among"]), "somebody plays extra hands who is not tied")
    tie["banks"].update(banks)
    event["before"] = None
    what = what_follows(t, event["shoe"])
    if what is not None:
        t.expected = [{"what": what}]


def what_follows(t, shoe=False):
    """What the banks of the extra hands lead to: who is told apart, whether they are topped up, or nothing yet."""
    tie = t.tie
    same = (each for each in open_ties(t) if each["of"] == tie["of"] and each["among"] == sorted(tie["among"]))
    found = next(same, None)
    t.told, t.fresh = list(tie["order"]), {}
    if found is None:
        tie["places"] = len(tie["order"])
        return "tie broken"
    tie["places"], order = found["places"], list(tie["order"])
    play_off = tie.get("play_off", False)
    if play_off and not shoe and somebody_follows(t, tie):
        return None
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
    if not shared and not playing(t, left) and not any(tie["banks"][number] for number in left):
        order, left = [*order, *sorted(left)], []
    if len(order) >= tie["places"] or len(left) == 1:
        t.told = [*order, *left]
        return "tie broken"
    top_up, least = t.said("bank.top_up"), t.least_bank(tie["table"])
    t.told = order
    if top_up is not None and top_up * CHIP >= least and all(tie["banks"][number] < least for number in left):
        t.fresh = dict.fromkeys(playing(t, left), top_up * CHIP)
    changed = any(tie["banks"][number] != cents for number, cents in t.fresh.items())
    return "places taken" if play_off or order != tie["order"] or changed else None


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
    left = [number for number in was["among"] if number not in t.told]
    still = {t.entrants[number].plays for number in playing(t, left)}
    for number in t.told:
        if number not in was["order"] and t.entrants[number].plays not in still:
            leaves(t, was["table"], t.entrants[number].plays)
    for number, cents in t.fresh.items():
        person = t.entrants[number].plays
        if person in t.there[was["table"]]:
            has_more(t, was["table"], person, cents - was["banks"][number])
        else:
            sits(t, was["table"], person, was["seats"][number], cents)
    was["banks"].update(t.fresh)
    t.wants(dict(event["tie"]["banks"]) == was["banks"], "banks of extra hands are not as they were left")
    was["order"] = list(t.told)


@on("tie broken")
def on_tie_broken(t, event):
    tie = event["tie"]
    if t.tie is not None and event.get("draw"):
        t.wants(stands_still(t, t.tie), "lots are drawn though extra hands can be dealt")
        left = [number for number in t.tie["among"] if number not in t.tie["order"]]
        drawn_so = drawn(t.seed, event["draw"], left) if t.seed else []
        here = playing(t, left)
        drawn_so = sorted(drawn_so, key=lambda number: (-t.tie["banks"][number], number not in here))
        ranked = [*t.tie["order"], *drawn_so]
        t.wants(not t.seed or tie["order"] == ranked, f"draw {event['draw']} came out otherwise")
        t.wants(event["draw"] == t.draws + 1, "draws are not numbered one by one")
        t.draws = event["draw"]
        told, t.tie = tie["order"][: tie["places"]], None
    elif t.tie is not None:
        t.wants(tie["order"] == t.told, f"the extra hands put them in the order {t.told}")
        told = t.told[: t.tie["places"]]
        told = t.told if len(t.told) - len(told) == 1 else told
        for name in ("of", "among", "places", "ordered", "table"):
            t.wants(tie[name] == t.tie[name], f"{name} of a tie is {tie[name]}, and must be {t.tie[name]}")
        t.tie = None
    else:
        same_tie(t, tie)
        table = table_for(t, tie)
        possible = (t.said("prizes.ties") == "extra-hands" or t.schedule) and table is not None
        t.wants(not possible or stands_still(t, first_banks(t, tie, table)), "the tie is broken without extra hands")
        comes_out(t, t.draws + 1, tie["order"], tie["among"])
        t.wants(sorted(tie["order"]) == sorted(tie["among"]), "others are drawn for than those who are tied")
        told = tie["order"]
    t.broken.append({**tie, "among": sorted(tie["among"]), "told": told})
