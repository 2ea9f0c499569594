"""Game protection as data, and as tables for the terminal and the page."""

from __future__ import annotations

from typing import Any

from croupier.odds.blackjack.protection import Protection, Watched, protection
from croupier.odds.blackjack.settings import Settings
from croupier.odds.tables import Rows
from croupier.odds.words import percent


def protection_data(settings: Settings) -> dict[str, Any]:
    """All of it as plain data."""
    found = protection(settings)
    return {
        "effects_of_removal": {bet: dict(effects) for bet, effects in found.effects.items()},
        "watched": [
            {
                "bet": each.bet,
                "decks": each.decks,
                "behind_cut": each.behind_cut,
                "favourable_rounds": each.favourable,
                "worth_in_those": each.worth,
                "gain_per_100_rounds": each.gain,
                "favourable_shoes": each.shoes,
                "played_per_100_rounds": each.played,
                "standard_error": each.error,
            }
            for each in found.watched
        ],
        "foreseen": [
            {
                "card": each.card,
                "edges": dict(each.edges),
                "favourable_rounds": each.favourable,
                "gain_per_100_rounds": each.gain,
            }
            for each in found.foreseen
        ],
        "next_card_known": found.next_card,
        "shoes": found.shoes,
        "seed": found.seed,
        "notes": list(found.notes),
    }


def protection_tables(settings: Settings) -> dict[str, Rows]:
    """The tables, by their names."""
    found = protection(settings)
    tables: dict[str, Rows] = {"What one card less adds": _effects(found)}
    for bet in dict.fromkeys(each.bet for each in found.watched):
        tables[f"Someone who sees every card: {bet}"] = _watched([each for each in found.watched if each.bet == bet])
    for each in found.foreseen:
        tables[f"Known before wagering: {each.card}"] = [
            ("card", "worth"),
            *((name, percent(edge, 2)) for name, edge in each.edges.items()),
            ("rounds that favour it", percent(each.favourable, 2)),
            ("gain in 100 rounds, wagers", f"{each.gain:.2f}"),
        ]
    tables["Known at the first decision"] = [
        ("", "worth"),
        ("the next card of the shoe", percent(found.next_card, 2)),
    ]
    tables["How this was worked out"] = [
        ("", ""),
        *((note, "") for note in found.notes),
        (f"{found.shoes:,} shoes of each number of decks from seed {found.seed}", ""),
    ]
    return tables


def _effects(found: Protection) -> Rows:
    ranks = next(iter(found.effects.values()))
    head = ("card", *found.effects)
    return [
        head,
        *((rank, *(percent(effects[rank], 4) for effects in found.effects.values())) for rank in ranks),
    ]


def _watched(rows: list[Watched]) -> Rows:
    head = ("decks", "behind the cut", "rounds that favour it", "worth there", "gain in 100 rounds", "shoes that turn")
    played = rows[0].played is not None
    return [
        (*head, "really gained") if played else head,
        *(
            (
                str(each.decks),
                str(each.behind_cut),
                percent(each.favourable, 2),
                percent(each.worth, 2),
                f"{each.gain:.3f}",
                percent(each.shoes, 1),
                *((f"{each.played:.2f} ± {each.error:.2f}",) if played else ()),
            )
            for each in rows
        ),
    ]
