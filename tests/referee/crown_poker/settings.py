"""The tables that the second reading looks at: every game and limit, every commission, and every reading of rulings."""

from __future__ import annotations

from random import Random

import msgspec

from croupier.games.crown_poker.terms import Bet, Commission, Limit, LimitKind, Readings, Setting, Terms, Variant
from croupier.money import ChipSet, Limits

from . import house

CHIPS = ((100, 500, 2500, 10_000), (500, 1000, 5000), (100, 200, 1000))


def commission_of(chance: Random, chip: int) -> Commission:
    """What the house takes at one of many tables: nothing, or any of the four methods together, with a cap or not."""
    percentage, by_hand, by_person, by_time, capped = [chance.random() < 0.4 for _ in range(5)]
    fees = ((2, chip * chance.randint(1, 4)), (chance.randint(3, 6), chip * chance.randint(3, 9)))
    return Commission(
        per_mille=chance.choice((20, 25, 50, 75, 100)) if percentage else 0,
        hand_fees=fees[: chance.randint(1, 2)] if by_hand else (),
        cap=chip * chance.choice((1, 2, 5, 10, 30)) if capped else None,
        person_fee=chip * chance.randint(1, 3) if by_person else 0,
        hourly_fee=chip * chance.randint(1, 20) if by_time else 0,
    )


def _limit(chance: Random, kind: LimitKind, bet: int) -> Limit:
    if kind is LimitKind.FIXED:
        return Limit(kind, chance.choice(((bet,), (bet, bet, 2 * bet))))
    if kind is LimitKind.SPREAD:
        return Limit(kind, (bet,), chance.choice(((bet,), (2 * bet,), (2 * bet, 2 * bet, 5 * bet))))
    return Limit(kind, (bet,))


def terms_of(variant: Variant, kind: LimitKind, number: int) -> Terms:
    """The terms of one of many tables of a game and a limit; the same for the same number."""
    chance = Random(f"{variant.value} {kind.value} {number}")
    chips = chance.choice(CHIPS)
    chip = chips[0]
    big = chance.choice((10, 10, 15, 4, 3, 2)) * chip
    small = chance.choice((big // 2 // chip * chip, chip, big)) or chip
    blinds = chance.choice(((small, big), (small, big), (small, big), (big,), (chip, small, big)))
    bet = chance.choice((big, big, max(chip, big // 2 // chip * chip)))
    return Terms(
        seats=chance.choice((2, 3, 4, 5, 6, 6, 9, 10)),
        setting=Setting(
            variant=variant,
            limit=_limit(chance, kind, bet),
            blinds=blinds,
            ante=chance.choice((0, 0, chip, 3 * chip)),
            blind_ante=chance.choice((0, 0, 0, big)),
            minimum_buy_in=chip,
            straddles=chance.choice((0, 0, 1, 3)),
        ),
        chips=ChipSet(chips),
        limits={bet: Limits(chip, 50 * chip, chip) for bet in Bet} if chance.random() < 0.6 else {},
        readings=Readings(**{name: chance.random() < 0.4 for name in Readings.__struct_fields__}),
        commission=commission_of(chance, chip),
        stand_alone=chance.random() < 0.3,
    )


def house_of(terms: Terms) -> house.House:
    """A table's terms in the second reading's own words."""
    setting = terms.setting
    return house.House(
        game=setting.variant.value,
        limit=setting.limit.kind.value,
        bets=setting.limit.bets,
        most=setting.limit.most,
        blinds=setting.blinds,
        ante=setting.ante,
        blind_ante=setting.blind_ante,
        straddles=setting.straddles,
        chip=terms.chips.smallest,
        seats=terms.seats,
        stand_alone=terms.stand_alone,
        readings=house.Readings(**msgspec.structs.asdict(terms.readings)),
    )


def taken_of(commission: Commission) -> house.Commission:
    """What a table takes in the second reading's own words."""
    return house.Commission(**msgspec.structs.asdict(commission))
