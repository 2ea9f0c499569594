"""Names: what a guest may be called, and when two names look like one."""
# ruff: noqa: RUF001, RUF002

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from croupier.books import book, slugs
from croupier.floor.people.posts import POSTS
from croupier.table.contract import GUESTS, HOUSE_PLAYERS, NO_PERSON, PLAYER
from croupier.table.words import rank_name

NAME_LENGTH = 24

STAFF_NAME = re.compile(r"[a-z][a-z0-9]*(?:[._-][a-z0-9]+)*")
"""What a name of the staff looks like: it is typed at sign-in, and is the account's id."""

GUEST_BYTES = 6
"""How long the number is that tells one guest's id from another's."""

NOT_FOR_STAFF = tuple(dict.fromkeys(each.partition("-")[0] for each in (*NO_PERSON, HOUSE_PLAYERS, GUESTS, PLAYER)))
"""How the record calls those who are no staff."""

UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u2800\u3164\uffa0")
"""Letters and marks that show nothing, though their categories say otherwise."""

LOOK_ALIKES = {
    "a": "αаɑɐᴀ",
    "b": "вьъʙƀɓƃβϐ",
    "c": "сϲᴄƈ",
    "d": "ԁđɖɗᴅ",
    "e": "еєεɛəᴇҽ",
    "f": "ƒ",
    "g": "ɡɢɠԍ",
    "h": "һнħʜɦ",
    "j": "јϳȷɉ",
    "k": "кκқҡᴋƙ",
    "l": "1iıɩɪιіӏłƚɫɬ|!ǀɨ",
    "m": "мɱᴍ",
    "n": "пηŋɲɳɴ",
    "o": "0оοσøɵᴏөօ",
    "p": "рρᴘƥ",
    "q": "ԛɋ",
    "r": "гʀɾɽґᴦ",
    "s": "ѕʂꜱ",
    "t": "тτŧᴛƭ",
    "u": "υцʉᴜմ",
    "v": "νѵʋᴠ",
    "w": "ԝωѡшᴡɯ",
    "x": "хχҳ",
    "y": "уүγʏƴ",
    "z": "ʐƶᴢȥ",
}
"""Letters of other alphabets, and figures, that pass for a small Latin letter or for its capital."""

_LATIN = {ord(other): letter for letter, others in LOOK_ALIKES.items() for other in others}

HOUSE_WORDS = ("house", "staff", "host", "floor", "boss")
"""Words that nobody who plays here is called by; as part of another word they mean nothing."""

OFFICES = ("croupier", "casino", "admin", "official")
"""Offices that stand in no book."""


class Unfit(ValueError):
    """A name or a new password that will not do; says why, and what might do."""

    def __init__(self, why: str, instead: str = "") -> None:
        super().__init__(why)
        self.instead = instead


def skeleton(name: str) -> str:
    """What is left of a name when everything is taken off that the eye may miss: names with one skeleton look alike.

    >>> skeleton("Paul"), skeleton("РАUL"), skeleton("pau1"), skeleton("Pául ")
    ('paul', 'paul', 'paul', 'paul')
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    bare = (each for each in unicodedata.normalize("NFD", folded) if not unicodedata.combining(each))
    return "".join(each for each in "".join(bare).translate(_LATIN) if each.isalnum())


def tidy(name: str) -> str:
    """A guest's name as it will be shown, or Unfit with what is wrong with it."""
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(name) <= NAME_LENGTH:
        raise Unfit(f"a name has 1 to {NAME_LENGTH} characters")
    marks = 0
    for each in name:
        category = unicodedata.category(each)
        marks = marks + 1 if category.startswith("M") else 0
        unseen = category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Me") or each in UNSEEN
        if unseen or 0xFE00 <= ord(each) <= 0xFE0F or 0xE0000 <= ord(each) <= 0xE0FFF:
            raise Unfit("a name is made of characters that everyone can see")
        if marks > 2 or (marks and name[0] == each):
            raise Unfit("a name has its accents on letters, and no more than two on each")
    if not skeleton(name):
        raise Unfit("a name has at least one letter or figure")
    if posing(name):
        raise Unfit("that name sounds as if you worked for the house; choose one of your own")
    if reserved(name):
        raise Unfit("the house uses that name for what is no person; choose one of your own")
    return name


def posing(name: str) -> bool:
    """Whether someone of this name would be taken for staff, or for the house.

    >>> posing("The Dealer"), posing("d.e.a.l.e.r"), posing("Ann (house)"), posing("Houseman"), posing("Idealist")
    (True, True, True, False, False)
    """
    whole = skeleton(name)
    words = [skeleton(word) for word in re.split(r"[\W_]+", unicodedata.normalize("NFKC", name))]
    plain = {word.strip("23456789") for word in (*words, whole)}
    if plain & _single_words():
        return True
    return any(whole.startswith(office) or whole.endswith(office) for office in _offices())


def reserved(name: str) -> bool:
    """Whether a name is one that something other than a person acts under, or looks like the id of a guest.

    >>> reserved("Clock"), reserved("the c1ock 2"), reserved("Time"), reserved("Guest-0a1b2c3d4e5f"), reserved("Tim")
    (True, True, True, True, False)
    """
    whole, guest = skeleton(name), skeleton(GUESTS)
    if whole.startswith(guest) and len(whole) == len(guest) + 2 * GUEST_BYTES:
        return True
    words = [skeleton(word) for word in re.split(r"[\W_]+", unicodedata.normalize("NFKC", name))]
    bare = whole.removeprefix("the").strip("23456789")
    return bool({bare, *words} & _own_ids()) or bare in _own_names()


def why_not_staff(name: str) -> str | None:
    """What is wrong with a new name of the staff, if anything is."""
    if not 2 <= len(name) <= NAME_LENGTH or not STAFF_NAME.fullmatch(name):
        return f"a name of the staff has 2 to {NAME_LENGTH} small letters, figures, dots and hyphens, a letter first"
    if name.startswith(NOT_FOR_STAFF):
        return "that name stands for someone else in the record"
    return None


def others(name: str) -> Iterator[str]:
    """Names like this one, for someone who finds it taken."""
    for number in range(2, 100):
        yield f"{name[: NAME_LENGTH - 3].strip()} {number}"


@cache
def _offices() -> frozenset[str]:
    """The posts and ranks of every book, in the form in which names are compared."""
    ranks = {rank for slug in slugs() for rank in (*book(slug).ladder[1:], *book(slug).beside)}
    said = {*POSTS, *map(rank_name, ranks), *OFFICES}
    last = {words[-1] for words in map(str.split, said)}
    return frozenset(skeleton(each[:NAME_LENGTH]) for each in (*said, *last) if len(each) > 4)


@cache
def _single_words() -> frozenset[str]:
    return frozenset(map(skeleton, HOUSE_WORDS)) | _offices()


@cache
def _own_ids() -> frozenset[str]:
    """How the record calls those who act and are no person, and the first word of it; no word of a name is one."""
    return frozenset(skeleton(each) for own in NO_PERSON for each in (own, own.partition("-")[0]))


@cache
def _own_names() -> frozenset[str]:
    """What they are called where people read it."""
    return frozenset(skeleton(each).removeprefix("the") for each in NO_PERSON.values())
