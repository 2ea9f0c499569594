"""`croupier staff`: who holds which rights, and whether the table of people is what the record says."""

from __future__ import annotations

from typing import Literal

from croupier.cli.output import refusing
from croupier.cli.store import DEFAULT_STORE, StoreUrl, opened_store, print_json


def staff(*, store: StoreUrl = DEFAULT_STORE, format: Literal["text", "json"] = "text") -> int:
    """List every account with its rights as the record tells them, and name what the table of people has otherwise.

    Exits with 1 when there is such a difference.

    Parameters
    ----------
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    format
        Text for people, JSON for programs.
    """
    return refusing("staff", lambda: _staff(store, format))


def _staff(store: str, form: str) -> int:
    from croupier.floor.people.fold import accounts, differences

    with opened_store(store) as opened:
        told = sorted(accounts(opened).values(), key=lambda each: each.name)
        found = differences(opened)
    if form == "json":
        print_json(
            {
                "people": [
                    {
                        "name": each.name,
                        "ranks": each.ranks,
                        "ended": bool(each.ended),
                        "one_time_password": each.one_time and not each.ended,
                        "second_factor": each.second_factor,
                    }
                    for each in told
                ],
                "differences": found,
            }
        )
        return int(bool(found))
    if not told:
        print("There is no account on this floor.")
    for each in told:
        held = ", ".join(rank if book == "*" else f"{rank} ({book})" for book, rank in each.ranks.items())
        print(f"{each.name:<26}{'ended' if each.ended else held}")
    for difference in found:
        print(f"DIFFERENT: {difference.who} {difference.what}")
    return int(bool(found))
