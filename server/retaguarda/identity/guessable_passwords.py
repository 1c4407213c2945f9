"""How hard a password is to guess for somebody who knows how people make them, without asking anybody.

A password is read as the cheapest row of pieces: common words, runs, walks over the keyboard, years, repeats, and single
characters for the rest. Each piece costs about the power of ten of the guesses that find it.
"""

import re
import unicodedata
from collections.abc import Collection

#: Guesses, as a power of ten, below which a password is refused.
ENOUGH = 9.5
#: Only so many characters are looked at: what is hard to guess so far stays so.
LOOKED_AT = 40

_CHARACTER, _WORD, _RUN, _YEAR, _AGAIN = 1.0, 3.0, 2.0, 2.0, 1.0
_SHORTEST_WORD, _LONGEST_WORD, _SHORTEST_RUN, _SHORTEST_WALK = 4, 24, 3, 5
_LEET = str.maketrans("@4310$5!7", "aaeiossit")
#: A key's signs stand on it in both layouts people here have: without and with shift.
_SHIFTED = str.maketrans("!@#$%^&*()¨", "12345678906")
_ROWS = ("1234567890", "qwertyuiop", "asdfghjklç", "zxcvbnm")
_PLACES = {key: (row, column) for row, keys in enumerate(_ROWS) for column, key in enumerate(keys)}
_YEARS = re.compile(r"(?:19|20)\d\d")


def hardness(password: str, words: Collection[str]) -> float:
    """The guesses it takes, as a power of ten; of its first characters.

    Args:
        words: the common ones, in small letters without accents.
    """
    folded = password[:LOOKED_AT].casefold()
    plain = "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))[:LOOKED_AT]
    letters, keys = plain.translate(_LEET), plain.translate(_SHIFTED)
    cost = [0.0] + [float("inf")] * len(plain)
    for start in range(len(plain)):
        so_far = cost[start]

        def reach(end: int, price: float, so_far: float = so_far) -> None:
            cost[end] = min(cost[end], so_far + price)

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
                reach(end, _AGAIN)
    return cost[-1]


def _runs(plain: str, keys: str, start: int) -> list[int]:
    """Where a run from here ends: the same character, the next or the one before, or keys beside each other."""
    ends = list[int]()
    for step in (-1, 0, 1):
        end = start + 1
        while end < len(plain) and ord(plain[end]) - ord(plain[end - 1]) == step:
            end += 1
        ends.append(end)
    for row in (0, 1):
        end = start + 1
        while end < len(keys) and _beside(keys[end - 1], keys[end], row):
            end += 1
        ends.append(end if row == 0 or end - start >= _SHORTEST_WALK else start)
    return [end for end in ends if end - start >= _SHORTEST_RUN]


def _beside(one: str, other: str, most_rows: int) -> bool:
    """Neighbours, in the same row or at most so many rows away."""
    here, there = _PLACES.get(one), _PLACES.get(other)
    if here is None or there is None or abs(there[0] - here[0]) > most_rows:
        return False
    rows, columns = there[0] - here[0], there[1] - here[1]
    # Each row stands half a key to the right of the one above it.
    return (rows == 0 and abs(columns) <= 1) or (rows == 1 and columns in (-1, 0)) or (rows == -1 and columns in (0, 1))
