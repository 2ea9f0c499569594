"""Crown Poker: the deck, the deal, what is face down and what is open, and the ranks that the book names."""

from __future__ import annotations

from croupier.books import book
from croupier.cards import DECK, CardSource
from croupier.games import game
from croupier.games.crown_poker import Terms
from croupier.games.crown_poker.actions import CallBet, Check
from croupier.games.crown_poker.dealing import CommunityCardsDealt, HoleCardsDealt, LookAtCards
from croupier.table.care import CheckCards
from croupier.table.contract import Actor, Reason
from croupier.table.dealer_cut import CutDeck, DeckCut
from croupier.table.declare import say
from croupier.table.disputes import DisputeRaised, RaiseDispute
from croupier.table.people import Join
from croupier.table.state import Stage, Step
from tests.games.sitting import DEALER, Sitting
from tests.witness import witnesses

ANN, BOB, CID = (Actor(name, name.title()) for name in ("ann", "bob", "cid"))
ONLOOKER = Actor("onlooker", "Onlooker")


def table(**terms: object) -> Sitting:
    """Three players with a deck ready."""
    sitting = Sitting(game("crown-poker"), Terms(**terms))
    for seat, who in enumerate((ANN, BOB, CID), 1):
        sitting.do(Join(cents=50_000, seat=seat), who)
    return sitting


@witnesses("CP 3.1")
def test_the_deck_is_one_of_every_card_and_no_other_number_passes_the_check() -> None:
    rules = game("crown-poker")
    closed = rules.initial(Terms())
    assert closed.shoe.full == bytes([1]) * len(DECK) and closed.shoe.size == 52
    assert closed.care.step is Step.CHECK
    fresh = Sitting.__new__(Sitting)
    fresh.rules, fresh.state, fresh.log, fresh.coming, fresh.at = rules, closed, [], [], 0
    for cards in (51, 53):
        refusal = fresh.refused(CheckCards(cards=cards))
        assert refusal.reason is Reason.CARDS_DIFFER
    fresh.do(CheckCards(cards=52))


@witnesses("CP 1.1:Cut")
def test_the_dealer_parts_the_deck_once() -> None:
    sitting = table()
    sitting.due_until(lambda: sitting.state.stage is Stage.SETTLED)
    sitting.due_until(lambda: sitting.state.care.step is Step.CUT)
    (cut,) = sitting.do(CutDeck(depth=30))
    assert isinstance(cut, DeckCut) and cut.depth == 30
    assert sitting.refused(CutDeck(depth=30)).reason is Reason.NOT_NOW


@witnesses("CP 1.1:Deal", "CP 1.1:Down card", "CP 1.1:Hole cards")
def test_cards_are_dealt_face_down_and_seen_by_their_player_alone() -> None:
    sitting = table()
    sitting.until(Stage.CHOOSING)
    dealt = [each for each in sitting.log if isinstance(each, HoleCardsDealt)]
    assert sum(each.cards for each in dealt) == 6
    sitting.do(LookAtCards(), ANN)
    view = sitting.rules.view
    own = view(sitting.state, ANN, 0).areas[0].hand.cards
    assert len([card for card in own if card is not None]) == 2
    for viewer in (BOB, ONLOOKER, DEALER):
        assert not any(view(sitting.state, viewer, 0).areas[0].hand.cards)


@witnesses("CP 1.1:Community cards", "CP 1.1:Flop")
def test_the_flop_is_three_cards_opened_together_for_everyone() -> None:
    sitting = table()
    sitting.until(Stage.CHOOSING)
    for who, command in ((CID, CallBet()), (ANN, CallBet()), (BOB, Check())):
        sitting.do(command, who)
    sitting.until(Stage.CHOOSING)
    (flop,) = [each for each in sitting.log if isinstance(each, CommunityCardsDealt)]
    assert len(flop.cards) == 3
    for viewer in (ANN, ONLOOKER, DEALER):
        assert sitting.rules.view(sitting.state, viewer, 0).board.cards == flop.cards


@witnesses("CP 1.1:Dealer", "CP 1.1:TG Higher Duties Dealer", "CP 1.1:TG Area Manager")
@witnesses("CP 1.1:TG Assistant Casino Manager", "CP 1.2")
def test_whoever_stands_above_may_do_what_a_dealer_may_and_not_the_other_way_round() -> None:
    ladder = book("crown-poker").ladder
    house = ladder[ladder.index("dealer") : ladder.index("casino-operator")]
    assert house == ("dealer", "tg-higher-duties-dealer", "tg-area-manager", "tg-assistant-casino-manager")
    for nth, rank in enumerate(house):
        assert book("crown-poker").may(rank, "CP 8.4")
        for clause, lowest in (("CP 3.4", 1), ("CP 13.3", 2), ("CP 13.2.1", 3)):
            assert book("crown-poker").may(rank, clause) is (nth >= lowest)
    assert not book("crown-poker").may("player", "CP 8.4")
    higher = Actor("h", "Higher", "tg-higher-duties-dealer")
    sitting = table()
    begun = sitting.do(sitting.rules.due(sitting.state)[0].command, higher)
    assert all("CP 1.2" in each.under for each in begun)


@witnesses("CP 1.1:VCGLR")
def test_a_complainant_is_told_of_the_commission() -> None:
    sitting = table(cards=CardSource.REAL)
    (raised,) = sitting.do(RaiseDispute(about="the flop"), ANN)
    assert isinstance(raised, DisputeRaised)
    assert "Victorian Commission for Gambling and Liquor Regulation (VCGLR)" in say(raised, {})
