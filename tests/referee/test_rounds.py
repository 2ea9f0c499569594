"""Many random rounds of every version, with side bets, shared areas and all readings, as the second reading has them.

Set CROUPIER_ROUNDS to 20000 for so many rounds of each version; less is played when nothing is said.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from typing import Any

import pytest

from croupier.games.blackjack.terms import Variant
from tests.referee.playing import Table
from tests.referee.settings import CHOICES, terms_of

ROUNDS = int(os.environ.get("CROUPIER_ROUNDS", "2000"))
PARTS = max(1, ROUNDS // 5000)
"""Each version is played in so many parts, which may run beside each other."""
AT_A_TABLE = 50
"""So many rounds are played under the same terms; few enough that not everyone has been advised."""

EVERYWHERE = """
    shared area; dealer's natural; the dealer drew no card; directed; no wager takes part
    natural; natural before a dealer's natural; insured; insured before a dealer's natural
    two hands; three hands; two hands before a dealer's natural; three hands before a dealer's natural
    a hand split again is served next; a split not funded; all hands bust before a dealer's natural
    doubled; doubled before a dealer's natural; a double not joined
    21; 21 on a split ace; 21 of 5 cards; 7-7-7 suited; 7-7-7 mixed; 6-7-8 spades; 6-7-8 suited; 6-7-8 mixed
"""
ONLY: dict[Variant, str] = defaultdict(str) | {
    Variant.BLACKJACK: "even money; insured, then even money; sevens wagered; pairs wagered",
    Variant.CROWN: "even money; insured, then even money; sevens wagered; pairs wagered",
    Variant.VEGAS: "a double bust; even money; surrendered; surrendered alone; surrendered before a dealer's natural",
    Variant.PONTOON: """
        surrendered; surrendered alone; surrendered before a dealer's natural
        rescued; rescued before a dealer's natural; a double bust
        doubled on three cards or more; a double of 21 paid at once; 21 of 6 cards; 21 of 7 cards
        super bonus; the fifty dollars of another; two super bonuses on one area
    """,
}
ONLY[Variant.PANDEMONIUM] = ONLY[Variant.PONTOON] + "; pandemonium wagered; the button failed"


def listed(text: str) -> set[str]:
    """The kinds of rounds that a text names."""
    return {each.strip() for line in text.splitlines() for each in line.split(";")} - {""}


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("variant", list(Variant))
def test_every_act_and_every_cent_is_what_a_second_reading_of_the_book_says(variant: Variant, part: int) -> None:
    counted: Counter[str] = Counter()
    readings: dict[str, set[Any]] = defaultdict(set)
    number = part
    while counted["rounds"] < ROUNDS / PARTS:
        table = Table(terms_of(variant, number), seed=number)
        for _ in range(AT_A_TABLE):
            table.round()
        counted += table.counted
        for name in CHOICES:
            readings[name].add(getattr(table.terms.readings, name))
        number += PARTS
    if counted["rounds"] >= 2000:
        assert {name: set(values) for name, values in CHOICES.items()} == readings
    if counted["rounds"] >= 4000:
        missing = {kind for kind in listed(EVERYWHERE + ONLY[variant]) if not counted[kind]}
        assert not missing, f"of {counted['rounds']} rounds none had {missing}"
