"""Poker tables by who sits there: which can play, which is won, and what they need to stay alike."""

from __future__ import annotations

from .books import NOTICE_HANDS


def to_big_blind(occupied, line, seat, blinds):
    """In how many hands the big blind comes to a seat, nobody coming or going; 1 is the next hand.

    It goes from player to player clockwise. In the first hand of a table the button is with the last seat, and the
    last blind so many seats on as there are blinds; of two players the button has it.
    """
    seats = sorted({*occupied, seat})
    if line:
        ahead = [each for each in seats if each > line[-1]] + [each for each in seats if each <= line[-1]]
    else:
        first = min(blinds, len(seats)) - 1 if len(seats) > 2 else len(seats) - 1
        ahead = seats[first:] + seats[:first]
    return ahead.index(seat) + 1


def can_play(t):
    """Tables at which a hand can be played: nobody plays alone."""
    return {name: each for name, each in t.tables.items() if len(each.seats) > 1}


def in_play(t):
    """Tables at which somebody sits, in the order in which they were named."""
    return {name: each for name, each in t.tables.items() if each.seats}


def where_somebody_sits(t, table):
    """This table, or, where nobody sits there any more, the first at which somebody does."""
    return table if table in in_play(t) else next(iter(in_play(t)), table)


def table_won(t, table, gone=()):
    """Whether no more are left than win: at a table of a shoot-out as many as go on, and otherwise in all."""
    if not t.elimination["shoot_out"]:
        return len(t.alive()) - len(gone) <= t.elimination["winners"]
    best = t.elimination["winners"] if t.final() else t.going_on()[0]
    return len(set(t.tables[table].seats.values()) - set(gone)) <= best


def is_won(t):
    return len(t.alive()) <= t.elimination["winners"]


def needed_at_tables(t):
    """What the tables need: the last to be broken once the others hold all, or a move from the longest to the
    shortest once they differ by more than stated."""
    here, said = in_play(t), t.elimination
    if said["shoot_out"]:
        return None
    players = sum(len(each.seats) for each in here.values())
    if len(here) > 1 and players <= (len(here) - 1) * said["seats"]:
        return "break", list(here)[-1], ""
    longest = max(here, key=lambda name: len(here[name].seats), default=None)
    shortest = min(here, key=lambda name: len(here[name].seats), default=None)
    if longest and len(here[longest].seats) - len(here[shortest].seats) > said["apart"]:
        return "move", longest, shortest
    return None


def may_break(t, table):
    here = t.tables[table]
    if t.elimination["announced_order"] or len(here.seats) < 2:
        return True
    if here.closing is not None and set(here.seats.values()) <= here.agreed_to_break:
        return True
    return here.closing is not None and here.hands - here.closing >= NOTICE_HANDS
