"""What every table shares: the engine contract, people and rank, wagers and limits, signs, the cards' care, conduct."""
