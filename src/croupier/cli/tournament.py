"""`croupier tournament`: its conditions drafted, checked and printed, and what chips are worth in prizes."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cyclopts import App

from croupier.cli.files import Asked, Maybe, Out
from croupier.cli.output import Refused, print_shown, read_text, refusing, write

if TYPE_CHECKING:
    from croupier.house.tournaments.findings import Findings
    from croupier.odds.tournament.worth import Entrant

MOST_DIGITS = 15

app = App(
    name="tournament",
    help="Draft, check and print the conditions of a tournament; export it; work out what chips are worth in prizes.",
    help_format="plaintext",
)

app.command(
    # By address, so that what it needs is imported only when it is used.
    "croupier.cli.push_fold:push_fold",
    name="push-fold",
    help="Work out who is all in with what when two or three players are left, at any game of poker.",
)

app.command(
    "croupier.cli.practice:practice",
    name="practice",
    help="List the common tournament rules of poker, and which clause or condition answers each, or refuses it.",
)

app.command(
    "croupier.cli.last_hands:last_hands",
    name="last-hands",
    help="Work out what to wager in the last hands against a dealer with two or three players.",
)

app.command(
    "croupier.cli.tournament_export:export",
    name="export",
    help="Write everything that happened in a tournament as one document that anyone can check.",
)

LACKING = 1
"""The exit code for conditions that no tournament may be held by."""


@app.command
def draft(game: str, /, *, won: bool = False, out: Out = None) -> int:
    """Write the conditions of a tournament, whole, to start from; name the game.

    Parameters
    ----------
    won
        Of the tournament whose entries are won in play, where the game's book has one.
    """
    return refusing("tournament draft", lambda: _draft(game, won, out))


@app.command
def check(file: Asked, /, *, format: Literal["text", "json"] = "text") -> int:
    """Say what conditions leave out that their book wants said, and what of them is against a rule.

    The exit code is 0 if a tournament may be held by them, 1 if not.
    """
    return refusing("tournament check", lambda: _check(file, format))


@app.command
def sheet(file: Asked, /, *, format: Literal["text", "html"] = "text", out: Out = None) -> int:
    """Write conditions as people read them, as text or as a page to print, with the digest that is approved."""
    return refusing("tournament sheet", lambda: _sheet(file, format, out))


@app.command
def worth(
    prizes: str,
    /,
    *,
    stacks: str | None = None,
    entrants: Maybe = None,
    format: Literal["text", "json"] = "text",
    out: Out = None,
) -> int:
    """Say what everyone's chips are worth of the prizes that are left, by the Independent Chip Model and by chips.

    Both are deals as well: exact, cut to the cent, with the cents left over going one each to those with the most
    chips first.

    Parameters
    ----------
    prizes
        The prizes that are left in dollars, the first place first, as in 500,300,200.
    stacks
        Everyone's chips, as in 5000,3000,2000.
    entrants
        A file with a line for each entrant instead: the name, a comma, the chips. - is standard input.
    format
        Tables for people, JSON with every place for programs.
    """
    return refusing("tournament worth", lambda: _worth(prizes, stacks, entrants, format, out))


def _draft(game: str, won: bool, out: Out) -> int:
    from croupier.house.tournaments.findings import NoConditions, whole

    try:
        write(whole(game, won=won), out)
    except NoConditions as error:
        raise Refused(str(error)) from error
    return 0


def _check(file: Path, format: str) -> int:
    from croupier.house.tournaments.findings import NoConditions, findings
    from croupier.house.tournaments.reading import read
    from croupier.house.tournaments.sheet import digest

    try:
        conditions = read(read_text(file))
    except NoConditions as error:
        raise Refused(str(error)) from error
    found = findings(conditions)
    if format == "json":
        from croupier.cli.store import print_json

        print_json({"title": conditions.title, "digest": digest(conditions), **_as_data(found)})
    else:
        for each in found.left_out:
            print(f"left out  {each.clause}: {each.name}")
        for wrong in found.contradictions:
            print(f"refused   {', '.join(wrong.under)}: {wrong.why}")
        if found.complete:
            print(f"{conditions.title}: whole, text {digest(conditions)}")
    return 0 if found.complete else LACKING


def _as_data(found: Findings) -> dict[str, object]:
    return {
        "complete": found.complete,
        "left_out": [{"clause": each.clause, "name": each.name} for each in found.left_out],
        "refused": [{"why": each.why, "under": list(each.under)} for each in found.contradictions],
    }


def _sheet(file: Path, format: str, out: Out) -> int:
    from croupier.house.tournaments.findings import NoConditions
    from croupier.house.tournaments.reading import read
    from croupier.house.tournaments.sheet import page, text

    try:
        conditions = read(read_text(file))
    except NoConditions as error:
        raise Refused(str(error)) from error
    write(page(conditions) if format == "html" else text(conditions), out)
    return 0


def _worth(prizes: str, stacks: str | None, entrants: Maybe, format: str, out: Out) -> int:
    if (stacks is None) == (entrants is None):
        raise Refused("name the chips with --stacks, or a file of entrants with --entrants")
    left = _named(read_text(entrants)) if entrants is not None else _numbered(stacks or "")
    amounts = [cents_of(each) for each in prizes.split(",")]
    from croupier.odds.tournament.finishing import TooSpread
    from croupier.odds.tournament.show import data, text
    from croupier.odds.tournament.worth import CannotShare
    from croupier.odds.tournament.worth import worth as find

    try:
        found = find(left, amounts)
    except (CannotShare, TooSpread) as error:
        raise Refused(str(error)) from error
    if format == "json":
        from croupier.odds.export import as_json

        write(as_json(data(found)), out)
    else:
        print_shown(text(found), out)
    return 0


def _numbered(stacks: str) -> list[Entrant]:
    from croupier.odds.tournament.worth import Entrant

    return [Entrant(f"Entrant {number}", chips_of(each)) for number, each in enumerate(stacks.split(","), 1)]


def _named(text: str) -> list[Entrant]:
    from croupier.odds.tournament.worth import Entrant

    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        name, comma, chips = line.rpartition(",")
        if not comma or not name.strip():
            raise Refused(f"line {number} is not a name, a comma and chips")
        found.append(Entrant(name.strip(), chips_of(chips)))
    return found


def chips_of(text: str) -> int:
    """Chips as they are typed; Refused where that is no whole number."""
    plain = text.strip()
    if not (plain.isascii() and plain.isdecimal()) or len(plain) > MOST_DIGITS:
        raise Refused(f"chips are a whole number of at most {MOST_DIGITS} digits, not {plain[:20]!r}")
    return int(plain)


def cents_of(text: str) -> int:
    """An amount as it is typed, in cents; Refused where it is none."""
    from croupier.money.writing import HOUSE
    from croupier.odds.amounts import amount

    try:
        return int(amount(Decimal(text.strip().removeprefix(HOUSE.sign))) * 100)
    except InvalidOperation as error:
        raise Refused(f"{text[:20]!r} is not an amount") from error
    except ValueError as error:
        raise Refused(str(error)) from error
