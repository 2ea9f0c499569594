"""What the books say of tournaments: the conditions that one is held under, and what they must say and may not."""
