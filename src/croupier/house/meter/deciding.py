"""What a command does to a prize meter: who may give it, and what decides it."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.house.meter import acts, changing, playing
from croupier.house.meter.acts import part
from croupier.house.meter.context import MeterContext
from croupier.house.meter.model import Meter, Reading
from croupier.house.meter.terms import meter_terms
from croupier.table.contract import Actor, Command, Decision, Reason, Refusal
from croupier.table.declare import Decide
from croupier.table.fields import too_much, written_in

_DECIDERS: tuple[tuple[type[Command], str, Decide], ...] = (
    (acts.OpenMeter, "system", changing.open_meter),
    (acts.PostMeterNotice, "system", changing.post_notice),
    (acts.AddTable, "system", changing.add_table),
    (acts.RemoveTable, "system", changing.remove_table),
    (acts.TransferTable, "system", changing.transfer_table),
    (acts.TakeTable, "system", changing.take_table),
    (acts.ChangeOption, "system", changing.change_option),
    (acts.FollowOption, "system", changing.follow_option),
    (acts.CloseMeter, "system", changing.close_meter),
    (acts.ReceiveMites, "system", changing.receive_mites),
    (acts.RegisterWagers, "outcome_recorded", playing.register_wagers),
    (acts.CancelGame, "outcome_recorded", playing.cancel_game),
    (acts.RecordOutcome, "outcome_recorded", playing.record_outcome),
    (acts.UndoOutcome, "outcome_recorded", playing.undo_outcome),
    (acts.VoidShare, "outcome_recorded", playing.void_share),
    (acts.DeterminePrizes, "determined", playing.determine_prizes),
)
"""Each command with the clause whose authority is the lowest allowed."""

for _command, _under, _decide in _DECIDERS:
    part.decides(_command, under=_under)(_decide)


def decide(meter: Meter, command: Command, by: Actor, at: int, others: Sequence[Meter] = ()) -> Decision:
    """What a command does to this meter, given the other meters of the house."""
    ctx = MeterContext(by=by, at=at, others=others, terms=meter_terms())
    decider = part.deciders.get(type(command))
    if decider is None:
        return Refusal(Reason.FORBIDDEN, (ctx.clauses.system,))
    clause: str = getattr(ctx.clauses, str(decider.under))
    facts = too_much(command, written_in(type(command)))
    if facts is not None:
        return Refusal(Reason.LIMITS, (clause,), facts)
    return ctx.lacks_rank(clause) or decider.decide(meter, command, ctx)


def read(meter: Meter, table: str, by: Actor) -> Reading | Refusal:
    """The meter as at the last time for settlement of a table, for those whom the book lets see it."""
    ctx = MeterContext(by=by, at=0, others=(), terms=meter_terms())
    clause = ctx.clauses.reading
    lacking = ctx.lacks_rank(clause)
    if lacking is not None:
        return lacking
    return meter.readings.get(table) or Refusal(Reason.NO_CAUSE, (clause,), {"settled": "nothing yet"})
