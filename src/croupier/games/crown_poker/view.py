"""What a viewer may see of a Crown Poker table: built from what is shown, never by taking secrets out."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from croupier.books import cite
from croupier.cards import Card
from croupier.games.crown_poker.acting import asked_bounds
from croupier.games.crown_poker.blinds import to_come_in
from croupier.games.crown_poker.commission import cut
from croupier.games.crown_poker.discards import choosing
from croupier.games.crown_poker.pots import pots_of
from croupier.games.crown_poker.ranking import high_of, low_of, words_of
from croupier.games.crown_poker.rules import ENGINE
from croupier.games.crown_poker.standing import unbeaten
from croupier.games.crown_poker.state import (
    ASIDE,
    BOARD,
    BURNS,
    DISCARD,
    Contender,
    Play,
    Pot,
    Prize,
    Sitting,
    State,
    Waiting,
)
from croupier.games.crown_poker.terms import FLOP_CHASE_ODDS, Bonus, Commission, Setting
from croupier.table.contract import Actor
from croupier.table.state import Settled, Stage, Wager
from croupier.table.views import CommonView, HandView, Sign, WagerView, common_view, hand_view


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One seat: who sits there and how, the cards, what is bet, and whether it is their turn."""

    area: int
    """The number of the seat: what other tables call an area."""
    player: str | None
    name: str | None
    stack: int
    sitting: Sitting | None
    hand: HandView
    discard: HandView
    """What its player has laid away."""
    wagers: tuple[WagerView, ...]
    """Side wagers, with how the flop ended them."""
    bet: int
    put: int
    to_call: int
    """What it would take them to stay in now."""
    to_post: int
    """What it would take them to be dealt in at once, where they wait for the big blind."""
    in_hand: bool
    folded: bool
    all_in: bool
    to_act: bool
    did: str
    """What they did last in this round of betting."""
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
    """All that lies in the middle and before the players."""
    sizes: dict[str, int]
    """What a bet or raise of a part of the pot comes to, as far as the limit and the chips allow."""


class SignView(Sign, frozen=True, kw_only=True):
    """The sign: the game, its limit and blinds, and the least buy-in."""

    setting: Setting
    commission: Commission
    bonuses: tuple[Bonus, ...]


class TableView(CommonView, frozen=True, kw_only=True, tag_field="game", tag="crown-poker"):
    """A Crown Poker table as one viewer may see it."""

    areas: tuple[SeatView, ...]
    """The seats."""
    board: HandView
    aside: HandView
    """A community card that came too early and waits."""
    burned: int
    pots: tuple[Pot, ...]
    """What lies in the middle, without the bets before the players; once the pots are pushed, who took what."""
    last: tuple[Pot, ...]
    """How the pots of the last hand went."""
    slide: int
    """What the house has taken of this hand so far, on the drop slide."""
    prizes: tuple[Prize, ...]
    """Bonus prizes that are not verified yet, or not handed over."""
    results: tuple[Settled, ...]
    """How the side wagers of this round ended."""
    betting: BettingView | None
    unbeaten: bool
    """Whether the viewer is asked to show a hand that none of those in sight beats."""
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
    return TableView(
        **common_view(ENGINE, state, viewer, at, deadlines),
        areas=tuple([_seat(state, seat, viewer) for seat in range(1, state.seats + 1)]),
        board=hand_view(state.hand(*BOARD), viewer, lambda cards: None),
        aside=hand_view(state.hand(*ASIDE), viewer, lambda cards: None),
        burned=state.hand(*BURNS).size,
        pots=() if play is None else play.pots or _collected(state, play),
        last=state.last,
        slide=0 if play is None else play.slide,
        prizes=state.prizes,
        results=tuple([each.settled for each in state.wagers if each.settled is not None]),
        betting=_betting(state),
        unbeaten=unbeaten(state, viewer),
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
    sitting = None if player is None else state.sittings.get(player)
    asked = () if play is None else play.asked[:1] or choosing(state, play) or play.to_show[:1]
    return SeatView(
        area=seat,
        player=player,
        name=person.name if person else player,
        stack=stack,
        sitting=sitting,
        hand=hand_view(
            state.hand(seat),
            viewer,
            lambda cards: _words(state, cards)[0] or None,
            lambda cards: _words(state, cards)[1],
        ),
        discard=hand_view(state.hand(seat, DISCARD), viewer, lambda cards: None),
        wagers=tuple([_wager(state, each) for each in state.wagers if each.area == seat]),
        bet=holds.bet if holds else 0,
        put=holds.put if holds else 0,
        to_call=min(max(0, play.betting.level - holds.bet), stack) if play and holds and not holds.folded else 0,
        to_post=sum(to_come_in(sitting, state.setting, state.terms.readings)) if sitting and sitting.waits else 0,
        in_hand=holds is not None and not holds.folded and not holds.mucked,
        folded=holds is not None and (holds.folded or holds.mucked),
        all_in=holds is not None and not holds.folded and not stack and not (play and play.pots),
        to_act=seat in asked,
        did="" if play is None or holds is None else _did(state, play, holds),
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
        found.append("absent" if sitting.owes_big or sitting.owes_small else "walking")
    elif sitting.owes_big or sitting.owes_small:
        found.append("missed blind")
    if state.play is not None and state.play.of(person.id) is None:
        found.append("dealt out")
    return tuple(found)


def _wager(state: State, wager: Wager) -> WagerView:
    person = state.people.get(wager.player)
    name = person.name if person else wager.player
    return WagerView(wager.bet, wager.player, name, wager.cents, wager.at_risk, wager.settled)


def _did(state: State, play: Play, holds: Contender) -> str:
    """What a player did last in this round, as far as the chips on the table still tell it."""
    if holds.folded or holds.mucked:
        return "mucks" if holds.mucked else "folds"
    if state.stage is not Stage.CHOOSING or not play.asked:
        return ""
    seat, raises = holds.seat, play.betting.raises
    if seat == play.bettor and seat in play.acted and (raises or play.street):
        return "raises" if raises else "bets"
    if seat in play.acted:
        return "" if holds.bet < play.betting.level else "calls" if holds.bet else "checks"
    if not play.street and holds.bet > state.setting.big_blind:
        return "straddles"
    if seat in state.line[1:] and not play.street:
        return "blind"
    return "posts" if holds.bet else ""


def _hand(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The board, where these are all the hole cards of a hand that can be made with it."""
    game, board = state.setting.game, state.hand(*BOARD).faces
    wanted = game.hole - (game.discard_after is not None)
    return board if len(cards) == wanted and len(board) >= FLOP else ()


FLOP = 3


def _words(state: State, cards: tuple[Card, ...]) -> tuple[str, str]:
    """What a hand makes with the board for high and for low, once there are five cards to make it of."""
    game, board = state.setting.game, _hand(state, cards)
    return words_of((high_of(game, cards, board), low_of(game, cards, board))) if board else ("", "")


def _collected(state: State, play: Play) -> tuple[Pot, ...]:
    """The pots as they lie in the middle: without what is still before the players."""
    collected = tuple([replace(each, put=each.put - each.bet) for each in play.contenders])
    return tuple([each for each in pots_of(state, replace(play, contenders=collected)) if each.cents])


def _betting(state: State) -> BettingView | None:
    play = state.play
    if play is None:
        return None
    bounds = asked_bounds(state)
    who = play.at(play.asked[0]) if play.asked else None
    owed = max(0, play.betting.level - who.bet) if who else 0
    return BettingView(
        street=play.street,
        to_call=min(owed, state.stack(who.player)) if who else 0,
        level=play.betting.level,
        low=None if bounds is None else bounds.low,
        high=None if bounds is None else bounds.high,
        raises=play.betting.raises,
        pot=play.in_pot,
        sizes={} if who is None else _sizes(state, play, who, owed),
    )


_PARTS = {"half pot": (1, 2), "two thirds": (2, 3), "pot": (1, 1)}


def _sizes(state: State, play: Play, who: Contender, owed: int) -> dict[str, int]:
    """Raises by parts of the pot after a call, in whole chips; and all in, where the limit lets it."""
    bounds = asked_bounds(state)
    if bounds is None or bounds.low == bounds.high:
        return {}
    found = dict[str, int]()
    for name, (part, whole) in _PARTS.items():
        to = play.betting.level + cut((play.in_pot + owed) * part // whole, state.terms.chips.smallest)
        if bounds.low <= to <= bounds.high:
            found[name] = to
    if bounds.high == who.bet + state.stack(who.player):
        found["all in"] = bounds.high
    return found
