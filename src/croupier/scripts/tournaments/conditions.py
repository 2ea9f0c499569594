"""The lines that say what is in the conditions, before someone puts them down."""

from __future__ import annotations

from collections.abc import Callable

from croupier.scripts.forms import Chapter, Direction, Given
from croupier.scripts.table import Table
from croupier.scripts.tournaments import drafts
from croupier.scripts.tournaments.tables import told
from croupier.table.tournaments.conditions import (
    Afterwards,
    BuyBack,
    Compulsory,
    Conditions,
    Secret,
    Statement,
    Ties,
)


def term(written: str, says: str, change: Callable[[Conditions, Given], Conditions]) -> Direction:
    """A line that changes what the conditions say."""

    def does(it: Given, table: Table) -> None:
        of = told(table)
        of.draft = change(of.draft, it)

    return Direction(f"the conditions {written}", says, does)


CONDITIONS = Chapter(
    "What the conditions of a tournament say",
    (
        term(
            "take <least:number> to <most:number> entrants",
            "The least and the most entrants. A script begins with the whole conditions of `croupier tournament "
            "draft`, on the day of the script; these lines change them before someone drafts them.",
            lambda said, it: drafts.within(said, "details", least=it.least, most=it.most),
        ),
        term(
            "set an entry fee of <amount>",
            "What it costs to enter.",
            lambda said, it: drafts.within(said, "details", fee=it.amount),
        ),
        term("set no entry fee", "It costs nothing.", lambda said, it: drafts.within(said, "details", fee=False)),
        term(
            "set a buy-in of <amount>",
            "What the chips to begin with cost.",
            lambda said, it: drafts.within(said, "details", buy_in=it.amount),
        ),
        term("set no buy-in", "They cost nothing.", lambda said, it: drafts.within(said, "details", buy_in=False)),
        term(
            "begin session <number> at <hour:time>",
            "When a session begins, on its own day.",
            lambda said, it: drafts.begins(said, it.number, it.hour),
        ),
        term(
            "want <number> minutes of notice",
            "How long before it a start may still be moved.",
            lambda said, it: drafts.within(said, "details", notice_minutes=it.number),
        ),
        term(
            "let entrants withdraw free of charge until <number> minutes before",
            "Until how long before the first session.",
            lambda said, it: drafts.within(said, "entry", free_minutes=it.number),
        ),
        term(
            "reserve the right to refuse",
            "Applications may be turned away.",
            lambda said, it: drafts.states(drafts.within(said, "entry", refusing=True), Statement.MAY_REFUSE),
        ),
        term(
            "choose entrants by <text>",
            "The criteria of selection.",
            lambda said, it: drafts.within(said, "entry", criteria=it.text),
        ),
        term(
            "let employees take part",
            "A charity or media event.",
            lambda said, it: drafts.states(drafts.within(said, "entry", employees=True), Statement.EMPLOYEES),
        ),
        term(
            "give everyone <number> chips",
            "What everyone has to begin with.",
            lambda said, it: drafts.within(said, "bank", start=it.number),
        ),
        term(
            "carry banks into the next round",
            "Nobody has new chips there.",
            lambda said, it: drafts.within(said, "bank", every_round=False, afterwards=Afterwards.CARRIED),
        ),
        term(
            "make a chip worth <amount>",
            "Chips are exchanged for so much cash each in the end.",
            lambda said, it: drafts.within(said, "bank", afterwards=Afterwards.CASH, worth=it.amount),
        ),
        term(
            "top banks up to <number> chips for extra hands",
            "What those who are tied have where a bank is too small.",
            lambda said, it: drafts.within(said, "bank", top_up=it.number),
        ),
        term(
            "want <number> chips wagered in each round of play",
            "What everyone must wager.",
            lambda said, it: drafts.within(said, "wagers", compulsory=Compulsory(least=it.number)),
        ),
        term(
            "want nothing wagered",
            "Nobody must wager.",
            lambda said, it: drafts.within(said, "wagers", compulsory=False),
        ),
        term(
            "allow secret wagers <number> in <each:text> made <how:text>",
            "Wagers that nobody sees before they are opened.",
            lambda said, it: drafts.within(said, "wagers", secret=Secret(many=it.number, each=it.each, how=it.how)),
        ),
        term(
            "offer jackpot wagers",
            "As the table would for cash.",
            lambda said, it: drafts.within(said, "wagers", jackpots=True),
        ),
        term(
            "offer side wagers",
            "Beside the main one.",
            lambda said, it: drafts.within(said, "wagers", side_wagers=True),
        ),
        term(
            "offer side wagers on <text>",
            "Those of this name.",
            lambda said, it: drafts.within(said, "wagers", side_wagers=(it.text,)),
        ),
        term("have one round", "The last round alone.", lambda said, it: drafts.one_round(said)),
        term(
            "have <number> hands in each round",
            "How long every round is.",
            lambda said, it: drafts.long(said, hands=it.number),
        ),
        term(
            "have <number> shoes in each round",
            "The same in shoes.",
            lambda said, it: drafts.long(said, shoes=it.number),
        ),
        term(
            "have <number> minutes in each round",
            "The same by the clock.",
            lambda said, it: drafts.long(said, minutes=it.number),
        ),
        term(
            "have <number> tables in round <round:number>",
            "At how many tables a round is played.",
            lambda said, it: drafts.in_round(said, it.round, tables=it.number),
        ),
        term(
            "have <number> sessions in round <round:number>",
            "How many sessions a round has.",
            lambda said, it: drafts.in_round(said, it.round, sessions=it.number),
        ),
        term(
            "let <best:number> of each table go on [and <others:number> others]",
            "Who goes on from every round but the last.",
            lambda said, it: drafts.going_on(said, it.best, it.others or 0),
        ),
        term(
            "say of going on <text>",
            "How one goes on from round to round, in words beside the figures.",
            lambda said, it: drafts.within(said, "structure", progress=it.text),
        ),
        term(
            "give second chances by <text>",
            "How those who did not go on may come back, or who decides it.",
            lambda said, it: drafts.within(said, "structure", second_chances=it.text),
        ),
        term(
            "let the eliminated buy back for <amount> [up to <number> times]",
            "For how much one comes back with as many chips as at the start.",
            lambda said, it: drafts.within(
                drafts.within(said, "details", re_buy=it.amount),
                "structure",
                buy_back=BuyBack(method="At the table", until="The end of the first session", most=it.number or 1),
            ),
        ),
        term(
            "let nobody buy back",
            "Whoever is out is out.",
            lambda said, it: drafts.within(drafts.within(said, "details", re_buy=None), "structure", buy_back=False),
        ),
        term(
            "end no table early",
            "Every table is played to its end.",
            lambda said, it: drafts.within(said, "structure", early_end=False),
        ),
        term(
            "allow substitutes",
            "Someone may play in an entrant's place.",
            lambda said, it: drafts.within(said, "conduct", substitutes="Named by the entrant"),
        ),
        term(
            "allow no substitutes",
            "Nobody plays in another's place.",
            lambda said, it: drafts.within(said, "conduct", substitutes=False),
        ),
        term(
            "name penalties",
            "For what someone is penalised.",
            lambda said, it: drafts.within(said, "conduct", penalised="Whoever acts out of turn misses a round"),
        ),
        term(
            "name no penalties",
            "Nobody is penalised.",
            lambda said, it: drafts.within(said, "conduct", penalised=False),
        ),
        term(
            "give prizes of <amounts>",
            "What each place wins.",
            lambda said, it: drafts.prizes(said, it.amounts),
        ),
        term(
            "divide what is paid in by <shares:areas> per cent",
            "Which part of it each place wins.",
            lambda said, it: drafts.shares(said, it.shares),
        ),
        *(
            term(
                written,
                says,
                lambda said, it, ties=ties: drafts.within(said, "prizes", ties=ties),  # type: ignore[misc]
            )
            for ties, written, says in (
                (Ties.EXTRA_HANDS, "tell equal banks apart by extra hands", "Those who are tied play on."),
                (Ties.DRAW, "tell equal banks apart by lot", "It is drawn."),
                (Ties.SHARED, "share the prizes of equal banks", "Their prizes are added up and shared."),
            )
        ),
        term(
            "allow deals",
            "Whoever is left may share the prizes by agreement.",
            lambda said, it: drafts.within(said, "prizes", deals=True),
        ),
        term("refuse deals", "Nobody may.", lambda said, it: drafts.within(said, "prizes", deals=False)),
        term(
            "put in place of <clause> <text> [with <most:number> at the most]",
            "Another rule in place of one of the game's; how many it lets, where it is about how many.",
            lambda said, it: drafts.varies(said, it.clause, it.text, most=it.most),
        ),
        term(
            "set aside <clause>",
            "One of the game's rules does not apply.",
            lambda said, it: drafts.varies(said, it.clause, "It does not apply", excluded=True),
        ),
        term(
            "pay <number> to 1 in place of <clause>",
            "Another payment in place of a line of the pay table.",
            lambda said, it: drafts.varies(said, it.clause, "Another payment", pays=it.number),
        ),
        term(
            "read ruling <number> otherwise",
            "The other reading of a ruling, where the conditions have a field of `readings` for it.",
            lambda said, it: drafts.reads_otherwise(said, it.number),
        ),
        term(
            "state <statement>",
            "One of the sentences that a book may want stated.",
            lambda said, it: drafts.states(said, it.statement),
        ),
        term(
            "do not state <statement>",
            "The same sentence is not there.",
            lambda said, it: drafts.states_not(said, it.statement),
        ),
        term(
            "say nothing of <text>",
            "The conditions are silent about a matter, by the name that `croupier tournament check` gives it.",
            lambda said, it: drafts.silent(said, it.text),
        ),
    ),
)
