"""Finds people whose money lands at each other: what is paid to A goes to a key of B, and what is paid to B to a key of A."""

from collections import defaultdict
from collections.abc import Iterable

#: People of a ring at most: A → B → C → A.
LONGEST = 3


def find_rings(pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Every ring of two or three people, once: it begins with the lowest number and follows the money.

    Args:
        pairs: from whom to whom; somebody beside themselves is no ring.
    """
    following = defaultdict[int, set[int]](set)
    for one, other in pairs:
        if one != other:
            following[one].add(other)
    rings = list[list[int]]()
    paths = [[one] for one in sorted(following)]
    while paths:
        path = paths.pop()
        for other in sorted(following[path[-1]], reverse=True):
            if other == path[0]:
                rings.append(path)
            elif other > path[0] and other not in path and len(path) < LONGEST:
                paths.append([*path, other])
    return sorted(rings)
