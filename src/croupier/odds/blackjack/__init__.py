"""The Blackjack family: exact odds of every version by the cards in hand, the best play found, and its side bets."""

from croupier.odds.about import About

ABOUT = About(
    odds="Find the best play of every hand and work out the odds of Blackjack, its versions and their side bets.",
    simulate="Deal rounds of Blackjack or one of its versions by the best play, and estimate the odds.",
    verify="Play Blackjack or one of its versions on the engine by the best play.",
    rounds_verified=10_000,
    explorers={
        "hands": "What each thing to do with a hand is worth, as in 8,8 against T; write the version after it.",
        "last_hands": "What to wager in the last hands of a tournament, as in 1000,1100 wagers 50 to 500 by 50 left 2.",
    },
)
