"""Coming to the table, taking a seat, buying chips and leaving."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec.structs import replace

from croupier.money import MOST_CENTS, Move, apply, dollars, moves
from croupier.table.accounts import CASH
from croupier.table.bounds import DEPARTED, STANDING, merged
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal, is_no_person
from croupier.table.declare import EVERYONE, Desk, Part, Undo, Who, taking_back
from croupier.table.engine import Context
from croupier.table.examples import is_player
from croupier.table.fields import Asks
from croupier.table.rules import Rules, TableClauses
from croupier.table.signatures import with_gift
from croupier.table.state import BankedTable, Care, Person, Table
from croupier.table.value import OWN, PURCHASE
from croupier.table.words import amount_moved, count


@dataclass(frozen=True, kw_only=True)
class PeopleClauses(TableClauses):
    """What a book says of seats given up."""

    idle_seat: str | None
    """What takes the seat from whoever sits idle at a full table, in a book that knows it."""


part = Part("people", PeopleClauses)


class Join(Command, frozen=True, kw_only=True):
    """Come to the table with chips, to a seat or to stand behind one. Staff may name the player."""

    cents: int
    seat: int | None = None
    player: str | None = None
    name: str | None = None


class BuyChips(Command, frozen=True, kw_only=True):
    """Turn more value into chips."""

    cents: int
    player: str | None = None


class Leave(Command, frozen=True, kw_only=True):
    """Take up one's chips and go."""

    player: str | None = None


class VacateSeat(Command, frozen=True, kw_only=True):
    """Ask an idle player to give up the seat."""

    player: str


class ChangeChips(Command, frozen=True, kw_only=True):
    """Change chips for chips of one other value: smaller ones to play with, or larger ones to leave with."""

    cents: int
    into: Annotated[int, Asks("Into chips of", "money")]
    player: str | None = None


class PlayerJoined(Event, frozen=True, kw_only=True):
    """A player has come to the table."""

    player: str
    name: str
    seat: int | None


class ChipsBought(Event, frozen=True, kw_only=True):
    """Value has been turned into chips."""

    player: str
    by: str = ""
    """Who of the house took in cash for them."""
    second: str = ""
    """Who signed for it beside, where it was more than one person takes in alone."""


class ChipsChanged(Event, frozen=True, kw_only=True):
    """A player has the same value in other chips."""

    player: str
    cents: int
    into: int


class PlayerLeft(Event, frozen=True, kw_only=True):
    """A player has gone with all their chips."""

    player: str


class SeatVacated(Event, frozen=True, kw_only=True):
    """An idle player has given up the seat."""

    player: str
    seat: int


def bank(state: Table, made: tuple[Move, ...]) -> dict[str, int]:
    """The table's accounts after these moves."""
    return apply(state.chips, made) if made else state.chips


def subject(state: Table, named: str | None, ctx: Context[Any]) -> Person | Refusal:
    """The player a command is for: oneself, or the one of whom staff at a real table note what they did."""
    if named is None or named == ctx.by.id:
        player = ctx.by.id
    elif not (state.is_real or ctx.time_ran_out) and ctx.is_staff:
        return _not_theirs(named, ctx)
    elif ctx.book.may(ctx.by.rank, ctx.clauses.dealing):
        player = named
    else:
        return Refusal(Reason.NOT_YOURS, (ctx.clauses.dealing, ctx.clauses.no_influence), {"player": named})
    person = state.people.get(player)
    return person if person is not None else Refusal(Reason.NOT_HERE, (ctx.clauses.seats,), {"player": player})


def chooser(state: Table, named: str | None, ctx: Context[Any]) -> Person | Refusal:
    """The player whose choice a command is; whoever is excluded chooses nothing more, and time alone acts for them."""
    person = subject(state, named, ctx)
    if not isinstance(person, Refusal) and person.id in state.excluded and not ctx.time_ran_out:
        return Refusal(Reason.EXCLUDED, (ctx.clauses.exclude, "ruling 14"), {"player": person.id})
    return person


def why_not_called(player: str, name: str | None, cite: Clauses) -> Refusal | None:
    """Why nobody of the house can note a player under this id and name: the record calls by it what is no person."""
    for called in (player, name or player):
        if is_no_person(called):
            return Refusal(Reason.FORBIDDEN, cite, {"player": called})
    return None


def _not_theirs(player: str, ctx: Context[Any]) -> Refusal:
    """Where cards are virtual every player acts alone."""
    return Refusal(Reason.NOT_YOURS, (ctx.clauses.no_influence, "ruling 70"), {"player": player})


def _join(command: Join, who: Who) -> str:
    where = "Stand at the table" if command.seat is None else f"Take seat {command.seat}"
    return f"{where} with {dollars(command.cents)}" if command.cents else where


def _seats_to_take(state: Table, ctx: Context[Any]) -> Iterator[Command]:
    """Every seat, and a place behind them."""
    if not is_player(ctx):
        return
    here, least = ctx.by.id in state.people, ctx.rules.least_buy_in(state)
    for seat in range(1, state.seats + 1):
        yield Join(seat=seat, cents=0 if here else least)
    if not here:
        yield Join(cents=least)


@part.command(
    Join,
    label="Take a seat",
    words="sit down seat new player",
    says=_join,
    desk=Desk.TABLE,
    takes_part=True,
    examples=_seats_to_take,
)
def join(state: Table, command: Join, ctx: Context[PeopleClauses]) -> Decision:
    """Seats are as many as areas; an excluded player may not come back."""
    clauses = ctx.clauses
    if command.player is not None and command.player != ctx.by.id:
        lacking = ctx.lacks_rank(clauses.dealing)
        if lacking is None and not state.is_real:
            lacking = _not_theirs(command.player, ctx)
        if command.player not in state.people:
            lacking = lacking or why_not_called(command.player, command.name, (clauses.seats,))
        if lacking is not None:
            return lacking
    player = command.player or ctx.by.id
    if player == ctx.by.id and ctx.by.rank != "player":
        return Refusal(Reason.FORBIDDEN, (clauses.seats,), {"rank": ctx.by.rank})
    if player in state.excluded:
        return Refusal(Reason.EXCLUDED, (clauses.exclude,))
    if not state.is_open:
        return Refusal(Reason.TABLE_CLOSED, (clauses.card_check,))
    barred = ctx.rules.why_not_join(state, player)
    if barred is not None:
        return barred
    if player in state.people:
        if command.seat is None:
            return Refusal(Reason.ALREADY, (clauses.seats,), {"player": player})
    elif command.cents < 1:
        return Refusal(Reason.CHIPS_ONLY, (clauses.chips_only,), {"chips": command.cents})
    if not 0 <= command.cents <= MOST_CENTS:
        return Refusal(Reason.CHIPS_ONLY, (clauses.chips_only,), {"chips": command.cents})
    if command.seat is not None:
        if not 1 <= command.seat <= state.seats:
            return Refusal(Reason.NO_SUCH_AREA, (clauses.seats,), {"seats": state.seats})
        if state.seated(command.seat) is not None:
            return Refusal(Reason.SEAT_TAKEN, (clauses.seats,), {"seat": command.seat})
        refusal = ctx.rules.why_not_change_seat(state, player, command.seat)
        if refusal is not None:
            return refusal
    elif sum(each.seat is None for each in state.people.values()) >= STANDING:
        return Refusal(Reason.LIMITS, (clauses.seats,), {"standing": STANDING})
    name = ctx.by.name if player == ctx.by.id else command.name or player
    return (
        PlayerJoined(
            player=player,
            name=state.people[player].name if player in state.people else name,
            seat=command.seat,
            moves=moves((f"wallet:{player}", f"stack:{player}", command.cents)),
            under=(clauses.seats,),
        ),
    )


def _joined(event: PlayerJoined, who: Who) -> str:
    where = "stands at the table" if event.seat is None else f"takes seat {event.seat}"
    return f"{event.name} {where}" + (f" with {amount_moved(event)}." if event.moves else ".")


@part.event(PlayerJoined, value=OWN, audience=EVERYONE, says=_joined, cash_only=True)
def player_joined(state: Table, event: PlayerJoined, rules: Rules[Any, Any]) -> Table:
    """A newcomer stands last in the order of arrival; one who was here keeps their place."""
    joined = replace(come(state, event.player, event.name, event.seat), chips=bank(state, event.moves))
    return joined if state.people else rules.reoccupied(joined)


def come(state: Table, player: str, name: str, seat: int | None) -> Table:
    """The table with someone at a seat or behind one; whoever was here keeps their place in the order of arrival."""
    known = state.people.get(player)
    person = replace(known, seat=seat) if known else Person(player, name, seat, state.arrivals)
    return replace(state, people={**state.people, player: person}, arrivals=state.arrivals + (known is None))


@part.command(
    BuyChips,
    label="Buy chips",
    words="cash in money top up rebuy",
    says=lambda c, who: f"Buy {dollars(c.cents)} in chips",
    desk=Desk.TABLE,
    takes_part=True,
    examples=lambda state, ctx: (
        (BuyChips(cents=100 if state.stack(ctx.by.id) else ctx.rules.least_buy_in(state)),)
        if ctx.by.id in state.people
        else ()
    ),
)
def buy_chips(state: Table, command: BuyChips, ctx: Context[PeopleClauses]) -> Decision:
    """Chips are bought at the table from one's own value."""
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    if person.id in state.excluded:
        return Refusal(Reason.EXCLUDED, (ctx.clauses.exclude,))
    if not 1 <= command.cents <= MOST_CENTS:
        return Refusal(Reason.CHIPS_ONLY, (ctx.clauses.chips_only,), {"chips": command.cents})
    made = moves((f"wallet:{person.id}", f"stack:{person.id}", command.cents))
    return (ChipsBought(player=person.id, moves=made, under=(ctx.clauses.chips_only,)),)


@part.event(
    ChipsBought,
    cash_only=True,
    value=(OWN, PURCHASE),
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} changes {amount_moved(e)} into chips.",
)
def chips_bought(state: Table, event: ChipsBought) -> Table:
    """More chips in front of the player."""
    cash = sum(move.cents for move in event.moves if move.source == CASH)
    given = with_gift(state, event.player, cash, event.second)
    return replace(state, given_alone=given, chips=bank(state, event.moves))


def _chips_to_change(state: Table, ctx: Context[Any]) -> Iterator[Command]:
    """A chip of each who has one, as whoever deals at a real table may note it."""
    chips = state.chip_set
    if chips is None or not state.is_real or is_player(ctx):
        return
    for player in sorted(state.people):
        if state.stack(player) >= chips.smallest:
            yield ChangeChips(player=player, cents=chips.smallest, into=chips.smallest)


@part.command(
    ChangeChips,
    label="Change chips",
    words="colour up color denomination break",
    says=lambda c, who: f"Change {dollars(c.cents)} into chips of {dollars(c.into)}",
    desk=Desk.TABLE,
    examples=_chips_to_change,
)
def change_chips(state: Table, command: ChangeChips, ctx: Context[PeopleClauses]) -> Decision:
    """The value stays; it must come out even in chips of this table."""
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    cite = (ctx.clauses.chips_only,)
    if not state.is_real:
        return Refusal(Reason.FORBIDDEN, cite, {"chips": "are a number on the screen"})
    chips = state.chip_set
    if chips is None or command.into not in chips.cents:
        return Refusal(Reason.CHIPS_ONLY, cite, {"chip": command.into})
    if command.cents < 1 or command.cents % command.into:
        return Refusal(Reason.CHIPS_ONLY, cite, {"chips": command.cents, "into": command.into})
    if command.cents > state.stack(person.id):
        return Refusal(Reason.NOT_ENOUGH_CHIPS, cite, {"has": state.stack(person.id)})
    return (ChipsChanged(player=person.id, cents=command.cents, into=command.into, under=cite),)


@part.event(
    ChipsChanged,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{who(e.player)} changes {dollars(e.cents)} into {count(e.cents // e.into, 'chip')} of {dollars(e.into)}."
    ),
)
def chips_changed(state: Table, event: ChipsChanged) -> Table:
    """No account changes: the same value lies there in other chips."""
    return state


@part.command(Leave, label="Leave the table", words="go away cash out stand up quit chips", desk=Desk.TABLE)
def leave(state: Table, command: Leave, ctx: Context[PeopleClauses]) -> Decision:
    """A player goes with all chips, but not out of a round with a wager undecided."""
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    refusal = ctx.rules.why_not_leave(state, person.id)
    return refusal or (*ctx.rules.before_leaving(state, person.id), left(state, person, (ctx.clauses.seats,)))


def left(state: Table, person: Person, under: tuple[str, ...]) -> PlayerLeft:
    """The event of a player going with all their chips."""
    made = moves((f"stack:{person.id}", f"wallet:{person.id}", state.stack(person.id)))
    return PlayerLeft(player=person.id, moves=made, under=under)


@part.event(
    PlayerLeft,
    cash_only=True,
    value=OWN,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} leaves with {amount_moved(e)}.",
)
def player_left(state: Table, event: PlayerLeft, rules: Rules[Any, Any]) -> Table:
    """The seat is free; that the player was once advised is remembered by the table."""
    return gone(state, event.player, event.moves, rules)


def gone(state: Table, player: str, made: tuple[Move, ...], rules: Rules[Any, Any]) -> Table:
    """The table once a player's chips have moved and they are not here any more."""
    people = {key: person for key, person in state.people.items() if key != player}
    care = without_offer(state, player)
    departed = (*[each for each in state.departed if each != player], player)[-DEPARTED:]
    chips = merged(bank(state, made), people)
    without: Table = rules.without_player(
        replace(state, people=people, chips=chips, care=care, departed=departed), player
    )
    return without


def without_offer(state: Table, player: str) -> Care:
    """The cards' care when this player is no longer there to take the cut."""
    return replace(state.care, offered=None) if state.care.offered == player else state.care


def _up_again(event: PlayerJoined, state: Table) -> Iterator[Undo]:
    """Someone who was seated by mistake goes with their chips; who only changed seats stays."""
    if event.moves:
        yield taking_back(Leave(player=event.player))


part.takes_back(PlayerJoined, _up_again)


@part.command(
    VacateSeat,
    under="idle_seat",
    label="Free an idle seat",
    words="leave absent away gone remove empty reserve place",
    says=lambda c, who: f"Ask {who(c.player)} to give up the seat",
    desk=Desk.PLAYERS,
    examples=lambda state, ctx: [
        VacateSeat(player=each.id) for each in state.people.values() if each.idle >= IDLE_ROUNDS
    ],
)
def vacate_seat(state: Table, command: VacateSeat, ctx: Context[PeopleClauses]) -> Decision:
    """Three rounds without a wager while every other seat is in use."""
    person = state.people.get(command.player)
    cite = (ctx.clauses.idle_seat or ctx.clauses.seats,)
    if person is None or person.seat is None:
        return Refusal(Reason.NOT_HERE, cite, {"player": command.player})
    if person.idle < IDLE_ROUNDS:
        return Refusal(Reason.NO_CAUSE, cite, {"idle rounds": person.idle, "needed": IDLE_ROUNDS})
    refusal = ctx.rules.why_not_vacate(state, person.id, cite)
    return refusal or (SeatVacated(player=person.id, seat=person.seat, under=cite),)


@part.event(
    SeatVacated,
    cash_only=True,
    audience=EVERYONE,
    notice=True,
    says=lambda e, who: f"{who(e.player)} gives up seat {e.seat}.",
)
def seat_vacated(state: Table, event: SeatVacated) -> Table:
    """The player stands; the seat is free, and the marker of a personal limit is off it."""
    person = replace(state.people[event.player], seat=None, idle=0, personal=None)
    return replace(state, people={**state.people, event.player: person})


IDLE_ROUNDS = 3
GAINS_KEPT = 64


def after_betting(state: BankedTable) -> dict[str, Person]:
    """Everyone as betting closes: a round more without a wager for each who sits by at a full table."""
    seated = sum(person.seat is not None for person in state.people.values())
    wagering = {each.player for each in state.wagers}
    people = {}
    for person in state.people.values():
        sits_by = seated == state.seats and person.seat is not None and person.id not in wagering
        idle = person.idle + 1 if sits_by else 0
        people[person.id] = person if idle == person.idle else replace(person, idle=idle)
    return people


def after_payment(state: Table, won: Iterable[tuple[str, int]]) -> dict[str, Person]:
    """Everyone after a round, with what each has won in it remembered."""
    gains = dict[str, int]()
    for player, cents in won:
        gains[player] = gains.get(player, 0) + cents
    people = dict(state.people)
    for player, cents in gains.items():
        kept = people[player].gains[1 - GAINS_KEPT :]
        people[player] = replace(people[player], gains=(*kept, (state.round, cents)))
    return people
