"""Flop Chase: a wager beside the pots that the flop is of one colour, against the house and not the other players.

It lies on the layout until the flop decides it. What it wins stays there until the round is over, because nobody adds
to a stack while hands are played (CP 6.11.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from croupier.books import cite
from croupier.cards import Colour
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.state import BOARD, State
from croupier.games.crown_poker.terms import FLOP_CHASE_ODDS, Bet
from croupier.money import MOST_CENTS, Move, dollars
from croupier.table.accounts import LAYOUT, RACK, stack, wallet
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Undo, Who, taking_back
from croupier.table.endings import lost, stakes_moved, won
from croupier.table.engine import Context
from croupier.table.people import bank, subject
from croupier.table.state import Ending, Person, Settled, Stage, Wager
from croupier.table.tournaments.reserved_play import why_held, why_not_offered
from croupier.table.value import REFUNDED, SETTLED
from croupier.table.wagers import PlaceWager, Tender, WithdrawWager
from croupier.table.words import endings

part = Part("crown-poker", PokerClauses)

FLOP = 3
_COLOUR = {Bet.RED: Colour.RED, Bet.BLACK: Colour.BLACK}
_WINS = {
    Bet.RED: (cite("CP 10.1.1(c)"), cite("CP 10.2.2:Red")),
    Bet.BLACK: (cite("CP 10.1.1(a)"), cite("CP 10.2.2:Black")),
}
_LOSES = {Bet.RED: (cite("CP 10.1.1(d)"),), Bet.BLACK: (cite("CP 10.1.1(b)"),)}


class SettleSideWagers(Command, frozen=True, kw_only=True):
    """Take the side wagers that the flop has lost, and pay those that it has won."""


class SideWagerPlaced(Event, frozen=True, kw_only=True):
    """Chips lie on a side wager; `total` is all of it."""

    player: str
    area: int
    bet: str
    cents: int
    total: int


class SideWagerTakenBack(Event, frozen=True, kw_only=True):
    """A side wager has gone back to its player before it was decided."""

    player: str
    area: int
    bet: str
    cents: int


class SideWagersSettled(Event, frozen=True, kw_only=True):
    """The flop has decided the side wagers; what they won lies there until the round is over."""

    settled: tuple[Settled, ...]


class SideWinningsTaken(Event, frozen=True, kw_only=True):
    """Someone who leaves takes along what a side wager has come to."""

    player: str


class SideWagersReopened(Event, frozen=True, kw_only=True):
    """The flop is put right: what was taken and paid by the wrong one comes back, and the wagers wait for the other."""

    wagers: tuple[Wager, ...]


def undecided(state: State) -> tuple[Wager, ...]:
    """The side wagers that no flop has decided yet."""
    return tuple([each for each in state.wagers if each.settled is None]) if state.wagers else ()


def flop_for_side_wagers(state: State) -> bool:
    """Whether a flop is dealt for side wagers alone: one player is left, and wagers wait (CP 8.17.3(a)(i))."""
    if not state.wagers or state.stage is not Stage.SETTLING or state.play is None or state.play.street:
        return False
    return bool(undecided(state)) and not state.hand(*BOARD).size


def to_settle(state: State) -> bool:
    """Whether the flop lies there and the betting after it has begun, or none comes (CP 10.2.1)."""
    play = state.play
    if not state.wagers or play is None or state.hand(*BOARD).size < FLOP or not undecided(state):
        return False
    return play.street > 1 or bool(play.acted and play.street) or not play.asked


def _open(state: State, ctx: Context[PokerClauses], bet: str) -> Refusal | None:
    """Why a side wager cannot be placed or taken back now."""
    clauses = ctx.clauses
    if bet not in state.limits:
        return Refusal(Reason.NO_SUCH_BET, (clauses.side_offered,), {"bet": bet})
    if state.stage is Stage.CLOSED:
        return Refusal(Reason.TABLE_CLOSED, (clauses.card_check,))
    if state.stage not in (Stage.BETTING, Stage.NO_MORE_BETS):
        return Refusal(Reason.CARDS_OUT, (clauses.side_before_cards,), {"stage": state.stage.value})
    return None


def _most(state: State, person: Person) -> int:
    """How much of a stack may go on a side wager: all of it, but whoever is dealt in with nothing put keeps a chip."""
    holds = None if state.play is None else state.play.of(person.id)
    return state.stack(person.id) - (state.terms.chips.smallest if holds is not None and not holds.put else 0)


@part.decides(PlaceWager)
def place_side_wager(state: State, command: PlaceWager, ctx: Context[PokerClauses]) -> Decision:
    """From the chips on the table, at one's own seat, on one colour, before any card."""
    person, clauses = subject(state, command.player, ctx), ctx.clauses
    if isinstance(person, Refusal):
        return person
    refusal = _open(state, ctx, command.bet) or why_not_offered(state, command.bet, ctx.rules)
    if refusal is None and state.stage is Stage.BETTING:
        refusal = why_held(state, clauses)
    if refusal is not None:
        return refusal
    if person.id in state.excluded:
        return Refusal(Reason.EXCLUDED, (clauses.exclude,))
    if person.seat is None or command.area != person.seat:
        return Refusal(Reason.NOT_YOURS, (clauses.side_offered,), {"area": command.area, "seat": person.seat or 0})
    if command.tender is not Tender.CHIPS:
        return Refusal(Reason.CHIPS_ONLY, (clauses.chips_only,), {"offered": command.tender.value})
    there = next(iter(state.wagers_of(person.id)), None)
    if there is not None and there.bet != command.bet:
        return Refusal(Reason.FORBIDDEN, (clauses.side_means, "ruling 66"), {"colour": there.bet})
    most = _most(state, person)
    if command.cents > most:
        return Refusal(Reason.NOT_ENOUGH_CHIPS, (clauses.side_stakes, clauses.table_stakes), {"has": most})
    total = command.cents + (there.cents if there else 0)
    refusal = outside(state, command.bet, command.cents, total, clauses)
    if refusal is not None:
        return refusal
    return (
        SideWagerPlaced(
            player=person.id,
            area=person.seat,
            bet=command.bet,
            cents=command.cents,
            total=total,
            moves=(Move(stack(person.id), LAYOUT, command.cents),),
            under=(clauses.side_offered, clauses.side_stakes),
        ),
    )


def outside(state: State, bet: str, cents: int, total: int, clauses: PokerClauses) -> Refusal | None:
    """Why chips that bring a side wager to so much do not fit what the sign says."""
    limits = state.limits[bet]
    if not (1 <= cents <= MOST_CENTS and limits.minimum <= total <= limits.maximum):
        facts = {"minimum": limits.minimum, "maximum": limits.maximum, "offered": total}
        return Refusal(Reason.LIMITS, (clauses.sign, clauses.side_offered), facts)
    if (total - limits.minimum) % limits.step:
        return Refusal(Reason.LIMITS, (clauses.sign,), {"step": limits.step, "offered": total})
    if not state.terms.chips.can_pay(cents):
        return Refusal(Reason.CHIPS_ONLY, (clauses.chips_only,), {"offered": cents})
    return None


def _placed(event: SideWagerPlaced, who: Who) -> str:
    total = f", {dollars(event.total)} in all" if event.total != event.cents else ""
    return f"{who(event.player)} puts {dollars(event.cents)} on {event.bet}{total}."


@part.event(SideWagerPlaced, audience=EVERYONE, says=_placed, stakes=stakes_moved)
def side_wager_placed(state: State, event: SideWagerPlaced) -> State:
    """It lies on the layout; whoever was asked to straddle and now has too little is not any more."""
    before = [each for each in state.wagers if each.player == event.player]
    kept = before[0].at_risk if before else 0
    wager = Wager(event.area, event.bet, event.player, event.total, kept)
    wagers = (*[each for each in state.wagers if each.player != event.player], wager)
    state = replace(state, wagers=wagers, chips=bank(state, event.moves))
    play = state.play
    if play is not None and play.straddler == event.area:
        straddle = state.setting.big_blind << play.straddles + 1
        if state.stack(event.player) < straddle:
            return replace(state, play=replace(play, straddler=0))
    return state


@part.decides(WithdrawWager)
def take_back_side_wager(state: State, command: WithdrawWager, ctx: Context[PokerClauses]) -> Decision:
    """Before any card; one that a misdeal has kept for the new deal stays."""
    person, clauses = subject(state, command.player, ctx), ctx.clauses
    if isinstance(person, Refusal):
        return person
    refusal = _open(state, ctx, command.bet)
    if refusal is not None:
        return refusal
    wager = next((each for each in state.wagers_of(person.id) if each.bet == command.bet), None)
    if wager is None or wager.area != command.area:
        return Refusal(Reason.NO_SUCH_WAGER, (clauses.side_before_cards,), {"bet": command.bet})
    if wager.at_risk:
        return Refusal(Reason.FORBIDDEN, (clauses.side_corrected, "ruling 66"), {"kept for": "the new deal"})
    return (_back(wager, stack(person.id), (clauses.side_before_cards,)),)


def sent_back(state: State, under: Clauses) -> tuple[SideWagerTakenBack, ...]:
    """The side wagers that no card was dealt for going back to their players."""
    return tuple([_back(each, stack(each.player), under) for each in undecided(state)])


def _back(wager: Wager, account: str, under: Clauses) -> SideWagerTakenBack:
    return SideWagerTakenBack(
        player=wager.player,
        area=wager.area,
        bet=wager.bet,
        cents=wager.cents,
        moves=(Move(LAYOUT, account, wager.cents),),
        under=under,
    )


@part.event(
    SideWagerTakenBack,
    value=REFUNDED,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)}'s {dollars(e.cents)} on {e.bet} goes back.",
    stakes=stakes_moved,
)
def side_wager_taken_back(state: State, event: SideWagerTakenBack) -> State:
    """It is off the layout."""
    wagers = tuple([each for each in state.wagers if each.player != event.player])
    return replace(state, wagers=wagers, chips=bank(state, event.moves))


def _off_again(event: SideWagerPlaced, state: State) -> Iterator[Undo]:
    """The wager comes back; what lay there before is put down again."""
    yield taking_back(WithdrawWager(area=event.area, bet=event.bet, player=event.player))
    before = event.total - event.cents
    if before:
        yield taking_back(PlaceWager(area=event.area, bet=event.bet, cents=before, player=event.player))


part.takes_back(SideWagerPlaced, _off_again)


def _ends(state: State, wager: Wager) -> Settled:
    """How a side wager ends by the flop that lies there."""
    bet, flop = Bet(wager.bet), state.hand(*BOARD).faces[:FLOP]
    if all(card.colour is _COLOUR[bet] for card in flop):
        return won(wager, FLOP_CHASE_ODDS, int(FLOP_CHASE_ODDS.pays(wager.cents)), _WINS[bet])
    return lost(replace(wager, at_risk=wager.cents), _LOSES[bet], "")


@part.command(
    SettleSideWagers,
    under="side_settled",
    label="Settle the side wagers",
    next="The dealer settles the side wagers",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
)
def settle_side_wagers(state: State, command: SettleSideWagers, ctx: Context[PokerClauses]) -> Decision:
    """Once the flop lies there and the betting after it has begun, or none comes."""
    clauses = ctx.clauses
    if not to_settle(state):
        return Refusal(Reason.NOT_NOW, (clauses.side_settled,), {"wagers": len(undecided(state))})
    settled = tuple([_ends(state, each) for each in undecided(state)])
    alone = state.stage is Stage.SETTLING and state.play is not None and not state.play.street
    under = (clauses.side_settled, clauses.side_flop, "ruling 66") if alone else (clauses.side_settled,)
    paid = any(each.paid for each in settled)
    return (
        SideWagersSettled(
            settled=settled,
            moves=tuple(_moved(settled)),
            under=(*under, clauses.side_after_round) if paid else under,
        ),
    )


def _moved(settled: Iterable[Settled]) -> Iterator[Move]:
    """What was lost goes to the rack, and what was won comes from it to lie beside the wager."""
    for each in settled:
        yield Move(LAYOUT, RACK, each.taken) if each.ending is Ending.LOST else Move(RACK, LAYOUT, each.paid)


@part.event(
    SideWagersSettled,
    audience=EVERYONE,
    says=lambda e, who: endings(e.settled, who, "no side wager is settled"),
    aloud=True,
)
def side_wagers_settled(state: State, event: SideWagersSettled) -> State:
    """Those that won lie there with what they won."""
    ends = {each.key: each for each in event.settled}
    wagers = tuple([replace(each, settled=ends.get(each.key, each.settled)) for each in state.wagers])
    return replace(state, wagers=wagers, chips=bank(state, event.moves))


def worth(wager: Wager) -> int:
    """What lies on the layout of a side wager: itself, with what it won; nothing once it has gone to its player."""
    if wager.settled is None:
        return wager.cents
    return 0 if wager.sent_back else wager.settled.returned + wager.settled.paid


def given_out(state: State) -> tuple[Move, ...]:
    """What side wagers have won, to the stacks of their players, or after those who left, when the round is over."""
    return tuple(
        [
            Move(LAYOUT, stack(each.player) if each.player in state.people else wallet(each.player), worth(each))
            for each in state.wagers
            if each.settled is not None and worth(each)
        ]
    )


def why_not_leave(state: State, player: str, clauses: PokerClauses) -> Refusal | None:
    """Nobody goes out of a hand with a side wager undecided."""
    if state.in_play and any(each.settled is None for each in state.wagers_of(player)):
        return Refusal(Reason.NOT_NOW, (clauses.side_before_cards, clauses.no_handling), {"wagers": 1})
    return None


def before_leaving(state: State, player: str, clauses: PokerClauses) -> Iterator[Event]:
    """Leaving takes a wager back that no card was dealt for, and takes along what one has won.

    At a tournament both stay with the player's chips, which it takes up in its time.
    """
    there = wallet(player) if state.reserved is None else stack(player)
    for each in state.wagers_of(player):
        if each.settled is None:
            yield _back(each, there, (clauses.side_before_cards, "ruling 66"))
        elif worth(each):
            moves = (Move(LAYOUT, there, worth(each)),)
            yield SideWinningsTaken(player=player, moves=moves, under=(clauses.side_after_round,))


@part.event(
    SideWinningsTaken,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} takes along {dollars(sum(move.cents for move in e.moves))} of a side wager.",
)
def side_winnings_taken(state: State, event: SideWinningsTaken) -> State:
    """It is not given out again when the round is over."""
    wagers = tuple([replace(each, sent_back=True) if each.player == event.player else each for each in state.wagers])
    return replace(state, wagers=wagers, chips=bank(state, event.moves))


def _undone(wagers: Iterable[Wager]) -> Iterator[Move]:
    """The moves that put settled wagers back where they lay; what someone who left took along is out of reach."""
    for each in wagers:
        if each.settled is not None and not each.sent_back:
            taken, paid = each.settled.taken, each.settled.paid
            yield Move(RACK, LAYOUT, taken) if taken else Move(LAYOUT, RACK, paid)


def _again(wagers: Iterable[Wager]) -> tuple[Wager, ...]:
    return tuple([each if each.sent_back else replace(each, settled=None) for each in wagers])


def reopening(state: State, clauses: PokerClauses) -> tuple[Event, ...]:
    """What follows for side wagers when a flop is taken back: they wait for the right one (CP 9.16).

    Whoever mends a flop puts these events before its own; nothing comes of it where none is settled.
    """
    if all(each.settled is None or each.sent_back for each in state.wagers):
        return ()
    again = _again(state.wagers)
    under = (clauses.side_corrected, "ruling 66")
    return (SideWagersReopened(wagers=again, moves=tuple(_undone(state.wagers)), under=under),)


@part.event(
    SideWagersReopened,
    audience=EVERYONE,
    says="The side wagers wait for the flop to be put right.",
    undoes=lambda event, end: any(each.key == end.key and each.settled is None for each in event.wagers),
)
def side_wagers_reopened(state: State, event: SideWagersReopened) -> State:
    """They are as they were before the flop."""
    return replace(state, wagers=event.wagers, chips=bank(state, event.moves))


def kept_for_new_deal(state: State) -> tuple[Wager, ...]:
    """The side wagers after a misdeal: those of players who are still here, for the new deal (ruling 66)."""
    here = [each for each in state.wagers if each.player in state.people and not each.sent_back]
    return tuple([replace(each, settled=None, at_risk=each.cents) for each in here])


def voided_moves(state: State, wagers: Iterable[Wager]) -> tuple[Move, ...]:
    """The moves that give side wagers back whole, also those that were settled."""
    whole = [each for each in wagers if not each.sent_back]
    back = [(each, stack if each.player in state.people else wallet) for each in whole]
    return (*_undone(whole), *[Move(LAYOUT, account(each.player), each.cents) for each, account in back])


def misdeal_moves(state: State) -> tuple[Move, ...]:
    """What a misdeal moves of side wagers: settled ones as if they were not, and back to those who have left."""
    gone = [each for each in state.wagers if each.player not in state.people and not each.sent_back]
    back = [Move(LAYOUT, wallet(each.player), each.cents) for each in gone]
    return (*_undone(state.wagers), *back)
