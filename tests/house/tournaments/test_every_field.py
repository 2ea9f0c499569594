"""Every field of the conditions with a value that cannot stand: the draft is refused with a rule, by the machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args, get_type_hints

import pytest
from msgspec.structs import replace

from croupier.books import look_up
from croupier.house.tournaments.findings import NoConditions, findings, whole
from croupier.house.tournaments.founding import DraftConditions
from croupier.house.tournaments.model import Tournament
from croupier.house.tournaments.reading import read
from croupier.house.tournaments.stream import TOURNAMENTS
from croupier.table.contract import Actor, Refusal
from croupier.table.tournaments.conditions import (
    Afterwards,
    BuyBack,
    Compulsory,
    Conditions,
    Elimination,
    Level,
    Prize,
    Progress,
    Readings,
    Round,
    Said,
    Secret,
    Start,
    Statement,
    Ties,
    Variation,
    Won,
)
from tests.house.tournaments.test_contradictions import FINAL, HEATS, REFUSED, Change, of, rounds

LEVELS = (Level(blinds=(25, 50), break_minutes=5), Level(blinds=(50, 100)), Level(blinds=(100, 200)))
OPERATOR = Actor("operator", "Operator", "casino-operator")


def by(**values: Any) -> Change:
    """Play by elimination, with three levels of which the first ends with a break."""
    return of("structure", elimination=Elimination(**{"levels": LEVELS, **values}))


def won(**values: Any) -> Change:
    return lambda plain: replace(plain, entry=replace(plain.entry, won=Won(**values)))


def both(first: Change, then: Change) -> Change:
    return lambda plain: then(first(plain))


def varying(**values: Any) -> Change:
    return lambda plain: replace(plain, varies=(Variation(**{"clause": "MM 5.6", "instead": "Not so", **values}),))


def stating(*statements: Statement) -> Change:
    return lambda plain: replace(plain, statements=plain.statements | set(statements))


def starts(*at: str) -> Change:
    return of("details", starts=tuple(Start(session=f"Session {nth}", at=each) for nth, each in enumerate(at, 1)))


@dataclass(frozen=True)
class Case:
    """A value of a field that cannot stand, and the first rule with which it is refused."""

    field: str
    book: str
    change: Change
    under: str
    won: bool = False

    def __str__(self) -> str:
        return f"{self.field} {self.under}"


MM, BJ, TCP, CP = "matchmaker", "blackjack", "three-card-poker", "crown-poker"
CASES = (
    Case("variation", MM, lambda plain: replace(plain, variation="pontoon"), "MM 10.1.1"),
    Case("variation", CP, lambda plain: replace(plain, variation="stud"), "CP 12.1"),
    Case("statements", MM, stating(Statement.DIRECTOR_FINAL), "MM 11.10"),
    Case("details.starts.at", TCP, starts("2027-02-30 20:00"), "TCP 12.4.1(b)"),
    Case("details.starts", MM, starts("2027-03-05 21:00", "2027-03-05 18:00"), "MM 10.3.4"),
    Case("details.starts", MM, starts("2027-03-05 18:00", "2027-03-05 19:00", "2027-03-05 20:00"), "MM 10.2.1(d)"),
    Case("details.starts_with", CP, of("details", starts_with=8), "CP 12.4.1(a)(iii)"),
    Case("details.starts_with", CP, of("details", starts_with=10), "CP 12.4.1(a)(iii)"),
    Case("details.fee", TCP, of("details", fee=True), "TCP 12.4.1(a)(ii)"),
    Case("details.buy_in", MM, of("details", buy_in=True), "MM 10.2.1(b)"),
    Case("details.re_buy", TCP, of("details", re_buy=20_00), "TCP 12.4.3(a)(iv)"),
    Case("details.add_on", TCP, of("details", add_on=20_00), "TCP 12.4.1(a)(ii)"),
    Case("details.least", MM, of("details", least=28), "MM 10.2.1(h)"),
    Case("details.most", MM, of("details", most=28), "MM 2.1"),
    Case("entry.criteria", TCP, of("entry", criteria=True), "TCP 12.4.2(a)(iv)"),
    Case("entry.refusing", TCP, both(stating(Statement.MAY_REFUSE), of("entry", refusing=False)), "TCP 12.4.2(a)(iii)"),
    Case(
        "entry.signed_copies",
        CP,
        both(stating(Statement.SIGNED_COPIES), of("entry", signed_copies=False)),
        "CP 12.4.2(b)(iii)",
    ),
    Case("entry.employees", MM, of("entry", employees=True), "MM 10.2.1(l)"),
    Case("entry.employees", CP, both(stating(Statement.EMPLOYEES), of("entry", employees=False)), "CP 12.4.2(a)(v)"),
    Case("entry.won", MM, won(), "MM 10.2.1(l)"),
    Case("entry.won.days", BJ, won(days=89), "BJ 13.9.4", won=True),
    Case("bank.start", MM, of("bank", start=24), "MM 10.2.1(l)"),
    Case("bank.start", CP, both(by(), of("bank", start=49)), "CP 12.4.3(b)"),
    Case("bank.every_round", BJ, of("bank", every_round=False), "BJ 13.9.5(b)", won=True),
    Case("bank.top_up", MM, of("bank", top_up=24), "MM 10.2.1(b)"),
    Case("bank.afterwards", MM, of("bank", afterwards=Afterwards.CARRIED), "ruling 91"),
    Case("bank.worth", MM, of("bank", worth=1), "MM 10.2.1(b)"),
    Case("wagers.compulsory", MM, of("wagers", compulsory=True), "MM 10.2.1(c)"),
    Case("wagers.compulsory.least", MM, of("wagers", compulsory=Compulsory(least=1001)), "MM 10.2.1(l)"),
    Case("wagers.secret", BJ, of("wagers", secret=Secret(many=1, each="session", how="So")), "BJ 16.2.1(k)"),
    Case("wagers.secret", MM, of("wagers", secret=True), "MM 10.2.1(e)"),
    Case("wagers.secret.each", MM, of("wagers", secret=Secret(many=1, each="week", how="So")), "MM 10.2.1(e)"),
    Case("wagers.side_wagers", MM, of("wagers", side_wagers=True), "MM 10.2.1(l)"),
    Case("wagers.side_wagers", TCP, of("wagers", side_wagers=("insurance",)), "TCP 12.4.8(g)"),
    Case("wagers.jackpots", TCP, of("wagers", jackpots=True), "TCP 12.4.8(g)"),
    Case("structure.rounds", BJ, rounds(FINAL), "BJ 13.9.6", won=True),
    Case("structure.rounds.sessions", MM, rounds(replace(HEATS, sessions=1, apart=True), FINAL), "MM 10.2.1(d)"),
    Case("structure.rounds.apart", MM, rounds(replace(HEATS, apart=True), FINAL), "MM 10.2.1(d)"),
    Case("structure.rounds.tables", MM, rounds(replace(HEATS, tables=2), FINAL), "MM 2.1"),
    Case(
        "structure.rounds.shoes",
        TCP,
        of("structure", rounds=(Round(name="One", tables=3, shoes=3),)),
        "TCP 12.4.3(a)(i)",
    ),
    Case("structure.rounds.progress", MM, rounds(replace(HEATS, progress=False), FINAL), "MM 10.2.1(d)"),
    Case("structure.rounds.progress", MM, rounds(replace(HEATS, progress=True), FINAL), "MM 10.2.1(l)"),
    Case(
        "structure.rounds.progress.each_table",
        MM,
        rounds(replace(HEATS, progress=Progress(each_table=10)), FINAL),
        "MM 10.2.1(d)",
    ),
    Case(
        "structure.rounds.progress.others",
        MM,
        rounds(replace(HEATS, progress=Progress(each_table=2, others=4)), FINAL),
        "MM 2.1",
    ),
    Case("structure.progress", MM, of("structure", progress=True), "MM 10.2.1(l)"),
    Case("structure.second_chances", MM, of("structure", second_chances=True), "MM 10.2.1(d)"),
    Case("structure.buy_back", MM, of("structure", buy_back=True), "MM 10.2.1(f)"),
    Case(
        "structure.buy_back",
        CP,
        both(by(), of("structure", buy_back=BuyBack(method="Once", until="Hand ten"))),
        "CP 12.4.3(a)(iv)",
    ),
    Case(
        "structure.buy_back.hands",
        BJ,
        of("structure", buy_back=BuyBack(method="Once", until="The end", hands=26)),
        "BJ 16.2.1(e)",
    ),
    Case("structure.early_end", MM, of("bank", afterwards=Afterwards.CASH, worth=1), "MM 10.3.5(b)"),
    Case("structure.elimination", MM, by(), "MM 10.2.1(d)"),
    Case("structure.elimination.levels", CP, by(levels=(*LEVELS, Level(blinds=(50, 100)))), "CP 6.10"),
    Case("structure.elimination.levels.blinds", CP, by(levels=(Level(blinds=(50, 25)),)), "CP 6.10"),
    Case(
        "structure.elimination.levels.blind_ante",
        CP,
        by(levels=(Level(blinds=(25, 50), ante=5, blind_ante=50),)),
        "CP 6.10",
    ),
    Case("structure.elimination.levels.ante", MM, by(levels=(Level(blinds=(25, 50), ante=5),)), "MM 10.2.1(d)"),
    Case(
        "structure.elimination.levels.smallest",
        CP,
        by(levels=(LEVELS[0], Level(blinds=(50, 100), smallest=75))),
        "CP 12.4.3(b)",
    ),
    Case(
        "structure.elimination.levels.break_minutes",
        CP,
        by(levels=(replace(LEVELS[0], break_minutes=0), Level(blinds=(50, 100), smallest=50))),
        "CP 12.4.3(b)",
    ),
    Case(
        "structure.elimination.seats", CP, both(by(seats=11), lambda p: replace(p, variation="omaha")), "CP 4.1:Omaha"
    ),
    Case("structure.elimination.seats", CP, by(seats=8), "CP 4.1:Holdem"),
    Case("structure.elimination.winners", CP, by(winners=9), "CP 12.4.3(a)(i)"),
    Case("structure.elimination.late_levels", CP, by(late_levels=3), "CP 12.4.8(b)(i)"),
    Case("structure.elimination.re_entries", CP, by(re_entries=1), "CP 12.4.2(c)"),
    Case("structure.elimination.re_buys", CP, by(re_buys=1), "CP 12.4.3(a)(iv)"),
    Case("structure.elimination.re_buy_levels", CP, by(re_buys=1, re_buy_levels=3), "CP 12.4.3(a)(iv)"),
    Case("structure.elimination.add_on", CP, by(add_on=1000), "CP 12.4.1(a)(ii)"),
    Case("structure.elimination.add_on", CP, by(add_on=1000, re_buys=1, re_buy_levels=2), "CP 12.4.1(a)(ii)"),
    Case("structure.elimination.shoot_out", CP, by(shoot_out=True, late_levels=1), "CP 12.4.3(a)(i)"),
    *[
        Case(f"conduct.{name}", TCP, of("conduct", **{name: True}), f"TCP 12.4.8({number})")
        for name, number in (
            ("penalised", "a)(i"),
            ("refunds", "a)(iv"),
            ("telephones", "b)(iii"),
            ("substitutes", "a)(iii"),
            ("substituted", "b)(iv"),
        )
    ],
    Case("prizes.pool", MM, of("prizes", pool=900_01), "MM 10.2.1(k)"),
    Case("prizes.places", MM, of("prizes", pool=None, places=(Prize(),)), "MM 10.2.1(k)"),
    Case("prizes.places", CP, of("prizes", places=(Prize(amount=1_00),) * 10), "CP 12.4.7(b)"),
    Case("prizes.places.amount", MM, of("prizes", pool=None, places=(Prize(amount=0),)), "MM 10.2.1(k)"),
    Case(
        "prizes.places.per_mille",
        TCP,
        of("prizes", places=(Prize(per_mille=300), Prize(per_mille=700))),
        "TCP 12.4.7(b)",
    ),
    Case(
        "prizes.places.per_mille",
        TCP,
        of("prizes", places=(Prize(per_mille=700), Prize(per_mille=400))),
        "TCP 12.4.7(b)",
    ),
    Case("prizes.places.thing", MM, of("prizes", pool=None, places=(Prize(thing="A cup", amount=1),)), "MM 10.2.1(k)"),
    Case("prizes.ties", BJ, of("prizes", ties=Ties.DRAW), "BJ 13.9.5(d)", won=True),
    Case("prizes.deals", BJ, of("prizes", deals=True), "BJ 13.9.3", won=True),
    Case("readings", MM, lambda plain: replace(plain, readings=Readings(secret_wagers=True)), "MM 10.2.1(l)"),
    Case("varies.clause", MM, varying(clause="MM 11.10"), "MM 10.2.2"),
    Case("varies.clause", TCP, varying(clause="TCP 5.5"), "TCP 12.4.8(c)"),
    Case("varies.most", MM, varying(most=4), "MM 10.2.2"),
    Case("varies.most", MM, varying(clause="MM 8.1:Pair Match", pays=9, most=2), "MM 10.2.2"),
    Case("varies.pays", MM, varying(pays=9), "MM 10.2.2"),
    Case("varies.pays", MM, varying(clause="MM 8.1:Pair Match"), "MM 10.2.2"),
    Case("varies.excluded", MM, varying(excluded=True), "MM 10.2.2"),
    Case("varies.excluded", MM, varying(clause="MM 6.3"), "MM 10.2.2"),
)

WORDS = "a person's own words, which no machine can hold against a rule"
ANY = "every value can stand"
FREE = {
    "title": WORDS,
    "book": "a draft of another book, or of none that knows tournaments, is not read at all",
    "details.starts.session": WORDS,
    "details.place": WORDS,
    "details.notice_minutes": ANY,
    "details.clock_minutes": ANY,
    "entry.method": WORDS,
    "entry.form": WORDS,
    "entry.withdrawal": WORDS,
    "entry.free_minutes": ANY,
    "entry.available": WORDS,
    "entry.won.next_size": ANY,
    "entry.won.final_shoes": ANY,
    "entry.won.prizes": WORDS,
    "bank.kind": WORDS,
    "wagers.compulsory.found": WORDS,
    "wagers.secret.many": ANY,
    "wagers.secret.how": WORDS,
    "structure.rounds.name": WORDS,
    "structure.rounds.hands": ANY,
    "structure.rounds.minutes": ANY,
    "structure.basis": WORDS,
    "structure.buy_back.method": WORDS,
    "structure.buy_back.until": WORDS,
    "structure.buy_back.chips": ANY,
    "structure.buy_back.most": ANY,
    "structure.elimination.levels.minutes": ANY,
    "structure.elimination.apart": ANY,
    "structure.elimination.hand_for_hand": ANY,
    "structure.elimination.redraw": ANY,
    "structure.elimination.announced_order": ANY,
    "conduct.eliminated": WORDS,
    "conduct.disqualified": WORDS,
    "conduct.disqualified_chips": WORDS,
    "conduct.retirement": WORDS,
    "conduct.late": WORDS,
    "conduct.absent": WORDS,
    "prizes.found": WORDS,
    "prizes.fees": ANY,
    "prizes.winners": WORDS,
    "varies.instead": WORDS,
}
"""Fields of which no value contradicts anything, and why."""


def leaves(kind: type[Said], where: str = "") -> Iterator[str]:
    for name, hint in get_type_hints(kind).items():
        inner = [each for each in _kinds(hint) if isinstance(each, type) and issubclass(each, Said)]
        if inner and name != "readings":
            yield from leaves(inner[0], f"{where}{name}.")
        else:
            yield f"{where}{name}"


def _kinds(hint: Any) -> Iterator[Any]:
    yield hint
    for each in get_args(hint):
        yield from _kinds(each)


def test_every_field_has_a_value_that_is_refused_or_a_reason_why_none_is() -> None:
    refused = {each.field for each in CASES}
    assert set(leaves(Conditions)) <= refused | FREE.keys()
    assert not FREE.keys() & refused
    assert FREE.keys() <= set(leaves(Conditions))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_is_refused_in_the_draft_with_a_rule(case: Case) -> None:
    plain = read(whole(case.book, won=case.won))
    assert findings(plain).contradictions == ()
    said = case.change(plain)
    found = findings(said).contradictions
    assert case.under in [each.under[0] for each in found]
    for each in found:
        assert each.why and [look_up(clause) for clause in each.under]
    refusal = TOURNAMENTS.decide(Tournament(id="cup"), DraftConditions(conditions=said), OPERATOR, 0, {})
    assert isinstance(refusal, Refusal) and refusal.under == found[0].under
    assert refusal.facts == {"conditions": found[0].why}


def test_what_contradicts_is_found_in_every_book() -> None:
    assert {each.book for each in CASES} | {each[0] for each in REFUSED} == {MM, BJ, TCP, CP}


@pytest.mark.parametrize(
    "wrong",
    ["start = 0", 'kind = ""', 'start = "many"', "worth = -1", "chips = 5"],
    ids=lambda each: each.split(" ")[0],
)
def test_what_is_no_value_of_a_field_is_not_read(wrong: str) -> None:
    text = whole(MM).replace('kind = "Square chips marked Tournament"\nstart = 1000', wrong)
    assert text != whole(MM)
    with pytest.raises(NoConditions, match="bank"):
        read(text)
