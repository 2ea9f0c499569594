"""What Crown Poker's view tells its pages: pots without the bets in front, parts of the pot, and who did what."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from croupier.cards import Card, CardSource
from croupier.games.crown_poker import ENGINE, Setting, State, Terms, Variant, initial, view
from croupier.games.crown_poker.actions import CallBet, Check, Fold, Raise
from croupier.games.crown_poker.blinds import BeginHand
from croupier.games.crown_poker.dealing import CommunityCardsDealt, DealCommunityCards
from croupier.games.crown_poker.seating import SitOut
from croupier.games.crown_poker.straddling import Straddle
from croupier.games.crown_poker.view import TableView
from croupier.table.contract import Actor, Command, Refusal
from croupier.table.declare import EVENTS
from croupier.table.hands import Hand, Spot
from croupier.table.people import Join
from tests.games.sitting import DEALER

ONLOOKER = Actor("", "Onlooker")


class Table:
    """A real table of three: Ann at 1 with $1,000, Bob at 3 with $150, Cy at 4 with $400, blinds of $5 and $10."""

    def __init__(self, **setting: Any) -> None:
        signed = Setting(minimum_buy_in=100_00, **setting)
        self.state: State = initial(Terms(cards=CardSource.REAL, seats=6, setting=signed))
        self.go_on()
        for name, seat, cents in (("ann", 1, 1000_00), ("bob", 3, 150_00), ("cy", 4, 400_00)):
            self.do(Join(cents=cents, seat=seat, player=name, name=name.title()))
        self.do(BeginHand())
        self.go_on()

    def do(self, command: Command) -> None:
        """Have the dealer note it; it must be accepted."""
        decision = ENGINE.decide(self.state, command, DEALER, 0, None)  # type: ignore[arg-type]
        assert not isinstance(decision, Refusal), decision
        for event in decision:
            self.state = ENGINE.evolve(self.state, event)

    def go_on(self) -> None:
        """Do what is due of the dealer, but for what needs cards."""
        while due := ENGINE.due(self.state):
            if due[0].person is not None or isinstance(due[0].command, BeginHand | DealCommunityCards):
                return
            self.do(due[0].command)

    @property
    def seen(self) -> TableView:
        """The table as anyone sees it."""
        return view(self.state, ONLOOKER)

    def at(self, seat: int) -> Any:
        """What anyone sees of a seat."""
        return self.seen.areas[seat - 1]


def test_the_pot_in_the_middle_is_without_the_bets_before_the_players() -> None:
    table = Table()
    betting = table.seen.betting
    assert betting is not None and betting.pot == 15_00
    assert table.seen.pots == ()
    assert [table.at(seat).bet for seat in (1, 3, 4)] == [5_00, 10_00, 0]
    assert [table.at(seat).to_call for seat in (1, 3, 4)] == [5_00, 0, 10_00]


def test_parts_of_the_pot_are_counted_after_the_call_and_no_further_than_the_chips() -> None:
    # Cy calls $10 into $15: half of $25 is $12.50, in whole dollars $12, over the $10 to call; the pot is $25 over it.
    betting = Table().seen.betting
    assert betting is not None
    assert betting.sizes == {"half pot": 22_00, "two thirds": 26_00, "pot": 35_00, "all in": 400_00}
    assert (betting.low, betting.high) == (20_00, 400_00)


def test_a_part_of_the_pot_that_is_just_the_least_bet_is_offered() -> None:
    # Ann and Bob have put in $10 each and Cy has folded: half of $20 is the $10 that a bet comes to at least.
    table = Table()
    for act in (Fold(player="cy"), CallBet(player="ann"), Check(player="bob")):
        table.do(act)
    table.go_on()
    table.do(DealCommunityCards(cards=(Card("2c"), Card("7d"), Card("9h"))))
    betting = table.seen.betting
    assert betting is not None and betting.low == 10_00
    assert betting.sizes == {"half pot": 10_00, "two thirds": 13_00, "pot": 20_00, "all in": 990_00}


def test_each_seat_tells_what_its_player_did_last() -> None:
    table = Table()
    assert [table.at(seat).did for seat in (1, 3, 4)] == ["blind", "blind", ""]
    table.do(Raise(to=30_00, player="cy"))
    table.do(CallBet(player="ann"))
    assert [table.at(seat).did for seat in (1, 3, 4)] == ["calls", "blind", "raises"]
    table.do(Raise(to=150_00, player="bob"))
    assert table.at(3).all_in and table.at(3).did == "raises"
    table.do(Fold(player="cy"))
    assert table.at(4).did == "folds" and not table.at(4).in_hand
    assert table.at(1).to_call == 120_00


def test_side_pots_lie_in_the_middle_once_the_bets_are_collected() -> None:
    table = Table()
    table.do(Raise(to=200_00, player="cy"))
    table.do(CallBet(player="ann"))
    assert table.seen.pots == ()
    table.do(CallBet(player="bob"))
    pots = [(each.cents, each.seats) for each in table.seen.pots]
    assert pots == [(450_00, (1, 3, 4)), (100_00, (1, 4))]


def test_nobody_s_hole_cards_are_in_the_view() -> None:
    assert [table.hand.cards for table in Table().seen.areas if table.player] == [(None, None)] * 3


def test_a_straddle_is_told_from_a_post() -> None:
    table = Table(straddles=1)
    table.do(Straddle(player="cy"))
    table.go_on()
    assert [table.at(seat).did for seat in (1, 3, 4)] == ["blind", "blind", "straddles"]
    table.do(CallBet(player="ann"))
    assert table.at(1).did == "calls" and table.at(4).did == "straddles"


def test_what_coming_in_at_once_takes() -> None:
    # Ruling 119: a newcomer posts the big blind; who has missed both blinds the big one, and the small one dead.
    table = Table()
    table.do(Join(cents=100_00, seat=5, player="dee", name="Dee"))
    assert table.at(5).to_post == 10_00
    assert [table.at(seat).to_post for seat in (1, 3, 4)] == [0, 0, 0]
    table.do(Fold(player="cy"))
    table.do(Fold(player="ann"))
    table.go_on()
    table.do(SitOut(away=True, player="cy"))
    while not (sitting := table.state.sittings["cy"]).owes_big or not sitting.owes_small:
        table.do(BeginHand())
        table.go_on()
        while turn := ENGINE.due(table.state)[0].person:
            table.do(Fold(player=turn))
            table.go_on()
    assert table.at(4).markers == ("absent",)
    assert table.at(4).to_post == 15_00


def test_of_a_flop_a_person_says_which_card_was_entered_wrongly() -> None:
    table = Table()
    for act in (CallBet(player="cy"), CallBet(player="ann"), Check(player="bob")):
        table.do(act)
    table.go_on()
    undo = EVENTS[CommunityCardsDealt].taken_back
    assert undo is not None
    flop, turn = (Card("Ah"), Card("7c"), Card("2d")), (Card("Kd"),)
    table.do(DealCommunityCards(cards=flop))
    (which,) = undo(CommunityCardsDealt(street=1, cards=flop, under=()), table.state)
    assert "nth" not in which.fixed
    for act in (Check(player="ann"), Check(player="bob"), Check(player="cy")):
        table.do(act)
    table.go_on()
    table.do(DealCommunityCards(cards=turn))
    (last,) = undo(CommunityCardsDealt(street=2, cards=turn, under=()), table.state)
    assert last.fixed["nth"] == 4


HOLES = {1: ("ann", "As", "Kd"), 3: ("bob", "9c", "9d"), 4: ("cy", "2h", "3h")}


def showdown(order: tuple[int, ...], holes: dict[int, tuple[str, str, str]] = HOLES, **setting: Any) -> Table:
    """The hand is played out on 4h 5h 6s 7d Jc; these seats, in this order, are still to show what they hold."""
    table = Table(**setting)
    for act in (CallBet(player="cy"), CallBet(player="ann"), Check(player="bob")):
        table.do(act)
    for street in (("4h", "5h", "6s"), ("7d",), ("Jc",)):
        table.go_on()
        table.do(DealCommunityCards(cards=tuple(map(Card, street))))
        for player in ("ann", "bob", "cy"):
            table.do(Check(player=player))
    play = table.state.play
    assert play is not None and play.to_show == (1, 3, 4)
    held = {
        Spot(seat): Hand((Card(one), Card(other)), 0 if seat in order else 3, player)
        for seat, (player, one, other) in holes.items()
    }
    hands = {**table.state.hands, **held}
    table.state = replace(table.state, hands=hands, play=replace(play, to_show=order))
    return table


def unbeaten(table: Table, player: str) -> bool:
    return view(table.state, Actor(player, player.title())).unbeaten


def test_who_is_asked_to_show_is_told_whether_a_hand_in_sight_beats_theirs() -> None:
    # The board is 4h 5h 6s 7d Jc: Cy's 3 makes a straight, Bob has a pair of nines, Ann nothing but an ace.
    assert unbeaten(showdown((1, 3, 4)), "ann"), "nobody has shown yet"
    assert not unbeaten(showdown((1, 3)), "ann"), "Cy's straight lies open"
    assert not unbeaten(showdown((1, 4)), "ann"), "Bob's nines lie open"
    assert unbeaten(showdown((3, 4)), "bob"), "only Ann's ace lies open: what Cy holds is Cy's own business"
    assert unbeaten(showdown((4,)), "cy")


def test_a_hand_in_sight_that_is_as_good_does_not_beat_theirs() -> None:
    # Ann's and Bob's aces with a king are alike on 4h 5h 6s 7d Jc, and Cy has nothing above the jack.
    alike = {1: ("ann", "As", "Kd"), 3: ("bob", "Ac", "Kh"), 4: ("cy", "Th", "9h")}
    assert unbeaten(showdown((3, 4), alike), "bob")
    # With a 2 each has 7-6-5-4-2 for low; Ann's eight makes her a straight for high, and Bob has a king at most.
    low = {1: ("ann", "2s", "8d"), 3: ("bob", "2c", "Kh"), 4: ("cy", "2h", "Kc")}
    hi_lo = Variant.HOLDEM_HI_LO
    assert unbeaten(showdown((3, 4), low, variant=hi_lo), "bob"), "as low as Ann's, whose straight is higher"
    assert not unbeaten(showdown((3, 4), low), "bob"), "there is no low half to win at Holdem"


def test_nobody_but_who_is_asked_is_told_anything_of_it() -> None:
    table = showdown((3, 4))
    assert [unbeaten(table, each) for each in ("ann", "cy", "onlooker")] == [False] * 3
    hidden = {**table.state.hands, Spot(3): Hand((None, None), 0, None)}
    table.state = replace(table.state, hands=hidden)
    assert not unbeaten(table, "bob"), "who has not looked at their cards is told nothing by them"
