"""The secret of an API key: ``rtg_<key id>_<secret>``, 256 bits, stored as a hash."""

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission

MARK = "rtg_"
_SHAPE = re.compile(r"rtg_([0-9a-f]{32})_([A-Za-z0-9_-]{43})")


@dataclass(frozen=True, slots=True)
class NewSecret:
    """A new secret. ``prefix`` is the part that may be shown."""

    key: UUID
    text: str
    prefix: str
    hash: bytes

    @classmethod
    def of(cls, key: UUID) -> "NewSecret":
        secret = secrets.token_urlsafe(32)
        return cls(key, f"{MARK}{key.hex}_{secret}", f"{MARK}{key.hex}_{secret[:4]}", _hash(secret))

    @property
    def carried(self) -> dict[str, str]:
        """What a deferred Command needs to create the key later; not the secret."""
        return {"key": str(self.key), "prefix": self.prefix, "hash": self.hash.hex()}

    @classmethod
    def of_carried(cls, carried: Mapping[str, str]) -> "NewSecret":
        return cls(UUID(carried["key"]), "", carried["prefix"], bytes.fromhex(carried["hash"]))


def parsed(bearer: str) -> tuple[UUID, bytes] | None:
    """Returns the key's id and the hash of its secret; None for text that is not an API key."""
    match = _SHAPE.fullmatch(bearer)
    return (UUID(match[1]), _hash(match[2])) if match else None


def refuse_program(address_ok: bool, permission: Permission | None) -> None:
    """Refuses an API key from a foreign address, and on routes without a permission: those are about the person.

    Raises:
        ApiError: 403 ``address_not_allowed`` or ``people_only``.
    """
    if not address_ok:
        raise ApiError(403, "address_not_allowed", "this key may not be used from this address")
    if permission is None:
        raise ApiError(403, "people_only", "this call is for people; a key has no account of its own")


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
