"""What a player is told by the mathematics of the Blackjack family: the best play of the cards themselves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from croupier.cards import Card
from croupier.games.blackjack.terms import PLAYING, Terms, Variant, value
from croupier.odds.blackjack.compositions import ACE, hands, place_of
from croupier.odds.blackjack.settings import Settings
from croupier.odds.blackjack.solved import Solved, solved
from croupier.odds.blackjack.starts import EVEN_MONEY
from croupier.odds.blackjack.strategy import ACTIONS, SPLIT
from croupier.odds.blackjack.suits import LOOKED_AT, MIXED, SPADES, SUITED

_EVEN_MONEY = "even money"


def best_first(terms: Terms, cards: Sequence[Card], upcard: Card, *, stake: int = 10_00) -> str:
    """What is best with two first cards: stand, draw, double, split, surrender, or even money for a natural."""
    found = _solved(terms, stake)
    one, two = sorted(map(_rank, cards))
    kind = MIXED
    if terms.playing.pays_21_at_once and (one, two) in LOOKED_AT and cards[0].suit == cards[1].suit:
        kind = SPADES if cards[0].suit == "s" else SUITED
    choice = next(
        found.plan.firsts[place, _rank(upcard)]
        for place, start in enumerate(found.whole.starts)
        if (start.first, start.second, start.suits) == (one, two, kind)
    )
    return _EVEN_MONEY if choice == EVEN_MONEY else ACTIONS[choice]


def best_next(
    terms: Terms, cards: Sequence[Card], upcard: Card, *, split: bool = False, may_split: bool = False
) -> str:
    """What is best with a hand that has been drawn to or came of a split: stand, draw, double, or split again."""
    found = _solved(terms)
    ranks = list(map(_rank, cards))
    if split and may_split and len(ranks) == 2 and ranks[0] == ranks[1]:
        return ACTIONS[SPLIT]
    actions = found.plan.splits[ranks[0]].actions if split else found.plan.actions
    layer = ranks[:2].count(ACE) if found.whole.game.layers > 1 else 0
    return ACTIONS[actions[layer, place_of(*ranks), _rank(upcard)]]


def best_withdrawn(terms: Terms, cards: Sequence[Card], total: int, upcard: Card, *, split: bool = False) -> bool:
    """Whether the doubled part of a hand that counts so much had better be withdrawn."""
    found = _solved(terms)
    ranks = list(map(_rank, cards))
    place = place_of(*ranks)
    rescues = found.plan.splits[ranks[0]].rescues if split else found.plan.rescues
    return bool(rescues[int(total > hands().hard[place]), place, _rank(upcard)])


def prepare() -> None:
    """Work the usual tables out before anyone has to wait for them."""
    for variant in Variant:
        _solved(Terms(variant=variant, decks=min(8, PLAYING[variant].decks[1])))


def _solved(terms: Terms, stake: int = 10_00) -> Solved:
    readings = terms.readings
    return solved(
        Settings(
            variant=Variant.PONTOON if terms.variant is Variant.PANDEMONIUM else terms.variant,
            decks=terms.decks,  # type: ignore[arg-type]
            stake=Fraction(stake, 100),
            blackjack_beats_21=readings.blackjack_beats_21,
            busts_lost_to_blackjack=readings.busts_lost_to_blackjack,
            doubles_soft_19_20=readings.doubles_soft_19_20,
            surrender_rounded_up=readings.surrender_rounded_up,
            bonus_after_unsuited_split=readings.bonus_after_unsuited_split,
        )
    )


def _rank(card: Card) -> int:
    return value(card) - 1
