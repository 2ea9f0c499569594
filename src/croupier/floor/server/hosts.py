"""The names that the floor goes by: a request for any other name is not for it.

A page of another site can have its own name lead to this address, and would then speak to the floor as if from there;
its name gives it away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

LOCAL = "localhost"
REMEMBERED = 256

_WRITTEN = re.compile(r"(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9_.-]{1,253}))(?::[0-9]{1,5})?")
_NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?")


class Hosts:
    """Which hosts are the floor's own: this machine's loopback, the address that was reached, and names given to it."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = frozenset(map(plain, names))
        self.own = lru_cache(REMEMBERED)(self._own)
        """Whether the Host of a request that reached the address `here` is the floor's."""

    def _own(self, host: bytes, here: str | None) -> bool:
        found = _WRITTEN.fullmatch(host.decode("latin-1").lower())
        if found is None:
            return False
        name = found[1] or found[2].removesuffix(".")
        if name == LOCAL or name in self._names:
            return True
        address = _address(name)
        return address is not None and (
            address.is_loopback or address == _address(here or "") or str(address) in self._names
        )


def plain(name: str) -> str:
    """A name or an address as it is compared; ValueError for what can be no host.

    >>> plain("Casino.Example."), plain("[2001:db8::1]"), plain("192.0.2.7")
    ('casino.example', '2001:db8::1', '192.0.2.7')
    """
    written = name.strip().lower()
    address = _address(written.removeprefix("[").removesuffix("]"))
    if address is not None:
        return str(address)
    if not _NAME.fullmatch(written):
        raise ValueError(f"{name!r} is no name of a host")
    return written.removesuffix(".")


def _address(written: str) -> IPv4Address | IPv6Address | None:
    """The address that is written there, if it is one; IPv4 within IPv6 is IPv4."""
    try:
        found = ip_address(written.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
