"""What looks into which kind of event."""

from __future__ import annotations

BY_NAME = {}
"""What looks into an event, by what the document calls it."""


def on(what):
    """Have a function look into events of this name: it is told the tournament before them, and the event."""

    def known(look):
        BY_NAME[what] = look
        return look

    return known
