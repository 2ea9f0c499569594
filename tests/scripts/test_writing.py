"""Rounds of random play, written as scripts: they are read, they pass, and they lead to the same money and cards."""

from __future__ import annotations

from functools import cache

import pytest

from croupier.cards import Card
from croupier.games import game, games
from croupier.scripts import parse, run
from croupier.scripts.finding import values_in
from croupier.scripts.renaming import Cast
from croupier.scripts.run import play, set_up
from croupier.scripts.writing import EYES, Passage, Written, write
from croupier.table.contract import Event
from croupier.table.declare import told
from tests.conformance.recorded import PlayedRound, RecordedWalk
from tests.conformance.tables import TABLES
from tests.strength import tries

WILD_STEPS, CALM_STEPS = tries(80, 110), tries(100, 160)


@cache
def wild(name: str) -> tuple[tuple[PlayedRound, Written], ...]:
    """Rounds of every table of a game in which everyone does whatever they may, and some of what they may not."""
    found = []
    for seed, terms in enumerate(TABLES[name].values()):
        walk = RecordedWalk(game(name), terms, seed)
        for _ in range(WILD_STEPS):
            walk.step()
        found += [(each, each.script()) for each in walk.rounds]
    return tuple(found)


@cache
def calm(name: str) -> tuple[tuple[PlayedRound, Written], ...]:
    """Rounds of ordinary play."""
    found = []
    for seed, terms in enumerate(TABLES[name].values()):
        walk = RecordedWalk(game(name), terms, seed)
        for _ in range(CALM_STEPS):
            walk.calm_step()
        walk.finish()
        found += [(each, each.script()) for each in walk.rounds[: tries(1, 2)]]
    return tuple(found)


@pytest.mark.parametrize("name", games())
def test_every_script_passes(name: str) -> None:
    for _, script in (*wild(name), *calm(name)):
        result = run(parse(script.text))
        assert result.holds, f"\n{result.complaint()}\n{script.text}"
        assert script.partial == ("# No line tells: " in script.text) == parse(script.text).title.endswith(" In part.")


@pytest.mark.parametrize("name", games())
def test_a_script_leads_to_the_same_chips_and_the_same_cards(name: str) -> None:
    whole = [each for each in (*wild(name), *calm(name)) if not each[1].partial]
    assert len(whole) > len(TABLES[name])
    for played, script in whole:
        read = parse(script.text)
        table, _ = set_up(read)
        start = len(table.log)
        for line in read.lines:
            play(table, line)
        cast = Cast(played.names, table.staff.values())
        known = {person: name for person, name in cast.names.items() if name in table.state.people}
        assert known.keys() == played.after.people.keys(), script.text
        for person, called in known.items():
            assert table.state.stack(called) == played.after.stack(person), script.text
        record = [event for passage in played.passages for event in passage.events]
        mine = [event for event in table.log[start:] if type(event) in played.game.engine.events]
        last = mine[len(mine) - len(record) :]  # what stood before the round is told first
        assert [faces(event) for event in last] == [faces(event) for event in record], script.text


def faces(event: Event) -> list[Card]:
    """The cards that an event shows to everyone."""
    return [each.value for each in values_in(told(event, EYES.id, house=True)) if isinstance(each.value, Card)]


@pytest.mark.parametrize("name", games())
def test_all_of_ordinary_play_and_nearly_all_of_any_has_its_line(name: str) -> None:
    ordinary = [sentence for _, script in calm(name) for sentence in script.untold]
    assert ordinary == []
    untold = sum(len(script.untold) for _, script in wild(name))
    acts = sum(script.acts for _, script in wild(name))
    assert acts > tries(120, 250)
    assert untold / acts < 0.06, f"{untold} of {acts}"


@pytest.mark.parametrize("name", games())
def test_no_face_is_written_that_nobody_but_its_player_saw(name: str) -> None:
    for played, script in (*wild(name), *calm(name)):
        events = [event for passage in played.passages for event in passage.events]
        shown = {card for event in events for card in faces(event)}
        hidden = {each.value for event in events for each in values_in(event) if isinstance(each.value, Card)} - shown
        before = script.text.partition("# The round.")[0]
        words = set(script.text.removeprefix(before).split())
        assert not words & {card.value for card in hidden}, script.text


def test_hidden_faces_change_nothing_in_a_script() -> None:
    """Two records that differ only in faces that nobody else saw are written alike."""
    rounds = [played for played, _ in calm("double-chance")][:8]
    looked_at = 0
    for played in rounds:
        blind = tuple(
            Passage(each.at, each.by, each.rank, tuple(told(event, EYES.id, house=True) for event in each.events))
            for each in played.passages
        )
        looked_at += blind != played.passages
        known = {"names": played.names, "earlier": played.earlier}
        full = write(played.game, "A round.", played.before, played.passages, **known)  # type: ignore[arg-type]
        assert write(played.game, "A round.", played.before, blind, **known) == full  # type: ignore[arg-type]
    assert looked_at > 3


def test_people_have_names_that_scripts_can_say() -> None:
    names = {"1": "ann b.", "2": "Ann B", "3": "7 of 9", "4": "李雷", "5": "dealer", "6": "pit boss", "7": "O'Neil"}
    cast = Cast(names, ("dealer", "pit boss"), midnight=10**12)
    assert list(cast.names.values()) == ["Ann-b", "Ann-B-2", "P-7-of-9", "P-李雷", "Dealer-2", "Pit-boss", "O'Neil"]
    assert cast.told(("1", "stack:2", "wallet:x", 10**12 + 5, 7, True)) == (
        "Ann-b",
        "stack:Ann-B-2",
        "wallet:x",
        5,
        7,
        True,
    )
