"""`croupier hands`: replay poker hands that others wrote down, or write out those of a table's record."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from croupier import hands
from croupier.cli.files import Into
from croupier.cli.output import STANDARD, Refused, read_text, refusing, write
from croupier.cli.store import DEFAULT_STORE, StoreUrl, opened_store, print_json
from croupier.hands import CannotSay, Hand, as_ohh, as_phh
from croupier.table.words import count

app = App(name="hands", help="Replay poker hands that others wrote, or write out ours.", help_format="plaintext")

DIFFERS, UNREADABLE = 1, 2
Format = Literal["phh", "ohh"]


@app.command
def replay(
    *files: Annotated[Path, Parameter(allow_leading_hyphen=True)], format: Literal["text", "json"] = "text"
) -> int:
    """Play hands in the PHH format again under the book, strictly, and say of each whether it holds.

    What the rules refuse is never repaired, and everyone must end with the chips that the file says. The exit code is
    0 when all hands hold, 1 when one does not, 2 when a file cannot be read or holds no hand of the book's games.

    Parameters
    ----------
    files
        Files, or folders of files whose names end in .phh; - reads a hand from standard input.
    format
        Text for people, JSON for programs.
    """
    return refusing("hands replay", lambda: _replay(files, format))


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


def _replay(files: tuple[Path, ...], format: str) -> int:
    if not files:
        raise Refused("name the files to replay, or a folder of them")
    shown, worst = list[dict[str, str]](), 0
    for path in _paths(files):
        code, why = _why_not(read_text(path))
        worst = max(worst, code)
        shown.append({"file": str(path), "why": why})
        if format == "text":
            print(f"{path}: {why or 'holds'}")
    if format == "json":
        print_json({"holds": not worst, "hands": shown})
    else:
        broken = sum(1 for each in shown if each["why"])
        print(f"{count(len(shown), 'hand')}, {broken or 'none'} that {'do' if broken > 1 else 'does'} not hold")
    return worst


def _paths(files: Iterable[Path]) -> Iterator[Path]:
    for path in files:
        if path == STANDARD or not path.is_dir():
            yield path
            continue
        found = sorted(path.rglob("*.phh"))
        if not found:
            raise Refused(f"there is no .phh file in {path}")
        yield from found


def _why_not(text: str) -> tuple[int, str]:
    """The exit code of a hand, and why it does not hold; nothing where it does."""
    try:
        found = hands.replay(text)
    except hands.Unreadable as error:
        return UNREADABLE, str(error)
    except hands.Broken as error:
        return DIFFERS, str(error)
    differs = [
        f"p{each.player} ends with {float(each.played):g}, not {float(each.written):g}" for each in found.differences
    ]
    return (DIFFERS, "; ".join(differs)) if differs else (0, "")


def _export(store: str, table: str, number: int | None, format: Format, out: Path | None) -> int:
    from croupier.floor.acts.recording import TABLES
    from croupier.floor.reading.hand_histories import NoHands, all_hands, one_hand
    from croupier.floor.reading.replay import folded

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
    return as_phh(hand) if format == "phh" else f"{json.dumps(as_ohh(hand), ensure_ascii=False)}\n"


def _write_all(found: Iterable[Hand], format: Format, out: Path | None) -> None:
    """All hands that the format has words for: one file each in PHH, else one after another."""
    if format == "phh" and (out is None or out == STANDARD):
        raise Refused("name a round, or with --out the folder in which every hand gets a file of its own")
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
