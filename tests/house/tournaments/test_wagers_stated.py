"""What conditions state of wagers, and what their tables make of it: secret wagers, and rules that are varied."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from croupier.house.tournaments.findings import findings, whole
from croupier.house.tournaments.reading import read
from croupier.house.tournaments.sheet import text
from croupier.table.contract import Actor, Reason, Refusal
from croupier.table.permissions import RestrictBettors
from croupier.table.state import Stage
from croupier.table.tournaments.conditions import Conditions, Secret, Variation
from croupier.table.tournaments.secret_wagers import LaySecret, SecretOpened
from croupier.table.wagers import PlaceWager
from tests.house.tournaments.evening import Evening
from tests.house.tournaments.test_evenings import short

SUPERVISOR = Actor("sue", "Sue", "game-supervisor")


def heats(book: str = "matchmaker", **more: object) -> Conditions:
    said, _ = short(book, Random(5))
    first, final = said.structure.rounds or ()
    details, rounds = replace(said.details, most=4), (replace(first, tables=1), final)
    return replace(said, details=details, structure=replace(said.structure, rounds=rounds), **more)


def secretly(book: str, each: str) -> Conditions:
    said = heats(book)
    return replace(said, wagers=replace(said.wagers, secret=Secret(many=1, each=each, how="On the own phone")))


def under_way(said: Conditions) -> tuple[Evening, str]:
    """A session that has begun with four at one table."""
    evening = Evening(said, ["one", "two"], seed=5)
    evening.founded()
    evening.entered(4)
    evening.tables_ready()
    evening.session_opened()
    return evening, evening.cup.entrants[1].table


@pytest.mark.parametrize("book", ["matchmaker", "three-card-poker"])
def test_the_tables_of_a_tournament_take_as_many_secret_wagers_as_its_conditions_say(book: str) -> None:
    evening, name = under_way(secretly(book, "a session"))
    first = evening.cup.entrants[1]
    bet = evening.game.engine.rules(evening.house.table(name)).main_bets(evening.house.table(name))[0]
    lay = LaySecret(area=first.seat, bet=bet, said="$5")
    by = Actor(first.plays, first.plays_as)
    assert not isinstance(evening.house.act_at_table(name, lay, by, 0, evening.chance), Refusal)
    while evening.house.table(name).stage is Stage.BETTING:
        evening.deals(name)
    opened = [told.event for told in evening.house.record if isinstance(told.event, SecretOpened)]
    assert [(each.player, each.cents) for each in opened] == [(first.plays, 5_00)]


def test_they_are_made_in_a_session_or_in_a_round_of_play() -> None:
    assert findings(secretly("matchmaker", "each round of play")).complete
    (wrong,) = findings(secretly("matchmaker", "evening")).contradictions
    assert wrong.under == ("MM 10.2.1(e)", "ruling 93") and "in a session, or in a round of play" in wrong.why


def test_at_poker_there_is_no_moment_at_which_one_could_be_opened() -> None:
    plain = read(whole("crown-poker"))
    said = replace(plain, wagers=replace(plain.wagers, secret=Secret(many=1, each="session", how="On a slip")))
    (wrong,) = findings(said).contradictions
    assert wrong.under == ("CP 12.4.4(c)", "ruling 93") and "in turn" in wrong.why


@pytest.mark.parametrize(("most", "fits"), [(None, 1), (2, 2)])
def test_a_rule_that_is_varied_is_enforced_at_the_table(most: int | None, fits: int) -> None:
    varied = Variation(clause="MM 5.6", instead="Fewer wager on one area", most=most)
    evening, name = under_way(heats(varies=(varied,)))
    assert evening.house.table(name).bettors_per_area == fits
    here = [each for each in evening.cup.in_play if each.table == name][: fits + 1]
    limits = evening.house.table(name).limits["pair match"]
    area = here[0].seat
    said = []
    for each in here:
        wager = PlaceWager(area=area, bet="pair match", cents=limits.minimum)
        said.append(evening.house.act_at_table(name, wager, Actor(each.plays, each.plays_as), 0, evening.chance))
    last = said.pop()
    assert not any(isinstance(each, Refusal) for each in said)
    assert isinstance(last, Refusal) and last.reason is Reason.AREA_FULL and "MM 5.6" in last.under
    widened = evening.house.act_at_table(name, RestrictBettors(players=3), SUPERVISOR, 0, evening.chance)
    assert isinstance(widened, Refusal) and widened.under == ("MM 5.6", "ruling 80")
    # Once the table is released three may wager on an area again (MM 5.6).
    evening.played()
    assert evening.house.table(name).bettors_per_area == 3


def test_more_than_the_rule_has_is_no_variation_that_could_be_enforced() -> None:
    (wrong,) = findings(heats(varies=(Variation(clause="MM 5.6", instead="Five", most=5),))).contradictions
    assert wrong.under == ("MM 10.2.2", "MM 5.6")
    assert "MM 5.6: Two (2 at the most)" in text(heats(varies=(Variation(clause="MM 5.6", instead="Two", most=2),)))
