"""Pix keys as the directory of keys (DICT API 1.8) keeps them, with the alphanumeric CNPJ of IN RFB 2.229/2024."""

import re
from typing import Literal

from retaguarda.foundation.documents import DocumentError, parse

KeyKind = Literal["cpf", "cnpj", "phone", "email", "evp"]
KEY_KINDS: tuple[KeyKind, ...] = ("cpf", "cnpj", "phone", "email", "evp")
#: Places of a key at most (PaymentKey).
LONGEST = 77

_EMAIL = re.compile(
    r"[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*"
)
_PHONE = re.compile(r"\+[1-9][0-9]\d{1,14}", re.ASCII)
_BRAZIL = re.compile(r"\+55[1-9][0-9]9?[0-9]{8}")
_EVP = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class KeyRefused(ValueError):
    """The text is no key of this kind."""


def normal_key(kind: KeyKind, text: str) -> str:
    """The key as the directory writes it. The kind is asked for, never guessed: eleven digits may be a CPF or a phone.

    Raises:
        KeyRefused: the text is no key of this kind.
    """
    key = text.strip()
    match kind:
        case "cpf" | "cnpj":
            key = _document(kind, key)
        case "phone":
            key = _phone(key)
        case "email":
            key = key.lower()
        case "evp":
            key = key.lower()
    if not is_key(key) or kind_of(key) != kind:
        raise KeyRefused(f"not a Pix key of the kind {kind}")
    return key


def kind_of(key: str) -> KeyKind:
    """Of a key as the directory writes it."""
    if "@" in key:
        return "email"
    if key.startswith("+"):
        return "phone"
    if "-" in key:
        return "evp"
    return "cpf" if len(key) == 11 else "cnpj"


def is_key(key: str) -> bool:
    """A CPF, CNPJ, e-mail in lower case, phone with +, or EVP, as the directory writes it."""
    if not key.isascii() or len(key) > LONGEST:
        return False
    if any(pattern.fullmatch(key) for pattern in (_EMAIL, _PHONE, _EVP)):
        return True
    try:
        return parse(key).value == key
    except DocumentError:
        return False


def _document(kind: KeyKind, text: str) -> str:
    try:
        document = parse(text)
    except DocumentError as error:
        raise KeyRefused(str(error)) from None
    if document.kind != kind:
        raise KeyRefused(f"not a {kind}")
    return document.value


def _phone(text: str) -> str:
    digits = re.sub(r"[ ().-]", "", text)
    number = digits if digits.startswith("+") else f"+55{digits}"
    # A number of Brazil has its own length; of other countries only E.164 is known.
    if number.startswith("+55") and not _BRAZIL.fullmatch(number):
        raise KeyRefused("not a telephone number of Brazil")
    return number
