"""What a dispute can give: the wagers of a round, bounded by what they could pay, out of the rack, signed by two."""

from __future__ import annotations

from functools import cache, reduce
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import NoChance
from croupier.games import game, games
from croupier.table.bounds import (
    CLAIMANTS,
    CLAIMS,
    GIVEN_ALONE,
    OPEN_BY_STAFF,
    OPEN_OF_BYSTANDERS,
    OPEN_OF_ONE,
    OPEN_OF_PLAYERS,
    UNSIGNED,
)
from croupier.table.contract import AUTOMATIC, CLOCK, HOUSE_PLAYERS, Actor, Command, Event, Reason, Refusal
from croupier.table.disputes import RaiseDispute, RuleOnDispute
from croupier.table.people import Join
from croupier.table.rack import SignSlip, SlipKind, WriteSlip
from croupier.table.signatures import Countersign, TurnDown, given_before, with_gift
from croupier.table.state import Claim, DisputeStage
from tests.conformance.hostile import GUESTS, Crowd
from tests.conformance.tables import TABLES
from tests.conformance.test_bounds import CLAUSE, DAN, RULER
from tests.conformance.walk import Walk

BYSTANDERS = GUESTS[8:16]
A_FORTUNE = 500_000_00


def claims_of(state: Any) -> list[Claim]:
    """All that a table remembers of what wagers could have brought, those of who played last at the end."""
    return [each for found in state.claims.values() for each in found]


@cache
def played(name: str) -> Any:
    """A table at which three guests have played some rounds."""
    crowd = Crowd(game(name), next(iter(TABLES[name].values())), ("dealer",))
    for _ in range(40):
        if any(each.room and each.player in crowd.state.people for each in claims_of(crowd.state)):
            break
        crowd.play_on(12)
    return crowd.state


class Court:
    """A table at which rounds were played, where disputes are heard; nobody deals on."""

    def __init__(self, name: str, *, filled: int = 2_000_000_00, alone: int | None = None) -> None:
        self.game, self.state = game(name), played(name)
        self.boss, self.other = (Actor(who, who.title(), RULER[name]) for who in ("boss", "other"))
        if alone is not None:
            self.state = replace(self.state, terms=replace(self.state.terms, signs_alone=alone))
        if filled:
            self.do(WriteSlip(kind=SlipKind.FILL, cents=filled), DAN)
            self.do(SignSlip(number=self.state.slips_written), self.boss)

    def decide(self, command: Command, by: Actor) -> tuple[Event, ...] | Refusal:
        found: tuple[Event, ...] | Refusal = self.game.decide(self.state, command, by, 0, NoChance())
        return found

    def do(self, command: Command, by: Actor) -> tuple[Event, ...]:
        decision = self.decide(command, by)
        assert not isinstance(decision, Refusal), f"{command}: {decision}"
        self.state = reduce(self.game.evolve, decision, self.state)
        return decision

    def refused(self, command: Command, by: Actor) -> Refusal:
        decision = self.decide(command, by)
        assert isinstance(decision, Refusal) and decision.under, decision
        return decision

    def claim(self) -> Claim:
        """The newest claim of which something could still be made good."""
        return next(each for each in reversed(claims_of(self.state)) if each.room and each.player in self.state.people)

    def dispute(self, player: str, of: int | None = None) -> int:
        """A dispute of a player about a round, by its number."""
        self.do(RaiseDispute(about="not as it was", round=of), Actor(player, player))
        return int(self.state.raised)

    def worth(self, player: str) -> int:
        return int(self.state.stack(player) + self.state.chips.get(f"wallet:{player}", 0))


# Awards.


@pytest.mark.parametrize("name", games())
def test_who_wagered_nothing_is_awarded_nothing(name: str) -> None:
    court, guest = Court(name), BYSTANDERS[0]
    court.do(Join(cents=court.game.engine.rules(court.state).least_buy_in(court.state)), guest)
    number = court.dispute(guest.id)
    for cents in (1, A_FORTUNE):
        assert court.refused(RuleOnDispute(dispute=number, ruling="why not", award=cents), court.boss).reason in (
            Reason.NO_CAUSE,
            Reason.LIMITS,
        )
    court.do(RuleOnDispute(dispute=number, ruling="not without a wager"), court.boss)


@pytest.mark.parametrize("name", games())
def test_an_award_is_no_more_than_the_wagers_could_have_paid(name: str) -> None:
    court = Court(name)
    owed = court.claim()
    number = court.dispute(owed.player, owed.round)
    over = court.refused(RuleOnDispute(dispute=number, ruling="more", award=owed.room + 1), court.boss)
    assert over.reason is Reason.LIMITS
    assert (over.facts["could have paid"], over.facts["came of it"]) == (owed.most, owed.got)
    had = court.worth(owed.player)
    court.do(RuleOnDispute(dispute=number, ruling="all", award=owed.room), court.boss)
    if owed.room > court.state.signs_alone:
        court.do(Countersign(number=court.state.signatures_asked), court.other)
    assert court.worth(owed.player) == had + owed.room
    again = court.dispute(owed.player, owed.round)
    assert court.refused(RuleOnDispute(dispute=again, ruling="more", award=1), court.boss).reason is Reason.LIMITS


@pytest.mark.parametrize("name", games())
def test_an_award_may_name_another_round_but_not_one_without_a_wager(name: str) -> None:
    court = Court(name)
    owed = court.claim()
    number = court.dispute(owed.player, owed.round)
    ruling = RuleOnDispute(dispute=number, ruling="of another", award=1, round=court.state.round + 5)
    assert court.refused(ruling, court.boss).reason is Reason.NO_CAUSE
    court.do(replace(ruling, round=owed.round), court.boss)


@pytest.mark.parametrize("name", games())
def test_a_rack_gives_no_award_that_it_does_not_hold(name: str) -> None:
    court = Court(name, filled=0)
    owed = court.claim()
    there = court.state.chips.get("rack", 0)
    assert there >= 0
    number = court.dispute(owed.player, owed.round)
    if owed.room > there:
        refusal = court.refused(RuleOnDispute(dispute=number, ruling="x", award=there + 1), court.boss)
        assert refusal.reason is Reason.NOT_ENOUGH_CHIPS and refusal.facts["rack"] == there
    else:
        assert name != "crown-poker", "a poker table's rack is empty"


@pytest.mark.parametrize("name", games())
def test_above_the_limit_a_second_person_signs_who_is_neither_the_first_nor_concerned(name: str) -> None:
    court = Court(name, alone=0)
    owed = court.claim()
    number, guest = court.dispute(owed.player, owed.round), Actor(owed.player, owed.player)
    had = court.worth(owed.player)
    (wanted,) = court.do(RuleOnDispute(dispute=number, ruling="all of it", award=owed.room), court.boss)
    assert not wanted.moves and court.worth(owed.player) == had
    assert court.state.dispute(number).stage is DisputeStage.OPEN
    sign = Countersign(number=court.state.signatures_asked)
    receiver = replace(court.boss, id=owed.player)
    machine = replace(court.boss, id=AUTOMATIC)
    for by, why in ((court.boss, Reason.NOT_YOURS), (receiver, Reason.NOT_YOURS), (machine, Reason.NOT_YOURS)):
        assert court.refused(sign, by).reason is why
    for by in (guest, DAN):
        assert court.refused(sign, by).reason is Reason.RANK
        assert court.refused(TurnDown(number=sign.number, why="no"), by).reason is Reason.RANK
    events = court.do(sign, court.other)
    (award,) = [each for each in events if each.moves]
    assert (award.by, award.second, award.round) == ("boss", "other", owed.round)  # type: ignore[attr-defined]
    assert court.worth(owed.player) == had + owed.room and not court.state.unsigned
    assert court.refused(sign, court.other).reason is Reason.NO_CAUSE


@pytest.mark.parametrize("name", games())
def test_whoever_raised_a_dispute_for_another_signs_for_nothing_of_it(name: str) -> None:
    court = Court(name, alone=0)
    owed = court.claim()
    court.do(RaiseDispute(about="for her", player=owed.player, round=owed.round), court.other)
    ruling = RuleOnDispute(dispute=court.state.raised, ruling="paid", award=1)
    assert court.refused(ruling, court.other).reason is Reason.NOT_YOURS
    court.do(ruling, court.boss)
    sign = Countersign(number=court.state.signatures_asked)
    assert court.refused(sign, court.other).reason is Reason.NOT_YOURS
    court.do(sign, replace(court.boss, id="third"))


@pytest.mark.parametrize("name", games())
def test_no_award_is_given_by_whoever_gets_it_nor_by_a_machine(name: str) -> None:
    court = Court(name)
    owed = court.claim()
    had = court.worth(owed.player)
    court.do(RaiseDispute(about="for her", player=owed.player, round=owed.round), court.other)
    ruling = RuleOnDispute(dispute=court.state.raised, ruling="paid", award=1)
    for own in (owed.player, AUTOMATIC, CLOCK, f"{HOUSE_PLAYERS}1"):
        refused = court.refused(ruling, replace(court.boss, id=own))
        assert refused.reason is Reason.NOT_YOURS and court.worth(owed.player) == had
    court.do(ruling, court.boss)
    assert court.worth(owed.player) == had + 1


@pytest.mark.parametrize("name", games())
def test_what_waits_is_decided_on_the_table_as_it_then_is(name: str) -> None:
    court = Court(name, alone=0)
    owed = court.claim()
    first, second = court.dispute(owed.player, owed.round), court.dispute(owed.player, owed.round)
    for number in (first, second):
        court.do(RuleOnDispute(dispute=number, ruling="all of it", award=owed.room), court.boss)
    court.do(Countersign(number=1), court.other)
    assert court.refused(Countersign(number=2), court.other).reason is Reason.LIMITS, "it was made good already"
    court.do(TurnDown(number=2, why="paid already"), court.boss)
    court.do(RuleOnDispute(dispute=second, ruling="paid already"), court.boss)


def test_what_single_persons_gave_a_player_counts_together() -> None:
    court = Court("double-chance", alone=100_00)
    owed = court.claim()
    assert owed.room > 150_00
    for cents, alone in ((60_00, True), (41_00, False), (40_00, True), (1, False)):
        number = court.dispute(owed.player, owed.round)
        events = court.do(RuleOnDispute(dispute=number, ruling="some", award=cents), court.boss)
        assert bool(events[0].moves) is alone
        if not alone:
            court.do(TurnDown(number=court.state.signatures_asked, why="enough"), court.other)
            court.do(RuleOnDispute(dispute=number, ruling="enough"), court.boss)


def test_gifts_to_others_make_nobody_forget_what_single_persons_gave_a_player() -> None:
    state: Any = played("double-chance")
    for cents in (60_00, 40_00):
        state = replace(state, given_alone=with_gift(state, "ann", cents, ""))
    for number in range(3 * GIVEN_ALONE):
        state = replace(state, given_alone=with_gift(state, f"p{number}", 1, ""))
    assert given_before(state, "ann") == 100_00
    assert given_before(state, f"p{number}") == 1, "the newest counts too"
    assert len(state.given_alone) == GIVEN_ALONE


def test_a_second_signature_looks_at_all_that_was_given_before_and_the_count_begins_anew() -> None:
    state: Any = played("double-chance")
    for player, cents, second in (("ann", 60_00, ""), ("bob", 5_00, ""), ("ann", 500_00, "sue"), ("ann", 1_00, "")):
        state = replace(state, given_alone=with_gift(state, player, cents, second))
    assert (given_before(state, "ann"), given_before(state, "bob")) == (1_00, 5_00)


def test_so_many_acts_of_one_person_wait_for_a_signature() -> None:
    court = Court("matchmaker", alone=0)
    owed = court.claim()
    court.state = replace(court.state, claims={owed.player: (replace(owed, most=A_FORTUNE),)})
    for _ in range(UNSIGNED):
        court.state = replace(court.state, disputes=())
        court.do(RuleOnDispute(dispute=court.dispute(owed.player, owed.round), ruling="x", award=1), court.boss)
    ruling = RuleOnDispute(dispute=court.dispute(owed.player, owed.round), ruling="x", award=1)
    assert court.refused(ruling, court.boss).reason is Reason.LIMITS
    court.do(ruling, court.other)


@pytest.mark.parametrize(("name", "table"), [(name, table) for name in games() for table in TABLES[name]])
def test_nothing_is_ever_paid_beyond_what_wagers_could_bring(name: str, table: str) -> None:
    for seed in range(3, 9):  # a walk may close its table before a round has been played
        walk = Walk(game(name), TABLES[name][table], seed)
        for _ in range(300):
            walk.step()
            assert all(0 <= each.got <= each.most for each in claims_of(walk.state)), walk.state.claims
            assert all(len(each) <= CLAIMS + len(walk.state.disputes) for each in walk.state.claims.values())
        walk.finish()
        if walk.state.claims:
            return
    raise AssertionError("no round was played")


# The places of the dispute book.


@pytest.mark.parametrize("name", games())
def test_bystanders_take_no_places_from_those_who_wagered(name: str) -> None:
    court = Court(name, filled=0)
    owed = court.claim()
    for guest in BYSTANDERS:
        court.do(Join(cents=court.game.engine.rules(court.state).least_buy_in(court.state)), guest)
    taken = 0
    for _ in range(OPEN_OF_ONE):
        for guest in BYSTANDERS:
            taken += not isinstance(court.decide(RaiseDispute(about="me too"), guest), Refusal)
            if not isinstance(court.decide(RaiseDispute(about="me too"), guest), Refusal):
                court.do(RaiseDispute(about="me too"), guest)
    assert taken == OPEN_OF_BYSTANDERS[0]
    late = court.refused(RaiseDispute(about="and me"), BYSTANDERS[-1])
    assert late.reason is Reason.LIMITS and late.under == (CLAUSE[name],)
    for _ in range(OPEN_OF_ONE):
        court.dispute(owed.player, owed.round)
    court.do(RaiseDispute(about="the house notes it", player=BYSTANDERS[-1].id), DAN)


def test_the_first_dispute_of_everyone_who_wagered_is_the_last_to_find_no_place() -> None:
    court, number = Court("matchmaker", filled=0), 0
    guests = [Actor(f"p{each}", f"P {each}") for each in range(60)]
    seen = tuple(each.id for each in guests)
    claims = {each.id: (Claim(court.state.round, each.id, 500, 0),) for each in guests}
    court.state = replace(court.state, departed=seen, claims=claims)
    for guest in guests:
        while not isinstance(court.decide(RaiseDispute(about="x"), guest), Refusal):
            court.do(RaiseDispute(about="x"), guest)
    first = OPEN_OF_PLAYERS[0]
    waiting = [each.complainant for each in court.state.disputes]
    assert len(waiting) == first and max(map(waiting.count, waiting)) == OPEN_OF_ONE
    assert len(set(waiting)) > first // 2
    for guest in guests[::-1]:
        number += not isinstance(court.decide(RaiseDispute(about="x", player=guest.id), DAN), Refusal)
    assert number, "someone of the house puts in one more"
    assert OPEN_BY_STAFF[0] > first + OPEN_OF_BYSTANDERS[0]


def test_what_a_dispute_is_about_stays_known_however_long_it_waits() -> None:
    court = Court("matchmaker")
    owed = court.claim()
    court.dispute(owed.player, owed.round)
    many = [f"p{each}" for each in range(2 * CLAIMANTS)]
    later = tuple(Claim(owed.round + each, owed.player, 500, 0) for each in range(1, 3 * CLAIMS))
    crowd = Crowd(court.game, court.state.terms, ("dealer",))
    others = {each: (Claim(1, each, 500, 0),) for each in many}
    crowd.state = replace(court.state, claims={owed.player: (owed, *later), **others})
    crowd.play_on(24)
    kept = crowd.state.claims
    assert many[0] not in kept and many[-1] in kept and len(kept) <= CLAIMANTS + len(crowd.state.people)
    assert any(each.round == owed.round for each in kept[owed.player])
    assert len(kept[owed.player]) <= CLAIMS + 1


def test_who_wagered_has_a_dispute_though_many_have_come_and_gone_since() -> None:
    court = Court("matchmaker", filled=0)
    owed = court.claim()
    gone = {name: person for name, person in court.state.people.items() if name != owed.player}
    court.state = replace(court.state, people=gone, wagers=(), departed=tuple(f"p{each}" for each in range(64)))
    court.dispute(owed.player, owed.round)
    stranger = court.refused(RaiseDispute(about="x", round=owed.round), GUESTS[30])
    assert stranger.reason is Reason.NOT_HERE
