"""Blackjack's engine against its sheet: agreement, and engines that are wrong in one thing found out."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.blackjack import ends, hands
from croupier.games.blackjack.terms import EVEN, Bet, Prize, Variant, total
from croupier.money import Odds
from croupier.odds import analysis
from croupier.odds.verdict import Verdict
from croupier.verify import table_of
from croupier.verify.playing import verdict_on

ROUNDS = 400


def verdict(rounds: int = ROUNDS, seed: int = 3, **asked: Any) -> Verdict:
    room = analysis("blackjack")
    settings = room.played(**asked)
    sheet = room.sheet(settings)
    return verdict_on(table_of("blackjack")(settings, sheet, seed), sheet, rounds=rounds)


@pytest.mark.parametrize(
    "asked",
    [
        {"decks": 4, "areas": 2, "sevens": 1, "pairs": True},
        {"variant": Variant.CROWN, "decks": 5, "blackjack_beats_21": False},
        {"variant": Variant.VEGAS, "areas": 2, "busts_lost_to_blackjack": False},
        {"variant": Variant.PANDEMONIUM, "decks": 4, "areas": 2, "pandemonium": 4},
    ],
    ids=lambda asked: str(asked.get("variant", "blackjack")),
)
def test_the_engine_agrees_with_the_sheet(asked: dict[str, Any]) -> None:
    found = verdict(**asked)
    assert found.agrees, found.disagreements
    main = found.estimates[0]
    assert main.trials == ROUNDS
    insured = next(each for each in found.estimates if each.exact.name == Bet.INSURANCE)
    assert 0 < insured.trials < ROUNDS / 5


def test_the_same_seed_plays_the_same_rounds() -> None:
    one, other = (verdict(60, variant=Variant.PANDEMONIUM, decks=4) for _ in range(2))
    assert [each.counts for each in one.estimates] == [each.counts for each in other.estimates]


def test_a_table_that_pays_otherwise_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ends, "EVEN", Prize(Odds(6, 5), EVEN.under))
    found = verdict(40, decks=4)
    assert any("blackjack on wins: the table paid 6/5, the sheet says 1" in each for each in found.disagreements)


def test_a_dealer_that_stands_too_soon_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dealer who stands on 15 pays each hand rightly, but wins and loses other hands than the sheet says."""
    monkeypatch.setattr(hands, "stands", lambda cards, playing: len(cards) > 1 and total(cards)[0] >= 15)
    found = verdict(1_500, decks=4)
    assert not found.agrees
