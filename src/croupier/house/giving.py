"""Every event by which a player gets chips, with what it makes good and who signs: read off the declarations."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.games import game, games
from croupier.house.kinds import KINDS
from croupier.money import dollars
from croupier.table.asked import SIGNS_ALONE
from croupier.table.contract import Event
from croupier.table.declare import EVENTS
from croupier.table.value import VALUES, Value
from croupier.table.words import rank_name

HEAD = f"""# Who signs for value

Every event that brings a player chips declares why, where the event itself is declared. The reason says from which
accounts the chips may come, what bounds them, and who has signed. The engine stops an event that gives for no declared
reason before it is on record, so this page is whole. It is made from the declarations by `tools/value_page.py`.

One person of the house gives a player up to {dollars(SIGNS_ALONE)}, or what the operator sets for a table
(`signs_alone` among its terms). What single persons gave a player counts together until two have signed for something
to that player. Anything above waits until a second person signs, who is neither the first, nor whoever asked for it,
nor the player, nor a machine; it is decided anew at that moment.

The rack never holds less than nothing. An award is refused while the rack does not hold it. Wagers are always paid:
what the rack lacks for them comes from the cage at once and stands in the account `advance`, and the next fill that two
people sign covers it first.
"""


def giving() -> dict[Value, tuple[type[Event], ...]]:
    """The events of all games and of the house's streams that bring players chips, by reason; one may have several."""
    known = dict.fromkeys(event for name in games() for event in game(name).engine.events)
    known |= dict.fromkeys(event for kind in KINDS for event in kind.part.events)
    return {value: tuple(each for each in known if value in EVENTS[each].value) for value in VALUES}


def page() -> str:
    """The page of documentation about it."""
    return "\n".join(
        [HEAD, *_ranks(), *[line for value, events in giving().items() for line in _chapter(value, events)]]
    )


def _ranks() -> Iterator[str]:
    """Who decides and signs, by book."""
    yield "## By book\n"
    yield "| book | decides disputes, and signs second for awards | signs second for vouchers, cash and slips |"
    yield "| --- | --- | --- |"
    for name in games():
        rules = game(name).engine.variants[0]
        ranks = [rules.clauses.dispute_final, rules.clauses.second_signature]
        said = [f"{rank_name(rules.lowest_rank(clause))} or above ({clause})" for clause in ranks]
        yield f"| {rules.book.title} | {' | '.join(said)} |"
    yield ""


def _chapter(value: Value, events: tuple[type[Event], ...]) -> Iterator[str]:
    yield f"## {value.name.capitalize()}\n"
    yield f"Signed by: {value.signed}.  "
    yield f"Bounded by: {value.bound}.  "
    yield f"Out of: {', '.join(value.sources)}.\n"
    yield "| event | what it says |"
    yield "| --- | --- |"
    for event in sorted(events, key=lambda each: EVENTS[each].kind):
        says = " ".join((event.__doc__ or "").split())
        yield f"| `{EVENTS[event].kind}` | {says} |"
    yield ""
