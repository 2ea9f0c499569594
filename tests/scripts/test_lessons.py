"""Every script of the library opens as a lesson; its questions have the answers that the rules give."""

from __future__ import annotations

import msgspec
import pytest

from croupier.books.coverage import LIBRARY
from croupier.games import game, games
from croupier.scripts import parse
from croupier.scripts.curriculum import UnknownLesson, course, scenario
from croupier.scripts.lesson import MOST_STEPS, Lesson, lesson
from croupier.scripts.questions import Asks, Question
from tests.strength import tries

BOUND = 400_000
"""Bytes of the largest lesson."""

SUITED_PAIR = """\
# A suited pair pays eleven to one on Suit Match and wins Pair Match too.
table matchmaker, 6 decks, limits $5 to $500
Ann sits at 1 with $200
Ann bets $10 on pair match
Ann bets $5 on miss match
Ann bets $600 on suit match
expect refused not enough chips
deal Th Th
dealer clears losers
dealer pays area 1
expect Ann +$105
"""


def of(text: str) -> Lesson:
    return lesson(parse(text, "a lesson"))


def asked(found: Lesson, kind: Asks) -> list[Question]:
    return [each for step in found.steps for each in step.questions if each.asks is kind]


def right(question: Question) -> str:
    (answer,) = [each.label for each in question.answers if each.right]
    return answer


@pytest.mark.parametrize("name", games())
def test_every_script_of_the_library_is_in_the_course_once_under_a_section_of_its_book(name: str) -> None:
    listed = [each.id for chapter in course(name) for each in chapter.lessons]
    assert sorted(listed) == sorted(path.stem for path in (LIBRARY / name).glob("*.table"))
    assert [chapter.section for chapter in course(name)] == [
        section for section in game(name).book.sections if section in {each.section for each in course(name)}
    ]


@pytest.mark.parametrize("name", games())
def test_every_script_of_the_library_opens_as_a_lesson(name: str) -> None:
    questions = 0
    for chapter in course(name):
        for entry in chapter.lessons:
            for number in range(0, max(1, len(entry.scenarios)), tries(2, 1)):
                found = lesson(scenario(name, entry.id, number))
                assert found.fault is None, f"{entry.id}: {found.fault}"
                assert not found.cut_short
                assert found.steps[0].view is not None
                assert len(msgspec.json.encode(found)) < BOUND, entry.id
                for step in found.steps:
                    questions += len(step.questions)
                    for each in step.questions:
                        assert each.under, (entry.id, each.text)
                        if each.asks is Asks.AMOUNT:
                            assert each.cents is not None and each.cents > 0 and not each.answers
                        else:
                            assert len(each.answers) > 1 and right(each)
                            labels = [answer.label for answer in each.answers]
                            assert len(set(labels)) == len(labels), (entry.id, labels)
    assert questions > len(course(name)) * 10


def test_a_lesson_tells_each_line_with_what_happened_and_the_clauses() -> None:
    found = of(SUITED_PAIR)
    sits = found.steps[1]
    assert sits.text == "Ann sits at 1 with $200"
    assert any("Ann" in each.sentence for each in sits.said)
    refused = found.steps[4].refused
    assert refused is not None and refused.reason == "NOT_ENOUGH_CHIPS" and refused.under
    assert found.steps[5].expects and found.steps[5].view is None  # an expectation changes nothing
    paid = found.steps[8]
    assert "MM 8.1:Pair Match" in paid.under


def test_what_to_pay_is_asked_with_the_cards_in_sight_and_the_ending_out_of_it() -> None:
    (question,) = asked(of(SUITED_PAIR), Asks.AMOUNT)
    assert question.cents == 11000  # MM 8.1: a pair pays 11 to 1
    assert question.view["areas"][0]["cards"] == ["Th", "Th"]
    assert all(wager["settled"] is None for wager in question.view["areas"][0]["wagers"])
    stacks = {person.name: person.stack for person in question.view["people"]}
    assert stacks == {"Ann": 20000 - 1500}


def test_how_a_wager_ends_is_asked_where_none_is_paid() -> None:
    (question,) = asked(of(SUITED_PAIR), Asks.ENDING)
    assert "Miss Match" in question.text
    assert right(question) == "It loses"  # MM 5.5.3(b)


def test_a_refusal_is_asked_for_with_its_reason() -> None:
    (question,) = asked(of(SUITED_PAIR), Asks.ALLOWED)
    assert right(question) == "Refused: not enough chips"
    assert question.answers[0].label == "It is allowed"


def test_what_comes_next_is_what_the_rules_have_due_and_the_wrong_answers_say_why_not() -> None:
    found = of(SUITED_PAIR)
    (question,) = asked(found, Asks.NEXT)
    assert right(question) == "Pay the winners of area 1"
    wrong = [each for each in question.answers if not each.right]
    assert len(wrong) >= 2
    assert all(each.why.startswith("Not now: ") and each.under for each in wrong)


def test_who_may_is_asked_of_acts_above_the_dealer() -> None:
    found = lesson(scenario("matchmaker", "11.2.3-the-investigation-ends"))
    ranks = {right(each) for each in asked(found, Asks.RANK)}
    assert ranks and "Dealer" not in ranks


def test_the_same_script_asks_the_same_questions() -> None:
    assert of(SUITED_PAIR) == of(SUITED_PAIR)


def test_a_script_that_breaks_is_told_up_to_where_it_does() -> None:
    found = of(SUITED_PAIR.replace("+$105", "+$100"))
    assert found.fault is not None and found.fault.line == 11
    assert len(found.steps) == 9


def test_a_long_script_is_cut_short() -> None:
    found = of("# Long.\ntable matchmaker\nrepeat 400 rounds\n  wait 1 minute\n")
    assert found.cut_short
    assert len(found.steps) == MOST_STEPS + 1


@pytest.mark.parametrize("name", ["../../../etc/passwd", "", "8.1", "..", "8.1-suited-pair-pays-once.table"])
def test_only_scripts_of_the_library_are_lessons(name: str) -> None:
    with pytest.raises(UnknownLesson):
        scenario("matchmaker", name)


def test_a_scenario_that_is_not_there_is_no_lesson() -> None:
    with pytest.raises(UnknownLesson):
        scenario("matchmaker", "8.1-suited-pair-pays-once", 1)
