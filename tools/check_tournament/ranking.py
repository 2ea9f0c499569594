"""Who stands where by the banks, and which ties matter."""

from __future__ import annotations


def open_tie(t):
    """The first tie that decides who goes on or who is paid what, and is not broken yet."""
    return next(open_ties(t), None)


def open_ties(t):
    """All of them; those about the other high banks once those at tables are broken; none once a deal is struck."""
    if t.struck:
        return
    if t.ends_round() and t.final():
        yield from prize_ties(t)
        return
    if not t.ends_round() and not t.apart():
        return
    best, others = t.going_on()
    found = False
    for name, each in t.tables.items():
        tie = equal_at_the_cut(t, [t.entrants[number] for number in each.seats.values()], best, name)
        found = found or tie is not None
        if tie is not None:
            yield tie
    if found or not t.ends_round():
        return
    rest = [each for each in t.in_session() if each.number not in table_winners(t)]
    tie = equal_at_the_cut(t, [*t.yet_behind(), *rest], others, "")
    if tie is not None:
        yield tie


def standing(each, ties):
    """Where somebody stands: by bank, and of equal banks as each of these ties has told them apart, the best least."""
    told = [tie["told"] for tie in ties]
    return (-each.bank, *[found.index(each.number) if each.number in found else len(found) for found in told])


def equal_at_the_cut(t, entrants, places, of):
    """Those on both sides of the last place whom neither banks nor a tie about the same told apart."""
    ties = [tie for tie in t.broken if tie["of"] == of]
    stand = sorted(standing(each, ties) for each in entrants)
    if not 0 < places < len(stand) or stand[places - 1] != stand[places]:
        return None
    among = sorted(each.number for each in entrants if standing(each, ties) == stand[places])
    left = places - stand.index(stand[places])
    return {"of": of, "among": among, "places": left, "ordered": False, "play_off": False}


def first_of(t, entrants, places, of):
    """The first so many of these, equal banks as the ties about them were broken."""
    ties = [tie for tie in t.broken if tie["of"] == of]
    return [each.number for each in sorted(entrants, key=lambda each: (standing(each, ties), each.number))[:places]]


def table_winners(t):
    best = t.going_on()[0]
    found = []
    for name, each in t.tables.items():
        found += first_of(t, [t.entrants[number] for number in each.seats.values()], best, name)
    return found


def prize_ties(t):
    """Equal banks whose places are paid differently; none where such prizes are shared.

    Where entries are won the first place is played off even so, by a shoe before any extra hand.
    """
    shared = t.said("prizes.ties") == "shared"
    if shared and not t.schedule:
        return
    eligible = [each for each in t.in_session() if not t.passed_over(each)]
    prizes, place = t.prizes, 0
    for stand in sorted({standing(each, t.broken) for each in eligible}):
        among = sorted(each.number for each in eligible if standing(each, t.broken) == stand)
        if shared and (place or any(set(among) <= set(tie["among"]) for tie in t.broken)):
            return
        paid = [prizes[k] if k < len(prizes) else None for k in range(place, place + len(among))]
        if any(each != paid[0] for each in paid):
            needed = next(k for k in range(len(paid)) if all(each == paid[-1] for each in paid[k:]))
            play_off = not place and t.schedule is not None
            yield {"of": "", "among": among, "places": needed, "ordered": True, "play_off": play_off}
        place += len(among)


def final_ranking(t, shared):
    """Groups with equal places, the first first: equal banks, unless a tie told them apart."""
    session, ties = t.in_session(), [] if shared and not t.schedule else t.broken
    return [
        sorted(each.number for each in session if standing(each, ties) == stand)
        for stand in sorted({standing(each, ties) for each in session})
    ]
