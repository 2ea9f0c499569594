"""Amounts as people write them."""

import re

MOST_CENTS = 10**12
"""The most that one act may name: beyond any table's money, and small enough that totals stay within 64 bits."""

_TEXT = re.compile(r"(-)?\$(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?")


def dollars(cents: int) -> str:
    """An amount as shown to people.

    >>> dollars(-123450), dollars(500)
    ('-$1,234.50', '$5')
    """
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{part:02}" if part else "")


def read_dollars(text: str) -> int:
    """Cents from a written amount such as `$5`, `$1,250.50` or `-$20`."""
    found = _TEXT.fullmatch(text)
    if not found:
        raise ValueError(f"an amount is written like $5 or $12.50, not {text!r}")
    cents = int(found[2].replace(",", "")) * 100 + int(found[3] or 0)
    return -cents if found[1] else cents
