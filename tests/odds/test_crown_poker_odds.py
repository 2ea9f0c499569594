"""Crown Poker's sheet: Flop Chase counted by hand, equities against every showdown, commission worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from croupier.cards import DECK
from croupier.games.crown_poker import flop_chase as chasing
from croupier.games.crown_poker.terms import GAMES, Bet, Variant
from croupier.money import Odds
from croupier.odds import analysis
from croupier.odds.crown_poker.equity import equities
from croupier.odds.crown_poker.kernel import play
from croupier.odds.crown_poker.settings import Settings, cards_of
from croupier.odds.crown_poker.sheet import sheet
from croupier.odds.crown_poker.show import data, page
from croupier.odds.crown_poker.wagers import commission, cost, flop_chase
from croupier.odds.setting import Kind, fields, read
from croupier.verify import table_of
from croupier.verify.playing import verdict_on

HOLDEM = GAMES[Variant.HOLDEM]


def hands(*said: str) -> list[tuple[str, ...]]:
    return [cards_of(each) for each in said]


@pytest.mark.parametrize("bet", Bet)
def test_flop_chase_costs_a_seventeenth(bet: Bet) -> None:
    flops = [cards for cards in combinations(DECK, 3) if all(card.colour == bet.value for card in cards)]
    found = flop_chase(bet)
    assert found.hit_rate == Fraction(len(flops), comb(52, 3)) == Fraction(2, 17)
    assert found.edge == 1 - Fraction(2, 17) * 8 == Fraction(1, 17)


def test_flops_dealt_by_the_kernel_agree_with_the_sheet() -> None:
    rounds = 400_000
    counts = play(5, rounds)
    assert list(counts[:2] + counts[2:]) == [counts[0] + counts[2], 2 * rounds - counts[0] - counts[2]]
    for wins in (counts[0], counts[2]):
        assert abs(wins / rounds - 2 / 17) < 4 * (2 / 17 * 15 / 17 / rounds) ** 0.5
    assert list(play(5, 1000)) == list(play(5, 1000)) != list(play(6, 1000))


def test_equities_of_a_pot_add_up_and_are_exact() -> None:
    found = equities(HOLDEM, hands("AsKs", "QhQd", "7c7s"))
    assert found.exact and found.showdowns == comb(46, 5)
    assert sum(each.equity for each in found.shares) == 1
    assert all(isinstance(each.equity, Fraction) for each in found.shares)


def test_two_equal_hands_share_every_pot() -> None:
    """On a board that both must play, each takes half of it, and neither ever takes it all."""
    found = equities(HOLDEM, hands("2c3d", "2d3c"), cards_of("AsKsQsJsTs"))
    assert [(each.equity, each.wins, each.shares) for each in found.shares] == [(Fraction(1, 2), 0, 1)] * 2


def test_a_hand_with_two_outs_takes_two_rivers_in_forty_four() -> None:
    found = equities(HOLDEM, hands("AsAh", "KsKd"), cards_of("2c7d9hTc"))
    assert [each.equity for each in found.shares] == [Fraction(42, 44), Fraction(2, 44)]


def test_low_takes_half_where_it_qualifies() -> None:
    """A wheel on the board's three low cards takes the low half; the set takes the high one."""
    found = equities(GAMES[Variant.OMAHA_HI_LO], hands("As2sKdQd", "8h8dTcJc"), cards_of("3c4d8c9sKh"))
    assert [(each.equity, each.shares) for each in found.shares] == [(Fraction(1, 2), 1)] * 2


def test_discards_go_with_the_dead_cards() -> None:
    pineapple = GAMES[Variant.CRAZY_PINEAPPLE]
    board = cards_of("2c7d9hTc")
    without = equities(pineapple, hands("AsAh", "KsKd"), board, cards_of("Kc"))
    assert without.shares[1].equity == Fraction(1, 43)
    with pytest.raises(ValueError, match=r"8\.16\.1\(b\).*after the discard"):
        equities(pineapple, hands("AsAhKc", "KsKdQd"), board)


def test_an_unknown_hand_is_sampled_and_the_exact_value_lies_within() -> None:
    found = equities(HOLDEM, hands("AsAh", "??"), cards_of("2c7d9hTc"), samples=200_000, seed=3)
    assert not found.exact and found.showdowns == 200_000
    left = [card.value for card in DECK if card.value not in {"As", "Ah", "2c", "7d", "9h", "Tc"}]
    known = [
        equities(HOLDEM, [("As", "Ah"), other], cards_of("2c7d9hTc")).shares[0].equity
        for other in combinations(left, 2)
    ]
    exact = float(sum(known, Fraction(0)) / len(known))
    share = found.shares[0]
    # in nineteen of twenty samples: 1.96 standard errors, of a hand that takes all of the pot or none of it
    wins = float(share.equity)
    assert share.off_by == pytest.approx(1.96 * (wins * (1 - wins) / 200_000) ** 0.5, rel=0.01)
    assert abs(share.equity - exact) < 2.2 * share.off_by
    again = equities(HOLDEM, hands("AsAh", "??"), cards_of("2c7d9hTc"), samples=200_000, seed=3)
    assert again == found


@pytest.mark.parametrize(
    ("said", "board", "refused"),
    [
        (("AsAh",), "", "CP 4.1:Holdem"),
        (("AsAh", "AsKd"), "", "CP 3.1"),
        (("AsAh", "KsKd"), "2c7d", "CP 8.18.1"),
        (("AsAhKs", "KdQd2c"), "", r"8\.16\.1\(a\)"),
        (("AsAx", "KdQd"), "", "Ax is no card"),
    ],
)
def test_what_cannot_lie_on_one_table_is_refused(said: tuple[str, ...], board: str, refused: str) -> None:
    with pytest.raises(ValueError, match=refused):
        equities(HOLDEM, hands(*said), cards_of(board))


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ({"board": "2c7d9h"}, "CP 8.18.1: a board and dead cards are for hands"),
        ({"dead": "2c"}, "are for hands to compare"),
        ({"hands_an_hour": "0"}, "1 to 500 hands an hour"),
        ({"rake_percent": "11"}, "CP 7.2.1"),
        ({"variant": "omaha", "players": "11"}, "CP 4.1:Omaha"),
    ],
)
def test_settings_that_say_nothing_or_too_much_are_refused(said: dict[str, str], refused: str) -> None:
    with pytest.raises(ValueError, match=refused):
        read(Settings, said)


def test_commission_is_rounded_down_to_the_chip_and_capped() -> None:
    settings = Settings(rake_percent=10, cap=Fraction(10), chip=Fraction(1), players=8, pot=Fraction(57))
    assert [commission(settings, Fraction(pot)) for pot in (9, 10, 57, 99, 100, 400)] == [0, 1, 5, 9, 10, 10]
    found = cost(settings)
    assert found is not None
    assert (found.a_player_a_hand, found.a_player_an_hour) == (Fraction(5, 8), Fraction(150, 8))
    assert found.capped_from == 100
    assert cost(Settings()) is None


def test_a_cap_that_is_no_whole_chip_is_reached_with_the_chip_above_it() -> None:
    settings = Settings(rake_percent=10, cap=Fraction(3), chip=Fraction(2), players=8, pot=Fraction(57))
    assert [commission(settings, Fraction(pot)) for pot in (19, 20, 39, 40, 400)] == [0, 2, 2, 3, 3]
    found = cost(settings)
    assert found is not None
    assert found.capped_from == 40


def test_the_sheet_is_read_from_words_and_written_as_data_and_page() -> None:
    kinds = {field.name: field.kind for field in fields(Settings)}
    assert (kinds["hands"], kinds["rake_percent"]) == (Kind.WORDS, Kind.WHOLE)
    settings = read(Settings, {"hands": "AsKs, QhQd", "board": "2c7d9h", "rake_percent": "5", "cap": "7.50"})
    assert settings.hands == ("AsKs", "QhQd")
    found = data(sheet(settings))
    assert [each["hand"] for each in found["equities"]["hands"]] == ["AsKs", "QhQd"]
    assert found["equities"]["exact"] and found["equities"]["showdowns"] == comb(45, 2)
    assert found["wagers"][0]["edge"]["exact"] == "1/17"
    assert found["commission"]["pot"]["taken"]["exact"] == "3/1"
    assert "What each hand takes" in page(sheet(settings), ())
    with pytest.raises(ValueError, match="short words"):
        read(Settings, {"hands": ",".join(["AsKs"] * 40)})


def test_equities_of_every_board_are_those_of_flops_put_together() -> None:
    """The equity before the flop is the mean over all flops, here over those with three given ranks of one hand."""
    held = hands("AsAh", "KsKd")
    left = [card.value for card in DECK if card.value not in {"As", "Ah", "Ks", "Kd"}]
    chance = np.random.default_rng(2)
    flops = [tuple(left[place] for place in chance.choice(48, 3, replace=False)) for _ in range(300)]
    values = [float(equities(HOLDEM, held, flop).shares[0].equity) for flop in flops]
    exact = float(equities(HOLDEM, held).shares[0].equity)
    assert abs(np.mean(values) - exact) < 4 * np.std(values) / 300**0.5


def test_the_table_plays_flop_chase_as_the_sheet_says() -> None:
    room = analysis("crown-poker")
    settings = room.played(variant=Variant.OMAHA)
    found = room.sheet(settings)
    verdict = verdict_on(table_of("crown-poker")(settings, found, 7), found, rounds=400)
    assert verdict.rounds == 400
    assert verdict.disagreements == ()


def test_a_table_that_pays_too_little_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    room = analysis("crown-poker")
    settings = room.played()
    found = room.sheet(settings)
    monkeypatch.setattr(chasing, "FLOP_CHASE_ODDS", Odds(6))
    verdict = verdict_on(table_of("crown-poker")(settings, found, 7), found, rounds=60)
    assert any("three" in str(each) for each in verdict.disagreements)
