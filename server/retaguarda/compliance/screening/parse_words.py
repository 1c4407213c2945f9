"""Takes a name of any script apart into comparable words, and makes the keys by which likely pairs are found.

What letters look alike, signs that nobody sees and the direction of writing make no difference.
"""

import itertools
import re
import unicodedata
from collections.abc import Sequence

from anyascii import anyascii

from retaguarda.payouts.payees.parse_names import COMMON, GENERIC, NameWord, counted, spelled, words_of

#: First names that many people have: one of them alone finds nobody.
COMMON_FIRST = frozenset(
    [
        "MARIA",
        "JOSE",
        "ANA",
        "JOAO",
        "ANTONIO",
        "FRANCISCO",
        "CARLOS",
        "PAULO",
        "PEDRO",
        "LUCAS",
        "LUIZ",
        "MARCOS",
        "LUIS",
        "GABRIEL",
        "RAFAEL",
        "DANIEL",
        "MARCELO",
        "BRUNO",
        "EDUARDO",
        "FELIPE",
        "FRANCISCA",
        "ANTONIA",
        "ADRIANA",
        "JULIANA",
        "MARCIA",
        "FERNANDA",
        "PATRICIA",
        "ALINE",
        "SANDRA",
        "CAMILA",
        "AMANDA",
        "MOHAMMED",
        "MUHAMMAD",
        "MOHAMED",
        "AHMED",
        "ALI",
        "ABDUL",
    ]
)
_HONORIFICS = frozenset(
    ["SR", "SRA", "DR", "DRA", "DOM", "DONA", "MR", "MRS", "MS", "PROF", "HAJI", "SHEIKH", "AL", "EL"]
)
#: Digits that stand for letters inside of a word.
_LEET = str.maketrans("01345", "OIEAS")
#: Letters of other alphabets → the Latin ones that they are drawn like; they are read so in a name that has Latin letters too.
_LOOKS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухвкмнтΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεινορτυχκ",
    "ABESIJKMHOPCTYXaesijopcyxbkmhtABEZHIKMNOPTYXaeivoptyxk",
)
_DIGIT = re.compile(r"[0-9]")
_MOST_WORDS = 10


def plain_name(text: str) -> str:
    """Latin capitals, with what cannot be seen taken out."""
    if text.isascii() and text.isprintable():
        return _spelled_out(text.upper())
    seen = "".join(
        each for each in unicodedata.normalize("NFKC", text) if unicodedata.category(each) not in ("Cf", "Cc")
    )
    if not seen.isascii() and _has_latin(seen):
        seen = re.sub(r"\w+", lambda word: _as_drawn(word[0]), seen)
    return _spelled_out(anyascii(seen).upper())


def _spelled_out(latin: str) -> str:
    """With letters for the digits inside of words."""
    if not _DIGIT.search(latin):
        return latin
    return re.sub(r"\b(?=\w*[A-Z])(?=\w*\d)\w+\b", lambda found: found[0].translate(_LEET), latin)


def _has_latin(text: str) -> bool:
    return any(each.isascii() and each.isalpha() for each in text)


def _as_drawn(word: str) -> str:
    """A word of a Latin name as the eye reads it: one of several alphabets, or of letters alone that are drawn like Latin ones."""
    drawn = word.translate(_LOOKS)
    return drawn if _has_latin(word) or drawn.isascii() else word


def name_words(text: str, company: bool) -> list[NameWord]:
    """The words that say who it is, in their order."""
    words = [word for word in counted(words_of(plain_name(text)), company) if word.plain not in _HONORIFICS]
    return words[:_MOST_WORDS]


def is_common(word: NameWord) -> bool:
    """Whether a word says little of who it is."""
    return word.plain in GENERIC or word.plain in COMMON_FIRST or spelled(word.plain) in COMMON


def _sound(word: NameWord) -> str:
    """The same for spellings of one sound; vowels after the first letter make no difference."""
    whole = spelled(word.plain)
    bones = whole[:1] + re.sub(r"[AEIOU]", "", whole[1:])
    return bones if len(bones) > 2 else whole


def keys_of(names: Sequence[str], document: str | None, digits: str | None = None) -> list[str]:
    """Two names are compared when they share a key: a rare word's sound or beginning, or two common words together.

    Args:
        digits: the middle six of a CPF of which the others are hidden.
    """
    keys = set[str]()
    for name in names:
        for company in (False, True):
            words = name_words(name, company)
            sounds = sorted({_sound(word) for word in words if len(word.plain) > 1})
            rare = [word for word in words if len(word.plain) > 1 and not is_common(word)]
            keys |= {_sound(word) for word in rare} | {f"p:{word.plain[:4]}" for word in rare if len(word.plain) > 3}
            keys |= {f"{a}+{b}" for a, b in itertools.combinations(sounds, 2)}
            if len(sounds) == 1:
                keys.add(sounds[0])
    if document:
        keys.add(f"d:{document}")
        if len(document) == 11:
            keys.add(f"m:{document[3:9]}")
    if digits:
        keys.add(f"m:{digits}")
    return sorted(keys)
