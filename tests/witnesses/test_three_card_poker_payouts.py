"""Table 9 of the Three Card Poker book, figure by figure: what each bet pays on each hand."""

from __future__ import annotations

import pytest

from tests.witness import witnesses
from tests.witnesses.poker import holds

# For straight flush, three of a kind and straight.
ANTE_BONUS = {"A": (5, 4, 1), "B": (5, 3, 1), "C": (4, 3, 1)}
# For the same, flush and pair.
PAIR_PLUS = {
    "A": (40, 30, 6, 4, 1),
    "B": (40, 25, 6, 4, 1),
    "C": (40, 30, 5, 4, 1),
    "D": (40, 30, 6, 3, 1),
    "E": (35, 25, 6, 4, 1),
    "F": (35, 33, 6, 4, 1),
}
HANDS = ("9h 8h 7h", "9h 9d 9c", "9h 8d 7c", "Kh 9h 4h", "9h 9d 4c")


@witnesses(
    "TCP 10.2",
    "TCP Table 9:Ante",
    "TCP Table 9:Play",
    "TCP Table 9:Ante Bonus A",
    "TCP Table 9:Ante Bonus B",
    "TCP Table 9:Ante Bonus C",
    "TCP Table 9:Pair Plus A",
    "TCP Table 9:Pair Plus B",
    "TCP Table 9:Pair Plus C",
    "TCP Table 9:Pair Plus D",
    "TCP Table 9:Pair Plus E",
    "TCP Table 9:Pair Plus F",
)
@pytest.mark.parametrize("place", range(len(HANDS)))
@pytest.mark.parametrize(("bonus", "pairs"), [(bonus, pairs) for bonus in ANTE_BONUS for pairs in PAIR_PLUS])
def test_every_bet_is_paid_as_the_table_has_it(bonus: str, pairs: str, place: int) -> None:
    # Against queen high: $10 on Ante and on Play at even money, the bonus on the Ante, and $10 on Pair Plus.
    extra = ANTE_BONUS[bonus][place] if place < len(ANTE_BONUS[bonus]) else 0
    dollars = 10 + 10 + 10 * extra + 10 * PAIR_PLUS[pairs][place]
    lines = f"Ann bets $10 on ante\nAnn bets $10 on pair plus\ndeal\nAnn looks {HANDS[place]}\nAnn plays\n"
    settled = f"{lines}dealer shows Qc 8s 5s\nsettle\n"
    assert holds(f"{settled}expect Ann +${dollars}\n", f", ante bonus {bonus}, pair plus {pairs}")
