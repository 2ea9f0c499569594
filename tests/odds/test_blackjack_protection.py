"""Game protection: effects that add up, cards foreseen by hand, and a watcher whose gain is really made."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from croupier.games.blackjack.terms import Variant
from croupier.odds import analysis
from croupier.odds.blackjack.exposed import next_card_worth
from croupier.odds.blackjack.protection import effects_of_all, foreseen, next_card, protection, watched_shoes
from croupier.odds.blackjack.settings import INFINITE, Settings
from croupier.odds.blackjack.shoes import Game
from croupier.odds.blackjack.strategy import SPLIT
from croupier.odds.blackjack.whole import Whole


@cache
def eight_decks() -> Whole:
    return Whole(Game(Settings(decks=8)))


def test_a_card_gone_at_random_changes_nothing() -> None:
    """The expectation over which card has left is that of the whole shoe, for any play that looks at nothing else."""
    found = effects_of_all(Settings(decks=8, sevens=2, pairs=True))
    shares = np.array([1] * 9 + [4]) / 13
    assert list(found) == ["blackjack", "magnificent sevens", "perfect pairs"]
    for effects in found.values():
        assert np.array(list(effects.values())) @ shares == pytest.approx(0, abs=1e-7)
    main = found["blackjack"]
    assert max(main, key=lambda rank: main[rank]) == "5"
    assert main["A"] < main["T"] < 0 < main["2"]


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


def test_the_sheet_shows_it_when_asked() -> None:
    room = analysis("blackjack")
    settings = room.settings(variant=Variant.VEGAS, protection=True)
    sheet = room.sheet(settings)
    found = room.data(sheet)["protection"]
    assert found["next_card_known"] > 0.25
    assert {row["decks"] for row in found["watched"]} == {4}
    assert found["seed"] == protection(settings).seed
    for bet in ("blackjack", "insurance"):
        assert f"Someone who sees every card: {bet}" in room.page(sheet, ())
    assert room.data(room.sheet(room.settings(variant=Variant.VEGAS)))["protection"] is None
