"""What follows of itself when a player who has picked up lets the time run out (rulings 25 and 70)."""

from __future__ import annotations

from croupier.cards import Card
from croupier.games.double_chance.clauses import DoubleChanceClauses
from croupier.games.double_chance.play import CardsDiscarded, HandDeclared, acting_on
from croupier.games.double_chance.state import State
from croupier.games.double_chance.terms import MOST_KEPT, declared
from croupier.games.double_chance.voids import void
from croupier.table.contract import Clauses, Command, Decision, Pace, Reason, Refusal
from croupier.table.declare import Desk, Here, Part, Who
from croupier.table.examples import only
from croupier.table.rules import BankedContext

part = Part("double-chance", DoubleChanceClauses)

TIME = "ruling 25"


class RunOutOfTime(Command, frozen=True, kw_only=True):
    """The time for a hand that was picked up is over: what the rules ask for it happens, by nobody's choice."""

    player: str


def _if_silent(command: RunOutOfTime, who: Who, here: Here | None) -> str:
    """The same for every hand: it tells nothing of the cards."""
    if here is not None and here.state.terms.absent_when_time_runs_out:
        return "your hand is void and its wagers go back"
    if here is not None and any(
        here.state.owner(area) == command.player and here.state.only_discards(area) for area in here.state.staked
    ):
        return "your lowest cards are discarded until three are left"
    return "your hand is declared if it is one of rule 11, and otherwise your two lowest cards are discarded"


@part.command(
    RunOutOfTime,
    label="Time has run out",
    says=lambda c, who: f"The time of {who(c.player)} has run out",
    if_silent=_if_silent,
    desk=Desk.TABLE,
    pace=Pace.CHOICE,
    examples=only(),
)
def run_out_of_time(state: State, command: RunOutOfTime, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """A hand of rule 11 is declared; of any other the lowest cards go, two or as many as are too many."""
    clauses = ctx.clauses
    if not ctx.time_ran_out:
        return Refusal(Reason.NOT_YOURS, (clauses.pick_up, "ruling 70"), {"player": command.player})
    acting = acting_on(state, command.player, ctx)
    if isinstance(acting, Refusal):
        return acting
    person, area = acting
    hand = state.hand(area)
    if state.terms.absent_when_time_runs_out:
        return (void(state, area, "the time has run out", (clauses.absent, TIME, "ruling 1")),)
    only_discard = state.only_discards(area)
    if not only_discard and declared(hand.faces) is not None:
        return (HandDeclared(area=area, player=person.id, time_ran_out=True, under=(clauses.must_declare, TIME)),)
    cards = lowest(hand.faces, hand.size - MOST_KEPT)
    under: Clauses = (clauses.discard, clauses.no_return)
    if only_discard:
        under = (clauses.not_complying,) if area in state.failed else (clauses.four_held,)
    return (
        CardsDiscarded(
            area=area,
            player=person.id,
            number=len(cards),
            kept=hand.size - len(cards),
            cards=cards,
            time_ran_out=True,
            under=(*under, TIME),
        ),
    )


def lowest(cards: tuple[Card, ...], number: int) -> tuple[Card, ...]:
    """So many of the lowest cards, the ace high; of equals those that came last.

    >>> " ".join(lowest(tuple(map(Card, ("3s", "3d", "2d", "Jc", "Td"))), 2))
    '3d 2d'
    """
    places = sorted(range(len(cards)), key=lambda place: (cards[place].height, -place))[:number]
    return tuple(cards[place] for place in sorted(places))
