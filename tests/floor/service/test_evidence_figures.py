"""Every figure on a page of evidence against the ledger, in rounds of every game: random play, and the golden logs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.cards import Card
from croupier.floor.acts.live_table import LiveTable
from croupier.floor.reading import evidence_page, rounds
from croupier.floor.reading.evidence_page import page
from croupier.floor.reading.inquiry import Inquiry
from croupier.floor.reading.lately import Lately
from croupier.floor.store import Store, open_store
from croupier.games import Game, game, games
from croupier.money import dollars
from croupier.money import dollars as in_dollars
from croupier.scripts.finding import values_in
from croupier.table.contract import Event
from croupier.table.declare import EVENTS, told
from tests.conformance.golden import FOLDER, read
from tests.conformance.recorded import RecordedWalk
from tests.conformance.tables import TABLES as SETTINGS
from tests.floor.service.reckoned import TABLE, Came, Truth, recorded, truths
from tests.strength import tries

CALM, WILD = 140, 110
MUST = {
    "crown-poker": {"pots", "Prizes", "Fees", "hidden", "of the house"},
    "double-chance": {"hidden"},
    "three-card-poker": {"hidden"},
}
"""What must have come up in rounds of some games."""
TITLE = "The Cup"
"""The tournament of the logs of reserved tables."""
MOST = tries(3, 6)
"""Rounds of one log that are looked at."""


class Log(msgspec.Struct):
    """A table's log, and who is called what."""

    game: Game
    terms: Any
    events: list[Event]
    names: dict[str, str]


def walked(name: str, terms: Any, seed: int, *, wild: bool) -> Log:
    """Random play at a table."""
    walk = RecordedWalk(game(name), terms, seed)
    for _ in range(WILD if wild else CALM):
        walk.step() if wild else walk.calm_step()
    walk.finish()
    return Log(walk.game, terms, walk.log, {f"p{n}": f"Player {n}" for n in range(1, 7)})


def logs(name: str) -> Iterator[tuple[str, Log]]:
    """Logs of a game."""
    for seed, (title, terms) in enumerate(SETTINGS[name].items()):
        yield title, walked(name, terms, seed, wild=seed % 2 == 1)
    for path in sorted(FOLDER.glob(f"{name}-*.jsonl")):
        golden = read(path)
        known = {f"p{n}": f"Player {n}" for n in range(1, 7)}
        yield path.stem, Log(game(name), golden.terms, list(golden.events), known)


@pytest.mark.parametrize("name", games())
def test_every_figure_of_a_page_is_the_ledgers(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence_page, "MOST_SCRIPTS", 0)
    kinds = Counter[str]()
    wrong: list[str] = []
    for nth, (title, log) in enumerate(logs(name)):
        store = open_store(f"sqlite:///{tmp_path / f'{nth}.db'}")
        live = recorded(store, log.game, log.terms, log.events, log.names)
        inquiry = Inquiry(store, {TABLE: live})
        found = [each for each in truths(log.game, log.terms, log.events) if each.played]
        chosen = found if len(found) <= MOST else found[:: len(found) // MOST + 1]
        for rare in (of_the_house, of_one_player):
            chosen += [each for each in found if rare(each) and each not in chosen][:1]
        for truth in chosen:
            text = page(inquiry.evidence(TABLE, truth.number))
            wrong += [f"{title}, round {truth.number}: {each}" for each in amiss(text, truth, dict(live.names), kinds)]
        wrong += [f"{title}: {each}" for each in elsewhere(inquiry, live, store, found)]
        store.close()
    assert not wrong, f"{len(wrong)} sentences are wrong:\n" + "\n".join(wrong[:40])
    wanted = {"void", "settled", "leaver", "brought"} | MUST.get(name, set())
    assert not {each for each in wanted if not kinds[each]}, kinds


def test_a_round_of_too_many_events_is_told_by_its_last_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody hides what a round came to by doing a great deal before it."""
    monkeypatch.setattr(evidence_page, "MOST_SCRIPTS", 0)
    log = walked("matchmaker", SETTINGS["matchmaker"]["shoe of 8, 9 areas"], 0, wild=False)
    store = open_store(f"sqlite:///{tmp_path / 'long.db'}")
    live = recorded(store, log.game, log.terms, log.events, log.names)
    inquiry = Inquiry(store, {TABLE: live})
    whole = {each.round: each for each in inquiry.rounds(TABLE)}
    found = [each for each in truths(log.game, log.terms, log.events) if each.played and each.number > 1]
    truth = max(found, key=lambda each: len(each.events))
    begins = next(nth for nth, event in enumerate(truth.events) if EVENTS[type(event)].begins)
    monkeypatch.setattr(rounds, "LONGEST", len(truth.events) - begins)
    assert inquiry.round(TABLE, truth.number) == whole[truth.number]
    text = page(inquiry.evidence(TABLE, truth.number))
    assert begins > 1 and f"The first {begins} events" in text
    assert f"{dollars(sum(each.staked for each in truth.came.values()))} staked" in text
    rows = {row["Player"]: row for row in table(text, "Who was there")}
    for player, came in truth.came.items():
        if came.staked:
            row = rows[log.names[player]]
            assert (row["The round"], row["Chips after"].split()[0]) == (plus(came.net), dollars(came.after))
    store.close()


def amiss(text: str, truth: Truth, names: dict[str, str], kinds: Counter[str]) -> Iterator[str]:
    """What a page says of a round that the ledger does not."""
    kinds["void" if truth.void else "settled"] += 1
    yield from misheaded(text, truth)
    written = chips if truth.whose else dollars
    for cell in re.findall(r'<td class="under">(.*?)</td>', text):
        cited = re.findall(r'href="#([^"]+)"', cell)
        if len(cited) != len(set(cited)):
            yield f"one clause is named twice: {cited}"
    kinds["of a tournament"] += bool(truth.whose)
    yield from misplaced(table(text, "Who was there"), truth.came, truth, names, kinds)
    for whose, came in truth.earlier:
        kinds["of another before"] += 1
        heading = f"Before that, with chips of the tournament {TITLE}" if whose else "Before that, for money"
        apart = msgspec.structs.replace(truth, whose=whose, here=set(came), played=set())
        yield from misplaced(table(text, heading), came, apart, names, kinds)
    yield from betrayed(text, truth, kinds)
    moves = [move for event in truth.events for move in event.moves]
    told_moves = re.findall(r'<div class="moves">(\S+) from ', text)
    if [each.removeprefix("$") for each in told_moves] != [chips(move.cents) for move in moves]:
        yield f"the steps move {len(told_moves)} amounts, the ledger {len(moves)}"

    sums = Counter[str]()
    for row in table(text, "How each wager ended"):
        sums[row["Player"]] += cents_of(row["Came to"])
    for row in table(text, "How the pots went"):
        sums[row["Taken by"]] += cents_of(row["Amount"])
        kinds["pots"] += 1
    house = sums.pop("the house", 0)
    if house != truth.rake:
        yield f"the pots went with {house} to the house, not {truth.rake}"
    for what, sign in (("Prizes", 1), ("Fees", -1)):
        for each in re.findall(rf"<p>{what}: (.*?)\.</p>", text):
            for called, amount in pairs(each):
                sums[called] += sign * cents_of(amount)
                kinds[what] += 1
    put = pot_stakes(truth.events)
    together = dict(pair for each in re.findall(r"<p>Together: (.*?)\.</p>", text) for pair in pairs(each))
    for player in truth.played:
        called, net = names.get(player, player), truth.came[player].net
        if together.get(called) != plus(net, written):
            yield f"together {called} has {together.get(called)}, not {plus(net, written)}"
        if sums[called] - put[player] != net:
            yield f"the rows of {called} come to {plus(sums[called] - put[player])}, not {plus(net)}"
    if truth.void:
        kinds["kept of a void round"] += bool(sums)


def misplaced(
    rows: list[dict[str, str]], came: dict[str, Came], truth: Truth, names: dict[str, str], kinds: Counter[str]
) -> Iterator[str]:
    """What a table of those who were there says of their chips that the ledger does not."""
    amount = chips if truth.whose else dollars
    by_name = {row["Player"]: row for row in rows}
    for player, each in came.items():
        row, called = by_name.pop(names.get(player, player), None), names.get(player, player)
        if row is None:
            if player in truth.here | truth.played or each.net:
                yield f"{called} is not among those who were there"
            continue
        columns = {
            "Chips before": each.before,
            "Given" if truth.whose else "Brought": each.brought,
            "Awarded": each.awarded,
            "Staked": each.staked,
            "The round": each.net,
            "Taken up" if truth.whose else "Took away": each.away,
            "Chips after": each.after,
        }
        kinds["brought"] += bool(each.brought)
        kinds["leaver"] += bool(each.away)
        for column, cents in columns.items():
            said = row.get(column, amount(0)).split()[0]
            wanted = plus(cents, amount) if column == "The round" else amount(cents)
            if said != wanted:
                yield f"{called} {column}: {said}, not {wanted}"
    if by_name:
        yield f"{sorted(by_name)} were not there"


def misheaded(text: str, truth: Truth) -> Iterator[str]:
    """What the head of a page says of the money that the ledger does not."""
    dollars = chips if truth.whose else in_dollars
    said = f"It was played with chips of the tournament {TITLE} ({truth.whose}): they are not money"
    if (said in text) != bool(truth.whose):
        yield f"that it was played with chips of a tournament is {'not ' if truth.whose else ''}said"
    header = plain(text.partition("<h1>")[2].partition("</header>")[0])
    staked = sum(each.staked for each in truth.came.values())
    outcome = "void" if truth.void else "settled"
    if f"{outcome}, {dollars(staked)} staked" not in header:
        yield f"{header!r}, not {outcome}, {dollars(staked)} staked"
    if truth.pots and f"{dollars(truth.pots - truth.rake)} of {dollars(truth.pots)} in the pots won" not in header:
        yield f"{header!r}: the pots held {truth.pots}, less {truth.rake}"
    if not truth.void and f", {dollars(truth.won)} won" not in header and (truth.won or not truth.pots):
        yield f"{header!r}: wagers won {dollars(truth.won)}"
    if (f"{dollars(truth.rake)} taken by the house" in header) != bool(truth.rake):
        yield f"{header!r}: the rake was {truth.rake}"


def elsewhere(inquiry: Inquiry, live: LiveTable, store: Store, found: list[Truth]) -> Iterator[str]:
    """What a player's own rounds, the list of rounds and the wall say of them that the ledger does not."""
    by_round = {each.number: each for each in found}
    for summary in inquiry.rounds(TABLE, limit=MOST):
        truth = by_round.get(summary.round)
        if truth is not None and summary.outcome != "open":
            said = (summary.staked, summary.pots, summary.rake, set(summary.players) >= truth.played)
            told_so = (sum(each.staked for each in truth.came.values()), truth.pots, truth.rake, True)
            if said != told_so:
                yield f"round {summary.round} is listed with {said}, not {told_so}"
    for player in live.names:
        for own in inquiry.mine(TABLE, player, limit=MOST):
            truth = by_round.get(own.round)
            if truth is not None and own.net is not None:
                came = truth.came[player]
                if (own.staked, own.net) != (came.staked, came.net):
                    yield f"round {own.round} of {player}: {own.staked} and {own.net}, not {came.staked} and {came.net}"
                if (own.tournament.title if own.tournament else "") != (TITLE if truth.whose else ""):
                    yield f"round {own.round} of {player} is said to be of {own.tournament}"
    for result in Lately(store, {TABLE: live}).recorded():
        truth = by_round.get(result.round)
        if truth is not None and truth.whose:
            yield f"the wall shows round {result.round} of a tournament"
        if truth is not None and result.paid != truth.won + truth.pots - truth.rake:
            yield f"the wall says that round {result.round} paid {result.paid}"


def betrayed(text: str, truth: Truth, kinds: Counter[str]) -> Iterator[str]:
    """Faces on a page that one player alone saw, and whether it says that some are the house's alone."""
    header = plain(text.partition("<h1>")[2].partition("</header>")[0])
    record = text.partition('<pre class="record">')[2]
    steps = text.partition("<h3>Step by step</h3>")[2].partition("</table>")[0]
    public = faces(told(event, "", house=True) for event in truth.events)
    hidden = faces(truth.events) - public
    kinds["hidden"] += len(hidden)
    for card in hidden:
        if f'"{card.value}"' in record or re.search(rf"\b{card.value}\b", plain(steps)):
            yield f"{card.value} is told, which one player alone saw"
    private = of_the_house(truth)
    kinds["of the house"] += private
    if private != ("it is for the house" in header):
        yield f"{header!r}: faces that the house alone saw are {'not ' if private else ''}said to be told"


def of_the_house(truth: Truth) -> bool:
    """Whether the house alone has seen a face of the round."""
    secrets = ((event, each) for event in truth.events for each in EVENTS[type(event)].secret)
    return any(not each.owner and getattr(event, each.field) for event, each in secrets)


def of_one_player(truth: Truth) -> bool:
    """Whether a player alone has seen a face of the round."""
    return bool(faces(truth.events) - faces(told(event, "", house=True) for event in truth.events))


def faces(events: Iterable[Event]) -> set[Card]:
    """The cards that some events tell."""
    return {each.value for event in events for each in values_in(event) if isinstance(each.value, Card)}


def pot_stakes(events: list[Event]) -> Counter[str]:
    """What each put into the pots and did not get back as a stake: all but what is pushed to winners."""
    put = Counter[str]()
    for event in events:
        for move in event.moves:
            if move.target.startswith("pot:") and move.source.startswith(("stack:", "wallet:")):
                put[move.source.partition(":")[2]] += move.cents
            elif move.source.startswith("pot:") and move.target.startswith(("stack:", "wallet:")):
                put[move.target.partition(":")[2]] -= move.cents
    last = next((event for event in reversed(events) if type(event).__name__ == "PotsPushed"), None)
    if last is not None and type(events[-1]).__name__ == "RoundClosed":
        for each in last.pots:  # type: ignore[attr-defined]
            for share in each.shares:
                put[share.player] += share.cents
    return put


def table(text: str, heading: str) -> list[dict[str, str]]:
    """The rows of the table under a heading, by the names of their columns."""
    part = text.partition(f"<h3>{heading}</h3>")[2].partition("</table>")[0] if f"<h3>{heading}</h3>" in text else ""
    heads = [plain(each) for each in re.findall(r"<th[^>]*>(.*?)</th>", part)]
    rows = re.findall(r"<tr>((?:<td.*?)+)</tr>", part)
    cells = [[plain(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)] for row in rows]
    return [dict(zip(heads, each, strict=True)) for each in cells]


def pairs(said: str) -> list[tuple[str, str]]:
    """Names, each with the amount behind it."""
    return [(unescape(name), amount) for name, amount in re.findall(r"(\S.*?) ([+-]?\$?[\d.,]*\d)(?:, |$)", said)]


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def plus(cents: int, amount: Callable[[int], str] = dollars) -> str:
    return f"{'-' if cents < 0 else '+'}{amount(abs(cents))}"


def chips(cents: int) -> str:
    """An amount of a tournament's chips: a hundred cents are one, and no currency stands before it."""
    return dollars(cents).replace("$", "")


def cents_of(amount: str) -> int:
    whole = amount.replace(",", "").replace("$", "")
    return round(float(whole) * 100)
