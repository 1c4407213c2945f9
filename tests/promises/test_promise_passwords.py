"""Promises 8 to 17: passwords, and the way back in for who forgot theirs."""

import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher

from conftest import PRODUCT_HASHER
from people import EMAILS, Person
from retaguarda.identity import password_policy
from retaguarda.providers.breaches import PwnedRange
from retaguarda.settings import Limits
from retaguarda_demo.people import PASSWORD, TOTP_SECRET
from support.identity import NEW, alive, code, log_in, refresh
from support.mailbox import mails, token_of

SignIn = Callable[[str], Awaitable[Person]]
Work = Callable[[], Awaitable[None]]


async def change(person: Person, new: str, old: str = PASSWORD) -> httpx.Response:
    return await person.post("/auth/password", {"oldPassword": old, "newPassword": new})


async def reset_token(client: httpx.AsyncClient, name: str, work: Work, folder: Path) -> str:
    await client.post("/auth/forgot", json={"email": EMAILS[name]})
    await work()
    return token_of(mails(folder, "reset")[-1])


async def reset(client: httpx.AsyncClient, token: str, new: str = NEW) -> httpx.Response:
    return await client.post("/auth/forgot", json={"rememberToken": token, "newPassword": new})


async def test_promise_8_a_password_has_twelve_characters_of_four_kinds_checked_in_order(ana: Person) -> None:
    for password, key in (
        ("aA1!aA1!aA1", "min_length_required"),
        ("aaaaaaaaaaaa", "upper_case"),
        ("AAAAAAAAAAAA", "lower_case"),
        ("AAAAAAaaaaaa", "numbers"),
        ("AAAAaaaa1111", "alphas"),
        ("AAAAaaaa111_", "alphas"),
    ):
        refused = await change(ana, password)
        assert (refused.status_code, refused.json()["message"]) == (400, {"newPassword": [key]}), password
    assert (await change(ana, "KWzrplmq481!")).status_code == 200


async def test_promise_9_every_character_of_a_long_password_counts(ana: Person) -> None:
    long = " Ção#Éñü-Ж26 " * 9 + "0123456789x"
    assert len(long) == 128
    assert (await change(ana, long)).status_code == 200
    for other in (long[:-1] + "y", long[:-1], long.strip(), long.swapcase()):
        assert (await log_in(ana.client, "ana", other)).status_code == 401
    assert (await log_in(ana.client, "ana", long)).status_code == 200


async def test_promise_10_common_and_breached_passwords_are_refused_and_an_outage_refuses_nobody(
    ana: Person, caplog: pytest.LogCaptureFixture
) -> None:
    for password in ("Password123!", "P@ssw0rd-2026!", "Senha@123456", "Flamengo#1981!", "!QAZ2wsx#EDC"):
        refused = await change(ana, password)
        assert refused.json()["message"] == {"newPassword": ["common_password"]}, password
    listed = (Path(password_policy.__file__).parent / "common_passwords.txt").read_text().split()
    assert len(listed) > 500
    assert all(password_policy.is_common(f"{word.title()}#2026") for word in listed if word.isalpha())
    digest = "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8"  # SHA-1 of "password"
    sent = list[httpx.Request]()

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(200, text=f"{digest[5:]}:3")

    assert await PwnedRange("https://range.example", httpx.MockTransport(answer)).holds("password")
    assert str(sent[0].url) == f"https://range.example/{digest[:5]}"
    assert sent[0].extensions["timeout"]["read"] == 1.0

    def late(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("late")

    with caplog.at_level(logging.WARNING, "retaguarda.breaches"):
        assert not await PwnedRange("https://range.example", httpx.MockTransport(late)).holds("password")
    assert "does not answer" in caplog.text


@pytest.mark.parametrize("password", ["Xx-ANA.nova-77", "Aurora#Azul-77", "Loja-Azul#7788", "rétaGuarda#7788"])
async def test_promise_11_a_password_holds_neither_the_address_nor_the_company_nor_the_product(
    ana: Person, sql: Any, password: str
) -> None:
    sql("update person set email = 'ana.nova@merchant.example' where email = %s", ana.email)
    refused = await change(ana, password)
    assert refused.json()["message"] == {"newPassword": ["contains_personal"]}


async def test_promise_12_hashes_are_argon2id_and_old_ones_are_upgraded_at_the_next_sign_in(
    ana: Person, sql: Any
) -> None:
    def hashed() -> str:
        return sql("select password_hash from person where email = %s", ana.email)[0][0]

    # What the product hashes with, not what stands in its place in the tests.
    assert PRODUCT_HASHER.hash("any").startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert hashed().startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    weak = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
    sql("update person set password_hash = %s where email = %s", weak, ana.email)
    assert (await log_in(ana.client, "ana", "wrong")).status_code == 401
    assert hashed() == weak
    assert (await log_in(ana.client, "ana")).status_code == 200
    assert hashed().startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert (await log_in(ana.client, "ana")).status_code == 200
    assert await alive(ana)


async def test_promise_13_a_change_needs_the_old_password_and_a_wrong_one_counts_as_a_refused_sign_in(
    another: Any,
) -> None:
    # Of the person: their address, and everybody, have room.
    room = ((1_000, 300),)
    client = await another(limits=Limits(sign_in_address=room, sign_in_all=room))
    ana = await Person(client, EMAILS["ana"]).sign_in()
    for _ in range(10):
        refused = await change(ana, NEW, "wrong")
        assert (refused.status_code, refused.json()["error"]) == (400, "Invalid e-mail or password")
    assert (await change(ana, NEW)).status_code == 429
    assert (await log_in(client, "ana")).status_code == 429
    assert (await log_in(client, "carla")).status_code == 200


@pytest.mark.parametrize("how", ["change", "reset"])
async def test_promise_14_a_new_password_ends_every_other_session(
    ana: Person, sign_in: SignIn, carla: Person, work: Work, tmp_path: Path, how: str
) -> None:
    token = await reset_token(carla.client, "ana", work, tmp_path) if how == "reset" else ""
    if how == "reset":
        assert (await reset(carla.client, token)).status_code == 200
        others = [ana]
    else:
        others = [await sign_in("ana"), await sign_in("ana")]
        assert (await change(ana, NEW)).status_code == 200
        assert await alive(ana)
    for other in others:
        assert not await alive(other)
        assert (await refresh(other.client, other.refresh_token)).status_code == 401
    assert await alive(carla)


async def test_promise_15_disabling_a_person_ends_all_sessions_at_once(ana: Person, sign_in: SignIn, sql: Any) -> None:
    other = await sign_in("ana")
    sql("update person set disabled_at = now() where email = %s", ana.email)
    for person in (ana, other):
        assert not await alive(person)
        assert (await refresh(person.client, person.refresh_token)).status_code == 401
    assert (await log_in(ana.client, "ana")).status_code == 401
    sql("update person set disabled_at = null where email = %s", ana.email)
    assert not await alive(ana)
    assert sql("select count(*) from session s join person p on p.id = s.person_id"
               " where p.email = %s and ended_at is null", ana.email) == [(0,)]  # fmt: skip


async def test_promise_16_a_reset_token_is_bound_short_lived_hashed_and_works_once(
    client: httpx.AsyncClient, work: Work, tmp_path: Path, sql: Any
) -> None:
    async def fresh() -> str:
        sql("delete from refused_try")
        return await reset_token(client, "ana", work, tmp_path)

    async def dead(token: str) -> bool:
        return (await reset(client, token, "Mais#Uma-Chave77")).json()["message"] == "new_password_fail"

    token = await fresh()
    assert (await reset(client, token)).status_code == 200
    assert await dead(token)
    token = await fresh()
    assert (await log_in(client, "ana", NEW)).status_code == 200
    assert await dead(token)
    token = await fresh()
    sql("update person set password_changed_at = clock_timestamp()")
    assert await dead(token)
    token = await fresh()
    sql("update mailed_token set action = 'email', new_email = 'x@y.zz' where used_at is null")
    assert await dead(token)
    token = await fresh()
    sql("update mailed_token set expires_at = now() - interval '1 second' where used_at is null")
    assert await dead(token)
    token = await fresh()
    stored = sql("select hash, expires_at - now() <= interval '6 hours', t::text from mailed_token t")
    assert all(row[1] for row in stored)
    assert not any(token in row[2] for row in stored)
    assert {len(row[0]) for row in stored} == {32}
    sql("update mailed_token set person_id = (select id from person where email = %s)", EMAILS["carla"])
    assert await dead(token)


async def test_promise_17_a_reset_does_not_go_around_the_second_factor(
    client: httpx.AsyncClient, work: Work, tmp_path: Path
) -> None:
    said = await reset(client, await reset_token(client, "diego", work, tmp_path))
    assert set(said.json()) == {"message", "statusCode", "status"}
    first = await log_in(client, "diego", NEW)
    assert (first.json()["twoFactorRequired"], first.json()["token"]) == (True, None)


async def test_promise_17_a_reset_gives_nobody_more_tries_at_the_second_factor(
    client: httpx.AsyncClient, work: Work, tmp_path: Path
) -> None:
    for _ in range(5):
        assert (await log_in(client, "diego", digits="000000")).status_code == 401
    assert (await reset(client, await reset_token(client, "diego", work, tmp_path))).status_code == 200
    assert (await log_in(client, "diego", NEW)).json()["twoFactorRequired"] is True
    assert (await log_in(client, "diego", NEW, digits=code(TOTP_SECRET))).status_code == 429
