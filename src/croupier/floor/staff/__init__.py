"""Automatic staff: dealers, house players and a duty manager, each a client of the floor like any other."""
