"""The tree of RFC 6962 over the record's leaves: roots, a frontier that grows, proofs and how they are checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

EMPTY = sha256(b"").digest()
"""The root of a tree without leaves."""

TILE = 256
"""How many hashes of one level make one hash of the next stored level."""

_BITS = 8

Hashes = Callable[[int, int, int], Sequence[bytes]]
"""The stored hashes of a level from the n-th on, so many of them; one of level L covers 256**L leaves."""

Completed = tuple[int, int, bytes]
"""A complete subtree of 256**level leaves: its level, its number among those of the level, and its hash."""


def leaf(entry: bytes) -> bytes:
    """The hash of one entry."""
    return sha256(b"\x00" + entry).digest()


def node(left: bytes, right: bytes) -> bytes:
    """The hash over two subtrees."""
    return sha256(b"\x01" + left + right).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """The hash over all of these leaves, or over all of these subtrees of one size."""
    if not leaves:
        return EMPTY
    row = list(leaves)
    while len(row) > 1:
        odd = row[-1:] if len(row) % 2 else []
        row = [sha256(b"\x01" + row[i] + row[i + 1]).digest() for i in range(0, len(row) - 1, 2)] + odd
    return row[0]


class Frontier:
    """A tree that only grows: all that is needed of it to go on, which is one hash for each bit of its size."""

    def __init__(self, size: int = 0, peaks: Sequence[bytes] = ()) -> None:
        if len(peaks) != size.bit_count():
            raise ValueError("a frontier has one hash for each bit of its size")
        self.size = size
        self._peaks = list(peaks)

    @property
    def peaks(self) -> tuple[bytes, ...]:
        """The complete subtrees of this size, from the largest."""
        return tuple(self._peaks)

    def extend(self, leaves: Sequence[bytes]) -> list[Completed]:
        """Take more leaves in; the subtrees of 256, 65,536, … leaves that are complete by that."""
        done: list[Completed] = []
        at = 0
        while at < len(leaves):
            if self.size % TILE or len(leaves) - at < TILE:
                self._push(leaves[at], 0, done)
                at += 1
            else:  # a whole block at once, which is faster than leaf by leaf
                block = root(leaves[at : at + TILE])
                done.append((1, self.size // TILE, block))
                self._push(block, _BITS, done)
                at += TILE
        return done

    def _push(self, new: bytes, height: int, done: list[Completed]) -> None:
        rest, grown = self.size >> height, self.size + (1 << height)
        while rest & 1:
            new = sha256(b"\x01" + self._peaks.pop() + new).digest()
            rest >>= 1
            height += 1
            if not height % _BITS:
                done.append((height // _BITS, rest, new))
        self._peaks.append(new)
        self.size = grown

    def root(self) -> bytes:
        """The hash over all leaves so far."""
        if not self._peaks:
            return EMPTY
        found = self._peaks[-1]
        for left in reversed(self._peaks[:-1]):
            found = node(left, found)
        return found


def frontier(size: int, hashes: Hashes) -> Frontier:
    """The frontier of a tree of this size, read from its stored hashes."""
    return Frontier(size, [_covering(start, end, hashes) for start, end in _peaks(size)])


def root_of(size: int, hashes: Hashes) -> bytes:
    """The root of a tree of this size, read from its stored hashes."""
    return _covering(0, size, hashes) if size else EMPTY


def inclusion(index: int, size: int, hashes: Hashes) -> list[bytes]:
    """The proof that a leaf stands at this index, counted from 0, of the tree of this size."""
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} has no leaf {index}")
    path: list[bytes] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            path.append(_covering(middle, end, hashes))
            end = middle
        else:
            path.append(_covering(start, middle, hashes))
            start = middle
    return path[::-1]


def consistency(old: int, new: int, hashes: Hashes) -> list[bytes]:
    """The proof that the tree of the old size is the beginning of the tree of the new size."""
    if not 0 <= old <= new:
        raise ValueError(f"a tree of {new} did not grow from one of {old}")
    path: list[bytes] = []
    if old in (0, new):
        return path
    start, end = 0, new
    while old != end:
        middle = start + _split(end - start)
        if old <= middle:
            path.append(_covering(middle, end, hashes))
            end = middle
        else:
            path.append(_covering(start, middle, hashes))
            start = middle
    if start:
        path.append(_covering(start, end, hashes))
    return path[::-1]


def included(hash: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether the proof shows that the leaf is in the tree with this root, at this index (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    fn, sn, found = index, size - 1, hash
    for each in proof:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            found = node(each, found)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            found = node(found, each)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and found == root


def consistent(old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the proof shows that the one tree is the beginning of the other (RFC 9162, 2.1.4.2)."""
    if old in (0, new):
        return not proof and (old_root == new_root if old == new else old_root == EMPTY)
    if not 0 < old < new or not proof:
        return False
    path = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    fn, sn = old - 1, new - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    first = second = path[0]
    for each in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            first, second = node(each, first), node(each, second)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            second = node(second, each)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and first == old_root and second == new_root


def _split(size: int) -> int:
    """The largest power of two below the size."""
    return 1 << ((size - 1).bit_length() - 1)


def _peaks(size: int) -> Iterator[tuple[int, int]]:
    start = 0
    for bit in reversed(range(size.bit_length())):
        if size >> bit & 1:
            yield start, start + (1 << bit)
            start += 1 << bit


def _covering(start: int, end: int, hashes: Hashes) -> bytes:
    """The hash over the leaves from start to before end; a range as proofs have them."""
    size = end - start
    if size & (size - 1):
        middle = start + _split(size)
        return node(_covering(start, middle, hashes), _covering(middle, end, hashes))
    level = (size.bit_length() - 1) // _BITS
    return root(hashes(level, start >> _BITS * level, size >> _BITS * level))
