"""Game protection: effects that add up, cards foreseen by hand, and a watcher whose gain is really made."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from croupier.games.blackjack.terms import Variant
from croupier.odds.blackjack.exposed import next_card_worth
from croupier.odds.blackjack.protection import effects_of_removal, foreseen, next_card, watched_shoes
from croupier.odds.blackjack.settings import INFINITE, Settings
from croupier.odds.blackjack.shoes import Game
from croupier.odds.blackjack.strategy import SPLIT
from croupier.odds.blackjack.whole import Whole


@cache
def eight_decks() -> Whole:
    return Whole(Game(Settings(decks=8)))


def test_a_card_gone_at_random_changes_nothing() -> None:
    """The expectation over which card has left is that of the whole shoe, for any plan that looks at nothing else."""
    whole = eight_decks()
    plan, _ = whole.best()
    effects = effects_of_removal(whole, plan, whole.measure(plan).value)
    shares = whole.game.shoe / whole.game.shoe.sum()
    assert effects @ shares == pytest.approx(0, abs=1e-7)
    assert effects.argmax() == 4  # fives
    assert effects[0] < effects[9] < 0 < effects[1]


def test_cards_known_before_wagering_add_up_to_the_whole_game() -> None:
    whole = eight_decks()
    plan, _ = whole.best()
    measured = whole.measure(plan)
    for each in foreseen(whole, measured):
        edges = np.array(list(each.edges.values()))
        shares = whole.game.shoe / whole.game.shoe.sum()
        assert edges @ shares == pytest.approx(measured.value)
        assert each.gain == pytest.approx(100 * (shares * edges.clip(0)).sum())
    own, dealers = foreseen(whole, measured)
    assert own.favourable == pytest.approx(5 / 13)  # aces and tens
    assert dealers.favourable == pytest.approx(7 / 13)  # two to eight


@pytest.mark.parametrize("variant", [Variant.BLACKJACK, Variant.CROWN, Variant.VEGAS])
def test_an_endless_shoe_two_ways(variant: Variant) -> None:
    """The plain recursion over totals and the analysis by compositions agree on the whole game."""
    settings = Settings(variant=variant, decks=INFINITE)
    whole = Whole(Game(settings))
    plan, worth = whole.best()
    splits = {start.first: worth[place] for place, start in enumerate(whole.starts) if start.pair}
    without, known = next_card_worth(
        settings.playing, settings.readings, lambda rank, upcard: float(splits[rank][upcard, SPLIT])
    )
    assert without == pytest.approx(whole.measure(plan).value, abs=1e-9)
    assert next_card(settings) == pytest.approx(known - without)


def test_what_a_watcher_gains() -> None:
    found = watched_shoes(Settings(decks=4, sevens=1, pairs=True), shoes=400, seed=5)
    assert found == watched_shoes(Settings(decks=4, sevens=1, pairs=True), shoes=400, seed=5)
    bets = {each.bet for each in found}
    assert bets == {"blackjack", "insurance", "perfect pairs", "magnificent sevens"}
    for bet in bets:
        gains = [each.gain for each in found if each.bet == bet]
        assert gains == sorted(gains)  # the deeper, the more
    main = next(each for each in found if each.bet == "blackjack" and each.behind_cut == 52)
    assert main.played is not None
    assert main.error is not None
    assert abs(main.played - main.gain) < 4 * main.error
    pontoon = watched_shoes(Settings(variant=Variant.PANDEMONIUM, decks=4), shoes=50, seed=5)
    assert {each.behind_cut for each in pontoon} == {96, 72, 48}
    assert {each.bet for each in pontoon} == {"pontoon", "insurance", "pandemonium"}
