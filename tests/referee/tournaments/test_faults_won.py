"""Faults put by hand into what is exported of chip races, secret wagers and entries won in play: each is named."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from itertools import count
from random import Random

import pytest

from croupier.house.tournaments.export import Data
from croupier.house.tournaments.founding import CloseEntries
from croupier.table.contract import Actor, Refusal
from croupier.table.state import Stage
from croupier.table.tournaments.conditions import Conditions
from croupier.table.tournaments.secret_wagers import LaySecret
from tests.house.tournaments.evening import OPERATOR
from tests.referee.tournaments import sevens
from tests.referee.tournaments.conditions import conditions
from tests.referee.tournaments.generator import Tournament
from tests.referee.tournaments.seeds import played
from tests.referee.tournaments.test_faults import at_tables, the, without
from tools.check_tournament import check

Fault = Callable[[Data], None]
DAY = 24 * 60 * 60_000


# Chips that leave play.


def more_odd_chips(found: Data) -> None:
    race = raced_for(found)
    race["odd"][0][1] += 1


def another_wins_the_race(found: Data) -> None:
    race = raced_for(found)
    race["won"][0] = next(number for number, _ in race["odd"] if number not in race["won"])


def a_chip_too_many(found: Data) -> None:
    race = raced_for(found)
    race["won"].append(next(number for number, _ in race["odd"] if number not in race["won"]))


def larger_chips_than_stated(found: Data) -> None:
    the(found, "chips raced")["smallest"] += 1


def a_table_left_out(found: Data) -> None:
    the(found, "chips raced")["races"].pop()


def more_after_the_race(found: Data) -> None:
    raced_for(found)["banks"][0][1] += 100


def other_chips_at_the_table(found: Data) -> None:
    at_tables(found, "coloured up")["cents"] += 100


def a_race_left_out(found: Data) -> None:
    without(found, the(found, "chips raced"))


def in_the_middle_of_a_hand(found: Data) -> None:
    for log in found["tables"].values():
        for nth, entry in enumerate(log):
            if entry["what"] == "coloured up":
                begins = next(k for k, each in enumerate(log[nth:], nth) if each["what"] == "hand begins")
                log.insert(begins, log.pop(nth))
                return


def raced_for(found: Data) -> Data:
    """The race at a table where not everyone with odd chips has won one."""
    race: Data = next(
        each for each in the(found, "chips raced")["races"] if each["won"] and len(each["won"]) < len(each["odd"])
    )
    return race


RACES: tuple[tuple[Fault, str], ...] = (
    (more_odd_chips, "odd chips are"),
    (another_wins_the_race, "came out otherwise"),
    (a_chip_too_many, "chips are won"),
    (larger_chips_than_stated, "the smallest chip is"),
    (a_table_left_out, "chips are raced for at"),
    (more_after_the_race, "after the race they have"),
    (other_chips_at_the_table, "exchanged their odd chips"),
    (a_race_left_out, "exchanged their odd chips"),
    (in_the_middle_of_a_hand, "in the middle of a hand"),
)


@cache
def a_race() -> Data:
    """A tournament of poker whose odd chips not everyone has won."""
    for random in map(Random, count()):
        said = conditions(random, "crown-poker", 8)
        levels = said.structure.elimination.levels if said.structure.elimination else ()
        found = played(Tournament(random, said, 8)) if any(each.smallest for each in levels) else {"events": []}
        races = [race for each in found["events"] if each["what"] == "chips raced" for race in each["races"]]
        if any(each["won"] and len(each["won"]) < len(each["odd"]) for each in races[:1]) and found["stage"] == "over":
            assert check(found) == []
            return found
    raise AssertionError


@pytest.mark.parametrize(("fault", "named"), RACES, ids=lambda each: getattr(each, "__name__", ""))
def test_a_fault_in_a_chip_race_is_named(fault: Fault, named: str) -> None:
    found = deepcopy(a_race())
    fault(found)
    assert any(named in each for each in check(found)), check(found)


# Secret wagers.


def told_too_soon(found: Data) -> None:
    at_tables(found, "secret")["cents"] = 500


def opened_as_another(found: Data) -> None:
    an_opened(found)["asked"] += 100


def another_seal(found: Data) -> None:
    at_tables(found, "secret")["sealed"] = "00" * 32


def counts_for_more(found: Data) -> None:
    an_opened(found)["cents"] = an_opened(found)["asked"] + 100


def never_opened(found: Data) -> None:
    log_of(found, an_opened(found)).remove(an_opened(found))


def opened_twice(found: Data) -> None:
    opened = an_opened(found)
    log = log_of(found, opened)
    log.insert(log.index(opened), deepcopy(opened))


def laid_by_nobody_there(found: Data) -> None:
    at_tables(found, "secret")["person"] = 999


def never_staked(found: Data) -> None:
    log = log_of(found, an_opened(found))
    after = log[log.index(an_opened(found)) :]
    next(each for each in after if each["what"] == "hand over")["staked"] = []


def an_opened(found: Data) -> Data:
    """A secret wager that counted."""
    entry: Data = next(
        each for log in found["tables"].values() for each in log if each["what"] == "opened" and each["cents"]
    )
    return entry


def log_of(found: Data, entry: Data) -> list[Data]:
    log: list[Data] = next(log for log in found["tables"].values() if any(each is entry for each in log))
    return log


SECRETS: tuple[tuple[Fault, str], ...] = (
    (told_too_soon, "more is told of a sealed wager"),
    (opened_as_another, "is opened as another than was sealed"),
    (another_seal, "is opened as another than was sealed"),
    (counts_for_more, "counts for"),
    (never_opened, "before a secret wager is opened"),
    (opened_twice, "lies nowhere"),
    (laid_by_nobody_there, "that nobody may lay"),
    (never_staked, "staked less than was opened"),
)


@cache
def with_secrets() -> Data:
    """A tournament in which a secret wager has counted."""
    for random in map(Random, count()):
        said = conditions(random, "matchmaker", 8)
        found = played(Tournament(random, said, 8)) if said.wagers.secrets else {"tables": {}}
        opened = [each for log in found["tables"].values() for each in log if each["what"] == "opened"]
        if any(each["cents"] for each in opened) and found["stage"] == "over":
            assert check(found) == []
            return found
    raise AssertionError


@pytest.mark.parametrize(("fault", "named"), SECRETS, ids=lambda each: getattr(each, "__name__", ""))
def test_a_fault_in_secret_wagers_is_named(fault: Fault, named: str) -> None:
    found = deepcopy(with_secrets())
    fault(found)
    assert any(named in each for each in check(found)), check(found)


def test_more_secret_wagers_than_the_conditions_let_everyone_make_are_named() -> None:
    found = deepcopy(with_secrets())
    for log in found["tables"].values():
        laid = [each for each in log if each["what"] == "secret"]
        for each in laid:
            many = [deepcopy(each) for _ in range(3)]
            log[log.index(each) : log.index(each)] = many
    assert any("secret wagers" in each and "lays more than" in each for each in check(found))


# Entries won in play.


def an_entry_nobody_won(found: Data) -> None:
    next(iter(found["wagers"].values()))[0]["won"].pop()


def a_wager_that_won_none(found: Data) -> None:
    next(iter(found["wagers"].values()))[0]["won"].append([1, 1, 100])


def an_entry_of_another_table(found: Data) -> None:
    won = next(each for each in found["events"] if each["what"] == "entries won" and not each["carried"])
    won["entries"][0][1] = "elsewhere"


def a_bonus_too_few(found: Data) -> None:
    the(found, "bonus")["entrants"].pop()


def a_smaller_bonus(found: Data) -> None:
    the(found, "bonus")["money"][0][2] -= 1


def a_larger_pool(found: Data) -> None:
    the(found, "entries closed")["schedule"]["pool"] += 1


def two_from_each_table(found: Data) -> None:
    the(found, "entries closed")["schedule"]["rounds"][0]["progress"]["each_table"] += 1


def an_entry_not_kept(found: Data) -> None:
    the(found, "entries carried over")["entrants"].pop()


def closed_too_soon(found: Data) -> None:
    closed = the(found, "entries closed")
    for each in found["events"][: closed["n"] - 1]:
        each["at"] = max(each["at"], closed["at"] - 80 * DAY)


def chips_for_nobody(found: Data) -> None:
    banks = the(found, "session opened")["banks"]
    next(each for each in banks if not each[1])[1] = 100


def no_play_off(found: Data) -> None:
    del play_off(found)["tie"]["play_off"]


def a_shoe_cut_short(found: Data) -> None:
    begun = play_off(found)
    next(each for each in found["events"][begun["n"] :] if each["what"] == "hand")["shoe"] = True


def play_off(found: Data) -> Data:
    """The shoe that is played for the first place."""
    event: Data = next(
        each for each in found["events"] if each["what"] == "extra hands" and each["tie"].get("play_off")
    )
    return event


SEVENS: tuple[tuple[Fault, str], ...] = (
    (an_entry_nobody_won, "no wager has won it"),
    (a_wager_that_won_none, "and has none"),
    (an_entry_of_another_table, "no wager has won it"),
    (a_bonus_too_few, "the bonus is paid for other entries"),
    (a_smaller_bonus, "is paid, and it must be"),
    (a_larger_pool, "in Table 3 is another"),
    (two_from_each_table, "in Table 3 is another"),
    (an_entry_not_kept, "carried over are"),
    (closed_too_soon, "days have gone"),
    (chips_for_nobody, "begins with"),
    (no_play_off, "the tie that matters is"),
    (a_shoe_cut_short, "must come next"),
)


@cache
def with_play_off() -> Data:
    """One of 49 of which an entry was left over, somebody never came, and the first place was played off."""
    for random in map(Random, count()):
        tournament = sevens.Sevens(random, sevens.conditions(random))
        if not (tournament.reckless and tournament.many > tournament.fewest):
            continue
        found = played(tournament)
        if found["stage"] != "over":
            continue
        ties = [each["tie"].get("play_off") for each in found["events"] if each["what"] == "extra hands"]
        hands = [each for each in found["events"][-40:] if each["what"] == "hand"]
        empty = [number for number, bank in the(found, "session opened")["banks"] if not bank]
        if any(ties) and len(hands) > 2 and the(found, "entries carried over")["entrants"] and empty:
            assert check(found) == []
            return found
    raise AssertionError


@pytest.mark.parametrize(("fault", "named"), SEVENS, ids=lambda each: getattr(each, "__name__", ""))
def test_a_fault_in_entries_that_are_won_is_named(fault: Fault, named: str) -> None:
    found = deepcopy(with_play_off())
    fault(found)
    assert any(named in each for each in check(found)), check(found)


def test_another_top_chip_holder_over_both_heats_is_named() -> None:
    drawn = (sevens.Sevens(random, sevens.conditions(random), 98) for random in map(Random, count()))
    found = played(next(each for each in drawn if each.reckless and not each.conditions.entry.won.next_size))
    assert check(found) == []
    last = [each for each in found["events"] if each["what"] == "session closed"][1]
    last["going_on"][-1] = last["places"][-1][0]
    assert any("go on, not" in each for each in check(found))


# While it goes on.


def test_a_sealed_wager_is_in_no_export_before_it_is_opened() -> None:
    for random in map(Random, count()):
        said = conditions(random, "three-card-poker", 8)
        if said.wagers.secrets:
            break
    one, other = (sealed_in(Random(3), said, amount) for amount in ("317", "451"))
    laid = [entry for log in one["tables"].values() for entry in log if entry["what"] == "secret"]
    assert laid and one["seed"] is None
    for document in (one, other):
        for entry in [each for log in document["tables"].values() for each in log if each["what"] == "secret"]:
            assert len(entry.pop("sealed")) == 64
    assert one == other, "the two differ in nothing but what stands for the amount"


def sealed_in(random: Random, said: Conditions, amount: str) -> Data:
    """What is exported while a secret wager of so much lies."""
    tournament = Tournament(random, said, 8)
    tournament.founded()
    for number in range(1, 9):
        tournament.enters(Actor(f"p{number}", f"Player {number}"))
    tournament.does(CloseEntries(), OPERATOR)
    tournament.tables_ready()
    assert tournament.session_opened()
    table, person, who = next(
        (name, each, Actor(player, each.name))
        for name in tournament.tables
        for player, each in tournament.house.table(name).people.items()
    )
    state = tournament.house.table(table)
    while tournament.game.due(state) and state.stage is not Stage.BETTING:
        tournament.deals(table)
        state = tournament.house.table(table)
    bet = tournament.game.engine.rules(state).main_bets(state)[0]
    secret = LaySecret(area=person.seat, bet=bet, said=amount)
    assert not isinstance(tournament.house.act_at_table(table, secret, who, tournament.at, tournament.chance), Refusal)
    return tournament.document()
