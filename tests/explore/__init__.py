"""Every state of a small table: all that can be done at every moment of one round, and what must hold in each."""
