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
#: One step before and after the present one, for clocks that are a little off.
WINDOW = 1
#: A code of a step this far away is no guess: the clock of the device is wrong.
CLOCK_OFF = 10


def new_secret() -> str:
    """160 bits, as RFC 4226 advises; 32 characters of base32."""
    return base64.b32encode(secrets.token_bytes(20)).decode()


def setup_uri(secret: str, email: str, issuer: str) -> str:
    """What authenticator apps read from the QR code."""
    options = {"secret": secret, "issuer": issuer, "algorithm": "SHA1", "digits": DIGITS, "period": STEP_SECONDS}
    return f"otpauth://totp/{quote(f'{issuer}:{email}', safe=':')}?{urlencode(options)}"


def code_at(secret: str, step: int) -> str:
    """The code of a time step. ``secret`` is base32; authenticator apps know SHA-1 only."""
    # Secrets of other systems may be shorter than RFC 4226 asks for; ours are made longer.
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    return TOTP(key, DIGITS, SHA1(), STEP_SECONDS, enforce_key_length=False).generate(step * STEP_SECONDS).decode()  # noqa: S303


def accepted_step(secret: str, digits: str, last_step: int, now: float | None = None) -> int | None:
    """The time step this code belongs to, or None when it is wrong, too old, or was used before.

    The caller stores the step and refuses it, and every older one, from then on.
    """
    present = _present(now)
    for step in range(present - WINDOW, present + WINDOW + 1):
        if step > last_step and _is(secret, step, digits):
            return step
    return None


def clock_is_off(secret: str, digits: str, now: float | None = None) -> bool:
    """Of a code that was not accepted: it would have been right some minutes ago, or will be."""
    present = _present(now)
    steps = range(present - CLOCK_OFF, present + CLOCK_OFF + 1)
    return any(_is(secret, step, digits) for step in steps if abs(step - present) > WINDOW)


def _present(now: float | None) -> int:
    return int((time.time() if now is None else now) // STEP_SECONDS)


def _is(secret: str, step: int, digits: str) -> bool:
    return hmac.compare_digest(code_at(secret, step).encode(), digits.encode())
