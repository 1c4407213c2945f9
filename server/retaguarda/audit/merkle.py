"""The tree of RFC 6962: which complete subtrees a root or a proof is made of."""

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
    """The largest power of two below ``size``, which is 2 or more."""
    return 1 << (size - 1).bit_length() - 1


def complete(low: int, high: int) -> Node | None:
    """The node that covers just these leaves; None when no complete one does."""
    count = high - low
    return Node(count.bit_length() - 1, low // count) if count & (count - 1) == 0 and low % count == 0 else None


def parts(low: int, high: int) -> Iterator[Node]:
    """The complete subtrees of a range of leaves that begins where a subtree does, from left to right."""
    while (node := complete(low, high)) is None:
        middle = low + split(high - low)
        yield Node(split(high - low).bit_length() - 1, low // split(high - low))
        low = middle
    yield node


def joined(hashes: list[bytes]) -> bytes:
    """The root over subtrees, from left to right."""
    *rest, root = hashes
    for each in reversed(rest):
        root = node_hash(each, root)
    return root


def path(index: int, size: int) -> list[tuple[int, int]]:
    """The ranges beside a leaf's way to the root, from the leaf on."""
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
    """The root that a leaf and its inclusion proof lead to."""
    root = leaf
    for (low, _), each in zip(path(index, size), hashes, strict=True):
        root = node_hash(root, each) if low > index else node_hash(each, root)
    return root
