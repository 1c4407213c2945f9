"""Promises 45 to 47: what is written down, what never is, and what a stranger learns of an error."""

import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import psycopg
import pytest

from people import EMAILS, Person
from retaguarda.foundation.logs import NOISY, REQUEST_LOGGER
from retaguarda_demo.people import PASSWORD
from support.charges import Counter
from support.identity import NEW, add_app, code, log_in, refresh, say_password
from support.mailbox import mails, token_of

SignIn = Callable[[str], Awaitable[Person]]
Work = Callable[[], Awaitable[None]]
CANARY = "Canario#Secreto-9931"


async def a_day_of_identity(ana: Person, work: Work, folder: Path) -> tuple[list[str], list[str]]:
    """Everything a person does with their account: the secrets that came by, and the events it should have left."""
    secrets = [CANARY, PASSWORD, NEW, ana.token, ana.refresh_token]
    assert (await log_in(ana.client, "ana", CANARY)).status_code == 401
    assert (await ana.post("/auth/password", {"oldPassword": PASSWORD, "newPassword": NEW})).status_code == 200
    await ana.client.post("/auth/forgot", json={"email": EMAILS["ana"]})
    await work()
    reset = token_of(mails(folder, "reset")[-1])
    body = {"rememberToken": reset, "newPassword": PASSWORD}
    assert (await ana.client.post("/auth/forgot", json=body)).status_code == 200
    await ana.sign_in()
    first = ana.refresh_token
    ana.refresh_token = (await refresh(ana.client, first)).json()["refreshToken"]
    secret, codes = await add_app(ana)
    assert (await log_in(ana.client, "ana", digits="000000")).status_code == 401
    assert (await log_in(ana.client, "ana", digits=code(secret, 1))).status_code == 200
    assert (await log_in(ana.client, "ana", digits=codes[0])).status_code == 200
    await say_password(ana)
    codes += (await ana.post("/auth/recovery-codes")).json()["recoveryCodes"]
    await ana.post("/rbac/profile/email", {"email": "nova@merchant.example", "password": PASSWORD})
    await work()
    link = token_of(mails(folder, "email_confirm")[-1])
    assert (await ana.client.post("/rbac/profile/email/confirm", json={"token": link})).status_code == 200
    assert (await ana.delete("/auth/twoFactor")).status_code == 200
    await ana.patch("/rbac/profile", {"locale": "pt"})
    await ana.delete("/auth/sessions")
    secrets += [reset, link, secret, *codes, first, ana.refresh_token, ana.token]
    assert (
        await ana.client.post("/auth/refresh", headers={"Authorization": f"Bearer {ana.refresh_token}"})
    ).status_code == 200
    await refresh(ana.client, first)
    return secrets, [
        "identity:person:email_change_asked", "identity:person:email_changed", "identity:person:password_changed",
        "identity:person:password_reset", "identity:person:profile_changed", "identity:person:reset_asked",
        "identity:person:sign_in_refused", "identity:recovery_code:used", "identity:recovery_codes:made",
        "identity:second_factor:added", "identity:second_factor:removed", "identity:session:ended",
        "identity:session:opened", "identity:session:password_confirmed", "identity:session:token_reused",
    ]  # fmt: skip


async def a_day_of_administration(diego: Person, sql: Any) -> tuple[list[str], list[str]]:
    """Everything that is done to people, roles and keys: the secrets that came by, and the events it should have left."""
    diego.account = "2"
    ((bruno,),) = sql("select id::text from person where email = %s", EMAILS["bruno"])
    role = (await diego.post("/rbac/roles", {"name": "Novo", "permissions": []})).json()["id"]
    body = {"emails": ["nova@merchant.example"], "roles": [role]}
    (first,) = (await diego.post("/rbac/users/invitations", body)).json()["invited"]
    key = (await diego.post("/rbac/keys", {"name": "Loja", "role_id": role})).json()
    rotated = (await diego.post(f"/rbac/keys/{key['id']}/rotate", {"grace_minutes": 5})).json()
    answers = [
        await diego.post(f"/rbac/users/{first['id']}/resend"),
        await diego.put(f"/rbac/users/{bruno}/roles", {"roles": [role]}),
        await diego.put(f"/rbac/users/{bruno}/companies", {"companies": [3]}),
        await diego.post(f"/rbac/users/{bruno}/end-sessions"),
        await diego.post(f"/rbac/users/{bruno}/suspend", {"reason": "away"}),
        await diego.post(f"/rbac/users/{bruno}/restore"),
        await diego.put(f"/rbac/roles/{role}", {"permissions": ["payin::payment:read"]}),
        await diego.patch(f"/rbac/keys/{key['id']}", {"name": "Servidor"}),
        await diego.post(f"/rbac/keys/{key['id']}/revoke"),
        await diego.put(f"/rbac/users/{bruno}/roles", {"roles": []}),
        await diego.put(f"/rbac/users/{first['id']}/roles", {"roles": []}),
        await diego.post("/rbac/views", {"company_id": 3, "reason": "ticket"}),
        await diego.post("/rbac/views/leave", {"company_id": 3}),
    ]
    assert {said.status_code for said in answers} <= {200, 201}, [said.text for said in answers]
    return [key["secret"][37:], rotated["secret"][37:]], [
        "access:key:change", "access:key:create", "access:key:revoke", "access:key:rotate", "access:role:change",
        "access:role:create", "access:user:end_sessions", "access:user:invite", "access:user:invited",
        "access:user:resend", "access:user:restore", "access:user:set_companies", "access:user:set_roles",
        "access:user:suspend", "staff:merchant:enter", "staff:merchant:leave", "staff:merchant:view",
    ]  # fmt: skip


async def test_promise_45_what_is_administered_is_in_the_trail_with_before_and_after(sign_in: SignIn, sql: Any) -> None:
    diego = await sign_in("diego")
    secrets, expected = await a_day_of_administration(diego, sql)
    rows = sql(
        "select name, subject_id, actor, request_id, data, company_id from event where name similar to '(access|staff):%%'"
    )
    assert {row[0] for row in rows} == set(expected)
    for name, subject, actor, request, data, company in rows:
        assert subject
        assert (actor, company) == (
            EMAILS["diego"],
            3 if name in ("staff:merchant:enter", "staff:merchant:leave") else 2,
        )
        assert name == "access:user:invited" or UUID(request).version == 7, name
        if name in ("access:user:set_roles", "access:user:set_companies", "access:role:change", "access:key:change"):
            assert {"before", "after"} <= set(data), name
    for secret in secrets:
        assert secret not in str(rows) + str(sql("select j::text from procrastinate_jobs j"))


async def test_promise_45_every_security_event_is_in_a_trail_that_nobody_changes(
    ana: Person, counter: Counter, work: Work, tmp_path: Path, sql: Any, peopled_url: str
) -> None:
    await counter.paid(ana)
    _, expected = await a_day_of_identity(ana, work, tmp_path)
    rows = sql(
        "select name, subject_id, actor, host(ip), user_agent, request_id from event where name like 'identity:%'"
    )
    assert {row[0] for row in rows} == set(expected)
    # One name, and each kind of refusal leaves its own.
    assert {
        row[0] for row in sql("select data->>'reason' from event where name = 'identity:person:sign_in_refused'")
    } == {
        "password_incorrect",
        "2fa_code_invalid",
    }
    for name, subject, actor, ip, agent, request in rows:
        assert UUID(subject)
        assert actor == EMAILS["ana"] or actor == "nova@merchant.example", name
        assert (ip, agent.split("/")[0]) == ("127.0.0.1", "python-httpx"), name
        assert UUID(request).version == 7, name
    names = {row[0] for row in sql("select distinct name from event")}
    assert {"payin:charge:create", "payin:payment:settled"} <= names
    for change in ("update event set actor = 'x'", "delete from event", "truncate event"):
        with psycopg.connect(peopled_url) as owner, pytest.raises(psycopg.DatabaseError, match="append-only"):
            owner.execute(change.encode())
    assert sql(
        "select string_agg(privilege_type, ',' order by privilege_type) from information_schema.role_table_grants"
        " where table_name = 'event' and grantee = 'retaguarda_app'"
    ) == [("INSERT,SELECT",)]


async def test_promise_46_no_secret_and_no_document_stands_in_a_log_or_an_event(
    ana: Person, counter: Counter, work: Work, tmp_path: Path, sql: Any, caplog: pytest.LogCaptureFixture
) -> None:
    document = "52998224725"
    # Whatever another test left of their levels; the last one says what is kept of all.
    caplog.set_level(logging.WARNING, "asyncio")
    for logger in (REQUEST_LOGGER, *NOISY):
        caplog.set_level(logging.DEBUG, logger)
    caplog.set_level(logging.DEBUG)
    charge = await counter.charge(ana, payer={"name": "Maria Souza", "document": document})
    await counter.bank.pay(charge["br_code"])
    path, body = await counter.bank.next_notice()
    await counter.stranger.post(path, json=body)
    await counter.work()
    secrets, _ = await a_day_of_identity(ana, work, tmp_path)
    assert {"retaguarda.mail", REQUEST_LOGGER, "httpx"} <= {each.name for each in caplog.records}
    # With all that stands beside the message, as ``extra`` puts it there.
    own = "\n".join(
        f"{record.getMessage()} {record.exc_text or ''} {vars(record)}"
        for record in caplog.records
        if record.name.startswith("retaguarda")
    )
    assert "mail (reset) written to" in own
    everything = own + "\n".join(
        f"{record.getMessage()} {vars(record)}" for record in caplog.records if record.name != "httpx"
    )
    events = str(sql("select e::text from event e"))
    queue = str(sql("select j::text from procrastinate_jobs j"))
    for secret in (*secrets, document, "529.982.247-25", path.split("/")[4]):
        for place in (everything, events, queue):
            assert secret not in place, secret


async def test_promise_47_an_unexpected_error_tells_only_its_number(ana: Person, sql: Any) -> None:
    sql("alter table charge rename column amount to hidden")
    sql("alter table person rename column password_changed_at to hidden")
    began = time.time()
    answers: list[httpx.Response] = [
        await ana.get("/v1/payin/charges"),
        await ana.post("/v1/payin/charges", {"amount": {"amount": 100}}),
        await log_in(ana.client, "ana"),
    ]
    for said in answers:
        assert (said.status_code, said.json()["message"]) == (500, "unexpected_error")
        assert set(said.json()) == {"status", "statusCode", "message", "error", "request_id"}
        number = UUID(said.json()["request_id"])
        assert said.headers["x-request-id"] == str(number)
        # Of this request: a version 7 begins with the milliseconds at which it was made.
        assert int(began * 1000) <= number.int >> 80 <= time.time() * 1000
        for inside in ("select", "hidden", "column", "psycopg", "Traceback", "retaguarda.", ".py"):
            assert inside not in said.text, inside
