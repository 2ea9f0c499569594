"""Terms the book does not allow cannot be set up (MM 2 to 4)."""

from __future__ import annotations

import pytest

from croupier.cards import Device
from croupier.games.matchmaker import Bet, Terms
from croupier.money import Limits
from tests.witness import witnesses


@witnesses("MM 2.2.1", "MM 2.3", "MM 2.4", "MM 3.1", "MM 4.2.4(b)")
@pytest.mark.parametrize(
    ("terms", "clause"),
    [
        ({"decks": 3}, "MM 3.1"),
        ({"decks": 9}, "MM 3.1"),
        ({"areas": 0}, "MM 2.2.1"),
        ({"areas": 10}, "MM 2.2.1"),
        ({"device": Device.SHUFFLER}, "MM 2.3"),
        ({"decks": 4, "cutting_card_behind": 105}, r"MM 4.2.4\(b\)"),
        ({"cutting_card_behind": 0}, r"MM 4.2.4\(b\)"),
        ({"limits": {Bet.PAIR_MATCH: Limits(500, 1000)}}, "MM 6.1"),
    ],
)
def test_terms_outside_the_book_are_refused(terms: dict[str, object], clause: str) -> None:
    with pytest.raises(ValueError, match=clause):
        Terms(**terms)


@pytest.mark.parametrize("decks", range(4, 9))
def test_terms_at_the_edges_of_the_book_are_accepted(decks: int) -> None:
    for device in (Device.SHOE, Device.MACHINE):
        for areas in (1, 9):
            for behind in (1, 26 * decks):
                Terms(decks=decks, device=device, areas=areas, cutting_card_behind=behind)
