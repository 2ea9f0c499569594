"""A round done over again beside today's corrections: what was entered wrongly comes to what was entered rightly.

Random rounds at real tables, one entry of each wrong. Where today's correction comes to something else, it must be one
of the known differences, each of which is worked out by hand in `test_known_differences.py`.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from croupier.cards import NoChance
from croupier.games import Game, games
from croupier.house.meter import Meter
from croupier.table.contract import Actor, Command, Reason, Refusal
from croupier.table.declare import EVENTS, Ends
from croupier.table.fields import with_words
from croupier.table.people import Leave
from croupier.table.replaying import Entry, Misfit, Replayed, difference, replayed
from tests.conformance.put_right import PutRight, Wrong, put_right, wrongs
from tests.conformance.rounds_entered import Entered, EnteredWalk, entered_so, rounds
from tests.strength import tries

ROUNDS = tries(60, 2_000)
VOIDED = tries(6, 100)
WRONGS = 3
"""So many wrong entries are tried in a round."""
DEALER = Actor("dealer", "Dealer", "dealer")
HOUSE = ("rack", "advance", "reserve", "cage")
"""What is brought to a rack that was short stays there: between these, nobody wins or loses anything."""
FALLS = frozenset("Insure TakeEvenMoney Surrender GoOn Rescue KeepDouble".split())  # noqa: SIM905
"""Answers to an offer, which fall where it was none: no card came of them."""
BESIDE = frozenset("Join BuyChips Leave CutCards DeclineCut OfferCut TurnUpHand".split())  # noqa: SIM905
"""What no correction of today takes back, so that it is not entered again."""
METER, CUT = "RegisterJackpot", "BJ 4.2."


class Told(NamedTuple):
    """How a comparison came out."""

    what: str
    who: frozenset[str] = frozenset()
    """Whose money differs."""
    refusal: Refusal | None = None
    fallen: frozenset[int] = frozenset()
    """The answers to what was never offered."""


@pytest.mark.parametrize("name", games())
def test_a_round_done_over_again_is_the_same_round(name: str) -> None:
    for each in rounds(name, ROUNDS):
        for moment in (len(each.acts), len(each.acts) // 2):
            again = replayed(each.game.engine, each.opening, each.acts[:moment])
            assert isinstance(again, Replayed), again
            assert msgpack.encode(again.state) == msgpack.encode(each.states[moment])
            assert again.acts == each.acts[:moment] and not difference(each.states[moment], again.state)


@pytest.mark.parametrize("name", games())
def test_what_is_put_right_later_comes_to_what_was_entered_rightly(name: str) -> None:
    chance, counted = Random(22), Counter[str]()
    for each in rounds(name, ROUNDS):
        found = list(wrongs(each, chance))
        for wrong in chance.sample(found, min(WRONGS, len(found))):
            moment = chance.randrange(wrong.nth + 1, len(each.acts))
            for case in (_played_wrong(each, wrong, moment), _played_right(each, wrong, moment)):
                if case is None:
                    counted["the wrong entry is refused"] += 1
                    continue
                told = _compared(*case)
                if told.what != "same":
                    told = told._replace(what=_known(case, told) or told.what)
                counted[told.what] += 1
                assert told.what not in ("different", "refused", "replay"), (told, case[1], case[0].acts[: case[2]])
    assert counted["same"] > ROUNDS, counted


@pytest.mark.parametrize("name", games())
def test_a_round_void_by_mistake_goes_on_once_that_is_left_out(name: str) -> None:
    """Today nothing takes such an entry back (R131): the round it ended is over."""
    chance, found = Random(131), 0
    for each in rounds(name, VOIDED):
        moment = chance.randrange(1, len(each.acts))
        state, top = each.states[moment], Actor("top", "Top", each.game.engine.book.ladder[-1])
        for option in each.game.options(state, top, 10**7):
            void = Entry(with_words(option.command, "as it was seen"), top, 10**7)
            ended = replayed(each.game.engine, each.opening, (*each.acts[:moment], void))
            if isinstance(ended, Misfit) or not any(EVENTS[type(event)].ends is Ends.VOID for event in ended.events):
                continue
            left_out = replayed(each.game.engine, each.opening, ended.acts, {len(ended.acts) - 1: None})
            assert isinstance(left_out, Replayed)
            assert msgpack.encode(left_out.state) == msgpack.encode(state)
            found += 1
    assert found >= VOIDED // 2, found


Case = tuple[Entered, Wrong, int, Any]
"""A round with a wrong entry, that entry, when it is put right, and how the table would stand then if it is known."""


def _played_wrong(round: Entered, wrong: Wrong, moment: int) -> Case:
    """The round as it was played has the wrong entry."""
    return round, wrong, moment, None


def _played_right(round: Entered, wrong: Wrong, moment: int) -> Case | None:
    """The round as it was played is right: with an entry that was not so it goes on as long as the others fit."""
    gone = replayed(round.game.engine, round.opening, round.acts[:moment], {wrong.nth: wrong.to})
    if isinstance(gone, Misfit):
        if gone.nth == wrong.nth:
            return None
        moment, gone = gone.nth, gone.before
    was = round.acts[wrong.nth]
    nth = next(n for n, each in enumerate(gone.acts) if each.command == wrong.to and each.at == was.at)
    entered = entered_so(round.game, round.opening, gone.acts)._replace(meter=round.meter)
    return entered, Wrong(nth, was.command, wrong.card), len(gone.acts), round.states[moment]


def _compared(round: Entered, wrong: Wrong, moment: int, right: Any) -> Told:
    """The round done over again against today's correction, and against the right round where that is known."""
    if any(type(each.command).__name__ == METER for each in round.acts):
        return Told("a meter has heard of it")
    again, fallen = _fitted(round, wrong, moment)
    if isinstance(again, Misfit):
        return Told("a later entry no longer fits")
    ends = [_end(round.game, again.state, moment, round.meter)]
    if right is not None and ends != [_end(round.game, right, moment, round.meter)]:
        return Told("replay")
    way = put_right(round, wrong, moment)
    if way is None:
        return Told("no way today")
    today = _today(round, wrong, moment, way, fallen)
    if isinstance(today, Refusal):
        return Told("refused", refusal=today)
    ends.append(_end(round.game, today, moment, round.meter))
    who = frozenset(each for end in ends for each in end if ends[0].get(each) != ends[1].get(each))
    return Told("different", who, fallen=fallen) if who else Told("same")


def _fitted(round: Entered, wrong: Wrong, moment: int) -> tuple[Replayed | Misfit, frozenset[int]]:
    """The round with the entry put right, without the answers to what was never asked then."""
    changes: dict[int, Command | None] = {wrong.nth: wrong.to}
    while True:
        again = replayed(round.game.engine, round.opening, round.acts[:moment], changes)
        if not isinstance(again, Misfit) or again.nth in changes:
            break
        if type(round.acts[again.nth].command).__name__ not in FALLS:
            break
        changes[again.nth] = None
    return again, frozenset(changes) - {wrong.nth}


def _today(round: Entered, wrong: Wrong, moment: int, way: PutRight, fallen: frozenset[int]) -> Any:
    """The table as today's correction leaves it; what it took back with the wrong entry is entered again."""
    state = round.states[moment]
    for command in way.commands:
        decision = round.game.decide(state, command, DEALER, 0, NoChance())
        if isinstance(decision, Refusal):
            return decision
        for event in decision:
            state = round.game.evolve(state, event)
    if not way.enters_again:
        return state
    since = [(n, each) for n, each in enumerate(round.acts[:moment]) if n >= wrong.nth and n not in fallen]
    again = [replace(each, command=wrong.to) if n == wrong.nth else each for n, each in since if not _beside(each)]
    entered = replayed(round.game.engine, state, again)
    return entered.refusal if isinstance(entered, Misfit) else entered.state


def _beside(entry: Entry) -> bool:
    return type(entry.command).__name__ in BESIDE


def _end(game: Game, state: Any, seed: int, meter: Meter | None) -> dict[str, int]:
    """What everyone has once the round is over, with the same cards and choices still to come."""
    walk = EnteredWalk(game, state.terms, 0)
    walk.chance, walk.at = Random(seed), 10**7
    held = Counter[str]()
    for account, cents in walk.to_the_end(state, meter).chips.items():
        kind, _, person = account.partition(":")
        held["house" if account in HOUSE else person if kind in ("stack", "wallet") else account] += cents
    return {each: cents for each, cents in held.items() if cents}


def _known(case: Case, told: Told) -> str | None:
    """Which of the known differences it is, if it is one."""
    round, wrong, moment, _ = case
    since = round.acts[wrong.nth : moment]
    left = {each.by.id for each in since if isinstance(each.command, Leave)}
    if told.refusal is not None and left:
        return "whoever has left stands in the way"
    if told.refusal is not None and told.refusal.reason is Reason.NOT_NOW and "BJ 7.1.2" in told.refusal.under:
        return "nothing is put right while cards are to be turned up"
    if told.refusal is not None and any(clause.startswith(CUT) for clause in told.refusal.under):
        return "what is entered again waits until the cards are cut"
    if told.what == "different" and told.who <= {*left, "house"}:
        return "whoever has left keeps too much"
    if told.what == "different" and round.game.name == "blackjack" and wrong.card is not None:
        if told.fallen:
            return "an answer stays to an offer that was none"
        if round.states[moment].unsplit:
            return "a split that was none bars another"
    return None
