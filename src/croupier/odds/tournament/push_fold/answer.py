"""The push-or-fold equilibrium of a spot, with all that has to be said of how it was found."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from croupier.games.crown_poker.terms import GAMES
from croupier.money import figures
from croupier.odds.tournament.push_fold.equilibrium import Decision, Solution, solve
from croupier.odds.tournament.push_fold.model import Model
from croupier.odds.tournament.push_fold.showdowns import TOGETHER
from croupier.odds.tournament.push_fold.spot import SEATS, NoSpot, Spot


class Answer(msgspec.Struct, frozen=True):
    """Who is all in with what, and how good that is."""

    spot: Spot
    model: Model
    solution: Solution

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays, in the order in which they act."""
        return SEATS[self.spot.players]

    @property
    def notes(self) -> tuple[str, ...]:
        """What is exact, what is estimated, and what is left out."""
        return (
            _counted(self.model),
            *_grouped(self.model),
            "What a best answer gains is measured in the same model: the same groups of hands, the same showdowns.",
            *self._prizes(),
            "Nobody has another choice than all in or out. Odd chips of a pot that is shared are left out of account.",
        )

    def _prizes(self) -> Sequence[str]:
        if self.spot.prizes is None:
            return ()
        return _BETWEEN_TWO if self.spot.players == 2 else _AMONG_THREE

    def said(self, where: Decision) -> str:
        """Where a choice is made, in words."""
        who = self.seats[where.player]
        if where.player == 0:
            return f"{who}, first to act"
        inside = " and ".join(f"the {self.seats[each]}" for each in where.inside)
        if not where.inside:
            return f"{who}, the others before being out"
        return f"{who}, {inside} being all in"


def answer(spot: Spot, model: Model) -> Answer:
    """Work it out."""
    if model.showdowns.players != spot.players:
        raise NoSpot("these showdowns are of another number of players")
    return Answer(spot, model, solve(spot, model.showdowns))


def _counted(model: Model) -> str:
    if model.showdowns.exact:
        return "Every showdown of every two hands over every board is counted: chances are exact."
    return (
        f"Chances are estimated from {figures(model.boards)} boards dealt from seed {model.seed}, {TOGETHER} hands "
        f"to each, which make {figures(model.showdowns.seen)} showdowns: what hands of a group take of a pot from all "
        f"others is off by no more than {100 * model.off_by:.2f} per cent in nineteen of twenty such samples, on "
        "average over the hands dealt. Cards of those who are out are counted as gone."
    )


def _grouped(model: Model) -> Sequence[str]:
    game = GAMES[model.variant]
    found = []
    if game.discard_after == 0:
        found.append(
            "Of three cards those two are kept that take most of a pot from one other hand of two cards; hands are "
            "told apart by what is kept."
        )
    if game.discard_after == 1:
        found.append(
            "After the flop those two cards are kept that take most from two other cards, over every fourth way that "
            "the board can go on."
        )
    if model.hands.parts is not None:
        found.append(
            f"Hands are put into {model.hands.groups} groups by what they take of a pot from one other hand, as a "
            "sample tells it, and hands of a group are played alike: an equilibrium of this simpler game."
        )
    return found


_AMONG_THREE = (
    "Prizes are counted by the Independent Chip Model; of two who are out in one hand the deeper stack before it "
    "stands above, and equal stacks share.",
)
_BETWEEN_TWO = ("Between two the prizes rise with the chips in a straight line, so all is as if chips alone counted.",)
