"""`croupier odds`, `simulate` and `verify`: one subcommand for each game, with that game's own terms."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cyclopts import App, Parameter

from croupier.cards import Device
from croupier.odds import analysis

if TYPE_CHECKING:
    from rich.console import RenderableType

    from croupier.games.matchmaker.terms import Terms as MatchmakerTerms
    from croupier.odds.double_chance import Setting as DoubleChanceSetting
    from croupier.odds.three_card_poker import Setting

odds = App(name="odds")
simulate = App(name="simulate")
verify = App(name="verify")
verify.command("croupier.cli.verify.matchmaker:matchmaker", help="Play every Matchmaker bet on the engine.")
verify.command(
    "croupier.cli.verify.double_chance:double_chance",
    name="double-chance",
    help="Play both Double Chance wagers on the engine, the best cards kept.",
)
verify.command(
    "croupier.cli.verify.three_card_poker:three_card_poker",
    name="three-card-poker",
    help="Play every Three Card Poker wager on the engine, by the best fold rules.",
)

REFUSED = 2


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Matchmaker:
    """The terms of a Matchmaker table that bear on its odds."""

    decks: int = 8
    """Decks in play, four to eight (MM 3.1)."""
    device: Device = Device.SHOE
    """A dealing shoe or a continuous shuffling machine."""
    miss_match_on_opposite_pairs: bool = False
    """Whether Miss Match wins on a pair of opposite colours (ruling 11 says no)."""

    def terms(self, *, areas: int = 9) -> MatchmakerTerms:
        """The table's terms; ValueError names the clause that forbids them."""
        from croupier.games.matchmaker.terms import Terms

        return Terms(
            decks=self.decks,
            device=self.device,
            areas=areas,
            miss_match_on_opposite_pairs=self.miss_match_on_opposite_pairs,
        )


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class DoubleChance:
    """The terms of a Double Chance table and the stake that bear on its odds."""

    stake: Decimal = Decimal(10)
    """The wager in dollars: it matters under a maximum payout and beside a Jackpot wager."""
    maximum_payout: Decimal | None = None
    """The most that a declared hand wins, in dollars (DC 9.2); unlimited unless set."""
    jackpot_price: Decimal | None = None
    """Cost of a Jackpot wager in dollars (DC 10.2); none is offered unless it and a schedule are set."""
    jackpot_schedule: str | None = None
    """Seven odds to one in the order of DC 10.4, royal flush to dead hand, as in 5000,500,200,30,20,10,100."""

    def setting(self) -> DoubleChanceSetting:
        """What the sheet is worked out for; ValueError names the clause that forbids it."""
        from croupier.odds.double_chance import Setting

        return Setting.asked(**asdict(self))


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ThreeCardPoker:
    """The terms of a Three Card Poker table, its meter and its Ante, that bear on its odds."""

    ante_bonus: Literal["A", "B", "C"] = "A"
    """Ante Bonus pay table (TCP 10.3)."""
    pair_plus: Literal["A", "B", "C", "D", "E", "F"] = "A"
    """Pair Plus pay table (TCP 10.3)."""
    jackpot: Literal[1, 2] | None = None
    """Option of the Jackpot wager (TCP 6.3, 7.1); none is offered unless set."""
    seed_value: int = 10_000
    """Seed in dollars for each dollar of price, a row of Table 1 or 2."""
    meter: Decimal | None = None
    """What the meter shows, in dollars; its seed unless set."""
    price: int = 1
    """Cost of a Jackpot wager in dollars."""
    ante: Decimal = Decimal(10)
    """The Ante, in dollars, that the Jackpot wager rides with."""

    def setting(self) -> Setting:
        """What the sheet is worked out for; ValueError names the clause that forbids it."""
        from croupier.odds.three_card_poker import Setting

        return Setting.asked(**asdict(self))


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Effort:
    """How much to play, and where."""

    rounds: int = 10_000_000
    """Rounds to play."""
    seed: int | None = None
    """Where chance starts; the same seed gives the same counts on any number of workers."""
    workers: int | None = None
    """Threads on this machine; as many as it has cores unless set."""
    cluster: str | None = None
    """Address of a Dask scheduler that plays the rounds instead."""


@odds.command(name="matchmaker")
def odds_matchmaker(
    *,
    table: Matchmaker = Matchmaker(),  # noqa: B008
    format: Literal["text", "json", "csv", "html"] = "text",
    out: Path | None = None,
) -> int:
    """Work out the exact odds of Pair Match, Suit Match and Miss Match.

    Parameters
    ----------
    format
        Terminal tables, JSON, CSV, or one self-contained HTML page.
    out
        File to write instead of the terminal.
    """
    return refusing(lambda: _show_sheet("matchmaker", table.terms(), format, out))


@simulate.command(name="matchmaker")
def simulate_matchmaker(
    *,
    table: Matchmaker = Matchmaker(),  # noqa: B008
    areas: int = 9,
    effort: Effort = Effort(),  # noqa: B008
    format: Literal["text", "json", "csv"] = "text",
    out: Path | None = None,
) -> int:
    """Deal Matchmaker rounds through the shoe, a wager on every area, and estimate the odds.

    Parameters
    ----------
    areas
        Areas dealt to in each round, nine at most (MM 2.2.1).
    format
        Terminal tables, JSON or CSV.
    out
        File to write instead of the terminal.
    """
    return refusing(lambda: _show_simulation("matchmaker", table.terms(areas=areas), effort, format, out))


@odds.command(name="double-chance")
def odds_double_chance(
    *,
    table: DoubleChance = DoubleChance(),  # noqa: B008
    format: Literal["text", "json", "csv", "html"] = "text",
    out: Path | None = None,
) -> int:
    """Find the best cards to keep of every hand and work out the exact odds of the wager and the Jackpot.

    Parameters
    ----------
    format
        Terminal tables, JSON, CSV, or one self-contained HTML page.
    out
        File to write instead of the terminal.
    """
    return refusing(lambda: _show_chance_sheet(table.setting(), format, out))


@simulate.command(name="double-chance")
def simulate_double_chance(
    *,
    table: DoubleChance = DoubleChance(),  # noqa: B008
    effort: Effort = Effort(),  # noqa: B008
    format: Literal["text", "json", "csv"] = "text",
    out: Path | None = None,
) -> int:
    """Deal Double Chance rounds to one player who keeps the best cards, and estimate the odds.

    Parameters
    ----------
    format
        Terminal tables, JSON or CSV.
    out
        File to write instead of the terminal.
    """
    return refusing(lambda: _show_simulation("double-chance", table.setting(), effort, format, out))


@odds.command(name="three-card-poker")
def odds_three_card_poker(
    *,
    table: ThreeCardPoker = ThreeCardPoker(),  # noqa: B008
    format: Literal["text", "json", "csv", "html"] = "text",
    out: Path | None = None,
) -> int:
    """Find the best fold rules and work out the exact odds of Ante and Play, Pair Plus and the Jackpot wager.

    Parameters
    ----------
    format
        Terminal tables, JSON, CSV, or one self-contained HTML page.
    out
        File to write instead of the terminal.
    """
    return refusing(lambda: _show_poker_sheet(table.setting(), format, out))


@simulate.command(name="three-card-poker")
def simulate_three_card_poker(
    *,
    table: ThreeCardPoker = ThreeCardPoker(),  # noqa: B008
    effort: Effort = Effort(),  # noqa: B008
    format: Literal["text", "json", "csv"] = "text",
    out: Path | None = None,
) -> int:
    """Deal Three Card Poker rounds to one player who follows the best fold rules, and estimate the odds.

    Parameters
    ----------
    format
        Terminal tables, JSON or CSV.
    out
        File to write instead of the terminal.
    """
    return refusing(lambda: _show_simulation("three-card-poker", table.setting(), effort, format, out))


def _show_chance_sheet(setting: DoubleChanceSetting, format: str, out: Path | None) -> int:
    from croupier.odds import double_chance_show as show

    return _show_own("double-chance", setting, (show.chance_data, show.chance_page, show.chance_text), format, out)


def _show_poker_sheet(setting: Setting, format: str, out: Path | None) -> int:
    from croupier.odds import three_card_poker_show as show

    return _show_own("three-card-poker", setting, (show.poker_data, show.poker_page, show.poker_text), format, out)


def _show_own(
    game: str,
    setting: Any,
    forms: tuple[Callable[..., dict[str, Any]], Callable[..., str], Callable[..., RenderableType]],
    format: str,
    out: Path | None,
) -> int:
    """The sheet in its game's own forms, which hold more than the common ones; CSV has the common lines."""
    room = analysis(game)
    data, page, text = forms
    match format:
        case "json":
            from croupier.odds.export import as_json

            write(as_json(data(room.sheet(setting))), out)
        case "html":
            write(page(room.sheet(setting), room.comparisons(setting)), out)
        case "csv":
            return _show_sheet(game, setting, format, out)
        case _:
            print_shown(text(room.sheet(setting), room.comparisons(setting)), out)
    return 0


def _show_sheet(game: str, terms: Any, format: str, out: Path | None) -> int:
    room = analysis(game)
    sheet = room.sheet(terms)
    match format:
        case "json":
            from croupier.odds.export import as_json, sheet_data

            write(as_json(sheet_data(sheet)), out)
        case "csv":
            from croupier.odds.export import sheet_csv

            write(sheet_csv(sheet), out)
        case "html":
            from croupier.odds.page import sheet_page

            write(sheet_page(sheet, room.comparisons(terms)), out)
        case _:
            from croupier.odds.par import sheet_text

            print_shown(sheet_text(sheet, room.comparisons(terms)), out)
    return 0


def _show_simulation(game: str, terms: Any, effort: Effort, format: str, out: Path | None) -> int:
    from croupier.odds.simulate import simulate as run

    room = analysis(game)
    with counting(effort.rounds) as progress:
        found = run(
            room.sheet(terms),
            room.chunk(terms),
            rounds=effort.rounds,
            seed=effort.seed,
            workers=effort.workers,
            cluster=effort.cluster,
            progress=progress,
        )
    match format:
        case "json":
            from croupier.odds.export import as_json, simulation_data

            write(as_json(simulation_data(found)), out)
        case "csv":
            from croupier.odds.export import simulation_csv

            write(simulation_csv(found), out)
        case _:
            from croupier.odds.par import simulation_text

            print_shown(simulation_text(found), out)
    return 0


@contextmanager
def counting(rounds: int) -> Iterator[Callable[[int], object]]:
    """A progress bar beside the output; call it with the rounds just played."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("rounds"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("rounds", total=rounds)
        yield lambda played: progress.advance(task, played)


def refusing(act: Callable[[], int]) -> int:
    """Do it, or say in one line why it cannot be done."""
    try:
        return act()
    except ModuleNotFoundError as missing:
        reason = f"this needs {missing.name}: install croupier[cluster]"
    except (ValueError, OSError) as refusal:
        reason = str(refusal)
    print(f"refused: {reason}", file=sys.stderr)
    return REFUSED


def write(text: str, out: Path | None) -> None:
    """Write text to a file, or to the terminal."""
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, encoding="utf-8")


def print_shown(shown: RenderableType, out: Path | None) -> None:
    """Draw tables in a file, or in the terminal."""
    from rich.console import Console

    if out is None:
        Console(width=None if sys.stdout.isatty() else _FILE_WIDTH).print(shown)
    else:
        with out.open("w", encoding="utf-8") as file:
            Console(file=file, width=_FILE_WIDTH).print(shown)


_FILE_WIDTH = 140
