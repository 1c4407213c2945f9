"""Signs our webhooks: ``t=<Unix seconds>,v1=<HMAC-SHA-256 of "t.body", hex>``.

During a rotation there are two v1, one for each secret. The receiver accepts either and refuses an old t.
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
    """A webhook secret. ``sealed`` is what we store: signing needs the text again, so a hash would not do."""

    text: str
    sealed: bytes

    @classmethod
    def of(cls, keys: Keys) -> "NewSecret":
        text = f"whsec_{secrets.token_urlsafe(32)}"
        return cls(text, keys.seal(_PURPOSE, text.encode()))


def unsealed(keys: Keys, sealed: bytes) -> bytes:
    return keys.unseal(_PURPOSE, sealed)


def signature(secrets_: Sequence[bytes], body: bytes, at: int) -> str:
    """Returns the value of the signature header.

    Args:
        secrets_: the texts, ``whsec_`` included; the newest first.
        at: Unix seconds.
    """
    payload = b"%d." % at + body
    return ",".join([f"t={at}", *(f"v1={hmac.digest(each, payload, hashlib.sha256).hex()}" for each in secrets_)])
