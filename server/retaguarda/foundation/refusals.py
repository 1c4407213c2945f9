"""Limits the refused requests of a caller per minute.

The counts live in the process: they slow down guessing and protect no secret. Sign-in has limits of its own in Postgres.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Hashable

from retaguarda.foundation.errors import ApiError

#: Specification 9: the rate-limit header carries 100.
LIMIT = 100
WINDOW_SECONDS = 60
#: Callers in memory at once; the least recently seen one is dropped first.
CALLERS = 10_000


class Refusals:
    def __init__(self) -> None:
        self._callers: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def check(self, caller: Hashable) -> None:
        """Refuses a caller without refusals left.

        Raises:
            ApiError: 429 with Retry-After when the caller's minute is used up.
        """
        if self.left(caller) == 0:
            wait = int(self._callers[caller][0] + WINDOW_SECONDS - time.monotonic()) + 1
            raise ApiError(
                429, "too_many_tries", f"more than {LIMIT} refused calls in a minute", {"Retry-After": str(wait)}
            )

    def count(self, caller: Hashable) -> None:
        self._callers.setdefault(caller, deque()).append(time.monotonic())
        self._callers.move_to_end(caller)
        if len(self._callers) > CALLERS:
            self._callers.popitem(last=False)

    def left(self, caller: Hashable) -> int:
        """Returns how many refused requests the caller still has in this minute."""
        times = self._callers.get(caller)
        if times is None:
            return LIMIT
        while times and times[0] <= time.monotonic() - WINDOW_SECONDS:
            times.popleft()
        if not times:
            del self._callers[caller]
        return max(0, LIMIT - len(times))
