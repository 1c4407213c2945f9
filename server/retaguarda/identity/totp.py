"""Time-based one-time passwords (RFC 6238): six digits, 30 seconds, each code once."""

import base64
import hmac
import secrets
import time
from urllib.parse import quote, urlencode

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

STEP_SECONDS = 30
DIGITS = 6
#: Accepted steps before and after the current one, for clocks that are slightly off.
WINDOW = 1
#: A valid code this many steps away is no guess: the device's clock is wrong.
CLOCK_OFF = 10


def new_secret() -> str:
    """160 bits, as RFC 4226 advises; 32 characters of base32."""
    return base64.b32encode(secrets.token_bytes(20)).decode()


def setup_uri(secret: str, email: str, issuer: str) -> str:
    """Returns the URI that authenticator apps read from the QR code."""
    options = {"secret": secret, "issuer": issuer, "algorithm": "SHA1", "digits": DIGITS, "period": STEP_SECONDS}
    return f"otpauth://totp/{quote(f'{issuer}:{email}', safe=':')}?{urlencode(options)}"


def code_at(secret: str, step: int) -> str:
    """Returns the code of a time step. ``secret`` is base32; authenticator apps support SHA-1 only."""
    # Secrets imported from other systems may be shorter than RFC 4226 requires; ours are longer.
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    return TOTP(key, DIGITS, SHA1(), STEP_SECONDS, enforce_key_length=False).generate(step * STEP_SECONDS).decode()  # noqa: S303


def accepted_step(secret: str, digits: str, last_step: int, now: float | None = None) -> int | None:
    """Returns the time step of this code; None when it is wrong, too old, or used.

    The caller stores the step and refuses it and all older ones from then on.
    """
    current = _current_step(now)
    for step in range(current - WINDOW, current + WINDOW + 1):
        if step > last_step and _matches(secret, step, digits):
            return step
    return None


def clock_is_off(secret: str, digits: str, now: float | None = None) -> bool:
    """Returns whether a refused code would be valid some minutes earlier or later."""
    current = _current_step(now)
    steps = range(current - CLOCK_OFF, current + CLOCK_OFF + 1)
    return any(_matches(secret, step, digits) for step in steps if abs(step - current) > WINDOW)


def _current_step(now: float | None) -> int:
    return int((time.time() if now is None else now) // STEP_SECONDS)


def _matches(secret: str, step: int, digits: str) -> bool:
    return hmac.compare_digest(code_at(secret, step).encode(), digits.encode())
