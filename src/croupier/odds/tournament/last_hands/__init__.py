"""The last hands of a Blackjack tournament: what two or three players wager at their banks."""
