"""The second reading itself, on rounds worked out by hand from the book; it knows nothing of the program."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from tests.referee.blackjack import Disallowed, May, Round
from tests.referee.money import entries, settled
from tests.referee.tables import House, Readings
from tests.referee.wagers import Laid, at_risk

CHIPS = (100, 250, 500, 2500)
OWN = ("tables", "wagers", "blackjack", "money", "kinds")


def house(version: str = "blackjack", **changes: Any) -> House:
    """A table with limits of $5 to $500, side bets $1 to $50."""
    limits = {"main": (500, 50000), "sevens": (100, 5000), "pairs": (100, 5000), "pandemonium": (100, 5000)}
    readings = Readings(**changes.pop("readings", {}))
    given = {"version": version, "decks": 4, "chips": CHIPS, "limits": limits, "sevens": 1, "readings": readings}
    return House(**{**given, **changes})


def played(at: House, laid: list[Laid], line: str, prizes: Any = None) -> dict[Any, int]:
    """What a round came to: cards as they come, and decisions as "act player area.hand cents", divided by commas."""
    game = Round(at, laid)
    for word in line.split(","):
        if "." not in word:
            for card in word.split():
                game.card(card)
            continue
        *act, player, place, cents = word.split()
        area, hand = map(int, place.split("."))
        game.act(" ".join(act), player, area, hand, int(cents))
    assert game.next_card() is None and game.turn() is None
    return settled(game, prizes)


ANN = Laid("ann", 1, 1000)


def main(result: dict[Any, int], who: str = "ann", area: int = 1) -> int:
    """What someone's main wager on an area came to."""
    return result.get((who, area, "main"), 0)


def test_it_imports_nothing_of_the_program() -> None:
    for name in OWN:
        tree = ast.parse(Path(__file__).with_name(f"{name}.py").read_text())
        imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        names = {each.module or "" for each in imported if isinstance(each, ast.ImportFrom)}
        names |= {alias.name for each in imported if isinstance(each, ast.Import) for alias in each.names}
        assert not [each for each in names if each.startswith(("croupier", "tests"))]


@pytest.mark.parametrize(
    ("line", "cents"),
    [
        ("As 9h Ks", 1500),  # a Blackjack against a nine is paid three to two before any card
        ("As Th Ks, Qc", 1500),
        ("As Th Ks, Ac", 0),  # both have one
        ("As Ah Ks, even money ann 1.0 0", 1000),
        ("Ts 6h 8s, stand ann 1.1 0, Tc 9d", 1000),  # the dealer is over with 25
        ("Ts 6h 7s, stand ann 1.1 0, Ac", 0),  # soft 17 stands, and 17 is equal
        ("Ts 6h 6s, draw ann 1.1 0, 9c", -1000),  # bust: the dealer draws no card
        ("6s 9h 5s, double ann 1.1 1000, Tc, Tc", 2000),
        ("6s 9h 5s, double ann 1.1 300, 2c, Tc", -1300),
        ("6s Kh 5s, double ann 1.1 1000, 2c, Ac", -1000),  # only the original wager to a Blackjack
    ],
)
def test_how_a_hand_of_ten_dollars_ends(line: str, cents: int) -> None:
    assert main(played(house(), [ANN], line)) == cents


def test_crown_blackjack_draws_to_soft_17() -> None:
    assert main(played(house("crown"), [ANN], "Ts 6h 8s, stand ann 1.1 0, Ac 3d")) == -1000


def test_insurance_is_half_at_most_and_pays_two_to_one() -> None:
    game = Round(house(), [ANN])
    for card in ["Ts", "Ah", "8s"]:
        game.card(card)
    assert May("insure", "ann", 1, 0, 1, 500) in game.may()
    with pytest.raises(Disallowed):
        game.act("insure", "ann", 1, 0, 501)
    result = played(house(), [ANN], "Ts Ah 8s, insure ann 1.0 500, stand ann 1.1 0, Kc")
    assert result == {("ann", 1, "main"): -1000, ("ann", 1, "insurance"): 1000}


def _split(**readings: Any) -> int:
    """Eights are split; the first hand is bust, the second stands on 18, and the dealer has Blackjack."""
    at = house(readings=readings)
    line = "8s Kh 8c, split ann 1.1 1000, 5h, draw ann 1.1 0, Tc, Td, stand ann 1.2 0, Ac"
    return main(played(at, [ANN], line))


def test_a_bust_hand_and_one_original_more_or_one_in_all() -> None:
    assert _split() == -2000
    assert _split(one_wager_in_all=True) == -1000


def test_a_split_declined_is_declined_for_good() -> None:
    game = Round(house(), [ANN])
    for card in ["8s", "Kh", "8c"]:
        game.card(card)
    game.act("split", "ann", 1, 1, 1000)
    game.card("8h")
    game.act("stand", "ann", 1, 1)
    game.card("8d")
    assert {each.act for each in game.may()} == {"stand", "draw"}


def test_a_hand_split_again_comes_next_or_last() -> None:
    for last, order in ((False, [1, 3, 2]), (True, [1, 2, 3])):
        game = Round(house(readings={"resplit_last": last}), [ANN])
        for card in ["8s", "Kh", "8c"]:
            game.card(card)
        game.act("split", "ann", 1, 1, 1000)
        game.card("8h")
        game.act("split", "ann", 1, 1, 1000)
        assert [hand.number for hand in game.areas[1].hands] == order


def test_split_aces_have_one_card_each_and_no_blackjack() -> None:
    assert main(played(house(), [ANN], "As 9h Ac, split ann 1.1 1000, Kh Qd, Tc")) == 2000


@pytest.mark.parametrize(
    ("line", "cents"),
    [
        ("As Kh Ks", 1500),  # a Pontoon is paid whatever the dealer has
        ("6s 9h 7s, draw ann 1.1 0, 8s", 3000),
        ("6c 9h 7c, draw ann 1.1 0, 8c", 2000),
        ("6c 9h 7d, draw ann 1.1 0, 8c", 1500),
        ("6c 9h 7d, double ann 1.1 1000, 8c", 2000),  # doubled, so even
        ("2s 9h 3s, draw ann 1.1 0, 4c, draw ann 1.1 0, 5c, draw ann 1.1 0, 7c", 1500),
        ("As 9h 7s, double ann 1.1 1000, 9c, Kc", -2000),  # the ace counts one: 17 against 19
        ("5s 9h 7s, double ann 1.1 1000, 2c, rescue ann 1.1 0", -1000),
        ("Ks Ah 6s, surrender ann 1.0 0, 7c", -500),
        ("Ks Ah 6s, surrender ann 1.0 0, Qc", -1000),
    ],
)
def test_how_a_pontoon_hand_of_ten_dollars_ends(line: str, cents: int) -> None:
    assert main(played(house("pontoon"), [ANN], line)) == cents


def test_the_super_bonus_and_what_others_are_given() -> None:
    laid = [Laid("ann", 1, 2500), Laid("bob", 2, 1000)]
    line = "7h Jc 7s 7h 9d, draw ann 1.1 0, 7h, stand bob 2.1 0, Kd"
    assert played(house("pontoon"), laid, line) == {
        ("ann", 1, "main"): 5000,
        ("ann", 1, "super bonus"): 5_000_00,
        ("bob", 2, "super bonus"): 50_00,
        ("bob", 2, "main"): 1000,  # 19 against 17
    }


def test_side_bets() -> None:
    laid = [Laid("ann", 1, 1000, {"sevens": 100, "pairs": 200})]
    result = played(house(), laid, "7h 6c 7h, split ann 1.1 1000, 7h, stand ann 1.1 0, Td, stand ann 1.2 0, Td 5d")
    assert (result["ann", 1, "pairs"], result["ann", 1, "sevens"]) == (25 * 200, 7770 * 100)
    lost = played(house(), laid, "8h 6c 7h, stand ann 1.1 0, Td 5d")
    assert (lost["ann", 1, "pairs"], lost["ann", 1, "sevens"]) == (-200, -100)
    two = played(house(), laid, "7h 6c 7d, stand ann 1.1 0, Td 5d")
    assert (two["ann", 1, "pairs"], two["ann", 1, "sevens"]) == (15 * 200, 50 * 100)


def test_the_tournament_entry_is_version_ones() -> None:
    for version, won in ((1, {("ann", 1)}), (2, set())):
        game = Round(house(sevens=version), [Laid("ann", 1, 1000, {"sevens": 100})])
        for card in ["7h", "6c", "7h"]:
            game.card(card)
        game.act("draw", "ann", 1, 1)
        game.card("7h")
        assert entries(game) == won


def test_the_button_pays_whole_dollars_and_the_stake_comes_back() -> None:
    laid, line = [Laid("ann", 1, 1000, {"pandemonium": 250})], "As 9h Ks"
    assert played(house("pandemonium"), laid, line, {("ann", 1): 750})["ann", 1, "pandemonium"] == 1_500_00
    kept = house("pandemonium", readings={"prize_and_stake": False})
    assert played(kept, laid, line, {("ann", 1): 750})["ann", 1, "pandemonium"] == 1_500_00 - 250
    assert played(house("pandemonium"), laid, line, {("ann", 1): None})["ann", 1, "pandemonium"] == 10_00


def test_the_maximum_is_filled_from_the_dealer_and_the_minimum_asked_of_the_area() -> None:
    laid = [
        Laid("ann", 1, 30000),
        Laid("bob", 1, 40000),
        Laid("cec", 1, 1000),
        Laid("ann", 2, 300),
        Laid("bob", 2, 300),
    ]
    risks = [(each.player, each.area, each.original) for each in at_risk(house(), laid, frozenset({"bob"}))[0]]
    assert risks == [("ann", 1, 30000), ("bob", 1, 20000), ("ann", 2, 300), ("bob", 2, 300)]
    each = house(readings={"limits_each": True})
    wagers, advised = at_risk(each, laid, frozenset({"bob"}))
    risks = [(one.player, one.area, one.original) for one in wagers]
    assert risks == [("ann", 1, 30000), ("bob", 1, 40000), ("cec", 1, 1000), ("ann", 2, 300)]
    assert advised == {"ann", "bob"}


def test_who_shares_an_area_follows_or_not() -> None:
    laid = [ANN, Laid("bob", 1, 2000)]
    line = "6s 9h 5s, double ann 1.1 1000, {}, Tc, Tc"
    joined = played(house(), laid, line.format("join double bob 1.1 700"))
    assert (main(joined), main(joined, "bob")) == (2000, 2700)
    stayed = played(house(), laid, line.format("stay bob 1.1 0"))
    assert (main(stayed), main(stayed, "bob")) == (2000, 2000)


@pytest.mark.parametrize(("reading", "bob"), [("stands", -2000), ("binds", -1000), ("passes", 2000)])
def test_what_follows_when_the_caller_surrenders(reading: str, bob: int) -> None:
    at = house("vegas", readings={"caller_surrenders": reading})
    drawing = ", draw bob 1.1 0, 5h" if reading == "passes" else ""
    result = played(at, [ANN, Laid("bob", 1, 2000)], f"Ts Kh 6s, surrender ann 1.0 0{drawing}, 9c")
    assert (main(result), main(result, "bob")) == (-500, bob)
