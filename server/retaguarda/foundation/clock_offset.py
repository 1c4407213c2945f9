"""How far the clock of this machine is from the database's.

Tokens, second factors, leases and signatures of webhooks are written by one machine and judged by another: a machine whose clock is off
would refuse good codes and accept what is over.
"""

import time

from retaguarda.foundation.database import Tx

#: Seconds that a clock may be off: the step of a second factor, the shortest time that anything is judged by.
TOLERANCE = 30.0


async def clock_offset(tx: Tx) -> float:
    """Return the seconds by which this machine is ahead of the database; below zero it is behind. A slow answer is no offset."""
    asked = time.time()
    theirs: float = await tx.value("select extract(epoch from clock_timestamp())::float8")
    answered = time.time()
    return max(asked - theirs, 0.0) if theirs < answered else answered - theirs


def is_off(offset: float) -> bool:
    return abs(offset) > TOLERANCE
