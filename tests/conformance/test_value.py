"""Value comes from a wallet or from two people's act, never from a word."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.games import game, games
from croupier.games.crown_poker.bonus import BonusVerified
from croupier.house.giving import giving, page
from croupier.house.wallet import CASH, MOST_BROUGHT, MOST_GRANTED, PLAY_CHIPS, Take, TopUp, Wallet, decide, evolve
from croupier.money import Move
from croupier.table.contract import AUTOMATIC, Actor, Decision, Event, Reason, Refusal
from croupier.table.declare import EVENTS, kind_of
from croupier.table.people import PlayerJoined
from croupier.table.rack import SlipSigned
from croupier.table.signatures import Countersign, SignatureWanted
from croupier.table.value import AWARD, OWN, PURCHASE, VOUCHER, brought, undeclared
from croupier.table.wagers import ConvertSpoken, SpeakWager, Tender
from tests.conformance.golden import FOLDER, read
from tests.conformance.guests import GuestWalk
from tests.conformance.tables import TABLES
from tests.conformance.walk import Walk

STEPS = 600
VIRTUAL = [(name, table) for name in games() for table in TABLES[name] if "real" not in table]

ANN, BOB = Actor("p1", "Player 1"), Actor("p2", "Player 2")
DAN, EVE = Actor("dan", "Dan", "dealer"), Actor("eve", "Eve", "dealer")
MACHINE = Actor(AUTOMATIC, "Automatic dealer", "pit-boss")
ROBOT = Actor("house-mm-1-carl", "Carl (house)")

FROM_OUTSIDE = {"people/ChipsBought", "double-chance/VoucherExchanged"}
"""The only events of tables by which value comes in from outside."""


LIMIT = 100_00
"""What one person of the house gives alone at these tables."""


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("name", "table"), VIRTUAL)
def test_guests_alone_hold_what_they_were_given_and_what_the_bank_lost(name: str, table: str, seed: int) -> None:
    walk = GuestWalk(game(name), TABLES[name][table], seed)
    for _ in range(STEPS):
        walk.step()
        assert walk.held_by_guests == walk.granted + walk.lost_by_bank
        assert not walk.state.chips.get("cash")
    assert walk.state.round or walk.state.arrivals, "nothing was played"


@cache
def events_on_record() -> tuple[Event, ...]:
    """All that golden logs and some long walks hold."""
    found = [event for path in sorted(FOLDER.glob("*.jsonl")) for event in read(path).events]
    for name in games():
        walk = Walk(game(name), next(iter(TABLES[name].values())), 7)
        for _ in range(STEPS):
            walk.step()
        found += walk.log
    return tuple(found)


def test_value_comes_to_a_table_from_outside_by_two_kinds_of_event_only() -> None:
    moved = {kind_of(event) for event in events_on_record() for move in event.moves if move.source == "cash"}
    assert moved == FROM_OUTSIDE
    for event in events_on_record():
        assert not [move for move in event.moves if move.source.startswith(("house:", "meter:"))]


def test_every_event_that_brings_a_player_chips_declares_why() -> None:
    found = {kind_of(event) for event in events_on_record() if list(brought(event.moves))}
    for event in events_on_record():
        assert not undeclared(event.moves, EVENTS[type(event)].value), event
    declared = {EVENTS[each].kind for events in giving().values() for each in events}
    assert found <= declared
    assert len(found) > len(declared) / 2, "hardly anything was paid"


def test_an_event_that_declares_nothing_gives_nobody_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = Walk(game("matchmaker"), TABLES["matchmaker"]["shoe of 8, 9 areas"], 1)
    walk.finish()
    join = next(o.command for o in walk.game.options(walk.state, ANN) if type(o.command).__name__ == "Join")
    monkeypatch.setitem(EVENTS, PlayerJoined, replace(EVENTS[PlayerJoined], value=()))
    with pytest.raises(TypeError, match="PlayerJoined gives a player chips and does not declare why"):
        walk.game.decide(walk.state, join, ANN, 0, None)


def test_nobody_gets_another_player_s_chips_as_their_own() -> None:
    assert not undeclared((Move("held:ann", "stack:ann", 5),), (OWN,))
    assert undeclared((Move("held:ann", "stack:bob", 5),), (OWN,))
    assert undeclared((Move("stack:ann", "wallet:bob", 5),), (OWN,))


def test_awards_and_vouchers_and_cash_tell_who_signed() -> None:
    for value in (AWARD, VOUCHER, PURCHASE):
        for event in giving()[value]:
            assert {"by", "second"} <= set(event.__struct_fields__), event


def test_the_page_about_value_is_made_from_the_declarations() -> None:
    page_file = Path(__file__).parents[2] / "docs" / "value.md"
    assert page_file.read_text() == page(), "write it anew: python tools/value_page.py"


def test_chips_come_from_the_cage_and_go_back_to_it_on_slips_that_two_people_signed_or_as_verified_prizes() -> None:
    moved = [event for event in events_on_record() if any("cage" in (each.source, each.target) for each in event.moves)]
    prizes = {"crown-poker/BonusVerified", "crown-poker/BonusTakenBack"}
    assert {kind_of(event) for event in moved} == {"rack/SlipSigned", *prizes}
    for event in moved:
        if kind_of(event) in prizes:
            assert [(move.source if isinstance(event, BonusVerified) else move.target) for move in event.moves] == [
                "cage"
            ]
            continue
        assert isinstance(event, SlipSigned) and event.by != event.written_by
        assert {(each.source, each.target) for each in event.moves} <= {
            ("cage", "rack"),
            ("cage", "advance"),
            ("rack", "cage"),
        }


def test_value_comes_to_a_wallet_as_play_chips_or_through_someone_of_the_house() -> None:
    for command, source in ((TopUp(), PLAY_CHIPS), (Take(cents=5, table="t", under=("MM 5.1",), brought=True), CASH)):
        events = decide(Wallet("ann"), command)
        assert not isinstance(events, Refusal)
        assert [move.source for event in events for move in event.moves] == [source]


def test_play_chips_are_bounded_for_the_person_and_the_day() -> None:
    purse, given, day = Wallet("ann"), 0, 86_400_000
    for _ in range(50):
        events = decide(purse, TopUp(), 5 * day)
        if isinstance(events, Refusal):
            assert events.reason is Reason.LIMITS
            break
        for event in (*events, *_spent(purse, events)):
            purse = evolve(purse, event)
        given += sum(move.cents for event in events for move in event.moves)
    assert given == MOST_GRANTED
    assert isinstance(decide(purse, TopUp(), 6 * day - 1), Refusal)
    assert not isinstance(decide(purse, TopUp(), 6 * day), Refusal)
    robot = Wallet("house-mm-1-carl", day=5, granted=MOST_GRANTED)
    assert not isinstance(decide(robot, TopUp(), 5 * day), Refusal)


def _spent(purse: Wallet, events: tuple[Event, ...]) -> tuple[Event, ...]:
    for event in events:
        purse = evolve(purse, event)
    taken = decide(purse, Take(cents=purse.cents, table="t", under=("MM 5.1",)))
    assert not isinstance(taken, Refusal)
    return taken


def test_nobody_brings_anything_for_someone_who_has_an_account() -> None:
    granted = decide(Wallet("ann"), TopUp())
    assert not isinstance(granted, Refusal)
    purse = evolve(Wallet("ann"), granted[0])
    refusal = decide(purse, Take(cents=purse.cents + 1, table="t", under=("MM 5.1",), brought=True))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.NOT_ENOUGH_CHIPS and refusal.under == ("MM 5.1",)


def calling(spoken_by: Actor, player: Actor = ANN, cents: int = LIMIT) -> tuple[Walk, ConvertSpoken]:
    """A table at which a wager was called with cash, and the command that turns it into chips."""
    table = "real shoe of 4, 4 areas" if spoken_by == DAN else "shoe of 8, 9 areas"
    walk = Walk(game("matchmaker"), TABLES["matchmaker"][table], 1)
    walk.finish()
    for each in (ANN, BOB, ROBOT):
        joining = next(o for o in walk.game.options(walk.state, each) if type(o.command).__name__ == "Join")
        walk.do(joining.command, each)
    seat = walk.state.people[player.id].seat
    assert seat is not None
    spoken = SpeakWager(area=seat, bet="pair match", cents=cents, shown=Tender.CASH, player=player.id)
    assert not isinstance(walk.do(spoken, spoken_by), Refusal)
    return walk, ConvertSpoken(area=seat, bet="pair match", player=player.id)


def called(spoken_by: Actor, converted_by: Actor, player: Actor = ANN) -> Decision:
    """What becomes of a call with cash, by who said it and who turns it into chips."""
    walk, convert = calling(spoken_by, player)
    return walk.do(convert, converted_by)


@pytest.mark.parametrize(
    ("spoken_by", "converted_by", "player", "source"),
    [
        (ANN, DAN, ANN, "cash"),
        (ANN, MACHINE, ANN, "wallet:p1"),
        (DAN, DAN, ANN, "wallet:p1"),
        (DAN, EVE, ANN, "wallet:p1"),
        (DAN, MACHINE, ANN, "wallet:p1"),
        (ROBOT, DAN, ROBOT, f"wallet:{ROBOT.id}"),
        (ROBOT, MACHINE, ROBOT, f"wallet:{ROBOT.id}"),
    ],
)
def test_cash_from_outside_takes_the_player_s_word_and_a_person_of_the_house(
    spoken_by: Actor, converted_by: Actor, player: Actor, source: str
) -> None:
    decision = called(spoken_by, converted_by, player)
    assert not isinstance(decision, Refusal), decision
    assert [move.source for move in decision[0].moves] == [source]
    assert "MM 5.3" in decision[0].under


def test_no_player_turns_a_call_into_chips() -> None:
    for by in (ANN, BOB, ROBOT):
        decision = called(ANN, by)
        assert isinstance(decision, Refusal) and decision.reason is Reason.RANK


def test_more_cash_than_one_person_takes_in_becomes_chips_when_a_second_signs() -> None:
    walk, convert = calling(ANN, cents=500_000_00)
    (wanted,) = walk.do(convert, DAN)
    assert isinstance(wanted, SignatureWanted) and not wanted.moves
    sign, supervisor = Countersign(number=1), Actor("sue", "Sue", "game-supervisor")
    for by in (DAN, ANN, EVE):
        refusal = walk.do(sign, by)
        assert isinstance(refusal, Refusal) and refusal.reason is Reason.RANK
    events = walk.do(sign, supervisor)
    assert not isinstance(events, Refusal)
    bought = next(each for each in events if kind_of(each) == "people/ChipsBought")
    assert (bought.by, bought.second) == (DAN.id, "sue")  # type: ignore[attr-defined]


def test_what_a_walk_in_brings_is_bounded_for_the_day_and_says_who_took_it_in() -> None:
    purse, day = Wallet("walter"), 86_400_000
    take = Take(cents=MOST_BROUGHT, table="t", under=("MM 5.1",), brought=True)
    events = decide(purse, take, 5 * day, "dan")
    assert not isinstance(events, Refusal)
    assert events[0].by == "dan"  # type: ignore[attr-defined]
    for event in events:
        purse = evolve(purse, event)
    refusal = decide(purse, replace(take, cents=1), 5 * day)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.LIMITS and refusal.under == ("MM 5.1",)
    assert not isinstance(decide(purse, take, 6 * day), Refusal)
