"""Lines of tournaments in which whoever has no chips left is out: levels, the clock, and players who are moved."""

from __future__ import annotations

from croupier.house.tournaments import buying_back
from croupier.house.tournaments.elimination import clock, late, moving, out, racing
from croupier.scripts.expectations import same
from croupier.scripts.forms import Broken, Chapter, Direction, Expectation, Given
from croupier.scripts.table import Table
from croupier.scripts.tournaments import drafts
from croupier.scripts.tournaments.acts import act, entry_of, order_of_the_draw
from croupier.scripts.tournaments.conditions import term
from croupier.scripts.tournaments.tables import ToTournament, table_name, told
from croupier.table.contract import Clauses, Refusal
from croupier.table.tournaments.conditions import Level

CONDITIONS = Chapter(
    "What the conditions say of play by elimination",
    (
        term(
            "have a level of <blinds:areas> for <number> minutes [with antes of <ante:number>] "
            "[in chips of <smallest:number>] [and a break of <pause:number> minutes]",
            "One more level, by its blinds in chips. With the first such line play is by elimination.",
            lambda said, it: drafts.one_more_level(
                said,
                Level(
                    blinds=it.blinds,
                    minutes=it.number,
                    ante=it.ante or 0,
                    break_minutes=it.pause or 0,
                    smallest=it.smallest,
                ),
            ),
        ),
        term(
            "seat <number> at a table",
            "How many play at a table.",
            lambda said, it: drafts.eliminating(said, seats=it.number),
        ),
        term(
            "end with <number> left",
            "With how many left it is won.",
            lambda said, it: drafts.eliminating(said, winners=it.number),
        ),
        term(
            "take late entries in <number> levels",
            "Until the end of which level one may still enter.",
            lambda said, it: drafts.eliminating(said, late_levels=it.number),
        ),
        term(
            "let the eliminated enter again <number> times",
            "How often, while entries are still taken.",
            lambda said, it: drafts.eliminating(said, re_entries=it.number),
        ),
        term(
            "sell <number> re-buys in <levels:number> levels for <amount>",
            "How often, until the end of which level and for how much one buys the first bank again.",
            lambda said, it: drafts.within(
                drafts.eliminating(said, re_buys=it.number, re_buy_levels=it.levels), "details", re_buy=it.amount
            ),
        ),
        term(
            "sell an add-on of <number> chips for <amount>",
            "What everyone may buy once when re-buys are over.",
            lambda said, it: drafts.within(drafts.eliminating(said, add_on=it.number), "details", add_on=it.amount),
        ),
        term(
            "announce the order in which tables are broken",
            "Which is notice enough.",
            lambda said, it: drafts.eliminating(said, announced_order=True),
        ),
        term(
            "draw no new seats at the last table",
            "Whoever sits there stays.",
            lambda said, it: drafts.eliminating(said, redraw=False),
        ),
        term(
            "let no tables play hand for hand",
            "However few are left before the prizes.",
            lambda said, it: drafts.eliminating(said, hand_for_hand=False),
        ),
    ),
)


def _break_as(it: Given, table: Table) -> Refusal | None:
    """A table broken with the draw that the line lists: of those who are moved, or of all at the last table."""
    of = told(table)
    order_of_the_draw(of, [of.entrant(each.name) for each in it.players], it.players)
    return of.perform(ToTournament(asks=moving.BreakTable(table=table_name(it.number))), it.who)


ACTS = Chapter(
    "Play by elimination",
    (
        act("<who> begins the next level", "Its time has come.", lambda it, table: clock.NextLevel()),
        act(
            "<who> stops the clock because <text>",
            "And play with it, once hands are over.",
            lambda it, table: clock.StopClock(why=it.text),
        ),
        act(
            "<who> lets the clock go on",
            "From where it stood.",
            lambda it, table: clock.StopClock(stopped=False),
        ),
        act(
            "<who> races the odd chips",
            "The smallest chips leave play, and a draw decides who has a larger one for them.",
            lambda it, table: racing.RaceChips(),
        ),
        act(
            "<who> moves <player> to table <number> seat <seat:number>",
            "So that tables stay alike.",
            lambda it, table: moving.MoveEntrant(
                entrant=entry_of(it, table), table=table_name(it.number), seat=it.seat
            ),
        ),
        act(
            "<who> announces that table <number> is broken",
            "The notice that the book wants.",
            lambda it, table: moving.AnnounceBreak(table=table_name(it.number)),
        ),
        act(
            "<player> agrees that their table is broken",
            "Without waiting for the notice to run out.",
            lambda it, table: moving.AgreeToBreak(entrant=entry_of(it, table)),
        ),
        act(
            "<who> breaks table <number>",
            "Its players draw seats elsewhere.",
            lambda it, table: moving.BreakTable(table=table_name(it.number)),
        ),
        Direction(
            "<who> breaks table <number> as <players>",
            "The same with the order that the draw gives.",
            _break_as,
        ),
        act(
            "<who> lets the tables go on",
            "Tables that waited for each other begin the next hand.",
            lambda it, table: out.NextHand(),
        ),
        act(
            "<who> puts <player> back with <number> chips because <text>",
            "Someone was out by mistake.",
            lambda it, table: out.Reinstate(entrant=entry_of(it, table), chips=it.number, why=it.text),
        ),
        act(
            "<who> seats <player>",
            "Someone who entered after play had begun.",
            lambda it, table: late.SeatLate(entrant=entry_of(it, table)),
        ),
        act(
            "<player> buys the add-on",
            "In the break that it is sold in.",
            lambda it, table: buying_back.BuyAddOn(entrant=entry_of(it, table)),
        ),
    ),
)


def _level(it: Given, table: Table) -> Clauses:
    sitting = told(table).tournament.sitting
    if sitting is None or sitting.clock is None:
        raise Broken("no clock runs")
    same("level", it.number, sitting.clock.level + 1)
    return table.cited()


def _hand_for_hand(it: Given, table: Table, *, by_hand: bool) -> Clauses:
    sitting = told(table).tournament.sitting
    same("tables play", _how(by_hand), _how(sitting is not None and sitting.by_hand))
    return table.cited()


def _how(by_hand: bool) -> str:
    return "hand for hand" if by_hand else "by themselves"


SHOWN = Chapter(
    "Expecting of play by elimination",
    (
        Expectation("level <number>", "Which level it is.", _level),
        Expectation(
            "tables hand for hand",
            "All tables wait for each other after each hand.",
            lambda it, table: _hand_for_hand(it, table, by_hand=True),
        ),
        Expectation(
            "tables by themselves",
            "They do not.",
            lambda it, table: _hand_for_hand(it, table, by_hand=False),
        ),
    ),
)
