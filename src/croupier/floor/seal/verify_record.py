"""Check an export of a Croupier record, all of it or one table's, the proof of one event, or a page of evidence.

    python verify_record.py FILE --key VKEY [--since OLD_CHECKPOINT] [--disclosures FILE] [--withheld] [--unsigned]

Of a page of evidence the records within are proved. The words around them are the house's telling, and must be those
that it signed: without --unsigned a page that nobody has signed is broken. What is said by an event of which something
is withheld is the house's word too: without --withheld there must be none.

Needs Python 3.11 and the library `cryptography`. The format is stated in docs/record.md. Exit code 0: it holds.
"""

import argparse
import html
import json
import re
import sys
from base64 import b64decode, b64encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from struct import pack
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

COVERED = ("stream", "version", "kind", "schema", "actor", "at", "payload", "command_id", "command", "previous")
FIELDS = {*COVERED, "position", "postings", "digest"}
WITHHELD = {"withheld": True, "command_id": "", "command": ""}
HEAD = "croupier page of evidence"
SIGNATURE = re.compile('<pre class="signature">(.*?)</pre>\n', re.DOTALL)
Line = dict[str, Any]


class Broken(Exception):
    """The first thing found that does not hold."""


def need(holds: object, why: str) -> None:
    if not holds:
        raise Broken(why)


def once(pairs: list[tuple[str, Any]]) -> Line:
    """A JSON object in which no name stands twice, so that nobody can read it otherwise than we do."""
    need(len(dict(pairs)) == len(pairs), "a line says something twice")
    return dict(pairs)


def parsed(line: str) -> Line:
    """A line as an object; the payload in it stays the very bytes that were sealed."""
    found: Line = json.loads(line, object_pairs_hook=once)
    event = found.get("event", found)
    if "payload" in event:
        start = line.index('"payload":') + len('"payload":')
        event["payload"] = line[start : json.JSONDecoder().raw_decode(line, start)[1]].encode()
    return found


def leaf(event: Line) -> bytes:
    """RFC 6962's leaf hash over the entry of an event."""
    fields = [bytes.fromhex(event[name]) if name in ("command", "previous") else event[name] for name in COVERED]
    for move in event["postings"]:
        need(set(move) == {"source", "target", "cents"}, "a posting has other fields than it must")
        fields += move["source"], move["target"], move["cents"]
    data = [field if isinstance(field, bytes) else str(field).encode() for field in fields]
    return sha256(b"\0" + pack(f">{len(data) + 1}Q", len(data), *map(len, data)) + b"".join(data)).digest()


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def root(row: list[bytes]) -> bytes:
    """RFC 6962's tree hash over the leaves."""
    while len(row) > 1:
        row = [node(*row[i : i + 2]) if i + 1 < len(row) else row[i] for i in range(0, len(row), 2)]
    return row[0] if row else sha256().digest()


def climbed(found: bytes, index: int, size: int, path: list[bytes]) -> bytes:
    """The root that an inclusion proof leads to (RFC 9162, 2.1.3.2)."""
    last = size - 1
    need(0 <= index <= last, "the proof is of a place that the tree does not have")
    for each in path:
        need(last, "the proof is too long")
        if index & 1 or index == last:
            found = node(each, found)
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            found = node(found, each)
        index, last = index >> 1, last >> 1
    need(not last, "the proof is too short")
    return found


def opened(note: str, vkey: str) -> tuple[str, str, str]:
    """The text of a note that this key has signed, the key's name, and the line that proves it."""
    name, hint, encoded = vkey.split("+", 2)
    key = b64decode(encoded, validate=True)
    keyid = sha256(name.encode() + b"\n" + key).digest()[:4]
    need(key[:1] == b"\1" and len(key) == 33 and keyid.hex() == hint, "that is no Ed25519 key: it reads NAME+ID+KEY")
    text, _, signatures = note.rpartition("\n\n")
    for line in signatures.splitlines():
        dash, signer, signature = line.split(" ")
        data = b64decode(signature, validate=True)
        if (dash, signer, data[:4]) == ("\u2014", name, keyid):
            Ed25519PublicKey.from_public_bytes(key[1:]).verify(data[4:], (text + "\n").encode())
            return text, name, line
    raise Broken("a note is not signed by this key")


def checkpoint(note: str, vkey: str) -> tuple[int, bytes]:
    """The size and root of a checkpoint that this key has signed."""
    text, name, _ = opened(note, vkey)
    origin, size, encoded = text.split("\n")[:3]
    need(origin == name, "the checkpoint is of another record")
    return int(size), b64decode(encoded, validate=True)


def words(page: str, vkey: str, unsigned: bool) -> str:
    """What can be said of the words of a page: that the house signed them, every letter of the page, or nothing."""
    notes = SIGNATURE.findall(page)
    if not notes:
        need(unsigned, "nobody has signed the words of this page; --unsigned checks the records in it alone")
        return "NOT PROVEN: the words of this page, its figures and its script; nobody has signed them."
    need(len(notes) == 1, "the page has more than one signature")
    note = html.unescape(notes[0])
    _text, _name, line = opened(note, vkey)
    digest = b64encode(sha256(SIGNATURE.sub("", page).encode()).digest()).decode()
    need(note == f"{HEAD}\n{digest}\n\n{line}\n", "the words of this page are not those that the house signed")
    return "SIGNED, NOT PROVEN: the words of this page, its figures and its script: the house's telling, unchanged."


def disclosed(disclosure: str, payload: bytes) -> str:
    """What a disclosure says, which the payload must hold the digest of (RFC 9901)."""
    digest = urlsafe_b64encode(sha256(disclosure.encode("ascii")).digest()).rstrip(b"=").decode()
    need(digest in json.loads(payload).get("_sd", ()), "what is disclosed was not sealed at its position")
    _salt, name, value = json.loads(b64decode(disclosure + "=" * (-len(disclosure) % 4), b"-_", validate=True))
    return f"{name} was sealed as {json.dumps(value)}"


def page_in(path: Path) -> str:
    """What a file holds, if it is a page of evidence."""
    with path.open(encoding="utf-8", newline="") as file:
        begins = file.read(64)
        return begins + file.read() if begins.lower().startswith("<!doctype html") else ""


def records(path: Path, page: str) -> Iterator[Iterable[str]]:
    """The lines of what there is to check: those of an export, or of each record that a page of evidence holds."""
    if not page:
        with path.open(encoding="utf-8", newline="\n") as lines:
            yield lines
        return
    found = re.findall('<pre class="record">(.*?)</pre>', page, re.DOTALL)
    need(found, "no record is in this page")
    for each in found:
        yield html.unescape(each).strip("\n").split("\n")


def followed(lines: Iterable[str], payloads: dict[int, bytes]) -> tuple[list[bytes], list[int], dict[str, int], Line]:
    """The leaves, the positions and the streams of the events, each checked, and the line that ends the export.

    That line also gets the positions of those events which cannot be checked, for something of them is withheld.
    """
    leaves: list[bytes] = []
    withheld: list[int] = []
    positions: list[int] = []
    heads: dict[str, tuple[int, str]] = {}
    starts: dict[str, int] = {}
    end: Line = {}
    for line in lines:
        found = parsed(line)
        need(not end, "something stands behind the checkpoint")
        end = found if "checkpoint" in found else {}
        alone = "event" in found  # the proof of one event, which has nothing before it
        need(not alone or (end and not leaves), "the proof of one event stands among others")
        event = found["event"] if alone else found
        if end and not alone:
            continue
        at = f"position {event.get('position')}"
        hidden = "withheld" in event
        need(set(event) - {"withheld"} == FIELDS, f"{at}: the event has other fields than it must")
        need(not hidden or event.items() >= WITHHELD.items(), f"{at}: more or less is withheld than may be")
        first = starts.setdefault(event["stream"], event["version"])
        begins = (first - 1, "00" * 32 if first == 1 else event["previous"])
        version, previous = heads.get(event["stream"], begins)
        need(alone or event["version"] == version + 1, f"{at}: version {version + 1} of {event['stream']} is due")
        need(alone or event["previous"] == previous, f"{at}: it does not follow the event before it in its stream")
        leaves.append(bytes.fromhex(event["digest"]) if hidden else leaf(event))
        need(leaves[-1].hex() == event["digest"], f"{at}: the event or its postings are not what was sealed")
        withheld += [event["position"]] * hidden
        need(not positions or event["position"] > positions[-1], f"{at}: the positions are not in order")
        positions.append(event["position"])
        heads[event["stream"]] = event["version"], event["digest"]
        if event["position"] in payloads:
            need(not hidden, f"{at}: what its secrets were sealed with is withheld")
            payloads[event["position"]] = event["payload"]
    need(end, "there is no checkpoint in the export, so nobody has signed it")
    return leaves, positions, starts, {**end, "withheld": withheld}


def check(
    lines: Iterable[str], vkey: str, since: str | None, shown: list[tuple[int, str]], withheld: bool = False
) -> Iterator[str]:
    """What the export proves, in sentences; Broken at the first thing that does not hold."""
    payloads: dict[int, bytes] = dict.fromkeys((position for position, _ in shown), b"{}")
    leaves, positions, streams, end = followed(lines, payloads)
    hidden = f"{len(end['withheld'])} of the events, from {end['withheld'][0]} on" if end["withheld"] else ""
    need(withheld or not hidden, f"something is withheld of {hidden}; --withheld takes the house's word for them")
    size, sealed = checkpoint(end["checkpoint"], vkey)
    proof = end.get("inclusion")
    if proof is None:
        need(positions == list(range(1, len(leaves) + 1)), "positions are missing: this is not the whole record")
        need(set(streams.values()) <= {1}, "the streams do not begin at their beginning")
        need(len(leaves) >= size, f"the export ends at {len(leaves)}, the checkpoint covers {size}")
        need(root(leaves[:size]) == sealed, "the events are not those that the checkpoint covers")
        covered = size
        yield f"These are the first {size} events of the record, all of them, in order, as the house signed them."
    else:
        covered = proof["position"]
        need(
            covered in positions and len(streams) == 1, "the proof is of an event that is not here, or not of one table"
        )
        at_hand = positions.index(covered)
        path = [b64decode(each, validate=True) for each in proof["hashes"]]
        need(climbed(leaves[at_hand], covered - 1, size, path) == sealed, "the proof does not lead to the signed root")
        yield f"Event {covered} is in the record of {size} events that the house signed, at this place."
        [(stream, first)] = streams.items()
        if at_hand and first == 1:
            yield f"The {at_hand} events before it here are all that came before it in {stream}, in order."
        elif at_hand:
            yield f"The {at_hand} events before it here follow each other in {stream} without a gap."
    if hidden:
        yield f"NOT CHECKED: what is said by {hidden}. They are in their places, and something of each is withheld."
    if positions and positions[-1] > covered:
        yield f"NOT SIGNED YET: the events behind position {covered}."
    if since is not None:
        old, before = checkpoint(since, vkey)
        need(proof is None, "growth since a checkpoint can be shown from an export of the whole record only")
        need(old <= len(leaves), f"the record was rolled back: it had {old} events and now has {len(leaves)}")
        need(root(leaves[:old]) == before, f"the record was rewritten: its first {old} events are others than before")
        yield f"The record only grew since it had {old} events."
    for position, disclosure in shown:
        need(position <= covered, f"position {position}: no signature here covers it")
        yield f"At position {position}, {disclosed(disclosure, payloads[position])}."


def verdict(
    path: Path, vkey: str, since: str | None = None, shown: Any = (), *, withheld: bool = False, unsigned: bool = False
) -> str:
    """What a file proves, and which part of it nobody can prove, in sentences; Broken if something does not hold."""
    try:
        disclosures = [(each["position"], disclosure) for each in shown for disclosure in each["disclosures"]]
        page = page_in(path)
        telling = [words(page, vkey, unsigned)] if page else []
        said: list[str] = []
        for lines in records(path, page):
            proven = check(lines, vkey, since, [] if said else disclosures, withheld)
            said += [f"PROVEN: {each}" if page and not each.startswith("NOT ") else each for each in proven]
        return "\n".join(said + telling)
    except InvalidSignature:
        raise Broken("a signature is forged") from None
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, OSError, RecursionError) as error:
        raise Broken(f"it cannot be read as a record ({type(error).__name__}: {error})") from error


def main() -> None:
    options = argparse.ArgumentParser(description="Check an export of a Croupier record, or a page of evidence.")
    options.add_argument("export", type=Path, help="what `croupier audit export`, `proof` or `evidence` wrote")
    options.add_argument("--key", required=True, help="the house's public key, as NAME+ID+KEY")
    options.add_argument("--since", type=Path, help="a checkpoint that you kept")
    options.add_argument("--disclosures", type=Path, help="what `croupier audit disclose` wrote")
    options.add_argument("--withheld", action="store_true", help="take the house's word for what is withheld")
    options.add_argument("--unsigned", action="store_true", help="check a page whose words nobody has signed")
    given = options.parse_args()
    try:
        shown = json.loads(given.disclosures.read_text("utf-8")) if given.disclosures else []
        since = given.since.read_text("utf-8") if given.since else None
        print(verdict(given.export, given.key.strip(), since, shown, withheld=given.withheld, unsigned=given.unsigned))
    except (Broken, ValueError, OSError) as broken:
        sys.exit(f"BROKEN: {broken}")


if __name__ == "__main__":
    main()
