"""`croupier rules ruling 11`: how a point that the books leave open is read here, and which clauses rest on it."""

import json
from collections.abc import Sequence
from typing import Any

from croupier import books
from croupier.books.coverage import every_mention
from croupier.books.marks import Mention
from croupier.cli.output import Refused, print_shown

RULINGS = frozenset({"ruling", "rulings"})
"""What is said instead of a book's name."""


def show_rulings(number: str | None, format: str) -> int:
    """Print one ruling, or all of them."""
    wanted = list(books.rulings().values()) if number is None else [_ruling(number)]
    found = every_mention()
    rows = [_row(each, found) for each in wanted]
    if format == "json":
        print(json.dumps({"rulings": rows}, indent=2, ensure_ascii=False))
    elif number is None:
        _print_list(rows)
    else:
        _print_one(rows[0])
    return 0


def _ruling(number: str) -> books.Ruling:
    """The ruling of that number, said as 11, R11 or ruling 11."""
    wanted = number.lower().removeprefix("ruling").strip().removeprefix("r")
    found = books.rulings().get(f"R{wanted}")
    if found is None:
        numbers = ", ".join(map(str, sorted(int(each.id.removeprefix("R")) for each in books.rulings().values())))
        raise Refused(f"there is no ruling {number}; there are {numbers}")
    return found


def _row(ruling: books.Ruling, found: Sequence[Mention]) -> dict[str, Any]:
    shelf = [books.book(slug) for slug in books.slugs()]
    return {
        "id": ruling.id,
        "cite": ruling.citation,
        "scope": ruling.scope,
        "says": ruling.says,
        "switch": ruling.switch,
        "otherwise": ruling.otherwise,
        "clauses": [f"{of.code} {clause.id}" for of in shelf for clause in of.clauses if ruling.id in clause.ruling],
        "witnesses": [str(each) for each in found if each.citation == ruling.citation],
    }


def _print_list(rows: list[dict[str, Any]]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table("Ruling", "On", "Says", title="Rulings", title_justify="left")
    for row in rows:
        table.add_row(row["cite"], row["scope"], Text(_says(row)))
    print_shown(table)


def _print_one(row: dict[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table("", "", show_header=False, box=None, pad_edge=False)
    table.columns[0].style = "bold"
    for name, said in (
        ("Ruling", row["cite"]),
        ("On", "all books" if row["scope"] == "all" else row["scope"]),
        ("Says", row["says"]),
        ("Otherwise", row["otherwise"]),
        ("Clauses", "\n".join(row["clauses"]) or "none"),
        ("Witnesses", "\n".join(row["witnesses"]) or "none"),
    ):
        if said:
            table.add_row(name, Text(said))
    print_shown(table)


def _says(row: dict[str, Any]) -> str:
    chosen = "switch" if row["switch"] else "conditions"
    return f"{row['says']} [{chosen}] {row['otherwise']}" if row["otherwise"] else row["says"]
