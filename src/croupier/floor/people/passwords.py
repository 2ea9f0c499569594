"""Passwords: a new one is long enough, and none that anyone who knows people, or this house, would try early.

There are no rules of which characters it has; it is weighed against lists of common passwords, words and names, and
against rows of keys, figures and dates, as NIST SP 800-63B asks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any

from croupier.books import book, slugs
from croupier.floor.people.names import HOUSE_WORDS, OFFICES
from croupier.floor.people.posts import POSTS, ranks_of
from croupier.games import game, games
from croupier.table.words import rank_name

SHORTEST, LONGEST = 10, 128
EASY = 10**8
"""So many guesses, the likeliest first, are too few to find a password by."""
FEWEST_CHARACTERS = 5
"""How many different characters a password has at least."""
WEIGHED = 64
"""How many characters of a password are weighed: that takes a tenth of a second at most."""

_PASSING = str.maketrans("@4831!|06957+2$", "aabeliiogqsttzs")
"""Figures and signs that people write for letters."""
_AGAIN = re.compile(r"(.{3,}?)\1+|(.)\2{2,}")
"""A part that is written again at once, and a character that is written three times or more."""

TOO_EASY = "that password is among the first that anyone would try; take several words that have no connection"
ABOUT_THE_HOUSE = "that password is built on words that everyone here knows; take some that are not of the house"


def why_not(password: str, about: Collection[str] = ()) -> str | None:
    """What is wrong with a new password, if anything is; `about` is what others know of its owner.

    >>> why_not("short"), why_not("nine clubs and a king")
    ('a password has 10 to 128 characters', None)
    """
    if not SHORTEST <= len(password) <= LONGEST:
        return f"a password has {SHORTEST} to {LONGEST} characters"
    if len(set(password)) < FEWEST_CHARACTERS or _guesses(password, {}) < EASY:
        return TOO_EASY
    known = {word.lower(): rank for rank, word in enumerate((*about, *_house_words()), 1)}
    return ABOUT_THE_HOUSE if _guesses(password, {"house": known}) < EASY else None


def is_common(secret: str) -> bool:
    """Whether something is on the list of common passwords, or repeats a part of itself.

    >>> is_common("159753"), is_common("280280"), is_common("280317")
    (True, True, False)
    """
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return secret in FREQUENCY_LISTS["passwords"] or re.fullmatch(r"(.+?)\1+", secret) is not None


def _guesses(password: str, more: Mapping[str, Mapping[str, int]]) -> float:
    """How many guesses it takes at most to find a password, with further words to be tried early."""
    # Late, for the lists take a moment to load and few ever choose a password. The library's own way in is not taken:
    # it tries every way to read figures as letters, for seconds, and keeps further words where other threads see them.
    from zxcvbn import matching, scoring

    known: dict[str, Any] = {**matching.RANKED_DICTIONARIES, **more}
    ways = (
        matching.dictionary_match,
        matching.reverse_dictionary_match,
        matching.spatial_match,
        matching.sequence_match,
        matching.regex_match,
        matching.date_match,
    )
    found = []
    for form in _forms(password):
        matches = [match for way in ways for match in way(form, _ranked_dictionaries=known)]
        matches.sort(key=lambda match: (match["i"], match["j"]))
        found.append(scoring.most_guessable_match_sequence(form, matches)["guesses"])
    return float(min(found))


def _forms(password: str) -> Iterable[str]:
    """A password as it is, with letters where figures may stand for them, in one piece, and what it repeats once."""
    plain = password.lower()
    forms = [password, plain, plain.translate(_PASSING)]
    forms += [re.sub(r"[\W_]+", "", form) for form in forms[1:]]
    forms += [_AGAIN.sub(_once, form) for form in forms]
    return dict.fromkeys(form[:WEIGHED] for form in forms)


def _once(repeated: re.Match[str]) -> str:
    return repeated[1] or repeated[2]


@cache
def _house_words() -> tuple[str, ...]:
    """Words of the house: what it is called, its games, posts and ranks; in one piece, and each by itself."""
    ranks = {rank for slug in slugs() for rank in ranks_of(slug)}
    said = [*OFFICES, *HOUSE_WORDS, *games(), *(game(name).book.title for name in games()), *POSTS]
    said += [*(book(slug).code for slug in slugs()), *sorted(ranks), *map(rank_name, sorted(ranks))]
    words = [word for each in said for word in (each, *re.split(r"\W+", each), re.sub(r"\W+", "", each))]
    return tuple(dict.fromkeys(word.lower() for word in words if len(word) > 2))
