"""Runs one route as a bare ASGI application: reads the request, calls the handler, and turns every error into a response."""

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
from psycopg.errors import UntranslatableCharacter
from psycopg_pool import PoolTimeout, TooManyRequests

from retaguarda.foundation.asgi import Receive, Scope, Send
from retaguarda.foundation.callers import Callers, RequestCaller, bind_request_caller
from retaguarda.foundation.database import SchemaChanged, StandbyAway, Unconfirmed
from retaguarda.foundation.errors import ApiError, ErrorBody, invalid_field
from retaguarda.foundation.moved_company import is_moving, moving_refusal
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.refusals import LIMIT
from retaguarda.foundation.request import Request, Response, Route, json_response

log = logging.getLogger("retaguarda.http")

MOST_PARAMETERS = 200
#: Bytes. Only a caller with a token that looks like ours may send a longer body.
LARGEST_ANONYMOUS_BODY = 16_384
#: Seconds a body may pause, and seconds it may take in all: this base plus one second for each 100,000 bytes the route allows.
BODY_STILL, BODY_WHOLE, BODY_BYTES_A_SECOND = 10.0, 30.0, 100_000
#: Errors that describe the request; only callers with the route's permission see them.
_REVEALING_STATUSES = (400, 404, 408, 413, 415)
#: Checks the bearer token alone; raises 401.
Admit = Callable[[str], Awaitable[object]]
#: Opens and closes the access of a request; raises 401, and 403 without the permission.
Authorize = Callable[[Request, Permission | None], Awaitable[object]]


class Endpoint:
    """One route. It bypasses the framework's request and response objects, which cost more than most requests themselves."""

    def __init__(
        self,
        route: Route,
        trusted_proxies: int,
        callers: Callers,
        admit: Admit | None = None,
        authorize: Authorize | None = None,
    ) -> None:
        """``admit`` guards long bodies; ``authorize`` guards what an error reveals."""
        self._route = route
        self._authorize = None if route.public else authorize
        self._closed = frozenset(p.name for p in route.parameters if p.where == "query" and is_closed(p.schema))
        self._trusted_proxies = trusted_proxies
        self._callers = callers
        self._admit = None if route.public or route.method == "GET" else admit
        # A public page without parameters gives everybody the same response, so refusals do not block it: people behind a
        # shared address still load the web, and a load balancer keeps finding it healthy.
        self._counts_refusals = not (route.public and route.method == "GET" and "{" not in route.path)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send_response(await self._respond(cast(Scope, scope), receive), send)

    async def _respond(self, scope: Scope, receive: Receive) -> Response:
        request_id = scope["state"]["request_id"]
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        ip = _client_ip(scope, headers, self._trusted_proxies)
        request_caller = RequestCaller(
            self._callers, "" if self._route.public else headers.get("authorization", ""), ip
        )
        bind_request_caller(request_caller)
        request = _request_of(scope, headers, ip, request_id)
        try:
            if self._counts_refusals:
                await request_caller.check()
            try:
                response = await self._handle(request, scope["query_string"], receive)
            except ApiError as error:
                if self._authorize is not None and error.status in _REVEALING_STATUSES:
                    await self._authorize(request, self._route.permission)
                raise
        except ApiError as error:
            response = refusal(error, request_id)
        except Unconfirmed:
            log.exception("committed without a standby")
            response = refusal(_unavailable(_UNCONFIRMED), request_id)
        except StandbyAway:
            log.warning("nothing is written until a standby answers")
            response = refusal(_unavailable(_STANDBY_AWAY), request_id)
        except (psycopg.OperationalError, PoolTimeout, TooManyRequests):
            log.exception("database unavailable")
            response = refusal(_unavailable(_UNAVAILABLE), request_id)
        except Exception as error:
            if isinstance(error, psycopg.Error) and is_moving(error):
                refused = moving_refusal(error)
            elif _is_zero_character(error):
                refused = ApiError(400, "field_invalid", "a text of this call holds a zero character")
            else:
                log.exception("unexpected error")
                refused = ApiError(500, "unexpected_error", "something went wrong on our side")
            response = refusal(refused, request_id)
        if response.status >= 400:
            await request_caller.count(response.status)
        if "X-Total" in response.headers:
            limits = {
                "X-RateLimit-Limit": str(LIMIT),
                "X-RateLimit-Remaining": str(self._callers.refusals.left(request_caller.caller)),
            }
            response = replace(response, headers={**response.headers, **limits})
        return response

    async def _handle(self, request: Request, query: bytes, receive: Receive) -> Response:
        if query:
            request.query = _query(query)
            self._refuse_empty(request)
        if request.method != "GET":
            if self._admit is not None and _may_be_long(request.headers):
                await self._admit(request.bearer)
            request.body = await _body(receive, request.headers, self._route.largest_body)
            if self._route.body is not None:
                _refuse_body(request, self._route.body_needed)
        try:
            return await self._route.handler(request)
        except SchemaChanged:
            # Of its one transaction nothing was kept; whoever calls while we migrate need not know.
            return await self._route.handler(request)

    def _refuse_empty(self, request: Request) -> None:
        """Refuses an empty value of a closed parameter: ``sort=`` is an error, not the default."""
        for name, value in request.query:
            if not value and name in self._closed:
                raise invalid_field(name, "field_invalid", f"{name} is empty; leave it away or give it a value")


def is_closed(schema: Mapping[str, Any]) -> bool:
    """Returns whether a parameter excludes the empty text: it is a number, an enum, a format or a pattern."""
    return schema.get("type") == "integer" or not schema.keys().isdisjoint(("enum", "format", "pattern"))


def _refuse_body(request: Request, needed: bool) -> None:
    """Checks the body before the handler decodes it.

    Raises:
        ApiError: 415 for a body that is not declared as JSON; 400 for a missing or invalid body, and for a name that occurs
            twice in one object, because two parsers may each take another of its values.
    """
    if not request.body:
        # For a POST, decoding names the missing field.
        if needed and request.method in ("PATCH", "PUT"):
            raise invalid_field("body", "field_required", "a change needs a body")
        return
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise ApiError(415, "content_type_invalid", "a body needs the header Content-Type: application/json")
    try:
        # parse_int=len skips the conversion of numbers: a very long one takes very long.
        json.loads(request.body, object_pairs_hook=_refuse_repeated_names, parse_int=len, parse_float=len)
    except (ValueError, RecursionError):
        raise ApiError(400, "invalid_json", "the body is not valid JSON in UTF-8") from None


def _refuse_repeated_names(pairs: list[tuple[str, Any]]) -> None:
    names = set[str]()
    for name, _ in pairs:
        if name in names:
            raise invalid_field(name[:100], "field_repeated", f"{name[:100]} stands twice in one object of the body")
        names.add(name)


_UNCONFIRMED = "it is not known yet whether this was kept; ask again with the same Idempotency-Key"
_STANDBY_AWAY = "what is written waits for a second machine, which does not answer; nothing was changed; try again"
_UNAVAILABLE = "the database does not answer; nothing was changed that you were told of; try again"


def _unavailable(why: str) -> ApiError:
    return ApiError(503, "temporarily_unavailable", why, {"Retry-After": "2"})


def _is_zero_character(error: Exception) -> bool:
    """Returns whether Postgres refused a zero character; most handlers name the field before it comes to that."""
    return isinstance(error, UntranslatableCharacter) or (isinstance(error, psycopg.DataError) and "NUL" in str(error))


def _request_of(scope: Scope, headers: dict[str, str], ip: str | None, request_id: str) -> Request:
    """Builds the request without its query and body."""
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
    content_length = headers.get("content-length", "")
    return (
        int(content_length) > LARGEST_ANONYMOUS_BODY
        if content_length.isascii() and content_length.isdigit()
        else "transfer-encoding" in headers
    )


async def _body(receive: Receive, headers: Mapping[str, str], largest: int) -> bytes:
    """Reads the body.

    Raises:
        ApiError: 413, before reading when Content-Length says so; 408 when the body does not end in time.
    """
    content_length = headers.get("content-length", "")
    if content_length.isdigit() and int(content_length) > largest:
        raise _too_large(largest)
    body = bytearray()
    loop = asyncio.get_running_loop()
    deadline = loop.time() + BODY_WHOLE + largest / BODY_BYTES_A_SECOND
    while True:
        try:
            async with asyncio.timeout_at(min(deadline, loop.time() + BODY_STILL)):
                message: Any = await receive()
        except TimeoutError:
            raise ApiError(408, "body_unfinished", "the body did not end in time", {"Connection": "close"}) from None
        if message["type"] == "http.disconnect":
            raise ApiError(400, "bad_request", "the request ended before its body did")
        body += message.get("body", b"")
        if len(body) > largest:
            raise _too_large(largest)
        if not message.get("more_body"):
            return bytes(body)


def _too_large(largest: int) -> ApiError:
    return ApiError(413, "body_too_large", f"a body has at most {largest} bytes")


def _client_ip(scope: Scope, headers: dict[str, str], trusted: int) -> str | None:
    """Returns the address that the outermost trusted proxy saw; without proxies, the socket's."""
    client = scope["client"]
    address = client[0] if client else ""
    hops = [hop.strip() for hop in headers.get("x-forwarded-for", "").split(",") if hop.strip()]
    if trusted and len(hops) >= trusted:
        address = hops[-trusted]
    return _address(address)


@lru_cache(4_096)
def _address(address: str) -> str | None:
    try:
        found = ipaddress.ip_address(address)
        # A socket of both families shows an address of version 4 inside one of version 6.
        return str((isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped) or found)
    except ValueError:
        return None


def refusal(error: ApiError, request_id: str) -> Response:
    body = ErrorBody(statusCode=error.status, message=error.message, error=error.error, request_id=request_id)
    return json_response(body, error.status, error.headers)


async def send_response(response: Response, send: Send) -> None:
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.headers.items()]
    pieces = response.pieces
    length = len(response.body) if pieces is None else pieces.length
    if length:
        headers.append((b"content-type", response.media_type.encode()))
    headers.append((b"content-length", b"%d" % length))
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    if pieces is not None:
        missing = pieces.length
        async with aclosing(pieces.each) as each:
            async for piece in each:
                missing -= len(piece)
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        if missing:
            raise RuntimeError(f"a body ended {missing} bytes before its length")
    await send({"type": "http.response.body", "body": response.body, "more_body": False})
