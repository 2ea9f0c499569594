"""What is said on the command line: what does not fit, one thing to a line with the number of the event."""

from __future__ import annotations

import json
import sys

from .checking import checked


def main(arguments):
    """Check one document; 1 if anything does not fit, and 2 if none was named."""
    if len(arguments) != 1:
        print("name one exported tournament", file=sys.stderr)
        return 2
    with open(arguments[0], encoding="utf-8") as file:
        document = json.load(file)
    found = checked(document)
    for each in found.faults:
        print(each)
    if not found.faults:
        moves = f"; {found.kept} of {found.moves} moves bring no big blind sooner" if found.moves else ""
        print(f"{len(document['events'])} events: everything fits{moves}")
    return 1 if found.faults else 0
