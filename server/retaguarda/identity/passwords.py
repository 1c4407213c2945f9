"""Passwords, hashed with argon2id (OWASP: 19 MiB, two passes, one lane)."""

import asyncio
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)

#: Verified when nobody has the e-mail, so that an unknown person costs the same work as a wrong password.
_NOBODY = _hasher.hash("nobody has this password")


def hash_password(password: str) -> str:
    return _hasher.hash(password)


async def new_hash(password: str) -> str:
    """Runs in a thread: the hash takes tens of milliseconds, and lets go of the interpreter."""
    return await asyncio.to_thread(_hasher.hash, password)


async def hash_of_nothing() -> str:
    """For whoever has chosen no password yet: of one that nobody knows, so that trying it costs what any costs."""
    if not _nothing:
        _nothing.append(await new_hash(secrets.token_urlsafe(32)))
    return _nothing[0]


_nothing: list[str] = []


async def verify_password(hashed: str | None, password: str) -> bool:
    return await asyncio.to_thread(_verify, hashed, password)


def is_outdated(hashed: str) -> bool:
    """The hash was made with other parameters than today's."""
    return _hasher.check_needs_rehash(hashed)


def _verify(hashed: str | None, password: str) -> bool:
    try:
        return _hasher.verify(hashed or _NOBODY, password) and hashed is not None
    except (VerifyMismatchError, InvalidHashError):
        return False
