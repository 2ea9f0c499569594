"""The acts of a tournament, from the first draft of its conditions to its result."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from croupier.house.tournaments import (
    agreeing,
    buying_back,
    disputing,
    entering,
    founding,
    hands,
    people,
    results,
    sessions,
    tables,
    ties,
)
from croupier.house.tournaments.draws import drawn
from croupier.house.tournaments.founding import ConditionsDrafted, committed
from croupier.house.tournaments.ranking import open_tie
from croupier.scripts.forms import Act, Broken, Chapter, Direction, Given
from croupier.scripts.kinds import DAY_MS, Subject
from croupier.scripts.table import Table
from croupier.scripts.tournaments.tables import ToTournament, TournamentTable, table_name, told
from croupier.table.contract import Command, Refusal

MOST_SEEDS = 200_000
"""How many seeds are tried for the order that a line lists; of eight there are 40,320 orders."""


def act(written: str, says: str, asks: Callable[[Given, TournamentTable], Command]) -> Act:
    """A line that is one command for the tournament."""
    return Act(written, says, lambda it, table: ToTournament(asks=asks(it, told(table))))


def entry_of(it: Given, table: TournamentTable) -> int:
    """The entry of the player that a line is about."""
    return table.entrant(it.player.name)


def _older(table: TournamentTable) -> str:
    """The text of the conditions as they were put down first."""
    texts = [each.text for each in table.log if isinstance(each, ConditionsDrafted)]
    if not texts:
        raise Broken("nobody has drafted any conditions yet")
    return texts[0]


def _enter(it: Given, *, text: str, **said: bool) -> entering.Enter:
    return entering.Enter(text=text, player=it.represented, name=it.represented, **said)


def _has_only(it: Given, table: Table) -> None:
    told(table).has_only(it.player.name, it.amount)


def _go_to(it: Given, table: Table) -> None:
    told(table).go_to(it.number)


def order_of_the_draw(table: TournamentTable, among: Iterable[int], players: tuple[Subject, ...]) -> None:
    """Have the next draw give this order, as a table gives the cards that are listed."""
    tournament, numbers = table.tournament, tuple(among)
    wanted = tuple([table.entrant(each.name) for each in players])
    if sorted(wanted) != sorted(numbers):
        raise Broken("the draw is among others than the line lists")
    for seed in map(_seed, range(MOST_SEEDS)):
        if drawn(seed, tournament.draws + 1, numbers) == wanted:
            table.tournament = replace(tournament, seed=seed, commitment=committed(seed))
            return
    raise Broken("no draw was found that gives this order: list fewer players")


def _seed(number: int) -> str:
    return number.to_bytes(32, "big").hex()


def _draw_as(it: Given, table: Table) -> Refusal | None:
    of = told(table)
    order_of_the_draw(of, [each.number for each in of.tournament.in_play], it.players)
    return of.perform(ToTournament(asks=tables.DrawSeats()), it.who)


def _break_as(it: Given, table: Table) -> Refusal | None:
    of = told(table)
    tie = open_tie(of.tournament) if of.tournament.sitting else None
    if tie is None:
        raise Broken("nobody is tied where it matters")
    order_of_the_draw(of, tie.among, it.players)
    return of.perform(ToTournament(asks=ties.BreakTie()), it.who)


AT_TABLE = Direction(
    "at table <number>",
    "The lines that follow go to this table of a tournament, whose table line says how many there are. What is done "
    "there may stand on the same line: `at table 2, Ann bets $25 on pair match`. One of its chips is written as $1.",
    _go_to,
)

FOUNDING = Chapter(
    "Founding a tournament",
    (
        act(
            "<who> drafts the conditions",
            "Puts the conditions down, or changes them.",
            lambda it, table: founding.DraftConditions(conditions=table.draft),
        ),
        act(
            "<who> approves the conditions",
            "Approves the text in force in writing.",
            lambda it, table: founding.ApproveConditions(text=table.tournament.text),
        ),
        act(
            "<who> approves the conditions as delegate",
            "Someone whom the officer named has sent approves the text in force in writing.",
            lambda it, table: founding.ApproveConditions(text=table.tournament.text, delegate=True),
        ),
        act(
            "<who> approves the first text of the conditions",
            "Approves the text that was put down first.",
            lambda it, table: founding.ApproveConditions(text=_older(table)),
        ),
        act(
            "<who> makes the conditions available",
            "Everyone can have them.",
            lambda it, table: founding.MakeAvailable(),
        ),
        act("<who> tells the inspectors", "Of the tournament.", lambda it, table: founding.TellInspectors()),
        act(
            "<who> tells the regulator of the change",
            "A change of the conditions holds from then on.",
            lambda it, table: founding.TellRegulator(),
        ),
        act("<who> opens entries", "Entries are taken.", lambda it, table: founding.OpenEntries()),
        act("<who> closes entries", "No more are taken.", lambda it, table: founding.CloseEntries()),
        act(
            "<who> calls the tournament off because <text>",
            "It is not held.",
            lambda it, table: founding.CallOff(why=it.text),
        ),
    ),
)

IN_CHARGE = Chapter(
    "Who has charge of a tournament",
    (
        *(
            act(
                f"<who> appoints <player> director{fit}",
                f"Gives a person charge of the tournament{says}.",
                lambda it, table, fit=fit: people.AppointDirector(  # type: ignore[misc]
                    person=it.player.name, name=it.player.name, qualified=bool(fit)
                ),
            )
            for fit, says in (("", ""), (" as fit to supervise", ", who is fit to supervise the game"))
        ),
        *(
            act(
                f"<who> names <player> deputy{fit}",
                f"Someone may stand in for the director{says}.",
                lambda it, table, fit=fit: people.NameDeputy(  # type: ignore[misc]
                    person=it.player.name, name=it.player.name, qualified=bool(fit)
                ),
            )
            for fit, says in (("", ""), (" as fit to supervise", ", and is fit to supervise the game"))
        ),
        act("<player> comes", "Director or deputy is there.", lambda it, table: people.Attend()),
        act("<player> goes", "They are not there any more.", lambda it, table: people.Attend(there=False)),
        act(
            "<who> briefs <players>",
            "Explains the conditions to those who play, who have understood them.",
            lambda it, table: people.Brief(entrants=tuple([_playing(table, each.name) for each in it.players])),
        ),
        act(
            "<who> briefs everyone",
            "All who are in.",
            lambda it, table: people.Brief(entrants=tuple([each.number for each in table.tournament.in_play])),
        ),
        act(
            "<who> shows the game by <text>",
            "Teaches entrants how it is played.",
            lambda it, table: people.Instruct(how=it.text),
        ),
        act(
            "<who> asks for signed copies",
            "Whoever plays has to sign the conditions.",
            lambda it, table: people.AskForSignatures(),
        ),
        act("<player> signs the conditions", "Signs a copy.", lambda it, table: people.SignConditions()),
    ),
)


def _playing(table: TournamentTable, name: str) -> int:
    """The entry that someone plays for, or has entered."""
    found = table.tournament.playing(name)
    return found.number if found else table.entrant(name)


ENTERING = Chapter(
    "Entering a tournament",
    (
        act(
            "<player> enters",
            "Under the conditions in force, for what they say it costs.",
            lambda it, table: _enter(it, text=table.tournament.text),
        ),
        act(
            "<player> enters and may be named",
            "The same, and lets the house advertise with their name.",
            lambda it, table: _enter(it, text=table.tournament.text, promotion=True),
        ),
        act(
            "<player> enters as an employee",
            "The same of someone who works for the house.",
            lambda it, table: _enter(it, text=table.tournament.text, employee=True),
        ),
        act(
            "<player> enters as a contractor",
            "The same of a contractor or an associate.",
            lambda it, table: _enter(it, text=table.tournament.text, employee=True, contractor=True),
        ),
        act(
            "<player> enters under the first text of the conditions",
            "Under the text that was put down first.",
            lambda it, table: _enter(it, text=_older(table)),
        ),
        Direction(
            "<player> has only <amount>",
            "What someone has outside the tables; more than enough unless it is said.",
            _has_only,
        ),
        act(
            "<player> withdraws",
            "Before play has begun.",
            lambda it, table: entering.Withdraw(entrant=entry_of(it, table)),
        ),
        act(
            "<who> turns <player> away because <text>",
            "Refuses an application.",
            lambda it, table: entering.TurnAway(player=it.player.name, why=it.text),
        ),
        act(
            "<who> gives employees leave",
            "People who work for the house may take part, and win no prize.",
            lambda it, table: entering.GiveEmployeesLeave(),
        ),
        act(
            "<player> names <substitute:player> as substitute",
            "Wants someone to play in their place.",
            lambda it, table: entering.NominateSubstitute(
                entrant=entry_of(it, table), player=it.substitute.name, name=it.substitute.name
            ),
        ),
        act(
            "<who> approves the substitute of <player>",
            "Agrees to it.",
            lambda it, table: entering.ApproveSubstitute(entrant=entry_of(it, table)),
        ),
    ),
)

SESSIONS = Chapter(
    "The sessions of a tournament",
    (
        act(
            "<who> names table <number>",
            "Names the only table that is played at.",
            lambda it, table: tables.DesignateTables(tables=(table_name(it.number),)),
        ),
        act(
            "<who> names tables <numbers:areas>",
            "The same of several.",
            lambda it, table: tables.DesignateTables(tables=tuple([table_name(each) for each in it.numbers])),
        ),
        act("<who> draws the seats", "Everyone's in the next session.", lambda it, table: tables.DrawSeats()),
        Direction(
            "<who> draws the seats as <players>",
            "The same with the order that comes out: the first sits at the first table, the next at the next.",
            _draw_as,
        ),
        act(
            "<who> moves session <number> to <hour:time>",
            "Lets a session begin at another hour of that day.",
            lambda it, table: sessions.MoveStart(session=it.number, at=_moved(it, table)),
        ),
        act("<who> opens the session", "Play begins.", lambda it, table: sessions.OpenSession()),
        act(
            "<who> notes that <player> is not there",
            "Of an entrant.",
            lambda it, table: sessions.MarkLate(entrant=entry_of(it, table)),
        ),
        act(
            "<who> notes that <player> has come",
            "An entrant who was not there.",
            lambda it, table: sessions.MarkLate(entrant=entry_of(it, table), absent=False),
        ),
        act(
            "<who> penalises <player> because <text>",
            "As the conditions state.",
            lambda it, table: sessions.Penalise(entrant=entry_of(it, table), why=it.text),
        ),
        act(
            "<who> disqualifies <player> because <text>",
            "Puts an entrant out.",
            lambda it, table: sessions.Disqualify(entrant=entry_of(it, table), why=it.text),
        ),
        act(
            "<player> buys back in",
            "Comes back with new chips, where the conditions give the chance.",
            lambda it, table: buying_back.BuyBack(entrant=entry_of(it, table)),
        ),
        act(
            "<player> retires",
            "Gives the tournament up.",
            lambda it, table: sessions.Retire(entrant=entry_of(it, table)),
        ),
        act(
            "<player> agrees to end",
            "Play at their table, before its time.",
            lambda it, table: hands.AgreeToEnd(),
        ),
        act(
            "<who> ends table <number> early",
            "Ends play there before its time.",
            lambda it, table: hands.EndTableEarly(table=table_name(it.number)),
        ),
        act(
            "<who> breaks the tie",
            "Tells equal banks apart as the conditions state.",
            lambda it, table: ties.BreakTie(),
        ),
        Direction(
            "<who> breaks the tie as <players>",
            "The same by lot, with the order that comes out.",
            _break_as,
        ),
        act(
            "<who> proposes <how:text> a deal of <amounts> to <players>",
            "How those who are left would share the prizes: so much to each, in this order, found in this way.",
            lambda it, table: agreeing.ProposeDeal(shares=_shares(it, table), how=it.how),
        ),
        act("<player> agrees to the deal", "To share the prizes so.", lambda it, table: agreeing.AgreeToDeal()),
        act("<player> refuses the deal", "Play goes on.", lambda it, table: agreeing.RefuseDeal()),
        act(
            "<player> objects to <text>",
            "To something in it.",
            lambda it, table: disputing.RaiseObjection(about=it.text),
        ),
        act(
            "<who> decides objection <number> with <text>",
            "What somebody has objected to.",
            lambda it, table: disputing.DecideObjection(objection=it.number, decision=it.text),
        ),
        act(
            "<player> complains over objection <number>",
            "To the regulator, once it has been decided.",
            lambda it, table: disputing.Complain(objection=it.number),
        ),
        act(
            "<who> answers the complaint over objection <number> with <text>",
            "What has come of it.",
            lambda it, table: disputing.AnswerComplaint(objection=it.number, answer=it.text),
        ),
        act("<who> closes the session", "Says who goes on.", lambda it, table: results.CloseSession()),
        act("<who> declares the result", "Says who has won what.", lambda it, table: results.DeclareResult()),
        AT_TABLE,
    ),
)


def _shares(it: Given, table: TournamentTable) -> tuple[agreeing.Share, ...]:
    if len(it.amounts) != len(it.players):
        raise Broken("there are as many amounts as players")
    pairs = zip(it.players, it.amounts, strict=True)
    return tuple([agreeing.Share(table.entrant(player.name), cents) for player, cents in pairs])


def _moved(it: Given, table: TournamentTable) -> int:
    """The hour on the day on which the session was to begin."""
    starts = table.tournament.starts
    was = starts[it.number - 1] if 1 <= it.number <= len(starts) else 0
    return int(was - was % DAY_MS + it.hour)
