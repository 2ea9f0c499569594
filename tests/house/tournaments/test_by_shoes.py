"""Rounds of several sessions, each as long as the cards last: everyone plays in all of them, with banks carried on."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.games.blackjack import Terms
from croupier.house.tournaments.hands import HandReported
from croupier.house.tournaments.model import Stage
from croupier.table.tournaments.conditions import Afterwards, Prize, Progress, Round
from tests.house.tournaments.evening import Evening
from tests.house.tournaments.standing import conditions
from tests.house.tournaments.test_evenings import chips_add_up

SHOES = Terms(decks=4, cutting_card_behind=2 * 52)


@pytest.mark.parametrize("seed", range(2))
def test_two_sessions_of_a_shoe_each_and_a_final_of_two(seed: int) -> None:
    heats = Round(name="Heats", sessions=2, tables=2, shoes=1, progress=Progress(each_table=2, others=1))
    said = conditions(heats, Round(name="Final", tables=1, shoes=2), book="blackjack")
    said = replace(
        said,
        details=replace(said.details, least=8, most=8, fee=10_00, re_buy=None),
        bank=replace(said.bank, start=5_000, every_round=False, afterwards=Afterwards.CARRIED, top_up=500),
        wagers=replace(said.wagers, compulsory=False),
        structure=replace(said.structure, buy_back=False),
        prizes=replace(said.prizes, places=(Prize(per_mille=700), Prize(per_mille=300))),
    )
    evening = Evening(said, ["one", "two"], seed=seed, terms=SHOES)
    evening.founded()
    evening.entered(8)
    evening.tables_ready()
    evening.session_opened()
    evening.played()
    assert len(evening.cup.in_play) == 8, "the round has another session"
    kept = {each.number: each.bank for each in evening.cup.in_play}
    assert len(set(kept.values())) > 1
    evening.session_opened()
    assert {each.number: each.bank for each in evening.cup.in_play} == kept, "banks are carried into it"
    evening.played()
    chips_add_up(evening)
    assert len(evening.cup.in_play) == 2 * 2 + 1
    evening.session_opened()
    (final,) = evening.cup.sitting.tables if evening.cup.sitting is not None else ()
    before = len(evening.house.record)
    evening.played()
    assert evening.cup.stage is Stage.OVER
    told = [each.event for each in evening.house.record[before:] if isinstance(each.event, HandReported)]
    assert sum(each.shoe for each in told if each.table == final) <= 2
    assert sum(each.prize for each in evening.cup.entrants.values()) == 8 * 10_00
