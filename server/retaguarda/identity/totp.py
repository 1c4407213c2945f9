"""Time-based one-time passwords (RFC 6238): six digits, 30 seconds, each code once."""

import base64
import hmac
import time

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

STEP_SECONDS = 30
DIGITS = 6
#: One step before and after the present one, for clocks that are a little off.
WINDOW = 1


def code_at(secret: str, step: int) -> str:
    """The code of a time step. ``secret`` is base32; authenticator apps know SHA-1 only."""
    # Secrets of other systems may be shorter than RFC 4226 asks for; ours are made longer.
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    return TOTP(key, DIGITS, SHA1(), STEP_SECONDS, enforce_key_length=False).generate(step * STEP_SECONDS).decode()  # noqa: S303


def accepted_step(secret: str, digits: str, last_step: int, now: float | None = None) -> int | None:
    """The time step this code belongs to, or None when it is wrong, too old, or was used before.

    The caller stores the step and refuses it from then on.
    """
    present = int((time.time() if now is None else now) // STEP_SECONDS)
    for step in range(present - WINDOW, present + WINDOW + 1):
        if step > last_step and hmac.compare_digest(code_at(secret, step).encode(), digits.encode()):
            return step
    return None
