"""The rules for a new password. The order and keys of the first four rules come from the specification (5)."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from retaguarda.identity.password_strength import MINIMUM_STRENGTH, strength

SHORTEST = 12
LONGEST = 1_000
PRODUCT = "Retaguarda"
#: Shorter words of an e-mail or company name occur in too many good passwords.
SHORTEST_WORD = 4

_COMPOSITION: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("min_length_required", lambda password: len(password) >= SHORTEST),
    ("upper_case", lambda password: any(character.isupper() for character in password)),
    ("lower_case", lambda password: any(character.islower() for character in password)),
    ("numbers", lambda password: any(character.isdecimal() for character in password)),
    ("alphas", lambda password: re.search(r"\W", password) is not None),
)

#: What may surround a word: anything but letters, or the same without the signs that stand for letters.
_EDGES = (r"[\W\d_]", r"(?:[^\w@$!]|[\d_])")
_LEET = str.maketrans("@4310$5!7", "aaeiossit")


def refusal(password: str, about: Iterable[str]) -> str | None:
    """Returns the key of the first rule that the password breaks; None when it is good.

    Args:
        password: any Unicode text; it is neither trimmed nor truncated.
        about: the person's e-mail and their company's names, which it must not contain.
    """
    for key, holds in _COMPOSITION:
        if not holds(password):
            return key
    if len(password) > LONGEST:
        return "too_long"
    folded = _folded(password)
    if any(word in folded for text in (*about, PRODUCT) for word in _words(text)):
        return "contains_personal"
    if is_common(password):
        return "common_password"
    return "easy_password" if strength(password, _common()) < MINIMUM_STRENGTH else None


def is_common(password: str) -> bool:
    """Returns whether it is a word of the list, however its letters are replaced and whatever surrounds it.

    The list holds whole passwords and the words most of them consist of: "P@ssw0rd-2026!" counts as "password".
    """
    folded = password.casefold()
    # The @ is decoration in "Senha@123", and a letter in "Senh@-123".
    cores = (re.sub(f"^{lead}+|{trail}+$", "", folded) for lead in _EDGES for trail in _EDGES)
    words = {re.sub(r"[\W\d_]", "", _folded(core.translate(_LEET))) for core in cores}
    return not ({folded} | words).isdisjoint(_common())


def _words(text: str) -> list[str]:
    """The words of a text; of an e-mail only the part before the @ is personal."""
    return [word for word in re.split(r"[\W_]+", _folded(text.partition("@")[0])) if len(word) >= SHORTEST_WORD]


def _folded(text: str) -> str:
    """Folds case and accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


@cache
def _common() -> frozenset[str]:
    return frozenset((Path(__file__).parent / "common_passwords.txt").read_text("utf-8").split())
