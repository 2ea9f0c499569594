"""What a line that cannot be read may have meant: a word put right, or the line of the language that is nearest."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from croupier.scripts.forms import Expectation, Form
from croupier.scripts.meanings import CERTAIN, NEAR, alike, as_said
from croupier.scripts.pattern import (
    Kind,
    Literal,
    Maybe,
    Meant,
    Misread,
    Pattern,
    Reading,
    Slot,
    Word,
    compiled,
    words_of,
)

Forms = Sequence[tuple[Form, Pattern]]
VERY_NEAR = 0.75
MOST_LISTED = 6
NEAR_ENOUGH = 0.5
ARTICLES = ("a", "an", "the")


def near(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """The known words most like this one."""
    return difflib.get_close_matches(word, list(known), n=most, cutoff=NEAR)


class _Guess(msgspec.Struct, frozen=True, order=True):
    """A line put right in one place: whether it can then be read, how far, and how sure this word is."""

    reads: bool
    far: int
    sure: float
    text: str
    words: int


def misread(reading: Reading, forms: Forms, lists: str) -> Misread:
    """Why no form fitted, said where the best of them stopped, and what was perhaps meant."""
    words, place = reading.words, reading.furthest
    if place == 1 and words[0].text in ARTICLES and _reads(words[1:], reading, forms):
        return Misread(words[0].column, f"leave out “{words[0].text}”")  # lines that begin with one go on otherwise
    at_end = place == len(words)
    column = reading.end if at_end else words[place].column
    guess = None if at_end else _best_guess(reading, forms)
    form = nearest(forms, words, reading.kinds, fits_subject=place > 0) if len(reading.wanted) > MOST_LISTED else None
    said = guess is not None and as_said(words[place].text, guess.text)
    if guess is not None and (guess.reads or form is None or guess.far > 0 or said):
        wrong = " ".join(word.text for word in words[place : place + guess.words])
        meant = f"expected “{guess.text}”, not “{wrong}”" if guess.text else f"leave out “{wrong}”"
        return Misread(column, meant)
    wanted = [f"“{what}”" if isinstance(node, Literal) else what for what, node in reading.wanted.items()]
    if len(wanted) <= MOST_LISTED:
        return Misread(column, f"expected {_either(wanted)}")
    before = f" after “{words[place - 1].text}”" if place else ""
    hint = f"the nearest is “{_begun(form, words, reading.kinds)}”" if form else f"{lists} lists every line"
    return Misread(column, f"no line goes on like this{before}; {hint}")


def _reads(words: tuple[Word, ...], reading: Reading, forms: Forms) -> bool:
    """Whether these words alone are a line."""
    anew = Reading(words, reading.kinds, reading.end)
    try:
        return any(anew.match(pattern) is not None for _, pattern in forms)
    except Misread:
        return False


def _best_guess(reading: Reading, forms: Forms) -> _Guess | None:
    """The word, or the few, that would let most of the line be read; none that leads nowhere."""
    guesses = [_tried(reading, forms, meant) for meant in dict.fromkeys(_meant(reading))]
    left = len(reading.words) - reading.furthest
    useful = [
        each
        for each in guesses
        if each.reads or (each.text and each.sure >= VERY_NEAR and (each.far > 0 or each.words == left))
    ]
    said = [each for each in guesses if as_said(reading.words[reading.furthest].text, each.text)]
    return max((each for each in said if each.reads or not useful), default=max(useful, default=None))


def _meant(reading: Reading) -> Iterator[Meant]:
    words, place = reading.words, reading.furthest
    written = words[place].text
    for what, node in reading.wanted.items():
        match node:
            case Literal():
                if as_said(written, what):
                    yield Meant(what, 1, CERTAIN)
                elif (sure := alike(written, what)) >= NEAR:
                    yield Meant(what, 1, sure)
            case Kind():
                yield from node.meant(words, place)
            case _:
                pass
    if written in ARTICLES:
        yield Meant("", 1, 0)


def _tried(reading: Reading, forms: Forms, meant: Meant) -> _Guess:
    """How far the line would be read with these words in place of what stands there."""
    words, place = reading.words, reading.furthest
    instead = words_of(meant.text, words[place].column - 1)
    anew = Reading((*words[:place], *instead, *words[place + meant.words :]), reading.kinds, reading.end)
    try:
        reads = any(anew.match(pattern) is not None for _, pattern in forms)
    except Misread:
        reads = False
    return _Guess(reads, anew.furthest - place - len(instead), meant.sure, meant.text, meant.words)


def nearest(forms: Forms, words: tuple[Word, ...], kinds: Mapping[str, Kind], *, fits_subject: bool) -> Form | None:
    """The form that has most in common with a line, beginning as it does if any can."""
    best: tuple[float, Form] | None = None
    for form, _ in forms:
        flat = tuple(_flat(compiled(form.shown)))
        subject = _length(flat[0][0], words, 0, kinds)
        if not subject and (fits_subject or isinstance(form, Expectation)):
            continue
        common = _common(flat, words, kinds)
        if common <= subject:
            continue
        score = (common + sum(_akin(node, words, kinds) for node, optional in flat if not optional)) / len(words)
        if score >= NEAR_ENOUGH and (best is None or score > best[0]):
            best = score, form
    return None if best is None else best[1]


def _flat(pattern: Pattern, *, optional: bool = False) -> Iterator[tuple[Literal | Slot, bool]]:
    """The nodes of a pattern in a row, each with whether it may be left out."""
    for node in pattern:
        if isinstance(node, Maybe):
            yield from _flat(node.nodes, optional=True)
        else:
            yield node, optional


def _length(node: Literal | Slot, words: tuple[Word, ...], place: int, kinds: Mapping[str, Kind]) -> int:
    """How many words from here the node reads."""
    if isinstance(node, Literal):
        return int(words[place].text == node.word)
    try:
        read = kinds[node.kind].read(words, place)
    except Misread:
        return 0
    return 0 if read is None else read[1] - place


def _common(flat: Sequence[tuple[Literal | Slot, bool]], words: tuple[Word, ...], kinds: Mapping[str, Kind]) -> float:
    """How many words of a line the nodes read, in order, with gaps on either side."""
    best = [[0.0] * (len(flat) + 1) for _ in range(len(words) + 1)]
    for place in reversed(range(len(words))):
        for at in reversed(range(len(flat))):
            most = max(best[place + 1][at], best[place][at + 1])
            if length := _length(flat[at][0], words, place, kinds):
                most = max(most, length + best[place + length][at + 1])
            best[place][at] = most
    return best[0][0]


def _akin(node: Literal | Slot, words: tuple[Word, ...], kinds: Mapping[str, Kind]) -> float:
    """A little for what the form asks and the line has anywhere, or nearly so; a little off for what it lacks."""
    if isinstance(node, Slot):
        return 0 if any(_length(node, words, place, kinds) for place in range(len(words))) else -0.25
    most = max(alike(node.word, word.text) for word in words)
    return 0.5 if most == 1 else 0.4 if most >= VERY_NEAR else -0.5


def _begun(form: Form, words: tuple[Word, ...], kinds: Mapping[str, Kind]) -> str:
    """A form as it is written, with the line's own subject in place of its first slot."""
    first = form.pattern[0]
    length = _length(first, words, 0, kinds) if isinstance(first, Slot) else 0
    if not length:
        return form.shown
    return " ".join([*(word.text for word in words[:length]), *form.shown.split()[1:]])


def _either(wanted: list[str]) -> str:
    return wanted[0] if len(wanted) == 1 else f"{', '.join(wanted[:-1])} or {wanted[-1]}"
