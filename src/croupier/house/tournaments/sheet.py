"""The conditions of a tournament as people read them: in the order of the book, with the clause that wants each."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from html import escape

import msgspec

from croupier.house.tournaments.findings import tournament_book
from croupier.house.tournaments.further import further
from croupier.money import dollars
from croupier.table.tournaments.conditions import (
    Afterwards,
    Conditions,
    Prize,
    Progress,
    Round,
    Start,
    Ties,
    Variation,
    said,
)
from croupier.table.tournaments.matters import Matter, Standing, standing
from croupier.table.tournaments.readings import otherwise
from croupier.table.tournaments.statements import SENTENCES
from croupier.table.words import count

MONEY = frozenset({"fee", "buy_in", "re_buy", "add_on", "pool", "worth"})

LABELS = {
    "add_on": "Add-on",
    "afterwards": "Afterwards the chips are",
    "buy_in": "Buy-in",
    "deals": "Whoever is left may share the prizes by agreement",
    "each": "In each",
    "every_round": "So many again at the start of each round",
    "fee": "Entry fee",
    "found": "How it is found",
    "how": "How",
    "kind": "Chips",
    "least": "At least",
    "many": "How many",
    "method": "How",
    "most": "At most",
    "re_buy": "Re-buy",
    "start": "To begin with",
    "starts_with": "As soon as so many have entered",
    "ties": "Equal banks",
    "until": "Until when",
    "withdrawal": "Withdrawing without penalty",
    "worth": "Each chip",
}
"""What stands before something that is said; where nothing does, the heading is enough."""

IN_WORDS: dict[object, str] = {
    Afterwards.WORTHLESS: "handed in, and worth nothing",
    Afterwards.CARRIED: "carried into the next round, and worth nothing after the last",
    Afterwards.CASH: "exchanged for cash",
    Ties.EXTRA_HANDS: "extra hands are dealt to those who are equal, from their banks",
    Ties.SHARED: "the prizes of those who are equal are added up and shared",
    Ties.DRAW: "drawn by lot",
}


class Section(msgspec.Struct, frozen=True):
    """What is said of one matter."""

    heading: str
    clause: str
    lines: tuple[str, ...]


def digest(conditions: Conditions) -> str:
    """The digest of the exact text: what is approved and accepted is this and nothing else."""
    return sha256(msgspec.json.encode(conditions, order="sorted")).hexdigest()


def sections(conditions: Conditions) -> tuple[Section, ...]:
    """What is said, in the order of the book; what there is not and need not be mentioned is left out."""
    found = []
    for matter in tournament_book(conditions.book).matters:
        lines = tuple(_lines(conditions, matter))
        if lines:
            found.append(Section(matter.name, matter.clause, lines))
    found += _won(conditions)
    found += [Section("Read otherwise", each.citation, (each.otherwise,)) for each in otherwise(conditions)]
    more = further(conditions, tournament_book(conditions.book))
    found += [Section("Further conditions", tournament_book(conditions.book).conduct_under, more)] if more else []
    varied = tuple(map(_instead, conditions.varies))
    if varied:
        found.append(Section("Rules that are varied", tournament_book(conditions.book).varied_under, varied))
    return tuple(found)


def _instead(each: Variation) -> str:
    """A rule that is varied, with what tables have instead."""
    if each.excluded:
        return f"{each.clause}: {each.instead} (it does not apply)"
    if each.pays:
        return f"{each.clause}: {each.instead} ({each.pays} to 1)"
    return f"{each.clause}: {each.instead}" + (f" ({each.most} at the most)" if each.most else "")


def _won(conditions: Conditions) -> Iterator[Section]:
    """How entries are won in play, and who may play for whoever has several."""
    said, won = conditions.entry.won, tournament_book(conditions.book).won
    if said is None or won is None:
        return
    largest = (
        "Entries wait until they fill a schedule to the last seat."
        if said.next_size
        else "The largest schedule that they fill is played with the earliest; the others are for the next tournament."
    )
    held = f"Entries are won at the tables, and close {said.days:,} days after the last tournament at the earliest."
    yield Section("Entries", won.begins, (held, largest, f"The final has {count(said.final_shoes, 'shoe')}."))
    yield Section(
        "Several entries", won.substitutes_stated, (str(conditions.conduct.substitutes or "No substitutes."),)
    )


def _lines(conditions: Conditions, matter: Matter) -> Iterator[str]:
    if matter.statement is not None:
        if matter.statement in conditions.statements:
            yield SENTENCES[matter.statement].format(game=tournament_book(conditions.book).book.title)
        return
    if standing(conditions, matter) is Standing.NO:
        if any(said(conditions, path) is False for part in matter.parts for path in _paths(part)):
            yield "None."
        return
    for part in matter.parts:
        for path in _paths(part):
            found = said(conditions, path)
            if found is not None:
                yield from _said(path.rpartition(".")[2], found)
            if path == "bank.afterwards" and conditions.bank.worth is not None:
                yield from _said("worth", conditions.bank.worth)


def _paths(part: str) -> list[str]:
    return part.removeprefix("?").split("|")


def _said(name: str, found: object) -> Iterator[str]:
    if name == "tables" and isinstance(found, tuple):
        yield ", then ".join(f"{each:,} table{'s' if each > 1 else ''}" for each in found)
        return
    if isinstance(found, tuple):
        for number, each in enumerate(found, 1):
            yield from _row(number, each)
        return
    label = LABELS.get(name) or (name.replace("_", " ").capitalize() if isinstance(found, bool) else None)
    words = dollars(int(str(found))) if name in MONEY and not isinstance(found, bool) else _words(found)
    yield f"{label}: {words}" if label else words


def _words(found: object) -> str:
    if isinstance(found, bool):  # before the number that it equals
        return "yes" if found else "no"
    return f"{found:,}" if isinstance(found, int) else IN_WORDS.get(found, str(found))


def _row(number: int, row: object) -> Iterator[str]:
    match row:
        case Start(session=session, at=at):
            yield f"{session}: {at}"
        case Round():
            yield _round(row)
        case Prize(amount=int(cents)):
            yield f"{number}. {dollars(cents)}"
        case Prize(per_mille=int(part)):
            yield f"{number}. {part / 10:g} % of the pool"
        case Prize(thing=str(thing)):
            yield f"{number}. {thing}"


def _round(each: Round) -> str:
    length = [
        f"{many:,} {unit}"
        for many, unit in ((each.hands, "hands"), (each.minutes, "minutes"), (each.shoes, "shoes"))
        if many
    ]
    parts = [f"{each.sessions:,} session{'s' if each.sessions > 1 else ''}", *length]
    match each.progress:
        case Progress(each_table=int(best), others=others):
            parts.append(f"{best} of each table" + (f" and the next {others} of all" if others else "") + " go on")
    return f"{each.name}: {', '.join(parts)}"


def text(conditions: Conditions) -> str:
    """The sheet as plain text."""
    lines = [conditions.title, "=" * len(conditions.title), ""]
    for section in sections(conditions):
        lines += [f"{section.heading} ({section.clause})", *(f"  {line}" for line in section.lines), ""]
    return "\n".join([*lines, f"Text {digest(conditions)}", ""])


def page(conditions: Conditions) -> str:
    """The sheet as one page to print that needs nothing but itself."""
    body = "".join(
        f"<section><h2>{escape(each.heading)} <small>{escape(each.clause)}</small></h2>"
        + "".join(f"<p>{escape(line)}</p>" for line in each.lines)
        + "</section>\n"
        for each in sections(conditions)
    )
    return _PAGE.format(title=escape(conditions.title), body=body, digest=digest(conditions))


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 Georgia, serif; color: #1c1c1c; background: #fff; max-width: 46rem;
  margin: 2rem auto; padding: 0 1rem; }}
h1 {{ font-size: 1.9rem; border-bottom: 3px double #7a5c1e; padding-bottom: .4rem; }}
h2 {{ font-size: 1.05rem; margin: 1.4rem 0 .2rem; }}
h2 small {{ font-weight: normal; color: #5a5a5a; white-space: nowrap; }}
p {{ margin: .15rem 0; overflow-wrap: anywhere; }}
footer {{ margin-top: 2.5rem; border-top: 1px solid #999; font: 12px/1.6 monospace; overflow-wrap: anywhere; }}
section {{ break-inside: avoid; }}
@media print {{ body {{ margin: 0; font-size: 11pt; }} }}
</style>
</head>
<body>
<h1>{title}</h1>
{body}<footer>The text that is approved and accepted has the digest {digest}</footer>
</body>
</html>
"""
