"""The table at which a written hand is played again: its terms, and how everyone sat before the hand."""

from __future__ import annotations

from functools import cache

from croupier.cards import BY_CHANCE, CardSource
from croupier.games.crown_poker import ENGINE, Commission, Readings, Setting, State, Terms, initial
from croupier.games.crown_poker.state import SITTING, Sitting
from croupier.games.crown_poker.terms import GAMES
from croupier.hands.numbers import shortened
from croupier.hands.own import OwnCommission, sitting_of
from croupier.hands.phh_in import Written
from croupier.hands.rake import Rake
from croupier.money import ChipSet
from croupier.table.contract import Actor, Refusal


class Broken(ValueError):
    """A hand that cannot be played as it is written: which action, and what the rules say to it."""

    def __init__(self, place: int, text: str, why: object) -> None:
        named = f"action {place} ({shortened(text)})"
        where = named if text else "the end" if place else "the start"
        super().__init__(f"{where}: {why}")
        self.place, self.text, self.why = place, text, why


class Inconsistent(Broken):
    """A hand whose own text does not add up."""


def id_of(nth: int) -> str:
    """The id of a player by number."""
    return f"p{nth}"


@cache
def ready_table() -> State:
    """An open table whose deck is ready."""
    state = initial(Terms(cards=CardSource.REAL))
    while due := ENGINE.due(state):
        made = ENGINE.decide(state, due[0].command, Actor("staff", "Staff", due[0].rank), 0, BY_CHANCE)
        if isinstance(made, Refusal):
            raise AssertionError(f"{due[0].command}: {made}")
        for event in made:
            state = ENGINE.evolve(state, event)
    return state


def terms_of(written: Written, rake: Rake) -> Terms:
    """The terms of a table at which the hand can be played, where the house takes commission by a method."""
    own, units = written.own, written.units
    blinds, straddles = _blinds(written)
    ante, blind_ante = _antes(written)
    waiting = () if own is None else own.waiting
    smallest, most = 1 if own is None else units(own.smallest_chip), GAMES[written.code.variant].most_players
    return Terms(
        table="hand",
        cards=CardSource.REAL,
        seats=max(min(written.seat_count, most), *seats_of(written), *waiting, 2),
        setting=Setting(
            variant=written.code.variant,
            limit=written.limit,
            blinds=blinds,
            ante=ante,
            blind_ante=blind_ante,
            minimum_buy_in=smallest,
            straddles=straddles,
        ),
        chips=ChipSet((smallest,)),
        readings=_readings(written, rake),
        commission=rake.commission(written.scale) if own is None else _commission(own.commission, written),
    )


def seats_of(written: Written) -> tuple[int, ...]:
    """Where everyone sits: as the text says, where these seats follow each other clockwise, else in its order."""
    seats, many = written.seats, len(written.stacks)
    first = seats.index(min(seats))
    clockwise = [*seats[first:], *seats[:first]] == sorted(seats)
    there = min(seats) > 0 and max(seats) <= GAMES[written.code.variant].most_players
    return seats if clockwise and there else tuple(range(1, many + 1))


def line_before(written: Written, blinds: int) -> tuple[int, ...]:
    """Where the buttons were in the hand before, so that they now go to whom the text has them with."""
    seats = seats_of(written)
    if len(seats) == 2 and _button_is_small(written):
        return (seats[0], seats[0], seats[1])
    return (seats[-2], seats[-1], *seats[: blinds - 1])


def _readings(written: Written, rake: Rake) -> Readings:
    """The readings that the text names; a hand of others has the blinds of two players and straddles their way."""
    if written.own is not None:
        return Readings(**dict.fromkeys(written.own.readings, True))
    return Readings(
        button_posts_small=_button_is_small(written),
        straddle_is_the_raise=True,
        rake_once=rake.once,
        no_flop_no_rake=rake.no_flop_no_rake,
    )


def _button_is_small(written: Written) -> bool:
    """Whether there are two players, of whom the second, with the button, has the small blind."""
    return len(written.posted) == 2 and written.posted[0] >= written.posted[1]


def _commission(said: OwnCommission, written: Written) -> Commission:
    return Commission(
        per_mille=said.per_mille,
        hand_fees=tuple((least, written.units(cents)) for least, cents in said.hand_fees),
        cap=None if said.cap is None else written.units(said.cap),
    )


def _blinds(written: Written) -> tuple[tuple[int, ...], int]:
    """The compulsory blinds, and how many straddles follow them.

    Blinds go up to the one that makes up the least bet of the first round; what doubles after it are straddles.
    """
    if written.own is not None:
        return tuple(map(written.units, written.own.blinds)), written.own.straddles
    posted = written.posted
    if len(posted) == 2:
        found = sorted(each for each in posted if each)
    else:
        first = next((nth for nth, each in enumerate(posted) if each <= 0), len(posted))
        found = list(posted[:first])
        if any(each > 0 for each in posted[first:]):
            raise ValueError("CP 8.9.2 wants blinds one after another from the button's left")
    least = written.limit.bet(0)
    last = next((nth for nth, each in enumerate(found) if each >= least), len(found) - 1)
    blinds, over = tuple(found[: last + 1]), found[last + 1 :]
    if any(each != blinds[-1] << nth for nth, each in enumerate(over, 1)):
        return tuple(found), 0
    return blinds, len(over)


def _antes(written: Written) -> tuple[int, int]:
    """What everyone puts in, and what the last blind puts in for all; not what is posted dead to come in."""
    if written.own is not None:
        return written.units(written.own.ante), written.units(written.own.blind_ante)
    antes = [0 if posts < 0 else ante for ante, posts in zip(written.antes, written.posted, strict=True)]
    if len(set(written.antes)) == 1:
        return written.antes[0], 0
    big = max(range(len(antes)), key=lambda nth: written.posted[nth])
    if any(each for nth, each in enumerate(antes) if nth != big):
        raise ValueError("CP 6.3 knows antes of everyone alike, or of the last blind alone")
    return 0, antes[big]


def posts_due(written: Written, terms: Terms) -> tuple[tuple[int, int], ...]:
    """What everyone posts by what is written: as a bet, and dead.

    Out of turn that is the large blind, as a bet; the smaller ones beside it, or alone, are dead (ruling 119).
    """
    found, dead = list[tuple[int, int]](), _dead_blinds(terms)
    for post, ante in zip(written.posted, written.antes, strict=True):
        if written.own is None and dead and -post in (dead, dead + terms.setting.big_blind):
            found.append((-post - dead, ante + dead))
        else:
            found.append((abs(post), ante))
    return tuple(found)


def _dead_blinds(terms: Terms) -> int:
    """The smaller blinds together, which are posted dead."""
    return sum(terms.setting.blinds[:-1])


def sittings_of(written: Written, terms: Terms) -> dict[str, Sitting]:
    """How everyone sat before the hand: as the text says, else those who post below nothing post out of turn."""
    found, big, smaller = dict[str, Sitting](), terms.setting.big_blind, _dead_blinds(terms)
    if written.own is not None:
        for nth, words in enumerate(written.own.sittings, 1):
            found[id_of(nth)] = sitting_of(words)
        for seat in written.own.waiting:
            found[f"w{seat}"] = Sitting(waits=True, owes_big=True)
        return {player: each for player, each in found.items() if each != SITTING}
    uniform = len(set(written.antes)) == 1
    for nth, (live, beside) in enumerate(posts_due(written, terms), 1):
        if written.posted[nth - 1] < 0:
            dead = beside - (terms.setting.ante if uniform else 0)
            if (live, dead) not in ((big, 0), (big, smaller), (0, smaller)):
                raise Broken(0, "", f"CP 8.10.2 wants a post of {written.said(big)}, not {written.said(live + dead)}")
            found[id_of(nth)] = Sitting(waits=True, posts=True, owes_small=bool(dead), owes_big=bool(dead and live))
    return found


def laid_by(written: Written) -> dict[int, list[int]]:
    """Chips laid short of a call, by the action that followed."""
    found: dict[int, list[int]] = {}
    for place, cents in () if written.own is None else written.own.laid:
        found.setdefault(place, []).append(written.units(cents))
    return found
