"""What a script can expect of any table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from croupier.money import dollars
from croupier.scripts.forms import Act, Broken, Chapter, Expectation, Given, Statement
from croupier.scripts.kinds import Subject, in_small_words, signed
from croupier.scripts.table import Ledger, Table, cites, cites_for
from croupier.table.accounts import RACK
from croupier.table.contract import Clauses, Command, Due, Event
from croupier.table.declare import say, say_command
from croupier.table.endings import endings_in


def same(what: str, expected: object, was: object) -> None:
    """Raise Broken with both values unless they are equal."""
    if expected != was:
        raise Broken(f"expected {what} {expected}, was {was}")


LAST_TOLD = 4
"""How many of the last events a message tells."""


def last(told: Sequence[str], between: str, most: int = LAST_TOLD) -> str:
    """The last few, and how many were before them."""
    before = len(told) - most
    return f"{between.join(told[-most:])}{f' (and {before} before)' if before > 0 else ''}"


def _last_said(events: list[Event], table: Table) -> str:
    return last([say(event, table.names) for event in events], " ") or "nothing"


def _changed(name: str, expected: int, table: Table) -> Clauses:
    ledger, worth = table.ledgers.get(name, Ledger()), table.worth(name)
    same(name, signed(expected), signed(worth - ledger.worth))
    table.ledgers[name] = Ledger(worth, len(table.log))
    return cites_for(table.log[ledger.since :], name)


def _players_change(it: Given, table: Table) -> Clauses:
    return _changed(it.player.name, it.change or 0, table)


def _rack_change(it: Given, table: Table) -> Clauses:
    return _changed(RACK, it.change or 0, table)


def _refused(it: Given, table: Table) -> Clauses:
    refusal = table.refusal
    if refusal is None:
        raise Broken(f"expected a refusal, but it was done: {_last_said(table.log[table.line :], table)}")
    if it.reason is not None and refusal.reason is not it.reason:
        raise Broken(f"expected refused because {it.reason.value}, was: {refusal}")
    if it.text is not None and it.text not in str(refusal):
        raise Broken(f"expected “{it.text}” in the refusal, which says: {refusal}")
    return refusal.under


def _no_change(it: Given, table: Table) -> Clauses:
    for name in dict.fromkeys((*table.worths, *table.everyone())):
        change = table.worth(name) - table.worths.get(name, 0)
        if change:
            raise Broken(f"expected no change, but for {name} there was {signed(change)}")
    return table.cited()


def _stack(it: Given, table: Table) -> Clauses:
    same(f"{it.player.name}'s stack", dollars(it.amount), dollars(table.state.stack(it.player.name)))
    return table.cited()


def _held(it: Given, table: Table) -> Clauses:
    held = table.state.chips.get(f"held:{it.player.name}", 0)
    same(f"held of {it.player.name}", dollars(it.amount), dollars(held))
    return table.cited()


def _wager(it: Given, table: Table) -> Clauses:
    found = [
        each.cents
        for each in table.state.wagers_of(it.player.name)
        if (each.area, each.bet) == (it.area, it.bet) and it.number in (None, each.hand)
    ]
    same(f"{it.player.name}'s wager on {it.bet} at {it.area}", dollars(it.amount), dollars(sum(found)))
    return table.cited()


def _ended(it: Given, table: Table) -> Clauses:
    """The end of one wager and the clauses of that end alone, not of the settlement around it."""
    whose = (it.player.name, it.bet)
    found = [
        each
        for event in table.log
        for each in endings_in(event)
        if (each.player, each.bet) == whose and it.area in (None, each.area) and it.number in (None, each.hand)
    ]
    if not found:
        hand = "" if it.number is None else f" of hand {it.number}"
        raise Broken(f"{it.player.name}'s wager on {it.bet}{hand} has not ended")
    same(f"{it.bet} of {it.player.name}", signed(it.change or 0), signed(found[-1].paid - found[-1].taken))
    return found[-1].under


def _no_wager(it: Given, table: Table) -> Clauses:
    found = [f"{dollars(each.cents)} on {each.bet} at {each.area}" for each in table.state.wagers_of(it.player.name)]
    if found:
        raise Broken(f"expected no wager of {it.player.name}, but there is {', '.join(found)}")
    return table.cited()


def _seat(it: Given, table: Table) -> Clauses:
    person = table.state.seated(it.seat)
    same(f"at seat {it.seat}", it.player.name if it.player else "no one", person.name if person else "no one")
    return table.cited()


def _stage(it: Given, table: Table) -> Clauses:
    names = table.game.engine.rules(table.state).stage_names
    same("stage", *(names.get(stage, stage.value) for stage in (it.stage, table.state.stage)))
    return table.cited()


def _round(it: Given, table: Table) -> Clauses:
    same("round", it.number, table.state.round)
    return table.cited()


def _shoe(it: Given, table: Table) -> Clauses:
    same("cards in the shoe:", it.number, table.state.shoe.inside)
    return table.cited()


def _discards(it: Given, table: Table) -> Clauses:
    same("cards in the discard holder:", it.number, table.state.shoe.discards)
    return table.cited()


def _event(it: Given, table: Table) -> Clauses:
    found = [event for event in table.recent if isinstance(event, it.event)]
    if not found:
        happened = last([in_small_words(type(event)) for event in table.recent], ", ")
        raise Broken(f"expected {in_small_words(it.event)}, but there was {happened or 'nothing'}")
    return cites(found)


def _no_event(it: Given, table: Table) -> Clauses:
    if any(isinstance(event, it.event) for event in table.recent):
        raise Broken(f"expected no {in_small_words(it.event)}, but there was one")
    return table.cited()


def _record(it: Given, table: Table) -> Clauses:
    found = [event for event in table.recent if it.text in say(event, table.names)]
    if not found:
        raise Broken(f"expected “{it.text}” on record, which says: {_last_said(table.recent, table)}")
    return cites(found)


def _dispute(it: Given, table: Table) -> Clauses:
    dispute = table.state.dispute(it.number)
    stage = dispute.stage.value if dispute else "not raised"
    same(f"dispute {it.number}", it.dispute_stage.value, stage)
    return table.cited()


def fits(wanted: Command, by: Subject, due: Due) -> bool:
    """Whether an act that is due is the one a line describes; what either leaves out may be anything."""
    if type(wanted) is not type(due.command) or (due.person or due.rank) != (by.name if due.person else by.rank):
        return False
    pairs = (
        (getattr(wanted, field.name), getattr(due.command, field.name), field.default)
        for field in msgspec.structs.fields(type(wanted))
    )
    return all(said == asked or default in (said, asked) for said, asked, default in pairs)


def _due(it: Given, table: Table) -> Clauses:
    statement: Statement = it.act
    by, form = statement.given.actor, statement.form
    assert by is not None
    assert isinstance(form, Act)
    wanted = form.makes(statement.given, table)
    table.to_come.clear()
    dues = table.game.due(table.state)
    found = [due for due in dues if fits(wanted, by, due)]
    if not found:
        were = ", ".join(f"{due.person or due.rank}: {say_command(due.command, table.names)}" for due in dues)
        raise Broken(f"expected due {by.name}: {say_command(wanted, table.names)}, was {were or 'nothing'}")
    return tuple(clause for due in found for clause in due.under)


def _nothing_due(it: Given, table: Table) -> Clauses:
    dues = table.game.due(table.state)
    if dues:
        raise Broken(f"expected nothing due, was {say_command(dues[0].command, table.names)}")
    return table.cited()


REFUSED = Expectation(
    "refused [<reason>] [saying <text>]",
    "The line just before was refused; a refused line without this breaks the script.",
    _refused,
)

CHANGED = Expectation(
    "<player> <change>",
    "How a player's money changed since it was last expected, or since the script began: chips in front, "
    "wagers not yet decided, and what was left outside the table.",
    _players_change,
)
UNCHANGED = Expectation("<player> no change", "The same for no change at all.", _players_change)
RACK_CHANGED = Expectation("rack <change>", "How the house's chips changed, counted in the same way.", _rack_change)
ENDED = Expectation(
    "<bet> of <player> <change> [at <area>] [hand <number>]",
    "How one wager ended, at the area named if there are several, or of one hand of a split; `under` looks at that "
    "wager alone.",
    _ended,
)
WENT_BACK = Expectation(
    "<bet> of <player> no change [at <area>] [hand <number>]", "The same of one that went back.", _ended
)

EXPECTATIONS = (
    Chapter("Expecting a refusal", (REFUSED,)),
    Chapter(
        "Expecting money",
        (
            CHANGED,
            UNCHANGED,
            RACK_CHANGED,
            Expectation(
                "no change", "Nobody's money changed since the last expectations, nor the house's.", _no_change
            ),
            Expectation("<player> stack <amount>", "The chips in front of a player.", _stack),
            Expectation("<player> held <amount>", "What is held of a player's money.", _held),
            Expectation(
                "wager of <player> <amount> on <bet> at <area> [hand <number>]",
                "What lies on the layout, on all hands of the area or on one.",
                _wager,
            ),
            Expectation("no wager of <player>", "Nothing of theirs lies on the layout.", _no_wager),
            ENDED,
            WENT_BACK,
        ),
    ),
    Chapter(
        "Expecting the table to stand somewhere",
        (
            Expectation("stage <stage>", "Where the round stands.", _stage),
            Expectation("round <number>", "The round's number.", _round),
            Expectation("<player> at seat <seat:number>", "Who sits there.", _seat),
            Expectation("seat <seat:number> free", "No one sits there.", _seat),
            Expectation("shoe <number> cards", "How many cards the shoe holds.", _shoe),
            Expectation("discards <number> cards", "How many lie in the discard holder.", _discards),
            Expectation("due <act>", "The rules now ask for this act by this person.", _due),
            Expectation("nothing due", "The rules ask for nothing now.", _nothing_due),
            Expectation("dispute <number> <dispute_stage>", "Where a dispute stands.", _dispute),
        ),
    ),
    Chapter(
        "Expecting what is on record",
        (
            Expectation(
                "event <event>",
                "Something happened since the last expectations; `under` looks at events of this name alone.",
                _event,
            ),
            Expectation("no event <event>", "It did not happen.", _no_event),
            Expectation(
                "record <text>",
                "A sentence of the record since the last expectations has these words; `under` looks at it alone.",
                _record,
            ),
        ),
    ),
)
