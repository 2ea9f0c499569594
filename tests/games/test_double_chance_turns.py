"""Who is asked at a Double Chance table, what is done for the silent, and what a console asks to be filled in."""

from __future__ import annotations

import pytest

from croupier.cards import CardSource, Device
from croupier.games.double_chance import ENGINE
from croupier.games.double_chance.irregularities import DeclareAbsent
from croupier.games.double_chance.operating import ReportShufflerFault
from croupier.games.double_chance.play import DeclareHand, DiscardCards, PickUpHand
from croupier.games.double_chance.running_out import RunOutOfTime
from croupier.games.double_chance.settle import TurnUpHand
from croupier.games.double_chance.supervision import DirectToActFirst
from croupier.games.double_chance.terms import JACKPOT_HANDS
from croupier.table.contract import CLOCK, Actor, Pace
from croupier.table.declare import COMMANDS, Here, in_words, say_command
from croupier.table.offers import FieldView
from croupier.table.one_deck import OrderCount
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.state import Stage
from tests.games.chance import (
    MOMENTS,
    ONE_DOLLAR,
    OPERATOR,
    RULES,
    SUPERVISOR,
    Chance,
    brought_to,
    cards,
    three_players,
)
from tests.games.sitting import ANN, BOB, CEC, DEALER

TIME = Actor(CLOCK, "Time", "dealer")


def test_from_the_first_wager_everyone_has_the_same_time_to_bet_once_the_cards_are_ready() -> None:
    chance = Chance()
    chance.sit(ann=1)
    assert ENGINE.turns(chance.state) == ()
    chance.bet(ANN, wager=10_00)
    (turn,) = ENGINE.turns(chance.state)
    assert turn.player is None and turn.silent == AnnounceNoMoreBets() and turn.pace is Pace.BETTING


def test_all_are_asked_at_once_and_a_hand_that_nobody_picks_up_is_void() -> None:
    chance = brought_to("dealt")
    turns = ENGINE.turns(chance.state)
    assert [(each.key, each.player) for each in turns] == [
        ("choose 1 1", "ann"),
        ("choose 1 2", "bob"),
        ("choose 1 3", "cec"),
    ]
    assert turns[0].choices == (PickUpHand(player="ann"),) and turns[0].silent == DeclareAbsent(area=1)
    assert turns[0].pace is Pace.CHOICE and turns[0].under == ("DC 8.1", "DC 12.12")
    (foremost,) = RULES.due(chance.state)
    assert (foremost.command, foremost.person) == (PickUpHand(player="ann"), "ann")


def test_a_player_s_time_does_not_begin_anew_with_the_cards_in_hand() -> None:
    chance = brought_to("handled")
    ann, bob, _ = ENGINE.turns(chance.state)
    assert (ann.key, bob.key) == ("choose 1 1", "choose 1 2")
    assert ann.choices == (DeclareHand(player="ann"), DiscardCards(number=2, player="ann"))
    assert ann.silent == RunOutOfTime(player="ann")
    assert [each.command for each in RULES.due(chance.state)] == list(ann.choices)


def test_a_player_whose_declaration_failed_and_who_says_nothing_loses_the_two_lowest_cards() -> None:
    chance = brought_to("handled")
    chance.do(DeclareHand(), ANN)
    ann = ENGINE.turns(chance.state)[0]
    assert ann.key == "choose 1 1" and ann.choices == (DiscardCards(number=2, player="ann"),)
    assert "lowest" in in_words(COMMANDS[RunOutOfTime].if_silent, ann.silent, {}, Here(chance.state, ENGINE))
    chance.do(ann.silent, TIME)
    assert chance.state.hand(1).faces == cards("Ks Js 9h")
    assert [each.player for each in ENGINE.turns(chance.state)] == ["bob", "cec"]


def test_four_cards_kept_leave_one_more_to_discard() -> None:
    chance = brought_to("handled")
    chance.discard(ANN, "4c")
    assert ENGINE.turns(chance.state)[0].choices == (DiscardCards(number=1, player="ann"),)


@pytest.mark.parametrize("moment", ["dealt", "handled"])
def test_the_round_goes_on_though_everyone_stays_silent(moment: str) -> None:
    chance = brought_to(moment)
    while chance.state.stage is Stage.CHOOSING:
        chance.do(ENGINE.turns(chance.state)[0].silent, TIME)
    assert {each.player for each in chance.state.wagers} == ({"ann"} if moment == "handled" else set())


def test_no_clock_runs_at_a_real_table() -> None:
    chance = brought_to("handled", cards=CardSource.REAL)
    assert {turn.silent for turn in ENGINE.turns(chance.state)} == {None}


def test_a_declared_hand_that_does_not_comply_is_asked_about_when_it_is_turned_up() -> None:
    chance = brought_to("handled", cards=CardSource.REAL)
    for who in (ANN, BOB, CEC):
        chance.do(DeclareHand(player=who.id))
    chance.stack("Ac Kd Qd Jd 9d")
    chance.due()
    (turn,) = ENGINE.turns(chance.state)
    assert (turn.key, turn.player, turn.under) == ("discard 1 3", "cec", ("DC 12.6",))
    assert turn.choices == (DiscardCards(cards=cards("Jd 9d"), player="cec"),) and turn.silent is None
    assert [each.command for each in RULES.due(chance.state)] == list(turn.choices)


def test_only_a_suspect_is_asked_until_that_hand_is_played() -> None:
    chance = three_players()
    chance.do(DirectToActFirst(player="bob", why="a glance"), SUPERVISOR)
    chance.deal()
    assert [each.player for each in ENGINE.turns(chance.state)] == ["bob"]
    chance.discard(BOB, "6h 3s", "Qc Tc 8d 6h 3s")
    assert [each.player for each in ENGINE.turns(chance.state)] == ["ann", "cec"]


def test_nobody_is_asked_while_the_deck_is_counted_or_the_device_is_out() -> None:
    chance = brought_to("handled")
    chance.do(OrderCount(), SUPERVISOR)
    assert ENGINE.turns(chance.state) == ()
    broken = brought_to("betting", device=Device.SHUFFLER)
    broken.do(ReportShufflerFault(unusable=True))
    assert ENGINE.turns(broken.state) == ()
    assert [say_command(each.command) for each in RULES.due(broken.state)] == [
        "Go on with another shuffling device",
        "Go on with a card shoe",
    ]


def fields(chance: Chance, who: Actor, kind: str) -> dict[str, FieldView]:
    """What a command asks to be filled in."""
    offer = next(each for each in RULES.view(chance.state, who, chance.at).options if each.type == kind)
    return {each.name: each for each in offer.fields}


def test_a_dealer_enters_as_many_faces_as_a_player_kept_and_at_a_virtual_table_none() -> None:
    chance = brought_to("settling", cards=CardSource.REAL)
    asked = fields(chance, DEALER, "TurnUpHand")
    assert (asked["cards"].kind, asked["cards"].many, asked["cards"].known) == ("hand", 3, ())
    (due,) = RULES.view(chance.state, DEALER).due
    assert due.command == TurnUpHand(area=2) and [each.name for each in due.fields] == ["cards"]
    assert "cards" not in fields(brought_to("settling"), DEALER, "TurnUpHand")


def test_a_jackpot_is_set_from_the_price_and_the_odds_now_on_the_sign() -> None:
    asked = fields(Chance(jackpot=ONE_DOLLAR), OPERATOR, "SetJackpot")
    assert asked["price"].start == 1_00 and asked["price"].optional
    assert asked["schedule"].kind == "schedule" and asked["schedule"].start == ONE_DOLLAR.schedule
    none_yet = fields(Chance(), OPERATOR, "SetJackpot")["schedule"].start
    assert list(none_yet) == list(JACKPOT_HANDS) and not any(none_yet.values())


def test_a_failed_device_and_a_voucher_are_asked_about_in_the_table_s_own_words() -> None:
    chance = brought_to("handled", device=Device.SHUFFLER)
    fault = fields(chance, DEALER, "ReportShufflerFault")["unusable"]
    assert fault.start is True and [each.label for each in fault.choices] == [
        "It jammed, stopped or left its shuffle unfinished",
        "It can no longer be used",
    ]
    voucher = fields(chance, DEALER, "ExchangeVoucher")
    assert voucher["voucher"].start == "" and voucher["cents"].label == "Value, $"
    assert [each.label for each in voucher["tokens"].choices] == ["chips", "promotional tokens"]


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_book_s_words_say_what_a_round_is_waiting_for(moment: str) -> None:
    words = {"dealt": "declare or discard", "handled": "declare or discard", "sixth dealt": "sixth card"}
    words |= {"one turned": "sixth card", "betting": "place your bets"}
    chance = brought_to(moment)
    assert RULES.view(chance.state, BOB).stage_name == words.get(moment, chance.state.stage.value)
