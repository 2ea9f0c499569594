"""`croupier hands`: replay poker hands that others wrote down, or write out those of a table's record."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter

from croupier.cli.files import Into
from croupier.cli.output import STANDARD, Refused, refusing, write
from croupier.cli.store import DEFAULT_STORE, StoreUrl, opened_store

if TYPE_CHECKING:
    from croupier.hands import Hand

app = App(name="hands", help="Replay poker hands that others wrote, or write out ours.", help_format="plaintext")

Format = Literal["phh", "ohh"]


@app.command
def replay(
    *files: Annotated[Path, Parameter(allow_leading_hyphen=True)],
    strict: Annotated[bool, Parameter(negative=())] = False,
    rake: str | None = None,
    rake_cap: str | None = None,
    rake_per_hand: str | None = None,
    rake_once: Annotated[bool, Parameter(negative=())] = False,
    no_flop_no_rake: Annotated[bool, Parameter(negative=())] = False,
    format: Literal["text", "json"] = "text",
) -> int:
    """Play hands in the PHH format again under the book, and say of each whether it holds.

    What the rules refuse is never repaired, and everyone must end with the chips that the file says. What is not as the
    book has it and moves no money, such as the order of showing, is listed as a departure. The exit code is 0 when all
    hands hold, 1 when one does not, 2 when a file cannot be read or holds no hand of the book's games.

    Parameters
    ----------
    files
        Files (.phh, or .phhs with many hands), folders of them, or archives (.zip, .tar.gz); - is standard input.
    strict
        Refuse departures as well, and rake that no sign says.
    rake
        The percentage that the house takes of the pots, where a hand says nothing of it, as 5 or 4.5.
    rake_cap
        The most that it takes of a hand, in the amounts of the file.
    rake_per_hand
        A fixed sum that it takes of every hand.
    rake_once
        Round the percentage down once for the hand, not in every pot.
    no_flop_no_rake
        Take nothing of a hand that ends before the flop.
    format
        Text for people, JSON for programs.
    """

    def act() -> int:
        # The rules of poker are imported only where hands are played.
        from croupier.cli.replaying import replayed
        from croupier.hands import Rake

        method = Rake(
            percent=_number(rake, "--rake"),
            cap=_number(rake_cap, "--rake-cap"),
            per_hand=_number(rake_per_hand, "--rake-per-hand"),
            once=rake_once,
            no_flop_no_rake=no_flop_no_rake,
        )
        if not method.by_method and method != Rake():
            raise Refused("say with --rake or --rake-per-hand what the house takes")
        return replayed(files, format, strict=strict, rake=method if method.by_method else None)

    return refusing("hands replay", act)


def _number(said: str | None, option: str) -> Decimal | None:
    if said is None:
        return None
    if not re.fullmatch(r"[0-9]{1,12}([.][0-9]{1,6})?%?", said):
        raise Refused(f"{option} is a number such as 5 or 2.50")
    return Decimal(said.rstrip("%"))


@app.command
def export(
    table: str,
    round: int | None = None,
    /,
    *,
    format: Format = "phh",
    store: StoreUrl = DEFAULT_STORE,
    out: Into = None,
) -> int:
    """Write a hand of a table's record, or all of them, in a format that other programs read.

    Only faces that everyone saw are written, and nothing that is for the house alone. What a format has no words for
    stands in its field _croupier; misdeals are no hands.

    Parameters
    ----------
    table
        The table's id.
    round
        The round's number; without it all hands of the table are written.
    format
        PHH, or Open Hand History 1.4.
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    out
        File to write instead of the terminal; - is standard output. For all hands in PHH, the folder to write them in.
    """
    return refusing("hands export", lambda: _export(store, table, round, format, out))


def _export(store: str, table: str, number: int | None, format: Format, out: Path | None) -> int:
    from croupier.floor.acts.recording import TABLES
    from croupier.floor.reading.hand_histories import NoHands, all_hands, one_hand
    from croupier.floor.reading.replay import folded
    from croupier.hands import CannotSay

    with opened_store(store) as opened:
        if TABLES + table not in opened.streams(TABLES + table):
            raise Refused(f"the record has no table {table!r}")
        live = folded(opened, TABLES + table)
        try:
            if number is not None:
                write(_written(one_hand(opened, live, number), format), out)
            else:
                _write_all(all_hands(opened, live), format, out)
        except (NoHands, CannotSay) as nothing:
            raise Refused(str(nothing)) from nothing
    return 0


def _written(hand: Hand, format: Format) -> str:
    from croupier.hands import as_phh, ohh_text

    return as_phh(hand) if format == "phh" else ohh_text(hand)


def _write_all(found: Iterable[Hand], format: Format, out: Path | None) -> None:
    """All hands that the format has words for: one file each in PHH, else one after another."""
    if format == "phh" and (out is None or out == STANDARD):
        raise Refused("name a round, or with --out the folder in which every hand gets a file of its own")
    from croupier.hands import CannotSay
    from croupier.table.words import count

    texts, unsaid = dict[int, str](), 0
    for each in found:
        try:
            texts[each.number] = _written(each, format)
        except CannotSay:
            unsaid += 1
    if format == "ohh" or out is None:
        write("\n".join(texts.values()), out)
    else:
        out.mkdir(parents=True, exist_ok=True)
        for number, text in texts.items():
            (out / f"{number}.phh").write_text(text, encoding="utf-8")
    left = f", {unsaid} left out that the format has no words for" if unsaid else ""
    print(f"{count(len(texts), 'hand')} written{left}", file=sys.stderr)
