"""What someone could find out by trying: every field of a text that may be a digest, and every way to take one."""

from __future__ import annotations

import re
from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b, blake2s, md5, sha1, sha256, sha512

import msgspec

from croupier.cards import Card

SHORTEST = 6
"""Fewer bytes than this tell nothing: one guess in a few would fit by chance."""

HASHES: tuple[Callable[[bytes], bytes], ...] = (
    lambda data: sha256(data).digest(),
    lambda data: sha256(sha256(data).digest()).digest(),
    lambda data: sha512(data).digest(),
    lambda data: sha1(data).digest(),
    lambda data: md5(data).digest(),
    lambda data: blake2b(data).digest(),
    lambda data: blake2b(data, digest_size=32).digest(),
    lambda data: blake2b(data, digest_size=12).digest(),
    lambda data: blake2s(data).digest(),
)

_HEX = re.compile(rf"[0-9a-fA-F]{{{2 * SHORTEST},}}")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}")


def digests(text: str) -> set[bytes]:
    """Everything in a text that reads as bytes in hex or base64, with and without a first byte that says which kind."""
    found = {bytes.fromhex(each[: len(each) // 2 * 2]) for each in _HEX.findall(text)}
    for each in _BASE64.findall(text):
        padded = each + "=" * (-len(each) % 4)
        for decode in (b64decode, urlsafe_b64decode):
            try:
                found.add(decode(padded))
            except ValueError:
                continue
    return {part for each in found for part in (each, each[1:]) if len(part) >= SHORTEST}


def fits(guesses: Iterable[bytes], among: set[bytes]) -> bytes | None:
    """The first guess of which some digest, or the beginning of one, is among these."""
    beginnings: dict[bytes, list[bytes]] = {}
    for each in among:
        beginnings.setdefault(each[:SHORTEST], []).append(each)
    for guess in guesses:
        for hashed in HASHES:
            digest = hashed(guess)
            if any(map(digest.startswith, beginnings.get(digest[:SHORTEST], ()))):
                return guess
    return None


def spellings(cards: Iterable[Card], commands: Iterable[msgspec.Struct], streams: Iterable[str]) -> Iterator[bytes]:
    """Ways to write cards down, by themselves and in the commands that name them."""
    names = [card.value for card in cards]
    yield from (end.join(names).encode() for end in ("", " ", ",", "\n", "\0"))
    for value in (names, sorted(names), tuple(names)):
        yield msgspec.msgpack.encode(value)
        for plain in (msgspec.json.encode(value), str(value).encode()):
            yield plain
            for salted in (b'["","cards",%s]' % plain, b'["cards",%s]' % plain, b'{"cards":%s}' % plain):
                yield salted
                yield urlsafe_b64encode(salted).rstrip(b"=")
    for command in commands:
        kind = type(command).__name__.encode()
        written = [msgspec.json.encode(command, order=order) for order in (None, "deterministic", "sorted")]
        written += [msgspec.msgpack.encode(command), repr(command).encode()]
        for asked in dict.fromkeys(written):
            for stream in map(str.encode, ("", *streams)):
                for before in ((stream, kind), (stream,), (kind,), ()):
                    yield from (end.join((*before, asked)) for end in (b"\0", b"", b":", b"\n"))
