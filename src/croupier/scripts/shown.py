"""What everyone at any table is shown: the sign, its notices, and markers; and cards, where they lie face down."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards import Card
from croupier.money import dollars
from croupier.scripts.expectations import same
from croupier.scripts.forms import Broken, Chapter, Expectation, Given
from croupier.scripts.kinds import Subject, choice, clock
from croupier.scripts.table import Table
from croupier.table.contract import Clauses
from croupier.table.state import Notice, NoticeKind
from croupier.table.words import count

ONLOOKER = Subject("Onlooker")


def _sign(it: Given, table: Table) -> Clauses:
    shown = table.seen_by(ONLOOKER).sign.limits.get(it.bet)
    if shown is None:
        raise Broken(f"the sign says nothing about {it.bet}")
    step = f" in steps of {dollars(shown.step)}" if it.step else ""
    was = f"{dollars(shown.minimum)} to {dollars(shown.maximum)}{step}"
    wanted = f"{dollars(it.low)} to {dollars(it.high)}" + (f" in steps of {dollars(it.step)}" if it.step else "")
    same(f"sign {it.bet}", wanted, was)
    return table.cited()


def _backs(number: int) -> str:
    return count(number, "back") if number else "no cards"


def sees(it: Given, cards: Sequence[Card | None], table: Table) -> Clauses:
    """Check the cards that someone sees in one place, backs among them, against those a line names."""
    faces = any(card is not None for card in cards)
    shown = " ".join(card or "a back" for card in cards) if faces else _backs(len(cards))
    wanted = " ".join(it.cards) if it.cards else _backs(it.number or 0)
    same(f"{it.who.name} to see", wanted, shown)
    return table.cited()


def pays(it: Given, table: Table) -> Clauses:
    """Check one line of a pay table on the sign."""
    tables = table.seen_by(ONLOOKER).sign.pays
    same(f"sign {it.what} {it.hand}", it.odds, tables.get(it.what, {}).get(it.hand, "nothing"))
    return table.cited()


def deck_in_use(it: Given, table: Table) -> Clauses:
    """Check which of two decks is played."""
    same("deck", it.colour, table.seen_by(ONLOOKER).back)
    return table.cited()


COLOUR = choice("red or blue", {"red": "red", "blue": "blue"})


def _notices(table: Table) -> str:
    def told(notice: Notice) -> str:
        if notice.after_round:
            return f"closing after round {notice.after_round}"
        what = f"{notice.bet} {dollars(notice.minimum)}" if notice.kind is NoticeKind.MINIMUM else "closing"
        return f"{what} from {clock(notice.effective_at)}"

    return ", ".join(told(each) for each in table.seen_by(ONLOOKER).sign.notices) or "none"


def _notice(wanted: str, table: Table) -> Clauses:
    shown = _notices(table)
    if wanted not in shown.split(", "):
        raise Broken(f"expected notice {wanted}, was {shown}")
    return table.cited()


def _minimum_notice(it: Given, table: Table) -> Clauses:
    return _notice(f"{it.bet} {dollars(it.amount)} from {clock(it.then)}", table)


def _closing_notice(it: Given, table: Table) -> Clauses:
    return _notice(f"closing from {clock(it.then)}", table)


def _closing_by_hands(it: Given, table: Table) -> Clauses:
    return _notice(f"closing after round {it.number}", table)


def _no_notice(it: Given, table: Table) -> Clauses:
    same("notice", "none", _notices(table))
    return table.cited()


def _marker(it: Given, table: Table) -> Clauses:
    if not _marked(it, table):
        raise Broken(f"expected a marker at {it.area}, but none lies there")
    return table.cited()


def _no_marker(it: Given, table: Table) -> Clauses:
    if _marked(it, table):
        raise Broken(f"expected no marker at {it.area}, but one lies there")
    return table.cited()


def _marked(it: Given, table: Table) -> bool:
    """Whether a marker lies there; a book without personal limits has none to lay."""
    return getattr(table.area_seen_by(ONLOOKER, it.area), "marker", None) is not None


ON_SHOW = Chapter(
    "Expecting what everyone is shown",
    (
        Expectation(
            "sign <bet> <low:amount> to <high:amount> [in steps of <step:amount>]", "What the sign says.", _sign
        ),
        Expectation("notice <bet> <amount> from <then:time>", "A sign of a higher minimum.", _minimum_notice),
        Expectation("no notice", "No timed sign is up.", _no_notice),
        Expectation("marker at <area>", "The marker of a personal limit lies there.", _marker),
        Expectation("no marker at <area>", "It does not.", _no_marker),
    ),
)

CLOSING_FROM = Expectation("notice closing from <then:time>", "The closing sign.", _closing_notice)
CLOSING_AFTER = Expectation("notice closing after round <number>", "The notice of closing.", _closing_by_hands)
