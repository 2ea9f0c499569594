"""Hands of our own tables, written for others and read again: nothing is lost that the money depends on."""

from __future__ import annotations

from random import Random

import pytest

from croupier.games.crown_poker import LimitKind, Variant
from croupier.games.crown_poker.state import Post
from croupier.hands import CannotSay, Hand, as_phh, recorded, replay
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


@pytest.mark.parametrize("game", [(Variant.PINEAPPLE, LimitKind.POT), (Variant.HOLDEM, LimitKind.SPREAD)], ids=str)
def test_a_game_without_a_code_is_refused_and_not_called_another(game: tuple[Variant, LimitKind]) -> None:
    hand = hands_of(*game, 1)[0]
    with pytest.raises(CannotSay, match="PHH has no code"):
        as_phh(hand)


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
