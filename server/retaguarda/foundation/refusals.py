"""How many refused calls a caller may make in a minute.

Kept in the process: it slows down who guesses, it protects no secret; sign-in has limits of its own in Postgres.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Hashable

from retaguarda.foundation.errors import ApiError

#: Specification 9: the rate-limit header carries 100.
LIMIT = 100
WINDOW_SECONDS = 60
#: Callers remembered at once; the one heard of least lately is forgotten first.
CALLERS = 10_000


class Refusals:
    def __init__(self) -> None:
        self._callers: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def check(self, caller: Hashable) -> None:
        """
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
        """Refused calls the caller still has in this minute."""
        times = self._callers.get(caller)
        if times is None:
            return LIMIT
        while times and times[0] <= time.monotonic() - WINDOW_SECONDS:
            times.popleft()
        if not times:
            del self._callers[caller]
        return max(0, LIMIT - len(times))
