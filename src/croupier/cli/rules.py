"""`croupier rules`: read a rulebook, one of its clauses, a ruling, or how each clause is met and witnessed."""

import json
import re
import sys
from collections.abc import Sequence
from typing import Any, Literal

from croupier import books
from croupier.books.coverage import Coverage, Row, every_mention, strays
from croupier.books.coverage import coverage as matrix
from croupier.books.marks import Mention
from croupier.cli.output import Refused, print_shown, refusing
from croupier.cli.rulings import RULINGS, show_rulings

UNACCOUNTED = 1
"""The exit code when a clause is not accounted for, or, where weak rows are asked for, when there is one."""

STYLES = {"enforced": "green", "recorded": "cyan", "shown": "blue", "physical": "magenta", "open": "yellow"}


def rules(
    book: str | None = None,
    clause: str | None = None,
    *,
    coverage: bool = False,
    weak: bool = False,
    format: Literal["text", "json"] = "text",
) -> int:
    """Read a rulebook, one of its clauses, a ruling, or how each clause is met.

    With --coverage the exit code is 1 when a clause that claims to be met is witnessed by nothing, or something cites
    a clause that there is not; clauses that are openly not built yet are listed as open. A clause is weakly witnessed
    where expectations only name events that cite it; --weak lists such clauses alone, and the exit code is 1 if there
    are any.

    Parameters
    ----------
    book
        Slug or code of a book, such as MM; without it, all that are on the shelf. "ruling" for the rulings beside them.
    clause
        A clause such as 9.8, a section such as 9, or the number of a ruling.
    coverage
        Show how each clause is met and which table scripts and tests witness it.
    weak
        Show the clauses whose witnesses do not show what the clause leads to, with all their places.
    format
        Text for people, JSON for programs.
    """
    return refusing("rules", lambda: _rules(*_named(book, clause), coverage or weak, weak, format), LookupError)


def _named(book: str | None, clause: str | None) -> tuple[str | None, str | None]:
    """What was asked for, where a citation may stand for a book and its clause: "MM 9.8", R11."""
    if book is not None and clause is None:
        if " " in book.strip():
            first, rest = book.split(maxsplit=1)
            return first, rest
        if ruling := re.fullmatch(r"[Rr](\d+)", book):
            return "ruling", ruling[1]
    if book is not None and clause is not None:
        return book, clause.removeprefix(f"{book} ")
    return book, clause


def _rules(book: str | None, clause: str | None, coverage: bool, weak: bool, format: str) -> int:
    if clause is not None and book is None:
        raise Refused(f"name the book of clause {clause}")
    if book is not None and book.lower() in RULINGS:
        return show_rulings(clause, format)
    if book is not None and book not in books.slugs() and (of := _books_with(book)):
        raise Refused(f"name the book of clause {book}: {', '.join(of)}")
    found = every_mention()
    wanted = tuple(_part(name, clause, found) for name in (books.slugs() if book is None else [book]))
    code = UNACCOUNTED if coverage and (strays(found) or any(part.unaccounted for part in wanted)) else 0
    if weak:
        code = UNACCOUNTED if any(part.weak for part in wanted) else 0
        wanted = tuple(Coverage(part.book, part.weak) for part in wanted)
    if format == "json":
        print(json.dumps(_as_json(book, coverage, wanted, strays(found)), indent=2, ensure_ascii=False))
    elif weak:
        _print_weak(wanted)
    elif coverage:
        _print_coverage(wanted, strays(found))
    elif book is None:
        _print_shelf(wanted)
    else:
        _print_clauses(wanted[0], clause)
    return code


def _books_with(clause: str) -> list[str]:
    return [f"{books.book(slug).code} {clause}" for slug in books.slugs() if books.book(slug).section(clause)]


def _part(name: str, clause: str | None, found: Sequence[Mention]) -> Coverage:
    whole = matrix(name, found)
    if clause is None:
        return whole
    part = whole.section(clause)
    if not part.rows:
        raise books.UnknownClause(f"{whole.book.code} {clause}", whole.book.nearest(clause))
    return part


def _as_json(book: str | None, coverage: bool, wanted: Sequence[Coverage], stray: Sequence[Mention]) -> dict[str, Any]:
    if coverage:
        return {
            "books": [
                _head(part) | {"totals": part.totals(), "clauses": [_matrix_row(part, row) for row in part.rows]}
                for part in wanted
            ],
            "strays": [{"citation": mention.citation, "place": str(mention)} for mention in stray],
        }
    if book is None:
        return {"books": [_head(part) | {"clauses": len(part.rows)} for part in wanted]}
    return _head(wanted[0]) | {"clauses": [_clause_row(wanted[0], row) for row in wanted[0].rows]}


def _head(part: Coverage) -> dict[str, Any]:
    of = part.book
    return {
        "book": of.slug,
        "code": of.code,
        "title": of.title,
        "jurisdiction": of.jurisdiction,
        "version": of.version,
        "ladder": list(of.ladder),
        "beside": list(of.beside),
    }


def _matrix_row(part: Coverage, row: Row) -> dict[str, Any]:
    return {
        "id": row.clause.id,
        "cite": f"{part.book.code} {row.clause.id}",
        "met": row.clause.met,
        "witnesses": list(row.witnesses),
        "shown": list(row.shown),
        "strength": row.strength,
        "accounted": row.accounted,
    }


def _clause_row(part: Coverage, row: Row) -> dict[str, Any]:
    clause = row.clause
    return _matrix_row(part, row) | {
        "kind": clause.kind,
        "authority": clause.authority,
        "asks": clause.asks,
        "how": clause.how,
        "rulings": [
            {"cite": ruling.citation, "says": ruling.says, "switch": ruling.switch, "otherwise": ruling.otherwise}
            for ruling in map(books.rulings().__getitem__, clause.ruling)
        ],
    }


def _print_shelf(wanted: Sequence[Coverage]) -> None:
    from rich.table import Table

    table = Table("Book", "Cited as", "Jurisdiction", "Version", "Clauses", box=None, pad_edge=False)
    for part in wanted:
        of = part.book
        table.add_row(of.slug, of.code, of.jurisdiction, of.version, str(len(part.rows)))
    print_shown(table)


def _print_clauses(part: Coverage, clause: str | None) -> None:
    """Print a clause at length if one was named, and a table for each section of what else there is."""
    from rich.markup import escape
    from rich.table import Column, Table
    from rich.text import Text

    of = part.book
    print_shown(Text.assemble((of.title, "bold"), f" ({of.code}), {of.jurisdiction}, {of.version}"))
    listed = part.rows
    if clause in of:
        _print_clause(of, part.rows[0])
        listed = part.rows[1:]
    for section, title in of.sections.items():
        rows = [row for row in listed if row.clause.within(section)]
        if not rows:
            continue
        table = Table(
            Column("Clause", overflow="fold"),
            "Asks",
            Column("Lowest rank", overflow="fold"),
            "Met",
            title=f"{section}: {title}",
            title_justify="left",
            expand=sys.stdout.isatty(),
        )
        table.columns[0].ratio, table.columns[1].ratio, table.columns[3].ratio = 2, 5, 5
        for row in rows:
            how = f"{_coloured(row.clause.met)}: {escape(row.clause.how)}"
            table.add_row(escape(row.clause.id), escape(row.clause.asks), row.clause.authority, how)
        print_shown(table)


def _print_clause(of: books.Book, row: Row) -> None:
    from rich.markup import escape
    from rich.table import Table

    clause = row.clause
    table = Table("", "", show_header=False, box=None, pad_edge=False)
    table.columns[0].style = "bold"
    table.add_row("Clause", escape(f"{of.code} {clause.id}"))
    table.add_row("Kind", clause.kind)
    table.add_row("Asks", escape(clause.asks))
    table.add_row("Who may act", _rank(of, clause))
    table.add_row("Met", f"{_coloured(clause.met)}: {escape(clause.how)}")
    for ruling in map(books.rulings().__getitem__, clause.ruling):
        other = f" [{'switch' if ruling.switch else 'conditions'}] {ruling.otherwise}" if ruling.otherwise else ""
        table.add_row(ruling.citation.capitalize(), escape(f"{ruling.says}{other}"))
    table.add_row("Witnesses", escape("\n".join(row.witnesses)) or "none")
    print_shown(table)


def _print_coverage(wanted: Sequence[Coverage], stray: Sequence[Mention]) -> None:
    from rich.markup import escape
    from rich.table import Column, Table
    from rich.text import Text

    for part in wanted:
        columns = Column("Clause", overflow="fold"), "Met", "Accounted for", Column("Witnesses", overflow="fold")
        table = Table(*columns, title=part.book.title, title_justify="left")
        for row in part.rows:
            accounted = _accounted(row)
            more = f" and {len(row.witnesses) - 1} more" if len(row.witnesses) > 1 else ""
            first = escape("".join((*row.shown, *row.witnesses)[:1]))
            table.add_row(escape(row.clause.id), _coloured(row.clause.met), accounted, first + more)
        print_shown(table)
        print(", ".join(f"{count} {name}" for name, count in part.totals().items()))
    for mention in stray:
        print_shown(Text.assemble((f"No clause or ruling is cited as {mention.citation}", "red"), f": {mention}"))


def _accounted(row: Row) -> str:
    if row.weak:
        return "[yellow]weakly[/]"
    return "yes" if row.accounted else "[yellow]open[/]" if row.clause.met == "open" else "[red]no[/]"


def _print_weak(wanted: Sequence[Coverage]) -> None:
    from rich.markup import escape
    from rich.table import Column, Table

    for part in wanted:
        if not part.rows:
            continue
        columns = Column("Clause", overflow="fold"), "Met", "Asks", Column("Named by", overflow="fold")
        table = Table(*columns, title=part.book.title, title_justify="left", expand=sys.stdout.isatty())
        for row in part.rows:
            places = escape("\n".join(row.witnesses))
            table.add_row(escape(row.clause.id), _coloured(row.clause.met), escape(row.clause.asks), places)
        print_shown(table)
    print(f"{sum(len(part.rows) for part in wanted)} weak")


def _coloured(met: books.Met) -> str:
    return f"[{STYLES[met]}]{met}[/]"


def _rank(of: books.Book, clause: books.Clause) -> str:
    if clause.authority == "none":
        return "nobody in particular"
    above = of.rank_of(clause.authority)
    return clause.authority if above is None else " < ".join(of.ladder[above:])
