"""Makes identifiers."""

import os
import time
from uuid import UUID


def uuid7() -> UUID:
    """Returns a UUID version 7 (RFC 9562): 48 bits of Unix milliseconds, then random bits, so that new rows lie together."""
    value = (time.time_ns() // 1_000_000) << 80 | int.from_bytes(os.urandom(10))
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return UUID(int=value)
