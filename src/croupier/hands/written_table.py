"""The table at which a written hand is played again: its terms, and how everyone sat before the hand."""

from __future__ import annotations

from functools import cache

from croupier.cards import BY_CHANCE, CardSource
from croupier.games.crown_poker import ENGINE, Commission, Readings, Setting, State, Terms, initial
from croupier.games.crown_poker.state import SITTING, Sitting
from croupier.hands.numbers import shortened
from croupier.hands.own import OwnCommission, sitting_of
from croupier.hands.phh_in import Written
from croupier.money import ChipSet
from croupier.table.contract import Actor, Refusal


class Broken(ValueError):
    """A hand that cannot be played as it is written: which action, and what the rules say to it."""

    def __init__(self, place: int, text: str, why: object) -> None:
        named = f"action {place} ({shortened(text)})"
        where = named if text else "the end" if place else "the start"
        super().__init__(f"{where}: {why}")
        self.place, self.text, self.why = place, text, why


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


def terms_of(written: Written) -> Terms:
    own, units = written.own, written.units
    blinds, straddles = _blinds(written)
    ante, blind_ante = _antes(written)
    waiting = () if own is None else own.waiting
    smallest = 1 if own is None else units(own.smallest_chip)
    return Terms(
        table="hand",
        cards=CardSource.REAL,
        seats=max(written.seat_count, *written.seats, *waiting, 2),
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
        readings=_readings(written),
        commission=Commission() if own is None else _commission(own.commission, written),
    )


def _readings(written: Written) -> Readings:
    """The readings that the text names; a hand of others has the blinds of two players and straddles their way."""
    if written.own is not None:
        return Readings(**dict.fromkeys(written.own.readings, True))
    two = len(written.posted) == 2 and written.posted[0] >= written.posted[1]
    return Readings(button_posts_small=two, straddle_is_the_raise=True)


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
    """What everyone puts in, and what the last blind puts in for all."""
    if written.own is not None:
        return written.units(written.own.ante), written.units(written.own.blind_ante)
    antes = written.antes
    if len(set(antes)) == 1:
        return antes[0], 0
    big = max(range(len(antes)), key=lambda nth: written.posted[nth])
    if any(each for nth, each in enumerate(antes) if nth != big):
        raise ValueError("CP 6.3 knows antes of everyone alike, or of the last blind alone")
    return 0, antes[big]


def sittings_of(written: Written, terms: Terms) -> dict[str, Sitting]:
    """How everyone sat before the hand: as the text says, else those who post below nothing post out of turn."""
    found, big = dict[str, Sitting](), terms.setting.big_blind
    if written.own is not None:
        for nth, words in enumerate(written.own.sittings, 1):
            found[id_of(nth)] = sitting_of(words)
        for seat in written.own.waiting:
            found[f"w{seat}"] = Sitting(waits=True, owes_big=True)
        return {player: each for player, each in found.items() if each != SITTING}
    for nth, posts in enumerate(written.posted, 1):
        if posts < 0:
            if -posts != big:
                raise Broken(0, "", f"CP 8.10.2 wants a post of {big}, not {-posts}")
            found[id_of(nth)] = Sitting(waits=True, posts=True)
    return found


def laid_by(written: Written) -> dict[int, list[int]]:
    """Chips laid short of a call, by the action that followed."""
    found: dict[int, list[int]] = {}
    for place, cents in () if written.own is None else written.own.laid:
        found.setdefault(place, []).append(written.units(cents))
    return found
