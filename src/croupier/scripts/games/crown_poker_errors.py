"""Crown Poker's lines about what goes wrong (CP 9)."""

from __future__ import annotations

from collections.abc import Callable

from croupier.cards import Card
from croupier.games.crown_poker import (
    bad_deals,
    board_errors,
    corrections,
    exposing,
    fair_play,
    flop_errors,
    hand_errors,
    showing,
    side_corrections,
)
from croupier.games.crown_poker.bad_deals import DealFault
from croupier.games.crown_poker.state import BOARD, BURNS
from croupier.games.crown_poker.terms import Bet
from croupier.scripts.expectations import same
from croupier.scripts.face_down import FaceDownTable
from croupier.scripts.forms import Act, Broken, Chapter, Expectation, Given
from croupier.scripts.table import Table
from croupier.table.contract import Clauses, Command
from croupier.table.corrections import CorrectCard


def seat_of(name: str, table: Table) -> int:
    """Where someone sits."""
    person = table.state.people.get(name)
    if person is None or person.seat is None:
        raise Broken(f"{name} has no seat")
    return int(person.seat)


def _shown(table: Table, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Faces as they are entered, or the next to come where the table draws."""
    if table.is_real:
        return cards
    table.to_come += cards
    return ()


def _one(it: Given, table: Table) -> Card | None:
    shown = _shown(table, () if it.card is None else (it.card,))
    return shown[0] if shown else None


def _bad(fault: DealFault, mended: bool = False) -> Callable[[Given, Table], Command]:
    return lambda it, table: bad_deals.ReportBadDeal(fault=fault, mended=mended)


def _beside(it: Given, cents: int, bet: str) -> Command:
    return side_corrections.CorrectSideWager(player=it.player.name, bet=Bet(bet), cents=cents)


def _exposed(it: Given, table: Table) -> Command:
    return exposing.ReportExposedCard(seat=seat_of(it.player.name, table), card=_one(it, table))


def _extra(it: Given, table: Table) -> Command:
    return board_errors.ReportExtraCards(many=len(it.cards), cards=_shown(table, it.cards))


def _early(it: Given, table: Table, burned: bool = True) -> Command:
    return board_errors.ReportEarlyCards(cards=_shown(table, it.cards), burned=burned)


def _wrong(it: Given, table: Table, mended: bool = False) -> Command:
    return hand_errors.ReportWrongNumber(seat=seat_of(it.player.name, table), cards=it.number, mended=mended)


def _inspects(it: Given, table: Table) -> Command:
    seat = seat_of(it.player.name, table)
    assert isinstance(table, FaceDownTable)
    return showing.InspectHand(seat=seat, cards=table.faces(seat, it.cards))


IN_THE_DEAL = Chapter(
    "What goes wrong in the deal",
    (
        Act("<who> exposes a card in cutting", "Before or after the deal.", _bad(DealFault.CUT_EXPOSED)),
        Act("<who> finds the cards not shuffled", "Nor cut, perhaps.", _bad(DealFault.NOT_SHUFFLED)),
        Act("<who> finds the cards dealt out of order", "Past mending.", _bad(DealFault.OUT_OF_ORDER)),
        Act("<who> mends a deal out of order", "It is put right.", _bad(DealFault.OUT_OF_ORDER, True)),
        Act("<who> finds a player dealt out", "Past mending.", _bad(DealFault.DEALT_OUT)),
        Act("<who> mends a hand not dealt", "The player gets it.", _bad(DealFault.DEALT_OUT, True)),
        Act("<who> finds a hand too many", "Past mending.", _bad(DealFault.EXTRA_HAND)),
        Act("<who> mends a hand too many", "It is taken out.", _bad(DealFault.EXTRA_HAND, True)),
        Act("<who> finds several cards exposed in the deal", "At any moment.", _bad(DealFault.SEVERAL_EXPOSED)),
        Act("<who> finds <number> cards with <player>", "A wrong number, past mending.", _wrong),
        Act(
            "<who> mends <number> cards with <player>",
            "A wrong number that can be put right.",
            lambda it, table: _wrong(it, table, mended=True),
        ),
        Act("<who> exposes a card of <player> [<card>]", "The dealer shows a hole card in dealing.", _exposed),
        Act(
            "<who> replaces the exposed card",
            "It is the first burn card.",
            lambda it, table: exposing.ReplaceExposedCard(),
        ),
        Act(
            "<who> finds a boxed card [<card>]",
            "A card lay face up in the deck.",
            lambda it, table: exposing.ReportBoxedCard(card=_one(it, table)),
        ),
        Act(
            "<who> finds the deck defective because <text>",
            "It is replaced, and before the push the hand is a misdeal.",
            lambda it, table: bad_deals.ReportDefectiveDeck(what=it.text),
        ),
    ),
)

ON_THE_BOARD = Chapter(
    "What goes wrong on the board and with hands",
    (
        Act(
            "<who> finds <cards> too many in the flop",
            "The flop is dealt again.",
            lambda it, table: flop_errors.ReportLargeFlop(cards=_shown(table, it.cards)),
        ),
        Act("<who> turns up <cards> too early", "Before the betting is over.", _early),
        Act(
            "<who> turns up <cards> too early without a burn",
            "Nor was a card burned.",
            lambda it, table: _early(it, table, burned=False),
        ),
        Act(
            "<who> finds no burn was made", "Before the last cards laid.", lambda it, table: board_errors.ReportNoBurn()
        ),
        Act(
            "<who> finds no burn was made past mending",
            "And the hand cannot be rebuilt.",
            lambda it, table: board_errors.ReportNoBurn(rebuilt=False),
        ),
        Act("<who> opens <cards> too many", "With the turn or the river.", _extra),
        Act(
            "<who> shuffles in the card set aside",
            "Before the last community card.",
            lambda it, table: board_errors.ShuffleInCardAside(),
        ),
        Act(
            "<who> finds that <player> has not discarded",
            "In a Pineapple game at a real table.",
            lambda it, table: hand_errors.ReportNotDiscarded(seat=seat_of(it.player.name, table)),
        ),
        Act(
            "<who> notes that <player> shows the hand to <to:player>",
            "A player lets one other see the hand.",
            lambda it, table: showing.NoteHandShown(seat=seat_of(it.player.name, table), to=it.to.name),
        ),
        Act(
            "<who> notes that <player> drops <card>",
            "A player lets everyone see a hole card.",
            lambda it, table: showing.NoteCardDropped(seat=seat_of(it.player.name, table), card=it.card),
        ),
        Act("<who> inspects the hand of <player> [and it is <cards>]", "When the hand is over.", _inspects),
        Act(
            "<who> offers <player> to divide the pot",
            "An agreement between players.",
            lambda it, table: fair_play.ProposeDeal(to=it.player.name),
        ),
        Act(
            "<who> declares the hand of <player> dead because <text>",
            "For cards exchanged or told of.",
            lambda it, table: hand_errors.DeclareDeadHand(seat=seat_of(it.player.name, table), why=it.text),
        ),
    ),
)


def _correct(it: Given, area: int, swap: bool = False) -> Command:
    return CorrectCard(area=area, nth=it.nth, card=it.card, swap=swap)


PUT_RIGHT = Chapter(
    "What was entered wrongly at a real table",
    (
        Act(
            "<who> takes back the last act",
            "The hand is as before the act entered last.",
            lambda it, table: corrections.TakeBackAct(),
        ),
        Act(
            "<who> corrects the side wager of <player> to <amount> on <bet>",
            "It lay there otherwise.",
            lambda it, table: _beside(it, it.amount, it.bet),
        ),
        Act(
            "<who> takes the side wager of <player> off",
            "None lay there.",
            lambda it, table: _beside(it, 0, Bet.RED),
        ),
        Act(
            "<who> corrects board card <nth:number> to <card>",
            "A community card was another.",
            lambda it, table: _correct(it, BOARD.area),
        ),
        Act(
            "<who> corrects card <nth:number> of <player> to <card>",
            "A card that was shown was another.",
            lambda it, table: _correct(it, seat_of(it.player.name, table)),
        ),
        Act(
            "<who> corrects board card <nth:number> to <card> and the other way round",
            "Two cards were entered in each other's place.",
            lambda it, table: _correct(it, BOARD.area, swap=True),
        ),
    ),
)


def _burns(it: Given, table: Table) -> Clauses:
    same("burn cards", it.number, table.state.hand(*BURNS).size)
    return table.cited()


BURN_CARDS = Expectation("<number> burn cards", "How many cards have been burned.", _burns)
