"""How automatic staff work: one step after another until the floor closes, through whatever goes wrong meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from croupier.floor.acts.floor import FloorClosed
from croupier.floor.store import StoreError

log = logging.getLogger(__name__)


async def at_work(who: str, step: Callable[[], Awaitable[None]], back_off: float) -> None:
    """Take step after step; after a failure, go on so many seconds later."""
    while True:
        try:
            await step()
        except FloorClosed:
            return
        except StoreError as error:
            log.warning("%s waits for the store: %s", who, error)
            await asyncio.sleep(back_off)
        except Exception:
            log.exception("%s could not go on", who)
            await asyncio.sleep(back_off)
