"""The house's own players sit down with what the rules ask of whoever comes back."""

from __future__ import annotations

from croupier.cards import BY_CHANCE
from croupier.games.crown_poker import ENGINE, State, Terms, initial
from croupier.games.crown_poker.demo import HABITS
from croupier.table.contract import Actor, Command, Decision, Refusal
from croupier.table.people import Join, Leave

ANN, BOB, CAT = (Actor(name.lower(), name) for name in ("Ann", "Bob", "Cat"))


def decided(state: State, command: Command, by: Actor) -> Decision:
    return ENGINE.decide(state, command, by, 60_000, BY_CHANCE)


def after(state: State, command: Command, by: Actor) -> State:
    made = decided(state, command, by)
    assert not isinstance(made, Refusal), made
    for event in made:
        state = ENGINE.evolve(state, event)
    return state


def test_a_house_player_comes_back_with_all_that_was_taken_off_the_table() -> None:
    state = initial(Terms())
    while due := ENGINE.due(state):
        state = after(state, due[0].command, Actor("staff", "Staff", due[0].rank))
    for seat, player in enumerate((ANN, BOB, CAT), 1):
        state = after(state, Join(cents=300_000, seat=seat), player)
    assert HABITS.brings(state, "dan") == 100_000  # a hundred big blinds of $10
    state = after(state, Leave(), ANN)
    refusal = decided(state, Join(cents=HABITS.buy_in(state), seat=9), ANN)
    assert isinstance(refusal, Refusal) and refusal.facts["least"] == 300_000
    state = after(state, Join(cents=HABITS.brings(state, ANN.id), seat=9), ANN)
    assert state.stack(ANN.id) == 300_000
