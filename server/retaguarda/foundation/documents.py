"""CPF and CNPJ, the alphanumeric CNPJ of IN RFB 2.229/2024 included.

A document is kept upper-case, without punctuation, and never as a number: zeros lead and letters occur.
"""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["cpf", "cnpj"]
_PUNCTUATION = str.maketrans("", "", " .-/")
_CPF_WEIGHTS = (11, 10, 9, 8, 7, 6, 5, 4, 3, 2)
_CNPJ_WEIGHTS = (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)


class DocumentError(ValueError):
    """The text is no CPF and no CNPJ. ``str()`` is a stable key: document_empty, document_characters,
    document_length, document_repeated or document_check_digits."""


@dataclass(frozen=True, slots=True)
class Document:
    """``value`` is 11 digits (cpf) or 12 of [0-9A-Z] and two digits (cnpj)."""

    kind: Kind
    value: str

    def format(self) -> str:
        """As printed: 529.982.247-25, 12.ABC.345/01DE-35."""
        v = self.value
        if self.kind == "cpf":
            return f"{v[:3]}.{v[3:6]}.{v[6:9]}-{v[9:]}"
        return f"{v[:2]}.{v[2:5]}.{v[5:8]}/{v[8:12]}-{v[12:]}"

    def mask(self) -> str:
        """For people who may not see it whole: ***.982.247-**. A CNPJ is public and shown whole."""
        return f"***.{self.value[3:6]}.{self.value[6:9]}-**" if self.kind == "cpf" else self.format()


def parse(text: str) -> Document:
    """The document that a person or a provider wrote, with or without punctuation, in either case.

    Raises:
        DocumentError: the text is no document with right check digits.
    """
    if not text.isascii():
        raise DocumentError("document_characters")
    value = text.translate(_PUNCTUATION).upper()
    if not value:
        raise DocumentError("document_empty")
    if not value.isalnum():
        raise DocumentError("document_characters")
    if len(value) not in (11, 14):
        raise DocumentError("document_length")
    kind: Kind = "cpf" if len(value) == 11 else "cnpj"
    # Only the first twelve places of a CNPJ may hold letters.
    if not (value if kind == "cpf" else value[-2:]).isdigit():
        raise DocumentError("document_characters")
    # 111.111.111-11 and its like pass the sum, and are nobody's.
    if len(set(value)) == 1:
        raise DocumentError("document_repeated")
    if check_digits(value[:-2]) != value[-2:]:
        raise DocumentError("document_check_digits")
    return Document(kind, value)


def masked(text: str | None) -> str | None:
    """A document that somebody gave, for people who may not see it whole; of what is no document two characters are left."""
    if not text:
        return None
    try:
        return parse(text).mask()
    except DocumentError:
        return f"***{text[-2:]}"


def check_digits(base: str) -> str:
    """The two digits that complete nine digits of a CPF or twelve characters of a CNPJ."""
    weights = _CPF_WEIGHTS if len(base) == 9 else _CNPJ_WEIGHTS
    first = _digit(base, weights[1:])
    return first + _digit(base + first, weights)


def _digit(characters: str, weights: tuple[int, ...]) -> str:
    rest = sum((ord(c) - 48) * w for c, w in zip(characters, weights, strict=True)) % 11
    return str(0 if rest < 2 else 11 - rest)
