"""The signature of what we send: ``t=<Unix seconds>,v1=<HMAC-SHA-256 of "t.body", hex>``.

While a secret is rotated there are two v1, one with each. Whoever receives takes any of them, and refuses an old t.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from retaguarda.foundation.keys import Keys

HEADER = "Retaguarda-Signature"
_PURPOSE = "hooks"


@dataclass(frozen=True, slots=True)
class NewSecret:
    """``sealed`` is what is kept: it must be read again to sign with it, so a hash would not do."""

    text: str
    sealed: bytes

    @classmethod
    def of(cls, keys: Keys) -> "NewSecret":
        text = f"whsec_{secrets.token_urlsafe(32)}"
        return cls(text, keys.seal(_PURPOSE, text.encode()))


def unsealed(keys: Keys, sealed: bytes) -> bytes:
    return keys.unseal(_PURPOSE, sealed)


def signature(secrets_: Sequence[bytes], body: bytes, at: int) -> str:
    """
    Args:
        secrets_: the texts, ``whsec_`` included; the newest first.
        at: Unix seconds.
    """
    signed = b"%d." % at + body
    return ",".join([f"t={at}", *(f"v1={hmac.digest(each, signed, hashlib.sha256).hex()}" for each in secrets_)])
