"""What people write for an amount, a number, a card, a name or a clause when they do not know how scripts write it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator

from croupier.books import UnknownClause, cite
from croupier.scripts.pattern import Meant, Word

Words = tuple[Word, ...]
Means = Callable[[Words, int], Iterable[Meant]]

CERTAIN, NEAR = 1.0, 0.65
_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMBERS = {name: number for number, name in enumerate(_UNITS.split())}
NUMBERS |= {name: 10 * number for number, name in enumerate(_TENS.split(), start=2)}
NUMBERS |= {f"{tens}-{unit}": NUMBERS[tens] + NUMBERS[unit] for tens in _TENS.split() for unit in _UNITS.split()[1:10]}
NUMBERS["hundred"] = 100
SAID = {
    "draws": ("hits", "hit", "twists", "twist", "takes"),
    "stands": ("stays", "stay", "sticks", "stick", "stand", "passes"),
    "checks": ("passes", "knocks", "taps"),
    "folds": ("passes", "quits"),
    "leaves": ("goes", "exits", "departs"),
    "buys": ("exchanges", "cashes"),
}
"""What people say, as at other tables, for a word of the language."""
_MONEY = re.compile(r"([+-]?)\$?((?:\d{1,3}(?:,\d{3})+|\d+))(?:\.(\d{1,2}))?\$?")
_SIGNS = {"wins": "+", "won": "+", "gets": "+", "gains": "+", "loses": "-", "lost": "-", "pays": "-"}
_CARD = re.compile(r"(10|[2-9TJQKA])([CDHS])|([CDHS])(10|[2-9TJQKA])", re.IGNORECASE)
_TIME = re.compile(r"(\d{1,2})[.h]?(\d{2})")


def alike(one: str, other: str) -> float:
    """How much two words are alike, whatever their case."""
    return difflib.SequenceMatcher(None, one.lower(), other.lower()).ratio()


def as_said(word: str, meant: str) -> bool:
    """Whether people say one word where the language has another."""
    return word.lower() in SAID.get(meant, ())


def one(means: Callable[[str], str | None]) -> Means:
    """What a single word may have meant."""

    def meant(words: Words, place: int) -> Iterator[Meant]:
        text = means(words[place].text)
        if text is not None and text != words[place].text:
            yield Meant(text, 1, CERTAIN)

    return meant


def number(text: str) -> str | None:
    """`six` for 6."""
    found = NUMBERS.get(text.lower())
    return None if found is None else str(found)


def amount(text: str) -> str | None:
    """`10`, `ten` or `10$` for $10."""
    found = _MONEY.fullmatch(number(text) or text)
    return None if found is None or found[1] else _dollars(found)


def change(words: Words, place: int) -> Iterator[Meant]:
    """`20` or `wins $20` for +$20."""
    sign = _SIGNS.get(words[place].text, "")
    at = place + bool(sign)
    found = _MONEY.fullmatch(number(words[at].text) or words[at].text) if at < len(words) else None
    if found is not None:
        yield Meant(f"{sign or found[1] or '+'}{_dollars(found)}", at + 1 - place, CERTAIN)


def _dollars(found: re.Match[str]) -> str:
    part = "" if found[3] is None else f".{found[3]:0<2}"
    return f"${found[2]}{part}"


def card(text: str) -> str | None:
    """`10h`, `hT` or `TH` for Th."""
    found = _CARD.fullmatch(text)
    if found is None:
        return None
    rank, suit = (found[1], found[2]) if found[1] else (found[4], found[3])
    return f"{rank.upper().replace('10', 'T')}{suit.lower()}"


def time(text: str) -> str | None:
    """`14.20` for 14:20."""
    found = _TIME.fullmatch(text)
    return None if found is None else f"{found[1]}:{found[2]}"


def name(words: Words, place: int) -> Iterator[Meant]:
    """A name without its capital."""
    text = words[place].text
    if text[0].islower() and text.replace("-", "").replace("'", "").isalpha():
        yield Meant(text.capitalize(), 1, 0)


def quoted(words: Words, place: int) -> Iterator[Meant]:
    """Words without their quotes: as few as there may be, or all the rest."""
    for end in range(place + 1, len(words) + 1):
        text = " ".join(word.written for word in words[place:end])
        if '"' not in text:
            yield Meant(f'"{text}"', end - place, 0)


def citation(text: str, code: str) -> str | None:
    """Citations without the book's code, or written in another way; None where nothing of the sort is known."""
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", text.strip())
    found = [_citation(part, code) for part in parts]
    return None if None in found else ", ".join(str(each) for each in found)


def _citation(text: str, code: str) -> str | None:
    book, _, clause = text.partition(" ")
    number = re.fullmatch(r"(?i:ruling\s*|R)(\d+)", text)
    tries = [text, f"{code} {text}", f"{book.upper()} {clause}", *([f"ruling {number[1]}"] if number else [])]
    return next((each for each in tries if _known(each)), None)


def _known(text: str) -> bool:
    try:
        cite(text)
    except UnknownClause:
        return False
    return True
