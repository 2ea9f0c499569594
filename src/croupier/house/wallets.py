"""Wallets as streams: chips that an event moves to or from a person's wallet are taken from it or given to it.

A promotional voucher has a purse of its own, so that it is exchanged once in the whole house, at whichever table.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.cards import BY_CHANCE, Chance
from croupier.house import wallet
from croupier.house.streams import Asked, Look, Source, StreamKind
from croupier.house.wallet import Give, SpendVoucher, Take, Wallet
from croupier.table.contract import PLAYER, Actor, Command, Decision, Event, automaton


class Wallets(StreamKind[Wallet]):
    """The wallets of all people."""

    name = "wallet"
    state_type = Wallet
    part = wallet.part

    def initial(self, stream_id: str) -> Wallet:
        """An empty wallet."""
        return Wallet(stream_id)

    def decide(
        self,
        state: Wallet,
        command: Command,
        by: Actor,
        at: int,
        others: Mapping[str, Wallet],
        *,
        chance: Chance = BY_CHANCE,
        look: Look | None = None,
    ) -> Decision:
        """What a command does to the wallet, or why it cannot."""
        return wallet.decide(state, command, at, by.id)

    def evolve(self, state: Wallet, event: Event) -> Wallet:
        """The wallet after an event."""
        return wallet.evolve(state, event)

    def asked(self, source: Source, known: Mapping[str, Wallet]) -> tuple[Asked, ...]:
        """What moves to and from wallets ask of them.

        What someone of the house does for a walk-in is paid for at the table: value that the wallet lacks is brought
        from outside. No machine brings any, and nobody brings any for themselves.
        """
        if source.kind == self.name:
            return ()
        found: list[Asked] = []
        for event in source.events:
            voucher = getattr(event, "voucher", None)
            if voucher is not None:
                found.append(Asked(f"voucher:{voucher}", SpendVoucher(table=source.id, under=event.under), source.by))
            for move in event.moves:
                owner = self.id_of(move.source)
                if owner is not None:
                    brought = _may_bring(source.by, owner)
                    take = Take(cents=move.cents, table=source.id, under=event.under, brought=brought)
                    found.append(Asked(owner, take, source.by))
                owner = self.id_of(move.target)
                if owner is not None:
                    found.append(Asked(owner, Give(cents=move.cents, table=source.id, under=event.under), source.by))
        return tuple(found)


def _may_bring(by: Actor, owner: str) -> bool:
    return by.rank != PLAYER and by.id != owner and not automaton(by.id) and not automaton(owner)


WALLETS = Wallets()
