"""The pages: built into the package, each address of theirs answered with the one page that finds its own way."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from os import stat
from os.path import isfile, join
from pathlib import Path
from typing import Any, NamedTuple

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from croupier.floor.server.packing import VARY, takes
from croupier.floor.server.refusals import NOTHING, whole

BUILT = Path(str(files("croupier"))) / "web"

FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
ANEW = {"cache-control": "no-cache"}

PACKED = {"br": ".br", "gzip": ".gz"}
"""What the build has packed beside each file, the smallest first, and how those are named."""


class Built(NamedTuple):
    """A built file as it is sent: plain, and packed by coding."""

    kind: str
    tag: str
    plain: bytes
    packed: dict[str, bytes]


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any], path: FromPath[Path] = Path("/")) -> Response[bytes]:
    """A built file, or the page for every address that is none."""
    wanted = str(path).lstrip("/")
    if wanted == "api" or wanted.startswith("api/"):
        raise NotFoundException(f"there is nothing at /{wanted}")
    found = _built(wanted)
    if found is not None:
        # What Vite puts into assets/ has a hash of its content in its name.
        return _sent(request, found, FOREVER if wanted.startswith("assets/") else ANEW)
    if wanted.startswith("assets/"):
        raise NotFoundException(f"there is nothing at /{wanted}")
    index = _built("index.html")
    if index is None:
        return Response(
            b"The pages are not built: run make web.", status_code=503, media_type=MediaType.TEXT, headers=ANEW
        )
    return _sent(request, index, ANEW)


def at_once(wanted: str, headers: Iterable[tuple[bytes, bytes]]) -> bytes | None:
    """The whole answer for an address that is no file's, without the framework: the page, or that nothing is there.

    Nothing for a file, or where there is no page; those are the framework's to answer.
    """
    try:
        if ".." not in wanted and isfile(join(BUILT, wanted)):  # nothing may tell what lies outside
            return None
        written = stat(join(BUILT, "index.html")).st_mtime_ns
    except (OSError, ValueError):  # a name that no file can have, or no page built
        return None
    if wanted.startswith("assets/"):
        return NOTHING
    accepted = known = b""
    for name, value in headers:
        if name == b"accept-encoding":
            accepted = value
        elif name == b"if-none-match":
            known = value
    return _answer(BUILT / "index.html", written, accepted, known)


@lru_cache(256)
def _answer(file: Path, written: int, accepted: bytes, known: bytes) -> bytes:
    """A page as it goes out to those who accept these codings and have these of it already."""
    built = _read(file, written)
    had = built.tag.removeprefix("W/") in known.decode("latin-1")
    coding = next((each for each in built.packed if takes(accepted.decode("latin-1"), each)), None)
    body = b"" if had else built.plain if coding is None else built.packed[coding]
    said = {**ANEW, **VARY, "etag": built.tag, "content-type": f"{built.kind}; charset=utf-8"}
    if coding is not None and not had:
        said["content-encoding"] = coding
    return whole(304 if had else 200, said, body)


def _built(name: str) -> Built | None:
    """The built file of this name; nothing outside the folder, whatever the name says."""
    try:
        file = (BUILT / name).resolve()
        if not file.is_relative_to(BUILT.resolve()) or not file.is_file() or file.suffix in PACKED.values():
            return None
        return _read(file, file.stat().st_mtime_ns)
    except (OSError, ValueError):  # a name that no file can have
        return None


@lru_cache(512)
def _read(file: Path, _: int) -> Built:
    """A file as it was written at a moment."""
    plain = file.read_bytes()
    beside = {coding: file.with_name(file.name + suffix) for coding, suffix in PACKED.items()}
    packed = {coding: path.read_bytes() for coding, path in beside.items() if path.is_file()}
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Built(kind, f'W/"{blake2b(plain, digest_size=12).hexdigest()}"', plain, packed)


def _sent(request: Request[Any, Any, Any], built: Built, headers: dict[str, str]) -> Response[bytes]:
    """A file in the coding that the client takes; nothing of it where the client has it already."""
    said = {**headers, **VARY, "etag": built.tag}
    if built.tag.removeprefix("W/") in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=said)
    accepted = request.headers.get("accept-encoding", "")
    for coding, content in built.packed.items():
        if takes(accepted, coding):
            return Response(content, media_type=built.kind, headers={**said, "content-encoding": coding})
    return Response(built.plain, media_type=built.kind, headers=said)


HANDLERS: list[ControllerRouterHandler] = [page]
