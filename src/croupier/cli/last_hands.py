"""`croupier tournament last-hands`: what to wager in the last hands of a tournament against a dealer."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Literal

from croupier.cli.files import Out
from croupier.cli.output import Refused, print_shown, refusing, told_of_steps, write
from croupier.cli.tournament import cents_of, chips_of


def last_hands(
    banks: str,
    /,
    *,
    limits: str,
    step: str,
    hands: int = 1,
    prizes: str = "1",
    moves_on: bool = False,
    game: str = "",
    format: Literal["text", "json"] = "text",
    out: Out = None,
) -> int:
    """Say what everyone wagers when one to three hands against a dealer are left, and what it is worth.

    Parameters
    ----------
    banks
        The chips of two or three players in the order in which they wager, clockwise, as in 1000,1200,900.
    limits
        The least and the most that may be wagered, in chips, as in 50,500.
    step
        So many chips lie between wagers that are looked at.
    hands
        How many hands are left, this one among them: one to three.
    prizes
        The prizes by place in dollars, as in 500,200; the winner takes all unless set.
    moves_on
        The next player clockwise wagers first in the next hand; else it is always the same.
    game
        The version that is played, the first of those known unless set.
    format
        Tables for people, JSON for programs.
    """
    return refusing(
        "tournament last-hands",
        lambda: _last_hands(banks, limits, step, hands, prizes, moves_on, game, format, out),
    )


def _last_hands(  # noqa: PLR0917
    banks: str,
    limits: str,
    step: str,
    hands: int,
    prizes: str,
    moves_on: bool,
    game: str,
    format: str,
    out: Out,
) -> int:
    from croupier.odds.tournament.last_hands.banks import Ending, NoLastHands
    from croupier.odds.tournament.last_hands.banks import last_hands as find
    from croupier.odds.tournament.last_hands.results import VARIANTS
    from croupier.odds.tournament.last_hands.show import data, text

    bounds = [chips_of(each) for each in limits.split(",")]
    if len(bounds) != 2:
        raise Refused("name two limits, the least wager first, as in 50,500")
    least, most = bounds
    try:
        ending = Ending(
            banks=tuple(chips_of(each) for each in banks.split(",")),
            hands=hands,
            minimum=least,
            maximum=most,
            step=chips_of(step),
            prizes=tuple(cents_of(each) for each in prizes.split(",")),
            moves_on=moves_on,
            variant=_version(game, VARIANTS),
        )
        with told_of_steps():
            found = find(ending)
    except NoLastHands as error:
        raise Refused(str(error)) from error
    if format == "json":
        from croupier.odds.export import as_json

        write(as_json(data(found)), out)
    else:
        print_shown(text(found), out)
    return 0


def _version(name: str, known: Iterable[StrEnum]) -> Any:
    """The version of that name."""
    found = [each for each in known if name in ("", each.value)]
    if not found:
        raise Refused(f"no version is called {name!r}; there are {', '.join(each.value for each in known)}")
    return found[0]
