"""Matchmaker's engine against its PAR sheet: every bet on every area."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path

from croupier.cards import Card
from croupier.cli.odds import Matchmaker, refusing
from croupier.cli.verify.playing import Format, PlayedTable, report, verdict_on
from croupier.games.matchmaker import Bet, Terms
from croupier.games.matchmaker.play import CardDealt
from croupier.games.matchmaker.terms import outcome_of
from croupier.odds import analysis
from croupier.odds.verdict import Seen, Verdict
from croupier.table.contract import Actor
from croupier.table.wagers import PlaceWager

GAME = "matchmaker"


def matchmaker(
    *,
    table: Matchmaker = Matchmaker(),  # noqa: B008
    areas: int = 9,
    rounds: int = 2_000,
    seed: int | None = None,
    format: Format = "text",
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

    def verify() -> int:
        terms = table.terms(areas=areas)
        sheet = analysis(GAME).sheet(terms)
        return report(
            lambda seed: MatchmakerTable(terms, seed),
            sheet,
            trials_a_round=areas,
            rounds=rounds,
            seed=seed,
            format=format,
            out=out,
        )

    return refusing(verify)


def verify_matchmaker(terms: Terms, *, rounds: int, seed: int) -> Verdict:
    """The verdict on so many rounds of a Matchmaker table."""
    return verdict_on(MatchmakerTable(terms, seed), analysis(GAME).sheet(terms), rounds=rounds)


class MatchmakerTable(PlayedTable):
    """A table with a player of its own for every bet on every area.

    Gains are read off the players' chips and outcomes off the cards dealt, not from what the engine says of either.
    """

    def __init__(self, terms: Terms, seed: int) -> None:
        super().__init__(GAME, terms, seed)
        self.stakes = {bet: terms.limits[bet].minimum for bet in Bet}
        self.players = {
            (area, bet): Actor(f"{bet.value} {area}", f"{bet.value} {area}")
            for area in range(1, terms.areas + 1)
            for bet in Bet
        }
        for (area, bet), player in self.players.items():
            self.join(player, area if bet is Bet.PAIR_MATCH else None)

    def round(self) -> Counter[Seen]:
        """Play one round and see how every wager ended."""
        for (_, bet), player in self.players.items():
            self.afford(player, self.stakes[bet])
        before = {player.id: self.state.stack(player.id) for player in self.players.values()}
        for (area, bet), player in self.players.items():
            self.give(PlaceWager(area=area, bet=bet.value, cents=self.stakes[bet]), player)
        hands: dict[int, list[Card]] = defaultdict(list)
        for event in self.do_what_is_due():
            if isinstance(event, CardDealt):
                hands[event.area].append(event.card)
        seen: Counter[Seen] = Counter()
        for (area, bet), player in self.players.items():
            first, second = hands[area]
            gain = self.state.stack(player.id) - before[player.id]
            seen[Seen(bet.value, outcome_of(first, second).value, Fraction(gain, self.stakes[bet]))] += 1
        return seen
