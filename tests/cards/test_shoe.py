"""A shoe knows how many of each card may still come, and never loses one."""

import pytest

from croupier.cards import DECK, Card, Device, Shoe, full_decks, give, take

ACE = Card("Ah")


def test_a_fresh_shoe_holds_whole_decks() -> None:
    shoe = Shoe.of(6)
    assert (shoe.size, shoe.inside, shoe.discards, shoe.behind_cut) == (312, 312, 0, None)
    assert shoe.unseen == bytes([6]) * len(DECK)


def test_a_card_cannot_come_more_often_than_the_decks_have_it() -> None:
    shoe = Shoe.of(4)
    for _ in range(4):
        assert shoe.may_hold(ACE)
        shoe = shoe.dealt(ACE)
    assert not shoe.may_hold(ACE)
    with pytest.raises(ValueError, match="no Ah is left"):
        shoe.dealt(ACE)
    assert shoe.inside == 204


def test_taking_and_giving_back_a_card_changes_nothing() -> None:
    for card in DECK:
        assert give(take(full_decks(4), card), card) == full_decks(4)


def test_a_card_that_left_unseen_may_still_come_until_it_is_shown() -> None:
    shoe = Shoe.of(4).out_unseen().discarded(1)
    assert (shoe.inside, shoe.discards, sum(shoe.unseen)) == (207, 1, 208)
    assert sum(shoe.shown(ACE).unseen) == 207


def test_a_correction_exchanges_one_card_for_another() -> None:
    shoe = Shoe.of(4).dealt(ACE).corrected(ACE, Card("2c"))
    assert shoe.unseen[ACE.number] == 4 and shoe.unseen[Card("2c").number] == 3
    assert shoe.inside == 207


def test_the_cutting_card_is_next_when_only_the_cards_behind_it_are_left() -> None:
    shoe = Shoe(4, Device.SHOE, full_decks(4), full_decks(4), inside=53, behind_cut=52)
    assert not shoe.cutting_card_next
    assert shoe.dealt(ACE).cutting_card_next
    assert not shoe.dealt(ACE).without_cutting_card().cutting_card_next


def test_a_machine_takes_its_cards_straight_back() -> None:
    machine = Shoe.of(4, Device.MACHINE)
    assert machine.dealt(ACE).dealt(ACE).returned((ACE, ACE)) == machine


def test_a_shuffle_brings_back_every_card_but_those_on_the_table() -> None:
    shoe = Shoe.of(4).dealt(ACE).dealt(Card("2c")).out_unseen().discarded(1)
    again = shoe.reshuffled(on_table=(ACE,))
    assert (again.inside, again.discards, again.behind_cut) == (207, 0, None)
    assert again.unseen == take(full_decks(4), ACE)
