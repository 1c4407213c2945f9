"""Who calls, as far as this process has learned it, and how much they may: refused calls, and calls at all.

Whoever opened a door with what they showed is known by it from then on: a person stays one caller with each new token, and
everybody who shows nothing of ours is the address they call from.
"""

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from uuid import UUID

from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.refusals import CALLERS, Refusals

#: "person" or "key" and their id, or "address" and where it is.
Caller = tuple[str, UUID | str | None]
#: At most so many in so many seconds, by the kind of caller; each pair holds by itself.
Paces = Mapping[str, tuple[tuple[int, int], ...]]
#: The person whose token it is, even of one that is over; None where it is not a token of ours, or a program's key.
Identify = Callable[[str], Awaitable[UUID | None]]

#: Refusals nobody guesses with: the twin is running, too many.
_NOT_COUNTED = frozenset({409, 429})


class Pace:
    """Counts the calls of each caller in spans of their own: the first call begins one.

    In the process: several of them let through as many times as much. It costs less than a microsecond of a call.
    """

    def __init__(self, paces: Paces) -> None:
        self._paces = paces
        self._spans: OrderedDict[Caller, list[list[float]]] = OrderedDict()

    def count(self, caller: Caller) -> None:
        """
        Raises:
            ApiError: 429 with Retry-After: the seconds until the span is over.
        """
        rates = self._paces.get(caller[0])
        if not rates:
            return
        now = time.monotonic()
        spans = self._spans.get(caller)
        if spans is None:
            spans = self._spans[caller] = [[0.0, 0] for _ in rates]
            if len(self._spans) > CALLERS:
                self._spans.popitem(last=False)
        else:
            self._spans.move_to_end(caller)
        for span, (most, seconds) in zip(spans, rates, strict=True):
            if span[0] <= now:
                span[:] = now + seconds, 0
            if span[1] >= most:
                raise ApiError(
                    429,
                    "too_many_calls",
                    f"more than {most} calls in {seconds} seconds; slow down",
                    {"Retry-After": str(int(span[0] - now) + 1)},
                )
        for span in spans:
            span[1] += 1


class Callers:
    """All that call this process."""

    def __init__(self, paces: Paces, identify: Identify | None = None) -> None:
        self.refusals = Refusals()
        self.pace = Pace(paces)
        self.identify = identify
        # By a number of what they show, which may be as long as a header, and a secret.
        self._known: OrderedDict[int, Caller] = OrderedDict()

    def known(self, shown: int) -> Caller | None:
        return self._known.get(shown)

    def learn(self, shown: int, caller: Caller) -> None:
        self._known[shown] = caller
        if len(self._known) > CALLERS:
            self._known.popitem(last=False)


class Meeting:
    """One call, and who it is from."""

    __slots__ = ("_bearer", "_callers", "_shown", "caller")

    def __init__(self, callers: Callers, authorization: str, ip: str | None) -> None:
        self._callers = callers
        self._bearer = authorization.partition(" ")[2].strip()
        self._shown = hash(authorization) if authorization else 0
        self.caller: Caller = (callers.known(self._shown) if authorization else None) or ("address", ip)

    async def check(self) -> None:
        """
        Raises:
            ApiError: 429 when the caller's minute is used up, before anything is done.
        """
        if self.caller[0] == "address":
            if not self._callers.refusals.left(self.caller) and not await self._person():
                self._callers.refusals.check(self.caller)
            return
        self._callers.refusals.check(self.caller)
        self._callers.pace.count(self.caller)

    def introduce(self, caller: Caller) -> None:
        """A door has found out who it is; what was shown tells it from now on.

        Raises:
            ApiError: 429 for somebody who shows another token than before, and has used up their minute.
        """
        if caller == self.caller:
            return
        self.caller = caller
        if self._shown:
            self._callers.learn(self._shown, caller)
        self._callers.refusals.check(caller)
        self._callers.pace.count(caller)

    async def count(self, status: int) -> None:
        """Counts a refusal. A person whose session is over signs in again, and guesses nothing with that; whoever shows what was
        never ours does."""
        if not 400 <= status < 500 or status in _NOT_COUNTED:
            return
        if self.caller[0] == "address":
            person = await self._person()
            if status == 401 and (person or not self._bearer):
                return
        elif status == 401:
            return
        self._callers.refusals.count(self.caller)

    async def _person(self) -> bool:
        """Whether what an unknown caller shows is a token that we signed; they are that person then."""
        if not self._bearer or self._callers.identify is None:
            return False
        number = await self._callers.identify(self._bearer)
        if number is None:
            return False
        self.caller = ("person", number)
        self._callers.learn(self._shown, self.caller)
        return True


_meeting: ContextVar[Meeting | None] = ContextVar("meeting", default=None)


def meet(meeting: Meeting) -> None:
    _meeting.set(meeting)


def introduce(kind: str, number: UUID) -> None:
    """Told by the door that a call has opened. Nothing where the call did not come over the API.

    Raises:
        ApiError: 429.
    """
    current = _meeting.get()
    if current is not None:
        current.introduce((kind, number))
