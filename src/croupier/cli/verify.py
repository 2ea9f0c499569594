"""Plays the engine, by nothing but what is due, and holds what it paid against the PAR sheet."""

from __future__ import annotations

import secrets
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Literal

from croupier.cards import Card, Counts, pick
from croupier.cli.odds import Matchmaker, counting, print_shown, refusing, write
from croupier.games import matchmaker as game
from croupier.games.matchmaker.play import CardDealt
from croupier.games.matchmaker.terms import outcome_of
from croupier.odds import analysis
from croupier.odds.verdict import Seen, Verdict, judge, trials_needed
from croupier.table.contract import Actor, Command, Event, Refusal
from croupier.table.people import Join
from croupier.table.wagers import PlaceWager

DISAGREES = 1


def matchmaker(
    *,
    table: Matchmaker = Matchmaker(),  # noqa: B008
    areas: int = 9,
    rounds: int = 2_000,
    seed: int | None = None,
    format: Literal["text", "json"] = "text",
    out: Path | None = None,
) -> int:
    """Play Matchmaker rounds on the engine, every bet on every area, and compare what it paid with the PAR sheet.

    Parameters
    ----------
    areas
        Areas wagered on in each round, nine at most (MM 2.2.1).
    rounds
        Rounds to play.
    seed
        Where chance starts.
    format
        Terminal tables or JSON.
    out
        File to write instead of the terminal.
    """
    return refusing(lambda: _verify(table.terms(areas=areas), rounds, seed, format, out))


def verify_matchmaker(
    terms: game.Terms, *, rounds: int, seed: int, progress: Callable[[int], object] = lambda rounds: None
) -> Verdict:
    """The verdict on so many rounds, each with a player of its own for every bet on every area.

    Gains are read off the players' chips and outcomes off the cards dealt, not from what the engine says of either.
    """
    start = perf_counter()
    table = _Table(terms, Random(seed))
    tally: Counter[Seen] = Counter()
    for _ in range(rounds):
        tally += table.round()
        progress(1)
    sheet = analysis("matchmaker").sheet(terms)
    return judge(sheet, tally, rounds=rounds, seed=seed, seconds=perf_counter() - start)


class _Table:
    """A table whose staff and players do whatever is due, as soon as it is due."""

    def __init__(self, terms: game.Terms, chance: Random) -> None:
        self.chance = chance
        self.state = game.initial(terms)
        self.players = {
            (area, bet): Actor(f"{bet.value} {area}", f"{bet.value} {area}")
            for area in range(1, terms.areas + 1)
            for bet in game.Bet
        }
        self.stakes = {bet: terms.limits[bet].minimum for bet in game.Bet}
        while not self.state.is_open:
            self._do_what_is_due()
        for (area, bet), player in self.players.items():
            seat = area if bet is game.Bet.PAIR_MATCH else None
            self._give(Join(cents=_CHIPS, seat=seat), player)

    def round(self) -> Counter[Seen]:
        """Play one round and see how every wager ended."""
        before = {player.id: self.state.stack(player.id) for player in self.players.values()}
        for (area, bet), player in self.players.items():
            self._give(PlaceWager(area=area, bet=bet.value, cents=self.stakes[bet]), player)
        hands: dict[int, list[Card]] = defaultdict(list)
        while game.due(self.state):
            for event in self._do_what_is_due():
                if isinstance(event, CardDealt):
                    hands[event.area].append(event.card)
        seen: Counter[Seen] = Counter()
        for (area, bet), player in self.players.items():
            first, second = hands[area]
            gain = self.state.stack(player.id) - before[player.id]
            seen[Seen(bet.value, outcome_of(first, second).value, Fraction(gain, self.stakes[bet]))] += 1
        return seen

    def _do_what_is_due(self) -> tuple[Event, ...]:
        first = game.due(self.state)[0]
        who = first.person or first.rank
        return self._give(first.command, Actor(who, who, "player" if first.person else first.rank))

    def _give(self, command: Command, by: Actor) -> tuple[Event, ...]:
        decision = game.decide(self.state, command, by, 0, self._draw)
        if isinstance(decision, Refusal):
            raise RuntimeError(f"the table refused {command}: {decision}")
        for event in decision:
            self.state = game.evolve(self.state, event)
        return decision

    def _draw(self, counts: Counts) -> Card:
        return pick(counts, self.chance.randrange(sum(counts)))


_CHIPS = 10**12
"""Enough never to run out."""


def _verify(terms: game.Terms, rounds: int, seed: int | None, format: str, out: Path | None) -> int:
    fewest = -(-trials_needed(analysis("matchmaker").sheet(terms)) // terms.areas)
    if rounds < fewest:
        raise ValueError(f"too few rounds to judge by: play at least {fewest}")
    seed = secrets.randbits(64) if seed is None else seed
    with counting(rounds) as progress:
        verdict = verify_matchmaker(terms, rounds=rounds, seed=seed, progress=progress)
    if format == "json":
        from croupier.odds.export import as_json, verdict_data

        write(as_json(verdict_data(verdict)), out)
    else:
        from croupier.odds.par import verdict_text

        print_shown(verdict_text(verdict), out)
    return 0 if verdict.agrees else DISAGREES
