"""Deals: what the director is shown, to the cent, and what the conditions of each book have to say of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.cards import BY_CHANCE
from croupier.floor.reading.tournament_deals import DealSums, deal_shown, deal_sums
from croupier.house.tournaments.deciding import decide
from croupier.house.tournaments.findings import findings, whole
from croupier.house.tournaments.model import Deal, Stage, Tournament
from croupier.house.tournaments.reading import read
from croupier.house.tournaments.results import prizes_left
from croupier.house.tournaments.sessions import Disqualify
from croupier.table.contract import Actor, Reason, Refusal
from croupier.table.tournaments.conditions import Prize, Ties
from tests.house.tournaments.standing import conditions, counted, heats

DEE = Actor("dee", "Dee", "dealer")
THREE = (Prize(amount=50_00), Prize(amount=30_00), Prize(amount=20_00))


def final(
    *chips: int, deals: bool = True, places: tuple[Prize, ...] = THREE, ties: Ties = Ties.EXTRA_HANDS
) -> Tournament:
    """The last round with these chips, and Dee as its director."""
    said = conditions(*heats(1), ties=ties)
    said = replace(said, prizes=replace(said.prizes, deals=deals, places=places))
    found = counted(said, {"one": [each * 100 for each in chips]}, played=1)
    return replace(found, stage=Stage.SESSION, director="dee", present=("dee",))


def sums(tournament: Tournament, by: Actor = DEE) -> DealSums:
    found = deal_sums(tournament, by, 0)
    assert found is not None
    return found


def test_the_director_is_shown_the_sums_by_the_model_and_by_chips() -> None:
    found = sums(final(5000, 3000, 2000))
    assert found.prizes == (50_00, 30_00, 20_00)
    # First with chances of 0.5, 0.3 and 0.2. Ann is second with 0.3 x 5/7 + 0.2 x 5/8 = 0.33929, so third with 0.16071:
    # 25 + 10.1786 + 3.2143 = 38.3929. Bob: 15 + 0.375 x 30 + 0.325 x 20 = 32.75. Cid has the rest, 28.8571; a cent is
    # left, which the first in the order of chips has.
    assert [each.by_model for each in found.sums] == [38_40, 32_75, 28_85]
    # By chips everyone has the last prize of $20, and of the other $40 a half, three tenths and a fifth.
    assert [each.by_chips for each in found.sums] == [40_00, 32_00, 28_00]
    assert [sum(each) for each in zip(*[(one.by_model, one.by_chips) for one in found.sums], strict=True)] == [
        100_00
    ] * 2


def test_equal_stacks_have_equal_shares_but_for_a_cent() -> None:
    places = (Prize(amount=50_00), Prize(amount=30_00), Prize(amount=20_01))
    found = sums(final(1000, 1000, 1000, places=places))
    assert [each.by_model for each in found.sums] == [33_34, 33_34, 33_33]
    assert [each.by_chips for each in found.sums] == [33_34, 33_34, 33_33]


def test_there_are_none_where_no_deal_is_allowed_nor_for_anyone_but_the_director() -> None:
    assert deal_sums(final(5000, 3000, deals=False), DEE, 0) is None
    assert deal_sums(final(5000, 3000), Actor("sue", "Sue", "pit-boss"), 0) is None
    assert deal_sums(replace(final(5000, 3000), stage=Stage.READY, sitting=None), DEE, 0) is None


def test_without_chips_nothing_can_be_worked_out() -> None:
    found = sums(final(5000, 3000, 0))
    assert not found.sums and "no chips" in found.why_not


def test_prizes_that_ties_would_share_are_those_of_the_places_all_the_same() -> None:
    tied = final(1000, 1000, 1000, ties=Ties.SHARED)
    assert tied.conditions is not None
    assert prizes_left(tied, tied.conditions) == (50_00, 30_00, 20_00)


def test_what_is_proposed_is_shown_to_everyone_without_their_names() -> None:
    tournament = final(5000, 3000)
    assert tournament.sitting is not None
    deal = Deal(shares={1: 44_00, 2: 36_00}, how="as they said", agreed=(2,))
    proposed = replace(tournament, sitting=replace(tournament.sitting, deal=deal))
    found = deal_shown(proposed, house=False)
    assert found is not None
    assert [(each.name, each.cents, each.agreed) for each in found.lines] == [
        ("Entrant 1", 44_00, False),
        ("Entrant 2", 36_00, True),
    ]
    assert deal_shown(tournament, house=False) is None


def test_nobody_goes_once_a_deal_is_struck() -> None:
    tournament = final(5000, 3000)
    assert tournament.sitting is not None
    deal = Deal(shares={1: 44_00, 2: 36_00}, how="as they said", agreed=(1, 2), struck=True)
    struck = replace(tournament, stage=Stage.COUNTING, sitting=replace(tournament.sitting, deal=deal))
    refused = decide(struck, Disqualify(entrant=1, why="a telephone"), DEE, 0, BY_CHANCE)
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.facts) == (Reason.NOT_NOW, {"the deal": "is struck"})


@pytest.mark.parametrize(("book", "clause"), [("matchmaker", "MM 10.2.1(k)"), ("blackjack", "BJ 16.2.1(j)")])
def test_two_books_want_it_said(book: str, clause: str) -> None:
    plain = read(whole(book))
    silent = replace(plain, prizes=replace(plain.prizes, deals=None))
    assert [each.clause for each in findings(silent).left_out] == [clause]
    for said in (True, False):
        assert findings(replace(plain, prizes=replace(plain.prizes, deals=said))).complete


@pytest.mark.parametrize("book", ["three-card-poker", "crown-poker"])
def test_in_two_silence_says_no(book: str) -> None:
    plain = read(whole(book))
    assert plain.prizes.deals is None and findings(plain).complete


def test_the_prizes_of_the_magnificent_sevens_tournament_are_shared_in_no_other_way() -> None:
    plain = read(whole("blackjack", won=True))
    (wrong,) = findings(replace(plain, prizes=replace(plain.prizes, deals=True))).contradictions
    assert wrong.under == ("BJ 13.9.3", "BJ 13.9.6")
