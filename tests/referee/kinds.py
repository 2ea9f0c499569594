"""What kinds of rounds have come up, so that a test can say that each did."""

from __future__ import annotations

from collections.abc import Iterator

from . import money
from .blackjack import Area, Round
from .tables import natural, suited_sevens, value


def kinds(game: Round) -> Iterator[str]:
    """The kinds of things that happened in a finished round, each once."""
    yield from sorted(set(_kinds(game)))


def _kinds(game: Round) -> Iterator[str]:
    dealt_natural = natural(game.dealer)
    if len(game.dealer) == 1:
        yield "the dealer drew no card"
    if dealt_natural:
        yield "dealer's natural"
    for area in game.areas.values():
        yield from _of_area(game, area, dealt_natural)
    bonuses = money.super_bonus(game).values()
    if bonuses:
        yield "super bonus"
    if money.FIFTY in bonuses:
        yield "the fifty dollars of another"
    if any(cents in (2_000_00, 10_000_00) for cents in bonuses):
        yield "two super bonuses on one area"


def _of_area(game: Round, area: Area, dealers: bool) -> Iterator[str]:
    against = " before a dealer's natural" if dealers else ""
    if len(area.wagers) > 1:
        yield "shared area"
    if area.natural:
        yield "natural" + against
    if len(area.hands) == 2:
        yield "two hands" + against
    if len(area.hands) == 3:
        yield "three hands" + against
        if area.hands[1].number == 3:
            yield "a hand split again is served next"
    for wager in area.wagers:
        if wager.insured:
            yield "insured" + against
            if wager.even_money:
                yield "insured, then even money"
        if wager.even_money:
            yield "even money"
        if wager.surrendered:
            yield "surrendered" + against
            if any(not each.surrendered for each in area.wagers):
                yield "surrendered alone"
    for bet in {bet for wager in area.wagers for bet in wager.sides}:
        yield f"{bet} wagered"
    for hand in area.hands:
        if hand.doubled:
            yield "doubled" + against
            if any(not part.double for part in hand.parts.values()):
                yield "a double not joined"
            if any(part.withdrawn for part in hand.parts.values()):
                yield "rescued" + against
            if hand.total > 21:
                yield "a double bust" + against
            if len(hand.cards) > 3:
                yield "doubled on three cards or more"
            if hand.total == 21 and game.house.pontoon:
                yield "a double of 21 paid at once"
        if hand.split and len(hand.parts) < len(area.wagers):
            yield "a split not funded"
        if hand.total == 21 and not area.natural:
            yield "21" + against
            if len(hand.cards) >= 5:
                yield f"21 of {min(len(hand.cards), 7)} cards"
            if sorted(map(value, hand.cards)) == [6, 7, 8]:
                suits = {card[1] for card in hand.cards}
                yield "6-7-8 " + ("mixed" if len(suits) > 1 else "spades" if suits == {"s"} else "suited")
            if sorted(map(value, hand.cards)) == [7, 7, 7]:
                yield "7-7-7 " + ("suited" if suited_sevens(hand.cards) else "mixed")
        if hand.aces_split and hand.total == 21:
            yield "21 on a split ace"
    if dealers and len(area.hands) > 1 and all(hand.total > 21 for hand in area.hands):
        yield "all hands bust before a dealer's natural"
