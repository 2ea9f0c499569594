"""The showdown of a written hand: whoever the book asks shows or mucks, as the text says of them, wherever that is."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.games.crown_poker.showdown import HandMucked, MuckHand, ShowHand
from croupier.games.crown_poker.state import Contender
from croupier.hands.answers import SHOWDOWN, Answer, Does, answers
from croupier.hands.phh_in import Action
from croupier.hands.told import told_of
from croupier.hands.written_table import Broken, Inconsistent, id_of
from croupier.table.state import Stage

if TYPE_CHECKING:
    from croupier.hands.table_again import TableAgain


class Showdown:
    """Who shows what, at a table where a hand is played again."""

    def __init__(self, table: TableAgain) -> None:
        self.table = table
        self.said = dict[int, None]()
        """The players, by number, of whom the text has said what they do, in its order."""

    @cached_property
    def answers(self) -> dict[int, Answer]:
        """What everyone does with their hand, by all that the text says of it."""
        found, again = answers(self.table.written.actions, self.table.hole)
        self.table.departures += again
        return found

    def act(self, action: Action) -> None:
        """What the text says that a player does with their hand.

        Hands opened as soon as nobody can bet any more count as opened at the showdown, where the book has them.
        """
        table, nth = self.table, action.who
        play = table.state.play
        who = None if play is None else play.of(id_of(nth))
        if play is None or who is None:
            raise Broken(table.place, action.text, "a hand that is not in play")
        if nth in self.said:  # that it is said once more is noted with the answers
            return
        answer = self.answers[nth]
        self.said[nth] = None
        if who.folded:
            self._gone(answer)
            return
        if table.state.stage not in (Stage.DRAWING, Stage.SETTLING):
            raise Broken(table.place, action.text, f"a hand that is still to be bet on [{SHOWDOWN}]")
        if table.state.stage is Stage.SETTLING:
            self._settling(nth, who, answer)

    def _settling(self, nth: int, who: Contender, answer: Answer) -> None:
        table = self.table
        play = table.state.play
        assert play is not None
        if who.seat in play.to_show:
            first = table.number(play.to_show[0])
            if nth != first and first not in self.said:
                table.departs(f"p{first} is called before p{nth}", SHOWDOWN)
            self.go_on()
        elif answer.does is Does.SHOWS:
            table.do(ShowHand(seat=who.seat, cards=self._held(nth, answer), player=who.player))
        elif answer.does is Does.MUCKS:
            table.departs(f"nobody asks p{nth}, who wins unseen", SHOWDOWN)

    def _gone(self, answer: Answer) -> None:
        """A hand that was given up: whatever is done with it, nothing turns on it."""
        self.table.departs("a hand that was folded", SHOWDOWN)
        known = {card for cards in self.table.hole.values() for card in cards if card is not None}
        own = set(self.table.hole.get(next(nth for nth, each in self.answers.items() if each is answer), ()))
        if set(answer.cards) & (known - own):
            raise Broken(answer.place, answer.text, "a card that another player holds")

    def go_on(self) -> None:
        """Whoever is called does what the text has said of them, one after another, as far as it has."""
        table = self.table
        while (play := table.state.play) is not None and table.state.stage is Stage.SETTLING and play.to_show:
            nth = table.number(play.to_show[0])
            if nth not in self.said or not self._answer(nth, self.answers[nth], last=False):
                return

    def end(self) -> None:
        """The text is at its end: nothing more will be said of anyone."""
        self.go_on()
        table = self.table
        while (play := table.state.play) is not None and table.state.stage is Stage.SETTLING and play.to_show:
            nth = table.number(play.to_show[0])
            answer = self.answers[nth] if nth in self.said else self._silent(nth)
            if not self._answer(nth, answer, last=True):
                return

    def _silent(self, nth: int) -> Answer:
        """A player of whom the text says nothing any more: the cards speak, where it has named them in the deal."""
        table = self.table
        cards = tuple([card for card in table.hole.get(nth, ()) if card is not None])
        if len(cards) < len(table.hole.get(nth, ())):
            raise Broken(table.place, "", f"the hand is not over: p{nth} is to show or muck")
        table.departs(f"the text ends before p{nth} shows; the cards are those dealt", SHOWDOWN)
        return Answer(table.place, "", Does.SHOWS, cards)

    def _answer(self, nth: int, answer: Answer, *, last: bool) -> bool:
        """Have a player do it; whether that could be done yet."""
        table, player = self.table, id_of(nth)
        if answer.does is Does.SHOWS:
            if answer.unnamed:
                table.departures.append(answer.departs("no cards are named; they are those dealt"))
            table.do(ShowHand(seat=table.seats[nth - 1], cards=self._held(nth, answer), player=player))
        elif answer.does is Does.MUCKS:
            table.do(MuckHand(player=player))
        else:
            return self._hides(nth, answer, last=last)
        return True

    def _held(self, nth: int, answer: Answer) -> tuple[Card, ...]:
        held = self.table.hole.get(nth, ())
        if None not in held and set(held) != set(answer.cards):
            raise Broken(answer.place, answer.text, "not the cards that this player was dealt")
        return answer.cards

    def _hides(self, nth: int, answer: Answer, *, last: bool) -> bool:
        """A hand whose cards nobody names: given up by whoever collects nothing, else there must be no other left."""
        table = self.table
        play = table.state.play
        assert play is not None
        collects = told_of(table).collects(nth)
        others = [table.number(seat) for seat in play.to_show[1:]]
        shown = any(each.shown for each in play.contenders)
        if collects is False or (collects is None and (shown or any(self._names(each) for each in others))):
            table.departures.append(answer.departs("no cards are named, so it counts as given up"))
            table.do(MuckHand(player=id_of(nth)))
            return True
        if not last:
            return False
        if collects is None:
            raise Broken(answer.place, answer.text, "nobody can say who wins: neither cards nor winnings are told")
        if shown or any(self._names(each) or told_of(table).collects(each) for each in others):
            why = f"p{nth} collects with cards that the text does not name [CP 8.7]"
            raise Inconsistent(answer.place, answer.text, why)
        for each in others:
            if each not in self.said:
                raise Broken(table.place, "", f"the text does not say what p{each} does [{SHOWDOWN}]")
            table.departures.append(self.answers[each].departs(f"p{each} gives up before p{nth}, who is called first"))
            table.take((HandMucked(seat=table.seats[each - 1], player=id_of(each), under=(SHOWDOWN,)),))
        return True

    def _names(self, nth: int) -> bool:
        """Whether a player shows cards that have a name."""
        return nth in self.answers and self.answers[nth].does is Does.SHOWS
