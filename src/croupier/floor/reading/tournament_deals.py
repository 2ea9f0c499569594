"""Deals: what the prizes that are left would come to for each, and the one that waits to be agreed to."""

from __future__ import annotations

import msgspec

from croupier.cards import BY_CHANCE
from croupier.floor.reading.calling import called
from croupier.house.tournaments.agreeing import ProposeDeal, sharers, why_no_deal
from croupier.house.tournaments.deciding import Circumstances
from croupier.house.tournaments.findings import tournament_book
from croupier.house.tournaments.model import CHIP, Tournament
from croupier.house.tournaments.results import prizes_left
from croupier.table.contract import Actor

NO_CHIPS = "someone has no chips, and what those are worth cannot be told"


class DealLine(msgspec.Struct, frozen=True, kw_only=True):
    """What an entrant would have, in cents, and whether they have agreed."""

    number: int
    name: str
    cents: int
    agreed: bool


class DealShown(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that is proposed, or that everyone has agreed to."""

    how: str
    lines: tuple[DealLine, ...]
    struck: bool


class Sum(msgspec.Struct, frozen=True, kw_only=True):
    """What an entrant's chips come to, in cents."""

    number: int
    name: str
    chips: int
    by_model: int
    """By the Independent Chip Model,"""
    by_chips: int
    """and by chips alone."""


class DealSums(msgspec.Struct, frozen=True, kw_only=True):
    """How those who are left might share the prizes, for the director: each way comes to the same in all."""

    prizes: tuple[int, ...]
    sums: tuple[Sum, ...] = ()
    why_not: str = ""
    """Why there are no sums, though a deal is allowed now."""
    type: str = ProposeDeal.__name__
    """The command by which a deal is proposed."""


def deal_shown(state: Tournament, *, house: bool) -> DealShown | None:
    """The deal that is proposed or struck, if there is one."""
    deal = None if state.sitting is None else state.sitting.deal
    if deal is None:
        return None
    return DealShown(
        how=deal.how,
        lines=tuple(
            [
                DealLine(
                    number=number,
                    name=called(state, state.entrants[number], house=house),
                    cents=cents,
                    agreed=number in deal.agreed,
                )
                for number, cents in deal.shares.items()
            ]
        ),
        struck=deal.struck,
    )


def deal_sums(state: Tournament, by: Actor, now: int) -> DealSums | None:
    """The sums for the director, where a deal may be proposed now; they take a moment to work out."""
    assert state.conditions is not None
    book = tournament_book(state.conditions.book)
    ctx = Circumstances(by=by, at=now, chance=BY_CHANCE, book=book, tournament=state)
    if not ctx.directs or why_no_deal(state, ctx) is not None:
        return None
    from croupier.odds.tournament.finishing import TooSpread
    from croupier.odds.tournament.worth import CannotShare, Entrant, worth

    left, prizes = sharers(state), prizes_left(state, ctx.conditions)
    if any(not each.bank for each in left):
        return DealSums(prizes=prizes, why_not=NO_CHIPS)
    try:
        found = worth([Entrant(str(each.number), each.bank // CHIP) for each in left], prizes)
    except (CannotShare, TooSpread) as error:
        return DealSums(prizes=prizes, why_not=str(error))
    sums = [
        Sum(number=each.number, name=each.name, chips=each.bank // CHIP, by_model=one.deal, by_chips=one.by_chips)
        for each, one in zip(left, found.standings, strict=True)
    ]
    return DealSums(prizes=prizes, sums=tuple(sums))
