"""Rake in hands of others, named or told by the stacks alone; and what is posted to come in, live and dead."""

from __future__ import annotations

import pytest

from croupier.games.crown_poker.state import Post
from croupier.hands import Broken, Inconsistent, Rake, Unreadable, as_phh, replay

ALL_IN = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [20, 50, 50]
actions = ["d dh p1 {first}", "d dh p2 KcKd", "d dh p3 QcQd", "p3 cbr 50", "p1 cc", "p2 cc",
  "p1 sm {first}", "p2 sm KcKd", "p3 sm QcQd", "d db {board}", "d db 4s", "d db 5h"]
"""
"""Three all in: 60 in the main pot, and 60 of p2 and p3 in the side pot, which p2 takes with kings."""
ACES, BOARD = "AcAd", "2c7h9s"
"""p1 takes the main pot with aces."""


def all_in(more: str, first: str = ACES) -> str:
    return ALL_IN.format(first=first, board=BOARD) + more


@pytest.mark.parametrize(
    ("first", "ends", "rakes"),
    [
        (ACES, "[60, 60, 0]", [0, 0]),
        (ACES, "[57, 58, 0]", [3, 2]),
        (ACES, "[60, 58, 0]", [0, 2]),
        (ACES, "[54.25, 59.5, 0]", [575, 50]),
        ("KhKs", "[28, 87, 0]", [4, 1]),  # the main pot is shared: 28 and 28 of 56, and 59 of the side pot
        ("KhKs", "[30, 88, 0]", [0, 2]),
        ("KhKs", "[29, 88, 0]", [1, 2]),  # 59 are shared as 30 and 29, or 58 as 29 and 29
    ],
)
def test_rake_that_only_the_stacks_tell_is_found_in_every_pot(first: str, ends: str, rakes: list[int]) -> None:
    found = replay(all_in(f"finishing_stacks = {ends}\n", first))
    if ends == "[29, 88, 0]":
        assert sum(each.rake for each in found.hand.pots) == 3
    else:
        assert [each.rake for each in found.hand.pots] == rakes
    assert found.holds, found.why_not
    assert [each.clause for each in found.departures] == (["CP 7.1"] if any(rakes) else [])
    again = replay(as_phh(found.hand))
    assert again.holds and again.hand.pots == found.hand.pots and not again.departures


def test_an_odd_chip_that_went_elsewhere_is_named_with_its_clause() -> None:
    """p1 and p2 share 57 of the main pot: p1, who sits left of the button, has the odd one by the book."""
    found = replay(all_in("finishing_stacks = [28, 89, 0]\n_rake = [3, 0]\n", "KhKs"))
    assert not found.holds
    assert found.why_not.startswith("p1 ends with 29, not 28; p2 ends with 88, not 89: a shared pot")
    assert "[CP 8.5.1]" in found.why_not


@pytest.mark.parametrize(
    ("rake", "ends", "rakes"),
    [
        ("_rake = 5", "[57, 58, 0]", [3, 2]),
        ("_rake = 5", "", [5, 0]),  # where it is not told otherwise it is of the main pot
        ("_rake = [3, 2]", "", [3, 2]),
        ("_rake = { percent = 5 }", "[57, 57, 0]", [3, 3]),
        ("_rake = { percent = 5, cap = 4 }", "[57, 59, 0]", [3, 1]),
        ("_rake = { per_hand = 2 }", "[58, 60, 0]", [2, 0]),
        ("_rake_percentage = 5\n_rake_cap = 4", "[57, 59, 0]", [3, 1]),
        ("_rake_percent = 5\n_rake = 6", "[57, 57, 0]", [3, 3]),
        ("_rake = { percent = 5, no_flop_no_rake = true }", "[57, 57, 0]", [3, 3]),
    ],
)
def test_rake_that_a_hand_names_in_its_own_fields_is_honoured(rake: str, ends: str, rakes: list[int]) -> None:
    more = f"finishing_stacks = {ends}\n" if ends else ""
    found = replay(all_in(f"{more}{rake}\n"), strict=True)
    assert found.holds, found.why_not
    assert [each.rake for each in found.hand.pots] == rakes


@pytest.mark.parametrize(
    ("rake", "says"),
    [
        ("_rake = 4", "a rake of 4, and 5 is missing of the pots"),
        ("_rake = [3, 1, 1]", "a rake of 3 pots, and there are 2"),
        ("_rake_percent = 5\n_rake = 5", "a rake of 5, and the method that it names leads to 6"),
        ("_rake = { percent = 12 }", "CP 7.2.1 wants a commission from 2% to 10%"),
        ("_rake = { percent = 4.55 }", "CP 7.2.1: a percentage is counted in tenths"),
    ],
)
def test_rake_that_does_not_come_out_is_named(rake: str, says: str) -> None:
    with pytest.raises(Broken, match=says):
        replay(all_in(f"finishing_stacks = [57, 58, 0]\n{rake}\n"))


def test_more_rake_than_there_is_is_named() -> None:
    with pytest.raises(Inconsistent, match="a rake of 121, and the pots do not hold that"):
        replay(all_in("_rake = 121\n"))


@pytest.mark.parametrize("rake", ["_rake = -1", '_rake = "5"', "_rake = { percent = 5, of = 3 }", "_rake = [true]"])
def test_a_rake_that_is_none_is_unreadable(rake: str) -> None:
    with pytest.raises(Unreadable):
        replay(all_in(f"{rake}\n"))


def test_what_the_command_names_is_for_hands_that_say_nothing_themselves() -> None:
    said = Rake(percent=10)
    assert [each.rake for each in replay(all_in(""), rake=said).hand.pots] == [6, 6]
    assert [each.rake for each in replay(all_in("_rake = { per_hand = 2 }\n"), rake=said).hand.pots] == [2, 0]


def test_a_method_spares_what_the_book_spares() -> None:
    """A hand that is over before the flop: 5 per cent of 60 are 3, unless such hands are spared (ruling 115)."""
    text = ALL_IN.format(first=ACES, board=BOARD)
    folded = text.partition('"p1 cc", "p2 cc"')[0] + '"p1 f", "p2 cc", "p2 sm KcKd", "p3 sm QcQd"]\n'
    folded = folded.replace('"p3 cbr 50"', '"p3 cbr 40"').replace('"p2 cc", "p2 sm KcKd", "p3 sm QcQd"', '"p2 f"')
    folded = folded.replace('"p3 cbr 40", "p1 f"', '"p3 cbr 10", "p1 cbr 20", "p2 f", "p3 f"').replace(', "p2 f"]', "]")
    assert replay(folded, rake=Rake(percent=5)).hand.rake == 1  # 10 + 10 + 2 are 22
    assert replay(folded, rake=Rake(percent=5, no_flop_no_rake=True)).hand.rake == 0


POSTED = """
variant = "NT"
antes = {antes}
blinds_or_straddles = [1, 2, {posted}, 0]
min_bet = 2
starting_stacks = [50, 50, 50, 50]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", "p3 cc", "p4 cbr 8", "p1 f", "p2 f", "p3 f"]
finishing_stacks = {ends}
"""


@pytest.mark.parametrize(
    ("antes", "posted", "ends", "posts"),
    [
        ("[0, 0, 0, 0]", -2, "[49, 48, 48, 55]", [(Post.LIVE, 2)]),
        ("[0, 0, 1, 0]", -2, "[49, 48, 47, 56]", [(Post.LIVE, 2), (Post.DEAD, 1)]),
        ("[0, 0, 0, 0]", -3, "[49, 48, 47, 56]", [(Post.LIVE, 2), (Post.DEAD, 1)]),
        ("[0, 0, 0, 0]", -1, "[49, 48, 47, 56]", [(Post.DEAD, 1)]),  # dead; the call of 2 is made beside it
    ],
)
def test_posts_out_of_turn_are_live_and_dead(antes: str, posted: int, ends: str, posts: list[tuple[Post, int]]) -> None:
    """p3 posts, calls or checks the 2, and folds to p4's raise."""
    found = replay(POSTED.format(antes=antes, posted=posted, ends=ends))
    assert found.holds, found.why_not
    assert [(each.what, each.cents) for each in found.hand.posts if each.seat == 3] == posts
    again = replay(as_phh(found.hand))
    assert again.holds and again.hand.posts == found.hand.posts


def test_a_post_that_no_blind_makes_is_refused() -> None:
    with pytest.raises(Broken, match=r"CP 8.10.2 wants a post of 2, not 5"):
        replay(POSTED.format(antes="[0, 0, 0, 0]", posted=-5, ends="[49, 48, 48, 55]"))


HEADS_UP = """
variant = "NT"
antes = {antes}
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [50, 50]
seats = {seats}
actions = ["d dh p1 ????", "d dh p2 ????", "p2 f"]
finishing_stacks = {ends}
"""


@pytest.mark.parametrize("seats", ["[1, 2]", "[2, 1]", "[7, 3]"])
def test_of_two_players_the_antes_are_written_the_second_first_as_the_blinds_are(seats: str) -> None:
    """p1 has the large blind of 2 and its ante of 3; p2 folds the small blind of 1."""
    found = replay(HEADS_UP.format(antes="[0, 3]", ends="[51, 49]", seats=seats))
    assert found.holds, found.why_not
    posts = {(each.what, each.cents, each.player) for each in found.hand.posts}
    assert posts == {(Post.BLIND, 1, "p2"), (Post.DEAD, 3, "p1"), (Post.BLIND, 2, "p1")}
    text = as_phh(found.hand)
    assert "antes = [0, 3]" in text and replay(text).holds
    written_before = text.replace("antes = [0, 3]", "antes = [3, 0]").replace("antes_as_blinds = true\n", "")
    assert replay(written_before).holds
