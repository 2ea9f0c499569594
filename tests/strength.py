"""How hard chance searches: enough for the known faults in every run, and more when CROUPIER_THOROUGH is set."""

import os

THOROUGH = bool(os.environ.get("CROUPIER_THOROUGH"))


def tries(usual: int, thorough: int) -> int:
    """So many tries in every run, or all of them where a thorough search is asked for."""
    return thorough if THOROUGH else usual
