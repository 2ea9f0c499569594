"""Where today's corrections come to something else than the round entered rightly, each worked out by hand.

What is right is what `table/replaying` finds. A difference that has gone fails here: then it is struck off this list,
and off those that `test_replaying.py` lets pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from croupier.cards import Card, CardSource, NoChance
from croupier.games import blackjack, crown_poker, game, matchmaker
from croupier.games.blackjack import choices
from croupier.games.blackjack.bonus import PaySuperBonus
from croupier.games.blackjack.corrections import TakeBackDecision
from croupier.games.blackjack.dealing import DealCard
from croupier.games.blackjack.early import GoOn, Insure, Surrender, TakeEvenMoney
from croupier.games.blackjack.face_down import TurnUpHand
from croupier.games.blackjack.terms import Variant
from croupier.games.crown_poker import actions
from croupier.games.crown_poker.corrections import TakeBackAct
from croupier.games.crown_poker.terms import Limit, LimitKind, Setting
from croupier.games.crown_poker.terms import Variant as Game
from croupier.games.matchmaker import play as dealing
from croupier.games.matchmaker.settle import ClearLosers, PayArea
from croupier.table.contract import HOUSE, Actor, Command, Refusal, no_person
from croupier.table.corrections import CorrectCard
from croupier.table.people import Join, Leave
from croupier.table.replaying import Entry, Misfit, difference, replayed
from croupier.table.rounds import CollectCards
from croupier.table.wagers import PlaceWager

DEALER = Actor("dealer", "Dealer", "dealer")
ITSELF = no_person(HOUSE, "dealer")
"""Who does what was due just as it stands."""
ANN, BOB, CID = Actor("ann", "Ann"), Actor("bob", "Bob"), Actor("cid", "Cid")
Given = tuple[Actor, Command]


class Difference(NamedTuple):
    """A round with something wrong in it, what puts it right today, and what everyone has won or lost after either."""

    terms: Any
    entries: Sequence[Given]
    changes: dict[int, Command | None]
    """The entries as they should read; nothing for what was never offered."""
    today: Sequence[Given]
    right: dict[str, int]
    comes_to: dict[str, int] | None
    """What today's correction comes to; nothing where it is refused, or what should then be possible."""
    game: str = "blackjack"
    then: Sequence[Given] = ()
    """What is done after either."""


def of(variant: Variant, **others: Any) -> blackjack.Terms:
    """A real table of a version of Blackjack."""
    return blackjack.Terms(variant=variant, cards=CardSource.REAL, **others)


def sits(player: Actor, seat: int, bet: str) -> tuple[Given, ...]:
    """Someone sits down with $200 and wagers $10."""
    return (player, Join(cents=20_000, seat=seat)), (player, PlaceWager(area=seat, bet=bet, cents=1_000))


def deal(cards: str) -> tuple[Given, ...]:
    """These cards, one after another."""
    return tuple((DEALER, DealCard(card=Card(each))) for each in cards.split())


def card(face: str) -> Command:
    """The card as it should have been entered."""
    return DealCard(card=Card(face))


def corrects(area: int, nth: int, face: str) -> tuple[Given, ...]:
    """Today's correction of a card."""
    return ((DEALER, CorrectCard(area=area, nth=nth, card=Card(face))),)


HOLDEM = crown_poker.Terms(
    seats=3,
    setting=Setting(variant=Game.HOLDEM, limit=Limit(LimitKind.FIXED, (1_000, 1_000, 2_000)), minimum_buy_in=100),
    cards=CardSource.REAL,
)
"""Blinds of $5 and $10."""
PLAIN, PONTOON = of(Variant.BLACKJACK), of(Variant.PONTOON)
ON_BLACKJACK, ON_PONTOON = sits(ANN, 1, "blackjack"), sits(ANN, 1, "pontoon")
AGAINST_AN_ACE = (*ON_BLACKJACK, *deal("Ah As Kd"), (ANN, TakeEvenMoney(area=1)))

DIFFERENCES = {
    # Against a nine nobody insures: the $5 go back, and the $10 lie there.
    "BJ 7.3.2: insurance against what was no ace": Difference(
        PLAIN,
        (*ON_BLACKJACK, *deal("9h As 8d"), (ANN, Insure(area=1))),
        {3: card("9s"), 5: None},
        corrects(0, 1, "9s"),
        {"ann": -1_000},
        {"ann": -1_500},
    ),
    # Against a nine a Blackjack is paid at once, at 3 to 2: $15 and not $10.
    "BJ 7.4.1: even money against what was no ace": Difference(
        PLAIN,
        AGAINST_AN_ACE,
        {3: card("9s"), 5: None},
        corrects(0, 1, "9s"),
        {"ann": 1_500},
        {"ann": 1_000},
    ),
    "BJ 7.4.1: even money taken back after that": Difference(
        PLAIN,
        AGAINST_AN_ACE,
        {3: card("9s"), 5: None},
        (*corrects(0, 1, "9s"), (DEALER, TakeBackDecision(player="ann"))),
        {"ann": 1_500},
        {"ann": 1_000},
    ),
    # Against a nine nobody gives up half: the $10 lie there, and the hand is played.
    "BJ 12.4.1: a surrender against what was no ace": Difference(
        of(Variant.VEGAS),
        (*ON_BLACKJACK, *deal("Th As 6d"), (ANN, Surrender(area=1))),
        {3: card("9s"), 5: None},
        corrects(0, 1, "9s"),
        {"ann": -1_000},
        {"ann": -500},
    ),
    # An ace and a queen are a Blackjack, which cannot be given up: against 19 it pays 3 to 2. Today half is lost.
    "BJ 12.4.1: a surrender of what was a Blackjack": Difference(
        of(Variant.VEGAS),
        (*ON_BLACKJACK, *deal("Qc Th 9d"), (ANN, Surrender(area=1)), *deal("9s")),
        {4: card("Ad"), 5: None},
        corrects(1, 2, "Ad"),
        {"ann": 1_500},
        {"ann": -500},
    ),
    # A jack and an eight could not be split, so that nothing was let go by: the second jack may be split from a queen,
    # and there are three times $10 on the layout. Today the split counts as declined.
    "BJ 7.5.5(e): a split declined of what was no pair": Difference(
        PLAIN,
        (
            *ON_BLACKJACK,
            *deal("Jh 5s Jd"),
            (ANN, choices.Split()),
            *deal("Kh"),
            (ANN, choices.Stand()),
            *deal("Qs"),
        ),
        {6: card("8s")},
        corrects(1, 2, "8s"),
        {"ann": -3_000},
        None,
        then=((ANN, choices.Split()),),
    ),
    # Nine and eight are no pair: there is one hand, and $10 on it.
    "BJ 7.5.5: a split of what was no pair": Difference(
        PLAIN,
        (*ON_BLACKJACK, *deal("8h 5s 8d"), (ANN, choices.Split())),
        {2: card("9s"), 5: None},
        corrects(1, 1, "9s"),
        {"ann": -1_000},
        {"ann": -2_000},
    ),
    # Nine and six are 15, which is not doubled: there are $10 on the hand.
    "BJ 7.5.4: a double on what was not 11": Difference(
        PLAIN,
        (*ON_BLACKJACK, *deal("5h 5s 6d"), (ANN, choices.Double())),
        {2: card("9s"), 5: None},
        corrects(1, 1, "9s"),
        {"ann": -1_000},
        {"ann": -2_000},
    ),
    # Three sevens of hearts against a seven: 21 pays 2 to 1, and $10 wins the $1,000. Bob drew with his 19, a king:
    # his $10 are lost, and he is given $50 as every other original wager is.
    "BJ 10 Table 1, R48: the $50 of another once a decision was taken back": Difference(
        PONTOON,
        (
            *ON_PONTOON,
            *sits(BOB, 2, "pontoon"),
            *deal("7h Jh 7s 7h 9d"),
            (ANN, choices.Draw()),
            *deal("7h"),
            (BOB, choices.Stand()),
            *deal("Kd"),
            (ITSELF, PaySuperBonus()),
        ),
        {11: choices.Draw()},
        ((DEALER, TakeBackDecision(player="bob")), (BOB, choices.Draw()), *deal("Kd")),
        {"ann": 102_000, "bob": 4_000},
        {"ann": 102_000, "bob": -1_000},
    ),
    # Bob's cards lie face down, and his turn has not come. Ann, who stood on record, drew with 12 and waits for a card.
    "R71: no decision is taken back while cards are covered": Difference(
        of(Variant.CROWN, face_down=True),
        (
            *ON_BLACKJACK,
            *sits(BOB, 2, "blackjack"),
            *deal("9c"),
            (DEALER, TurnUpHand(area=1, cards=(Card("8h"), Card("4d")), player="ann")),
            (BOB, GoOn()),
            (ANN, choices.Stand()),
        ),
        {7: choices.Draw()},
        ((DEALER, TakeBackDecision(player="ann")),),
        {"ann": -1_000, "bob": -1_000},
        None,
    ),
    # Cid raised to $20 where a call is on record; Ann gave up her small blind of $5 and went home.
    "R71: whoever has left stands in the way of an act taken back": Difference(
        HOLDEM,
        (
            *[(each, Join(cents=20_000, seat=seat)) for seat, each in enumerate((ANN, BOB, CID), 1)],
            (CID, actions.CallBet()),
            (ANN, actions.Fold()),
            (ANN, Leave()),
        ),
        {3: actions.Raise(to=2_000)},
        ((DEALER, TakeBackAct()), (DEALER, TakeBackAct())),
        {"ann": -500, "bob": -1_000, "cid": -2_000},
        None,
        "crown-poker",
    ),
    # Two nines match, and $10 won $110, with which Ann has gone. In fact the second was a six: her $10 are lost, and
    # she owes what she was paid and the stake she was given back.
    "R71: whoever has left keeps what was paid too much": Difference(
        matchmaker.Terms(cards=CardSource.REAL),
        (
            *sits(ANN, 1, "pair match"),
            (DEALER, dealing.DealCard(card=Card("9h"))),
            (DEALER, dealing.DealCard(card=Card("9d"))),
            (ITSELF, ClearLosers()),
            (ITSELF, PayArea(area=1)),
            (ANN, Leave()),
        ),
        {3: dealing.DealCard(card=Card("6d"))},
        corrects(1, 2, "6d"),
        {"ann": -1_000},
        {"ann": 11_000},
        "matchmaker",
    ),
}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_what_is_right_and_what_today_comes_to(name: str) -> None:
    case = DIFFERENCES[name]
    opening = _ready(case.game, case.terms)
    round = [Entry(command, by, 0, of_the_house=by is ITSELF) for by, command in case.entries]
    entered, right = (replayed(_engine(case), opening, round, changes) for changes in ({}, case.changes))
    assert not isinstance(entered, Misfit), entered
    assert not isinstance(right, Misfit), right
    today, rightly = (_went_on(case, state, given) for state, given in ((entered.state, case.today), (right.state, ())))
    assert rightly == case.right
    assert today == case.comes_to, "today's correction comes to something else by now"
    assert case.right != case.comes_to, "no difference any more: strike it off"


def test_an_entry_that_no_longer_fits_is_told_with_the_clause() -> None:
    """A double on 11, whose five was a nine in fact: 15 is not doubled, and the round stands where it was asked."""
    round = [Entry(command, by, 0) for by, command in (*ON_BLACKJACK, *deal("5h 5s 6d"), (ANN, choices.Double()))]
    opening = _ready("blackjack", PLAIN)
    told = replayed(game("blackjack").engine, opening, round, {2: card("9s")})
    assert isinstance(told, Misfit)
    assert told.nth == len(round) - 1 and "BJ 7.5.4(a)" in told.refusal.under
    assert difference(opening, told.before.state) == {"layout": 1_000, "stack:ann": 19_000, "wallet:ann": -20_000}


def _went_on(case: Difference, state: Any, given: Sequence[Given]) -> dict[str, int] | None:
    """What everyone has won or lost once this was done and what is to be done then; nothing if any of it is refused."""
    for by, command in (*given, *case.then):
        state = _done(case.game, state, command, by)
        if isinstance(state, Refusal):
            return None
    return _won(_settled(case.game, state))


def _engine(case: Difference) -> Any:
    return game(case.game).engine


def _ready(name: str, terms: Any) -> Any:
    """A table at which wagers may be placed."""
    state = game(name).initial(terms)
    while due := game(name).due(state):
        state = _done(name, state, due[0].command, no_person(HOUSE, due[0].rank))
    return state


def _settled(name: str, state: Any) -> Any:
    """The table once the house has settled what it can."""
    while due := game(name).due(state):
        if due[0].person is not None or isinstance(due[0].command, CollectCards):
            break
        decision = game(name).decide(state, due[0].command, no_person(HOUSE, due[0].rank), 0, NoChance())
        if isinstance(decision, Refusal):
            break
        for event in decision:
            state = game(name).evolve(state, event)
    return state


def _done(name: str, state: Any, command: Command, by: Actor) -> Any:
    """The table after this, or why it was refused."""
    decision = game(name).decide(state, command, by, 0, NoChance())
    if isinstance(decision, Refusal):
        return decision
    for event in decision:
        state = game(name).evolve(state, event)
    return state


def _won(state: Any) -> dict[str, int]:
    """What everyone has, on the table and off it, more than they came with."""
    has = state.chips.get
    found = {each.id: has(f"stack:{each.id}", 0) + has(f"wallet:{each.id}", 0) for each in (ANN, BOB, CID)}
    return {each: cents for each, cents in found.items() if cents}
