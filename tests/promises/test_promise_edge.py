"""Promises 39 to 44: what a browser is told and made to show, and the bot check."""

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable
from typing import Any

import altcha
import httpx
import pytest

from people import EMAILS, Person
from retaguarda.app import App, routes
from retaguarda_demo.people import PASSWORD
from routeskit import path_of, query_of, send
from support.charges import Counter
from support.identity import log_in

SignIn = Callable[[str], Awaitable[Person]]


async def test_promise_39_an_unsafe_call_with_the_cookie_must_echo_it(client: httpx.AsyncClient, carla: Person) -> None:
    mine = (await log_in(client, "ana")).json()
    cookie = client.cookies["XSRF-TOKEN"]
    older = await log_in(client, "ana")
    foreign = older.cookies["XSRF-TOKEN"]
    client.cookies.clear()
    assert cookie != foreign

    async def change(sent: str | None, echoed: str | None, method: str = "PATCH") -> int:
        headers = {"Authorization": f"Bearer {mine['token']}"}
        headers |= {"Cookie": f"XSRF-TOKEN={sent}"} if sent is not None else {}
        headers |= {"X-XSRF-TOKEN": echoed} if echoed is not None else {}
        body = {"locale": "pt"} if method == "PATCH" else None
        return (await client.request(method, "/rbac/profile", json=body, headers=headers)).status_code

    assert await change(None, None) == 200
    assert await change(cookie, cookie) == 200
    assert await change(cookie, None, "GET") == 200
    for sent, echoed in (
        (cookie, None), (cookie, ""), (cookie, foreign), (foreign, foreign), (foreign, cookie), ("", ""),
        (cookie, cookie[:-1]), (cookie, cookie.upper()), ("x", "x"),
    ):  # fmt: skip
        assert await change(sent, echoed) == 403, (sent, echoed)
    for path in ("/auth/refresh", "/auth/logout"):
        headers = {"Authorization": f"Bearer {mine['refreshToken']}", "Cookie": f"XSRF-TOKEN={cookie}"}
        assert (await client.post(path, headers=headers)).status_code == 403
        assert (await client.post(path, headers=headers | {"X-XSRF-TOKEN": cookie})).status_code == 200


#: What reading may write: the session's last sight and the limits; that staff look at a merchant's data.
# A key of kept_key is drawn at its first need: the first receipt that is read.
MAY_CHANGE = {"session", "refused_try", "staff_view", "kept_key"}
#: What is read goes on record where it leaves the house or is another's.
READING = ("staff:merchant:view", "lists:export:downloaded", "account:statement:downloaded")


async def test_promise_40_reading_changes_nothing(
    ana: Person, sign_in: SignIn, counter: Counter, app: App, sql: Any
) -> None:
    charge = await counter.paid(ana)
    (session,) = [row["id"] for row in (await ana.get("/auth/sessions")).json()]
    diego = await sign_in("diego")
    diego.account = "2"

    def state() -> dict[str, str]:
        tables = [row[0] for row in sql("select tablename::text from pg_tables where schemaname = 'public'")]
        every = "select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') from {} t"
        rows = {table: table for table in tables if table not in MAY_CHANGE}
        rows["event"] = f"(select * from event where name not in {READING})"
        return {table: sql(every.format(of))[0][0] for table, of in rows.items()}

    before, asked = state(), 0
    for route in routes(app):
        if route.method != "GET":
            continue
        for person in (ana, diego):
            for known in (charge["id"], session) if "{" in route.path else ("",):
                await send(person, route, path_of(route, id=known))
                await person.client.head(path_of(route, id=known), params=query_of(route))
                asked += 1
    assert asked > 30
    assert len(before) > 20
    assert state() == before


async def test_promise_41_the_only_cookie_is_the_cross_site_token_and_it_is_guarded(
    client: httpx.AsyncClient, app: App
) -> None:
    said = await log_in(client, "ana")
    (cookie,) = said.headers.get_list("set-cookie")
    parts = [part.strip() for part in cookie.split(";")]
    assert parts[0].startswith("XSRF-TOKEN=")
    assert {"Secure", "SameSite=Lax", "Path=/"} <= set(parts)
    person = Person(client, EMAILS["ana"], said.json()["token"], said.json()["refreshToken"])
    client.cookies.clear()
    for route in routes(app):
        if route.path not in ("/auth/login", "/auth/logout"):
            assert "set-cookie" not in (await send(person, route)).headers, route.path
            client.cookies.clear()


@pytest.fixture
async def secure(another: Any) -> httpx.AsyncClient:
    return await another(public_url="https://pay.example")


async def test_promise_42_every_answer_carries_the_security_headers(secure: httpx.AsyncClient, app: App) -> None:
    answers = [await send(Person(secure, ""), route) for route in routes(app)]
    answers += [await secure.get(path) for path in ("/", "/nowhere", "/dashboard/x", "/v1/nowhere", "/assets/none.js")]
    answers += [await secure.put("/health"), await secure.post("/auth/login", content=b"x" * 1_000_001)]
    assert {200, 400, 401, 404, 405, 413} <= {answer.status_code for answer in answers}
    for said in answers:
        rules = (rule.strip().partition(" ") for rule in said.headers["content-security-policy"].split(";"))
        policy = {name: sources for name, _, sources in rules}
        for name in ("default-src", "object-src", "base-uri", "frame-ancestors"):
            assert policy[name] == "'none'", said.url
        assert policy["script-src"] == policy["style-src"] == "'self'"
        assert "unsafe" not in said.headers["content-security-policy"]
        assert said.headers["strict-transport-security"].startswith("max-age=31536000")
        assert said.headers["x-content-type-options"] == "nosniff"
        assert said.headers["referrer-policy"] == "strict-origin-when-cross-origin"
        assert said.headers["x-request-id"]


async def test_promise_43_other_origins_are_told_nothing(secure: httpx.AsyncClient) -> None:
    for origin in ("https://evil.example", "http://pay.example", "https://pay.example.evil.example", "null", "*"):
        for method, path in (("GET", "/config.json"), ("GET", "/rbac/me"), ("OPTIONS", "/auth/login")):
            said = await secure.request(method, path, headers={"Origin": origin})
            assert not [name for name in said.headers if name.startswith("access-control-")], (origin, path)
    ours = await secure.get("/config.json", headers={"Origin": "https://pay.example"})
    assert ours.headers["access-control-allow-origin"] == "https://pay.example"
    assert "access-control-allow-credentials" not in ours.headers
    assert "Origin" in ours.headers["vary"]


async def test_promise_44_a_bot_check_is_verified_here_bound_to_its_action_and_works_once(
    another: Any, sql: Any
) -> None:
    client = await another(bot_check="altcha")

    async def solved(action: str) -> str:
        told = (await client.get("/auth/bot-check/challenge", params={"action": action})).json()
        challenge = altcha.Challenge.from_dict(told)
        found = await asyncio.to_thread(altcha.solve_challenge, challenge)
        assert found is not None
        return base64.b64encode(json.dumps(altcha.Payload(challenge, found).to_dict()).encode()).decode()

    async def try_with(answer: str, password: str = PASSWORD) -> tuple[int, object]:
        body = {"email": EMAILS["ana"], "password": password}
        said = await client.post("/auth/login", json=body, headers={"X-Bot-Check": answer} if answer else {})
        return said.status_code, said.json().get("message")

    failed = (400, "ishuman_failed")
    good = await solved("login")
    payload = json.loads(base64.b64decode(good))
    unsolved = payload | {"solution": {**payload["solution"], "counter": payload["solution"]["counter"] + 1}}
    for wrong in ("", "x", base64.b64encode(json.dumps(unsolved).encode()).decode(), await solved("forgot")):
        assert await try_with(wrong) == failed
    assert (await try_with(good))[0] == 200
    assert await try_with(good) == failed
    # A refused password uses the answer up as well.
    spent = await solved("login")
    assert (await try_with(spent, "wrong"))[0] == 401
    assert await try_with(spent) == failed
    late = json.loads(base64.b64decode(await solved("login")))
    late["challenge"]["parameters"]["expiresAt"] = 1
    assert await try_with(base64.b64encode(json.dumps(late).encode()).decode()) == failed
    twice = await solved("forgot")
    for expected in (200, 400):
        said = await client.post("/auth/forgot", json={"email": EMAILS["ana"]}, headers={"X-Bot-Check": twice})
        assert said.status_code == expected
    # Failed checks wear out too.
    sql("insert into refused_try select 'bot:ip:127.0.0.1' from generate_series(1, 30)")
    assert (await try_with(await solved("login")))[0] == 429
