"""Equal banks told apart where it matters: by extra hands among those who are tied, or by lot."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.draws import drawn
from croupier.house.tournaments.model import CHIP, Placing, Stage, Tie, Tournament
from croupier.house.tournaments.ranking import open_tie, open_ties
from croupier.house.tournaments.rounds import least_bank, play_each_other
from croupier.house.tournaments.tables import seats_of
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
    draw: int = 0
    """The number of the draw, where it was one."""


class PlacesTaken(Event, frozen=True, kw_only=True):
    """An extra hand has told some of those who are tied apart; the others play on."""

    tie: Tie


@part.command(BreakTie, label="Break the tie", words="extra hands play-off lot", desk=Desk.TOURNAMENT)
def break_tie(tournament: Tournament, command: BreakTie, ctx: Circumstances) -> Decision:
    """The first of those that decide who goes on or who is paid what, once all tables have finished.

    Lots are drawn where the conditions say so, and where no extra hand can be dealt: for more than sit at one table,
    and for those of whom nobody can wager, because their banks are too small and no top-up is stated that is enough, or
    because nobody of them is there.
    """
    cite: Clauses = (ctx.clauses.progress, "ruling 94", "ruling 105")
    sitting, lacking = tournament.sitting, ctx.why_not_conduct(cite[0])
    if lacking is not None:
        return lacking
    if tournament.stage is not Stage.COUNTING or sitting is None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": tournament.stage.value})
    under_way = [name for name in sitting.tables if (now := ctx.table(name)) is not None and now.in_hand]
    if under_way:
        return Refusal(Reason.NOT_NOW, cite, {"a hand is under way at": under_way[0]})
    if sitting.tie is not None:
        if stands_still(tournament):
            return _by_lot(tournament, sitting.tie, (*_under(sitting.tie, ctx), *cite))
        return Refusal(Reason.ALREADY, cite, {"extra hands": "are being dealt"})
    tie = open_tie(tournament)
    if tie is None:
        return Refusal(Reason.NO_CAUSE, cite, {"ties": "none that matters"})
    cite = (*_under(tie, ctx), *cite)
    begun = _extra_hands(tournament, tie, ctx)
    if begun is None:
        return _by_lot(tournament, tie, cite)
    after = extra_hands_begun(tournament, ExtraHandsBegun(tie=begun[0], placings=begun[1], under=cite))
    if stands_still(after):
        return _by_lot(tournament, tie, cite)
    return (ExtraHandsBegun(tie=begun[0], placings=begun[1], under=tuple(dict.fromkeys(cite))),)


def _by_lot(tournament: Tournament, tie: Tie, cite: Clauses) -> Decision:
    """Those who are left are told apart by a draw where their chips are equal; who took a place already keeps it.

    Once extra hands have begun, whoever is not there to play them is behind those with as many chips who are.
    """
    number, there = tournament.draws + 1, playing(tournament, tie.left)
    lots = drawn(tournament.seed, number, tie.left)
    ranked = sorted(lots, key=lambda each: (-tie.banks[each], each not in there)) if tie.table else lots
    told = TieBroken(tie=replace(tie, order=(*tie.order, *ranked)), draw=number, under=tuple(dict.fromkeys(cite)))
    return (told,)


def _extra_hands(tournament: Tournament, tie: Tie, ctx: Circumstances) -> tuple[Tie, tuple[Placing, ...]] | None:
    """At the table of those who are tied, or at one of theirs; with an equal top-up where their banks are too small.

    None where the conditions have lots drawn, or no table of the session has a seat for each of them.
    """
    by_lot = ctx.conditions.prizes.ties is not Ties.EXTRA_HANDS and tournament.schedule is None
    table = "" if by_lot else _table_for(tournament, tie, ctx)
    if not table:
        return None
    entrants = [tournament.entrants[number] for number in tie.among]
    top_up, bank = ctx.conditions.bank.top_up, entrants[0].bank
    if bank < least_bank(tournament, table) and top_up is not None:
        bank = top_up * CHIP
    taken = {each.seat for each in entrants if each.table == table}
    free = iter([seat for seat in range(1, seats_of(tournament, table, ctx.book) + 1) if seat not in taken])
    seats = {each.number: each.seat if each.table == table else next(free) for each in entrants}
    banks = {**dict.fromkeys(tie.among, 0), **dict.fromkeys(playing(tournament, tie.among), bank)}
    begun = replace(tie, table=table, banks=banks, seats=seats)
    return begun, tuple([Placing(number, table, seat) for number, seat in seats.items()])


def playing(tournament: Tournament, among: Iterable[int]) -> tuple[int, ...]:
    """Those who play extra hands: whoever is not there has no chips in them, and comes behind those who are.

    Where players play each other the chips of the absent play as well (ruling 113).
    """
    all_play = play_each_other(tournament)
    return tuple([number for number in among if all_play or not tournament.entrants[number].absent])


def _table_for(tournament: Tournament, tie: Tie, ctx: Circumstances) -> str:
    """The table whose places they are tied for, else the first of theirs, or of all, that has as many seats."""
    assert tournament.sitting is not None
    theirs = [tournament.entrants[number].table for number in tie.among]
    tables = [tie.of] if tie.of else [each for each in (*theirs, *tournament.sitting.tables) if each]
    return next((each for each in tables if seats_of(tournament, each, ctx.book) >= len(tie.among)), "")


def stands_still(tournament: Tournament) -> bool:
    """Whether no further extra hand can be dealt: nobody of those left and there can wager, at poker not two."""
    tie = None if tournament.sitting is None else tournament.sitting.tie
    if tie is None:
        return False
    least = least_bank(tournament, tie.table)
    able = [number for number in playing(tournament, tie.left) if tie.banks[number] >= least]
    return len(able) <= play_each_other(tournament)


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
    seats = {each.entrant: each.seat for each in event.placings}
    return replace(tournament, sitting=replace(tournament.sitting, tie=replace(event.tie, seats=seats)))


def tie_changed(tournament: Tournament, banks: dict[int, int]) -> Tournament:
    """The tournament with what an extra hand has left; the banks of the session stay what they were (ruling 104)."""
    sitting = tournament.sitting
    assert sitting is not None and sitting.tie is not None
    tie = replace(sitting.tie, banks={**sitting.tie.banks, **banks})
    return replace(tournament, sitting=replace(sitting, tie=tie))


def after_extra_hand(tournament: Tournament, ctx: Circumstances, *, shoe: bool = False) -> tuple[Event, ...]:
    """What an extra hand decides: whoever is alone in front takes the place, and the rest play on.

    A play-off decides nothing before its shoe is used up; those who are still tied then play extra hands (ruling 106).
    Where nothing hangs on it any more, because someone has gone, it is over.
    """
    assert tournament.sitting is not None and tournament.sitting.tie is not None
    tie = tournament.sitting.tie
    cite, still = _under(tie, ctx), _still_open(tournament, tie)
    if still is None:
        return (TieBroken(tie=replace(tie, places=len(tie.order)), under=cite),)
    was, tie = tie, replace(tie, places=still.places)
    if tie.play_off and not (shoe or _nobody_follows(tournament, tie)):
        return ()
    order, left = list(tie.order), list(tie.left)
    while left and len(order) < tie.places:
        most = max(tie.banks[number] for number in left)
        ahead = [number for number in left if tie.banks[number] == most]
        together = not tie.ordered and len(order) + len(ahead) <= tie.places
        if len(ahead) > 1 and not together:
            break
        order += ahead
        left = [number for number in left if number not in ahead]
    shared = tie.play_off and ctx.conditions.prizes.ties is Ties.SHARED
    if not shared and not playing(tournament, left) and not any(tie.banks[number] for number in left):
        order, left = [*order, *sorted(left)], []
    told = replace(tie, order=tuple(order), banks={**tie.banks, **_topped_up(tournament, tie, left)}, play_off=False)
    if shared:  # whoever is level after the play-off shares a place
        told = replace(told, places=len(order))
    if len(order) >= told.places or len(left) == 1:
        return (TieBroken(tie=replace(told, order=(*order, *left)), under=cite),)
    return (PlacesTaken(tie=told, under=cite),) if told != was else ()


def _still_open(tournament: Tournament, tie: Tie) -> Tie | None:
    """The tie as it is open now, if something hangs on it yet."""
    same = (each for each in open_ties(tournament) if each.of == tie.of and set(each.among) == set(tie.among))
    return next(same, None)


def without_one(tournament: Tournament, ctx: Circumstances) -> tuple[Event, ...]:
    """What follows for extra hands where one of those who were tied has gone; a hand under way is finished first."""
    assert tournament.sitting is not None and tournament.sitting.tie is not None
    now = ctx.table(tournament.sitting.tie.table)
    return () if now is not None and now.in_hand else after_extra_hand(tournament, ctx)


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
    if top_up is None or top_up * CHIP < least or any(tie.banks[number] >= least for number in left):
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
    by_lot = bool(event.draw) or not event.tie.table
    sitting = replace(tournament.sitting, tie=None, broken=(*tournament.sitting.broken, event.tie))
    return replace(tournament, sitting=sitting, draws=tournament.draws + by_lot)
