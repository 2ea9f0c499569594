"""Simulated rounds against the exact odds of the same plan, which share nothing but the plan."""

from __future__ import annotations

import pickle
from math import sqrt
from typing import Any

import numpy as np
import pytest

from croupier.cards import Device
from croupier.games.blackjack.terms import Variant
from croupier.odds import analysis
from croupier.odds.blackjack import exact_lines
from croupier.odds.blackjack import hands_played as ways
from croupier.odds.blackjack.plan import compiled, rules_of, shortcuts_of, table_of
from croupier.odds.blackjack.rounds import deal, room
from croupier.odds.blackjack.settings import Simulated
from croupier.odds.blackjack.shoes import Game
from croupier.odds.blackjack.side_bets import whole_shoe
from croupier.odds.blackjack.split_joint import HALVES, NIL
from croupier.odds.blackjack.stack import seeded, stack_of
from croupier.odds.blackjack.whole import Whole
from croupier.odds.simulate import simulate

ROUNDS = 2_000_000
STANDARD_ERRORS = 4

CASES: tuple[dict[str, Any], ...] = (
    {"variant": Variant.BLACKJACK, "decks": 8},
    {"variant": Variant.BLACKJACK, "decks": 4, "areas": 3, "blackjack_beats_21": False},
    {"variant": Variant.CROWN, "decks": 6, "doubles_soft_19_20": True},
    {"variant": Variant.VEGAS, "busts_lost_to_blackjack": False},
    {"variant": Variant.PONTOON, "decks": 4},
    {"variant": Variant.PONTOON, "decks": 8, "areas": 2, "bonus_after_unsuited_split": False},
)
SAME = (
    (ways.WON, exact_lines.WON),
    (ways.WON_DOUBLED, exact_lines.WON_DOUBLED),
    (ways.LEVEL, exact_lines.LEVEL),
    (ways.LOST, exact_lines.LOST),
    (ways.LOST_DOUBLED, exact_lines.LOST_DOUBLED),
    (ways.BUST, exact_lines.BUST),
    (ways.BUST_DOUBLED, exact_lines.BUST_DOUBLED),
    (ways.ONE_OF_TWO, exact_lines.ONE_OF_TWO),
    (ways.WITHDRAWN, exact_lines.WITHDRAWN),
    (ways.TWENTY_ONE, exact_lines.TWENTY_ONE),
    (ways.FIVE_CARDS, exact_lines.FIVE_CARDS),
    (ways.SIX_CARDS, exact_lines.SIX_CARDS),
    (ways.SEVEN_CARDS, exact_lines.SEVEN_CARDS),
    (ways.DOUBLED_21, exact_lines.DOUBLED_21),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(str(each) for each in case.values()))
def test_a_plan_simulated_is_worth_what_the_exact_odds_say(case: dict[str, Any]) -> None:
    settings = Simulated(device=Device.MACHINE, **case)
    whole = Whole(Game(settings))
    best, _ = whole.best()
    measured = whole.measure(best)
    terms, plan = settings.terms(), compiled(whole.starts, best, by_first_aces=whole.game.layers > 1)
    rules = rules_of(terms)
    stack = stack_of(whole_shoe(terms.variant, terms.decks))
    none = np.zeros(0, dtype=np.int64)
    counts = deal(ROUNDS, stack, seeded(11), table_of(terms), rules, plan, shortcuts_of(plan, rules), none, room())
    seen = counts[: ways.WAYS]
    exact = _exact(measured)
    super_bonus = whole.suits.super_bonus
    gains = ways.HALVES_OF / 2
    gains[[ways.SUPER_SUITED, ways.SUPER_SPADES]] += super_bonus
    gains[ways.SPLIT_SUPER - 20 :] += super_bonus
    value, square = seen @ gains / ROUNDS, seen @ gains**2 / ROUNDS
    # A prize of a hundred stakes that comes once in a million rounds leaves more to luck than the counts show.
    variance = float((measured.chances * measured.squares).sum()) - measured.value**2
    assert abs(value - measured.value) < STANDARD_ERRORS * sqrt(variance / ROUNDS)
    assert square - value**2 == pytest.approx(variance, rel=0.02 if not super_bonus else 0.5)
    for way, chance in exact.items():
        expected = chance * ROUNDS
        assert abs(seen[way] - expected) <= STANDARD_ERRORS * sqrt(expected) + 1, (way, seen[way], expected)
    assert sum(exact.values()) + measured.split.bonus == pytest.approx(1, abs=1e-9)


def _exact(measured: Any) -> dict[int, float]:
    """The exact chances by the kernel's ways, those of straights and sevens from what their suits came to."""
    played = measured.ways.sum(axis=0)
    found = {way: float(played[line]) for way, line in SAME}
    for (line, wins), chance in measured.completed.items():
        base = ways.STRAIGHT_MIXED if line.value.startswith("6") else ways.SEVENS_MIXED
        place = base + (0 if "mixed" in line else 2 if "spades" in line and "except" not in line else 1)
        found[place + (2 if wins else 0)] = chance
    found[ways.NATURAL_WON], found[ways.NATURAL_LEVEL], _ = map(float, measured.naturals)
    found[ways.GIVEN_UP], found[ways.GIVEN_UP_LOST] = map(float, measured.surrendered)
    for half in range(HALVES):
        if measured.split.chances[half]:
            found[ways.SPLIT_EVEN + half - NIL] = float(measured.split.chances[half])
    return found


def test_counts_are_the_sheets_and_depend_on_the_seed_alone() -> None:
    """Whoever plays the chunks, and wherever: they can be sent away, and they add up."""
    room = analysis("blackjack")
    settings = room.simulated(variant=Variant.CROWN, decks=5, sevens=2, pairs=True, areas=2, device=Device.SHOE)
    sheet, chunk = room.sheet(settings), pickle.loads(pickle.dumps(room.chunk(settings)))
    found = [simulate(sheet, chunk, rounds=350_000, seed=4, workers=workers) for workers in (1, 2)]
    assert found[0].estimates == found[1].estimates
    for estimate in found[0].estimates:
        assert abs(estimate.z) < STANDARD_ERRORS
        if estimate.exact.name != "insurance":
            assert estimate.trials == 350_000
    other = simulate(sheet, chunk, rounds=350_000, seed=5)
    assert other.estimates != found[0].estimates


def test_pandemonium_simulated() -> None:
    room = analysis("blackjack")
    settings = room.simulated(variant=Variant.PANDEMONIUM, decks=4, pandemonium=5)
    sheet = room.sheet(settings)
    found = simulate(sheet, room.chunk(settings), rounds=1_000_000, seed=6)
    main, insured, button = found.estimates
    assert button.exact.name == "pandemonium"
    assert button.trials == 1_000_000
    assert button.chi_square_p > 1e-4
    assert insured.chi_square_p > 1e-4
    assert main.chi_square_p > 1e-4


def test_an_endless_shoe_is_not_dealt_from() -> None:
    room = analysis("blackjack")
    with pytest.raises(ValueError, match="no endless shoe"):
        room.chunk(room.simulated(decks="infinite"))


def test_two_sevens_are_never_stood_on_so_the_wager_changes_nothing() -> None:
    """With four to eight decks two sevens are drawn to or split against every card, which the wager only favours."""
    room = analysis("blackjack")
    for decks in (4, 8):
        found = room.data(room.sheet(room.settings(decks=decks, sevens=1)))["two_sevens"]
        assert len(found) == 20
        assert all(each["without_the_wager"] == each["with_it"] != "stand" for each in found)
        assert all(each["third_card_adds"] > 30 for each in found)
