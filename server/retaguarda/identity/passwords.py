"""Hashes passwords with argon2id (OWASP: 19 MiB, two passes, one lane)."""

import asyncio
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)

#: Verified for an unknown e-mail, so that it takes the same time as a wrong password.
_DUMMY_HASH = _hasher.hash("nobody has this password")


def hash_password(password: str) -> str:
    return _hasher.hash(password)


async def new_hash(password: str) -> str:
    """Hashes in a thread: it takes tens of milliseconds and releases the interpreter lock."""
    return await asyncio.to_thread(_hasher.hash, password)


async def placeholder_hash() -> str:
    """A hash for people without a password yet: of a random one, so that a try takes the usual time."""
    if not _placeholder:
        _placeholder.append(await new_hash(secrets.token_urlsafe(32)))
    return _placeholder[0]


_placeholder: list[str] = []


async def verify_password(hashed: str | None, password: str) -> bool:
    return await asyncio.to_thread(_verify, hashed, password)


def is_outdated(hashed: str) -> bool:
    """Returns whether the hash was made with other parameters than today's."""
    return _hasher.check_needs_rehash(hashed)


def _verify(hashed: str | None, password: str) -> bool:
    try:
        return _hasher.verify(hashed or _DUMMY_HASH, password) and hashed is not None
    except (VerifyMismatchError, InvalidHashError):
        return False
