"""The seal over the wire: checkpoints, keys and tiles for everyone, proofs for the inspector."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tlog_scales.reader import TilesReader
from tlog_scales.signing import Vkey

from croupier.floor.opening import Opening
from croupier.floor.seal.checkpoint import Checkpoint
from croupier.floor.seal.note import Key
from croupier.floor.seal.office import Seal
from tests.floor.server.serving import FREELY, Served, Staffed, served


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    seal = Seal(origin="example.com/floor", every=0.05, ship=(f"append:{tmp_path / 'all'}",))
    with served(tmp_path, Opening(settings=FREELY, demo=False, seal=seal), Staffed) as running:
        yield running


def sealed(house: Served) -> Checkpoint:
    """The newest checkpoint, once it covers all that was written."""
    head = house.store.head()[0]
    deadline = time.monotonic() + 60
    while True:
        answer = house.stranger().http.get("/api/checkpoint")
        if answer.status_code == 200 and (found := Checkpoint.read(answer.text)).size >= head:
            return found
        assert time.monotonic() < deadline
        time.sleep(0.05)


class Wire:
    """Where an independent library gets its tiles from."""

    def __init__(self, house: Served) -> None:
        self._http = house.stranger().http

    def get(self, *path: str) -> bytes | None:
        answer = self._http.get("/api/record/" + "/".join(path))
        return answer.content if answer.status_code == 200 else None


def test_everyone_can_hold_checkpoints_and_check_the_growth_of_the_record(house: Served, tmp_path: Path) -> None:
    assert house.stranger().http.get("/api/checkpoint").status_code in (200, 404)
    house.new_table("mm-1")
    before = sealed(house)
    for table in ("mm-2", "mm-3"):
        house.new_table(table)
    after = sealed(house)
    assert after.size > before.size
    answer = house.stranger().http.get("/api/checkpoint")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    key = Key.parse(house.stranger().http.get("/api/checkpoint/key").text)
    assert key.name == "example.com/floor"
    assert Checkpoint.read(after.note, key).size == after.size
    assert before.note in (tmp_path / "all").read_text()
    reader = TilesReader(Wire(house))
    reader.get_checkpoint().verify(Vkey.from_string(str(key)))
    reader.set_size(after.size)
    assert reader.calculate_root_hash() == after.root
    reader.get_consistency_proof(before.size, after.size).check(before.root, after.root)
    for wrong in (
        "0/000",
        "0/000.p/256",
        "0/000.p/0",
        "0/0",
        "9/000",
        "entries/000",
        "0/000.p/99999",
        "0/x000",
        "../x",
    ):
        assert house.stranger().http.get(f"/api/record/tile/{wrong}").status_code == 404, wrong
    assert house.stranger().http.get("/api/record/tile/0/000.p/3").headers["cache-control"].endswith("immutable")


def test_the_inspector_verifies_proves_and_takes_everything_home(house: Served, tmp_path: Path) -> None:
    house.new_table("mm-1")
    before = sealed(house)
    house.new_table("mm-2")
    after = sealed(house)
    inspector = house.staff("inspector")
    proof = inspector.get("/api/audit/verify")
    assert proof["ok"] and proof["sealed"] >= after.size and proof["since"] == 0
    grown = inspector.get("/api/audit/verify", since=before.note)
    assert grown["ok"] and grown["since"] == before.size
    assert inspector.http.get("/api/audit/verify", params={"since": "yesterday"}).status_code == 400
    forged = before.note.replace("example.com/floor\n", "example.com/other\n", 1)
    assert inspector.http.get("/api/audit/verify", params={"since": forged}).status_code == 400
    key = inspector.http.get("/api/checkpoint/key").text.strip()
    script, old = tmp_path / "verify_record.py", tmp_path / "old"
    script.write_bytes(house.stranger().http.get("/api/audit/verifier").content)
    old.write_text(before.note)

    def check(path: str, *more: str) -> str:
        taken = tmp_path / "taken"
        answer = inspector.http.get(path)
        assert answer.status_code == 200, answer.text
        taken.write_bytes(answer.content)
        command = [sys.executable, "-I", str(script), str(taken), "--key", key, *more]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert f"only grew since it had {before.size} events" in check("/api/audit/export", "--since", str(old))
    assert "in table:mm-2, in order" in check("/api/audit/export?table=mm-2")
    assert f"Event {after.size} is in the record" in check(f"/api/audit/proof/{after.size}")
    shown = json.loads(inspector.http.get("/api/audit/proof/1").text)
    size = len(json.dumps(shown["inclusion"])) + len(shown["checkpoint"])
    assert size < 1500
    for nothing in (0, 10**6, 10**30):
        assert inspector.http.get(f"/api/audit/proof/{nothing}").status_code == 404
    assert house.guest("Ann").http.get("/api/audit/proof/1").status_code == 403
    assert house.stranger().http.get("/api/audit/proof/1").status_code == 401


def test_a_house_that_does_not_seal_says_so(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        assert house.stranger().http.get("/api/checkpoint").status_code == 404
        assert house.stranger().http.get("/api/checkpoint/key").status_code == 404
        assert house.stranger().http.get("/api/record/tile/0/000.p/1").status_code == 404
        assert list(tmp_path.glob("*.key")) == []


def test_the_last_checkpoint_is_made_at_the_close(tmp_path: Path) -> None:
    opening = Opening(settings=FREELY, demo=False, seal=Seal(every=60))
    with served(tmp_path, opening) as house:
        house.new_table("mm-1")
        head = house.store.head()[0]
    assert Checkpoint.read((tmp_path / "floor.checkpoint").read_text()).size >= head
