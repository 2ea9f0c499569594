"""An event that was stored as a game's own before its part was shared is read under the kind it has today."""

from __future__ import annotations

from croupier.floor.acts.recording import Kinds
from croupier.games import game


def test_a_corrected_card_is_read_by_the_kind_that_it_was_once_stored_under() -> None:
    matchmaker = game("matchmaker")
    assert matchmaker.kind("matchmaker/CardCorrected") == "corrections/CardCorrected"
    assert matchmaker.kind("CardCorrected") == "corrections/CardCorrected"
    kinds = Kinds(matchmaker.engine.events)
    assert kinds.kind("matchmaker/CardCorrected") == kinds.kind("CardCorrected") == "corrections/CardCorrected"
    stored = b'{"type":"CardCorrected","under":["MM 7.2"],"moves":[],"area":1,"nth":1,"was":"5s","now":"2c"}'
    event = matchmaker.read(matchmaker.kind("matchmaker/CardCorrected"), stored)
    assert (event.hand, event.areas, event.other) == (1, (), None)  # type: ignore[attr-defined]
