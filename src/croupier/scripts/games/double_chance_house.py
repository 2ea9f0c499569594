"""Double Chance's lines for what the house may do: directions on suspicion, wagers kept or refused, the last word."""

from __future__ import annotations

from croupier.games.double_chance import operating, supervision
from croupier.scripts.acts import area_of
from croupier.scripts.forms import Act, Chapter, Given
from croupier.scripts.table import Table
from croupier.table import conduct, disputes, wagers
from croupier.table.contract import Command

ON_SUSPICION = Chapter(
    "On suspicion",
    (
        Act(
            "<who> has <player> act first because <text>",
            "Has a player play the hand before others handle theirs.",
            lambda it, table: supervision.DirectToActFirst(player=it.player.name, why=it.text),
        ),
        Act(
            "<who> lets <player> act in turn",
            "Lifts that.",
            lambda it, table: supervision.DirectToActFirst(player=it.player.name, lift=True),
        ),
        Act(
            "<who> keeps <players> apart because <text>",
            "Bars them from playing together here.",
            lambda it, table: supervision.KeepApart(players=_names(it), why=it.text),
        ),
        Act(
            "<who> lets <players> play together",
            "Lifts that.",
            lambda it, table: supervision.KeepApart(players=_names(it), lift=True),
        ),
        Act(
            "<who> orders English only because <text>",
            "Directs how players speak at the table.",
            lambda it, table: supervision.OrderEnglish(why=it.text),
        ),
        Act(
            "<who> lifts English only",
            "Ends that direction.",
            lambda it, table: supervision.OrderEnglish(lift=True),
        ),
        Act(
            "<who> excludes <player> from the casino",
            "For a forbidden device on record.",
            lambda it, table: conduct.ExcludeFromCasino(player=it.player.name),
        ),
    ),
)

UNDONE = Chapter(
    "A round without effect whose wagers do not all go back",
    (
        Act(
            "<who> invalidates the round for disruption and keeps the wagers because <text>",
            "Refunds nothing.",
            lambda it, table: conduct.InvalidateRound(fraud=False, why=it.text, refund=False),
        ),
        Act(
            "<who> invalidates the round for fraud and keeps the wagers because <text>",
            "Refunds nothing.",
            lambda it, table: conduct.InvalidateRound(fraud=True, why=it.text, refund=False),
        ),
        Act(
            "<who> invalidates the round for fraud and forfeits the wagers of <players> because <text>",
            "Refunds everyone else.",
            lambda it, table: conduct.InvalidateRound(fraud=True, why=it.text, forfeit=_names(it)),
        ),
        Act(
            "<who> invalidates the round for disruption and forfeits the wagers of <players> because <text>",
            "The same without a fraud.",
            lambda it, table: conduct.InvalidateRound(fraud=False, why=it.text, forfeit=_names(it)),
        ),
    ),
)


def _names(it: Given) -> tuple[str, ...]:
    return tuple(player.name for player in it.players)


def _refuse(it: Given, table: Table) -> Command:
    return wagers.RefuseWager(area=area_of(it, table), bet=it.bet, player=it.player.name, why=it.text)


def _exchange(it: Given, tokens: bool) -> Command:
    return operating.ExchangeVoucher(player=it.player.name, voucher=it.text, cents=it.amount, tokens=tokens)


THE_HOUSE = Chapter(
    "What the house may do besides",
    (
        Act(
            "<who> refuses the wager of <player> on <bet> [at <area>] because <text>",
            "Turns a wager away before the first card.",
            _refuse,
        ),
        Act(
            "<who> gives <player> <amount> in chips for voucher <text>",
            "Exchanges a promotional voucher.",
            lambda it, table: _exchange(it, tokens=False),
        ),
        Act(
            "<who> gives <player> <amount> in tokens for voucher <text>",
            "The same for promotional tokens.",
            lambda it, table: _exchange(it, tokens=True),
        ),
        Act(
            "<who> decides dispute <number> <text> [awarding <amount>] [for round <round:number>]",
            "The operator's last word.",
            lambda it, table: disputes.DecideDispute(
                dispute=it.number, decision=it.text, award=it.amount or 0, round=it.round
            ),
        ),
    ),
)
