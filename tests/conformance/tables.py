"""The tables that the conformance suite plays at: every game in settings as different as its book allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.cards import CardSource, Device
from croupier.games import three_card_poker
from croupier.games.matchmaker import Bet, Terms
from croupier.money import ChipSet, Limits

ODD_CHIPS = ChipSet((250, 700, 2500))
"""Chips that leave gaps: 450 cents, say, cannot be made from them."""

MATCHMAKER: Mapping[str, Terms] = {
    "shoe of 8, 9 areas": Terms(),
    "shoe of 4, 3 areas, cutting card before the last card": Terms(decks=4, areas=3, cutting_card_behind=1),
    "shoe of 4, 2 areas, cutting card half way": Terms(decks=4, areas=2, cutting_card_behind=104),
    "shoe of 6, 5 areas, odd chips, opposite pairs win": Terms(
        decks=6, areas=5, chips=ODD_CHIPS, miss_match_on_opposite_pairs=True, cutting_card_behind=150
    ),
    "shoe of 5, 1 area, narrow limits": Terms(
        decks=5, areas=1, limits=dict.fromkeys(Bet, Limits(500, 700, 100)), cutting_card_behind=3
    ),
    "machine of 8, 9 areas": Terms(device=Device.MACHINE),
    "machine of 4, 2 areas": Terms(device=Device.MACHINE, decks=4, areas=2),
    "real shoe of 4, 4 areas": Terms(decks=4, areas=4, cards=CardSource.REAL, cutting_card_behind=104),
    "real shoe of 7, 2 areas": Terms(decks=7, areas=2, cards=CardSource.REAL, cutting_card_behind=2),
    "real machine of 6, 3 areas": Terms(decks=6, areas=3, cards=CardSource.REAL, device=Device.MACHINE),
}

Cards = three_card_poker.Terms
NARROW = dict.fromkeys((three_card_poker.Bet.ANTE, three_card_poker.Bet.PAIR_PLUS), Limits(500, 700, 100))

THREE_CARD_POKER: Mapping[str, Cards] = {
    "hand shoe, 7 areas, no jackpot": Cards(),
    "hand shoe, 9 areas, jackpot of option 1": Cards(areas=9, jackpot_price=100),
    "hand shoe, 2 areas, odd chips, jackpot of $5": Cards(
        areas=2, chips=ODD_CHIPS, jackpot_price=500, jackpot_option=2, ante_bonus="C", pair_plus="F"
    ),
    "shuffling shoe, 4 areas, jackpot of option 2": Cards(
        device=Device.SHUFFLER, areas=4, jackpot_price=100, jackpot_option=2, ante_bonus="B", pair_plus="E"
    ),
    "shuffling shoe, 1 area, narrow limits": Cards(device=Device.SHUFFLER, areas=1, limits=NARROW, jackpot_price=100),
    "real hand shoe, 4 areas, jackpot of option 2": Cards(
        areas=4, cards=CardSource.REAL, jackpot_price=100, jackpot_option=2
    ),
    "real shuffling shoe, 3 areas, jackpot of option 1": Cards(
        areas=3, cards=CardSource.REAL, device=Device.SHUFFLER, jackpot_price=200
    ),
}

TABLES: Mapping[str, Mapping[str, Any]] = {"matchmaker": MATCHMAKER, "three-card-poker": THREE_CARD_POKER}
"""The settings of each game, by name; a game without an entry here fails the suite."""

WORDS: Mapping[str, tuple[str, ...]] = {
    "matchmaker": ("pair match", "suit match", "11.1", "MM 5.4"),
    "three-card-poker": ("ante", "pair plus", "jackpot", "play", "A", "F", "9.5.1(a)", "TCP 13.1"),
}
"""What texts may say in commands made up for a game."""
