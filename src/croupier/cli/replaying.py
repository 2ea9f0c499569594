"""What `croupier hands replay` finds of every hand, for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from croupier.cli.hand_files import texts
from croupier.cli.output import Refused, counting
from croupier.hands import Broken, Rake, Replayed, Unreadable, hands_in, replay
from croupier.hands.numbers import plain
from croupier.hands.record import wins_of
from croupier.table.words import count

DIFFERS, UNREADABLE = 1, 2
MANY = 20
"""So many hands, and how many are done is shown beside the answer."""


class Found(msgspec.Struct, kw_only=True):
    """What there is to say of one hand."""

    file: str
    hand: str
    code: int = 0
    """The exit code that it would lead to alone."""
    why: str = ""
    replayed: Replayed | None = None

    @property
    def name(self) -> str:
        """How people find it."""
        return f"{self.file}, hand {self.hand}" if self.hand else self.file


def replayed(files: tuple[Path, ...], format: str, *, strict: bool, rake: Rake | None) -> int:
    """Play all hands of these files, say what comes of them, and give the exit code."""
    if not files:
        raise Refused("name the files to replay, or a folder of them")
    worst, kinds = 0, Counter[str]()
    shown = list[dict[str, Any]]()
    for found in _all(files, strict=strict, rake=rake):
        worst = max(worst, found.code)
        kinds[_kind(found)] += 1
        if format == "text":
            _print(found)
        else:
            shown.append(_as_json(found))
    if format == "json":
        encoder = msgspec.json.Encoder(decimal_format="number")
        answer = encoder.encode({"holds": not worst, "hands": shown})
        print(msgspec.json.format(answer, indent=2).decode())
    else:
        print(_summary(kinds))
    return worst


def _all(files: tuple[Path, ...], *, strict: bool, rake: Rake | None) -> Iterator[Found]:
    done = 0
    with counting("hands") as progress:
        for each in texts(files):
            if each.why:
                yield Found(file=each.name, hand="", code=UNREADABLE, why=each.why)
                continue
            for name, text in hands_in(each.text):
                yield _found(each.name, name, text, strict=strict, rake=rake)
                done += 1
                if not done % MANY:
                    progress(done, None)


def _found(file: str, name: str, text: str, *, strict: bool, rake: Rake | None) -> Found:
    try:
        done = replay(text, strict=strict, rake=rake)
    except Unreadable as error:
        return Found(file=file, hand=name, code=UNREADABLE, why=str(error))
    except Broken as error:
        return Found(file=file, hand=name, code=DIFFERS, why=str(error))
    return Found(file=file, hand=name, code=0 if done.holds else DIFFERS, why=done.why_not, replayed=done)


def _kind(found: Found) -> str:
    if found.why:
        return "unreadable" if found.code == UNREADABLE else "broken"
    return "departs" if found.replayed is not None and found.replayed.departures else "holds"


def _print(found: Found) -> None:
    done = found.replayed
    departures = () if done is None else done.departures
    many = f", with {count(len(departures), 'departure')}" if departures else ""
    print(f"{found.name}: {found.why or 'holds'}{many}")
    for each in departures:
        print(f"    {each}")


def _summary(kinds: Counter[str]) -> str:
    broken, departs = kinds["broken"] + kinds["unreadable"], kinds["departs"]
    said = f"{count(kinds.total(), 'hand')}, {broken or 'none'} that {'do' if broken > 1 else 'does'} not hold"
    if kinds["unreadable"]:
        said += f", {kinds['unreadable']} of them unreadable or of no game of the book"
    return f"{said}; {departs} with departures" if departs else said


def _as_json(found: Found) -> dict[str, Any]:
    """What a program is told of a hand; amounts are the text's, and none where nobody knows them."""
    said: dict[str, Any] = {"file": found.file, "hand": found.hand, "holds": not found.why, "why": found.why}
    done = found.replayed
    if done is None:
        return said
    hand = done.hand

    def amount(units: int) -> int | Decimal:
        return Decimal(plain(Fraction(units, hand.scale))) if units % hand.scale else units // hand.scale

    number = {each.seat: nth for nth, each in enumerate(hand.players, 1)}
    players = [
        {
            "player": nth,
            "name": each.name,
            "seat": each.seat,
            "start": None if nth in done.unknown else amount(each.start),
            "finish": None if nth in done.unknown else amount(each.end),
            "net": amount(each.end - each.start),
        }
        for nth, each in enumerate(hand.players, 1)
    ]
    pots = [
        {
            "number": each.number,
            "amount": amount(each.cents),
            "rake": amount(each.rake),
            "wins": [{"player": number[seat], "amount": amount(units)} for seat, units in wins_of(each).items()],
        }
        for each in hand.pots
    ]
    return said | {
        "end_told": done.told,
        "players": players,
        "pots": pots,
        "rake": amount(hand.rake),
        "departures": [
            {"action": each.place or None, "text": each.text, "why": each.why, "clause": each.clause or None}
            for each in done.departures
        ],
    }
