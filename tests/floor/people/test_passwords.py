"""What a password may be: none that many people have, and none built on what everyone in the house knows."""

from __future__ import annotations

import pytest
from zxcvbn import matching, scoring
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from croupier.books import book, slugs
from croupier.floor.people.accounts import People, Unfit
from croupier.floor.people.passwords import LONGEST, SHORTEST, why_not
from croupier.floor.people.pins import why_not as why_not_pin
from croupier.floor.people.posts import POSTS
from croupier.games import game, games
from croupier.table.words import rank_name
from tests.floor.people.conftest import OWN


def test_no_password_of_the_common_ones_will_do() -> None:
    common = [each for each in FREQUENCY_LISTS["passwords"] if len(each) >= SHORTEST]
    assert len(common) > 100
    assert [each for each in common if why_not(each) is None] == []


@pytest.mark.parametrize(
    "password",
    [
        "Password123!",
        "P@ssw0rd1234",
        "PASSWORDPASSWORD",
        "drowssap12",
        "qwertyuiop",
        "1q2w3e4r5t",
        "1234567890",
        "abcdefghij",
        "aaaaaaaaaaaa",
        "abababababab",
        "iloveyou!!",
        "letmeinplease",
        "Welcome2025",
        "Summer2025!",
        "19870412 19870412",
    ],
)
def test_nor_one_that_is_made_from_them_as_everyone_does(password: str) -> None:
    assert why_not(password) is not None


@pytest.mark.parametrize("end", ["", "1", "2025!"])
def test_nor_one_of_the_house_s_own_words(end: str) -> None:
    ranks = {rank for slug in slugs() for rank in book(slug).ladder}
    for word in ("croupier", "casino", *POSTS, *games(), *(game(name).book.title for name in games()), *ranks):
        for written in (rank_name(word).title(), word.replace("-", ""), f"{word}{word}"):
            if len(written + end) >= SHORTEST:
                assert why_not(written + end), written + end


def test_nor_one_s_own_name() -> None:
    assert why_not("melchior2025", ("melchior",)) is not None


@pytest.mark.parametrize(
    "password",
    [
        OWN,
        "a long enough secret",
        "another one altogether",
        "correct horse battery staple",
        "zq8!hfk2pw",
        "Füße über Äcker",
        "夜の散歩は長いほうがいい",
        "the dealer cut a purple lemon",
    ],
)
def test_whatever_else_is_long_enough_will_do_whichever_characters_it_has(password: str) -> None:
    assert why_not(password) is None


def test_the_refusal_says_what_to_do_and_leaves_the_old_one(people: People, passwords: dict[str, str]) -> None:
    _, who = people.sign_in("dealer", passwords["dealer"])
    for new, why in (
        ("password12", "anyone would try"),
        ("three card poker", "everyone here knows"),
        ("x", "10 to 128"),
    ):
        with pytest.raises(Unfit, match=why):
            people.change_password(who, passwords["dealer"], new)
    assert people.sign_in("dealer", passwords["dealer"])[1].must_change_password


@pytest.mark.parametrize("letters", ["4@8({[<3691!|0$5+7%2", "a", "ab", "qwerty", "19941231", "\u0130\u00df"])
def test_a_long_one_is_weighed_by_its_beginning_and_in_few_forms(letters: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library by itself weighs all of it, with every way to read figures as letters: many seconds for the first."""
    weighed = list[str]()
    weigh = scoring.most_guessable_match_sequence

    def noted(form: str, *more: object) -> object:
        weighed.append(form)
        return weigh(form, *more)

    monkeypatch.setattr(scoring, "most_guessable_match_sequence", noted)
    monkeypatch.delattr(matching, "omnimatch")
    monkeypatch.delattr(matching, "l33t_match")
    why_not((letters * LONGEST)[: LONGEST - 1] + "x")
    assert len(weighed) <= 2 * 8, "eight forms, once by themselves and once beside the words of the house"
    assert all(len(form) <= 64 for form in weighed)
    assert bool(weighed) is (len(set(letters)) >= 4), "fewer than five characters are refused"


@pytest.mark.parametrize("pin", ["123123", "121212", "159753", "112233", "131313", "142536", "789456", "280317280317"])
def test_a_pin_is_none_that_many_people_choose(pin: str) -> None:
    assert why_not_pin(pin)
