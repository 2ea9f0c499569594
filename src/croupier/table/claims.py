"""What a player's wagers of a round could have brought, and what came of them: so much an award can make good.

It is worked out when a round ends, from the wagers as they lay, and remembered for a while; for a round about which a
dispute waits, as long as it does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.table.bounds import CLAIMANTS, CLAIMS
from croupier.table.contract import Event
from croupier.table.declare import Ends
from croupier.table.endings import endings_in
from croupier.table.state import BankedTable, Claim, Table

if TYPE_CHECKING:
    from croupier.table.rules import Rules

Evolve = Callable[[Any, Any], Any]


def claim(state: Table, rules: Rules[Any, Any], player: str, number: int) -> Claim | None:
    """What a player's wagers of a round could have brought; None if they are not known to have had any."""
    found = next((each for each in state.claims.get(player, ()) if each.round == number), None)
    if number != state.round_now:
        return found
    now = next((each for each in rules.claims(state) if each.player == player), None)
    return _merged(found, now) if found is not None and now is not None else found or now


def took_part(state: Table, rules: Rules[Any, Any], player: str, number: int) -> bool:
    """Whether a player had a wager in a round."""
    return claim(state, rules, player, number) is not None


def with_award(state: Table, owed: Claim | None, cents: int) -> dict[str, tuple[Claim, ...]]:
    """The claims once so much was awarded for one of them."""
    if owed is None:
        return state.claims
    others = [each for each in state.claims.get(owed.player, ()) if each.round != owed.round]
    return {**state.claims, owed.player: (*others, replace(owed, awarded=owed.awarded + cents))}


def ends_round(evolve: Evolve, ends: Ends, rules: Rules[Any, Any]) -> Evolve:
    """The evolver of an event that ends a round: what its wagers could have brought is remembered first."""

    def evolved(state: Table, event: Event) -> Table:
        after: Table = evolve(_remembered(state, rules.claims(state, ends, endings_in(event))), event)
        if isinstance(after, BankedTable) and after.given_back:
            return replace(after, given_back=())
        return after

    return evolved


def gives_back(evolve: Evolve) -> Evolve:
    """The evolver of an event by which wagers go back: those in play are remembered until the round is over."""

    def evolved(state: Table, event: Event) -> Table:
        after: Table = evolve(state, event)
        if not isinstance(state, BankedTable) or not isinstance(after, BankedTable) or not state.in_play:
            return after
        lying = {each.key for each in after.wagers}
        gone = tuple([each for each in state.wagers if each.key not in lying])
        return replace(after, given_back=(*after.given_back, *gone)) if gone else after

    return evolved


def _remembered(state: Table, now: tuple[Claim, ...]) -> Table:
    """The table with these claims among those that it remembers."""
    if not now:
        return state
    claims = dict(state.claims)
    for each in now:
        before = claims.pop(each.player, ())
        known = next((one for one in before if one.round == each.round), None)
        others = tuple([one for one in before if one is not known])
        claims[each.player] = _newest(state, (*others, each if known is None else _merged(known, each)))
    return replace(state, claims=_of_the_last(state, claims))


def _merged(before: Claim, now: Claim) -> Claim:
    """A claim that came up again, as where a hand is dealt anew under its old number: what was awarded stays."""
    return replace(now, most=max(before.most, now.most), awarded=before.awarded)


def _newest(state: Table, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """The newest claims of a player, and those that a dispute is about."""
    if len(claims) <= CLAIMS:
        return claims
    about = {(each.round, each.complainant) for each in state.disputes}
    older = [each for each in claims[:-CLAIMS] if (each.round, each.player) in about]
    return (*older, *claims[-CLAIMS:])


def _of_the_last(state: Table, claims: dict[str, tuple[Claim, ...]]) -> dict[str, tuple[Claim, ...]]:
    """The claims of those who are here, have a dispute, or were here not long ago."""
    if len(claims) <= CLAIMANTS:
        return claims
    kept = {*state.people, *(each.complainant for each in state.disputes), *tuple(claims)[-CLAIMANTS:]}
    return {player: found for player, found in claims.items() if player in kept}
