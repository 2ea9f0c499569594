"""Views hide: states that differ only in what a viewer may not see look the same to that viewer, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from croupier.cards import DECK, Card, CardSource, Counts, Drawn, give, take
from croupier.games import crown_poker, double_chance, game, games
from croupier.games.crown_poker.dealing import LookAtCards
from croupier.games.double_chance.play import CardsDiscarded, HandPickedUp, PickUpHand
from croupier.games.three_card_poker.play import HandSeen, LookAtHand
from croupier.scripts.finding import values_in
from croupier.table.contract import Actor, Command, Event, Refusal
from croupier.table.declare import told
from croupier.table.hands import Hand, Spot
from croupier.table.state import BankedTable, Breach, Dispute, Stage, Table
from tests.conformance import nonsense
from tests.conformance.hidden import with_other_faces
from tests.conformance.tables import TABLES
from tests.conformance.walk import PLAYERS, Walk, drawing, everyone
from tests.strength import tries

PLACES = [(name, table) for name in games() for table in TABLES[name]]
STRANGER = "a stranger"


def twins(state: Table, chance: Random) -> Iterator[tuple[str, Table]]:
    """The state with something changed that no player other than a stranger may see, and what that is."""
    breach = Breach(STRANGER, "MM 11.1", "a counting device", 0, state.round)
    yield "a contravention", replace(state, breaches=(*state.breaches, breach))
    yield "an exclusion", replace(state, excluded={**state.excluded, STRANGER: STRANGER})
    dispute = Dispute(len(state.disputes) + 1, STRANGER, "a payment", state.round)
    yield "another's dispute", replace(state, disputes=(*state.disputes, dispute))
    yield "money held", replace(state, chips={**state.chips, "rack": state.chips.get("rack", 0) - 5, "held:x": 5})
    if isinstance(state, BankedTable):
        yield "advice given", replace(state, advised=state.advised | {STRANGER})
    if isinstance(state, crown_poker.State):
        yield "when someone was picked up", replace(state, picked_up={**state.picked_up, STRANGER: 0})
    people = {key: replace(each, gains=((1, 500),), idle=0) for key, each in state.people.items()}
    yield "winnings remembered", replace(state, people=people)
    if isinstance(state, double_chance.State):
        yield "players kept apart", replace(state, kept_apart=(*state.kept_apart, (STRANGER, "another")))
        yield "a voucher", replace(state, vouchers=state.vouchers | {STRANGER})
        yield "an exclusion from the casino", replace(state, out_of_casino=state.out_of_casino | {STRANGER})
    unseen = exchanged(state.shoe.unseen, chance)
    yield "the cards still to come", replace(state, shoe=replace(state.shoe, unseen=unseen))
    for place, card in enumerate(state.care.excess):
        if card is not None:
            other, aside = another(state.shoe.unseen, chance), list(state.care.excess)
            aside[place] = other
            shoe = replace(state.shoe, unseen=take(give(state.shoe.unseen, card), other))
            yield "a card held aside", replace(state, shoe=shoe, care=replace(state.care, excess=tuple(aside)))


def another(counts: Counts, chance: Random) -> Card:
    """A card that may still come."""
    return chance.choice([card for card in DECK if counts[card.number]])


def exchanged(counts: Counts, chance: Random) -> Counts:
    """The counts with one card exchanged for another."""
    return give(take(counts, another(counts, chance)), chance.choice(DECK))


@pytest.mark.parametrize(("name", "table"), PLACES)
def test_players_see_and_are_refused_the_same_whatever_is_hidden(name: str, table: str) -> None:
    rules, chance = game(name), Random(table)
    walk = Walk(rules, TABLES[name][table], seed=11)
    compared = set()
    for _ in range(tries(24, 40)):
        for _ in range(6):
            walk.step()
        viewer = chance.choice(PLAYERS)
        seen = rules.encode(rules.view(walk.state, viewer, walk.at))
        commands = [nonsense.command(rules.engine.commands, walk.words, chance) for _ in range(20)]
        answers = [rules.decide(walk.state, command, viewer, walk.at, drawing(1)) for command in commands]
        for hidden, twin in twins(walk.state, chance):
            compared.add(hidden)
            assert rules.encode(rules.view(twin, viewer, walk.at)) == seen, f"{hidden} shows"
            for command, first in zip(commands, answers, strict=True):
                second = rules.decide(twin, command, viewer, walk.at, drawing(1))
                if isinstance(first, Refusal) or isinstance(second, Refusal):
                    assert first == second, f"{hidden} shows in the answer to {command}"
    assert len(compared) >= 7


@pytest.mark.parametrize("name", games())
def test_the_face_of_a_card_held_aside_shows_to_no_player(name: str) -> None:
    rules = game(name)
    state = rules.initial(next(terms for terms in TABLES[name].values() if terms.cards is CardSource.REAL))
    seen = set()
    for card in (Card("Ah"), Card("2c"), None):
        shoe = state.shoe.out_unseen() if card is None else state.shoe.out_unseen().shown(card)
        held = replace(state, shoe=shoe, care=replace(state.care, excess=(card,)))
        seen.add(rules.encode(rules.view(held, PLAYERS[0])))
    assert len(seen) == 1 and b'"held_aside":1' in seen.pop()


@pytest.mark.parametrize(("name", "table"), [each for each in PLACES if "real" in each[1]])
def test_players_at_a_real_table_are_asked_for_no_card_that_does_not_lie_open(name: str, table: str) -> None:
    """Whose faces they are, a dealer reads them: what a player could enter would be believed."""
    rules = game(name)
    walk = Walk(rules, TABLES[name][table], seed=5)
    offered = 0
    for _ in range(tries(60, 120)):
        walk.step()
        for player in PLAYERS:
            seen = rules.view(walk.state, player, walk.at)
            in_sight = {card for hand in walk.state.hands.values() for card in hand.visible_to(player.id)}
            for option in seen.options:
                named = {each.value for each in values_in(option.examples) if isinstance(each.value, Card)}
                offered += bool(option.examples)
                assert named <= in_sight, f"{player.id} may enter {named - in_sight}: {option.type}"
    assert offered > tries(50, 100)


@pytest.mark.parametrize("name", games())
def test_the_house_and_the_inspector_see_what_players_do_not(name: str) -> None:
    rules = game(name)
    state = rules.initial(next(iter(TABLES[name].values())))
    breach = Breach("p1", "MM 11.1", "a counting device", 0, 0)
    state = replace(state, breaches=(breach,), disputes=(Dispute(1, "p1", "a payment", 0),))
    for rank in (*rules.engine.book.ladder[1:], "regulator"):
        seen = rules.view(state, Actor("someone", "Someone", rank))
        assert seen.house is not None and seen.house.breaches == (breach,)
        assert len(seen.disputes) == 1
    (own,) = rules.view(state, Actor("p1", "P1")).disputes
    assert (own.number, own.complainant, own.about) == (1, "p1", "a payment")
    other = rules.view(state, Actor("p2", "P2"))
    assert other.house is None and other.disputes == ()


LOOKS: dict[str, tuple[Stage, Command]] = {
    "three-card-poker": (Stage.CHOOSING, LookAtHand()),
    "double-chance": (Stage.CHOOSING, PickUpHand()),
    "crown-poker": (Stage.CHOOSING, LookAtCards()),
}
"""How a player looks at a hand, and when."""
FACE_DOWN = [(n, t) for n in LOOKS for t, terms in TABLES[n].items() if terms.cards is CardSource.VIRTUAL]
SHOWN_BY = ("SettleArea", "NominateCards", "TurnUpHand", "DeclareHand", "ShowHand", "AskToSee", "InspectHand")
"""What lets everyone, or the house, learn something of a hand: the rules have it shown, judged or inspected then."""


class NoDraw(Exception):
    """A card was asked for: what follows is new to everyone."""


def _refuse(counts: Counts) -> Card:
    raise NoDraw


REFUSE_TO_DRAW = Drawn(_refuse)
"""Chance for acts that must not need any."""


@pytest.mark.parametrize(("name", "table"), FACE_DOWN)
def test_faces_only_their_player_saw_show_to_no_one_else(name: str, table: str) -> None:
    rules, chance = game(name), Random(table)
    stage, look = LOOKS[name]
    compared, answered, enough = 0, 0, tries(100, 300)
    for seed in range(70, 85):
        walk = Walk(rules, TABLES[name][table], seed)
        for _ in range(250):
            if compared > enough:
                break
            walk.step()
            if walk.state.stage is stage:
                for player in PLAYERS:
                    walk.do(look, player)
            state = walk.state
            twins_with_owners = list(with_other_faces(state, chance))
            for twin, owner in chance.sample(twins_with_owners, min(1, len(twins_with_owners))):
                for viewer in (each for each in everyone(rules) if each.id != owner):
                    seen, other = (rules.encode(rules.view(each, viewer, walk.at)) for each in (state, twin))
                    assert seen == other, f"the hand of {owner} shows to {viewer.rank}"
                    why_not, otherwise = (dict(rules.engine.closed(each, viewer, walk.at)) for each in (state, twin))
                    shows = [kind for kind, why in why_not.items() if otherwise.get(kind) != why]
                    assert shows == [], f"a face shows in why {shows} cannot be done"
                    compared += 1
                    command = nonsense.command(rules.engine.commands, walk.words, chance)
                    answered += answers_alike(walk, command, viewer, twin)
                    for option in rules.options(state, viewer, walk.at):
                        if type(option.command).__name__ not in SHOWN_BY:
                            answered += answers_alike(walk, option.command, viewer, twin)
                own, other = (rules.encode(rules.view(each, Actor(owner, owner))) for each in (state, twin))
                taken = getattr(twin, "taken_area", 0)
                named_from_memory = taken and twin.hand(taken).seen_by == owner
                assert named_from_memory or not owner or own != other, "the player does not see their own hand"
    assert compared > enough and answered > enough


def answers_alike(walk: Walk, command: Command, by: Actor, twin: Table) -> int:
    """Whoever may not see a hand is answered, and told of what happens, the same whatever is in it."""
    rules = walk.game
    try:
        first, second = (rules.decide(each, command, by, walk.at, REFUSE_TO_DRAW) for each in (walk.state, twin))
    except NoDraw:
        return 0
    if isinstance(first, Refusal) or isinstance(second, Refusal):
        assert first == second, f"a hidden face shows in the answer to {command}"
    elif type(command).__name__ not in SHOWN_BY:
        heard = [
            [rules.encode(told(event, by.id, house=by.rank != "player")) for event in events]
            for events in (first, second)
        ]
        assert heard[0] == heard[1], f"a hidden face shows in what {command} leads to"
    return 1


SOME = (Card("Ah"), Card("Kd"), Card("2c"))
OTHERS = (Card("3s"), Card("3d"), Card("3c"))
PRIVATE: list[tuple[str, type[Event], dict[str, object]]] = [
    ("three-card-poker", HandSeen, {"under": ("TCP 9.5.1",)}),
    ("double-chance", HandPickedUp, {"under": ("DC 8.1",)}),
    ("double-chance", CardsDiscarded, {"under": ("DC 8.4",), "number": 3, "kept": 2}),
]


@pytest.mark.parametrize(("name", "kind", "fields"), PRIVATE)
def test_cards_in_a_player_s_hand_are_told_without_faces_to_all_others(
    name: str, kind: type[Event], fields: dict[str, object]
) -> None:
    rules = game(name)
    events = [kind(area=1, player="p1", cards=cards, **fields) for cards in (SOME, OTHERS)]
    for viewer in everyone(rules):
        heard = [rules.encode(told(event, viewer.id, house=viewer.rank != "player")) for event in events]
        assert (heard[0] == heard[1]) is (viewer.id != "p1")


def test_discards_that_everyone_has_seen_are_told_as_they_are() -> None:
    rules = game("double-chance")
    event = CardsDiscarded(area=1, player="p1", number=3, kept=2, cards=SOME, up=True, under=("DC 12.6",))
    assert all(told(event, viewer.id) == event for viewer in everyone(rules))


def test_a_card_everyone_saw_by_accident_stays_in_everyone_s_view() -> None:
    rules = game("three-card-poker")
    state = rules.initial(TABLES["three-card-poker"]["hand shoe, 7 areas, no jackpot"])
    hand = Hand((Card("Ah"), Card("Kd"), Card("2c")), open=0b010, seen_by="p1")
    state = replace(state, hands={Spot(1): hand})
    for viewer in everyone(rules):
        shown = rules.view(state, viewer).areas[0].hand.cards
        assert shown == (hand.faces if viewer.id == "p1" else (Card("Kd"), None, None))
