"""High Card's lines for table scripts."""

from croupier.scripts.face_down import FaceDownTable
from croupier.scripts.forms import Act, Chapter, Direction, Expectation, Setting
from croupier.scripts.shown import sees
from croupier.table import rounds
from tests.toy.high_card import AddStake, Bet, DealCard, Look, ShowDown, Stand

STAFF = {"dealer": "dealer", "supervisor": "game-supervisor", "operator": "casino-operator", "inspector": "regulator"}
BETS = tuple(Bet)
TABLE = FaceDownTable
SETTINGS = (Setting("ace low", "An ace is the lowest card.", lambda it: {"variant": "ace-low"}),)


def _deal(it, table):
    table.perform(rounds.AnnounceNoMoreBets(), it.by)
    while table.state.stage in ("no more bets", "dealing"):
        table.perform(DealCard(), it.by)


def _show(it, table):
    table.to_come += it.cards
    return table.perform(ShowDown(), it.by)


def _looks(it, table):
    table.to_come.append(it.card)
    return Look()


ACTS = (
    Chapter(
        "High Card",
        (
            Direction("<by:who> deals", "One card to each area and the dealer.", _deal),
            Act("<player> looks and finds <card>", "Sees a card.", _looks),
            Act("<player> stands", "Stays.", lambda it, table: Stand(player=it.represented)),
            Act("<player> raises", "Stakes as much again.", lambda it, table: AddStake()),
            Act("<player> splits", "Takes a second hand.", lambda it, table: AddStake(split=True)),
            Direction("<by:who> turns up <cards>", "Shows what nobody has seen yet, in the order it was dealt.", _show),
        ),
    ),
)


def _sees(it, table):
    hands = table.seen_by(it.who).areas[it.area - 1].hands
    return sees(it, [card for hand in hands for card in hand.cards], table)


SHOWN = (
    Chapter(
        "High Card",
        (
            Expectation("<who> sees <cards> at <area>", "Faces in sight.", _sees),
            Expectation("<who> sees <number> backs at <area>", "Cards face down.", _sees),
        ),
    ),
)
