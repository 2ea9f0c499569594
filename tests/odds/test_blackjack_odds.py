"""The odds of the Blackjack family: against a solution of the endless shoe by totals, and facts worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.blackjack.terms import Terms, Variant
from croupier.odds.blackjack import advice, explore, show
from croupier.odds.blackjack.charts import UPCARDS, chart
from croupier.odds.blackjack.compositions import TEN, place_of
from croupier.odds.blackjack.exact_split import Splits, cases, net_of
from croupier.odds.blackjack.settings import Settings
from croupier.odds.blackjack.sheet import BlackjackSheet, comparisons, effects_of_removal, sheet
from croupier.odds.blackjack.shoes import Game
from croupier.odds.blackjack.split_joint import NIL
from croupier.odds.blackjack.strategy import ACTIONS, DOUBLE, DRAW, SPLIT, STAND
from croupier.odds.blackjack.suits import suits_of
from croupier.odds.blackjack.whole import Whole
from croupier.odds.export import as_json
from tests.odds import endless_blackjack as endless
from tests.odds.blackjack_by_hand import Hand, Table, split_value


@pytest.fixture(scope="module")
def sheets() -> dict[Variant, BlackjackSheet]:
    return {variant: sheet(Settings(variant=variant)) for variant in Variant}


# The endless shoe.


def test_an_endless_shoe_is_worth_what_totals_alone_give() -> None:
    whole = Whole(Game(Settings(decks="infinite")))
    _, worth = whole.best()
    for place, start in enumerate(whole.starts):
        if start.natural:
            continue
        state = endless.with_card(endless.with_card((0, False), start.first + 1), start.second + 1)
        for upcard in range(1, 11):
            found, wanted = worth[place, upcard - 1], endless.choices(state, True, upcard)
            assert found[DRAW] == pytest.approx(wanted["draw"], abs=1e-9)
            if state[0] >= 17 or (state[0] >= 12 and not state[1]):
                assert found[STAND] == pytest.approx(wanted["stand"], abs=1e-9)
            if "double" in wanted:
                assert found[DOUBLE] == pytest.approx(wanted["double"], abs=1e-9)
            if start.pair:
                assert found[SPLIT] == pytest.approx(endless.split(start.first + 1, upcard), abs=1e-9)


# Sheets as a whole.


@pytest.mark.parametrize("variant", Variant)
def test_the_lines_make_up_the_hands(sheets: dict[Variant, BlackjackSheet], variant: Variant) -> None:
    found = sheets[variant]
    main = found.wagers[0]
    assert sum(line.probability for line in main.outcomes) == pytest.approx(1, abs=1e-12)
    assert float(main.edge) == pytest.approx(-found.found.value, abs=1e-12)
    assert float(main.variance) == pytest.approx(found.found.variance, abs=1e-9)
    assert found.found.chances.sum() == pytest.approx(1, abs=1e-12)
    best = found.worth.max(axis=2)
    assert float((found.found.chances * best).sum()) == pytest.approx(found.found.value, abs=1e-12)


@pytest.mark.parametrize("variant", Variant)
def test_looking_at_the_cards_is_never_worse_than_looking_at_totals(
    sheets: dict[Variant, BlackjackSheet], variant: Variant
) -> None:
    assert 0 <= sheets[variant].gives_up < 0.001
    assert float(sheets[variant].basic.edge - sheets[variant].wagers[0].edge) == pytest.approx(
        sheets[variant].gives_up, abs=1e-12
    )


def test_naturals_and_insurance_are_counts_of_cards(sheets: dict[Variant, BlackjackSheet]) -> None:
    main, insurance = sheets[Variant.BLACKJACK].wagers[:2]
    chances = {line.name: line.probability for line in main.outcomes}
    # 32 aces and 128 tens among 416 cards, in either order.
    assert chances["Blackjack"] + chances["both have a natural"] == pytest.approx(2 * 32 * 128 / (416 * 415))
    # Of the naturals, the dealer's two cards come from 31 aces and 127 tens among 414.
    assert chances["both have a natural"] == pytest.approx(
        2 * 32 * 128 / (416 * 415) * 2 * 31 * 127 / (414 * 413), abs=1e-12
    )
    # 128 tens among 415 cards pay twice, 287 others lose.
    assert insurance.edge == Fraction(287 - 2 * 128, 415)
    assert sheets[Variant.BLACKJACK].even_money == pytest.approx(1.5 * (1 - 127 / 413))


def test_the_super_bonus_is_a_count_of_sevens(sheets: dict[Variant, BlackjackSheet]) -> None:
    won = [line for line in sheets[Variant.PONTOON].wagers[0].outcomes if line.name.startswith("Super Bonus")]
    # Eight sevens of each of four suits: two of one and a third of it are drawn, and any other seven is the dealer's.
    wanted = 4 * 8 * 7 * 6 * 29 / (384 * 383 * 382 * 381)
    assert sum(line.probability for line in won) == pytest.approx(wanted)
    assert {line.name.endswith("spades"): line.pays for line in won} == {False: 2 + 100, True: 3 + 100}
    facts = sheets[Variant.PONTOON].super_bonus
    assert facts is not None
    assert facts.prize == 1000
    # The prize of the higher tier is five times the other, for at least twelve and a half times the stake.
    assert facts.by_stake[2] / facts.by_stake[25] == pytest.approx(2.5)


def test_a_stake_under_two_dollars_has_no_super_bonus() -> None:
    small = sheet(Settings(variant=Variant.PONTOON, decks=4, stake=Fraction(1)))
    assert small.super_bonus is not None
    assert small.super_bonus.worth == 0
    assert not [line for line in small.wagers[0].outcomes if "Super Bonus" in line.name]


# What is known of the game.


def test_more_decks_and_a_drawn_soft_17_cost_the_player(sheets: dict[Variant, BlackjackSheet]) -> None:
    decks = comparisons(Settings())[0]
    edges = [float(each.wagers[0].edge) for each in decks.sheets]
    assert decks.labels == ("4", "5", "6", "7", "8", "infinite")
    assert edges == sorted(edges)
    assert sheets[Variant.CROWN].wagers[0].edge > sheets[Variant.BLACKJACK].wagers[0].edge


def test_each_reading_is_worth_something_to_the_side_it_favours() -> None:
    found = {each.term: [float(one.wagers[0].edge) for one in each.sheets] for each in comparisons(Settings(decks=4))}
    assert found["reading of ruling 30"][0] > found["reading of ruling 30"][1] + 0.001
    assert found["reading of ruling 31"][0] > found["reading of ruling 31"][1]
    assert found["reading of ruling 33"][0] >= found["reading of ruling 33"][1]
    crown = {
        each.term: [float(one.wagers[0].edge) for one in each.sheets]
        for each in comparisons(Settings(variant=Variant.CROWN, decks=4))
    }
    # Against a six that is drawn to soft 17, A-8 is worth doubling.
    assert crown["reading of ruling 33"][0] > crown["reading of ruling 33"][1]


def test_a_half_that_chips_cannot_pay_is_rounded_as_the_reading_says() -> None:
    # Half of $3 is $1.50, and the smallest chips are $1 and $2.50: $2 come back, or $1.
    settings = Settings(variant=Variant.VEGAS, stake=Fraction(3))
    for reading, lost in ((True, Fraction(1, 3)), (False, Fraction(2, 3))):
        main = sheet(replace(settings, surrender_rounded_up=reading)).wagers[0]
        given_up = [line.pays for line in main.outcomes if line.name == "surrendered"]
        assert given_up in ([-lost], [])
    assert sheet(settings).wagers[0].edge < sheet(replace(settings, surrender_rounded_up=False)).wagers[0].edge


def test_removed_cards_help_and_hurt_by_rank() -> None:
    found = effects_of_removal(Settings(decks=6))
    assert max(found, key=lambda rank: found[rank]) == "5"
    assert found["A"] < found["T"] < found["9"] < 0 < found["7"] < found["2"]
    # A card taken out unseen changes nothing, so the effects weighed by how many there are cancel out.
    by_rank = [4 * found[rank] for rank in "A23456789"] + [16 * found["T"]]
    assert sum(by_rank) == pytest.approx(0, abs=1e-9)


def test_basic_strategy_does_what_everyone_knows(sheets: dict[Variant, BlackjackSheet]) -> None:
    strategy = sheets[Variant.BLACKJACK].strategy
    assert strategy.splits[7, 1:6].all()
    assert strategy.splits[0, 1:].all()
    assert not strategy.splits[4].any()
    assert not strategy.splits[TEN].any()
    assert (strategy.hands[:, 0, 17:21] == STAND).all()
    assert (strategy.hands[0, 0, 11, 1:] == DOUBLE).all()
    assert (strategy.hands[0, 0, 16, 1:6] == STAND).all()
    assert (strategy.hands[0, 0, 16, 6:] == DRAW).all()
    assert (strategy.hands[0, 1, 17] == DRAW).all()
    assert not strategy.insures
    assert not strategy.takes_even_money
    vegas = sheets[Variant.VEGAS].strategy
    assert vegas.surrenders[0, 16, [0, TEN]].all()
    assert not vegas.surrenders[0, 16, 1:TEN].any()


def test_the_chart_says_from_how_many_cards_on(sheets: dict[Variant, BlackjackSheet]) -> None:
    for variant, any_number in ((Variant.BLACKJACK, False), (Variant.PONTOON, True)):
        strategy = sheets[variant].strategy
        rows = {row.name: row.codes for row in chart(strategy)}
        for place, upcard in enumerate(UPCARDS):
            code = rows["hard 10"][place]
            doubles = [strategy.hands[size, 0, 10, upcard] == DOUBLE for size in range(4)]
            assert (code[0] == "X") == doubles[0]
            # Where only two cards may be doubled, nobody needs to be told that three are drawn to.
            changes = any_number and doubles[0] and not all(doubles)
            assert code == ("X" if doubles[0] else "D") + (f"/D{doubles.index(False) + 2}" if changes else "")


@pytest.mark.parametrize("variant", Variant)
def test_a_higher_total_is_never_worth_less_to_stand_on(
    sheets: dict[Variant, BlackjackSheet], variant: Variant
) -> None:
    found = sheets[variant]
    stands = [
        next(
            found.worth[place, :, STAND]
            for place, start in enumerate(found.starts)
            if (start.first, start.second) == (other, TEN)
        )
        for other in range(6, 10)
    ]
    assert all((high >= low).all() for low, high in pairwise(stands))


# Split hands together.


def eights_split(
    times: int, upcard: int, *, one_in_all: bool
) -> tuple[dict[Fraction, float], dict[Fraction, Fraction]]:
    """The net results of split eights with so many times the cards: as the analysis has them, and card by card."""
    shoe = times * np.array([2, 0, 2, 0, 2, 0, 0, 3, 0, 4], dtype=np.float64)
    game = Game(Settings(busts_lost_to_blackjack=not one_in_all), shoe)
    splits = Splits(game)
    policy = splits.policy(7)

    def choose(hand: Hand) -> str:
        return ACTIONS[policy.actions[0, place_of(*(value - 1 for value in hand)), upcard - 1]]

    over = splits.none_alive(7, upcard - 1, policy, exactly=True)
    told = cases(splits.apart(7, policy)[upcard - 1], over, 7, upcard - 1, suits_of(game.settings), 0)
    net = net_of(told, one_in_all=one_in_all, spared=False)
    left = [int(each) for each in shoe]
    for value in (upcard, 8, 8):
        left[value - 1] -= 1
    found = {Fraction(place - NIL, 2): float(chance) for place, chance in enumerate(net.chances)}
    return found, split_value(tuple(left), upcard, 8, choose, Table(one_in_all=one_in_all))


def off_by(times: int) -> float:
    """How far the chances are off, with so many times the cards."""
    found, wanted = eights_split(times, 5, one_in_all=False)
    return max(abs(found[gain] - float(wanted.get(gain, 0))) for gain in found)


def test_what_split_hands_do_together_is_right_to_the_first_order() -> None:
    few, more = off_by(2), off_by(4)
    # Twice the cards, nearly a quarter of the error: with 26 and 52 cards there is still some of the next order in it.
    assert more < few / 2.5
    assert more < 5e-4


@pytest.mark.parametrize("upcard", [1, 10])
def test_one_wager_in_all_is_lost_to_a_natural_where_ruling_31_is_read_so(upcard: int) -> None:
    found, wanted = eights_split(3, upcard, one_in_all=True)
    for gain, chance in found.items():
        assert chance == pytest.approx(float(wanted.get(gain, 0)), abs=1e-3)
    plain, _ = eights_split(3, upcard, one_in_all=False)
    # Bust hands beside a live one come back, so no more than one wager less is lost and never less won.
    assert sum(gain * chance for gain, chance in found.items()) > sum(gain * chance for gain, chance in plain.items())


# For programs and players.


@pytest.mark.parametrize("variant", [Variant.VEGAS, Variant.PONTOON])
def test_a_sheet_is_the_same_bytes_each_time(variant: Variant) -> None:
    settings = Settings(variant=variant, decks=4)
    first, second = (as_json(show.data(sheet(settings))) for _ in range(2))
    assert first == second
    assert '"chart"' in first


def test_a_hand_can_be_explored() -> None:
    found = explore.hands("8,8 against T")
    assert found["best"] == "split"
    assert found["worth"]["split"] > found["worth"]["draw"]
    assert sum(found["dealer"].values()) == pytest.approx(1)
    # A third card: nothing is left but to stand, draw, or, in Crown Pontoon, double.
    assert set(explore.hands("5,3,2 v 6")["worth"]) == {"draw"}
    assert set(explore.hands("5,3,2 v 6 pontoon")["worth"]) == {"draw", "double"}
    suited = explore.hands("7,7 v 7 pontoon")["by_suits"]
    assert [each["best"] for each in suited] == ["split", "draw", "draw"]


@pytest.mark.parametrize("asked", ["", "8,8", "8,8 against 1", "8 against T", "T,T,T against 2", "8,8 v T chess"])
def test_what_is_no_hand_is_refused(asked: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        explore.hands(asked)


def test_players_are_told_the_best_play() -> None:
    terms = Terms(decks=8)
    eights, ten = (Card("8s"), Card("8h")), Card("Kd")
    assert advice.best_first(terms, eights, ten) == "split"
    assert advice.best_next(terms, eights, ten, split=True, may_split=True) == "split"
    assert advice.best_next(terms, (*eights, Card("5c")), ten) == "stand"
    assert advice.best_first(terms, (Card("As"), Card("Th")), Card("Ad")) == "stand"
    pontoon = Terms(variant=Variant.PONTOON, decks=8)
    assert advice.best_first(pontoon, (Card("7s"), Card("7s")), Card("7d")) == "draw"
    assert advice.best_first(pontoon, (Card("7s"), Card("7h")), Card("7d")) == "split"
    doubled = (Card("5s"), Card("6h"), Card("2h"))
    assert advice.best_withdrawn(pontoon, doubled, 13, Card("Kd"))
    assert not advice.best_withdrawn(pontoon, doubled, 13, Card("6d"))
