"""Tables that only one game's sheet has, for the terminal and for the page."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from rich.console import RenderableType
from rich.table import Table

Rows = list[tuple[str, ...]]
"""A table's rows, its head the first of them."""


def tables_text(tables: Mapping[str, Rows]) -> list[RenderableType]:
    """Tables by their headings, for the terminal."""
    drawn: list[RenderableType] = []
    for heading, (head, *rows) in tables.items():
        table = Table(title=heading, title_justify="left", title_style="bold", box=None, pad_edge=False)
        for place, name in enumerate(head):
            table.add_column(name, justify="right" if place else "left", header_style="dim", overflow="fold")
        for row in rows:
            table.add_row(*row)
        drawn.append(table)
    return drawn


def tables_html(tables: Mapping[str, Rows]) -> str:
    """Tables by their headings, as sections of a page."""
    return "".join(_section(heading, *rows) for heading, rows in tables.items())


def _section(heading: str, head: tuple[str, ...], *rows: tuple[str, ...]) -> str:
    names = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<section class="card whole"><h3>{escape(heading)}</h3><div class="wide" tabindex="0">'
        f"<table><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table></div></section>"
    )
