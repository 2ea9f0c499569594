"""The course of a hand, from which whatever was taken back is taken out again."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.crown_poker.state import Posted
from croupier.hands.record import Deed, Shown
from croupier.table.corrections import CardCorrected

_OUT = ("fold", "dead", "void")
"""What a player does, or what is ruled, that ends a hand for them."""


class Course(msgspec.Struct, frozen=True):
    """The course of a hand up to some moment."""

    posts: tuple[Posted, ...]
    acts: tuple[Deed | Shown, ...] = ()
    burns: int = 0
    early: tuple[Deed, ...] = ()
    """Discards made on a street that was taken back: they stand, and count as made on the one in its place."""
    owed: tuple[int, ...] = ()
    """The seats that discard only now, when it was found that they had not: it counts as made when it was due."""

    def then(self, *acts: Deed | Shown) -> Course:
        """The course with what was done next."""
        return replace(self, acts=(*self.acts, *acts))

    def owes_discard(self, seat: int) -> Course:
        """The course once it is found that a player has not discarded, and does so now."""
        return replace(self, owed=(*self.owed, seat))

    def discards(self, street: int, seat: int, at: int) -> Course:
        """The course with a discard."""
        if seat in self.owed:
            return replace(self, owed=tuple([each for each in self.owed if each != seat]))
        return self.then(Deed(street=street, seat=seat, does="discard", at=at))

    def without_street(self, street: int) -> Course:
        """The course once a street is taken back: bets on it went back, and whoever folded on it stays out."""
        kept, out, early = list[Deed | Shown](), list[Deed](), list(self.early)
        for each in self.acts:
            if isinstance(each, Shown):
                kept += [replace(each, asked=False)] if each.cards else []
            elif each.street < street:
                kept.append(each)
            elif each.does in _OUT:
                does = "dead" if each.does == "fold" else each.does
                out.append(Deed(street=street - 1, seat=each.seat, does=does, at=each.at))
            elif each.does == "discard":
                early.append(each)
        gone = {each.seat for each in out}
        return replace(self, acts=(*kept, *out), early=tuple([each for each in early if each.seat not in gone]))

    def in_order(self, seats: tuple[int, ...]) -> tuple[Deed | Shown, ...]:
        """What was done, with discards that were made early among the others of their round."""
        if not self.early:
            return self.acts
        street = self.early[0].street
        rest = [each for each in self.acts if not (isinstance(each, Deed) and each.does == "discard")]
        now = [each for each in self.acts if isinstance(each, Deed) and each.does == "discard"]
        out = {each.seat for each in rest if isinstance(each, Deed) and each.street <= street and each.does in _OUT}
        made = [each for each in (*self.early, *now) if each.seat not in out and len(out) < len(seats) - 1]
        return (*rest, *sorted(made, key=lambda each: seats.index(each.seat)))

    def opened_after_all(self, seat: int, cards: tuple[Card, ...]) -> Course:
        """The course with a hand that was given up and plays again, because whoever won asked to see it."""
        return replace(
            self,
            acts=tuple([Shown(seat, cards, True) if each == Shown(seat, (), True) else each for each in self.acts]),
        )

    def corrected(self, event: CardCorrected) -> Course:
        """The course with the card that lay on the cloth where another had been entered."""
        cards = {event.was: event.now} if event.other is None else {event.was: event.now, event.now: event.was}
        return replace(self, acts=tuple([_with_cards(each, cards) for each in self.acts]))


def _with_cards(act: Deed | Shown, changed: Mapping[Card, Card]) -> Deed | Shown:
    if isinstance(act, Deed):
        return act
    return replace(act, cards=tuple([changed.get(card, card) for card in act.cards]))
