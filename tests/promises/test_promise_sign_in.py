"""Promises 1 to 7: sign-in tells strangers nothing, and tires before they do."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher

from people import EMAILS, Person
from retaguarda.identity import limits, passwords
from retaguarda.settings import Limits
from retaguarda_demo.people import TOTP_SECRET
from support.identity import NEW, code, log_in, me, refresh, same

MANY = ((1_000, 300),)


class Counting(PasswordHasher):
    """Remembers the parameters of every hash it verifies."""

    def __init__(self) -> None:
        super().__init__(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self.verified = list[str]()

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:
        self.verified.append(str(hash).rsplit("$", 2)[0])
        return super().verify(hash, password)


async def test_promise_1_an_unknown_address_and_a_wrong_password_answer_and_cost_alike(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasher = Counting()
    monkeypatch.setattr(passwords, "_hasher", hasher)
    wrong = await log_in(client, "ana", "not this one")
    nobody = await log_in(client, "nobody@merchant.example", "not this one")
    assert wrong.status_code == 401
    assert same(wrong, nobody)
    assert hasher.verified == ["$argon2id$v=19$m=19456,t=2,p=1"] * 2


async def test_promise_2_forgot_answers_alike_whether_somebody_has_the_address_or_nobody(
    client: httpx.AsyncClient,
) -> None:
    statuses = list[int]()
    for _ in range(6):
        known = await client.post("/auth/forgot", json={"email": EMAILS["ana"]})
        nobody = await client.post("/auth/forgot", json={"email": "nobody@merchant.example"})
        assert same(known, nobody)
        statuses.append(known.status_code)
    # The limit on mails tells nothing either.
    assert statuses == [200] * 5 + [429]


@pytest.mark.parametrize("kind", ["person", "address", "all"])
async def test_promise_3_each_limit_alone_refuses_and_counts_refused_tries_only(another: Any, kind: str) -> None:
    assert Limits().sign_in_person == Limits().sign_in_address == ((10, 300),)
    assert Limits().sign_in_all == ((1_000, 300),)
    high = {"sign_in_person": MANY, "sign_in_address": MANY, "sign_in_all": MANY}
    client = await another(limits=Limits(**(high | {f"sign_in_{kind}": ((3, 300),)})))
    for _ in range(4):
        assert (await log_in(client, "ana")).status_code == 200
        # A first step of two is no refusal either.
        assert (await log_in(client, "diego")).json()["twoFactorRequired"] is True
    for number in range(3):
        principal = "ana" if kind == "person" else f"stranger{number}@merchant.example"
        assert (await log_in(client, principal, "wrong")).status_code == 401
    refused = await log_in(client, "ana")
    assert (refused.status_code, refused.json()["message"]) == (429, "too_many_tries")
    assert 0 < int(refused.headers["Retry-After"]) <= 300
    if kind == "person":
        assert (await log_in(client, "carla")).status_code == 200


@pytest.mark.parametrize("kind", ["person", "address", "all"])
async def test_promise_3_a_limit_holds_against_tries_that_run_at_once(another: Any, kind: str) -> None:
    high = {"sign_in_person": MANY, "sign_in_address": MANY, "sign_in_all": MANY}
    client = await another(limits=Limits(**(high | {f"sign_in_{kind}": ((10, 300),)})))
    principal = ["ana"] * 80 if kind == "person" else [f"stranger{number}@merchant.example" for number in range(80)]
    said = await asyncio.gather(*(log_in(client, each, "wrong") for each in principal))
    assert Counter(each.status_code for each in said) == {401: 10, 429: 70}
    assert (await log_in(client, "ana")).status_code == 429


async def test_promise_3_right_sign_ins_at_once_wait_for_each_other_and_are_not_refused(
    another: Any, sql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slow the machine is.
    monkeypatch.setattr(limits, "WAIT_SECONDS", 600)
    few = ((2, 300),)
    client = await another(limits=Limits(sign_in_person=few, sign_in_address=few))
    names = ["ana", "bruno", "carla", "gil"] * 4
    assert {each.status_code for each in await asyncio.gather(*(log_in(client, name) for name in names))} == {200}
    assert sql("select * from refused_try") == []


async def test_promise_3_wrong_keys_bot_checks_links_and_mails_at_once_are_limited_too(another: Any) -> None:
    client = await another()
    answers = {
        (401, 30): lambda n: client.get("/v1/payin/charges", headers={"Authorization": f"Bearer rtg_wrong{n}"}),
        (400, 10): lambda n: client.post("/auth/forgot", json={"rememberToken": f"dead{n}", "newPassword": NEW}),
        (200, 5): lambda n: client.post("/auth/forgot", json={"email": EMAILS["ana"]}),
    }
    checked = await another(bot_check="altcha")
    answers[400, 30] = lambda n: log_in(checked, "ana")
    for (status, most), request in answers.items():
        said = await asyncio.gather(*(request(number) for number in range(40)))
        assert Counter(each.status_code for each in said) == {status: most, 429: 40 - most}, status


@pytest.mark.parametrize(
    ("bucket", "tries", "ago"),
    [
        (f"2fa:person:{EMAILS['diego']}", 5, "4 minutes"),
        (f"2fa:person:{EMAILS['diego']}", 20, "59 minutes"),
        (f"2fa:person:{EMAILS['diego']}", 50, "23 hours"),
        ("2fa:ip:127.0.0.1", 10, "4 minutes"),
    ],
)
async def test_promise_4_second_factors_have_limits_of_their_own(
    client: httpx.AsyncClient, sql: Any, bucket: str, tries: int, ago: str
) -> None:
    sql(f"insert into refused_try select %s, now() - interval '{ago}' from generate_series(2, %s)", bucket, tries)
    wrong = await log_in(client, "diego", digits="000000")
    assert wrong.status_code == 401
    right = await log_in(client, "diego", digits=code(TOTP_SECRET))
    assert (right.status_code, right.json()["message"]) == (429, "too_many_tries")
    # The password's own limits have room: only the second step waits.
    assert (await log_in(client, "diego")).json()["twoFactorRequired"] is True


async def test_promise_5_limits_hold_across_processes_and_restarts(another: Any) -> None:
    one, two = await another(), await another()
    for client in (one, two) * 5:
        assert (await log_in(client, "ana", "wrong")).status_code == 401
    for client in (one, two, await another()):
        assert (await log_in(client, "ana")).status_code == 429


async def test_promise_6_a_lockout_ends_by_itself_and_never_ends_a_session(ana: Person, sql: Any) -> None:
    for _ in range(11):
        await log_in(ana.client, "ana", "wrong")
    assert (await log_in(ana.client, "ana")).status_code == 429
    said = await refresh(ana.client, ana.refresh_token)
    assert said.status_code == 200
    assert (await me(ana.client, said.json()["token"])).status_code == 200
    sql("update refused_try set at = at - interval '5 minutes'")
    assert (await log_in(ana.client, "ana")).status_code == 200


@pytest.mark.parametrize(
    ("trusted", "header", "seen"),
    [
        (0, "203.0.113.9", "127.0.0.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        (2, "198.51.100.1, 203.0.113.9, 10.0.0.1", "203.0.113.9"),
        (1, "no address", "None"),
    ],
)
async def test_promise_7_the_address_of_a_client_comes_from_a_trusted_proxy_only(
    another: Any, sql: Callable[..., Any], trusted: int, header: str, seen: str
) -> None:
    client = await another(trusted_proxies=trusted)
    body = {"email": EMAILS["ana"], "password": "wrong"}
    await client.post("/auth/login", json=body, headers={"X-Forwarded-For": header})
    assert sql("select bucket from refused_try where bucket like 'login:ip:%'") == [(f"login:ip:{seen}",)]
