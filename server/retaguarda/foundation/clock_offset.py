"""How far the clock of this machine is from the database's.

Tokens, second factors, leases and signatures of webhooks are written by one machine and judged by another: a machine whose clock is off
would refuse good codes and accept what is over.
"""

import time
from datetime import UTC, datetime

from retaguarda.foundation.database import Tx

#: Seconds that a clock may be off: the step of a second factor, the shortest time that anything is judged by.
TOLERANCE = 30.0


#: Seconds, of this process, as of the last look; none where they are nothing to speak of.
_known = 0.0


async def clock_offset(tx: Tx) -> float:
    """Return the seconds by which this machine is ahead of the database; below zero it is behind. A slow answer is no offset."""
    global _known  # noqa: PLW0603  (a machine has one clock)
    asked = time.time()
    theirs: float = await tx.value("select extract(epoch from clock_timestamp())::float8")
    answered = time.time()
    offset = max(asked - theirs, 0.0) if theirs < answered else answered - theirs
    _known = offset if is_off(offset) else 0.0
    return offset


def database_moment(after: float) -> datetime:
    """So many seconds from now by the database's clock, as far as this process knows it."""
    return datetime.fromtimestamp(time.time() + after - _known, UTC)


def is_off(offset: float) -> bool:
    return abs(offset) > TOLERANCE
