"""One route as a bare ASGI application: the call is read, handed on and answered; every error becomes an answer."""

import asyncio
import ipaddress
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast
from urllib.parse import parse_qsl

import psycopg
from litestar.types import HTTPScope, Receive, Scope, Send
from psycopg.errors import UntranslatableCharacter
from psycopg_pool import PoolTimeout, TooManyRequests

from retaguarda.foundation.callers import Callers, Meeting, meet
from retaguarda.foundation.database import Unconfirmed
from retaguarda.foundation.errors import ApiError, ErrorBody, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.refusals import LIMIT
from retaguarda.foundation.request import Request, Response, Route, json_response

log = logging.getLogger("retaguarda.http")

MOST_PARAMETERS = 200
#: A longer body is read only of somebody whose token, the text that is shown, is ours by its look: it raises 401 otherwise.
READ_OF_ANYBODY = 16_384
#: Seconds that a body may stand still, and that it may take: so many, and one more for each so many bytes it may have.
BODY_STILL, BODY_WHOLE, BODY_BYTES_A_SECOND = 10.0, 30.0, 100_000
#: What is wrong with a call is told only to those who may make it.
_TOLD_TO_CALLERS = (400, 404, 408, 413, 415)
#: Looks at the token alone: it raises 401.
Admit = Callable[[str], Awaitable[object]]
#: Opens the door for a call and closes it: it raises 401, and 403 without the permission.
Known = Callable[[Request, Permission | None], Awaitable[object]]


class Endpoint:
    """What the framework would make of a request and of an answer costs more than most calls themselves."""

    def __init__(
        self,
        route: Route,
        trusted_proxies: int,
        callers: Callers,
        admit: Admit | None = None,
        known: Known | None = None,
    ) -> None:
        """``admit`` guards what is long to read, ``known`` what a refusal tells."""
        self._route = route
        self._known = None if route.public else known
        self._closed = frozenset(p.name for p in route.parameters if p.where == "query" and closed(p.schema))
        self._trusted_proxies = trusted_proxies
        self._callers = callers
        self._admit = None if route.public or route.method == "GET" else admit
        # A page that takes nothing tells everybody the same: nobody guesses there. Whoever shares an address with somebody
        # who guesses still loads the web, and a balancer that finds it well goes on asking.
        self._may_be_guessed_at = not (route.public and route.method == "GET" and "{" not in route.path)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send_answer(await self._answer(cast(HTTPScope, scope), receive), send)

    async def _answer(self, scope: HTTPScope, receive: Receive) -> Response:
        request_id = scope["state"]["request_id"]
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        ip = _client_ip(scope, headers, self._trusted_proxies)
        meeting = Meeting(self._callers, "" if self._route.public else headers.get("authorization", ""), ip)
        meet(meeting)
        request = _call(scope, headers, ip, request_id)
        try:
            if self._may_be_guessed_at:
                await meeting.check()
            try:
                answered = await self._done(request, scope["query_string"], receive)
            except ApiError as error:
                if self._known is not None and error.status in _TOLD_TO_CALLERS:
                    await self._known(request, self._route.permission)
                raise
        except ApiError as error:
            answered = refusal(error, request_id)
        except Unconfirmed:
            log.exception("committed without a standby")
            unknown = ApiError(
                503,
                "temporarily_unavailable",
                "it is not known yet whether this was kept; ask again with the same Idempotency-Key",
                {"Retry-After": "2"},
            )
            answered = refusal(unknown, request_id)
        except (psycopg.OperationalError, PoolTimeout, TooManyRequests):
            log.exception("database unavailable")
            unavailable = ApiError(
                503,
                "temporarily_unavailable",
                "the database does not answer; nothing was changed that you were told of; try again",
                {"Retry-After": "2"},
            )
            answered = refusal(unavailable, request_id)
        except Exception as error:
            if _holds_zero(error):
                refused = ApiError(400, "field_invalid", "a text of this call holds a zero character")
            else:
                log.exception("unexpected error")
                refused = ApiError(500, "unexpected_error", "something went wrong on our side")
            answered = refusal(refused, request_id)
        if answered.status >= 400:
            await meeting.count(answered.status)
        if "X-Total" in answered.headers:
            limits = {
                "X-RateLimit-Limit": str(LIMIT),
                "X-RateLimit-Remaining": str(self._callers.refusals.left(meeting.caller)),
            }
            answered = replace(answered, headers={**answered.headers, **limits})
        return answered

    async def _done(self, request: Request, query: bytes, receive: Receive) -> Response:
        if query:
            request.query = _query(query)
            self._refuse_empty(request)
        if request.method != "GET":
            if self._admit is not None and _may_be_long(request.headers):
                await self._admit(request.bearer)
            request.body = await _body(receive, request.headers, self._route.largest_body)
            if self._route.body is not None:
                _refuse_body(request, self._route.body_needed)
        return await self._route.handler(request)

    def _refuse_empty(self, request: Request) -> None:
        """Nothing between ``sort=`` and the next ``&`` is no order: it is refused, not taken for one that was left away."""
        for name, value in request.query:
            if not value and name in self._closed:
                raise invalid_field(name, "field_invalid", f"{name} is empty; leave it away or give it a value")


def closed(schema: Mapping[str, Any]) -> bool:
    """Whether a parameter is something other than free text, so that no text at all is none of its values."""
    return schema.get("type") == "integer" or not schema.keys().isdisjoint(("enum", "format", "pattern"))


def _refuse_body(request: Request, needed: bool) -> None:
    """
    Raises:
        ApiError: 415 for what is not said to be JSON; 400 without a body that is needed, for no JSON, and where a name
            stands twice, of which two readers may each believe another one.
    """
    if not request.body:
        # What a POST lacks is named when it is read.
        if needed and request.method in ("PATCH", "PUT"):
            raise invalid_field("body", "field_required", "a change needs a body")
        return
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise ApiError(415, "content_type_invalid", "a body needs the header Content-Type: application/json")
    try:
        # Of numbers only that they are some: the longest would take the longest time.
        json.loads(request.body, object_pairs_hook=_once, parse_int=len, parse_float=len)
    except (ValueError, RecursionError):
        raise ApiError(400, "invalid_json", "the body is not valid JSON in UTF-8") from None


def _once(pairs: list[tuple[str, Any]]) -> None:
    names = set[str]()
    for name, _ in pairs:
        if name in names:
            raise invalid_field(name[:100], "field_repeated", f"{name[:100]} stands twice in one object of the body")
        names.add(name)


def _holds_zero(error: Exception) -> bool:
    """A path or a text of the body held what no text of Postgres can; most calls say which field it was, before it comes to that."""
    return isinstance(error, UntranslatableCharacter) or (isinstance(error, psycopg.DataError) and "NUL" in str(error))


def _call(scope: HTTPScope, headers: dict[str, str], ip: str | None, request_id: str) -> Request:
    """The call without its query and body."""
    params: Mapping[str, Any] = scope["path_params"]
    return Request(
        method=scope["method"],
        path=scope["path"],
        path_params={name: str(value) for name, value in params.items()},
        query=[],
        headers=headers,
        body=b"",
        request_id=request_id,
        ip=ip,
        user_agent=headers.get("user-agent", "")[:400] or None,
    )


def _query(text: bytes) -> list[tuple[str, str]]:
    try:
        return parse_qsl(text.decode("latin-1"), keep_blank_values=True, max_num_fields=MOST_PARAMETERS)
    except ValueError:
        raise ApiError(400, "too_many", f"a query has at most {MOST_PARAMETERS} parameters") from None


def _may_be_long(headers: Mapping[str, str]) -> bool:
    told = headers.get("content-length", "")
    return int(told) > READ_OF_ANYBODY if told.isascii() and told.isdigit() else "transfer-encoding" in headers


async def _body(receive: Receive, headers: Mapping[str, str], most: int) -> bytes:
    """
    Raises:
        ApiError: 413, before anything is read where the caller says how much it is; 408 where it does not end.
    """
    told = headers.get("content-length", "")
    if told.isdigit() and int(told) > most:
        raise _too_large(most)
    whole = bytearray()
    clock = asyncio.get_running_loop()
    until = clock.time() + BODY_WHOLE + most / BODY_BYTES_A_SECOND
    while True:
        try:
            async with asyncio.timeout_at(min(until, clock.time() + BODY_STILL)):
                message: Any = await receive()
        except TimeoutError:
            raise ApiError(408, "body_unfinished", "the body did not end in time", {"Connection": "close"}) from None
        if message["type"] == "http.disconnect":
            raise ApiError(400, "bad_request", "the request ended before its body did")
        whole += message.get("body", b"")
        if len(whole) > most:
            raise _too_large(most)
        if not message.get("more_body"):
            return bytes(whole)


def _too_large(most: int) -> ApiError:
    return ApiError(413, "body_too_large", f"a body has at most {most} bytes")


def _client_ip(scope: HTTPScope, headers: dict[str, str], trusted: int) -> str | None:
    """The address that the outermost trusted proxy saw; without one, the socket's."""
    client = scope["client"]
    seen = client[0] if client else ""
    hops = [hop.strip() for hop in headers.get("x-forwarded-for", "").split(",") if hop.strip()]
    if trusted and len(hops) >= trusted:
        seen = hops[-trusted]
    return _address(seen)


@lru_cache(4_096)
def _address(seen: str) -> str | None:
    try:
        return str(ipaddress.ip_address(seen))
    except ValueError:
        return None


def refusal(error: ApiError, request_id: str) -> Response:
    body = ErrorBody(statusCode=error.status, message=error.message, error=error.error, request_id=request_id)
    return json_response(body, error.status, error.headers)


async def send_answer(answered: Response, send: Send) -> None:
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answered.headers.items()]
    pieces = answered.pieces
    length = len(answered.body) if pieces is None else pieces.length
    if length:
        headers.append((b"content-type", answered.media_type.encode()))
    headers.append((b"content-length", b"%d" % length))
    await send({"type": "http.response.start", "status": answered.status, "headers": headers})
    if pieces is not None:
        left = pieces.length
        async with aclosing(pieces.each) as each:
            async for piece in each:
                left -= len(piece)
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        if left:
            raise RuntimeError(f"a body ended {left} bytes before its length")
    await send({"type": "http.response.body", "body": answered.body, "more_body": False})
