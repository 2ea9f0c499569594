"""`croupier rules`: read a rulebook, one of its clauses, or how each clause is met and witnessed."""

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from croupier import books
from croupier.books.coverage import Coverage, Mention, Row, mentions, source_tests, strays
from croupier.books.coverage import coverage as matrix

if TYPE_CHECKING:
    from rich.console import Console

STYLES = {"enforced": "green", "recorded": "cyan", "shown": "blue", "physical": "magenta", "open": "yellow"}


def rules(
    book: str | None = None,
    clause: str | None = None,
    *,
    coverage: bool = False,
    format: Literal["text", "json"] = "text",
) -> int:
    """Read a rulebook, one of its clauses, or how each clause is met.

    Parameters
    ----------
    book
        Slug or code of a book, such as MM; without it, all that are on the shelf.
    clause
        A clause such as 9.8, or a section such as 9.
    coverage
        Show how each clause is met and which table scripts and tests witness it.
    format
        Text for people, JSON for programs.
    """
    if clause and not book:
        print(f"croupier rules: name the book of clause {clause}", file=sys.stderr)
        return 2
    found = mentions(tests=source_tests())
    try:
        wanted = tuple(_part(name, clause, found) for name in ([book] if book else books.slugs()))
    except (books.UnknownBook, books.UnknownClause) as unknown:
        print(f"croupier rules: {unknown}", file=sys.stderr)
        return 2
    if format == "json":
        print(json.dumps(_as_json(book, coverage, wanted, strays(found)), indent=2, ensure_ascii=False))
        return 0

    from rich.console import Console

    console = Console(highlight=False)
    if coverage:
        _print_coverage(console, wanted, strays(found))
    elif book is None:
        _print_shelf(console, wanted)
    else:
        _print_clauses(console, wanted[0], clause)
    return 0


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


def _print_shelf(console: "Console", wanted: Sequence[Coverage]) -> None:
    from rich.table import Table

    table = Table("Book", "Cited as", "Jurisdiction", "Version", "Clauses", box=None, pad_edge=False)
    for part in wanted:
        of = part.book
        table.add_row(of.slug, of.code, of.jurisdiction, of.version, str(len(part.rows)))
    console.print(table)


def _print_clauses(console: "Console", part: Coverage, clause: str | None) -> None:
    """Print a clause at length if one was named, and a table for each section of what else there is."""
    from rich.markup import escape
    from rich.table import Table

    of = part.book
    console.print(f"[bold]{escape(of.title)}[/bold] ({of.code}), {escape(of.jurisdiction)}, {escape(of.version)}")
    listed = part.rows
    if clause in of:
        _print_clause(console, of, part.rows[0])
        listed = part.rows[1:]
    for section, title in of.sections.items():
        rows = [row for row in listed if row.clause.within(section)]
        if not rows:
            continue
        table = Table(
            "Clause", "Asks", "Lowest rank", "Met", title=f"{section}: {title}", title_justify="left", expand=True
        )
        table.columns[0].ratio, table.columns[1].ratio, table.columns[3].ratio = 2, 5, 5
        for row in rows:
            how = f"{_coloured(row.clause.met)}: {escape(row.clause.how)}"
            table.add_row(escape(row.clause.id), escape(row.clause.asks), row.clause.authority, how)
        console.print(table)


def _print_clause(console: "Console", of: books.Book, row: Row) -> None:
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
        other = f" [switch] {ruling.otherwise}" if ruling.switch else ""
        table.add_row(ruling.citation.capitalize(), escape(f"{ruling.says}{other}"))
    table.add_row("Witnesses", escape("\n".join(row.witnesses)) or "none")
    console.print(table)


def _print_coverage(console: "Console", wanted: Sequence[Coverage], stray: Sequence[Mention]) -> None:
    from rich.markup import escape
    from rich.table import Table

    for part in wanted:
        table = Table("Clause", "Met", "Accounted for", "Witnesses", title=part.book.title, title_justify="left")
        for row in part.rows:
            accounted = "yes" if row.accounted else "[yellow]open[/]" if row.clause.met == "open" else "[red]no[/]"
            more = f" and {len(row.witnesses) - 1} more" if len(row.witnesses) > 1 else ""
            first = escape("".join(row.witnesses[:1]))
            table.add_row(escape(row.clause.id), _coloured(row.clause.met), accounted, first + more)
        console.print(table)
        console.print(", ".join(f"{count} {name}" for name, count in part.totals().items()))
    for mention in stray:
        console.print(f"[red]No clause or ruling is cited as {escape(mention.citation)}[/]: {escape(str(mention))}")


def _coloured(met: books.Met) -> str:
    return f"[{STYLES[met]}]{met}[/]"


def _rank(of: books.Book, clause: books.Clause) -> str:
    if clause.authority == "none":
        return "nobody in particular"
    above = of.rank_of(clause.authority)
    return clause.authority if above is None else " < ".join(of.ladder[above:])
