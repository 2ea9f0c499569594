"""`croupier audit`: verify the record of a floor, hand it out, or replay a round of it."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cyclopts import App

from croupier.cli.run import DEFAULT_STORE
from croupier.cli.store import Refused, StoreUrl, counting, opened_store, print_json, refusing
from croupier.money import dollars

if TYPE_CHECKING:
    from croupier.floor.reading.audit import Verified
    from croupier.floor.reading.inquiry import Step
    from croupier.floor.reading.rounds import Round

app = App(name="audit", help="Verify, export or replay the record of a floor.", help_format="plaintext")

TAMPERED = 1


@app.command
def verify(
    *,
    store: StoreUrl = DEFAULT_STORE,
    noted: str | None = None,
    format: Literal["text", "json"] = "text",
) -> int:
    """Check the whole record: the chain of digests, the order of the events, and the ledger added up anew.

    Parameters
    ----------
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    noted
        A head noted earlier, as POSITION:DIGEST, which the record must still contain.
    format
        Text for people, JSON for programs.
    """
    return refusing("audit", lambda: _verify(store, noted, format))


@app.command
def export(
    *,
    store: StoreUrl = DEFAULT_STORE,
    table: str | None = None,
    format: Literal["jsonl", "csv"] = "jsonl",
    out: Path | None = None,
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
        File to write instead of the terminal.
    """
    return refusing("audit", lambda: _export(store, table, format, out))


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
    return refusing("audit", lambda: _replay(store, table, round, format))


def _verify(store: str, noted: str | None, format: str) -> int:
    from croupier.floor.reading import audit

    head = None if noted is None else _noted(noted)
    with opened_store(store) as opened, counting() as progress:
        found = audit.verify(opened, progress, head)
    if isinstance(found, audit.Tampered):
        answer = {"ok": False, "position": found.position, "reason": found.reason}
        text = f"The record is broken at position {found.position}: {found.reason}."
    else:
        answer = {"ok": True, "position": found.position, "digest": found.digest.hex()}
        text = f"The record is whole: {found.position} events.\nHead {found.position}:{found.digest.hex()}"
    if format == "json":
        print_json(answer)
    else:
        print(text)
    return 0 if answer["ok"] else TAMPERED


def _export(store: str, table: str | None, format: Literal["jsonl", "csv"], out: Path | None) -> int:
    from croupier.floor.acts.recording import TABLES
    from croupier.floor.reading import audit

    with opened_store(store) as opened:
        stream = None if table is None else TABLES + table
        if stream is not None and stream not in opened.streams(stream):
            raise Refused(f"the record has no table {table!r}")

        def of_table(event: audit.Exported) -> audit.Exported | None:
            return event if stream in (None, event.stream) else None

        if out is None:
            audit.export(opened, sys.stdout, format, of_table)
            return 0
        with out.open("w", encoding="utf-8", newline="") as file:
            count = audit.export(opened, file, format, of_table)
        print(f"{count} events written to {out}", file=sys.stderr)
    return 0


def _replay(store: str, table: str, number: int | None, format: str) -> int:
    from croupier.floor.acts.recording import TABLES
    from croupier.floor.reading.inquiry import Inquiry, NoSuchRound
    from croupier.floor.reading.replay import folded

    with opened_store(store) as opened:
        if TABLES + table not in opened.streams(TABLES + table):
            raise Refused(f"the record has no table {table!r}")
        inquiry = Inquiry(opened, {table: folded(opened, TABLES + table)})
        if number is None:
            _print_rounds(table, inquiry.rounds(table), format)
            return 0
        try:
            _print_steps(table, number, list(inquiry.steps(table, number)), format)
        except NoSuchRound as unknown:
            raise Refused(str(unknown)) from unknown
    return 0


def _noted(text: str) -> Verified:
    from croupier.floor.reading.audit import Verified

    position, _, digest = text.partition(":")
    try:
        return Verified(int(position), bytes.fromhex(digest))
    except ValueError as error:
        raise Refused("a head is noted as POSITION:DIGEST, as verify prints it") from error


def _print_rounds(table: str, rounds: list[Round], format: str) -> None:
    if format == "json":
        print_json({"table": table, "rounds": rounds})
        return
    from rich.console import Console
    from rich.table import Table

    shown = Table("Round", "Ended", "Outcome", "Staked", "Paid", "Players", title=f"The latest rounds at {table}")
    for each in rounds:
        ended = "" if each.ended is None else _time(each.ended)
        money = dollars(each.staked), dollars(each.paid)
        shown.add_row(str(each.round), ended, each.outcome, *money, ", ".join(each.players))
    Console(highlight=False).print(shown)


def _print_steps(table: str, number: int, steps: list[Step], format: str) -> None:
    if format == "json":
        print_json({"table": table, "round": number, "steps": steps})
        return
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False)
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
