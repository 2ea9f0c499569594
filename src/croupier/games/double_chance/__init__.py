"""Double Chance: five cards to declare, or one to three kept for a sixth card."""
