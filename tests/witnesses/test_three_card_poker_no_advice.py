"""The live Three Card Poker table gives no counsel: what it offers never depends on how good a hand is."""

from __future__ import annotations

import msgspec

from croupier.games.three_card_poker.view import TableView
from croupier.scripts.kinds import Subject
from tests.witness import witnesses
from tests.witnesses.poker import table_after

ANN, DEALER = Subject("Ann"), Subject("dealer", "dealer")


def seen(hand: str, viewer: Subject) -> TableView:
    lines = f"Ann bets $10 on ante\nAnn bets $10 on pair plus\ndeal\nAnn looks {hand}\n"
    shown = table_after(lines).seen_by(viewer)
    assert isinstance(shown, TableView)
    return shown


@witnesses("TCP 13.6", "TCP 13.1")
def test_the_best_and_the_worst_hand_are_shown_and_offered_alike() -> None:
    best, worst = seen("Ah Kh Qh", ANN), seen("5h 3d 2c", ANN)
    assert best.options == worst.options
    assert best.due == worst.due
    assert {offer.type for offer in best.options} >= {"PlayHand", "FoldHand"}
    # Nothing differs but the three cards and what they are called.
    mine, other = best.areas[0], worst.areas[0]
    assert (mine.hand.name, other.hand.name) == ("straight flush, ace high", "five high with 3-2")
    alike = msgspec.structs.replace(mine, hand=other.hand)
    assert msgspec.structs.replace(best, areas=(alike, *best.areas[1:])) == worst


@witnesses("TCP 13.6")
def test_staff_are_shown_nothing_of_a_hand_that_they_could_advise_on() -> None:
    assert seen("Ah Kh Qh", DEALER) == seen("5h 3d 2c", DEALER)
