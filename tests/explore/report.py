"""Where a remedy is open and where it is not, with the clause that makes the difference."""

from __future__ import annotations

from tests.explore.explorer import Found


def differences(found: Found) -> str:
    """A line for each remedy that is refused at one moment of a round and allowed at another."""
    lines = []
    for name in sorted(found.refused):
        lines.append(f"{name}: open {', '.join(sorted(found.allowed[name]))}")
        for when, refusals in sorted(found.refused[name].items()):
            lines.append(f"  not {when}: {'; '.join(sorted(refusals))}")
    return "\n".join(lines)
