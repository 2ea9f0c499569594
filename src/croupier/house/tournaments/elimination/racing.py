"""The smallest chips leave play: everyone's odd ones are raced for by a draw, table by table (ruling 113).

At a table the odd chips together are rounded to whole larger ones, half a chip up, and as many are won, at most one by
each. Every odd chip has a ticket of its own in the draw, so that more odd chips are more chances. Whoever would have
nothing left has one larger chip all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

import msgspec
from msgspec.structs import replace

from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.draws import drawn
from croupier.house.tournaments.elimination.seating import elimination, tables_in_play
from croupier.house.tournaments.model import CHIP, Stage, Tournament
from croupier.house.tournaments.people import with_entrant
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Who
from croupier.table.words import count

MOST_ODD = 10_000
"""More odd chips than anyone has: a ticket is of the entrant's number times this, and the number of the chip."""


class RaceChips(Command, frozen=True, kw_only=True):
    """Take the smallest chips out of play, and draw who has a larger one for the odd ones."""


class Race(msgspec.Struct, frozen=True):
    """The race at one table: who has how many odd chips, who won a larger one, and everyone's bank afterwards."""

    table: str
    odd: dict[int, int]
    won: tuple[int, ...]
    banks: dict[int, int]


class ChipsRaced(Event, frozen=True, kw_only=True):
    """The smallest chip is another from now on; the odd ones were raced for."""

    smallest: int
    number: int
    """The number of the draw."""
    races: tuple[Race, ...]


def to_race(tournament: Tournament) -> int:
    """The smallest chip that there should be by now, where smaller ones are still in play: from the break before on."""
    said, sitting = elimination(tournament), tournament.sitting
    if said is None or sitting is None or sitting.clock is None:
        return 0
    level = min(sitting.clock.level + sitting.clock.on_break, len(said.levels) - 1)
    smallest = max([each.smallest or 0 for each in said.levels[: level + 1]])
    return smallest if smallest > sitting.smallest else 0


def smallest_before(tournament: Tournament) -> int:
    """The smallest chip so far: stated, or the largest of which the first bank and all that was posted are made."""
    said, sitting = elimination(tournament), tournament.sitting
    assert said is not None and sitting is not None and tournament.conditions is not None
    if sitting.smallest:
        return sitting.smallest
    first = said.levels[0]
    return gcd(tournament.conditions.bank.start or 1, *first.blinds, first.ante, first.blind_ante)


@part.command(RaceChips, label="Race the odd chips", words="colour color up chip race", desk=Desk.TOURNAMENT)
def race_chips(tournament: Tournament, command: RaceChips, ctx: Circumstances) -> Decision:
    """Between hands, for nobody's chips grow or shrink during one; not before the break that the level follows."""
    clauses = ctx.clauses.elimination
    if clauses is None:
        return Refusal(Reason.FORBIDDEN, (ctx.clauses.structure,), {"play": "is not by elimination"})
    cite: Clauses = (clauses.stake, "ruling 113")
    lacking, sitting, smallest = ctx.why_not_conduct(cite[0]), tournament.sitting, to_race(tournament)
    if lacking is not None:
        return lacking
    if tournament.stage is not Stage.SESSION or sitting is None or not smallest:
        return Refusal(Reason.NOT_NOW, cite, {"smaller chips": "none to be taken out"})
    number, was = tournament.draws + 1, smallest_before(tournament)
    races = tuple(
        [
            raced(
                table,
                {
                    each: tournament.entrants[each].bank
                    for each in here.seats.values()
                    if tournament.entrants[each].bank
                },
                (was * CHIP, smallest * CHIP),
                (tournament.seed, number),
            )
            for table, here in tables_in_play(sitting).items()
        ]
    )
    return (ChipsRaced(smallest=smallest, number=number, races=races, under=(*cite, "ruling 112")),)


def raced(table: str, banks: Mapping[int, int], chips: tuple[int, int], draw: tuple[str, int]) -> Race:
    """The race at a table with these banks, from the chip that leaves play to the next one, by a draw of this seed."""
    was, smallest = chips
    odd = {number: -(-(bank % smallest) // was) for number, bank in banks.items() if bank % smallest}
    whole = (2 * sum(bank % smallest for bank in banks.values()) + smallest) // (2 * smallest)
    tickets = drawn(*draw, [number * MOST_ODD + nth for number, many in odd.items() for nth in range(many)])
    won = tuple(dict.fromkeys(each // MOST_ODD for each in tickets))[:whole]
    after = {number: bank - bank % smallest + smallest * (number in won) for number, bank in banks.items()}
    return Race(table, odd, won, {number: bank or smallest for number, bank in after.items()})


def _raced(event: ChipsRaced, who: Who) -> str:
    won = [number for each in event.races for number in each.won]
    return f"The smallest chip is {event.smallest} now; {count(len(won), 'entrant')} won one for odd chips."


@part.event(ChipsRaced, audience=EVERYONE, says=_raced)
def chips_raced(tournament: Tournament, event: ChipsRaced) -> Tournament:
    """What was rounded up is issued, and what was rounded down leaves play."""
    assert tournament.sitting is not None
    entrants, issued, withdrawn = tournament.entrants, tournament.issued, tournament.withdrawn
    changed = []
    for race in event.races:
        more = sum(bank - entrants[number].bank for number, bank in race.banks.items())
        issued, withdrawn = issued + max(0, more), withdrawn + max(0, -more)
        changed += [replace(entrants[number], bank=bank) for number, bank in race.banks.items()]
    found = replace(with_entrant(tournament, *changed), sitting=replace(tournament.sitting, smallest=event.smallest))
    return replace(found, issued=issued, withdrawn=withdrawn, draws=event.number)
