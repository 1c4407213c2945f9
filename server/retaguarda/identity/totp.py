"""Time-based one-time passwords (RFC 6238): six digits, 30 seconds, each code once."""

import hmac
import time

import pyotp

STEP_SECONDS = 30
#: One step before and after the present one, for clocks that are a little off.
WINDOW = 1


def accepted_step(secret: str, digits: str, last_step: int, now: float | None = None) -> int | None:
    """The time step this code belongs to, or None when it is wrong, too old, or was used before.

    The caller stores the step and refuses it from then on.
    """
    code = pyotp.TOTP(secret)
    present = int((time.time() if now is None else now) // STEP_SECONDS)
    for step in range(present - WINDOW, present + WINDOW + 1):
        if step > last_step and hmac.compare_digest(code.at(step * STEP_SECONDS).encode(), digits.encode()):
            return step
    return None
