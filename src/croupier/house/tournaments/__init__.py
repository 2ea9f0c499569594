"""Tournaments: their conditions read, held against their book, and written out as a sheet."""
