"""Who hears of what: every kind of event declares that it is for everyone, for one player, or for the house."""

from __future__ import annotations

import msgspec
import pytest

from croupier.cards import Card
from croupier.floor.acts import journal
from croupier.floor.acts.floor_part import part as floors
from croupier.floor.reading.audience import INSPECTOR, NOBODY, seat_of
from croupier.games import game, games
from croupier.games.double_chance.play import CardsDiscarded, HandPickedUp
from croupier.games.double_chance.supervision import ActingOrderDirected, PlayersKeptApart
from croupier.games.matchmaker import Terms, initial
from croupier.house import clock_events
from croupier.house.kinds import KINDS
from croupier.table.conduct import ContraventionRecorded
from croupier.table.contract import PLAYER, Actor, Event
from croupier.table.declare import EVENTS, EVERYONE, HOUSE, Part
from croupier.table.declare import heard as declared
from croupier.table.disputes import DisputeDecided, DisputeRuled
from croupier.table.faults import ExcessCardHeld
from croupier.table.permissions import PersonalLimitAgreed
from croupier.table.state import Dispute, Person, Table

ANN, BOB = Actor("ann", "Ann"), Actor("bob", "Bob")
STATE = initial(Terms())


BETWEEN_HOUSE_AND_PLAYER = {
    "PlayerAdvised": "player",
    "PersonalLimitAgreed": "player",
    "AreasPermitted": "player",
    "PlayerExcluded": "player",
    "WinningsSeized": "player",
    "InvestigationConcluded": "player",
    "RulesShown": "person",
    "DeviceConfiscated": "person",
    "DisputeRaised": "complainant",
    "PlayerWarned": "player",
    "PlayerTold": "player",
    "ActingOrderDirected": "player",
    "PlayersKeptApart": "players",
    "ExcludedFromCasino": "player",
}
FOR_THE_HOUSE = {"PersonIntroduced", "ContraventionRecorded", "PersonDetained", "LateErrorRecorded"}
FOR_WHO_COMPLAINED = {"DisputeRuled", "ReviewAsked", "DisputeReviewed", "DisputeDecided"}


def heard(event: Event, viewer: Actor, state: Table) -> Event | None:
    """The event as this viewer of a table hears of it."""
    return declared(event, viewer.id, state, house=viewer.rank != PLAYER)


def at_tables() -> set[type[Event]]:
    """Every event that a table may have on its record."""
    return {event for name in games() for event in game(name).engine.events} | set(floors.events)


@pytest.mark.parametrize("name", games())
def test_every_event_has_exactly_one_audience(name: str) -> None:
    for event in (*game(name).engine.events, *floors.events):
        audience = EVENTS[event].audience
        for_few = [audience.everyone, bool(audience.named_by), audience.found is not None]
        assert sum(for_few) == 1 or audience == HOUSE, event.__name__


def test_declarations_name_only_events_and_fields_that_there_are() -> None:
    known = at_tables() | {event for kind in KINDS for event in kind.part.events}
    known |= {*journal.part.events, *clock_events.part.events}
    for event in known:
        info, fields = EVENTS[event], {*event.__struct_fields__, ""}
        assert info.audience.named_by in fields, event.__name__
        assert {name for each in info.secret for name in (each.field, each.owner, each.unless)} <= fields
    from_the_house = {event for event in EVENTS if event.__module__.startswith("croupier.")}
    assert from_the_house == known


def test_what_was_never_for_the_whole_table_is_not() -> None:
    told = {event.__name__: EVENTS[event].audience for event in at_tables()}
    assert {name: told[name].named_by for name in BETWEEN_HOUSE_AND_PLAYER} == BETWEEN_HOUSE_AND_PLAYER
    assert all(told[name] == HOUSE for name in FOR_THE_HOUSE)
    assert all(told[name].found is not None for name in FOR_WHO_COMPLAINED)
    private = BETWEEN_HOUSE_AND_PLAYER.keys() | FOR_THE_HOUSE | FOR_WHO_COMPLAINED
    assert not any(told[name].everyone for name in private)


class HoleCardsDealt(Event, frozen=True, kw_only=True):
    """An event whose part has not said whom it is for."""

    player: str
    cards: tuple[Card, ...]


class CardsDealt(Event, frozen=True, kw_only=True):
    """An event that is named like one which everyone hears of, and says nothing of its own."""

    player: str
    cards: tuple[Card, ...]


@pytest.mark.parametrize("kind", [HoleCardsDealt, CardsDealt])
def test_an_event_without_a_declared_audience_reaches_the_house_alone(
    kind: type[HoleCardsDealt | CardsDealt], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.table.declare.EVENTS", dict(EVENTS))
    monkeypatch.setattr("croupier.table.declare.KINDS", {})
    Part("unheard-of").tells(kind, says="Cards are dealt.")
    event = kind(player="ann", cards=(Card("As"),), under=())
    at_table = msgspec.structs.replace(STATE, people={"ann": Person("ann", "Ann", 1, 1)})
    assert [heard(event, viewer, at_table) for viewer in (ANN, BOB, NOBODY)] == [None] * 3
    for viewer in (INSPECTOR, Actor("x", "X", "dealer"), Actor("y", "Y", "casino-operator")):
        assert heard(event, viewer, at_table) == event
    namesakes = [event for event in at_tables() if event.__name__ == "CardsDealt"]
    assert namesakes and all(EVENTS[event].audience == EVERYONE for event in namesakes)


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
    state = msgspec.structs.replace(STATE, disputes=(Dispute(1, "ann", "the payment", 3),))
    event = DisputeRuled(dispute=1, ruling="paid rightly", award=0, under=("MM 11.8",))
    assert heard(event, ANN, state) == event
    assert heard(event, BOB, state) is None


def test_a_breach_on_record_is_the_house_s_own_affair() -> None:
    event = ContraventionRecorded(person="ann", clause="MM 11.1", what="…", at=1, round=1, under=("MM 11.1",))
    assert heard(event, ANN, STATE) is None
    assert heard(event, INSPECTOR, STATE) == event


def test_viewers_share_a_message_unless_the_table_knows_them() -> None:
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
