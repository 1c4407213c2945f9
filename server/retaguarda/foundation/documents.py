"""Parses CPF and CNPJ, the alphanumeric CNPJ of IN RFB 2.229/2024 included.

We store a document in upper case without punctuation, and never as a number: it may have leading zeros and letters.
"""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["cpf", "cnpj"]
_PUNCTUATION = str.maketrans("", "", " .-/")
_CPF_WEIGHTS = (11, 10, 9, 8, 7, 6, 5, 4, 3, 2)
_CNPJ_WEIGHTS = (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)


class DocumentError(ValueError):
    """The text is neither a CPF nor a CNPJ. ``str()`` is a stable key: document_empty, document_characters,
    document_length, document_repeated or document_check_digits."""


@dataclass(frozen=True, slots=True)
class Document:
    """``value`` is 11 digits (cpf), or 12 of [0-9A-Z] and two digits (cnpj)."""

    kind: Kind
    value: str

    def format(self) -> str:
        """Formats with punctuation: 529.982.247-25, 12.ABC.345/01DE-35."""
        v = self.value
        if self.kind == "cpf":
            return f"{v[:3]}.{v[3:6]}.{v[6:9]}-{v[9:]}"
        return f"{v[:2]}.{v[2:5]}.{v[5:8]}/{v[8:12]}-{v[12:]}"

    def mask(self) -> str:
        """Masks a CPF for people who may not see all of it: ***.982.247-**. A CNPJ is public and stays whole."""
        return f"***.{self.value[3:6]}.{self.value[6:9]}-**" if self.kind == "cpf" else self.format()


def parse(text: str) -> Document:
    """Parses what a person or a provider wrote, with or without punctuation, in either case.

    Raises:
        DocumentError: the text is not a document with valid check digits.
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
    # Only the first twelve characters of a CNPJ may be letters.
    if not (value if kind == "cpf" else value[-2:]).isdigit():
        raise DocumentError("document_characters")
    # 111.111.111-11 and the like pass the checksum, but nobody has them.
    if len(set(value)) == 1:
        raise DocumentError("document_repeated")
    if check_digits(value[:-2]) != value[-2:]:
        raise DocumentError("document_check_digits")
    return Document(kind, value)


def mask_text(text: str | None) -> str | None:
    """Masks a document for people who may not see all of it; of invalid text it shows only the last two characters."""
    if not text:
        return None
    try:
        return parse(text).mask()
    except DocumentError:
        return f"***{text[-2:]}"


def mask_name(name: str) -> str:
    """Masks a person's name for people who may not see all of it: João P*** d* S***. The first word stays."""
    first, *others = name.split() or [""]
    return " ".join((first, *(each[0] + "*" * min(len(each) - 1, 3) for each in others)))


def check_digits(base: str) -> str:
    """Computes the two check digits for nine digits of a CPF or twelve characters of a CNPJ."""
    weights = _CPF_WEIGHTS if len(base) == 9 else _CNPJ_WEIGHTS
    first = _digit(base, weights[1:])
    return first + _digit(base + first, weights)


def _digit(characters: str, weights: tuple[int, ...]) -> str:
    remainder = sum((ord(c) - 48) * w for c, w in zip(characters, weights, strict=True)) % 11
    return str(0 if remainder < 2 else 11 - remainder)
