"""Where the button and the blinds go when players come to two who played alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.cards import BY_CHANCE
from croupier.games.crown_poker import ENGINE, Readings, State, Terms, initial
from croupier.games.crown_poker.button import lineup
from croupier.games.crown_poker.terms import Setting
from croupier.table.contract import Actor, Refusal
from croupier.table.people import Join

THREE_BLINDS = Setting(blinds=(200, 500, 1000))


def seated(
    line: tuple[int, ...], seats: tuple[int, ...], *, button_posts_small: bool = False, setting: Setting | None = None
) -> State:
    """A table of nine after a hand with these seats of button and blinds."""
    readings = Readings(button_posts_small=button_posts_small)
    state = initial(Terms(readings=readings, setting=setting or Setting()))
    while due := ENGINE.due(state):
        state = done(state, due[0].command, Actor("staff", "Staff", due[0].rank))
    for seat in seats:
        state = done(state, Join(cents=50_000, seat=seat), Actor(f"s{seat}", f"S{seat}"))
    return replace(state, line=line)


def done(state: State, command: object, by: Actor) -> State:
    made = ENGINE.decide(state, command, by, 0, BY_CHANCE)  # type: ignore[arg-type]
    assert not isinstance(made, Refusal), made
    for event in made:
        state = ENGINE.evolve(state, event)
    return state


@pytest.mark.witnesses("CP 8.9.2(a)", "CP 8.9.2(b)")
@pytest.mark.parametrize(
    ("line", "button_posts_small", "expected"),
    [
        ((5, 1, 5), False, (3, 5, 1)),  # 5 had button and big blind, 1 the small one: 1 is big now, 5 small, 3 deals
        ((1, 5, 1), False, (5, 1, 3)),  # the third player is next for the big blind
        ((5, 5, 1), True, (5, 1, 3)),
        ((1, 1, 5), True, (3, 5, 1)),
    ],
)
def test_the_button_leaves_the_big_blind_when_a_third_player_comes(
    line: tuple[int, ...], button_posts_small: bool, expected: tuple[int, ...]
) -> None:
    plan = lineup(seated(line, (1, 3, 5), button_posts_small=button_posts_small))
    assert plan is not None
    assert plan.line == expected
    assert [each.seat for each in plan.dealt] == [*expected[1:], expected[0]]


def test_the_button_does_not_come_between_the_blinds_when_one_of_two_players_is_another() -> None:
    """Seat 1 had button and big blind, 4 the small one; 4 has left, and 6 is next for the big blind."""
    plan = lineup(seated((1, 4, 1), (1, 6)))
    assert plan is not None and plan.line == (6, 1, 6)


def test_two_players_alone_still_have_button_and_big_blind_together() -> None:
    plan = lineup(seated((5, 1, 5), (1, 5)))
    assert plan is not None and plan.line == (1, 5, 1)


@pytest.mark.witnesses("CP 8.9.2(a)", "CP 8.9.2(b)")
@pytest.mark.parametrize(
    ("line", "seats", "expected"),
    [
        ((), (1, 5), (5, 1, 5)),  # of two players each posts one, and the first blind is left out
        ((5, 1, 5), (1, 5), (1, 5, 1)),
        ((5, 1, 5), (1, 3, 5), (1, 3, 5, 1)),  # with three each posts one, the last of them from the button
        ((1, 3, 5, 1), (1, 5), (5, 1, 5)),  # 3 has left: 5 is next for the big blind, after 1
        ((5, 1, 3, 5), (1, 5), (3, 5, 1)),  # 3, who was to have the button, has left it at an empty seat
        ((5, 1, 3, 5), (1, 3, 5, 7), (1, 3, 5, 7)),
        ((1, 3, 5, 1), (1, 3, 5, 7), (3, 5, 1, 3)),  # 7 sits between two blinds, so the button stays with the last
    ],
)
def test_nobody_posts_two_of_three_blinds(
    line: tuple[int, ...], seats: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    plan = lineup(seated(line, seats, setting=THREE_BLINDS))
    assert plan is not None
    assert plan.line == expected
    assert len(set(expected[1:])) == len(expected[1:])


@pytest.mark.parametrize(
    ("line", "setting", "expected"),
    [
        ((1, 3), Setting(), (1, 3, 5)),  # a second blind: who had the only one has the smaller one now
        ((7, 1, 3), THREE_BLINDS, (7, 1, 3, 5)),
        ((7, 1, 3), Setting(blinds=(1000,)), (3, 5)),
    ],
)
def test_blinds_that_come_or_go_leave_the_others_in_turn(
    line: tuple[int, ...], setting: Setting, expected: tuple[int, ...]
) -> None:
    plan = lineup(seated(line, (1, 3, 5, 7), setting=setting))
    assert plan is not None and plan.line == expected
