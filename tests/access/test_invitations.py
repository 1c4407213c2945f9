"""Invitations: the mail, the password that ends them, and what they tell nobody."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from people import AURORA, EMAILS, OUTRA, Person
from support.identity import NEW, log_in
from support.mailbox import mails, text_of, token_of

Work = Callable[[], Awaitable[None]]
Role = Callable[[str, int], int]
Sql = Callable[..., list[tuple[Any, ...]]]
PATH = "/rbac/users/invitations"


async def accept(person: Person, token: str) -> int:
    return (await person.client.post("/auth/forgot", json={"rememberToken": token, "newPassword": NEW})).status_code


async def test_an_invited_person_gets_a_mail_chooses_a_password_and_signs_in(
    gil: Person, work: Work, tmp_path: Path, role: Role
) -> None:
    body = {
        "emails": ["nova@merchant.example"],
        "roles": [role("operator", AURORA)],
        "name": "Nova Pessoa",
        "locale": "pt",
    }
    key = str(uuid4())
    first, again = await gil.post(PATH, body, key=key), await gil.post(PATH, body, key=key)
    assert first.status_code == again.status_code == 201, first.text
    assert first.content == again.content
    (invited,) = first.json()["invited"]
    row = (await gil.get(f"/rbac/users/{invited['id']}")).json()
    assert (row["status"], row["invited_by"], row["roles"]) == ("invited", EMAILS["gil"], ["operator"])
    assert row["trail"][0]["name"] == "access:user:invited"
    assert (await log_in(gil.client, "nova@merchant.example", NEW)).status_code == 401
    await work()
    (mail,) = mails(tmp_path)
    assert (mail["To"], mail["Subject"]) == ("nova@merchant.example", "Convite para Loja Aurora")
    assert "7 dias" in text_of(mail)
    assert await accept(gil, token_of(mail)) == 200
    assert await accept(gil, token_of(mail)) == 400
    assert (await log_in(gil.client, "nova@merchant.example", NEW)).status_code == 200
    row = (await gil.get(f"/rbac/users/{invited['id']}")).json()
    assert (row["status"], row["name"]) == ("active", "Nova Pessoa")
    assert {"identity:person:joined", "access:user:invited"} <= {moment["name"] for moment in row["trail"]}
    await work()
    assert len(mails(tmp_path)) == 1


async def test_many_at_once_and_each_that_was_refused_says_why(gil: Person, work: Work, tmp_path: Path) -> None:
    given = [
        "um@x.example",
        "UM@x.example",
        "dois@x.example",
        "no address",
        EMAILS["ana"].upper(),
        "a" * 250 + "@x.example",
    ]
    said = (await gil.post(PATH, {"emails": given, "roles": []})).json()
    assert [row["email"] for row in said["invited"]] == ["UM@x.example", "dois@x.example"]
    assert [(row["email"], row["reason"]) for row in said["refused"]] == [
        ("no address", "email_address_invalid"),
        (EMAILS["ana"].upper(), "already_known"),
        (given[-1], "email_address_invalid"),
    ]
    second = (await gil.post(PATH, {"emails": given[:1], "roles": []})).json()
    assert [row["reason"] for row in second["refused"]] == ["already_known"]
    await work()
    assert {mail["To"] for mail in mails(tmp_path)} == {"UM@x.example", "dois@x.example"}
    assert {mail["Subject"] for mail in mails(tmp_path)} == {"You are invited to Loja Aurora"}


async def test_who_has_an_account_elsewhere_is_told_by_mail_and_the_inviter_is_not(
    gil: Person, work: Work, tmp_path: Path, sql: Sql
) -> None:
    said = await gil.post(PATH, {"emails": [EMAILS["carla"]], "roles": []})
    assert said.status_code == 201
    assert said.json()["refused"] == []
    assert [row["email"] for row in said.json()["invited"]] == [EMAILS["carla"]]
    await work()
    (mail,) = mails(tmp_path)
    assert (mail["To"], mail["Subject"]) == (EMAILS["carla"], "You have an account already")
    assert "Outra Praça" in text_of(mail)
    assert "Aurora" not in text_of(mail)
    assert sql("select company_id from person where email = %s", EMAILS["carla"]) == [(OUTRA,)]


async def test_an_invitation_is_sent_again_until_it_is_answered(
    gil: Person, work: Work, tmp_path: Path, number: Callable[[str], str]
) -> None:
    (invited,) = (await gil.post(PATH, {"emails": ["nova@merchant.example"], "roles": []})).json()["invited"]
    path = f"/rbac/users/{invited['id']}/resend"
    for _ in range(2):
        assert (await gil.post(path, key=None)).status_code == 200
    await work()
    first, _, last = mails(tmp_path)
    assert await accept(gil, token_of(last)) == 200
    assert await accept(gil, token_of(first)) == 400
    for known in (invited["id"], number("ana")):
        said = await gil.post(f"/rbac/users/{known}/resend")
        assert (said.status_code, said.json()["message"]) == (409, "not_invited")


async def test_nobody_s_inbox_is_filled_by_sending_again(gil: Person) -> None:
    (invited,) = (await gil.post(PATH, {"emails": ["nova@merchant.example"], "roles": []})).json()["invited"]
    said = [await gil.post(f"/rbac/users/{invited['id']}/resend") for _ in range(7)]
    assert [each.status_code for each in said] == [200] * 5 + [429] * 2
    assert int(said[-1].headers["Retry-After"]) > 0


async def test_a_company_invites_so_many_in_an_hour(gil: Person, diego: Person, sql: Sql) -> None:
    for batch in range(4):
        body = {"emails": [f"n{batch}-{each}@x.example" for each in range(50)], "roles": []}
        assert len((await gil.post(PATH, body)).json()["invited"]) == 50
    said = await gil.post(PATH, {"emails": ["one@x.example"], "roles": []})
    assert (said.status_code, said.json()["message"]) == (429, "too_many_tries")
    assert (await diego.post(PATH, {"emails": ["one@x.example"], "roles": []})).status_code == 201
    sql("update refused_try set at = at - interval '1 hour'")
    assert (await gil.post(PATH, {"emails": ["two@x.example"], "roles": []})).status_code == 201


async def test_staff_invite_into_the_chosen_merchant_and_into_their_own_house(
    diego: Person, role: Role, sql: Sql
) -> None:
    assert (await diego.post(PATH, {"emails": ["casa@retaguarda.example"], "roles": []})).status_code == 201
    diego.account = str(OUTRA)
    body = {"emails": ["livro@outra.example"], "roles": [role("operator", OUTRA)], "companies": [AURORA, OUTRA]}
    assert (await diego.post(PATH, body)).status_code == 201
    rows = sql("select email, company_id, internal from person where joined_at is null order by email")
    assert rows == [("casa@retaguarda.example", 1, True), ("livro@outra.example", OUTRA, False)]
    assert sql("select company_id from person_company") == [(AURORA,)]


async def test_a_wrong_invitation_names_its_field(gil: Person, subtests: pytest.Subtests) -> None:
    cases: list[tuple[Any, int, str]] = [
        ({"emails": [], "roles": []}, 400, "emails"),
        ({"emails": ["a@b.example"] * 51, "roles": []}, 400, "emails"),
        ({"emails": ["a@b.example"]}, 400, "roles"),
        ({"emails": ["a@b.example"], "roles": [2**40]}, 400, "roles[0]"),
        ({"emails": ["a@b.example"], "roles": [99_999]}, 400, "roles"),
        ({"emails": ["a@b.example"], "roles": [], "companies": [OUTRA]}, 400, "companies"),
        ({"emails": ["a@b.example"], "roles": [], "companies": [1]}, 400, "companies"),
        ({"emails": ["a@b.example"], "roles": [], "name": "a\x00b"}, 400, "name"),
        ({"emails": ["a@b.example"], "roles": [], "locale": "fr"}, 400, "locale"),
        ({"emails": [7], "roles": []}, 400, "emails[0]"),
    ]
    for body, status, field in cases:
        with subtests.test(body=body, status=status, field=field):
            said = await gil.post(PATH, body)
            assert (said.status_code, list(said.json()["message"])) == (status, [field]), said.text


async def test_a_role_of_another_company_or_one_with_more_than_the_inviter_s_is_not_given(
    gil: Person, role: Role, sql: Sql
) -> None:
    body = {"emails": ["nova@merchant.example"]}
    foreign = await gil.post(PATH, body | {"roles": [role("operator", OUTRA)]})
    assert (foreign.status_code, list(foreign.json()["message"])) == (400, ["roles"])
    more = await gil.post(PATH, body | {"roles": [role("payer", AURORA)]})
    assert (more.status_code, more.json()["message"]) == (403, "cannot_grant")
    assert "payout::payment:read" in more.json()["error"]
    assert sql("select 1 from person where joined_at is null") == []
