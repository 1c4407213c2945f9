"""Keys of the server, all derived from one secret (HKDF, one purpose each)."""

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


class Keys:
    """Derives, seals and signs. ``secret`` has at least 32 characters."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def derive(self, purpose: str) -> bytes:
        """32 bytes for one purpose; another purpose gives bytes that tell nothing of these."""
        return HKDF(SHA256(), 32, b"retaguarda", purpose.encode()).derive(self._secret)

    def password(self, purpose: str) -> str:
        return self.derive(purpose).hex()

    def sign(self, purpose: str, message: bytes) -> bytes:
        return hmac.digest(self.derive(purpose), message, hashlib.sha256)

    def seal(self, purpose: str, plain: bytes) -> bytes:
        """Encrypted and authenticated (AES-256-GCM, 12 bytes of nonce in front)."""
        nonce = os.urandom(12)
        return nonce + AESGCM(self.derive(purpose)).encrypt(nonce, plain, purpose.encode())

    def unseal(self, purpose: str, sealed: bytes) -> bytes:
        """
        Raises:
            ValueError: sealed with another secret, or for another purpose, or changed since.
        """
        try:
            return AESGCM(self.derive(purpose)).decrypt(sealed[:12], sealed[12:], purpose.encode())
        except InvalidTag:
            raise ValueError(f"a sealed value ({purpose}) does not open: was RETAGUARDA_SECRET changed?") from None


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
