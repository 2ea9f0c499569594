"""What a table of the Blackjack family forgets when a round is cleared, and when its cards are shuffled."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.games.blackjack import restrictions
from croupier.games.blackjack.rules import RULES
from croupier.games.blackjack.state import State, initial
from croupier.games.blackjack.terms import Terms, Variant
from croupier.table.state import Stage

OF_THE_TABLE = {
    "terms", "terms_version", "seats", "limits", "notices", "bettors_per_area", "people", "departed", "excluded",
    "chips", "approved", "notified", "limited", "button_down", "offered", "coming", "reopens_at", "entries",
    "last_entry",
}  # fmt: skip
"""What outlasts a round: the table and its sign, those who are there, what was agreed, and what is out of order."""
OF_THE_SHOE = {"shoe_from", "shoe_rounds", "shoe_wagers", "restricted", "shoe", "care"}
"""What outlasts a round but not a shuffle."""


def of_the_round(state: State) -> list[str]:
    """The fields that are a round's alone: what Blackjack's state has of its own, and what wagers and cards need."""
    own = set(State.__struct_fields__) - set(State.__mro__[1].__struct_fields__)
    shared = {"hands", "wagers", "spoken", "retracting", "left_on"}
    return sorted((own | shared) - OF_THE_TABLE - OF_THE_SHOE)


def something(value: Any) -> Any:
    """Another value of the same kind, as a round might have left it."""
    match value:
        case bool():
            return not value
        case int():
            return value + 3
        case tuple():
            return ("left over",)
        case frozenset():
            return frozenset({"left over"})
        case dict():
            return {"left": "over"}
        case _:
            return "left over"


@pytest.mark.parametrize("variant", Variant)
def test_a_cleared_table_has_nothing_of_the_round_before(variant: Variant) -> None:
    fresh = replace(initial(Terms(variant=variant)), stage=Stage.SETTLED)
    fields = of_the_round(fresh)
    assert {"drawn", "played", "order", "surrendered", "decisions", "kept", "direction", "stray"} <= set(fields)
    for field in fields:
        if field in ("hands", "wagers", "drawn"):  # looked at while they are cleared
            continue
        cleared = RULES[variant].cleared(replace(fresh, **{field: something(getattr(fresh, field))}))
        assert getattr(cleared, field) == getattr(fresh, field), field
    assert msgspec.to_builtins(RULES[variant].cleared(fresh).stage) == Stage.BETTING.value


def test_every_field_of_a_table_is_its_own_its_shoes_or_its_rounds() -> None:
    """A field that is added is put in one of the three lists, or cleared with the round."""
    known = {*of_the_round(initial(Terms())), *OF_THE_TABLE, *OF_THE_SHOE}
    own = set(State.__struct_fields__) - set(State.__mro__[1].__struct_fields__)
    assert own <= known


def test_a_shuffle_forgets_what_was_counted_of_the_shoe() -> None:
    before = replace(
        initial(Terms()), stage=Stage.BETTING, round=7, shoe_from=2, shoe_rounds=5, shoe_wagers={"ann": 4},
        restricted={"bob": "sat out"}, limited={"cid": "counts"}, notified=frozenset({"cid"}),
    )  # fmt: skip
    after = restrictions._new_shoe(before)
    assert (after.shoe_rounds, after.shoe_wagers, after.restricted) == (0, {}, {})
    assert after.shoe_from == 8
    assert restrictions._new_shoe(replace(before, stage=Stage.NO_MORE_BETS)).shoe_from == 7
    # What the operations manager has imposed for good outlasts it.
    assert (after.limited, after.notified) == (before.limited, before.notified)
