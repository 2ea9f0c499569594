"""What the record says of the machine's clock: that it jumped, and that the floor's own time went on."""

from __future__ import annotations

from croupier.table.contract import Event
from croupier.table.declare import Part

part = Part("clock")

_UNITS = ((86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1_000, "s"))


class ClockJumped(Event, frozen=True, kw_only=True):
    """The machine's clock stepped: what it should have said, what it said, and the floor's own time, which went on."""

    before: int
    after: int
    at: int


def span(ms: int) -> str:
    """A length of time in its two largest units.

    >>> span(31_536_003_000), span(90_000), span(250)
    ('365 d', '1 min 30 s', '0 s')
    """
    found, left = list[str](), abs(ms)
    for size, unit in _UNITS:
        many, left = divmod(left, size)
        if found or many:
            found.append(f"{many} {unit}" if many else "")
    return " ".join(filter(None, found[:2])) or "0 s"


def _jumped(event: ClockJumped) -> str:
    way = "forward" if event.after > event.before else "back"
    return f"The machine's clock went {way} by {span(event.after - event.before)}; the floor's own time goes on."


part.tells(ClockJumped, says=lambda e, who: _jumped(e))
