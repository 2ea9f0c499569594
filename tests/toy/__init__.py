"""Games that only the tests play."""

from croupier.games import add_game

add_game("high-card", "tests.toy.high_card")
