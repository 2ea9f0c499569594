"""The example of docs/record.md, worked out anew from what the document says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.floor.reading.disclosing import NothingDisclosed, owned
from croupier.floor.seal import tree, verify_record
from croupier.floor.seal.checkpoint import Checkpoint
from croupier.floor.seal.note import Key, Signer
from croupier.floor.store import chain
from croupier.games import game, games
from croupier.table.declare import EVENTS

DOCUMENT = (Path(__file__).parents[3] / "docs" / "record.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)
(EXPORT, DISCLOSURES), (ENTRY, HASHES), (NOTE,) = (
    [text for name, text in BLOCKS if name == kind] for kind in ("json", "hex", "text")
)
KEY = next(iter(re.findall(r"`(\S+\+[0-9a-f]{8}\+\S+)`", DOCUMENT)))


def test_the_entry_leaves_and_root_are_those_of_the_document() -> None:
    first, second, end = map(verify_record.parsed, EXPORT.splitlines())
    entry = bytes.fromhex(ENTRY)
    hashes = [bytes.fromhex(line) for line in HASHES.split()]
    assert tree.leaf(entry) == sha256(b"\0" + entry).digest() == verify_record.leaf(first) == hashes[0]
    assert verify_record.leaf(second) == hashes[1]
    assert tree.root(hashes[:2]) == hashes[2]
    assert end == {"checkpoint": NOTE}
    signer = Signer("example.com/floor", Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
    assert str(signer.key) == KEY
    assert Checkpoint.sign(signer, 2, hashes[2]).note == NOTE
    assert Checkpoint.read(NOTE, Key.parse(KEY)).root == hashes[2]


def test_the_house_and_the_verifier_take_the_same_leaf() -> None:
    for event in map(verify_record.parsed, EXPORT.splitlines()[:2]):
        row = tuple(event[name] for name in ("position", *verify_record.COVERED[:8]))
        moves = [(move["source"], move["target"], move["cents"]) for move in event["postings"]]
        command, previous = bytes.fromhex(event["command"]), bytes.fromhex(event["previous"])
        assert chain.leaf_of((*row, command), previous, moves) == verify_record.leaf(event)
        assert chain.leaf((*row[1:], command, previous), moves) == verify_record.leaf(event)
        odd = (*row[:5], "Zo\u00eb \u2660", *row[6:])
        told = verify_record.leaf({**event, "actor": "Zo\u00eb \u2660"})
        assert chain.leaf_of((*odd, command), previous, moves) == told
        assert chain.leaf((*odd[1:], command, previous), moves) == told


def test_the_example_verifies_as_anyone_would_verify_it(tmp_path: Path) -> None:
    export, shown = tmp_path / "export.jsonl", tmp_path / "shown.json"
    export.write_text(EXPORT, "utf-8")
    shown.write_text(DISCLOSURES)
    command = [sys.executable, "-I", verify_record.__file__, str(export), "--key", KEY, "--disclosures", str(shown)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert 'At position 2, cards was sealed as ["Ah", "Kd", "2c"].' in done.stdout


def test_a_player_is_given_what_is_theirs_and_nobody_else_s() -> None:
    for name in games():
        game(name)
    known = ((info.kind, each) for info in EVENTS.values() for each in info.secret)
    kind, owner = next((kind, each.owner) for kind, each in known if each.field == "cards" and each.owner)
    kept = json.dumps(json.loads(DISCLOSURES)[0]["disclosures"]).encode()
    assert owned(kind, json.dumps({owner: "ann"}).encode(), kept, "ann") == (json.loads(kept)[0],)
    for whose, of, disclosures in (("bob", kind, kept), ("ann", "rounds/BetsClosed", kept), ("ann", kind, None)):
        with pytest.raises(NothingDisclosed):
            owned(of, json.dumps({owner: whose}).encode(), disclosures, "ann")
