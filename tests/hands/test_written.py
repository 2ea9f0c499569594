"""Hands of our own tables, written for others and read again: nothing is lost that the money depends on."""

from __future__ import annotations

import re
import tomllib
from random import Random

import pytest

from croupier.games.crown_poker import LimitKind, Variant
from croupier.games.crown_poker.state import Post
from croupier.hands import Broken, Hand, as_phh, recorded, replay
from croupier.hands.codes import CODES, STANDARD
from tests.hands.playing import NAMEABLE, Playing, terms_of

HANDS, TABLES = 12, 12


def hands_of(variant: Variant, kind: LimitKind, seed: int) -> list[Hand]:
    """Random hands at a random table of a game, each checked against the stacks on that table."""
    chance = Random(seed)
    terms = terms_of(variant, kind, chance)
    table, found = Playing(terms, seed, chance.randint(2, terms.seats)), list[Hand]()
    for _ in range(HANDS):
        played = table.hand()
        if played is None:
            continue
        hand = recorded(*played)
        for each in hand.players:
            paid = sum(wager.cents for wager in played[0].wagers_of(each.id))
            assert table.state.stack(each.id) in (each.end, each.end + each.won_beside + paid)
        found.append(hand)
    return found


@pytest.mark.parametrize("seed", range(TABLES))
@pytest.mark.parametrize("game", NAMEABLE, ids=str)
def test_what_is_written_as_phh_comes_back_with_the_same_stacks(game: tuple[Variant, LimitKind], seed: int) -> None:
    for hand in hands_of(*game, seed):
        text = as_phh(hand)
        again = replay(text)
        assert again.holds, text
        assert [each.rake for each in again.hand.pots] == [each.rake for each in hand.pots], text
        assert [each.cents for each in again.hand.pots] == [each.cents for each in hand.pots]
        assert [(each.seat, each.what, each.cents) for each in again.hand.posts] == [
            (each.seat, each.what, each.cents) for each in hand.posts
        ]
        assert again.hand.line == hand.line and again.hand.deeds == hand.deeds


def test_random_hands_come_to_all_that_the_format_has_no_words_for() -> None:
    """Otherwise the test above would prove little."""
    found = [hand for game in NAMEABLE for seed in range(TABLES) for hand in hands_of(*game, seed)]
    posts = {each.what for hand in found for each in hand.posts}
    assert posts == {Post.ANTE, Post.BLIND, Post.LIVE, Post.DEAD, Post.STRADDLE}
    assert any(hand.rake for hand in found)
    assert any(len(hand.pots) > 2 for hand in found)
    assert any(hand.line[0] not in {each.seat for each in hand.players} for hand in found)
    assert any(hand.line[-2] not in {each.seat for each in hand.players} for hand in found if len(hand.line) > 2)
    assert any(len(hand.players) == 2 for hand in found)
    assert any(each.beside for hand in found for each in hand.players)
    assert any(each.won_beside for hand in found for each in hand.players)
    assert any(len({share.way for share in pot.shares}) > 1 for hand in found for pot in hand.pots)


@pytest.mark.parametrize("kind", LimitKind)
@pytest.mark.parametrize("variant", Variant)
def test_every_game_at_every_limit_has_a_code_and_comes_back(variant: Variant, kind: LimitKind) -> None:
    for hand in hands_of(variant, kind, 3):
        text = as_phh(hand)
        code = CODES[tomllib.loads(text)["variant"]]
        assert code == (variant, kind)
        again = replay(text)
        assert again.holds and again.hand.deeds == hand.deeds, text


def test_only_the_games_that_the_format_names_have_its_codes() -> None:
    assert {tuple(CODES[name]) for name in STANDARD} == set(NAMEABLE)
    assert len(CODES) == len(Variant) * len(LimitKind)


def test_a_discard_is_written_and_its_face_is_not() -> None:
    hands = [hand for seed in range(6) for hand in hands_of(Variant.CRAZY_PINEAPPLE, LimitKind.HALF_POT, seed)]
    texts = [as_phh(hand) for hand in hands if any(each.does == "discard" for each in hand.deeds)]
    assert texts and all("sd ??" in text for text in texts)
    assert any(re.search(r"d dh p\d [2-9TJQKA][cdhs][2-9TJQKA][cdhs]\?\?", text) for text in texts)


def test_discards_that_a_text_names_must_be_held() -> None:
    text = PINEAPPLE.replace("p1 sd 2c", "p1 sd 3c")
    with pytest.raises(Broken, match="not one of the cards that this player was dealt"):
        replay(text)
    assert replay(PINEAPPLE).holds


PINEAPPLE = """
variant = "NP"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ["d dh p1 AhAd2c", "d dh p2 KhKd2d", "p2 cc", "p1 cc", "p1 sd 2c", "p2 sd 2d",
  "d db 7c8c9s", "p1 cc", "p2 cc", "d db 3h", "p1 cc", "p2 cc", "d db 4s", "p1 cc", "p2 cc", "p1 sm AhAd", "p2 sm KhKd"]
finishing_stacks = [102, 98]
"""
"""Of two players the one with the button, here the second, has the small blind; aces beat kings."""


def test_a_hand_that_nobody_saw_is_not_written() -> None:
    for seed in range(TABLES):
        for hand in hands_of(Variant.HOLDEM, LimitKind.NO_LIMIT, seed):
            opened = {each.seat for each in hand.shown if each.cards}
            for nth, each in enumerate(hand.players, 1):
                assert (f"d dh p{nth} ????" in as_phh(hand)) is (each.seat not in opened)


def test_the_text_is_one_that_pokerkit_reads() -> None:
    pokerkit = pytest.importorskip("pokerkit")
    for game in NAMEABLE:
        for hand in hands_of(*game, 5):
            read = pokerkit.HandHistory.loads(as_phh(hand))
            assert read.user_defined_fields["_croupier"]["burns"] == hand.burns
            assert len(read.players) == len(hand.players)
