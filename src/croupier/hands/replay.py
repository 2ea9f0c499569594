"""A written hand played again at a table of the book, strictly: what the rules refuse breaks it, and is never repaired.

The table is a real one whose dealer enters what the text says. Forced bets, burns and the pushing of pots are the
rules' own; the text only has to agree with where they lead.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import msgspec
from msgspec.structs import replace

from croupier.cards import BY_CHANCE, Card, CardSource
from croupier.games.crown_poker import ENGINE, Commission, Readings, Setting, State, Terms, initial
from croupier.games.crown_poker.actions import CallBet, Check, Fold, Raise
from croupier.games.crown_poker.blinds import BeginHand, HandBegun
from croupier.games.crown_poker.dealing import BurnCard, DealCommunityCards, DealHoleCards
from croupier.games.crown_poker.laying import LayChips
from croupier.games.crown_poker.showdown import MuckHand, PushPots, ShowHand
from croupier.games.crown_poker.state import SITTING, Post, Posted, Sitting
from croupier.games.crown_poker.straddling import DeclineStraddle, Straddle, Straddled
from croupier.hands.numbers import shortened
from croupier.hands.phh_in import Action, OwnCommission, Written, parse
from croupier.hands.record import Hand, recorded
from croupier.money import ChipSet
from croupier.table.contract import Actor, Command, Event, Refusal
from croupier.table.people import Join
from croupier.table.state import Stage

DEALER = Actor("dealer", "Dealer", "dealer")


class Broken(ValueError):
    """A hand that cannot be played as it is written: which action, and what the rules say to it."""

    def __init__(self, place: int, text: str, why: object) -> None:
        named = f"action {place} ({shortened(text)})"
        where = named if text else "the end" if place else "the start"
        super().__init__(f"{where}: {why}")
        self.place, self.text, self.why = place, text, why


class Difference(msgspec.Struct, frozen=True):
    """A player who ends with other chips than the text says, both in the text's own amounts."""

    player: int
    written: Fraction
    played: Fraction


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that the rules allow from its first action to its last."""

    hand: Hand
    differences: tuple[Difference, ...]
    """Where its end is not the one written down."""

    @property
    def holds(self) -> bool:
        """Whether it also ends as the text says."""
        return not self.differences


def replay(text: str) -> Replayed:
    """Play a hand in the PHH format; raises `Unreadable`, or `Broken` where the rules refuse it."""
    written = parse(text)
    table = _Table(written)
    table.play()
    hand = table.recorded()
    table.check_own(hand)
    found = () if written.finishing is None else written.finishing
    scale = written.scale
    differences = tuple(
        Difference(nth, end / scale, Fraction(player.end, scale))
        for nth, (end, player) in enumerate(zip(found, hand.players, strict=False), 1)
        if end != player.end
    )
    return Replayed(hand=hand, differences=differences)


class _Table:
    """A table of the book with the players of a written hand."""

    def __init__(self, written: Written) -> None:
        self.written = written
        self.place, self.text = 0, ""
        self.hole: dict[int, tuple[Card | None, ...]] = {}
        self.early: dict[int, Action] = {}
        self.log: list[tuple[int, Event]] = []
        self.laid = _laid(written)
        try:
            terms = _terms(written)
        except ValueError as error:
            raise Broken(0, "", error) from error
        self.state = self._seated(terms)
        self.before = self.state

    def _seated(self, terms: Terms) -> State:
        """The table as it stood before the hand: ready, with its players and the buttons where they were."""
        written, ready = self.written, _ready()
        state = replace(initial(terms), shoe=ready.shoe, care=ready.care, stage=ready.stage)
        self.state = state
        for nth, (seat, stack) in enumerate(zip(written.seats, written.stacks, strict=True), 1):
            if stack:
                self.do(Join(cents=stack, seat=seat, player=_id(nth), name=written.players[nth - 1]))
        own = written.own
        for seat in () if own is None else own.waiting:
            self.do(Join(cents=terms.chips.smallest, seat=seat, player=f"w{seat}", name=f"Waiting {seat}"))
        line, again = ((), ()) if own is None else (own.line_before, own.again)
        return replace(self.state, line=line, again=again, sittings=_sittings(written, terms))

    def do(self, command: Command) -> None:
        """Have the dealer enter something, which the rules must allow."""
        made = ENGINE.decide(self.state, command, DEALER, 0, BY_CHANCE)
        if isinstance(made, Refusal):
            raise Broken(self.place, self.text, made)
        for event in made:
            self.state = ENGINE.evolve(self.state, event)
            self.log.append((0, event))

    def play(self) -> None:
        """The whole hand."""
        self.log.clear()
        self.do(BeginHand())
        self._straddles()
        self._check_posts()
        for place, action in enumerate(self.written.actions, 1):
            self.place, self.text = place, action.text
            if action.does:
                self._act(action)
        self.place, self.text = len(self.written.actions) + 1, ""
        self._show_early()
        play = self.state.play
        if self.state.stage is not Stage.SETTLING or (play is not None and play.to_show):
            raise Broken(self.place, "", "the hand is not over")
        self.do(PushPots())

    def recorded(self) -> Hand:
        """The hand as it was played."""
        return recorded(self.before, self.log, scale=self.written.scale)

    def check_own(self, hand: Hand) -> None:
        """What the house took must come out again; burns may have been made for side wagers, or missed."""
        own = self.written.own
        if own is None:
            return
        rake = [each.rake for each in hand.pots]
        if rake != [self.written.units(each) for each in own.rake]:
            raise Broken(self.place, "", f"the house takes {rake} of the pots [CP 7.2.1]")

    def _check_posts(self) -> None:
        """The rules must have had everyone post what is written, in the order in which it is written."""
        play = self.state.play
        order = [] if play is None else [each.player for each in play.contenders]
        everyone = [_id(nth) for nth in range(1, len(self.written.stacks) + 1)]
        if order != everyone:
            raise Broken(0, "", f"the deal goes to {', '.join(order)} [CP 8.4]")
        for player, post, ante in zip(everyone, self.written.posted, self.written.antes, strict=True):
            bets = sum(each.nominal for each in self.posts if each.player == player and each.what not in _NO_BETS)
            dead = sum(each.nominal for each in self.posts if each.player == player and each.what in _NO_BETS)
            short = not self.state.stack(player)  # who has no chips left posts less than is due
            if (bets > abs(post) or dead > ante) if short else (bets != abs(post) or dead != ante):
                raise Broken(0, "", f"{player} posts {bets} and {dead} beside, not {abs(post)} and {ante} [CP 8.9.2]")

    @property
    def posts(self) -> list[Posted]:
        """What has been put in before the cards."""
        found = list[Posted]()
        for _, event in self.log:
            if isinstance(event, HandBegun):
                found += event.posts
            elif isinstance(event, Straddled):
                found.append(Posted(event.seat, event.player, Post.STRADDLE, event.cents, event.cents))
        return found

    def _straddles(self) -> None:
        play = self.state.play
        while play is not None and play.straddler:
            nth = self._number(play.straddler)
            if self.written.posted[nth - 1] > 0:
                self.do(Straddle(player=_id(nth)))
            else:
                self.do(DeclineStraddle(player=_id(nth)))
            play = self.state.play

    def _number(self, seat: int) -> int:
        return self.written.seats.index(seat) + 1

    def _act(self, action: Action) -> None:
        if action.who > len(self.written.stacks):
            raise Broken(self.place, self.text, "there is no such player")
        if action.does == "dh":
            self._deal(action)
        elif action.does == "db":
            self._community(action)
        elif action.does == "sm":
            self._show_or_muck(action)
        else:
            self._bet(action)

    def _deal(self, action: Action) -> None:
        known = [card for cards in (*self.hole.values(), action.cards) for card in cards if card is not None]
        if action.who in self.hole or len(action.cards) != self.state.setting.game.hole:
            raise Broken(self.place, self.text, f"not the hole cards of the game [{self.state.setting.game.deal}]")
        if len(set(known)) != len(known):
            raise Broken(self.place, self.text, "a card that another player holds")
        self.hole[action.who] = action.cards
        if len(self.hole) == len(self.written.stacks):
            self.do(DealHoleCards())

    def _community(self, action: Action) -> None:
        held = {card for cards in self.hole.values() for card in cards}
        cards = tuple([card for card in action.cards if card is not None])
        if len(cards) != len(action.cards) or held & set(cards):
            raise Broken(self.place, self.text, "cards that nobody knows, or that a player holds")
        self.do(BurnCard())
        self.do(DealCommunityCards(cards=cards))

    def _bet(self, action: Action) -> None:
        player = _id(action.who)
        for cents in self.laid.pop(self.place, ()):
            self.do(LayChips(cents=cents, player=player))
        if action.does == "f":
            self.do(Fold(player=player))
        elif action.does == "cbr":
            self.do(Raise(to=action.amount, player=player))
        else:
            play = self.state.play
            who = None if play is None else play.of(player)
            owed = play is not None and who is not None and play.betting.level > who.bet
            self.do(CallBet(player=player) if owed else Check(player=player))

    def _show_or_muck(self, action: Action) -> None:
        """Hands opened as soon as nobody can bet any more count as opened at the showdown, where the book has them."""
        play = self.state.play
        if self.state.stage is Stage.DRAWING and play is not None:
            live = [each.player for each in play.live]
            if _id(action.who) not in live or action.who in self.early:
                raise Broken(self.place, self.text, "a hand that is not in play")
            self.early[action.who] = action
            return
        self._show_early()
        self._answer(action)

    def _show_early(self) -> None:
        """What lay open before the board was complete, in the order of the showdown."""
        while self.early and self.state.play is not None and self.state.play.to_show:
            nth = self._number(self.state.play.to_show[0])
            if nth not in self.early:
                return
            self._answer(self.early.pop(nth))

    def _answer(self, action: Action) -> None:
        nth = action.who
        if not action.cards:
            self.do(MuckHand(player=_id(nth)))
            return
        cards = tuple([card for card in action.cards if card is not None])
        held = self.hole.get(nth, ())
        if len(cards) != len(action.cards) or (None not in held and set(held) != set(cards)):
            raise Broken(self.place, action.text, "not the cards that this player was dealt")
        self.do(ShowHand(seat=self.written.seats[nth - 1], cards=cards, player=_id(nth)))


_NO_BETS = (Post.ANTE, Post.DEAD)


def _id(nth: int) -> str:
    return f"p{nth}"


@cache
def _ready() -> State:
    """An open table whose deck is ready."""
    state = initial(Terms(cards=CardSource.REAL))
    while due := ENGINE.due(state):
        made = ENGINE.decide(state, due[0].command, Actor("staff", "Staff", due[0].rank), 0, BY_CHANCE)
        if isinstance(made, Refusal):
            raise AssertionError(f"{due[0].command}: {made}")
        for event in made:
            state = ENGINE.evolve(state, event)
    return state


def _terms(written: Written) -> Terms:
    own, units, limit = written.own, written.units, written.limit
    blinds, straddles = _blinds(written)
    ante, blind_ante = _antes(written)
    waiting = () if own is None else own.waiting
    smallest = 1 if own is None else units(own.smallest_chip)
    return Terms(
        table="hand",
        cards=CardSource.REAL,
        seats=max(written.seat_count, *written.seats, *waiting, 2),
        setting=Setting(
            variant=written.code.variant,
            limit=limit if own is None else replace(limit, bets=tuple(map(units, own.bets))),
            blinds=blinds,
            ante=ante,
            blind_ante=blind_ante,
            minimum_buy_in=smallest,
            straddles=straddles,
        ),
        chips=ChipSet((smallest,)),
        readings=_readings(written),
        commission=Commission() if own is None else _commission(own.commission, written),
    )


def _readings(written: Written) -> Readings:
    """The readings that the text names; a hand of others has the blinds of two players and straddles their way."""
    if written.own is not None:
        return Readings(**dict.fromkeys(written.own.readings, True))
    two = len(written.posted) == 2 and written.posted[0] >= written.posted[1]
    return Readings(button_posts_small=two, straddle_is_the_raise=True)


def _commission(said: OwnCommission, written: Written) -> Commission:
    return Commission(
        per_mille=said.per_mille,
        hand_fees=tuple((least, written.units(cents)) for least, cents in said.hand_fees),
        cap=None if said.cap is None else written.units(said.cap),
    )


def _blinds(written: Written) -> tuple[tuple[int, ...], int]:
    """The compulsory blinds, and how many straddles follow them.

    Blinds go up to the one that makes up the least bet of the first round; what doubles after it are straddles.
    """
    if written.own is not None:
        return tuple(map(written.units, written.own.blinds)), written.own.straddles
    posted = written.posted
    if len(posted) == 2:
        found = sorted(each for each in posted if each)
    else:
        first = next((nth for nth, each in enumerate(posted) if each <= 0), len(posted))
        found = list(posted[:first])
        if any(each > 0 for each in posted[first:]):
            raise ValueError("CP 8.9.2 wants blinds one after another from the button's left")
    least = written.limit.bet(0)
    last = next((nth for nth, each in enumerate(found) if each >= least), len(found) - 1)
    blinds, over = tuple(found[: last + 1]), found[last + 1 :]
    if any(each != blinds[-1] << nth for nth, each in enumerate(over, 1)):
        return tuple(found), 0
    return blinds, len(over)


def _antes(written: Written) -> tuple[int, int]:
    """What everyone puts in, and what the last blind puts in for all."""
    if written.own is not None:
        return written.units(written.own.ante), written.units(written.own.blind_ante)
    antes = written.antes
    if len(set(antes)) == 1:
        return antes[0], 0
    big = max(range(len(antes)), key=lambda nth: written.posted[nth])
    if any(each for nth, each in enumerate(antes) if nth != big):
        raise ValueError("CP 6.3 knows antes of everyone alike, or of the last blind alone")
    return 0, antes[big]


def _sittings(written: Written, terms: Terms) -> dict[str, Sitting]:
    """How everyone sat before the hand: as the text says, else those who post below nothing post out of turn."""
    found, big = dict[str, Sitting](), terms.setting.big_blind
    if written.own is not None:
        for nth, words in enumerate(written.own.sittings, 1):
            found[_id(nth)] = Sitting(**dict.fromkeys(words.split(), True))
        for seat in written.own.waiting:
            found[f"w{seat}"] = Sitting(waits=True, owes_big=True)
        return {player: each for player, each in found.items() if each != SITTING}
    for nth, posts in enumerate(written.posted, 1):
        if posts < 0:
            if -posts != big:
                raise Broken(0, "", f"CP 8.10.2 wants a post of {big}, not {-posts}")
            found[_id(nth)] = Sitting(waits=True, posts=True)
    return found


def _laid(written: Written) -> dict[int, list[int]]:
    """Chips laid short of a call, by the action that followed."""
    found: dict[int, list[int]] = {}
    for place, cents in () if written.own is None else written.own.laid:
        found.setdefault(place, []).append(written.units(cents))
    return found
