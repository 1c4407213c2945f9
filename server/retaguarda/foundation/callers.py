"""Identifies the caller of each request and limits its refused requests and its request rate.

Once a request has authenticated, this process remembers its credential as that person or key, so a person stays one caller with
each new token. A request without a credential of ours counts for its IP address.
"""

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from uuid import UUID

from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.refusals import CALLERS, Refusals

#: ("person" or "key", id), or ("address", IP address).
Caller = tuple[str, UUID | str | None]
#: Kind of caller → pairs of (most requests, seconds); each pair is a limit of its own.
RateLimits = Mapping[str, tuple[tuple[int, int], ...]]
#: Returns the person to whom we issued a token, expired ones included; None for other text and for API keys.
Identify = Callable[[str], Awaitable[UUID | None]]

#: Statuses nobody learns anything by guessing from: the same key is in flight, another installation has the company, too many requests.
_NOT_COUNTED = frozenset({409, 421, 429})


class RateLimiter:
    """Limits the requests of each caller in windows that begin with its first request.

    The counts live in this process: with several processes the limit multiplies. A check costs less than a microsecond.
    """

    def __init__(self, limits: RateLimits) -> None:
        self._limits = limits
        self._spans: OrderedDict[Caller, list[list[float]]] = OrderedDict()

    def count(self, caller: Caller) -> None:
        """Counts one request.

        Raises:
            ApiError: 429 with Retry-After: the seconds until the window ends.
        """
        rates = self._limits.get(caller[0])
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
    """All callers of this process: their refusals, their rates and the credentials already recognized."""

    def __init__(self, limits: RateLimits, identify: Identify | None = None) -> None:
        self.refusals = Refusals()
        self.rate_limiter = RateLimiter(limits)
        self.identify = identify
        # Keyed by hash: a credential can be as long as a header, and is a secret.
        self._by_credential: OrderedDict[int, Caller] = OrderedDict()

    def lookup(self, credential_hash: int) -> Caller | None:
        return self._by_credential.get(credential_hash)

    def remember(self, credential_hash: int, caller: Caller) -> None:
        self._by_credential[credential_hash] = caller
        if len(self._by_credential) > CALLERS:
            self._by_credential.popitem(last=False)


class RequestCaller:
    """The caller of one request."""

    __slots__ = ("_bearer", "_callers", "_credential_hash", "caller")

    def __init__(self, callers: Callers, authorization: str, ip: str | None) -> None:
        self._callers = callers
        self._bearer = authorization.partition(" ")[2].strip()
        self._credential_hash = hash(authorization) if authorization else 0
        self.caller: Caller = (callers.lookup(self._credential_hash) if authorization else None) or ("address", ip)

    async def check(self) -> None:
        """Refuses a caller that used up its minute, before any work.

        Raises:
            ApiError: 429.
        """
        if self.caller[0] == "address":
            if not self._callers.refusals.left(self.caller) and not await self._recognize_person():
                self._callers.refusals.check(self.caller)
            return
        self._callers.refusals.check(self.caller)
        self._callers.rate_limiter.count(self.caller)

    def identified_as(self, caller: Caller) -> None:
        """Records who the request authenticated as, and remembers the credential.

        Raises:
            ApiError: 429 for a caller who came with a new token and has used up their minute.
        """
        if caller == self.caller:
            return
        self.caller = caller
        if self._credential_hash:
            self._callers.remember(self._credential_hash, caller)
        self._callers.refusals.check(caller)
        self._callers.rate_limiter.count(caller)

    async def count(self, status: int) -> None:
        """Counts a refused response.

        A person with an expired session does not count, because they only sign in again; a token that was never ours does.
        """
        if not 400 <= status < 500 or status in _NOT_COUNTED:
            return
        if self.caller[0] == "address":
            person = await self._recognize_person()
            if status == 401 and (person or not self._bearer):
                return
        elif status == 401:
            return
        self._callers.refusals.count(self.caller)

    async def _recognize_person(self) -> bool:
        """Recognizes a token that we signed, and makes that person the caller."""
        if not self._bearer or self._callers.identify is None:
            return False
        person = await self._callers.identify(self._bearer)
        if person is None:
            return False
        self.caller = ("person", person)
        self._callers.remember(self._credential_hash, self.caller)
        return True


_request_caller: ContextVar[RequestCaller | None] = ContextVar("meeting", default=None)


def bind_request_caller(request_caller: RequestCaller) -> None:
    _request_caller.set(request_caller)


def identify_caller(kind: str, caller_id: UUID) -> None:
    """Access calls this once it has authenticated a request; outside an API request it does nothing.

    Raises:
        ApiError: 429.
    """
    current = _request_caller.get()
    if current is not None:
        current.identified_as((kind, caller_id))
