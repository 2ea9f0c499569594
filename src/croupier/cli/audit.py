"""`croupier audit`: verify the record of a floor, prove and disclose what is in it, hand it out, or replay a round."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from cyclopts import App, Parameter

from croupier.cli.files import Into, Maybe
from croupier.cli.output import STANDARD, Refused, counting, print_shown, read_text, refusing, terminal, write
from croupier.cli.store import DEFAULT_STORE, StoreUrl, opened_store, print_json
from croupier.money import dollars
from croupier.table.words import count

if TYPE_CHECKING:
    from croupier.floor.reading.audit import Verified
    from croupier.floor.reading.inquiry import Inquiry, Step
    from croupier.floor.reading.rounds import Round
    from croupier.floor.seal.checkpoint import Checkpoint
    from croupier.floor.seal.note import Key

app = App(name="audit", help="Verify, export or replay the record of a floor.", help_format="plaintext")

TAMPERED = 1


@app.command
def verify(
    *,
    store: StoreUrl = DEFAULT_STORE,
    since: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    key: str | None = None,
    format: Literal["text", "json"] = "text",
) -> int:
    """Check the record: every leaf and its place in the signed tree, the order of the events, and the ledger.

    It must have grown from the checkpoint that lies in a file beside the store, if there is one.

    Parameters
    ----------
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    since
        A checkpoint that you kept, as a file (- for standard input) or as itself, or POSITION:ROOT as this command
        prints it: the record must have grown from it, and only the events after it are read.
    key
        The house's public key, as NAME+ID+KEY; without it, that of the key beside the store.
    format
        Text for people, JSON for programs.
    """
    return refusing("audit verify", lambda: _verify(store, since, key, format))


@app.command
def export(
    *,
    store: StoreUrl = DEFAULT_STORE,
    table: str | None = None,
    format: Literal["jsonl", "csv"] = "jsonl",
    out: Maybe = None,
) -> int:
    """Write the events out, one to a line, with their postings and digests.

    Parameters
    ----------
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    table
        Only the events of this table.
    format
        JSON lines or CSV.
    out
        File to write instead of the terminal; - is standard output.
    """
    return refusing("audit export", lambda: _export(store, table, format, out))


@app.command
def proof(position: int, /, *, store: StoreUrl = DEFAULT_STORE) -> int:
    """Print the proof that the event at a position is in the record that the house signed; the verifier checks it.

    Parameters
    ----------
    position
        The event's position in the record.
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    """
    return refusing("audit proof", lambda: _proof(store, position))


@app.command
def checkpoint(*, store: StoreUrl = DEFAULT_STORE) -> int:
    """Print the newest checkpoint; whoever keeps it can prove later that the record only grew.

    Parameters
    ----------
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    """
    return refusing("audit checkpoint", lambda: _checkpoint(store))


@app.command
def key(*, store: StoreUrl = DEFAULT_STORE, file: Annotated[Maybe, Parameter(name="--key")] = None) -> int:
    """Print the public key that checkpoints are checked with.

    Parameters
    ----------
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    file
        The file of the house's key (- for standard input), if it does not lie beside the store.
    """
    return refusing("audit key", lambda: _key(store, file))


@app.command
def disclose(position: int, /, *, player: str, store: StoreUrl = DEFAULT_STORE) -> int:
    """Print what was sealed of a player's own at a position, with the salts that prove it.

    Parameters
    ----------
    position
        The event's position in the record.
    player
        Whose it must be.
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    """
    return refusing("audit disclose", lambda: _disclose(store, position, player))


@app.command
def replay(
    table: str,
    round: int | None = None,
    /,
    *,
    store: StoreUrl = DEFAULT_STORE,
    format: Literal["text", "json"] = "text",
) -> int:
    """Go through a round step by step, with who acted, when, and under which clauses.

    Parameters
    ----------
    table
        The table's id, such as mm-1.
    round
        The round's number; without it, the latest rounds are listed.
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    format
        Text for people, JSON for programs.
    """
    return refusing("audit replay", lambda: _replay(store, table, round, format))


@app.command
def script(table: str, round: int, /, *, store: StoreUrl = DEFAULT_STORE, out: Into = None) -> int:
    """Write a round as a table script that leads to the same money; `croupier script` plays it.

    Parameters
    ----------
    table
        The table's id, such as mm-1.
    round
        The round's number.
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    out
        File to write instead of the terminal; - is standard output.
    """
    return refusing("audit script", lambda: _script(store, table, round, out))


@app.command
def evidence(
    table: str,
    round: int | None = None,
    /,
    *,
    day: str | None = None,
    store: StoreUrl = DEFAULT_STORE,
    key: str | None = None,
    out: Into = None,
) -> int:
    """Write a round, or a table's day, as one page: to be read, printed, played again as a script, and proved.

    Parameters
    ----------
    table
        The table's id, such as mm-1.
    round
        The round's number.
    day
        Instead of a round, every round that ended on this day, as 2026-11-17.
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    key
        The house's public key, as NAME+ID+KEY; without it, that of the key beside the store.
    out
        File to write instead of the terminal; - is standard output.
    """
    return refusing("audit evidence", lambda: _evidence(store, table, round, day, key=key, out=out))


def _verify(store: str, since: str | None, key: str | None, format: str) -> int:
    from croupier.floor.reading import audit

    trusted = _trusted(store, key)
    held = None if since is None else _held(since, trusted)
    with opened_store(store, compared=False) as opened, counting("events") as progress:
        found = audit.verify(opened, progress, held, trusted)
    if isinstance(found, audit.Tampered):
        answer = {"ok": False, "position": found.position, "reason": found.reason}
        text = f"The record is broken at position {found.position}: {found.reason}."
    else:
        head = {"position": found.position, "digest": found.digest.hex()}
        proved = {"sealed": found.sealed, "since": found.since, "anchored": found.anchored}
        answer = {"ok": True, **head, **proved, "signed": trusted is not None}
        text = _told(found, trusted is not None)
    if format == "json":
        print_json(answer)
    else:
        print(text)
    return 0 if answer["ok"] else TAMPERED


def _told(found: Verified, signed: bool) -> str:
    """What was proved, and what was not."""
    if found.since:
        after = found.position - found.since
        said = [f"The record only grew since it had {found.since} events; the {after} after them are whole."]
        said.append("What stood before was not read again: verify without --since does that.")
    else:
        said = [f"The record is whole: {found.position} events."]
    if not found.sealed:
        said.append("No checkpoint covers it yet.")
    elif signed:
        said.append(f"The house has signed the first {found.sealed}.")
    else:
        said.append(f"A checkpoint covers the first {found.sealed}; no key was given to check its signature with.")
    if found.anchored:
        said.append(f"It has grown from the checkpoint in the file beside it, which covers the first {found.anchored}.")
    else:
        said.append("No checkpoint lies in a file beside it: one kept elsewhere shows whether it was cut back.")
    return "\n".join([*said, f"Head {found.position}:{found.digest.hex()}"])


def _trusted(store: str, key: str | None) -> Key | None:
    """The key given, or that of the key file beside the store."""
    from croupier.floor.seal import keys
    from croupier.floor.seal.note import Key, NoteError
    from croupier.floor.store import StoreError
    from croupier.floor.store.engines import locate

    try:
        if key is not None:
            return Key.parse(key)
        path = keys.place(locate(store))
        # Whoever checks a record needs the public half alone, and may have found the file on a disk for reading.
        return keys.read(path, others_may_read=True).key if path.exists() else None
    except keys.KeyRefused as error:
        raise Refused(f"{error}; the public key can be given with --key") from error
    except (NoteError, StoreError) as error:
        raise Refused(str(error)) from error


def _held(text: str, key: Key | None) -> Checkpoint:
    """A checkpoint as it was handed over: a file, the note itself, or POSITION:ROOT."""
    from croupier.floor.seal.checkpoint import Checkpoint
    from croupier.floor.seal.note import NoteError

    short = re.fullmatch(r"(\d{1,18}):([0-9a-f]{64})", text)
    if short is not None:
        return Checkpoint("", int(short[1]), bytes.fromhex(short[2]), "")
    if not text or (text != str(STANDARD) and "\n" not in text and not Path(text).exists()):
        raise Refused(f"{text!r} is no checkpoint: neither a file that there is nor POSITION:ROOT")
    try:
        return Checkpoint.read(text if "\n" in text else read_text(Path(text)), key)
    except NoteError as error:
        raise Refused(f"that is no checkpoint of this house: {error}") from error


def _proof(store: str, position: int) -> int:
    from croupier.floor.reading import handing_out

    with opened_store(store) as opened:
        try:
            found = handing_out.prove(opened, position)
        except handing_out.NoProof as nothing:
            raise Refused(str(nothing)) from nothing
    print(msgspec.json.encode(found).decode())
    return 0


def _checkpoint(store: str) -> int:
    from croupier.floor.store.tree import Tree

    with opened_store(store) as opened:
        kept = Tree.of(opened).newest()
    if kept is None:
        raise Refused("there is no checkpoint yet: the house makes one while it is open")
    print(kept.note, end="")
    return 0


def _key(store: str, file: Path | None) -> int:
    from croupier.floor.seal import keys
    from croupier.floor.store import StoreError
    from croupier.floor.store.engines import locate

    try:
        path = keys.place(locate(store)) if file is None else Path("/dev/stdin") if file == STANDARD else file
        print(keys.read(path).key)
    except (keys.KeyRefused, StoreError) as error:
        raise Refused(str(error)) from error
    return 0


def _disclose(store: str, position: int, player: str) -> int:
    from croupier.floor.reading.disclosing import NothingDisclosed, disclosed

    with opened_store(store) as opened:
        try:
            print(msgspec.json.encode([disclosed(opened, position, player)]).decode())
        except NothingDisclosed as nothing:
            raise Refused(str(nothing)) from nothing
    return 0


def _export(store: str, table: str | None, format: Literal["jsonl", "csv"], out: Path | None) -> int:
    from croupier.floor.acts.recording import TABLES
    from croupier.floor.reading import handing_out

    with opened_store(store) as opened:
        stream = None if table is None else TABLES + table
        if stream is not None and stream not in opened.streams(stream):
            raise Refused(f"the record has no table {table!r}")

        if out is None or out == STANDARD:
            handing_out.export(opened, sys.stdout, format, None, stream)
            return 0
        with out.open("w", encoding="utf-8", newline="") as file:
            count = handing_out.export(opened, file, format, None, stream)
        print(f"{count} events written to {out}", file=sys.stderr)
    return 0


def _replay(store: str, table: str, number: int | None, format: str) -> int:
    with _inquiry(store, table) as inquiry:
        if number is None:
            _print_rounds(table, inquiry.rounds(table), format)
        else:
            _print_steps(table, number, list(inquiry.steps(table, number)), format)
    return 0


def _script(store: str, table: str, number: int, out: Path | None) -> int:
    with _inquiry(store, table) as inquiry:
        written = inquiry.story(table, number).script()
    write(written.text, out)
    if written.partial:
        print(f"{count(len(written.untold), 'thing')} on record could not be told in a line", file=sys.stderr)
    return 0


def _evidence(store: str, table: str, number: int | None, day: str | None, *, key: str | None, out: Path | None) -> int:
    from croupier.floor.reading.evidence_page import page

    if (number is None) == (day is None):
        raise Refused("name a round, or a day with --day")
    trusted = _trusted(store, key)
    with _inquiry(store, table) as inquiry:
        found = inquiry.evidence(table, number) if number is not None else inquiry.evidence_of_day(table, _day(day))
    write(page(found, None if trusted is None else str(trusted)), out)
    return 0


def _day(text: str | None) -> date:
    try:
        return date.fromisoformat(text or "")
    except ValueError as error:
        raise Refused(f"{text!r} is no day: write it like 2026-11-17") from error


@contextmanager
def _inquiry(store: str, table: str) -> Iterator[Inquiry]:
    """The record, to be asked about one table; what it does not have is refused."""
    from croupier.floor.acts.recording import TABLES
    from croupier.floor.reading.inquiry import Inquiry, NoSuchRound
    from croupier.floor.reading.replay import folded

    with opened_store(store) as opened:
        if TABLES + table not in opened.streams(TABLES + table):
            raise Refused(f"the record has no table {table!r}")
        try:
            yield Inquiry(opened, {table: folded(opened, TABLES + table)})
        except NoSuchRound as unknown:
            raise Refused(str(unknown)) from unknown


def _print_rounds(table: str, rounds: list[Round], format: str) -> None:
    if format == "json":
        print_json({"table": table, "rounds": rounds})
        return
    from rich.table import Table
    from rich.text import Text

    shown = Table("Round", "Ended", "Outcome", "Staked", "Paid", "Players", title=f"The latest rounds at {table}")
    for each in rounds:
        ended = "" if each.ended is None else _time(each.ended)
        money = dollars(each.staked), dollars(each.paid)
        shown.add_row(str(each.round), ended, Text(each.outcome), *money, Text(", ".join(each.players)))
    print_shown(shown)


def _print_steps(table: str, number: int, steps: list[Step], format: str) -> None:
    if format == "json":
        print_json({"table": table, "round": number, "steps": steps})
        return
    from rich.markup import escape

    console = terminal()
    console.soft_wrap = not console.is_terminal
    console.rule(f"Replay of round {number} at {escape(table)}")
    cited: dict[str, str] = {}
    for step in steps:
        cited |= {clause.id: clause.asks for clause in step.clauses}
        under = f" [cyan]{escape(', '.join(step.under))}[/]" if step.under else ""
        console.print(
            f"[dim]{step.position:>7} {_time(step.at)} {escape(step.actor_name)}:[/] {escape(step.text)}{under}"
        )
        for source, target, cents in step.event.get("moves", ()):
            console.print(f"{'':>16}{dollars(cents)} from {escape(source)} to {escape(target)}", style="green")
    console.rule("The clauses")
    for clause, asks in cited.items():
        console.print(f"[cyan]{escape(clause)}[/] {escape(asks)}")


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000).isoformat(sep=" ", timespec="seconds")
