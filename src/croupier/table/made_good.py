"""Players who have left, and cards or choices of theirs put right after that (ruling 71).

What their wagers were short of goes to their wallets; what they were paid too much is out of reach.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from croupier.money import dollars, moves
from croupier.table.contract import Clauses, Event
from croupier.table.declare import EVERYONE, Part, Who
from croupier.table.people import bank
from croupier.table.rules import BankedRules, TableClauses
from croupier.table.state import BankedTable, Settled, Wager
from croupier.table.value import CORRECTED, brought
from croupier.table.words import endings

part = Part("made-good", TableClauses)


class MadeGood(Event, frozen=True, kw_only=True):
    """How the wagers of a player who has left end once the record was put right; what they were short of is paid."""

    area: int
    player: str
    settled: tuple[Settled, ...]


def made_good(
    state: BankedTable, areas: tuple[int, ...], under: Clauses, rules: BankedRules[Any, Any]
) -> Iterator[MadeGood]:
    """The events for those who had wagers on these areas and have left, on the record as it was put right."""
    gone = [each for each in state.left_behind if each.area in areas]
    for area, player in dict.fromkeys((each.area, each.player) for each in gone):
        wagers = tuple(each for each in gone if (each.area, each.player) == (area, player))
        had = tuple(each.settled for each in wagers if each.settled is not None)
        now = rules.ends_now(state, wagers)
        short = _got(now) - _got(had)
        made = moves(("rack", f"wallet:{player}", max(short, 0)))
        yield MadeGood(area=area, player=player, settled=now if short > 0 else had, moves=made, under=under)


def _got(ended: tuple[Settled, ...]) -> int:
    return sum(each.returned + each.paid for each in ended)


def _told(event: MadeGood, who: Who) -> str:
    cents = sum(move.cents for move in brought(event.moves))
    left = f"{who(event.player)}, who has left, " + (f"gets {dollars(cents)} more" if cents else "keeps what was paid")
    return f"{left}: {endings(event.settled, who, 'nothing is settled')}"


@part.event(MadeGood, value=CORRECTED, audience=EVERYONE, says=_told, aloud=True)
def wagers_made_good(state: BankedTable, event: MadeGood) -> BankedTable:
    """Remembered like any other end of a wager until the round is over."""
    others = tuple(each for each in state.left_behind if (each.area, each.player) != (event.area, event.player))
    known = {each.key: each for each in state.left_behind}
    ended = tuple(
        replace(known.get(each.key, Wager(each.area, each.bet, each.player, each.stake, hand=each.hand)), settled=each)
        for each in event.settled
    )
    return replace(state, left_behind=(*others, *ended), chips=bank(state, event.moves))
