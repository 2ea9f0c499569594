"""Hands as Open Hand History 1.4: every field that the specification asks for, and the money in them adds up."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from croupier.games.crown_poker import LimitKind, Variant
from croupier.games.crown_poker.state import Post
from croupier.hands import CannotSay, Hand, as_ohh, ohh_text, recorded, replay
from tests.hands.playing import NAMEABLE, Playing, terms_of
from tests.hands.test_written import hands_of

NUMBER = (int, Decimal)
HAND = {
    "spec_version": str,
    "site_name": str,
    "network_name": str,
    "internal_version": str,
    "game_number": str,
    "start_date_utc": str,
    "table_name": str,
    "game_type": str,
    "bet_limit": dict,
    "table_size": int,
    "currency": str,
    "dealer_seat": int,
    "small_blind_amount": NUMBER,
    "big_blind_amount": NUMBER,
    "ante_amount": NUMBER,
    "players": list,
    "rounds": list,
    "pots": list,
}
PLAYER = {"id": int, "seat": int, "name": str, "starting_stack": NUMBER}
ROUND = {"id": int, "street": str, "cards": list, "actions": list}
ACTION = {"action_number": int, "player_id": int, "action": str}
POT = {"number": int, "amount": NUMBER, "rake": NUMBER, "jackpot": NUMBER, "player_wins": list}
WINS = {
    "player_id": int,
    "win_amount": NUMBER,
    "cashout_amount": NUMBER,
    "cashout_fee": NUMBER,
    "bonus_amount": NUMBER,
}
"""What each object of the specification must have, and of which type."""
STREETS = ("Preflop", "Flop", "Turn", "River", "Showdown")
ACTIONS = {
    *("Dealt Cards", "Mucks Cards", "Shows Cards", "Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead"),
    *("Post Extra Blind", "Fold", "Check", "Bet", "Raise", "Call"),
}


def has(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    for name, kind in wanted.items():
        assert isinstance(found[name], kind), f"{name} is {found[name]!r}"


def check(hand: Hand) -> dict[str, Any]:
    """The hand as it is read from the text, with every object looked at, and its money added up."""
    read = json.loads(ohh_text(hand), parse_float=Decimal)
    assert list(read) == ["ohh"]
    ohh: dict[str, Any] = read["ohh"]
    has(ohh, HAND)
    assert ohh["spec_version"].startswith("1.4.")
    has(ohh["bet_limit"], {"bet_type": str, "bet_cap": NUMBER})
    left = {}
    for player in ohh["players"]:
        has(player, PLAYER)
        left[player["id"]] = player["starting_stack"]
    numbers, streets = [], []
    for place, each in enumerate(ohh["rounds"]):
        has(each, ROUND)
        assert each["id"] == place
        streets.append(each["street"])
        assert len(each["cards"]) == {"Flop": 3, "Turn": 1, "River": 1}.get(each["street"], 0)
        for action in each["actions"]:
            has(action, ACTION)
            assert action["action"] in ACTIONS
            assert not (action["action"] == "Bet" and each["street"] == "Preflop")
            numbers.append(action["action_number"])
            left[action["player_id"]] -= action.get("amount", 0)
    assert numbers == list(range(1, len(numbers) + 1))
    assert [street for street in STREETS if street in streets] == streets and streets[0] == "Preflop"
    check_pots(hand, ohh, left)
    return ohh


def check_pots(hand: Hand, ohh: dict[str, Any], left: dict[int, Any]) -> None:
    """What went in and was not given back lies in the pots; those go to their winners but for the rake."""
    put = sum(each["starting_stack"] for each in ohh["players"]) - sum(left.values())
    pots = sum(pot["amount"] for pot in ohh["pots"])
    back = put - pots
    assert back >= 0
    for pot in ohh["pots"]:
        has(pot, POT)
        assert pot["amount"] - pot["rake"] == sum(each["win_amount"] for each in pot["player_wins"])
        for each in pot["player_wins"]:
            has(each, WINS)
            left[each["player_id"]] += each["win_amount"]
    ends = {nth: Decimal(each.end) / hand.scale for nth, each in enumerate(hand.players)}
    returned = {nth: ends[nth] - cents for nth, cents in left.items() if ends[nth] != cents}
    assert sum(returned.values()) == back and len(returned) <= len(STREETS)
    assert {each["player_id"]: each["amount"] for each in ohh["_croupier"]["returned"]} == returned


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", NAMEABLE, ids=str)
def test_every_field_is_there_and_the_money_adds_up(game: tuple[Variant, LimitKind], seed: int) -> None:
    for hand in hands_of(*game, seed):
        check(hand)


def test_dead_blinds_rake_and_side_wagers_that_won_are_told() -> None:
    told = set[str]()
    for seed in range(12):
        for hand in hands_of(Variant.HOLDEM, LimitKind.NO_LIMIT, seed):
            ohh = check(hand)
            actions = [each["action"] for each in ohh["rounds"][0]["actions"]]
            dead = [each for each in hand.posts if each.what is Post.DEAD and each.seat != hand.line[-1]]
            assert actions.count("Post Dead") == len(dead)
            assert sum(pot["rake"] for pot in ohh["pots"]) * 100 == hand.rake
            bonus = sum(each["bonus_amount"] for pot in ohh["pots"] for each in pot["player_wins"])
            assert bonus * 100 == sum(each.won_beside for each in hand.players)
            told |= {name for name, there in (("dead", dead), ("rake", hand.rake), ("bonus", bonus)) if there}
    assert told == {"dead", "rake", "bonus"}


def test_what_the_format_has_no_words_for_is_refused() -> None:
    table = Playing(terms_of(Variant.HOLDEM_HI_LO, LimitKind.POT, Random(1)), 1, 3)
    played = table.hand()
    assert played is not None
    with pytest.raises(CannotSay, match="OHH has no words"):
        as_ohh(recorded(*played))


UNCALLED = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [0.00001, 0.00002]
min_bet = 0.00002
starting_stacks = [0.001, 0.001]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 cbr 0.00006", "p1 f"]
"""


def test_chips_are_called_play_chips_and_what_nobody_called_is_seen_to_go_back() -> None:
    """p2 puts in 0.00006 and takes a pot of 0.00004, in which 0.00002 are their own; no amount has an exponent."""
    text = ohh_text(replay(UNCALLED).hand)
    ohh = json.loads(text, parse_float=Decimal)["ohh"]
    assert ohh["currency"] == "XPM"
    assert [pot["amount"] for pot in ohh["pots"]] == [Decimal("0.00004")]
    assert ohh["_croupier"]["returned"] == [{"player_id": 1, "amount": Decimal("0.00004")}]
    assert not re.search("[0-9][eE]", text)
