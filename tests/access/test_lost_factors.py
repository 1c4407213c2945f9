"""A person who lost their second factors gets in again: an administrator shows their own, and takes the lost ones away."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

from authenticator import Authenticator
from people import EMAILS, Person
from support.identity import add_app, alive, code, log_in
from support.mailbox import mails, text_of

SignIn = Callable[[str], Awaitable[Person]]
Work = Callable[[], Awaitable[None]]
Number = Callable[[str], str]
Sql = Callable[..., list[tuple[Any, ...]]]


def path_of(number: Number, name: str) -> str:
    return f"/rbac/users/{number(name)}/reset-two-factor"


async def test_the_lost_factor_goes_and_its_person_is_told(
    gil: Person, bruno: Person, number: Number, work: Work, tmp_path: Path, sql: Sql
) -> None:
    secret, _ = await add_app(gil)
    path, key = path_of(number, "bruno"), str(uuid4())
    body = {"digits": code(secret, 1)}
    first, again = await gil.post(path, body, key=key), await gil.post(path, body, key=key)
    assert first.status_code == again.status_code == 200, first.text
    assert first.content == again.content
    assert first.json()["two_factor"] is False
    assert not await alive(bruno)
    said = (await log_in(bruno.client, "bruno")).json()
    assert said["twoFactorRequired"] is False
    assert sql("select 1 from recovery_code where person_id = %s", number("bruno")) == []
    await work()
    mail = next(mail for mail in mails(tmp_path) if mail["To"] == EMAILS["bruno"])
    assert mail["Subject"] == "Your two-step verification was removed"
    assert EMAILS["gil"] in text_of(mail)


async def test_a_wrong_code_changes_nothing_and_counts(gil: Person, bruno: Person, number: Number) -> None:
    secret, _ = await add_app(gil)
    path = path_of(number, "bruno")
    for _ in range(5):
        said = await gil.post(path, {"digits": "000000"})
        assert (said.status_code, said.json()["message"]) == (400, "2fa_code_invalid")
    assert (await gil.post(path, {"digits": code(secret, 1)})).status_code == 429
    assert await alive(bruno)


async def test_a_code_works_once_here_too(gil: Person, bruno: Person, number: Number) -> None:
    secret, _ = await add_app(gil)
    digits = code(secret, 1)
    assert (await gil.post(path_of(number, "bruno"), {"digits": digits})).status_code == 200
    said = await gil.post(path_of(number, "ana"), {"digits": digits})
    assert (said.status_code, said.json()["message"]) == (400, "2fa_code_invalid")


async def test_who_has_no_second_factor_takes_none_away(gil: Person, number: Number) -> None:
    said = await gil.post(path_of(number, "bruno"), {"digits": "123456"})
    assert (said.status_code, said.json()["message"]) == (403, "two_factor_required")


async def test_it_asks_for_one_of_the_two_proofs(gil: Person, number: Number) -> None:
    await add_app(gil)
    for body in ({}, {"digits": ""}, {"digits": "1" * 65}):
        said = await gil.post(path_of(number, "bruno"), body)
        assert (said.status_code, list(said.json()["message"])) == (400, ["digits"])
    said = await gil.post(path_of(number, "bruno"), {"assertion": {"id": "x"}})
    assert (said.status_code, said.json()["message"]) == (400, "passkey_invalid")


async def test_a_recovery_code_of_the_administrator_is_a_proof_and_nothing_to_take_is_said(
    gil: Person, number: Number
) -> None:
    _, codes = await add_app(gil)
    said = await gil.post(path_of(number, "ana"), {"digits": codes[0]})
    assert (said.status_code, said.json()["message"]) == (409, "2factor_missing")


async def test_how_the_factor_is_shown_again_is_asked_first(gil: Person) -> None:
    assert (await gil.post("/auth/second-step")).json() == {"methods": [], "challenge": None}
    await add_app(gil)
    assert (await gil.post("/auth/second-step")).json() == {"methods": ["totp", "recovery"], "challenge": None}


async def test_a_passkey_is_a_proof_and_a_passkey_can_be_lost(
    gil: Person, ana: Person, number: Number, sql: Sql
) -> None:
    keys = [Authenticator(), Authenticator()]
    for person, key in zip((gil, ana), keys, strict=True):
        options = (await person.post("/auth/passkeys/options")).json()
        body = {"name": "Chave", "credential": key.create(options)}
        assert (await person.post("/auth/passkeys", body)).status_code == 201
    asked = (await gil.post("/auth/second-step")).json()
    assert asked["methods"] == ["passkey", "recovery"]
    body = {"assertion": keys[0].get(asked["challenge"])}
    said = await gil.post(path_of(number, "ana"), body)
    assert (said.status_code, said.json()["two_factor"]) == (200, False)
    assert sql("select person_id::text from passkey") == [(number("gil"),)]
    again = await gil.post(path_of(number, "bruno"), body)
    assert (again.status_code, again.json()["message"]) == (400, "passkey_invalid")
