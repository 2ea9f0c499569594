"""A table that pays wrongly, or too often, is found out."""

import io
import json
from collections import Counter
from fractions import Fraction

import numpy
import pytest
from rich.console import Console

from croupier.odds import OutcomeLine, ParSheet, WagerAnalysis, analysis
from croupier.odds.export import as_json, verdict_data
from croupier.odds.matchmaker.settings import Settings
from croupier.odds.par import verdict_text
from croupier.odds.verdict import Seen, judge, trials_needed

SHEET = analysis("matchmaker").sheet(Settings(decks=8))


def faithful():
    """A tally in exact proportion to the sheet: 415 rounds of one area."""
    return Counter(
        {
            Seen(wager.name, line.name, line.pays): int(line.probability * 415)
            for wager in SHEET.wagers
            for line in wager.outcomes
        }
    )


def verdict(tally):
    return judge(SHEET, tally, rounds=415, seed=1, seconds=1.0)


def test_a_faithful_table_agrees():
    found = verdict(faithful())
    assert found.agrees
    assert [estimate.trials for estimate in found.estimates] == [415, 415, 415]
    assert verdict_data(found)["agrees"] is True


def test_one_wrong_payment_is_a_disagreement():
    tally = faithful()
    tally[Seen("suit match", "suited, no pair", Fraction(2))] -= 1
    tally[Seen("suit match", "suited, no pair", Fraction(11))] += 1
    assert verdict(tally).disagreements == ("suit match on suited, no pair: the table paid 11, the sheet says 2",)


def test_an_outcome_the_sheet_does_not_know_is_a_disagreement():
    tally = faithful()
    tally[Seen("pair match", "joker", Fraction(100))] += 1
    assert verdict(tally).disagreements == ("pair match on joker: the table paid 100, the sheet says nothing",)


def test_an_outcome_too_frequent_by_more_than_four_standard_errors_is_a_disagreement():
    # Seven suited pairs are expected in 415, with a standard error of the square root of 7 * 408/415: 2.62.
    tally = faithful()
    tally[Seen("miss match", "suited pair", Fraction(-1))] += 12
    tally[Seen("miss match", "same colour, two suits, no pair", Fraction(-1))] -= 12
    found = verdict(tally)
    assert not found.agrees
    assert "suited pair came up 19 times in 415, +4.6 standard errors off" in found.disagreements[0]


def test_ten_more_of_them_are_still_luck():
    tally = faithful()
    tally[Seen("miss match", "suited pair", Fraction(-1))] += 10
    tally[Seen("miss match", "same colour, two suits, no pair", Fraction(-1))] -= 10
    assert verdict(tally).agrees


def test_a_wager_never_settled_is_a_disagreement():
    tally = Counter({seen: count for seen, count in faithful().items() if seen.wager != "pair match"})
    assert verdict(tally).disagreements == ("pair match: no wager was settled",)


def test_frequencies_are_judged_only_when_the_rarest_outcome_is_expected_five_times():
    # The suited pair comes up 7 times in 415 wagers, so 5 times in 296.4.
    assert trials_needed(SHEET) == 297


def test_outcomes_that_hardly_ever_come_up_are_not_waited_for():
    # Together 1 in 200, so the next one decides: 5 times in 500 wagers.
    chances = {"a": Fraction(1, 400), "b": Fraction(1, 400), "c": Fraction(1, 100), "d": Fraction(197, 200)}
    wager = WagerAnalysis("any", tuple(OutcomeLine(name, chance, Fraction(-1)) for name, chance in chances.items()))
    assert trials_needed(ParSheet("any", {}, (wager,))) == 500


RARE = ParSheet(
    "any",
    {},
    (
        WagerAnalysis(
            "any",
            (OutcomeLine("jackpot", Fraction(1, 1000), Fraction(900)), OutcomeLine("no", Fraction(999, 1000), -1)),
        ),
    ),
)


def rarely(times):
    tally = Counter({Seen("any", "jackpot", Fraction(900)): times, Seen("any", "no", Fraction(-1)): 100 - times})
    return judge(RARE, tally, rounds=100, seed=1, seconds=1.0)


def test_a_rare_outcome_may_come_up_before_it_was_expected():
    # One in a tenth of the trials it takes: a chance of one in ten, though three standard errors off; two, one in 200.
    assert rarely(1).agrees
    assert rarely(2).agrees


def test_a_rare_outcome_that_comes_up_again_and_again_is_a_disagreement():
    # Four where 0.1 were expected: 0.1^4/4! is four in a million.
    assert rarely(4).disagreements == ("any: jackpot came up 4 times in 100, where 0.1 were to be expected",)


def test_wagers_decided_by_the_same_cards_are_looked_at_but_not_counted():
    tally = faithful()
    tally[Seen("miss match", "suited pair", Fraction(-1), trial=False)] += 50
    assert verdict(tally).agrees
    tally[Seen("suit match", "suited, no pair", Fraction(11), trial=False)] += 1
    assert verdict(tally).disagreements == ("suit match on suited, no pair: the table paid 11, the sheet says 2",)


@pytest.mark.parametrize("trials", [10_000, 10**6, 10**12])
def test_a_badly_wrong_table_is_reported_whatever_its_counts(trials):
    """Every wager wins the jackpot: farther out than any ordinary sum of a tail reaches."""
    tally = Counter({Seen("any", "jackpot", Fraction(900)): trials})
    found = judge(RARE, tally, rounds=trials, seed=1, seconds=1.0)
    assert not found.agrees
    assert any("jackpot came up" in each for each in found.disagreements)
    assert "disagreements" in json.loads(as_json(verdict_data(found)))
    console = Console(file=io.StringIO(), width=140)
    console.print(verdict_text(found))
    assert "disagree" in console.file.getvalue()


def test_an_outcome_that_is_nearly_certain_is_judged_by_the_others():
    """Its complement is too rare for standard errors, and its own tail would take a sum over every count."""
    chance = Fraction(1, 10**6)
    lines = OutcomeLine("prize", chance, Fraction(9)), OutcomeLine("no", 1 - chance, Fraction(-1))
    sheet = ParSheet("any", {}, (WagerAnalysis("any", lines),))
    tally = Counter({Seen("any", "no", Fraction(-1)): 5000})
    found = judge(sheet, tally, rounds=5000, seed=1, seconds=1.0)
    assert found.agrees
    missable = {each.outcome: each for each in found.missable}
    assert missable["no"].caught_above is None
    assert missable["prize"].unseen
    # Two where 0.005 were expected are one in 80,000: whoever has 3.89 of them has two or more nine times in ten.
    assert missable["prize"].caught_above == pytest.approx(3.8897 / 5000, rel=1e-4)
    assert missable["prize"].caught_below is None


def test_what_could_have_been_missed_is_missed_one_time_in_ten():
    """A chance at the stated bounds is found by the verdict in nine of ten runs or more; halfway there, in few."""
    chance, trials = Fraction(1, 50), 4000
    lines = OutcomeLine("prize", chance, Fraction(9)), OutcomeLine("no", 1 - chance, Fraction(-1))
    sheet = ParSheet("any", {}, (WagerAnalysis("any", lines),))

    def judged(count):
        tally = Counter({Seen("any", "prize", Fraction(9)): count, Seen("any", "no", Fraction(-1)): trials - count})
        return judge(sheet, tally, rounds=trials, seed=1, seconds=1.0)

    def found(true, runs=400):
        chance = numpy.random.default_rng(5)
        return sum(not judged(int(count)).agrees for count in chance.binomial(trials, true, runs)) / runs

    bounds = judged(80).missable[0]
    assert bounds.caught_below < chance < bounds.caught_above
    for bound in (bounds.caught_below, bounds.caught_above):
        assert 0.84 < found(bound) <= 1
        assert found((bound + float(chance)) / 2) < 0.3
    assert bounds.edge_off == pytest.approx((bounds.caught_above - 0.02) * 10, rel=1e-6)
