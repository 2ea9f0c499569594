"""Many random hands of every game, limit and commission under all readings, as the second reading has them.

Set CROUPIER_HANDS to 1000000 for so many hands; fewer are played when nothing is said.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import product

import pytest

from croupier.games.crown_poker.terms import LimitKind, Readings, Variant
from tests.referee.crown_poker.playing import Table
from tests.referee.crown_poker.settings import terms_of

HANDS = int(os.environ.get("CROUPIER_HANDS", "8400"))
AT_A_TABLE = 40
"""So many hands are played under the same terms."""
GAMES = list(product(Variant, LimitKind))
ROUNDS = max(2, -(-HANDS // (AT_A_TABLE * len(GAMES))))
"""How often every game is played at every limit, each time under other terms."""
PARTS = max(2, HANDS // 30_000)
"""The rounds are played in so many parts, which may run beside each other; each is large enough for every rare kind."""
ENOUGH = 5000
"""With so many hands every kind below has come up."""

METHODS = ("percentage", "hand fee", "person fee", "time")
KINDS = """
    1 blinds; 2 blinds; 3 blinds; antes; an ante of the big blind; straddled; straddled twice; two players
    a stand-alone table; a table with a chip box; a new sign; a time charge; raked; side pots raked; capped
    only blinds; the percentage spared; an uncalled bet
    2 pots; 3 pots; 4 pots; 5 pots; all in with dead chips alone; won alone; mucked
    shared evenly; shared with odd chips; shared by three; high and low; high and low with an odd chip
    a short all-in; a short all-in that opens again, by half; a short all-in that opens again, added up; may only call
    three raises made; head to head after three raises
    a dead button; no small blind; sat out; moved; moved past the blind; a newcomer; left; left during a hand
    posted to play, owing nothing; posted to play, owing small; posted to play, owing big and small
    posted to play, owing big; posted to play, owing some of the smaller blinds
    a side wager won; a side wager lost; a flop for side wagers alone
    a misdeal; a misdeal with side wagers; a dead hand; a dead hand given its chips back
"""


def wanted() -> set[str]:
    """What must have come up."""
    found = {each.strip() for line in KINDS.splitlines() for each in line.split(";")} - {""}
    found |= {f"{name}: {value}" for name in Readings.__struct_fields__ for value in (False, True)}
    found |= {f"{variant.value}, {kind.value}" for variant, kind in GAMES}
    alone = {f"taken by {method}" for method in METHODS}
    return found | alone | {"taken by nothing", "taken by percentage and hand fee"}


@pytest.mark.parametrize("part", range(PARTS))
def test_every_act_bound_and_cent_is_what_a_second_reading_of_the_book_says(part: int) -> None:
    counted: Counter[str] = Counter()
    for number in range(part, ROUNDS, PARTS):
        for variant, kind in GAMES:
            table = Table(terms_of(variant, kind, number), seed=number)
            table.play(AT_A_TABLE)
            counted += table.counted
    if counted["hands"] >= ENOUGH:
        missing = {kind for kind in wanted() if not counted[kind]}
        assert not missing, f"of {counted['hands']} hands none had {missing}"
