"""`croupier verify`: what the table pays is what the mathematics says, and a table that errs is found out."""

import json
from fractions import Fraction

import pytest

from croupier.cards import Device
from croupier.games.matchmaker.terms import Bet, Outcome, Prize, Terms
from croupier.money import Odds
from croupier.odds.matchmaker.settings import Played
from tests.odds.reading import croupier, refused, verified


@pytest.fixture
def short_suit_match(monkeypatch):
    """A table that pays suited pairs ten to one on Suit Match, while its pay table says eleven."""
    honest = Terms.prize

    def prize(terms, bet, outcome):
        if (bet, outcome) == (Bet.SUIT_MATCH, Outcome.SUITED_PAIR):
            return Prize(Odds(10), honest(terms, bet, outcome).under)
        return honest(terms, bet, outcome)

    monkeypatch.setattr(Terms, "prize", prize)


@pytest.mark.parametrize(
    "settings",
    [
        Played(decks=8),
        Played(decks=4, device=Device.MACHINE),
        Played(decks=5, miss_match_on_opposite_pairs=True),
        Played(decks=4, cutting_card_behind=1),
    ],
)
def test_the_engine_pays_what_the_sheet_says(settings):
    verdict = verified("matchmaker", settings, rounds=120, seed=2_718)
    assert verdict.disagreements == ()
    assert [estimate.trials for estimate in verdict.estimates] == [120 * 9] * 3
    assert {line.pays for line in verdict.sheet.wagers[0].outcomes} == {Fraction(11), Fraction(-1)}


def test_the_same_seed_plays_the_same_rounds():
    first, again, other = (verified("matchmaker", Played(areas=2), rounds=40, seed=seed) for seed in (5, 5, 6))
    assert first.estimates == again.estimates != other.estimates


def test_a_table_that_pays_short_is_found_out(short_suit_match):
    verdict = verified("matchmaker", Played(), rounds=60, seed=1)
    assert verdict.disagreements == ("suit match on suited pair: the table paid 10, the sheet says 11",)


def test_the_command_says_so_and_exits_with_1(short_suit_match, capsys):
    assert croupier("verify", "matchmaker", "--rounds", "60", "--seed", "1", "--format", "json") == 1
    found = json.loads(capsys.readouterr().out)
    assert found["agrees"] is False
    assert "suited pair" in found["disagreements"][0]


def test_the_command_exits_with_0_when_they_agree(capsys):
    assert croupier("verify", "matchmaker", "--rounds", "60", "--seed", "1") == 0
    assert "The table pays what the sheet says" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        # Eight decks: 297 wagers at least, so 33 rounds of nine areas.
        (("--rounds", "32"), "play at least 33"),
        (("--decks", "9"), "MM 3.1"),
        (("--areas", "0"), "MM 2.2.1"),
    ],
)
def test_what_cannot_be_judged_is_refused(words, reason, capsys):
    assert reason in refused(capsys, "verify", "matchmaker", *words)
