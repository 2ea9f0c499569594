"""`croupier verify three-card-poker`: the engine pays what the sheet says, and one that errs is found out."""

import json
from fractions import Fraction

import pytest
from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.cards.ranking import FiveCards, ThreeCards
from croupier.games.three_card_poker import settle
from croupier.games.three_card_poker.terms import PAIR_PLUS
from croupier.money import Odds
from croupier.odds.three_card_poker.classes import key_of
from croupier.odds.three_card_poker.settings import Played
from croupier.odds.three_card_poker.sheet import sheet
from croupier.odds.verdict import Seen
from croupier.verify.three_card_poker import Table, rules_of
from tests.odds.reading import croupier, refused, verified

PLAIN = Played()
JACKPOT = Played(ante_bonus="B", pair_plus="E", jackpot=2, meter=Fraction("84249.75"), ante=Fraction(5))


def verify(settings=PLAIN, *, rounds=150, seed=31, **table):
    return verified("three-card-poker", replace(settings, **table), rounds=rounds, seed=seed)


def cards(text):
    return tuple(Card(card) for card in text.split())


def dealt(faces, *, settings=JACKPOT, rules=(1, 1)):
    """One round of two areas whose cards come in this order: each area's as looked at, the dealer's, the Jackpot's."""
    found = sheet(settings)
    table = Table(replace(settings, areas=len(rules)), found, seed=1)
    order = iter(cards(faces))
    table._draw = lambda counts: next(order)
    chosen = iter([*(rules_of(found)[rule] for rule in rules), 1])
    table.chance.choice = lambda among: next(chosen)
    return table.round()


@pytest.mark.parametrize("device", [Device.SHOE, Device.SHUFFLER])
@pytest.mark.parametrize("settings", [PLAIN, JACKPOT])
def test_the_engine_pays_what_the_sheet_says(settings, device):
    verdict = verify(settings, device=device, areas=7, rounds=80)
    assert verdict.disagreements == ()
    ante, pair_plus, *others = (estimate.trials for estimate in verdict.estimates)
    assert pair_plus == 80
    if settings.jackpot:
        jackpot, riding, jackpot_riding = others
        assert (ante, riding) == (jackpot, jackpot_riding)
        assert ante + riding == 80
        assert ante and riding
    else:
        assert ante == 80


def test_the_same_seed_plays_the_same_rounds():
    first, again, other = (verify(areas=2, rounds=40, seed=seed) for seed in (5, 5, 6))
    assert first.estimates == again.estimates != other.estimates


def test_every_wager_of_a_round_is_read_off_the_cards():
    # Two areas: a pair of kings plays and beats the dealer's queen high; jack high folds, and keeps Pair Plus.
    # Jackpot Cards 9h 2h: no prize for the pair of kings; Pair Plus E pays a pair 1 to 1.
    seen = dealt("Kc Kd 4s  Jh 7d 2s  Qc 9d 4h  9h 2h", rules=(0, 1))
    assert seen == {
        Seen("ante and play", "player wins", Fraction(2)): 1,
        Seen("pair plus", "pair", Fraction(1)): 1,
        Seen("jackpot", "nothing", Fraction(-1)): 1,
        Seen("ante and play, jackpot riding", "folded", Fraction(-1), False): 1,
        Seen("pair plus", "high card", Fraction(-1), False): 1,
        Seen("jackpot, best fold rule", "folded", Fraction(-1), False): 1,
    }


def test_a_hand_is_played_for_its_straights_only_by_the_rule_with_the_jackpot_riding():
    # J-T-8 has two straights open. The dealer's pair wins, but the Jackpot Cards fill one of them, for which option 2
    # pays $40 for $1, the stake gone: 39.
    seen = dealt("Jh Td 8s  Jc Th 8d  5c 5d 4h  9h Qs", rules=(0, 1))
    assert seen[Seen("ante and play", "folded", Fraction(-1))] == 1
    assert seen[Seen("jackpot", "folded", Fraction(-1))] == 1
    assert seen[Seen("ante and play, jackpot riding", "dealer wins", Fraction(-2), False)] == 1
    assert seen[Seen("jackpot, best fold rule", "straight", Fraction(39), False)] == 1


def test_a_royal_flush_takes_the_meter_rounded_up_and_the_meter_stays_where_it_was():
    # The meter shows $84,249.75, so $84,250 for a dollar that stays with the house. The dealer has no hand: the Ante
    # wins 1, Play comes back, the bonus by table B is 5 to 1 on a straight flush; Pair Plus by table E is 35 to 1.
    found = sheet(JACKPOT)
    table = Table(replace(JACKPOT, areas=1), found, seed=1)
    order = iter(cards("Ah Kh Qh  Jc 9d 4s  Jh Th" + "  Ah Kh 9h  Jc 9d 4s  Jh Th"))
    table._draw = lambda counts: next(order)
    first, second = table.round(), table.round()
    assert {(seen.wager.partition(",")[0], seen.outcome, seen.pays) for seen in first} == {
        ("ante and play", "dealer has no hand, bonus for straight flush", Fraction(6)),
        ("pair plus", "straight flush", Fraction(35)),
        ("jackpot", "royal flush", Fraction(84_249)),
    }
    assert ("jackpot", "flush", Fraction(59)) in {
        (seen.wager.partition(",")[0], seen.outcome, seen.pays) for seen in second
    }
    assert table.meter.mites == 84_249_75 * 10_000


def test_hands_that_share_the_meter_are_left_out():
    # With 8h 7h one makes J-T-9-8-7 of hearts and the other 8-7-6-5-4.
    seen = dealt("Jh Th 9h  6h 5h 4h  Kc 9d 4s  8h 7h")
    assert not any(each.wager.startswith("jackpot") for each in seen)
    assert sum(seen.values()) == 4


def test_the_rules_followed_are_the_ones_the_sheet_found():
    main, riding = rules_of(sheet(JACKPOT))
    assert key_of(cards("Qh 6d 4s")) in main.plays
    assert key_of(cards("Qh 6d 3s")) not in main.plays | riding.plays
    assert key_of(cards("Jh Td 8s")) in riding.plays - main.plays


@pytest.fixture
def short_pair_plus(monkeypatch):
    """A table that pays flushes three to one on Pair Plus, while its pay table says four."""
    monkeypatch.setattr(settle, "PAIR_PLUS", {**PAIR_PLUS, "A": {**PAIR_PLUS["A"], ThreeCards.FLUSH: Odds(3)}})


def test_a_table_that_pays_short_is_found_out(short_pair_plus):
    assert verify(areas=7, rounds=60).disagreements == ("pair plus on flush: the table paid 3, the sheet says 4",)


def test_a_table_that_says_one_thing_and_pays_another_is_found_out(monkeypatch):
    # The results say that every Pair Plus was paid in full; a dollar of each win stays in the rack.
    honest = settle.moved

    def short(settled):
        return honest(
            tuple(
                replace(each, paid=each.paid - 100) if each.bet == "pair plus" and each.paid else each
                for each in settled
            )
        )

    monkeypatch.setattr(settle, "moved", short)
    found = verify(rounds=40).disagreements
    assert found
    # A dollar short of an Ante of ten.
    assert all("ante and play" in each and "/10, the sheet says" in each for each in found)


def test_a_jackpot_paid_short_is_found_out(monkeypatch):
    prizes = {**settle.BONUS_PRIZES, 2: {**settle.BONUS_PRIZES[2], FiveCards.STRAIGHT: 39}}
    monkeypatch.setattr(settle, "BONUS_PRIZES", prizes)
    seen = dealt("Jh Td 8s  Jc Th 8d  5c 5d 4h  9h Qs")
    assert {each.pays for each in seen if each.outcome == "straight"} == {Fraction(38)}


def test_the_command_says_so_and_exits_with_1(short_pair_plus, monkeypatch, capsys):
    monkeypatch.setattr("croupier.odds.verdict.trials_needed", lambda sheet: 1)
    words = ("--areas", "7", "--rounds", "60", "--seed", "31", "--format", "json")
    assert croupier("verify", "three-card-poker", *words) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["agrees"] is False
    assert "pair plus on flush" in found["disagreements"][0]


def test_the_command_exits_with_0_when_they_agree(capsys):
    words = ("--areas", "1", "--rounds", "3100", "--seed", "1", "--device", "SHUFFLER")
    assert croupier("verify", "three-card-poker", *words) == 0
    out = capsys.readouterr().out
    assert "Three Card Poker: the table against its PAR sheet" in out
    assert "The table pays what the sheet says" in out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        # Ante and Play has outcomes of three in two thousand, and with a Jackpot wager two rules share the rounds.
        (("--rounds", "3000"), "too few rounds to judge by"),
        (("--rounds", "6000", "--jackpot", "1"), "too few rounds to judge by"),
        (("--areas", "10"), "TCP 2.1"),
        (("--ante", "2.50"), "whole dollars"),
        (("--device", "MACHINE"), "TCP 9.3"),
        (("--jackpot", "1", "--seed-value", "15000"), "TCP 6.3"),
    ],
)
def test_what_cannot_be_judged_is_refused(words, reason, capsys):
    assert reason in refused(capsys, "verify", "three-card-poker", *words)
