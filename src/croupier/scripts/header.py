"""The `table` line: the parts it may have, and the terms they make."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from croupier.cards import CardSource
from croupier.games import Game
from croupier.money import ChipSet, Limits
from croupier.scripts.forms import Chapter, Setting, Statement

DOLLAR = 100
"""The step over the minimum unless another is said."""

LIMITS = Setting(
    "limits <low:amount> to <high:amount> [on <bet>] [in steps of <step:amount>]",
    "The limits of every bet, or of one.",
    lambda it: {"limits": (it.bet, it.low, it.high, it.step)},
)

SETTINGS = Chapter(
    "The table line",
    (
        Setting(
            "virtual",
            "The table draws its cards, here those that the script lists; so it is when nothing is said.",
            lambda it: {"cards": CardSource.VIRTUAL},
        ),
        Setting("real", "The dealer enters the cards of a real shoe.", lambda it: {"cards": CardSource.REAL}),
        Setting("<number> areas", "How many betting areas.", lambda it: {"areas": it.number}),
        LIMITS,
        Setting("steps of <amount>", "The step over the minimum.", lambda it: {"step": it.amount}),
        Setting("chips <amounts>", "The chips the table pays with.", lambda it: {"chips": ChipSet(it.amounts)}),
        Setting(
            "one signature up to <alone:amount>",
            "What one person of the house gives a player without a second signature.",
            lambda it: {"signs_alone": it.alone},
        ),
        Setting("casino <text>", "The name on the cloth.", lambda it: {"casino": it.text}),
        Setting("not yet open", "The cards are not yet checked nor the table open.", lambda it: {"ready": "closed"}),
        Setting("not yet shuffled", "The table is open; its cards are not yet shuffled.", lambda it: {"ready": "open"}),
        Setting(
            "new cards not yet checked",
            "The table is open; the cards that were brought in anew are not yet checked.",
            lambda it: {"ready": "new cards"},
        ),
        Setting("from <time>", "When the script begins; at 12:00 unless it is said.", lambda it: {"from": it.time}),
        Setting(
            "round <number>", "The number of the first round; 1 unless it is said.", lambda it: {"round": it.number}
        ),
    ),
)


def terms_of(game: Game, settings: Iterable[Statement]) -> tuple[Any, dict[str, Any]]:
    """The terms that a table line makes, and what else it says: how far the table is made `ready`, for one."""
    named: dict[str, Any] = {}
    asked: list[tuple[str | None, int, int, int | None]] = []
    for setting in settings:
        assert isinstance(setting.form, Setting)
        sets = dict(setting.form.sets(setting.given))
        if "limits" in sets:
            asked.append(sets.pop("limits"))
        named |= _together(named, sets)
    step = named.pop("step", DOLLAR)
    given = {name: value for name, value in named.items() if name in game.terms.__struct_fields__}
    for name, value in given.items():
        if name in LISTED:
            given[name] = tuple(value.values())
        elif name in NESTED and isinstance(value, dict):
            given[name] = replace(getattr(game.terms(), name), **value)
    terms = game.terms(**given)
    limits = {bet: Limits(each.minimum, each.maximum, step) for bet, each in terms.limits.items()}
    for one, low, high, own in asked:
        limits |= dict.fromkeys(limits if one is None else (one,), Limits(low, high, own or step))
    return replace(terms, limits=limits), {name: value for name, value in named.items() if name not in given}


def _together(named: dict[str, Any], sets: dict[str, Any]) -> dict[str, Any]:
    """What one part of the line adds to the others: several readings are one term, and so is what makes a setting."""
    several = (*NESTED, *LISTED)
    return {name: {**named.get(name, {}), **value} if name in several else value for name, value in sets.items()}


NESTED = ("readings", "setting", "commission")
"""Terms of which several parts of the line may each say something."""
LISTED = ("bonuses",)
"""Terms made of things with names, of which each part of the line says one."""
