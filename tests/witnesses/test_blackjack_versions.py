"""The versions of Blackjack: what each takes over, what it replaces, and what its table has."""

from __future__ import annotations

import pytest

from croupier.cards import DECK, Device
from croupier.games.blackjack import Bet, Terms, Variant, initial, view
from croupier.table.contract import Actor
from tests.witness import witnesses
from tests.witnesses.scripted import Scripted

BLACKJACK = Scripted("blackjack")
GUEST = Actor("guest", "Guest")
FOUR_EIGHTS = "deal 8s 9c 8d\nAnn splits\ndeal 8h\nAnn splits\ndeal 8c\nAnn splits\n"
"""Three hands, and a fourth is asked for."""
TWENTY_ONE_EACH = "deal 5s 9c 6d\nAnn draws\ndeal Kh\n"


@witnesses("BJ 10.1")
def test_crown_pontoon_is_blackjack_but_for_its_own_rules() -> None:
    stake = "Ann bets $10 on pontoon\n"
    refused = "expect refused forbidden under BJ 7.5.5(d)\n"
    assert BLACKJACK.holds(f"{stake}{FOUR_EIGHTS}{refused}", ", crown pontoon")
    won = "settle\nexpect Ann +$10 under BJ 10.5.1(d)\n"
    assert BLACKJACK.holds(f"{stake}{TWENTY_ONE_EACH}{won}", ", crown pontoon")
    level = "deal 5h 7c\nsettle\nexpect Ann no change under BJ 5.6.4\n"
    assert BLACKJACK.holds(f"Ann bets $10 on blackjack\n{TWENTY_ONE_EACH}{level}")


@witnesses("BJ 11.1")
def test_pontoon_pandemonium_is_crown_pontoon_with_a_side_bet() -> None:
    doubled = "Ann bets $10 on pontoon\ndeal 4s 9c 9d\nAnn doubles\ndeal 2h\n"
    rescued = "Ann rescues area 1\nexpect Ann -$10 under BJ 10.7.5\n"
    for version in (", crown pontoon", ", pontoon pandemonium"):
        assert BLACKJACK.holds(f"{doubled}{rescued}", version)
    placed = "Ann bets $10 on pontoon\nAnn bets $1 on pandemonium\nexpect wager of Ann $1 on pandemonium at 1\n"
    assert BLACKJACK.holds(placed, ", pontoon pandemonium")
    assert not BLACKJACK.holds(placed, ", crown pontoon")


@witnesses("BJ 12.1")
def test_vegas_blackjack_is_blackjack_but_for_its_own_rules() -> None:
    stake = "Ann bets $10 on blackjack\n"
    stands_on_soft_17 = "deal Ts 6c 8d\nAnn stands\ndeal Ah\nsettle\nexpect Ann +$10 under BJ 5.6.3\n"
    doubled = "deal 5s 6c 7d\nAnn doubles\n"
    for version in ("", ", vegas blackjack"):
        assert BLACKJACK.holds(f"{stake}{stands_on_soft_17}", version)
        assert BLACKJACK.holds(f"{stake}{FOUR_EIGHTS}expect refused forbidden under BJ 7.5.5(d)\n", version)
    assert BLACKJACK.holds(f"{stake}{doubled}expect event HandDoubled under BJ 12.4.2(a)\n", ", vegas blackjack")
    assert BLACKJACK.holds(f"{stake}{doubled}expect refused forbidden under BJ 7.5.4(a)\n")


@witnesses("BJ 14.1")
def test_crown_blackjack_is_blackjack_but_for_the_dealers_soft_17() -> None:
    stake = "Ann bets $10 on blackjack\n"
    doubled = "deal 5s 6c 7d\nAnn doubles\nexpect refused forbidden under BJ 7.5.4(a)\n"
    soft = "deal Ts 6c 8d\nAnn stands\ndeal Ah\n"
    for version in ("", ", crown blackjack"):
        assert BLACKJACK.holds(f"{stake}{doubled}", version)
    assert BLACKJACK.holds(f"{stake}{soft}expect stage the dealer's hand\n", ", crown blackjack")
    assert BLACKJACK.holds(f"{stake}{soft}expect stage settling\n")


@witnesses("BJ 13.1", "BJ 15.1", "ruling 41")
@pytest.mark.parametrize("offer", [{"sevens": 1}, {"sevens": 2}, {"pairs": True}])
def test_sevens_and_pairs_lie_beside_blackjack_and_crown_blackjack_alone(offer: dict[str, int]) -> None:
    for variant in (Variant.BLACKJACK, Variant.CROWN):
        assert len(Terms(variant=variant, **offer).bets) == 2  # type: ignore[arg-type]
    for variant in (Variant.VEGAS, Variant.PONTOON, Variant.PANDEMONIUM):
        with pytest.raises(ValueError, match=r"BJ 13\.1 and 15\.1"):
            Terms(variant=variant, **offer)  # type: ignore[arg-type]


@witnesses("BJ 10.4.1")
@pytest.mark.parametrize("variant", [Variant.PONTOON, Variant.PANDEMONIUM])
def test_pontoon_is_played_with_four_to_eight_decks_of_48_cards_without_tens(variant: Variant) -> None:
    for decks in range(4, 9):
        unseen = initial(Terms(variant=variant, decks=decks)).shoe.unseen
        assert sum(unseen) == 48 * decks
        assert [unseen[card.number] for card in DECK] == [0 if card.rank == "T" else decks for card in DECK]
    for decks in (3, 9):
        with pytest.raises(ValueError, match=r"BJ 3\.1"):
            Terms(variant=variant, decks=decks)


@witnesses("BJ 12.3.1")
def test_vegas_blackjack_is_played_with_four_whole_decks_and_a_cutting_card() -> None:
    terms = Terms(variant=Variant.VEGAS)
    assert (terms.decks, terms.device, terms.cards_behind_cut > 0) == (4, Device.SHOE, True)
    assert set(initial(terms).shoe.unseen) == {4}
    with pytest.raises(ValueError, match=r"BJ 12\.3\.1"):
        Terms(variant=Variant.VEGAS, decks=6)


CLOTHS = [
    pytest.param(Terms(variant=Variant.PONTOON, casino="Aurora"), (Bet.PONTOON,), id="Crown Pontoon"),
    pytest.param(
        Terms(variant=Variant.PANDEMONIUM, casino="Aurora"), (Bet.PONTOON, Bet.PANDEMONIUM), id="Pontoon Pandemonium"
    ),
    pytest.param(Terms(sevens=1, casino="Aurora"), (Bet.BLACKJACK, Bet.SEVENS), id="Magnificent Sevens"),
    pytest.param(Terms(pairs=True, casino="Aurora"), (Bet.BLACKJACK, Bet.PAIRS), id="Perfect Pairs"),
]


@witnesses(
    "BJ 10.3.1",
    "BJ 10.3.1(b)",
    "BJ 11.3.1",
    "BJ 11.3.1(b)",
    "BJ 11.3.1(c)",
    "BJ 13.3.1",
    "BJ 13.3.1(b)",
    "BJ 13.3.1(c)",
    "BJ 15.3.1",
    "BJ 15.3.1(b)",
    "BJ 15.3.1(c)",
    "BJ Diagram B",
    "BJ Diagram C",
    "BJ Diagram D",
)
@pytest.mark.parametrize(("terms", "bets"), CLOTHS)
def test_what_a_cloth_is_drawn_from_has_a_place_for_each_bet_on_each_area_and_the_casinos_name(
    terms: Terms, bets: tuple[Bet, ...]
) -> None:
    shown = view(initial(terms), GUEST)
    assert shown.casino == "Aurora"
    assert shown.sign.title == terms.playing.title
    assert tuple(shown.sign.limits) == bets
    assert [each.area for each in shown.areas] == list(range(1, terms.areas + 1))


@witnesses("BJ 10.3.1(a)", "BJ 11.3.1(a)", "BJ 13.3.1(a)", "BJ 13.3.1(b)", "BJ 15.3.1(a)", "BJ 15.3.1(b)")
@pytest.mark.parametrize(
    "setting", [{"variant": Variant.PONTOON}, {"variant": Variant.PANDEMONIUM}, {"sevens": 2}, {"pairs": True}]
)
def test_there_are_nine_areas_or_fewer(setting: dict[str, Variant]) -> None:
    assert len(view(initial(Terms(areas=9, **setting)), GUEST).areas) == 9  # type: ignore[arg-type]
    for areas in (0, 10):
        with pytest.raises(ValueError, match=r"BJ 2\.2\.1"):
            Terms(areas=areas, **setting)  # type: ignore[arg-type]
