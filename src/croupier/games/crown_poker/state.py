"""A Crown Poker table at one moment: who sits how, where the button is, and the hand that is played.

A hole card has no face in the state before its player looks at it or it is shown.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.cards import Card, Shoe
from croupier.cards.quick import quick
from croupier.games.crown_poker.betting import Betting
from croupier.games.crown_poker.terms import Commission, Setting, Terms
from croupier.table.accounts import RACK, RAKE, stack, wallet
from croupier.table.hands import Hand, Spot
from croupier.table.state import Care, Stage, Table, Wager
from croupier.table.words import PLACES

BOARD = Spot(-10)
"""Where the community cards lie, among the hands."""
BURNS = Spot(-11)
"""Where the burn cards lie, unseen."""
MUCK = Spot(-12)
"""Where cards lie that count for nothing, such as boxed ones."""
ASIDE = Spot(-13)
"""Where a community card waits that came too early."""
PLACES[BOARD.area] = "the board"
PLACES[BURNS.area] = "the burn cards"
PLACES[MUCK.area] = "the muck"
PLACES[ASIDE.area] = "the card set aside"
DISCARD = 2
"""The number, among the hands of a seat, of what its player has discarded."""


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """How a player sits at the table between hands."""

    away: bool = False
    waits: bool = False
    """Whether they come into the game only when the big blind is due, unless they post."""
    posts: bool = False
    """Whether they have said that they post to come in at once."""
    owes_big: bool = False
    owes_small: bool = False
    smaller: int = 0
    """How many of the smaller blinds they owe, from the first on; nothing said, all of them."""
    passed: int = 0
    """How many players they have moved past clockwise, less those moved back past, since they paid a big blind."""

    @property
    def owes(self) -> bool:
        """Whether they have let a blind go by, or moved on before one further than is free."""
        return self.owes_big or self.owes_small or self.passed > FREE_MOVE


FREE_MOVE = 2
"""How many live players one may move past clockwise without waiting (CP 8.9.5)."""

SITTING = Sitting()


@quick
class Post(StrEnum):
    """What a chip put in before the cards is."""

    BLIND = "blind"
    LIVE = "post"
    """As much as the big blind, out of turn: it plays like a bet."""
    DEAD = "dead blind"
    """A small blind that was missed: it belongs to the pot and is no bet."""
    ANTE = "ante"
    FEE = "fee"
    """What each player pays to the house before a hand."""
    STRADDLE = "straddle"


class Posted(msgspec.Struct, frozen=True):
    """Chips that one player put in before the cards."""

    seat: int
    player: str
    what: Post
    cents: int
    nominal: int
    """What it should have been, had the chips sufficed."""


class Contender(msgspec.Struct, frozen=True):
    """A player who was dealt into the hand."""

    seat: int
    player: str
    bet: int = 0
    """What lies before them in this round of betting."""
    put: int = 0
    """What they have put in for the pots in this hand altogether."""
    folded: bool = False
    only_calls: bool = False
    """Whether the betting has not been opened again for them: they call or fold."""
    discarded: bool = False
    shown: bool = False
    mucked: bool = False
    """Whether they have given the hand up at the showdown."""
    dead: int = 0
    """What they have put in that is nobody's bet, and part of the main pot whoever matches it."""
    barred: bool = False
    """Whether they checked before their turn, and may not bet or raise in this round."""
    extended: int = 0
    """How often they have bought more time in this hand."""
    extended_at: tuple[int, ...] = ()
    """The street and what it took to stay in when they last did: the turn that it was for."""
    silent: bool = False
    """Whether their hand is dead because the time had run out."""
    wagered: int | None = None
    """The first street on which they put in more than was posted before the cards."""

    def puts_in(self, cents: int, street: int, **changed: Any) -> Contender:
        """The player with so many more chips bet on a street."""
        wagered = street if self.wagered is None else self.wagered
        return replace(self, bet=self.bet + cents, put=self.put + cents, wagered=wagered, **changed)


@quick
class Act(StrEnum):
    """What a player did before their turn."""

    CHECK = "check"
    CALL = "call"
    RAISE = "raise"
    FOLD = "fold"


class Early(msgspec.Struct, frozen=True):
    """An act before its turn: what it would come to in this round, and what it took to stay in when it was made."""

    seat: int
    act: Act
    to: int
    level: int
    all_in: bool = False


class Before(msgspec.Struct, frozen=True):
    """How a round of betting stood before a bet, a raise or a straddle."""

    betting: Betting
    asked: tuple[int, ...]
    bettor: int


class Share(msgspec.Struct, frozen=True):
    """What one player takes of a pot, and for what: `high`, `low`, or alone."""

    seat: int
    player: str
    cents: int
    way: str = ""
    odd: int = 0
    """How much of it is what could not be shared."""
    hand: str = ""
    """What they have won it with, where hands were compared."""


class Pot(msgspec.Struct, frozen=True):
    """One pot of a hand: all that is in it, who plays for it, and once it is pushed who took what."""

    number: int
    cents: int
    seats: tuple[int, ...]
    rake: int = 0
    shares: tuple[Share, ...] = ()


class Prize(msgspec.Struct, frozen=True):
    """A bonus prize that waits to be verified, or once it is, to be handed over."""

    number: int
    seat: int
    player: str
    bonus: str
    kind: str
    cents: int
    what: str
    told_by: str = ""
    verified: bool = False


class Laid(msgspec.Struct, frozen=True):
    """How a hand stood when the cards of a street were laid."""

    puts: tuple[int, ...]
    """What each of the contenders had put in."""
    acted: tuple[int, ...]
    called: int


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """The hand that is played."""

    contenders: tuple[Contender, ...] = ()
    """Those dealt in, clockwise from the button's left."""
    street: int = 0
    betting: Betting = Betting()
    asked: tuple[int, ...] = ()
    """The seats that have yet to act in this round, the one whose turn it is first."""
    acted: tuple[int, ...] = ()
    """The seats that have acted in this round."""
    bettor: int = 0
    """The seat that last bet or raised in this round."""
    raised_from: tuple[Before, ...] = ()
    """How this round stood before each bet, raise or straddle in it."""
    called: int = 0
    """The seat whose bet or raise was last called, in this round or an earlier one."""
    laid: tuple[Laid, ...] = ()
    """How the hand stood when each street that lies there was laid."""
    to_discard: tuple[int, ...] = ()
    chosen: tuple[tuple[int, int], ...] = ()
    """Who has chosen the card to discard before their turn came, and which: seat and place in the hand."""
    to_show: tuple[int, ...] = ()
    early: tuple[Early, ...] = ()
    """What players of this round did before their turn, until it comes."""
    straddler: int = 0
    """The seat whose player is asked whether to straddle."""
    straddles: int = 0
    """How many have straddled."""
    burned: bool = False
    """Whether the burn before the next community cards has been made."""
    acted_before: tuple[int, ...] = ()
    """The seats that acted in earlier rounds of this hand."""
    played: tuple[int, ...] = ()
    """The earlier streets with substantial action."""
    exposed: tuple[int, ...] = ()
    """The seats of which the dealer exposed a card in the deal, once for each card."""
    to_replace: Card | None = None
    """The exposed card that is replaced once the deal is complete."""
    boxed: int = 0
    """How many boxed cards have turned up."""
    unburned: tuple[int, ...] = ()
    """The streets that were found to have come without a burn."""
    river_unburned: bool = False
    """Whether no card is burned before the last community card (CP 9.12.3)."""
    shown_to: tuple[int, ...] = ()
    """The seats whose players have shown their hands to one other."""
    returned: tuple[Card, ...] = ()
    """The community cards that everyone saw and that went back into the deck."""
    burns_then: int = 0
    """How many burn cards lay unseen when the first of them did."""
    moments: tuple[Moment, ...] = ()
    """At a real table, how the hand stood before each act that was entered."""
    slide: int = 0
    """What the house has taken of the pots so far, on the drop slide until they are pushed."""
    pots: tuple[Pot, ...] = ()
    """The pots as they were pushed."""
    told: tuple[tuple[int, str], ...] = ()
    """The seats whose hands were told for a bonus prize, and its name."""
    won: tuple[Prize, ...] = ()
    """The bonus prizes that were verified in this hand."""
    line_before: tuple[int, ...] = ()
    """The seats of button and blinds in the hand before, to which a misdeal goes back."""
    sittings_before: dict[str, Sitting] = msgspec.field(default_factory=dict)
    """How players sat before this hand."""
    sittings_begun: dict[str, Sitting] = msgspec.field(default_factory=dict)
    """How they sat when it had begun, with the blinds that went by in it."""

    def at(self, seat: int) -> Contender:
        """The contender of a seat."""
        for each in self.contenders:
            if each.seat == seat:
                return each
        raise KeyError(seat)

    def others_and(self, who: Contender) -> tuple[Contender, ...]:
        """The contenders, one of them as they are now."""
        contenders, seat = self.contenders, who.seat
        place = 0
        for each in contenders:
            if each.seat == seat:
                break
            place += 1
        return (*contenders[:place], who, *contenders[place + 1 :])

    def of(self, player: str) -> Contender | None:
        """A player's part in the hand."""
        for each in self.contenders:
            if each.player == player:
                return each
        return None

    @property
    def live(self) -> tuple[Contender, ...]:
        """Those who have not folded."""
        return tuple([each for each in self.contenders if not each.folded])

    @property
    def in_pot(self) -> int:
        """All the chips in the middle."""
        return sum([each.put + each.dead for each in self.contenders])

    @property
    def dead(self) -> int:
        """Chips in the pot that are nobody's bet."""
        return sum([each.dead for each in self.contenders])

    @property
    def blinds_only(self) -> bool:
        """Whether nothing has been wagered but what was posted before the cards (CP 7.6)."""
        return all([each.wagered is None for each in self.contenders])

    def chosen_by(self, seat: int) -> int | None:
        """The place of the card that a seat has chosen to discard before its turn."""
        for each, nth in self.chosen:
            if each == seat:
                return nth
        return None

    def early_of(self, seat: int) -> Early | None:
        """What a seat did before its turn."""
        for each in self.early:
            if each.seat == seat:
                return each
        return None

    @property
    def substantial(self) -> bool:
        """Whether two or more players have acted since the cards were dealt."""
        return len({*self.acted, *self.acted_before}) > 1

    def substantial_on(self, street: int) -> bool:
        """Whether two or more players have acted in the betting round of a street."""
        return street in self.played or (street == self.street and len(self.acted) > 1)

    def has_acted(self, seat: int) -> bool:
        """Whether the player of a seat has acted in this hand."""
        return seat in self.acted or seat in self.acted_before


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """How a hand stood before an act of a player was entered."""

    play: Play
    stage: Stage
    hands: dict[Spot, Hand]
    shoe: Shoe
    care: Care
    player: str
    chips: dict[str, int] = msgspec.field(default_factory=dict)
    wagers: tuple[Wager, ...] = ()
    ruling: str = ""
    """The clause of a ruling, where that and no entry is what came after."""


class Change(msgspec.Struct, frozen=True):
    """A change of what is played that has been announced, and who needs no notice of it."""

    setting: Setting
    after_round: int
    at: int
    agreed: tuple[str, ...] = ()


class CashPlay(msgspec.Struct, frozen=True):
    """What the sign of a table that a tournament reserves said for cash play, and says again once it is released."""

    setting: Setting
    commission: Commission


class Gone(msgspec.Struct, frozen=True):
    """Someone who gave up a seat: when, with how many chips, and how they sat, with the blinds they owed."""

    at: int
    cents: int
    sitting: Sitting = SITTING


GONE = Gone(0, 0)
"""Nobody who gave up a seat lately."""


class Waiting(msgspec.Struct, frozen=True):
    """Someone on the waiting list."""

    player: str
    name: str
    first: bool = False
    """Whether they were picked up and came back in time, and so stand before others."""


class State(Table, frozen=True, kw_only=True):
    """What every table remembers, and the button, the blinds, how players sit, and the hand."""

    terms: Terms
    setting: Setting
    line: tuple[int, ...] = ()
    """The seats of the button and of each blind after it, in the hand last begun."""
    again: tuple[int, ...] = ()
    """The seats of the button and the blinds of a misdeal, until the new deal begins."""
    sittings: dict[str, Sitting] = msgspec.field(default_factory=dict)
    """Those of players of whom there is something to say."""
    play: Play | None = None
    prizes: tuple[Prize, ...] = ()
    """Bonus prizes that are not verified yet, or not handed over."""
    prizes_told: int = 0
    """How many bonus prizes were ever told of: their numbers follow on one another."""
    wagers: tuple[Wager, ...] = ()
    """Side wagers: those that wait for a flop, and those of this round that it has decided."""
    commission: Commission = Commission()
    """What the sign says that the house takes."""
    fees_kept: tuple[str, ...] = ()
    """Whose fee for a hand was taken before a misdeal, and is not taken again."""
    charged_at: int | None = None
    """When the time of this table was last charged for."""
    change: Change | None = None
    cash_play: CashPlay | None = None
    """What is put back once a tournament releases the table."""
    level: Setting | None = None
    """The tournament's next level, from the next hand on."""
    closing_agreed: tuple[str, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    picked_up: dict[str, int] = msgspec.field(default_factory=dict)
    """When those last picked up were."""
    unanswered: tuple[str, ...] = ()
    """Whose hand of the round last played was dead because the time had run out."""
    silences: dict[str, int] = msgspec.field(default_factory=dict)
    """How often running the time has run out of those who have not acted themselves since."""
    gone: dict[str, Gone] = msgspec.field(default_factory=dict)
    """Those who gave up a seat lately."""
    vacated: dict[int, int] = msgspec.field(default_factory=dict)
    """In which round each seat last fell free."""
    drawn_out: dict[int, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Who drew a lower card for a seat, until the next hand begins."""
    condemned: bool = False
    """Whether the deck was found defective after the push, and is replaced when its cards are taken up."""
    last: tuple[Pot, ...] = ()
    """How the pots of the hand last played went."""

    @property
    def button(self) -> int:
        """The seat of the button; nothing before the first hand."""
        return self.line[0] if self.line else 0

    @property
    def takes_to(self) -> str:
        """Where commission goes: to the box, or to the float of a table that stands alone."""
        return RACK if self.terms.stand_alone else RAKE

    def wagers_of(self, player: str) -> tuple[Wager, ...]:
        """A player's side wagers."""
        return tuple([each for each in self.wagers if each.player == player]) if self.wagers else ()

    def came_in_round(self, player: str) -> int:
        """What was pushed to a player, and paid for bonus prizes."""
        play = self.play
        if play is None:
            return 0
        pushed = [share.cents for each in play.pots for share in each.shares if share.player == player]
        return sum(pushed) + sum([each.cents for each in play.won if each.player == player])

    def has_chips(self, player: str) -> bool:
        """Whether a player is not all in: they have more than this hand has brought them."""
        return self.stack(player) > self.came_in_round(player)

    def sitting(self, player: str) -> Sitting:
        """How a player sits."""
        return self.sittings.get(player, SITTING)

    def clockwise(self, after: int) -> tuple[int, ...]:
        """All seats clockwise, beginning after one of them."""
        return (*range(after + 1, self.seats + 1), *range(1, after + 1))


def account(state: State, player: str) -> str:
    """Where a player's chips are: at the table, or with them elsewhere once they have gone."""
    return stack(player) if player in state.people else wallet(player)


def initial(terms: Terms) -> State:
    """A closed table with a deck that has not been checked."""
    return State(
        terms=terms,
        setting=terms.setting,
        seats=terms.seats,
        shoe=Shoe.of(1),
        limits=dict(terms.limits),
        commission=terms.commission,
        terms_version=terms.version,
    )
