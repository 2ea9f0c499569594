"""The line of a wager that nobody sees before the call of no more bets."""

from __future__ import annotations

from croupier.scripts.acts import area_of
from croupier.scripts.forms import Act, Chapter
from croupier.table.tournaments.secret_wagers import LaySecret

SECRET = Chapter(
    "Secret wagers",
    (
        Act(
            "<player> writes <text> on <bet> [at <area>]",
            "A wager that nobody else sees before the call of no more bets.",
            lambda it, table: LaySecret(area=area_of(it, table), bet=it.bet, said=it.text),
        ),
    ),
)
