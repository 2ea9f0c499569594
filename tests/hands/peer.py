"""The same hand at a table of the book and at PokerKit's: same cards, same acts, and every point where they differ.

PokerKit is a peer, not an oracle. At each decision both are asked who acts, what a call takes and what a raise may come
to; where both allow something it is done in both, so that they never drift apart. A point where they differ is named
after the clause that explains it, or else by what differs.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pokerkit
from pokerkit import Automation

from croupier.cards import BY_CHANCE, DECK, Card, CardSource
from croupier.games.crown_poker import ENGINE, Commission, Limit, LimitKind, Readings, Setting, State, Terms, Variant
from croupier.games.crown_poker import initial as set_up
from croupier.games.crown_poker.acting import asked_bounds
from croupier.games.crown_poker.actions import CallBet, Check, Fold, Raise
from croupier.games.crown_poker.blinds import BeginHand
from croupier.games.crown_poker.dealing import BurnCard, DealCommunityCards, DealHoleCards
from croupier.games.crown_poker.showdown import PushPots, ShowHand
from croupier.games.crown_poker.state import Contender, Play
from croupier.games.crown_poker.terms import STREETS
from croupier.money import ChipSet
from croupier.table.contract import Actor, Command, Refusal
from croupier.table.people import Join
from croupier.table.state import Stage

DEALER = Actor("dealer", "Dealer", "dealer")
GAMES = (
    (Variant.HOLDEM, LimitKind.NO_LIMIT),
    (Variant.HOLDEM, LimitKind.FIXED),
    (Variant.OMAHA, LimitKind.POT),
    (Variant.OMAHA_HI_LO, LimitKind.FIXED),
)
AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
SMALL, BIG = 5, 10


def their_table(variant: Variant, kind: LimitKind, stacks: list[int], rake: Any = None) -> Any:
    """A table of PokerKit's."""
    blinds, many = (SMALL, BIG), len(stacks)
    more = {} if rake is None else {"rake": rake}
    if kind is LimitKind.FIXED:
        game: Any = (
            pokerkit.FixedLimitTexasHoldem
            if variant is Variant.HOLDEM
            else pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter
        )
        return game.create_state(AUTOMATIC, True, 0, blinds, BIG, 2 * BIG, stacks, many, **more)
    game = pokerkit.NoLimitTexasHoldem if variant is Variant.HOLDEM else pokerkit.PotLimitOmahaHoldem
    return game.create_state(AUTOMATIC, True, 0, blinds, BIG, stacks, many, **more)


def our_terms(variant: Variant, kind: LimitKind, many: int, commission: Commission) -> Terms:
    """The same terms under the book, with the blinds of two players as others have them."""
    bets = (BIG, BIG, 2 * BIG) if kind is LimitKind.FIXED else (BIG,)
    return Terms(
        cards=CardSource.REAL,
        seats=many,
        setting=Setting(variant=variant, limit=Limit(kind, bets), blinds=(SMALL, BIG), minimum_buy_in=1),
        chips=ChipSet((1,)),
        readings=Readings(button_posts_small=True),
        commission=commission,
    )


def their_rake(per_mille: int, cap: int | None) -> Any:
    """A percentage of each of their pots, cut down to whole chips."""

    def taken(amount: int, state: Any) -> tuple[int, int]:
        rake = amount * per_mille // 1000
        rake = rake if cap is None else min(cap, rake)
        return rake, amount - rake

    return taken


class Both:
    """One hand played in both."""

    def __init__(
        self,
        game: tuple[Variant, LimitKind],
        chance: Random,
        commission: Commission = Commission(),  # noqa: B008
        rake: Any = None,
    ) -> None:
        self.variant, self.kind = game
        self.chance, self.found = chance, Counter[str]()
        many = chance.randint(2, 6)
        self.stacks = [chance.choice((3, 9, 40, 90, 400)) + chance.randrange(40) for _ in range(many)]
        deck = list(DECK)
        chance.shuffle(deck)
        self.theirs = their_table(self.variant, self.kind, self.stacks, rake)
        self.state: State = set_up(our_terms(self.variant, self.kind, many, commission))
        while due := ENGINE.due(self.state):
            self.do(due[0].command, Actor("staff", "Staff", due[0].rank))
        for seat, cents in enumerate(self.stacks, 1):
            self.do(Join(cents=cents, seat=seat, player=f"p{seat}", name=f"P{seat}"))
        self.do(BeginHand())
        hole = self.state.setting.game.hole
        self.hole = {seat: tuple(deck[(seat - 1) * hole : seat * hole]) for seat in range(1, many + 1)}
        self.board = deck[many * hole : many * hole + 5]
        for cards in self.hole.values():
            self.theirs.deal_hole("".join(card.value for card in cards))
        self.do(DealHoleCards())

    def do(self, command: Command, by: Actor = DEALER) -> None:
        """Something that the book must allow."""
        made = ENGINE.decide(self.state, command, by, 0, BY_CHANCE)
        assert not isinstance(made, Refusal), f"{command}: {made}"
        for event in made:
            self.state = ENGINE.evolve(self.state, event)

    @property
    def play(self) -> Play:
        """Our hand."""
        assert self.state.play is not None
        return self.state.play

    def differ(self, what: str) -> None:
        """Take down a difference."""
        self.found[what] += 1

    def run(self) -> Counter[str]:
        """Play it to the end; what differed, and how often."""
        while self.state.stage is not Stage.SETTLED:
            if self.state.stage is Stage.CHOOSING:
                self.decision()
            elif self.state.stage is Stage.DRAWING:
                self.deal()
            else:
                self.finish()
        ours = [self.state.stack(f"p{seat}") for seat in self.hole]
        if self.state.commission.from_pots:
            self.compare_rake(self.state.commission)
            return self.found
        assert ours == self.second_reading(), "our own stacks are wrong"
        if ours != list(self.theirs.stacks):
            self.differ(self.why_stacks_differ(ours))
        return self.found

    def compare_rake(self, commission: Commission) -> None:
        """What the house has taken in both."""
        pots, cap = self.play.pots, commission.cap
        ours, theirs = sum(each.rake for each in pots), sum(self.stacks) - sum(self.theirs.stacks)
        if ours == theirs:
            return
        of_each = [each.cents * commission.per_mille // 1000 for each in pots]
        equal = len({tuple(share.seat for share in each.shares) for each in pots}) == 1 and len(pots[0].shares) > 1
        if self.play.blinds_only and not ours:
            self.differ(BLINDS_FREE)
        elif not ours and equal and theirs and all(each.put == 0 or not each.folded for each in self.play.contenders):
            self.differ(SHARED_FREE)
        elif len(self.play.live) == 1 and ours >= theirs:
            self.differ(MATCHED_RAISE)
        elif cap is not None and len(pots) > 1 and ours == min(cap, sum(of_each)) < theirs:
            self.differ(ONE_CAP)
        elif len(pots) > 1 and ours == sum(of_each) and 0 < theirs - ours < len(pots):
            self.differ(CUT_IN_EACH)
        else:
            self.differ(f"unexplained rake: {ours} and {theirs} of {pots}")

    def second_reading(self) -> list[int]:
        """The stacks chip by chip from the book alone, hands valued by PokerKit: without rake."""
        put = {each.seat: each.put for each in self.play.contenders}
        live = [each.seat for each in self.play.contenders if not each.folded]
        left = {seat: self.stacks[seat - 1] - cents for seat, cents in put.items()}
        pots: dict[tuple[int, ...], int] = {}
        for chip in range(1, max(put.values()) + 1):
            claims = tuple(seat for seat in live if put[seat] >= chip)
            pots[claims] = pots.get(claims, 0) + sum(cents >= chip for cents in put.values())
        over = pots.pop((), 0)  # folded above every live player
        for place, (claims, cents) in enumerate(pots.items()):
            self.second_share(claims, cents + (over if place == len(pots) - 1 else 0), left)
        return [left[seat] for seat in sorted(left)]

    def second_share(self, claims: tuple[int, ...], cents: int, left: dict[int, int]) -> None:
        """One pot to those who have won it; seats run clockwise from the button's left."""
        if len(claims) == 1:
            left[claims[0]] += cents
            return
        board = "".join(card.value for card in self.board)
        high: dict[int, Any] = {}
        low: dict[int, Any] = {}
        for seat in claims:
            hole = "".join(card.value for card in self.hole[seat])
            kind: Any = pokerkit.StandardHighHand if self.variant is Variant.HOLDEM else pokerkit.OmahaHoldemHand
            high[seat] = kind.from_game(hole, board)
            if self.variant is Variant.OMAHA_HI_LO:
                found = pokerkit.OmahaEightOrBetterLowHand.from_game_or_none(hole, board)
                if found is not None:
                    low[seat] = found
        bottom = cents // 2 if low else 0
        for hands, part in ((high, cents - bottom), (low, bottom)):
            winners = [seat for seat in hands if hands[seat] == max(hands.values())]
            for chip in range(part):
                left[winners[chip % len(winners)]] += 1

    def deal(self) -> None:
        """The next community cards in both; a check that only they ask for is made first."""
        while self.theirs.actor_index is not None:
            assert not self.theirs.checking_or_calling_amount, "they ask for chips that we do not"
            self.theirs.check_or_call()
            self.differ(NO_EMPTY_CHECK)
        street = self.play.street + 1
        cards: list[Card] = self.board[: STREETS[street].cards] if street == 1 else [self.board[street + 1]]
        self.theirs.deal_board("".join(card.value for card in cards))
        self.do(BurnCard())
        self.do(DealCommunityCards(cards=tuple(cards)))

    def finish(self) -> None:
        """Every hand is shown, and the pots go."""
        while self.theirs.actor_index is not None:
            assert not self.theirs.checking_or_calling_amount, "they ask for chips that we do not"
            self.theirs.check_or_call()
            self.differ(NO_EMPTY_CHECK)
        while self.play.to_show:
            seat = self.play.to_show[0]
            self.do(ShowHand(seat=seat, cards=self.hole[seat], player=f"p{seat}"))
        self.do(PushPots())

    def decision(self) -> None:
        """One decision in both."""
        who = self.play.at(self.play.asked[0])
        while self.theirs.actor_index is not None and self.theirs.actor_index != who.seat - 1:
            assert not self.theirs.checking_or_calling_amount, "they ask someone else for chips"
            self.theirs.check_or_call()
            self.differ("someone else is asked to check")
        owed = min(max(0, self.play.betting.level - who.bet), self.state.stack(who.player))
        if self.theirs.actor_index is None:
            assert not owed, f"only we ask {who.player} for {owed}"
            self.differ("only we ask for a check")
            self.do(Check(player=who.player))
            return
        theirs = self.theirs.checking_or_calling_amount
        if theirs != owed:
            self.differ(self.why_call_differs(owed, theirs))
            raise Apart(self.found)
        self.act(who, owed, self.bounds(who))

    def act(self, who: Contender, owed: int, bounds: tuple[int, int] | None) -> None:
        """Something random that both allow."""
        pick = self.chance.random()
        if bounds is not None and pick < 0.4:
            to = bounds[1] if self.chance.random() < 0.15 else min(bounds[1], bounds[0] + self.chance.randrange(25))
            self.theirs.complete_bet_or_raise_to(to)
            self.do(Raise(to=to, player=who.player))
        elif pick > 0.9 and owed:
            self.theirs.fold()
            self.do(Fold(player=who.player))
        else:
            self.theirs.check_or_call()
            self.do(CallBet(player=who.player) if owed else Check(player=who.player))

    def bounds(self, who: Contender) -> tuple[int, int] | None:
        """What both allow a raise to come to; differences are taken down."""
        found = asked_bounds(self.state)
        ours = None if found is None else (found.low, found.high)
        theirs = None
        if self.theirs.can_complete_bet_or_raise_to():
            theirs = (
                self.theirs.min_completion_betting_or_raising_to_amount,
                self.theirs.max_completion_betting_or_raising_to_amount,
            )
        if ours is not None and self.kind is LimitKind.NO_LIMIT:
            ours = (ours[0], who.bet + self.state.stack(who.player))
        if ours == theirs:
            return ours
        self.differ(self.why_bounds_differ(who, ours, theirs))
        if ours is None or theirs is None:
            return None
        low, high = max(ours[0], theirs[0]), min(ours[1], theirs[1])
        return (low, high) if low <= high else None

    def why_call_differs(self, ours: int, theirs: int | None) -> str:
        """The clause behind another amount to call."""
        betting, bets = self.play.betting, [each.bet for each in self.play.contenders]
        if not self.play.street and not betting.raises and betting.level == BIG > max(bets):
            return WHOLE_BLIND
        return f"unexplained call: {ours} and {theirs}"

    def why_bounds_differ(self, who: Contender, ours: tuple[int, int] | None, theirs: tuple[int, int] | None) -> str:
        """The clause behind other bounds of a raise."""
        betting, structured = self.play.betting, self.kind is LimitKind.FIXED
        able = [each for each in self.play.contenders if not each.folded and self.state.stack(each.player)]
        if ours is None:
            if who.only_calls:
                return SHORT_OF_HALF if structured else SHORT_OF_RAISE
            if structured and betting.raises >= 3 and len(able) > 2:
                return THREE_RAISES
        elif theirs is None:
            if all(each.bet + self.state.stack(each.player) <= betting.level for each in able if each is not who):
                return NOBODY_COVERS
            if structured and betting.raises >= 3 and len(able) == 2 and betting.whole == betting.level:
                return HEAD_TO_HEAD if self.theirs.completion_betting_or_raising_count >= 4 else HALF_OPENS
            if structured and self.theirs.consecutive_short_all_in_amounts and betting.whole == betting.level:
                return HALF_OPENS
            if self.theirs.consecutive_short_all_in_amounts and betting.whole > who.bet:
                return WHOLE_RAISE_TOO
        elif structured and betting.level != betting.whole:
            return COMPLETED
        elif structured and self.variant is Variant.OMAHA_HI_LO and ours[0] == theirs[0] and ours[1] < theirs[1]:
            return ONE_SIZE
        return f"unexplained bounds: {ours} and {theirs} in {self.play}"

    def why_stacks_differ(self, ours: list[int]) -> str:
        """The clause behind other stacks at the end; ours are those of a second reading, which is checked apart."""
        pots = self.play.pots
        hi_lo = self.variant is Variant.OMAHA_HI_LO
        if hi_lo and len(pots) > 1:
            return POT_BY_POT
        odd = any(share.odd for each in pots for share in each.shares)
        apart = sum(abs(one - other) for one, other in zip(ours, self.theirs.stacks, strict=True))
        if (odd or (hi_lo and any(each.cents % 2 for each in pots))) and apart <= 2 * len(self.stacks):
            return ODD_CHIPS
        return f"unexplained stacks: {ours} and {list(self.theirs.stacks)}"


WHOLE_BLIND = "ruling 116: a call is the whole big blind, though that is all in for less"
SHORT_OF_HALF = "CP 6.16.2(a): after an all-in short of half a raise those who acted only call"
SHORT_OF_RAISE = "CP 6.16.3, ruling 117: after all-ins short of a raise or of the least bet those who acted only call"
THREE_RAISES = "CP 6.9: three raises, the blind counts as the bet"
HEAD_TO_HEAD = "CP 6.9: no limit of raises head to head"
HALF_OPENS = "CP 6.16.2(b): an all-in of half a raise opens the betting again"
WHOLE_RAISE_TOO = "CP 6.16.2(a), 6.16.3: who faces a whole raise may raise, though a short all-in came after it"
NOBODY_COVERS = "CP 6.6, 7.5: a raise that nobody can match is not forbidden, and goes back"
COMPLETED = "CP 6.16.2(a): an all-in short of half is raised to the structured level"
ONE_SIZE = "CP 6.6: one size of bet at fixed limit in Omaha hi-lo too"
POT_BY_POT = "CP 8.20.4(d), rulings 60 and 63: high and low are shared pot by pot"
ODD_CHIPS = "CP 8.5.1, ruling 60: odd chips one by one from the button's left, the odd half to the high"
NO_EMPTY_CHECK = "ruling 120: no empty check of the last player with chips"
BLINDS_FREE = "CP 7.6: nothing is taken where only blinds were wagered"
SHARED_FREE = "CP 7.8: nothing is taken where all who wagered hold equal hands"
ONE_CAP = "CP 7.7, rulings 64 and 115: one cap for the hand, not one for each pot"
MATCHED_RAISE = "CP 7.2.1, ruling 115: what was matched of the last bets counts, though all fold to them"
CUT_IN_EACH = "CP 7.2.1, ruling 115: cut down to whole chips in each pot, not once for the hand"
RAKED = frozenset({BLINDS_FREE, SHARED_FREE, ONE_CAP, MATCHED_RAISE, CUT_IN_EACH})
"""Every difference in what the house takes."""
EXPLAINED = frozenset(
    {
        WHOLE_BLIND,
        SHORT_OF_HALF,
        SHORT_OF_RAISE,
        THREE_RAISES,
        HEAD_TO_HEAD,
        HALF_OPENS,
        WHOLE_RAISE_TOO,
        NOBODY_COVERS,
        COMPLETED,
        ONE_SIZE,
        POT_BY_POT,
        ODD_CHIPS,
        NO_EMPTY_CHECK,
    }
)
"""Every difference there is between the two."""


class Apart(Exception):
    """The two cannot go on together; what had differed until then."""

    def __init__(self, found: Counter[str]) -> None:
        super().__init__(str(found))
        self.found = found
