"""What a round came to, worked out from its events alone: stakes, how wagers ended, pots, prizes, fees, and who is up.

What each player is up or down by is the sum of the postings between them and the table, so that nothing which moved
chips in play can be missing from it; chips bought, brought, taken away or awarded are no part of the play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from croupier.money import dollars
from croupier.table.accounts import CAGE, CASH, LAYOUT, RACK, RAKE, TOURNAMENT
from croupier.table.contract import Event
from croupier.table.declare import EVENTS, Ends
from croupier.table.endings import endings_in
from croupier.table.state import Settled
from croupier.table.value import AWARD, HELD, STACK, WALLET

OWN = (STACK, WALLET)
"""The accounts of a player."""
NO_PLAY = (*OWN, HELD, CASH, "house", TOURNAMENT)
"""Where chips come from and go to by no play: they are bought, brought, held or taken away, or a tournament's."""


class Share(msgspec.Struct, frozen=True):
    """What was taken of a pot in the end; by nobody is by the house."""

    pot: str
    player: str
    cents: int


class Sums(msgspec.Struct, frozen=True, kw_only=True):
    """The money of one round or several, in cents."""

    staked: int = 0
    won: int = 0
    """What wagers against the house won, beside their stakes."""
    pots: int = 0
    """What was in the pots when they were pushed."""
    rake: int = 0
    """What the house took of them."""
    beside: int = 0
    """What was staked against the house where there were pots."""
    prizes: int = 0
    fees: int = 0

    def __add__(self, other: Sums) -> Sums:
        """Both together."""
        return Sums(**{each: getattr(self, each) + getattr(other, each) for each in self.__struct_fields__})

    def said(self) -> str:
        """What was staked, what came of it, and what the house took, in words."""
        found = [f"{dollars(self.staked)} staked"]
        if self.pots:
            found.append(f"{dollars(self.pots - self.rake)} of {dollars(self.pots)} in the pots won")
        if self.rake:
            found.append(f"{dollars(self.rake)} taken by the house")
        if self.beside:
            found.append(f"{dollars(self.won)} won with {dollars(self.beside)} beside the pots")
        elif not self.pots:
            found.append(f"{dollars(self.won)} won")
        found += [
            f"{dollars(cents)} in {what}" for what, cents in (("prizes", self.prizes), ("fees", self.fees)) if cents
        ]
        return ", ".join(found)


class Reckoning(msgspec.Struct, frozen=True, kw_only=True):
    """What a round came to, in cents, by player where it is one's own."""

    staked: dict[str, int]
    """What each had at stake in the end, less than what came back before it was decided; also nothing."""
    settled: tuple[Settled, ...]
    shares: tuple[Share, ...]
    prizes: dict[str, int]
    """Prizes on the sign, that are paid by the cage."""
    fees: dict[str, int]
    """What the house took of players themselves."""
    nets: dict[str, int]
    """What each is up by, by all that the round moved; also nothing."""
    lay: dict[str, int]
    """Wagers of theirs that stood over from the round before."""
    lie: dict[str, int]
    """Wagers of theirs that stand over for the next round, though this one is void."""

    @property
    def players(self) -> tuple[str, ...]:
        """Who had a part in it."""
        return tuple(sorted(self.staked))

    @property
    def sums(self) -> Sums:
        """The money of the round."""
        return Sums(
            staked=sum(self.staked.values()),
            won=sum([each.paid for each in self.settled]),
            pots=sum([each.cents for each in self.shares]),
            rake=sum([each.cents for each in self.shares if not each.player]),
            beside=sum([each.stake for each in self.settled]) if self.shares else 0,
            prizes=sum(self.prizes.values()),
            fees=sum(self.fees.values()),
        )


def reckoned(told: Sequence[Event]) -> Reckoning:
    """What the events of one round came to.

    A correction may settle a wager anew, one that is void has no end, and of a void round only wagers that the house
    keeps have one. What was staked when the round became void was staked.
    """
    stakes: list[tuple[str, int]] = []
    settled: dict[tuple[int, str, str, int], Settled] = {}
    shares: tuple[Share, ...] = ()
    flows, lay = _Flows(), Counter[str]()
    begun = void = False
    in_pots: dict[str, int] | None = None
    for event in told:
        info = EVENTS[type(event)]
        if info.ends is not None:
            in_pots = flows.put_in(shares)
        begun = begun or info.begins
        if info.begins:
            stakes.clear()
        if info.stakes is not None and begun and info.ends is None:
            stakes.extend(info.stakes(event))
        if info.ends is Ends.VOID:
            settled, shares, void = {}, (), True
        if info.undoes is not None:
            settled = {key: each for key, each in settled.items() if not info.undoes(event, each)}
        ended = endings_in(event)
        settled |= {each.key: each for each in ended}
        if info.ends is Ends.VOID and not stakes:
            stakes = [*_refunded(event), *((each.player, each.taken) for each in ended)]
        if info.shares is not None:
            shares = tuple([Share(*each) for each in info.shares(event)])
        flows.take_in(event)
        if info.begins:
            lay = +Counter(_stood_over(stakes, flows))
    if not begun:
        lay = +Counter({player: -cents for player, cents in flows.on_layout.items()})
    if flows.in_middle:
        shares = ()  # a push that was taken back since
    if in_pots is None:
        in_pots = flows.put_in(shares)
    players = {*flows.nets, *lay}
    nets = {player: flows.nets[player] - lay[player] for player in players}
    lie = {}
    if void:
        kept = _summed((each.player, each.taken) for each in settled.values())
        due = {each: -kept.get(each, 0) - flows.fees[each] for each in players}
        lie = {each: due[each] - nets[each] for each in players if due[each] > nets[each]}
        nets |= {each: nets[each] + cents for each, cents in lie.items()}
    return Reckoning(
        staked=_summed((*stakes, *in_pots.items())),
        settled=tuple(settled.values()),
        shares=shares,
        prizes={player: cents for player, cents in flows.prizes.items() if cents},
        fees={player: cents for player, cents in flows.fees.items() if cents},
        nets=nets,
        lay=dict(lay),
        lie=lie,
    )


class Way(msgspec.Struct, frozen=True):
    """Chips that came to a player at a table by no play, and went from there, in cents."""

    brought: int = 0
    awarded: int = 0
    away: int = 0
    """Also what play brought them that went past the table, for they had left."""


NO_WAY = Way()


def ways_of_chips(told: Sequence[Event]) -> dict[str, Way]:
    """What some events moved to and from each player at the table beside the play."""
    brought, awarded, away = Counter[str](), Counter[str](), Counter[str]()
    for event in told:
        award = AWARD in EVENTS[type(event)].value
        for move in event.moves:
            (source, giver), (target, taker) = _owned(move.source), _owned(move.target)
            if target == STACK and source in NO_PLAY:
                brought[taker] += move.cents
            elif source == STACK and target in NO_PLAY:
                away[giver] += move.cents
            elif target in OWN and award:
                awarded[taker] += move.cents
                away[taker] += move.cents if target == WALLET else 0
            elif target == WALLET and source not in NO_PLAY:
                away[taker] += move.cents
            elif source == WALLET and target not in NO_PLAY:
                away[giver] -= move.cents
    players = {*brought, *awarded, *away}
    return {each: Way(brought[each], awarded[each], away[each]) for each in players}


def _owned(account: str) -> tuple[str, str]:
    kind, _, owner = account.partition(":")
    return kind, owner


class _Flows:
    """What some events moved between players and the table in play, by player."""

    def __init__(self) -> None:
        self.nets = Counter[str]()
        self.on_layout = Counter[str]()
        """Chips onto the layout, less those that came back from it."""
        self.in_pots = Counter[str]()
        """Chips into the pots, less those that came back out of them."""
        self.in_middle = 0
        """Chips in the pots now."""
        self.prizes = Counter[str]()
        self.fees = Counter[str]()

    def take_in(self, event: Event) -> None:
        """What one event moved; an award makes an earlier round good and is no play."""
        info = EVENTS[type(event)]
        settles = bool(info.value) or info.undoes is not None
        for move in event.moves if AWARD not in info.value else ():
            self._count(move.source, move.target, -move.cents, settles=settles)
            self._count(move.target, move.source, move.cents, settles=settles)
            for account, cents in ((move.target, move.cents), (move.source, -move.cents)):
                self.in_middle += cents if _owned(account)[0] == POT else 0

    def put_in(self, shares: Iterable[Share]) -> dict[str, int]:
        """What each had put into the pots: what was pushed to them of the pots was no stake that came back."""
        pushed = ((each.player, each.cents) for each in shares if each.player and not self.in_middle)
        return _summed((*self.in_pots.items(), *pushed))

    def _count(self, own: str, other: str, cents: int, *, settles: bool) -> None:
        (kind, player), (account, _) = _owned(own), _owned(other)
        if kind not in OWN or account in NO_PLAY:
            return
        self.nets[player] += cents
        if account == LAYOUT:
            self.on_layout[player] -= cents
        elif account == POT:
            self.in_pots[player] -= cents
        elif account == CAGE:
            self.prizes[player] += cents
        elif other == RAKE or account == SLIDE or (other == RACK and cents < 0 and not settles):
            self.fees[player] -= cents


POT, SLIDE = "pot", "slide"
"""How the accounts begin of pots, and of what the house takes of players until it is verified."""


def _stood_over(stakes: Sequence[tuple[str, int]], flows: _Flows) -> dict[str, int]:
    """Of what is staked as a round begins, what was not put on the layout since the round before."""
    staked = Counter(_summed(stakes))
    return {player: staked[player] - flows.on_layout[player] for player in {*staked, *flows.on_layout}}


def _summed(amounts: Iterable[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for player, cents in amounts:
        found[player] = found.get(player, 0) + cents
    return found


def _refunded(event: Event) -> Iterator[tuple[str, int]]:
    """What an event gives back of wagers that lay on the layout, to whom."""
    for move in event.moves:
        kind, player = _owned(move.target)
        if move.source == LAYOUT and kind in OWN:
            yield player, move.cents
