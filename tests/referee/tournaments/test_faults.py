"""Faults put into exported tournaments by hand: the checker names each, so that its silence says something."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from itertools import count
from random import Random

import pytest
from msgspec.structs import replace

from croupier.house.tournaments.export import Data
from tests.referee.tournaments.conditions import conditions
from tests.referee.tournaments.generator import Tournament
from tests.referee.tournaments.seeds import document, played
from tests.referee.tournaments.test_tournaments import slow
from tools.check_tournament import check

Fault = Callable[[Data], None]


@cache
def some(*wanted: str) -> Data:
    """The first tournament in which all of this has happened."""
    for seed in count():
        found = by_seed(seed)
        if set(wanted) <= {found["book"], *[event["what"] for event in found["events"]]}:
            assert check(found) == []
            return found
    raise AssertionError


@cache
def by_seed(seed: int) -> Data:
    """A tournament that is played once for all faults."""
    return document(seed)


@cache
def one_not_held() -> Data:
    """A tournament that fewer have entered than must."""
    random = Random(1)
    said = conditions(random, "matchmaker", 9)
    said = replace(said, details=replace(said.details, fee=10_00, least=12, most=12))
    return played(Tournament(random, said, 9))


@cache
def a_poker_day() -> Data:
    """A tournament of poker in which players are moved and tables broken."""
    for seed in count():
        found = played(slow(Random(seed), 20))
        if {"moved", "table broken", "result"} <= {event["what"] for event in found["events"]}:
            return found
    raise AssertionError


def the(found: Data, what: str, nth: int = 0) -> Data:
    """An event of a document; the last where that is said by a number below nothing."""
    event: Data = [each for each in found["events"] if each["what"] == what][nth]
    return event


def without(found: Data, event: Data) -> None:
    """The document without an event, numbered as if there had never been one."""
    found["events"].remove(event)
    for number, each in enumerate(found["events"], 1):
        each["n"] = number


def at_tables(found: Data, what: str) -> Data:
    """The first entry of this kind in what the tables did."""
    entry: Data = next(each for log in found["tables"].values() for each in log if each["what"] == what)
    return entry


def a_cent_more(found: Data) -> None:
    result = the(found, "result")
    result["prizes"][0][1] += 1


def a_cent_more_everywhere(found: Data) -> None:
    result = the(found, "result")
    number = result["prizes"][0][0]
    person = next(each["person"] for each in found["entrants"] if each["entrant"] == number)
    result["prizes"][0][1] += 1
    paid = next(each for each in result["money"] if each[1] == f"person {person}")
    paid[2] += 1
    next(each for each in found["entrants"] if each["entrant"] == number)["prize"] += 1


def paid_to_another(found: Data) -> None:
    paid = next(each for each in the(found, "result")["money"] if each[1].startswith("person"))
    paid[1] = "person 1"


def places_swapped(found: Data) -> None:
    places = the(found, "result")["places"]
    places[0][1], places[-1][1] = places[-1][1], places[0][1]


def place_in_the_list(found: Data) -> None:
    found["entrants"][0]["place"] += 1


def two_in_one_seat(found: Data) -> None:
    placings = the(found, "session opened")["placings"]
    placings[1][1:] = placings[0][1:]


def somebody_twice(found: Data) -> None:
    drawn, opened = the(found, "seats drawn"), the(found, "session opened")
    drawn["placings"][1][0] = opened["placings"][1][0] = drawn["placings"][0][0]


def no_such_seat(found: Data) -> None:
    drawn, opened = the(found, "seats drawn"), the(found, "session opened")
    drawn["placings"][0][2] = opened["placings"][0][2] = 17


def another_draw(found: Data) -> None:
    order = the(found, "seats drawn")["order"]
    order[0], order[1] = order[1], order[0]


def another_seed(found: Data) -> None:
    found["seed"] = "00" * 32


def another_commitment(found: Data) -> None:
    found["commitment"] = the(found, "entries opened")["commitment"] = "00" * 32


def chips_lost(found: Data) -> None:
    hand = the(found, "hand")
    at = found["events"].index(hand)
    hand["banks"][0][1] -= 100
    for event in found["events"][at:]:
        event["chips"]["held"] -= 100


def chips_from_nowhere(found: Data) -> None:
    for event in found["events"][-3:]:
        event["chips"]["issued"] += 100


def unequal_banks(found: Data) -> None:
    the(found, "session opened")["banks"][0][1] += 100


def another_goes_on(found: Data) -> None:
    closed = the(found, "session closed")
    closed["going_on"][0], closed["places"][0][0] = closed["places"][0][0], closed["going_on"][0]


def a_tie_turned(found: Data) -> None:
    the(found, "tie broken")["tie"]["order"].reverse()


def a_tie_of_others(found: Data) -> None:
    the(found, "tie broken")["tie"]["among"].pop()


def a_tie_unbroken(found: Data) -> None:
    without(found, the(found, "tie broken"))


def more_for_the_extra_hands(found: Data) -> None:
    the(found, "extra hands")["tie"]["banks"][0][1] += 100


def ended_early(found: Data) -> None:
    next(each for each in found["events"] if each["what"] == "table finished" and not each["early"])["early"] = True


def never_briefed(found: Data) -> None:
    without(found, the(found, "briefed"))


def nobody_in_charge(found: Data) -> None:
    for event in [each for each in found["events"] if each["what"] == "presence"]:
        without(found, event)


def not_approved(found: Data) -> None:
    for event in [each for each in found["events"] if each["what"] == "approved"]:
        without(found, event)


def another_text(found: Data) -> None:
    the(found, "conditions")["terms"]["title"] = "Another cup"


def entered_under_another(found: Data) -> None:
    the(found, "entered")["digest"] = "00" * 32


def a_smaller_fee(found: Data) -> None:
    entered = the(found, "entered")
    entered["fee"] += 1


def an_employee_paid(found: Data) -> None:
    number = the(found, "result")["prizes"][0][0]
    next(each for each in found["events"] if each.get("entrant") == number)["employee"] = True


def too_soon(found: Data) -> None:
    opened = the(found, "session opened")
    at = found["events"].index(opened)
    for event in found["events"][:at]:
        event["at"] = min(event["at"], opened["at"] - 60_000)
    for event in found["events"][at:]:
        event["at"] -= 60_000


def a_level_too_soon(found: Data) -> None:
    level = the(found, "level")
    at = found["events"].index(level)
    before = found["events"][at - 1]["at"]
    level["at"] = before
    found["events"][0]["at"] = min(found["events"][0]["at"], before)


def a_level_left_out(found: Data) -> None:
    the(found, "level")["level"] += 1


def out_in_another_place(found: Data) -> None:
    the(found, "out")["places"][0][1] += 1


def out_and_not_told(found: Data) -> None:
    without(found, the(found, "out"))


def the_big_blind_sooner(found: Data) -> None:
    moved = the(found, "moved")
    moved["no_sooner"] = not moved["no_sooner"]


def moved_from_elsewhere(found: Data) -> None:
    moved = the(found, "moved")
    moved["from"] = moved["placings"][0][1]


def moved_to_a_taken_seat(found: Data) -> None:
    moved = the(found, "moved")
    _, table, seat = moved["placings"][0]
    moved["placings"][0][2] = seat % 6 + 1 if taken(found, moved, table, seat % 6 + 1) else 7


def taken(found: Data, before: Data, table: str, seat: int) -> bool:
    """Whether somebody was dealt in there just before."""
    hands = [each for each in found["tables"][table] if each["what"] == "hand begins" and each["at"] <= before["at"]]
    return bool(hands) and any(each == seat for each, _ in hands[-1]["dealt"])


def seats_of_a_broken_table(found: Data) -> None:
    placings = the(found, "table broken")["placings"]
    placings[0][0], placings[1][0] = placings[1][0], placings[0][0]


def a_table_needed(found: Data) -> None:
    waits = the(found, "table broken")
    waits["table"] = found["events"][0]["terms"]["title"]


def the_button_elsewhere(found: Data) -> None:
    at_tables(found, "hand begins")["line"].reverse()


def half_a_big_blind(found: Data) -> None:
    began = at_tables(found, "hand begins")
    for each in began["posted"]:
        if each[0] == began["line"][-1]:
            each[2] //= 2


def another_stack_at_the_table(found: Data) -> None:
    at_tables(found, "hand over")["stacks"][0][1] += 100


def more_chips_sat_down(found: Data) -> None:
    at_tables(found, "seated")["cents"] += 100


def two_at_a_table(found: Data) -> None:
    log = next(iter(found["tables"].values()))
    first, second = [each for each in log if each["what"] == "seated"][:2]
    second["seat"] = first["seat"]


def no_clock(found: Data) -> None:
    found["events"][-1]["at"] = 0


BANKED = ("extra hands", "tie broken", "session closed", "result")
FAULTS: tuple[tuple[Fault, tuple[str, ...], str], ...] = (
    (a_cent_more, ("MM", "result"), "prizes are"),
    (a_cent_more_everywhere, ("BJ", "result"), "prizes are"),
    (paid_to_another, ("TCP", "result"), "is paid, and it must be"),
    (places_swapped, ("MM", "result"), "places are"),
    (place_in_the_list, ("MM", "result"), "place is"),
    (two_in_one_seat, ("MM", "result"), "others sit elsewhere than was drawn"),
    (somebody_twice, ("MM", "result"), "somebody sits twice"),
    (no_such_seat, ("MM", "result"), "there is no seat 17"),
    (another_draw, ("BJ", "result"), "came out otherwise"),
    (another_seed, ("MM", "result"), "the seed was not committed to"),
    (another_commitment, ("MM", "result"), "the seed was not committed to"),
    (chips_from_nowhere, ("MM", "result"), "chips issued, and it must be"),
    (unequal_banks, ("TCP", "result"), "begins with"),
    (another_goes_on, BANKED, "go on, not"),
    (a_tie_turned, BANKED, "put them in the order"),
    (a_tie_of_others, BANKED, "tie"),
    (a_tie_unbroken, BANKED, "'tie broken' must come next"),
    (more_for_the_extra_hands, BANKED, "extra hands begin with"),
    (ended_early, ("MM", "result"), "early is True, and must be False"),
    (never_briefed, ("MM", "result"), "without having been briefed"),
    (nobody_in_charge, ("CP", "result"), "nobody is there who has charge"),
    (not_approved, ("BJ", "result"), "are not approved"),
    (another_text, ("MM", "result"), "the digest is not that of the text"),
    (entered_under_another, ("TCP", "result"), "under another text"),
    (a_smaller_fee, ("MM", "result"), "the entry fee is"),
    (an_employee_paid, ("TCP", "result"), "prizes are"),
    (too_soon, ("MM", "result"), "before its time"),
    (no_clock, ("MM", "result"), "time goes backwards"),
)
AT_POKER: tuple[tuple[Fault, str], ...] = (
    (chips_lost, "chips are lost or won from nobody"),
    (a_level_too_soon, "minutes have gone"),
    (a_level_left_out, "comes next"),
    (out_in_another_place, "out: places is"),
    (out_and_not_told, "'out' must come next"),
    (the_big_blind_sooner, "the big blind comes in"),
    (moved_from_elsewhere, "from another than the longest table"),
    (moved_to_a_taken_seat, "seat"),
    (seats_of_a_broken_table, "came out otherwise"),
    (a_table_needed, "cannot be followed"),
    (the_button_elsewhere, "the big blind is at"),
    (half_a_big_blind, "which is not that of the level"),
    (another_stack_at_the_table, "other banks than are reported"),
    (more_chips_sat_down, "sat down there"),
    (two_at_a_table, "two sit in seat"),
)


@pytest.mark.parametrize(("fault", "where", "named"), FAULTS, ids=lambda each: getattr(each, "__name__", ""))
def test_a_fault_is_named(fault: Fault, where: tuple[str, ...], named: str) -> None:
    found = deepcopy(some(*where))
    fault(found)
    assert any(named in each for each in check(found)), check(found)


def test_a_refund_that_is_kept_is_named() -> None:
    found = deepcopy(one_not_held())
    assert check(found) == []
    the(found, "called off")["money"].pop()
    assert any("is paid, and it must be" in each for each in check(found))


@pytest.mark.parametrize(("fault", "named"), AT_POKER, ids=lambda each: getattr(each, "__name__", ""))
def test_a_fault_at_poker_is_named(fault: Fault, named: str) -> None:
    found = deepcopy(a_poker_day())
    assert check(found) == []
    fault(found)
    assert any(named in each for each in check(found)), check(found)
