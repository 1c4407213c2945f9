"""What a new password must be. The order of the first four rules, and their keys, are the specification's (5)."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from retaguarda.identity.guessable_passwords import ENOUGH, hardness

SHORTEST = 12
LONGEST = 1_000
PRODUCT = "Retaguarda"
#: Shorter words of an address or a company's name stand in too many good passwords.
SHORTEST_WORD = 4

_COMPOSITION: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("min_length_required", lambda password: len(password) >= SHORTEST),
    ("upper_case", lambda password: any(character.isupper() for character in password)),
    ("lower_case", lambda password: any(character.islower() for character in password)),
    ("numbers", lambda password: any(character.isdecimal() for character in password)),
    ("alphas", lambda password: re.search(r"\W", password) is not None),
)

#: What surrounds a word: anything but letters, or that without the signs that stand for letters.
_EDGES = (r"[\W\d_]", r"(?:[^\w@$!]|[\d_])")
_LEET = str.maketrans("@4310$5!7", "aaeiossit")


def refusal(password: str, about: Iterable[str]) -> str | None:
    """The key of the first rule the password breaks; None when it is good.

    Args:
        password: any Unicode; it is neither trimmed nor cut.
        about: the person's e-mail and the names of their company, which it must not contain.
    """
    for key, holds in _COMPOSITION:
        if not holds(password):
            return key
    if len(password) > LONGEST:
        return "too_long"
    plain = _plain(password)
    if any(word in plain for text in (*about, PRODUCT) for word in _words(text)):
        return "contains_personal"
    if is_common(password):
        return "common_password"
    return "easy_password" if hardness(password, _common()) < ENOUGH else None


def is_common(password: str) -> bool:
    """Among the first that anybody tries: a word of the list, however its letters are replaced and whatever surrounds it.

    The list holds whole passwords, and the words that most of those are made of: "P@ssw0rd-2026!" is one of "password".
    """
    folded = password.casefold()
    # An @ at the end is decoration in "Senha@123", and a letter in "Senh@-123".
    cores = (re.sub(f"^{lead}+|{trail}+$", "", folded) for lead in _EDGES for trail in _EDGES)
    words = {re.sub(r"[\W\d_]", "", _plain(core.translate(_LEET))) for core in cores}
    return not ({folded} | words).isdisjoint(_common())


def _words(text: str) -> list[str]:
    """Of an e-mail only the part before the @ is personal."""
    return [word for word in re.split(r"[\W_]+", _plain(text.partition("@")[0])) if len(word) >= SHORTEST_WORD]


def _plain(text: str) -> str:
    """Without case and accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


@cache
def _common() -> frozenset[str]:
    return frozenset((Path(__file__).parent / "common_passwords.txt").read_text("utf-8").split())
