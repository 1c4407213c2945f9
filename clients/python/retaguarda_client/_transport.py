"""Carries calls to a Retaguarda: once and only once, however often an answer is lost."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import quote
from uuid import uuid4

import httpx

from retaguarda_client.errors import Unanswered, error_of

Row = TypeVar("Row")
#: An answer after which the same call is sent again, with the same key.
_AGAIN = (429, 502, 503, 504)
#: The longest that one try waits for the next, in seconds; what `Retry-After` asks beyond it is left to the caller.
_LONGEST_WAIT = 30.0


@dataclass(frozen=True)
class Page(Generic[Row]):
    """``total``: rows of the whole list. ``next_cursor``: None on its last page."""

    rows: list[Row]
    total: int | None
    next_cursor: str | None


class Transport:
    """``retries``: how often a call is sent again after a lost connection, 429 and 503."""

    def __init__(self, http: httpx.Client, retries: int) -> None:
        self._http = http
        self._retries = retries

    def call(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        query: Mapping[str, Any] | None = None,
        key: str | None = None,
    ) -> Any:
        return self._sent(method, path, body, query, key).json()

    def picture(self, method: str, path: str) -> bytes:
        return self._sent(method, path, None, None, None).content

    def page(self, path: str, query: Mapping[str, Any]) -> Page[Any]:
        answer = self._sent("GET", path, None, query, None)
        total = answer.headers.get("X-Total")
        return Page(answer.json(), int(total) if total else None, answer.headers.get("X-Next-Cursor"))

    def every(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        cursor: str | None = None
        while True:
            page = self.page(path, {"per_page": 200, **query} | ({"cursor": cursor} if cursor else {}))
            yield from page.rows
            cursor = page.next_cursor
            if not cursor:
                return

    def _sent(
        self, method: str, path: str, body: Any, query: Mapping[str, Any] | None, key: str | None
    ) -> httpx.Response:
        headers = {} if method == "GET" else {"Idempotency-Key": key or str(uuid4())}
        params = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        tries = 0
        while True:
            last = tries >= self._retries
            try:
                answer = self._http.request(method, path, json=body, params=params, headers=headers)
            except httpx.TransportError as lost:
                if last:
                    raise Unanswered(str(lost) or type(lost).__name__, headers.get("Idempotency-Key")) from lost
                wait = _pause(tries)
            else:
                if answer.is_success:
                    return answer
                wait = _asked_wait(answer, tries)
                if last or not _worth_it(answer) or wait > _LONGEST_WAIT:
                    raise error_of(answer, headers.get("Idempotency-Key"))
            time.sleep(wait)
            tries += 1


def one(id: str) -> str:
    """One thing's place in a path, whatever stands in it."""
    if not id.strip("."):
        raise ValueError("an id is empty")
    return quote(id, safe="")


def _pause(tries: int) -> float:
    """Seconds: half a second, doubled at each try, and not the same for everybody."""
    return min(_LONGEST_WAIT, 0.5 * 2**tries) * random.uniform(0.5, 1)  # noqa: S311


def _worth_it(answer: httpx.Response) -> bool:
    """Whether another try may end otherwise: also while the try before, whose answer was lost, still runs."""
    return answer.status_code in _AGAIN or (answer.status_code == 409 and b"idempotency_in_flight" in answer.content)


def _asked_wait(answer: httpx.Response, tries: int) -> float:
    asked = answer.headers.get("Retry-After", "")
    return float(asked) if asked.isdigit() else _pause(tries)


def _text(value: str | bool | float | Sequence[str]) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else ",".join(value) if isinstance(value, Sequence) else str(value)
