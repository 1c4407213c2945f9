"""Promises 25 to 33: tokens and sessions."""

import asyncio
import base64
import hashlib
import hmac
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest
from joserfc import jwt
from joserfc.jwk import OKPKey

from people import Person
from retaguarda.app import App
from retaguarda.identity.tokens import AccessTokens, jwt_header
from support.identity import alive, log_in, me, refresh
from support.mailbox import mails

SignIn = Callable[[str], Awaitable[Person]]


def part(value: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def claims_of(token: str) -> dict[str, Any]:
    raw = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(raw + "=" * (-len(raw) % 4)))


async def rotated(person: Person, token: str) -> str:
    said = await refresh(person.client, token)
    assert said.status_code == 200, said.text
    return said.json()["refreshToken"]


async def test_promise_25_an_access_token_is_short_and_taken_only_as_we_made_it(ana: Person, app: App) -> None:
    claims, header = claims_of(ana.token), jwt_header(ana.token)
    assert claims["exp"] - claims["iat"] <= 600
    key = app.tokens._signing_keys[header["kid"]]

    def signed(head: dict[str, Any], with_key: Any, **other: Any) -> str:
        return jwt.encode(header | head, claims | other, with_key, algorithms=["Ed25519"])

    # By hand: the library refuses to be this careless.
    swapped = f"{part(header | {'alg': 'HS256'})}.{part(claims)}"
    mac = hmac.digest(key.as_pem(private=False), swapped.encode(), "sha256")
    assert (await me(ana.client, signed({}, key))).status_code == 200
    for name, token in {
        "alg none": f"{part(header | {'alg': 'none'})}.{part(claims)}.",
        "alg none, signed": f"{part(header | {'alg': 'none'})}.{part(claims)}.{ana.token.split('.')[2]}",
        "HS256 with the public key": f"{swapped}.{base64.urlsafe_b64encode(mac).decode().rstrip('=')}",
        "another key": signed({}, OKPKey.generate_key("Ed25519")),
        "another kid": signed({"kid": "nobody"}, key),
        "typ": signed({}, key, typ="refresh"),
        "iss": signed({}, key, iss="somebody"),
        "aud": signed({}, key, aud="something"),
        "sid": signed({}, key, sid=str(uuid4())),
        "expired": signed({}, key, exp=int(time.time())),
        "changed": f"{ana.token.split('.')[0]}.{part(claims | {'exp': claims['exp'] + 1})}.{ana.token.split('.')[2]}",
        "refresh as access": ana.refresh_token,
        "nothing but brackets": f"{base64.urlsafe_b64encode(b'[' * 1_400).decode()}.x.y",
    }.items():
        assert (await me(ana.client, token)).status_code == 401, name
    assert (await refresh(ana.client, ana.token)).status_code == 401


async def test_promise_26_refresh_tokens_are_opaque_hashed_and_one_family_a_sign_in(
    ana: Person, sign_in: SignIn, sql: Any
) -> None:
    other = await sign_in("ana")
    newer = await rotated(ana, ana.refresh_token)
    for token in (ana.refresh_token, other.refresh_token, newer):
        assert len(base64.urlsafe_b64decode(token + "=")) == 32
        assert sql("select count(*) from refresh_token where hash = %s", hashlib.sha256(token.encode()).digest()) == [
            (1,)
        ]
        assert token not in str(sql("select t::text from refresh_token t"))
    assert sql("select count(*), count(distinct session_id) from refresh_token") == [(3, 2)]


async def test_promise_27_reuse_of_an_older_token_ends_the_family_and_is_told(
    ana: Person, sign_in: SignIn, work: Callable[[], Awaitable[None]], tmp_path: Path, sql: Any
) -> None:
    other = await sign_in("ana")
    first = ana.refresh_token
    third = await rotated(ana, await rotated(ana, first))
    assert (await refresh(ana.client, first)).status_code == 401
    assert (await refresh(ana.client, third)).status_code == 401
    assert not await alive(ana)
    assert await alive(other)
    assert sql("select count(*) from event where name = 'identity:session:token_reused'") == [(1,)]
    await work()
    assert [mail["To"] for mail in mails(tmp_path)] == [ana.email]


async def test_promise_28_grace_is_for_the_immediate_parent_alone(ana: Person, carla: Person, sql: Any) -> None:
    parent = await rotated(ana, ana.refresh_token)
    child = await rotated(ana, parent)
    assert await rotated(ana, parent) == child
    # A grandparent within its ten seconds is reuse all the same.
    assert (await refresh(ana.client, ana.refresh_token)).status_code == 401
    assert (await refresh(ana.client, child)).status_code == 401
    # And so is a parent after them.
    child = await rotated(carla, carla.refresh_token)
    sql("update refresh_token set used_at = used_at - interval '10 seconds' where used_at is not null")
    assert (await refresh(carla.client, carla.refresh_token)).status_code == 401
    assert (await refresh(carla.client, child)).status_code == 401


async def test_promise_29_twenty_refreshes_at_once_get_one_successor(ana: Person, sql: Any, peopled_url: str) -> None:
    async with await psycopg.AsyncConnection.connect(peopled_url) as gate:
        # Held back until several stand at the same place; otherwise one may be over before the next begins.
        await gate.execute("select from refresh_token for update")
        calls = asyncio.gather(*(refresh(ana.client, ana.refresh_token) for _ in range(20)))
        waiting = (
            "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
        )
        while sql(waiting)[0][0] < 4:  # noqa: ASYNC110  (what is waited for happens in Postgres)
            await asyncio.sleep(0.01)
        await gate.commit()
    answers = await calls
    assert {answer.status_code for answer in answers} == {200}
    (successor,) = {answer.json()["refreshToken"] for answer in answers}
    assert sql("select count(*) from refresh_token") == [(2,)]
    for answer in answers:
        assert (await me(ana.client, answer.json()["token"])).status_code == 200
    assert (await refresh(ana.client, successor)).status_code == 200


@pytest.mark.parametrize(("name", "minutes"), [("ana", 120), ("diego", 30)])
async def test_promise_30_a_session_ends_when_idle_and_after_twelve_hours(
    sign_in: SignIn, sql: Any, name: str, minutes: int
) -> None:
    def seen(minutes: int) -> None:
        sql(f"update session set last_seen_at = now() - interval '{minutes} minutes'")

    person = await sign_in(name)
    seen(minutes - 1)
    before = sql("select last_seen_at from session")
    # What no person caused does not count.
    assert (await person.get("/rbac/me")).status_code == 200
    assert (await person.get("/v1/dashboard/feature-flags", flag="ledger")).status_code == 200
    assert (await person.get("/v1/dashboard/notifications/topics")).status_code == 200
    token = await rotated(person, person.refresh_token)
    assert sql("select last_seen_at from session") == before
    assert (await person.get("/rbac/profile")).status_code == 200
    assert sql("select last_seen_at > now() - interval '1 minute' from session") == [(True,)]
    seen(minutes)
    assert not await alive(person)
    assert (await refresh(person.client, token)).status_code == 401
    person = await sign_in("carla")
    assert sql("select max(expires_at - created_at) from session")[0][0].total_seconds() == 12 * 3600
    sql("update session set expires_at = now()")
    assert not await alive(person)
    assert (await refresh(person.client, person.refresh_token)).status_code == 401


async def test_promise_31_a_logout_ends_the_family_though_the_access_token_is_over(
    ana: Person, app: App, sql: Any
) -> None:
    session, person = sql("select id, person_id from session")[0]
    over = await AccessTokens(app.database, app.keys, -1).issue(session, person, ana.email)
    assert (await me(ana.client, over)).status_code == 401
    headers = {"Authorization": f"Bearer {ana.refresh_token}"}
    newer = await rotated(ana, ana.refresh_token)
    assert (await ana.client.post("/auth/logout", headers=headers)).status_code == 200
    for token in (ana.refresh_token, newer):
        assert (await refresh(ana.client, token)).status_code == 401
    assert not await alive(ana)


async def test_promise_32_a_person_sees_their_own_sessions_and_ends_one_or_all_others(
    ana: Person, sign_in: SignIn, carla: Person
) -> None:
    one, two = await sign_in("ana"), await sign_in("ana")
    rows = (await one.get("/auth/sessions")).json()
    assert len(rows) == 3
    (mine,) = [row["id"] for row in rows if row["current"]]
    assert (await ana.delete(f"/auth/sessions/{mine}")).status_code == 200
    assert [await alive(each) for each in (ana, one, two)] == [True, False, True]
    assert (await ana.delete("/auth/sessions")).status_code == 200
    assert [await alive(each) for each in (ana, two, carla)] == [True, False, True]
    assert (await refresh(two.client, two.refresh_token)).status_code == 401
    (hers,) = (await carla.get("/auth/sessions")).json()
    assert (await ana.delete(f"/auth/sessions/{hers['id']}")).status_code == 404


async def test_promise_33_a_permission_taken_away_is_gone_at_the_next_request(ana: Person, sql: Any) -> None:
    assert "permissions" not in claims_of(ana.token)
    assert (await ana.get("/v1/payin/charges")).status_code == 200
    sql("update role set permissions = array_remove(permissions, 'payin::payment:read')")
    refused: httpx.Response = await ana.get("/v1/payin/charges")
    assert refused.status_code == 403
    sql("delete from person_role")
    assert (await ana.get("/rbac/companies")).status_code == 403
    assert (await log_in(ana.client, "ana")).status_code == 200
