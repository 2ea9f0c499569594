"""The `table` line: the parts it may have, and the terms they make."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from croupier.cards import CardSource, Device
from croupier.games import Game
from croupier.money import ChipSet, Limits
from croupier.scripts.forms import Chapter, Setting, Statement

SETTINGS = Chapter(
    "The table line",
    (
        Setting("<number> decks", "How many decks.", lambda it: {"decks": it.number}),
        Setting("shoe", "Cards come from a shoe, as they do when nothing is said.", lambda it: {"device": Device.SHOE}),
        Setting("machine", "Cards come from a shuffling machine.", lambda it: {"device": Device.MACHINE}),
        Setting(
            "virtual",
            "The table draws its cards, here those that the script lists; so it is when nothing is said.",
            lambda it: {"cards": CardSource.VIRTUAL},
        ),
        Setting("real", "The dealer enters the cards of a real shoe.", lambda it: {"cards": CardSource.REAL}),
        Setting("<number> areas", "How many betting areas.", lambda it: {"areas": it.number}),
        Setting(
            "limits <low:amount> to <high:amount> [on <bet>]",
            "The limits of every bet, or of one.",
            lambda it: {"limits": (it.bet, it.low, it.high)},
        ),
        Setting("steps of <amount>", "The step over the minimum.", lambda it: {"step": it.amount}),
        Setting("chips <amounts>", "The chips the table pays with.", lambda it: {"chips": ChipSet(it.amounts)}),
        Setting(
            "cutting card <number> from the back",
            "Where the dealer puts the cutting card.",
            lambda it: {"cutting_card_behind": it.number},
        ),
        Setting("casino <text>", "The name on the cloth.", lambda it: {"casino": it.text}),
        Setting("not yet open", "The cards are not yet checked nor the table open.", lambda it: {"ready": "closed"}),
        Setting("not yet shuffled", "The table is open; its cards are not yet shuffled.", lambda it: {"ready": "open"}),
    ),
)


def terms_of(game: Game, bets: Iterable[StrEnum], settings: Iterable[Statement]) -> tuple[Any, str]:
    """The terms that a table line makes, and how far the table is made ready: `closed`, `open` or `ready`."""
    named: dict[str, Any] = {}
    limits = {bet: (each.minimum, each.maximum) for bet, each in game.terms().limits.items()}
    for setting in settings:
        assert isinstance(setting.form, Setting)
        sets = setting.form.sets(setting.given)
        if "limits" in sets:
            one, low, high = sets["limits"]
            limits |= {bet: (low, high) for bet in bets if one in (None, bet)}
        else:
            named |= sets
    step, ready = named.pop("step", 100), named.pop("ready", "ready")
    named["limits"] = {bet: Limits(low, high, step) for bet, (low, high) in limits.items()}
    return game.terms(**named), ready
