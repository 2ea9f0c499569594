"""Who stands where by the banks, and which ties matter."""

from __future__ import annotations


def open_tie(t):
    """The first tie that decides who goes on or who is paid what, and is not broken yet."""
    if not t.ends_round() and not t.apart():
        return None
    if t.final():
        return prize_tie(t)
    best, others = t.going_on()
    for name, each in t.tables.items():
        found = equal_at_the_cut(t, [t.entrants[number] for number in each.seats.values()], best, name)
        if found is not None and not any(tie["of"] == name for tie in t.broken):
            return found
    if not t.ends_round():
        return None
    rest = [each for each in t.in_session() if each.number not in table_winners(t)]
    found = equal_at_the_cut(t, [*t.yet_behind(), *rest], others, "")
    return None if any(tie["of"] == "" for tie in t.broken) else found


def equal_at_the_cut(t, entrants, places, of):
    """The equal banks on both sides of the last place."""
    banks = sorted((each.bank for each in entrants), reverse=True)
    if not 0 < places < len(banks) or banks[places - 1] != banks[places]:
        return None
    among = sorted(each.number for each in entrants if each.bank == banks[places])
    left = places - sum(b > banks[places] for b in banks)
    return {"of": of, "among": among, "places": left, "ordered": False, "play_off": False}


def first_of(t, entrants, places, of):
    """The first so many of these, equal banks as the tie about them was broken."""
    order = next((tie["order"] for tie in t.broken if tie["of"] == of), [])
    ranked = sorted(
        entrants,
        key=lambda each: (-each.bank, order.index(each.number) if each.number in order else len(order)),
    )
    return [each.number for each in ranked[:places]]


def table_winners(t):
    best = t.going_on()[0]
    found = []
    for name, each in t.tables.items():
        found += first_of(t, [t.entrants[number] for number in each.seats.values()], best, name)
    return found


def prize_tie(t):
    """The first equal banks whose places are paid differently; none where such prizes are shared.

    Where entries are won the first place is played off even so, by a shoe before any extra hand.
    """
    shared = t.said("prizes.ties") == "shared"
    if shared and not t.schedule:
        return None
    eligible = [each for each in t.in_session() if not each.employee]
    prizes, place = t.prizes, 0
    for bank in sorted({each.bank for each in eligible}, reverse=True):
        among = sorted(each.number for each in eligible if each.bank == bank)
        if shared and place:
            return None
        paid = [prizes[k] if k < len(prizes) else None for k in range(place, place + len(among))]
        broken = any(tie["among"] == among for tie in t.broken)
        if any(each != paid[0] for each in paid) and not broken:
            needed = next(k for k in range(len(paid)) if all(each == paid[-1] for each in paid[k:]))
            play_off = not place and t.schedule is not None
            return {"of": "", "among": among, "places": needed, "ordered": True, "play_off": play_off}
        place += len(among)
    return None


def final_ranking(t, shared):
    """Groups with equal places, the first first: equal banks, unless a tie told them apart."""
    groups = []
    session = t.in_session()
    for bank in sorted({each.bank for each in session}, reverse=True):
        equal = [each for each in session if each.bank == bank]
        numbers = sorted(each.number for each in equal)
        told = []
        if not shared or t.schedule:
            eligible = sorted(each.number for each in equal if not each.employee)
            told = next((tie["told"] for tie in t.broken if tie["among"] == eligible), [])
        groups += [[number] for number in told]
        left = [number for number in numbers if number not in told]
        if left:
            groups.append(left)
    return groups
