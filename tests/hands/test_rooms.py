"""Hands of public rooms: whatever adds up in itself replays to the cent, and the rest is named with what does not."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from croupier.hands import Broken, Replayed, Unreadable, hands_in, replay

ROOMS = Path(__file__).parents[3] / "shared" / "hands" / "data" / "rooms"
pytestmark = pytest.mark.skipif(not ROOMS.is_dir(), reason=f"the recorded hands are not at {ROOMS}")

NAMED = {
    "abs-200NLH 59": "7 is collected of pots of 5",  # what nobody called is told as won, and the pot is not
    "ipn-200NLH 13": "the hand is not over: p3 is to act",  # stacks nobody knows: someone was all in
    "ipn-200NLH 18": "the hand is not over: p2 is to act",
    "ipn-400NLH 21": "the hand is not over: p5 is to act",
    "ipn-400NLH 27": "the hand is not over: p3 is to act",
    "ipn-400NLH 29": "the hand is not over: p2 is to act",
    "ong-400NLH 18": "p4 has 290.85 left before the pots, collects 0 and ends with 286.85",  # posts 2, and lost 6
    "ong-600NLH 34": "the book gives to the hand nearest to the button's left [CP 8.5.1]",  # the odd 5 cents
    "pty-400NLH 13": "69.1 is collected of pots of 28",
}
"""The hands that do not hold, with what is said of them."""


def everything() -> dict[str, Replayed | Broken]:
    """What comes of every hand, by the room and its number; of two files of a room and stakes, the first is 1."""
    found = dict[str, Replayed | Broken]()
    for path in sorted(ROOMS.glob("*.phhs")):
        stakes = "-".join(path.name.split("-")[:2])
        for name, text in hands_in(path.read_text(encoding="utf-8")):
            key = f"{stakes} {name}"
            try:
                found[key if key not in found else f"{key} again"] = replay(text)
            except Broken as broken:
                found[key if key not in found else f"{key} again"] = broken
    return found


def test_every_hand_that_adds_up_replays_and_the_others_are_named() -> None:
    found, named = everything(), dict[str, str]()
    assert len(found) == 840
    for name, each in found.items():
        if isinstance(each, Broken):
            named[name] = str(each)
        elif not each.holds:
            named[name] = each.why_not
    assert set(named) == set(NAMED)
    for name, why in NAMED.items():
        assert why in named[name] and "\n" not in named[name], named[name]


def test_everything_that_rooms_do_otherwise_comes_up() -> None:
    """Otherwise the test above would prove little."""
    found = [each for each in everything().values() if isinstance(each, Replayed)]
    said = [departure for each in found for departure in each.departures]
    assert {each.clause for each in said} == {"CP 7.1", "CP 7.5", "CP 8.20.4"}
    kinds = ("shown or mucked already", "no cards are named, so", "they are those dealt", "is called before")
    assert all(any(kind in each.why for each in said) for kind in kinds)
    assert sum(1 for each in found if each.hand.rake) > 200
    assert sum(1 for each in found if each.unknown) == 115


VALUES = ("0", "-1", "inf", "nan", "1e400", "99999999999999999999", "[]", "{}", '"x"', "true", "[[1]]", "0.0000001")
ACTIONS = ("f", "cc", "cbr 7", "sm", "sm ????", "sm -", "sm AhAs", "sm Ah", "sd")


@pytest.mark.parametrize("seed", range(3))
def test_a_spoilt_hand_of_a_room_holds_or_is_refused_in_words(seed: int) -> None:
    chance = Random(seed)
    texts = [text for path in sorted(ROOMS.glob("*.phhs")) for _, text in hands_in(path.read_text(encoding="utf-8"))]
    for text in chance.sample(texts, 60):
        lines = text.splitlines()
        place = chance.randrange(1, len(lines))
        name, found, _ = lines[place].partition(" = ")
        if found and chance.random() < 0.4:
            lines[place] = f"{name} = {chance.choice(VALUES)}"
        elif chance.random() < 0.7:
            at = next(nth for nth, line in enumerate(lines) if line.startswith("actions"))
            acts = re.findall("'([^']*)'", lines[at])
            acts.insert(chance.randrange(len(acts)), f"p{chance.randrange(12)} {chance.choice(ACTIONS)}")
            del acts[chance.randrange(len(acts))]
            lines[at] = f"actions = {acts}"
        else:
            del lines[place]
        try:
            assert replay("\n".join(lines)).hand.players
        except (Unreadable, Broken) as refused:
            assert str(refused).isprintable()
