"""Compares a person or a company with an entry of a list, part by part, and says why the score is what it is.

The document decides alone; else names are aligned word by word, and birth, country and hidden documents speak for or against.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from retaguarda.compliance.screening.compare_names import FIRST_APART, LIGHTER, WordPair, compare_names, firsts_meet

Verdict = Literal["agrees", "near", "contradicts", "missing"]

#: Hundredths that a name alone may reach: more needs a birth, a document or a country that agrees.
NAME_ALONE = 92
#: What a birth adds at most.
_MOST_POINTS = 6
#: From this score on two names count as alike, unless a list says otherwise. Fixed before it was measured.
THRESHOLD = 80
#: The least share of the heavier name's weight that has to be alike for it, where the lighter name is alike in full and alone speaks.
LEAST_SAME = ((THRESHOLD - 0.5) / NAME_ALONE - LIGHTER) / (1 - LIGHTER)


class Part(msgspec.Struct, frozen=True):
    """One thing beside the name, with the hundredths that it moved the score by."""

    part: Literal["document", "digits", "birth", "kind"]
    asked: str | None
    listed: str | None
    verdict: Verdict
    points: int


class Evidence(msgspec.Struct, frozen=True):
    """``name``: the listed name that came closest; ``name_score`` of it in hundredths."""

    name: str
    name_score: int
    words: list[WordPair]
    parts: list[Part]


class Likeness(msgspec.Struct, frozen=True):
    score: int
    evidence: Evidence


class Asked(msgspec.Struct, frozen=True):
    """Whom a list is asked about. ``birth`` as YYYY-MM-DD."""

    names: Sequence[str]
    document: str | None = None
    birth: str | None = None

    @property
    def person(self) -> bool | None:
        return None if self.document is None else len(self.document) == 11


class Listed(msgspec.Struct, frozen=True):
    """What an entry says. ``births``: days, or years where no more is known; ``digits``: the middle six of a hidden CPF."""

    names: Sequence[str]
    person: bool | None = None
    document: str | None = None
    digits: str | None = None
    births: Sequence[str] = ()


def may_reach(asked: Asked, listed: Listed, threshold: int) -> bool:
    """Whether compare_subject() may score as much, told without comparing: most of who shares two common last names may not."""
    if threshold <= NAME_ALONE * FIRST_APART + _MOST_POINTS or asked.person is False or listed.person is False:
        return True
    if asked.document is not None and (listed.digits is not None or listed.document is not None):
        return True
    return any(firsts_meet(mine, theirs) for mine in asked.names for theirs in listed.names)


def compare_subject(asked: Asked, listed: Listed) -> Likeness:
    """Compares by document, else by name and what stands beside it."""
    company = asked.person is False or listed.person is False
    best = max(
        ((*compare_names(mine, theirs, company), theirs) for mine in asked.names for theirs in listed.names),
        key=lambda found: found[0],
        default=(0.0, [], ""),
    )
    name_score, words, name = best
    parts = _parts(asked, listed)
    score = round(NAME_ALONE * name_score) + sum(part.points for part in parts)
    if any(part.part == "document" and part.verdict == "agrees" for part in parts):
        score = 100
    elif any(part.part == "digits" and part.verdict == "agrees" for part in parts) and name_score >= 0.75:
        score = max(score, 95)
    score = min(max(score, 0), 100 if parts and parts[0].part == "document" else 99)
    return Likeness(score, Evidence(name, round(100 * name_score), words, parts))


def _parts(asked: Asked, listed: Listed) -> list[Part]:
    parts = list[Part]()
    mine, theirs = asked.document, listed.document
    if mine and theirs:
        same = mine == theirs
        # A branch has the root of its company.
        root = len(mine) == len(theirs) == 14 and mine[:8] == theirs[:8]
        points = 100 if same else 0 if root else -40 if len(mine) == len(theirs) else -10
        parts.append(Part("document", mine, theirs, "agrees" if same else "near" if root else "contradicts", points))
    elif mine and listed.digits:
        same = len(mine) == 11 and mine[3:9] == listed.digits
        shown = f"***.{listed.digits[:3]}.{listed.digits[3:]}-**"
        parts.append(Part("digits", mine, shown, "agrees" if same else "contradicts", 8 if same else -40))
    if asked.birth and listed.births:
        verdict, points = _births(asked.birth, listed.births)
        parts.append(Part("birth", asked.birth, ", ".join(listed.births)[:200], verdict, points))
    elif asked.birth or listed.births:
        parts.append(Part("birth", asked.birth, ", ".join(listed.births)[:200] or None, "missing", 0))
    if asked.person is not None and listed.person is not None and asked.person != listed.person:
        parts.append(Part("kind", _kind(asked.person), _kind(listed.person), "contradicts", -30))
    return parts


def _kind(person: bool) -> str:
    return "person" if person else "company"


def _births(mine: str, theirs: Sequence[str]) -> tuple[Verdict, int]:
    if mine in theirs:
        return "agrees", _MOST_POINTS
    years = {birth[:4] for birth in theirs}
    if mine[:4] in years:
        return ("agrees", 4) if any(len(birth) == 4 for birth in theirs) else ("near", 1)
    apart = min(abs(int(mine[:4]) - int(year)) for year in years)
    return ("near", -4) if apart == 1 else ("contradicts", -25)
