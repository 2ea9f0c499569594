"""What the books hide stays hidden, by a list of its own: in every script of the library, and the list is whole."""

from __future__ import annotations

import typing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.books import cite, codes
from croupier.books.coverage import LIBRARY
from croupier.cards import Card
from croupier.games import game, games
from croupier.games.blackjack.face_down import HandSeen
from croupier.games.crown_poker.actions import Folded
from croupier.scripts import parse_all
from croupier.scripts.run import play, set_up
from croupier.table.declare import EVENTS
from croupier.table.hands import Spot
from tests.conformance.concealment import SHARED, listed, read
from tests.conformance.watching import Watch


def scripts(name: str) -> list[Path]:
    return sorted((LIBRARY / name).rglob("*.table"))


@pytest.mark.parametrize("name", games())
def test_no_script_of_the_library_tells_anyone_what_the_books_hide(name: str) -> None:
    assert play_library(name) or name == "matchmaker"


def play_library(name: str) -> int:
    """Play every script of a book, watched; how many looks there were at tables with something to hide."""
    looked = 0
    for path in scripts(name):
        for script in parse_all(path.read_text(encoding="utf-8"), path.name):
            table, _ = set_up(script)
            table.onlooker = watch = Watch(table)
            for statement in script.lines:
                play(table, statement)
            watch.look(table)
            looked += watch.concealment.looked
    return looked


def test_a_hand_whose_secret_is_forgotten_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EVENTS, HandSeen, replace(EVENTS[HandSeen], secret=()))
    with pytest.raises(AssertionError, match="is told"):
        play_library("blackjack")


def test_a_folded_hand_that_shows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    wired = game("crown-poker").engine.wired(game("crown-poker").initial(game("crown-poker").terms()))
    fold = wired.evolvers[Folded]

    def shown(state: Any, event: Any) -> Any:
        after, place = fold(state, event), Spot(event.seat)
        hand = after.hand(event.seat)
        return after.with_hand(place, replace(hand, open=(1 << hand.size) - 1))

    monkeypatch.setitem(wired.evolvers, Folded, shown)
    with pytest.raises(AssertionError, match="is told"):
        play_library("crown-poker")


def holds_cards(kind: Any, within: tuple[Any, ...] = ()) -> bool:
    """Whether values of a type can hold cards."""
    if kind is Card:
        return True
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in within:
        return any(holds_cards(each, (*within, kind)) for each in typing.get_type_hints(kind).values())
    return any(holds_cards(each, within) for each in typing.get_args(kind))


@pytest.mark.parametrize("name", games())
def test_the_list_says_of_every_field_with_cards_whose_they_are_and_of_nothing_that_there_is_not(name: str) -> None:
    found = {
        (EVENTS[event].kind, field)
        for event in game(name).engine.events
        for field, kind in typing.get_type_hints(event).items()
        if holds_cards(kind)
    }
    said = {(kind, field) for kind, fields in listed(name).faces.items() for field in fields}
    assert found - said == set(), "say in concealed/*.toml whose these faces are, by the book"
    every = {(EVENTS[event].kind, field) for event in EVENTS for field in event.__struct_fields__}
    assert said - every == set()
    kinds = {kind for kind, _ in every}
    assert {*listed(name).given_up, *listed(name).told, *listed(name).put_away} <= kinds


@pytest.mark.parametrize("name", [SHARED, *games()])
def test_what_the_list_cites_is_in_the_books(name: str) -> None:
    said = read(name)
    reasons = [rule.why for fields in said.faces.values() for rule in fields.values()]
    reasons += [rule.why for fields in said.amounts.values() for rule in fields.values()]
    reasons += [rule.why for rules in (said.given_up, said.put_away, said.told) for rule in rules.values()]
    for why in reasons:
        _, _, cited = why.partition(": ")
        code = ""
        for each in cited.split(", ") if cited else ():
            book, _, clause = each.partition(" ")
            code, clause = (book, clause) if clause and (book in codes() or book == "ruling") else (code, each)
            cite(f"{code} {clause}")


@pytest.mark.parametrize("name", games())
def test_every_amount_that_is_one_player_s_alone_stands_in_the_list_and_is_kept_for_that_player(name: str) -> None:
    amounts = {
        (kind, field): rule.to for kind, fields in listed(name).amounts.items() for field, rule in fields.items()
    }
    kept = {
        (EVENTS[event].kind, each.field): each.owner
        for event in game(name).engine.events
        for each in EVENTS[event].secret
        if not holds_cards(typing.get_type_hints(event)[each.field])
    }
    here = {EVENTS[event].kind for event in game(name).engine.events}
    assert kept == {place: to for place, to in amounts.items() if place[0] in here}


@pytest.mark.parametrize("name", games())
def test_whatever_not_everyone_hears_of_stands_in_the_list_with_its_reason(name: str) -> None:
    kept = {EVENTS[event].kind for event in game(name).engine.events if not EVENTS[event].audience.everyone}
    assert kept - listed(name).told.keys() == set()
    here = {EVENTS[event].kind for event in game(name).engine.events}
    assert (listed(name).told.keys() & here) - kept == set(), "the list has it that not everyone hears of these"
