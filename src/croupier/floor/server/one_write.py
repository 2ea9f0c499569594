"""Answers go out in one piece: head and body of a response in one write, where the server would make two."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class Gathering:
    """A transport that sends what is written in one turn of the loop together."""

    __slots__ = ("_loop", "_pieces", "_transport")

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._pieces: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send this with whatever else is written before the loop's next turn."""
        if not self._pieces:
            self._loop.call_soon(self._send)
        self._pieces.append(data)

    def writelines(self, data: Any) -> None:
        """Send these likewise."""
        self.write(b"".join(data))

    def end(self, data: bytes) -> None:
        """Send this behind what is there, at once, then close."""
        self._pieces.append(data)
        self.close()

    def close(self) -> None:
        """Send what is there, then close."""
        self._send()
        self._transport.close()

    def write_eof(self) -> None:
        """Send what is there, then no more."""
        self._send()
        self._transport.write_eof()

    def _send(self) -> None:
        pieces, self._pieces = self._pieces, []
        if pieces and not self._transport.is_closing():
            self._transport.write(pieces[0] if len(pieces) == 1 else b"".join(pieces))


class OneWrite(HttpToolsProtocol):
    """HTTP as the server speaks it, over a transport that gathers."""

    gathering: Gathering

    def connection_made(self, transport: Any) -> None:
        """Begin with a connection."""
        self.gathering = Gathering(transport, self.loop)
        super().connection_made(self.gathering)  # type: ignore[arg-type]
