"""What someone can do to a tournament over and over has an end, and costs the others nothing."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from croupier.house.tournaments.elimination.out import Reinstate
from croupier.house.tournaments.entering import WITHDRAWN_KEPT, Enter, NominateSubstitute, Withdraw
from croupier.house.tournaments.founding import CloseEntries
from croupier.house.tournaments.model import Stage, Status
from croupier.house.tournaments.people import AppointDirector, Attend, Brief
from croupier.house.tournaments.results import DeclareResult
from croupier.house.tournaments.sessions import OpenSession
from croupier.house.tournaments.tables import DesignateTables, DrawSeats
from croupier.house.wallet import TopUp
from croupier.house.wallets import WALLETS
from croupier.table.contract import Actor, Reason, Refusal
from tests.house.tournaments.evening import DEE, OPERATOR
from tests.house.tournaments.test_elimination import Poker, poker
from tests.house.tournaments.test_evenings import chips_add_up, everyone_has_one_seat

OFTEN = 3 * WITHDRAWN_KEPT
MAL, ANN, BOB = Actor("mal", "Mal"), Actor("ann", "Ann"), Actor("bob", "Bob")


def founded(seats: int = 6) -> Poker:
    """Entries are open, and withdrawing costs nothing yet; whoever enters may name a substitute."""
    said = poker(6, seats)
    said = replace(
        said,
        conduct=replace(said.conduct, substitutes="Anyone may name one", substituted="The entrant keeps the prize"),
    )
    evening = Poker(said, ["one"], seed=9)
    evening.founded()
    evening.at = min(evening.cup.starts) - 24 * 3_600_000
    for each in (MAL, ANN, BOB):
        evening.house.act(WALLETS, each.id, TopUp(), each, evening.at, chance=evening.chance)
    return evening


def size(evening: Poker) -> int:
    return len(msgspec.json.encode(evening.cup))


def test_entering_and_withdrawing_again_and_again_leaves_nothing_behind() -> None:
    evening = founded()
    evening.does(Enter(text=evening.cup.text), ANN)
    sizes = []
    for _ in range(OFTEN):
        evening.does(Enter(text=evening.cup.text), MAL)
        mine = evening.cup.of("mal")
        assert mine is not None
        evening.does(Withdraw(entrant=mine.number), MAL)
        sizes.append(size(evening))
    cup = evening.cup
    assert len(cup.entrants) == 1 + WITHDRAWN_KEPT and max(cup.entrants) == 1 + OFTEN
    assert sizes[-1] <= sizes[WITHDRAWN_KEPT] + 3 * WITHDRAWN_KEPT, "longer numbers are all that is added"
    assert [each.person for each in cup.in_play] == ["ann"]
    # Everything came back each time: a thousand dollars were given, and are there.
    assert evening.house.stream(WALLETS, "mal").cents == 1_000_00
    evening.does(Enter(text=cup.text), MAL)
    evening.does(CloseEntries(), OPERATOR)
    evening.tables_ready()
    evening.session_opened()
    everyone_has_one_seat(evening)
    chips_add_up(evening)


def test_naming_one_substitute_after_the_other_keeps_no_names() -> None:
    evening = founded()
    evening.does(Enter(text=evening.cup.text), MAL)
    for number in range(OFTEN):
        evening.does(NominateSubstitute(entrant=1, player=f"stranger-{number}", name=f"Stranger {number}"), MAL)
    assert evening.cup.names.keys() == {"dee", "mal", f"stranger-{OFTEN - 1}"}


def test_whoever_was_named_to_play_for_another_and_enters_plays_for_themselves() -> None:
    evening = founded()
    evening.does(Enter(text=evening.cup.text), MAL)
    evening.does(NominateSubstitute(entrant=1, player="ann", name="Ann"), MAL)
    evening.does(Enter(text=evening.cup.text), BOB)
    evening.does(Enter(text=evening.cup.text), ANN)  # nobody asked her whether she would play for Mal
    assert [each.plays for each in evening.cup.in_play] == ["mal", "bob", "ann"]
    evening.does(CloseEntries(), OPERATOR)
    evening.tables_ready()
    evening.session_opened()
    everyone_has_one_seat(evening)


def test_nobody_is_put_back_in_with_more_than_a_hand_can_have_brought() -> None:
    evening = Poker(poker(6, 6), ["one"], seed=4)
    evening.founded()
    evening.entered(6)
    evening.tables_ready()
    evening.session_opened()
    while not any(each.status is Status.OUT for each in evening.cup.entrants.values()):
        evening.deals("one")
        evening.at += 700
    assert evening.cup.stage is Stage.SESSION
    out = max((each for each in evening.cup.entrants.values() if each.place), key=lambda each: -each.place)
    # Six sit there: at most what they began the hand with, from each of the others and their own.
    most = out.began * 6 // 100
    assert most > 0
    refused = evening.tries(Reinstate(entrant=out.number, chips=most + 1, why="the pot was pushed wrongly"), DEE)
    assert isinstance(refused, Refusal) and refused.reason is Reason.LIMITS and refused.facts["most"] == most
    evening.does(Reinstate(entrant=out.number, chips=most, why="the pot was pushed wrongly"), DEE)


@pytest.mark.parametrize("pool", [500_00, None])
def test_whoever_wrote_the_conditions_does_not_also_give_the_house_s_money_away(pool: int | None) -> None:
    said = poker(3, 3)
    evening = Poker(replace(said, prizes=replace(said.prizes, pool=pool)), ["one"], seed=8)
    evening.founded()
    evening.does(AppointDirector(person="operator", name="Operator", qualified=True), OPERATOR)
    evening.does(Attend(), OPERATOR)
    evening.entered(3)
    evening.tables_ready()
    evening.does(DesignateTables(tables=("one",)), OPERATOR)
    evening.does(DrawSeats(), OPERATOR)
    evening.does(Brief(entrants=(1, 2, 3)), OPERATOR)
    evening.at = max(evening.cup.starts)
    evening.does(OpenSession(), OPERATOR)
    evening.played_out()
    if pool is None:  # what was paid in is shared out: three times $30, and nothing of the house's
        evening.does(DeclareResult(), OPERATOR)
        return
    # $500 for the $90 that were paid in: $410 would be the word of one person alone.
    refused = evening.tries(DeclareResult(), OPERATOR)
    assert isinstance(refused, Refusal) and refused.reason is Reason.NOT_YOURS
    evening.does(AppointDirector(person="dee", name="Dee", qualified=True), OPERATOR)
    evening.does(Attend(), DEE)
    evening.does(DeclareResult(), DEE)
    assert sum(each.prize for each in evening.cup.entrants.values()) == 500_00
