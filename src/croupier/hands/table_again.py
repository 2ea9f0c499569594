"""The table at which a written hand is played again, action by action.

The table is a real one whose dealer enters what the text says. Forced bets, burns and the pushing of pots are the
rules' own; the text only has to agree with where they lead.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.cards import BY_CHANCE, Card
from croupier.games.crown_poker import ENGINE, State, initial
from croupier.games.crown_poker.actions import CallBet, Check, Fold, Raise
from croupier.games.crown_poker.blinds import BeginHand, HandBegun
from croupier.games.crown_poker.dead_hands import dead
from croupier.games.crown_poker.dealing import BurnCard, DealCommunityCards, DealHoleCards
from croupier.games.crown_poker.discards import Discard
from croupier.games.crown_poker.laying import LayChips
from croupier.games.crown_poker.out_of_turn import ActEarly
from croupier.games.crown_poker.state import Act, Post, Posted
from croupier.games.crown_poker.straddling import DeclineStraddle, Straddle, Straddled
from croupier.hands.departures import Departure
from croupier.hands.gathering import recorded
from croupier.hands.phh_in import Action, Written
from croupier.hands.rake import Rake
from croupier.hands.record import Hand
from croupier.hands.showing import Showdown
from croupier.hands.written_table import (
    Broken,
    Inconsistent,
    id_of,
    laid_by,
    line_before,
    posts_due,
    ready_table,
    seats_of,
    sittings_of,
    terms_of,
)
from croupier.table.contract import Actor, Command, Event, Refusal
from croupier.table.people import Join
from croupier.table.state import Stage

DEALER = Actor("dealer", "Dealer", "dealer")


class TableAgain:
    """A table of the book with the players of a written hand."""

    def __init__(self, written: Written, rake: Rake) -> None:
        self.written, self.rake = written, rake
        self.place, self.text = 0, ""
        self.hole: dict[int, tuple[Card | None, ...]] = {}
        self.log: list[tuple[int, Event]] = []
        self.departures = list[Departure]()
        self.laid = laid_by(written)
        self.began = self.now = 0 if written.own is None else written.own.at
        self.times = {} if written.own is None else dict(written.own.times)
        try:
            self.terms = terms_of(written, rake)
        except ValueError as error:
            raise Broken(0, "", error) from error
        self.seats = seats_of(written)
        if self.seats != written.seats:
            self.departs("the seats do not follow each other clockwise; the players sit in the text's order", "CP 8.4")
        self.state = self._seated()
        self.before = self.state
        self.showdown = Showdown(self)

    def departs(self, why: str, clause: str) -> None:
        """Note what is not as the book has it."""
        self.departures.append(Departure(self.place, self.text, why, clause))

    def _seated(self) -> State:
        """The table as it stood before the hand: ready, with its players and the buttons where they were."""
        written, terms, ready = self.written, self.terms, ready_table()
        state = replace(initial(terms), shoe=ready.shoe, care=ready.care, stage=ready.stage)
        self.state = state
        for nth, (seat, stack) in enumerate(zip(self.seats, written.stacks, strict=True), 1):
            if stack:
                self.do(Join(cents=stack, seat=seat, player=id_of(nth), name=written.players[nth - 1]))
        own = written.own
        for seat in () if own is None else own.waiting:
            self.do(Join(cents=terms.chips.smallest, seat=seat, player=f"w{seat}", name=f"Waiting {seat}"))
        before = line_before(written, len(terms.setting.blinds))
        line, again = (before, ()) if own is None else (own.line_before, own.again)
        return replace(self.state, line=line, again=again, sittings=sittings_of(written, terms))

    def do(self, command: Command) -> None:
        """Have the dealer enter something, which the rules must allow."""
        self.take(self.decided(command))

    def decided(self, command: Command) -> tuple[Event, ...]:
        """What follows from something that the dealer enters, which the rules must allow."""
        made = ENGINE.decide(self.state, command, DEALER, 0, BY_CHANCE)
        if isinstance(made, Refusal):
            raise Broken(self.place, self.text, self._in_amounts(made))
        return made

    def _in_amounts(self, refusal: Refusal) -> Refusal:
        """The same refusal with amounts of chips as the text writes them, not in units."""
        said = {
            name: self.written.said(value) if name in _OF_CHIPS and isinstance(value, int) else value
            for name, value in refusal.facts.items()
        }
        return replace(refusal, facts=said)

    def take(self, events: Iterable[Event]) -> None:
        """Have something happened."""
        for event in events:
            self.state = ENGINE.evolve(self.state, event)
            self.log.append((self.now, event))

    def play(self) -> None:
        """The whole hand."""
        self.log.clear()
        self.do(BeginHand())
        self._straddles()
        self._check_posts()
        for place, action in enumerate(self.written.actions, 1):
            self.place, self.text = place, action.text
            self.now = max(self.now, self.began + self.times.get(place, 0))
            if action.does:
                self._act(action)
        self.place, self.text = len(self.written.actions) + 1, ""
        self.showdown.end()
        play = self.state.play
        if self.state.stage is not Stage.SETTLING or (play is not None and play.to_show):
            asked = () if play is None else play.asked
            why = f": p{self.number(asked[0])} is to act" if asked else ""
            raise Broken(self.place, "", f"the hand is not over{why}")

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
        play, said = self.state.play, self.written.said
        order = [] if play is None else [each.player for each in play.contenders]
        everyone = [id_of(nth) for nth in range(1, len(self.written.stacks) + 1)]
        if order != everyone:
            raise Broken(0, "", f"the deal goes to {', '.join(order)} [CP 8.4]")
        for player, (post, ante) in zip(everyone, posts_due(self.written, self.terms), strict=True):
            bets = sum(each.nominal for each in self.posts if each.player == player and each.what not in _NO_BETS)
            dead = sum(each.nominal for each in self.posts if each.player == player and each.what in _NO_BETS)
            short = not self.state.stack(player)  # who has no chips left posts less than is due
            if (bets > post or dead > ante) if short else (bets != post or dead != ante):
                due, named = f"{said(bets)} and {said(dead)} beside", f"{said(post)} and {said(ante)}"
                raise Broken(0, "", f"{player} posts {due}, not {named} [CP 8.9.2]")

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
            nth = self.number(play.straddler)
            if self.written.posted[nth - 1] > 0:
                self.do(Straddle(player=id_of(nth)))
            else:
                self.do(DeclineStraddle(player=id_of(nth)))
            play = self.state.play

    def number(self, seat: int) -> int:
        """The number of the player at a seat."""
        return self.seats.index(seat) + 1

    def _act(self, action: Action) -> None:
        if action.who > len(self.written.stacks):
            raise Broken(self.place, self.text, "there is no such player")
        if action.does == "dh":
            self._deal(action)
        elif action.does == "db":
            self._community(action)
        elif action.does == "sm":
            self.showdown.act(action)
        elif action.does == "sd":
            self._discard(action)
        elif action.does == "f" and self._is_ruled():
            self._rule(action)
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

    def _is_ruled(self) -> bool:
        own = self.written.own
        return own is not None and self.place in (*own.dead, *own.void)

    def _rule(self, action: Action) -> None:
        """A hand is dead by a ruling, of which the text says no more; the rest follows by the rules."""
        own, play = self.written.own, self.state.play
        who = None if play is None else play.of(id_of(action.who))
        over = self.state.stage not in (Stage.CHOOSING, Stage.DRAWING, Stage.SETTLING)
        if own is None or play is None or who is None or over or play.live == (who,):
            raise Broken(self.place, self.text, "a hand that is not in play, or the last one [CP 9.1.1(f)]")
        refunded = self.place in own.void
        self.take(dead(self.state, who, "", (), ENGINE.rules(self.state).clauses, refunded=refunded))

    def _discard(self, action: Action) -> None:
        """Which card it is matters only to its player; one that the text names must be held."""
        held = list(self.hole.get(action.who, ()))
        if len(action.cards) != 1 or action.cards[0] not in held:
            raise Broken(self.place, self.text, "not one of the cards that this player was dealt")
        nth = held.index(action.cards[0])
        self.do(Discard(nth=nth + 1, player=id_of(action.who)))
        self.hole[action.who] = tuple(held[:nth] + held[nth + 1 :])

    def _community(self, action: Action) -> None:
        held = {card for cards in self.hole.values() for card in cards}
        cards = tuple([card for card in action.cards if card is not None])
        if len(cards) != len(action.cards) or held & set(cards):
            raise Broken(self.place, self.text, "cards that nobody knows, or that a player holds")
        self.do(BurnCard())
        self.do(DealCommunityCards(cards=cards))

    def _bet(self, action: Action) -> None:
        player = id_of(action.who)
        for cents in self.laid.pop(self.place, ()):
            self.do(LayChips(cents=cents, player=player))
        own = self.written.own
        if action.does == "f" and own is not None and self.place in own.early:
            self.do(ActEarly(act=Act.FOLD, player=player))
        elif action.does == "f":
            self.do(Fold(player=player))
        elif action.does == "cbr":
            self._check_stake(action)
            self.do(Raise(to=action.amount, player=player))
        else:
            play = self.state.play
            who = None if play is None else play.of(player)
            owed = play is not None and who is not None and play.betting.level > who.bet
            self.do(CallBet(player=player) if owed else Check(player=player))

    def _check_stake(self, action: Action) -> None:
        """Nobody bets more than they have; recorders that cut a stack short have them do so."""
        play = self.state.play
        who = None if play is None else play.of(id_of(action.who))
        if who is None:
            return
        has, wants = self.state.stack(who.player), action.amount - who.bet
        if wants > has:
            said = self.written.said
            why = f"p{action.who} has {said(has)} left and puts in {said(wants)} [CP 1.1:Table stakes]"
            raise Inconsistent(self.place, self.text, why)


_OF_CHIPS = ("least", "most", "offered", "chips", "call", "to call")
"""The facts of a refusal that are amounts of chips."""
_NO_BETS = (Post.ANTE, Post.DEAD)
