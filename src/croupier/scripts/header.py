"""The `table` line: the parts it may have, and the terms they make."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.cards import CardSource
from croupier.games import Game
from croupier.money import ChipSet, Limits
from croupier.scripts.forms import Chapter, Setting, Statement

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
        Setting("casino <text>", "The name on the cloth.", lambda it: {"casino": it.text}),
        Setting("not yet open", "The cards are not yet checked nor the table open.", lambda it: {"ready": "closed"}),
        Setting("not yet shuffled", "The table is open; its cards are not yet shuffled.", lambda it: {"ready": "open"}),
        Setting("from <time>", "When the script begins; at 12:00 unless it is said.", lambda it: {"from": it.time}),
        Setting(
            "round <number>", "The number of the first round; 1 unless it is said.", lambda it: {"round": it.number}
        ),
    ),
)


def terms_of(game: Game, settings: Iterable[Statement]) -> tuple[Any, dict[str, Any]]:
    """The terms that a table line makes, and what else it says: how far the table is made `ready`, for one."""
    named: dict[str, Any] = {}
    limits = {bet: (each.minimum, each.maximum, None) for bet, each in game.terms().limits.items()}
    for setting in settings:
        assert isinstance(setting.form, Setting)
        sets = setting.form.sets(setting.given)
        if "limits" in sets:
            one, *said = sets["limits"]
            limits |= dict.fromkeys(limits if one is None else (one,), tuple(said))
        else:
            named |= sets
    step = named.pop("step", 100)
    named["limits"] = {bet: Limits(low, high, own or step) for bet, (low, high, own) in limits.items()}
    terms = {name: value for name, value in named.items() if name in game.terms.__struct_fields__}
    return game.terms(**terms), {name: value for name, value in named.items() if name not in terms}
