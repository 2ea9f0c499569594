"""Commands about a tournament as pages send them."""

from __future__ import annotations

import msgspec
import pytest

from croupier.house.tournaments.agreeing import ProposeDeal, Share
from croupier.house.tournaments.commands import ORDINARY, TournamentCommand
from croupier.house.tournaments.founding import ApproveConditions


def test_a_deal_is_sent_with_what_each_would_have() -> None:
    sent = {"type": "ProposeDeal", "how": "by chips", "shares": [{"entrant": 2, "cents": 40_00}]}
    read = msgspec.convert(sent, TournamentCommand)
    assert read == ProposeDeal(shares=(Share(2, 40_00),), how="by chips")


def test_an_approval_is_the_officer_s_own_unless_it_is_said() -> None:
    read = msgspec.convert({"type": "ApproveConditions", "text": "ab"}, TournamentCommand)
    assert read == ApproveConditions(text="ab", delegate=False)


@pytest.mark.parametrize("kind", ORDINARY, ids=lambda each: each.__name__)
def test_every_command_has_a_name_of_its_own(kind: type) -> None:
    assert [each.__name__ for each in ORDINARY].count(kind.__name__) == 1
