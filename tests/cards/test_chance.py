"""Chance is uniform among the cards left, without bias from scaling, and takes new entropy for every card."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from itertools import product

import pytest

from croupier.cards import BY_CHANCE, DECK, Card, NoCards, NoChance, Unforeseen, Uniform, below, full_decks, pick, take
from croupier.cards.chance import LOOKS

CHI_SQUARE_99_PERCENT_51_DEGREES = 77.39
"""From a table of the chi-square distribution: 52 cards leave 51 degrees of freedom."""


class Rejected(Exception):
    """The source of entropy was asked a second time."""


def once(value: bytes) -> Callable[[int], bytes]:
    """Entropy that gives one value and then no more."""
    given = iter([value])

    def entropy(size: int) -> bytes:
        assert size == len(value)
        try:
            return next(given)
        except StopIteration:
            raise Rejected from None

    return entropy


def in_vain(empty: int, value: bytes) -> Callable[[int], bytes]:
    """Entropy that has a shoe looked into where it is empty, as often as it is, and then gives one value."""
    last, given = once(value), iter([bytes([empty])] * LOOKS)
    return lambda size: next(given, None) or last(size)


def stream(seed: str) -> Callable[[int], bytes]:
    """Fixed entropy: a counter hashed, block after block."""
    pool, block = bytearray(), 0

    def entropy(size: int) -> bytes:
        nonlocal block
        while len(pool) < size:
            pool.extend(sha256(f"{seed} {block}".encode()).digest())
            block += 1
        taken = bytes(pool[:size])
        del pool[:size]
        return taken

    return entropy


@pytest.mark.parametrize("limit", [2, 3, 5, 51, 52, 104, 127, 128, 129, 208, 255, 256, 257, 312, 416])
def test_every_number_below_the_limit_is_exactly_as_likely_as_every_other(limit: int) -> None:
    size = 1 if limit <= 256 else 2
    came: Counter[int] = Counter()
    rejected = 0
    for value in range(256**size):
        try:
            came[below(limit, once(value.to_bytes(size, "big")))] += 1
        except Rejected:
            rejected += 1
    assert set(came) == set(range(limit))
    assert len(set(came.values())) == 1
    assert rejected + sum(came.values()) == 256**size
    assert rejected < 256**size / 2, "more than half of the entropy is thrown away"


def test_one_card_needs_no_entropy_and_none_cannot_be_drawn() -> None:
    assert below(1, once(b"")) == 0
    with pytest.raises(NoCards):
        below(0)
    with pytest.raises(NoCards):
        BY_CHANCE.card(bytes(52))


def test_a_place_picks_each_card_as_often_as_there_are_such_cards() -> None:
    counts = bytearray(52)
    counts[Card("Ah").number], counts[Card("2c").number], counts[Card("9d").number] = 3, 1, 2
    picked = Counter(pick(bytes(counts), place) for place in range(6))
    assert picked == {Card("Ah"): 3, Card("2c"): 1, Card("9d"): 2}
    with pytest.raises(NoCards):
        pick(bytes(counts), 6)


def test_draws_from_a_full_shoe_pass_chi_square_at_99_percent() -> None:
    entropy, counts, draws = stream("chi-square"), full_decks(8), 52_000
    came = Counter(Uniform(entropy).card(counts) for _ in range(draws))
    expected = draws / 52
    assert sum((came[card] - expected) ** 2 / expected for card in DECK) < CHI_SQUARE_99_PERCENT_51_DEGREES


def test_second_cards_pass_chi_square_at_99_percent_whatever_came_first() -> None:
    entropy, shoe, draws = stream("pairs"), full_decks(4), 20_000
    kinds: Counter[str] = Counter()
    for _ in range(draws):
        first = Uniform(entropy).card(shoe)
        second = Uniform(entropy).card(take(shoe, first))
        same = (first.rank == second.rank, first.suit == second.suit)
        kinds[{(True, True): "both", (True, False): "rank", (False, True): "suit"}.get(same, "neither")] += 1
    # Of the 207 cards left, 3 share both, 12 the rank only, 48 the suit only and 144 neither.
    expected = {"both": 3, "rank": 12, "suit": 48, "neither": 144}
    chi_square = sum((kinds[kind] - draws * n / 207) ** 2 / (draws * n / 207) for kind, n in expected.items())
    assert chi_square < 11.35, "three degrees of freedom at 99 %"


def test_every_arrangement_can_come_and_each_is_as_likely() -> None:
    arrangements: Counter[tuple[Card, ...]] = Counter()
    for values in product(range(4), range(2), range(1)):
        counts = bytearray(52)
        for card in DECK[:3]:
            counts[card.number] = 1
        order, left = [], bytes(counts)
        try:
            for n, value in zip((3, 2, 1), values, strict=True):
                order.append(Uniform(in_vain(51, bytes([value]) if n > 1 else b"")).card(left))
                left = take(left, order[-1])
        except Rejected:
            continue
        arrangements[tuple(order)] += 1
    assert len(arrangements) == 6 and set(arrangements.values()) == {1}


def test_each_card_takes_entropy_of_its_own() -> None:
    asked: list[int] = []
    given = stream("entropy")

    def entropy(size: int) -> bytes:
        asked.append(size)
        return given(size)

    left, before = full_decks(8), 0
    for _ in range(10):
        left = take(left, Uniform(entropy).card(left))
        assert len(asked) > before, "no card comes from what was left of another's entropy"
        before = len(asked)
    assert set(asked) == {2}


@pytest.mark.parametrize("most", [1, 3, 4, 8])
def test_a_shoe_that_is_looked_into_gives_each_card_exactly_as_often_as_it_is_left(most: int) -> None:
    counts = bytes((card.number * 7) % (most + 1) for card in DECK)
    size = 1 if most * 52 <= 256 else 2
    came: Counter[Card] = Counter()
    for value in range(256**size):
        try:
            came[Uniform(once(value.to_bytes(size, "big"))).card(counts)] += 1
        except Rejected:
            continue
    times = came.total() // sum(counts)
    assert came == {card: times * counts[card.number] for card in DECK if counts[card.number]}


def test_a_nearly_empty_shoe_is_counted_through_and_gives_its_cards_all_the_same() -> None:
    counts = bytearray(52)
    counts[Card("Ah").number], counts[Card("2c").number] = 3, 1
    empty = 3 * Card("9d").number
    came = Counter(Uniform(in_vain(empty, bytes([value]))).card(bytes(counts)) for value in range(256))
    assert came == {Card("Ah"): 192, Card("2c"): 64}


def test_one_of_several_is_drawn_by_its_weight_and_an_order_is_any_of_all_orders() -> None:
    places = Counter(Uniform(once(bytes([value]))).one_of((1, 0, 3)) for value in range(4))
    assert places == {0: 1, 2: 3}
    entropy = stream("orders")
    orders = Counter(Uniform(entropy).order(3) for _ in range(6_000))
    assert len(orders) == 6
    chi_square = sum((many - 1_000) ** 2 / 1_000 for many in orders.values())
    assert chi_square < 15.09, "five degrees of freedom at 99 %"


def test_a_rehearsal_never_says_what_chance_would_do() -> None:
    card = NoChance().card(full_decks(1))
    assert f"Now comes {card}." == "Now comes a card nobody knows yet."
    asks: list[Callable[[], object]] = [
        lambda: NoChance().one_of((1,)),
        lambda: NoChance().order(2),
        *(partial(getattr, card, face) for face in ("number", "rank", "suit", "colour", "height", "value", "name")),
        lambda: card == Card("Ah"),
        lambda: card in (Card("Ah"), Card("Kh")),
        lambda: {card},
        lambda: sorted([card, Card("Ah")]),
        lambda: take(full_decks(1), card),
    ]
    for ask in asks:
        with pytest.raises(Unforeseen):
            ask()
