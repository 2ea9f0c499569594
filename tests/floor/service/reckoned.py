"""Rounds put on record from a log, and what each came to by the ledger and the folded table alone.

Nothing here asks the code under test: who was there, what was staked and what everyone is up by are worked out from
the postings and from how the table stood, event by event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.floor.acts.floor_part import PersonIntroduced, TableRegistered
from croupier.floor.acts.live_table import LiveTable, registration
from croupier.floor.acts.recording import to_store
from croupier.floor.store import Append, Commit, Committed, Store
from croupier.games import Game
from croupier.games.three_card_poker.jackpot import JackpotWagersReturned
from croupier.table.contract import Event
from croupier.table.declare import EVENTS, Ends
from croupier.table.disputes import DisputeDecided, DisputeReviewed, DisputeRuled
from croupier.table.state import BankedTable, Wager
from croupier.table.voiding import WagersVoided

TABLE = "t-1"
BEGAN = 1_790_000_000_000
STEP_MS = 1_000
AWARDS = (DisputeRuled, DisputeReviewed, DisputeDecided)


class Came(msgspec.Struct, kw_only=True):
    """What the ledger and the table say of one player in one round."""

    before: int = 0
    brought: int = 0
    awarded: int = 0
    staked: int = 0
    net: int = 0
    away: int = 0
    after: int = 0
    seats: list[int | None] = []


class Truth(msgspec.Struct, kw_only=True):
    """What the ledger and the table say of one round."""

    number: int
    void: bool
    whose: str
    """The tournament whose chips were played with; nothing where it was money."""
    came: dict[str, Came]
    earlier: list[tuple[str, dict[str, Came]]]
    """What there was before it with other chips, since the round before."""
    here: set[str]
    """Who was at the table at any moment."""
    played: set[str]
    """Who had a wager in it, or was dealt in."""
    won: int
    """What wagers against the house were paid beside their stakes."""
    pots: int
    rake: int
    events: list[Event]


def recorded(store: Store, game: Game, terms: Any, log: Sequence[Event], names: dict[str, str]) -> LiveTable:
    """A table with this log on record, and its people introduced."""
    told: list[Event] = [
        TableRegistered(
            table=TABLE, title="A table", game=game.name, terms=msgspec.to_builtins(terms), automatic=False, under=()
        ),
        *(PersonIntroduced(person=each, name=name, rank="player", under=()) for each, name in names.items()),
        *log,
    ]
    stream = f"table:{TABLE}"
    futures = [
        store.submit(
            Commit(f"c-{n}", "dealer", BEGAN + n * STEP_MS, (Append(stream, n, to_store(TABLE, (event,))),), b"")
        )
        for n, event in enumerate(told)
    ]
    for future in futures:
        assert isinstance(future.result(60), Committed)
    live = LiveTable(registration(store.read(stream, limit=1)[0]))
    for stored in store.stream(stream):
        live.apply((live.tell(stored),))
    return live


def truths(game: Game, terms: Any, log: Sequence[Event]) -> Iterator[Truth]:
    """What each closed round of a log came to."""
    state, start, events = game.initial(terms), game.initial(terms), list[Event]()
    voided = Counter[str]()
    chips, chips_before = Counter[str](), Counter[str]()
    seats: dict[str, list[int | None]] = {}
    earlier: list[tuple[str, dict[str, Came]]] = []
    before = list[Event]()
    for event in log:
        last, state = state, game.evolve(state, event)
        if whose(state) != whose(last):
            came = _all_came((start, last), (Counter(), set(seats)), events, (chips_before, chips.copy()), seats)
            earlier += [(whose(last), came)] if came else []
            start, before, events, chips_before, seats = state, [*before, *events], [], chips.copy(), {}
        events.append(event)
        if EVENTS[type(event)].begins:
            voided.clear()
        if isinstance(event, WagersVoided) and isinstance(last, BankedTable) and last.round_now == last.round:
            for wager in last.wagers_of(event.player) if not last.in_play else ():
                voided[wager.player] += wager.cents
        for move in event.moves:
            chips[move.source] -= move.cents
            chips[move.target] += move.cents
        for person in state.people.values():
            had = seats.setdefault(person.id, [])
            if person.seat not in had:
                had.append(person.seat)
        if EVENTS[type(event)].ends is not None:
            for each in [*voided] if isinstance(state, BankedTable) and last.round_now == last.round else ():
                last = replace(last, given_back=(*last.given_back, Wager(0, "void", each, voided[each])))
            voided.clear()
            found = _truth(event, (start, last, state), events, (chips_before, chips.copy()), seats)
            earlier = joined(*earlier, (found.whose, found.came))
            came = next(each for tournament, each in earlier if tournament == found.whose)
            others = [each for each in earlier if each[0] != found.whose]
            here = found.here | (set(came) - set(found.came))
            yield msgspec.structs.replace(found, came=came, earlier=others, here=here, events=[*before, *events])
            start, events, chips_before, before, earlier = state, [], chips.copy(), [], []
            seats = {person.id: [person.seat] for person in state.people.values()}


def _truth(
    end: Any,
    states: tuple[Any, Any, Any],
    events: list[Event],
    chips: tuple[Counter[str], Counter[str]],
    seats: dict[str, list[int | None]],
) -> Truth:
    start, last, state = states
    void = EVENTS[type(end)].ends is Ends.VOID
    staked, dealt = _staked(last, events)
    came = _all_came((start, state), (staked, dealt), events, chips, seats)
    play = getattr(last, "play", None)
    pots = () if play is None or void else play.pots
    return Truth(
        number=end.round,
        void=void,
        whose=whose(last),
        came=came,
        earlier=[],
        here=set(seats),
        played={*dealt, *(player for player, cents in staked.items() if cents)},
        won=0 if void else sum(each.settled.paid for each in _decided(last)),
        pots=sum(each.cents for each in pots),
        rake=sum(each.rake for each in pots),
        events=list(events),
    )


def joined(*parts: tuple[str, dict[str, Came]]) -> list[tuple[str, dict[str, Came]]]:
    """What there was one after the other, with each kind of chips together."""
    found: dict[str, dict[str, Came]] = {}
    for tournament, came in parts:
        there = found.setdefault(tournament, {})
        for player, each in came.items():
            had = there.get(player, Came(before=each.before))
            sums = {name: getattr(had, name) + getattr(each, name) for name in SUMS}
            there[player] = Came(before=had.before, after=each.after, seats=[*had.seats, *each.seats], **sums)
    return list(found.items())


SUMS = ("brought", "awarded", "staked", "net", "away")


def whose(state: Any) -> str:
    """The tournament that a table is reserved for."""
    return state.reserved.tournament if state.reserved is not None else ""


def _all_came(
    ends: tuple[Any, Any],
    played: tuple[Counter[str], set[str]],
    events: list[Event],
    chips: tuple[Counter[str], Counter[str]],
    seats: dict[str, list[int | None]],
) -> dict[str, Came]:
    """What became of everyone's chips between two states of the table."""
    staked, dealt = played
    stood_over, stand_over = map(_lying, ends)
    players = {*seats, *staked, *dealt}
    came = {}
    for player in {*players, *(_owner(move) for event in events for move in _play(event))}:
        stack = f"stack:{player}"
        came[player] = Came(
            before=chips[0][stack] + stood_over[player],
            after=chips[1][stack] + stand_over[player],
            staked=staked[player],
            net=sum(_to(player, event) for event in events if not isinstance(event, AWARDS))
            - stood_over[player]
            + stand_over[player],
            awarded=sum(_to(player, event) for event in events if isinstance(event, AWARDS)),
            brought=sum(_brought(player, event) for event in events),
            seats=seats.get(player, []),
        )
        found = came[player]
        found.away = found.before + found.brought + found.awarded + found.net - found.after
    return came


def _staked(last: Any, events: list[Event]) -> tuple[Counter[str], set[str]]:
    """What was at stake as the round ended, also by those who had left or whose wagers were void.

    Jackpot wagers that went back without a hand were never at stake, whenever that was.
    """
    staked, dealt = Counter[str](), set[str]()
    if isinstance(last, BankedTable):
        for each in (*last.wagers, *last.left_behind, *last.given_back):
            staked[each.player] += each.cents
        jackpots = Counter[str]({each.player: each.cents for each in last.given_back if each.bet == "jackpot"})
        for event in events:
            for move in event.moves if isinstance(event, JackpotWagersReturned) else ():
                player = _owner(move.target)
                staked[player] -= min(move.cents, jackpots[player])
        return staked, dealt
    begun = False
    for event in events:
        begun = begun or EVENTS[type(event)].begins
        for move in event.moves if isinstance(event, WagersVoided) and begun else ():
            staked[_owner(move.target)] += move.cents if move.source == "layout" else 0
    for each in last.play.contenders if last.play is not None else ():
        staked[each.player] += each.put + each.dead
        dealt.add(each.player)
    for each in last.wagers:
        staked[each.player] += each.cents
    return staked, dealt


def _decided(last: Any) -> list[Any]:
    """The wagers that were settled as the round ended, of those among it who had left."""
    return [each for each in (*last.wagers, *getattr(last, "left_behind", ())) if each.settled is not None]


def _lying(state: Any) -> Counter[str]:
    """Wagers that lie undecided between two rounds."""
    found = Counter[str]()
    for each in state.wagers:
        found[each.player] += each.cents if each.settled is None else 0
    return found


PLAY = ("layout", "rack", "pot", "slide", "rake", "cage")
ASIDE = ("wallet", "held", "cash", "house", "tournament")


def _kind(account: str) -> str:
    return account.partition(":")[0]


def _play(event: Event) -> Iterator[str]:
    """The players' accounts that an event moves chips to or from, against the table's."""
    for move in event.moves:
        if _kind(move.source) in ("stack", "wallet") and _kind(move.target) in PLAY:
            yield move.source
        elif _kind(move.target) in ("stack", "wallet") and _kind(move.source) in PLAY:
            yield move.target


def _owner(account: str) -> str:
    return account.partition(":")[2]


def _to(player: str, event: Event) -> int:
    """What an event moved from the table's accounts to a player, less what it moved the other way."""
    own = (f"stack:{player}", f"wallet:{player}")
    gained = sum(move.cents for move in event.moves if move.target in own and _kind(move.source) in PLAY)
    return gained - sum(move.cents for move in event.moves if move.source in own and _kind(move.target) in PLAY)


def _brought(player: str, event: Event) -> int:
    """What an event moved onto a player's stack from elsewhere."""
    return sum(move.cents for move in event.moves if move.target == f"stack:{player}" and _kind(move.source) in ASIDE)
