"""Equal banks told apart where it matters: by extra hands among those who are tied, or by lot."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.draws import drawn
from croupier.house.tournaments.findings import tournament_book
from croupier.house.tournaments.model import CHIP, Placing, Stage, Tie, Tournament
from croupier.house.tournaments.ranking import open_tie
from croupier.house.tournaments.rounds import least_bank
from croupier.house.tournaments.won import is_won
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk
from croupier.table.tournaments.conditions import Ties
from croupier.table.words import count


class BreakTie(Command, frozen=True, kw_only=True):
    """Tell equal banks apart in the way that the conditions state."""


class ExtraHandsBegun(Event, frozen=True, kw_only=True):
    """Those who are tied play extra hands, at one table and from equal banks."""

    tie: Tie
    placings: tuple[Placing, ...]


class TieBroken(Event, frozen=True, kw_only=True):
    """Those who were tied are told apart: who comes first stands first."""

    tie: Tie


class PlacesTaken(Event, frozen=True, kw_only=True):
    """An extra hand has told some of those who are tied apart; the others play on."""

    tie: Tie


@part.command(BreakTie, label="Break the tie", words="extra hands play-off lot", desk=Desk.TOURNAMENT)
def break_tie(tournament: Tournament, command: BreakTie, ctx: Circumstances) -> Decision:
    """The first of those that decide who goes on or who is paid what, once all tables have finished.

    More than sit at one table cannot play extra hands with each other, and nobody can where none of them is there:
    lots are drawn for them.
    """
    cite: Clauses = (ctx.clauses.progress, "ruling 94", "ruling 105")
    sitting, lacking = tournament.sitting, ctx.why_not_conduct(cite[0])
    if lacking is not None:
        return lacking
    if tournament.stage is not Stage.COUNTING or sitting is None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": tournament.stage.value})
    if sitting.tie is not None:
        return Refusal(Reason.ALREADY, cite, {"extra hands": "are being dealt"})
    tie = open_tie(tournament)
    if tie is None:
        return Refusal(Reason.NO_CAUSE, cite, {"ties": "none that matters"})
    cite = tuple(dict.fromkeys((*_under(tie, ctx), *cite)))
    by_lot = ctx.conditions.prizes.ties is not Ties.EXTRA_HANDS and tournament.schedule is None
    if by_lot or len(tie.among) > ctx.book.seats or not playing(tournament, tie.among):
        order = drawn(tournament.seed, tournament.draws + 1, tie.among)
        return (TieBroken(tie=replace(tie, order=order), under=cite),)
    return _extra_hands(tournament, tie, cite, ctx)


def playing(tournament: Tournament, among: Iterable[int]) -> tuple[int, ...]:
    """Those who play extra hands: whoever is not there has no chips in them, and comes behind those who are.

    Where players play each other the chips of the absent play as well (ruling 113).
    """
    assert tournament.conditions is not None
    all_play = tournament_book(tournament.conditions.book).clauses.elimination is not None
    return tuple([number for number in among if all_play or not tournament.entrants[number].absent])


def _extra_hands(tournament: Tournament, tie: Tie, cite: Clauses, ctx: Circumstances) -> Decision:
    """At the table of those who are tied, or at one of theirs; with an equal top-up where their banks are too small."""
    entrants = [tournament.entrants[number] for number in playing(tournament, tie.among)]
    sitting = tournament.sitting
    assert sitting is not None
    table = tie.of or next((each.table for each in entrants if each.table), next(iter(sitting.tables)))
    top_up, bank = ctx.conditions.bank.top_up, entrants[0].bank
    if bank < least_bank(tournament, table):
        if top_up is None:
            return Refusal(Reason.NO_CAUSE, (ctx.clauses.chips, *cite), {"banks too small": "no top-up is stated"})
        bank = top_up * CHIP
    taken = {each.seat for each in entrants if each.table == table}
    free = iter([seat for seat in range(1, ctx.book.seats + 1) if seat not in taken])
    placings = tuple(
        [Placing(each.number, table, each.seat if each.table == table else next(free)) for each in entrants]
    )
    banks = {**dict.fromkeys(tie.among, 0), **{each.number: bank for each in entrants}}
    begun = replace(tie, table=table, banks=banks)
    return (ExtraHandsBegun(tie=begun, placings=placings, under=cite),)


@part.event(
    ExtraHandsBegun,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{count(len(e.tie.among), 'entrant')} play {'a shoe' if e.tie.play_off else 'extra hands'} at {e.tie.table}."
    ),
)
def extra_hands_begun(tournament: Tournament, event: ExtraHandsBegun) -> Tournament:
    """Only they play on."""
    assert tournament.sitting is not None
    return replace(tournament, sitting=replace(tournament.sitting, tie=event.tie))


def tie_changed(tournament: Tournament, banks: dict[int, int]) -> Tournament:
    """The tournament with what an extra hand has left; the banks of the session stay what they were (ruling 104)."""
    sitting = tournament.sitting
    assert sitting is not None and sitting.tie is not None
    tie = replace(sitting.tie, banks={**sitting.tie.banks, **banks})
    return replace(tournament, sitting=replace(sitting, tie=tie))


def after_extra_hand(tournament: Tournament, ctx: Circumstances, *, shoe: bool = False) -> tuple[Event, ...]:
    """What an extra hand decides: whoever is alone in front takes the place, and the rest play on.

    A play-off decides nothing before its shoe is used up; those who are still tied then play extra hands (ruling 106).
    """
    assert tournament.sitting is not None and tournament.sitting.tie is not None
    tie, cite = tournament.sitting.tie, _under(tournament.sitting.tie, ctx)
    if tie.play_off and not (shoe or _nobody_follows(tournament, tie)):
        return ()
    order, left = list(tie.order), [number for number in tie.among if number not in tie.order]
    while left and len(order) < tie.places:
        most = max(tie.banks[number] for number in left)
        ahead = [number for number in left if tie.banks[number] == most]
        together = not tie.ordered and len(order) + len(ahead) <= tie.places
        if len(ahead) > 1 and not together:
            break
        order += ahead
        left = [number for number in left if number not in ahead]
    shared = tie.play_off and ctx.conditions.prizes.ties is Ties.SHARED
    if not shared and not playing(tournament, left):
        order, left = [*order, *left], []
    told = replace(tie, order=tuple(order), banks={**tie.banks, **_topped_up(tournament, tie, left)}, play_off=False)
    if shared:  # whoever is level after the play-off shares a place
        told = replace(told, places=len(order))
    if len(order) >= told.places or len(left) == 1:
        return (TieBroken(tie=replace(told, order=(*order, *left)), under=cite),)
    return (PlacesTaken(tie=told, under=cite),) if told != tie else ()


def _under(tie: Tie, ctx: Circumstances) -> Clauses:
    """What tells those who are tied apart."""
    won = is_won(ctx)
    if won is None:
        return (ctx.clauses.progress, "ruling 105")
    return (won.play_off, "ruling 105", "ruling 106") if tie.play_off else (won.ties, "ruling 105")


def _nobody_follows(tournament: Tournament, tie: Tie) -> bool:
    """Whether the rest of a play-off's shoe can change nothing: nobody can wager, or all but one have no chips."""
    least = least_bank(tournament, tie.table)
    return all(cents < least for cents in tie.banks.values()) or sum(cents > 0 for cents in tie.banks.values()) <= 1


def _topped_up(tournament: Tournament, tie: Tie, left: list[int]) -> dict[int, int]:
    """The banks of those who play on, made equal anew where none of them could wager."""
    assert tournament.conditions is not None
    top_up, least = tournament.conditions.bank.top_up, least_bank(tournament, tie.table)
    if top_up is None or any(tie.banks[number] >= least for number in left):
        return {}
    return dict.fromkeys(playing(tournament, left), top_up * CHIP)


@part.event(
    PlacesTaken,
    audience=EVERYONE,
    says=lambda e, who: f"{count(len(e.tie.order), 'entrant')} told apart; the others play on.",
)
def places_taken(tournament: Tournament, event: PlacesTaken) -> Tournament:
    """Those who are told apart play no more."""
    assert tournament.sitting is not None
    return replace(tournament, sitting=replace(tournament.sitting, tie=event.tie))


@part.event(TieBroken, audience=EVERYONE, says=lambda e, who: f"{count(len(e.tie.among), 'entrant')} are told apart.")
def tie_broken(tournament: Tournament, event: TieBroken) -> Tournament:
    """The order holds for this tie alone."""
    assert tournament.sitting is not None
    by_lot = not event.tie.table
    sitting = replace(tournament.sitting, tie=None, broken=(*tournament.sitting.broken, event.tie))
    return replace(tournament, sitting=sitting, draws=tournament.draws + by_lot)
