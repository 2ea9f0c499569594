"""The tree against RFC 6962's own vectors, against plain recursion, and against an independent library."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tlog_scales.tlog import ConsistencyProof, InclusionProof

from croupier.floor.seal import tree

# The eight entries and the roots over the first n of them that the certificate-transparency projects test with.
ENTRIES = [bytes.fromhex(each) for each in (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
)]  # fmt: skip
ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)


def leaves(count: int) -> list[bytes]:
    return [tree.leaf(str(n).encode()) for n in range(count)]


def plain(hashes: Sequence[bytes]) -> bytes:
    """The definition of RFC 6962, 2.1, word by word."""
    if len(hashes) < 2:
        return hashes[0] if hashes else sha256(b"").digest()
    k = 1
    while k * 2 < len(hashes):
        k *= 2
    return sha256(b"\x01" + plain(hashes[:k]) + plain(hashes[k:])).digest()


def stored(all_leaves: list[bytes]) -> tree.Hashes:
    """The stored levels of a tree, and a check that only complete subtrees are asked for."""
    levels = {0: all_leaves}
    for level, n, hash in tree.Frontier().extend(all_leaves):
        assert len(levels.setdefault(level, [])) == n
        levels[level].append(hash)

    def hashes(level: int, first: int, count: int) -> list[bytes]:
        found = levels[level][first : first + count]
        assert len(found) == count <= tree.TILE
        return found

    return hashes


@pytest.mark.parametrize("count", range(9))
def test_the_roots_are_those_that_everyone_has(count: int) -> None:
    hashes = [tree.leaf(entry) for entry in ENTRIES[:count]]
    grown = tree.Frontier()
    grown.extend(hashes)
    assert tree.root(hashes).hex() == grown.root().hex() == plain(hashes).hex() == ROOTS[count]


@given(st.integers(0, 1500), st.integers(0, 700))
def test_a_frontier_grows_in_any_steps_to_the_same_root_and_can_be_read_again(count: int, step: int) -> None:
    all_leaves = leaves(count)
    grown = tree.Frontier()
    for start in range(0, count, step + 1):
        grown.extend(all_leaves[start : start + step + 1])
    assert (grown.size, grown.root()) == (count, plain(all_leaves))
    hashes = stored(all_leaves)
    again = tree.frontier(count, hashes)
    assert again.peaks == grown.peaks
    assert tree.root_of(count, hashes) == grown.root()


@given(st.data())
def test_proofs_hold_here_and_in_an_independent_library_and_no_other_leaf_or_root_passes(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 1500))
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size))
    all_leaves = leaves(size)
    hashes, root, before = stored(all_leaves), plain(all_leaves), plain(all_leaves[:old])
    path = tree.inclusion(index, size, hashes)
    assert tree.included(all_leaves[index], index, size, path, root)
    InclusionProof(index, size, path).check(all_leaves[index], root)
    grew = tree.consistency(old, size, hashes)
    assert tree.consistent(old, before, size, root, grew)
    ConsistencyProof(old, size, grew).check(before, root)
    other = sha256(b"other").digest()
    assert not tree.included(other, index, size, path, root)
    assert not tree.included(all_leaves[index], index, size, path, other)
    assert not tree.included(all_leaves[index], index, size, [*path, other], root)
    assert not tree.included(all_leaves[index], size, size, path, root)
    assert not tree.consistent(old, other, size, root, grew)
    assert not tree.consistent(old, before, size, root, [*grew, other])
    if old:
        assert not tree.consistent(old, before, size, other, grew)
    for at in range(len(path)):
        assert not tree.included(all_leaves[index], index, size, [*path[:at], other, *path[at + 1 :]], root)
        assert not tree.included(all_leaves[index], index, size, path[:at], root)
    for at in range(len(grew)):
        assert not tree.consistent(old, before, size, root, [*grew[:at], other, *grew[at + 1 :]])


def test_a_tree_of_65_536_leaves_is_one_stored_hash() -> None:
    all_leaves = leaves(65_536 + 300)
    grown = tree.Frontier()
    done = grown.extend(all_leaves)
    assert [(level, n) for level, n, _ in done if level == 2] == [(2, 0)]
    assert [n for level, n, _ in done if level == 1] == list(range(257))
    assert done[256][2] == plain(all_leaves[:65_536])
    path = tree.inclusion(3, len(all_leaves), stored(all_leaves))
    assert tree.included(all_leaves[3], 3, len(all_leaves), path, grown.root())


def test_what_no_tree_has_cannot_be_proved() -> None:
    hashes = stored(leaves(5))
    with pytest.raises(ValueError, match="no leaf 5"):
        tree.inclusion(5, 5, hashes)
    with pytest.raises(ValueError, match="did not grow"):
        tree.consistency(6, 5, hashes)
    with pytest.raises(ValueError, match="one hash for each bit"):
        tree.Frontier(3, [bytes(32)])
