"""A table that a tournament reserves: played at its levels, without commission, by its entrants alone."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from croupier.games.crown_poker.charging import TIME_ON_SLIDE
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.seating import dealt_in
from croupier.games.crown_poker.state import CashPlay, Sitting, State
from croupier.games.crown_poker.terms import Commission, Limit, Setting
from croupier.table.contract import Clauses, Decision, Reason, Refusal
from croupier.table.declare import Part
from croupier.table.engine import Context
from croupier.table.rules import Rules
from croupier.table.tournaments import reserved_people
from croupier.table.tournaments.reserved import LevelSet, SetLevel, reservation
from croupier.table.tournaments.reserved_people import EntrantGiven, EntrantSeated

part = Part("crown-poker", PokerClauses)


def why_not_reserved(state: State, clauses: PokerClauses) -> Refusal | None:
    """Why a table cannot be reserved: a bonus prize waits to be verified, or a time charge to be dropped."""
    waiting = sum(not each.verified for each in state.prizes)
    if not waiting and TIME_ON_SLIDE not in state.chips:
        return None
    facts: dict[str, str | int] = {"prizes": waiting, "on the slide": state.chips.get(TIME_ON_SLIDE, 0)}
    return Refusal(Reason.NOT_NOW, (clauses.tables_reserved,), facts)


def for_tournament(state: State) -> State:
    """Nothing is taken (ruling 114), nobody straddles, and no time is sold; the sign for cash play is kept aside."""
    setting = replace(state.setting, straddles=0, extra_times=0)
    kept = CashPlay(state.setting, state.commission)
    return replace(state, cash_play=kept, setting=setting, commission=Commission(), change=None, charged_at=None)


def for_cash(state: State) -> State:
    """What the sign said before."""
    kept = state.cash_play
    assert kept is not None
    return replace(state, setting=kept.setting, commission=kept.commission, cash_play=None, level=None)


def why_not_taken_up(state: State, player: str, clauses: PokerClauses) -> Refusal | None:
    """Why an entrant stays: they were dealt into the hand that is played, even if they have folded since."""
    if not dealt_in(state, player):
        return None
    return Refusal(Reason.NOT_NOW, (clauses.no_handling,), {"hand": state.round})


def at_level(state: State, said: SetLevel | LevelSet) -> Setting:
    """What is played at a level: its blinds and antes, and least and most bets that rise as the last blind does."""
    kept = state.cash_play
    assert kept is not None
    limit, was, big = kept.setting.limit, kept.setting.big_blind, said.blinds[-1]
    bets, most = ([cents * big // was for cents in amounts] for amounts in (limit.bets, limit.most))
    limit = Limit(limit.kind, tuple(bets), tuple(most))
    return replace(state.setting, limit=limit, blinds=said.blinds, ante=said.ante, blind_ante=said.blind_ante)


@part.decides(SetLevel)
def set_level(state: State, command: SetLevel, ctx: Context[PokerClauses]) -> Decision:
    """A schedule that stands at every table is the notice of it (ruling 110); from the next hand on."""
    clauses, reserved = ctx.clauses, reservation(state, ctx)
    cite: Clauses = (clauses.tables_reserved, clauses.change, "ruling 110")
    if isinstance(reserved, Refusal):
        return reserved
    if not command.blinds or command.minimum or command.maximum:
        return Refusal(Reason.LIMITS, cite, {"blinds": len(command.blinds)})
    try:
        setting = at_level(state, command)
        setting.__post_init__()
    except ValueError as error:
        return Refusal(Reason.LIMITS, cite, {"terms": str(error)})
    smallest = state.terms.chips.smallest
    if any(cents % smallest for cents in setting.amounts):
        return Refusal(Reason.CHIPS_ONLY, (clauses.chips_only, *cite), {"smallest chip": smallest})
    return (LevelSet(blinds=command.blinds, ante=command.ante, blind_ante=command.blind_ante, under=cite),)


@part.evolves(LevelSet)
def level_set(state: State, event: LevelSet) -> State:
    """At once between hands, and else when the hand is over."""
    coming = replace(state, level=at_level(state, event))
    return coming if state.play is not None else at_coming_level(coming)


def at_coming_level(state: State) -> State:
    """The table at the level that was set while a hand was played."""
    if state.level is None:
        return state
    return replace(state, setting=state.level, level=None, terms_version=state.terms_version + 1)


@part.evolves(EntrantSeated, overrides=True)
def entrant_seated(state: State, event: EntrantSeated, rules: Rules[Any, Any]) -> State:
    """Dealt in from the next hand on, unless the tournament has them wait for the big blind."""
    sits: State = reserved_people.entrant_seated(state, event, rules)  # type: ignore[assignment]
    if not event.waits or not sits.line:
        return sits
    return replace(sits, sittings={**sits.sittings, event.player: Sitting(waits=True)})


@part.evolves(EntrantGiven, overrides=True)
def entrant_given(state: State, event: EntrantGiven) -> State:
    """Whoever had no chips left comes in again at once: no blind that went by meanwhile is owed."""
    given = reserved_people.entrant_given(state, event)
    if state.stack(event.player):
        return given
    return replace(given, sittings={player: each for player, each in given.sittings.items() if player != event.player})
