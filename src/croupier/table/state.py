"""What every table remembers, and what a table with a bank remembers beside. A game's own state extends one of them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from croupier.cards import Card, CardSource, Shoe
from croupier.cards.quick import quick
from croupier.money import ChipSet, Limits
from croupier.table.accounts import tournament, wallet
from croupier.table.asked import SIGNS_ALONE
from croupier.table.contract import Clauses
from croupier.table.hands import NO_HAND, Hand, Spot


@quick
class Stage(StrEnum):
    """Where a round stands; a game's rules say what it calls these."""

    CLOSED = "closed"
    BETTING = "betting"
    NO_MORE_BETS = "no more bets"
    DEALING = "dealing"
    INTERIM = "interim settlement"
    """What the first cards decide is settled, and early choices are offered, before hands are played."""
    CHOOSING = "choosing"
    """Players decide what to do with their hands."""
    DRAWING = "drawing"
    """Further cards come to hands that stayed."""
    SETTLING = "settling"
    PAYING = "paying"
    SETTLED = "settled"


_BEFORE_CARDS = (Stage.CLOSED, Stage.BETTING, Stage.NO_MORE_BETS)


class Person(msgspec.Struct, frozen=True):
    """A player at the table: the seat, if seated; how many areas are allowed; what the house has told them."""

    id: str
    name: str
    seat: int | None
    arrived: int
    areas: int = 1
    personal: Limits | None = None
    idle: int = 0
    calls_where_seated: bool = False
    """Whether, of several areas, they decide only for the one where they sit."""
    gains: tuple[tuple[int, int], ...] = ()
    """Winnings as (round, cents), kept while the player stays."""


@quick
class Ending(StrEnum):
    """How a wager ended."""

    WON = "won"
    LOST = "lost"
    RETURNED = "returned"


class Settled(msgspec.Struct, frozen=True):
    """How one wager ended, in cents: what came back of the stake, what was taken, what was paid on top, and why."""

    area: int
    bet: str
    player: str
    stake: int
    ending: Ending
    taken: int
    returned: int
    paid: int
    under: Clauses
    odds: str = ""
    hand: int = 1
    """Which hand of the area it was on."""

    @property
    def key(self) -> tuple[int, str, str, int]:
        """The wager whose end this is."""
        return (self.area, self.bet, self.player, self.hand)


class Wager(msgspec.Struct, frozen=True):
    """The stake one player has on one bet of one area."""

    area: int
    bet: str
    player: str
    cents: int
    at_risk: int = 0
    sent_back: bool = False
    settled: Settled | None = None
    hand: int = 1
    """Which hand of the area it is on."""
    held: int = 0
    """What of its payment the house holds while it is looked into."""
    stands: Clauses = ()
    """What lets it be played though it is under the minimum."""

    @property
    def key(self) -> tuple[int, str, str, int]:
        """What makes it this wager."""
        return (self.area, self.bet, self.player, self.hand)

    @property
    def spot(self) -> Spot:
        """The hand it is on."""
        return Spot(self.area, self.hand)

    @property
    def came(self) -> int:
        """What its end has brought its player: stake and payment, less what is held."""
        return 0 if self.settled is None else self.settled.returned + self.settled.paid - self.held

    def open_again(self) -> Self:
        """The wager as it lay before it ended."""
        return replace(self, settled=None, held=0)


class Spoken(msgspec.Struct, frozen=True):
    """A wager called out with value shown that is not yet chips on the layout."""

    player: str
    area: int
    bet: str
    cents: int
    shown: str
    own: bool = False
    """Whether the player said it, not someone of the house for them."""


@quick
class Step(StrEnum):
    """How far the cards are made ready."""

    CHECK = "check the cards"
    SHUFFLE = "shuffle"
    CUT = "cut"
    LOAD = "load the shoe"
    BURN = "burn a card"
    SHOW_BURN = "show the burned card"
    READY = "ready"
    COUNT = "count the cards"


@quick
class ShuffleCause(StrEnum):
    """Why the cards are shuffled."""

    START = "start of play"
    CUTTING_CARD_FIRST = "cutting card came first in the round"
    CUTTING_CARD_LATER = "cutting card came during the round"
    ABNORMAL = "abnormal sequence"
    WARRANTED = "reasonable cause"
    RENEWED = "new cards"
    MISSED = "an earlier shuffle was missed"
    SHOE_EMPTY = "the shoe ran out"
    JAMMED = "the shuffling shoe failed"
    ROUND_OVER = "end of the round"
    VACANT = "the table was vacant"
    TAKEN_BACK = "cards were taken back"


@quick
class Burn(StrEnum):
    """What became of the burn card of this shoe."""

    NOT_DUE = "not due"
    DUE = "due"
    BURNED = "burned"
    SHOWN = "shown"
    MISSED = "missed"


class Care(msgspec.Struct, frozen=True, kw_only=True):
    """The cards between two shuffles: what must be done to them, who is offered the cut, what the burn came to."""

    step: Step = Step.CHECK
    cause: ShuffleCause = ShuffleCause.START
    burn: Burn = Burn.NOT_DUE
    burn_wanted: bool = False
    offered: str | None = None
    declined: tuple[str, ...] = ()
    cut_area: int | None = None
    cut_player: str | None = None
    """On whose area the cutting card came out."""
    shuffle_after: ShuffleCause | None = None
    """Why a shuffle is owed when the round is over."""
    first_round: bool = True
    fresh: bool = False
    """Whether the shuffle came after the last card of the round, so that the next is the first of the shoe."""
    burned_beside: int | None = None
    """How many cards lay on the table when the burn was made."""
    pre_shuffled: bool = False
    machine_down: bool = False
    excess: tuple[Card | None, ...] = ()

    def anew(self, **changes: Any) -> Self:
        """The care of cards begun again, in which whatever is owed, broken or kept aside stays so unless mended."""
        stays = {name: getattr(self, name) for name in _STAYS}
        return type(self)(**{**stays, **changes})


_STAYS = ("machine_down", "pre_shuffled", "shuffle_after", "burn_wanted", "excess")
"""What outlives a shuffle, a replacement and a count until something of its own ends it."""


@quick
class NoticeKind(StrEnum):
    """What a timed sign announces."""

    MINIMUM = "higher minimum"
    CLOSING = "closing"


class Notice(msgspec.Struct, frozen=True):
    """A timed sign on the table."""

    kind: NoticeKind
    posted_at: int
    effective_at: int
    bet: str | None = None
    minimum: int = 0
    after_round: int = 0


class Breach(msgspec.Struct, frozen=True):
    """A contravention on record."""

    person: str
    clause: str
    what: str
    at: int
    round: int


@quick
class DisputeStage(StrEnum):
    """Where a dispute stands."""

    OPEN = "open"
    RULED = "ruled"
    REVIEW = "under review"
    REVIEWED = "reviewed"
    FINAL = "finally decided"


class Dispute(msgspec.Struct, frozen=True):
    """A complaint, the ruling on it, its review, and the last word."""

    number: int
    complainant: str
    about: str
    round: int
    stage: DisputeStage = DisputeStage.OPEN
    ruling: str = ""
    review: str = ""
    decision: str = ""
    """The operator's final word, where the book gives the operator one."""
    by: str = ""
    """Who put it on record: the complainant, or someone of the house."""
    bystander: bool = False
    """Whether the complainant had no wager in that round."""
    overturned: bool = False
    """Whether its ruling was not upheld and the house has not ruled again since."""


class Claim(msgspec.Struct, frozen=True, array_like=True):
    """What one player's wagers of a round could have brought at most, what came of them, and what was awarded since."""

    round: int
    player: str
    most: int
    """Their stakes, with the best that each could be paid."""
    got: int
    """What of that came: stakes that went back, and payments; all of it where a wager is still undecided."""
    awarded: int = 0

    @property
    def room(self) -> int:
        """What an award can still make good."""
        return max(0, self.most - self.got - self.awarded)


class GivenAlone(msgspec.Struct, frozen=True, array_like=True):
    """Value that single persons of the house gave a player since two last signed for something to that player."""

    player: str
    cents: int


class Unsigned(msgspec.Struct, frozen=True):
    """An act of one person that gives value and takes effect only when a second person signs for it."""

    number: int
    kind: str
    """The kind of command."""
    command: str
    """The command itself, as JSON."""
    by: str
    name: str
    rank: str
    cents: int
    to: str
    """Who gets it."""
    barred: tuple[str, ...]
    """Who may not be the second: whoever gets it, asked for it, or gave the first word."""
    dispute: int | None = None
    """The dispute that it decides, if it does."""


class Written(msgspec.Struct, frozen=True):
    """A secret wager that lies face down: what its player wrote is nobody else's until it is opened."""

    player: str
    area: int
    bet: str
    said: str


class Reservation(msgspec.Struct, frozen=True, kw_only=True):
    """What a table knows of the tournament that it is reserved for, and how much has been played since."""

    tournament: str
    """Its id."""
    title: str
    started: int = 0
    """The chips everyone begins with here, in cents of the table's accounts; 0 where nobody has said."""
    held: str = "waiting"
    """Why no round begins now, in words; nothing while play goes on."""
    offered: tuple[str, ...] = ()
    """The bets beside the main one that the conditions offer: all others are off here (ruling 114)."""
    since: int = 0
    """The number of the last round that was played for cash."""
    rounds: int = 0
    """How many rounds have been played since; a misdeal is none (ruling 72)."""
    shoes: int = 0
    """How many shoes have been used up."""
    away: tuple[str, ...] = ()
    """The entrants here who are absent (ruling 113)."""
    limits: dict[str, Limits] = {}
    """What the sign said of the main wager for cash play, and says again once the table is released."""
    secrets: int = 0
    """How many secret wagers everyone may make,"""
    secrets_each_round: bool = False
    """in each round of play, or as long as they play here."""
    written: tuple[Written, ...] = ()
    """Those that lie face down."""
    laid: dict[str, int] = {}
    """How many each has made: in this round, where so many are made in each."""
    bettors: int = 0
    """How many might wager on one area before the conditions varied that; 0 where they do not."""
    money: bool = False
    """Whether its chips are worth in cash what is written on them."""
    rest: bool = False
    """Whether a bank below the minimum may be wagered whole (ruling 92)."""
    varied: dict[str, int] = {}
    """The clauses that the conditions vary, with how many or how much they have instead; 0 where they set one aside."""

    @property
    def account(self) -> str:
        """The tournament's chips that are at no table."""
        return tournament(self.tournament)


class Served(msgspec.Struct, frozen=True, kw_only=True):
    """The tournament that a table has served last: the rounds behind one number up to another were its own."""

    tournament: str
    title: str
    since: int
    until: int
    money: bool = False


class Slip(msgspec.Struct, frozen=True):
    """A slip for chips of the house that waits for a second signature."""

    number: int
    kind: str
    cents: int
    by: str
    rank: str
    chips: tuple[tuple[int, int], ...] = ()
    """Which chips, as their value in cents and how many, where the slip says it."""


class RackCount(msgspec.Struct, frozen=True):
    """What the rack was last counted at, and how far that is from the record."""

    slip: int
    cents: int
    difference: int
    round: int


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """One table at one moment: people, chips, cards, signs and record. What a game decides is in its rules."""

    terms: Any
    stage: Stage = Stage.CLOSED
    shut: bool = False
    """Whether play has been closed by someone since the table was last open."""
    round: int = 0
    shoe: Shoe
    care: Care = Care()
    hands: dict[Spot, Hand] = msgspec.field(default_factory=dict)
    counting: str = ""
    """Why the cards are being counted, if they are."""
    back: str = "red"
    """Which of two decks is in use."""
    people: dict[str, Person] = {}
    arrivals: int = 0
    seats: int
    excluded: dict[str, str] = {}
    chips: dict[str, int] = {}
    limits: dict[str, Limits] = {}
    """What the sign says of each bet."""
    terms_version: int = 1
    notices: tuple[Notice, ...] = ()
    breaches: tuple[Breach, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    """Those that are open, and the last of those that are not; the record keeps the others."""
    raised: int = 0
    """How many disputes there have ever been."""
    departed: tuple[str, ...] = ()
    """Those who left last, the latest at the end: they have been here."""
    claims: dict[str, tuple[Claim, ...]] = {}
    """What the wagers of rounds not long over could have brought, by player; who played last is last."""
    unsigned: tuple[Unsigned, ...] = ()
    """Acts that give value and wait for a second signature."""
    given_alone: tuple[GivenAlone, ...] = ()
    """What single persons of the house gave players, in one sum for each."""
    signatures_asked: int = 0
    """How many such acts there have ever been: their numbers follow on one another."""
    slips: tuple[Slip, ...] = ()
    """Slips of the rack that wait for a second signature."""
    slips_written: int = 0
    """How many there have ever been: their numbers follow on one another."""
    rack_count: RackCount | None = None
    out_of_casino: frozenset[str] = frozenset()
    """People excluded from the casino, not only from this game."""
    reserved: Reservation | None = None
    """What it is reserved for, if it is."""
    served: Served | None = None
    """What it was reserved for before."""

    @property
    def is_open(self) -> bool:
        """Whether play is going on."""
        return self.stage is not Stage.CLOSED

    @property
    def in_play(self) -> bool:
        """Whether a card of this round has been dealt."""
        return self.stage not in _BEFORE_CARDS

    @property
    def dealt_out(self) -> bool:
        """Whether every card of this round has been dealt."""
        return self.stage in (Stage.SETTLING, Stage.PAYING, Stage.SETTLED)

    @property
    def source(self) -> CardSource:
        """Whether cards are drawn by the table or entered from a real shoe."""
        found: CardSource = self.terms.cards
        return found

    @property
    def chip_set(self) -> ChipSet | None:
        """The chips that the table plays with, where its terms name them."""
        found: ChipSet | None = getattr(self.terms, "chips", None)
        return found

    @property
    def signs_alone(self) -> int:
        """The most that one person of the house gives a player without a second signature, in cents."""
        found: int = getattr(self.terms, "signs_alone", SIGNS_ALONE)
        return found

    @property
    def round_now(self) -> int:
        """The number of the round that wagers on the layout are for."""
        return self.round + (self.stage is Stage.BETTING)

    @property
    def is_real(self) -> bool:
        """Whether a dealer enters the cards."""
        return self.terms.cards is CardSource.REAL

    @property
    def cutting_card_first(self) -> bool:
        """Whether the cutting card must come before another card; a real shoe shows by itself when it does."""
        return self.shoe.cutting_card_next and not self.is_real

    def came_in_round(self, player: str) -> int:
        """What a player's stack has got of the round not yet closed."""
        return 0

    @property
    def in_chips(self) -> bool:
        """Whether amounts here count chips that are no money: a tournament's, unless they are worth what they say."""
        return self.reserved is not None and not self.reserved.money

    def away(self, player: str) -> str:
        """Where chips go that come to a player who is not here, or may get none now: at a tournament, to its bank."""
        return wallet(player) if self.reserved is None else self.reserved.account

    def stack(self, player: str) -> int:
        """The chips a player has in front of them, in cents."""
        return self.chips.get(f"stack:{player}", 0)

    def hand(self, area: int, number: int = 1) -> Hand:
        """The cards in one place."""
        return self.hands.get((area, number), NO_HAND)  # type: ignore[call-overload,no-any-return]  # a Spot

    def with_hand(self, spot: Spot, hand: Hand) -> Self:
        """The table with these cards in one place."""
        return replace(self, hands={**self.hands, spot: hand})

    def cards_on_table(self) -> tuple[Card, ...]:
        """Every card on the layout whose face is on record."""
        return tuple([card for hand in self.hands.values() for card in hand.cards if card is not None])

    def face_down(self) -> int:
        """How many cards lie on the layout with faces no record shows."""
        return sum(hand.hidden for hand in self.hands.values())

    def dispute(self, number: int) -> Dispute | None:
        """The dispute of a number, while it is remembered."""
        return next((each for each in self.disputes if each.number == number), None)

    def has_seen(self, player: str) -> bool:
        """Whether someone is at this table, was here not long ago, or has been shut out of it."""
        return player in self.people or player in self.departed or player in self.excluded

    def seated(self, seat: int) -> Person | None:
        """Who sits there."""
        return next((each for each in self.people.values() if each.seat == seat), None)


class BankedTable(Table, frozen=True, kw_only=True):
    """A table where wagers are placed against the house: areas, and the wagers on the layout."""

    wagers: tuple[Wager, ...] = ()
    spoken: tuple[Spoken, ...] = ()
    bettors_per_area: int = 3
    retracting: tuple[str, ...] | None = None
    """Players asked, without an answer yet, whether they take their wagers back; None when nobody is asked."""
    left_on: tuple[tuple[str, int], ...] = ()
    """Of those asked by the area: the players and areas whose wagers stay on."""
    results: tuple[Settled, ...] = ()
    """How the wagers of the round last closed ended."""
    coming_limits: dict[str, Limits] = {}
    """What the sign says of some bets from the next round on."""
    left_behind: tuple[Wager, ...] = ()
    """Settled wagers of this round whose players have left since."""
    given_back: tuple[Wager, ...] = ()
    """Wagers of this round that were in play and have gone back to their owners since."""
    advised: frozenset[str] = frozenset()
    """Who has been told that wagers under the minimum go back, even if they have left since."""

    def with_limits(self, limits: dict[str, Limits], version: int) -> Self:
        """The table with these limits in force; a notice stays up until the minimum it announces is reached."""
        notices = tuple(
            each for each in self.notices if each.bet not in limits or each.minimum > limits[each.bet].minimum
        )
        return replace(self, limits={**self.limits, **limits}, notices=notices, terms_version=version)

    def with_coming_limits(self) -> Self:
        """The table with the limits that were posted for the next round in force."""
        if not self.coming_limits:
            return self
        return replace(self.with_limits(self.coming_limits, self.terms_version + 1), coming_limits={})

    def bets_open_again(self) -> Self:
        """The table once no wager is left of a round that has no card: it never was, and the next begins."""
        return replace(self.with_coming_limits(), stage=Stage.BETTING)

    def came_in_round(self, player: str) -> int:
        """What settled wagers have come to."""
        return sum([wager.came for wager in self.wagers_of(player)])

    def wagers_of(self, player: str) -> tuple[Wager, ...]:
        """The wagers a player has on the layout."""
        return tuple([each for each in self.wagers if each.player == player]) if self.wagers else ()

    def wager(self, area: int, bet: str) -> Wager | None:
        """The wager on a bet of an area, where one player has it."""
        for each in self.wagers:
            if each.area == area and each.bet == bet:
                return each
        return None
