"""What Crown Poker's scripts may expect of a hand: its pots, turns and bounds, the button, the board and the rake."""

from __future__ import annotations

from croupier.games.crown_poker.acting import asked_bounds
from croupier.games.crown_poker.pots import made
from croupier.games.crown_poker.state import Play
from croupier.money import dollars
from croupier.scripts.expectations import same
from croupier.scripts.forms import Broken, Chapter, Expectation, Given
from croupier.scripts.games.crown_poker_errors import BURN_CARDS
from croupier.scripts.shown import ONLOOKER, sees
from croupier.scripts.table import Table
from croupier.table.contract import Clauses


def _pots(table: Table) -> list[int]:
    play = table.state.play
    if play is None:
        return [each.cents for each in table.state.last]
    if play.pots or not play.asked:
        return [each.cents for each in play.pots or made(play.contenders, play.dead)]
    return in_the_middle(table, play)


def in_the_middle(table: Table, play: Play) -> list[int]:
    """The pots while the betting goes on: only an all-in divides them, for anyone else may still put in more."""
    all_in = {each.put for each in play.live if not table.state.stack(each.player)}
    found, below = list[int](), 0
    for level in (*sorted(all_in), max(each.put for each in play.contenders)):
        cents = sum(min(each.put, level) - min(each.put, below) for each in play.contenders)
        found += [cents] if cents else []
        below = max(below, level)
    return [found[0] + play.dead, *found[1:]] if found else [play.dead]


def _pot(it: Given, table: Table) -> Clauses:
    same("in the pots", ", ".join(map(dollars, it.amounts)), ", ".join(map(dollars, _pots(table))))
    return table.cited()


def _in_turn(it: Given, table: Table) -> Clauses:
    turns = table.game.turns(table.state)
    same("turn", it.player.name, turns[0].player if turns else "of no one")
    return turns[0].under if turns else ()


def _nobody(it: Given, table: Table) -> Clauses:
    turns = table.game.turns(table.state)
    same("turn", "of no one", f"of {turns[0].player}" if turns else "of no one")
    return table.cited()


def _bounds(it: Given, table: Table) -> Clauses:
    found = asked_bounds(table.state)
    was = "no raise" if found is None else f"{dollars(found.low)} to {dollars(found.high)}"
    same("a raise to", f"{dollars(it.low)} to {dollars(it.high)}", was)
    return table.cited()


def _no_raise(it: Given, table: Table) -> Clauses:
    found = asked_bounds(table.state)
    if found is not None:
        raise Broken(f"expected no raise, but {dollars(found.low)} to {dollars(found.high)} is open")
    return table.cited()


def _to_call(it: Given, table: Table) -> Clauses:
    betting = table.seen_by(ONLOOKER).betting
    same("to call", dollars(it.amount), dollars(0 if betting is None else betting.to_call))
    return table.cited()


def _button(it: Given, table: Table) -> Clauses:
    same("button at", it.seat, table.state.button)
    return table.cited()


def _rake(it: Given, table: Table) -> Clauses:
    same("rake", dollars(it.amount), dollars(table.state.chips.get("rake", 0)))
    return table.cited()


def _slide(it: Given, table: Table) -> Clauses:
    same("on the slide", dollars(it.amount), dollars(table.seen_by(ONLOOKER).slide))
    return table.cited()


def _sees(it: Given, table: Table) -> Clauses:
    hand = table.seen_by(it.who or ONLOOKER).areas[it.seat - 1].hand
    return sees(it, hand.cards, table)


def _makes(it: Given, table: Table) -> Clauses:
    hand = table.seen_by(ONLOOKER).areas[it.seat - 1].hand
    same(f"at seat {it.seat}", it.text, ", ".join(filter(None, (hand.name, hand.total))) or "no hand")
    return table.cited()


def _called(it: Given, table: Table) -> Clauses:
    same("the stage", it.text, table.seen_by(ONLOOKER).stage_name)
    return table.cited()


def _board(it: Given, table: Table) -> Clauses:
    cards = table.seen_by(ONLOOKER).board.cards
    same("board", " ".join(it.cards or ()) or "no cards", " ".join(cards) or "no cards")
    return table.cited()


def _waiting(it: Given, table: Table) -> Clauses:
    wanted = ", ".join(each.name for each in it.players)
    same("waiting", wanted, ", ".join(each.name for each in table.seen_by(ONLOOKER).waiting))
    return table.cited()


def _holds_cards(it: Given, table: Table) -> bool:
    play = table.state.play
    return play is not None and play.of(it.player.name) is not None


def _dealt_in(it: Given, table: Table) -> Clauses:
    same(f"{it.player.name} to be", "dealt in", "dealt in" if _holds_cards(it, table) else "not dealt in")
    return table.cited()


def _not_dealt_in(it: Given, table: Table) -> Clauses:
    same(f"{it.player.name} to be", "not dealt in", "dealt in" if _holds_cards(it, table) else "not dealt in")
    return table.cited()


SHOWN = (
    Chapter(
        "The hand",
        (
            Expectation("pots <amounts>", "What lies in each pot, or lay when they were pushed.", _pot),
            Expectation("turn of <player>", "Whose turn it is.", _in_turn),
            Expectation("nobody's turn", "That nobody is asked.", _nobody),
            Expectation("a raise to <low:amount> to <high:amount>", "What whoever acts may raise to.", _bounds),
            Expectation("no raise", "That whoever acts may only call or fold.", _no_raise),
            Expectation("<amount> to call", "What whoever acts needs for a call.", _to_call),
            Expectation("button at <seat:number>", "Where the button is.", _button),
            Expectation("slide <amount>", "What lies on the drop slide of this hand.", _slide),
            Expectation("rake <amount>", "What the house has taken so far.", _rake),
            Expectation("<text> at seat <seat:number>", "What the open hand of a seat makes, in words.", _makes),
            Expectation("stage called <text>", "What the table calls the moment of the hand.", _called),
            Expectation("board <cards>", "The community cards.", _board),
            BURN_CARDS,
            Expectation("waiting <players>", "Who waits for a seat, the first first.", _waiting),
            Expectation("<player> dealt in", "That a player has cards in this hand.", _dealt_in),
            Expectation("<player> not dealt in", "That a player has none.", _not_dealt_in),
            Expectation("<who> sees <cards> at <seat:number>", "Faces in sight at a seat.", _sees),
            Expectation("<who> sees <number> backs at <seat:number>", "Cards face down at a seat.", _sees),
        ),
    ),
)
