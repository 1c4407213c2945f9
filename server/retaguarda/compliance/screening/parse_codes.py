"""Codes of a word: how it is spelled, the common words that it may be a slip of, and what stays of it where letters are wrong."""

from collections.abc import Iterable
from functools import lru_cache

from rapidfuzz.distance import JaroWinkler
from rapidfuzz.process import extract

from retaguarda.compliance.screening.compare_names import like_words, weigh_words
from retaguarda.compliance.screening.parse_words import COMMON_FIRST, is_common
from retaguarda.payouts.payees.parse_names import COMMON_NAMES, GENERIC, SONS, NameWord, spelled

#: Below it no two words are alike; quick to tell of many.
_MAY_BE = 0.76


class CodedWord:
    """A word as keys see it.

    ``strong``: how it is spelled and, of a word that is not common, the common ones that it may be a slip of; ``likely``: of any word;
    ``weak``: what stays of it where letters are wrong.
    """

    __slots__ = ("common", "likely", "plain", "strong", "weak", "weight")

    def __init__(self, word: NameWord) -> None:
        self.plain = word.plain
        self.weight = weigh_words(word)
        self.common = word.plain in SONS or is_common(word)
        own = spelled(word.plain)
        near = _common_like(word.plain) if len(word.plain) > 1 else ()
        self.likely = (own, *(each for each in near if each != own))
        self.strong = (own,) if self.common else self.likely
        self.weak = () if self.common else _weak(word.plain)


@lru_cache(maxsize=1)
def _common_words() -> tuple[list[str], list[str]]:
    """Common words, and how they are spelled."""
    words = sorted(COMMON_FIRST | COMMON_NAMES | GENERIC | SONS)
    return words, list(map(spelled, words))


@lru_cache(maxsize=50_000)
def _common_like(plain: str) -> tuple[str, ...]:
    """Common words that are like this one, itself among them where it is common, as they are spelled."""
    words, spellings = _common_words()
    near = dict[str, None]()
    for mine in {plain: None, spelled(plain): None}:
        for word, _, at in extract(mine, words, scorer=JaroWinkler.similarity, score_cutoff=_MAY_BE, limit=None):
            if like_words(mine, word)[0]:
                near[spellings[at]] = None
    return tuple(near)


def _weak(plain: str) -> tuple[str, ...]:
    """What stays of a word in which a letter or two are wrong, left out, too many or turned: two of its beginning, middle and end."""
    found = dict[str, None]()
    for word in (spelled(plain), plain):
        if len(word) > 3:
            found |= dict.fromkeys((f"{word[:3]}*", f"{word[:2]}*{word[-2:]}"))
            # Many words end alike: of a long one more is asked.
            found |= dict.fromkeys(
                (*([f"*{word[-3:]}"] if len(word) < 8 else []), *([f"*{word[-4:]}"] if len(word) > 6 else []))
            )
        if 3 < len(word) < 6:
            found |= dict.fromkeys((f"{word[:2]}*", f"*{word[-2:]}", f"{word[0]}*{word[-1]}"))
    return tuple(found)


def less_one(word: str) -> tuple[str, ...]:
    return f"-{word}", *(f"-{word[:at]}{word[at + 1 :]}" for at in range(len(word)))


@lru_cache(maxsize=1)
def _spellings() -> frozenset[str]:
    return frozenset(_common_words()[1])


def common_ones(codes: Iterable[str]) -> list[str]:
    known = _spellings()
    return [code for code in codes if code in known]
