"""The wallets in use on this floor, each kept as of its last committed event."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import msgspec

from croupier.floor.store import Append, Stored, StoreError
from croupier.floor.store.upcast import upcast
from croupier.floor.tables import to_store
from croupier.house import wallet
from croupier.house.wallet import Give, Take, Wallet, WalletEvent
from croupier.table.contract import Actor, Command, Event, Refusal

PREFIX = "wallet:"

_decoder = msgspec.json.Decoder(WalletEvent)


class Purse:
    """One person's wallet with the version of its stream. Only the floor changes it."""

    def __init__(self, owner: str) -> None:
        self.stream = PREFIX + owner
        self.wallet = Wallet(owner)
        self.version = 0
        self.lock = asyncio.Lock()
        self.stale = True
        """Whether the record must be read before the next decision."""

    def decide(self, commands: Iterable[Command]) -> tuple[Event, ...] | Refusal:
        """What commands given one after another lead to, or the first refusal."""
        after, events = self.wallet, list[Event]()
        for command in commands:
            decision = wallet.decide(after, command)
            if isinstance(decision, Refusal):
                return decision
            for event in decision:
                after = wallet.evolve(after, event)
            events.extend(decision)
        return tuple(events)

    def append(self, events: tuple[Event, ...]) -> Append:
        """The wallet's part of a commit."""
        return Append(self.stream, self.version, to_store("", events))

    def apply(self, events: Iterable[Event]) -> None:
        """Take committed events in."""
        for event in events:
            self.wallet = wallet.evolve(self.wallet, event)
            self.version += 1

    def absorb(self, found: Iterable[Stored]) -> None:
        """Take in what the store has next."""
        for stored in found:
            if stored.version != self.version + 1:
                raise StoreError(f"{self.stream} is at {self.version}, its next event is {stored.version}")
            self.apply((_decoder.decode(upcast(stored.kind, stored.schema, stored.payload)),))


def errands(table: str, events: Iterable[Event], by: Actor) -> dict[str, list[Command]]:
    """What a table's events ask of each person's wallet, by owner in a fixed order.

    What staff do for a player is paid for at the table: value that the wallet lacks is brought from outside.
    """
    found: dict[str, list[Command]] = {}
    for event in events:
        for move in event.moves:
            if move.source.startswith(PREFIX):
                owner = move.source.removeprefix(PREFIX)
                brought = by.rank != "player" and by.id != owner
                take = Take(cents=move.cents, table=table, under=event.under, brought=brought)
                found.setdefault(owner, []).append(take)
            if move.target.startswith(PREFIX):
                owner = move.target.removeprefix(PREFIX)
                found.setdefault(owner, []).append(Give(cents=move.cents, table=table, under=event.under))
    return dict(sorted(found.items()))
