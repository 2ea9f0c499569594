"""`croupier tournament push-fold`: what the last two or three players of a tournament are all in with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from croupier.cli.files import Out
from croupier.cli.output import Refused, print_shown, refusing, told_of_steps, write
from croupier.cli.tournament import cents_of, chips_of

if TYPE_CHECKING:
    from croupier.odds.tournament.push_fold.model import Model

FEWEST_BOARDS, MOST_BOARDS = 1_000, 100_000_000

Game = Literal[
    "holdem", "pineapple", "crazy-pineapple", "crazy-pineapple-hi-lo", "holdem-hi-lo", "omaha", "omaha-hi-lo"
]


def push_fold(
    stacks: str,
    /,
    *,
    blinds: str,
    ante: str = "0",
    game: Game = "holdem",
    prizes: str | None = None,
    hand: str | None = None,
    boards: Annotated[int | None, Parameter(show_default=False)] = None,
    seed: int = 1,
    format: Literal["text", "json"] = "text",
    out: Out = None,
) -> int:
    """Say what everyone is all in with if there is no choice but all in or out, and nobody can do better alone.

    Parameters
    ----------
    stacks
        Everyone's chips in the order in which they act: the button, the small blind, the big blind; of two the blinds.
    blinds
        The small blind and the big blind in chips, as in 50,100.
    ante
        What everyone adds to the pot, in chips.
    game
        The game that is played.
    prizes
        The prizes that are left in dollars, the first place first, as in 500,300,200; without them chips alone count.
    hand
        Tell of this hand alone, as in AsKh.
    boards
        How many boards are dealt where not all can be counted; three million unless set.
    seed
        Where chance starts in dealing them.
    format
        Tables for people, JSON with every frequency for programs.
    """
    return refusing(
        "tournament push-fold",
        lambda: _push_fold(stacks, blinds, ante, game, prizes, hand, boards, seed, format, out),
    )


def _push_fold(  # noqa: PLR0917
    stacks: str,
    blinds: str,
    ante: str,
    game: str,
    prizes: str | None,
    hand: str | None,
    boards: int | None,
    seed: int,
    format: str,
    out: Out,
) -> int:
    from croupier.odds.tournament.push_fold.answer import answer
    from croupier.odds.tournament.push_fold.model import VARIANTS
    from croupier.odds.tournament.push_fold.show import data, text
    from croupier.odds.tournament.push_fold.spot import NoSpot, Spot

    posted = [chips_of(each) for each in blinds.split(",")]
    if len(posted) != 2:
        raise Refused("name two blinds, the small one first, as in 50,100")
    if seed < 0:
        raise Refused("a seed is not less than nothing")
    if boards is not None and not FEWEST_BOARDS <= boards <= MOST_BOARDS:
        raise Refused(f"from {FEWEST_BOARDS:,} to {MOST_BOARDS:,} boards can be dealt")
    amounts = None if prizes is None else tuple(cents_of(each) for each in prizes.split(","))
    variant = VARIANTS[game]
    try:
        small, big = posted
        spot = Spot(tuple(chips_of(each) for each in stacks.split(",")), small, big, chips_of(ante), amounts)
    except NoSpot as error:
        raise Refused(str(error)) from error
    cards = None if hand is None else _cards(variant, hand)
    with told_of_steps():
        model = _model(variant, spot.players, boards, seed)
        found = answer(spot, model)
    one = None if cards is None else (hand or "", model.hands.group(cards))
    if format == "json":
        from croupier.odds.export import as_json

        write(as_json(data(found, one)), out)
    else:
        print_shown(text(found, one), out)
    return 0


def _model(variant: Any, players: int, boards: int | None, seed: int) -> Model:
    """A game's showdowns: those that were dealt before lie on the shelf."""
    from croupier.cli.shelf import laid_up, taken_down
    from croupier.odds.tournament.push_fold.model import DEALS, is_counted, model, packed, unpacked

    deals = DEALS if boards is None else boards
    if is_counted(variant, players):
        return model(variant, players)
    name = f"push-fold-{variant.value.replace(' ', '-')}-{players}-{deals}-{seed}"
    kept = taken_down(name)
    found = None if kept is None else unpacked(variant, players, deals, seed, kept)
    if found is None:
        found = model(variant, players, deals=deals, seed=seed)
        laid_up(name, packed(found))
    return found


def _cards(variant: Any, hand: str) -> list[str]:
    from croupier.cards import DECK, Card
    from croupier.odds.tournament.push_fold.model import hole_cards

    cards = [hand[at : at + 2] for at in range(0, len(hand), 2)]
    wanted, clause = hole_cards(variant)
    if len(cards) != wanted or len(set(cards)) != wanted or any(each not in set(DECK) for each in cards):
        raise Refused(f"{clause}: a hand has {wanted} different cards, as in {''.join(map(Card, DECK[:wanted]))}")
    return cards
