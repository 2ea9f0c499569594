"""The pages: built into the package, each address of theirs answered with the one page that finds its own way."""

from __future__ import annotations

import mimetypes
from importlib.resources import files
from pathlib import Path

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File
from litestar.types import ControllerRouterHandler

BUILT = Path(str(files("croupier"))) / "web"

FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
ANEW = {"cache-control": "no-cache"}


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(path: FromPath[Path] = Path("/")) -> Response[bytes] | File:
    """A built file, or the page for every address that is none."""
    wanted = str(path).lstrip("/")
    if wanted == "api" or wanted.startswith("api/"):
        raise NotFoundException(f"there is nothing at /{wanted}")
    found = _built(wanted)
    if found is not None:
        # What Vite puts into assets/ has a hash of its content in its name.
        return _file(found, FOREVER if wanted.startswith("assets/") else ANEW)
    if wanted.startswith("assets/"):
        raise NotFoundException(f"there is nothing at /{wanted}")
    index = _built("index.html")
    if index is None:
        return Response(
            b"The pages are not built: run make web.", status_code=503, media_type=MediaType.TEXT, headers=ANEW
        )
    return _file(index, ANEW)


def _built(name: str) -> Path | None:
    """The built file of this name; nothing outside the folder, whatever the name says."""
    try:
        file = (BUILT / name).resolve()
        return file if file.is_relative_to(BUILT.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        return None


def _file(path: Path, headers: dict[str, str]) -> File:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(path, filename=path.name, content_disposition_type="inline", media_type=kind, headers=headers)


HANDLERS: list[ControllerRouterHandler] = [page]
