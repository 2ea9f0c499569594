"""The live table gives a player no counsel: nothing in what it shows or offers depends on the cards that are left."""

from __future__ import annotations

import msgspec

from croupier.scripts import parse
from croupier.scripts.kinds import Subject
from croupier.scripts.run import play, set_up
from croupier.scripts.table import Table
from tests.witness import witnesses

START = "# A rule.\ntable matchmaker, 4 decks\nAnn sits at 1 with $500\n"
LAST_ROUND = "Ann bets $5 on pair match\ndeal 2c 3d\nsettle\n"
ACES_AND_KINGS = "Ann bets $5 on pair match\ndeal As Kd\nsettle\n" * 3
SEVENS_AND_NINES = ACES_AND_KINGS.replace("As Kd", "7h 9c")


def table_after(lines: str) -> Table:
    script = parse(START + lines)
    table, refusal = set_up(script)
    for statement in script.lines:
        refusal = refusal or play(table, statement)
    assert refusal is None
    return table


def seen(table: Table, viewer: Subject) -> bytes:
    return msgspec.json.encode(table.seen_by(viewer))


@witnesses("MM 11.5", "MM 11.1")
def test_a_player_is_shown_and_offered_the_same_whatever_cards_are_left() -> None:
    aces_gone, sevens_gone = table_after(ACES_AND_KINGS + LAST_ROUND), table_after(SEVENS_AND_NINES + LAST_ROUND)
    assert aces_gone.state.shoe.unseen != sevens_gone.state.shoe.unseen
    for viewer in (Subject("Ann"), Subject("Onlooker")):
        assert seen(aces_gone, viewer) == seen(sevens_gone, viewer)
    one_card = "Ann bets $5 on miss match\ndeal 5c\n"
    aces_gone, sevens_gone = (
        table_after(before + LAST_ROUND + one_card) for before in (ACES_AND_KINGS, SEVENS_AND_NINES)
    )
    assert seen(aces_gone, Subject("Ann")) == seen(sevens_gone, Subject("Ann"))


@witnesses("MM 11.5")
def test_the_only_figures_about_winning_are_the_pay_table_on_the_sign() -> None:
    sign = table_after("").seen_by(Subject("Ann")).sign
    assert sign.pays == {
        "pair match": {
            "suited pair": "11 to 1",
            "pair of one colour": "11 to 1",
            "pair of opposite colours": "11 to 1",
        },
        "suit match": {"suited, no pair": "2 to 1", "suited pair": "11 to 1"},
        "miss match": {"opposite colours, no pair": "1 to 1"},
    }
