"""Approved casino table-game rulebooks as running software."""

__version__ = "0.1.0"
