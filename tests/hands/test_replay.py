"""Hands that others recorded, played again strictly: the book refuses no action, and everyone ends with the same."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from croupier.games.crown_poker.state import Share
from croupier.hands import Broken, Replayed, Unreadable, as_phh, replay

RECORDED = Path(__file__).parents[3] / "shared" / "hands" / "data"
here = pytest.mark.skipif(not RECORDED.is_dir(), reason=f"the recorded hands are not at {RECORDED}")

HALF_CHIPS = {
    "102/0": (1, 5),
    "32/23": (3, 6),
    "41b/204": (1, 4),
    "60/88": (2, 6),
    "75b/76": (3, 6),
    "88/128": (4, 6),
    "91/43": (4, 5),
    "91/53": (1, 4),
}
"""Files that share an odd pot out in half chips, with the two who share it.

CP 8.5 divides down to the smallest chip and gives what is left to the hand nearest to the button clockwise: the first
has half a chip more than the file says, the other half a chip less.
"""


@here
def test_every_recorded_hand_is_played_to_its_recorded_end() -> None:
    played, halved = 0, {}
    for path in sorted(RECORDED.rglob("*.phh")):
        found = replay(path.read_text(encoding="utf-8"))
        name = f"{path.parent.name}/{path.stem}"
        played += 1
        if found.differences:
            halved[name] = found
    assert played == sum(1 for _ in RECORDED.rglob("*.phh")) > 900
    assert set(halved) == set(HALF_CHIPS)
    for name, found in halved.items():
        check_odd_chip(found, *HALF_CHIPS[name])


def check_odd_chip(found: Replayed, first: int, other: int) -> None:
    """One pot in two parts, one chip apart: half a chip from what the file says on either side."""
    apart = {each.player: each.played - each.written for each in found.differences}
    assert apart == {first: Fraction(1, 2), other: Fraction(-1, 2)}
    (pot,) = found.hand.pots
    assert pot.cents % 2 == 1 and "CP 8.5.1" in found.hand.under
    shares = {share.seat: share for share in pot.shares}
    assert set(shares) == {first, other}
    assert shares[first].cents - shares[other].cents == 1 and shares[first].odd == 1
    assert isinstance(shares[other], Share) and not shares[other].odd


@here
def test_the_record_of_a_replayed_hand_is_written_and_read_again_without_loss() -> None:
    for path in sorted(RECORDED.rglob("*.phh"))[::7]:
        text = as_phh(replay(path.read_text(encoding="utf-8")).hand)
        again = replay(text)
        assert again.holds, path
        assert as_phh(again.hand) == text, path


HAND = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 90]
actions = [
  "d dh p1 AcKc", "d dh p2 ????", "d dh p3 7h7d",
  "p3 cbr 6", "p1 cbr 20 # a commentary", "p2 f", "p3 cc",
  "d db 2c9hQd", "p1 cbr 30", "p3 cbr 70", "p1 cc",
  "p1 sm AcKc", "p3 sm 7h7d",
  "d db Ah", "d db 3s",
]
finishing_stacks = [292, 198, 0]
"""
"""p3 is all in for 90 with sevens, p1 pairs the ace on the turn: 90 and 90 and the blind of 2 are 182; 110 + 182."""


def without(old: str, new: str) -> str:
    assert old in HAND
    return HAND.replace(old, new)


def test_a_hand_holds_when_the_book_allows_it_and_the_stacks_agree() -> None:
    found = replay(HAND)
    assert found.holds
    assert [each.end for each in found.hand.players] == [292, 198, 0]
    assert found.hand.burns == 3


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"p3 cbr 6"', '"p3 cbr 3"', r"action 4 \(p3 cbr 3\): the limits do not allow it .*CP 6.6"),
        ('"p3 cbr 6"', '"p1 cbr 6"', r"action 4 .*someone else"),
        ('"p3 cbr 70"', '"p3 cbr 71"', r"action 10 .*p3 has 70 left and puts in 71 \[CP 1.1:Table stakes\]"),
        ('"p3 cbr 70"', '"p3 cbr 45"', "action 10 .*the limits"),
        ('"p2 f", ', "", "someone else"),
        ('"d db Ah"', '"d db 7d"', "that a player holds"),
        ('"d db Ah"', '"d db 2c"', "cannot be in the shoe"),
        ('"p3 sm 7h7d"', '"p3 sm 7h8d"', "not the cards that this player was dealt"),
        ('"d db 2c9hQd"', '"d db 2c9h"', "action 8 .*the card must be entered"),
        (', "d db 3s"', "", "the end: the hand is not over"),
        ('"d dh p3 7h7d"', '"d dh p3 7hKc"', "another player holds"),
        ("[1, 2, 0]", "[1, 0, 2]", "the start: CP 8.9.2"),
        ("antes = [0, 0, 0]", "antes = [3, 0, 0]", "the start: CP 6.3"),
        ("min_bet = 2", "min_bet = 4", "the start: CP 6.4"),
    ],
)
def test_what_the_book_refuses_breaks_a_hand_and_is_not_repaired(old: str, new: str, says: str) -> None:
    with pytest.raises(Broken) as broken:
        replay(without(old, new))
    assert re.search(says, str(broken.value)), str(broken.value)


def test_what_the_book_refuses_is_said_in_the_amounts_of_the_text() -> None:
    """At 200.25 the unit is a hundredth: what is least is still 4."""
    with pytest.raises(Broken, match=r"\(p3 cbr 3\): the limits do not allow it \(least 4, most 90, offered 3\)"):
        replay(without("200, 200, 90", "200.25, 200, 90").replace("p3 cbr 6", "p3 cbr 3"))


def test_stacks_that_end_otherwise_than_written_are_named() -> None:
    found = replay(without("[292, 198, 0]", "[291.5, 198, 0.5]"))
    assert [(each.player, each.written, each.played) for each in found.differences] == [
        (1, Fraction(583, 2), 292),
        (3, Fraction(1, 2), 0),
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('variant = "NT"', 'variant = "F7S"'),
        ('variant = "NT"', "variant = 3"),
        ('"p3 cbr 6"', '"p3 bets 6"'),
        ('"p3 cbr 6"', '"p3 cbr six"'),
        ('"p3 cbr 6"', '"q3 cbr 6"'),
        ('"d dh p1 AcKc"', '"d dh p1 AcK"'),
        ('"d dh p1 AcKc"', '"d dh p1 AcXx"'),
        ("[200, 200, 90]", "[200, 200]"),
        ("[200, 200, 90]", '[200, 200, "90"]'),
        ("antes =", "antes"),
        ("[292, 198, 0]", "[292, 198]"),
    ],
)
def test_what_is_no_hand_of_the_format_is_unreadable(old: str, new: str) -> None:
    with pytest.raises(Unreadable):
        replay(without(old, new))


def test_amounts_are_counted_in_the_unit_in_which_they_are_whole() -> None:
    found = replay(without("200, 200, 90", "200.25, 200.5, 90").replace("[292, 198", "[292.25, 198.5"))
    assert found.hand.scale == 100
    assert [(each.start, each.end) for each in found.hand.players] == [(20_025, 29_225), (20_050, 19_850), (9_000, 0)]


HEADS_UP = """
variant = "FT"
antes = [0, 0]
blinds_or_straddles = {blinds}
small_bet = 4
big_bet = 8
starting_stacks = [100, 100]
actions = ["d dh p1 ????", "d dh p2 ????", {first}]
finishing_stacks = {ends}
"""


def test_of_two_players_the_button_posts_the_small_blind_where_the_file_says_so() -> None:
    """The second blind of a list of two is the first player's; by the book the player left of the button is small."""
    theirs = replay(HEADS_UP.format(blinds="[2, 4]", first='"p2 f"', ends="[102, 98]"))
    assert theirs.holds and theirs.hand.readings.button_posts_small
    ours = replay(HEADS_UP.format(blinds="[4, 2]", first='"p1 f"', ends="[98, 102]"))
    assert ours.holds and not ours.hand.readings.button_posts_small
    with pytest.raises(Broken, match="someone else"):
        replay(HEADS_UP.format(blinds="[2, 4]", first='"p1 f"', ends="[98, 102]"))


POSTED = """
variant = "NT"
antes = [0, 0, 0, 0, 0]
blinds_or_straddles = [1, 2, 4, {fourth}, {button}]
min_bet = 2
starting_stacks = [50, 50, 50, 50, 50]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", "d dh p5 ????",
  "p4 cc", "p5 cc", "p1 f", "p2 f", "p3 cbr 8", "p4 f", "p5 f"]
finishing_stacks = [49, 48, 61, 46, 46]
"""


def test_a_straddle_and_a_post_out_of_turn_are_read_from_the_blinds() -> None:
    """Blinds 1 and 2, p3 straddles 4, p4 posts 2 and calls 2 more; all fold to the raise."""
    found = replay(POSTED.format(fourth=-2, button=0))
    assert found.holds
    assert [(each.what.value, each.cents) for each in found.hand.posts] == [
        ("blind", 1),
        ("blind", 2),
        ("post", 2),
        ("straddle", 4),
    ]


def test_nobody_comes_in_by_posting_at_the_button() -> None:
    with pytest.raises(Broken, match="the deal goes to p1, p2, p3, p4 "):
        replay(POSTED.format(fourth=0, button=-2))


def test_chips_laid_short_of_a_call_and_given_up_are_in_the_pot() -> None:
    """p2 lays 1 more and then folds: the 1 is p1's in the end (CP 6.17)."""
    text = as_phh(replay(HAND).hand)
    laid = text.replace("laid = []", "laid = [[6, 1]]").replace("[292, 198, 0]", "[293, 197, 0]")
    again = replay(laid)
    assert again.holds
    assert "CP 6.17" in again.hand.under
    assert "laid = [[6, 1]]" in as_phh(again.hand)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("rake = [0]", "rake = [5]", "the house takes"),
        ("smallest_chip = 1", "smallest_chip = 7", "chips"),
        ("blinds = [1, 2]", "blinds = [2, 2]", "posts"),
    ],
)
def test_what_this_house_has_added_must_come_out_again(old: str, new: str, says: str) -> None:
    text = as_phh(replay(HAND).hand)
    assert old in text
    with pytest.raises(Broken, match=says):
        replay(text.replace(old, new))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "variant is missing"),
        ("a = " + "[" * 5_000 + "]" * 5_000, "too deep"),
        ("a = " + "{a=" * 3_000 + "1" + "}" * 3_000, "too deep"),
        (HAND + f'x = "{"y" * 2_000_000}"', "longer than any hand"),
        (without("90]", "9" * 5_000 + "]"), "thousands of digits"),
        (without("90]", "0x" + "f" * 50_000 + "]"), "more than any hand needs"),
        (without("90]", "1e999999999]"), "no amount"),
        (without("90]", "1e-999999999]"), "no amount"),
        (without("90]", "nan]"), "no amount"),
        (without("90]", "-90]"), "less than nothing"),
        (without("[292, 198, 0]", "[292, 198, 1e999999999]"), "finishing_stacks: .* no amount"),
        (without("[292, 198, 0]", "[292, 198, 1e-999999999]"), "finishing_stacks: .* no amount"),
        (without("[292, 198, 0]", "[292, 198, 1979-05-27]"), "finishing_stacks: .* no amount"),
        (without("cbr 6", "cbr 1e999999999"), "names no amount"),
        (without("cbr 6", "cbr " + "9" * 5_000), "names no amount"),
        (without("cbr 6", "cbr \u0666"), "names no amount"),
        (without("cbr 6", "cbr 6_0"), "names no amount"),
        (without("cbr 6", "\\u001b[2J 6"), "no action"),
        (without("p3 cbr 6", "x" * 100_000), "no action"),
        (without('"NT"', f'"{"x" * 100_000}"'), "no game of the code"),
        (without("min_bet = 2", ""), "min_bet is missing"),
        (HAND + 'players = [1, {a = 1}, "c"]', "a list of names"),
        (HAND + "seat_count = -1", "none below nothing"),
    ],
    ids=range(23),
)
def test_whatever_a_text_holds_it_is_refused_at_once_and_in_few_words(text: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says) as refused:
        replay(text)
    assert len(str(refused.value)) < 200 and str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("stack", "says"),
    [
        ("1.5e15", "1500000000000000 is more than any hand needs"),
        ("-9.5e15", "-9500000000000000 is more than any hand needs"),
        ("1e-7", "0.0000001 has more than 6 places behind the point"),
        ("9e40", "9" + "0" * 40 + " is more than any hand needs"),
        ("9e41", "a number of more than 40 digits is no amount of any chips"),
        ("1e-999999999", "a number of more than 40 digits is no amount of any chips"),
        ("nan", "NaN is no amount"),
        ("-inf", "-Infinity is no amount"),
    ],
)
def test_a_number_that_is_refused_is_repeated_without_an_exponent(stack: str, says: str) -> None:
    with pytest.raises(Unreadable) as refused:
        replay(without("200, 200, 90", f"{stack}, 200, 90"))
    assert str(refused.value) == says


def test_what_this_house_has_added_names_whole_lines_of_blinds() -> None:
    with pytest.raises(Unreadable, match="the button and of no blind"):
        replay(as_phh(replay(HAND).hand).replace("again = []", "again = [2]"))


VALUES = (
    "0",
    "-1",
    "99999999999999999999",
    "1.23456789",
    "true",
    '"x"',
    "[]",
    "{}",
    "3",
    "11",
    "1e400",
    "nan",
    "[[1]]",
)


@pytest.mark.parametrize("seed", range(100))
def test_a_spoilt_text_is_unreadable_or_broken_and_nothing_else(seed: int) -> None:
    chance = Random(seed)
    lines = as_phh(replay(HAND).hand).splitlines()
    place = chance.randrange(len(lines))
    name, found, _ = lines[place].partition(" = ")
    if found and chance.random() < 0.7:
        lines[place] = f"{name} = {chance.choice(VALUES)}"
    else:
        del lines[place]
    try:
        replay("\n".join(lines))
    except (Unreadable, Broken) as refused:
        assert str(refused)
