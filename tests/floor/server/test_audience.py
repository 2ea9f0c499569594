"""Who hears of what: every kind of event is for everyone, for one player, or for the house."""

from __future__ import annotations

import pytest

from croupier.cards import Card
from croupier.floor.acts.live_table import AutomaticSet, PersonIntroduced, TableRegistered
from croupier.floor.reading.audience import DISPUTES, EVERYONE, INSPECTOR, NOBODY, ONE_PLAYER, THE_HOUSE, heard, seat_of
from croupier.games import GAMES, game
from croupier.games.double_chance.play import CardsDiscarded, HandPickedUp
from croupier.games.double_chance.supervision import ActingOrderDirected, DisputeDecided, PlayersKeptApart
from croupier.games.matchmaker import Terms, initial
from croupier.table.conduct import ContraventionRecorded
from croupier.table.contract import Actor
from croupier.table.disputes import DisputeRuled
from croupier.table.faults import ExcessCardHeld
from croupier.table.permissions import PersonalLimitAgreed
from croupier.table.state import Dispute, Person

ANN, BOB = Actor("ann", "Ann"), Actor("bob", "Bob")
STATE = initial(Terms())


@pytest.mark.parametrize("name", GAMES)
def test_every_event_has_exactly_one_audience(name: str) -> None:
    disputes = {kind.__name__ for kind in DISPUTES}
    classes = [EVERYONE, ONE_PLAYER.keys(), THE_HOUSE, disputes]
    for kind in (*game(name).engine.events, TableRegistered, AutomaticSet, PersonIntroduced):
        assert sum(kind.__name__ in each for each in classes) == 1, kind.__name__


@pytest.mark.parametrize("name", GAMES)
def test_the_lists_name_only_events_that_there_are(name: str) -> None:
    known = {kind.__name__ for each in GAMES for kind in game(each).engine.events}
    known |= {"TableRegistered", "AutomaticSet", "PersonIntroduced"}
    assert EVERYONE | ONE_PLAYER.keys() | THE_HOUSE <= known


def test_a_player_hears_of_a_surplus_card_but_not_which_it_is() -> None:
    event = ExcessCardHeld(card=Card("Th"), under=("MM 9.4",))
    other = ExcessCardHeld(card=Card("2c"), under=("MM 9.4",))
    assert heard(event, ANN, STATE) == heard(other, ANN, STATE) == ExcessCardHeld(card=None, under=("MM 9.4",))
    assert heard(event, INSPECTOR, STATE) == event


def test_what_is_between_the_house_and_one_player_stays_there() -> None:
    event = PersonalLimitAgreed(player="ann", minimum=100, maximum=200, areas=1, under=("MM 6.3",))
    assert heard(event, ANN, STATE) == event
    assert heard(event, BOB, STATE) is None
    assert heard(event, NOBODY, STATE) is None
    assert heard(event, Actor("x", "X", "dealer"), STATE) == event


def test_a_ruling_reaches_the_one_who_complained() -> None:
    import msgspec

    state = msgspec.structs.replace(STATE, disputes=(Dispute(1, "ann", "the payment", 3),))
    event = DisputeRuled(dispute=1, ruling="paid rightly", award=0, under=("MM 11.8",))
    assert heard(event, ANN, state) == event
    assert heard(event, BOB, state) is None


def test_a_breach_on_record_is_the_house_s_own_affair() -> None:
    event = ContraventionRecorded(person="ann", clause="MM 11.1", what="…", at=1, round=1, under=("MM 11.1",))
    assert heard(event, ANN, STATE) is None
    assert heard(event, INSPECTOR, STATE) == event


def test_viewers_share_a_message_unless_the_table_knows_them() -> None:
    import msgspec

    assert seat_of(ANN, STATE) == seat_of(BOB, STATE) == NOBODY
    at_table = msgspec.structs.replace(STATE, people={"ann": Person("ann", "Ann", 1, 1)})
    assert seat_of(ANN, at_table).id == "ann"
    assert seat_of(BOB, at_table) == NOBODY
    excluded = msgspec.structs.replace(STATE, excluded={"bob": "Bob"})
    assert seat_of(BOB, excluded).id == "bob"
    assert seat_of(Actor("x", "X", "dealer"), STATE) == seat_of(Actor("y", "Y", "dealer"), STATE)


def test_a_shared_message_says_what_each_viewer_s_own_would() -> None:
    view = game("matchmaker").view
    for viewer in (ANN, NOBODY, Actor("x", "X", "dealer"), Actor("y", "Y", "pit-boss"), INSPECTOR):
        assert view(STATE, viewer, 0) == view(STATE, seat_of(viewer, STATE), 0)


def test_players_kept_apart_and_one_who_must_act_first_hear_of_it_and_others_do_not() -> None:
    why = "they show each other cards"
    apart = PlayersKeptApart(players=("ann", "bob"), apart=True, why=why, under=("DC 12.11.2",))
    first = ActingOrderDirected(player="ann", first=True, why=why, under=("DC 12.11.1",))
    cem = Actor("cem", "Cem")
    assert [heard(apart, viewer, STATE) for viewer in (ANN, BOB, cem, NOBODY)] == [apart, apart, None, None]
    assert [heard(first, viewer, STATE) for viewer in (ANN, BOB, NOBODY)] == [first, None, None]
    assert heard(apart, INSPECTOR, STATE) == apart


def test_the_operator_s_last_word_reaches_the_one_who_complained() -> None:
    import msgspec

    state = msgspec.structs.replace(STATE, disputes=(Dispute(1, "ann", "the payment", 3),))
    event = DisputeDecided(dispute=1, decision="paid again", award=500, under=("DC 14.13",))
    assert heard(event, ANN, state) == event
    assert heard(event, BOB, state) is heard(event, NOBODY, state) is None


def test_everyone_hears_that_cards_are_picked_up_and_discarded_but_only_their_player_which_they_are() -> None:
    cards = (Card("Th"), Card("2c"))
    discarded = CardsDiscarded(area=1, player="ann", number=2, kept=3, cards=cards, under=("DC 8.4",))
    picked_up = HandPickedUp(area=1, player="ann", cards=cards, under=("DC 8.1",))
    for event in (discarded, picked_up):
        assert heard(event, ANN, STATE) == event
        for viewer in (BOB, NOBODY, INSPECTOR, Actor("x", "X", "dealer")):
            told = heard(event, viewer, STATE)
            assert type(told) is type(event) and not told.cards
    shown = CardsDiscarded(area=1, player="ann", number=2, kept=3, cards=cards, up=True, under=("DC 12.6",))
    assert heard(shown, BOB, STATE) == shown, "the hand had been turned up for all to see"
