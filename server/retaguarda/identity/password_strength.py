"""Estimates offline how hard a password is to guess for somebody who knows how people make passwords.

It splits the password into the cheapest sequence of pieces: common words, runs, keyboard walks, years, repeats, and single
characters for the rest. A piece costs about the power of ten of the guesses needed to find it.
"""

import re
import unicodedata
from collections.abc import Collection

#: Guesses, as a power of ten, below which we refuse a password.
MINIMUM_STRENGTH = 9.5
#: We check only this many characters: what is hard to guess so far stays hard.
CHECKED_LENGTH = 40

_CHARACTER, _WORD, _RUN, _YEAR, _REPEAT = 1.0, 3.0, 2.0, 2.0, 1.0
_SHORTEST_WORD, _LONGEST_WORD, _SHORTEST_RUN, _SHORTEST_WALK = 4, 24, 3, 5
_LEET = str.maketrans("@4310$5!7", "aaeiossit")
#: Signs above the digits on the two keyboard layouts used here.
_SHIFTED = str.maketrans("!@#$%^&*()¨", "12345678906")
_ROWS = ("1234567890", "qwertyuiop", "asdfghjklç", "zxcvbnm")
_POSITIONS = {key: (row, column) for row, keys in enumerate(_ROWS) for column, key in enumerate(keys)}
_YEARS = re.compile(r"(?:19|20)\d\d")


def strength(password: str, words: Collection[str]) -> float:
    """Returns the guesses needed for the first characters, as a power of ten.

    Args:
        words: common words, in lower case without accents.
    """
    folded = password[:CHECKED_LENGTH].casefold()
    plain = "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))[:CHECKED_LENGTH]
    letters, keys = plain.translate(_LEET), plain.translate(_SHIFTED)
    cost = [0.0] + [float("inf")] * len(plain)
    for start in range(len(plain)):
        base_cost = cost[start]

        def reach(end: int, piece_cost: float, base_cost: float = base_cost) -> None:
            cost[end] = min(cost[end], base_cost + piece_cost)

        reach(start + 1, _CHARACTER)
        for end in range(start + _SHORTEST_WORD, min(len(plain), start + _LONGEST_WORD) + 1):
            if plain[start:end] in words or letters[start:end] in words:
                reach(end, _WORD)
        for end in _runs(plain, keys, start):
            reach(end, _RUN)
        if _YEARS.match(plain, start):
            reach(start + 4, _YEAR)
        for length in range(1, start + 1):
            end = start
            while plain[end : end + length] == plain[start - length : start]:
                end += length
            if end > start:
                reach(end, _REPEAT)
    return cost[-1]


def _runs(plain: str, keys: str, start: int) -> list[int]:
    """Finds where runs from here end: one character repeated, ascending or descending characters, or adjacent keys."""
    ends = list[int]()
    for step in (-1, 0, 1):
        end = start + 1
        while end < len(plain) and ord(plain[end]) - ord(plain[end - 1]) == step:
            end += 1
        ends.append(end)
    for row in (0, 1):
        end = start + 1
        while end < len(keys) and _adjacent(keys[end - 1], keys[end], row):
            end += 1
        ends.append(end if row == 0 or end - start >= _SHORTEST_WALK else start)
    return [end for end in ends if end - start >= _SHORTEST_RUN]


def _adjacent(one: str, other: str, most_rows: int) -> bool:
    """Returns whether two keys are neighbours, at most ``most_rows`` rows apart."""
    position, other_position = _POSITIONS.get(one), _POSITIONS.get(other)
    if position is None or other_position is None or abs(other_position[0] - position[0]) > most_rows:
        return False
    rows, columns = other_position[0] - position[0], other_position[1] - position[1]
    # Each keyboard row is shifted half a key to the right of the one above.
    return (rows == 0 and abs(columns) <= 1) or (rows == 1 and columns in (-1, 0)) or (rows == -1 and columns in (0, 1))
