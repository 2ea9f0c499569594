"""A game's settings, declared once: what is read of them, what options are made of them, what a form is told."""

from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Annotated, Literal

import msgspec
import pytest
from cyclopts import App

from croupier.cli.options import command
from croupier.odds import GAMES, analysis
from croupier.odds.setting import DOLLARS, Kind, Setting, fields, plain, read


class Colour(Enum):
    RED, BLUE = "red", "dark blue"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    decks: Annotated[int, Setting("Decks", "Decks in play.", low=1, high=8)] = 6
    stake: Annotated[Fraction | None, Setting("Stake", "What is staked.", unit=DOLLARS)] = None
    colour: Annotated[Colour, Setting("Colour", "Of the back.", choices={Colour.RED: "red", Colour.BLUE: "blue"})] = (
        Colour.RED
    )
    table: Annotated[Literal["A", "B"], Setting("Table", "The pay table.", choices={"A": "A", "B": "B"})] = "A"
    late: Annotated[bool, Setting("Late", "Whether it may be late.")] = False
    prizes: Annotated[tuple[int, ...] | None, Setting("Prizes", "Three of them.", parts=("x", "y", "z"))] = None

    def __post_init__(self):
        if self.decks > 8:
            raise ValueError("the book allows eight decks")


def test_the_declaration_says_how_each_setting_is_asked_for():
    kinds = [Kind.WHOLE, Kind.AMOUNT, Kind.CHOICE, Kind.CHOICE, Kind.SWITCH, Kind.NUMBERS]
    assert [(field.kind, field.optional) for field in fields(Settings)] == [
        (kind, place in (1, 5)) for place, kind in enumerate(kinds)
    ]


def test_what_is_written_is_read_and_the_rest_has_its_default():
    said = {"decks": "8", "stake": "2.50", "colour": "dark blue", "late": "true", "prizes": "50, 20,1"}
    assert read(Settings, said) == Settings(
        decks=8, stake=Fraction(5, 2), colour=Colour.BLUE, late=True, prizes=(50, 20, 1)
    )
    assert read(Settings, {}) == Settings()


def test_what_was_read_can_be_written_again():
    settings = Settings(decks=2, stake=Fraction("7.05"), colour=Colour.BLUE, table="B", prizes=(3, 2, 1))
    said = {field.name: str(plain(getattr(settings, field.name))).lower() for field in fields(Settings)}
    assert read(Settings, {**said, "table": "B"}) == settings


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"decks": "many"}, "decks: many is not a whole number"),
        ({"decks": "8.0"}, "decks: 8.0 is not a whole number"),
        ({"decks": ""}, "decks: nothing is not a whole number"),
        ({"decks": "\uff19"}, "is not a whole number"),
        ({"decks": "9" * 5000}, "less than a billion"),
        ({"decks": "9"}, "the book allows eight decks"),
        ({"stake": "ten"}, "stake: ten is not an amount"),
        ({"stake": "1.005"}, "dollars and cents"),
        ({"stake": "1e999"}, "less than a billion"),
        ({"colour": "green"}, "colour: green is none of red, dark blue"),
        ({"table": "C" * 100}, "table: C{40}… is none of A, B"),
        ({"late": "perhaps"}, "late: perhaps is none of true"),
        ({"prizes": "1,2,three"}, "prizes: write whole numbers"),
        ({"prizes": "1,,3"}, "prizes: write whole numbers"),
        ({"prizes": "1,2," + 400 * "9"}, "less than a billion"),
        ({"desks": "8"}, "there is no setting desks; there are decks, stake"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(said, reason):
    with pytest.raises(ValueError, match=reason):
        read(Settings, said)


def test_a_setting_without_a_declaration_is_found_out():
    class Careless(msgspec.Struct):
        decks: int = 6

    with pytest.raises(TypeError, match="decks is declared without a Setting"):
        fields(Careless)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), {}),
        (("--decks", "2", "--late"), {"decks": 2, "late": True}),
        (("--stake", "2.50", "--colour", "blue"), {"stake": Fraction(5, 2), "colour": Colour.BLUE}),
        (("--prizes", "50,20,1", "--table", "B"), {"prizes": (50, 20, 1), "table": "B"}),
    ],
)
def test_options_are_made_of_the_declaration(words, expected):
    seen = []

    def act(game, settings, *, out: str = "here"):
        seen.append((game, settings, out))
        return 0

    app = App(result_action="return_value")
    app.default(command("odds", act, "high-card", Settings))
    assert app([*words, "--out", "there"], exit_on_error=False) == 0
    assert seen == [("high-card", Settings(**expected), "there")]


def test_a_refusal_by_the_settings_is_said_and_not_thrown(capsys):
    assert command("odds", lambda game, settings: 0, "high-card", Settings)(decks=9) == 2
    assert command("odds", lambda game, settings: 0, "high-card", Settings)(stake=Decimal("0.001")) == 2
    assert capsys.readouterr().err.splitlines() == [
        "croupier odds high-card: the book allows eight decks",
        "croupier odds high-card: amounts are in dollars and cents, and less than a billion",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_declares_what_its_forms_need(game):
    room = analysis(game)
    names = [field.name for field in fields(room.settings)]
    for wider in (room.simulated, room.played):
        assert [field.name for field in fields(wider)][: len(names)] == names
        assert wider().terms() if wider is room.played else True
    for field in fields(room.played):
        setting = field.setting
        assert setting.label
        assert setting.help.endswith(".")
        assert setting.under
        assert not setting.choices or field.default in setting.choices
        assert setting.needs == "" or setting.needs in names
        assert field.default is not None or field.optional
