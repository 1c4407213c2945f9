"""Seal values of one move for the installation that made its key, and open them there.

X25519 agrees on a secret between a key drawn for the file and the recipient's, HKDF-SHA-256 derives one key of it for this move, and
AES-256-GCM seals each value, bound to its table and column.
"""

import contextlib
import os
from dataclasses import dataclass
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_BYTES = 32
_NONCE_BYTES = 12


def make_opening_key() -> tuple[bytes, bytes]:
    """Draw a key for one move: the public half, which the other installation seals for, and the private one, which opens."""
    private = X25519PrivateKey.generate()
    return private.public_key().public_bytes_raw(), private.private_bytes_raw()


@dataclass(frozen=True, slots=True)
class Box:
    """Seals and opens the values of one file."""

    key: bytes

    def seal(self, place: str, plain: bytes) -> bytes:
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + AESGCM(self.key).encrypt(nonce, plain, place.encode())

    def open(self, place: str, sealed: bytes) -> bytes:
        """Open a value.

        Raises:
            ValueError: it was sealed for another key, move or place, or was altered since.
        """
        with contextlib.suppress(InvalidTag, ValueError):
            return AESGCM(self.key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], place.encode())
        raise ValueError(f"a value of {place} does not open with this key")


def box_for(recipient: bytes, move: UUID, company: int) -> tuple[bytes, Box]:
    """Make a box for a recipient's public key; return the public half of the file's own key, which goes along, and the box.

    Raises:
        ValueError: this is no public key.
    """
    own = X25519PrivateKey.generate()
    public = own.public_key().public_bytes_raw()
    return public, Box(
        _derive(own.exchange(X25519PublicKey.from_public_bytes(recipient)), public, recipient, move, company)
    )


def box_from(opening_key: bytes, public: bytes, move: UUID, company: int) -> Box:
    """Make the box of a file again, with the key that it was sealed for.

    Raises:
        ValueError: one of them is no key.
    """
    own = X25519PrivateKey.from_private_bytes(opening_key)
    recipient = own.public_key().public_bytes_raw()
    return Box(_derive(own.exchange(X25519PublicKey.from_public_bytes(public)), public, recipient, move, company))


def _derive(shared: bytes, public: bytes, recipient: bytes, move: UUID, company: int) -> bytes:
    purpose = f"retaguarda company move {move} {company}".encode()
    return HKDF(SHA256(), KEY_BYTES, public + recipient, purpose).derive(shared)
