"""What a Crown Poker table is set up with: the game, its limit and blinds, and how open points are read.

A game is data (hole cards, when one is discarded, how many of them play, whether the pot has a low half), and so is a
limit; table and mathematics read the same objects.
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Annotated

import msgspec

from croupier.books import cite
from croupier.cards import CardSource, Device
from croupier.cards.quick import quick
from croupier.cards.ranking import FiveCards
from croupier.money import MOST_CENTS, ChipSet, Limits, Odds
from croupier.table.asked import (
    SIGNS_ALONE,
    UNASKED,
    Cents,
    SignedAlone,
    Source,
    asked,
    money,
    one_of,
    percentage,
    side_bets,
)


@quick
class Variant(StrEnum):
    """The games of the book (CP 4.1)."""

    HOLDEM = "holdem"
    PINEAPPLE = "pineapple"
    CRAZY_PINEAPPLE = "crazy pineapple"
    CRAZY_PINEAPPLE_HI_LO = "crazy pineapple hi-lo"
    HOLDEM_HI_LO = "holdem hi-lo"
    OMAHA = "omaha"
    OMAHA_HI_LO = "omaha hi-lo"


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """What one game of the book is made of, and where the book says so."""

    hole: int = 2
    """Cards dealt to each player."""
    discard_after: int | None = None
    """The betting round after which each player discards one."""
    exactly_two: bool = False
    """Whether two hole cards and three of the board play, no more and no fewer."""
    hi_lo: bool = False
    most_players: int = 11
    seats: str
    deal: str
    high: str
    low: str = ""
    both: str = ""
    no_low: str = ""
    odd_half: str = ""
    discard: str = ""


_TWO, _THREE, _FOUR = cite("CP 8.16.1(a)"), cite("CP 8.16.1(b)"), cite("CP 8.16.1(c)")
_ANY_MIX = cite("CP 8.20.4(a)")
_HI_LO = {
    "hi_lo": True,
    "high": cite("CP 8.20.4(b)(i)"),
    "low": cite("CP 8.20.4(b)(ii)"),
    "both": cite("CP 8.20.4(b)(iii)"),
    "no_low": cite("CP 8.20.4(b)(iv)"),
    "odd_half": cite("CP 8.20.4(b)(v)"),
}
_BEFORE_FLOP, _AFTER_FLOP = cite("CP 8.17.4"), cite("CP 8.18.4")

GAMES = MappingProxyType(
    {
        Variant.HOLDEM: Game(seats=cite("CP 4.1:Holdem"), deal=_TWO, high=_ANY_MIX),
        Variant.PINEAPPLE: Game(
            hole=3,
            discard_after=0,
            seats=cite("CP 4.1:Pineapple Holdem"),
            deal=_THREE,
            high=_ANY_MIX,
            discard=_BEFORE_FLOP,
        ),
        Variant.CRAZY_PINEAPPLE: Game(
            hole=3,
            discard_after=1,
            seats=cite("CP 4.1:Crazy Pineapple Holdem"),
            deal=_THREE,
            high=_ANY_MIX,
            discard=_AFTER_FLOP,
        ),
        Variant.CRAZY_PINEAPPLE_HI_LO: Game(
            hole=3,
            discard_after=1,
            seats=cite("CP 4.1:Crazy Pineapple Holdem Hi-Lo Eight Qualifier"),
            deal=_THREE,
            discard=_AFTER_FLOP,
            **_HI_LO,  # type: ignore[arg-type]
        ),
        Variant.HOLDEM_HI_LO: Game(
            seats=cite("CP 4.1:Holdem Hi-Lo Eight Qualifier"),
            deal=_TWO,
            **_HI_LO,  # type: ignore[arg-type]
        ),
        Variant.OMAHA: Game(
            hole=4,
            exactly_two=True,
            most_players=10,
            seats=cite("CP 4.1:Omaha"),
            deal=_FOUR,
            high=cite("CP 8.20.4(c)"),
        ),
        Variant.OMAHA_HI_LO: Game(
            hole=4,
            exactly_two=True,
            hi_lo=True,
            most_players=10,
            seats=cite("CP 4.1:Omaha Hi-Lo Eight Qualifier"),
            deal=_FOUR,
            high=cite("CP 8.20.4(d)(i)"),
            low=cite("CP 8.20.4(d)(ii)"),
            both=cite("CP 8.20.4(d)(iii)"),
            no_low=cite("CP 8.20.4(d)(iv)"),
            odd_half=cite("CP 8.20.4(d)(v)"),
        ),
    }
)


class Street(msgspec.Struct, frozen=True):
    """A betting round: what it is called, how many community cards come before it, and where the book says so."""

    name: str
    cards: int
    deal: str
    open: str
    alone: str
    several: str


STREETS = (
    Street("before the flop", 0, cite("CP 8.4"), cite("CP 8.17.1"), cite("CP 8.17.3(a)"), cite("CP 8.17.3(b)")),
    Street("flop", 3, cite("CP 8.18.1"), cite("CP 8.18.2"), cite("CP 8.18.3(a)"), cite("CP 8.18.3(b)")),
    Street("turn", 1, cite("CP 8.19.1"), cite("CP 8.19.2"), cite("CP 8.19.3(a)"), cite("CP 8.19.3(b)")),
    Street("river", 1, cite("CP 8.20.1"), cite("CP 8.20.2"), cite("CP 8.20.3(a)"), cite("CP 8.20.3(b)")),
)
"""The four betting rounds of every game of the book."""
RIVER = len(STREETS) - 1
ALONE_BEFORE_FLOP = cite("CP 8.17.3(a)")


@quick
class LimitKind(StrEnum):
    """How bets are bounded."""

    FIXED = "fixed"
    SPREAD = "spread"
    HALF_POT = "half pot"
    POT = "pot"
    NO_LIMIT = "no limit"


class Limit(msgspec.Struct, frozen=True):
    """A betting limit: its kind, the least bet of each round, and at spread limit the most.

    At fixed limit the least bet is the bet. Where fewer amounts are given than there are rounds, the last one holds on.

    >>> Limit(LimitKind.FIXED, (1000, 1000, 2000)).bet(3)
    2000
    """

    kind: Annotated[LimitKind, asked("Betting limit", "How bets are bounded.", "CP 6.1.1")] = LimitKind.NO_LIMIT
    bets: Annotated[
        tuple[Cents, ...],
        asked(
            "Least bet of each round",
            "One amount, or one for each round with spaces between; the last holds on. At fixed limit it is the bet.",
            "CP 6.1.1",
        ),
    ] = (1000,)
    most: Annotated[
        tuple[Cents, ...], asked("Most of each round", "At spread limit alone, written in the same way.", "CP 6.8")
    ] = ()

    def __post_init__(self) -> None:
        if not self.bets or min(self.bets) < 1 or len(self.bets) > len(STREETS) or len(self.most) > len(STREETS):
            raise ValueError("CP 6.1.1 wants a least bet for each round")
        if (self.kind is LimitKind.SPREAD) != bool(self.most):
            raise ValueError("CP 6.8 wants a most for spread limit, and for no other")
        if any(self.maximum(street) < self.bet(street) for street in range(len(STREETS)) if self.most):
            raise ValueError("CP 6.8 wants a most that is not below the least")

    def bet(self, street: int) -> int:
        """The least bet of a round, which is the bet at fixed limit."""
        return self.bets[min(street, len(self.bets) - 1)]

    def maximum(self, street: int) -> int:
        """The most that is bet or raised in a round of a spread limit."""
        return self.most[min(street, len(self.most) - 1)]

    @property
    def by_the_pot(self) -> bool:
        """Whether the pot bounds what is bet."""
        return self.kind is LimitKind.POT or self.kind is LimitKind.HALF_POT

    @property
    def structured(self) -> bool:
        """Whether raises are counted, and short all-ins measured by half: at fixed and spread limit."""
        return self.kind is LimitKind.FIXED or self.kind is LimitKind.SPREAD


class Readings(msgspec.Struct, frozen=True, kw_only=True):
    """How this table reads what the rulings leave to its terms."""

    rake_once: Annotated[
        bool, asked("The rake is rounded down once", "For the whole hand; otherwise in each pot.", "ruling 115")
    ] = False
    """Ruling 115: the rake is rounded down once for the hand, not in each pot."""
    no_flop_no_rake: Annotated[
        bool, asked("No flop, no rake", "A hand that ends before the flop is not raked.", "ruling 115")
    ] = False
    """Ruling 115: a hand that ends before the flop is not raked."""
    button_posts_small: Annotated[
        bool, asked("Of two players the button posts the small blind", "Otherwise the big one.", "ruling 116")
    ] = False
    """Ruling 116: of two players the one with the button posts the small blind."""
    short_all_ins_add_up: Annotated[
        bool, asked("Short all-ins add up", "All-ins that come to a whole raise open the betting again.", "ruling 117")
    ] = False
    """Ruling 117: short all-ins that come to a whole raise open the betting again."""
    straddle_is_the_raise: Annotated[
        bool, asked("A straddle is the raise", "The least raise over it is as large as the straddle.", "ruling 118")
    ] = False
    """Ruling 118: the least raise over a straddle is as large as the straddle."""
    big_blind_only: Annotated[
        bool, asked("Missed blinds: the big one only", "Who missed blinds posts no small one.", "ruling 119")
    ] = False
    """Ruling 119: whoever missed blinds posts only the big one."""


@quick
class Bet(StrEnum):
    """Side wagers that may be placed (CP 10)."""

    RED = "red"
    BLACK = "black"


FLOP_CHASE_ODDS = Odds(7)
"""What a flop of one colour pays (CP 10.2.2)."""


@quick
class BonusKind(StrEnum):
    """What a bonus prize is (CP 11.1)."""

    CASH = "cash"
    GOODS = "goods"
    SERVICES = "services"


HANDS = tuple([each.name.lower().replace("_", " ") for each in FiveCards])
"""What five cards may make."""


class Bonus(msgspec.Struct, frozen=True, kw_only=True):
    """A bonus prize as the sign shows it: the hand that wins it, and what it is."""

    name: Annotated[str, asked("Name", "What the sign calls the prize.")]
    hand: Annotated[str, one_of(HANDS, "Hand", "What the best five cards must make.", "CP 11.2")]
    """What the best five cards must make, as the book ranks hands."""
    kind: Annotated[BonusKind, asked("Kind", "What the prize is.", "CP 11.1")] = BonusKind.CASH
    cents: Annotated[int, money("Cash")] = 0
    what: Annotated[str, asked("Goods or services")] = ""
    """The goods or services."""

    def __post_init__(self) -> None:
        if self.hand not in HANDS:
            raise ValueError(f"CP 11.2 wants a qualifying outcome: {', '.join(HANDS)}")
        cash = self.kind is BonusKind.CASH
        if not self.name or (self.cents > 0) is not cash or bool(self.what) is cash:
            raise ValueError("CP 11.2 wants the type of a bonus prize: an amount of cash, or goods or services by name")


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """What the sign says of the game, and an area manager may change (CP 6.10)."""

    variant: Annotated[Variant, asked("Game", "One of the games of the book.", "CP 6.1.1")] = Variant.HOLDEM
    limit: Annotated[Limit, asked("Limit")] = Limit()
    blinds: Annotated[
        tuple[Cents, ...],
        asked("Blinds", "In the order in which they are posted; the last is the big blind.", "CP 8.9.1"),
    ] = (500, 1000)
    """The compulsory blinds in the order in which they are posted; the last is the big blind."""
    ante: Annotated[int, money("Ante", "A forced bet of everyone dealt in; none at 0.", "CP 1.1:Pot")] = 0
    """A forced bet of everyone dealt in."""
    blind_ante: Annotated[
        int, money("Ante by the last blind for all", "One forced bet of the big blind for the table.", "CP 1.1:Pot")
    ] = 0
    """A forced bet that the last blind makes for all; it belongs to the pot whoever matches it."""
    minimum_buy_in: Annotated[int, money("Least buy-in", "The chips that someone brings to a seat.", "CP 6.3")] = 20_000
    straddles: Annotated[
        int, asked("Straddles", "How many may follow the big blind, each twice the one before.", "CP 6.5", "CP 8.9.4")
    ] = 0
    """How many over-blinds may follow the last blind."""
    seconds_to_act: Annotated[
        int, asked("Seconds to act", "A time of the table's own; at 0 that of the house.", "CP 6.1.1")
    ] = 0
    """How long a player has to act, where the table has a time of its own."""
    extra_times: Annotated[
        int, asked("Times more may be bought", "How often in a hand a player may buy time.", "CP 6.15.1")
    ] = 0
    """How often in a hand a player may buy more time to act."""
    extra_seconds: Annotated[int, asked("Seconds bought", "How long such time is.", "CP 6.15.1")] = 30
    extra_fee: Annotated[int, money("Fee for time", "What it costs each time.", "CP 6.15.1")] = 0

    def __post_init__(self) -> None:
        if not self.blinds or min(self.blinds) < 0 or not self.blinds[-1]:
            raise ValueError("CP 8.9.1 wants blinds, of which the last is something")
        if len(self.blinds) > self.game.most_players or max(self.amounts) > MOST_CENTS:
            raise ValueError("CP 6.1.1 wants no more blinds than players, and no sums beyond what the house counts")
        if self.blinds[-1] < max(self.blinds):
            raise ValueError("CP 8.9.6 wants the last blind to be the large one")
        if self.blinds[-1] < self.limit.bet(0):
            raise ValueError("CP 6.4 wants a last blind of at least the least bet of the first round")
        forced = min(self.ante, self.blind_ante, self.straddles)
        if forced < 0 or self.minimum_buy_in < 1:
            raise ValueError("CP 6.3 wants a least buy-in, and forced bets of nothing or more")
        if min(self.seconds_to_act, self.extra_times, self.extra_seconds, self.extra_fee) < 0:
            raise ValueError("CP 6.15 wants times to act, and fees for more of them, of nothing or more")

    @property
    def game(self) -> Game:
        """What the game is made of."""
        return GAMES[self.variant]

    @property
    def amounts(self) -> tuple[int, ...]:
        """The sums that players bring to the table and wager in chips."""
        forced = (*self.blinds, self.ante, self.blind_ante)
        return (*forced, *self.limit.bets, *self.limit.most, self.minimum_buy_in)

    @property
    def big_blind(self) -> int:
        """The last compulsory blind."""
        return self.blinds[-1]

    @property
    def small_blind(self) -> int:
        """The compulsory blind before the last, where there is one."""
        return self.blinds[-2] if len(self.blinds) > 1 else 0


class Commission(msgspec.Struct, frozen=True, kw_only=True):
    """What the house takes, by one or several of the book's methods; nothing where nothing is said."""

    per_mille: Annotated[
        int, percentage("Of the pots, in percent", "The rake: 2 to 10 percent, or 0 for none.", "CP 7.2.1")
    ] = 0
    """A percentage of the pots, in thousandths: 20 to 100."""
    hand_fees: Annotated[
        tuple[tuple[Annotated[int, asked("From so many players")], Annotated[int, money("Of a hand")]], ...],
        asked("Fixed sums of a hand", "From so many players on, so much of the pots of a hand.", "CP 7.2.3(b)"),
    ] = ()
    """A fixed sum of the pots of a hand: from so many players on, so much."""
    cap: Annotated[
        int | None,
        money(
            "At most, of a hand",
            "The most that comes out of its pots: a percentage wants it, without one it may be empty.",
            "CP 7.1",
        ),
    ] = None
    """The most that comes out of the pots of a hand."""
    person_fee: Annotated[int, money("Of each player, before a hand", "Paid by everyone dealt in.", "CP 7.2.4(c)")] = 0
    """What each player pays before a hand."""
    hourly_fee: Annotated[int, money("Of each player, for an hour", "Charged in advance.", "CP 7.1")] = 0
    """What each player pays for an hour, in advance."""

    def __post_init__(self) -> None:
        if self.per_mille and not 20 <= self.per_mille <= 100:
            raise ValueError("CP 7.2.1 wants a commission from 2% to 10%")
        if min(self.amounts) < 0:
            raise ValueError("CP 7.1 wants commissions of nothing or more")
        if max(self.amounts) > MOST_CENTS:
            raise ValueError("CP 7.1 wants no commissions beyond what the house counts")
        players = [least for least, _ in self.hand_fees]
        if players != sorted(set(players)) or any(least < 2 for least in players):
            raise ValueError("CP 7.2.3(b) wants the sums of a hand by rising numbers of players")

    def for_hand(self, players: int) -> int:
        """The fixed sum of a hand with so many players."""
        return next((cents for least, cents in reversed(self.hand_fees) if players >= least), 0)

    @property
    def amounts(self) -> tuple[int, ...]:
        """The sums of money that the sign says."""
        return (self.person_fee, self.hourly_fee, self.cap or 0, *[cents for _, cents in self.hand_fees])

    @property
    def from_pots(self) -> bool:
        """Whether something comes out of the pots."""
        return bool(self.per_mille or self.hand_fees)

    @property
    def unsaid(self) -> str:
        """What a sign would have to say beside this, in words; nothing where it says all.

        Hands recorded elsewhere may be raked without a cap. At a table of this house the sign tells the most in money;
        the least is nothing, for a small pot holds no chip that the percentage comes to.
        """
        if self.per_mille and self.cap is None:
            return "CP 7.1 wants the most that a percentage takes of a hand on the sign, in dollars"
        return ""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What a table is set up with."""

    table: str = "crown-poker"
    cards: Source = CardSource.VIRTUAL
    device: Annotated[Device, UNASKED] = Device.SHOE
    seats: Annotated[int, asked("Seats", "Two to ten or eleven, by the game.", "CP 2.1")] = 9
    setting: Annotated[Setting, asked("The game")] = Setting()
    chips: ChipSet = ChipSet((100, 500, 2500, 10_000))
    limits: Annotated[
        dict[str, Limits],
        side_bets(Bet, "The least and the most of a side wager, where it is offered.", "CP 10.1.1(a)"),
    ] = msgspec.field(default_factory=dict)
    """What the sign says of side wagers, where they are offered."""
    readings: Annotated[Readings, asked("House readings", "Where a ruling leaves two readings.")] = Readings()
    commission: Annotated[Commission, asked("What the house takes")] = Commission()
    bonuses: Annotated[tuple[Bonus, ...], asked("Bonus prizes", "As the sign shows them.", "CP 11.2")] = ()
    stand_alone: Annotated[
        bool,
        asked(
            "A stand-alone table",
            "It works without the poker cage, and commission joins its float.",
            "CP 1.1:Stand-alone Table",
        ),
    ] = False
    """Whether the table works without the poker cage, so that commission joins its float."""
    signs_alone: SignedAlone = SIGNS_ALONE
    """What one person of the house gives a player without a second signature, in cents."""
    casino: str = "Croupier"
    version: int = 1

    def __post_init__(self) -> None:
        game = self.setting.game
        if not 2 <= self.seats <= game.most_players:
            raise ValueError(f"{game.seats} allows no more than {game.most_players} players")
        if any(cents % self.chips.smallest for cents in self.setting.amounts):
            raise ValueError("CP 6.2 wants blinds, antes, bets and a buy-in that the chips of the table can make")
        if any(cents % self.chips.smallest for cents in self.commission.amounts):
            raise ValueError("CP 7.1 wants commissions that the chips of the table can pay")
        names = [each.name for each in self.bonuses]
        if len(set(names)) < len(names) or not all(self.chips.can_pay(each.cents) for each in self.bonuses):
            raise ValueError("CP 11.3.1 wants bonus prizes, each with its own name, that chips can pay")
        if not set(self.limits) <= set(Bet):
            raise ValueError("CP 10.1.1 knows no side wagers but on red and on black")
        if self.device is not Device.SHOE:
            raise ValueError("CP 5.2 has the deck held in the dealer's hand")
