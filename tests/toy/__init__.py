"""A game that only the tests play: the proof that a game describes itself."""
