"""The second reading itself, on hands worked out by hand from the book; it knows nothing of the program."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from tests.referee.crown_poker.hand import Hand, chase
from tests.referee.crown_poker.house import Commission, House, Readings
from tests.referee.crown_poker.ranks import best_high, best_low
from tests.referee.crown_poker.seating import Seats, Sitter

OWN = ("ranks", "house", "betting", "money", "hand", "seating", "record", "kinds")


def house(**changes: Any) -> House:
    """No-limit Holdem with blinds of $5 and $10 and chips of $1."""
    readings = Readings(**changes.pop("readings", {}))
    given = {
        "game": "holdem",
        "limit": "no limit",
        "bets": (1000,),
        "most": (),
        "blinds": (500, 1000),
        "ante": 0,
        "blind_ante": 0,
        "straddles": 0,
        "chip": 100,
        "seats": 6,
        "stand_alone": False,
        "readings": readings,
    }
    return House(**{**given, **changes})


def begun(at: House, *chips: int, commission: Commission | None = None) -> Hand:
    """A hand of players a, b, c and so on from the button's left, the first of whom post the blinds."""
    seats = [(seat, "abcdef"[seat - 1], cents) for seat, cents in enumerate(chips, 1)]
    hand = Hand(at, commission or Commission(), seats, list(range(1, len(at.blinds) + 1)))
    hand.posts(set(), {})
    return hand


def acted(hand: Hand, line: str) -> Hand:
    """What players do, as "c calls, a to 3000, b folds, a checks"."""
    for word in line.split(", "):
        name, *act = word.split()
        match act:
            case ["calls"]:
                hand.call(name)
            case ["folds"]:
                hand.fold(name)
            case ["checks"]:
                hand.check(name)
            case ["to", amount]:
                hand.bet_to(name, int(amount))
    return hand


def test_it_imports_nothing_of_the_program() -> None:
    for name in OWN:
        tree = ast.parse(Path(__file__).with_name(f"{name}.py").read_text())
        imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        names = {each.module or "" for each in imported if isinstance(each, ast.ImportFrom)}
        names |= {alias.name for each in imported if isinstance(each, ast.Import) for alias in each.names}
        assert not [each for each in names if each.startswith(("croupier", "tests"))]
        assert {each.module for each in imported if isinstance(each, ast.ImportFrom) and each.level} <= set(OWN)


IN_ORDER = """
    As Ks Qs Js Ts; 9h 8h 7h 6h 5h; 5d 4d 3d 2d Ad; 2c 2d 2h 2s 3c; Ac Ad Ah 2c 2d; Kc Kd Kh Ac Ad; Ah Qh 9h 5h 2h
    Kh Qh Jh Th 8h; Ac Kd Qh Js Tc; 5c 4d 3h 2s Ac; Ac Ad Ah 3c 2d; 2c 2d 2h Ac Kd; Ac Ad 3c 3d 2h; Kc Kd Qc Qd Ah
    Ac Ad 4c 3d 2h; 2c 2d Ac Kd Qh; Ac Kd Qh Jc 9d; Ac Kd Qh Jc 8d; 7c 5d 4h 3c 2d
"""


def test_hands_rank_as_section_3_has_them() -> None:
    hands = [tuple(each.split()) for each in IN_ORDER.replace("\n", ";").split(";") if each.strip()]
    worths = [best_high(hand[:2], hand[2:], two_and_three=False) for hand in hands]
    assert worths == sorted(set(worths), reverse=True)


@pytest.mark.parametrize(
    ("hole", "board", "omaha", "like"),
    [
        ("2c 7d", "As Ks Qs Js Ts", False, "As Ks Qs Js Ts"),  # the board plays
        ("2c 3c 4c 5c", "As Ks Qs Js Ts", True, "As Ks Qs 5c 4c"),  # two and three must
        ("Ah Kd 2c 3c", "Ac Ad Kh 9s 9h", True, "Ah Ac Ad Kd Kh"),
    ],
)
def test_the_best_five_are_found(hole: str, board: str, omaha: bool, like: str) -> None:
    five = tuple(like.split())
    found = best_high(tuple(hole.split()), tuple(board.split()), omaha)
    assert found == best_high(five[:2], five[2:], two_and_three=False)


def low(hole: str, board: str, omaha: bool = False) -> int | None:
    return best_low(tuple(hole.split()), tuple(board.split()), omaha)


def test_lows_are_read_from_the_top_and_qualify_with_an_eight() -> None:
    assert low("Ac 2d", "3h 4s 5c Kd Kh") == low("As 2h", "3h 4s 5c Kd Kh")
    assert low("6c 5d", "4h 3s 2c Kd Kh") > low("7c 5d", "4h 3s 2c Kd Kh")  # type: ignore[operator]
    assert low("9c 5d", "4h 3s 2c Kd Kh") is None
    assert low("Ac Kd Qh Js", "2c 3d 4h 5s 6c", omaha=True) is None  # one low card of the hand is too few
    assert low("Ac 2d 3h Ks", "2c 3d 8h 7s Kc", omaha=True) == low("Ac 2d", "3h 7s 8c Kc Kd")


def test_a_raise_is_at_least_the_last_one_and_a_short_all_in_opens_nothing() -> None:
    """A raises to $30, b has $45 and is all in with $15 more: c may raise by $20 to $65, a may only call."""
    hand = acted(begun(house(), 50_000, 4500, 50_000), "c calls, a to 3000, b to 4500")
    assert hand.bounds() == (6500, 50_000)
    acted(hand, "c calls")
    assert hand.turn() is hand.at("a") and hand.bounds() is None


def test_short_all_ins_add_up_where_ruling_117_is_read_otherwise() -> None:
    """A raises to $30, b is all in with $45 and c with $55: $25 over the last whole bet is more than its $20."""
    for switch, bounds in ((False, None), (True, (7500, 50_000))):
        at = house(readings={"short_all_ins_add_up": switch})
        hand = begun(at, 4500, 5500, 50_000, 50_000)
        acted(hand, "c to 3000, d calls, a to 4500, b to 5500")
        assert hand.turn() is hand.at("c") and hand.bounds() == bounds


def test_at_fixed_limit_half_a_raise_opens_again_and_three_raises_are_all() -> None:
    at = house(limit="fixed", bets=(1000, 1000, 2000))
    hand = acted(begun(at, 1500, 50_000, 50_000), "c calls, a to 1500")
    assert hand.bounds() == (2500, 2500)
    hand = acted(begun(at, 1400, 50_000, 50_000), "c calls, a to 1400, b calls")
    assert hand.bounds() is None
    hand = acted(begun(at, *[50_000] * 3), "c to 2000, a to 3000, b to 4000")
    assert hand.bounds() is None
    assert acted(hand, "c folds").bounds() == (5000, 5000)


def test_the_pot_counts_with_the_call_and_is_cut_to_chips() -> None:
    """The blinds and $10 to call make $25: raise by $25 to $35, or half of it, $12, to $22."""
    assert begun(house(limit="pot"), *[50_000] * 3).bounds() == (2000, 3500)
    assert begun(house(limit="half pot"), *[50_000] * 3).bounds() == (2000, 2200)


def test_a_spread_is_measured_from_the_last_whole_bet() -> None:
    at = house(limit="spread", bets=(1000,), most=(3000,))
    assert begun(at, *[50_000] * 3).bounds() == (2000, 4000)
    assert acted(begun(at, 3400, 50_000, 50_000), "c to 3000, a to 3400").bounds() == (5000, 6000)


def test_a_straddle_is_doubled_and_raised_by_the_blind() -> None:
    for switch, least in ((False, 3000), (True, 4000)):
        hand = begun(house(straddles=1, readings={"straddle_is_the_raise": switch}), *[50_000] * 4)
        assert hand.straddle("c") == 2000
        assert hand.turn() is hand.at("d") and hand.bounds() == (least, 50_000)


def test_three_all_ins_make_three_pots_and_what_nobody_called_goes_back() -> None:
    """$20, $50 and $90 all in against $200: pots of $80, $90 and $80, and $110 goes back."""
    hand = acted(begun(house(), 2000, 5000, 9000, 20_000), "c to 9000, d to 20000, a calls, b calls")
    assert hand.betting_over() == ("d", 11_000, 0)
    hand.board = ("2c", "3d", "4h", "8s", "9s")
    hand.holes = {"a": ("As", "Ad"), "b": ("Ks", "Kd"), "c": ("Qs", "Qd"), "d": ("Js", "Jd")}
    assert [(pot.cents, dict(pot.shares)) for pot in hand.settle()] == [
        (8000, {"a": 8000}),
        (9000, {"b": 9000}),
        (8000, {"c": 8000}),
    ]
    assert hand.at("d").chips == 11_000


def test_odd_chips_go_from_the_button_s_left_and_the_high_has_the_odd_half() -> None:
    """A pot of $33: $17 for high, of which a has $9 and c $8, and $16 for the low of b."""
    hand = acted(begun(house(game="holdem hi-lo", blind_ante=300), *[50_000] * 3), "c calls, a calls, b checks")
    hand.betting_over()
    hand.board = ("2c", "3d", "4h", "Ks", "Kd")
    hand.holes = {"a": ("Kh", "Qs"), "b": ("Ac", "6d"), "c": ("Kc", "Qd")}
    (pot,) = hand.settle()
    assert (pot.cents, dict(pot.shares)) == (3300, {"a": 900, "b": 1600, "c": 800})


@pytest.mark.parametrize(
    ("commission", "readings", "rakes"),
    [
        (Commission(per_mille=50), {}, [300, 400]),  # of $75 and $90: $3.75 and $4.50
        (Commission(per_mille=50), {"rake_once": True}, [800, 0]),  # of $165: $8.25
        (Commission(per_mille=50, cap=500), {}, [300, 200]),
        (Commission(hand_fees=((2, 300), (4, 500))), {}, [300, 0]),
        (Commission(per_mille=100, hand_fees=((2, 300),), cap=1200), {}, [1000, 200]),
    ],
)
def test_what_the_house_takes(commission: Commission, readings: dict[str, bool], rakes: list[int]) -> None:
    hand = acted(begun(house(readings=readings), 2500, 20_000, 7000, commission=commission), "c to 7000, a calls")
    acted(hand, "b calls")
    slide = hand.betting_over()[2]
    hand.lay(("2c", "3d", "4h"))
    hand.board += ("8s", "9s")
    hand.holes = {"a": ("As", "Ad"), "b": ("Ks", "Kd"), "c": ("Qs", "Qd")}
    assert [pot.rake for pot in hand.settle()] == rakes and slide == sum(rakes)


def test_nothing_is_taken_of_blinds_nor_a_percentage_where_all_who_paid_share() -> None:
    ten = Commission(per_mille=100)
    hand = acted(begun(house(), *[50_000] * 3, commission=ten), "c folds, a folds")
    assert hand.betting_over() == ("b", 500, 0)
    assert hand.settle()[0].rake == 0
    hand = acted(begun(house(), 1000, 1000, commission=ten), "a calls")
    hand.board = ("2c", "3d", "4h", "8s", "9s")
    hand.holes = {"a": ("As", "Kd"), "b": ("Ad", "Kc")}
    assert [(pot.rake, dict(pot.shares)) for pot in hand.settle()] == [(0, {"a": 1000, "b": 1000})]


def test_dead_chips_are_for_whoever_is_in_and_all_else_for_who_matched_it() -> None:
    """The big blind's $8 went into the ante for all: $8 for three, $20 for the two who have bet."""
    hand = begun(house(blind_ante=1000), 50_000, 800, 50_000)
    acted(hand, "c calls, a calls").betting_over()
    hand.board = ("2c", "3d", "4h", "8s", "9s")
    hand.holes = {"a": ("Ks", "Kd"), "b": ("As", "Ad"), "c": ("Qs", "Qd")}
    assert [(pot.cents, dict(pot.shares)) for pot in hand.settle()] == [(800, {"b": 800}), (2000, {"a": 2000})]


def test_the_flop_decides_the_chase() -> None:
    assert chase("red", 500, ("2h", "3d", "4h")) == 4000
    assert chase("black", 500, ("2h", "3d", "4h")) == chase("red", 500, ("2h", "3c", "4h")) == 0


def test_blinds_move_on_and_leave_dead_seats() -> None:
    """Of six the small blind leaves: no small blind, and then a dead button (8.9.6)."""
    seats = Seats(house())
    for seat, name in enumerate("abcdef", 1):
        seats.join(name, seat)
    assert seats.begin(set("abcdef"))[0] == [6, 1, 2]
    seats.leave("b", at=0)  # who had the big blind and is due the small one
    assert seats.begin(set("acdef"))[0] == [1, 2, 3]
    line, dealt, _ = seats.begin(set("acdef"))
    assert line == [2, 3, 4] and [name for _, name in dealt] == list("cdefa")


def test_who_missed_blinds_posts_them_beyond_the_big_blind() -> None:
    seats = Seats(house())
    for seat, name in enumerate("abcd", 1):
        seats.join(name, seat)
    seats.begin(set("abcd"))  # the blinds are a and b
    seats.sit_out("c", away=True)
    seats.begin(set("abd"))  # b and d: c has missed the big one
    seats.sit_out("c", away=False)
    seats.begin(set("abcd"))  # d and a; c sits short of the big blind and waits
    seats.sitters["c"].posts = True
    line, dealt, owing = seats.begin(set("abcd"))
    assert line == [4, 1, 2] and owing == {"c": {0, 1}}
    assert [name for _, name in dealt] == list("abcd")


def test_of_three_blinds_those_are_owed_that_went_by() -> None:
    seats = Seats(house(blinds=(200, 500, 1000)))
    for seat, name in enumerate("abcdef", 1):
        seats.join(name, seat)
    assert seats.begin(set("abcdef"))[0] == [6, 1, 2, 3]
    seats.begin(set("adef"))  # b lets the first go by, c the second and with it the first
    assert seats.sitters["b"].owes == {0} and seats.sitters["c"].owes == {0, 1}
    hand = begun(house(blinds=(200, 500, 1000)), 20000, 20000, 20000, 20000, 20000)
    posted = hand.posts(set(), {"d": {0}, "e": {0, 1}})
    assert posted[3:] == [("d", "dead blind", 200), ("e", "dead blind", 700)]


def test_moves_add_up_until_a_big_blind_is_paid() -> None:
    """Past two and past one is past three, and leaving in between changes nothing (8.9.5)."""
    seats = Seats(house(seats=9))
    for seat, name in ((1, "a"), (2, "b"), (3, "c"), (4, "d"), (6, "e"), (8, "f")):
        seats.join(name, seat)
    assert seats.begin(set("abcdef"))[0] == [8, 1, 2]
    seats.move("c", 7, set("abcdef"))
    assert seats.sitters["c"].ahead == 2 and not seats.sitters["c"].must_wait
    seats.move("c", 9, set("abcdef"))
    assert seats.sitters["c"].ahead == 3 and seats.sitters["c"].waits
    seats.leave("c", at=0)
    seats.join("c", 3, at=60_000)
    assert seats.sitters["c"].must_wait
    assert seats.begin(set("abcdef"))[0] == [1, 2, 3]  # the big blind is c's
    assert not seats.sitters["c"].must_wait and seats.sitters["c"].ahead == 0


def test_who_owes_is_dealt_in_for_want_of_others_and_owes_on() -> None:
    seats = Seats(house(), line=[4, 5, 6])
    for name, seat in (("a", 1), ("b", 2), ("c", 3)):
        seats.sitters[name] = Sitter(seat)
    for name in "bc":
        seats.sitters[name].waits, seats.sitters[name].owes = True, {0, 1}
    assert [name for _, name in seats.begin(set("abc"))[1]] == list("abc")
    assert seats.sitters["b"].owes == seats.sitters["c"].owes == {0, 1}
    assert [name for _, name in seats.begin(set("abc"))[1]] == list("ab")
    assert not seats.sitters["b"].owes and seats.sitters["c"].owes == {0, 1}
