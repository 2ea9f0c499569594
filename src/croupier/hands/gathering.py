"""A hand gathered from the events of its round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.games.crown_poker import ENGINE
from croupier.games.crown_poker.actions import Called, Checked, Folded, Raised
from croupier.games.crown_poker.blinds import HandBegun
from croupier.games.crown_poker.board_errors import CardTakenBack
from croupier.games.crown_poker.bonus import BonusNotified
from croupier.games.crown_poker.button import ready
from croupier.games.crown_poker.collecting import BettingOver
from croupier.games.crown_poker.corrections import ActTakenBack
from croupier.games.crown_poker.dead_hands import HandDead
from croupier.games.crown_poker.dealing import CardBurned, CardsSeen, CommunityCardsDealt, HoleCardsDealt
from croupier.games.crown_poker.discards import DiscardChosen, Discarded
from croupier.games.crown_poker.flop_errors import FlopTakenBack
from croupier.games.crown_poker.hand_errors import DiscardOwed
from croupier.games.crown_poker.inspection import HandOpened
from croupier.games.crown_poker.laying import LessThanCall
from croupier.games.crown_poker.showdown import HandMucked, HandShown, PotsPushed
from croupier.games.crown_poker.side_corrections import SideWagerCorrected
from croupier.games.crown_poker.state import BOARD, Play, Post, Posted, State
from croupier.games.crown_poker.straddling import Straddled, StraddleDeclined
from croupier.games.crown_poker.terms import STREETS
from croupier.games.crown_poker.turning_up import HandsTurnedUp
from croupier.hands.course import Course
from croupier.hands.record import SHOWDOWN, Deed, Hand, NoHand, Player, Shown, Tournament
from croupier.money import Move, counted_in_chips, dollars
from croupier.table.accounts import CAGE, LAYOUT
from croupier.table.contract import Event
from croupier.table.corrections import CardCorrected
from croupier.table.declare import EVENTS, Ends, heard, say
from croupier.table.state import Stage
from croupier.table.voiding import WagersVoided

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
    DiscardChosen,
    Discarded,
    LessThanCall,
    Straddled,
    StraddleDeclined,
    HandsTurnedUp,
    HandShown,
    HandMucked,
    PotsPushed,
)
"""The events that a hand is made of; all others are told in words."""


_AWAY = ("wallet:", "held:")
"""Where chips of a player go that leave the table with them, or are seized."""


class _Gathering:
    """What has come together of a hand so far."""

    def __init__(self, state: State, begun: HandBegun, at: int, names: Mapping[str, str]) -> None:
        self.before, self.begun, self.at, self.names = state, begun, at, names
        self.course = Course(begun.posts)
        self.moments = list[Course]()
        """The course before each entry that can be taken back; the table keeps as many moments."""
        self.pot, self.beside, self.prizes = dict[str, int](), dict[str, int](), dict[str, int]()
        self.pushed = False
        self.under = dict[str, None]()
        self.in_chips = state.in_chips
        with counted_in_chips(self.in_chips):
            self.beyond = [
                f"{names.get(each.player, each.player)} has {dollars(each.cents)} on {each.bet}."
                for each in begun.wagers
            ]
        self.last = state

    def take(self, state: State, event: Event, after: State, at: int) -> None:
        """Take in an event, with the table before and after it, and when it was."""
        if _moments(after) > _moments(state):
            self.moments.append(self.course)
        beside = not self.pushed or isinstance(event, SideWagerCorrected)
        for move in event.moves:
            self._moved(move, beside)
        self._follow(state, event, at - self.at)
        self.pushed = self.pushed or isinstance(event, PotsPushed)
        if after.play is not None:
            self.last = after
        public = heard(event, "", state, house=False)
        if public is None:
            return
        self.under |= dict.fromkeys(event.under)
        alone = isinstance(event, CommunityCardsDealt) and state.stage is Stage.SETTLING  # for side wagers alone
        if alone or (not isinstance(event, _PLAIN) and EVENTS[type(event)].ends is None):
            with counted_in_chips(self.in_chips):
                self.beyond.append(say(public, self.names))

    def _follow(self, state: State, event: Event, at: int) -> None:
        """What the event makes of the course of the hand."""
        course = self.course
        match event:
            case ActTakenBack():
                course = self.moments.pop()
            case CardCorrected():
                course = course.corrected(event)
                self.moments = [each.corrected(event) for each in self.moments]
            case FlopTakenBack(early=False):
                course = course.without_street(1)
            case CardTakenBack(early=False, street=street):
                course = course.without_street(street)
            case DiscardOwed(seat=seat):
                course = course.owes_discard(seat)
            case Discarded(seat=seat):
                course = course.discards(0 if state.play is None else state.play.street, seat, at)
            case Straddled(seat=seat, player=player, cents=cents):
                course = replace(course, posts=(*course.posts, Posted(seat, player, Post.STRADDLE, cents, cents)))
            case CardBurned():
                course = replace(course, burns=course.burns + 1)
            case HandOpened(seat=seat, cards=cards, live=live):
                course = course.opened_after_all(seat, cards) if live else course
                course = course.then(Shown(seat, cards, False))
            case _:
                course = course.then(*[_timed(each, at) for each in _acts(state, event)])
        self.course = course

    def _moved(self, move: Move, beside: bool) -> None:
        """Count a move; what goes onto the layout counts until the pots are pushed, or when it was entered wrongly."""
        if move.source == CAGE and ":" in move.target:  # a bonus prize, or one that goes back
            _add(self.prizes, move.target, move.cents)
        elif move.target == CAGE and ":" in move.source:
            _add(self.prizes, move.source, -move.cents)
        elif move.target.startswith("pot:") and move.source.startswith("stack:"):
            _add(self.pot, move.source, -move.cents)
        elif move.source.startswith("pot:") and move.target.startswith("stack:"):
            _add(self.pot, move.target, move.cents)
        elif beside and move.source.startswith("stack:") and not move.target.startswith(_AWAY):
            _add(self.beside, move.source, move.cents)
        elif beside and move.target.startswith("stack:") and move.source == LAYOUT:
            _add(self.beside, move.target, -move.cents)


def _acts(state: State, event: Event) -> Iterable[Deed | Shown]:
    """What a player did or showed by an event, or what was ruled about their hand."""
    play = state.play
    street = 0 if play is None else play.street
    match event:
        case Checked(seat=seat):
            yield Deed(street=street, seat=seat, does="check")
        case Folded(seat=seat):
            early = play is not None and seat in play.asked[1:]
            yield Deed(street=street, seat=seat, does="fold", early=early)
        case Called(seat=seat, cents=cents, all_in=all_in):
            yield Deed(street=street, seat=seat, does="call", cents=cents, all_in=all_in)
        case Raised(seat=seat, cents=cents, to=to, all_in=all_in):
            does = "bet" if event.opens else "raise"
            yield Deed(street=street, seat=seat, does=does, cents=cents, to=to, all_in=all_in)
        case LessThanCall(seat=seat, cents=cents):
            yield Deed(street=street, seat=seat, does="laid", cents=cents)
        case HandsTurnedUp(hands=hands):
            yield from (Shown(each.seat, each.cards, True) for each in hands)
        case HandShown(seat=seat, cards=cards):
            yield Shown(seat, cards, play is not None and seat in play.to_show)
        case HandMucked(seat=seat):
            yield Shown(seat, (), True)
        case BonusNotified(seat=seat, cards=cards):
            yield Shown(seat, cards, False)
        case HandDead(seat=seat, back=back):
            yield Deed(street=_ruled_on(state), seat=seat, does="void" if back else "dead")
        case WagersVoided(player=player):
            who = None if play is None else play.of(player)
            if who is not None and who.put + who.dead:
                yield Deed(street=_ruled_on(state), seat=who.seat, does="void")


def _timed(act: Deed | Shown, at: int) -> Deed | Shown:
    return replace(act, at=at) if isinstance(act, Deed) else act


def _ruled_on(state: State) -> int:
    over = state.stage in (Stage.SETTLING, Stage.SETTLED)
    return SHOWDOWN if over or state.play is None else state.play.street


def _moments(state: State) -> int:
    return 0 if state.play is None else len(state.play.moments)


def _add(amounts: dict[str, int], account: str, cents: int) -> None:
    name = account.partition(":")[2]
    amounts[name] = amounts.get(name, 0) + cents


def recorded(
    before: State, events: Iterable[tuple[int, Event]], names: Mapping[str, str] | None = None, *, scale: int = 100
) -> Hand:
    """The hand that these events, each with its moment, make of a table; `NoHand` where none is played to its end."""
    state, known = before, names or {name: each.name for name, each in before.people.items()}
    found: _Gathering | None = None
    for at, event in events:
        if isinstance(event, HandBegun):
            found = _Gathering(state, event, at, known)
        after = ENGINE.evolve(state, event)
        if found is not None:
            if EVENTS[type(event)].ends is Ends.VOID:
                raise NoHand("the hand was a misdeal, and counts for nothing")
            found.take(state, event, after, at)
        state = after
    if found is None or found.last.play is None or not found.last.play.pots:
        raise NoHand("no hand is played to its end there")
    return _hand(found, found.last.play, scale)


def _hand(found: _Gathering, play: Play, scale: int) -> Hand:
    state, begun, terms, course = found.before, found.begun, found.before.terms, found.course
    reserved = state.reserved
    board = found.last.hand(*BOARD).faces[: sum(each.cards for each in STREETS[: play.street + 1])]
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
        players=tuple(_player(found, seat, player) for seat, player in begun.dealt),
        waiting=tuple(sorted(set(ready(state)) - {seat for seat, _ in begun.dealt})),
        posts=tuple(each for each in course.posts if each.what is not Post.FEE),
        acts=course.in_order(tuple(seat for seat, _ in begun.dealt)),
        street=play.street,
        board=board,
        pots=play.pots,
        burns=course.burns,
        under=tuple(found.under),
        beyond=tuple(found.beyond),
        scale=scale,
        event=None if reserved is None else Tournament(reserved.tournament, reserved.title, reserved.started),
    )


def _player(found: _Gathering, seat: int, player: str) -> Player:
    beside = found.beside.get(player, 0)
    start = found.before.stack(player) - beside
    wagered = sum(each.cents for each in found.begun.wagers if each.player == player)
    person: Any = found.before.people.get(player)
    opened = [each.cards for each in found.course.acts if isinstance(each, Shown) and each.seat == seat and each.cards]
    return Player(
        seat=seat,
        id=player,
        name=found.names.get(player) or (person.name if person is not None else player),
        start=start,
        end=start + found.pot.get(player, 0),
        beside=beside + wagered,
        dead=sum(each.cents for each in found.begun.posts if each.player == player and each.what is Post.DEAD),
        sitting=found.before.sitting(player),
        won_beside=sum(each.settled.paid for each in found.last.wagers_of(player) if each.settled is not None),
        prizes=found.prizes.get(player, 0),
        cards=opened[-1] if opened else (),
    )
