"""Showdowns between groups of hands: counted again in plain words, and a sample against every board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from numba import njit

from croupier.cards import DECK
from croupier.games.crown_poker.terms import GAMES, Variant
from croupier.odds.crown_poker.equity import equities
from croupier.odds.tournament.push_fold.equilibrium import Tree, solve
from croupier.odds.tournament.push_fold.flops import Flops, flops, no_flops
from croupier.odds.tournament.push_fold.hands import (
    KINDS,
    Hands,
    alike,
    every,
    kept_before_flop,
    kind,
    kind_name,
    numbered,
    of_like_strength,
    two_cards,
)
from croupier.odds.tournament.push_fold.kinds import boards, counted
from croupier.odds.tournament.push_fold.model import every_showdown, model, packed, parts_of_kinds, unpacked
from croupier.odds.tournament.push_fold.orders import NO_LOW, Order, orders
from croupier.odds.tournament.push_fold.showdowns import PARTS_DEALT, TOGETHER, Showdowns, cells, dealt, strengths
from croupier.odds.tournament.push_fold.spot import Spot
from tests.odds.showdowns_in_words import Value, fives, high, low, taken

SO_MANY = 90
"""By so few of the ways that a flop can go on is it told here what is kept; 4 in earnest."""

KIND = {kind_name(each): each for each in range(KINDS)}


@pytest.fixture(scope="module")
def after_flop() -> dict[bool, Flops]:
    """Which cards are kept after a flop, by fewer boards than are asked in earnest."""
    return {low: flops(low=low, every_so_many=SO_MANY) for low in (False, True)}


@njit
def _cards(chance, deals, many):  # type: ignore[no-untyped-def]
    """The cards of so many deals: as many from the top of one deck that is dealt from again and again."""
    deck, out = np.arange(52), np.zeros((deals, many), np.int64)
    for deal in range(deals):
        for at in range(many):
            other = chance.integers(at, 52)
            deck[at], deck[other] = deck[other], deck[at]
        out[deal] = deck[:many]
    return out


def dealt_again(hole: int, deals: int, seed: int) -> list[list[str]]:
    """The cards that a sample of so many boards is made of, hands first."""
    found = []
    for part, each in enumerate(np.random.SeedSequence(seed).spawn(PARTS_DEALT)):
        many = deals // PARTS_DEALT + (part < deals % PARTS_DEALT)
        chance = np.random.Generator(np.random.PCG64(each))
        found += [[str(DECK[card]) for card in cards] for cards in _cards(chance, many, TOGETHER * hole + 5)]
    return found


def ranked(values: list[Value | None], *, best_first: bool) -> tuple[int, ...]:
    there = sorted({each for each in values if each is not None}, reverse=best_first)
    return tuple(NO_LOW if each is None else there.index(each) for each in values)


def order_of(played: list[tuple[Value, Value | None]]) -> Order:
    return Order(
        ranked([each for each, _ in played], best_first=True), ranked([each for _, each in played], best_first=False)
    )


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("variant", list(Variant))
def test_a_sample_is_what_its_cards_come_to_in_words(
    variant: Variant, players: int, after_flop: dict[bool, Flops]
) -> None:
    game = GAMES[variant]
    after = after_flop[game.hi_lo] if game.discard_after == 1 else no_flops()
    if game.hole == 2:
        hands = two_cards()
    elif game.discard_after == 0:
        hands = kept_before_flop(parts_of_kinds())
    else:
        hands = of_like_strength(game.hole, strengths(game, after, deals=2_000, seed=5), 4)
    if game.hi_lo and players == 3:
        hands = of_like_strength(game.hole, strengths(game, after, deals=2_000, seed=5), 4)
    deals = 40
    found = dealt(game, hands, after, players, deals=deals, seed=9)
    cell_of = {tuple(map(int, each)): at for at, each in enumerate(cells(hands.groups, players))}
    number_of = {order: at for at, order in enumerate(orders(players, low=game.hi_lo).all)}
    expected: Counter[tuple[int, int]] = Counter()
    alternatives: Counter[tuple[int, ...]] = Counter()
    for cards in dealt_again(game.hole, deals, 9):
        board = cards[-5:]
        played = []
        for at in range(TOGETHER):
            held = cards[at * game.hole : (at + 1) * game.hole]
            kept = kept_in_words(hands, after, held, board) if game.hole == 3 else held
            choices = list(fives(kept, board, game.exactly_two))
            lows = [each for each in map(low, choices) if each is not None]
            played.append(
                (hands.group(held), (max(map(high, choices)), min(lows, default=None) if game.hi_lo else None))
            )
        for some in combinations(played, players):
            groups = sorted(some, key=lambda each: each[0])
            key = tuple(each[0] for each in groups)
            if len(set(key)) < players:  # which of equal groups comes first does not matter
                alternatives[key] += 1
            else:
                expected[cell_of[key], number_of[order_of([each[1] for each in groups])]] += 1
    counts = {(int(cell), int(order)): int(found.counts[cell, order]) for cell, order in np.argwhere(found.counts)}
    assert found.seen == deals * comb(TOGETHER, players)
    for (cell, order), many in expected.items():
        assert counts[cell, order] == many
    equal = {cell_of[key] for key in alternatives}
    assert sum(counts.values()) == sum(expected.values()) + sum(alternatives.values())
    assert {cell for cell, _ in counts} <= equal | {cell for cell, _ in expected}
    for key, many in alternatives.items():
        assert sum(number for (cell, _), number in counts.items() if cell == cell_of[key]) == many


def kept_in_words(hands: Hands, after: Flops, held: list[str], board: list[str]) -> list[str]:
    """The two of three cards that are kept: by kind before the flop, or by the best of three on the flop."""
    if not len(after.taken):
        parts = parts_of_kinds()
        best = max(combinations(held, 2), key=lambda two: parts[kind(*(DECK.index(card) for card in two))])
    else:
        flop = numbered([DECK.index(card) for card in board[:3]])
        turn, row = after.cards[after.turned[flop]], after.taken[after.of[flop]]
        in_order = sorted(held, key=DECK.index)
        best = max(combinations(in_order, 2), key=lambda two: row[numbered([turn[DECK.index(card)] for card in two])])
    return list(best)


@pytest.mark.parametrize("hi_lo", [False, True])
def test_what_two_cards_take_on_a_flop_is_so_in_words(hi_lo: bool, after_flop: dict[bool, Flops]) -> None:
    """Some ways that one board can go on, every pair of hands on it, for a few hands."""
    flop = ["2c", "7d", "8d"]
    found = after_flop[hi_lo]
    at = numbered([DECK.index(card) for card in flop])
    turn, row = found.cards[found.turned[at]], found.taken[found.of[at]]
    # The row is that of the flop with its suits named otherwise, and goes on in that one's ways.
    back = {int(turn[card]): str(DECK[card]) for card in range(52)}
    rest = [back[card] for card in range(52) if back[card] not in flop]
    boards_of = [
        [*flop, rest[first], rest[second]]
        for second in range(49)
        for first in range(second)
        if (first + second) % SO_MANY == 0
    ]
    hands = [("As", "Ah"), ("3s", "4h"), ("Kc", "6c")]
    parts: dict[tuple[str, ...], list[float]] = {hand: [] for hand in hands}
    for board in boards_of:
        values = {hand: worth(hand, board, hi_lo) for hand in combinations([c for c in DECK if c not in board], 2)}
        for hand in hands:
            if not set(hand) & set(board):
                mine = worth(hand, board, hi_lo)
                parts[hand].append(float(np.mean([part_of(mine, other) for other in values.values()])))
    for hand in hands:
        number = numbered([int(turn[DECK.index(card)]) for card in hand])
        assert row[number] == pytest.approx(float(np.mean(parts[hand])), abs=1e-6)


def worth(hand: Sequence[str], board: Sequence[str], hi_lo: bool) -> tuple[Value, Value | None]:
    choices = list(fives(hand, board, False))
    lows = [each for each in map(low, choices) if each is not None]
    return max(map(high, choices)), min(lows, default=None) if hi_lo else None


def part_of(mine: tuple[Value, Value | None], other: tuple[Value, Value | None]) -> float:
    """The part of a pot that a hand takes from another."""
    above = 1.0 if mine[0] > other[0] else 0.5 if mine[0] == other[0] else 0.0
    if mine[1] is None and other[1] is None:
        return above
    below = 0.0 if mine[1] is None else 1.0 if other[1] is None or mine[1] < other[1] else 0.5 * (mine[1] == other[1])
    return above / 2 + below / 2


def test_every_showdown_of_two_kinds_is_counted() -> None:
    """So many pairs of hands of two kinds, on every board of the 48 cards left."""
    found, held = every_showdown(), Counter(two_cards().number.tolist())
    total = Counter[tuple[int, int]]()
    for first, second in combinations(every(2).tolist(), 2):
        if not set(first) & set(second):
            low_kind, high_kind = sorted((kind(*first), kind(*second)))
            total[low_kind, high_kind] += 1
    assert sum(held.values()) == 1326
    for cell, (first, second) in enumerate(cells(KINDS, 2)):
        assert int(found.counts[cell].sum()) == total[int(first), int(second)] * comb(48, 5)
    assert found.exact


@pytest.mark.parametrize(
    ("first", "second"), [("AA", "KK"), ("AKs", "QQ"), ("72o", "A7o"), ("T9s", "22"), ("AKo", "AKo")]
)
def test_two_kinds_come_out_as_their_hands_do_over_every_board(first: str, second: str) -> None:
    known = orders(2, low=False).all
    low_kind, high_kind = sorted((KIND[first], KIND[second]))
    cell = [tuple(map(int, each)) for each in cells(KINDS, 2)].index((low_kind, high_kind))
    by_kind: dict[int, list[list[int]]] = {low_kind: [], high_kind: []}
    for cards in every(2).tolist():
        if kind(*cards) in by_kind:
            by_kind[kind(*cards)].append(cards)
    expected, pairs = Counter[tuple[int, ...]](), set[frozenset[tuple[int, ...]]]()
    # Naming the suits otherwise changes nothing: of pairs of hands that are alike one stands for all.
    seen: dict[tuple[tuple[int, ...], ...], Counter[tuple[int, ...]]] = {}
    for one in by_kind[low_kind]:
        for other in by_kind[high_kind]:
            if set(one) & set(other) or frozenset((tuple(one), tuple(other))) in pairs:
                continue
            pairs.add(frozenset((tuple(one), tuple(other))))
            shape = suits_in_order(one, other)
            if shape not in seen:
                shares = equities(
                    GAMES[Variant.HOLDEM], [[str(DECK[card]) for card in one], [str(DECK[card]) for card in other]]
                )
                wins = [int(each.wins * shares.showdowns) for each in shares.shares]
                seen[shape] = Counter({(0, 1): wins[0], (1, 0): wins[1], (0, 0): shares.showdowns - sum(wins)})
            expected += seen[shape]
    found = {known[at].highs: int(many) for at, many in enumerate(every_showdown().counts[cell])}
    if first == second:  # which of the two is the first is left open, so both come first as often
        decided = expected[0, 1] + expected[1, 0]
        expected[0, 1] = expected[1, 0] = decided // 2
    assert found == dict(expected)


def suits_in_order(one: list[int], other: list[int]) -> tuple[tuple[int, ...], ...]:
    """Two hands with suits named in the order in which they come."""
    named: dict[int, int] = {}
    for card in (*one, *other):
        named.setdefault(card // 13, len(named))
    return tuple(tuple(13 * named[card // 13] + card % 13 for card in hand) for hand in (one, other))


def test_boards_are_counted_as_in_words() -> None:
    """A board with a flush in it and one that most hands play as it lies, once and twice."""
    cards = [["2h", "7h", "9h", "Kc", "Ks"], ["Tc", "Jd", "Qh", "Ks", "As"]]
    found = counted((np.array([[DECK.index(card) for card in board] for board in cards]), np.array([1, 2])))
    wins, ties = np.zeros((KINDS, KINDS), np.int64), np.zeros((KINDS, KINDS), np.int64)
    for times, board in zip((1, 2), cards, strict=True):
        hands = [hand for hand in combinations(DECK, 2) if not set(hand) & set(board)]
        worth = {hand: max(map(high, fives(hand, board, False))) for hand in hands}
        of = {hand: kind(*(DECK.index(card) for card in hand)) for hand in hands}
        for one, other in combinations(hands, 2):
            if set(one) & set(other):
                continue
            first, second = (one, other) if worth[one] >= worth[other] else (other, one)
            if worth[one] == worth[other]:
                ties[of[one], of[other]] += times
                ties[of[other], of[one]] += times
            else:
                wins[of[first], of[second]] += times
    assert (found[0] == wins).all()
    assert (found[1] == ties).all()


def test_boards_that_are_alike_stand_for_all_of_them() -> None:
    cards, many = boards()
    assert many.sum() == comb(52, 5)
    assert len(cards) == 134_459
    assert (many[:1] > 0).all()


def test_a_sample_of_two_players_agrees_with_every_board() -> None:
    game, hands = GAMES[Variant.HOLDEM], two_cards()
    deals = 60_000
    found = dealt(game, hands, no_flops(), 2, deals=deals, seed=3)
    part, met = parts_taken(found)
    exact = parts_of_kinds()
    assert np.abs((part - exact)[met > 0] / (0.5 / np.sqrt(met[met > 0] / (TOGETHER - 1)))).max() < 4.5


def test_a_sample_of_three_players_agrees_with_every_board_for_two_of_them() -> None:
    """Whatever the third has, the first two of three hands come out as two do."""
    game, hands = GAMES[Variant.HOLDEM], two_cards()
    found = dealt(game, hands, no_flops(), 3, deals=8_000, seed=4)
    part, met = parts_taken(found)
    exact = parts_of_kinds()
    assert np.abs((part - exact)[met > 0] / (0.5 / np.sqrt(met[met > 0] / 20))).max() < 4.5


@pytest.mark.parametrize("prizes", [None, (50, 30)])
@pytest.mark.parametrize("stacks", [(1_000, 800), (1_000, 800, 1_200)])
@pytest.mark.parametrize("variant", list(Variant))
def test_a_best_answer_gains_next_to_nothing_at_any_game(
    variant: Variant, stacks: tuple[int, ...], prizes: tuple[int, ...] | None, after_flop: dict[bool, Flops]
) -> None:
    game = GAMES[variant]
    after = after_flop[game.hi_lo] if game.discard_after == 1 else no_flops()
    if game.discard_after == 0:
        hands = kept_before_flop(parts_of_kinds())
        few = Hands(hands.number // 17, hands.names[:10], None, hands.kept)  # so many kinds would take their time
    else:
        few = of_like_strength(game.hole, strengths(game, after, deals=3_000, seed=2), 10)
    showdowns = dealt(game, few, after, len(stacks), deals=5_000, seed=8)
    found = solve(Spot(stacks, 50, 100, prizes=prizes), showdowns)
    assert max(found.gains) <= 0.001
    assert sum(found.means) == pytest.approx(0, abs=1e-5)


def test_an_equilibrium_of_a_sample_is_nearly_one_of_every_board() -> None:
    """What is left to gain goes down with the sample: here a best answer, who knows every board, has a hundredth."""
    spot = Spot((1_000, 1_000), 50, 100)
    sampled = dealt(GAMES[Variant.HOLDEM], two_cards(), no_flops(), 2, deals=100_000, seed=3)
    found = solve(spot, sampled)
    assert max(found.gains) <= 0.001
    assert max(Tree(spot, every_showdown()).gains(found.decisions)) <= 0.01


def parts_taken(found: Showdowns) -> tuple[np.ndarray, np.ndarray]:
    """By group: the part of a pot between two that it takes from any other, and how often the two met."""
    takes, met = np.zeros(found.groups), np.zeros(found.groups)
    for groups, counts in zip(cells(found.groups, found.players), found.counts, strict=True):
        if not counts.any():
            continue
        for number in np.flatnonzero(counts):
            highs = orders(found.players, low=found.low).all[number].highs
            for first in range(found.players):
                for second in range(found.players):
                    if first != second:
                        wins = 1.0 if highs[first] < highs[second] else 0.5 if highs[first] == highs[second] else 0.0
                        takes[groups[first]] += wins * counts[number]
                        met[groups[first]] += counts[number]
    return takes / np.maximum(met, 1), met


def test_hands_with_suits_named_otherwise_are_of_one_group() -> None:
    game = GAMES[Variant.OMAHA]
    parts = strengths(game, no_flops(), deals=20_000, seed=1)
    hands = of_like_strength(4, parts, 10)
    least, _ = alike(every(4))
    assert (hands.number == hands.number[least]).all()
    assert hands.group(["As", "Ah", "Kd", "Ks"]) == hands.group(["Kc", "Ac", "Kh", "Ad"])
    assert hands.parts is not None
    assert list(hands.parts) == sorted(hands.parts)


@pytest.mark.parametrize("variant", [Variant.OMAHA, Variant.OMAHA_HI_LO])
def test_what_hands_take_from_one_other_is_so_in_words(variant: Variant) -> None:
    """Forty boards with six hands each: what each takes from the five others."""
    game = GAMES[variant]
    found = strengths(game, no_flops(), deals=40, seed=6)
    least, _ = alike(every(4))
    takes: dict[int, list[float]] = {}
    for cards in dealt_again(4, 40, 6):
        hands = [cards[4 * at : 4 * at + 4] for at in range(TOGETHER)]
        board = cards[-5:]
        for hand, other in permutations(hands, 2):
            parts = taken([hand, other], board, exactly_two=True, hi_lo=game.hi_lo)
            number = int(least[numbered([DECK.index(card) for card in hand])])
            takes.setdefault(number, []).append(float(parts[0]))
    assert len(takes) > 200
    for number, each in takes.items():
        assert found[number] == pytest.approx(float(np.mean(each)))
    assert set(np.flatnonzero(found)) <= {at for at, one in enumerate(least) if int(one) in takes}


def test_of_three_cards_the_better_two_are_kept() -> None:
    """Two aces from a small card, and sevens from an ace: a pair of sevens takes 66 per cent, ace-seven 60."""
    hands = kept_before_flop(parts_of_kinds())
    assert hands.names[hands.group(["As", "2d", "Ah"])] == "AA"
    assert hands.names[hands.group(["7s", "Ad", "7h"])] == "77"
    assert hands.names[hands.group(["3s", "2s", "Kd"])] == "K3o"


def test_what_is_packed_is_the_same_when_it_is_unpacked() -> None:
    made = model(Variant.OMAHA, 2, deals=1_000, seed=2)
    again = unpacked(Variant.OMAHA, 2, 1_000, 2, packed(made))
    assert again is not None
    assert again.hands.names == made.hands.names
    assert (again.showdowns.counts == made.showdowns.counts).all()
    assert again.off_by == made.off_by > 0
    assert unpacked(Variant.OMAHA, 2, 1_000, 2, {}) is None


def test_the_same_seed_deals_the_same_and_another_another() -> None:
    one, same, other = (
        dealt(GAMES[Variant.HOLDEM], two_cards(), no_flops(), 2, deals=500, seed=seed) for seed in (1, 1, 2)
    )
    assert (one.counts == same.counts).all()
    assert (one.counts != other.counts).any()
