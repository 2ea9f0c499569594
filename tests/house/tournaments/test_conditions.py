"""What each book wants the conditions of its tournaments to say: without it, the clause that wants it is named.

The conditions that are handed out to start from are whole; what a matter rests on is taken out of them in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.house.tournaments.findings import NoConditions, findings, known, tournament_book, whole
from croupier.house.tournaments.reading import read
from croupier.table.tournaments.conditions import BuyBack, Conditions, Secret, Statement, Wagers, said
from croupier.table.tournaments.matters import Matter, Standing, Wanted, standing
from tests.witness import witnesses

BOOKS = ("matchmaker", "blackjack", "three-card-poker", "crown-poker")


def example(book: str) -> Conditions:
    """Whole conditions in which there is one of everything that a book speaks of."""
    plain = read(whole(book))
    secret = Secret(many=1, each="session", how="On a slip, folded") if tournament_book(book).secret_under else False
    return replace(
        plain,
        details=replace(plain.details, fee=50_00, buy_in=30_00),
        entry=replace(
            plain.entry, refusing=True, criteria="Members only", signed_copies=True, employees=BOOKS.index(book) > 1
        ),
        wagers=replace(plain.wagers, secret=secret, compulsory=replace(_compulsory(), least=10)),
        structure=replace(
            plain.structure,
            second_chances="The best of those who are out play once more",
            buy_back=BuyBack(method="Once, at the desk", until="Before the tenth hand"),
            progress="The highest banks go on",
        ),
        conduct=replace(plain.conduct, refunds="Half of it", substitutes="One", substituted="The bank is theirs"),
        statements=frozenset(Statement) - ({Statement.DIRECTOR_FINAL} if BOOKS.index(book) < 2 else set()),
    )


def _compulsory() -> Any:
    found = read(whole("matchmaker")).wagers.compulsory
    assert found and not isinstance(found, bool)
    return found


def without(conditions: Conditions, path: str) -> Conditions:
    """The same with nothing said at a path; of the rounds, without how long each is, or how many tables it has."""
    if path in ("structure.durations", "structure.tables", "structure.going_on"):
        gone: dict[str, Any] = {
            "structure.durations": {"hands": None, "minutes": None, "shoes": None},
            "structure.tables": {"tables": None},
            "structure.going_on": {},
        }[path]
        rounds = tuple(replace(each, **gone) for each in conditions.structure.rounds or ())
        progress = None if path.endswith("going_on") else conditions.structure.progress
        return replace(conditions, structure=replace(conditions.structure, rounds=rounds, progress=progress))
    return _set_none(conditions, path)


def _set_none(part: Any, path: str) -> Any:
    first, _, rest = path.partition(".")
    return replace(part, **{first: _set_none(getattr(part, first), rest) if rest else None})


def thinned(conditions: Conditions, matter: Matter) -> Iterator[Conditions]:
    """The conditions without what a matter wants, part by part, and where it can be left out in part only then."""
    if matter.statement is not None:
        yield replace(conditions, statements=conditions.statements - {matter.statement})
        return
    if matter.wanted is Wanted.IF and len(matter.parts) == 1:
        return  # silence says that there is none
    for part in matter.parts:
        less = conditions
        for path in part.removeprefix("?").split("|"):
            if said(less, path) is not None:
                less = without(less, path)
        yield less


def every(book: str) -> list[Any]:
    return [pytest.param(each, id=each.clause) for each in tournament_book(book).matters]


def is_wanted(book: str, matter: Matter) -> None:
    """Whole with it, not without; and the clause is named."""
    conditions = example(book)
    assert standing(conditions, matter) is Standing.SAID
    for less in thinned(conditions, matter):
        left = [each.clause for each in findings(less).left_out]
        assert matter.clause in left
        # What rests on the same words lacks them too, and nothing else does.
        paths = {path for part in matter.parts for path in part.removeprefix("?").split("|")}
        for other in tournament_book(book).matters:
            shares = {path for part in other.parts for path in part.removeprefix("?").split("|")} & paths
            assert other.clause == matter.clause or shares or other.clause not in left
    if matter.wanted is Wanted.IF and matter.statement is None:
        silent = conditions
        for part in matter.parts:
            for path in part.split("|"):
                silent = without(silent, path) if said(silent, path) is not None else silent
        assert standing(silent, matter) is Standing.NO


@witnesses(
    "MM 10.2.1(b)",
    "MM 10.2.1(c)",
    "MM 10.2.1(d)",
    "MM 10.2.1(e)",
    "MM 10.2.1(f)",
    "MM 10.2.1(g)(i)",
    "MM 10.2.1(g)(ii)",
    "MM 10.2.1(h)",
    "MM 10.2.1(i)",
    "MM 10.2.1(j)",
    "MM 10.2.1(k)",
    "MM 10.2.1(l)",
)
@pytest.mark.parametrize("matter", every("matchmaker"))
def test_matchmaker_wants_it_said(matter: Matter) -> None:
    is_wanted("matchmaker", matter)


@witnesses(
    "BJ 16.2.1(b)",
    "BJ 16.2.1(c)",
    "BJ 16.2.1(d)",
    "BJ 16.2.1(e)",
    "BJ 16.2.1(f)(i)",
    "BJ 16.2.1(f)(ii)",
    "BJ 16.2.1(g)",
    "BJ 16.2.1(h)",
    "BJ 16.2.1(i)",
    "BJ 16.2.1(j)",
    "BJ 16.2.1(k)",
)
@pytest.mark.parametrize("matter", every("blackjack"))
def test_blackjack_wants_it_said(matter: Matter) -> None:
    is_wanted("blackjack", matter)


@witnesses(
    "TCP 12.4.1(a)(i)",
    "TCP 12.4.1(a)(iii)",
    "TCP 12.4.1(a)(iv)",
    "TCP 12.4.1(b)",
    "TCP 12.4.1(c)",
    "TCP 12.4.2(a)(i)",
    "TCP 12.4.2(a)(ii)",
    "TCP 12.4.2(a)(iii)",
    "TCP 12.4.2(a)(v)",
    "TCP 12.4.2(b)(i)",
    "TCP 12.4.2(b)(ii)",
    "TCP 12.4.2(b)(iii)",
    "TCP 12.4.2(c)",
    "TCP 12.4.2(d)",
    "TCP 12.4.3(a)(i)",
    "TCP 12.4.3(a)(ii)",
    "TCP 12.4.3(a)(iv)",
    "TCP 12.4.3(b)",
    "TCP 12.4.4(a)",
    "TCP 12.4.4(c)",
    "TCP 12.4.5(a)",
    "TCP 12.4.6(a)",
    "TCP 12.4.7(a)",
    "TCP 12.4.7(b)",
    "TCP 12.4.8(a)(i)",
    "TCP 12.4.8(a)(ii)",
    "TCP 12.4.8(a)(iii)",
    "TCP 12.4.8(a)(iv)",
    "TCP 12.4.8(b)(i)",
    "TCP 12.4.8(b)(ii)",
    "TCP 12.4.8(b)(iii)",
    "TCP 12.4.8(b)(iv)",
    "TCP 12.4.8(b)(v)",
    "TCP 12.4.8(b)(vi)",
    "TCP 12.4.8(c)",
    "TCP 12.4.8(d)(i)",
    "TCP 12.4.8(d)(ii)",
    "TCP 12.4.8(e)",
    "TCP 12.4.8(f)",
    "TCP 12.4.8(g)",
    "TCP 12.4.8(h)",
    "TCP 12.4.8(i)",
    "TCP 12.4.8(j)",
)
@pytest.mark.parametrize("matter", every("three-card-poker"))
def test_three_card_poker_wants_it_said(matter: Matter) -> None:
    is_wanted("three-card-poker", matter)


@witnesses(
    "CP 12.4.1(a)(i)",
    "CP 12.4.1(a)(iii)",
    "CP 12.4.1(a)(iv)",
    "CP 12.4.1(b)",
    "CP 12.4.1(c)",
    "CP 12.4.2(a)(i)",
    "CP 12.4.2(a)(ii)",
    "CP 12.4.2(a)(iii)",
    "CP 12.4.2(a)(v)",
    "CP 12.4.2(b)(i)",
    "CP 12.4.2(b)(ii)",
    "CP 12.4.2(b)(iii)",
    "CP 12.4.2(c)",
    "CP 12.4.2(d)",
    "CP 12.4.3(a)(i)",
    "CP 12.4.3(a)(ii)",
    "CP 12.4.3(a)(iv)",
    "CP 12.4.3(b)",
    "CP 12.4.4(a)",
    "CP 12.4.4(c)",
    "CP 12.4.5(a)",
    "CP 12.4.6(a)",
    "CP 12.4.7(a)",
    "CP 12.4.7(b)",
    "CP 12.4.8(a)(i)",
    "CP 12.4.8(a)(ii)",
    "CP 12.4.8(a)(iii)",
    "CP 12.4.8(a)(iv)",
    "CP 12.4.8(b)(i)",
    "CP 12.4.8(b)(ii)",
    "CP 12.4.8(b)(iii)",
    "CP 12.4.8(b)(iv)",
    "CP 12.4.8(b)(v)",
    "CP 12.4.8(b)(vi)",
    "CP 12.4.8(c)",
    "CP 12.4.8(d)(i)",
    "CP 12.4.8(d)(ii)",
    "CP 12.4.8(e)",
    "CP 12.4.8(f)",
    "CP 12.4.8(g)",
    "CP 12.4.8(h)",
    "CP 12.4.8(i)",
    "CP 12.4.8(j)",
)
@pytest.mark.parametrize("matter", every("crown-poker"))
def test_crown_poker_wants_it_said(matter: Matter) -> None:
    is_wanted("crown-poker", matter)


@pytest.mark.parametrize(
    ("book", "always", "if_so"),
    [("matchmaker", 11, 3), ("blackjack", 10, 3), ("three-card-poker", 38, 11), ("crown-poker", 38, 11)],
)
def test_every_matter_of_the_book_is_asked_for_once(book: str, always: int, if_so: int) -> None:
    matters = tournament_book(book).matters
    assert sum(each.wanted is Wanted.ALWAYS for each in matters) == always
    assert sum(each.wanted is Wanted.IF for each in matters) == if_so
    assert len({each.clause for each in matters}) == len(matters)


@pytest.mark.parametrize("book", BOOKS)
def test_the_conditions_to_start_from_are_whole(book: str) -> None:
    found = findings(read(whole(book)))
    assert found.left_out == ()
    assert found.contradictions == ()


def test_books_without_tournaments_have_no_conditions() -> None:
    assert known() == BOOKS
    for name in ("double-chance", "baccarat"):
        with pytest.raises(NoConditions):
            whole(name)


def test_matchmaker_wants_a_no_where_its_text_says_whether() -> None:
    plain = read(whole("matchmaker"))
    for less, clause in (
        (replace(plain, wagers=replace(plain.wagers, secret=None)), "MM 10.2.1(e)"),
        (replace(plain, wagers=replace(plain.wagers, compulsory=None)), "MM 10.2.1(c)"),
        (replace(plain, structure=replace(plain.structure, buy_back=None)), "MM 10.2.1(f)"),
    ):
        assert [each.clause for each in findings(less).left_out] == [clause]
    no = replace(plain, wagers=Wagers(secret=False, compulsory=False))
    assert findings(no).left_out == ()


def test_three_card_poker_reads_silence_as_no_for_what_is_not_offered() -> None:
    plain = read(whole("three-card-poker"))
    silent = replace(plain, wagers=Wagers(), entry=replace(plain.entry, criteria=None))
    assert findings(silent).left_out == ()


@pytest.mark.parametrize("half", [Secret(many=2), Secret(many=2, each="session"), Secret(how="On a slip"), Secret()])
def test_half_of_what_belongs_together_counts_as_nothing(half: Secret) -> None:
    plain = read(whole("matchmaker"))
    left = findings(replace(plain, wagers=replace(plain.wagers, secret=half))).left_out
    assert [each.clause for each in left] == ["MM 10.2.1(e)"]


def test_a_round_that_is_silent_on_who_goes_on_leaves_the_structure_half_said() -> None:
    plain = read(whole("matchmaker"))
    heats, final = plain.structure.rounds or ()
    mute = replace(plain, structure=replace(plain.structure, rounds=(replace(heats, progress=None), final)))
    assert [each.clause for each in findings(mute).left_out] == ["MM 10.2.1(d)"]
