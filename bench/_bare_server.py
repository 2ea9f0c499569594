"""The least that uvicorn can do with a request: an application that says there is nothing, to everyone.

Its first line of output says in JSON where it is; it stops when its input ends.
"""

import asyncio
import json
import os
import socket
import sys
from typing import Any

import uvicorn
import uvloop


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """Answer 404."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 404, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})


async def main() -> None:
    """Serve until the input ends."""
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listening:
        server = uvicorn.Server(uvicorn.Config(nothing, http="httptools", lifespan="off", log_level="critical"))
        print(json.dumps({"port": listening.getsockname()[1], "pid": os.getpid()}), flush=True)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        await asyncio.to_thread(sys.stdin.read)
        server.should_exit = True
        await serving


uvloop.run(main())
