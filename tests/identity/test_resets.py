"""A forgotten password: the mail, and the new password that comes back with its link."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import psycopg
import pytest

from people import EMAILS, Person
from retaguarda_demo.people import PASSWORD
from support.mailbox import mails, text_of, token_of

NEW = "Outra!Chave-4821"
Work = Callable[[], Awaitable[None]]


async def forgot(client: httpx.AsyncClient, email: str) -> httpx.Response:
    return await client.post("/auth/forgot", json={"email": email})


async def confirm(client: httpx.AsyncClient, token: str, password: str = NEW) -> httpx.Response:
    return await client.post("/auth/forgot", json={"rememberToken": token, "newPassword": password})


async def log_in(client: httpx.AsyncClient, name: str, password: str) -> httpx.Response:
    return await client.post("/auth/login", json={"email": EMAILS[name], "password": password})


@pytest.fixture
async def token(client: httpx.AsyncClient, work: Work, tmp_path: Path) -> str:
    await forgot(client, EMAILS["ana"])
    await work()
    return token_of(mails(tmp_path)[-1])


async def test_the_link_of_the_mail_sets_a_new_password_once(client: httpx.AsyncClient, token: str) -> None:
    said = await confirm(client, token)
    assert (said.status_code, said.json()["message"]) == (200, "password_success")
    again = await confirm(client, token, "Mais#Uma-Chave77")
    assert (again.status_code, again.json()["message"]) == (400, "new_password_fail")
    assert (await log_in(client, "ana", PASSWORD)).status_code == 401
    assert (await log_in(client, "ana", NEW)).status_code == 200


async def test_of_two_that_use_a_link_at_once_one_wins(client: httpx.AsyncClient, token: str) -> None:
    answers = await asyncio.gather(*(confirm(client, token, f"{NEW}{n}") for n in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]


async def test_the_answer_tells_nothing_and_a_stranger_gets_no_mail(
    client: httpx.AsyncClient, work: Work, tmp_path: Path
) -> None:
    said = await forgot(client, "nobody@merchant.example")
    assert (said.status_code, said.json()["message"]) == (200, "verify_your_email")
    await work()
    assert mails(tmp_path) == []


async def test_a_password_against_the_policy_leaves_the_link_good(client: httpx.AsyncClient, token: str) -> None:
    refused = await confirm(client, token, "Curta#1")
    assert (refused.status_code, refused.json()["message"]) == (400, {"newPassword": ["min_length_required"]})
    assert (await confirm(client, token)).status_code == 200


async def test_a_sign_in_since_the_mail_kills_its_link(client: httpx.AsyncClient, token: str) -> None:
    assert (await log_in(client, "ana", PASSWORD)).status_code == 200
    assert (await confirm(client, token)).json()["message"] == "new_password_fail"


async def test_an_old_link_and_one_of_somebody_disabled_are_dead(
    client: httpx.AsyncClient, token: str, peopled_url: str
) -> None:
    with psycopg.connect(peopled_url, autocommit=True) as connection:
        connection.execute("update person set disabled_at = now()")
        assert (await confirm(client, token)).status_code == 400
        connection.execute("update person set disabled_at = null")
        connection.execute("update mailed_token set expires_at = now()")
        assert (await confirm(client, token)).status_code == 400


async def test_mails_are_in_the_persons_language_as_text_and_html(
    client: httpx.AsyncClient, work: Work, tmp_path: Path, peopled_url: str
) -> None:
    with psycopg.connect(peopled_url, autocommit=True) as connection:
        connection.execute("update person set locale = 'pt' where email = %s", (EMAILS["carla"],))
    await forgot(client, EMAILS["ana"])
    await forgot(client, EMAILS["carla"].upper())
    await work()
    english, portuguese = sorted(mails(tmp_path), key=lambda mail: str(mail["To"]))
    assert (english["To"], portuguese["To"]) == (EMAILS["ana"], EMAILS["carla"])
    assert (english["Subject"], portuguese["Subject"]) == ("Choose a new password", "Escolha uma nova senha")
    assert "Hello, Ana Souza." in text_of(english)
    assert "Olá, Carla Dias." in text_of(portuguese)
    html = english.get_body(("html",))
    assert html is not None
    assert f'href="http://localhost:8000/?tk={token_of(english)}"' in html.get_content()


async def test_only_the_owner_of_the_machine_reads_the_folder_of_mails(token: str, tmp_path: Path) -> None:
    (file,) = (tmp_path / "mail").iterdir()
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)


async def test_too_many_mails_for_one_address_are_not_sent(
    client: httpx.AsyncClient, work: Work, tmp_path: Path
) -> None:
    answers = [await forgot(client, EMAILS["ana"]) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    await work()
    assert len(mails(tmp_path)) == 5
    # Nobody's refusal tells who exists.
    strangers = [await forgot(client, "nobody@merchant.example") for _ in range(6)]
    assert [answer.status_code for answer in strangers] == [200] * 5 + [429]


async def test_what_is_no_address_is_refused(client: httpx.AsyncClient, subtests: pytest.Subtests) -> None:
    cases: list[str] = ["", "ana", "ana@", "@x.y", "a b@x.yy", "ana@x", "a@b@c.dd", "a\x00b@x.yy", "a\nb@x.yy"]
    for email in cases:
        with subtests.test(email=email):
            said = await forgot(client, email)
            assert said.status_code == 400
            assert set(said.json()["message"]) == {"email"}


@pytest.mark.parametrize(
    "email", ["joão@exemplo.com.br", "用户@例子.中国", "o'neil+x@a-b.example", "İ@x.example", "😀@x.example"]
)
async def test_an_address_in_any_script_is_taken(client: httpx.AsyncClient, email: str) -> None:
    assert (await forgot(client, email)).status_code == 200
    assert (await log_in(client, "ana", "x")).status_code == 401
    said = await client.post("/auth/login", json={"email": email, "password": "x"})
    assert said.json()["message"] == "password_incorrect"


@pytest.mark.parametrize("body", [{}, {"rememberToken": "x"}, {"newPassword": NEW}, {"email": 1}])
async def test_a_call_with_half_a_body_names_what_is_missing(client: httpx.AsyncClient, body: object) -> None:
    assert (await client.post("/auth/forgot", json=body)).status_code == 400


async def test_a_reset_ends_every_session_and_tells_the_person(ana: Person, work: Work, tmp_path: Path) -> None:
    await forgot(ana.client, EMAILS["ana"])
    await work()
    assert (await confirm(ana.client, token_of(mails(tmp_path)[-1]))).status_code == 200
    assert (await ana.get("/rbac/me")).status_code == 401
    await work()
    assert mails(tmp_path)[-1]["Subject"] == "Your password was changed"
