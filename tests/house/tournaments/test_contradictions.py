"""What no conditions may say: each is refused in the draft with the rule that it is against."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from croupier.house.tournaments.findings import findings, whole
from croupier.house.tournaments.reading import read
from croupier.table.tournaments.conditions import (
    Afterwards,
    Compulsory,
    Conditions,
    Prize,
    Progress,
    Round,
    Secret,
    Statement,
    Variation,
)

Change = Callable[[Conditions], Conditions]
SECRET = Secret(many=1, each="session", how="On a slip")


def of(part: str, **values: object) -> Change:
    return lambda plain: replace(plain, **{part: replace(getattr(plain, part), **values)})


def stating(statement: Statement) -> Change:
    return lambda plain: replace(plain, statements=plain.statements | {statement})


def varying(*clauses: str) -> Change:
    return lambda plain: replace(plain, varies=tuple(Variation(clause=each, instead="Not so") for each in clauses))


def rounds(*each: Round) -> Change:
    return of("structure", rounds=each)


HEATS = Round(name="Heats", tables=3, hands=30, progress=Progress(each_table=2, others=3))
FINAL = Round(name="Final", tables=1, hands=30)

REFUSED = [
    ("blackjack", of("wagers", secret=SECRET), "knows no secret wagers", ("BJ 16.2.1(k)", "ruling 93")),
    ("three-card-poker", of("wagers", jackpots=True), "jackpot wagers", ("TCP 12.4.8(g)", "ruling 114")),
    (
        "matchmaker",
        of("wagers", compulsory=Compulsory(least=1001)),
        "from a bank of 1,000",
        ("MM 10.2.1(l)", "ruling 92"),
    ),
    ("matchmaker", stating(Statement.DIRECTOR_FINAL), "not the last word", ("MM 11.10", "ruling 100")),
    ("blackjack", of("entry", employees=True), "works for the house", ("BJ 16.2.1(k)", "ruling 98")),
    (
        "matchmaker",
        of("bank", afterwards=Afterwards.CASH, worth=1),
        "everyone at the table agrees",
        ("MM 10.3.5(b)", "ruling 89"),
    ),
    ("matchmaker", of("details", least=28), "is nobody", ("MM 10.2.1(h)",)),
    ("matchmaker", of("bank", afterwards=Afterwards.CARRIED), "or given anew", ("ruling 91",)),
    # 28 at three tables of nine.
    ("matchmaker", of("details", most=28), "28 do not find a seat at 3 tables of 9", ("MM 2.1", "MM 10.2.1(d)")),
    # 3 tables x 2 and 4 others are 10 for a final of nine.
    (
        "matchmaker",
        rounds(replace(HEATS, progress=Progress(each_table=2, others=4)), FINAL),
        "Final: 10 do not find a seat",
        ("MM 2.1", "MM 10.2.1(d)"),
    ),
    (
        "matchmaker",
        rounds(HEATS, replace(FINAL, progress=Progress(each_table=1))),
        "nothing comes after",
        ("MM 10.2.1(d)",),
    ),
    ("matchmaker", rounds(replace(HEATS, progress=False), FINAL), "nobody goes on from Heats", ("MM 10.2.1(d)",)),
    (
        "matchmaker",
        lambda plain: of("details", most=9, least=2)(
            rounds(replace(HEATS, tables=1, progress=Progress(each_table=8, others=2)), replace(FINAL, tables=2))(plain)
        ),
        "10 go on of 9 seats",
        ("MM 10.2.1(d)",),
    ),
    ("matchmaker", of("prizes", pool=900_01), "do not come to the pool of $900.01", ("MM 10.2.1(k)", "ruling 97")),
    (
        "matchmaker",
        of("prizes", pool=None, places=(Prize(amount=1_00), Prize(amount=2_00))),
        "a later place has more",
        ("MM 10.2.1(k)",),
    ),
    ("matchmaker", of("prizes", pool=None, places=(Prize(),)), "place 1 has an amount", ("MM 10.2.1(k)",)),
    (
        "matchmaker",
        of("prizes", pool=None, places=(Prize(per_mille=600), Prize(per_mille=500))),
        "110 percent",
        ("MM 10.2.1(k)",),
    ),
    ("crown-poker", of("prizes", places=(Prize(amount=1_00),) * 10), "10 prizes for 9 entrants", ("CP 12.4.7(b)",)),
    ("matchmaker", varying("MM 11.10"), "MM 11.10 cannot be varied", ("MM 10.2.2", "MM 11.10", "ruling 80")),
    ("matchmaker", varying("BJ 7.5.4(b)"), "of another book", ("MM 10.2.2", "ruling 80")),
    ("matchmaker", varying("MM 5.4"), "no table can play MM 5.4 otherwise", ("MM 10.2.2", "MM 5.4")),
    ("matchmaker", varying("MM 99"), "no clause MM 99", ("MM 10.2.2",)),
    ("blackjack", varying("BJ 7.5.4(b)"), "BJ 7.5.4(b) cannot be varied", ("BJ 16.2.1(k)", "BJ 7.5.4(b)", "ruling 80")),
]


@pytest.mark.parametrize(("book", "change", "why", "under"), REFUSED, ids=[each[2] for each in REFUSED])
def test_a_draft_against_a_rule_is_refused_with_that_rule(
    book: str, change: Change, why: str, under: tuple[str, ...]
) -> None:
    found = findings(change(read(whole(book))))
    assert [(why in each.why, each.under) for each in found.contradictions] == [(True, under)]
    assert not found.complete


ALLOWED = [
    ("matchmaker", of("wagers", secret=SECRET)),
    ("matchmaker", of("wagers", compulsory=Compulsory(least=1000))),
    ("matchmaker", of("details", least=27)),
    ("matchmaker", varying("MM 5.6")),
    ("crown-poker", of("entry", employees=None)),
    ("matchmaker", of("bank", every_round=False, afterwards=Afterwards.CARRIED)),
    (
        "matchmaker",
        lambda plain: stating(Statement.EARLY_END_AGREED)(of("bank", afterwards=Afterwards.CASH, worth=1)(plain)),
    ),
    ("three-card-poker", of("bank", afterwards=Afterwards.CASH, worth=1)),
    ("matchmaker", of("prizes", pool=None, places=(Prize(thing="A cup"), Prize(amount=5_00)))),
]


@pytest.mark.parametrize(("book", "change"), ALLOWED)
def test_what_a_book_allows_is_not_refused(book: str, change: Change) -> None:
    assert findings(change(read(whole(book)))).contradictions == ()
