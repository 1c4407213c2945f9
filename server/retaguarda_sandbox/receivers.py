"""Who owns a Pix key here: invented from the key itself, so that every valid key has one owner, always the same."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from retaguarda.foundation.documents import check_digits
from retaguarda.providers.pix.keys import kind_of

#: Keys at this address belong to somebody else: what a caller meets who names a key that is not its own.
FOREIGN = "@alheio.example"
_FIRST = ("Ana", "Bruno", "Carlos", "Denise", "Eduardo", "Fernanda", "Gustavo", "Helena", "Igor", "Joana")
_LAST = ("Almeida", "Barbosa", "Cardoso", "Duarte", "Esteves", "Figueira", "Guedes", "Holanda", "Junqueira", "Leal")
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


def invented_entry(key: str) -> dict[str, Any]:
    """The owner of a key that nobody put in: made of the key itself."""
    digest, stranger = hashlib.sha256(key.encode()).digest(), receiver_of(key)
    since = datetime(2021, 1, 1, tzinfo=UTC) + timedelta(days=digest[5])
    person = kind_of(key) == "cpf"
    return {
        "key": key,
        "participant": "18236120",
        "branch": "0001",
        "account": f"{int.from_bytes(digest[6:9]):08d}",
        "account_type": "TRAN",
        "owner_kind": "NATURAL_PERSON" if person else "LEGAL_PERSON",
        "owner_document": key if person else stranger.cnpj,
        "owner_name": f"{_FIRST[digest[10] % 10]} {_LAST[digest[11] % 10]}" if person else stranger.name,
        "created_at": since,
        "owned_since": since,
        "counters": {},
    }
