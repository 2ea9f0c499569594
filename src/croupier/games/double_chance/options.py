"""What a person may do now at a Double Chance table."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.cards import Card, CardSource, Device
from croupier.games.double_chance.clauses import CLAUSES
from croupier.games.double_chance.irregularities import (
    BurnSixthCard,
    DeclareAbsent,
    DeclareMisdeal,
    ReportExposedCard,
    ReportUnstakedArea,
    ReportWrongDeck,
    ReportWrongNumber,
)
from croupier.games.double_chance.operating import (
    ExchangeVoucher,
    ReplaceDevice,
    ReportShufflerFault,
    SetJackpot,
    SetMaximumPayout,
    ShuffleByHand,
)
from croupier.games.double_chance.play import DealCard, DeclareHand, DiscardCards, PickUpHand
from croupier.games.double_chance.rules import ENGINE
from croupier.games.double_chance.settle import DealSixthCard, TurnSixthCard, TurnUpHand
from croupier.games.double_chance.state import State
from croupier.games.double_chance.supervision import (
    DecideDispute,
    DirectToActFirst,
    ExcludeFromCasino,
    KeepApart,
    OrderEnglish,
)
from croupier.games.double_chance.terms import HAND, JACKPOT_HANDS, MOST_KEPT
from croupier.table.candidates import for_anyone, for_players, for_staff, to_enter, tried
from croupier.table.conduct import InvalidateRound
from croupier.table.contract import Actor, Command, Option
from croupier.table.dealer_cut import CutDeck
from croupier.table.one_deck import CountDeck, OrderCount
from croupier.table.rounds import AnnounceNoMoreBets, CollectCards
from croupier.table.wagers import RefuseWager


def options(state: State, by: Actor, at: int = 0) -> tuple[Option, ...]:
    """The commands this person may give now, one example of each kind and place."""
    return tried(ENGINE, state, by, at, _candidates(state, by, at))


def _candidates(state: State, by: Actor, at: int) -> Iterator[Command]:
    yield from for_anyone(state)
    yield OrderCount()
    if by.rank == "player":
        yield from for_players(state, by, list(state.limits))
        yield PickUpHand()
        yield DeclareHand()
        yield from _discards(state, by.id, None)
    elif ENGINE.book.may(by.rank, CLAUSES.dealing):
        card = next(iter(to_enter(state, 1)), None)
        yield from for_staff(state, at, card, CLAUSES.devices)
        yield from _dealing(state, card)
        yield from _irregularities(state, card)
        yield from _floor(state)


def _discards(state: State, owner: str, named: str | None) -> Iterator[Command]:
    """One example for each number of cards that may be kept, of a hand one may know or whose cards are not known."""
    for area in state.choosing():
        if state.owner(area) != owner:
            continue
        hand = state.hand(area)
        for kept in range(1, MOST_KEPT + 1):
            yield DiscardCards(cards=hand.faces[kept:], number=hand.cards - kept, player=named)


def _dealing(state: State, card: Card | None) -> Iterator[Command]:
    yield CutDeck(depth=max(1, state.shoe.inside // 2))
    yield ShuffleByHand()
    yield AnnounceNoMoreBets()
    yield DealCard()
    for area in state.choosing():
        player = state.owner(area)
        if player is not None:
            yield PickUpHand(player=player)
            yield DeclareHand(player=player)
            if state.source is CardSource.REAL or state.hand(area).up:
                yield from _discards(state, player, player)
        yield DeclareAbsent(area=area)
    for area in state.unturned()[:1]:
        hand = state.hand(area)
        real = state.source is CardSource.REAL
        yield TurnUpHand(area=area, cards=(*hand.faces, *to_enter(state, hand.hidden)) if real else ())
    yield DealSixthCard()
    for area in state.face_down_sixths()[:1]:
        yield TurnSixthCard(area=area, card=card)
    yield CollectCards()


def _irregularities(state: State, card: Card | None) -> Iterator[Command]:
    yield DeclareMisdeal(why="…")
    for area in state.staked:
        yield ReportExposedCard(area=area, card=card)
        yield ReportWrongNumber(area=area, found=HAND - 1)
        yield BurnSixthCard(area=area)
    for area in range(1, state.seats + 1):
        yield ReportUnstakedArea(area=area)
    yield ReportWrongDeck(missing=1)
    yield ReportWrongDeck(foreign=1)
    yield CountDeck(cards=state.shoe.size)
    yield ReportShufflerFault()
    yield ReportShufflerFault(unusable=True)
    yield ReplaceDevice(device=Device.SHOE)
    yield ReplaceDevice(device=Device.SHUFFLER)


def _floor(state: State) -> Iterator[Command]:
    smallest = state.terms.chips.smallest
    yield InvalidateRound(fraud=False, why="…", refund=False)
    for player in state.people:
        yield ExchangeVoucher(player=player, voucher=f"voucher {len(state.vouchers) + 1}", cents=smallest)
        yield DirectToActFirst(player=player, why="…", lift=player in state.act_first)
        yield ExcludeFromCasino(player=player)
        yield InvalidateRound(fraud=True, why="…", forfeit=player)
    pair = tuple(sorted(state.people))[:2]
    yield KeepApart(players=pair, why="…")
    for group in state.kept_apart:
        yield KeepApart(players=group, lift=True)
    yield OrderEnglish(why="…", lift=state.english_only)
    for wager in state.wagers:
        yield RefuseWager(area=wager.area, bet=wager.bet, player=wager.player, why="…")
    schedule = dict.fromkeys(JACKPOT_HANDS, 1)
    yield SetJackpot() if state.jackpot else SetJackpot(price=smallest, schedule=schedule)
    yield SetMaximumPayout(cents=None if state.maximum_payout else smallest)
    for dispute in state.disputes:
        yield DecideDispute(dispute=dispute.number, decision="…")
