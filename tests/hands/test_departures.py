"""Where the text of a hand is not as the book has it and no money moves by that: noted, and refused only strictly."""

from __future__ import annotations

import pytest

from croupier.hands import Broken, Inconsistent, Unreadable, replay

HAND = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
seats = [1, 2, 3]
actions = [
  "d dh p1 ????", "d dh p2 ????", "d dh p3 ????",
  "p3 cbr 6", "p1 cc", "p2 cc",
  "d db 2c9hQd", "p1 cc", "p2 cc", "p3 cc",
  "d db Ah", "p1 cc", "p2 cc", "p3 cc",
  "d db 3s", "p1 cc", "p2 cc", "p3 cbr 10", "p1 cc", "p2 cc",
  {end}
]
"""
"""Three put in 16 each. p3, who bet last and was called, shows first, then p1 and p2: 48 are in the pot."""
WON = "finishing_stacks = [132, 84, 84]\n"
"""p1 wins the 48."""
SHOWN = '"p3 sm KdKs", "p1 sm AcKc", "p2 sm"'
"""As the book has it: p3 kings, p1 aces, and p2 gives up."""


def hand(end: str = SHOWN, more: str = WON) -> str:
    return HAND.format(end=end) + more


def departures(text: str) -> list[str]:
    found = replay(text)
    assert found.holds, found.why_not
    return [str(each) for each in found.departures]


def test_a_hand_as_the_book_has_it_departs_from_nothing() -> None:
    assert not departures(hand())
    assert replay(hand(), strict=True).holds


CASES = (
    ('"p1 sm AcKc", "p3 sm KdKs", "p2 sm"', ["action 21 (p1 sm AcKc): p3 is called before p1 [CP 8.20.4]"]),
    (f'{SHOWN}, "p2 sm"', ["action 24 (p2 sm): p2 has shown or mucked already [CP 8.20.4]"]),
    (f'{SHOWN}, "p1 sm AcKc"', ["action 24 (p1 sm AcKc): p1 has shown or mucked already [CP 8.20.4]"]),
    (f'{SHOWN}, "p2 sm 4d4s"', ["action 24 (p2 sm 4d4s): p2 has shown or mucked already [CP 8.20.4]"]),
    (
        '"p3 sm ????", "p1 sm AcKc", "p2 sm"',
        ["action 21 (p3 sm ????): no cards are named, so it counts as given up [CP 8.20.4]"],
    ),
    (
        '"p3 sm Kd??", "p1 sm AcKc", "p2 sm"',
        ["action 21 (p3 sm Kd??): no cards are named, so it counts as given up [CP 8.20.4]"],
    ),
    (
        '"p3 sm ????", "p1 sm AcKc", "p2 sm", "p3 sm KdKs"',
        ["action 24 (p3 sm KdKs): p3 has shown or mucked already [CP 8.20.4]"],
    ),
    (
        '"p3 sm", "p2 sm", "p1 sm ????"',
        [
            "action 22 (p2 sm): p1 is called before p2 [CP 8.20.4]",
            "action 22 (p2 sm): p2 gives up before p1, who is called first [CP 8.20.4]",
        ],
    ),
)


@pytest.mark.parametrize(("end", "said"), CASES, ids=range(len(CASES)))
def test_what_moves_no_money_is_noted_and_only_refused_strictly(end: str, said: list[str]) -> None:
    assert departures(hand(end)) == said
    with pytest.raises(Broken) as refused:
        replay(hand(end), strict=True)
    assert str(refused.value) == said[0]


@pytest.mark.parametrize("end", [end for end, _ in CASES[:6]])
def test_the_same_is_noted_where_the_text_does_not_say_how_the_hand_ended(end: str) -> None:
    found = replay(hand(end, ""))
    assert found.departures and not found.told
    assert [each.end for each in found.hand.players] == [132, 84, 84]


@pytest.mark.parametrize(
    ("seats", "departs"), [("[1, 2, 3]", 0), ("[3, 1, 2]", 0), ("[9, 2, 5]", 0), ("[2, 1, 3]", 1), ("[0, 1, 2]", 1)]
)
def test_seats_may_be_named_in_any_order_and_the_players_sit_in_that_of_the_text(seats: str, departs: int) -> None:
    """Seats that rise from any of them on are clockwise; others, and a seat 0, are not the book's."""
    text = hand().replace("seats = [1, 2, 3]", f"seats = {seats}")
    found = departures(text)
    assert len(found) == departs and all(each.endswith("[CP 8.4]") for each in found)
    if departs:
        with pytest.raises(Broken, match=r"^the start: the seats .*CP 8.4"):
            replay(text, strict=True)


def test_a_hand_that_was_folded_or_wins_alone_may_be_shown() -> None:
    """p3 bets, the others fold: 18 in the pot, which p3 takes."""
    cut = hand('"p3 sm KdKs"', "finishing_stacks = [94, 94, 112]\n")
    folded = cut.replace('"p3 cbr 10", "p1 cc", "p2 cc"', '"p3 cbr 10", "p1 f", "p2 f"')
    assert not departures(folded)
    assert departures(folded.replace('"p3 sm KdKs"', '"p1 sm 8c8d"')) == [
        "action 21 (p1 sm 8c8d): a hand that was folded [CP 8.20.4]"
    ]
    assert departures(folded.replace('"p3 sm KdKs"', '"p3 sm"')) == [
        "action 21 (p3 sm): nobody asks p3, who wins unseen [CP 8.20.4]"
    ]
    assert not departures(folded.replace('"p3 sm KdKs"', '"p3 sm ????"'))
    dealt = folded.replace('"d dh p2 ????"', '"d dh p2 8c7c"').replace('"p3 sm KdKs"', '"p1 sm 8c8d"')
    with pytest.raises(Broken, match="a card that another player holds"):
        replay(dealt)


def test_cards_named_in_the_deal_need_not_be_named_again() -> None:
    named = hand().replace("p1 ????", "p1 AcKc").replace("p3 ????", "p3 KdKs")
    assert not departures(named.replace("p3 sm KdKs", "p3 sm -").replace("p1 sm AcKc", "p1 sm -"))
    assert departures(named.replace("p1 sm AcKc", "p1 sm ????")) == [
        "action 22 (p1 sm ????): no cards are named; they are those dealt [CP 8.20.4]"
    ]
    silent = named.replace('"p3 sm KdKs", "p1 sm AcKc", "p2 sm"', '"p2 sm"')
    assert departures(silent)[1:] == [
        "the text ends before p3 shows; the cards are those dealt [CP 8.20.4]",
        "the text ends before p1 shows; the cards are those dealt [CP 8.20.4]",
    ]


@pytest.mark.parametrize(
    ("end", "more", "says"),
    [
        ('"p1 sm AcKc", "p2 sm"', WON, "the hand is not over: p3 is to show or muck"),
        ('"p3 sm ????", "p1 sm ????", "p2 sm ????"', "", "nobody can say who wins"),
        ('"p3 sm KdKs", "p1 sm ????", "p2 sm"', WON, "p1 collects with cards that the text does not name"),
        ('"p3 sm KdKs", "p3 sm KdKh", "p1 sm AcKc", "p2 sm"', WON, "not the cards that this player has shown"),
        (SHOWN, "finishing_stacks = [84, 84, 132]\n", ""),
    ],
)
def test_what_moves_money_or_cannot_be_known_is_named(end: str, more: str, says: str) -> None:
    if not says:
        assert replay(hand(end, more)).why_not == "p1 ends with 132, not 84; p3 ends with 84, not 132"
        return
    with pytest.raises(Broken, match=says):
        replay(hand(end, more))


def test_stacks_that_nobody_knows_are_read_and_what_is_collected_is_held_against_the_pots() -> None:
    """p1 and p3 began with nobody knows what; p1 collects 48 less the house's 2."""
    text = hand(more="winnings = [46, 0, 0]\n").replace("[100, 100, 100]", "[inf, 100, inf]")
    found = replay(text)
    assert found.holds and found.unknown == {1, 3} and found.hand.rake == 2
    assert found.hand.players[1].end == 84
    assert [each.end - each.start for each in found.hand.players] == [30, -16, -16]
    other = replay(text.replace("[46, 0, 0]", "[0, 46, 0]"))
    assert other.why_not == "p1 collects 46, not 0; p2 ends with 84, not 130"
    with pytest.raises(Unreadable):
        replay(text.replace("inf, 100", "-inf, 100"))
    with pytest.raises(Unreadable):
        replay(text.replace("inf, 100", "nan, 100"))


def test_what_is_told_must_add_up() -> None:
    for more, says in (
        ("winnings = [49, 0, 0]\n", "49 is collected of pots of 48"),
        ("winnings = [1, 0, 0]\n", "1 is collected of pots of 48: no commission of the book"),
        ("finishing_stacks = [132, 83, 84]\n", "p2 has 84 left before the pots and ends with 83"),
        (f"{WON}winnings = [47, 0, 0]\n", "p1 has 84 left before the pots, collects 47 and ends with 132"),
    ):
        with pytest.raises(Inconsistent, match=f"^the end: {says}"):
            replay(hand(more=more))
    assert replay(hand(more="winnings = [0, 0, 0]\n")).told is False


def test_winnings_may_hold_what_nobody_called() -> None:
    """p3 bets 10 on the river and nobody calls: 18 in the pot, and 28 in what p3 takes."""
    text = hand('"# nobody shows"', "winnings = [0, 0, 28]\n").replace(
        '"p1 cc", "p2 cc",\n  "#', '"p1 f", "p2 f",\n  "#'
    )
    assert departures(text) == ["the winnings of p3 hold the 10 that nobody called [CP 7.5]"]
    assert not departures(text.replace("28]", "18]"))
    raked = replay(text.replace("28]", "27]"))
    assert raked.holds and raked.hand.rake == 1
