"""The live Double Chance table gives no counsel: it says what the rules ask of a hand, never which cards to keep."""

from __future__ import annotations

import msgspec
import pytest

from croupier.games.double_chance.view import TableView
from croupier.scripts.kinds import Subject
from croupier.table.offers import Offer
from tests.witness import witnesses
from tests.witnesses.chance import table_after

ANN, BOB, DEALER, INSPECTOR = Subject("Ann"), Subject("Bob"), Subject("dealer", "dealer"), Subject("i", "regulator")
NOTHING = ("Ah Kd 9c 5s 3h", "2c 4d 6h 7s 9d", "Ah Kh Qh Js 9h")
DECLARABLE = ("Kc Kd 4h 4s 2c", "Th Jh Qh Kh Ah")


def seen(hand: str, viewer: Subject) -> TableView:
    lines = f"Bob sits at 2 with $100\nAnn bets $10 on wager\nBob bets $10 on wager\ndeal\nAnn picks up: {hand}\n"
    shown = table_after(lines).seen_by(viewer)
    assert isinstance(shown, TableView)
    return shown


def without_faces(view: TableView) -> TableView:
    """The view of a hand with nothing to declare, the cards themselves and the examples of them left out."""
    mine = view.areas[0]
    hand = msgspec.structs.replace(mine.hand, cards=())
    offered = tuple(_without_faces(offer) if offer.type == "DiscardCards" else offer for offer in view.options)
    areas = (msgspec.structs.replace(mine, hand=hand), *view.areas[1:])
    return msgspec.structs.replace(view, areas=areas, options=offered)


def _without_faces(offer: Offer) -> Offer:
    return msgspec.structs.replace(offer, examples=[msgspec.structs.replace(each, cards=()) for each in offer.examples])


@witnesses("DC 14.6", "DC 14.1")
def test_hands_with_nothing_to_declare_are_shown_and_offered_alike() -> None:
    one, other, third = (seen(hand, ANN) for hand in NOTHING)
    assert without_faces(one) == without_faces(other) == without_faces(third)
    (offered,) = [offer.examples for offer in one.options if offer.type == "DiscardCards"]
    # One example for each number that may be kept, by the places of the cards and not by their worth.
    assert [each.cards for each in offered] == [one.areas[0].hand.cards[kept:] for kept in (1, 2, 3)]  # type: ignore[attr-defined]


@witnesses("DC 14.6")
@pytest.mark.parametrize("viewer", [BOB, DEALER, INSPECTOR], ids=lambda who: who.name)
def test_others_are_shown_nothing_of_a_hand_that_they_could_advise_on(viewer: Subject) -> None:
    first = seen(NOTHING[0], viewer)
    for hand in (*NOTHING, *DECLARABLE):
        assert seen(hand, viewer) == first


@witnesses("DC 14.6")
def test_what_is_due_never_depends_on_the_cards_a_player_holds() -> None:
    first = seen(NOTHING[0], ANN).due
    for hand in (*NOTHING, *DECLARABLE):
        assert seen(hand, ANN).due == first


@witnesses("DC 14.6")
def test_a_hand_of_rule_11_is_named_and_cannot_be_broken_up_which_the_rules_themselves_ask() -> None:
    shown = seen(DECLARABLE[0], ANN)
    assert shown.areas[0].hand.name == "two pairs"
    offered = {offer.type for offer in shown.options}
    assert "DeclareHand" in offered
    assert "DiscardCards" not in offered


@witnesses("DC 14.6", "DC 14.1")
def test_the_only_figures_about_winning_are_the_odds_on_the_sign() -> None:
    assert seen(NOTHING[0], ANN).sign.pays == {
        "declared": {
            "royal flush": "200 to 1",
            "straight flush": "50 to 1",
            "four of a kind": "20 to 1",
            "full house": "6 to 1",
            "flush": "4 to 1",
            "straight": "2 to 1",
            "three of a kind": "1 to 1",
            "two pairs": "1 to 1",
            "dead hand": "1 to 1",
        }
    }
