"""What the sign of a Crown Poker table must say before it is put up, and who signs beside a dealer."""

import pytest

from croupier.cards import BY_CHANCE
from croupier.games import game
from croupier.games.crown_poker import RULES, Commission, Terms
from croupier.table.contract import Actor, Reason, Refusal
from croupier.table.rack import SignSlip
from tests.witness import witnesses
from tests.witnesses.scripted import Scripted


@pytest.mark.parametrize(
    ("commission", "says_all"),
    [
        (Commission(), True),
        (Commission(per_mille=50), False),
        (Commission(per_mille=50, cap=0), True),
        (Commission(per_mille=50, cap=10_00), True),
        (Commission(per_mille=50, hand_fees=((2, 300),)), False),
        (Commission(hand_fees=((2, 300),)), True),
        (Commission(person_fee=200, hourly_fee=600), True),
    ],
)
def test_a_percentage_goes_up_only_with_the_most_that_it_comes_to(commission: Commission, says_all: bool) -> None:
    unsaid = RULES.unsaid_by(Terms(commission=commission))
    assert (unsaid == "") is says_all
    assert says_all or unsaid.startswith("CP 7.1 ")


@witnesses("CP 1.2")
@pytest.mark.parametrize(("rank", "signs"), [("dealer", False), ("tg-higher-duties-dealer", True)])
def test_a_second_dealer_does_not_sign_a_dealers_slip(rank: str, signs: bool) -> None:
    table = Scripted("crown-poker").table_after("dealer writes a slip for a fill of $500\n")
    by = Actor("another", "Another", rank)
    decision = game("crown-poker").decide(table.state, SignSlip(number=1), by, table.now, BY_CHANCE)
    assert isinstance(decision, Refusal) is not signs
    if isinstance(decision, Refusal):
        assert (decision.reason, decision.under) == (Reason.RANK, ("CP 1.2",))
