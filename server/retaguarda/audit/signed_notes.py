"""Signed notes and checkpoints in the C2SP formats (signed-note, tlog-checkpoint), which other programs can verify.

A note is lines of text, an empty line, and signatures: ``— <name> <base64 of the key's id and an Ed25519 signature>``.
"""

import base64
import hashlib
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ED25519 = b"\x01"


def encoded(raw_bytes: bytes) -> str:
    return base64.b64encode(raw_bytes).decode()


def key_id(origin: str, public: bytes) -> str:
    """Compute a key's id: four bytes in hexadecimal, from the log's name and the raw public key."""
    return hashlib.sha256(origin.encode() + b"\n" + ED25519 + public).hexdigest()[:8]


def verifier_key(origin: str, public: bytes) -> str:
    """Format a public key: log name, key id and key."""
    return f"{origin}+{key_id(origin, public)}+{encoded(ED25519 + public)}"


def raw(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes_raw()


def sign(origin: str, key: Ed25519PrivateKey, text: str) -> str:
    """Sign ``text``, which ends with a line break."""
    signature = bytes.fromhex(key_id(origin, raw(key))) + key.sign(text.encode())
    return f"{text}\n— {origin} {encoded(signature)}\n"


def is_signed(origin: str, public: bytes, note: str) -> bool:
    """Whether the note is exactly what this key signed for this log."""
    text, separator, line = note.rpartition("\n\n")
    signature_prefix = f"— {origin} "
    if not separator or not line.startswith(signature_prefix):
        return False
    try:
        signature = base64.b64decode(line[len(signature_prefix) : -1], validate=True)
        Ed25519PublicKey.from_public_bytes(public).verify(signature[4:], f"{text}\n".encode())
    except (ValueError, InvalidSignature):
        return False
    rebuilt = f"{text}\n\n{signature_prefix}{encoded(signature)}\n"
    return signature[:4].hex() == key_id(origin, public) and rebuilt == note


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint of the log. ``at`` is a time in UTC, as text."""

    origin: str
    size: int
    root: bytes
    at: str

    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{encoded(self.root)}\ntime {self.at}\n"
