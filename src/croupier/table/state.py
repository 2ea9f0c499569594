"""What every table remembers. A game's own state extends it."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from croupier.cards import Card, CardSource, Shoe
from croupier.money import Limits
from croupier.table.contract import Clauses, Event, Refusal


class Stage(StrEnum):
    """Where a round stands."""

    CLOSED = "closed"
    BETTING = "place your bets"
    NO_MORE_BETS = "no more bets"
    DEALING = "dealing"
    DECIDING = "play or fold"
    CHOOSING = "declare or discard"
    SETTLING = "settling"
    SIXTH_CARD = "sixth card"
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
    gains: tuple[tuple[int, int], ...] = ()
    """Winnings as (round, cents), kept while the player stays."""


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


class Wager(msgspec.Struct, frozen=True):
    """The stake one player has on one bet of one area."""

    area: int
    bet: str
    player: str
    cents: int
    at_risk: int = 0
    sent_back: bool = False
    settled: Settled | None = None

    @property
    def key(self) -> tuple[int, str, str]:
        """What makes it this wager."""
        return (self.area, self.bet, self.player)


class Spoken(msgspec.Struct, frozen=True):
    """A wager called out with value shown that is not yet chips on the layout."""

    player: str
    area: int
    bet: str
    cents: int
    shown: str


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
    shuffle_after: ShuffleCause | None = None
    first_round: bool = True
    pre_shuffled: bool = False
    machine_down: bool = False
    excess: tuple[Card | None, ...] = ()


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


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """One table at one moment."""

    stage: Stage = Stage.CLOSED
    round: int = 0
    shoe: Shoe
    care: Care = Care()
    people: dict[str, Person] = {}
    arrivals: int = 0
    excluded: dict[str, str] = {}
    chips: dict[str, int] = {}
    wagers: tuple[Wager, ...] = ()
    spoken: tuple[Spoken, ...] = ()
    bettors_per_area: int = 3
    limits: dict[str, Limits]
    seats: int
    terms_version: int = 1
    notices: tuple[Notice, ...] = ()
    breaches: tuple[Breach, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    retracting: tuple[str, ...] | None = None
    """Players asked, without an answer yet, whether they take their wagers back; None when nobody is asked."""
    results: tuple[Settled, ...] = ()
    """How the wagers of the round last closed ended."""
    advised: frozenset[str] = frozenset()
    """Who has been told that wagers under the minimum go back, even if they have left since."""

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

    def stack(self, player: str) -> int:
        """The chips a player has in front of them, in cents."""
        return self.chips.get(f"stack:{player}", 0)

    @property
    def source(self) -> CardSource:
        """Whether cards are drawn by the table or entered from a real shoe."""
        raise NotImplementedError

    @property
    def cutting_card_first(self) -> bool:
        """Whether the cutting card must come before another card; a real shoe shows by itself when it does."""
        return self.shoe.cutting_card_next and self.source is CardSource.VIRTUAL

    @property
    def cards_behind_cut(self) -> int:
        """How many cards the dealer leaves behind the cutting card."""
        raise NotImplementedError

    def cards_on_table(self) -> tuple[Card, ...]:
        """Every card lying face up on the layout."""
        raise NotImplementedError

    def obstacle(self, clauses: Any) -> Refusal | None:
        """What keeps a round from going on."""
        raise NotImplementedError

    def cleared(self) -> Self:
        """The table after a round, its layout empty."""
        raise NotImplementedError

    def to_deal(self) -> tuple[int, ...]:
        """The areas that are dealt cards, from the left."""
        raise NotImplementedError

    def retractable(self, player: str) -> tuple[Wager, ...]:
        """The wagers a player who is asked may take back."""
        raise NotImplementedError

    def undecided(self) -> tuple[str, ...]:
        """Those asked whether they take their wagers back who still have some and no answer given."""
        return tuple(player for player in self.retracting or () if self.retractable(player))

    def answered(self, player: str) -> Self:
        """One player fewer to ask."""
        return replace(self, retracting=tuple(each for each in self.retracting or () if each != player))

    def has_bet(self, bet: str) -> bool:
        """Whether the layout has such a bet, whatever may be staked on it now."""
        return bet in self.limits

    def forbids(self, wager: Wager, clauses: Any) -> Refusal | None:
        """Why the game itself does not allow this wager to be placed."""
        return None

    def bars(self, player: str, clauses: Any) -> Refusal | None:
        """Why this player may not come to the table."""
        return None

    def wagered_under(self, bet: str, clauses: Any) -> Clauses:
        """What lets a wager be placed on a bet."""
        return (clauses.before_first_card,)

    def holds(self, wager: Wager, clauses: Any) -> Refusal | None:
        """Why the game itself does not allow this wager to be taken back."""
        return None

    def upon_wager(self, wager: Wager, clauses: Any) -> tuple[Event, ...]:
        """What else follows when this wager is placed or taken back."""
        return ()

    def upon_leaving(self, wagers: tuple[Wager, ...], clauses: Any) -> tuple[Event, ...]:
        """What else follows when these wagers go back otherwise: to a better claim, an exclusion, made void."""
        return ()

    def awaits(self, player: str, clauses: Any) -> Refusal | None:
        """Why this player's wagers cannot be made void just now."""
        return None

    def priced(self, bet: str, clauses: Any) -> Refusal | None:
        """Why the sign cannot change what this bet costs."""
        return None

    def relieved(self) -> Self:
        """The table once wagers have left it: with none to deal for betting is open, with all settled nothing waits."""
        if self.stage is Stage.NO_MORE_BETS and not self.to_deal():
            return replace(self, stage=Stage.BETTING)
        if self.stage is Stage.PAYING and all(each.settled for each in self.wagers):
            return replace(self, stage=Stage.SETTLED)
        return self

    def reoccupied(self) -> Self:
        """The table once someone has come to it while nobody was there."""
        return self

    def upon_retraction(self, wagers: tuple[Wager, ...], clauses: Any) -> tuple[Event, ...]:
        """What else follows when these wagers are taken back after an irregularity."""
        return ()

    def upon_void(self, clauses: Any) -> tuple[Event, ...]:
        """What else follows when the round is void."""
        return ()

    def face_down(self) -> int:
        """How many cards lie on the layout with faces no record shows."""
        return 0

    def limits_for(self, wager: Wager) -> Limits:
        """The sign's limits, or the owner's own where they hold."""
        personal = self.people[wager.player].personal
        return self.limits[wager.bet] if personal is None else personal

    def area_due(self) -> int | None:
        """The area whose card comes next, if a card is due."""
        raise NotImplementedError

    def exactly_payable(self, wager: Wager) -> bool:
        """Whether every win of this wager can be paid exactly in the table's chips; a game with odds says so."""
        raise NotImplementedError

    def seated(self, seat: int) -> Person | None:
        """Who sits there."""
        return next((each for each in self.people.values() if each.seat == seat), None)

    def wagers_of(self, player: str) -> tuple[Wager, ...]:
        """The wagers a player has on the layout."""
        return tuple(each for each in self.wagers if each.player == player)
