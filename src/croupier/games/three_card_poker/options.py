"""What a person may do now at a Three Card Poker table."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.cards import Card, CardSource
from croupier.games.three_card_poker.clauses import CLAUSES
from croupier.games.three_card_poker.hands import (
    CorrectPlayWager,
    DeclareShortPlay,
    NominateCards,
    ReportCardsTaken,
    ReportViewedHands,
)
from croupier.games.three_card_poker.irregularities import (
    DeclareMisdeal,
    ReportExposedCard,
    ReportShufflerFault,
    ReportUnstakedArea,
    ReportWrongDeck,
    ReportWrongNumber,
    RuleOnOrder,
)
from croupier.games.three_card_poker.jackpot import (
    ArrangeManually,
    CancelJackpotGame,
    PayJackpotPrizes,
    RecordJackpotOutcome,
    RegisterJackpot,
    RejectJackpotPrizes,
    ReportEquipmentDown,
    RestoreEquipment,
)
from croupier.games.three_card_poker.jackpot_errors import (
    RebuildJackpotCards,
    ReportMixedCards,
    ReportWrongJackpotCards,
)
from croupier.games.three_card_poker.play import (
    CallPlayOrFold,
    DealCard,
    FoldHand,
    LookAtHand,
    PlayHand,
    ShowDealerHand,
    ShowJackpotCards,
)
from croupier.games.three_card_poker.rules import ENGINE
from croupier.games.three_card_poker.settle import PayAntes, SettleArea
from croupier.games.three_card_poker.state import DEALER, HAND, JACKPOT, State
from croupier.games.three_card_poker.tables import ChangePayTables, ForfeitWagers
from croupier.games.three_card_poker.terms import ANTE_BONUS, PAIR_PLUS, Bet
from croupier.table.candidates import for_anyone, for_players, for_staff, to_enter, tried
from croupier.table.closing_by_hands import GiveClosingNotice
from croupier.table.contract import Actor, Command, Option
from croupier.table.dealer_cut import CutDeck
from croupier.table.one_deck import CountDeck, OrderCount
from croupier.table.retracting import KeepWagers, RetractWagers
from croupier.table.rounds import AnnounceNoMoreBets, CollectCards


def options(state: State, by: Actor, at: int = 0) -> tuple[Option, ...]:
    """The commands this person may give now, one example of each kind and place."""
    return tried(ENGINE, state, by, at, _candidates(state, by, at))


def _candidates(state: State, by: Actor, at: int) -> Iterator[Command]:
    yield from for_anyone(state)
    if by.rank == "player":
        yield from for_players(state, by, list(state.limits))
        yield LookAtHand()
        yield from _choices(state)
        yield NominateCards(cards=())
        yield KeepWagers()
        yield RetractWagers()
    elif ENGINE.book.may(by.rank, CLAUSES.dealing):
        yield from for_staff(state, at, to_enter(state, 1)[0] if to_enter(state, 1) else None, CLAUSES.devices)
        yield from _dealing(state)
        yield from _irregularities(state)
        yield from _floor(state)


def _hand(state: State, place: int) -> tuple[Card, ...]:
    """An example of all the faces of one place."""
    hand = state.hand(place)
    return (*hand.faces, *to_enter(state, hand.hidden)) if state.source is CardSource.REAL else ()


def _choices(state: State) -> Iterator[Command]:
    for area in state.choosing():
        yield PlayHand(area=area)
        yield FoldHand(area=area)
        yield FoldHand(area=area, keep_pair_plus=True)


def _dealing(state: State) -> Iterator[Command]:
    yield CutDeck(depth=max(1, state.shoe.inside // 2))
    yield AnnounceNoMoreBets()
    yield RegisterJackpot()
    yield DealCard()
    yield CallPlayOrFold()
    for area in state.choosing():
        player = state.owner(area)
        yield PlayHand(area=area, player=player)
        yield FoldHand(area=area, player=player)
        yield FoldHand(area=area, keep_pair_plus=True, player=player)
    yield ShowDealerHand(cards=_hand(state, DEALER))
    yield ShowJackpotCards(cards=_hand(state, JACKPOT))
    yield PayAntes()
    for area in state.unchecked()[:1]:
        yield SettleArea(area=area, cards=_hand(state, area))
    yield RecordJackpotOutcome()
    yield CollectCards()


def _irregularities(state: State) -> Iterator[Command]:
    card = to_enter(state, 1)
    for place in (*state.staked, DEALER, JACKPOT):
        yield ReportExposedCard(place=place, card=card[0] if card else None)
    for place in (*state.staked, DEALER):
        yield ReportWrongNumber(place=place, found=HAND - 1)
    yield CountDeck(cards=state.shoe.size)
    for area in range(1, state.seats + 1):
        if area not in state.staked:
            yield ReportUnstakedArea(area=area)
            break
    yield ReportWrongJackpotCards(found=1)
    for area in state.staked:
        yield ReportCardsTaken(area=area)
        yield DeclareShortPlay(area=area)
        play = state.wager(area, Bet.PLAY)
        if play is not None:
            yield CorrectPlayWager(area=area, cents=max(1, play.cents - 1))
    yield NominateCards(cards=(), on_top=True)
    yield ReportWrongDeck(cards=state.shoe.size - 1)
    yield ReportMixedCards()
    yield ReportMixedCards(with_jackpot=True)
    yield ReportShufflerFault()
    yield ReportShufflerFault(unverified=True)
    yield ReportEquipmentDown(what="…")
    yield ArrangeManually(how="…")
    yield RestoreEquipment()
    for player in state.undecided():
        yield KeepWagers(player=player)
        yield RetractWagers(player=player)


def _floor(state: State) -> Iterator[Command]:
    yield DeclareMisdeal()
    yield OrderCount()
    yield RuleOnOrder(known=True)
    yield RuleOnOrder(known=False)
    yield RebuildJackpotCards(possible=True)
    yield RebuildJackpotCards(possible=False)
    for player in state.people:
        areas = tuple(dict.fromkeys(each.area for each in state.wagers_of(player) if each.bet != Bet.JACKPOT))
        yield ReportViewedHands(player=player, areas=areas)
        for area in areas:
            yield ReportViewedHands(player=player, areas=(area,))
        yield ForfeitWagers(player=player)
    yield CancelJackpotGame()
    yield PayJackpotPrizes(prizes=tuple((area, 1) for area in state.meter_wins))
    yield RejectJackpotPrizes(why="…")
    other = next(name for name in PAIR_PLUS if name != state.pair_plus)
    yield ChangePayTables(ante_bonus=next(iter(ANTE_BONUS)), pair_plus=other)
    yield GiveClosingNotice()
