"""Check an exported tournament against its own conditions, the rulebook and the draws that it committed itself to.

Nothing is needed but this folder, Python 3.11 or later and the document that docs/tournament-export.md describes; no
code is shared with the program that held the tournament.
"""

from .checking import check, checked

__all__ = ["check", "checked"]
