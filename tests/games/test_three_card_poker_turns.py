"""Who is asked at a Three Card Poker table, what is done for the silent, and what may be known before it is done."""

from __future__ import annotations

import pytest

from croupier.cards import CardSource
from croupier.games.three_card_poker import ENGINE
from croupier.games.three_card_poker.hand_errors import (
    CorrectPlayWager,
    NominateCards,
    PlayWagerCorrected,
    ReportCardsTaken,
)
from croupier.games.three_card_poker.irregularities import ReportExposedCard, ReportUnstakedArea
from croupier.games.three_card_poker.jackpot_errors import ReportWrongJackpotCards
from croupier.games.three_card_poker.play import FoldHand, HandPlayed, PlayHand, ShowDealerHand
from croupier.games.three_card_poker.state import JACKPOT
from croupier.table.contract import Actor, Command, Event, Pace, Reason, Refusal
from croupier.table.declare import EVENTS
from croupier.table.one_deck import OrderCount
from croupier.table.retracting import KeepWagers, RetractWagers
from croupier.table.rounds import AnnounceNoMoreBets
from tests.games.poker import HIGHER, RULES, Poker
from tests.games.sitting import ANN, BOB, DEALER


def called(**terms: object) -> Poker:
    """Ann at 1 with an Ante, Bob at 2 with Pair Plus beside his; dealt and called."""
    poker = Poker(**terms)
    poker.sit(ann=1, bob=2)
    poker.bet(ANN, ante=10_00)
    poker.bet(BOB, ante=10_00, pair_plus=5_00)
    poker.call()
    return poker


def staked_by(event: Event) -> dict[str, int]:
    """Who stakes what by an event, as it is declared."""
    stakes = EVENTS[type(event)].stakes
    assert stakes is not None
    return dict(stakes(event))


def last(poker: Poker, kind: type[Event]) -> Event:
    """The latest event of a kind."""
    return next(each for each in reversed(poker.log) if isinstance(each, kind))


def test_from_the_first_wager_everyone_has_the_same_time_to_bet() -> None:
    poker = Poker()
    poker.sit(ann=1)
    assert ENGINE.turns(poker.state) == ()
    poker.bet(ANN, ante=10_00)
    (turn,) = ENGINE.turns(poker.state)
    assert turn.player is None and turn.silent == AnnounceNoMoreBets() and turn.pace is Pace.BETTING


def test_each_hand_is_asked_about_at_once_and_the_silent_fold_but_keep_pair_plus() -> None:
    poker = called()
    ann, bob = ENGINE.turns(poker.state)
    assert (ann.key, bob.key) == ("choose 1 1", "choose 1 2") and (ann.player, bob.player) == ("ann", "bob")
    assert ann.choices == (PlayHand(area=1, player="ann"), FoldHand(area=1, player="ann"))
    assert ann.silent == FoldHand(area=1, player="ann")
    assert bob.silent == FoldHand(area=2, keep_pair_plus=True, player="bob")
    assert bob.under == ("TCP 9.5.2",) and bob.pace is Pace.CHOICE
    assert [each.command for each in RULES.due(poker.state)] == list(ann.choices)  # from the left
    poker.fold(BOB)
    assert ENGINE.turns(poker.state) == (ann,)


def test_nobody_is_asked_to_play_while_the_deck_is_counted() -> None:
    poker = called()
    poker.do(OrderCount(), HIGHER)
    assert ENGINE.turns(poker.state) == ()


def test_each_player_is_asked_whether_to_take_wagers_back_and_the_silent_leave_them_on() -> None:
    poker = called()
    poker.do(ReportUnstakedArea(area=5))
    turns = ENGINE.turns(poker.state)
    assert [each.player for each in turns] == ["ann", "bob"]
    assert turns[0].choices == (KeepWagers(player="ann"), RetractWagers(player="ann"))
    assert turns[0].silent == KeepWagers(player="ann") and turns[0].pace is Pace.ANSWER


def test_the_player_whose_cards_were_taken_is_asked_and_the_silent_name_none() -> None:
    poker = called()
    poker.look(ANN, "Ah Ks 2d")
    poker.do(ReportCardsTaken(area=1))
    (turn,) = ENGINE.turns(poker.state)
    assert turn.player == "ann" and turn.choices == (NominateCards(cards=()),) and turn.silent == turn.choices[0]
    assert turn.pace is Pace.ANSWER and turn.under == ("TCP 11.10.1",)


@pytest.mark.parametrize("right", [True, False])
def test_a_name_for_cards_that_were_taken_cannot_be_tried_out_first(right: bool) -> None:
    poker = called()
    poker.look(ANN, "Ah Ks 2d")
    hand = poker.state.hand(1).faces
    poker.do(ReportCardsTaken(area=1))
    named = NominateCards(cards=hand if right else hand[:2])
    assert ENGINE.rehearse(poker.state, named, ANN, 0) is None
    poker.do(named, ANN)


def rehearsed(poker: Poker, command: Command, by: Actor) -> object:
    """What someone is told that a command would lead to."""
    return ENGINE.rehearse(poker.state, command, by, poker.at)


def test_what_a_play_wager_does_is_known_beforehand_and_what_the_dealer_holds_is_not() -> None:
    poker = called()
    made = rehearsed(poker, PlayHand(area=1), ANN)
    assert isinstance(made, tuple) and isinstance(made[0], HandPlayed) and made[0].cents == 10_00
    refused = rehearsed(poker, PlayHand(area=1), BOB)
    assert isinstance(refused, Refusal) and refused.reason is Reason.NOT_YOURS
    poker.play(ANN)
    poker.fold(BOB)
    assert rehearsed(poker, ShowDealerHand(), DEALER) is None


def test_a_play_wager_and_its_correction_tell_what_is_staked() -> None:
    poker = called(cards=CardSource.REAL)
    poker.play(ANN)
    assert staked_by(last(poker, HandPlayed)) == {"ann": 10_00}
    poker.fold(BOB)
    poker.stack("Kh 9s 4d")
    poker.due()
    poker.do(CorrectPlayWager(area=1, cents=12_00))
    assert staked_by(last(poker, PlayWagerCorrected)) == {"ann": 2_00}
    poker.do(CorrectPlayWager(area=1, cents=7_00))
    assert staked_by(last(poker, PlayWagerCorrected)) == {"ann": -5_00}


def test_a_first_jackpot_card_exposed_in_the_deal_does_not_stand_for_both_turned_up() -> None:
    poker = Poker(jackpot_price=100)
    poker.sit(ann=1)
    poker.bet(ANN, ante=10_00, jackpot=1_00)
    poker.prepare()
    poker.do(AnnounceNoMoreBets())
    poker.due_until(lambda: bool(poker.state.hand(JACKPOT).cards))
    poker.stack("8s")
    poker.do(ReportExposedCard(place=JACKPOT))
    shown = RULES.view(poker.state, ANN).jackpot_cards
    assert shown.cards == ("8s",) and not shown.up
    poker.do(ReportWrongJackpotCards(found=1))


def test_a_table_plays_for_a_meter_where_jackpot_wagers_are_offered() -> None:
    poker = Poker(jackpot_price=500, jackpot_option=2)
    poker.sit(ann=1)
    poker.bet(ANN, ante=10_00, jackpot=5_00)
    link = ENGINE.rules(poker.state).meter_link(poker.state)
    assert link is not None and (link.bet, link.price, link.option, link.wagers) == ("jackpot", 5_00, 2, 1)
    assert ENGINE.rules(called().state).meter_link(called().state) is None
