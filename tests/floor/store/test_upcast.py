"""Events stored long ago are read in today's shape."""

from __future__ import annotations

import pytest

from croupier.floor.store import StoreError
from croupier.floor.store.upcast import Upcasters


@pytest.fixture
def casts() -> Upcasters:
    casts = Upcasters()

    @casts.step("wager-placed", 1)
    def in_cents(old: dict[str, int]) -> dict[str, int]:
        return {"cents": old["dollars"] * 100}

    @casts.step("wager-placed", 2)
    def with_area(old: dict[str, int]) -> dict[str, int]:
        return old | {"area": 1}

    return casts


def test_each_step_is_applied_from_the_stored_schema_on(casts: Upcasters) -> None:
    assert casts.upcast("wager-placed", 1, b'{"dollars":5}') == b'{"cents":500,"area":1}'
    assert casts.upcast("wager-placed", 2, b'{"cents":70}') == b'{"cents":70,"area":1}'


def test_a_current_event_is_left_byte_for_byte(casts: Upcasters) -> None:
    assert casts.upcast("wager-placed", 3, b'{ "area" : 4 }') == b'{ "area" : 4 }'
    assert casts.upcast("never-changed", 1, b"{ }") == b"{ }"
    assert casts.current("wager-placed") == 3
    assert casts.current("never-changed") == 1


@pytest.mark.parametrize("schema", [0, 4])
def test_a_schema_from_the_future_is_refused(casts: Upcasters, schema: int) -> None:
    with pytest.raises(StoreError, match="wager-placed"):
        casts.upcast("wager-placed", schema, b"{}")


def test_steps_must_be_given_in_order(casts: Upcasters) -> None:
    with pytest.raises(ValueError, match="schema 3"):
        casts.step("wager-placed", 5)(dict)
