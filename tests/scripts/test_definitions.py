"""What the book defines but no single event cites: the devices, the ranks, the bets, and what void means."""

import pytest

from croupier.books import book
from croupier.cards import Card
from croupier.games.matchmaker.settle import AreaPaid, LosersCleared
from croupier.games.matchmaker.terms import Bet, Outcome, outcome_of
from croupier.scripts import parse, run
from croupier.scripts.kinds import Subject
from croupier.scripts.run import play, set_up
from croupier.scripts.table import Table
from croupier.table.contract import Reason
from croupier.table.permissions import RestrictBettors
from croupier.table.rounds import BetsClosed, RoundClosed
from croupier.table.voiding import RoundVoided
from croupier.table.wagers import PlaceWager, WagerPlaced
from tests.witness import witnesses


def holds(lines: str, table: str = "table matchmaker") -> bool:
    return run(parse(f"# A rule.\n{table}\nAnn sits at 3 with $100\n{lines}")).holds


def table_after(lines: str, table: str = "table matchmaker") -> Table:
    """The table after these lines, of which none may be refused."""
    script = parse(f"# A rule.\n{table}\nAnn sits at 3 with $100\n{lines}")
    driven, refusal = set_up(script)
    for statement in script.lines:
        refusal = refusal or play(driven, statement)
    assert refusal is None
    return driven


ROUND = "Ann bets $5 on pair match\ndeal As As\nsettle\n"


@witnesses("MM 1.1:Continuous Shuffling Machine", "MM 2.4")
def test_a_machine_deals_the_cards_of_the_last_round_again() -> None:
    assert holds(ROUND * 3, "table matchmaker, 4 decks, machine")
    assert not holds(ROUND * 3, "table matchmaker, 4 decks, shoe")


@witnesses("MM 1.1:Dealing Shoe")
def test_a_shoe_gives_each_of_its_cards_once_until_the_next_shuffle() -> None:
    drained = ROUND * 2 + "Ann bets $5 on pair match\ndeal As\nexpect refused card not left\n"
    assert holds(drained, "table matchmaker, 4 decks, real")
    shuffled = ROUND * 2 + 'pit boss orders a shuffle because "again"\nprepare the cards\n' + ROUND
    assert holds(shuffled, "table matchmaker, 4 decks, real")


@witnesses("MM 2.3")
def test_every_card_of_a_round_comes_out_of_the_shoe_and_none_from_elsewhere() -> None:
    refused = "Ann bets $5 on pair match\ndealer closes bets\ndealer enters As\nexpect refused card drawn\n"
    assert holds(refused + "expect area 3 no cards\nexpect shoe 207 cards\n", "table matchmaker, 4 decks")
    dealt = "Ann bets $5 on pair match\ndeal As Ks\nexpect shoe 205 cards\nexpect area 3 cards As Ks\n"
    assert holds(dealt, "table matchmaker, 4 decks")


@witnesses("MM 1.1:Game Supervisor")
def test_the_supervisor_stands_directly_above_the_dealer_and_below_the_pit_boss() -> None:
    ladder = book("MM").ladder
    assert ladder.index("dealer") + 1 == ladder.index("game-supervisor") == ladder.index("pit-boss") - 1
    table = table_after("")
    refused = table.perform(RestrictBettors(players=1), Subject("dealer", "dealer"))
    assert refused is not None
    assert refused.facts["needs"] == "game-supervisor"
    assert table.perform(RestrictBettors(players=1), Subject("supervisor", "game-supervisor")) is None
    assert table.perform(RestrictBettors(players=2), Subject("pit boss", "pit-boss")) is None


@witnesses("MM 1.1:Pair-Match", "MM 1.1:Suit Match", "MM 1.1:Miss Match")
@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        ("Tc Td", Outcome.PAIR_OPPOSITE),
        ("Kc Ks", Outcome.PAIR_SAME_COLOUR),
        ("Kh Kh", Outcome.SUITED_PAIR),
        ("Tc Kc", Outcome.SUITED),
        ("Tc Kh", Outcome.OPPOSITE),
        ("Ts Kc", Outcome.NEITHER),
    ],
)
def test_two_cards_are_what_the_definitions_make_of_them(cards: str, outcome: Outcome) -> None:
    first, second = map(Card, cards.split())
    assert outcome_of(first, second) is outcome is outcome_of(second, first)


@witnesses("MM 1.1:Void")
def test_a_void_round_gives_the_stakes_back_and_has_no_result() -> None:
    lines = "Ann bets $35 on pair match\ndeal As\ndealer reports a machine failure\nexpect Ann no change under MM 9.8\n"
    table = table_after(lines, "table matchmaker, machine")
    assert table.state.stack("Ann") == 10_000
    assert table.state.results == ()
    assert isinstance(table.log[-1], RoundVoided)
    assert not any(isinstance(event, AreaPaid | LosersCleared | RoundClosed) for event in table.log)


@witnesses("MM 1.1:Distinctive Marker")
def test_the_marker_says_personal_limit_to_everyone() -> None:
    table = table_after("operator agrees $1 to $90 with Ann\n")
    for viewer in (Subject("Bob"), Subject("dealer", "dealer"), Subject("inspector", "regulator")):
        assert [area.marker for area in table.seen_by(viewer).areas] == [None, None, "personal limit", *[None] * 6]


@witnesses("MM 1.4.1")
def test_a_bet_is_one_of_three_outcomes_and_carries_no_amount() -> None:
    assert [bet.value for bet in Bet] == ["pair match", "suit match", "miss match"]
    refused = table_after("").perform(PlaceWager(area=3, bet="red", cents=500), Subject("Ann"))
    assert refused is not None
    assert refused.reason is Reason.NO_SUCH_BET


@witnesses("MM 1.4.2")
def test_a_wager_is_recorded_with_its_player_area_bet_sum_and_round() -> None:
    table = table_after("Ann bets $35 on suit match\ndealer closes bets\n")
    placed, closed = table.log[-2:]
    assert isinstance(placed, WagerPlaced)
    assert (placed.player, placed.area, placed.bet, placed.cents) == ("Ann", 3, "suit match", 3_500)
    assert isinstance(closed, BetsClosed)
    assert (closed.round, [(each.area, each.bet, each.player) for each in closed.wagers]) == (
        1,
        [(3, "suit match", "Ann")],
    )
