"""The HTTP edge: one router for all routes, errors as responses, and the headers of every response."""

import logging
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from time import perf_counter

from retaguarda.foundation import logs
from retaguarda.foundation.asgi import ASGIApp, Message, Receive, Scope, Send
from retaguarda.foundation.callers import Callers
from retaguarda.foundation.endpoint import Admit, Authorize, Endpoint, refusal, send_response
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.metrics import REQUESTS
from retaguarda.foundation.request import Route
from retaguarda.foundation.router import MethodUnknown, PathUnknown, Router

log = logging.getLogger("retaguarda.http")
request_log = logging.getLogger(logs.REQUEST_LOGGER)

EXPOSED = (
    "X-Total, X-Page, X-Per-Page, X-Prev-Page, X-Next-Page, X-Total-Pages, X-Total-Estimated, X-Next-Cursor, "
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-Request-Id, Retry-After, Idempotency-Replayed, Content-Disposition, X-Moved-To"
)
#: What our pages on other origins may send; browsers cache the preflight for ten minutes.
_PREFLIGHT = (
    (b"access-control-allow-methods", b"GET, POST, PUT, PATCH, DELETE"),
    (
        b"access-control-allow-headers",
        b"Authorization, Content-Type, Idempotency-Key, X-Account, X-Bot-Check, X-Poll, X-View-As, X-XSRF-TOKEN",
    ),
    (b"access-control-max-age", b"600"),
)

#: Bytes of all names and values.
LARGEST_HEADERS = 32_768

#: What a route is found by, and what is known of the request.
_REQUESTED = itemgetter("method", "path", "headers", "state")
#: What a name of a host and its port are made of.
_HOST = re.compile(rb"[0-9A-Za-z!$&'()*+,;=\-._~:\[\]@%]*")
_REQUEST_ID = re.compile(rb"[A-Za-z0-9_-]{16,64}")

#: Key in the scope's state: method and path template. Never the typed path, which holds personal data and has no bound.
_ROUTE, _NO_ROUTE = "route", ("-", "-")

#: Path template, status (0: no response) and seconds of a call that has ended.
Note = Callable[[str, int, float], None]

#: A policy with this placeholder gets a random value in each response; the page reads it from the scope's state.
NONCE = "{nonce}"


class Edge:
    """Gives each request its id and each response its security headers, errors included."""

    def __init__(
        self, app: ASGIApp, *, csp: str, https: bool, origins: frozenset[str], trusted_proxies: int = 0
    ) -> None:
        self.app = app
        self.trusted_proxies = trusted_proxies
        self.origins = origins
        self.csp = csp
        self.headers: list[tuple[bytes, bytes]] = [
            # Without this the HTTP server names itself.
            (b"server", b""),
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
        request_id = self._request_id(scope)
        state = scope.setdefault("state", {})
        state["request_id"] = request_id
        csp = self.csp
        if NONCE in csp:
            state["nonce"] = secrets.token_urlsafe(16)
            csp = csp.replace(NONCE, state["nonce"])
        extra = [
            (b"content-security-policy", csp.encode()),
            *self.headers,
            (b"x-request-id", request_id.encode()),
            *self._cors(scope),
        ]

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message["headers"])
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = [*headers, *extra]
            await send(message)

        refused = _framing_error(scope)
        if refused is None:
            await self.app(scope, receive, sending)
        else:
            await send_response(refusal(refused, request_id), sending)

    def _request_id(self, scope: Scope) -> str:
        """Takes the trusted proxy's id, so that both logs name a request alike; any other client could forge one."""
        if self.trusted_proxies:
            request_id = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
            if _REQUEST_ID.fullmatch(request_id):
                return request_id.decode()
        return str(uuid7())

    def _cors(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        origin = next((value for name, value in scope["headers"] if name == b"origin"), b"").decode("latin-1")
        if origin not in self.origins:
            return []
        allowed = [(b"access-control-allow-origin", origin.encode()), (b"vary", b"Origin")]
        if scope["type"] == "http" and scope["method"] == "OPTIONS":
            return [*allowed, *_PREFLIGHT]
        return [*allowed, (b"access-control-expose-headers", EXPOSED.encode())]


def _framing_error(scope: Scope) -> ApiError | None:
    """Refuses what a proxy and the application could parse differently, and headers without a bound."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    # HTTP/1.0 requests have no Host header: simple health probes of load balancers still use it.
    http_1_0 = scope["type"] == "http" and scope["http_version"] in ("1", "1.0")
    if len(hosts) > 1 or not (http_1_0 or any(hosts)):
        return ApiError(400, "host_invalid", "a request names exactly one host", {"Connection": "close"})
    if sum(len(name) + len(value) for name, value in scope["headers"]) > LARGEST_HEADERS:
        return ApiError(
            431, "headers_too_large", f"headers have at most {LARGEST_HEADERS} bytes", {"Connection": "close"}
        )
    return None


def make_app(
    routes: Sequence[Route],
    *,
    trusted_proxies: int = 0,
    admit: Admit | None = None,
    known: Authorize | None = None,
    callers: Callers | None = None,
    note: Note | None = None,
) -> ASGIApp:
    """Builds the application. ``admit`` and ``known``: ``admit`` and ``authorize`` of an Endpoint. Without ``callers``
    no rate limit applies. ``note`` is told how each call ended.
    """
    registry = callers or Callers({})
    endpoints = _Endpoints(
        {_name(route): route for route in routes},
        lambda route: Endpoint(route, trusted_proxies, registry, admit, known),
    )
    router = _router(tuple((route.method, route.path) for route in routes))

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise RuntimeError("only HTTP is spoken here")
        state = scope.setdefault("state", {})
        started, status = perf_counter(), 0
        logs.begin(request_id=state.get("request_id"))

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await _answer(router, endpoints, scope, receive, sending)
        except Exception as error:
            if status:
                raise
            log.exception("unexpected error", exc_info=error)
            unexpected = ApiError(500, "unexpected_error", "something went wrong on our side")
            await send_response(refusal(unexpected, state["request_id"]), sending)
        finally:
            route, seconds = state.get(_ROUTE, _NO_ROUTE), perf_counter() - started
            if note is not None:
                note(route[1], status, seconds)
            _record_request(route, status, seconds)

    return app


class _Endpoints(dict[str, Endpoint]):
    """Endpoints by the names of their routes, each built at its first request."""

    def __init__(self, routes: Mapping[str, Route], build: Callable[[Route], Endpoint]) -> None:
        super().__init__()
        self._routes, self._build = routes, build

    def __missing__(self, name: str) -> Endpoint:
        self[name] = self._build(self._routes[name])
        return self[name]


def _record_request(route: tuple[str, str], status: int, seconds: float) -> None:
    REQUESTS.labels(*route, status).observe(seconds)
    if request_log.isEnabledFor(logging.INFO):
        request_log.info("%s %s", *route, extra={"status": status, "ms": round(seconds * 1_000, 1)})


@cache
def _router(paths: tuple[tuple[str, str], ...]) -> Router:
    """All applications of a process share it."""
    return Router(paths)


async def _answer(
    router: Router, endpoints: Mapping[str, Endpoint], scope: Scope, receive: Receive, send: Send
) -> None:
    """Passes the request on to its endpoint; answers itself where there is none."""
    method, path, headers, state = _REQUESTED(scope)
    host = next((value for name, value in headers if name == b"host"), b"")
    refused = None if _HOST.fullmatch(host) else ApiError(400, "bad_request", "the request makes no sense")
    try:
        if refused is None:
            match = router.find(method, path)
            scope.update(path=match.path, path_params=match.params)
            state[_ROUTE] = (method, match.template)
            await endpoints[f"{method} {match.template}"](scope, receive, send)
            return
    except PathUnknown:
        refused = ApiError(404, "not_found", "no such path")
    except MethodUnknown as error:
        if method == "OPTIONS":
            allow = ", ".join([*error.allowed, "OPTIONS"]).encode()
            await send({"type": "http.response.start", "status": 204, "headers": [(b"allow", allow)]})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        refused = ApiError(405, "method_not_allowed", "this method is not allowed here")
    await send_response(refusal(refused, state["request_id"]), send)


def _name(route: Route) -> str:
    return f"{route.method} {route.path}"
