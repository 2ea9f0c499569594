"""Chips that are worth cash: what one is worth is stated, and everyone has it to the cent (rulings 91 and 97)."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from croupier.house.tournaments.cashing import ChipsExchanged
from croupier.house.tournaments.findings import findings, tournament_book
from croupier.house.tournaments.model import Stage
from croupier.house.tournaments.sheet import text
from croupier.table.tournaments.conditions import Afterwards, Conditions
from croupier.table.tournaments.play_contradictions import play_contradictions
from tests.house.tournaments.evening import Evening
from tests.house.tournaments.test_evenings import chips_add_up, short


def for_cash(worth: int | None, *, every_round: bool = False) -> Conditions:
    """A short tournament of Matchmaker whose chips are worth so many cents each."""
    said, _ = short("matchmaker", Random(5))
    bank = replace(said.bank, afterwards=Afterwards.CASH, worth=worth, every_round=every_round)
    return replace(said, bank=bank, structure=replace(said.structure, early_end=False))


@pytest.mark.parametrize("every_round", [False, True])
def test_everyone_has_cash_for_the_chips_they_end_with(every_round: bool) -> None:
    evening = Evening(for_cash(35, every_round=every_round), ["one", "two"], seed=5)
    evening.founded()
    evening.entered(4)
    evening.tables_ready()
    # What was in front of everyone when their chips were taken up, by the tables' own record.
    while evening.cup.stage is not Stage.OVER:
        evening.session_opened()
        evening.played()
        chips_add_up(evening)
    told = [each.event for each in evening.house.record]
    taken: dict[str, int] = {}
    for event in told:
        for move in event.moves if type(event).__name__ == "EntrantTakenUp" else ():
            taken[move.source.partition(":")[2]] = taken.get(move.source.partition(":")[2], 0) + move.cents
    given: dict[str, int] = {}
    for event in told:
        if type(event).__name__ == "EntrantSeated":
            for move in event.moves:
                given[move.target.partition(":")[2]] = given.get(move.target.partition(":")[2], 0) + move.cents
    paid: dict[str, int] = {}
    for event in told:
        if isinstance(event, ChipsExchanged):
            assert event.under == ("MM 10.2.1(b)", "ruling 91", "ruling 97")
            for move in event.moves:
                assert move.source == "house:tournament-chips"
                paid[move.target.partition(":")[2]] = paid.get(move.target.partition(":")[2], 0) + move.cents
    start = (evening.conditions.bank.start or 0) * 100
    for person, cents in taken.items():
        # Whoever sat down again with chips of the first round had those taken up once for it, unless they began anew.
        carried = 0 if every_round else given[person] - start
        assert paid.get(person, 0) == (cents - carried) * 35 // 100, person
    assert paid, "someone ended with chips"


def test_without_a_worth_nothing_is_exchanged_and_the_draft_is_refused() -> None:
    said = for_cash(None)
    (wrong,) = findings(said).contradictions
    assert "not said what one is worth" in wrong.why
    assert wrong.under == (tournament_book("matchmaker").clauses.afterwards, "ruling 91")
    assert not play_contradictions(for_cash(1), tournament_book("matchmaker"))
    other = replace(said, bank=replace(said.bank, afterwards=Afterwards.WORTHLESS, worth=5))
    (wrong,) = findings(other).contradictions
    assert "not exchanged" in wrong.why


def test_the_sheet_says_what_a_chip_is_worth() -> None:
    said = text(for_cash(35))
    assert "exchanged for cash" in said and "Each chip: $0.35" in said
