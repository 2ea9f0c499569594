"""Double Chance: exact odds of the wager and the Jackpot, with the best cards to keep found for every hand."""

from croupier.odds.about import About

ABOUT = About(
    odds="Find the best cards to keep of every hand and work out the exact odds of the wager and the Jackpot.",
    simulate="Deal Double Chance rounds to one player who keeps the best cards, and estimate the odds.",
    verify="Play both Double Chance wagers on the engine, the best cards kept.",
    rounds_verified=5_000,
    explorers={
        "hands": "What five cards, as in KhJc8c9d4s, are declared as, or every way to keep some, the best first.",
    },
)
