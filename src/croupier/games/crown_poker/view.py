"""What a viewer may see of a Crown Poker table: built from what is shown, never by taking secrets out."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from croupier.books import cite
from croupier.cards import Card
from croupier.games.crown_poker.actions import asked_bounds
from croupier.games.crown_poker.pots import made
from croupier.games.crown_poker.ranking import high_of, named
from croupier.games.crown_poker.rules import ENGINE
from croupier.games.crown_poker.state import BOARD, BURNS, DISCARD, Pot, Prize, Sitting, State, Waiting
from croupier.games.crown_poker.terms import FLOP_CHASE_ODDS, Bonus, Commission, Setting
from croupier.table.contract import Actor
from croupier.table.state import Wager
from croupier.table.views import CommonView, HandView, Sign, common_view, hand_view


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One seat: who sits there and how, the cards, what is bet, and whether it is their turn."""

    seat: int
    player: str | None
    name: str | None
    stack: int
    sitting: Sitting | None
    hand: HandView
    discard: HandView
    bet: int
    put: int
    in_hand: bool
    folded: bool
    all_in: bool
    to_act: bool
    button: bool
    markers: tuple[str, ...]
    """The buttons that lie there beside the dealer button: walking, absent, missed blind, dealt out, reserved."""
    blind: int | None
    """Which of the blinds is at this seat in the hand last begun, counted from the first."""


class BettingView(msgspec.Struct, frozen=True, kw_only=True):
    """The round of betting: what it takes to stay in, and what the one whose turn it is may raise to."""

    street: int
    to_call: int
    level: int
    low: int | None
    high: int | None
    raises: int
    pot: int


class SignView(Sign, frozen=True, kw_only=True):
    """The sign: the game, its limit and blinds, and the least buy-in."""

    setting: Setting
    commission: Commission
    bonuses: tuple[Bonus, ...]


class TableView(CommonView, frozen=True, kw_only=True, tag_field="game", tag="crown-poker"):
    """A Crown Poker table as one viewer may see it."""

    seats: tuple[SeatView, ...]
    board: HandView
    burned: int
    pots: tuple[Pot, ...]
    last: tuple[Pot, ...]
    """How the pots of the last hand went."""
    slide: int
    """What the house has taken of this hand so far, on the drop slide."""
    prizes: tuple[Prize, ...]
    """Bonus prizes that are not verified yet, or not handed over."""
    wagers: tuple[Wager, ...]
    """Side wagers, with how the flop ended them."""
    betting: BettingView | None
    waiting: tuple[Waiting, ...]
    sign: SignView


_SIGN = {
    "limits": (cite("CP 6.1.1"),),
    "blinds": (cite("CP 8.9.1"),),
    "commission": (cite("CP 7.1"), cite("CP 7.2.2(c)"), cite("CP 7.2.3(b)"), cite("CP 7.2.4(a)")),
    "bonuses": (cite("CP 11.2"),),
    "red": (cite("CP 10.2.2:Red"),),
    "black": (cite("CP 10.2.2:Black"),),
}
"""The clauses behind what stands on the sign."""


def view(state: State, viewer: Actor, at: int = 0, deadlines: Mapping[str, int] = {}) -> TableView:
    """The table as this person may see it now; `deadlines` says until when each turn runs, by its key."""
    play = state.play
    pots = () if play is None else play.pots or made(play.contenders, play.dead)
    return TableView(
        **common_view(ENGINE, state, viewer, at, deadlines),
        seats=tuple([_seat(state, seat, viewer) for seat in range(1, state.seats + 1)]),
        board=hand_view(state.hand(*BOARD), viewer, lambda cards: None),
        burned=state.hand(*BURNS).size,
        pots=pots,
        last=state.last,
        slide=0 if play is None else play.slide,
        prizes=state.prizes,
        wagers=state.wagers,
        betting=_betting(state),
        waiting=state.waiting,
        sign=SignView(
            limits=state.limits,
            pays={bet: {f"three {bet} cards": str(FLOP_CHASE_ODDS)} for bet in state.limits},
            chips=state.terms.chips.cents,
            notices=state.notices,
            version=state.terms_version,
            under=_SIGN,
            setting=state.setting,
            commission=state.commission,
            bonuses=state.terms.bonuses,
        ),
    )


def _seat(state: State, seat: int, viewer: Actor) -> SeatView:
    person, play = state.seated(seat), state.play
    holds = None if play is None else next((each for each in play.contenders if each.seat == seat), None)
    player = holds.player if holds else person.id if person else None
    stack = 0 if player is None else state.stack(player)
    asked = () if play is None else (*play.asked[:1], *play.to_discard[:1], *play.to_show[:1])
    return SeatView(
        seat=seat,
        player=player,
        name=person.name if person else player,
        stack=stack,
        sitting=None if player is None else state.sittings.get(player),
        hand=hand_view(state.hand(seat), viewer, lambda cards: _named(state, cards)),
        discard=hand_view(state.hand(seat, DISCARD), viewer, lambda cards: None),
        bet=holds.bet if holds else 0,
        put=holds.put if holds else 0,
        in_hand=holds is not None and not holds.folded and not holds.mucked,
        folded=holds is not None and (holds.folded or holds.mucked),
        all_in=holds is not None and not holds.folded and not stack and not (play and play.pots),
        to_act=seat in asked[:1],
        button=seat == state.button,
        markers=_markers(state, seat),
        blind=next((nth for nth, there in enumerate(state.line[1:], 1) if there == seat), None),
    )


def _markers(state: State, seat: int) -> tuple[str, ...]:
    """Which of the book's buttons lie at a seat (CP 1.1, 8.3)."""
    person = state.seated(seat)
    if person is None:
        return ("reserved",) if seat in state.vacated else ()
    sitting, found = state.sitting(person.id), list[str]()
    if sitting.away:
        found.append("absent" if sitting.owes_big else "walking")
    elif sitting.owes_big or sitting.owes_small:
        found.append("missed blind")
    if state.play is not None and state.play.of(person.id) is None:
        found.append("dealt out")
    return tuple(found)


def _named(state: State, cards: tuple[Card, ...]) -> str | None:
    """What a hand makes with the board, once there are five cards to make it of."""
    game, board = state.setting.game, state.hand(*BOARD).faces
    wanted = game.hole - (game.discard_after is not None)
    if len(cards) != wanted or len(board) < 3:
        return None
    return named(high_of(game, cards, board))


def _betting(state: State) -> BettingView | None:
    play = state.play
    if play is None:
        return None
    bounds = asked_bounds(state)
    bet = play.at(play.asked[0]).bet if play.asked else 0
    return BettingView(
        street=play.street,
        to_call=max(0, play.betting.level - bet) if play.asked else 0,
        level=play.betting.level,
        low=None if bounds is None else bounds.low,
        high=None if bounds is None else bounds.high,
        raises=play.betting.raises,
        pot=play.in_pot,
    )
