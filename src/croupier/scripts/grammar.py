"""The grammar page, written from the very rows that scripts are read with."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.scripts.forms import Chapter, Expectation
from croupier.scripts.vocabulary import vocabulary


def grammar(game: str) -> str:
    """Every line form of a game's scripts, chapter by chapter, and what their slots hold, as Markdown."""
    language = vocabulary(game)
    slots = [f"| `<{name}>` | {kind.what} |" for name, kind in sorted(language.kinds.items())]
    chapters = [line for chapter in language.chapters for line in _chapter(chapter)]
    table = ["### What slots hold", "", "| Slot | Holds |", "| --- | --- |", *slots]
    return "\n".join([*chapters, *table, ""])


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield from (f"### {chapter.title}", "", "| Line | What it says |", "| --- | --- |")
    for form in chapter.forms:
        lead = "expect " if isinstance(form, Expectation) else ""
        yield f"| `{lead}{form.written}` | {form.says} |"
    yield ""
