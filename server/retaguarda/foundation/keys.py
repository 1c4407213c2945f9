"""Keys of the server, all derived from one secret (HKDF, one purpose each), or sealed under it.

While the secret is replaced there are two: the new one seals and signs, and both open and check. docs/cryptography.md
lists every purpose.
"""

import contextlib
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from retaguarda.foundation.database import Tx

#: In front of what is sealed: the form, one byte, and the id of the secret, four bytes.
_FORM = b"\x01"
HEADER_BYTES = 5
_NONCE_BYTES = 12


class _Secret:
    """One secret, and what was derived from it so far."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self._derived = dict[str, bytes]()
        self.header = _FORM + self.derive("key id")[: HEADER_BYTES - len(_FORM)]

    def derive(self, purpose: str) -> bytes:
        if purpose not in self._derived:
            self._derived[purpose] = HKDF(SHA256(), 32, b"retaguarda", purpose.encode()).derive(self._secret)
        return self._derived[purpose]


class Keys:
    """Derives, seals and signs.

    Args:
        secret: at least 32 characters.
        previous: the secret that this one replaces, or the one that will replace it; empty: there is none.
    """

    def __init__(self, secret: str, previous: str = "") -> None:
        self._now = _Secret(secret)
        self._all = (self._now, _Secret(previous)) if previous and previous != secret else (self._now,)

    @property
    def header(self) -> bytes:
        """The first bytes of what is sealed under the secret of today."""
        return self._now.header

    def derive(self, purpose: str) -> bytes:
        """32 bytes for one purpose; another purpose gives bytes that tell nothing of these."""
        return self._now.derive(purpose)

    def derive_all(self, purpose: str) -> tuple[bytes, ...]:
        """As derive(), of each secret; today's first."""
        return tuple(each.derive(purpose) for each in self._all)

    def password(self, purpose: str) -> str:
        return self.derive(purpose).hex()

    def sign(self, purpose: str, message: bytes) -> bytes:
        return self.sign_all(purpose, message)[0]

    def sign_all(self, purpose: str, message: bytes) -> tuple[bytes, ...]:
        """As sign(), with each secret; today's first. What was signed before the secret was replaced is one of them."""
        return tuple(hmac.digest(key, message, hashlib.sha256) for key in self.derive_all(purpose))

    def seal(self, purpose: str, plain: bytes) -> bytes:
        """Encrypted and authenticated: form, id of the secret, nonce, then AES-256-GCM."""
        nonce, header = os.urandom(_NONCE_BYTES), self.header
        return header + nonce + AESGCM(self.derive(purpose)).encrypt(nonce, plain, header + purpose.encode())

    def unseal(self, purpose: str, sealed: bytes) -> bytes:
        """
        Raises:
            ValueError: sealed with a secret that is not here, or for another purpose, or changed since.
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

    async def sign_for_good(self, tx: Tx, purpose: str, message: bytes) -> bytes:
        """HMAC-SHA-256 with a key that outlives the secret: drawn once, and kept sealed in ``kept_key``."""
        sealed = await tx.value(_KEPT, {"purpose": purpose})
        if sealed is None:
            fresh = self.seal(KEPT, secrets.token_bytes(32))
            await tx.execute(_KEEP, {"purpose": purpose, "sealed": fresh})
            # Somebody else's, who was quicker.
            sealed = await tx.value(_KEPT, {"purpose": purpose})
        return hmac.digest(self.unseal(KEPT, bytes(sealed)), message, hashlib.sha256)


#: The purpose under which the keys of ``kept_key`` are sealed.
KEPT = "kept_key"
_KEPT = "select sealed from kept_key where purpose = %(purpose)s"
_KEEP = "insert into kept_key (purpose, sealed) values (%(purpose)s, %(sealed)s) on conflict do nothing"


def secret_of(given: str, data: Path) -> str:
    """The secret from the settings, or the one kept in the data folder, made at the first start."""
    if given:
        return given
    data.mkdir(parents=True, exist_ok=True)
    path = data / "secret"
    if not path.exists():
        # It appears whole or not at all: an empty one, of a full disk or of a start beside this one, would open every seal.
        fresh = data / f"secret.{os.getpid()}"
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
        with contextlib.suppress(FileExistsError):
            os.link(fresh, path)
        fresh.unlink()
    return path.read_text().strip()


def previous_secret_of(given: str, data: Path) -> str:
    """The previous secret from the settings, or the file ``secret.previous`` of the data folder; empty: there is none."""
    path = data / "secret.previous"
    return given or (path.read_text().strip() if path.exists() else "")
