"""`croupier verify double-chance`: the engine pays what the sheet says, and one that errs is found out."""

import json
from fractions import Fraction

import pytest
from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.games.double_chance import settle
from croupier.games.double_chance.terms import DECLARED_ODDS, Declared
from croupier.money import Odds
from croupier.odds.double_chance.settings import Played
from croupier.odds.double_chance.sheet import sheet
from croupier.odds.verdict import Seen
from croupier.verify.double_chance import Table
from tests.odds.reading import croupier, refused, verified

PLAIN = Played()
JACKPOT = Played(
    stake=Fraction(100),
    maximum_payout=Fraction(10_000),
    jackpot_price=Fraction(5),
    jackpot_schedule=(5000, 500, 200, 30, 20, 10, 100),
)


def verify(settings=PLAIN, *, rounds=150, seed=31, **table):
    return verified("double-chance", replace(settings, **table), rounds=rounds, seed=seed)


def dealt(faces, *, settings=JACKPOT, areas=2):
    """One round whose cards come in this order: each area's five as picked up, then the sixth cards."""
    settings = replace(settings, areas=areas)
    table = Table(settings, sheet(settings), seed=1)
    order = iter([Card(card) for card in faces.split()])
    table._draw = lambda counts: next(order)
    table.chance.choice = lambda among: 1
    seen = table.round()
    assert next(order, None) is None
    return seen


@pytest.mark.parametrize("device", [Device.SHOE, Device.SHUFFLER])
@pytest.mark.parametrize("settings", [PLAIN, JACKPOT])
def test_the_engine_pays_what_the_sheet_says(settings, device):
    verdict = verify(settings, device=device, areas=8, rounds=80)
    assert verdict.disagreements == ()
    assert [estimate.trials for estimate in verdict.estimates] == ([80, 80] if settings.jackpot else [80])


def test_the_same_seed_plays_the_same_rounds():
    first, again, other = (verify(areas=2, rounds=40, seed=seed) for seed in (5, 5, 6))
    assert first.estimates == again.estimates != other.estimates


def test_every_wager_of_a_round_is_read_off_the_cards():
    # The first keeps K J 9 and the ten of clubs is under the jack; the second declares a dead hand at 1 to 1, for
    # which the Jackpot pays 100 to 1.
    assert dealt("Kh Jc 8c 9d 4s  2h 3h 4h 5h 2c  Tc") == {
        Seen("wager", "sixth card wins", Fraction(1)): 1,
        Seen("jackpot", "nothing", Fraction(-1)): 1,
        Seen("wager", "dead hand", Fraction(1), False): 1,
        Seen("jackpot", "dead hand", Fraction(100), False): 1,
    }


@pytest.mark.parametrize("sixth", ["Qc", "Td", "2s", "Ah"])
def test_a_sixth_card_of_another_suit_or_higher_loses(sixth):
    # The queen of clubs, the ten of diamonds and the ace of hearts are above the kept cards; no spade is kept.
    seen = dealt(f"Kh Jc 8c 9d 4s  {sixth}", areas=1)
    assert seen[Seen("wager", "sixth card loses", Fraction(-1))] == 1


def test_the_maximum_payout_cuts_a_royal_flush_short_and_not_its_jackpot():
    # $10,000 for $100 where 200 to 1 would be $20,000; a straight flush at 50 to 1 is paid in full.
    seen = dealt("Ah Kh Qh Jh Th  5s 6s 7s 8s 9s")
    assert seen == {
        Seen("wager", "royal flush", Fraction(100)): 1,
        Seen("jackpot", "royal flush", Fraction(5000)): 1,
        Seen("wager", "straight flush", Fraction(50), False): 1,
        Seen("jackpot", "straight flush", Fraction(500), False): 1,
    }


def test_two_pairs_and_three_of_a_kind_win_no_jackpot():
    seen = dealt("Kc Kd 4s 4h 2d  7c 7d 7h 9s Td")
    assert seen[Seen("wager", "two pairs", Fraction(1))] == 1
    assert seen[Seen("wager", "three of a kind", Fraction(1), False)] == 1
    assert seen[Seen("jackpot", "nothing", Fraction(-1))] == 1
    assert seen[Seen("jackpot", "nothing", Fraction(-1), False)] == 1


@pytest.fixture
def generous_threes(monkeypatch):
    """A table that pays three of a kind two to one, while the book says one."""
    monkeypatch.setattr(settle, "DECLARED_ODDS", {**DECLARED_ODDS, Declared.THREE_OF_A_KIND: Odds(2)})


def test_a_table_that_pays_otherwise_is_found_out(generous_threes):
    found = verify(areas=8, rounds=60).disagreements
    assert found == ("wager on three of a kind: the table paid 2, the sheet says 1",)


def test_a_table_that_lets_equal_suits_win_is_found_out(monkeypatch):
    # Any sixth card of a kept suit would win: the frequencies need not be waited for, a loss is paid.
    monkeypatch.setattr(settle, "sixth_card_wins", lambda kept, sixth: any(c.suit == sixth.suit for c in kept))
    found = verify(areas=8, rounds=60).disagreements
    assert found[0] == "wager on sixth card loses: the table paid 1, the sheet says -1"


def test_a_table_that_says_one_thing_and_pays_another_is_found_out(monkeypatch):
    # The results say that every Jackpot prize was paid in full; a dollar of each stays in the rack.
    honest = settle.moved

    def short(settled):
        return honest(
            tuple(
                replace(each, paid=each.paid - 100) if each.bet == "jackpot" and each.paid else each for each in settled
            )
        )

    monkeypatch.setattr(settle, "moved", short)
    seen = dealt("Kh Jc 8c 9d 4s  2h 3h 4h 5h 2c  Tc")
    # A dollar short of a stake of a hundred.
    assert seen[Seen("wager", "dead hand", Fraction(99, 100), False)] == 1


def test_the_command_says_so_and_exits_with_1(generous_threes, monkeypatch, capsys):
    monkeypatch.setattr("croupier.odds.verdict.trials_needed", lambda sheet: 1)
    words = ("--areas", "8", "--rounds", "60", "--seed", "31", "--format", "json")
    assert croupier("verify", "double-chance", *words) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["agrees"] is False
    assert "wager on three of a kind" in found["disagreements"][0]


def test_the_command_exits_with_0_when_they_agree(capsys):
    words = ("--areas", "1", "--rounds", "1300", "--seed", "1", "--device", "SHUFFLER")
    assert croupier("verify", "double-chance", *words) == 0
    out = capsys.readouterr().out
    assert "Double Chance: the table against its PAR sheet" in out
    assert "The table pays what the sheet says" in out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        # A straight comes once in 255 hands and is to be expected five times.
        (("--rounds", "1200"), "too few rounds to judge by"),
        (("--areas", "9"), "ruling 24"),
        (("--stake", "2.50"), "whole dollars"),
        (("--device", "MACHINE"), "DC 2.3.1"),
        (("--maximum-payout", "99.50"), "DC 9.2"),
        (("--jackpot-price", "1"), "ruling 23"),
    ],
)
def test_what_cannot_be_judged_is_refused(words, reason, capsys):
    assert reason in refused(capsys, "verify", "double-chance", *words)
