"""Secret wagers: unseen on every channel until the call of no more bets opens them (ruling 93)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.floor.acts.recording import Told, to_store
from croupier.floor.reading.telling import line
from croupier.floor.store.sealing import seal
from croupier.games import game
from croupier.table.contract import Actor, Event, Reason, Refusal
from croupier.table.declare import kind_of
from croupier.table.rounds import AnnounceNoMoreBets, BetsClosed
from croupier.table.state import Stage
from croupier.table.tournaments.reserved import HoldTable, ReleaseTable, ReserveTable
from croupier.table.tournaments.reserved_people import TakeUpEntrant
from croupier.table.tournaments.secret_wagers import LaySecret, SecretLaid, SecretOpened
from croupier.table.wagers import PlaceWager, WagerPlaced
from tests.games.sitting import ANN, BOB, CEC, DEALER, Sitting
from tests.games.test_reserved_tables import TOURNAMENT, reserved, seat

UNDER = {
    "matchmaker": ("MM 10.2.1(e)", "ruling 93"),
    "three-card-poker": ("TCP 12.4.4(c)", "ruling 93"),
    "blackjack": ("BJ 16.2.1(k)", "ruling 93"),
}
BETS = {"matchmaker": "pair match", "three-card-poker": "ante", "blackjack": "blackjack"}
SUPERVISOR = Actor("sue", "Sue", "game-supervisor")
INSPECTOR = Actor("ivy", "Ivy", "regulator")
UNSEEN = "317"
"""An amount that stands for nothing else: $317."""


@pytest.fixture(params=sorted(BETS))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def table_of(name: str, *, many: int = 2, each_round: bool = False) -> Sitting:
    """Ann and Bob at a table that knows secret wagers, with 1,000 each; one wager is 5 to 500."""
    table = Sitting(game(name), game(name).terms())
    command = ReserveTable(tournament="cup", title="The Cup", secrets=many, secrets_each_round=each_round)
    reserved(table, command)
    for number, who in enumerate((ANN, BOB), 1):
        table.do(seat(who, number), TOURNAMENT)
    return table


def secret(name: str, said: str, area: int = 1) -> LaySecret:
    return LaySecret(area=area, bet=BETS[name], said=said)


def opened(events: tuple[Event, ...]) -> list[tuple[str, int | None, int]]:
    """Whose were opened, what was written, and what each counts for."""
    return [(each.player, each.asked, each.cents) for each in events if isinstance(each, SecretOpened)]


def every_channel(table: Sitting, events: tuple[Event, ...], viewer: Actor) -> str:
    """Everything that someone could read of a table: what happened as told and as recorded, the view, refusals."""
    found: list[Any] = []
    for number, event in enumerate(events):
        told = Told(number, number, 0, "someone", "Someone", kind_of(event), event)
        found.append(line(told, viewer, table.state, {}))
        found.append(repr(found[-1]))
    found.append(table.rules.view(table.state, viewer))
    for each in (ReleaseTable(), LaySecret(area=1, bet="none such", said="5"), PlaceWager(area=1, bet="x", cents=1)):
        decision = table.rules.decide(table.state, each, viewer, 0, None)
        found.append(decision if isinstance(decision, Refusal) else None)
    return repr([msgspec.to_builtins(each, enc_hook=repr, str_keys=True) for each in found])


def test_what_is_written_is_its_player_s_alone_until_it_is_opened(name: str) -> None:
    table = table_of(name)
    events = table.do(secret(name, f"${UNSEEN}"), ANN)
    assert [type(each) for each in events] == [SecretLaid] and not events[0].moves
    assert table.state.stack("ann") == 1_000_00, "nothing is on the layout"
    for viewer in (BOB, CEC, DEALER, SUPERVISOR, INSPECTOR):
        seen = every_channel(table, events, viewer)
        assert UNSEEN not in seen, viewer
        assert "wagers in secret" in seen
    assert UNSEEN in every_channel(table, events, ANN)
    # The record holds a commitment in its place.
    (stored,) = to_store("one", events)
    payload, disclosed = seal(stored.payload, stored.secret)
    assert UNSEEN.encode() not in payload and disclosed is not None
    table.do(PlaceWager(area=2, bet=BETS[name], cents=25_00), BOB)
    called = table.do(AnnounceNoMoreBets())
    assert opened(called) == [("ann", 317_00, 317_00)]
    assert called[0].under == UNDER[name]
    for viewer in (BOB, DEALER, INSPECTOR):
        assert UNSEEN in every_channel(table, called, viewer)


def test_it_is_opened_before_the_first_card_and_lies_as_any_wager_does(name: str) -> None:
    table = table_of(name)
    table.do(secret(name, "100"), ANN)
    called = table.do(AnnounceNoMoreBets())
    kinds = [type(each) for each in called]
    assert kinds == [SecretOpened, WagerPlaced, BetsClosed]
    assert table.state.stage is Stage.NO_MORE_BETS
    assert [(each.player, each.cents, each.at_risk) for each in table.state.wagers] == [("ann", 100_00, 100_00)]
    assert table.state.stack("ann") == 900_00 and not table.state.reserved.written


@pytest.mark.parametrize(
    ("said", "asked", "cents"),
    [
        ("$500", 500_00, 500_00),
        ("$700", 700_00, 500_00),  # the sign says 500 at the most
        ("$100.50", 100_50, 100_00),  # in whole chips
        ("everything", None, 0),
        ("-$5", None, 0),
        ("$0", None, 0),
        ("$0.50", 50, 0),
    ],
)
def test_more_than_is_allowed_counts_for_as_much_as_is_and_what_cannot_be_read_is_void(
    name: str, said: str, asked: int | None, cents: int
) -> None:
    table = table_of(name)
    table.do(PlaceWager(area=2, bet=BETS[name], cents=25_00), BOB)
    table.do(secret(name, said), ANN)
    assert opened(table.do(AnnounceNoMoreBets())) == [("ann", asked, cents)]
    assert table.state.stack("ann") == 1_000_00 - cents


def test_more_than_the_bank_is_all_of_it(name: str) -> None:
    table = table_of(name)
    table.do(TakeUpEntrant(player="ann"), TOURNAMENT)
    table.do(seat(ANN, 1, 80_00), TOURNAMENT)
    table.do(secret(name, "200"), ANN)
    assert opened(table.do(AnnounceNoMoreBets())) == [("ann", 200_00, 80_00)]


def test_chips_that_lie_there_already_count_towards_the_limit(name: str) -> None:
    table = table_of(name)
    table.do(PlaceWager(area=1, bet=BETS[name], cents=400_00), ANN)
    table.do(secret(name, "200"), ANN)
    called = table.do(AnnounceNoMoreBets())
    assert opened(called) == [("ann", 200_00, 100_00)]
    assert [each.cents for each in table.state.wagers] == [500_00]


def test_with_nothing_but_a_void_one_bets_stay_open(name: str) -> None:
    table = table_of(name)
    table.do(secret(name, "plenty"), ANN)
    assert [type(each.command) for each in table.rules.due(table.state)] == [AnnounceNoMoreBets]
    called = table.do(AnnounceNoMoreBets())
    assert [type(each) for each in called] == [SecretOpened] and table.state.stage is Stage.BETTING
    assert table.refused(AnnounceNoMoreBets()).reason is Reason.NOT_NOW


@pytest.mark.parametrize("each_round", [False, True])
def test_as_many_are_made_as_the_conditions_say(name: str, each_round: bool) -> None:
    table = table_of(name, many=1, each_round=each_round)
    table.do(secret(name, "5"), ANN)
    again = table.refused(LaySecret(area=1, bet=BETS[name], said="10"), ANN)
    assert (again.reason, again.under) == (Reason.ALREADY, UNDER[name])
    table.do(AnnounceNoMoreBets())
    table.until(Stage.BETTING)
    if each_round:
        table.do(secret(name, "5"), ANN)
    else:
        refused = table.refused(secret(name, "5"), ANN)
        assert (refused.reason, refused.under, refused.facts) == (Reason.LIMITS, UNDER[name], {"most": 1})


def test_one_that_is_void_was_made_in_its_round(name: str) -> None:
    table = table_of(name, many=1, each_round=True)
    table.do(secret(name, "plenty"), ANN)
    table.do(AnnounceNoMoreBets())
    assert table.state.stage is Stage.BETTING, "no wager lies, so bets stay open"
    refused = table.refused(secret(name, "5"), ANN)
    assert (refused.reason, refused.facts) == (Reason.LIMITS, {"most": 1})
    table.do(PlaceWager(area=1, bet=BETS[name], cents=25_00), ANN)
    table.do(AnnounceNoMoreBets())
    table.until(Stage.BETTING)
    table.do(secret(name, "5"), ANN)


def test_none_where_the_conditions_know_none_and_nobody_writes_for_another(name: str) -> None:
    table = table_of(name, many=0)
    refused = table.refused(secret(name, "5"), ANN)
    assert (refused.reason, refused.under) == (Reason.FORBIDDEN, UNDER[name])
    assert table.refused(secret(name, "5"), CEC).reason is Reason.NOT_HERE
    long = table_of(name)
    assert long.refused(secret(name, "9" * 41), ANN).reason is Reason.LIMITS


def test_what_was_never_opened_was_never_made(name: str) -> None:
    table = table_of(name, many=1)
    table.do(secret(name, "5"), ANN)
    table.do(HoldTable(why="a break"), TOURNAMENT)
    table.do(HoldTable(), TOURNAMENT)
    assert not table.state.reserved.written
    table.do(secret(name, "5"), ANN)
    table.do(TakeUpEntrant(player="ann"), TOURNAMENT)
    assert not table.state.reserved.written and not table.state.reserved.laid
    table.do(PlaceWager(area=2, bet=BETS[name], cents=25_00), BOB)
    assert opened(table.do(AnnounceNoMoreBets())) == []
