"""`croupier verify`: what the table pays is what the mathematics says, and a table that errs is found out."""

import json
from fractions import Fraction

import pytest

from croupier.cards import Device
from croupier.games.matchmaker.state import State
from croupier.games.matchmaker.terms import Bet, Outcome, Prize
from croupier.money import Odds
from croupier.odds import analysis
from croupier.odds.matchmaker.settings import Played
from croupier.table.contract import Reason, Refusal
from croupier.verify import table_of
from croupier.verify.playing import verdict_on
from tests.odds.reading import croupier, refused, verified


@pytest.fixture
def short_suit_match(monkeypatch):
    """A table that pays suited pairs ten to one on Suit Match, while its pay table says eleven."""
    honest = State.prize

    def prize(state, bet, outcome):
        if (bet, outcome) == (Bet.SUIT_MATCH, Outcome.SUITED_PAIR):
            return Prize(Odds(10), honest(state, bet, outcome).under)
        return honest(state, bet, outcome)

    monkeypatch.setattr(State, "prize", prize)


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


def test_it_says_what_so_many_rounds_could_have_missed(capsys):
    assert croupier("verify", "matchmaker", "--rounds", "60", "--seed", "1") == 0
    text = capsys.readouterr().out
    assert "What 60 rounds could have missed" in text
    assert croupier("verify", "matchmaker", "--rounds", "60", "--seed", "1", "--format", "json") == 0
    missable = json.loads(capsys.readouterr().out)["missable"]
    assert missable["power"] == 0.9
    assert len(missable["outcomes"]) == 3 * 6
    for line in missable["outcomes"]:
        assert line["caught_above"] > line["chance"]["value"] > (line["caught_below"] or 0)
        assert line["edge_off"] > 0


def test_more_rounds_miss_less():
    few, many = (verified("matchmaker", Played(), rounds=rounds, seed=1).missable for rounds in (60, 240))
    for short, long in zip(few, many, strict=True):
        assert long.edge_off < short.edge_off


def refusing(*_arguments):
    return Refusal(Reason.NOT_NOW, (), {})


def failing(*_arguments):
    raise KeyError("seat 3")


@pytest.mark.parametrize(
    ("fault", "said"), [(refusing, "the table refused"), (failing, "the table failed with KeyError: 'seat 3'")]
)
def test_a_table_that_does_not_play_is_reported(fault, said, monkeypatch):
    sheet = analysis("matchmaker").sheet(Played())
    table = table_of("matchmaker")(Played(), sheet, 1)
    honest, calls = table.game.decide, []

    def decide(*arguments):
        calls.append(1)
        return honest(*arguments) if len(calls) < 3000 else fault()

    monkeypatch.setattr(table.game, "decide", decide)
    found = verdict_on(table, sheet, rounds=600)
    assert not found.agrees
    assert found.disagreements[0].startswith(f"round {found.rounds + 1}: {said}")
    assert 0 < found.rounds < 600


def test_a_table_that_goes_in_a_circle_is_reported(monkeypatch):
    sheet = analysis("matchmaker").sheet(Played())
    table = table_of("matchmaker")(Played(), sheet, 1)
    monkeypatch.setattr(table, "_do", lambda due: ())
    found = verdict_on(table, sheet, rounds=60)
    assert "something is still due after 10,000 acts" in found.disagreements[0]
