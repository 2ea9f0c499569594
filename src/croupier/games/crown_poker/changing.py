"""Changes of the game, the buy-in, the limits and the blinds: on three hands' notice, or at once by a majority."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.state import Change, State
from croupier.games.crown_poker.terms import STREETS, Limit, LimitKind, Setting, Variant
from croupier.money import dollars, in_money
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Examples, Part
from croupier.table.engine import Context
from croupier.table.examples import is_player
from croupier.table.fields import Asks
from croupier.table.people import subject
from croupier.table.signs import NOTICE_MS
from croupier.table.uncounted import HANDS
from croupier.table.words import count, several

part = Part("crown-poker", PokerClauses)


class AnnounceChange(Command, frozen=True, kw_only=True):
    """Tell the players what will be played after three more hands; what is not said stays as it is."""

    variant: Annotated[Variant | None, Asks("Game", optional=True)] = None
    kind: Annotated[LimitKind | None, Asks("Limit", optional=True)] = None
    bets: Annotated[tuple[int, ...], Asks(in_money("Least bets"), "amounts", optional=True)] = ()
    most: Annotated[tuple[int, ...], Asks(in_money("Most at spread limit"), "amounts", optional=True)] = ()
    blinds: Annotated[tuple[int, ...], Asks(in_money("Blinds"), "amounts", optional=True)] = ()
    buy_in: Annotated[int | None, Asks(in_money("Least buy-in"), "money", optional=True)] = None


class CancelChange(Command, frozen=True, kw_only=True):
    """Take the announcement of a change back."""


class AgreeToChange(Command, frozen=True, kw_only=True):
    """Agree that an announced change need not wait."""

    player: str | None = None


class AgreeToClose(Command, frozen=True, kw_only=True):
    """Agree that the table closes before its notice has run out."""

    player: str | None = None


class ChangeAnnounced(Event, frozen=True, kw_only=True):
    """The players know what is played after a hand, and from when a higher minimum may hold."""

    setting: Setting
    after_round: int
    at: int


class ChangeCancelled(Event, frozen=True, kw_only=True):
    """What was announced is not to be."""


class ChangeAgreed(Event, frozen=True, kw_only=True):
    """A player needs no notice of the change."""

    player: str


class ClosingAgreed(Event, frozen=True, kw_only=True):
    """A player needs no further notice of closing."""

    player: str


class SettingChanged(Event, frozen=True, kw_only=True):
    """Another game, limit, blind or buy-in is in force."""

    setting: Setting
    version: int


def seated(state: State) -> list[str]:
    """The players at the table who have a seat."""
    return [each.id for each in state.people.values() if each.seat is not None]


def coming(state: State, at: int) -> Setting | None:
    """What is to be played from the next hand on, where the notice of it has run or the players have waived it.

    A higher minimum needs its sign for twenty minutes whatever the players say.
    """
    change = state.change
    if change is None:
        return None
    here = seated(state)
    majority = 2 * sum(each in here for each in change.agreed) > len(here)
    if not majority and here and state.round < change.after_round:
        return None
    higher = raises_minimum(state.setting, change.setting)
    return None if higher and at - change.at < NOTICE_MS else change.setting


def raises_minimum(now: Setting, then: Setting) -> bool:
    """Whether a change makes the least bet of some round higher, or the large blind, which opens the first."""
    higher = any(then.limit.bet(each) > now.limit.bet(each) for each in range(len(STREETS)))
    return higher or then.big_blind > now.big_blind


def changed_now(state: State, at: int, clauses: PokerClauses) -> tuple[SettingChanged, ...]:
    """The change that takes effect before the next hand, if one does."""
    setting = coming(state, at)
    if setting is None:
        return ()
    higher = (clauses.higher_minimum,) if raises_minimum(state.setting, setting) else ()
    return (SettingChanged(setting=setting, version=state.terms_version + 1, under=(clauses.change, *higher)),)


@part.command(
    AnnounceChange,
    under="change",
    label="Announce a change of game",
    words="switch variant limit blinds stakes",
    desk=Desk.SIGNS,
    examples=lambda state, ctx: (AnnounceChange(buy_in=2 * state.setting.minimum_buy_in),),
)
def announce_change(state: State, command: AnnounceChange, ctx: Context[PokerClauses]) -> Decision:
    """Whatever the book lets be played at this table."""
    clauses, now = ctx.clauses, state.setting
    cite: Clauses = (clauses.change,)
    if not state.is_open:
        return Refusal(Reason.TABLE_CLOSED, cite)
    try:
        limit = now.limit
        if command.kind is not None or command.bets or command.most:
            limit = Limit(command.kind or limit.kind, command.bets or limit.bets, command.most)
        setting = replace(
            now,
            variant=command.variant or now.variant,
            limit=limit,
            blinds=command.blinds or now.blinds,
            minimum_buy_in=now.minimum_buy_in if command.buy_in is None else command.buy_in,
        )
        setting.__post_init__()
    except ValueError as error:
        return Refusal(Reason.LIMITS, cite, {"terms": str(error)})
    smallest = state.terms.chips.smallest
    if any(cents % smallest for cents in setting.amounts):
        return Refusal(Reason.CHIPS_ONLY, (clauses.chips_only, *cite), {"smallest chip": smallest})
    if setting.game.most_players < state.seats:
        return Refusal(Reason.LIMITS, (setting.game.seats, *cite), {"seats": state.seats})
    if setting == now:
        return Refusal(Reason.ALREADY, cite)
    under = (*cite, clauses.higher_minimum) if raises_minimum(now, setting) else cite
    return (ChangeAnnounced(setting=setting, after_round=state.round + HANDS, at=ctx.at, under=under),)


def _said(setting: Setting) -> str:
    blinds = several(map(dollars, setting.blinds))
    return f"{setting.variant.value}, {setting.limit.kind.value}, {count(len(setting.blinds), 'blind')}: {blinds}"


@part.event(
    ChangeAnnounced,
    cash_only=True,
    audience=EVERYONE,
    says=lambda e, who: f"After hand {e.after_round}, or as most players agree: {_said(e.setting)}.",
    aloud=True,
)
def change_announced(state: State, event: ChangeAnnounced) -> State:
    """A later announcement takes the place of an earlier one."""
    return replace(state, change=Change(event.setting, event.after_round, event.at))


def longer_notice(state: State, number: int) -> Change | None:
    """The announced change after a misdeal of this number, which is none of the hands of its notice (ruling 72)."""
    change = state.change
    runs = change is not None and 0 <= change.after_round - number < HANDS
    return replace(change, after_round=change.after_round + 1) if change is not None and runs else change


@part.command(
    CancelChange, under="change", label="Take the change back", words="undo withdraw switch variant", desk=Desk.SIGNS
)
def cancel_change(state: State, command: CancelChange, ctx: Context[PokerClauses]) -> Decision:
    """As long as it is not in force."""
    cite = (ctx.clauses.change,)
    return Refusal(Reason.NO_CAUSE, cite) if state.change is None else (ChangeCancelled(under=cite),)


@part.event(ChangeCancelled, audience=EVERYONE, says="The announced change is taken back.")
def change_cancelled(state: State, event: ChangeCancelled) -> State:
    """Nothing is to change."""
    return replace(state, change=None)


def _own(command: type[AgreeToChange] | type[AgreeToClose]) -> Examples:
    return lambda state, ctx: (
        (command(),) if is_player(ctx) else [command(player=each) for each in seated(state)] if state.is_real else ()
    )


@part.command(
    AgreeToChange,
    label="Agree to the change",
    desk=Desk.TABLE,
    examples=_own(AgreeToChange),
)
def agree_to_change(state: State, command: AgreeToChange, ctx: Context[PokerClauses]) -> Decision:
    """Each who has a seat, once."""
    person, cite = subject(state, command.player, ctx), (ctx.clauses.change,)
    if isinstance(person, Refusal):
        return person
    if state.change is None:
        return Refusal(Reason.NO_CAUSE, cite, {"change": "none announced"})
    if person.seat is None:
        return Refusal(Reason.NOT_HERE, cite, {"seat": "none"})
    if person.id in state.change.agreed:
        return Refusal(Reason.ALREADY, cite)
    return (ChangeAgreed(player=person.id, under=cite),)


@part.event(ChangeAgreed, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} agrees to the change.")
def change_agreed(state: State, event: ChangeAgreed) -> State:
    """One more of those who need no notice."""
    assert state.change is not None
    return replace(state, change=replace(state.change, agreed=(*state.change.agreed, event.player)))


@part.event(SettingChanged, audience=EVERYONE, says=lambda e, who: f"Now played: {_said(e.setting)}.", aloud=True)
def setting_changed(state: State, event: SettingChanged) -> State:
    """From this hand on."""
    return replace(state, setting=event.setting, change=None, terms_version=event.version)


@part.command(
    AgreeToClose,
    label="Agree to close",
    desk=Desk.TABLE,
    examples=_own(AgreeToClose),
)
def agree_to_close(state: State, command: AgreeToClose, ctx: Context[PokerClauses]) -> Decision:
    """Each who has a seat, where closing has been announced."""
    person, cite = subject(state, command.player, ctx), (ctx.clauses.close_notice,)
    if isinstance(person, Refusal):
        return person
    if not state.notices:
        return Refusal(Reason.NO_CAUSE, cite, {"closing": "not announced"})
    if person.seat is None:
        return Refusal(Reason.NOT_HERE, cite, {"seat": "none"})
    if person.id in state.closing_agreed:
        return Refusal(Reason.ALREADY, cite)
    return (ClosingAgreed(player=person.id, under=cite),)


@part.event(ClosingAgreed, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} agrees that the table closes.")
def closing_agreed(state: State, event: ClosingAgreed) -> State:
    """One more who needs no notice."""
    here = tuple([each for each in state.closing_agreed if each in state.people])
    return replace(state, closing_agreed=(*here, event.player))
