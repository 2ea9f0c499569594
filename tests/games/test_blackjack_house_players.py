"""House players of the Blackjack family play as the mathematics says, on the turns that their table gives them."""

from __future__ import annotations

from random import Random

import pytest

from croupier.cards import pick
from croupier.games import game
from croupier.games.blackjack.choices import Double, Draw, Split, Stand
from croupier.games.blackjack.demo import HABITS
from croupier.games.blackjack.early import GoOn, Surrender
from croupier.games.blackjack.rescue import KeepDouble, Rescue
from croupier.games.blackjack.terms import Terms, Variant
from croupier.odds.blackjack import advice
from croupier.table.contract import Command
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager
from tests.games.sitting import ANN, Sitting

BLACKJACK = game("blackjack")


def asked(table: Sitting) -> Command | None:
    """What a house player in Ann's place does in her turn."""
    turn = next(each for each in BLACKJACK.turns(table.state) if each.player == ANN.id)
    return HABITS.choose(turn, lambda: BLACKJACK.view(table.state, ANN), ANN, advice, Random(1))


def dealt(variant: Variant, cards: str) -> Sitting:
    """A table where Ann's two cards and the dealer's first are these: hers, the dealer's, hers."""
    table = Sitting(BLACKJACK, Terms(variant=variant))
    table.sit(ann=1)
    table.do(PlaceWager(area=1, bet=Terms(variant=variant).playing.bet.value, cents=10_00), ANN)
    table.stack(cards)
    go_on(table)
    return table


def go_on(table: Sitting) -> None:
    """Let the dealer do what is due until someone is asked."""
    table.due_until(lambda: table.state.stage is not Stage.BETTING and bool(BLACKJACK.turns(table.state)))


@pytest.mark.parametrize(
    ("variant", "cards", "wanted"),
    [
        (Variant.BLACKJACK, "8s 6d 8h", Split),
        (Variant.BLACKJACK, "5s 6d 6h", Double),
        (Variant.BLACKJACK, "Ts 6d 4h", Stand),
        (Variant.BLACKJACK, "Ts 7d 4h", Draw),
        (Variant.VEGAS, "Ts Td 6h", Surrender),
        (Variant.VEGAS, "Ts Ad 8h", GoOn),
        (Variant.PONTOON, "7s 7d 7s", Draw),
        (Variant.PONTOON, "7s 7d 7h", Split),
    ],
)
def test_first_cards_are_played_as_is_best(variant: Variant, cards: str, wanted: type[Command]) -> None:
    assert isinstance(asked(dealt(variant, cards)), wanted)


def test_a_pair_that_comes_again_is_split_again_to_three_hands() -> None:
    table = dealt(Variant.BLACKJACK, "8s 6d 8h 8c 3h Td 8d")
    for wanted in (Split, Split, Double):
        choice = asked(table)
        assert isinstance(choice, wanted)
        table.do(choice, ANN)
        go_on(table)
    # The third hand made a pair too, and three hands are all there may be: sixteen stands against a six.
    assert isinstance(asked(table), Stand)


@pytest.mark.parametrize(("upcard", "wanted"), [("Kd", Rescue), ("6d", KeepDouble)])
def test_a_doubled_hand_is_withdrawn_where_it_would_lose_more(upcard: str, wanted: type[Command]) -> None:
    table = dealt(Variant.PONTOON, f"5s {upcard} 6h 2h")
    choice = asked(table)
    if isinstance(choice, GoOn):
        table.do(choice, ANN)
        go_on(table)
        choice = asked(table)
    assert isinstance(choice, Double)
    table.do(choice, ANN)
    go_on(table)
    assert isinstance(asked(table), wanted)


@pytest.mark.parametrize("variant", Variant)
def test_whole_rounds_are_played_without_a_refusal(variant: Variant) -> None:
    chance = Random(7)
    table = Sitting(BLACKJACK, Terms(variant=variant))
    table.sit(ann=1)
    for _ in range(25):
        table.draw = lambda counts: pick(counts, chance.randrange(sum(counts)))  # type: ignore[method-assign]
        if table.state.stack(ANN.id) < 60_00:
            break
        table.do(PlaceWager(area=1, bet=table.state.main.value, cents=10_00), ANN)
        began = table.state.round
        for _ in range(200):
            if table.state.stage is not Stage.BETTING and any(t.player == ANN.id for t in BLACKJACK.turns(table.state)):
                choice = asked(table)
                assert choice is not None
                table.do(choice, ANN)
            elif BLACKJACK.due(table.state) and not (table.state.round != began and table.ready):
                table.due()
            else:
                break
    assert table.state.round > 5
