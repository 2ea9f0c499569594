"""What a tournament's last players may ask away from the table: what chips are worth, and who is all in with what."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import Any

from croupier.games.crown_poker.terms import Variant
from croupier.odds.amounts import amount
from croupier.odds.tournament import show
from croupier.odds.tournament.push_fold import show as push_fold_show
from croupier.odds.tournament.push_fold.answer import answer
from croupier.odds.tournament.push_fold.model import model
from croupier.odds.tournament.push_fold.spot import Spot
from croupier.odds.tournament.worth import Entrant
from croupier.odds.tournament.worth import worth as worth_of

MOST_DIGITS = 12
_WORTH = re.compile(r"\s*(\S+)\s+for\s+(\S+)\s*")
_BLINDS = re.compile(r"\s*(\S+)\s+blinds\s+(\S+?)(?:\s+ante\s+(\S+))?\s*")


def worth(text: str) -> dict[str, Any]:
    """What everyone's chips are worth of the prizes that are left, and how likely each place is.

    ValueError if the text is not prizes in dollars and chips.
    """
    asked = _WORTH.fullmatch(text)
    if asked is None:
        raise ValueError("write the prizes in dollars and everyone's chips, as in 500,300,200 for 5000,3000,2000")
    stacks = [_chips(each) for each in asked[2].split(",")]
    entrants = [Entrant(f"Entrant {number}", chips) for number, chips in enumerate(stacks, 1)]
    return show.data(worth_of(entrants, [_cents(each) for each in asked[1].split(",")]))


def push_fold(text: str) -> dict[str, Any]:
    """What the last two players of Holdem are all in with, every showdown counted.

    ValueError if the text is not two stacks and two blinds.
    """
    asked = _BLINDS.fullmatch(text)
    stacks = () if asked is None else tuple(_chips(each) for each in asked[1].split(","))
    blinds = () if asked is None else tuple(_chips(each) for each in asked[2].split(","))
    if asked is None or len(stacks) != 2 or len(blinds) != 2:
        raise ValueError("write two stacks and two blinds, the small one first, as in 1000,1000 blinds 50,100 ante 10")
    spot = Spot(stacks, blinds[0], blinds[1], _chips(asked[3] or "0"))
    return push_fold_show.data(answer(spot, model(Variant.HOLDEM, 2)))


def _chips(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > MOST_DIGITS:
        raise ValueError(f"chips are a whole number of at most {MOST_DIGITS} digits")
    return int(text)


def _cents(text: str) -> int:
    try:
        return int(100 * amount(Decimal(text)))
    except InvalidOperation as error:
        raise ValueError(f"{text[:20]!r} is no amount in dollars") from error
