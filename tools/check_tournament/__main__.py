"""The command: `python tools/check_tournament heats-1.json`."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # so that this folder is a package by its own name

from check_tournament.command import main  # noqa: E402

sys.exit(main(sys.argv[1:]))
