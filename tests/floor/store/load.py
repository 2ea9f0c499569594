"""A process that writes to the store without pause, for a test that kills it.

Eight threads move cents between two wallets and a rack, each on a stream of its own and all on a shared one.
Each says on standard output what it is about to ask for and what was acknowledged. Command ids are numbered through,
so that the next process first asks again for the last one of each thread, whether it was written or not.
"""

from __future__ import annotations

import os
import sys
from threading import Thread

from croupier.floor.store import Append, Commit, Committed, Conflict, NewEvent, Posting, Store, open_store

THREADS = 8


def act(store: Store, number: int, asked: int) -> None:
    """Ask again for command `asked`, then for one after the other."""
    done = len(list(store.stream(f"own:{number}")))
    shared = store.streams().get("shared", 0)
    while True:
        command_id = f"{number}:{asked}"
        os.write(1, f"ask {command_id}\n".encode())
        while True:
            moves = (Posting(f"wallet:{number}", "rack", 3), Posting("rack", "wallet:0x", 1))
            appends = (
                Append(f"own:{number}", done, (NewEvent("moved", 1, b"{}", moves), NewEvent("noted", 1, b"{}"))),
                Append("shared", shared, (NewEvent("noted", 1, b"{}"),)),
            )
            outcome = store.submit(Commit(command_id, f"{number}", 1, appends, command_id.encode())).result()
            if not isinstance(outcome, Conflict):
                break
            shared = outcome.actual
        assert isinstance(outcome, Committed)
        os.write(1, f"ack {command_id}\n".encode())
        if not outcome.repeated:
            done, shared = done + 2, shared + 1
        asked += 1


def main() -> None:
    store = open_store(sys.argv[1])
    starts = [int(asked) for asked in sys.argv[2].split(",")]
    for number, asked in enumerate(starts):
        Thread(target=act, args=(store, number, asked), daemon=True).start()
    sys.stdin.read()  # ends with the test, should the test end first


if __name__ == "__main__":
    main()
