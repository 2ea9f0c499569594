"""Hands in which something went wrong are written as they counted in the end, and come back with the same stacks."""

from __future__ import annotations

from contextlib import suppress

import pytest

from croupier.games.crown_poker import LimitKind, Variant
from croupier.hands import CannotSay, Hand, as_ohh, as_phh, ohh_text, replay
from croupier.scripts import Script, parse_all
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
        beyond = {f"wallet:{each.id}", f"held:{each.id}", "cash"}
        if not any(account in (move.source, move.target) and beyond & {move.source, move.target} for move in moves):
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
    for text in (as_phh(hand), ohh_text(hand)):
        assert "wagers are void" in text
        assert "telephone" not in text and "reported" not in text


def hand_of(text: str, monkeypatch: pytest.MonkeyPatch) -> Hand:
    """The hand that a script plays."""
    (script,) = parse_all(text, "test")
    *_, (hand, _) = hands_among(rounds_of(script, monkeypatch))
    return hand


def bonus(hand: Hand) -> dict[str, object]:
    """What everyone is paid in addition to the pots."""
    ohh = as_ohh(hand)["ohh"]
    wins = [each for pot in ohh["pots"] for each in pot["player_wins"]]
    return {ohh["players"][each["player_id"]]["name"]: each["bonus_amount"] for each in wins}


def test_a_bonus_prize_is_told_and_is_no_part_of_the_pots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann takes the $20 of Bob and herself, and $50 for four of a kind."""
    title = "Four of a kind shown at the showdown: the dealer calls, and $50 are paid in chips."
    hand = of_script("11-bonus-prizes.table", title, monkeypatch)
    assert bonus(hand) == {"Ann": 50}
    text = as_phh(hand)
    assert "prizes = [50, 0, 0]" in text and "finishing_stacks = [210, 190, 200]" in text


FLOPS = """\
# A red flop is taken back, and a black one comes.
table crown-poker, holdem, real, no limit $10, blinds $5 and $10, limits $5 to $100 on red
Ann, Bob and Cid sit at 1, 2 and 3 with $300 each
Ann bets $10 on red
Cid bets $20 on red
deal
Cid calls
Ann calls
Bob checks
board 2h 7d 9h
Ann bets $40
Bob folds
dealer settles the side wagers
dealer finds Ks too many in the flop
dealer shuffles
dealer cuts the deck
dealer lays {flop}
Ann checks
dealer settles the side wagers
Cid bets $10
Ann folds
dealer pushes the pots
dealer collects the cards
"""


@pytest.mark.parametrize(("flop", "paid"), [("2c 7s 9c", {"Cid": 0}), ("2h 7d 9d", {"Cid": 140, "Ann": 70})])
def test_side_wagers_are_paid_by_the_flop_that_counts(
    flop: str, paid: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first flop paid red 7 to 1 and never counted; Bob folded on it and is out all the same."""
    hand = hand_of(FLOPS.format(flop=flop), monkeypatch)
    assert bonus(hand) == paid
    text = as_phh(hand)
    assert "9h" not in text.partition("[_croupier]")[0]
    assert "beside = [10, 0, 20]" in text
    assert [each["amount"] for each in as_ohh(hand)["ohh"]["_croupier"]["beside"]] == [10, 20]
    assert replay(text).holds


LAID = """\
# Chips laid short of a call are part of it.
table crown-poker, holdem, real, no limit $10, blinds $5 and $10
Ann, Bob and Cid sit at 1, 2 and 3 with $300 each
deal
Cid raises to $30
Ann lays $10
{then}
dealer pushes the pots
dealer collects the cards
"""


@pytest.mark.parametrize(
    ("then", "acts"),
    [
        ("Ann calls\nBob folds\nboard 2c 7d 9h\nAnn bets $10\nCid folds", [("Call", 25), ("Bet", 10)]),
        ("Ann folds\nBob folds", [("Call", 10), ("Fold", None)]),
    ],
)
def test_chips_short_of_a_call_are_one_call_with_what_makes_them_up(
    then: str, acts: list[tuple[str, int | None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann has the small blind of $5 in, lays $10 and owes $15 more."""
    ohh = as_ohh(hand_of(LAID.format(then=then), monkeypatch))["ohh"]
    done = [each for street in ohh["rounds"] for each in street["actions"] if each["player_id"] == 0]
    assert [(each["action"], each.get("amount")) for each in done[2:]] == acts


GONE = """\
# Whoever has folded goes with all chips before the hand is over.
table crown-poker, holdem, real, no limit $10, blinds $5 and $10
Ann, Bob and Cid sit at 1, 2 and 3 with $300 each
deal
Cid calls
Ann folds
Ann leaves
Bob checks
board 2h 7d 9h
Bob bets $20
Cid folds
dealer pushes the pots
dealer collects the cards
"""

SEIZED = """\
# What Ann won in the first hand is seized in the second, which she has folded.
table crown-poker, holdem, no limit $10, blinds $5 and $10, buy-in $20
Ann, Bob and Cid sit at 1, 2 and 3 with $200 each
deal
Cid folds
Ann raises to $30
Bob folds
dealer pushes the pots
dealer collects the cards
dealer reports Ann for breaking CP 13.1 "a device"
deal
Ann folds
manager seizes what Ann won since round 1
Bob folds
dealer pushes the pots
dealer collects the cards
"""


@pytest.mark.parametrize(
    ("text", "starts", "ends"),
    [
        (GONE, [300, 300, 300], [295, 315, 290]),  # Ann posted 5 and went with 295; 25 of the pot are Bob's
        (SEIZED, [190, 200, 210], [185, 205, 210]),  # in the order of the deal: Bob, Cid, Ann, who folds for nothing
    ],
    ids=["gone", "seized"],
)
def test_chips_that_leave_the_table_during_a_hand_are_no_part_of_what_was_put_beside_the_pots(
    text: str, starts: list[int], ends: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = hand_of(text, monkeypatch)
    assert [each.start // 100 for each in hand.players] == starts
    assert [each.end // 100 for each in hand.players] == ends
    assert [each.beside for each in hand.players] == [0, 0, 0]
    assert replay(as_phh(hand)).holds


AGAIN = """\
# A crazy pineapple flop is taken back once all have discarded, and what they discarded stands.
table crown-poker, crazy pineapple, real, no limit $10, blinds $5 and $10
Ann, Bob, Cid and Dan sit at 1, 2, 3 and 4 with $300 each
deal
Cid calls
Dan calls
Ann calls
Bob checks
board 2h 7d 9h
Ann checks
Bob checks
Cid checks
Dan checks
Ann discards card 1
Bob discards card 1
Cid discards card 1
Dan discards card 1
dealer finds Ks too many in the flop
dealer shuffles
dealer cuts the deck
dealer lays 2c 7s 9c
Ann checks
Bob bets $20
Cid calls
Dan folds
Ann calls
board 3s
Ann checks
Bob bets $30
Cid folds
Ann folds
dealer pushes the pots
dealer collects the cards
"""


def test_discards_made_before_a_flop_was_taken_back_are_those_of_who_still_plays_when_they_are_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Dan folds on the flop that counts, and so never comes to discard; Cid folds only on the turn."""
    hand = hand_of(AGAIN, monkeypatch)
    names = {each.seat: each.name for each in hand.players}
    assert [names[each.seat] for each in hand.deeds if each.does == "discard"] == ["Ann", "Bob", "Cid"]
    again = replay(as_phh(hand))
    assert again.holds and sorted(map(str, again.hand.deeds)) == sorted(map(str, hand.deeds))
    assert [each.end // 100 for each in hand.players] == [270, 370, 270, 290]  # Bob takes 4 times 10 and 3 times 20
