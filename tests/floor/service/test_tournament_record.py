"""The record of a whole tournament that was held on a floor: verified, handed out, replayed, and told as chips."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.acts.floor import Floor
from croupier.floor.reading import audit, handing_out
from croupier.floor.reading.board import board
from croupier.floor.reading.evidence_page import page
from croupier.floor.reading.inquiry import Inquiry, Search
from croupier.floor.reading.lately import Lately
from croupier.floor.reading.reconcile import reports
from croupier.floor.reading.replay import folded
from croupier.floor.reading.tournament_export import document
from croupier.floor.reading.tournament_replay import NoSuchTournament, as_it_stood, steps
from croupier.floor.reading.tournaments import shown
from croupier.floor.staff.director import house_entrant
from croupier.floor.store import Store, open_store
from croupier.games import game
from croupier.house.tournaments.model import Stage
from croupier.scripts import parse, run
from tests.floor.service.floors import HOUSE, opened
from tests.floor.service.test_director import HEATS, SERIES, conducted, reached
from tools.check_tournament import check

CUP = f"{SERIES}-1"
TITLE = "Matchmaker heats"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The record of the heats, played by the house's own players from the draft to the result."""
    url = f"sqlite:///{tmp_path_factory.mktemp('heats') / 'floor.db'}"

    async def play() -> None:
        floor: Floor
        async with opened(url) as floor, conducted(floor):
            await reached(floor, f"{SERIES}-2", *Stage)

    asyncio.run(play())
    with_all = open_store(url)
    yield with_all
    with_all.close()


@pytest.fixture(scope="module")
def inquiry(store: Store) -> Inquiry:
    """What can be asked about its tables."""
    return Inquiry(store, {table: folded(store, f"table:{table}") for table in HEATS.tables})


def test_the_record_is_whole_and_its_accounts_are_even(store: Store) -> None:
    assert isinstance(audit.verify(store), audit.Verified)
    assert reports(store) == []
    balances = store.balances()
    assert sum(balances.values()) == 0
    for account in (
        f"entries:{CUP}",
        f"tournament:{CUP}",
        *(f"stack:{house_entrant(SERIES, each).id}" for each in HEATS.guests),
    ):
        assert balances.get(account, 0) == 0, f"all of it is paid out or withdrawn, but for {account}"


def test_every_round_is_told_in_chips_of_the_tournament(store: Store, inquiry: Inquiry) -> None:
    for table in HEATS.tables:
        rounds = inquiry.rounds(table)
        assert rounds
        for each in rounds:
            assert each.tournament is not None and (each.tournament.id, each.tournament.title) == (CUP, TITLE)
            assert "$" not in each.came_to and each.came_to.endswith(f", in chips of {TITLE}")
            for player in each.players:
                own = next(own for own in inquiry.mine(table, player, 50) if own.round == each.round)
                assert own.tournament == each.tournament
        live = folded(store, f"table:{table}")
        assert Lately(store, {table: live}).recorded() == []


def test_a_page_of_evidence_names_the_tournament_and_no_money(inquiry: Inquiry) -> None:
    text = page(inquiry.evidence(HEATS.tables[0], 1))
    body = text.partition('<pre class="record">')[0]
    assert f"It was played with chips of the tournament {TITLE} ({CUP})" in text
    assert "$" not in body.partition("<h3>As a table script</h3>")[0]
    assert f"The table is reserved for {TITLE}." in body
    assert "leads to the same wagers, cards and chips" in body


def test_its_rounds_as_scripts_lead_to_the_same_chips(inquiry: Inquiry) -> None:
    for table in HEATS.tables:
        for number in (1, 2):
            written = inquiry.story(table, number).script()
            assert not written.partial, written.untold
            assert f"with chips of {TITLE}" in written.text.splitlines()[0]
            assert run(parse(written.text)).holds


def test_the_pit_board_counts_the_chips_of_a_reserved_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(f"sqlite:///{tmp_path / 'pit.db'}") as floor, conducted(floor, asleep=True):
            await reached(floor, CUP, Stage.SESSION)
            lines = board(floor, lambda _: "casino-operator")
            assert [each.tournament for each in lines if each.id in HEATS.tables] == [TITLE] * len(HEATS.tables)
            waiting = [each.waiting for each in lines if each.waiting is not None]
            assert not [each for each in waiting if "$" in each.says]
            await floor.open_table(
                "cash", "For money", "matchmaker", game("matchmaker").terms(), by=HOUSE, automatic=False
            )
            assert (
                next(each for each in board(floor, lambda _: "casino-operator") if each.id == "cash").tournament == ""
            )

    asyncio.run(play())


def test_a_tournament_is_replayed_step_by_step(store: Store) -> None:
    found = list(steps(store, CUP))
    assert [each.version for each in found] == list(range(1, len(found) + 1))
    assert found[0].text == f"The conditions of {TITLE} are down in writing."
    assert found[0].clauses and all(each.asks for each in found[0].clauses)
    assert found[-1].text.startswith("The result is declared")
    assert as_it_stood(store, CUP, len(found)).state.stage is Stage.OVER
    begun = shown(as_it_stood(store, CUP, found[0].version), {}, house=True)
    assert begun.standings == ()
    assert [each.version for each in steps(store, CUP, after=len(found) - 2)] == [len(found) - 1, len(found)]


def test_an_entrants_own_steps_are_found(store: Store) -> None:
    assert len(HEATS.guests) > 3
    own = list(steps(store, CUP, entrant=3))
    assert all(3 in each.entrants for each in own)
    kinds = {each.kind.rpartition("/")[2] for each in own}
    assert {"Entered", "EntrantsBriefed", "SeatsDrawn", "SessionOpened", "HandReported", "SessionClosed"} <= kinds
    assert len(own) < len(list(steps(store, CUP)))


def test_its_events_are_found_by_kind_clause_and_person(store: Store, inquiry: Inquiry) -> None:
    (drawn, *_) = found = inquiry.find(Search(kind="tournament/SeatsDrawn"))
    assert all(each.tournament == CUP and each.table is None for each in found)
    assert drawn.actor_name == "The house"
    assert drawn.position in {each.position for each in inquiry.find(Search(clauses=("ruling 112",)))}
    cleo = house_entrant(SERIES, "Cleo").id
    kinds = {each.kind for each in inquiry.find(Search(person=cleo, limit=500)) if each.tournament == CUP}
    assert "tournament/Entered" in kinds
    seeds = [each.event for each in inquiry.find(Search(kind="tournament/EntriesOpened"))]
    assert seeds and not [each for each in seeds if each.get("seed")]


def test_what_was_never_held_is_not_replayed(store: Store) -> None:
    with pytest.raises(NoSuchTournament):
        list(steps(store, "nothing"))
    for version in (0, 10_000):
        with pytest.raises(NoSuchTournament):
            as_it_stood(store, CUP, version)


def test_its_stream_is_handed_out_whole(store: Store) -> None:
    out = io.StringIO()
    handing_out.export(store, out, "jsonl", None, f"tournament:{CUP}")
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    versions = [line["version"] for line in lines if "version" in line]
    assert versions == [each.version for each in steps(store, CUP)]


def test_what_is_exported_of_it_can_be_checked_by_anyone(store: Store) -> None:
    said = json.loads(json.dumps(document(store, CUP)))
    assert check(said) == []
    assert said["stage"] == "over"
    assert sum(each["prize"] for each in said["entrants"]) > 0
