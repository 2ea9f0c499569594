"""The tables that the conformance suite plays at: every game in settings as different as its book allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.cards import CardSource, Device
from croupier.games import blackjack, crown_poker, double_chance, three_card_poker
from croupier.games.blackjack.terms import Readings, Surrendered, Unfunded, Variant
from croupier.games.crown_poker.terms import Bonus, BonusKind, Limit, LimitKind, Setting
from croupier.games.crown_poker.terms import Variant as Game
from croupier.games.double_chance.terms import JACKPOT_HANDS, Jackpot
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

Double = double_chance.Terms
SCHEDULE = dict(zip(JACKPOT_HANDS, (10_000, 2_000, 250, 50, 30, 20, 100), strict=True))


def _limits(minimum: int, maximum: int, step: int) -> dict[double_chance.Bet, Limits]:
    return {double_chance.Bet.WAGER: Limits(minimum, maximum, step)}


DOUBLE_CHANCE: Mapping[str, Double] = {
    "shoe, 7 areas, no jackpot": Double(),
    "shoe, 8 areas, jackpot of $1": Double(areas=8, jackpot=Jackpot(100, SCHEDULE)),
    "shoe, 3 areas, odd chips, jackpot of $2.50, maximum payout": Double(
        areas=3, chips=ODD_CHIPS, jackpot=Jackpot(250, SCHEDULE), maximum_payout=3200, limits=_limits(500, 20_000, 50)
    ),
    "shuffling device, 8 areas, jackpot of $5, maximum payout": Double(
        device=Device.SHUFFLER, areas=8, jackpot=Jackpot(500, SCHEDULE), maximum_payout=50_000
    ),
    "shuffling device, 1 area, narrow limits": Double(
        device=Device.SHUFFLER, areas=1, limits=_limits(500, 700, 100), jackpot=Jackpot(100, SCHEDULE)
    ),
    "shoe, 2 areas, narrow limits, maximum payout below the wager": Double(
        areas=2, limits=_limits(500, 700, 100), maximum_payout=400
    ),
    "real shoe, 8 areas, jackpot of $1": Double(areas=8, cards=CardSource.REAL, jackpot=Jackpot(100, SCHEDULE)),
    "real shuffling device, 4 areas, maximum payout": Double(
        areas=4, cards=CardSource.REAL, device=Device.SHUFFLER, maximum_payout=50_000, jackpot=Jackpot(100, SCHEDULE)
    ),
    "real shoe, 1 area, no jackpot": Double(areas=1, cards=CardSource.REAL),
}

Hands = blackjack.Terms
OTHERWISE = Readings(
    blackjack_beats_21=False,
    busts_lost_to_blackjack=False,
    doubles_soft_19_20=True,
    pandemonium_stake_returns=False,
    failure_pays_lowest=False,
    unfunded_split=Unfunded.CHOOSES,
    surrender=Surrendered.CONTROL_PASSES,
    even_money_after_insurance=False,
    limits_by_wager=True,
    surrender_rounded_up=False,
    resplit_served_last=True,
    bonus_after_unsuited_split=False,
)

BLACKJACK: Mapping[str, Hands] = {
    "blackjack, shoe of 6, 7 areas": Hands(),
    "blackjack, shoe of 4, 2 areas, side bets, odd chips": Hands(
        decks=4, areas=2, chips=ODD_CHIPS, sevens=1, pairs=True, cutting_card_behind=104
    ),
    "crown, shuffling shoe of 8, 9 areas, side bets": Hands(
        variant=Variant.CROWN, decks=8, device=Device.MACHINE, areas=9, sevens=2, pairs=True
    ),
    "vegas, shoe of 4, 3 areas, other readings": Hands(variant=Variant.VEGAS, areas=3, readings=OTHERWISE),
    "vegas, real shoe of 4, 3 areas, surrender binds": Hands(
        variant=Variant.VEGAS,
        areas=3,
        cards=CardSource.REAL,
        readings=Readings(surrender=Surrendered.BINDS_ALL, all_bust_lost=True, busts_lost_to_blackjack=False),
    ),
    "vegas, shoe of 4, 2 areas, cards face down": Hands(variant=Variant.VEGAS, areas=2, face_down=True),
    "crown, real shoe of 6, 2 areas, cards face down, side bets": Hands(
        variant=Variant.CROWN, areas=2, cards=CardSource.REAL, face_down=True, sevens=1, pairs=True
    ),
    "pontoon, shoe of 5, 4 areas": Hands(variant=Variant.PONTOON, decks=5, areas=4, cutting_card_behind=120),
    "pandemonium, shoe of 4, 5 areas": Hands(variant=Variant.PANDEMONIUM, decks=4, areas=5, pandemonium=3),
    "pandemonium, real shuffling shoe of 6, 3 areas, other readings": Hands(
        variant=Variant.PANDEMONIUM, areas=3, cards=CardSource.REAL, device=Device.MACHINE, readings=OTHERWISE
    ),
    "pontoon, real shoe of 8, 2 areas, other readings": Hands(
        variant=Variant.PONTOON, decks=8, areas=2, cards=CardSource.REAL, readings=OTHERWISE
    ),
}

Poker = crown_poker.Terms
NO_LIMIT = Limit(LimitKind.NO_LIMIT, (1000,))
FIXED = Limit(LimitKind.FIXED, (1000, 1000, 2000))
SPREAD = Limit(LimitKind.SPREAD, (500,), (2500,))


def _playing(variant: Game, limit: Limit, **others: Any) -> Setting:
    return Setting(variant=variant, limit=limit, **{"minimum_buy_in": 100, **others})


COLOURS = dict.fromkeys(("red", "black"), Limits(500, 10_000, 500))

CROWN_POKER: Mapping[str, Poker] = {
    "holdem, no limit, 9 seats, straddles, side wagers": Poker(
        setting=_playing(Game.HOLDEM, NO_LIMIT, straddles=2, extra_times=2, extra_fee=100), limits=COLOURS
    ),
    "holdem, fixed limit, 2 seats, real": Poker(seats=2, setting=_playing(Game.HOLDEM, FIXED), cards=CardSource.REAL),
    "holdem hi-lo, spread limit, three blinds": Poker(
        seats=6,
        setting=_playing(Game.HOLDEM_HI_LO, SPREAD, blinds=(200, 500, 1000)),
        commission=crown_poker.Commission(per_mille=50, cap=1000, hourly_fee=600),
    ),
    "pineapple, half pot": Poker(
        seats=11,
        setting=_playing(Game.PINEAPPLE, Limit(LimitKind.HALF_POT, (1000,)), blinds=(1000,)),
        commission=crown_poker.Commission(hand_fees=((2, 200), (5, 500)), person_fee=100),
        stand_alone=True,
    ),
    "crazy pineapple, pot, real, side wagers": Poker(
        seats=4,
        setting=_playing(Game.CRAZY_PINEAPPLE, Limit(LimitKind.POT, (1000,))),
        cards=CardSource.REAL,
        limits=COLOURS,
    ),
    "crazy pineapple hi-lo, no limit, antes": Poker(
        seats=5, setting=_playing(Game.CRAZY_PINEAPPLE_HI_LO, NO_LIMIT, ante=100)
    ),
    "omaha, pot, other readings": Poker(
        seats=10,
        setting=_playing(Game.OMAHA, Limit(LimitKind.POT, (1000,)), blind_ante=1000),
        readings=crown_poker.Readings(
            button_posts_small=True,
            short_all_ins_add_up=True,
            straddle_is_the_raise=True,
            big_blind_only=True,
            rake_once=True,
            no_flop_no_rake=True,
        ),
        commission=crown_poker.Commission(per_mille=100),
    ),
    "omaha hi-lo, fixed limit, bonus prizes": Poker(
        seats=3,
        setting=_playing(Game.OMAHA_HI_LO, FIXED),
        bonuses=(
            Bonus(name="A pair", hand="pair", cents=500),
            Bonus(name="Two pairs", hand="two pairs", kind=BonusKind.GOODS, what="a jacket"),
        ),
    ),
}

TABLES: Mapping[str, Mapping[str, Any]] = {
    "matchmaker": MATCHMAKER,
    "three-card-poker": THREE_CARD_POKER,
    "double-chance": DOUBLE_CHANCE,
    "blackjack": BLACKJACK,
    "crown-poker": CROWN_POKER,
}
"""The settings of each game, by name; a game without an entry here fails the suite."""

WORDS: Mapping[str, tuple[str, ...]] = {
    "matchmaker": ("pair match", "suit match", "11.1", "MM 5.4"),
    "three-card-poker": ("ante", "pair plus", "jackpot", "play", "A", "F", "9.5.1(a)", "TCP 13.1"),
    "double-chance": ("wager", "jackpot", "voucher 1", "p3", "14.1", "DC 14.1"),
    "crown-poker": ("holdem", "omaha", "red", "black", "A pair", "6.18", "CP 13.1"),
    "blackjack": ("blackjack", "pontoon", "perfect pairs", "magnificent sevens", "17.1", "BJ 17.1"),
}
"""What texts may say in commands made up for a game."""
