"""Compares two names word by word."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import msgspec
from rapidfuzz.distance import OSA, JaroWinkler

from retaguarda.compliance.screening.parse_words import is_common, name_words
from retaguarda.payouts.payees.parse_names import SONS, NameWord, spelled

How = Literal["same", "spelling", "near", "initial", "beginning", "other", "missing"]
#: Likeness of two words below which they are two words.
_ALIKE = 0.78
#: What words earn that are not the same.
_SPELLING, _BEGINNING, _INITIAL = 0.97, 0.85, 0.72


class WordPair(msgspec.Struct, frozen=True):
    """A word of each name, or of one alone."""

    asked: str | None
    listed: str | None
    how: How


@lru_cache(maxsize=200_000)
def _words(name: str, company: bool) -> tuple[NameWord, ...]:
    return tuple(name_words(name, company))


@lru_cache(maxsize=200_000)
def weigh_words(word: NameWord) -> float:
    """How much a word says of who it is."""
    if len(word.plain) == 1:
        return 0.3
    return 0.55 if is_common(word) else 0.6 if word.plain in SONS else 1.0


@lru_cache(maxsize=200_000)
def like_words(a: str, b: str) -> tuple[float, How]:
    """How alike two words are, and in which way."""
    if a == b:
        return 1.0, "same"
    short, long = sorted((a, b), key=len)
    if len(short) == 1:
        return (_INITIAL, "initial") if long.startswith(short) else (0.0, "other")
    if spelled(a) == spelled(b):
        return _SPELLING, "spelling"
    if len(short) >= 4 and long.startswith(short):
        return _BEGINNING, "beginning"
    alike = (OSA.normalized_similarity(a, b) + JaroWinkler.similarity(a, b)) / 2
    # Of short words one letter is much.
    return (alike, "near") if alike >= (_ALIKE if len(short) > 3 else 0.9) else (0.0, "other")


#: What the lighter of two names is of their score; the heavier one is the rest.
LIGHTER = 0.72
#: The most that two names score of which neither first one is like a word of the other.
FIRST_APART = 0.74


def firsts_meet(asked: str, listed: str) -> bool:
    """Whether the first name of each person is like a word of the other; where not, the names score FIRST_APART at most.

    An initial may stand for any name.
    """
    left, right = _words(asked, False), _words(listed, False)
    if not left or not right:
        return False
    if any(len(word.plain) == 1 for word in (*left, *right)):
        return True
    mine, theirs = left[0].plain, right[0].plain
    return any(like_words(mine, word.plain)[0] for word in right) and any(
        like_words(word.plain, theirs)[0] for word in left
    )


def compare_names(asked: str, listed: str, company: bool) -> tuple[float, list[WordPair]]:
    left, right = _words(asked, company), _words(listed, company)
    if not left or not right:
        return 0.0, []
    likely = sorted(
        (
            (*like, i, j)
            for i, a in enumerate(left)
            for j, b in enumerate(right)
            if (like := like_words(a.plain, b.plain))[0]
        ),
        key=lambda each: (-each[0], abs(each[2] - each[3])),
    )
    mine, theirs = dict[int, tuple[float, How, int]](), dict[int, int]()
    for alike, how, i, j in likely:
        if i not in mine and j not in theirs:
            mine[i], theirs[j] = (alike, how, j), i
    matched = sum(alike**2 * (weigh_words(left[i]) + weigh_words(right[j])) / 2 for i, (alike, _, j) in mine.items())
    whole = sorted((sum(map(weigh_words, left)), sum(map(weigh_words, right))))
    score = LIGHTER * min(matched / whole[0], 1) + (1 - LIGHTER) * min(matched / whole[1], 1)
    score = min(score, _most(left, right, mine, theirs, company))
    if any(mine[a][2] > mine[b][2] for a, b in zip(sorted(mine), sorted(mine)[1:], strict=False)):
        score -= 0.02
    pairs = [
        WordPair(word.shown, right[mine[i][2]].shown, mine[i][1])
        if i in mine
        else WordPair(word.shown, None, "missing")
        for i, word in enumerate(left)
    ]
    pairs += [WordPair(None, word.shown, "missing") for j, word in enumerate(right) if j not in theirs]
    return max(score, 0.0), pairs


def _most(
    left: Sequence[NameWord],
    right: Sequence[NameWord],
    mine: dict[int, tuple[float, How, int]],
    theirs: dict[int, int],
    company: bool,
) -> float:
    """The most that a score may be where what tells people apart does not agree: the first name, and another one beside it."""
    if company:
        telling = (
            [i for i, word in enumerate(left) if not is_common(word)],
            [j for j, word in enumerate(right) if not is_common(word)],
        )
        short, known = (telling[0], mine) if len(telling[0]) <= len(telling[1]) else (telling[1], theirs)
        return 1.0 if short and all(each in known for each in short) else 0.74
    # An initial says less than a name.
    if any(how == "initial" for _, how, _ in mine.values()) and len(mine) < 3:
        return 0.84
    if 0 not in mine or 0 not in theirs:
        return FIRST_APART
    if len(left) == 1 or len(right) == 1:
        return 0.86 if len(left) == len(right) else 0.7
    family = [i for i in range(len(left)) if i in mine and i != 0]
    return 1.0 if family and len(mine) > 1 else 0.7
