"""The server's keys, derived from one secret (HKDF, one purpose each) or sealed under it.

During a rotation there are two secrets: the new one seals and signs, both unseal and verify. docs/cryptography.md lists every
purpose.
"""

import contextlib
import hashlib
import hmac
import os
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from retaguarda.foundation.database import Tx

#: Prefix of a sealed value: format, one byte, and the id of the secret, four bytes.
_FORM = b"\x01"
HEADER_BYTES = 5
_NONCE_BYTES = 12


class _Secret:
    """One secret, and the keys derived from it so far."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self._derived = dict[str, bytes]()
        self.header = _FORM + self.derive("key id")[: HEADER_BYTES - len(_FORM)]

    def derive(self, purpose: str) -> bytes:
        if purpose not in self._derived:
            self._derived[purpose] = HKDF(SHA256(), 32, b"retaguarda", purpose.encode()).derive(self._secret)
        return self._derived[purpose]


class Keys:
    """Derives keys, seals and signs.

    Args:
        secret: at least 32 characters.
        previous: during a rotation, the other secret: the one before or the one to come; empty: none.
    """

    def __init__(self, secret: str, previous: str = "") -> None:
        self._current = _Secret(secret)
        self._all = (self._current, _Secret(previous)) if previous and previous != secret else (self._current,)

    @property
    def header(self) -> bytes:
        """The prefix of values sealed under the current secret."""
        return self._current.header

    def derive(self, purpose: str) -> bytes:
        """Derives 32 bytes for one purpose; the keys of other purposes reveal nothing about them."""
        return self._current.derive(purpose)

    def derive_all(self, purpose: str) -> tuple[bytes, ...]:
        """As derive(), for each secret, the current one first."""
        return tuple(each.derive(purpose) for each in self._all)

    def password(self, purpose: str) -> str:
        return self.derive(purpose).hex()

    def sign(self, purpose: str, message: bytes) -> bytes:
        return self.sign_all(purpose, message)[0]

    def sign_all(self, purpose: str, message: bytes) -> tuple[bytes, ...]:
        """As sign(), with each secret, the current one first; a signature from before a rotation is among them."""
        return tuple(hmac.digest(key, message, hashlib.sha256) for key in self.derive_all(purpose))

    def seal(self, purpose: str, plain: bytes) -> bytes:
        """Encrypts and authenticates: format, id of the secret, nonce, then AES-256-GCM."""
        nonce, header = os.urandom(_NONCE_BYTES), self.header
        return header + nonce + AESGCM(self.derive(purpose)).encrypt(nonce, plain, header + purpose.encode())

    def unseal(self, purpose: str, sealed: bytes) -> bytes:
        """Opens a sealed value.

        Raises:
            ValueError: sealed with an unknown secret or for another purpose, or altered since.
        """
        header, nonce = sealed[:HEADER_BYTES], sealed[HEADER_BYTES : HEADER_BYTES + _NONCE_BYTES]
        for each in self._all:
            if each.header == header:
                with contextlib.suppress(InvalidTag):
                    cipher = AESGCM(each.derive(purpose))
                    return cipher.decrypt(nonce, sealed[HEADER_BYTES + _NONCE_BYTES :], header + purpose.encode())
        raise ValueError(
            f"a sealed value ({purpose}) does not open: was RETAGUARDA_SECRET changed without RETAGUARDA_SECRET_PREVIOUS?"
        )

    async def sign_permanently(self, tx: Tx, purpose: str, message: bytes) -> bytes:
        """Signs (HMAC-SHA-256) with a key that outlives the secret: drawn once and stored sealed in ``kept_key``."""
        sealed = await tx.value(_READ_KEPT_KEY, {"purpose": purpose})
        if sealed is None:
            fresh = self.seal(KEPT_KEY, secrets.token_bytes(32))
            await tx.execute(_INSERT_KEPT_KEY, {"purpose": purpose, "sealed": fresh})
            # Read again: another process may have inserted its key first.
            sealed = await tx.value(_READ_KEPT_KEY, {"purpose": purpose})
        return hmac.digest(self.unseal(KEPT_KEY, bytes(sealed)), message, hashlib.sha256)


#: The purpose under which the keys of ``kept_key`` are sealed.
KEPT_KEY = "kept_key"
_READ_KEPT_KEY = "select sealed from kept_key where purpose = %(purpose)s"
_INSERT_KEPT_KEY = "insert into kept_key (purpose, sealed) values (%(purpose)s, %(sealed)s) on conflict do nothing"
