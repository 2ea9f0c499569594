"""Whoever has an export and tries every hand learns nothing: the commitment has a salt that the export has not."""

from __future__ import annotations

import io
import json
from base64 import urlsafe_b64encode
from hashlib import sha256
from itertools import permutations

import msgspec

from croupier.cards import DECK
from croupier.floor.reading.handing_out import export
from croupier.floor.seal import verify_record
from croupier.floor.store import NewEvent, Store
from tests.floor.store.commits import on, write

HAND = ["As", "Kd", "2c"]


def commitment(disclosure: bytes) -> str:
    encoded = urlsafe_b64encode(disclosure).rstrip(b"=")
    return urlsafe_b64encode(sha256(encoded).digest()).rstrip(b"=").decode()


def test_no_hand_is_found_by_trying_all_132_600(store: Store) -> None:
    seen = {"type": "HandSeen", "player": "ann", "cards": HAND}
    write(store, on("table:a", 0, NewEvent("seen", 1, msgspec.json.encode(seen), (), ("cards",))))
    out = io.StringIO()
    export(store, out)
    (text, *_) = out.getvalue().splitlines()
    line = verify_record.parsed(text)
    told = json.loads(text)
    assert verify_record.leaf(line).hex() == told["digest"], "the export proves itself without the hand"
    sealed = told["payload"]["_sd"]
    tried = 0
    for cards in permutations([card.value for card in DECK], 3):
        tried += 1
        guess = msgspec.json.encode(list(cards))
        assert commitment(b'["","cards",%s]' % guess) not in sealed
        assert commitment(b'["cards",%s]' % guess) not in sealed
        assert commitment(guess) not in sealed
    assert tried == 132_600
    (stored,) = store.read()
    (disclosure,) = msgspec.json.decode(stored.disclosures or b"", type=list[str])
    assert sealed == [urlsafe_b64encode(sha256(disclosure.encode()).digest()).rstrip(b"=").decode()], (
        "only with its salt it is"
    )
