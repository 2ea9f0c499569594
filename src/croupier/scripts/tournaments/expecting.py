"""What a script can expect of its tournament."""

from __future__ import annotations

from croupier.house.tournaments.due import due, is_for
from croupier.house.tournaments.model import CHIP, Entrant, Stage, Status
from croupier.house.tournaments.ranking import open_tie
from croupier.house.tournaments.sheet import sections
from croupier.money import dollars
from croupier.scripts.expectations import same
from croupier.scripts.forms import Act, Broken, Chapter, Expectation, Given, Statement
from croupier.scripts.kinds import DAY_MS, choice, clock
from croupier.scripts.table import Table, actor
from croupier.scripts.tournaments.tables import ToTournament, table_name, told
from croupier.table.contract import Clauses, Command
from croupier.table.declare import say_command
from croupier.table.fields import TO_FILL_IN
from croupier.table.tournaments import conditions as terms

_STAGES = {
    "in draft": Stage.DRAFT,
    "taking entries": Stage.ENTRIES,
    "between sessions": Stage.READY,
    "in session": Stage.SESSION,
    "counting": Stage.COUNTING,
    "over": Stage.OVER,
    "called off": Stage.OFF,
}
_SAID = {stage: words for words, stage in _STAGES.items()}
KINDS = {
    "standing": choice("in draft, taking entries, between sessions, in session, counting, over or called off", _STAGES),
    "status": choice(
        "in, out, withdrawn, disqualified or retired",
        {each.value: each for each in Status},
    ),
    "statement": choice(
        "a sentence of the conditions like may refuse", {each.value.replace("-", " "): each for each in terms.Statement}
    ),
}


def _entrant(it: Given, table: Table) -> Entrant:
    found = told(table).tournament.of(it.player.name)
    if found is None:
        raise Broken(f"{it.player.name} has not entered")
    return found


def _standing(it: Given, table: Table) -> Clauses:
    same("the tournament", it.standing and _SAID[it.standing], _SAID[told(table).tournament.stage])
    return table.cited()


def _status(it: Given, table: Table) -> Clauses:
    same(f"{it.player.name} to be", it.status.value, _entrant(it, table).status.value)
    return table.cited()


def _bank(it: Given, table: Table) -> Clauses:
    same(f"{it.player.name}'s bank", it.number, _entrant(it, table).bank // CHIP)
    return table.cited()


def _place(it: Given, table: Table) -> Clauses:
    same(f"{it.player.name}'s place", it.number, _entrant(it, table).place)
    return table.cited()


def _prize(it: Given, table: Table) -> Clauses:
    same(f"{it.player.name}'s prize", dollars(it.amount or 0), dollars(_entrant(it, table).prize))
    return table.cited()


def _sits(it: Given, table: Table) -> Clauses:
    name, state = table_name(it.number), told(table).house.table(table_name(it.number))
    person = state.seated(it.seat)
    same(f"at seat {it.seat} of {name}", it.player.name if it.player else "no one", person.name if person else "no one")
    return table.cited()


def _drawn(it: Given, table: Table) -> Clauses:
    number = _entrant(it, table).number
    found = [each for each in told(table).tournament.placings if each.entrant == number]
    was = f"{found[0].table} seat {found[0].seat}" if found else "nowhere"
    same(f"{it.player.name} drawn to", f"{table_name(it.number)} seat {it.seat}", was)
    return table.cited()


def _director(it: Given, table: Table) -> Clauses:
    same("director", it.player.name, told(table).tournament.director or "nobody")
    return table.cited()


def _reserved(it: Given, table: Table, *, reserved: bool) -> Clauses:
    state = told(table).house.table(table_name(it.number))
    words = {True: "reserved", False: "free"}
    same(table_name(it.number), words[reserved], words[state.reserved is not None])
    return table.cited()


def _waits(it: Given, table: Table) -> Clauses:
    reserved = told(table).house.table(table_name(it.number)).reserved
    same(f"play at {table_name(it.number)}", "waits", "waits" if reserved and reserved.held else "goes on")
    return table.cited()


def _goes_on(it: Given, table: Table) -> Clauses:
    reserved = told(table).house.table(table_name(it.number)).reserved
    same(f"play at {table_name(it.number)}", "goes on", "goes on" if reserved and not reserved.held else "waits")
    return table.cited()


def _start(it: Given, table: Table) -> Clauses:
    starts = told(table).tournament.starts
    if not 1 <= it.number <= len(starts):
        raise Broken(f"there are {len(starts)} sessions")
    same(f"session {it.number} at", clock(it.hour), clock(starts[it.number - 1] % DAY_MS))
    return table.cited()


def _in_play(it: Given, table: Table) -> Clauses:
    tournament = told(table).tournament
    same("chips given out", it.number, (tournament.issued - tournament.withdrawn) // CHIP)
    same("chips in banks", it.number, sum(each.bank for each in tournament.entrants.values()) // CHIP)
    return table.cited()


def _entrants(it: Given, table: Table) -> Clauses:
    same("entrants", it.number, len(told(table).tournament.in_play))
    return table.cited()


def _sheet(it: Given, table: Table) -> Clauses:
    """What the sheet of the conditions in force says, and the clauses of the matters under which it says it."""
    said = told(table).tournament.conditions
    found = [] if said is None else [each for each in sections(said) if it.text in " ".join(each.lines)]
    if not found:
        raise Broken(f"expected “{it.text}” in the conditions, which do not say it")
    return tuple([each.clause for each in found])


def _tied(it: Given, table: Table) -> Clauses:
    tournament = told(table).tournament
    tie = open_tie(tournament) if tournament.sitting is not None else None
    was = sorted(tournament.entrants[number].name for number in tie.among) if tie else []
    wanted = sorted(each.name for each in it.players or ())
    same("tied", ", ".join(wanted) or "nobody", ", ".join(was) or "nobody")
    return table.cited()


def _meant(said: Command, waits: Command) -> bool:
    """Whether an act is the one that is waited for; what stands open in that one may be anything."""
    if type(said) is not type(waits):
        return False
    pairs = ((getattr(said, name), getattr(waits, name)) for name in said.__struct_fields__)
    return all(one == other or other in (TO_FILL_IN, ()) or isinstance(other, terms.Conditions) for one, other in pairs)


def _next(it: Given, table: Table) -> Clauses:
    statement: Statement = it.act
    by, form, tournament = statement.given.actor, statement.form, told(table).tournament
    assert isinstance(form, Act) and by is not None
    wanted = form.makes(statement.given, table)
    if not isinstance(wanted, ToTournament):
        raise Broken("a tournament waits for none but its own acts")
    waits = due(tournament)
    found = [each for each in waits if _meant(wanted.asks, each.command) and is_for(each, tournament, actor(by))]
    if not found:
        were = ", ".join(f"{each.person or each.rank}: {say_command(each.command, {})}" for each in waits)
        raise Broken(f"expected next {by.name}: {say_command(wanted.asks, {})}, was {were or 'nothing'}")
    return tuple(clause for each in found for clause in each.under)


ON_TOURNAMENTS = Chapter(
    "Expecting of a tournament",
    (
        Expectation("the tournament <standing>", "Where it stands.", _standing),
        Expectation("<number> entrants", "How many are in.", _entrants),
        Expectation("<player> to be <status>", "Where an entrant stands.", _status),
        Expectation("<player> bank <number> chips", "How many chips an entrant has.", _bank),
        Expectation("<number> chips in play", "All that were given out and not taken up again.", _in_play),
        Expectation("<player> in place <number>", "Where an entrant finished.", _place),
        Expectation("<player> prize <amount>", "What an entrant has won.", _prize),
        Expectation("<player> without a prize", "Nothing.", _prize),
        Expectation("<player> at table <number> seat <seat:number>", "Where someone sits.", _sits),
        Expectation("table <number> seat <seat:number> free", "No one sits there.", _sits),
        Expectation(
            "<player> drawn to table <number> seat <seat:number>",
            "Where an entrant will sit in the next session.",
            _drawn,
        ),
        Expectation("<player> director", "Who has charge.", _director),
        Expectation(
            "table <number> reserved",
            "It serves the tournament alone.",
            lambda it, table: _reserved(it, table, reserved=True),
        ),
        Expectation(
            "table <number> not reserved",
            "It serves cash play.",
            lambda it, table: _reserved(it, table, reserved=False),
        ),
        Expectation("play waits at table <number>", "No round begins there.", _waits),
        Expectation("play goes on at table <number>", "Rounds begin there.", _goes_on),
        Expectation("session <number> at <hour:time>", "When a session begins.", _start),
        Expectation("next <act>", "The tournament waits for this act by this person.", _next),
        Expectation("<players> tied", "Their equal banks have to be told apart.", _tied),
        Expectation("nobody tied", "No equal banks matter now.", _tied),
        Expectation(
            "the conditions say <text>",
            "The sheet has these words; `under` names the clause that wants them said.",
            _sheet,
        ),
    ),
)
