"""Chips that are given out and go out of play, and people who sit down with them and get up."""

from __future__ import annotations


def becomes(t, entrant, bank):
    """Another bank: the difference is given out, or goes out of play."""
    change = bank - entrant.bank
    t.issued += max(0, change)
    t.withdrawn += max(0, -change)
    entrant.bank = bank


def comes(t, entrant, cents):
    """Somebody sits down at a table with chips."""
    sits(t, entrant.table, entrant.plays, entrant.seat, cents)


def sits(t, table, person, seat, cents):
    """Somebody sits down in a seat with chips."""
    t.arrived[table][person, seat, cents] += 1
    t.there[table][person] = cents


def leaves(t, table, person):
    """Somebody gets up from a table with the chips in front of them, if they sit there."""
    if person not in t.there[table]:
        return False
    t.left[table][person, t.there[table].pop(person)] += 1
    return True


def has_more(t, table, person, cents):
    """Somebody is given chips at a table, if they sit there."""
    if person in t.there[table] and cents > 0:
        t.given[table][person, cents] += 1
        t.there[table][person] += cents


def seat_anew(t, placings):
    """People get up, and sit down where they are placed."""
    moving = [each for each in placings if (t.entrants[each[0]].table, t.entrants[each[0]].seat) != (*each[1:],)]
    for number, _, _ in moving:
        entrant = t.entrants[number]
        leaves(t, entrant.table, entrant.plays)
        t.tables[entrant.table].seats.pop(entrant.seat)
    for number, table, seat in moving:
        entrant, here = t.entrants[number], t.tables[table]
        t.wants(seat not in here.seats, f"seat {seat} of {table} is taken")
        here.seats[seat] = number
        entrant.table, entrant.seat = table, seat
        comes(t, entrant, entrant.bank)
