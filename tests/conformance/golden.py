"""Golden logs: sessions recorded once, which every later version must fold to the same table.

`python -m tests.conformance.golden GAME TABLE SEED FILE` records a walk, at a table that a tournament reserves with
`--reserved` after that, and `SCRIPT TITLE FILE` what a scenario of the library does; those already here are never
recorded anew.
"""

from __future__ import annotations

import sys
from functools import reduce
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.games import Game, blackjack, crown_poker, double_chance, game, games, three_card_poker
from croupier.games.crown_poker.state import Play, Pot, Sitting
from croupier.games.double_chance.state import DISCARDS, SIXTH
from croupier.scripts import parse_all
from croupier.scripts.run import play, set_up
from croupier.table.contract import Event
from croupier.table.state import BankedTable, Stage
from tests.conformance.reserved import ReservedWalk
from tests.conformance.tables import TABLES
from tests.conformance.walk import Walk

FOLDER = Path(__file__).parent / "golden"
STEPS = 900


class Header(msgspec.Struct, frozen=True):
    """The first line of a golden log: the game, its terms, and what the folded table must come to."""

    game: str
    terms: msgspec.Raw
    digest: str


class Golden(msgspec.Struct, frozen=True):
    """A golden log read back."""

    header: Header
    terms: Any
    events: tuple[Event, ...]


STAGES = {
    ("three-card-poker", Stage.CHOOSING): "play or fold",
    ("double-chance", Stage.CHOOSING): "declare or discard",
    ("double-chance", Stage.DRAWING): "sixth card",
    **{(name, Stage.BETTING): "place your bets" for name in games()},
}
"""What some stages were called when the first logs were recorded."""


def digest(game: str, state: BankedTable) -> str:
    """What a table comes to, whatever a later version adds to its state: money, cards, people, signs and records."""
    facts = {
        "stage": STAGES.get((game, state.stage), state.stage.value),
        "round": state.round,
        "chips": sorted(state.chips.items()),
        "seats": sorted((each.id, each.seat or 0, each.areas, each.idle, each.gains) for each in state.people.values()),
        "unseen": list(state.shoe.unseen),
        "shoe": [state.shoe.inside, state.shoe.discards, state.shoe.behind_cut],
        "on table": [card.value for card in on_table(game, state)],
        "care": [state.care.step.value, state.care.burn.value, [card and card.value for card in state.care.excess]],
        "wagers": [[each.area, each.bet, each.player, each.cents, each.at_risk] for each in state.wagers],
        "limits": {bet: [each.minimum, each.maximum, each.step] for bet, each in sorted(state.limits.items())},
        "excluded": sorted(state.excluded),
        "breaches": [[each.person, each.clause, each.round] for each in state.breaches],
        "disputes": [[each.number, each.complainant, each.stage.value] for each in state.disputes],
    }
    if state.reserved is not None:
        facts["reserved"] = [state.reserved.rounds, state.reserved.held, sorted(state.reserved.away)]
    if isinstance(state, three_card_poker.State):
        facts["hands"] = hands(state, 1)
        facts["jackpot"] = [state.registered, sorted(state.meter_wins.items()), state.outcome_recorded]
        facts["tables"] = [state.ante_bonus, state.pair_plus, state.back]
    if isinstance(state, double_chance.State):
        facts["hands"] = hands(state, 1)
        facts["discards"] = [[area, cards, faces] for area, cards, faces, _ in hands(state, DISCARDS)]
        facts["choices"] = [[area, choice.value] for area, choice in sorted(state.choices.items())]
        facts["sixths"] = [
            [spot.area, hand.cards[0]] for spot, hand in sorted(state.hands.items()) if spot.hand == SIXTH
        ]
        facts["racked"] = [sorted(state.declared_hands.items()), state.sixths_burned, state.racked]
        facts["operating"] = [state.jackpot, state.maximum_payout, state.back, state.device_out, sorted(state.vouchers)]
        facts["directed"] = [sorted(state.act_first), state.kept_apart, state.english_only, sorted(state.out_of_casino)]
    if isinstance(state, blackjack.State):
        facts["hands"] = [[spot, hand.size, hand.faces] for spot, hand in sorted(state.hands.items())]
        facts["played"] = [[spot, play.stood, play.doubled, play.split] for spot, play in sorted(state.played.items())]
        facts["choices"] = [sorted(state.surrendered), sorted(state.passed), sorted(state.order.items()), state.decided]
        facts["drawn"] = [[each.spot, each.face] for each in state.drawn]
        facts["button"] = [state.nominee, state.stray, state.button_down]
    if isinstance(state, crown_poker.State):
        facts["hands"] = [[spot, hand.size, hand.faces, hand.up] for spot, hand in sorted(state.hands.items())]
        sitting = [[player, sits(each)] for player, each in sorted(state.sittings.items())]
        facts["line"] = [state.line, state.again, sitting]
        facts["hand"] = [] if state.play is None else played(state.play)
        facts["signs"] = [state.setting, state.commission, state.change and state.change.setting, state.closing_agreed]
        facts["list"] = [[each.player for each in state.waiting], sorted(state.picked_up), sorted(state.vacated)]
        facts["prizes"] = [[each.number, each.player, each.bonus, each.verified] for each in state.prizes]
        facts["last"] = [[pot.number, pot.cents, pot.rake, shares(pot)] for pot in state.last]
    return sha256(msgspec.json.encode(facts)).hexdigest()


def sits(sitting: Sitting) -> dict[str, bool]:
    """How a player sat in the words of the first logs of poker."""
    return {name: getattr(sitting, name) for name in ("away", "waits", "posts", "owes_big", "owes_small")}


def played(play: Play) -> list[object]:
    """A hand of poker: where the betting stands, who is in with how much, and the pots as they were pushed."""
    contenders = [[each.seat, each.bet, each.put, each.dead, each.folded, each.mucked] for each in play.contenders]
    asked = [play.asked, play.to_discard, play.to_show, play.straddler, [[each.seat, each.to] for each in play.early]]
    pots = [
        {"number": pot.number, "cents": pot.cents, "seats": pot.seats, "rake": pot.rake, "shares": shares(pot)}
        for pot in play.pots
    ]
    return [play.street, contenders, asked, play.betting, play.burned, play.slide, pots]


def shares(pot: Pot) -> list[dict[str, object]]:
    """Who took what of a pot in the words of the first logs of poker."""
    return [{name: getattr(each, name) for name in ("seat", "player", "cents", "way", "odd")} for each in pot.shares]


def hands(state: BankedTable, number: int) -> list[list[object]]:
    """The hands of this number, by area: how many cards, the faces on record, and whether they are up."""
    found = sorted((spot, hand) for spot, hand in state.hands.items() if spot.hand == number)
    return [[spot.area, hand.size, hand.faces, hand.up] for spot, hand in found]


def on_table(game: str, state: BankedTable) -> list[Card]:
    """The faces on the layout in the order of the first logs: by area, or as hands, then discards, then sixths came."""
    spots = sorted(state.hands) if game == "matchmaker" else sorted(state.hands, key=lambda spot: spot.hand)
    return [card for spot in spots for card in state.hands[spot].faces]


def read(path: Path) -> Golden:
    """A golden log from its file."""
    first, *rest = path.read_bytes().splitlines()
    header = msgspec.json.decode(first, type=Header)
    rules = game(header.game)
    terms = msgspec.json.decode(header.terms, type=rules.terms)
    return Golden(header, terms, tuple(rules.events.decode(line) for line in rest))


def record(name: str, table: str, seed: int, path: Path, kind: type[Walk] = Walk) -> None:
    """Walk a table and write its log, ending on whatever moment the walk ends on."""
    rules, terms = game(name), TABLES[name][table]
    walk = kind(rules, terms, seed)
    for _ in range(STEPS):
        walk.step()
    _write(rules, terms, walk.log, walk.state, path)


def record_script(script: Path, title: str, path: Path) -> None:
    """Play a scenario of a script and write its log, the table's own opening included."""
    scenario = next(each for each in parse_all(script.read_text(encoding="utf-8"), script.name) if each.title == title)
    rules, log = game(scenario.game), list[Event]()
    evolve = rules.evolve

    def noted(state: Any, event: Event) -> Any:
        log.append(event)
        return evolve(state, event)

    rules.evolve = noted
    table, _ = set_up(scenario)
    for line in scenario.lines:
        play(table, line)
    rules.evolve = evolve
    assert reduce(evolve, log, rules.initial(table.state.terms)) == table.state
    _write(rules, table.state.terms, log, table.state, path)


def _write(rules: Game, terms: Any, log: list[Event], state: BankedTable, path: Path) -> None:
    header = Header(rules.name, msgspec.Raw(rules.encode(terms)), digest(rules.name, state))
    path.write_bytes(b"\n".join([rules.encode(header), *map(rules.encode, log), b""]))


if __name__ == "__main__":
    if len(sys.argv) > 4:
        walked = ReservedWalk if sys.argv[5:] == ["--reserved"] else Walk
        record(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]), walked)
    else:
        record_script(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
