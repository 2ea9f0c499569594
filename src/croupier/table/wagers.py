"""Placing, speaking, withdrawing and refusing wagers until betting closes; who comes first on an area."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from msgspec.structs import replace

from croupier.cards.quick import quick
from croupier.money import MOST_CENTS, dollars, moves
from croupier.table.accounts import CASH, stack, wallet
from croupier.table.contract import Actor, Clauses, Command, Decision, Event, Reason, Refusal, automaton
from croupier.table.declare import EVERYONE, Desk, Part, Undo, taking_back
from croupier.table.endings import stakes_moved
from croupier.table.examples import each_wager
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.people import ChipsBought, bank, subject
from croupier.table.rules import BankedContext, BankedRules, TableClauses
from croupier.table.signatures import Gift, pending, signed_by_two, waits_for_second, without
from croupier.table.state import BankedTable, Person, Spoken, Stage, Wager
from croupier.table.tournaments.reserved_play import why_bank_too_small, why_held, why_not_offered
from croupier.table.value import REFUNDED


@quick
class Tender(StrEnum):
    """What a player offers."""

    CHIPS = "chips"
    CASH = "cash"
    VOUCHER = "voucher"
    TOKEN = "token"
    NOTHING = "nothing"


@dataclass(frozen=True, kw_only=True)
class WagerClauses(TableClauses):
    """What a book says of placing wagers."""

    areas: str
    tenders: tuple[Tender, ...] = (Tender.CHIPS,)
    """What a wager may be placed with."""
    before_first_card: str
    bettors_per_area: str
    entitlement: str
    nobody_gives_way: Clauses = ()
    """What says so, in a book by which a wager once placed stays, whoever has the better claim to its area."""
    several_areas: str
    personal_several_areas: str = ""
    """Several areas of a player with limits of their own, in a book that knows them."""
    no_more_bets: str
    area_total: str | None
    spoken: str = ""
    """Wagers called out, in a book that knows them."""


part = Part("wagers", WagerClauses)


@dataclass(frozen=True, kw_only=True)
class SpeakingClauses(WagerClauses):
    """What a book that knows them says of wagers called out."""

    spoken: str
    second_signature: str


speaking = Part("wagers", SpeakingClauses)
"""Wagers called out, in a book that knows them."""


@dataclass(frozen=True, kw_only=True)
class UnpayableClauses(WagerClauses):
    """What a book says of wagers that could not be paid exactly."""

    refuse_unpayable: str


unpayable = Part("wagers", UnpayableClauses)
"""Wagers refused because their win could not be paid exactly, in a book that lets the dealer."""


class PlaceWager(Command, frozen=True, kw_only=True):
    """Put chips on a bet, or add to those already there."""

    area: int
    bet: str
    cents: int
    tender: Tender = Tender.CHIPS
    player: str | None = None


class WithdrawWager(Command, frozen=True, kw_only=True):
    """Take a wager back before the first card."""

    area: int
    bet: str
    player: str | None = None


class SpeakWager(Command, frozen=True, kw_only=True):
    """Call out a wager, showing its value."""

    area: int
    bet: str
    cents: int
    shown: Tender = Tender.NOTHING
    player: str | None = None


class ConvertSpoken(Command, frozen=True, kw_only=True):
    """Turn the value shown with a spoken wager into chips on the layout, or turn the wager down for want of it."""

    area: int
    bet: str
    player: str
    value: Annotated[bool, Asks("The value", words={True: "is there", False: "is not there"}, always=False)] = True


class RefuseWager(Command, frozen=True, kw_only=True):
    """Refuse a wager before the first card: its win could not be paid exactly, or on other grounds the book allows."""

    area: int
    bet: str
    player: str
    why: Annotated[str, Asks(optional=True)] = ""


class WagerPlaced(Event, frozen=True, kw_only=True):
    """Chips lie on a bet; `total` is all of that player's there."""

    player: str
    area: int
    bet: str
    cents: int
    total: int


class WagerTakenBack(Event, frozen=True, kw_only=True):
    """A wager has gone back to its owner before the first card, by choice, refusal or a better claim."""

    player: str
    area: int
    bet: str
    cents: int


class WagerSpoken(Event, frozen=True, kw_only=True):
    """A wager was called out with its value shown."""

    player: str
    area: int
    bet: str
    cents: int
    shown: str
    own: bool = False
    """Whether the player said it, not someone of the house for them."""


class SpokenWagerLapsed(Event, frozen=True, kw_only=True):
    """A spoken wager never became chips on the layout: betting closed first, or its place was gone."""

    player: str
    area: int
    bet: str


def betting_closed(state: BankedTable, ctx: BankedContext[WagerClauses]) -> Refusal | None:
    """The refusal for a wager that comes too late, or while no round may begin."""
    match state.stage:
        case Stage.BETTING:
            return why_held(state, ctx.clauses)
        case Stage.CLOSED:
            return Refusal(Reason.TABLE_CLOSED, (ctx.clauses.card_check,))
        case Stage.NO_MORE_BETS:
            return Refusal(Reason.BETS_CLOSED, (ctx.clauses.no_more_bets,))
        case _:
            return Refusal(Reason.CARDS_OUT, (ctx.clauses.before_first_card, ctx.clauses.no_handling))


def unknown_place(state: BankedTable, area: int, bet: str, ctx: BankedContext[WagerClauses]) -> Refusal | None:
    """The refusal for an area or bet the layout does not have."""
    if not 1 <= area <= state.seats:
        return Refusal(Reason.NO_SUCH_AREA, (ctx.clauses.areas,), {"area": area, "areas": state.seats})
    if not ctx.rules.has_bet(state, bet):
        return Refusal(Reason.NO_SUCH_BET, (ctx.clauses.areas,), {"bet": bet})
    return why_not_offered(state, bet, ctx.rules)


def marked_most(state: BankedTable, area: int, placing: Person | None = None) -> int | None:
    """The most that may lie on an area in all, where the marker of a player there, or now coming there, sets it."""
    totals = [
        person.personal.maximum
        for person in state.people.values()
        if person.personal is not None and (person.seat == area or person is placing or _wagers_on(state, area, person))
    ]
    return min(totals, default=None)


def _wagers_on(state: BankedTable, area: int, person: Person) -> bool:
    return any(each.area == area for each in state.wagers_of(person.id))


def over_limit(state: BankedTable, area: int, limit: int, clause: str) -> Refusal | None:
    """The refusal where more lies on an area already than a personal limit that comes to it allows."""
    total = sum(each.cents for each in state.wagers if each.area == area)
    if total <= limit:
        return None
    return Refusal(Reason.AREA_TOTAL, (clause, "ruling 13"), {"limit": limit, "on the area": total})


def displaced(
    state: BankedTable, area: int, person: Person, cents: int, ctx: BankedContext[WagerClauses]
) -> list[Wager] | Refusal:
    """The wagers that must give way to this one by a better claim, or why it may not be placed."""
    here = [each for each in state.wagers if each.area == area]
    total = ctx.clauses.area_total
    most = None if total is None else marked_most(state, area, person)
    if most is None and all(each.player == person.id for each in here):
        return []
    claims = {each.player: ctx.rules.claim(state, area, state.people[each.player]) for each in here}
    own = ctx.rules.claim(state, area, person)
    giving_way: list[Wager] = []
    stay = ctx.clauses.nobody_gives_way
    weaker = [] if stay else sorted((p for p, claim in claims.items() if claim > own), key=lambda p: claims[p])
    while True:
        staying = [each for each in here if each not in giving_way]
        if giving_way and total is not None:  # a limit binds no area that its owner has left
            most = marked_most(replace(state, wagers=tuple(staying)), area, person)
        players = {each.player for each in staying} | {person.id}
        if len(players) > state.bettors_per_area:
            refusal = Refusal(
                Reason.AREA_FULL,
                tuple(dict.fromkeys((ctx.clauses.bettors_per_area, *(stay or (ctx.clauses.entitlement,))))),
                {"most": state.bettors_per_area},
            )
        elif total is not None and most is not None and sum(each.cents for each in staying) + cents > most:
            refusal = Refusal(Reason.AREA_TOTAL, (total, "ruling 13"), {"limit": most, "offered": cents})
        else:
            return giving_way
        if not weaker:
            return refusal
        last = weaker.pop()
        giving_way += [each for each in staying if each.player == last]


def placing(
    state: BankedTable, person: Person, place: tuple[int, str], cents: int, ctx: BankedContext[WagerClauses]
) -> list[Event] | Refusal:
    """The events of chips going onto a bet, once its value is in chips."""
    clauses, (area, bet) = ctx.clauses, place
    if person.id in state.excluded:
        return Refusal(Reason.EXCLUDED, (clauses.exclude,))
    if not 1 <= cents <= MOST_CENTS:
        return Refusal(Reason.LIMITS, (clauses.chips_only,), {"offered": cents})
    refusal = why_bank_too_small(state, person.id, cents, ctx.rules)
    if refusal is not None:
        return refusal
    mine, wager = state.wagers_of(person.id), Wager(area, bet, person.id, cents)
    if len({area, *[each.area for each in mine]}) > person.areas:
        return _one_area(person, ctx)
    refusal = ctx.rules.why_not_place(state, wager)
    if refusal is not None:
        return refusal
    giving_way = displaced(state, area, person, cents, ctx)
    if isinstance(giving_way, Refusal):
        return giving_way
    events: list[Event] = [taken_back(each, (clauses.entitlement,)) for each in giving_way]
    before = sum([each.cents for each in mine if each.area == area and each.bet == bet and each.hand == 1])
    events.append(
        WagerPlaced(
            player=person.id,
            area=area,
            bet=bet,
            cents=cents,
            total=before + cents,
            moves=moves((f"stack:{person.id}", "layout", cents)),
            under=ctx.rules.placed_under(state, bet),
        )
    )
    undone = (giving_way and ctx.rules.after_wagers_left(state, tuple(giving_way))) or ctx.rules.after_wager(
        state, wager
    )
    return [*undone, *events]


def _one_area(person: Person, ctx: BankedContext[WagerClauses]) -> Refusal:
    cite = ctx.clauses.several_areas if person.personal is None else ctx.clauses.personal_several_areas
    return Refusal(Reason.ONE_AREA, (cite,), {"areas": person.areas})


def taken_back(wager: Wager, under: Clauses) -> WagerTakenBack:
    """The event of a wager going back to its owner."""
    return WagerTakenBack(
        player=wager.player,
        area=wager.area,
        bet=wager.bet,
        cents=wager.cents,
        moves=moves(("layout", f"stack:{wager.player}", wager.cents)),
        under=under,
    )


def _areas_open_to(state: BankedTable, player: str) -> Iterable[int]:
    """The areas a player may think of: once their wagers lie on as many as are allowed, only those."""
    mine = {each.area for each in state.wagers_of(player)}
    return sorted(mine) if len(mine) >= state.people[player].areas else range(1, state.seats + 1)


def _places_to_bet(state: BankedTable, ctx: BankedContext[WagerClauses]) -> Iterator[Command]:
    if ctx.by.id not in state.people or state.stage is not Stage.BETTING:
        return
    in_front = state.stack(ctx.by.id)
    for area in _areas_open_to(state, ctx.by.id):
        for bet, limits in state.limits.items():
            yield PlaceWager(area=area, bet=bet, cents=min(in_front, limits.minimum))


@part.command(
    PlaceWager,
    label="Bet",
    says=lambda c, who: f"Bet {dollars(c.cents)} on {c.bet} at area {c.area}",
    desk=Desk.TABLE,
    takes_part=True,
    examples=_places_to_bet,
)
def place_wager(state: BankedTable, command: PlaceWager, ctx: BankedContext[WagerClauses]) -> Decision:
    """Chips only, before betting closes, on one's entitlement."""
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    refusal = betting_closed(state, ctx) or unknown_place(state, command.area, command.bet, ctx)
    if refusal is not None:
        return refusal
    if command.tender not in ctx.clauses.tenders:
        return Refusal(Reason.CHIPS_ONLY, (ctx.clauses.chips_only,), {"offered": command.tender.value})
    if command.cents > state.stack(person.id):
        return Refusal(Reason.NOT_ENOUGH_CHIPS, (ctx.clauses.chips_only,), {"has": state.stack(person.id)})
    if any((s.area, s.bet, s.player) == (command.area, command.bet, person.id) for s in state.spoken):
        return Refusal(Reason.ALREADY, (ctx.clauses.spoken,), {"next": "the spoken wager is turned into chips"})
    events = placing(state, person, (command.area, command.bet), command.cents, ctx)
    return events if isinstance(events, Refusal) else tuple(events)


@part.event(
    WagerPlaced,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{who(e.player)} bets {dollars(e.cents)} on {e.bet} at area {e.area}"
        + (f", {dollars(e.total)} in all." if e.total != e.cents else ".")
    ),
)
def wager_placed(state: BankedTable, event: WagerPlaced) -> BankedTable:
    """The wager is on the layout, and no longer merely spoken."""
    key = (event.area, event.bet, event.player, 1)
    wager = Wager(event.area, event.bet, event.player, event.total)
    if event.total == event.cents:
        wagers = (*state.wagers, wager)
    else:
        wagers = tuple(wager if each.key == key else each for each in state.wagers)
    return replace(state, wagers=wagers, chips=bank(state, event.moves), spoken=_not_spoken(state, key))


def _not_spoken(state: BankedTable, key: tuple[int, str, str, int]) -> tuple[Spoken, ...]:
    return state.spoken and tuple(each for each in state.spoken if (each.area, each.bet, each.player, 1) != key)


@part.command(
    WithdrawWager,
    label="Take a wager back",
    words="remove bet stake return",
    says=lambda c, who: f"Take back {c.bet} at area {c.area}",
    desk=Desk.TABLE,
    examples=lambda state, ctx: [WithdrawWager(area=each.area, bet=each.bet) for each in state.wagers_of(ctx.by.id)],
)
def withdraw_wager(state: BankedTable, command: WithdrawWager, ctx: BankedContext[WagerClauses]) -> Decision:
    """A wager may be taken back until the first card, even after no more may be placed."""
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    if state.in_play:
        return Refusal(Reason.CARDS_OUT, (ctx.clauses.no_handling,))
    wager = next((w for w in state.wagers if w.key == (command.area, command.bet, person.id, 1)), None)
    if wager is None:
        return Refusal(Reason.NO_SUCH_WAGER, (ctx.clauses.no_handling,))
    refusal = ctx.rules.why_not_withdraw(state, wager)
    if refusal is not None:
        return refusal
    beside = ctx.rules.after_withdrawal(state, wager)
    return (*beside, taken_back(wager, (ctx.clauses.no_handling,)), *ctx.rules.after_wager(state, wager))


@part.event(
    WagerTakenBack,
    value=REFUNDED,
    audience=EVERYONE,
    notice=True,
    says=lambda e, who: f"{who(e.player)}'s {dollars(e.cents)} on {e.bet} at area {e.area} goes back.",
    stakes=stakes_moved,
)
def wager_taken_back(state: BankedTable, event: WagerTakenBack, rules: BankedRules[Any, Any]) -> BankedTable:
    """The wager is off the layout; with none left, betting is open again."""
    key = (event.area, event.bet, event.player, 1)
    wagers = tuple(each for each in state.wagers if each.key != key)
    return rules.resumed(replace(state, wagers=wagers, chips=bank(state, event.moves)))  # type: ignore[no-any-return]


def _off_again(event: WagerPlaced, state: BankedTable) -> Iterator[Undo]:
    """The wager comes back; what lay there before is put down again."""
    yield taking_back(WithdrawWager(area=event.area, bet=event.bet, player=event.player))
    before = event.total - event.cents
    if before:
        yield taking_back(PlaceWager(area=event.area, bet=event.bet, cents=before, player=event.player))


def _on_again(event: WagerTakenBack, state: BankedTable) -> Iterator[Undo]:
    yield taking_back(PlaceWager(area=event.area, bet=event.bet, cents=event.cents, player=event.player))


part.takes_back(WagerPlaced, _off_again)
part.takes_back(WagerTakenBack, _on_again)


def _places_to_call(state: BankedTable, ctx: BankedContext[WagerClauses]) -> Iterator[Command]:
    if ctx.by.id not in state.people or state.stage is not Stage.BETTING:
        return
    bet, limits = next(iter(state.limits.items()))
    for area in _areas_open_to(state, ctx.by.id):
        yield SpeakWager(area=area, bet=bet, cents=limits.minimum, shown=Tender.CASH)


@speaking.command(
    SpeakWager,
    label="Call a wager",
    says=lambda c, who: f"Call {dollars(c.cents)} on {c.bet} at area {c.area}",
    desk=Desk.TABLE,
    takes_part=True,
    examples=_places_to_call,
)
def speak_wager(state: BankedTable, command: SpeakWager, ctx: BankedContext[SpeakingClauses]) -> Decision:
    """A spoken wager needs its value shown; chips shown go straight onto the layout."""
    cite = (ctx.clauses.spoken,)
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    refusal = betting_closed(state, ctx) or unknown_place(state, command.area, command.bet, ctx)
    if refusal is not None:
        return refusal
    if command.shown is Tender.NOTHING:
        return Refusal(Reason.NO_VALUE_SHOWN, cite)
    if any((s.area, s.bet, s.player) == (command.area, command.bet, person.id) for s in state.spoken):
        return Refusal(Reason.ALREADY, cite)
    if command.shown is Tender.CHIPS and command.cents > state.stack(person.id):
        return Refusal(Reason.NOT_ENOUGH_CHIPS, cite, {"has": state.stack(person.id)})
    events = placing(state, person, (command.area, command.bet), command.cents, ctx)
    if isinstance(events, Refusal):
        return events
    calls = {each.area for each in state.spoken if each.player == person.id}
    if len({command.area, *calls, *[each.area for each in state.wagers_of(person.id)]}) > person.areas:
        return _one_area(person, ctx)
    if command.shown is Tender.CHIPS:
        events[-1] = replace(events[-1], under=(*events[-1].under, *cite))
        return tuple(events)
    return (
        WagerSpoken(
            player=person.id,
            area=command.area,
            bet=command.bet,
            cents=command.cents,
            shown=command.shown.value,
            own=person.id == ctx.by.id,
            under=cite,
        ),
    )


@speaking.event(
    WagerSpoken,
    cash_only=True,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} calls {dollars(e.cents)} on {e.bet} at area {e.area}, showing {e.shown}.",
)
def wager_spoken(state: BankedTable, event: WagerSpoken) -> BankedTable:
    """The value waits to be turned into chips."""
    spoken = Spoken(event.player, event.area, event.bet, event.cents, event.shown, event.own)
    return replace(state, spoken=(*state.spoken, spoken))


@speaking.command(
    ConvertSpoken,
    under="dealing",
    label="Turn a spoken wager into chips",
    words="call bet cash verbal money plays",
    says=lambda c, who: f"Change {who(c.player)}'s call on {c.bet} at area {c.area} into chips",
    next=lambda c, who: f"The dealer turns {who(c.player)}'s call on {c.bet} into chips",
    desk=Desk.DEAL,
    examples=lambda state, ctx: [
        ConvertSpoken(area=each.area, bet=each.bet, player=each.player) for each in state.spoken
    ],
    without_value=lambda c: replace(c, value=False),
)
@signed_by_two(ConvertSpoken, under="second_signature")
def convert_spoken(state: BankedTable, command: ConvertSpoken, ctx: BankedContext[SpeakingClauses]) -> Decision:
    """The value becomes chips on the layout in one act; without it, or without a place, the call comes to nothing."""
    refusal = betting_closed(state, ctx)
    if refusal is not None:
        return refusal
    key = (command.area, command.bet, command.player)
    spoken = next((each for each in state.spoken if (each.area, each.bet, each.player) == key), None)
    if spoken is None:
        return Refusal(Reason.NO_SUCH_WAGER, (ctx.clauses.spoken,))
    if not command.value:
        under: Clauses = (ctx.clauses.spoken,)
        return (SpokenWagerLapsed(player=spoken.player, area=spoken.area, bet=spoken.bet, under=under),)
    events = placing(state, state.people[spoken.player], (spoken.area, spoken.bet), spoken.cents, ctx)
    if isinstance(events, Refusal):
        under = (ctx.clauses.spoken, *events.under)
        return (SpokenWagerLapsed(player=spoken.player, area=spoken.area, bet=spoken.bet, under=under),)
    value, cite = _value_of(spoken, ctx.by), (ctx.clauses.spoken,)
    if value != CASH:
        bought = ChipsBought(player=spoken.player, moves=moves((value, stack(spoken.player), spoken.cents)), under=cite)
    else:
        waits = waits_for_second(state, command, Gift(spoken.cents, spoken.player), ctx, cite)
        if waits is not None:
            return waits
        made = moves((CASH, stack(spoken.player), spoken.cents))
        bought = ChipsBought(player=spoken.player, by=ctx.by.id, second=ctx.second, moves=made, under=cite)
    events[-1] = replace(events[-1], under=(*events[-1].under, *cite))
    return (bought, *events)


def _value_of(spoken: Spoken, by: Actor) -> str:
    """Where the value of a call comes from: from outside only by two people's act, else from the player's wallet.

    One of them is the player, who said so; the other someone of the house, who has it in hand. No machine is either.
    """
    of_two = spoken.own and by.id != spoken.player and not automaton(by.id) and not automaton(spoken.player)
    return CASH if of_two else wallet(spoken.player)


def lapsed(state: BankedTable, clause: str, player: str | None = None) -> tuple[SpokenWagerLapsed, ...]:
    """The events of every spoken wager, or every one of a player, coming to nothing."""
    ending = [each for each in state.spoken if player in (None, each.player)]
    return tuple(SpokenWagerLapsed(player=w.player, area=w.area, bet=w.bet, under=(clause,)) for w in ending)


@speaking.event(
    SpokenWagerLapsed,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)}'s call on {e.bet} at {e.area} came to nothing.",
)
def spoken_wager_lapsed(state: BankedTable, event: SpokenWagerLapsed) -> BankedTable:
    """The spoken wager was never accepted, and nobody signs for its value any more."""
    call = ConvertSpoken(area=event.area, bet=event.bet, player=event.player)
    waiting = pending(state, call)
    lapsed = state if waiting is None else without(state, waiting.number)
    return replace(lapsed, spoken=_not_spoken(state, (event.area, event.bet, event.player, 1)))


@unpayable.command(
    RefuseWager,
    under="refuse_unpayable",
    label="Refuse a wager",
    words="reject decline bet not accept late",
    says=lambda c, who: f"Refuse {who(c.player)}'s wager on {c.bet} at area {c.area}",
    desk=Desk.DEAL,
    examples=each_wager(lambda wager: RefuseWager(area=wager.area, bet=wager.bet, player=wager.player, why=TO_FILL_IN)),
)
def refuse_wager(state: BankedTable, command: RefuseWager, ctx: BankedContext[UnpayableClauses]) -> Decision:
    """Only before the first card, and only if a win could not be paid exactly."""
    cite = (ctx.clauses.refuse_unpayable,)
    if state.in_play:
        return Refusal(Reason.CARDS_OUT, cite)
    wager = next((w for w in state.wagers if w.key == (command.area, command.bet, command.player, 1)), None)
    if wager is None:
        return Refusal(Reason.NO_SUCH_WAGER, cite)
    if ctx.rules.exactly_payable(state, wager):
        return Refusal(Reason.PAYABLE, cite, {"wager": wager.cents})
    return (*ctx.rules.after_withdrawal(state, wager), taken_back(wager, cite))
