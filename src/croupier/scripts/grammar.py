"""The grammar page, written from the very rows that scripts are read with."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator

from croupier.scripts.kinds import by_its_name, in_small_words
from croupier.scripts.vocabulary import Vocabulary, vocabulary
from croupier.table.contract import Reason

Rows = tuple[tuple[str, str], ...]


def grammar(game: str, beyond: str | None = None) -> str:
    """Every line form of a game's scripts and all that their slots hold, as Markdown; or what another game lacks."""
    known = set[tuple[str, str]]()
    if beyond is not None:
        known = {row for _, _, rows in _tables(vocabulary(beyond)) for row in rows}
    lines = list[str]()
    for title, heads, rows in _tables(vocabulary(game)):
        own = [row for row in rows if row not in known]
        if own:
            lines += [f"### {title}", "", *_table(heads, own), ""]
    return "\n".join(lines)


def _tables(language: Vocabulary) -> Iterator[tuple[str, tuple[str, str], Rows]]:
    """Every list of the page: its title, its two heads and its rows."""
    for chapter in language.chapters:
        rows = tuple((form.shown, form.says) for form in chapter.forms)
        yield chapter.title, ("Line", "What it says"), rows
    kinds = sorted(language.kinds.items())
    yield "What slots hold", ("Slot", "Holds"), tuple((f"<{name}>", kind.what) for name, kind in kinds)
    stages = ((stage.value, called) for stage, called in language.stages.items())
    yield "Stages", ("`<stage>`", "Or as the table says"), tuple((own, f"`{called}`") for own, called in stages)
    reasons = tuple((by_its_name(reason), _sentence(reason.value)) for reason in Reason)
    yield "Reasons of a refusal", ("`<reason>`", "What it says"), reasons
    events = sorted(language.events, key=in_small_words)
    yield "Events", ("`<event>`", "What happened"), tuple((in_small_words(each), _told(each)) for each in events)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _told(event: type) -> str:
    return (inspect.getdoc(event) or "").partition("\n")[0]


def _table(heads: tuple[str, str], rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield f"| {heads[0]} | {heads[1]} |"
    yield "| --- | --- |"
    yield from (f"| `{left}` | {right} |" for left, right in rows)
