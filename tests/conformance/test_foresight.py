"""What is offered can be foreseen and spoken of: no example is refused in rehearsal, and what is due is in words."""

from __future__ import annotations

import re
from random import Random

import pytest

from croupier.cards import UNKNOWN
from croupier.games import game, games
from croupier.table.contract import Refusal
from croupier.table.declare import say
from croupier.table.endings import endings_in
from croupier.table.engine import examples
from croupier.table.fields import with_words
from croupier.table.offers import names_of
from tests.conformance.tables import TABLES
from tests.conformance.walk import Walk, drawing, everyone
from tests.strength import tries

PLACES = [(name, table) for name in games() for table in TABLES[name]]


@pytest.mark.parametrize(("name", "table"), PLACES)
def test_what_is_offered_can_be_foreseen_in_the_words_of_the_record(name: str, table: str) -> None:
    rules, chance = game(name), Random(table)
    walk, told = Walk(rules, TABLES[name][table], seed=23), 0
    for _ in range(tries(40, 60)):
        for _ in range(4):
            walk.step()
        by = chance.choice(everyone(rules))
        names = names_of(walk.state)
        for option in rules.engine.options(walk.state, by, walk.at):
            foreseen = rules.engine.rehearse(walk.state, option.command, by, walk.at)
            assert not isinstance(foreseen, Refusal), f"{option.command} is offered, and refused in rehearsal"
            if foreseen is None:
                continue
            said = [say(event, names) for event in foreseen]
            assert all(sentence.endswith(".") for sentence in said)
            told += 1
            hidden = rules.engine.rules(walk.state).concealed(walk.state, by) is not walk.state
            if not hidden and not any(str(UNKNOWN) in sentence for sentence in said):
                worded = with_words(option.command, "as it was seen")
                again = rules.engine.rehearse(walk.state, worded, by, walk.at)
                assert again == rules.decide(walk.state, worded, by, walk.at, drawing(1))
    assert told > tries(60, 100)


@pytest.mark.parametrize(("name", "table"), PLACES)
def test_what_is_due_and_who_is_asked_is_said_in_words(name: str, table: str) -> None:
    rules = game(name)
    walk = Walk(rules, TABLES[name][table], seed=29)
    dealer = next(each for each in everyone(rules) if each.rank == "dealer")
    for _ in range(tries(100, 200)):
        walk.step()
        view = rules.view(walk.state, dealer, walk.at)
        for due in view.due:
            for words in (due.label, due.next):
                assert words[0].isupper() and not words.endswith(".")
                assert not re.search(r"\bNone\b|[{}]", words), words
        for turn in view.turns:
            assert turn.silent or walk.state.is_real  # where no clock runs, nothing follows of itself
            assert not turn.silent.endswith(".") and "None" not in turn.silent


@pytest.mark.parametrize(("name", "table"), PLACES)
def test_what_lies_ahead_of_the_dealer_is_what_then_happens(name: str, table: str) -> None:
    rules = game(name)
    walk, given = Walk(rules, TABLES[name][table], seed=31), 0
    for _ in range(tries(120, 250)):
        walk.step()
        for by in (each for each in everyone(rules) if each.rank in ("dealer", "player")):
            run = rules.view(walk.state, by, walk.at).ahead
            assert by.rank != "player" or not run
            state = walk.state
            for act in run:
                decision = rules.decide(state, act.command, by, walk.at, drawing(1))
                assert not isinstance(decision, Refusal), f"{act.command} lies ahead, and is refused"
                ended = [each for event in decision for each in endings_in(event)]
                shown = [
                    (each.area, each.bet, each.player, each.taken, each.returned, each.paid) for each in act.settled
                ]
                assert sorted(shown) == sorted(
                    (each.area, each.bet, each.player, each.taken, each.returned, each.paid) for each in ended
                )
                assert all(sum(cents * many for cents, many in each.chips) in (0, each.paid) for each in act.settled)
                for event in decision:
                    state = rules.evolve(state, event)
                given += 1
    assert given > tries(12, 30)


@pytest.mark.parametrize(("name", "table"), PLACES)
def test_what_is_not_offered_says_why_and_is_refused(name: str, table: str) -> None:
    rules, chance = game(name), Random(table)
    walk, refused = Walk(rules, TABLES[name][table], seed=31), 0
    for _ in range(40):
        for _ in range(4):
            walk.step()
        by = chance.choice(everyone(rules))
        offered = {type(each.command) for each in rules.engine.options(walk.state, by, walk.at)}
        closed = dict(rules.engine.closed(walk.state, by, walk.at))
        assert not offered & closed.keys()
        assert offered | closed.keys() == set(rules.engine.wired(walk.state).deciders)
        context = rules.engine.context(walk.state, by, walk.at, drawing(1))
        for kind, why in closed.items():
            assert why.under, f"{kind.__name__} is closed under no clause"
            for example in list(examples(rules.engine.infos[kind], walk.state, context))[:3]:
                worded = with_words(example, "as it was seen")
                assert isinstance(rules.decide(walk.state, worded, by, walk.at, drawing(1)), Refusal)
                refused += 1
    assert refused > 100
