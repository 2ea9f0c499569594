"""Hands in which something went wrong are written as they counted in the end, and come back with the same stacks."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest

from croupier.games.crown_poker import LimitKind, Variant
from croupier.hands import CannotSay, Hand, as_ohh, as_phh, replay
from croupier.scripts import Script
from croupier.table.accounts import LAYOUT
from croupier.table.rounds import RoundClosed
from tests.hands.irregular import Played, clumsy_rounds, hands_among, rounds_of, scripts
from tests.hands.test_ohh import check

SEEDS = 60


def agrees(hand: Hand, played: Played) -> None:
    """Everyone has on the table what is written, with what was paid beside the pots."""
    _, events, after = played
    if not isinstance(events[-1][1], RoundClosed):
        return
    moves = [move for _, event in events for move in event.moves]
    given = [move for move in events[-1][1].moves if move.source == LAYOUT]
    for each in hand.players:
        account = f"stack:{each.id}"
        outside = any(
            {move.source, move.target} in ({account, f"wallet:{each.id}"}, {account, "cash"}) for move in moves
        )
        if not outside:
            beside = sum(move.cents for move in given if move.target == account)
            assert after.stack(each.id) == each.end + each.prizes + beside, each


def comes_back(hand: Hand, played: Played) -> None:
    """What is written agrees with the table, and is played again to the same end."""
    agrees(hand, played)
    text = as_phh(hand)
    again = replay(text)
    assert again.holds, f"{hand.beyond}\n{text}"
    assert [(each.cents, each.rake) for each in again.hand.pots] == [(each.cents, each.rake) for each in hand.pots]
    with suppress(CannotSay):
        check(hand)


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.name)
def test_every_hand_of_the_scripts_comes_back(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    for hand, played in hands_among(rounds_of(script, monkeypatch)):
        comes_back(hand, played)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_hands_with_errors_come_back(seed: int) -> None:
    for hand, played in hands_among(clumsy_rounds(seed)):
        comes_back(hand, played)


def test_random_hands_come_to_rulings_corrections_and_streets_taken_back() -> None:
    """Otherwise the test above would prove little."""
    found = [(hand, played) for seed in range(SEEDS) for hand, played in hands_among(clumsy_rounds(seed))]
    happened = {type(event).__name__ for _, (_, events, _) in found for _, event in events}
    assert happened >= {"ActTakenBack", "CardCorrected", "HandDead", "FlopTakenBack", "CardTakenBack"}
    assert {deed.does for hand, _ in found for deed in hand.deeds} >= {"dead", "discard", "laid"}
    assert {hand.setting.variant for hand, _ in found} == set(Variant)
    assert {hand.setting.limit.kind for hand, _ in found} == set(LimitKind)


def of_script(file: str, title: str, monkeypatch: pytest.MonkeyPatch) -> Hand:
    (script,) = [each for each in scripts() if each.place == file and each.title == title]
    *_, (hand, _) = hands_among(rounds_of(script, monkeypatch))
    return hand


def test_an_act_entered_wrongly_and_taken_back_is_not_in_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = of_script("6.18-what-was-entered-wrongly.table", "A shown card entered wrongly.", monkeypatch)
    assert "Ah" in as_phh(hand) and "Card 2 of area 1 is Ah, not Kd." in hand.beyond
    assert "Kd" not in "".join(card.value for each in hand.shown for card in each.cards)


def test_what_is_for_the_house_alone_is_in_no_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann is reported for a telephone, and her wagers are void: the others only see that they go back."""
    hand = of_script("13.2-offenders.table", "Void wagers go back and the hand is dead.", monkeypatch)
    for text in (as_phh(hand), json.dumps(as_ohh(hand))):
        assert "wagers are void" in text
        assert "telephone" not in text and "reported" not in text
