"""Where a sheet comes from: the software, the book and the terms, so that a file can be held against another.

Nothing in it changes from one run to the next: the same software asked the same writes the same bytes.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from croupier import __version__
from croupier.books import UnknownBook, book, digest
from croupier.odds.model import ParSheet

SOFTWARE = f"croupier {__version__}"
_SHORT = 12


def origin(sheet: ParSheet) -> dict[str, Any]:
    """What made a sheet, and of what: digests are SHA-256, in hexadecimal digits."""
    try:
        of = book(sheet.game)
        told = {"code": of.code, "version": of.version, "digest": digest(of.slug)}
    except UnknownBook:
        told = None
    return {"software": SOFTWARE, "book": told, "terms_digest": terms_digest(sheet)}


def terms_digest(sheet: ParSheet) -> str:
    """The digest of a game's name and its terms, as JSON with sorted keys and no spaces.

    >>> terms_digest(ParSheet("high-card", {"decks": 8}, ()))[:12]
    'c64562fbe5e6'
    """
    return sha256(msgspec.json.encode({"game": sheet.game, "terms": sheet.terms}, order="sorted")).hexdigest()


def origin_line(sheet: ParSheet) -> str:
    """The same on one line, the digests cut short."""
    told = origin(sheet)
    of = told["book"]
    parts = [told["software"]]
    if of is not None:
        parts.append(f"book {of['code']}, {of['version']}, {of['digest'][:_SHORT]}")
    return " · ".join([*parts, f"terms {told['terms_digest'][:_SHORT]}"])


def origin_columns(sheet: ParSheet) -> dict[str, str]:
    """The same for a table whose rows may be taken apart."""
    told = origin(sheet)
    of = told["book"] or {"code": "", "version": "", "digest": ""}
    return {
        "software": told["software"],
        "book": f"{of['code']}, {of['version']}",
        "book_digest": of["digest"],
        "terms_digest": told["terms_digest"],
    }
