"""What a Three Card Poker sheet may be asked for."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from croupier.books import cite
from croupier.cards import Device
from croupier.games.three_card_poker.terms import ANTE_BONUS, INCREMENTS, PAIR_PLUS, SIGNED_BETS, Terms
from croupier.money import Limits, money
from croupier.odds.setting import DOLLARS, Setting, exactly
from croupier.odds.three_card_poker.meter import MeterSystem
from croupier.odds.three_card_poker.rule import Prizes

_SEED = f"Seed for each {money(1)}"
_SEEDS: dict[object, str] = {seed: money(seed) for seed in INCREMENTS[1]}


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the odds turn on, amounts in dollars; ValueError names the clause that forbids it."""

    ante_bonus: Annotated[
        Literal["A", "B", "C"],
        Setting(
            "Ante Bonus by table",
            "Ante Bonus pay table.",
            choices={table: table for table in ANTE_BONUS},
            under=(cite("TCP 10.3"),),
        ),
    ] = "A"
    pair_plus: Annotated[
        Literal["A", "B", "C", "D", "E", "F"],
        Setting(
            "Pair Plus by table",
            "Pair Plus pay table.",
            choices={table: table for table in PAIR_PLUS},
            under=(cite("TCP 10.3"),),
        ),
    ] = "A"
    jackpot: Annotated[
        Literal[1, 2] | None,
        Setting(
            "Jackpot wager",
            "Option of the Jackpot wager; none is offered unless set.",
            choices={None: "none"} | {option: f"option {option}" for option in INCREMENTS},
            example=2,
            under=(cite("TCP 6.1.1(f)"), cite("TCP 7.1.2")),
        ),
    ] = None
    seed_value: Annotated[
        int,
        Setting(
            _SEED,
            "Seed in dollars for each dollar of price, a row of Table 1 or 2.",
            unit=DOLLARS,
            choices=_SEEDS,
            needs="jackpot",
            under=(cite("TCP 6.3"),),
        ),
    ] = 10_000
    meter: Annotated[
        Fraction | None,
        Setting(
            "Meter shows",
            "What the meter shows, in dollars; its seed unless set.",
            unit=DOLLARS,
            low=min(INCREMENTS[1]),
            needs="jackpot",
            example=Fraction(50_000),
            under=(cite("TCP 6.3.1"),),
        ),
    ] = None
    price: Annotated[
        int,
        Setting(
            "Price",
            "Cost of a Jackpot wager in dollars.",
            unit=DOLLARS,
            low=1,
            needs="jackpot",
            under=(cite("TCP 6.2.3"),),
        ),
    ] = 1
    ante: Annotated[
        Fraction,
        Setting(
            "Ante beside it",
            "The Ante, in dollars, that the Jackpot wager rides with.",
            unit=DOLLARS,
            low=Fraction(1, 100),
            needs="jackpot",
            under=(cite("TCP 5.5.1(a)"),),
        ),
    ] = Fraction(10)

    def __post_init__(self) -> None:
        exactly(self)
        if self.ante_bonus not in ANTE_BONUS or self.pair_plus not in PAIR_PLUS:
            raise ValueError("TCP 10.3 pays Ante Bonus by Table A to C and Pair Plus by Table A to F")
        if self.ante <= 0:
            raise ValueError("TCP 5.5.1(a) wants an Ante with every Jackpot wager")
        if self.jackpot is None and self.meter is not None:
            raise ValueError("a meter needs the Jackpot wager's option: jackpot 1 or jackpot 2")
        # Made once for what it refuses.
        _ = self.system

    @property
    def system(self) -> MeterSystem | None:
        """The meter that the Jackpot wager plays for, if one is offered."""
        if self.jackpot is None:
            return None
        return MeterSystem(option=self.jackpot, seed=self.seed_value, price=self.price, shows=self.meter)

    @property
    def prizes_in_antes(self) -> Prizes:
        """What a played Jackpot wager may be paid, in Antes."""
        if (system := self.system) is None:
            return {}
        return {made: prize * system.price / self.ante for made, prize in system.prizes.items()}


Simulated = Settings


class Played(Settings, frozen=True, kw_only=True):
    """What rounds on the engine turn on beside the odds."""

    device: Annotated[
        Device,
        Setting(
            "Dealt from",
            "A hand-held shoe, or a shuffling shoe that dispenses sets of three.",
            choices={Device.SHOE: "a hand-held shoe", Device.SHUFFLER: "a shuffling shoe"},
            under=(cite("TCP 9.3"), cite("TCP 9.4")),
        ),
    ] = Device.SHOE
    areas: Annotated[
        int,
        Setting("Areas", "Areas wagered on in each round, nine at most.", low=1, high=9, under=(cite("TCP 2.1"),)),
    ] = 3

    def terms(self) -> Terms:
        """A table where Ante and Pair Plus are always the Ante; ValueError names the clause that forbids it."""
        ante = self.ante * 100
        if ante % 100:
            raise ValueError("chips are of whole dollars: play for an Ante of whole dollars")
        return Terms(
            device=self.device,
            areas=self.areas,
            limits=dict.fromkeys(SIGNED_BETS, Limits(int(ante), int(ante))),
            ante_bonus=self.ante_bonus,
            pair_plus=self.pair_plus,
            jackpot_price=None if self.jackpot is None else self.price * 100,
            jackpot_option=self.jackpot or 1,
        )
