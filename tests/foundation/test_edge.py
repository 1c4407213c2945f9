"""What is refused before a call is read for what it means: by its frame, its type, its names, and whoever sends it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx
import msgspec
import pytest

from people import Person, asgi
from retaguarda.app import App, build, routes, web
from retaguarda.foundation import endpoint
from retaguarda.foundation.endpoint import is_closed
from retaguarda.foundation.http import LARGEST_HEADERS, Edge, make_app
from retaguarda.foundation.request import Request, Response, Route, json_response
from retaguarda.settings import Settings
from routeskit import path_of, query_of

JSON = {"Content-Type": "application/json"}


async def spoken(
    asgi_app: Any, headers: list[tuple[bytes, bytes]], version: str = "1.1"
) -> tuple[int, dict[bytes, bytes]]:
    """GET /health with exactly these headers."""
    sent = list[dict[str, Any]]()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http", "http_version": version, "method": "GET", "path": "/health", "raw_path": b"/health",
        "query_string": b"", "headers": headers, "client": ("127.0.0.1", 1), "server": ("localhost", 80),
        "scheme": "http", "root_path": "", "state": {}, "extensions": {},
    }  # fmt: skip
    await asgi_app(scope, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"])


def small() -> Any:
    async def said(request: Request) -> Response:
        return json_response("ok")

    return Edge(make_app([Route("GET", "/health", "", said, public=True)]), csp="", https=False, origins=frozenset())  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("hosts", [[], [b"a", b"b"], [b"a", b"a"], [b""]])
async def test_a_request_names_exactly_one_host(hosts: list[bytes]) -> None:
    status, headers = await spoken(small(), [(b"host", host) for host in hosts])
    assert (status, headers[b"connection"]) == (400, b"close")


async def test_a_request_of_one_host_is_answered_and_one_of_http_1_0_needs_none() -> None:
    assert (await spoken(small(), [(b"host", b"a")]))[0] == 200
    assert (await spoken(small(), [], "1.0"))[0] == 200
    assert (await spoken(small(), [(b"host", b"a"), (b"host", b"b")], "1.0"))[0] == 400


async def test_headers_have_a_measure() -> None:
    host, name = (b"host", b"a"), b"x"
    room = LARGEST_HEADERS - len(b"hosta") - len(name)
    assert (await spoken(small(), [host, (name, b"x" * room)]))[0] == 200
    assert (await spoken(small(), [host, (name, b"x" * (room + 1))]))[0] == 431
    assert (await spoken(small(), [host, *[(name, b"")] * LARGEST_HEADERS]))[0] == 431


async def test_no_answer_names_the_server_beneath() -> None:
    assert (await spoken(small(), [(b"host", b"a")]))[1][b"server"] == b""
    assert (await spoken(small(), []))[1][b"server"] == b""


@pytest.mark.parametrize("still", [True, False])
async def test_a_body_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch, still: bool) -> None:
    """Whether nothing more comes, or a little again and again."""
    monkeypatch.setattr(endpoint, "BODY_STILL", 0.01 if still else 3_600)
    monkeypatch.setattr(endpoint, "BODY_WHOLE", 3_600 if still else -10)

    async def body() -> AsyncIterator[bytes]:
        while True:
            yield b" "
            await asyncio.Event().wait() if still else await asyncio.sleep(0)

    async def said(request: Request) -> Response:
        raise AssertionError("a call without its body is none")

    class Word(msgspec.Struct):
        word: str

    asgi_app = make_app([Route("POST", "/words", "", said, public=True, body=Word)])
    whole, more = body(), list[dict[str, Any]]()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": await anext(whole), "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        more.append(message)

    scope = {
        "type": "http", "http_version": "1.1", "method": "POST", "path": "/words", "raw_path": b"/words",
        "query_string": b"", "headers": [(b"host", b"a")], "client": ("127.0.0.1", 1), "server": ("localhost", 80),
        "scheme": "http", "root_path": "", "state": {}, "extensions": {},
    }  # fmt: skip
    edge: Any = Edge(asgi_app, csp="", https=False, origins=frozenset())
    await edge(scope, receive, send)
    assert (more[0]["status"], dict(more[0]["headers"])[b"connection"]) == (408, b"close")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])
async def test_a_body_that_is_not_said_to_be_json_is_refused(ana: Person, kind: str) -> None:
    headers = ana._headers({"Idempotency-Key": "k"}) | ({"Content-Type": kind} if kind else {})
    for _ in range(2):
        said = await ana.client.post("/v1/payin/charges", content=b'{"amount":{"amount":100}}', headers=headers)
        assert (said.status_code, said.json()["message"]) == (415, "content_type_invalid")
    assert (await ana.get("/v1/payin/charges")).json() == []


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (b'{"amount":{"amount":1},"amount":{"amount":2}}', "amount"),
        (b'{"amount":{"amount":1,"amount":2}}', "amount"),
        (b'{"amount":{"amount":1},"\\u0061mount":{"amount":2}}', "amount"),
        (b'{"description":"a","description":"a","amount":{"amount":1}}', "description"),
    ],
)
async def test_a_name_that_stands_twice_in_a_body_is_refused(ana: Person, body: bytes, name: str) -> None:
    headers = ana._headers({"Idempotency-Key": "k"}) | {"Content-Type": "application/json; charset=utf-8"}
    for _ in range(2):
        said = await ana.client.post("/v1/payin/charges", content=body, headers=headers)
        assert (said.status_code, said.json()["message"]) == (400, {name: ["field_repeated"]})


async def test_a_change_of_nothing_is_refused_where_its_body_is_missing(ana: Person) -> None:
    said = await ana.client.patch("/rbac/profile", headers=ana._headers())
    assert (said.status_code, said.json()["message"]) == (400, {"body": ["field_required"]})
    assert (await ana.patch("/rbac/profile", {})).status_code == 200


async def test_what_is_wrong_with_a_call_is_told_to_callers_only(
    app: App, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a token each call is 401, however wrong its parameters and its body are."""
    monkeypatch.setattr("retaguarda.foundation.refusals.LIMIT", 1_000_000)
    for route in routes(app):
        if route.public:
            continue
        path = path_of(route)
        for query, content, headers in (
            ({}, b"{", JSON),
            ({}, b"{}", {"Content-Type": "text/plain"}),
            ({"page": "x", "sort": "", "unknown": "1"}, b'{"unknown":1,"unknown":2}', JSON),
        ):
            said = await client.request(
                route.method,
                path,
                params=query_of(route) | query,
                content=None if route.method == "GET" else content,
                headers=headers | {"Authorization": "Bearer nobody"},
            )
            assert said.status_code == 401, (route.method, route.path, said.text)


async def test_who_lacks_the_permission_is_not_told_what_is_wrong_with_the_call(bruno: Person) -> None:
    said = await bruno.client.post("/rbac/roles", content=b"{", headers=bruno._headers() | JSON)
    assert (said.status_code, said.json()["message"]) == (403, "forbidden")


async def test_an_ended_session_is_not_told_either(ana: Person) -> None:
    token = ana.token
    assert (await ana.client.delete("/auth/sessions", headers=ana._headers())).status_code < 300
    await ana.client.post("/auth/logout", headers={"Authorization": f"Bearer {ana.refresh_token}"})
    headers = {"Authorization": f"Bearer {token}"} | JSON
    assert (await ana.client.post("/v1/payin/charges", content=b"{", headers=headers)).status_code == 401


async def test_a_parameter_out_of_its_schema_is_refused_by_its_name(
    sign_in: Callable[[str], Awaitable[Person]], app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No text at all, and what could never be one of its values."""
    monkeypatch.setattr("retaguarda.foundation.refusals.LIMIT", 1_000_000)
    diego = await sign_in("diego")
    diego.account = "2"
    tried, wrong = 0, list[str]()
    for route in routes(app):
        if route.method != "GET" or "{" in route.path or route.public:
            continue
        for parameter in route.parameters:
            if parameter.where != "query" or not is_closed(parameter.schema):
                continue
            for value in ("", "no such thing"):
                said = await diego.get(route.path, **(query_of(route) | {parameter.name: value}))
                tried += 1
                named = parameter.name in said.json()["message"] or parameter.name in said.json()["error"]
                if said.status_code != 400 or not named:
                    wrong.append(f"{route.path}?{parameter.name}={value}: {said.status_code} {said.text[:200]}")
    assert wrong == []
    assert tried > 400
    for path, query in (("/v1/account/balances", {"at": ""}), ("/v1/notifications", {"locale": ""})):
        said = await diego.get(path, **query)
        assert (said.status_code, [*said.json()["message"]]) == (400, [*query]), path


@pytest.mark.parametrize("environment", ["development", "sandbox", "stage", "staging", "production"])
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_the_sample_of_tables_answers_400_without_a_body_in_development_alone(
    environment: Any, method: str
) -> None:
    asgi_app = web(build(Settings(secret="x" * 32, environment=environment, bot_check="none"), "postgresql://"))
    async with httpx.AsyncClient(transport=asgi(asgi_app), base_url="http://localhost") as client:
        for _ in range(2):
            said = await client.request(method, "/v1/dashboard/tables")
            if environment == "development":
                assert (said.status_code, said.content) == (400, b"")
            else:
                assert (said.status_code, said.json()["message"]) == (404, "not_found")
