"""The HTTP edge: routes become Litestar handlers, errors become answers, every response gets its headers."""

import ipaddress
import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import psycopg
from litestar import Litestar, Request, Response
from litestar.exceptions import ClientException, HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp, LifespanHook, Message, Receive, Scope, Send
from psycopg_pool import PoolTimeout, TooManyRequests

from retaguarda.foundation.call import Answer, Call, Route, answer
from retaguarda.foundation.errors import ApiError, ErrorBody
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.refusals import LIMIT, Refusals

log = logging.getLogger("retaguarda.http")

LARGEST_BODY = 1_000_000
EXPOSED = (
    "X-Total, X-Page, X-Per-Page, X-Prev-Page, X-Next-Page, X-Total-Pages, X-Total-Estimated, X-Next-Cursor, "
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-Request-Id, Retry-After, Idempotency-Replayed"
)


def handler_of(route: Route, trusted_proxies: int, refusals: Refusals) -> HTTPRouteHandler:
    async def handle(request: Request[Any, Any, Any]) -> Response[bytes]:
        call = await _call(request, trusted_proxies)
        caller = call.bearer or call.ip or ""
        try:
            refusals.check(caller)
            answered = await route.handler(call)
        except ApiError as error:
            answered = _refusal(error, call.request_id)
        except (psycopg.OperationalError, PoolTimeout, TooManyRequests):
            log.exception("database unavailable", extra={"request_id": call.request_id})
            unavailable = ApiError(
                503,
                "temporarily_unavailable",
                "the database does not answer; nothing was changed that you were told of; try again",
                {"Retry-After": "2"},
            )
            answered = _refusal(unavailable, call.request_id)
        except Exception:
            log.exception("unexpected error", extra={"request_id": call.request_id})
            answered = _refusal(ApiError(500, "unexpected_error", "something went wrong on our side"), call.request_id)
        refusals.count(caller, answered.status)
        if "X-Total" in answered.headers:
            limits = {"X-RateLimit-Limit": str(LIMIT), "X-RateLimit-Remaining": str(refusals.left(caller))}
            answered = replace(answered, headers={**answered.headers, **limits})
        return _response(answered)

    return HTTPRouteHandler(
        route.path,
        http_method=route.method,
        status_code=route.status,
        include_in_schema=False,
        name=f"{route.method} {route.path}",
    )(handle)


async def _call(request: Request[Any, Any, Any], trusted_proxies: int) -> Call:
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in request.scope["headers"]}
    return Call(
        method=request.method,
        path=request.scope["path"],
        path_params={name: str(value) for name, value in request.path_params.items()},
        query=[(name, value) for name, value in request.query_params.multi_items()],
        headers=headers,
        body=b"" if request.method == "GET" else await request.body(),
        request_id=request.scope["state"]["request_id"],
        ip=_client_ip(request, headers, trusted_proxies),
        user_agent=headers.get("user-agent", "")[:400] or None,
    )


def _client_ip(request: Request[Any, Any, Any], headers: dict[str, str], trusted: int) -> str | None:
    """The address that the outermost trusted proxy saw; without one, the socket's."""
    seen = request.client.host if request.client else ""
    hops = [hop.strip() for hop in headers.get("x-forwarded-for", "").split(",") if hop.strip()]
    if trusted and len(hops) >= trusted:
        seen = hops[-trusted]
    try:
        return str(ipaddress.ip_address(seen))
    except ValueError:
        return None


def _refusal(error: ApiError, request_id: str) -> Answer:
    body = ErrorBody(statusCode=error.status, message=error.message, error=error.error, request_id=request_id)
    return answer(body, error.status, error.headers)


def _response(answered: Answer) -> Response[bytes]:
    return Response(
        answered.body, status_code=answered.status, headers=dict(answered.headers), media_type=answered.media_type
    )


def _framework_error(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """What Litestar refuses itself: no such path, wrong method, a body over the limit."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    keys = {404: "not_found", 405: "method_not_allowed", 413: "body_too_large"}
    texts = {
        404: "no such path",
        405: "this method is not allowed here",
        413: f"a body has at most {LARGEST_BODY} bytes",
    }
    if status == 500:
        log.error("unexpected error", exc_info=error)
    key = keys.get(status, "bad_request" if isinstance(error, ClientException) else "unexpected_error")
    refused = ApiError(
        status,
        key,
        texts.get(status, "the request makes no sense" if status < 500 else "something went wrong on our side"),
    )
    return _response(_refusal(refused, request.scope["state"]["request_id"]))


class Edge:
    """Gives each request its id and each response its security headers, errors included."""

    def __init__(self, app: ASGIApp, *, csp: str, https: bool, origins: frozenset[str]) -> None:
        self.app = app
        self.origins = origins
        self.headers: list[tuple[bytes, bytes]] = [
            (b"content-security-policy", csp.encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"strict-origin-when-cross-origin"),
            (b"cross-origin-opener-policy", b"same-origin"),
            (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
        ]
        if https:
            self.headers.append((b"strict-transport-security", b"max-age=31536000; includeSubDomains"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = str(uuid7())
        scope.setdefault("state", {})["request_id"] = request_id  # pyright: ignore[reportGeneralTypeIssues]
        extra = [*self.headers, (b"x-request-id", request_id.encode()), *self._cors(scope)]

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message["headers"])
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = [*headers, *extra]
            await send(message)

        await self.app(scope, receive, sending)

    def _cors(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        origin = next((value for name, value in scope["headers"] if name == b"origin"), b"").decode("latin-1")
        if origin not in self.origins:
            return []
        return [
            (b"access-control-allow-origin", origin.encode()),
            (b"access-control-expose-headers", EXPOSED.encode()),
            (b"vary", b"Origin"),
        ]


def make_app(
    routes: Sequence[Route],
    *,
    extra_handlers: Iterable[HTTPRouteHandler] = (),
    on_startup: Sequence[LifespanHook] = (),
    on_shutdown: Sequence[LifespanHook] = (),
    trusted_proxies: int = 0,
) -> Litestar:
    refusals = Refusals()
    return Litestar(
        [*(handler_of(route, trusted_proxies, refusals) for route in routes), *extra_handlers],
        on_startup=on_startup,
        on_shutdown=on_shutdown,
        exception_handlers={Exception: _framework_error},  # pyright: ignore[reportArgumentType]
        request_max_body_size=LARGEST_BODY,
        openapi_config=None,
        pdb_on_exception=False,
    )
