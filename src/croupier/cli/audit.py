"""`croupier audit`: verify the record of a floor, prove and disclose what is in it, hand it out, or replay a round."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from cyclopts import App, Parameter

from croupier.cli.files import Asked, Into, Maybe
from croupier.cli.output import STANDARD, Refused, counting, refusing, write
from croupier.cli.replayed import print_rounds, print_steps, print_tournament
from croupier.cli.store import DEFAULT_STORE, StoreUrl, opened_store, print_json
from croupier.cli.trusted import held_checkpoint, signer_at, trusted_key
from croupier.table.words import count

if TYPE_CHECKING:
    from croupier.floor.reading.audit import Verified
    from croupier.floor.reading.inquiry import Inquiry

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
    tournament: str | None = None,
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
    tournament
        Only the events of this tournament.
    format
        JSON lines or CSV.
    out
        File to write instead of the terminal; - is standard output.
    """
    return refusing("audit export", lambda: _export(store, table, tournament, format, out))


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
def tournament(
    tournament: str,
    /,
    *,
    entrant: int | None = None,
    store: StoreUrl = DEFAULT_STORE,
    format: Literal["text", "json"] = "text",
) -> int:
    """Go through a tournament step by step, from the draft to the result, with who acted and under which clauses.

    Parameters
    ----------
    tournament
        The tournament's id, such as friday.
    entrant
        Only the steps that name the entrant of this number.
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    format
        Text for people, JSON for programs.
    """
    return refusing("audit tournament", lambda: _tournament(store, tournament, entrant, format))


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


@app.command
def check(
    file: Asked,
    /,
    *,
    key: str | None = None,
    store: StoreUrl = DEFAULT_STORE,
    withheld: bool = False,
    unsigned: bool = False,
) -> int:
    """Check an export, a proof or a page of evidence: what in it is proven, what the house signed, and what neither is.

    Parameters
    ----------
    file
        What was handed out.
    key
        The house's public key, as NAME+ID+KEY; without it, that of the key beside the store.
    store
        Where the key lies, as the record's sqlite:///PATH or postgresql://….
    withheld
        Take the house's word for events of which something is withheld.
    unsigned
        Check a page whose words nobody has signed.
    """
    return refusing("audit check", lambda: _check(file, store, key, withheld=withheld, unsigned=unsigned))


def _check(file: Path, store: str, key: str | None, *, withheld: bool, unsigned: bool) -> int:
    from croupier.floor.seal import verify_record

    trusted = trusted_key(store, key)
    if trusted is None:
        raise Refused("the house's public key is wanted: give it with --key")
    try:
        print(verify_record.verdict(file, str(trusted), withheld=withheld, unsigned=unsigned))
    except verify_record.Broken as broken:
        print(f"BROKEN: {broken}", file=sys.stderr)
        return TAMPERED
    return 0


def _verify(store: str, since: str | None, key: str | None, format: str) -> int:
    from croupier.floor.reading import audit

    trusted = trusted_key(store, key)
    held = None if since is None else held_checkpoint(since, trusted)
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


def _export(
    store: str, table: str | None, tournament: str | None, format: Literal["jsonl", "csv"], out: Path | None
) -> int:
    from croupier.floor.acts.recording import TABLES
    from croupier.floor.reading import handing_out
    from croupier.house.tournaments.stream import TOURNAMENTS

    if table is not None and tournament is not None:
        raise Refused("name a table or a tournament, not both")
    with opened_store(store) as opened:
        stream = None if table is None else TABLES + table
        stream = stream if tournament is None else TOURNAMENTS.stream(tournament)
        if stream is not None and stream not in opened.streams(stream):
            raise Refused(f"the record has no {f'table {table!r}' if table else f'tournament {tournament!r}'}")

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
            print_rounds(table, inquiry.rounds(table), inquiry.names(table), format)
        else:
            print_steps(table, number, list(inquiry.steps(table, number)), format)
    return 0


def _tournament(store: str, tournament: str, entrant: int | None, format: str) -> int:
    from croupier.floor.reading.tournament_replay import NoSuchTournament, steps

    with opened_store(store) as opened:
        try:
            found = list(steps(opened, tournament, entrant=entrant))
        except NoSuchTournament as unknown:
            raise Refused(str(unknown)) from unknown
    print_tournament(tournament, found, format)
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
    from croupier.floor.seal.words import signed

    if (number is None) == (day is None):
        raise Refused("name a round, or a day with --day")
    trusted = trusted_key(store, key)
    with _inquiry(store, table) as inquiry:
        found = inquiry.evidence(table, number) if number is not None else inquiry.evidence_of_day(table, _day(day))
    signer = signer_at(store, trusted)
    made = page(found, None if trusted is None else str(trusted), to_sign=signer is not None)
    if signer is None:
        print("nobody has signed the words of this page: the house's key is not at hand", file=sys.stderr)
    write(made if signer is None else signed(made, signer), out)
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
