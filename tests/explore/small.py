"""Tables small enough to be walked whole: two players, one round, and cards that come in a set order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK, Card, CardSource, Device
from croupier.games import blackjack, crown_poker, double_chance, matchmaker, three_card_poker
from croupier.games.blackjack import dealing as blackjack_dealing
from croupier.games.blackjack.misdeals import ReportPassedOver
from croupier.games.blackjack.reconstruct import ReportMisplacedCard as MisplacedHand
from croupier.games.blackjack.terms import Variant
from croupier.games.crown_poker.actions import CallBet, Check, Fold
from croupier.games.crown_poker.blinds import BeginHand
from croupier.games.crown_poker.board_errors import ReportEarlyCards
from croupier.games.crown_poker.bonus import NotifyBonus
from croupier.games.crown_poker.dealing import BurnCard, DealCommunityCards, DealHoleCards
from croupier.games.crown_poker.discards import Discard
from croupier.games.crown_poker.flop_chase import SettleSideWagers
from croupier.games.crown_poker.showdown import PushPots
from croupier.games.crown_poker.terms import Bonus, BonusKind, Commission, Limit, Setting
from croupier.games.double_chance import play as chance_play
from croupier.games.double_chance.operating import ReportShufflerFault
from croupier.games.double_chance.supervision import KeepApart, OrderEnglish
from croupier.games.double_chance.terms import JACKPOT_HANDS, Jackpot
from croupier.games.matchmaker import play as matchmaker_play
from croupier.games.matchmaker.irregularities import ReportMisplacedCard
from croupier.money import Limits
from croupier.table.conduct import ExcludePlayer, ReportContravention
from croupier.table.contract import Actor, Command
from croupier.table.cut import AskForBurnCard
from croupier.table.faults import MachineFault, ReportExcessCard, ReportMachineFault, ReportMissedBurn
from croupier.table.one_deck import OrderCount
from croupier.table.people import Join
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.wagers import PlaceWager, SpeakWager, Tender

ANN, BOB = Actor("ann", "Ann"), Actor("bob", "Bob")
PLAYERS = (ANN, BOB)
HOUSE = Actor("casino-operator", "Casino-Operator", "casino-operator")
BROUGHT = 500_00
PRIZES = dict(zip(JACKPOT_HANDS, (10_000, 2_000, 250, 50, 30, 20, 100), strict=True))


class Small(msgspec.Struct, frozen=True, kw_only=True):
    """One table to walk: its terms, what is staked before the walk begins, and which cards come first."""

    game: str
    terms: Any
    stakes: tuple[tuple[int, str, int], ...]
    """Area, bet and cents; areas are their players' seats."""
    first: str = ""
    """The cards that come before all others, as long as there are any."""
    brought: int = BROUGHT
    """What each player sits down with."""
    left: int | None = None
    """How many cards are left in the shoe, if not all of them: the others lie unseen in the discard holder."""

    owing: tuple[tuple[Command, Actor], ...] = ()
    """What was done besides before the walk begins, so that what a second act forgets is found one act away."""

    def begins(self) -> tuple[tuple[Command, Actor], ...]:
        """Two players sit down and wager, and something is owed or broken."""
        seats: list[tuple[Command, Actor]] = [
            (Join(cents=self.brought, seat=seat), player) for seat, player in enumerate(PLAYERS, 1)
        ]
        bets = [(PlaceWager(area=area, bet=bet, cents=cents), PLAYERS[area - 1]) for area, bet, cents in self.stakes]
        return (*seats, *bets, *self.owing)

    def order(self) -> tuple[Card, ...]:
        """All cards in the order in which they come."""
        first = tuple(Card(card) for card in self.first.split())
        return (*first, *(card for card in DECK if card not in first))


def by_the_house(*commands: Command) -> tuple[tuple[Command, Actor], ...]:
    """What someone above all ranks does."""
    return tuple((command, HOUSE) for command in commands)


PAIRS = ((1, "pair match", 10_00), (1, "suit match", 10_00), (2, "miss match", 10_00))
WAGERS = ((1, "wager", 10_00), (2, "wager", 10_00), (2, "jackpot", 1_00))
ANTES = ((1, "ante", 10_00), (1, "pair plus", 5_00), (2, "ante", 10_00), (2, "jackpot", 1_00))

CHASE = ((1, "red", 1_00),)
NATURALS = ((1, "blackjack", 10_00), (2, "blackjack", 10_00))
PONTOONS = ((1, "pontoon", 10_00), (2, "pontoon", 10_00))

_Match, _Chance, _Poker = matchmaker.Terms, double_chance.Terms, three_card_poker.Terms
_Hands, _Holdem = blackjack.Terms, crown_poker.Terms
_JACKPOT = Jackpot(1_00, PRIZES)
_SIGN = Setting(limit=Limit(bets=(2_00,)), blinds=(1_00, 2_00), minimum_buy_in=3_00)
_POKER: dict[str, Any] = {
    "seats": 2,
    "limits": {"red": Limits(1_00, 5_00), "black": Limits(1_00, 5_00)},
    "commission": Commission(per_mille=100),
}
_DECK = "Ah Kh Qs Qd 2h 7d 9h 3c 4s Tc 5d"
_PRIZES = (
    Bonus(name="Aces", hand="pair", cents=10_00),
    Bonus(name="Jacket", hand="pair", kind=BonusKind.GOODS, what="a jacket"),
)
_REAL_POKER = {**_POKER, "cards": CardSource.REAL}
_TO_THE_FLOP = (
    BeginHand(),
    DealHoleCards(),
    CallBet(player="ann"),
    Check(player="bob"),
    BurnCard(),
    DealCommunityCards(cards=(Card("2h"), Card("7d"), Card("9h"))),
)

SMALL: Mapping[str, Small] = {
    "matchmaker: shoe": Small(
        game="matchmaker", terms=_Match(decks=4, areas=2), stakes=PAIRS, first="7h 8c 7h 9d 2s 3c"
    ),
    "matchmaker: cutting card in the round": Small(
        game="matchmaker",
        terms=_Match(decks=4, areas=2, cutting_card_behind=104),
        stakes=PAIRS,
        first="7h 8c 7h 9d 2s 3c",
        left=106,
    ),
    "matchmaker: shoe that runs out": Small(
        game="matchmaker",
        terms=_Match(decks=4, areas=2, cutting_card_behind=1),
        stakes=PAIRS,
        first="7h 8c 7h 9d 2s 3c",
        left=3,
    ),
    "matchmaker: machine": Small(
        game="matchmaker", terms=_Match(decks=4, areas=2, device=Device.MACHINE), stakes=PAIRS, first="7h 8c 7d 9d 2s"
    ),
    "matchmaker: real shoe": Small(
        game="matchmaker", terms=_Match(decks=4, areas=2, cards=CardSource.REAL), stakes=PAIRS, first="7h 8c 9h 2d 3s"
    ),
    "double-chance: shoe": Small(
        game="double-chance",
        terms=_Chance(areas=2, jackpot=_JACKPOT),
        stakes=WAGERS,
        first="Ah 9c 7d 5s 3c Kh Qh Jh Th 9h 2h",
    ),
    "double-chance: shuffling device": Small(
        game="double-chance",
        terms=_Chance(areas=2, jackpot=_JACKPOT, device=Device.SHUFFLER),
        stakes=WAGERS,
        first="2h 2c 7d 5s 3c Kh Qc Jh Th 9h 4h",
    ),
    "double-chance: real shoe": Small(
        game="double-chance",
        terms=_Chance(areas=2, jackpot=_JACKPOT, cards=CardSource.REAL),
        stakes=WAGERS,
        first="Ah 9c 7d 5s 3c Kh Qh Jh Th 9h 2h",
    ),
    "three-card-poker: hand shoe": Small(
        game="three-card-poker",
        terms=_Poker(areas=2, jackpot_price=1_00),
        stakes=ANTES,
        first="Qh Qc 4d 9h 7c 2d Ks Kd 3c",
    ),
    "three-card-poker: shuffling shoe": Small(
        game="three-card-poker",
        terms=_Poker(areas=2, jackpot_price=1_00, jackpot_option=2, device=Device.SHUFFLER),
        stakes=ANTES,
        first="Ah Kh Qh Jh Th 9s 8c 2d 3c",
    ),
    "three-card-poker: too few chips to play on": Small(
        game="three-card-poker",
        terms=_Poker(areas=2, jackpot_price=1_00),
        stakes=ANTES,
        first="Qh Qc 4d 9h 7c 2d Ks Kd 3c",
        brought=18_00,
    ),
    "three-card-poker: real hand shoe": Small(
        game="three-card-poker",
        terms=_Poker(areas=2, jackpot_price=1_00, cards=CardSource.REAL),
        stakes=ANTES,
        first="Qh Qc 4d 9h 7c 2d Js 8d 3c",
    ),
    "matchmaker: machine that failed": Small(
        game="matchmaker",
        terms=_Match(decks=4, areas=2, device=Device.MACHINE),
        stakes=PAIRS,
        first="7h 8c 7d 9d 2s",
        owing=by_the_house(ReportMachineFault(fault=MachineFault.MALFUNCTION)),
    ),
    "matchmaker: calls and a burn card asked for": Small(
        game="matchmaker",
        terms=_Match(decks=4, areas=2),
        stakes=(),
        owing=(
            (SpeakWager(area=1, bet="pair match", cents=10_00, shown=Tender.CASH), ANN),
            *by_the_house(ReportMissedBurn()),
            (AskForBurnCard(), BOB),
        ),
    ),
    "matchmaker: surplus card in the deal": Small(
        game="matchmaker",
        terms=_Match(decks=4, areas=2),
        stakes=PAIRS,
        first="7h 8c 7h 9d 2s 3c",
        owing=by_the_house(AnnounceNoMoreBets(), matchmaker_play.DealCard(), ReportExcessCard()),
    ),
    "matchmaker: card on a wrong area": Small(
        game="matchmaker",
        terms=_Match(decks=4, areas=2),
        stakes=PAIRS,
        first="7h 8c 7h 9d 2s 3c",
        owing=by_the_house(AnnounceNoMoreBets(), matchmaker_play.DealCard(), ReportMisplacedCard(area=1)),
    ),
    "blackjack: shoe": Small(
        game="blackjack", terms=_Hands(decks=4, areas=2), stakes=NATURALS, first="Ts As 6c 9d Kd 8h 4c 5d 2s"
    ),
    "blackjack: shuffling shoe": Small(
        game="blackjack",
        terms=_Hands(decks=4, areas=2, device=Device.MACHINE),
        stakes=NATURALS[:1],
        first="Ts 6c 9d 8h 4c 5d 2s",
    ),
    "blackjack: real shoe": Small(
        game="blackjack",
        terms=_Hands(decks=4, areas=2, cards=CardSource.REAL),
        stakes=NATURALS[:1],
        first="Ts 6c 9d 8h 4c 5d 2s",
    ),
    "blackjack: shoe that runs out": Small(
        game="blackjack",
        terms=_Hands(decks=4, areas=2, cutting_card_behind=1),
        stakes=NATURALS[:1],
        first="Ts 6c 4d 8h 2c 5d 2s",
        left=3,
    ),
    "blackjack: crown pontoon": Small(
        game="blackjack",
        terms=_Hands(variant=Variant.PONTOON, decks=4, areas=2),
        stakes=PONTOONS[:1],
        first="9s 6c 7d 8h 4c 5d 2s",
    ),
    "blackjack: card on an area without a wager": Small(
        game="blackjack",
        terms=_Hands(decks=4, areas=2),
        stakes=NATURALS[:1],
        first="Ts 3h 6c 9d 8h 4c 5d 2s",
        owing=by_the_house(AnnounceNoMoreBets(), blackjack_dealing.DealCard(), MisplacedHand(area=2)),
    ),
    "blackjack: hands passed over": Small(
        game="blackjack",
        terms=_Hands(decks=4, areas=2),
        stakes=NATURALS[:1],
        first="Ts 9d 8h 4c 5d 2s",
        owing=by_the_house(
            AnnounceNoMoreBets(),
            blackjack_dealing.DealCard(),
            ReportPassedOver(area=0),
            ReportPassedOver(area=1, nth=2),
        ),
    ),
    "double-chance: count ordered in the deal": Small(
        game="double-chance",
        terms=_Chance(areas=2, jackpot=_JACKPOT),
        stakes=WAGERS,
        first="Ah 9c 7d 5s 3c Kh Qh Jh Th 9h 2h",
        owing=by_the_house(AnnounceNoMoreBets(), chance_play.DealCard(), OrderCount()),
    ),
    "double-chance: device that failed": Small(
        game="double-chance",
        terms=_Chance(areas=2, jackpot=_JACKPOT, device=Device.SHUFFLER),
        stakes=WAGERS,
        first="2h 2c 7d 5s 3c Kh Qc Jh Th 9h 4h",
        owing=by_the_house(ReportShufflerFault(unusable=True)),
    ),
    "double-chance: player excluded": Small(
        game="double-chance",
        terms=_Chance(areas=2, jackpot=_JACKPOT),
        stakes=WAGERS,
        first="Ah 9c 7d 5s 3c Kh Qh Jh Th 9h 2h",
        owing=by_the_house(
            ReportContravention(person="bob", clause="DC 14.1", what="a counter"),
            KeepApart(players=("ann", "bob"), why="looks"),
            OrderEnglish(why="whispers"),
            AnnounceNoMoreBets(),
            chance_play.DealCard(),
            ExcludePlayer(player="bob"),
        ),
    ),
    "crown-poker: holdem with a side wager": Small(
        game="crown-poker", terms=_Holdem(**_POKER, setting=_SIGN), stakes=CHASE, first=_DECK, brought=4_00
    ),
    "crown-poker: real holdem": Small(
        game="crown-poker", terms=_Holdem(**_REAL_POKER, setting=_SIGN), stakes=CHASE, first=_DECK, brought=3_00
    ),
    "crown-poker: real pineapple before the last discard": Small(
        game="crown-poker",
        terms=_Holdem(**_REAL_POKER, setting=replace(_SIGN, variant=crown_poker.Variant.PINEAPPLE)),
        stakes=CHASE,
        first=_DECK,
        brought=3_00,
        owing=by_the_house(
            ReportContravention(person="bob", clause="CP 13.14", what="signs"),
            *_TO_THE_FLOP[:3],
            Discard(nth=1, player="ann"),
        ),
    ),
    "crown-poker: real turn that came too early": Small(
        game="crown-poker",
        terms=_Holdem(**_REAL_POKER, setting=_SIGN),
        stakes=(),
        first=_DECK,
        brought=3_00,
        owing=by_the_house(*_TO_THE_FLOP, ReportEarlyCards(cards=(Card("3c"),))),
    ),
    "crown-poker: real pot with a prize to be verified": Small(
        game="crown-poker",
        terms=_Holdem(**_REAL_POKER, setting=_SIGN, bonuses=_PRIZES),
        stakes=CHASE,
        first=_DECK,
        brought=4_00,
        owing=by_the_house(
            ReportContravention(person="bob", clause="CP 13.1", what="a counter"),
            *_TO_THE_FLOP,
            Fold(player="ann"),
            SettleSideWagers(),
            PushPots(),
            NotifyBonus(seat=2, bonus="Aces", cards=(Card("As"), Card("Ac"))),
        ),
    ),
}
"""The tables that are walked, by name."""
