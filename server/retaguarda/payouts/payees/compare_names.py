"""Compares the name in a merchant's book with the one that the receiving bank tells, word by word, and says why.

Rules for Brazilian names: accents and spelling (Luiz, Luis), initials, particles (da, dos, e), order, names of fathers and sons
(Filho, Neto, Júnior), forms of companies (LTDA, ME, EIRELI, S.A.), abbreviations and the number behind a MEI's name. Likeness of
two words that are written almost alike comes from rapidfuzz. Points are hundredths; no word decides unseen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec
from rapidfuzz.distance import OSA

from retaguarda.payouts.payees.parse_names import (
    COMMON,
    GENERIC,
    SONS,
    NameWord,
    counted,
    ignored_as,
    joined,
    spelled,
    words_of,
)

MatchClass = Literal["match", "close", "no", "impossible"]
How = Literal[
    "same", "accent", "spelling", "initial", "abbreviation", "near", "other", "missing", "particle", "form", "number"
]

#: From these hundredths on: the same name, and one that a person has to look at.
MATCH, CLOSE = 92, 75
#: A name whose first word is another, or whose family name is, never comes closer than this.
_APART = CLOSE - 1

#: Hundredths of a word's weight that it earns.
_EARNED: dict[How, int] = {"same": 100, "accent": 100, "spelling": 98, "abbreviation": 95, "near": 88, "initial": 70}
#: Hundredths of its weight that a word costs which only one side has.
_MISSED_MIDDLE, _MISSEDGENERIC = 30, 25


class NamePair(msgspec.Struct, frozen=True):
    """One word of each name, or of one alone. ``points`` of ``weight``: hundredths of the whole that it earned."""

    expected: str | None
    found: str | None
    how: How
    points: int
    weight: int


class NameMatch(msgspec.Struct, frozen=True):
    """``score`` in hundredths; ``reordered``: all words agree in another order."""

    match_class: MatchClass
    score: int
    reordered: bool
    pairs: list[NamePair]


@dataclass(slots=True)
class _Column:
    expected: NameWord | None
    found: NameWord | None
    how: How
    weight: int
    earned: int


def compare_names(
    expected: str, found: str | None, *, company: bool = False, trade_name: str | None = None
) -> NameMatch:
    """Compares two names; of a name and a trade name the one that comes closer counts.

    Args:
        company: the owner is a company: its words are told apart by what is distinctive, not by first and family name.
    """
    matches = [_compare(each, found or "", company) for each in (expected, trade_name) if each]
    return max(matches, key=lambda match: match.score) if matches else _compare("", found or "", company)


def _compare(expected: str, found: str, company: bool) -> NameMatch:
    mine, theirs = words_of(expected), words_of(found)
    mine_counted, theirs_counted = counted(mine, company), counted(theirs, company)
    left, right = joined(mine_counted, theirs_counted), joined(theirs_counted, mine_counted)
    if not left or not right:
        return NameMatch("impossible", 0, False, [])
    columns = _align(left, right, company)
    columns += _leftover(columns, left, right, company)
    whole = sum(column.weight for column in columns)
    score = 100 * sum(column.earned for column in columns) // whole
    agreed = [(c.expected.place, c.found.place) for c in columns if c.expected and c.found and c.how != "other"]
    reordered = agreed != sorted(agreed, key=lambda pair: pair[1])
    score -= 3 if reordered else 0
    score = min(score, _most(columns, left, right, company))
    verdict: MatchClass = "match" if score >= MATCH else "close" if score >= CLOSE else "no"
    shown = [_told(column, whole) for column in columns] + _ignored(mine, theirs, company)
    return NameMatch(verdict, score, reordered, shown)


def _likeness(mine: NameWord, theirs: NameWord, company: bool, last: bool) -> How | None:
    """How two words are the same; None: they are not."""
    a, b = mine.plain, theirs.plain
    if a == b:
        return "same" if mine.shown.upper() == theirs.shown.upper() else "accent"
    if a.isdigit() or b.isdigit():
        return None
    short, long = sorted((a, b), key=len)
    if len(short) == 1:
        return "initial" if not company and long.startswith(short) else None
    sound_a, sound_b = spelled(a), spelled(b)
    if sound_a == sound_b:
        return "spelling"
    if long.startswith(short) and (
        (company and len(short) >= 3) or (last and len(short) >= 4 and len(long) - len(short) > 1)
    ):
        return "abbreviation"
    alike = (
        len(short) >= 6
        and a[0] == b[0]
        and a[-1] == b[-1]
        and OSA.distance(sound_a, sound_b) <= (2 if len(short) >= 9 else 1)
    )
    return "near" if alike else None


def _align(left: list[NameWord], right: list[NameWord], company: bool) -> list[_Column]:
    """Pair equal words, the surest first; between equals, those closest in position."""
    likely = list[tuple[int, int, int, int, How]]()
    for i, mine in enumerate(left):
        for j, theirs in enumerate(right):
            how = _likeness(mine, theirs, company, i == len(left) - 1 or j == len(right) - 1)
            if how is not None:
                likely.append((-_EARNED[how], abs(i - j), i, j, how))
    taken_left, taken_right, columns = set[int](), set[int](), list[_Column]()
    for _, _, i, j, how in sorted(likely):
        if i not in taken_left and j not in taken_right:
            taken_left.add(i)
            taken_right.add(j)
            weight = max(_weight(left[i], i, company), _weight(right[j], j, company))
            columns.append(_Column(left[i], right[j], how, weight, weight * _EARNED[how] // 100))
    return sorted(columns, key=lambda column: column.expected.place if column.expected else 0)


def _weight(word: NameWord, index: int, company: bool) -> int:
    if company:
        return 300 if word.plain in GENERIC else 1_000
    if word.plain in SONS:
        return 600
    return 1_200 if index == 0 else 800 if spelled(word.plain) in COMMON else 1_000


def _leftover(columns: Sequence[_Column], left: list[NameWord], right: list[NameWord], company: bool) -> list[_Column]:
    """Score the words without a partner. Two words facing each other count fully; an omitted one counts less."""
    used = {id(word) for column in columns for word in (column.expected, column.found)}
    mine = [(index, word) for index, word in enumerate(left) if id(word) not in used]
    theirs = [(index, word) for index, word in enumerate(right) if id(word) not in used]
    found = list[_Column]()
    while mine and theirs:
        (i, a), (j, b) = mine.pop(0), theirs.pop(0)
        found.append(_Column(a, b, "other", max(_weight(a, i, company), _weight(b, j, company)), 0))
    for index, word in mine:
        found.append(_Column(word, None, "missing", _missed(word, index, company), 0))
    for index, word in theirs:
        found.append(_Column(None, word, "missing", _missed(word, index, company), 0))
    return found


def _missed(word: NameWord, index: int, company: bool) -> int:
    weight = _weight(word, index, company)
    if company:
        return weight * _MISSEDGENERIC // 100 if word.plain in GENERIC else weight * 40 // 100
    return weight if index == 0 or word.plain in SONS else weight * _MISSED_MIDDLE // 100


def _most(columns: Sequence[_Column], left: list[NameWord], right: list[NameWord], company: bool) -> int:
    """The most that a score may be: less where what tells people apart does not agree.

    That is the first and a family name of a person, and all distinctive words of the shorter name of a company. One word alone,
    or generic words alone, tell nobody apart for certain.
    """
    agreed = {id(word) for c in columns if c.how not in ("other", "missing") for word in (c.expected, c.found)}
    if all(id(word) in agreed for word in (*left, *right)) and [w.plain for w in left] == [w.plain for w in right]:
        return 100
    short = min(left, right, key=len)
    known = all(id(word) in agreed for word in short)
    if company:
        telling = [word for word in short if word.plain not in GENERIC]
        if not telling:
            return MATCH - 1 if known else _APART
        return 100 if all(id(word) in agreed for word in telling) else _APART
    if known:
        return 100 if len(short) > 1 else MATCH - 1
    family = [word for word in short[1:] if word.plain not in SONS]
    first = id(left[0]) in agreed and id(right[0]) in agreed
    return 100 if first and family and id(family[-1]) in agreed else _APART


def _told(column: _Column, whole: int) -> NamePair:
    return NamePair(
        column.expected.shown if column.expected else None,
        column.found.shown if column.found else None,
        column.how,
        (100 * column.earned + whole // 2) // whole,
        (100 * column.weight + whole // 2) // whole,
    )


def _ignored(mine: Sequence[NameWord], theirs: Sequence[NameWord], company: bool) -> list[NamePair]:
    """Words that have no weight: particles, forms of companies, the number behind a name."""
    left = [NamePair(word.shown, None, how, 0, 0) for word in mine if (how := ignored_as(word, company))]
    return left + [NamePair(None, word.shown, how, 0, 0) for word in theirs if (how := ignored_as(word, company))]
