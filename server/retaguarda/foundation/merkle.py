"""The Merkle tree of RFC 6962: which complete subtrees make up a root or a proof."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """A complete subtree of 2**level leaves, the index-th of its level. Level 0 is a leaf."""

    level: int
    index: int


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def split(size: int) -> int:
    """Return the largest power of two below ``size``, which is 2 or more."""
    return 1 << (size - 1).bit_length() - 1


def complete(low: int, high: int) -> Node | None:
    """Return the node that covers exactly these leaves; None when there is no complete one."""
    count = high - low
    return Node(count.bit_length() - 1, low // count) if count & (count - 1) == 0 and low % count == 0 else None


def parts(low: int, high: int) -> Iterator[Node]:
    """Yield the complete subtrees of a range of leaves, left to right. The range begins where a subtree does."""
    while (node := complete(low, high)) is None:
        middle = low + split(high - low)
        yield Node(split(high - low).bit_length() - 1, low // split(high - low))
        low = middle
    yield node


def join_hashes(hashes: list[bytes]) -> bytes:
    """Combine the hashes of subtrees, left to right, into their root."""
    *rest, root = hashes
    for each in reversed(rest):
        root = node_hash(each, root)
    return root


def path(index: int, size: int) -> list[tuple[int, int]]:
    """Return the ranges of the siblings on a leaf's path to the root, leaf first."""
    low, high, found = 0, size, list[tuple[int, int]]()
    while high - low > 1:
        middle = low + split(high - low)
        if index < middle:
            found.append((middle, high))
            high = middle
        else:
            found.append((low, middle))
            low = middle
    return found[::-1]


def root_by(index: int, size: int, leaf: bytes, hashes: list[bytes]) -> bytes:
    """Compute the root from a leaf and its inclusion proof."""
    root = leaf
    for (low, _), each in zip(path(index, size), hashes, strict=True):
        root = node_hash(root, each) if low > index else node_hash(each, root)
    return root


def leaf_hash(data: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + data).digest()


def levels_of(leaves: list[bytes]) -> list[list[bytes]]:
    """Return every level of the tree over these leaf hashes, the leaves first and the root alone in the last.

    A node without a sibling rises as it is, which gives the tree of RFC 6962. Without leaves there are no levels.
    """
    levels = [leaves] if leaves else []
    while levels and len(levels[-1]) > 1:
        below = levels[-1]
        above = [node_hash(below[at], below[at + 1]) for at in range(0, len(below) - 1, 2)]
        levels.append([*above, below[-1]] if len(below) % 2 else above)
    return levels
