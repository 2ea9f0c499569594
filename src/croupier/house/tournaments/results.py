"""How a session ends: who goes on, who is out in which place, and in the end who is paid what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import groupby

import msgspec
from msgspec.structs import replace

from croupier.house.tournaments.accounts import PRIZES, TAKINGS, money
from croupier.house.tournaments.cashing import exchanged, why_not_alone
from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.model import Entrant, Stage, Status, Tie, Tournament
from croupier.house.tournaments.ranking import (
    by_bank,
    goes_on,
    in_session,
    open_tie,
    told,
    winners_of_tables,
    yet_behind,
)
from croupier.house.tournaments.rounds import ends_round, is_final, places_of, round_now
from croupier.money import dollars, moves
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Who
from croupier.table.tournaments.conditions import Conditions, Prize, Ties
from croupier.table.value import TOURNAMENT_PRIZE
from croupier.table.words import count


class CloseSession(Command, frozen=True, kw_only=True):
    """Close the session: chips are taken up, and it is said who goes on."""


class DeclareResult(Command, frozen=True, kw_only=True):
    """Declare who has won what."""


class SessionClosed(Event, frozen=True, kw_only=True):
    """A session is closed: who goes on, and in which place the others are out."""

    going_on: tuple[int, ...]
    through: tuple[int, ...] = ()
    """Where others still play this round, those of them who go on from their tables."""
    places: dict[int, int] = msgspec.field(default_factory=dict)
    released: tuple[str, ...] = ()
    """The tables that serve cash again."""


class ResultDeclared(Event, frozen=True, kw_only=True):
    """Everyone's place, and what each has won; the seed of the draws is open."""

    places: dict[int, int]
    prizes: dict[int, int]
    things: dict[int, str]
    pool: int
    seed: str
    released: tuple[str, ...] = ()


@part.command(CloseSession, label="Close the session", words="count chips", desk=Desk.TOURNAMENT)
def close_session(tournament: Tournament, command: CloseSession, ctx: Circumstances) -> Decision:
    """Once every table has finished and no tie is left that matters; the final is closed by its result."""
    cite: Clauses = (ctx.clauses.progress, "ruling 90")
    refusal = ctx.why_not_conduct(cite[0]) or _not_counted(tournament, cite) or _nobody_there(tournament, ctx)
    if refusal is not None:
        return refusal
    if is_final(tournament) and ends_round(tournament):
        return Refusal(Reason.NOT_NOW, (ctx.clauses.winners,), {"instead": "declare the result"})
    on, last = goes_on(tournament), ends_round(tournament)
    through = winners_of_tables(tournament) if round_now(tournament).apart and not last else ()
    out = [each for each in (*yet_behind(tournament), *in_session(tournament)) if last and each.number not in on]
    released = () if ctx.clauses.reserved_throughout else tournament.reserved
    under = (*cite, *((ctx.clauses.reserved, "ruling 88") if released else ()))
    if tournament.schedule is not None and ctx.book.won is not None:
        under = (ctx.book.won.schedule, *under, "ruling 104")
    closed = SessionClosed(going_on=on, through=through, places=_places(out, len(on)), released=released, under=under)
    anew = on if last and ctx.conditions.bank.every_round else ()
    cash = exchanged(tournament, (*closed.places, *anew), ctx)
    return (cash and why_not_alone(tournament, ctx, cite)) or (closed, *cash)


def _not_counted(tournament: Tournament, cite: Clauses) -> Refusal | None:
    if tournament.stage is not Stage.COUNTING or tournament.sitting is None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": tournament.stage.value})
    tie = open_tie(tournament)
    if tie is not None:
        return Refusal(Reason.NOT_NOW, (*cite, "ruling 105"), {"tied": len(tie.among), "places": tie.places})
    return None


def _nobody_there(tournament: Tournament, ctx: Circumstances) -> Refusal | None:
    """The refusal where nobody entitled is there: a session, its count and its result are what they are there for."""
    if tournament.director_is_there:
        return None
    return Refusal(Reason.NO_CAUSE, (ctx.clauses.presence, "ruling 85"), {"in charge": "nobody is there"})


def _places(out: list[Entrant], ahead: int) -> dict[int, int]:
    """The places of those who are out, behind so many others; equal banks share a place."""
    return {each.number: ahead + 1 + sum(other.bank > each.bank for other in out) for each in out}


def _closed(event: SessionClosed, who: Who) -> str:
    return f"The session is closed; {count(len(event.going_on), 'entrant')} going on."


@part.event(SessionClosed, audience=EVERYONE, says=_closed)
def session_closed(tournament: Tournament, event: SessionClosed) -> Tournament:
    """Whoever does not go on is out, and the chips they had with them."""
    entrants, withdrawn = dict(tournament.entrants), tournament.withdrawn
    for number, each in tournament.entrants.items():
        if number in event.places:
            withdrawn += each.bank
            entrants[number] = replace(each, status=Status.OUT, place=event.places[number], bank=0, table="", seat=0)
        elif number in event.going_on:
            entrants[number] = replace(each, table="", seat=0)
    goes_on_apart = round_now(tournament).apart and not ends_round(tournament)
    behind = [number for number in event.going_on if goes_on_apart and number not in event.through]
    return replace(
        tournament,
        through=(*tournament.through, *event.through) if goes_on_apart else (),
        behind=(*tournament.behind, *behind) if goes_on_apart else (),
        stage=Stage.READY,
        sitting=None,
        played=tournament.played + 1,
        entrants=entrants,
        withdrawn=withdrawn,
        reserved=tuple([each for each in tournament.reserved if each not in event.released]),
    )


def pool_of(tournament: Tournament) -> int:
    """The prize pool: the amount stated, or what was paid in as far as it goes there."""
    assert tournament.conditions is not None
    prizes = tournament.conditions.prizes
    if tournament.schedule is not None:
        return tournament.schedule.pool
    if prizes.pool is not None:
        return prizes.pool
    kept = sum(each.fee * (1000 - prizes.fees) // 1000 for each in tournament.entrants.values())
    return sum(each.paid for each in tournament.entrants.values()) - kept


def amounts(places: tuple[Prize, ...], pool: int, *, to_first: bool = False) -> tuple[int, ...]:
    """What each place is worth in cents; cents left over go one each from the first place down (ruling 97).

    By the ruling's other reading they all go to the first place.

    >>> thirds = (Prize(per_mille=334), Prize(per_mille=333), Prize(per_mille=333))
    >>> amounts(thirds, 10_02), amounts(thirds, 10_02, to_first=True)
    ((335, 334, 333), (336, 333, 333))
    """
    exact = [Fraction(each.amount or 0) + Fraction(pool * (each.per_mille or 0), 1000) for each in places]
    cut = [int(each) for each in exact]
    over = int(sum(exact)) - sum(cut)
    shared = [place for place, each in enumerate(places) if each.per_mille]
    for place in shared[:1] * over if to_first else shared[:over]:
        cut[place] += 1
    return tuple(cut)


@part.command(DeclareResult, label="Declare the result", words="winners prizes", desk=Desk.TOURNAMENT)
def declare_result(tournament: Tournament, command: DeclareResult, ctx: Circumstances) -> Decision:
    """After the final: places by bank, and to each place its prize; whoever works for the house is passed over.

    Once play has begun and everyone has gone, nothing is left to be played: the places are those of whoever was out
    before, and whoever has gone ranks nowhere (ruling 95).
    """
    clauses = ctx.clauses
    cite: Clauses = (clauses.winners, clauses.prizes, "ruling 97")
    refusal = ctx.why_not_conduct(cite[0])
    if nobody_is_left(tournament):
        cite = (*cite, clauses.disqualified, "ruling 95")
    else:
        refusal = refusal or _not_counted(tournament, cite)
    refusal = refusal or _nobody_there(tournament, ctx)
    if refusal is not None:
        return refusal
    if not (nobody_is_left(tournament) or (is_final(tournament) and ends_round(tournament))):
        return Refusal(Reason.NOT_NOW, cite, {"instead": "close the session"})
    ranked, broken = ranking(tournament)
    shared = ctx.conditions.prizes.ties is Ties.SHARED
    places = _final_places(ranked, () if shared and tournament.schedule is None else broken)
    pool = pool_of(tournament)
    prizes, things = prizes_as_it_stands(tournament, ctx.conditions)
    deal = None if tournament.sitting is None else tournament.sitting.deal
    if deal is not None and deal.struck:
        prizes |= deal.shares
        prizes = {number: cents for number, cents in prizes.items() if cents}
    if any(tournament.wins_nothing(each) for each in ranked):
        cite = (*cite, *((clauses.employees,) if clauses.employees else ()), "ruling 98")
    people = tournament.entrants
    total, paid_in = sum(prizes.values()), sum(each.paid for each in people.values())
    account, cash = money(tournament.id), exchanged(tournament, [each.number for each in ranked], ctx)
    alone = why_not_alone(tournament, ctx, cite) if total > paid_in or cash else None
    if alone is not None:
        return alone
    made = (
        (PRIZES, account, max(0, total - paid_in)),
        *[(account, f"wallet:{tournament.owner(people[number])}", cents) for number, cents in prizes.items()],
        (account, TAKINGS, max(0, paid_in - total)),
    )
    return (
        ResultDeclared(
            places=places,
            prizes=prizes,
            things=things,
            pool=pool,
            seed=tournament.seed,
            released=tournament.reserved,
            moves=moves(*made),
            under=cite,
        ),
        *cash,
    )


def nobody_is_left(tournament: Tournament) -> bool:
    """Whether everyone has gone after play had begun, and no table is played at."""
    if tournament.in_play:
        return False
    return tournament.stage is Stage.COUNTING or (tournament.stage is Stage.READY and tournament.played > 0)


def ranking(tournament: Tournament) -> tuple[tuple[Entrant, ...], tuple[Tie, ...]]:
    """Those of the session, the foremost first, and the ties among them that have been broken; nobody without one."""
    sitting = tournament.sitting
    if sitting is None:
        return (), ()
    return by_bank(in_session(tournament), sitting.broken), sitting.broken


def prizes_as_it_stands(tournament: Tournament, conditions: Conditions) -> tuple[dict[int, int], dict[int, str]]:
    """What everyone would win by the banks and places as they are now, in money and in things."""
    (ranked, broken), shared = ranking(tournament), conditions.prizes.ties is Ties.SHARED
    places = _final_places(ranked, () if tournament.schedule is None else broken) if shared else {}
    pool, stated, to_first = pool_of(tournament), places_of(tournament), conditions.readings.left_over_to_first
    groups = _groups(tournament, ranked, places)
    return _won(groups, stated, amounts(stated, pool, to_first=to_first), to_first=to_first)


def prizes_left(tournament: Tournament, conditions: Conditions) -> tuple[int, ...]:
    """What the places bring that those who are left play for, the first place first."""
    alone = replace(conditions, prizes=replace(conditions.prizes, ties=None))
    won, _ = prizes_as_it_stands(tournament, alone)
    left = [won.get(each.number, 0) for each in tournament.in_play]
    return tuple(sorted([cents for cents in left if cents], reverse=True))


def _final_places(ranked: tuple[Entrant, ...], broken: Iterable[Tie]) -> dict[int, int]:
    """The places of the final: equal banks share one, unless extra hands or a draw told them apart."""
    ties = tuple(broken)
    standing = {each.number: (-each.bank, told(each.number, ties)) for each in ranked}
    return {number: 1 + sum(other < own for other in standing.values()) for number, own in standing.items()}


def _groups(tournament: Tournament, ranked: tuple[Entrant, ...], shared: Mapping[int, int]) -> list[list[Entrant]]:
    """Those who may win a prize, the first first; who shares a place stands together, where such are shared.

    Behind the final come those who were out before it: a place that is paid may be one of theirs.
    """
    found: list[list[Entrant]] = []
    for each in ranked:
        if shared and found and shared[found[-1][0].number] == shared[each.number]:
            found[-1].append(each)
        else:
            found.append([each])
    before = sorted((each for each in tournament.entrants.values() if each.place), key=lambda each: each.place)
    found += [list(together) for _, together in groupby(before, key=lambda each: each.place)]
    eligible = [[each for each in group if not tournament.wins_nothing(each)] for group in found]
    return [group for group in eligible if group]


def _won(
    groups: list[list[Entrant]], stated: tuple[Prize, ...], cents: tuple[int, ...], *, to_first: bool
) -> tuple[dict[int, int], dict[int, str]]:
    """What everyone has won, in money and in things: the prizes of a group are added up and shared."""
    prizes: dict[int, int] = {}
    things: dict[int, str] = {}
    place = left_over = 0
    for group in groups:
        each_has, over = divmod(sum(cents[place : place + len(group)]), len(group))
        left_over += over
        for nth, each in enumerate(sorted(group, key=lambda one: one.number)):
            prizes[each.number] = each_has + (nth < over and not to_first)
        for each, prize in zip(group, stated[place:], strict=False):
            if prize.thing:
                things[each.number] = prize.thing
        place += len(group)
    unclaimed = sum(cents[place + nth] for nth, each in enumerate(stated[place:]) if each.per_mille)
    left_over = left_over if to_first else 0
    for number, more in zip(prizes, _evenly(unclaimed, len(prizes)), strict=True):
        prizes[number] += more + left_over
        left_over = 0  # the first in the order of places has it all
    return {number: won for number, won in prizes.items() if won}, things


def _evenly(cents: int, among: int) -> list[int]:
    """Shares of the pool that nobody is left to take, spread from the first place down: none stays with the house.

    >>> _evenly(8, 3)
    [3, 3, 2]
    """
    return [cents // among + (nth < cents % among) for nth in range(among)]


def _declared(event: ResultDeclared, who: Who) -> str:
    first = [number for number, place in event.places.items() if place == 1]
    won = f"; {dollars(sum(event.prizes.values()))} in prizes" if event.prizes else ""
    if not first:
        return f"The result is declared: nobody is left in first place{won}."
    return f"The result is declared: entrant {' and '.join(str(each) for each in first)} in first place{won}."


@part.event(ResultDeclared, value=TOURNAMENT_PRIZE, audience=EVERYONE, says=_declared)
def result_declared(tournament: Tournament, event: ResultDeclared) -> Tournament:
    """The tournament is over, and no chips of it are left."""
    entrants, withdrawn = dict(tournament.entrants), tournament.withdrawn
    for number in dict.fromkeys((*event.places, *event.prizes, *event.things)):
        each = entrants[number]
        withdrawn += each.bank
        entrants[number] = replace(
            each,
            status=Status.OUT,
            place=event.places.get(number, each.place),
            prize=event.prizes.get(number, 0),
            thing=event.things.get(number, ""),
            bank=0,
            table="",
            seat=0,
        )
    return replace(
        tournament,
        stage=Stage.OVER,
        sitting=None,
        played=tournament.played + (tournament.sitting is not None),
        entrants=entrants,
        withdrawn=withdrawn,
        reserved=tuple([each for each in tournament.reserved if each not in event.released]),
        pool_paid=sum(event.prizes.values()),
    )
