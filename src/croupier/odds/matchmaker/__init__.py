"""Matchmaker: exact odds of the three bets, in closed form."""

from croupier.odds.about import About

ABOUT = About(
    odds="Work out the exact odds of Pair Match, Suit Match and Miss Match.",
    simulate="Deal Matchmaker rounds through the shoe, a wager on every area, and estimate the odds.",
    verify="Play every Matchmaker bet on the engine.",
    rounds_verified=2_000,
)
