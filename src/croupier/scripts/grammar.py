"""The grammar page, written from the very rows that scripts are read with."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.scripts.forms import Chapter, Expectation
from croupier.scripts.vocabulary import vocabulary


def grammar(game: str, beyond: str | None = None) -> str:
    """Every line form of a game's scripts, and what their slots hold, as Markdown; or only those another game lacks."""
    language = vocabulary(game)
    known, held = set[str](), dict[str, str]()
    if beyond is not None:
        known = {form.written for chapter in vocabulary(beyond).chapters for form in chapter.forms}
        held = {name: kind.what for name, kind in vocabulary(beyond).kinds.items()}
    slots = [
        f"| `<{name}>` | {kind.what} |" for name, kind in sorted(language.kinds.items()) if held.get(name) != kind.what
    ]
    own = (
        Chapter(chapter.title, tuple(form for form in chapter.forms if form.written not in known))
        for chapter in language.chapters
    )
    chapters = [line for chapter in own if chapter.forms for line in _chapter(chapter)]
    table = ["### What slots hold", "", "| Slot | Holds |", "| --- | --- |", *slots]
    return "\n".join([*chapters, *table, ""])


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield from (f"### {chapter.title}", "", "| Line | What it says |", "| --- | --- |")
    for form in chapter.forms:
        lead = "expect " if isinstance(form, Expectation) else ""
        yield f"| `{lead}{form.written}` | {form.says} |"
    yield ""
