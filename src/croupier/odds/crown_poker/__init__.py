"""Crown Poker: what known hands take of a pot, the Flop Chase wager, and what commission costs."""

from croupier.odds.about import About

ABOUT = About(
    odds="Work out the Flop Chase wager, what hands take of a pot, and what commission costs at a table.",
    simulate="Deal Crown Poker flops and estimate the odds of the Flop Chase wager.",
    verify="Play the Flop Chase wager on the engine.",
    rounds_verified=5_000,
    explorers={
        "worth": "What chips are worth of prizes, as in 500,300,200 for 5000,3000,2000: the prizes, then the chips.",
        "push_fold": "What the last two of Holdem are all in with, as in 1000,1000 blinds 50,100; an ante may follow.",
    },
)
