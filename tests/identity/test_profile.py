"""Name, language and e-mail address of a person."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import psycopg
import pytest

from conftest import Sql
from people import EMAILS, Person
from retaguarda.catalogue import catalogue
from retaguarda.foundation.permissions import Permission
from retaguarda.identity.profile import SENSITIVE
from retaguarda.settings import Settings
from retaguarda_demo.people import PASSWORD
from support.mailbox import mails, text_of, token_of

NEW = "ana.nova@merchant.example"
Work = Callable[[], Awaitable[None]]


async def ask(person: Person, email: str = NEW, password: str = PASSWORD) -> httpx.Response:
    return await person.post("/rbac/profile/email", {"email": email, "password": password})


async def confirm(person: Person, token: str) -> httpx.Response:
    return await person.client.post("/rbac/profile/email/confirm", json={"token": token})


@pytest.fixture
async def token(ana: Person, work: Work, tmp_path: Path) -> str:
    """Of the mail to the new address."""
    assert (await ask(ana)).json()["message"] == "verify_your_email"
    await work()
    return token_of(mails(tmp_path)[-1])


async def test_name_and_language_are_changed_each_by_itself(ana: Person) -> None:
    assert (await ana.patch("/rbac/profile", {"name": "  Ana Maria "})).json() == {
        "name": "Ana Maria", "email": EMAILS["ana"], "locale": None,
    }  # fmt: skip
    for _ in range(2):
        assert (await ana.patch("/rbac/profile", {"locale": "pt"})).json()["locale"] == "pt"
    assert (await ana.patch("/rbac/profile", {})).json()["name"] == "Ana Maria"
    assert (await ana.get("/rbac/me")).json()["locale"] == "pt"


@pytest.mark.parametrize(
    "body", [{"name": ""}, {"name": " "}, {"name": "x" * 121}, {"name": "a\x00"}, {"locale": "fr"}, {"x": 1}]
)
async def test_a_wrong_profile_is_refused(ana: Person, body: object) -> None:
    assert (await ana.patch("/rbac/profile", body)).status_code == 400


async def test_a_new_address_waits_until_its_mail_is_answered(
    ana: Person, token: str, work: Work, tmp_path: Path
) -> None:
    mail = mails(tmp_path)[-1]
    assert (mail["To"], mail["Subject"]) == (NEW, "Confirm your new e-mail address")
    # A stranger's address gets nothing that somebody could have written into it.
    assert "Ana" not in text_of(mail)
    profile = (await ana.get("/rbac/profile")).json()
    assert (profile["email"], profile["pendingEmail"]) == (EMAILS["ana"], NEW)
    said = await confirm(ana, token)
    assert (said.status_code, said.json()["message"]) == (200, "email_change_success")
    profile = (await ana.get("/rbac/profile")).json()
    assert profile["email"] == NEW
    assert "pendingEmail" not in profile
    assert (await confirm(ana, token)).json()["message"] == "email_change_fail"
    old = await ana.client.post("/auth/login", json={"email": EMAILS["ana"], "password": PASSWORD})
    new = await ana.client.post("/auth/login", json={"email": NEW, "password": PASSWORD})
    assert (old.status_code, new.status_code) == (401, 200)
    await work()
    assert (mails(tmp_path)[-1]["To"], mails(tmp_path)[-1]["Subject"]) == (
        EMAILS["ana"],
        "Your e-mail address was changed",
    )


async def test_the_password_is_asked_for(ana: Person) -> None:
    said = await ask(ana, password="wrong")
    assert (said.status_code, said.json()["message"]) == (400, "password_incorrect")
    assert "pendingEmail" not in (await ana.get("/rbac/profile")).json()


async def test_only_the_latest_address_can_be_confirmed(ana: Person, token: str, work: Work, tmp_path: Path) -> None:
    await ask(ana, "outra@merchant.example")
    await work()
    assert (await confirm(ana, token)).status_code == 400
    assert (await confirm(ana, token_of(mails(tmp_path)[-1]))).status_code == 200


async def test_an_address_of_somebody_else_is_never_taken_and_never_told(
    ana: Person, carla: Person, work: Work, tmp_path: Path
) -> None:
    said = await ask(ana, EMAILS["carla"].upper())
    assert (said.status_code, said.json()["message"]) == (200, "verify_your_email")
    await work()
    assert (await confirm(ana, token_of(mails(tmp_path)[-1]))).json()["message"] == "email_change_fail"
    assert (await ana.get("/rbac/profile")).json()["email"] == EMAILS["ana"]
    assert (await carla.get("/rbac/me")).status_code == 200


async def test_a_new_password_kills_the_link_and_a_new_address_those_of_resets(
    ana: Person, token: str, work: Work, tmp_path: Path, peopled_url: str
) -> None:
    await ana.client.post("/auth/forgot", json={"email": EMAILS["ana"]})
    await work()
    reset = token_of(mails(tmp_path)[-1])
    with psycopg.connect(peopled_url, autocommit=True) as connection:
        connection.execute("update person set password_changed_at = clock_timestamp()")
        assert (await confirm(ana, token)).status_code == 400
        connection.execute(
            "update person p set password_changed_at = t.password_changed_at from mailed_token t where t.person_id = p.id"
        )
    assert (await confirm(ana, token)).status_code == 200
    said = await ana.client.post("/auth/forgot", json={"rememberToken": reset, "newPassword": "Outra!Chave-4821"})
    assert said.json()["message"] == "new_password_fail"


async def test_a_reset_link_is_no_link_for_an_address(ana: Person, work: Work, tmp_path: Path) -> None:
    await ana.client.post("/auth/forgot", json={"email": EMAILS["ana"]})
    await work()
    assert (await confirm(ana, token_of(mails(tmp_path)[-1]))).status_code == 400


@pytest.mark.parametrize("token", ["", "x", "a\x00b", "é" * 100])
async def test_a_token_that_never_was_one_is_refused(ana: Person, token: str) -> None:
    assert (await confirm(ana, token)).status_code == 400


def test_whatever_approves_or_decides_is_sensitive_by_its_name_and_by_what_it_does() -> None:
    by_name = {each for each in Permission if each.rpartition(":")[2] in ("approve", "decide")}
    # A payment under review only goes back to its payer or stays where it is: no more than a refund (readings 12).
    deciding = ("approve", "decide", "post", "activate")
    by_deed = {each.permission for each in catalogue(Settings()).commands if each.name.rpartition(":")[2] in deciding}
    assert {Permission.ACCOUNT_NOTES_APPROVE, Permission.PAYIN_MED_DECIDE} <= by_name
    assert {Permission.ACCOUNT_NOTES_APPROVE, Permission.PAYIN_MED_DECIDE, Permission.PAYIN_RULE_WRITE} <= by_deed
    assert by_name | by_deed <= SENSITIVE


async def test_a_role_that_only_approves_notes_makes_a_person_sensitive(ana: Person, sql: Sql) -> None:
    assert (await ana.get("/rbac/me")).json()["sensitive"] is False
    sql("update role set permissions = permissions || '{account::notes:approve}' where name = 'operator'")
    assert (await ana.get("/rbac/me")).json()["sensitive"] is True
