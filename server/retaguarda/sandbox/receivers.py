"""Who owns a Pix key here: invented from the key itself, so that every valid key has one owner, always the same."""

import hashlib
import re
from dataclasses import dataclass

from retaguarda.foundation.documents import DocumentError, check_digits, parse

_EMAIL = re.compile(r"[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*")
_PHONE = re.compile(r"\+[1-9][0-9][0-9]{1,14}")
_EVP = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_CITIES = (("Recife", "PE"), ("Curitiba", "PR"), ("Belo Horizonte", "MG"), ("Salvador", "BA"), ("Manaus", "AM"))


@dataclass(frozen=True, slots=True)
class Receiver:
    cnpj: str
    name: str
    street: str
    city: str
    state: str
    postal_code: str


def is_key(key: str) -> bool:
    """A CPF, CNPJ, e-mail in lower case, phone with +, or EVP; at most 77 places (DICT API 1.8, PaymentKey)."""
    if not key.isascii() or len(key) > 77:
        return False
    if any(pattern.fullmatch(key) for pattern in (_EMAIL, _PHONE, _EVP)):
        return True
    try:
        return parse(key).value == key
    except DocumentError:
        return False


def receiver_of(key: str) -> Receiver:
    digest = hashlib.sha256(key.encode()).digest()
    city, state = _CITIES[digest[0] % len(_CITIES)]
    base = f"{int.from_bytes(digest[1:5]) % 10**8:08d}0001"
    own = key if len(key) == 14 and key.isalnum() else base + check_digits(base)
    if "@" in key:
        words = key.partition("@")[2].split(".")[0].split("-")
        name = " ".join(word.capitalize() for word in words)
    else:
        name = f"Empresa {own[:4]}"
    return Receiver(own, name, f"Rua {own[4:6]} Numero {digest[6]}", city, state, f"{own[:5]}000"[:8])
