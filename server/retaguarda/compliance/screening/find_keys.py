"""Makes the keys by which names that may score the threshold find each other, and few others.

What a score needs is told in docs/decisions/screening.md: every word of the lighter name, and the first name of both. So a key is a
first name together with another word, and where both are common, with a third one, or with the word that the lighter name is no more
than. What is stored and what is asked for differ: only who asks writes out which common words are like its own.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from retaguarda.compliance.screening.compare_subject import LEAST_SAME, Asked, Listed
from retaguarda.compliance.screening.parse_codes import CodedWord, common_ones, less_one
from retaguarda.compliance.screening.parse_words import name_words
from retaguarda.payouts.payees.parse_names import spelled

#: Ways in which two common words stand in a name: they are all of it, may be all of a lighter one, or neither.
_WHOLE, _PART, _SOME = "=", "<", "~"
_PAIRS = (_WHOLE, _PART, _SOME)


@lru_cache(maxsize=20_000)
def _words(name: str, company: bool) -> tuple[CodedWord, ...]:
    return tuple(map(CodedWord, name_words(name, company)))


def stored_keys(listed: Listed) -> list[str]:
    """The keys that a name is found by."""
    keys = set[str]()
    for name in listed.names:
        if listed.person is not False:
            keys.update(_person(name, asked=False), _births(name, listed.births, asked=False))
        if listed.person is not True:
            # A company is compared as one where either side is known to be one.
            keys.update(f"{'c' if listed.person is None else 'k'}{key}" for key in _company(name, asked=False))
    return sorted(keys | _documents(listed.document, listed.digits))


def asked_keys(asked: Listed) -> list[str]:
    """The keys to look for; symmetric: a party and an entry of a list find each other whoever of them asks."""
    keys = set[str]()
    for name in asked.names:
        if asked.person is not False:
            keys.update(_person(name, asked=True), _births(name, asked.births, asked=True))
        if asked.person is not True:
            kinds = "k" if asked.person is None else "kc"
            keys.update(f"{kind}{key}" for key in _company(name, asked=True) for kind in kinds)
    return sorted(keys | _documents(asked.document, asked.digits))


def as_listed(asked: Asked) -> Listed:
    """A party as what it is when an entry asks for it."""
    return Listed(asked.names, asked.person, asked.document, None, (asked.birth,) if asked.birth else ())


def _documents(document: str | None, digits: str | None) -> set[str]:
    keys = {f"m:{digits}"} if digits else set[str]()
    if document:
        keys.add(f"d:{document}")
        if len(document) == 11:
            keys.add(f"m:{document[3:9]}")
    return keys


def _person(name: str, *, asked: bool) -> Iterator[str]:
    words = _words(name, False)
    if len(words) < 2:
        return
    yield from _letters(words, asked)
    first, rest = words[0], words[1:]
    if len(first.plain) == 1:
        return
    full = sum(len(word.plain) > 1 for word in words)
    # Where a name is long, a first name in which nearly all is wrong matters less.
    for three in itertools.combinations([word.likely[0] for word in rest if len(word.plain) > 1], 3):
        yield f"n{'+'.join(sorted(three))}"
    heavy = sum(word.weight for word in words)
    for at, other in enumerate(rest):
        if len(other.plain) == 1:
            continue
        if not first.common or not other.common:
            yield from _telling(first, other, asked)
        else:
            pair = (first.weight + other.weight) * 1.01 >= LEAST_SAME * heavy
            yield from _common(first, other, asked, full == 2, pair, full < len(words))
        for third in rest[at + 1 :]:
            if len(third.plain) > 1 and first.common + other.common + third.common > 1:
                yield from _three(first, other, third, asked)


def _reads(word: CodedWord, asked: bool) -> tuple[str, ...]:
    """As what a word is read: whoever asks for a common word asks for those that it may be a slip of, too."""
    return word.likely if asked else word.strong


def _telling(a: CodedWord, b: CodedWord, asked: bool) -> Iterator[str]:
    """Two words of which one says who it is."""
    mine, theirs = _reads(a, asked), _reads(b, asked)
    yield from _both(mine, (*theirs, *b.weak))
    yield from _both(a.weak, theirs)
    yield from _both(a.weak, b.weak)
    if asked:
        for pair in _both(common_ones(mine), common_ones(theirs)):
            yield from (f"{kind}{pair}" for kind in _PAIRS)


def _common(a: CodedWord, b: CodedWord, asked: bool, whole: bool, part: bool, initials: bool) -> Iterator[str]:
    """Two common words, told with what they are of their name."""
    pairs = list(_both(_reads(a, asked), _reads(b, asked)))
    if not asked:
        kind = "" if initials else _WHOLE if whole else _PART if part else _SOME
        yield from (f"{kind}{pair}" for pair in pairs)
        return
    yield from pairs
    kinds = _PAIRS if initials else (_WHOLE, _PART) if whole else (_WHOLE,) if part else ()
    yield from (f"{kind}{pair}" for pair in pairs for kind in kinds)


def _three(a: CodedWord, b: CodedWord, c: CodedWord, asked: bool) -> Iterator[str]:
    """Three words, at most one of them rare."""
    for three in itertools.product(*((*_reads(word, asked), *word.weak) for word in (a, b, c))):
        yield f"t{'+'.join(sorted(three))}"


def _letters(words: Sequence[CodedWord], asked: bool) -> Iterator[str]:
    """For whoever writes a word of this name as its first letter, and of this one for whoever writes it out.

    A letter speaks with two words beside it, or with a first name that is rare.
    """
    first = words[0]
    for at, word in enumerate(words):
        for letter in _letter(word, at, asked):
            # The same initial in both names is as good as a word.
            same = letter.startswith("i.") and len(word.plain) == 1
            for other in words[1:] if not at else [first]:
                if same or not other.common:
                    yield from (f"{own}+{letter}" for own in _reads(other, asked))
            beside = [
                (a, b) for a, b in itertools.combinations(words, 2) if word not in (a, b) and first in (a, b, word)
            ]
            for a, b in beside:
                if min(len(a.plain), len(b.plain)) > 1:
                    mine, theirs = _reads(a, asked), _reads(b, asked)
                    pairs = set(_both(mine, theirs))
                    if not at or len(word.plain) == 1:
                        pairs.update(_both(mine, b.weak), _both(a.weak, theirs))
                    yield from (f"{pair}+{letter}" for pair in pairs)


def _letter(word: CodedWord, at: int, asked: bool) -> tuple[str, ...]:
    """An initial is stored as such, and so is the first letter of a word, common or rare.

    An initial asks for all of them, a word for initials; and a rare first name for rare ones too, that may be more than one slip away.
    """
    initial, common, rare = (f"{kind}.{word.plain[0]}" for kind in "ilr")
    if len(word.plain) > 1:
        own = common if word.common else rare
        return ((initial,) if at or word.common else (initial, rare)) if asked else (own,)
    return (initial, common, rare) if asked else (initial,)


def _births(name: str, births: Sequence[str], *, asked: bool) -> Iterator[str]:
    """A year with a first name: where births agree, less of the name has to."""
    if not births or not (words := _words(name, False)):
        return
    years = {birth[:4] for birth in births}
    for at, word in enumerate(words):
        whole = (*_reads(word, asked), *word.weak) if len(word.plain) > 1 and not (asked and at) else ()
        codes = (*whole, *_letter(word, at, asked)[: 1 if asked and at else 3])
        yield from (f"y{year}{code}" for year in years for code in codes)


def _company(name: str, *, asked: bool) -> Iterator[str]:
    """What tells a company, with any other word of its name, or alone where the lighter name is no more."""
    words = _words(name, True)
    heavy = sum(word.weight for word in words)
    for at, word in enumerate(words):
        if word.common:
            continue
        if len(words) == 1:
            yield from (f"{kind}{code}" for code in _alone(word) for kind in ("12" if asked else "1"))
        elif word.weight * 1.01 >= LEAST_SAME * heavy:
            yield from (f"{'1' if asked else '2'}{code}" for code in _alone(word))
        for other_at, other in enumerate(words):
            if other_at > at or (other_at < at and other.common):
                yield from _both(_reads(word, asked), (*_reads(other, asked), *other.weak))
                yield from _both(word.weak, _reads(other, asked))
                if len(words) < 4:
                    yield from _both(word.weak, other.weak)
            if other_at != at:
                yield from (f"{own}+{letter}" for own in _reads(other, asked) for letter in _letter(word, 1, asked))
                yield from (f"{own}+{letter}" for own in _reads(word, asked) for letter in _letter(other, 1, asked))


def _alone(word: CodedWord) -> Iterator[str]:
    for own in dict.fromkeys((spelled(word.plain), word.plain)):
        yield from dict.fromkeys((own, *less_one(own)))
        if len(own) > 9:
            yield from (f"{own[:5]}*", f"*{own[-5:]}")


def _both(some: Iterable[str], others: Iterable[str]) -> Iterator[str]:
    for a, b in itertools.product(some, others):
        yield f"{a}+{b}" if a < b else f"{b}+{a}"
