"""One hand as it was played, gathered from the events of its round: what every format of the outside world is told.

A face is in it only where everyone has seen it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.games.crown_poker import ENGINE
from croupier.games.crown_poker.actions import Called, Checked, Folded, Raised
from croupier.games.crown_poker.blinds import HandBegun
from croupier.games.crown_poker.button import ready
from croupier.games.crown_poker.collecting import BettingOver
from croupier.games.crown_poker.dealing import CardBurned, CardsSeen, CommunityCardsDealt, HoleCardsDealt
from croupier.games.crown_poker.laying import LessThanCall
from croupier.games.crown_poker.showdown import HandMucked, HandShown, PotsPushed
from croupier.games.crown_poker.state import BOARD, SITTING, Play, Post, Posted, Pot, Sitting, State
from croupier.games.crown_poker.straddling import Straddled, StraddleDeclined
from croupier.games.crown_poker.terms import STREETS, Commission, Readings, Setting
from croupier.money import Move, dollars
from croupier.table.accounts import LAYOUT
from croupier.table.contract import Event
from croupier.table.declare import EVENTS, Ends, say, told
from croupier.table.state import Settled, Stage

GAME = "crown-poker"
"""The game whose hands these are."""


class NoHand(ValueError):
    """Events in which no hand was played to its end."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who was dealt in, in the order of the deal."""

    seat: int
    id: str
    name: str
    start: int
    """The chips with which they played the hand: fees and side wagers are gone already."""
    end: int
    """The chips after the pots were pushed; side wagers that won are not among them yet."""
    beside: int = 0
    """What went beside the pots: fees, and side wagers."""
    dead: int = 0
    """Blinds that were missed, posted as nobody's bet."""
    sitting: Sitting = SITTING
    """How they sat before the hand: waiting for the blind or posting, and what they owed."""
    won_beside: int = 0
    """What side wagers paid."""
    cards: tuple[Card, ...] = ()
    """The hole cards, where everyone has seen them."""


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """What a player did in a round of betting."""

    street: int
    seat: int
    does: str
    """`check`, `call`, `bet`, `raise`, `fold`, or `laid` for chips short of a call."""
    cents: int = 0
    """What went in with it."""
    to: int = 0
    """What a bet or raise came to in its round."""
    all_in: bool = False


class Shown(msgspec.Struct, frozen=True):
    """A hand laid open or, without cards, given up; `asked` where it was its player's turn at the showdown."""

    seat: int
    cards: tuple[Card, ...]
    asked: bool


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand from its blinds to its pots."""

    table: str
    casino: str
    number: int
    at: int
    """When it began, in milliseconds since 1970."""
    setting: Setting
    readings: Readings
    commission: Commission
    smallest: int
    seats: int
    line: tuple[int, ...]
    """The seats of the button and of each blind."""
    line_before: tuple[int, ...]
    """The same in the hand before; nothing for the first."""
    again: tuple[int, ...]
    """The same of a misdeal that this hand repeats."""
    players: tuple[Player, ...]
    waiting: tuple[int, ...]
    """The seats of those who had chips and were not dealt in: they wait for the big blind."""
    posts: tuple[Posted, ...]
    deeds: tuple[Deed, ...]
    street: int
    """The last round of betting, or the last for which cards came."""
    board: tuple[Card, ...]
    shown: tuple[Shown, ...]
    pots: tuple[Pot, ...]
    burns: int
    under: tuple[str, ...]
    """Every clause and ruling that the hand rests on."""
    beyond: tuple[str, ...]
    """What else happened in it, in words."""
    scale: int = 100
    """How many units, cents in this house, make one of the currency."""

    def at_street(self, street: int) -> tuple[Card, ...]:
        """The community cards that came before a round of betting."""
        before = sum(each.cards for each in STREETS[:street])
        return self.board[before : before + STREETS[street].cards]

    @property
    def rake(self) -> int:
        """What the house took of the pots."""
        return sum(each.rake for each in self.pots)


_PLAIN = (
    HandBegun,
    HoleCardsDealt,
    CardsSeen,
    CardBurned,
    CommunityCardsDealt,
    BettingOver,
    Checked,
    Called,
    Raised,
    Folded,
    LessThanCall,
    Straddled,
    StraddleDeclined,
    HandShown,
    HandMucked,
    PotsPushed,
)
"""The events that a hand is made of; all others are told in words."""


class _Gathering:
    """What has come together of a hand so far."""

    def __init__(self, state: State, begun: HandBegun, at: int) -> None:
        self.before, self.begun, self.at = state, begun, at
        self.posts, self.deeds, self.shown = list(begun.posts), list[Deed](), list[Shown]()
        self.pot, self.beside, self.faces = dict[str, int](), dict[str, int](), dict[int, tuple[Card, ...]]()
        self.won = dict[str, int]()
        self.burns, self.pushed = 0, False
        self.under = dict[str, None]()
        self.beyond = [f"{each.player} has {dollars(each.cents)} on {each.bet}." for each in begun.wagers]
        self.play: Play | None = None
        self.board: tuple[Card, ...] = ()

    def take(self, state: State, event: Event, names: Mapping[str, str]) -> None:
        """Take in an event and the table before it."""
        self.under |= dict.fromkeys(event.under)
        for move in event.moves:
            self._moved(move)
        street = 0 if state.play is None else state.play.street
        match event:
            case Checked(seat=seat):
                self.deeds.append(Deed(street=street, seat=seat, does="check"))
            case Folded(seat=seat):
                self.deeds.append(Deed(street=street, seat=seat, does="fold"))
            case Called(seat=seat, cents=cents, all_in=all_in):
                self.deeds.append(Deed(street=street, seat=seat, does="call", cents=cents, all_in=all_in))
            case Raised(seat=seat, cents=cents, to=to, all_in=all_in):
                does = "bet" if event.opens else "raise"
                self.deeds.append(Deed(street=street, seat=seat, does=does, cents=cents, to=to, all_in=all_in))
            case LessThanCall(seat=seat, cents=cents):
                self.deeds.append(Deed(street=street, seat=seat, does="laid", cents=cents))
            case Straddled(seat=seat, player=player, cents=cents):
                self.posts.append(Posted(seat, player, Post.STRADDLE, cents, cents))
            case HandShown(seat=seat, cards=cards):
                self.faces[seat] = cards
                self.shown.append(Shown(seat, cards, _asked(state, seat)))
            case HandMucked(seat=seat):
                self.shown.append(Shown(seat, (), True))
            case CardBurned():
                self.burns += 1
            case PotsPushed():
                self.pushed = True
        self._settled(event)
        alone = isinstance(event, CommunityCardsDealt) and state.stage is Stage.SETTLING  # for side wagers alone
        if alone or (not isinstance(event, _PLAIN) and EVENTS[type(event)].ends is None):
            self.beyond.append(say(told(event, ""), names))

    def _moved(self, move: Move) -> None:
        if move.target.startswith("pot:") and move.source.startswith("stack:"):
            _add(self.pot, move.source, -move.cents)
        elif move.source.startswith("pot:") and move.target.startswith("stack:"):
            _add(self.pot, move.target, move.cents)
        elif not self.pushed and move.source.startswith("stack:") and not move.target.startswith("wallet:"):
            _add(self.beside, move.source, move.cents)
        elif not self.pushed and move.target.startswith("stack:") and move.source == LAYOUT:
            _add(self.beside, move.target, -move.cents)

    def _settled(self, event: Event) -> None:
        for each in getattr(event, "settled", ()):
            if isinstance(each, Settled) and each.paid:
                _add(self.won, each.player, each.paid)


def _add(amounts: dict[str, int], account: str, cents: int) -> None:
    name = account.removeprefix("stack:")
    amounts[name] = amounts.get(name, 0) + cents


def _asked(state: State, seat: int) -> bool:
    return state.play is not None and seat in state.play.to_show


def recorded(
    before: State, events: Iterable[tuple[int, Event]], names: Mapping[str, str] | None = None, *, scale: int = 100
) -> Hand:
    """The hand that these events, each with its moment, make of a table; `NoHand` where none is played to its end."""
    state, known = before, names or {}
    found: _Gathering | None = None
    for at, event in events:
        if isinstance(event, HandBegun):
            found = _Gathering(state, event, at)
        if found is not None:
            if EVENTS[type(event)].ends is Ends.VOID:
                raise NoHand("the hand was a misdeal, and counts for nothing")
            found.take(state, event, known)
        state = ENGINE.evolve(state, event)
        if found is not None and state.play is not None:
            found.play, found.board = state.play, state.hand(*BOARD).faces
    if found is None or found.play is None or not found.pushed:
        raise NoHand("no hand is played to its end there")
    return _hand(found, found.play, known, scale)


def _hand(found: _Gathering, play: Play, names: Mapping[str, str], scale: int) -> Hand:
    state, begun, terms = found.before, found.begun, found.before.terms
    board = found.board[: sum(each.cards for each in STREETS[: play.street + 1])]
    return Hand(
        table=terms.table,
        casino=terms.casino,
        number=begun.round,
        at=found.at,
        setting=state.setting,
        readings=terms.readings,
        commission=state.commission,
        smallest=terms.chips.smallest,
        seats=state.seats,
        line=begun.line,
        line_before=state.line,
        again=state.again,
        players=tuple(_player(found, seat, player, names) for seat, player in begun.dealt),
        waiting=tuple(sorted(set(ready(state)) - {seat for seat, _ in begun.dealt})),
        posts=tuple(each for each in found.posts if each.what is not Post.FEE),
        deeds=tuple(found.deeds),
        street=play.street,
        board=board,
        shown=tuple(found.shown),
        pots=play.pots,
        burns=found.burns,
        under=tuple(found.under),
        beyond=tuple(found.beyond),
        scale=scale,
    )


def _player(found: _Gathering, seat: int, player: str, names: Mapping[str, str]) -> Player:
    beside = found.beside.get(player, 0)
    start = found.before.stack(player) - beside
    person: Any = found.before.people.get(player)
    return Player(
        seat=seat,
        id=player,
        name=names.get(player) or (person.name if person is not None else player),
        start=start,
        end=start + found.pot.get(player, 0),
        beside=beside,
        dead=sum(each.cents for each in found.begun.posts if each.player == player and each.what is Post.DEAD),
        sitting=found.before.sitting(player),
        won_beside=found.won.get(player, 0),
        cards=found.faces.get(seat, ()),
    )
