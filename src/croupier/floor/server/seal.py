"""The seal over the wire: checkpoints and the tree's hashes for everyone, proofs for those who may read the record."""

from __future__ import annotations

import asyncio
import re
from importlib.resources import files

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from croupier.floor.acts.journal import FacesDisclosed
from croupier.floor.reading import handing_out
from croupier.floor.reading.disclosing import NothingDisclosed, disclosed
from croupier.floor.seal.tree import TILE
from croupier.floor.server.problems import told
from croupier.floor.server.reception import INSPECTOR_RANK, AtReception, Caller, Reception, at_least, ready
from croupier.floor.store import Store
from croupier.floor.store.tree import Tree

TEXT = "text/plain"
SOON = {"cache-control": "public, max-age=1"}
FOR_GOOD = {"cache-control": "public, max-age=31536000, immutable"}
MOST = 1 << 53

_TILE = re.compile(r"/?(0|[1-9][0-9]?)/((?:x[0-9]{3}/)*[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")


def _plain(description: str, media_type: str = "text/plain") -> dict[int, ResponseSpec]:
    return {
        200: ResponseSpec(str, description=description, media_type=media_type, generate_examples=False),
        **told(404),
    }


@get("/api/checkpoint", responses=_plain("A signed note, as c2sp.org/tlog-checkpoint has it."))
async def checkpoint(reception: AtReception) -> Response[str]:
    """The newest signed checkpoint of the record; whoever keeps it can prove later that the record only grew."""
    return await _newest(reception)


@get("/api/record/checkpoint", responses=_plain("A signed note, as c2sp.org/tlog-checkpoint has it."))
async def record_checkpoint(reception: AtReception) -> Response[str]:
    """The same, where c2sp.org/tlog-tiles expects it beside the tiles."""
    return await _newest(reception)


async def _newest(reception: Reception) -> Response[str]:
    kept = await asyncio.to_thread(Tree.of(reception.floor.store).newest)
    if kept is None:
        raise NotFoundException("nothing is sealed yet")
    return Response(kept.note, media_type=TEXT, headers=SOON)


@get("/api/checkpoint/key", responses=_plain("A verifier key, as c2sp.org/signed-note has it."))
async def checkpoint_key(reception: AtReception) -> Response[str]:
    """The public key that checkpoints are checked with; better had from the house in another way too."""
    if reception.sealing is None:
        raise NotFoundException("this record is not sealed")
    return Response(f"{reception.sealing.sealer.key}\n", media_type=TEXT)


@get("/api/audit/proof/{position:int}", responses=told(401, 403, 404))
async def proof(position: FromPath[int], reception: AtReception, caller: Caller) -> Response[bytes]:
    """An event with the proof that it is in the signed record: all that is needed to check it, but the key."""
    at_least(caller, "game-supervisor", INSPECTOR_RANK)
    try:
        found = await asyncio.to_thread(handing_out.prove, reception.floor.store, min(position, MOST))
    except handing_out.NoProof as nothing:
        raise NotFoundException(str(nothing)) from nothing
    return Response(
        msgspec.json.encode(found),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="croupier-proof-{position}.json"'},
    )


@get("/api/audit/disclosures/{position:int}", responses=told(401, 403, 404))
async def disclosures(position: FromPath[int], reception: AtReception, caller: Caller) -> Response[bytes]:
    """What is sealed in an event and the caller's own, with its salts, so that whoever is shown it can check it."""
    who, store = ready(caller), reception.floor.store
    try:
        found = await reception.readings.run(lambda: disclosed(store, min(position, MOST), who.id))
    except NothingDisclosed as nothing:
        raise NotFoundException(str(nothing)) from nothing
    told_of = FacesDisclosed(position=found.position, person=who.id, under=())
    await asyncio.to_thread(reception.floor.journal.note, told_of, by=who.id)
    return Response(msgspec.json.encode([found]), media_type="application/json")


@get("/api/audit/verifier", responses=_plain("A Python program.", "text/x-python"))
async def verifier() -> Response[bytes]:
    """The program that checks exports and proofs, and needs nothing of ours."""
    return Response(
        files("croupier.floor.seal").joinpath("verify_record.py").read_bytes(),
        media_type="text/x-python",
        headers={"content-disposition": 'attachment; filename="verify_record.py"'},
    )


@get("/api/record/tile/{tile:path}", responses=_plain("Hashes of 32 bytes each.", "application/octet-stream"))
async def tile(tile: FromPath[str], reception: AtReception) -> Response[bytes]:
    """Hashes of the sealed tree, as c2sp.org/tlog-tiles has them: LEVEL/N, or LEVEL/N.p/WIDTH at its growing edge."""
    found = await asyncio.to_thread(_tile, reception.floor.store, str(tile))
    if found is None:
        raise NotFoundException("the sealed tree has no such tile")
    return Response(found, media_type="application/octet-stream", headers=FOR_GOOD)


def _tile(store: Store, path: str) -> bytes | None:
    asked = _TILE.fullmatch(path)
    if asked is None:
        return None
    level, width = int(asked[1]), int(asked[3] or TILE)
    first = int(asked[2].replace("/", "").replace("x", "")) * TILE
    tree = Tree.of(store)
    kept = tree.newest()
    if level > 7 or (asked[3] and width >= TILE) or kept is None or first + width > kept.size // TILE**level:
        return None
    return b"".join(tree.hashes(level, first, width))


HANDLERS: list[ControllerRouterHandler] = [
    checkpoint,
    record_checkpoint,
    checkpoint_key,
    proof,
    disclosures,
    verifier,
    tile,
]
