"""What a Double Chance sheet may be asked for."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import msgspec

from croupier.books import cite
from croupier.cards import Device
from croupier.games.double_chance.terms import JACKPOT_HANDS, MOST_HANDS, Bet, Jackpot, Terms
from croupier.money import Limits
from croupier.odds.setting import DOLLARS, Setting, exactly

CENT = Fraction(1, 100)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the odds turn on, amounts in dollars; ValueError names the clause that forbids it."""

    stake: Annotated[
        Fraction,
        Setting(
            "Stake",
            "The wager in dollars: it matters under a maximum payout and beside a Jackpot wager.",
            unit=DOLLARS,
            low=CENT,
            under=(cite("DC 5.2.1"),),
        ),
    ] = Fraction(10)
    maximum_payout: Annotated[
        Fraction | None,
        Setting(
            "Maximum payout",
            "The most that a declared hand wins, in dollars; unlimited unless set.",
            unit=DOLLARS,
            low=CENT,
            under=(cite("DC 9.2"),),
        ),
    ] = None
    jackpot_price: Annotated[
        Fraction | None,
        Setting(
            "Price of a Jackpot wager",
            "Cost of a Jackpot wager in dollars; none is offered unless it and a schedule are set.",
            unit=DOLLARS,
            low=CENT,
            under=(cite("DC 10.2"), cite("ruling 23")),
        ),
    ] = None
    jackpot_schedule: Annotated[
        tuple[int, ...] | None,
        Setting(
            "Prizes, odds to 1",
            "Seven odds to one, from the royal flush to the dead hand, as in 5000,500,200,30,20,10,100.",
            parts=tuple(hand.value for hand in JACKPOT_HANDS),
            low=1,
            needs="jackpot_price",
            example=(50_000, 5_000, 600, 100, 60, 40, 1_000),
            under=(cite("DC 10.3"),),
        ),
    ] = None

    def __post_init__(self) -> None:
        exactly(self)
        if self.stake <= 0:
            raise ValueError("DC 5.2.1 wants a wager, of more than nothing, before the first card")
        if self.maximum_payout is not None and self.maximum_payout <= 0:
            raise ValueError("DC 9.2 lets a maximum payout be set, but not one that pays nothing")
        if (self.jackpot_price is None) != (self.jackpot_schedule is None):
            raise ValueError("ruling 23: a Jackpot wager needs both its price and its schedule")
        if self.jackpot_schedule is not None and len(self.jackpot_schedule) != len(JACKPOT_HANDS):
            raise ValueError("DC 10.4 has seven hands: give seven odds to one, from the royal flush to the dead hand")
        # Made once for what it refuses.
        _ = self.jackpot

    @property
    def most(self) -> Fraction | None:
        """The most that a declared hand wins, in stakes."""
        return None if self.maximum_payout is None else self.maximum_payout / self.stake

    @property
    def jackpot(self) -> Jackpot | None:
        """The Jackpot wager, if one is offered."""
        if self.jackpot_price is None or self.jackpot_schedule is None:
            return None
        return Jackpot(int(self.jackpot_price * 100), dict(zip(JACKPOT_HANDS, self.jackpot_schedule, strict=True)))


Simulated = Settings


class Played(Settings, frozen=True, kw_only=True):
    """What rounds on the engine turn on beside the odds."""

    device: Annotated[
        Device,
        Setting(
            "Dealt from",
            "A card shoe, or a shuffling device that deals five cards at a time.",
            choices={Device.SHOE: "a card shoe", Device.SHUFFLER: "a shuffling device"},
            under=(cite("DC 2.3.1"),),
        ),
    ] = Device.SHOE
    areas: Annotated[
        int,
        Setting(
            "Areas",
            "Areas wagered on in each round, eight at most.",
            low=1,
            high=MOST_HANDS,
            under=(cite("ruling 24"),),
        ),
    ] = 3

    def terms(self) -> Terms:
        """A table where the wager is always the stake; ValueError names the clause that forbids it."""
        stake, most = self.stake * 100, self.maximum_payout
        if stake % 100:
            raise ValueError("chips are of whole dollars: play for a stake of whole dollars")
        return Terms(
            device=self.device,
            areas=self.areas,
            limits={Bet.WAGER: Limits(int(stake), int(stake))},
            maximum_payout=None if most is None else int(most * 100),
            jackpot=self.jackpot,
        )
