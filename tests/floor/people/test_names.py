"""What a guest may be called."""
# ruff: noqa: RUF001

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

import croupier
from croupier.books import book, slugs
from croupier.floor.people.accounts import POSTS, People, SignedIn, TooManyChips, Unfit
from croupier.floor.people.names import skeleton, tidy, why_not_staff
from croupier.table.contract import NO_PERSON
from croupier.table.words import rank_name
from tests.floor.people.conftest import HOUR, MINUTE, Clock


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 25,
        "ﷺ" * 2,  # eighteen characters each, once taken apart
        "a\u202eb",  # turns the rest around
        "a\u2066b",
        "\u200b",
        "An\u200dn",
        "An\u00adn",
        "Ann\u0000",
        "Ann\nBob\x1b[31m",
        "Ann\ue000",
        "Ann\ud7ff\U000f0000",
        "Ann\U000e0041",  # a tag that nobody sees
        "\u3164",  # a letter that shows nothing
        "Ann\u3164",
        "\u2800\u2800",
        "\u0301",
        "Z\u0301\u0301\u0301\u0301\u0301",
        "Ann\ufe0f",
        "...",
        "—",
    ],
)
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    with pytest.raises(Unfit) as unfit:
        tidy(name)
    assert str(unfit.value).startswith("a name")


@pytest.mark.parametrize(
    "name", ["Ann", "Zoë", "José María", "Łukasz", "Ольга", "Νίκος", "李小龍", "محمد", "O'Neil", "R2-D2"]
)
def test_people_keep_their_own_names(name: str) -> None:
    assert tidy(name) == name


def test_a_name_is_shown_in_one_form() -> None:
    assert tidy("  Ann   Ｌee ") == "Ann Lee"


@pytest.mark.parametrize(
    "name",
    [
        "Dealer",
        "DEALER",
        "dеаlеr",  # three letters of it Cyrillic
        "Deaḷer",
        "ⅾealer",
        "D e a l e r",
        "d.e.a.l.e.r",
        "The Dealer",
        "Dealer 7",
        "dealer2",
        "superv1sor",
        "Οperator",  # a Greek O
        "0perator",
        "Ann (house)",
        "HOUSE",
        "Croupier",
        "Inspector Ann",
        "pitboss ",
        "Pit Boss",
        "pit-b0ss",
        "Casino Manager",
        "Staff",
        "ｄｅａｌｅｒ",
    ],
)
def test_nobody_poses_as_staff_or_as_the_house(name: str) -> None:
    with pytest.raises(Unfit, match="house"):
        tidy(name)


@pytest.mark.parametrize("name", ["Houseman", "Idealist", "Stafford", "Manning", "Bossa"])
def test_a_name_that_only_sounds_like_an_office_is_one(name: str) -> None:
    assert tidy(name) == name


def test_no_post_and_no_rank_of_any_book_is_a_name() -> None:
    ranks = {rank for slug in slugs() for rank in (*book(slug).ladder[1:], *book(slug).beside)}
    for office in (*POSTS, *ranks, *map(rank_name, ranks)):
        with pytest.raises(Unfit):
            tidy(office[:24])


@pytest.mark.parametrize("own", NO_PERSON)
@pytest.mark.parametrize(
    "spelt",
    [
        str,
        str.upper,
        lambda own: f" {own} ",
        " ".join,
        ".".join,
        lambda own: f"The {own}",
        lambda own: f"{own} 7",
        lambda own: own.replace("o", "0").replace("l", "1"),
        lambda own: own.replace("c", "\u0441").replace("e", "\u0435").replace("o", "\u03bf"),
        lambda own: "".join(chr(ord(each) + 0xFEE0) if each.isalpha() else each for each in own),
        lambda own: unicodedata.normalize("NFD", own.replace("e", "\u00e9").replace("o", "\u00f6")),
    ],
)
def test_nobody_is_called_as_one_who_acts_and_is_no_person(own: str, spelt: Callable[[str], str]) -> None:
    for name in (own, NO_PERSON[own]):
        with pytest.raises(Unfit):
            tidy(spelt(name))


@pytest.mark.parametrize("name", ["guest-0a1b2c3d4e5f", "GUEST 0A1B2C3D4E5F"])
def test_nobody_is_called_as_another_guest_is_on_record(name: str) -> None:
    with pytest.raises(Unfit, match="no person"):
        tidy(name)


@pytest.mark.parametrize("name", ["Tim", "Timeon", "Father Time", "Stable", "Guest", "Clockwork", "Constable"])
def test_a_name_that_only_has_letters_of_theirs_is_one(name: str) -> None:
    assert tidy(name) == name


def test_whoever_acts_and_is_no_person_is_declared_as_such() -> None:
    """Nowhere on the floor is an id for an actor made up on the spot: there would be nothing to keep it from guests."""
    root = Path(croupier.__file__).parent
    for path in [path for room in ("floor", "house", "cli") for path in (root / room).rglob("*.py")]:
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call):
                named = [each.value for each in call.keywords if each.arg in ("actor", "by")]
                made = call.args[:1] if isinstance(call.func, ast.Name) and call.func.id == "Actor" else []
                written = [each.value for each in (*named, *made) if isinstance(each, ast.Constant) and each.value]
                assert not written, f"{path.name}:{call.lineno} makes {written[0]!r} act"


def test_no_account_is_called_as_one_who_is_no_person_or_as_guests_are() -> None:
    for own in (*NO_PERSON, *(own.partition("-")[0] for own in NO_PERSON), "house-mm-1-ada", "guest-0a1b", "player"):
        assert why_not_staff(own), own


@pytest.mark.parametrize("other", ["ann", "ANN", "Аnn", "Ánn", "A n n", "Ａｎｎ", "A.n.n", "Αnn", "аnn "])
def test_two_who_look_alike_are_not_here_together(people: People, other: str) -> None:
    people.welcome("Ann")
    with pytest.raises(Unfit, match="someone of that name is here already") as taken:
        people.welcome(other)
    assert skeleton(taken.value.instead) == "ann2"
    assert people.welcome(taken.value.instead)[1].name == taken.value.instead


def test_figures_pass_for_letters(people: People) -> None:
    people.welcome("Lou")
    for other in ("L0u", "1ou", "Iou", "|ou", "loυ"):
        with pytest.raises(Unfit):
            people.welcome(other)


def test_a_name_is_free_again_when_its_guest_has_gone(people: People, clock: Clock) -> None:
    _, ann = people.welcome("Ann")
    people.sign_out(ann)
    token, _ = people.welcome("ANN")
    clock.now += 12 * HOUR
    assert people.recognise(token) is None
    token, second = people.welcome("Ann")
    clock.now += 12 * HOUR - 1
    assert people.recognise(token) == second
    with pytest.raises(Unfit):
        people.welcome("Ann")


def test_coming_in_anew_under_one_s_own_name_is_no_clash(people: People) -> None:
    _, ann = people.welcome("Ann")
    _, again = people.welcome("Ann", "", ann)
    assert again.id != ann.id


def test_a_guest_is_not_called_as_staff_are_nor_staff_as_a_guest(people: People, operator: SignedIn) -> None:
    people.add(operator, "mary.jones", {"*": "dealer"})
    for name in ("Mary Jones", "mary.jones", "MARYJ0NES"):
        with pytest.raises(Unfit, match="belongs to the house") as unfit:
            people.welcome(name)
        assert unfit.value.instead
    people.end(operator, "mary.jones")
    with pytest.raises(Unfit):
        people.welcome("Mary Jones")
    people.welcome("Bob")
    with pytest.raises(Unfit, match="guest of that name"):
        people.add(operator, "bob", {"*": "dealer"})


def test_chips_are_given_so_often_an_hour_to_one_address_whoever_asks(people: People, clock: Clock) -> None:
    for _ in range(20):
        _, guest = people.welcome("Ann", "192.0.2.1")
        people.sign_out(guest)
        clock.now += MINUTE
    with pytest.raises(TooManyChips) as enough:
        people.welcome("Ann", "192.0.2.1")
    assert enough.value.seconds == 40 * 60
    people.welcome("Ann", "192.0.2.2")
    clock.now += 40 * MINUTE
    people.welcome("Beth", "192.0.2.1")
