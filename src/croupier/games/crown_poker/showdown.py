"""The end of a hand: cards shown or given up in turn, what they are worth, and the pots pushed to whoever won them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.crown_poker.chances import hole_faces
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.commission import SLIDE, rakes, shared_by_all
from croupier.games.crown_poker.flop_chase import flop_for_side_wagers, given_out, undecided
from croupier.games.crown_poker.held_up import why_held_up
from croupier.games.crown_poker.moments import remembered
from croupier.games.crown_poker.pots import pots_of, shares
from croupier.games.crown_poker.ranking import Showing, high_of, low_of, showing, words_of
from croupier.games.crown_poker.state import BOARD, Contender, Play, Pot, Share, State
from croupier.games.crown_poker.terms import STREETS
from croupier.games.crown_poker.unclaimed import side_pot_returned, unclaimed
from croupier.money import Move, dollars, moves
from croupier.table.accounts import pot, stack
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Here, Part, Who
from croupier.table.engine import Context
from croupier.table.examples import hand_to_enter, is_player
from croupier.table.faces import revealed
from croupier.table.fields import Asks
from croupier.table.hands import Spot
from croupier.table.people import after_payment, bank, chooser, subject
from croupier.table.rounds import CollectCards, RoundClosed
from croupier.table.rules import Rules
from croupier.table.state import Stage
from croupier.table.value import SETTLED
from croupier.table.words import several, written

part = Part("crown-poker", PokerClauses)


class SeatOf:
    """Where the cards lie that a command about a seat turns up."""

    def __call__(self, command: Any) -> Spot:
        """The hand of its seat."""
        return Spot(command.seat)


class ShowHand(Command, frozen=True, kw_only=True):
    """Lay one's hole cards open; at a real table the dealer enters their faces."""

    seat: int
    cards: Annotated[tuple[Card, ...], Asks("The hole cards", "hand", hand=SeatOf())] = ()
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


def shown_under(play: Play, clauses: PokerClauses) -> Clauses:
    """What says who shows first: who was called on the river, or else the ruling."""
    return (clauses.showdown,) if play.bettor else (clauses.showdown, "ruling 120")


def to_show_now(
    state: State, player: str | None, ctx: Context[PokerClauses], *, mucks: bool = False
) -> Contender | Refusal:
    """The one whose turn it is to show; once nobody is asked, whoever won unseen may show too."""
    person = chooser(state, player, ctx) if mucks else subject(state, player, ctx)
    if isinstance(person, Refusal):
        return person
    play, cite = state.play, (ctx.clauses.showdown,)
    if play is None or state.stage not in (Stage.SETTLING, Stage.SETTLED):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    held_up = why_held_up(state, ctx.clauses)
    if held_up is not None:
        return held_up
    if play.to_show:
        who = play.at(play.to_show[0])
        if who.player == person.id:
            return who
        return Refusal(Reason.NOT_YOURS, shown_under(play, ctx.clauses), {"turn": who.player})
    unseen = next((each for each in unshown(play) if each.player == person.id), None)
    if unseen is None or mucks:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    return unseen


def unshown(play: Play) -> list[Contender]:
    """Those with a live hand that nobody has seen."""
    return [each for each in play.contenders if not each.folded and not each.mucked and not each.shown]


def _shows(state: State, ctx: Context[PokerClauses]) -> Iterator[Command]:
    play = state.play
    if play is None or state.stage not in (Stage.SETTLING, Stage.SETTLED):
        return
    for who in [play.at(play.to_show[0])] if play.to_show else unshown(play):
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
    who, clauses = to_show_now(state, command.player, ctx), ctx.clauses
    if isinstance(who, Refusal):
        return who
    if command.seat != who.seat:
        return Refusal(Reason.NOT_YOURS, (clauses.showdown,), {"seat": who.seat})
    play = state.play
    first = shown_under(play, clauses) if play is not None and play.to_show else (clauses.showdown,)
    cite: Clauses = (*first, clauses.cards_speak)
    cards = hole_faces(state, who.seat, command.cards, ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    if ctx.time_ran_out:
        cite = (*cite, "ruling 70")
    hand, low = worth(state, cards)
    return (HandShown(seat=who.seat, player=who.player, cards=cards, hand=hand, low=low, under=cite),)


def worth(state: State, cards: tuple[Card, ...]) -> tuple[str, str]:
    """What hole cards make with the board, for high and for low, in words."""
    game, board = state.setting.game, state.hand(*BOARD).faces
    if len(board) < FLOP_CARDS or len(cards) != game.hole - (game.discard_after is not None):
        return "", ""
    return words_of((high_of(game, cards, board), low_of(game, cards, board)))


FLOP_CARDS = 3
"""How many cards the board needs for a hand of five."""


def _open(event: HandShown, who: Who) -> str:
    makes = f": {event.hand}" if event.hand else ""
    return f"{who(event.player)} shows {written(event.cards)}{makes}{low_said(event.low)}."


def low_said(low: str) -> str:
    """What a hand makes for low, in a sentence; older records give its ranks alone."""
    return f", {low}" if "low" in low else f", low {low}" if low else ""


@part.event(HandShown, audience=EVERYONE, says=_open, aloud=True)
@remembered
def hand_shown(state: State, event: HandShown) -> State:
    """Everyone sees them, and the next player is asked."""
    return _answered(revealed(state, Spot(event.seat), event.cards, up=True), event.seat, mucked=False)


def _answered(state: State, seat: int, *, mucked: bool) -> State:
    play = state.play
    assert play is not None
    contenders = play.others_and(replace(play.at(seat), shown=not mucked, mucked=mucked))
    left = tuple([each for each in play.to_show if each != seat])
    if sum([not each.folded and not each.mucked for each in contenders]) == 1:
        left = ()  # nobody is left to show to
    return replace(state, play=replace(play, contenders=contenders, to_show=left))


def may_muck(state: State, play: Play, seat: int) -> bool:
    """Whether someone else would be left to win each pot that this seat plays for."""
    own = play.at(seat).put
    if not any([each.folded and each.put > own for each in play.contenders]):
        for other in play.contenders:
            if other.seat != seat and not other.folded and not other.mucked and other.put >= own:
                return True  # plays for all the same pots
    for each in pots_of(state, play):
        if seat in each.seats and all(one == seat or play.at(one).mucked for one in each.seats):
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
    who, clauses = to_show_now(state, command.player, ctx, mucks=True), ctx.clauses
    if isinstance(who, Refusal):
        return who
    play = state.play
    assert play is not None
    if not may_muck(state, play, who.seat):
        return Refusal(Reason.FORBIDDEN, (clauses.showdown, clauses.no_deals), {"left in the pot": 1})
    return (HandMucked(seat=who.seat, player=who.player, under=(*shown_under(play, clauses), clauses.dead_hand)),)


@part.event(HandMucked, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} mucks.", aloud=True)
@remembered
def hand_mucked(state: State, event: HandMucked) -> State:
    """It can win nothing."""
    return _answered(state, event.seat, mucked=True)


def winners(play: Play, each: Pot, shown: Showing) -> tuple[list[int], list[int]]:
    """Who has won the high and the low of a pot, in the order in which odd chips go out."""
    claims = [seat for seat in each.seats if not play.at(seat).mucked] or list(each.seats)
    if len(claims) == 1:
        return claims, []
    best = max([shown[seat][0] for seat in claims])
    lows = {seat: low for seat in claims if (low := shown[seat][1]) is not None}
    lowest = max(lows.values(), default=None)
    high = [seat for seat in claims if shown[seat][0] == best]
    return high, [seat for seat, value in lows.items() if value == lowest]


def awarded(state: State, play: Play) -> tuple[Pot, ...]:
    """The pots with what the house takes of each, and who takes the rest."""
    smallest, shown = state.terms.chips.smallest, showing(state, play)
    there = pots_of(state, play)
    pots = list[Pot]()
    for each, rake in zip(there, rakes(state, play, there, shown), strict=True):
        high, low = winners(play, each, shown)
        taken = shares(each.cents - rake, high, low, lambda seat: play.at(seat).player, smallest)
        named = tuple([_with_hand(share, shown) for share in taken])
        pots.append(Pot(each.number, each.cents, each.seats, rake, named))
    return tuple(pots)


def _with_hand(share: Share, shown: Showing) -> Share:
    """A share with the words for the hand that has won it, where that lies open."""
    if share.seat not in shown:
        return share
    return replace(share, hand=words_of(shown[share.seat])[share.way == "low"])


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
    if flop_for_side_wagers(state):
        return Refusal(Reason.NOT_NOW, (clauses.side_flop, "ruling 66"), {"next": "deal the flop"})
    return pushing_all(state, clauses)


def pushing_all(state: State, clauses: PokerClauses, anew: Clauses = ()) -> tuple[Event, ...]:
    """What pushes the pots: before it, what nobody left in the hand can win goes back."""
    back = unclaimed(state, clauses)
    if back is None:
        return (pushing(state, clauses, anew),)
    return (back, pushing(side_pot_returned(state, back), clauses, anew))


def pushing(state: State, clauses: PokerClauses | None, anew: Clauses = ()) -> PotsPushed:
    """The event that pushes the pots; where they were pushed before, they come back from their winners first.

    What has them pushed `anew` is cited with what they go by.
    """
    play = state.play
    assert play is not None
    pots, back = awarded(state, play), tuple([*_taken_back(state, play)])
    gains: dict[str, int] = {}
    for share in (share for each in pots for share in each.shares):
        if share.cents:
            gains[share.player] = gains.get(share.player, 0) + share.cents
    rake = sum([each.rake for each in pots])
    taken = moves(
        (SLIDE, pot(), max(0, play.slide - rake)),
        (SLIDE, state.takes_to, min(play.slide, rake)),
        (pot(), state.takes_to, max(0, rake - play.slide)),
    )
    given = tuple([Move(pot(), stack(player), cents) for player, cents in gains.items()])
    under = () if clauses is None else _won_by(state, play, pots, clauses)
    return PotsPushed(pots=pots, moves=(*back, *taken, *given), under=tuple(dict.fromkeys((*under, *anew))))


def _taken_back(state: State, play: Play) -> Iterator[Move]:
    """The moves that put pushed pots back together."""
    for each in play.pots:
        if each.rake:
            yield Move(state.takes_to, pot(), each.rake)
        for share in each.shares:
            if share.cents:
                yield Move(stack(share.player), pot(), share.cents)


def _won_by(state: State, play: Play, pots: tuple[Pot, ...], clauses: PokerClauses) -> Clauses:
    """What the pots went by."""
    live, house = play.live, _taken_by(state, play, pots, clauses)
    if len(live) == 1:
        return (STREETS[play.street].alone, *house)
    game = state.setting.game
    found = [clauses.showdown, game.high, *house]
    all_shares = [share for each in pots for share in each.shares]
    if game.hi_lo:
        found += [game.low, "ruling 63"] if any(share.way == "low" for share in all_shares) else [game.no_low]
        if any(_both(each) for each in pots):
            found.append(game.both)
        if any(_odd_half(each, state.terms.chips.smallest) for each in pots):
            found.append(game.odd_half)
    if len(pots) > 1:
        found += [clauses.all_in_wins, clauses.side_pots]
    if any(len([share for share in each.shares if share.way == way]) > 1 for each in pots for way in _WAYS):
        found.append(clauses.shared)
    if any(share.odd for share in all_shares):
        found += [clauses.odd_chip, "ruling 60"]
    return tuple(found)


def _taken_by(state: State, play: Play, pots: tuple[Pot, ...], clauses: PokerClauses) -> Clauses:
    """What the house has taken by, or why it takes nothing."""
    commission, taken = state.commission, sum([each.rake for each in pots])
    if not commission.from_pots:
        return ()
    if play.blinds_only:
        return (clauses.blinds_free, "ruling 64", "ruling 115")
    found = list[str]()
    if commission.per_mille:
        shared = shared_by_all(play.contenders, showing(state, play))
        found += [clauses.shared_free] if shared else [clauses.percentage]
    found += [clauses.hand_fee, clauses.hand_fee_sign] if commission.hand_fees else []
    if taken and taken == commission.cap:
        found.append(clauses.cap)
    if taken and commission.per_mille:
        found.append(clauses.float_kept if state.terms.stand_alone else clauses.dropped)
    if taken and commission.hand_fees:
        found.append(clauses.hand_fee_dropped)
    return (*found, "ruling 64", "ruling 115")


_WAYS = ("", "high", "low")


def _both(each: Pot) -> bool:
    """Whether someone takes of the high half of a pot and of the low one."""
    return len({(share.seat, share.way) for share in each.shares}) > len({share.seat for share in each.shares})


def _odd_half(each: Pot, smallest: int) -> bool:
    """Whether a pot with a low half could not be halved evenly."""
    return any(share.way == "low" for share in each.shares) and (each.cents - each.rake) % (2 * smallest) != 0


def _taken(share: Share, who: Who) -> str:
    way = f" for {share.way}" if share.way else ""
    hand = f" ({share.hand})" if share.hand else ""
    return f"{who(share.player)} {dollars(share.cents)}{way}{hand}"


def _pushed(event: PotsPushed, who: Who) -> str:
    return " ".join(_one_pushed(each, len(event.pots), who) for each in event.pots)


def _one_pushed(each: Pot, many: int, who: Who) -> str:
    name = "The main pot" if each.number == 1 else f"Side pot {each.number - 1}"
    rake = f", less {dollars(each.rake)} rake," if each.rake else ""
    taken = several(_taken(share, who) for share in each.shares)
    return f"{name if many > 1 else 'The pot'} of {dollars(each.cents)}{rake} goes to {taken}."


def _shares(event: PotsPushed) -> Iterator[tuple[str, str, int]]:
    """What the house and the winners take of each pot, by the name of the pot."""
    for each in event.pots:
        name = "pot" if each.number == 1 else "side pot"
        if each.rake:
            yield name, "", each.rake
        yield from ((name, share.player, share.cents) for share in each.shares if share.cents)


@part.event(PotsPushed, value=SETTLED, audience=EVERYONE, says=_pushed, aloud=True, shares=_shares)
def pots_pushed(state: State, event: PotsPushed) -> State:
    """The chips are their winners'."""
    assert state.play is not None
    play = replace(state.play, pots=event.pots, slide=0)
    return replace(state, chips=bank(state, event.moves), play=play, stage=Stage.SETTLED)


@part.decides(CollectCards, under="dealing")
def collect_cards(state: State, command: CollectCards, ctx: Context[PokerClauses]) -> Decision:
    """Once the pots are pushed, and the side wagers settled that a correction of the flop has opened again."""
    if state.stage is not Stage.SETTLED:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.round_over,), {"stage": state.stage.value})
    if undecided(state):
        return Refusal(Reason.NOT_NOW, (ctx.clauses.side_settled,), {"next": "settle the side wagers"})
    cards = len(state.cards_on_table()) + state.face_down()
    won = given_out(state)
    under = (ctx.clauses.round_over, ctx.clauses.side_after_round) if won else (ctx.clauses.round_over,)
    return (RoundClosed(round=state.round, cards=cards, moves=won, under=under),)


@part.evolves(RoundClosed)
def round_closed(state: State, event: RoundClosed, rules: Rules[State, PokerClauses]) -> State:
    """The next hand can begin, and what side wagers have won is part of the stacks."""
    people = after_payment(state, _gains(state))
    return rules.cleared(replace(state, people=people, chips=bank(state, event.moves), wagers=()))


def _gains(state: State) -> Iterator[tuple[str, int]]:
    """What each player who is here has won over what they put in."""
    play = state.play
    if play is None:
        return
    taken = dict[int, int]()
    for share in [share for one in play.pots for share in one.shares]:
        taken[share.seat] = taken.get(share.seat, 0) + share.cents
    for each in play.contenders:
        gain = taken.get(each.seat, 0) - each.put - each.dead
        if gain > 0 and each.player in state.people:
            yield each.player, gain
