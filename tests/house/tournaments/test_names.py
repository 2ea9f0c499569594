"""What someone is called who has not let their name be used: a number on every channel, and a name to the house."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.reading.tournament_desk import desk
from croupier.floor.reading.tournament_forms import Around
from croupier.floor.reading.tournaments import listed, shown
from croupier.house.tournaments.entering import Enter, NominateSubstitute
from croupier.house.tournaments.export import Happened, exported
from croupier.house.tournaments.founding import CloseEntries
from croupier.house.tournaments.model import Stage
from croupier.house.tournaments.sheet import page
from croupier.house.tournaments.stream import TOURNAMENTS
from croupier.house.wallet import TopUp
from croupier.house.wallets import WALLETS
from croupier.table.contract import Actor
from croupier.table.tournaments.conditions import Statement
from tests.house.tournaments.evening import CUP, DEE, OPERATOR, Evening
from tests.house.tournaments.test_evenings import short

OPEN, SHY, OTHER = Actor("p-1", "Greta Open"), Actor("p-2", "Hanna Shy"), Actor("p-3", "Ivo Standin")
WHO = (OPEN, SHY)


def evening(*, own: bool = False) -> Evening:
    """A short evening of two, one of whom may be named; the other names a substitute, who plays."""
    said, _ = short("three-card-poker", Random(3))
    details = replace(said.details, least=2, most=9)
    rounds = (replace((said.structure.rounds or ())[-1], tables=1),)
    said = replace(
        said,
        details=replace(details, starts=(said.details.starts or ())[:1]),
        conduct=replace(said.conduct, substitutes="One"),
        structure=replace(said.structure, rounds=rounds, progress=False),
        readings=replace(said.readings, substitutes_own=own),
    )
    found = Evening(said, ["one"], seed=3)
    found.founded()
    for who in WHO:
        found.house.act(WALLETS, who.id, TopUp(), who, 0, chance=found.chance)
        found.does(Enter(text=found.cup.text, promotion=who is OPEN), who)
    found.does(NominateSubstitute(entrant=2, player=OTHER.id, name=OTHER.name), SHY)
    found.does(CloseEntries(), OPERATOR)
    return found


def channels(found: Evening) -> dict[str, str]:
    """What everyone is told; of the page are made the wall, the strip at tables and the printed result."""
    live: LiveStream[Any] = LiveStream(TOURNAMENTS, CUP)
    live.state, live.version = found.cup, 1
    assert found.cup.conditions is not None
    happened = [Happened(0, told.event) for told in found.house.record if told.at.kind == TOURNAMENTS.name]
    return {
        "lobby": json.encode(listed(live)).decode(),
        "page": json.encode(shown(live, {})).decode(),
        "sheet": page(found.cup.conditions),
        "export": json.encode(exported(CUP, happened, {})).decode(),
    }


def at_every_stage(found: Evening) -> list[dict[str, str]]:
    """The channels before play, with the seats drawn, while it is played, and when it is over."""
    seen = [channels(found)]
    found.tables_ready()
    found.session_opened()
    seen.append(channels(found))
    found.played()
    assert found.cup.stage is Stage.OVER
    return [*seen, channels(found)]


@pytest.mark.parametrize("own", [False, True], ids=["the entrant's", "the substitute's"])
def test_nobody_is_told_the_name_of_who_keeps_it_to_themselves(own: bool) -> None:
    for told in at_every_stage(evening(own=own)):
        for channel, text in told.items():
            for who in (SHY, OTHER):
                assert who.name not in text and who.id not in text, channel
        assert OPEN.name in told["page"] and "Entrant 2" in told["page"]
        assert OPEN.id not in told["page"] + told["export"]


def test_leave_counts_only_as_long_as_the_conditions_ask_for_it() -> None:
    later = evening()
    assert later.cup.conditions is not None
    silent = replace(later.cup.conditions, statements=later.cup.conditions.statements - {Statement.PROMOTION})
    later.house.states[TOURNAMENTS.name][CUP] = replace(later.cup, conditions=silent)
    told = channels(later)
    assert OPEN.name not in told["page"] + told["lobby"]


def test_the_house_knows_everyone_by_name() -> None:
    found = evening()
    live: LiveStream[Any] = LiveStream(TOURNAMENTS, CUP)
    live.state, live.version = found.cup, 1
    text = json.encode(desk(live, DEE, 0, Around())).decode()
    assert all(who.name in text for who in (OPEN, SHY, OTHER))
