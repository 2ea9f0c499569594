"""What the drills ask of Blackjack's pay tables, worked out from the book."""

from __future__ import annotations

import pytest

from croupier.games.blackjack import Bet, State, Terms, Variant, initial
from croupier.games.blackjack.payouts import lines, paid
from croupier.money import ChipSet

PONTOON = initial(Terms(variant=Variant.PANDEMONIUM, decks=8, pandemonium=5))
SEVENS = "BJ 13 Table 2"
SIDE_BETS = initial(Terms(decks=7, sevens=2, pairs=True))


@pytest.mark.parametrize(
    ("state", "won", "stake", "cents", "clause"),
    [
        (SIDE_BETS, ("blackjack", "Blackjack"), 5_00, 7_50, "BJ 8.1:Blackjack"),
        (SIDE_BETS, ("blackjack", "any other win"), 5_00, 5_00, "BJ 8.1:All other winning wagers"),
        (SIDE_BETS, ("insurance", "the dealer's second card counts ten"), 2_50, 5_00, "BJ 8.1:Insurance"),
        (
            SIDE_BETS,
            ("magnificent sevens", "Three Sevens same suit"),
            2_00,
            32_000_00,
            f"{SEVENS}:Three Sevens same suit",
        ),
        (
            SIDE_BETS,
            ("magnificent sevens", "Three Sevens mixed suits"),
            2_00,
            1_100_00,
            f"{SEVENS}:Three Sevens mixed suits",
        ),
        (SIDE_BETS, ("perfect pairs", "Coloured Pair"), 5_00, 60_00, "BJ 15 Table 1:Coloured Pair"),
        (PONTOON, ("pontoon", "Pontoon"), 15_00, 22_50, "BJ 10 Table 1:Pontoon"),
        (PONTOON, ("pontoon", "6 cards totalling 21"), 15_00, 30_00, "BJ 10 Table 1:6 cards totalling 21"),
        (PONTOON, ("pontoon", "7,7,7 all spades"), 15_00, 45_00, "BJ 10 Table 1:7,7,7 all spades"),
        (PONTOON, ("pandemonium", "the button shows $500"), 2_50, 1_000_00, "BJ 11.6.3(e) Table 5:$500"),
    ],
)
def test_a_line_pays_its_odds_under_its_own_line_of_the_table(
    state: State, won: tuple[str, str], stake: int, cents: int, clause: str
) -> None:
    (line,) = (each for each in lines(state) if (each.bet, each.hand) == won)
    got, under = paid(state, line, stake)
    assert got == cents
    assert clause in under


def test_every_line_of_the_tables_is_there_once() -> None:
    pontoon = [each.bet for each in lines(PONTOON)]
    assert (pontoon.count(Bet.PONTOON), pontoon.count(Bet.PANDEMONIUM)) == (11, 7)
    beside = [each.bet for each in lines(SIDE_BETS)]
    assert [beside.count(bet) for bet in (Bet.BLACKJACK, Bet.SEVENS, Bet.PAIRS)] == [2, 4, 3]
    plain = {each.bet for each in lines(initial(Terms(variant=Variant.VEGAS)))}
    assert plain == {Bet.BLACKJACK, Bet.INSURANCE}


def test_what_chips_cannot_pay_is_rounded_up() -> None:
    state = initial(Terms(chips=ChipSet((5_00, 25_00))))
    (natural,) = (each for each in lines(state) if each.hand == "Blackjack")
    cents, under = paid(state, natural, 15_00)  # 22.50 by 3 to 2
    assert cents == 25_00
    assert {"BJ 6.2.3", "ruling 3"} <= set(under)
