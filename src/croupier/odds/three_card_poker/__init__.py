"""Three Card Poker: exact odds of Ante and Play, Pair Plus and the Jackpot wager, with the best fold rules found."""

from croupier.odds.about import About

ABOUT = About(
    odds="Find the best fold rules and work out the exact odds of Ante and Play, Pair Plus and the Jackpot wager.",
    simulate="Deal Three Card Poker rounds to one player who follows the best fold rules, and estimate the odds.",
    verify="Play every Three Card Poker wager on the engine, by the best fold rules.",
    rounds_verified=8_000,
)
