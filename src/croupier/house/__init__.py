"""Beyond one table: wallets, prize meters, exclusions; each a decider of its own."""
