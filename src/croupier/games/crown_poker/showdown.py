"""The end of a hand: cards shown or given up in turn, what they are worth, and the pots pushed to whoever won them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card
from croupier.cards.best_five import best_five, best_low, two_and_three, two_and_three_low
from croupier.cards.ranking import FiveCards, Value
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.pots import made, shares
from croupier.games.crown_poker.state import BOARD, Contender, Play, Pot, Share, State
from croupier.games.crown_poker.terms import STREETS, Game
from croupier.money import Move, dollars
from croupier.table.accounts import RAKE, pot, stack
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Here, Part, Who
from croupier.table.engine import Context
from croupier.table.examples import hand_to_enter, is_player
from croupier.table.faces import faces, revealed
from croupier.table.fields import Asks
from croupier.table.hands import Spot
from croupier.table.people import bank, subject
from croupier.table.rounds import CollectCards, RoundClosed
from croupier.table.rules import Rules
from croupier.table.state import Stage
from croupier.table.words import several, written

part = Part("crown-poker", PokerClauses)


def _seat_to_show(command: ShowHand) -> Spot:
    return Spot(command.seat)


class ShowHand(Command, frozen=True, kw_only=True):
    """Lay one's hole cards open; at a real table the dealer enters their faces."""

    seat: int
    cards: Annotated[tuple[Card, ...], Asks("The hole cards", "hand", hand=_seat_to_show)] = ()
    player: str | None = None


class MuckHand(Command, frozen=True, kw_only=True):
    """Give the hand up unseen at the showdown."""

    player: str | None = None


class PushPots(Command, frozen=True, kw_only=True):
    """Push the pots to those who have won them."""


class HandShown(Event, frozen=True, kw_only=True):
    """A player's hole cards lie open."""

    seat: int
    player: str
    cards: tuple[Card, ...]
    hand: str
    """What they make with the board."""
    low: str = ""


class HandMucked(Event, frozen=True, kw_only=True):
    """A player has given up any claim to the pots."""

    seat: int
    player: str


class PotsPushed(Event, frozen=True, kw_only=True):
    """The pots have gone to their winners, less the rake."""

    pots: tuple[Pot, ...]


def high_of(game: Game, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Value:
    """What hole cards are worth for high in a game."""
    return two_and_three(hole, board) if game.exactly_two else best_five((*hole, *board))


def low_of(game: Game, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Value | None:
    """What hole cards are worth for low in a game that has one, where they qualify."""
    if not game.hi_lo:
        return None
    return two_and_three_low(hole, board) if game.exactly_two else best_low((*hole, *board))


def _named(value: Value) -> str:
    return FiveCards(value[0]).name.lower().replace("_", " ")


def _low_named(value: Value | None) -> str:
    return "" if value is None else "-".join(str(-rank).replace("1", "A", 1) for rank in value)


def showing(state: State, player: str | None, ctx: Context[PokerClauses]) -> Contender | Refusal:
    """The one whose turn it is to show."""
    person = subject(state, player, ctx)
    if isinstance(person, Refusal):
        return person
    play = state.play
    if play is None or not play.to_show:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.showdown,), {"stage": state.stage.value})
    who = play.at(play.to_show[0])
    if who.player != person.id:
        return Refusal(Reason.NOT_YOURS, (ctx.clauses.showdown,), {"turn": who.player})
    if state.counting:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.count_ordered,), {"next": "count the cards"})
    return who


def _shows(state: State, ctx: Context[PokerClauses]) -> Iterator[Command]:
    play = state.play
    if play is None or not play.to_show:
        return
    who = play.at(play.to_show[0])
    if is_player(ctx) and who.player == ctx.by.id:
        yield ShowHand(seat=who.seat, cards=hand_to_enter(state, Spot(who.seat)))
    elif not is_player(ctx):
        yield ShowHand(seat=who.seat, cards=hand_to_enter(state, Spot(who.seat)), player=who.player)


def _to_show(command: Command, who: Who, here: Here | None) -> str:
    play = None if here is None else here.state.play
    return f"{who(play.at(play.to_show[0]).player) if play and play.to_show else 'The player'} is to show"


@part.command(
    ShowHand, label="Show", says="Show the hand", next=_to_show, desk=Desk.DEAL, pace=Pace.ANSWER, examples=_shows
)
def show_hand(state: State, command: ShowHand, ctx: Context[PokerClauses]) -> Decision:
    """Whoever was called first, the others after; cards speak for themselves."""
    who, clauses = showing(state, command.player, ctx), ctx.clauses
    if isinstance(who, Refusal):
        return who
    if command.seat != who.seat:
        return Refusal(Reason.NOT_YOURS, (clauses.showdown,), {"seat": who.seat})
    cite: Clauses = (clauses.showdown, clauses.cards_speak)
    cards = faces(state, Spot(who.seat), command.cards, ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    if ctx.time_ran_out:
        cite = (*cite, "ruling 70")
    game, board = state.setting.game, state.hand(*BOARD).faces
    value, low = high_of(game, cards, board), low_of(game, cards, board)
    return (
        HandShown(seat=who.seat, player=who.player, cards=cards, hand=_named(value), low=_low_named(low), under=cite),
    )


def _open(event: HandShown, who: Who) -> str:
    low = f", low {event.low}" if event.low else ""
    return f"{who(event.player)} shows {written(event.cards)}: {event.hand}{low}."


@part.event(HandShown, audience=EVERYONE, says=_open, aloud=True)
def hand_shown(state: State, event: HandShown) -> State:
    """Everyone sees them, and the next player is asked."""
    return _answered(revealed(state, Spot(event.seat), event.cards, up=True), event.seat, mucked=False)


def _answered(state: State, seat: int, *, mucked: bool) -> State:
    play = state.play
    assert play is not None
    contenders = tuple(
        [replace(each, shown=not mucked, mucked=mucked) if each.seat == seat else each for each in play.contenders]
    )
    left = tuple([each for each in play.to_show if each != seat])
    if sum([not each.folded and not each.mucked for each in contenders]) == 1:
        left = ()  # nobody is left to show to
    return replace(state, play=replace(play, contenders=contenders, to_show=left))


def may_muck(play: Play, seat: int) -> bool:
    """Whether someone else would be left to win each pot that this seat plays for."""
    for each in made(play.contenders, play.dead):
        if seat in each.seats and all(other == seat or play.at(other).mucked for other in each.seats):
            return False
    return True


@part.command(
    MuckHand,
    label="Muck",
    says="Give the hand up unseen",
    next=_to_show,
    desk=Desk.DEAL,
    pace=Pace.ANSWER,
    examples=lambda state, ctx: (
        MuckHand(player=None if is_player(ctx) else each.player)
        for each in (() if state.play is None or not state.play.to_show else (state.play.at(state.play.to_show[0]),))
        if not is_player(ctx) or each.player == ctx.by.id
    ),
)
def muck_hand(state: State, command: MuckHand, ctx: Context[PokerClauses]) -> Decision:
    """Not where nobody else would be left to win a pot."""
    who, clauses = showing(state, command.player, ctx), ctx.clauses
    if isinstance(who, Refusal):
        return who
    play = state.play
    assert play is not None
    if not may_muck(play, who.seat):
        return Refusal(Reason.FORBIDDEN, (clauses.showdown, clauses.no_deals), {"left in the pot": 1})
    return (HandMucked(seat=who.seat, player=who.player, under=(clauses.showdown, clauses.dead_hand)),)


@part.event(HandMucked, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} mucks.", aloud=True)
def hand_mucked(state: State, event: HandMucked) -> State:
    """It can win nothing."""
    return _answered(state, event.seat, mucked=True)


def winners(state: State, play: Play, each: Pot) -> tuple[list[int], list[int]]:
    """Who has won the high and the low of a pot, in the order in which odd chips go out."""
    claims = [seat for seat in each.seats if not play.at(seat).mucked]
    if len(claims) == 1:
        return claims, []
    game, board = state.setting.game, state.hand(*BOARD).faces
    hands = {seat: state.hand(seat).faces for seat in claims}
    high = {seat: high_of(game, hole, board) for seat, hole in hands.items()}
    best = max(high.values())
    lows = {seat: low for seat, hole in hands.items() if (low := low_of(game, hole, board)) is not None}
    lowest = max(lows.values(), default=None)
    return (
        [seat for seat, value in high.items() if value == best],
        [seat for seat, value in lows.items() if value == lowest],
    )


def awarded(state: State, play: Play, rakes: tuple[int, ...] = ()) -> tuple[Pot, ...]:
    """The pots with who takes what of them, after the rake of each."""
    smallest, pots = state.terms.chips.smallest, list[Pot]()
    for nth, each in enumerate(made(play.contenders, play.dead)):
        rake = rakes[nth] if rakes else 0
        high, low = winners(state, play, each)
        taken = shares(each.cents - rake, high, low, lambda seat: play.at(seat).player, smallest)
        pots.append(Pot(each.number, each.cents, each.seats, rake, taken))
    return tuple(pots)


@part.command(
    PushPots,
    under="dealing",
    label="Push the pots",
    next="The dealer pushes the pot",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
)
def push_pots(state: State, command: PushPots, ctx: Context[PokerClauses]) -> Decision:
    """When nothing more is to be shown, or one player is left."""
    play, clauses = state.play, ctx.clauses
    if play is None or state.stage is not Stage.SETTLING or play.to_show:
        return Refusal(Reason.NOT_NOW, (clauses.showdown,), {"stage": state.stage.value})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    pots = awarded(state, play)
    gains: dict[str, int] = {}
    for share in (share for each in pots for share in each.shares):
        if share.cents:
            gains[share.player] = gains.get(share.player, 0) + share.cents
    rake = sum([each.rake for each in pots])
    taken = (Move(pot(), RAKE, rake),) if rake else ()
    given = tuple([Move(pot(), stack(player), cents) for player, cents in gains.items()])
    return (PotsPushed(pots=pots, moves=(*taken, *given), under=_won_by(state, play, pots, clauses)),)


def _won_by(state: State, play: Play, pots: tuple[Pot, ...], clauses: PokerClauses) -> Clauses:
    """What the pots went by."""
    live = play.live
    if len(live) == 1:
        return (STREETS[play.street].alone,)
    game = state.setting.game
    found = [clauses.showdown, game.high]
    all_shares = [share for each in pots for share in each.shares]
    if game.hi_lo:
        found += [game.low, "ruling 63"] if any(share.way == "low" for share in all_shares) else [game.no_low]
        if any(_odd_half(each, state.terms.chips.smallest) for each in pots):
            found.append(game.odd_half)
    if len(pots) > 1:
        found += [clauses.all_in_wins, clauses.side_pots]
    if any(len([share for share in each.shares if share.way == way]) > 1 for each in pots for way in _WAYS):
        found.append(clauses.shared)
    if any(share.odd for share in all_shares):
        found += [clauses.odd_chip, "ruling 60"]
    return tuple(found)


_WAYS = ("", "high", "low")


def _odd_half(each: Pot, smallest: int) -> bool:
    """Whether a pot with a low half could not be halved evenly."""
    return any(share.way == "low" for share in each.shares) and (each.cents - each.rake) % (2 * smallest) != 0


def _taken(share: Share, who: Who) -> str:
    return f"{who(share.player)} {dollars(share.cents)}{' for ' + share.way if share.way else ''}"


def _pushed(event: PotsPushed, who: Who) -> str:
    return " ".join(_one_pushed(each, len(event.pots), who) for each in event.pots)


def _one_pushed(each: Pot, many: int, who: Who) -> str:
    name = "The main pot" if each.number == 1 else f"Side pot {each.number - 1}"
    rake = f", less {dollars(each.rake)} rake," if each.rake else ""
    taken = several(_taken(share, who) for share in each.shares)
    return f"{name if many > 1 else 'The pot'} of {dollars(each.cents)}{rake} goes to {taken}."


@part.event(PotsPushed, audience=EVERYONE, says=_pushed, aloud=True)
def pots_pushed(state: State, event: PotsPushed) -> State:
    """The chips are their winners'."""
    assert state.play is not None
    play = replace(state.play, pots=event.pots)
    return replace(state, chips=bank(state, event.moves), play=play, stage=Stage.SETTLED)


@part.decides(CollectCards, under="dealing")
def collect_cards(state: State, command: CollectCards, ctx: Context[PokerClauses]) -> Decision:
    """Once the pots are pushed."""
    if state.stage is not Stage.SETTLED:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.round_over,), {"stage": state.stage.value})
    cards = len(state.cards_on_table()) + state.face_down()
    return (RoundClosed(round=state.round, cards=cards, under=(ctx.clauses.round_over,)),)


@part.evolves(RoundClosed)
def round_closed(state: State, event: RoundClosed, rules: Rules[State, PokerClauses]) -> State:
    """The next hand can begin."""
    return rules.cleared(state)
