"""What kinds of tables and hands have come up, so that a test can say that each did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from .hand import Hand
from .house import Commission, House
from .money import Pot


def of_table(house: House, commission: Commission) -> Iterator[str]:
    """What a table is: its game with its limit, each reading, what is taken, how many blinds."""
    yield f"{house.game}, {house.limit}"
    yield from (f"{name}: {value}" for name, value in asdict(house.readings).items())
    methods = {
        "percentage": commission.per_mille,
        "hand fee": commission.hand_fees,
        "person fee": commission.person_fee,
        "time": commission.hourly_fee,
    }
    yield "taken by " + (" and ".join(name for name, said in methods.items() if said) or "nothing")
    yield f"{len(house.blinds)} blinds"
    yield "a stand-alone table" if house.stand_alone else "a table with a chip box"
    if house.ante:
        yield "antes"
    if house.blind_ante:
        yield "an ante of the big blind"


def of_hand(hand: Hand, there: list[Pot]) -> Iterator[str]:
    """The kinds of things that happened in a hand whose pots are pushed, each once."""
    yield from sorted(hand.seen)
    if len(hand.live) == 1:
        yield "won alone"
    if len(there) > 1:
        yield f"{min(len(there), 5)} pots"
    taken = sum(pot.rake for pot in there)
    if taken:
        yield "raked"
        if taken == hand.commission.cap:
            yield "capped"
        if sum(pot.rake > 0 for pot in there) > 1:
            yield "side pots raked"
    if not hand.wagered:
        yield "only blinds"
    if any(each.put == 0 and each.dead and not each.folded for each in hand.players):
        yield "all in with dead chips alone"
