"""Compiles the kernels of the mathematics before the tests, which would otherwise do it in every worker at once.

Every game's sheet is worked out and a few of its rounds are played, each in a process of its own: what was compiled is
kept on disk, and a second run has nothing to do.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from croupier.odds import GAMES

FAMILY = (["blackjack"], ["blackjack", "--variant", "pontoon"])
"""The Blackjack family takes longest, and Pontoon has kernels of its own: these come first."""


def jobs() -> list[list[str]]:
    """The commands that between them need every kernel."""
    games = [*FAMILY, *([game] for game in GAMES if game != "blackjack")]
    sheets = [["odds", *game, "--format", "json"] for game in games]
    push_fold = ["tournament", "push-fold", "--blinds", "1,2", "--boards", "1000", "--format", "json"]
    others = [
        ["tournament", "worth", "2,1", "--stacks", "2,1", "--format", "json"],
        [*push_fold, "9,9,9", "--game", "omaha"],
        [*push_fold, "9,9", "--game", "crazy-pineapple"],
        ["tournament", "last-hands", "3,3", "--limits", "1,2", "--step", "1", "--hands", "2", "--format", "json"],
    ]
    rounds = [["simulate", *game, "--rounds", "1000", "--seed", "1", "--format", "json"] for game in games]
    return sheets + others + rounds


def run(arguments: list[str]) -> None:
    """Run a command; what it prints is of no use here, but if it fails."""
    done = subprocess.run([sys.executable, "-m", "croupier", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"croupier {' '.join(arguments)}: {done.stderr}")


if __name__ == "__main__":
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(run, jobs()):
            pass
