"""What each person may see of hands, discards and sixth cards as a round goes on."""

from __future__ import annotations

import pytest

from croupier.cards import Card, CardSource
from croupier.games.double_chance.play import DeclareHand, DiscardCards
from croupier.games.double_chance.state import DISCARDS
from croupier.games.double_chance.supervision import DirectToActFirst, KeepApart, OrderEnglish
from croupier.games.double_chance.view import AreaView, TableView
from croupier.table.contract import PLAYER, Actor
from croupier.table.declare import told
from croupier.table.state import Stage
from tests.games.chance import (
    INSPECTOR,
    MOMENTS,
    ONE_DOLLAR,
    OPERATOR,
    RULES,
    SUPERVISOR,
    Chance,
    brought_to,
    cards,
    chosen,
    three_players,
)
from tests.games.sitting import ANN, BOB, CEC, DEALER
from tests.witness import witnesses

ONLOOKER = Actor("eve", "Eve")
OTHERS = (BOB, ONLOOKER, DEALER, SUPERVISOR, OPERATOR, INSPECTOR)
BACKS = (None,) * 5


def seen(chance: Chance, who: Actor) -> TableView:
    """The table as someone sees it."""
    view = RULES.view(chance.state, who, chance.at)
    assert isinstance(view, TableView)
    return view


def area(chance: Chance, who: Actor, number: int = 1) -> AreaView:
    """One area as someone sees it."""
    return seen(chance, who).areas[number - 1]


def offers(chance: Chance, who: Actor) -> list[str]:
    """The kind of every command that someone is offered, as often as there are examples of it."""
    return [each.type for each in seen(chance, who).options for _ in each.examples]


@witnesses("DC 7.1")
def test_a_hand_is_seen_by_whoever_picked_it_up_and_by_no_one_else() -> None:
    chance = brought_to("dealt")
    assert area(chance, ANN).hand.cards == BACKS and not area(chance, ANN).picked_up
    chance.pick_up(ANN, "Ks Js 9h 7d 4c")
    mine = area(chance, ANN).hand
    assert mine.cards == cards("Ks Js 9h 7d 4c") and mine.yours and mine.name is None
    for other in OTHERS:
        hand = area(chance, other).hand
        assert (hand.cards, hand.name, hand.yours, hand.up) == (BACKS, None, False, False)
        assert area(chance, other).picked_up


def test_what_a_hand_makes_is_told_to_its_player_alone_until_it_is_turned_up() -> None:
    chance = brought_to("handled")
    chance.declare(CEC, "Ad Kd Qd Jd 9d")
    assert area(chance, CEC, 3).hand.name == "flush"
    for other in OTHERS:
        assert area(chance, other, 3).hand.name is None and area(chance, other, 3).choice == "declared"


@witnesses("DC 8.4", "DC 8.6.2")
def test_discards_lie_face_down_for_all_but_their_player_and_are_never_turned_up() -> None:
    chance = brought_to("handled")
    chance.discard(ANN, "7d 4c")
    assert area(chance, ANN).discards.cards == cards("7d 4c")
    assert area(chance, ANN).hand.cards == cards("Ks Js 9h")
    for other in OTHERS:
        assert area(chance, other).discards.cards == (None, None)
        assert area(chance, other).hand.cards == (None, None, None)
    chance.discard(BOB, "6h 3s", "Qc Tc 8d 6h 3s")
    chance.declare(CEC, "Ad Kd Qd Jd 9d")
    chance.until(Stage.DRAWING)
    for viewer in (ANN, *OTHERS):
        assert area(chance, viewer).hand.cards == cards("Ks Js 9h") and area(chance, viewer).hand.up
        assert area(chance, viewer).discards.cards == ()
        text = RULES.encode(seen(chance, viewer))
        assert b'"7d"' not in text and b'"4c"' not in text


def test_a_declared_hand_stays_known_though_its_cards_are_in_the_rack() -> None:
    chance = brought_to("settling")
    for viewer in (ANN, *OTHERS):
        shown = area(chance, viewer, 3)
        assert shown.hand.cards == cards("Ad Kd Qd Jd 9d") and shown.hand.name == "flush" and shown.racked


@witnesses("DC 8.7")
def test_a_sixth_card_has_no_face_before_it_is_turned_up() -> None:
    chance = brought_to("sixth dealt")
    chance.due()
    assert [area(chance, ANN, number).sixth.card for number in (1, 2)] == [None, None]
    chance.stack("2s")
    chance.due()
    assert area(chance, ONLOOKER).sixth.card == Card("2s") and area(chance, ONLOOKER).sixth.won is True
    assert area(chance, ONLOOKER, 2).sixth.won is None


def test_a_wrong_declaration_is_known_to_all_and_its_cards_to_none() -> None:
    chance = brought_to("handled")
    events = chance.do(DeclareHand(), ANN)
    for other in OTHERS:
        assert area(chance, other).must_discard and area(chance, other).hand.cards == BACKS
        heard = b"".join(RULES.encode(told(event, other.id, house=other.rank != PLAYER)) for event in events)
        assert not any(f'"{card}"'.encode() in heard for card in cards("Ks Js 9h 7d 4c"))


def test_nobody_is_told_what_is_due_by_cards_they_cannot_see() -> None:
    shows = []
    for hand in ("Ks Js 9h 7d 4c", "Kh Qh Jh Th 9h"):
        chance = brought_to("dealt")
        chance.pick_up(ANN, hand)
        shows.append([RULES.encode(seen(chance, other)) for other in OTHERS])
    assert shows[0] == shows[1]


def test_only_its_player_is_offered_discards_and_none_of_a_hand_that_must_be_declared() -> None:
    offered = {}
    for hand in ("Ks Js 9h 7d 4c", "Kh Qh Jh Th 9h"):
        chance = brought_to("dealt")
        chance.pick_up(ANN, hand)
        kinds = [offers(chance, who) for who in (ANN, BOB, DEALER)]
        assert "DiscardCards" not in kinds[1] + kinds[2]
        offered[hand] = kinds[0].count("DiscardCards")
        assert "DeclareHand" in kinds[0]
    assert list(offered.values()) == [3, 0]


def test_what_a_supervisor_directed_is_for_the_house_but_for_what_stands_on_the_table() -> None:
    chance = three_players()
    chance.do(KeepApart(players=("bob", "eve"), why="signs"), SUPERVISOR)
    chance.do(DirectToActFirst(player="ann", why="a glance"), SUPERVISOR)
    chance.do(OrderEnglish(why="whispers"), SUPERVISOR)
    for player in (ANN, BOB, ONLOOKER):
        view = seen(chance, player)
        assert view.supervision is None and b"eve" not in RULES.encode(view)
        assert view.sign.english_only and view.areas[0].acts_first
    directed = seen(chance, INSPECTOR).supervision
    assert directed is not None and directed.kept_apart == (("bob", "eve"),) and directed.act_first == ("ann",)


def test_the_sign_shows_every_odd_the_price_and_the_maximum_payout() -> None:
    sign = seen(Chance(jackpot=ONE_DOLLAR, maximum_payout=500_00), ONLOOKER).sign
    assert sign.pays["declared"]["royal flush"] == "200 to 1" and len(sign.pays["declared"]) == 9
    assert sign.pays["jackpot"]["dead hand"] == "75 to 1" and len(sign.pays["jackpot"]) == 7
    assert (sign.maximum_payout, sign.limits["jackpot"].minimum) == (500_00, 1_00)
    assert "jackpot" not in seen(Chance(), ONLOOKER).sign.pays


@pytest.mark.parametrize("moment", MOMENTS)
def test_at_a_real_table_no_face_is_on_record_before_the_dealer_turns_it_up(moment: str) -> None:
    chance = brought_to(moment, cards=CardSource.REAL)
    if moment in ("dealt", "handled"):
        chosen(chance)
    if MOMENTS.index(moment) <= MOMENTS.index("handled"):
        assert not chance.state.cards_on_table() and set(chance.state.shoe.unseen) == {1}
    else:
        assert all(hand.up for hand in chance.state.hands.values() if hand.faces)
    assert not any(hand.faces for spot, hand in chance.state.hands.items() if spot.hand == DISCARDS)


def test_discards_of_a_hand_that_everyone_saw_are_no_secret() -> None:
    chance = brought_to("handled", cards=CardSource.REAL)
    for who in (ANN, BOB, CEC):
        chance.do(DeclareHand(player=who.id))
    chance.stack("Ac Kd Qd Jd 9d")
    chance.due()
    for viewer in OTHERS:
        assert area(chance, viewer, 3).hand.cards == cards("Ac Kd Qd Jd 9d") and area(chance, viewer, 3).must_discard
    events = chance.do(DiscardCards(cards=cards("Jd 9d")), CEC)
    assert all(told(event, ONLOOKER.id) == event for event in events)
