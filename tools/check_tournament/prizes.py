"""The pool, and what each place brings."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction


def pool_of(t):
    stated = t.schedule["pool"] if t.schedule else t.said("prizes.pool")
    if stated is not None:
        return stated
    share = t.said("prizes.fees", 1000)
    kept = sum(each.fee * (1000 - share) // 1000 for each in t.entrants.values())
    return sum(each.paid for each in t.entrants.values()) - kept


def prizes_of(t, ranked, pool):
    """What each has won: amounts as stated, shares exact and cut to the cent, the rest from the first place down.

    Whoever works for the house is passed over, and those behind move up. Prizes of those who share a place are
    added up and shared, cents that are over going to the lowest numbers. What nobody is left to take of shares goes
    to all who are paid, evenly. By the other reading of ruling 97 cents that are over all go to the first.
    """
    exact = [
        Fraction(each.get("amount") or 0) + Fraction(pool * (each.get("per_mille") or 0), 1000) for each in t.prizes
    ]
    cents = [each.numerator // each.denominator for each in exact]
    total = sum(exact)
    over = total.numerator // total.denominator - sum(cents) if exact else 0
    to_first = bool(t.said("readings.left_over_to_first"))
    for k, each in enumerate(t.prizes):
        if over and each.get("per_mille"):
            more = over if to_first else 1
            cents[k] += more
            over -= more
    groups = [list(each) for each in ranked]
    out = defaultdict(list)
    for each in t.entrants.values():
        if each.place and not any(each.number in group for group in ranked):
            out[each.place].append(each.number)
    groups += [out[place] for place in sorted(out)]
    groups = [[n for n in group if not t.passed_over(t.entrants[n])] for group in groups]
    prizes, things, place, left_over = {}, {}, 0, 0
    for group in [group for group in groups if group]:
        sums = sum(cents[place : place + len(group)])
        for k, number in enumerate(sorted(group)):
            prizes[number] = sums // len(group) + (k < sums % len(group) and not to_first)
        left_over += sums % len(group) if to_first else 0
        for number, each in zip(sorted(group), t.prizes[place:], strict=False):
            if each.get("thing"):
                things[number] = each["thing"]
        place += len(group)
    unclaimed = sum(cents[k] for k in range(place, len(cents)) if t.prizes[k].get("per_mille"))
    for k, number in enumerate(prizes):
        prizes[number] += unclaimed // len(prizes) + (k < unclaimed % len(prizes)) + (0 if k else left_over)
    return {number: won for number, won in prizes.items() if won}, things
