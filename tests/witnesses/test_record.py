"""What the record keeps: who dealt, table by table, and whose inspectors a complainant may turn to."""

from __future__ import annotations

import time

from tests.floor.server.serving import Served
from tests.witness import witnesses


@witnesses("MM 1.1:Dealer")
def test_the_record_names_whoever_dealt_each_card_with_rank_and_time(house: Served) -> None:
    started = time.time() * 1000
    table = house.new_table("who-dealt", cards="real")
    ann, dealer, supervisor = house.guest("Ann"), house.staff("dealer"), house.staff("supervisor")
    ann.do(table, "Join", cents=10_000, seat=1)
    ann.do(table, "PlaceWager", area=1, bet="pair match", cents=500)
    dealer.do(table, "AnnounceNoMoreBets")
    dealer.do(table, "DealCard", card="9c")
    supervisor.do(table, "DealCard", card="9d")
    inspector = house.staff("inspector")
    dealt = inspector.get("/api/find", table=table, kind="CardDealt")
    assert [(each["event"]["card"], each["actor"]) for each in reversed(dealt)] == [
        ("9c", dealer.id),
        ("9d", supervisor.id),
    ]
    introduced = inspector.get("/api/find", table=table, kind="PersonIntroduced")
    ranks = {each["actor"]: each["event"]["rank"] for each in introduced}
    assert (ranks[dealer.id], ranks[supervisor.id], ranks[ann.id]) == ("dealer", "game-supervisor", "player")
    assert all(started - 1000 <= each["at"] <= time.time() * 1000 + 1000 for each in dealt)


@witnesses("MM 1.3")
def test_what_happens_at_one_table_is_no_part_of_the_game_at_another(house: Served) -> None:
    here, there = house.new_table("here"), house.new_table("there")
    eve, boss, inspector = house.guest("Eve"), house.staff("pitboss"), house.staff("inspector")
    before = inspector.get("/api/find", table=there)
    there_before = inspector.view(there)
    eve.do(here, "Join", cents=10_000, seat=1)
    boss.do(here, "ReportContravention", person=eve.id, clause="MM 11.6", what="told others what to bet on")
    boss.do(here, "ExcludePlayer", player=eve.id)
    house.staff("operator").do(here, "ChangeLimits", bet="pair match", minimum=500, maximum=10_000, step=500)
    assert inspector.view(here)["sign"]["limits"]["pair match"]["maximum"] == 10_000
    assert inspector.view(there) == there_before
    assert inspector.get("/api/find", table=there) == before
    assert eve.try_to(here, "Join", cents=10_000, seat=1).status_code == 409
    eve.do(there, "Join", cents=10_000, seat=1)
    assert [person["name"] for person in inspector.view(there)["people"]] == ["Eve"]


@witnesses("MM 1.1:VCGR", "MM 11.9")
def test_a_complainant_is_told_of_the_commission_whose_inspectors_alone_review(house: Served) -> None:
    table = house.new_table("complaints")
    ann, inspector = house.guest("Ann"), house.staff("inspector")
    ann.do(table, "Join", cents=10_000, seat=1)
    ann.do(table, "RaiseDispute", about="my pair was not paid")
    (raised,) = inspector.get("/api/find", table=table, kind="DisputeRaised")
    assert "an inspector of the Victorian Commission for Gambling Regulation (VCGR) is present" in raised["text"]
    assert raised["event"]["under"] == ["MM 11.9"]
    house.staff("pitboss").do(table, "RuleOnDispute", dispute=1, ruling="ten and king are no pair")
    ann.do(table, "AskForReview", dispute=1)
    finding = {"dispute": 1, "upheld": True, "finding": "ranks differ"}
    for staff in ("dealer", "supervisor", "pitboss", "operator"):
        refusal = house.staff(staff).try_to(table, "ReviewDispute", **finding).json()["refusal"]
        assert (refusal["reason"], refusal["under"]) == ("RANK", ["MM 11.10"])
    inspector.do(table, "ReviewDispute", **finding)
    assert ann.view(table)["disputes"][0]["stage"] == "reviewed"
