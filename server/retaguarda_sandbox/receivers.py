"""Who owns a Pix key here: invented from the key itself, so that every valid key has one owner, always the same."""

import hashlib
from dataclasses import dataclass

from retaguarda.foundation.documents import check_digits

#: Keys at this address belong to somebody else: what a caller meets who names a key that is not its own.
FOREIGN = "@alheio.example"
_CITIES = (("Recife", "PE"), ("Curitiba", "PR"), ("Belo Horizonte", "MG"), ("Salvador", "BA"), ("Manaus", "AM"))


@dataclass(frozen=True, slots=True)
class Receiver:
    cnpj: str
    name: str
    street: str
    city: str
    state: str
    postal_code: str


def is_ours(key: str) -> bool:
    """Whether a key, right in its shape, is of an account of this bank's client."""
    return not key.endswith(FOREIGN)


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
