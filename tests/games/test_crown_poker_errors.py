"""What goes wrong in Crown Poker and is put right: chances after cards went back, misdeals and acts taken back."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from croupier.cards import Card, CardSource, pick, take
from croupier.games import game
from croupier.games.crown_poker import State, Terms, Variant
from croupier.games.crown_poker.actions import CallBet, Check
from croupier.games.crown_poker.bad_deals import DealFault, ReportBadDeal
from croupier.games.crown_poker.board_errors import ReportEarlyCards, ReportExtraCards
from croupier.games.crown_poker.chances import deck_counts, hole_counts
from croupier.games.crown_poker.corrections import TakeBackAct
from croupier.games.crown_poker.dealing import DealCommunityCards, LookAtCards, street_due
from croupier.games.crown_poker.showdown import ShowHand
from croupier.games.crown_poker.terms import STREETS, Commission, Limit, LimitKind, Setting
from croupier.table.care import ShuffleCards
from croupier.table.contract import Actor, Command
from croupier.table.dealer_cut import CutDeck
from croupier.table.people import Join
from croupier.table.state import Stage
from tests.games.sitting import DEALER, Sitting

ANN, BOB, CID = (Actor(name, name.title()) for name in ("ann", "bob", "cid"))
BUY_IN = 50_000


class CrownPoker(Sitting):
    """A table of three that plays what is due, with any cards."""

    state: State

    def __init__(self, seed: int = 0, **terms: object) -> None:
        self.chance = Random(seed)
        super().__init__(game("crown-poker"), Terms(**terms))
        for seat, who in enumerate((ANN, BOB, CID), 1):
            self.do(Join(cents=BUY_IN, seat=seat), who)

    def draw(self, counts: bytes) -> Card:
        """The card laid out to come, or else any."""
        return self.coming.pop(0) if self.coming else pick(counts, self.chance.randrange(sum(counts)))

    def entered(self, command: Command) -> Command:
        """At a real table faces are entered."""
        if not self.state.is_real or not isinstance(command, DealCommunityCards | ShowHand):
            return command
        known, hidden = (), STREETS[street_due(self.state) or 1].cards
        if isinstance(command, ShowHand):
            hand = self.state.hand(command.seat)
            known, hidden = hand.faces, hand.hidden
        unseen, cards = self.state.shoe.unseen, list(known)
        for _ in range(hidden):
            cards.append(self.draw(unseen))
            unseen = take(unseen, cards[-1])
        return replace(command, cards=tuple(cards))

    def any_due(self) -> None:
        """Do any of the acts that are due."""
        due = self.chance.choice(self.rules.due(self.state))
        rank = due.rank if due.person is None or not self.state.is_real else "dealer"
        who = due.person if due.person is not None and not self.state.is_real else rank
        self.do(self.entered(due.command), Actor(who, who, rank))

    def betting(self) -> None:
        """Deal, and come to the first betting round."""
        self.until(Stage.CHOOSING)


def test_cards_shuffled_back_come_as_often_as_any_of_the_deck_and_lie_in_no_hand() -> None:
    table = CrownPoker()
    table.betting()
    table.do(CallBet(), CID)
    table.stack("Ks Qs 9h")
    back = {Card("Ks"), Card("Qs"), Card("9h")}
    table.do(ReportEarlyCards())
    counts = deck_counts(table.state, table.state.shoe)
    # 52 cards less six hole cards and one burn: each of the 45 is as likely as any other to come next
    for card in back:
        assert Fraction(counts[card.number], sum(counts)) == Fraction(1, 45)
    # the other 42 of the deck are any of the 49 that nobody has seen
    assert Fraction(counts[Card("2c").number], sum(counts)) == Fraction(42, 45) / 49
    assert all(not hole_counts(table.state)[card.number] for card in back)
    assert sum(hole_counts(table.state)) == 49
    table.do(LookAtCards(), ANN)
    assert not back & set(table.state.hand(1).faces)


def test_a_burn_made_since_may_be_one_of_them() -> None:
    table = CrownPoker()
    table.betting()
    for who, command in ((CID, CallBet()), (ANN, CallBet()), (BOB, Check())):
        table.do(command, who)
    table.until(Stage.CHOOSING)
    for who in (ANN, BOB, CID):
        table.do(Check(), who)
    table.until(Stage.CHOOSING)
    table.stack("Ks Qs") if not {Card("Ks"), Card("Qs")} & set(table.state.hand(-10).faces) else table.stack()
    event = table.do(ReportExtraCards(many=2))[0]
    table.do(ShuffleCards())
    table.do(CutDeck(depth=10))
    for who in (ANN, BOB, CID):
        table.do(Check(), who)
    table.due()  # the burn before the river
    counts = deck_counts(table.state, table.state.shoe)
    # 52 less six hole cards, two burns and four of the board were 40 when they went back; one of these is burned since
    for card in event.cards:  # type: ignore[attr-defined]
        assert Fraction(counts[card.number], sum(counts)) == Fraction(1, 40)


REAL = {"cards": CardSource.REAL, "commission": Commission(per_mille=50, cap=900)}
LIMITS = (Limit(LimitKind.NO_LIMIT, (1000,)), Limit(LimitKind.FIXED, (1000, 1000, 2000)))


@pytest.mark.parametrize("seed", range(12))
def test_any_act_entered_at_a_real_table_is_taken_back_without_a_trace(seed: int) -> None:
    variant = (Variant.HOLDEM, Variant.CRAZY_PINEAPPLE, Variant.OMAHA_HI_LO)[seed % 3]
    table = CrownPoker(seed, setting=Setting(variant=variant, limit=LIMITS[seed % 2]), **REAL)
    before: list[State] = []
    for _ in range(120):
        then = table.state
        if then.play is None:
            before = []
        table.any_due()
        play = table.state.play
        if play is not None and then.play is not None and len(play.moments) > len(then.play.moments):
            before.append(then)
    before = before or [table.state]
    while table.state.play is not None and table.state.play.moments:
        expected = before.pop()
        table.do(TakeBackAct())
        assert table.state.chips == expected.chips
        assert table.state.play is not None and expected.play is not None
        assert replace(table.state.play, moments=()) == replace(expected.play, moments=())
        assert (table.state.hands, table.state.shoe, table.state.stage) == (
            expected.hands,
            expected.shoe,
            expected.stage,
        )


@pytest.mark.parametrize("seed", range(12))
def test_a_misdeal_at_any_moment_leaves_everyone_with_what_they_had(seed: int) -> None:
    table = CrownPoker(seed, **REAL)
    chips, button = dict(table.state.chips), table.state.line
    for _ in range(60):
        table.any_due()
        if table.state.play is None:
            chips, button = dict(table.state.chips), table.state.line
        elif table.chance.random() < 0.1:
            table.do(ReportBadDeal(fault=DealFault.CUT_EXPOSED), DEALER)
            assert table.state.chips == chips
            assert table.state.line == button
            assert table.state.play is None
