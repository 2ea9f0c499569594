"""Tournaments: their conditions held against their book, their people, sessions, ties and results."""
