"""Value comes from a wallet or from two people's act, never from a word."""

from __future__ import annotations

from functools import cache

import pytest

from croupier.games import game, games
from croupier.games.crown_poker.bonus import BonusVerified
from croupier.house.wallet import CASH, MOST_GRANTED, PLAY_CHIPS, Take, TopUp, Wallet, decide, evolve
from croupier.table.contract import AUTOMATIC, Actor, Decision, Event, Reason, Refusal
from croupier.table.declare import kind_of
from croupier.table.rack import SlipSigned
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


FROM_THE_BANK = {
    "blackjack/AreaPaid",
    "blackjack/ButtonFailed",
    "blackjack/ButtonPressed",
    "blackjack/EvenMoneyPaid",
    "blackjack/InterimSettled",
    "blackjack/SevensSettled",
    "blackjack/SuperBonusPaid",
    "blackjack/TwentyOnePaid",
    "corrections/CardCorrected",
    "crown-poker/HandMisdealt",
    "crown-poker/SideWagersReopened",
    "crown-poker/SideWagersSettled",
    "double-chance/ChoiceCorrected",
    "double-chance/HandSettled",
    "linked-jackpot/JackpotPrizesPaid",
    "made-good/MadeGood",
    "matchmaker/AreaPaid",
    "matchmaker/FirstRoundReconstructed",
    "matchmaker/HandRebuilt",
    "matchmaker/ReconstructionOrdered",
    "three-card-poker/AntesPaid",
    "three-card-poker/AreaSettled",
    "three-card-poker/ChoiceCorrected",
    "three-card-poker/Misdealt",
    "voiding/HandVoided",
    "voiding/RoundVoided",
    "voiding/WagersVoided",
}
"""The events by which a wager of the round is paid, or what it lost is given back."""
BY_RULING = {
    "disputes/DisputeRuled",
    "disputes/DisputeReviewed",
    "disputes/DisputeDecided",
    "conduct/InvestigationConcluded",
}
"""The events by which people of rank give, each of them another than who asked."""


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


def test_the_bank_gives_only_where_wagers_end_or_are_undone_and_where_a_dispute_is_decided() -> None:
    given = [(kind_of(event), move) for event in events_on_record() for move in event.moves if move.source == "rack"]
    moved = {kind for kind, move in given if move.target != "cage"}
    assert moved and moved <= FROM_THE_BANK | BY_RULING


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
        assert {(each.source, each.target) for each in event.moves} <= {("cage", "rack"), ("rack", "cage")}


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


def called(spoken_by: Actor, converted_by: Actor, player: Actor = ANN) -> Decision:
    """What becomes of a call with cash, by who said it and who turns it into chips."""
    table = "real shoe of 4, 4 areas" if spoken_by == DAN else "shoe of 8, 9 areas"
    walk = Walk(game("matchmaker"), TABLES["matchmaker"][table], 1)
    walk.finish()
    for each in (ANN, BOB, ROBOT):
        joining = next(o for o in walk.game.options(walk.state, each) if type(o.command).__name__ == "Join")
        walk.do(joining.command, each)
    seat = walk.state.people[player.id].seat
    assert seat is not None
    spoken = SpeakWager(area=seat, bet="pair match", cents=500_000_00, shown=Tender.CASH, player=player.id)
    assert not isinstance(walk.do(spoken, spoken_by), Refusal)
    return walk.do(ConvertSpoken(area=seat, bet="pair match", player=player.id), converted_by)


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
