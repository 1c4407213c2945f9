"""Whatever is thrown at access control is refused with words, and never breaks it."""

import asyncio
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from people import AURORA, Person
from retaguarda.app import App, routes
from retaguarda.foundation.request import Route
from routeskit import body_of, path_of

#: Ids, and values of a query, of every kind that is none.
NASTY = (
    "0", "-1", "1", "2147483648", "99999999999999999999", "1.5", "1e9", "NaN", "null", "%00", "a%00b", "%ff%fe", "%2e%2e%2f",
    "'; drop table person; --", "\u0661", "\U0001f4a3", "\u202e", "x" * 3_000, "00000000-0000-0000-0000-000000000000", "{}", "*",
)  # fmt: skip
#: Values in the place of any other.
WRONG: tuple[Any, ...] = (
    None, True, -1, 0, 2**31, 2**63, 2**64, 1e308, 0.1, "", " ", "\x00", "a\x00b", "\ud7ff", "\U0001f4a3" * 300, "x" * 100_000,
    "2026-13-45T99:99:99Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", [], [[]], [None], ["\x00"], [2**63],
    ["x"] * 1_000, {}, {"a": {}}, {"\x00": 1},
)  # fmt: skip
#: What is no JSON, or none of ours.
RAW = (
    b"",
    b"{",
    b"\xff",
    b"[" * 50_000,
    b'{"a":1,"a":2}',
    b'"\\ud800"',
    b"nul",
    b"1e999",
    b'{"name":"\\u0000"}',
    b"x" * 900_000,
)


def own(app: App, *methods: str) -> list[Route]:
    return [route for route in routes(app) if route.path.startswith("/rbac/") and route.method in methods]


@pytest.fixture
async def admin(diego: Person, monkeypatch: pytest.MonkeyPatch) -> Person:
    """Who may everything, and is refused as often as it takes."""
    monkeypatch.setattr("retaguarda.foundation.refusals.LIMIT", 10**9)
    diego.account = str(AURORA)
    return diego


async def send(person: Person, method: str, path: str, content: bytes) -> int:
    headers = {"Authorization": f"Bearer {person.token}", "Idempotency-Key": str(uuid4()), "X-Account": person.account}
    headers["Content-Type"] = "application/json"
    said = await person.client.request(method, path, content=content, headers=headers)
    assert said.status_code < 500, (method, path, content[:200], said.text)
    if said.status_code >= 400:
        body = said.json()
        assert set(body) == {"status", "statusCode", "message", "error", "request_id"}, said.text
    return said.status_code


async def test_ids_that_are_none_are_not_there(admin: Person, app: App) -> None:
    tried = 0
    for route in own(app, "GET", "POST", "PUT", "PATCH", "DELETE"):
        if "{" not in route.path:
            continue
        content = msgspec.json.encode(body_of(route))
        for value in NASTY:
            path = path_of(route, id=value, permission=value)
            status = await send(admin, route.method, path, content)
            # The numbers 1 and below are roles of other companies, or of nobody.
            assert status == 404 or (value in ("1", "0") and status in (200, 403, 404, 409)), (
                route.path,
                value,
                status,
            )
            tried += 1
    assert tried > 250


async def test_wrong_values_in_any_place_are_refused(admin: Person, app: App) -> None:
    await admin.post("/rbac/roles", {"name": "Nasty", "permissions": []})
    tried = 0
    for route in own(app, "POST", "PUT", "PATCH", "DELETE"):
        if route.body is None:
            continue
        right = body_of(route)
        known = {field.encode_name for field in msgspec.structs.fields(route.body)}
        for place in (*known, "unknown"):
            for value in WRONG:
                await send(admin, route.method, path_of(route), msgspec.json.encode(right | {place: value}))
                tried += 1
        for content in RAW:
            await send(admin, route.method, path_of(route), content)
    assert tried > 500


async def test_wrong_values_for_what_is_there_are_refused(admin: Person, app: App, number: Any, role: Any) -> None:
    """As before, but the id is of somebody: the Command itself gets to see the values."""
    key = (await admin.post("/rbac/keys", {"name": "Nasty", "role_id": role("operator", AURORA)})).json()["id"]
    there = {"users": number("fabio"), "roles": str(role("payer", AURORA)), "keys": key}
    for route in own(app, "POST", "PUT", "PATCH"):
        if route.body is None or "{id" not in route.path:
            continue
        known = there[route.path.split("/")[2]]
        right = body_of(route)
        for field in msgspec.structs.fields(route.body):
            for value in WRONG:
                content = msgspec.json.encode(right | {field.encode_name: value})
                await send(admin, route.method, path_of(route, id=known), content)


async def test_wrong_queries_are_refused(admin: Person, app: App) -> None:
    for route in own(app, "GET"):
        if "{" in route.path or not route.parameters:
            continue
        for parameter in route.parameters:
            for value in NASTY:
                await send(admin, "GET", f"{route.path}?{parameter.name}={value}", b"")


async def test_the_same_thing_many_times_at_once_happens_once(admin: Person, number: Any, role: Any) -> None:
    body = {"name": "Einmal", "permissions": []}
    made = await asyncio.gather(*(admin.post("/rbac/roles", body) for _ in range(8)))
    assert sorted(said.status_code for said in made) == [201] + [409] * 7
    invited = {"emails": ["einmal@x.example"], "roles": []}
    said = await asyncio.gather(*(admin.post("/rbac/users/invitations", invited) for _ in range(8)))
    assert sorted(len(each.json()["invited"]) for each in said) == [0] * 7 + [1]
    path, roles = f"/rbac/users/{number('fabio')}/roles", {"roles": [role("operator", AURORA), role("payer", AURORA)]}
    put = await asyncio.gather(*(admin.put(path, roles) for _ in range(8)))
    assert {each.status_code for each in put} == {200}
    assert {tuple(each.json()["roles"]) for each in put} == {("operator", "payer")}
