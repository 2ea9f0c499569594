"""One example of every shared command that might be open to someone, for `options` to try."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from croupier.cards import Card, CardSource, Counts, pick, take
from croupier.table.care import (
    CheckCards,
    CountCards,
    OpenTable,
    OrderShuffle,
    RenewCards,
    SecureCards,
    ShuffleCards,
)
from croupier.table.closing import CloseTable, PostClosingSign
from croupier.table.conduct import (
    AskForRules,
    ConcludeInvestigation,
    ConfiscateDevice,
    DetainPerson,
    ExcludePlayer,
    InvalidateRound,
    ReportContravention,
    SeizeWinnings,
    VoidWagers,
)
from croupier.table.contract import Actor, Command, Engine, Option, Refusal
from croupier.table.cut import (
    AskForBurnCard,
    BurnCard,
    CutCards,
    DeclineCut,
    LoadShoe,
    OfferCut,
    ShowBurnCard,
)
from croupier.table.disputes import AskForReview, RaiseDispute, ReviewDispute, RuleOnDispute
from croupier.table.faults import (
    MachineFault,
    ReportExcessCard,
    ReportFaceUpCard,
    ReportLateError,
    ReportMachineFault,
    ReportMissedBurn,
    ReportMissedShuffle,
    ReportWrongCards,
    RestoreMachine,
    ShowCuttingCard,
    ShuffleDiscards,
)
from croupier.table.people import BuyChips, Join, Leave, VacateSeat
from croupier.table.permissions import AgreePersonalLimit, PermitAreas, RestrictBettors
from croupier.table.signs import NOTICE_MS, ChangeLimits, PostMinimumNotice
from croupier.table.state import TableState
from croupier.table.wagers import ConvertSpoken, PlaceWager, RefuseWager, SpeakWager, Tender, WithdrawWager


def tried(
    engine: Engine[Any], state: TableState, by: Actor, at: int, candidates: Iterable[Command]
) -> tuple[Option, ...]:
    """The candidates that the engine would accept from this person now: options and decisions cannot disagree."""
    return tuple(
        Option(command)
        for command in candidates
        if engine.knows(command) and not isinstance(engine.decide(state, command, by, at, _some_card), Refusal)
    )


def _some_card(unseen: Counts) -> Card:
    return pick(unseen, 0)


def to_enter(state: TableState, many: int) -> tuple[Card, ...]:
    """Examples of cards to enter at a real table; at a virtual one none are entered."""
    if state.source is not CardSource.REAL:
        return ()
    unseen, found = state.shoe.unseen, list[Card]()
    for _ in range(many):
        found.append(pick(unseen, 0))
        unseen = take(unseen, found[-1])
    return tuple(found)


def for_anyone(state: TableState) -> Iterator[Command]:
    """What anyone at all may ask."""
    yield AskForRules()
    yield RaiseDispute(about="…")
    for dispute in state.disputes:
        yield AskForReview(dispute=dispute.number)
        yield ReviewDispute(dispute=dispute.number, upheld=True, finding="…")


def for_players(state: TableState, by: Actor, bets: Sequence[str]) -> Iterator[Command]:
    """What a player might do for themselves."""
    for seat in range(1, state.seats + 1):
        yield Join(seat=seat, cents=0 if by.id in state.people else 100)
    if by.id not in state.people:
        yield Join(cents=100)
        return
    yield BuyChips(cents=100)
    yield Leave()
    yield AskForBurnCard()
    yield CutCards(depth=state.shoe.inside // 2)
    yield DeclineCut()
    stack = state.stack(by.id)
    for area in range(1, state.seats + 1):
        for bet in bets:
            yield PlaceWager(area=area, bet=bet, cents=min(stack, state.limits[bet].minimum))
    for area in range(1, state.seats + 1):
        yield SpeakWager(area=area, bet=bets[0], cents=state.limits[bets[0]].minimum, shown=Tender.CASH)
    for wager in state.wagers_of(by.id):
        yield WithdrawWager(area=wager.area, bet=wager.bet)


def for_staff(state: TableState, at: int, card: Card | None, devices: str) -> Iterator[Command]:
    """What someone of the house might do; the rank decides which of it they may."""
    yield from _with_the_cards(state, card)
    yield from _irregularities(card)
    yield from _signs(state, at)
    yield from _about_players(state, devices)
    yield InvalidateRound(fraud=False, why="…")
    yield InvalidateRound(fraud=True, why="…")
    yield RestrictBettors(players=1)
    for dispute in state.disputes:
        yield RuleOnDispute(dispute=dispute.number, ruling="…")
    for spoken in state.spoken:
        yield ConvertSpoken(area=spoken.area, bet=spoken.bet, player=spoken.player)
    for wager in state.wagers:
        yield RefuseWager(area=wager.area, bet=wager.bet, player=wager.player)


def _with_the_cards(state: TableState, card: Card | None) -> Iterator[Command]:
    yield CheckCards(cards=state.shoe.size)
    yield CountCards(cards=state.shoe.size)
    yield OpenTable()
    yield SecureCards(where="…")
    yield ShuffleCards()
    yield ShuffleCards(pre_shuffled=True)
    yield OfferCut()
    yield DeclineCut()
    yield CutCards(depth=state.shoe.inside // 2)
    yield LoadShoe()
    yield BurnCard()
    yield ShowBurnCard(card=card)
    yield OrderShuffle(abnormal=True, why="…")
    yield OrderShuffle(abnormal=False, why="…")
    yield RenewCards()
    yield RenewCards(unfit=True)


def _irregularities(card: Card | None) -> Iterator[Command]:
    yield ShowCuttingCard()
    yield ReportMissedBurn()
    yield ReportFaceUpCard(card=card)
    yield ReportExcessCard()
    yield ReportMissedShuffle()
    yield ShuffleDiscards()
    yield ReportMachineFault(fault=MachineFault.MALFUNCTION)
    yield RestoreMachine()
    yield ReportWrongCards(what="…")
    yield ReportLateError(what="…")


def _signs(state: TableState, at: int) -> Iterator[Command]:
    for bet, limits in state.limits.items():
        yield PostMinimumNotice(bet=bet, minimum=limits.minimum + limits.step, effective_at=at + NOTICE_MS)
        yield ChangeLimits(bet=bet, minimum=limits.minimum, maximum=limits.maximum + limits.step, step=limits.step)
    yield PostClosingSign(closes_at=at + NOTICE_MS)
    yield CloseTable()


def _about_players(state: TableState, devices: str) -> Iterator[Command]:
    people = {*state.people, *(breach.person for breach in state.breaches)}
    for player in sorted(people):
        yield VacateSeat(player=player)
        yield PermitAreas(player=player, areas=min(2, state.seats), seats_elsewhere=True)
        yield AgreePersonalLimit(player=player, minimum=100, maximum=100_000)
        yield ReportContravention(person=player, clause=devices, what="…")
        yield VoidWagers(player=player)
        yield ExcludePlayer(player=player)
        yield SeizeWinnings(player=player, since_round=1)
        yield ConcludeInvestigation(player=player, to_player=True)
        yield ConfiscateDevice(person=player, device="…")
        yield DetainPerson(person=player)
