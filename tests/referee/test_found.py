"""What the second reading found at the tables, each worked out by hand from the book."""

from __future__ import annotations

from typing import Any

from croupier.games import game
from croupier.games.blackjack.choices import Double, Draw, Split, Stand
from croupier.games.blackjack.early import GoOn, Insure, Surrender, TakeEvenMoney
from croupier.games.blackjack.rescue import KeepDouble, Rescue
from croupier.games.blackjack.settle import ClearLosers, SettleInterim
from croupier.games.blackjack.terms import Bet, Readings, Terms, Variant
from croupier.money import ChipSet, Limits
from croupier.table.contract import Reason
from croupier.table.rounds import AnnounceNoMoreBets, CollectCards
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager
from tests.games.sitting import ANN, BOB, Sitting
from tests.witness import witnesses


class House(Sitting):
    """A table of the Blackjack family with Ann at the first area and Bob at the second."""

    def __init__(self, variant: str = "blackjack", **terms: Any) -> None:
        self.main = Bet.PONTOON if variant == "pontoon" else Bet.BLACKJACK
        super().__init__(game("blackjack"), Terms(variant=Variant(variant), **terms))
        self.sit(ann=1, bob=2)

    def bet(self, who: Any, cents: int, area: int = 1, bet: Bet | None = None) -> None:
        """Place a wager."""
        self.do(PlaceWager(area=area, bet=(bet or self.main).value, cents=cents), who)

    def deal(self, cards: str) -> None:
        """Close bets and give these cards, with whatever is settled in between."""
        self.stack(cards)
        if self.state.stage is Stage.BETTING:
            self.do(AnnounceNoMoreBets())
        self.due_until(lambda: not self.coming)
        while isinstance(self.rules.due(self.state)[0].command, SettleInterim):
            self.due()

    def finish(self) -> None:
        """Settle to where the cards are collected."""
        self.due_until(lambda: isinstance(self.rules.due(self.state)[0].command, CollectCards))


@witnesses("ruling 49", "BJ 10.7.5")
def test_a_double_that_was_kept_may_still_be_rescued_until_the_dealer_draws() -> None:
    table = House("pontoon")
    table.bet(ANN, 1000)
    table.deal("5s 9h 6s")
    table.do(Double(), ANN)
    table.deal("2c")
    table.do(KeepDouble(area=1), ANN)
    table.do(Rescue(area=1), ANN)
    table.finish()
    assert table.won(ANN) == -1000
    assert table.state.cards_of((0, 1)) == ("9h",)


def test_once_the_dealer_has_drawn_it_is_too_late() -> None:
    table = House("pontoon")
    table.bet(ANN, 1000)
    table.deal("5s 2h 6s")
    table.do(Double(), ANN)
    table.deal("2c")
    table.do(KeepDouble(area=1), ANN)
    table.deal("3d")
    assert table.refused(Rescue(area=1), ANN).reason is Reason.NOT_NOW


@witnesses("BJ 7.3.2", "BJ 12.4.1(c)")
def test_who_has_surrendered_may_still_insure() -> None:
    table = House("vegas")
    table.bet(ANN, 1000)
    table.deal("Ts Ah 6s")
    table.do(Surrender(area=1), ANN)
    table.do(Insure(area=1, cents=500), ANN)
    table.deal("Kc")
    table.finish()
    assert table.won(ANN) == -1000 + 2 * 500


@witnesses("BJ 10.6.1(a)(i)")
def test_a_pontoon_is_not_insured_even_before_it_is_paid() -> None:
    table = House("pontoon")
    table.bet(ANN, 1000)
    table.stack("Ks Ah As")
    table.do(AnnounceNoMoreBets())
    table.until(Stage.INTERIM)
    assert "BJ 10.6.1(a)(i)" in table.refused(Insure(area=1), ANN).under


@witnesses("ruling 45", "BJ 6.2.3")
def test_what_chips_cannot_pay_is_rounded_once_for_a_hand_and_its_double() -> None:
    table = House(chips=ChipSet((250, 700, 2500)))
    table.bet(ANN, 1000)
    table.deal("5s 9h 6s")
    table.do(Double(cents=450), ANN)
    table.deal("Ts Tc")
    table.finish()
    # $4.50 is not to be made of chips of $2.50 and $7, but $14.50 is, of one of $7 and three of $2.50.
    assert table.won(ANN) == 1450


@witnesses("BJ 6.2.3", "BJ 7.4.1(b)")
def test_even_money_is_rounded_up_to_chips_too() -> None:
    table = House(chips=ChipSet((250, 700, 2500)))
    table.bet(ANN, 800)
    table.deal("As Ah Ks")
    table.do(TakeEvenMoney(area=1), ANN)
    # 8.00 is not to be made of $2.50 and $7; 9.50 is.
    assert table.won(ANN) == 950


@witnesses("ruling 45")
def test_a_surrendered_half_is_never_rounded_beyond_the_wager() -> None:
    table = House("vegas", chips=ChipSet((250, 700, 2500)), limits={Bet.BLACKJACK: Limits(100, 500)})
    table.bet(ANN, 100)
    table.deal("Ts Kh 6s")
    table.do(Surrender(area=1), ANN)
    table.deal("7c")
    table.finish()
    assert table.won(ANN) == 0


@witnesses("ruling 44", "BJ 15.4.2")
def test_a_wager_with_nothing_at_risk_takes_no_part_and_its_side_bets_go_back() -> None:
    table = House(pairs=True, limits={Bet.BLACKJACK: Limits(500, 1000)})
    table.bet(ANN, 1000)
    table.bet(BOB, 1000)
    table.bet(BOB, 500, bet=Bet.PAIRS)
    table.deal("9s 6h 2s")
    table.do(Double(), ANN)
    assert table.state.asked is None
    table.deal("Ts Tc 5c")
    table.finish()
    assert (table.won(ANN), table.won(BOB)) == (0, 0)


@witnesses("BJ 13 Table 1:* free entry", "ruling 44")
def test_a_side_bet_with_nothing_at_risk_wins_no_entry() -> None:
    table = House(sevens=1, limits={Bet.SEVENS: Limits(100, 1000), Bet.BLACKJACK: Limits(500, 50000)})
    for who in (ANN, BOB):
        table.bet(who, 1000)
        table.bet(who, 1000, bet=Bet.SEVENS)
    table.deal("7s 6h 7s")
    table.do(Draw(), ANN)
    table.deal("7s")
    table.due()
    assert [each.entries for each in table.log if hasattr(each, "entries")] == [("ann",)]


@witnesses("ruling 44", "BJ 6.2.1")
def test_where_every_wager_goes_back_no_card_is_dealt() -> None:
    table = House()
    for cards in ("Ts 6h Tc Tc 9d", ""):
        table.bet(ANN, 100)
        if cards:
            table.deal(cards[:8])
            table.do(Stand(), ANN)
            table.deal(cards[9:])
            table.finish()
            table.due()
    before = table.state.stack("ann")
    table.do(AnnounceNoMoreBets())
    table.do(ClearLosers())
    table.do(CollectCards())
    assert (table.state.stack("ann"), table.state.stage) == (before + 100, Stage.BETTING)


def _split_to_21_and_bust(**readings: bool) -> House:
    """Ann has $10 on each of two hands, a drawn 21 and one that is bust, and the dealer makes Blackjack."""
    table = House(readings=Readings(blackjack_beats_21=False, busts_lost_to_blackjack=False, **readings))
    table.bet(ANN, 1000)
    table.deal("8s Kh 8c")
    table.do(Split(), ANN)
    table.deal("3h")
    table.do(Draw(), ANN)
    table.deal("Tc")
    table.deal("7d")
    table.do(Draw(), ANN)
    table.deal("9d")
    table.deal("Ad")
    table.finish()
    return table


@witnesses("ruling 30", "ruling 31")
def test_a_drawn_21_that_ties_does_not_save_the_bust_hand_beside_it() -> None:
    assert _split_to_21_and_bust().won(ANN) == -1000


@witnesses("ruling 47")
def test_hands_are_not_all_bust_where_one_ties() -> None:
    table = House(
        readings=Readings(blackjack_beats_21=False, busts_lost_to_blackjack=False, all_bust_lost=True), variant="vegas"
    )
    table.bet(ANN, 1000)
    table.deal("8s Kh 8c")
    table.do(GoOn(), ANN)
    table.do(Split(), ANN)
    table.deal("3h")
    table.do(Draw(), ANN)
    table.deal("Tc")
    table.deal("7d")
    table.do(Double(), ANN)
    table.deal("9d")
    table.deal("Ad")
    table.finish()
    assert table.won(ANN) == -1000
