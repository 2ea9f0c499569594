"""What each thing to do with one hand is worth."""

from __future__ import annotations

import re
from typing import Any

from croupier.games.blackjack.terms import Variant
from croupier.odds.blackjack.charts import CHOICES, NAMES
from croupier.odds.blackjack.compositions import ACE, MOST, place_of
from croupier.odds.blackjack.compositions import hands as every_hand
from croupier.odds.blackjack.settings import Settings
from croupier.odds.blackjack.solved import solved
from croupier.odds.blackjack.strategy import DOUBLE, DRAW, STAND
from croupier.odds.blackjack.suits import KINDS
from croupier.odds.setting import read
from croupier.odds.tournament.last_hands import show
from croupier.odds.tournament.last_hands.banks import Ending
from croupier.odds.tournament.last_hands.banks import last_hands as last_hands_of

_CARDS = {name: rank for rank, name in enumerate(NAMES)} | dict.fromkeys("TJQK", 9)
_ASKED = re.compile(r"\s*([^\s]+)\s+(?:against|vs?|v)\s+(\S+)\s*(\S+)?\s*(\S+)?\s*")
_HOW = "write a hand and the dealer's first card, as in 8,8 against T, then the version and the decks if you like"


def hands(text: str) -> dict[str, Any]:
    """One hand as plain data: what standing, drawing, doubling, splitting and giving up are worth, best first.

    ValueError if the text is no hand of two cards or more and 21 or less against a card.
    """
    asked = _ASKED.fullmatch(text)
    if asked is None:
        raise ValueError(_HOW)
    said = {"variant": asked[3] or Variant.BLACKJACK.value, **({"decks": asked[4]} if asked[4] else {})}
    settings = read(Settings, said)
    ranks = [_card(each) for each in asked[1].split(",")]
    upcard = _card(asked[2])
    if len(ranks) < 2 or sum(rank + 1 for rank in ranks) > MOST:
        raise ValueError("a hand has two cards or more, and counts 21 or less")
    found = solved(settings)
    place = place_of(*ranks)
    suits = _by_suits(settings, ranks, upcard) if len(ranks) == 2 else []
    if suits:
        worth = suits[0]["worth"]
    else:
        layer = ranks[:2].count(ACE) if found.whole.game.layers > 1 else 0
        values = found.values
        each = {
            STAND: values.stands[place, upcard],
            DRAW: values.draws[layer, place, upcard],
            DOUBLE: values.doubles[layer, place, upcard],
        }
        worth = {CHOICES[choice]: float(value) for choice, value in each.items() if value > -10}
    ordered = dict(sorted(worth.items(), key=lambda item: -item[1]))
    known = every_hand()
    return {
        "hand": ",".join(NAMES[rank] for rank in ranks),
        "upcard": NAMES[upcard],
        "variant": settings.variant.value,
        "decks": settings.shoe or "infinite",
        "total": int(known.total[place]),
        "soft": bool(known.soft[place]),
        "dealer": {
            name: float(chance)
            for name, chance in zip(
                ("17", "18", "19", "20", "21", "natural", "over 21"),
                found.whole.game.chances[place, upcard],
                strict=True,
            )
        },
        "best": next(iter(ordered)),
        "worth": ordered,
        "by_suits": suits if len(suits) > 1 else [],
    }


_LAST = re.compile(r"\s*(\S+)\s+wagers\s+(\d{1,9})\s+to\s+(\d{1,9})\s+by\s+(\d{1,9})\s+left\s+([123])(?:\s+(\S+))?\s*")
_LOOKED_AT = 1_000_000_000
"""So many results of wagers are looked at for one who asks here."""


def last_hands(text: str) -> dict[str, Any]:
    """What to wager in the last hands of a tournament, the winner taking all, and what that is worth.

    ValueError if the text is not banks, wagers and hands left.
    """
    asked = _LAST.fullmatch(text)
    if asked is None or not all(_BANK.fullmatch(each) for each in asked[1].split(",")):
        raise ValueError("write banks, wagers and hands left, as in 1000,1100 wagers 50 to 500 by 50 left 2 crown")
    ending = Ending(
        banks=tuple(int(each) for each in asked[1].split(",")),
        hands=int(asked[5]),
        minimum=int(asked[2]),
        maximum=int(asked[3]),
        step=int(asked[4]),
        prizes=(1,),
        variant=read(Settings, {"variant": asked[6] or Variant.BLACKJACK.value}).variant,
    )
    return show.data(last_hands_of(ending, most_work=_LOOKED_AT))


_BANK = re.compile(r"\d{1,9}")


def _by_suits(settings: Settings, ranks: list[int], upcard: int) -> list[dict[str, Any]]:
    """What each choice is worth with two first cards, the likeliest suits first where those matter."""
    found = solved(settings)
    one, two = sorted(ranks)
    return [
        {
            "suits": None if start.share == 1.0 else KINDS[start.suits],
            "share": start.share,
            "best": CHOICES[int(found.plan.firsts[place, upcard])],
            "worth": {
                CHOICES[choice]: float(value) for choice, value in enumerate(found.worth[place, upcard]) if value > -10
            },
        }
        for place, start in enumerate(found.whole.starts)
        if (start.first, start.second) == (one, two)
    ]


def _card(text: str) -> int:
    if text.upper() not in _CARDS:
        raise ValueError(f"{text[:10]} is no card: write A, 2 to 10, or J, Q and K")
    return _CARDS[text.upper()]
