"""Every event has its sentence and every command its label."""

from typing import Any

import msgspec
import pytest

from croupier.cards import Card
from croupier.games import game, games
from croupier.games.crown_poker.terms import Commission, Limit, Setting
from croupier.games.double_chance.terms import JACKPOT_HANDS, Declared
from croupier.games.matchmaker.settle import AreaPaid, LosersCleared
from croupier.house import meter, meter_list, wallet
from croupier.money import Move
from croupier.table.conduct import RulesShown
from croupier.table.contract import Command, Event
from croupier.table.declare import COMMANDS as DECLARED_COMMANDS
from croupier.table.declare import EVENTS as DECLARED_EVENTS
from croupier.table.declare import say, say_command
from croupier.table.people import PlayerJoined
from croupier.table.state import Ending, Settled


def of_house(base: type) -> set[type]:
    """The events, or the commands, that prize meters, their list and wallets have."""
    known = {kind for module in (meter, meter_list, wallet) for kind in vars(module).values() if isinstance(kind, type)}
    return known & set(base.__subclasses__())


def named(kinds: set[type]) -> list[object]:
    return [
        pytest.param(kind, id=kind.__name__)
        for kind in sorted(kinds, key=lambda kind: (kind.__name__, kind.__module__))
    ]


EVENTS = named({event for name in games() for event in game(name).engine.events} | of_house(Event))
COMMANDS = named({command for name in games() for command in game(name).engine.commands} | of_house(Command))


def example(kind: Any) -> Any:
    """Some value of a type, as plain data."""
    match msgspec.inspect.type_info(kind) if not isinstance(kind, msgspec.inspect.Type) else kind:
        case msgspec.inspect.BoolType():
            return True
        case msgspec.inspect.IntType():
            return 3
        case msgspec.inspect.StrType():
            return "p1"
        case msgspec.inspect.EnumType(cls):
            return next(iter(cls)).value
        case msgspec.inspect.UnionType(types):
            return example(types[0])
        case msgspec.inspect.VarTupleType(item):
            return [example(item)]
        case msgspec.inspect.NamedTupleType(fields=fields):
            return [example(field.type) for field in fields]
        case msgspec.inspect.TupleType(items):
            return [example(item) for item in items]
        case msgspec.inspect.DictType(key_type=msgspec.inspect.EnumType(cls), value_type=value) if cls is Declared:
            return {hand.value: example(value) for hand in JACKPOT_HANDS}
        case msgspec.inspect.DictType(key_type=key, value_type=value):
            return {example(key): example(value)}
        case msgspec.inspect.StructType(cls) if cls in (Setting, Limit, Commission):
            return msgspec.to_builtins(cls())
        case msgspec.inspect.StructType(fields=fields, array_like=True):
            return [example(field.type) for field in fields]
        case msgspec.inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            made = {field.encode_name: example(field.type) for field in fields}
            return made | ({tag_field: tag} if tag_field else {})
        case other:
            raise TypeError(f"no example of {other}")


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_has_a_sentence_with_the_name_of_its_person(event: Any) -> None:
    assert event in DECLARED_EVENTS
    made = msgspec.convert(example(event) | {"under": ["MM 11.9"]}, event)
    sentence = say(made, {"p1": "Ann"})
    assert sentence.endswith(".")
    assert not sentence[0].islower() or hasattr(made, "name")
    if not hasattr(made, "name") and {"player", "person", "complainant"} & set(event.__struct_fields__):
        assert "Ann" in sentence


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_short_label(command: Any) -> None:
    assert command in DECLARED_COMMANDS
    label = say_command(msgspec.convert(example(command), command), {"p1": "Ann"})
    assert label[0].isupper()
    assert not label.endswith(".")
    assert len(label) < 60


def test_a_payment_names_stake_bet_area_odds_and_winnings() -> None:
    won = Settled(
        2, "suit match", "p1", 1000, Ending.WON, 0, 1000, 2000, ("MM 8.1:Suit Match (Suited non pair)",), "2 to 1"
    )
    paid = AreaPaid(area=2, settled=(won,), under=("MM 5.10.2",))
    assert say(paid, {"p1": "Ann"}) == "Ann's $10 on suit match at area 2 wins $20 at 2 to 1."


def test_what_was_over_the_maximum_is_said_to_go_back() -> None:
    lost = Settled(1, "miss match", "p1", 60_000, Ending.LOST, 50_000, 10_000, 0, ("MM 6.2.2",))
    cleared = LosersCleared(settled=(lost,), under=("MM 5.10.1",))
    assert say(cleared, {}) == "p1's $600 on miss match at area 1 loses $500, and $100 over the maximum goes back."


def test_joining_says_seat_and_chips() -> None:
    joined = PlayerJoined(
        player="p1", name="Ann", seat=4, moves=(Move("wallet:p1", "stack:p1", 12_550),), under=("MM 2.1",)
    )
    assert say(joined, {}) == "Ann takes seat 4 with $125.50."


def test_an_unknown_person_is_called_by_id() -> None:
    assert say(RulesShown(person="p9", under=("MM 11.12",)), {"p1": "Ann"}) == "p9 is given the rules to read."


def test_labels_name_the_card_entered() -> None:
    from croupier.games.matchmaker.play import DealCard

    assert say_command(DealCard()) == "Deal a card"
    assert say_command(DealCard(card=Card("Th"))) == "Deal Th"
