"""The house's forms speak in words: acts are found by more than their button says, terms of a table are explained."""

import pytest

from croupier.floor.reading.terms_asked import TermAsked, games_asked
from croupier.games import game, games
from croupier.table.declare import COMMANDS, Desk

FOUND_BY_EYE = (Desk.TABLE, Desk.DEAL)
"""What players do for themselves, and what stands on the console as it is due."""
ENOUGH = {"RetractWagers", "KeepWagers", "LetCardsLie", "DeclareRoundVoid"}
"""Answers that stand before whoever is asked."""


@pytest.mark.parametrize("name", games())
def test_an_act_of_the_house_is_found_by_words_beside_its_own(name: str) -> None:
    infos = [COMMANDS[command] for command in game(name).engine.commands]
    bare = {each.command.__name__ for each in infos if each.desk not in FOUND_BY_EYE and not each.words}
    assert bare <= ENOUGH
    for info in infos:
        assert info.words == info.words.lower(), "pages look for words in small letters"


@pytest.mark.parametrize("game_asked", games_asked(), ids=lambda each: each.game)
def test_every_term_of_a_new_table_is_explained(game_asked: object) -> None:
    def bare(term: TermAsked, within: str = "") -> list[str]:
        name = f"{within}{term.name}"
        parts = [each for field in term.fields for each in bare(field, f"{name}.")]
        told = term.says or term.kind in ("group", "rows", "lists") or "." in within or within.startswith("bonuses")
        return parts if told else [name, *parts]

    found = [each for term in game_asked.terms for each in bare(term)]  # type: ignore[attr-defined]
    assert found == []
