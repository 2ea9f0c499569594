"""A page of evidence: one file, to be read, printed, played again and proved, that needs nothing but itself."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from html import escape
from importlib.resources import files
from typing import Any

import msgspec

from croupier import __version__
from croupier.books import digest
from croupier.floor.reading.clauses import clause_texts
from croupier.floor.reading.evidence import Evidence, Patron, Said, Shown
from croupier.floor.reading.reckoning import Reckoning, Sums
from croupier.floor.reading.rounds import came_to
from croupier.floor.reading.telling import Line
from croupier.floor.reading.whose_chips import Whose, counts_chips
from croupier.games import game
from croupier.money import counted_in_chips, dollars
from croupier.scripts.kinds import signed
from croupier.scripts.standing import terms_said
from croupier.scripts.vocabulary import vocabulary
from croupier.scripts.writing import Learned, Written
from croupier.table.accounts import RESERVE
from croupier.table.contract import Clauses
from croupier.table.state import Settled
from croupier.table.words import count, rank_name

MOST_SCRIPTS = 60
"""Rounds of one page that are written as scripts too."""

_CARD = re.compile(r"[2-9TJQKA][cdhs]")
_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def page(evidence: Evidence, key: str | None = None, *, to_sign: bool = False) -> str:
    """The page; with the house's public key, which whoever checks it should also have from elsewhere.

    One that is `to_sign` says that the house's signature stands at its end.
    """
    heading = _heading(evidence)
    learned: Learned = {}
    scripts = [each.story.script(learned) for each in evidence.rounds[:MOST_SCRIPTS]]
    rounds = [
        _round(evidence, each, scripts[nth] if nth < len(scripts) else None) for nth, each in enumerate(evidence.rounds)
    ]
    body = [
        _header(evidence, heading),
        *([_summary(evidence)] if evidence.day else []),
        _terms(evidence),
        *rounds,
        _clauses(evidence),
        _proof(evidence, key, to_sign=to_sign),
    ]
    return _PAGE.format(
        heading=escape(heading),
        style=files("croupier.floor.reading").joinpath("evidence.css").read_text(encoding="utf-8"),
        body="\n".join(body),
    )


def file_name(evidence: Evidence, ending: str = "html") -> str:
    """What a file of this evidence is called."""
    return f"{evidence.table}-{evidence.day or f'round-{evidence.rounds[0].round.round}'}.{ending}"


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{heading}</title>
<style>
{style}</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def _heading(evidence: Evidence) -> str:
    if evidence.day is not None:
        return f"{evidence.title}, {_date(evidence.rounds[0].round.ended or 0)}"
    return f"Round {evidence.rounds[0].round.round} at {evidence.title}"


def _header(evidence: Evidence, heading: str) -> str:
    first, last = evidence.rounds[0].round, evidence.rounds[-1].round
    if evidence.day is None:
        said = f"{_date(first.started)}, {_time(first.started)} to {_time(first.ended) if first.ended else 'now'}"
        said += f" · {_outcome(evidence.rounds[0])}"
    else:
        said = f"Rounds {first.round} to {last.round}, {count(len(evidence.rounds), 'round')}"
        said += ", with more before them on that day" if evidence.cut else ""
        said += f" · {'; '.join(_totals(evidence))}"
    book = game(evidence.game).book
    return (
        f'<header><p class="kind">Evidence from the record</p><h1>{escape(heading)}</h1><p>{escape(said)}</p>'
        f'<p class="quiet">Table {escape(evidence.table)}, played by the {escape(book.title)} rules (cited '
        f"{book.code}). {_chips(evidence)}{_faces(evidence)} All times are those of the house"
        f" (UTC{datetime.fromtimestamp(first.started / 1000).astimezone().strftime('%z')}).</p></header>"
    )


def _totals(evidence: Evidence) -> Iterator[str]:
    """What the rounds of a day came to: in money, and in the chips of each tournament."""
    found: dict[Whose, Sums] = {}
    for each in evidence.rounds:
        whose = each.round.tournament
        found[whose] = found.get(whose, Sums()) + each.reckoning.sums
    return (came_to(sums, whose) for whose, sums in found.items())


def _chips(evidence: Evidence) -> str:
    """That rounds were played with chips of tournaments, where any were."""
    tournaments = dict.fromkeys(each.round.tournament for each in evidence.rounds if each.round.tournament is not None)
    if not tournaments:
        return ""
    named = " and ".join(f"{each.title} ({each.id})" for each in tournaments)
    which = "It was" if evidence.day is None else "Rounds without a currency were"
    return escape(
        f"{which} played with chips of the tournament {named}: they are not money, and none was won or lost. "
    )


def _faces(evidence: Evidence) -> str:
    if not evidence.house_only:
        return "Faces that only one player saw are not told."
    return (
        "Faces that only one player saw are not told; some that the house alone has seen are, so it is for the house."
    )


def _outcome(shown: Shown) -> str:
    return f"{shown.round.outcome}, {shown.round.came_to}"


def _summary(evidence: Evidence) -> str:
    rows = "".join([_summary_row(each) for each in evidence.rounds])
    head = _head("Round", "Ended", "Outcome", ">Staked", ">Won", "Players", "Disputed")
    return f"<h2>The rounds</h2>{_table(head, rows)}"


def _summary_row(shown: Shown) -> str:
    found = shown.round
    with counted_in_chips(counts_chips(found.tournament)):
        return (
            f'<tr><td><a href="#round-{found.round}">{found.round}</a></td>'
            f"<td>{_time(found.ended or found.started)}</td><td>{found.outcome}</td>"
            f'<td class="amount">{dollars(found.staked)}</td>'
            f'<td class="amount">{dollars(found.paid + found.pots - found.rake)}</td>'
            f"<td>{escape(', '.join(shown.names.get(player, player) for player in found.players))}</td>"
            f"<td>{count(len(shown.disputes), 'word') if shown.disputes else ''}</td></tr>"
        )


def _terms(evidence: Evidence) -> str:
    story = evidence.rounds[0].story
    beside: dict[str, Any] = {} if story.meter is None else {"meter": story.meter}
    with counted_in_chips(story.before.in_chips):
        said = terms_said(vocabulary(evidence.game), story.before, beside)
    listed = "".join(f"<li>{escape(each[:1].upper() + each[1:])}</li>" for each in said)
    return f'<h2>The table</h2><ul class="plain">{listed}</ul>'


def _round(evidence: Evidence, shown: Shown, script: Written | None) -> str:
    number, day = shown.round.round, evidence.day is not None
    parts = [f'<section class="round" id="round-{number}">']
    if day:
        parts.append(f"<h2>Round {number}</h2><p>{escape(_outcome(shown))}</p>")
    with counted_in_chips(counts_chips(shown.round.tournament)):
        parts += [_there(shown), _steps(shown), _endings(shown), _disputes(shown)]
    parts.append(_script(evidence, shown, script))
    return "\n".join((*parts, "</section>"))


def _there(shown: Shown) -> str:
    staff = ", ".join(f"{escape(each.name)} ({escape(rank_name(each.rank))})" for each in shown.staff)
    acted = f"<p>Of the house acted: {staff}.</p>" if staff else ""
    there = _patrons(shown.there, shown.round.tournament) if shown.there else "<p>Nobody was at the table.</p>"
    earlier = "".join(
        f"<h3>{escape(_earlier(each.whose))}</h3>{_patrons(each.there, each.whose)}" for each in shown.before
    )
    return f'<div class="whole"><h3>Who was there</h3>{there}{earlier}{acted}</div>'


def _earlier(whose: Whose) -> str:
    return f"Before that, {'for money' if whose is None else f'with chips of the tournament {whose.title}'}"


def _patrons(there: Sequence[Patron], whose: Whose) -> str:
    """People and the way of their chips: what a tournament gives and takes up nobody has brought or taken away."""
    awards = any(each.awarded for each in there)
    came, went = ("Brought", "Took away") if whose is None else ("Given", "Taken up")
    heads = ["Player", "Place", ">Chips before", f">{came}", *([">Awarded"] if awards else [])]
    heads += [">Staked", ">The round", f">{went}", ">Chips after"]
    with counted_in_chips(counts_chips(whose)):
        return _table(_head(*heads), "".join([_patron(each, awards=awards) for each in there]))


def _patron(each: Patron, *, awards: bool) -> str:
    return (
        f'<tr><td>{escape(each.name)}</td><td class="place">{_place(each.seats)}</td>'
        f"{_amount(each.before, each.lay)}{_amount(each.brought)}{_amount(each.awarded) if awards else ''}"
        f'{_amount(each.staked)}<td class="amount">{"open" if each.net is None else signed(each.net)}</td>'
        f"{_amount(each.away)}{_amount(each.after, each.lie)}</tr>"
    )


def _amount(cents: int, standing: int = 0) -> str:
    over = f'<div class="moves">{dollars(standing)} of it stands over</div>' if standing else ""
    return f'<td class="amount">{dollars(cents)}{over}</td>'


def _place(seats: tuple[int | None, ...]) -> str:
    if not seats:
        return "had gone"
    return ", then ".join("standing" if seat is None else f"seat {seat}" for seat in seats)


def _steps(shown: Shown) -> str:
    left = f"<p>The first {count(shown.left_out, 'event')} of it stand in the record below alone.</p>"
    rows = "".join(
        f'<tr><td class="when"><time>{_time(each.at)}</time></td><td class="who">{escape(each.actor_name)}</td>'
        f"<td>{_sentence(each)}{_moves(each, shown.names)}</td>"
        f'<td class="under">{_under(each.under)}</td></tr>'
        for each in shown.steps
    )
    head = _head("Time", "By", "What happened, and the money it moved", "Under")
    early = left if shown.left_out else ""
    return (
        f'<h3>Step by step</h3>{early}<div class="wide"><table class="steps">{head}<tbody>{rows}</tbody></table></div>'
    )


def _endings(shown: Shown) -> str:
    found, names = shown.reckoning, shown.names
    parts = []
    if found.settled:
        rows = "".join(_ending(each, names) for each in found.settled)
        head = _head("Player", "Wager", "Area", ">Staked", "Ended", ">Came to", "Because")
        parts.append(f"<h3>How each wager ended</h3>{_table(head, rows)}")
    if found.shares:
        parts.append(f"<h3>How the pots went</h3>{_table(_head('Pot', 'Taken by', '>Amount'), _shares(found, names))}")
    if not parts:
        parts.append("<p>No wager was decided in this round.</p>")
    for what, of_each in (("Prizes", found.prizes), ("Fees", found.fees)):
        if of_each:
            said = ", ".join(f"{_named(who, names)} {dollars(cents)}" for who, cents in sorted(of_each.items()))
            parts.append(f"<p>{what}: {said}.</p>")
    if shown.round.outcome != "open":
        nets = ", ".join(f"{_named(who, names)} {signed(found.nets.get(who, 0))}" for who in found.players)
        parts.append(f"<p>Together: {nets}.</p>")
    return "".join(parts)


def _shares(found: Reckoning, names: dict[str, str]) -> str:
    return "".join(
        f"<tr><td>{escape(each.pot)}</td><td>{_named(each.player, names) if each.player else 'the house'}</td>"
        f"{_amount(each.cents)}</tr>"
        for each in found.shares
    )


def _named(player: str, names: dict[str, str]) -> str:
    return escape(names.get(player, player))


def _ending(each: Settled, names: dict[str, str]) -> str:
    how = f"{each.ending.value}{f' at {each.odds}' if each.odds else ''}"
    return (
        f"<tr><td>{escape(names.get(each.player, each.player))}</td><td>{escape(each.bet)}</td><td>{each.area}</td>"
        f'<td class="amount">{dollars(each.stake)}</td><td>{escape(how)}</td>'
        f'<td class="amount">{signed(each.paid - each.taken)}</td><td class="under">{_under(each.under)}</td></tr>'
    )


def _disputes(shown: Shown) -> str:
    if not shown.disputes:
        return ""
    said = "".join(
        f"<li>{escape(_date(each.at))}, {_time(each.at)}, {escape(each.actor_name)}: {escape(each.text)} "
        f'<span class="under">{_under(each.under)}</span></li>'
        for each in shown.disputes
    )
    return f'<div class="whole"><h3>Disputes about this round</h3><ul>{said}</ul></div>'


def _script(evidence: Evidence, shown: Shown, script: Written | None) -> str:
    number = shown.round.round
    if script is None:
        asks = f"croupier audit script {evidence.table} {number}"
        return f'<p class="quiet">As a table script: <code>{escape(asks)}</code> writes it.</p>'
    came = "money" if shown.round.tournament is None else "chips, one of which it calls a dollar"
    said = f"This script leads to the same wagers, cards and {came}: <code>croupier script FILE</code> plays it."
    if script.partial:
        left = count(len(script.untold), "thing")
        said = f"{left} that the record tells could not be said in a line: see its comments. What it does say holds."
    data = b64encode(script.text.encode()).decode()
    name = f"{evidence.table}-{number}.table"
    link = f'<a class="screen" download="{escape(name)}" href="data:text/plain;base64,{data}">Save it</a>'
    return f"<h3>As a table script</h3><p>{said} {link}</p><pre>{escape(script.text)}</pre>"


def _clauses(evidence: Evidence) -> str:
    cited = [clause for each in evidence.rounds for step in (*each.steps, *each.disputes) for clause in step.under]
    cited += [clause for each in evidence.rounds for ending in each.reckoning.settled for clause in ending.under]
    said = "".join(
        f'<div id="{_anchor(each.id)}"><dt>{escape(each.id)}</dt><dd>{escape(each.asks)}'
        f"{f' <span class=quiet>{escape(each.how)}</span>' if each.how else ''}</dd></div>"
        for each in clause_texts(cited)
    )
    return f'<h2>The clauses, in our own words</h2><dl class="clauses">{said}</dl>'


def _proof(evidence: Evidence, key: str | None, *, to_sign: bool) -> str:
    note = _checkpoint(evidence.record)
    sealed = _NOT_SEALED if note is None else f"<p>The checkpoint that covers them:</p><pre>{escape(note)}</pre>"
    known = "" if key is None else f"<p>The house says its public key is <code>{escape(key)}</code>.</p>"
    blocks = ["\n".join(evidence.record), *evidence.proofs]
    return _PROOF.format(
        events=count(len(evidence.record) - (note is not None), "event"),
        later="; and the proofs of what was said later" if evidence.proofs else "",
        sealed=sealed,
        known=known,
        words=_SIGNED if to_sign else _UNSIGNED,
        file=escape(file_name(evidence)),
        records="".join(f'<pre class="record">{escape(each, quote=False)}</pre>' for each in blocks),
        version=escape(__version__),
        book=digest(game(evidence.game).book.slug)[:16],
    )


_NOT_SEALED = '<p class="note">No checkpoint covers these events yet: take this evidence again in a moment.</p>'
_SIGNED = (
    "Proven are these events alone. The sentences, the figures and the script on this page are the house's telling of "
    "them. The house has signed every letter of it, at the end of the page, and the program finds any that was changed."
)
_UNSIGNED = (
    "Proven are these events alone. The sentences, the figures and the script on this page are the house's telling of "
    "them, and nobody has signed it: anyone could have changed it since. The program says so, and checks the events "
    "with <code>--unsigned</code>."
)
_PROOF = """<h2>The proof</h2>
<p>{events} of the record stand in this file as they were sealed, one after another without a gap, with the proof that
the last of them, which vouches for those before it, is in the tree that the house signed{later}.</p>
{sealed}{known}
<p>Whoever holds this file can check it without the house: the program at <code>/api/audit/verifier</code> of any floor,
run as <code>python verify_record.py {file} --key KEY</code> with the house's public key, had from elsewhere, says
whether these events are the signed ones.</p>
<p class="note">{words}</p>
<details><summary>The events and their proof</summary>{records}</details>
<p class="quiet">Written from the record by Croupier {version}, book digest {book}.</p>"""


def _checkpoint(record: Iterable[str]) -> str | None:
    last: dict[str, Any] = msgspec.json.decode(tuple(record)[-1])
    return last.get("checkpoint")


def _sentence(step: Line) -> str:
    """What happened, with the cards that the event tells as cards."""
    cards = {each for each in _texts(step.event) if _CARD.fullmatch(each)}
    said = escape(step.text)
    if not cards:
        return said
    return re.sub(rf"\b({'|'.join(sorted(cards))})\b", lambda found: _card(found[1]), said)


def _card(card: str) -> str:
    rank, suit = card[0].replace("T", "10"), card[1]
    return f'<span class="card{" red" if suit in "dh" else ""}">{rank}{_SUITS[suit]}</span>'


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def _moves(step: Said, names: dict[str, str]) -> str:
    moved = step.event.get("moves") or ()
    said = [_move(one, other, cents, names, chips=step.whose is not None) for one, other, cents in moved]
    return "".join(f'<div class="moves">{escape(each)}</div>' for each in said)


def _move(source: str, target: str, cents: int, names: dict[str, str], *, chips: bool) -> str:
    """What is put away while a tournament has the table is money."""
    with counted_in_chips(chips and RESERVE not in (source, target)):
        return f"{dollars(cents)} from {_account(source, names)} to {_account(target, names)}"


def _account(account: str, names: dict[str, str]) -> str:
    kind, _, owner = account.partition(":")
    if kind in _OWN:
        return f"{names.get(owner, owner)}'s {_OWN[kind]}"
    return _SHARED.get(kind, account)


_OWN = {"stack": "chips", "wallet": "wallet", "held": "money held"}
_SHARED = {
    "layout": "the layout",
    "rack": "the rack",
    "cage": "the cage",
    "advance": "the cage, ahead of a slip",
    "cash": "cash",
    "pot": "the pots",
    "slide": "the drop slide",
    "rake": "the chip box",
    "house": "the house",
    "reserve": "the house's chips put away",
    "tournament": "the tournament's bank",
}


def _under(clauses: Clauses) -> str:
    return ", ".join(f'<a href="#{_anchor(clause)}">{escape(clause)}</a>' for clause in dict.fromkeys(clauses))


def _anchor(clause: str) -> str:
    return escape(re.sub(r"[^\w.()-]+", "-", clause))


def _head(*names: str) -> str:
    cells = (
        f'<th class="amount">{escape(name[1:])}</th>' if name.startswith(">") else f"<th>{escape(name)}</th>"
        for name in names
    )
    return f"<thead><tr>{''.join(cells)}</tr></thead>"


def _table(head: str, rows: str) -> str:
    return f'<div class="wide"><table>{head}<tbody>{rows}</tbody></table></div>'


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000).strftime("%H:%M:%S")


def _date(at: int) -> str:
    moment = datetime.fromtimestamp(at / 1000)
    return f"{moment.day} {moment.strftime('%B %Y')}"
