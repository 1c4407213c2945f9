"""A second factor: set up, used, replaced, removed, and done without on the day the phone is lost."""

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from people import EMAILS, Person, set_up, totp
from retaguarda.identity.totp import STEP_SECONDS, code_at, setup_uri
from retaguarda_demo.people import PASSWORD, TOTP_SECRET
from support.mailbox import mails

SignIn = Callable[[str], Awaitable[Person]]


def code(secret: str, away: int = 0) -> str:
    """The code of now, or of so many steps away."""
    return code_at(secret, int(time.time()) // STEP_SECONDS + away)


async def log_in(client: httpx.AsyncClient, name: str, **more: str) -> httpx.Response:
    return await client.post("/auth/login", json={"email": EMAILS[name], "password": PASSWORD} | more)


async def rights(person: Person) -> set[str]:
    return set((await person.get("/rbac/me")).json()["permissions"])


async def confirm(person: Person) -> None:
    assert (await person.post("/auth/confirm", {"password": PASSWORD})).status_code == 200


async def test_a_setup_ends_with_a_code_and_makes_this_a_two_factor_session(ana: Person, sign_in: SignIn) -> None:
    other = await sign_in("ana")
    begun = (await ana.post("/auth/twoFactor")).json()
    assert set(begun) == {"qrCode", "secret", "status", "statusCode"}
    assert begun["qrCode"].startswith("data:image/svg+xml")
    said = await ana.post("/auth/twoFactor", {"digits": f" {code(begun['secret'])} ", "secret": begun["secret"]})
    assert said.json()["message"] == "2factor_new_device_success"
    assert len(set(said.json()["recoveryCodes"])) == 10
    assert "auth::twoFactor" in await rights(ana)
    assert "auth::twoFactor" not in await rights(other)
    first = (await log_in(ana.client, "ana")).json()
    assert (first["twoFactorRequired"], first["methods"]) == (True, ["totp", "recovery"])


async def test_a_confirmation_sent_twice_is_taken_once(ana: Person) -> None:
    secret = (await ana.post("/auth/twoFactor")).json()["secret"]
    body = {"digits": code(secret), "secret": secret}
    assert (await ana.post("/auth/twoFactor", body)).status_code == 200
    assert (await ana.post("/auth/twoFactor", body)).status_code == 403


@pytest.mark.parametrize(
    ("digits", "secret", "message"),
    [
        ("000000", "", "2fa_code_invalid"),
        ("", "JBSWY3DPEHPK3PXP", "2fa_setup_invalid"),
        ("", "é", "2fa_setup_invalid"),
        ("abc", "", "2fa_code_invalid"),
        ("１２３４５６", "", "2fa_code_invalid"),
    ],
)
async def test_a_wrong_code_or_a_secret_of_ones_own_is_refused(
    ana: Person, digits: str, secret: str, message: str
) -> None:
    begun = (await ana.post("/auth/twoFactor")).json()["secret"]
    used = secret or begun
    said = await ana.post("/auth/twoFactor", {"digits": digits or code(begun), "secret": used})
    assert (said.status_code, said.json()["message"]) == (400, message)
    assert "auth::twoFactor" not in await rights(ana)


@pytest.mark.parametrize("body", [{"digits": "123456"}, {"secret": "x"}, {"digits": "", "secret": "x"}])
async def test_half_a_confirmation_is_refused(ana: Person, body: dict[str, str]) -> None:
    assert (await ana.post("/auth/twoFactor", body)).status_code == 400


async def test_an_older_setup_is_over_when_a_new_one_begins_or_half_an_hour_has_gone(
    ana: Person, peopled_url: str
) -> None:
    old = (await ana.post("/auth/twoFactor")).json()["secret"]
    new = (await ana.post("/auth/twoFactor")).json()["secret"]
    said = await ana.post("/auth/twoFactor", {"digits": code(old), "secret": old})
    assert said.json()["message"] == "2fa_setup_invalid"
    with psycopg.connect(peopled_url, autocommit=True) as connection:
        connection.execute("update person set totp_pending_at = now() - interval '31 minutes'")
    said = await ana.post("/auth/twoFactor", {"digits": code(new), "secret": new})
    assert said.json()["message"] == "2fa_setup_invalid"


async def test_the_code_that_confirmed_does_not_sign_in(ana: Person) -> None:
    secret = (await ana.post("/auth/twoFactor")).json()["secret"]
    digits = code(secret)
    await ana.post("/auth/twoFactor", {"digits": digits, "secret": secret})
    assert (await log_in(ana.client, "ana", digits=digits)).status_code == 401


@pytest.mark.parametrize("away", [-9, -2, 3, 9])
async def test_a_code_of_another_time_says_that_the_clock_is_off(client: httpx.AsyncClient, away: int) -> None:
    said = await log_in(client, "diego", digits=code(TOTP_SECRET, away))
    assert (said.status_code, said.json()["message"]) == (401, "2fa_clock_off")
    assert "clock" in said.json()["error"]


async def test_a_recovery_code_signs_in_once_and_is_told_to_the_person(
    ana: Person, work: Callable[[], Awaitable[None]], tmp_path: Path
) -> None:
    _, codes = await set_up(ana)
    said = await log_in(ana.client, "ana", digits=f" {codes[0].upper()} ")
    assert said.status_code == 200
    assert (await log_in(ana.client, "ana", digits=codes[0])).json()["message"] == "2fa_code_invalid"
    assert (await ana.get("/auth/recovery-codes")).json() == {"left": 9}
    recovered = Person(ana.client, ana.email, said.json()["token"])
    assert "auth::twoFactor" in await rights(recovered)
    await work()
    assert sorted(mail["Subject"] for mail in mails(tmp_path)) == [
        "A recovery code was used",
        "Your two-step verification was changed",
    ]


async def test_new_recovery_codes_end_the_old_ones(ana: Person) -> None:
    _, old = await set_up(ana)
    await confirm(ana)
    new = (await ana.post("/auth/recovery-codes")).json()["recoveryCodes"]
    assert not set(new) & set(old)
    assert (await log_in(ana.client, "ana", digits=old[0])).status_code == 401
    assert (await log_in(ana.client, "ana", digits=new[0].replace("-", ""))).status_code == 200


async def test_without_a_second_factor_there_are_no_recovery_codes(ana: Person) -> None:
    said = await ana.post("/auth/recovery-codes")
    assert (said.status_code, said.json()["message"]) == (400, "2factor_missing")
    assert (await ana.get("/auth/recovery-codes")).json() == {"left": 0}
    assert (await ana.delete("/auth/twoFactor")).status_code == 404


@pytest.mark.parametrize("what", ["replace", "remove", "codes"])
async def test_a_change_asks_for_the_password_again(ana: Person, peopled_url: str, what: str) -> None:
    await set_up(ana)

    async def change() -> httpx.Response:
        if what == "remove":
            return await ana.delete("/auth/twoFactor")
        return await ana.post("/auth/twoFactor" if what == "replace" else "/auth/recovery-codes")

    assert (await change()).json()["message"] == "password_confirmation_required"
    wrong = await ana.post("/auth/confirm", {"password": "wrong"})
    assert (wrong.status_code, wrong.json()["message"]) == (400, "password_incorrect")
    assert (await change()).status_code == 403
    await confirm(ana)
    with psycopg.connect(peopled_url, autocommit=True) as connection:
        connection.execute("update session set password_confirmed_at = now() - interval '16 minutes'")
    assert (await change()).status_code == 403
    await confirm(ana)
    assert (await change()).status_code == 200


async def test_a_session_without_the_second_factor_does_not_change_it(ana: Person, sign_in: SignIn) -> None:
    before = await sign_in("ana")
    await set_up(ana)
    await confirm(before)
    said = await before.post("/auth/twoFactor")
    assert (said.status_code, said.json()["message"]) == (403, "two_factor_required")


async def test_a_replaced_factor_is_gone_and_only_this_session_has_shown_the_new_one(
    ana: Person, sign_in: SignIn
) -> None:
    old, _ = await set_up(ana)
    said = (await log_in(ana.client, "ana", digits=code(old, 1))).json()
    other = Person(ana.client, ana.email, said["token"])
    assert "auth::twoFactor" in await rights(other)
    await confirm(ana)
    new, _ = await set_up(ana)
    assert "auth::twoFactor" in await rights(ana)
    assert "auth::twoFactor" not in await rights(other)
    assert (await log_in(ana.client, "ana", digits=code(old, 1))).status_code == 401
    assert (await log_in(ana.client, "ana", digits=code(new, 1))).status_code == 200


async def test_a_removed_factor_is_asked_for_no_more_and_its_codes_are_gone(ana: Person, sign_in: SignIn) -> None:
    await set_up(ana)
    await confirm(ana)
    assert (await ana.delete("/auth/twoFactor")).json()["message"] == "2factor_removed"
    assert "auth::twoFactor" not in await rights(ana)
    assert (await log_in(ana.client, "ana")).json()["twoFactorRequired"] is False
    assert (await ana.get("/auth/recovery-codes")).json() == {"left": 0}


async def test_whoever_is_sensitive_stops_being_so_with_a_second_factor(sign_in: SignIn) -> None:
    gil = await sign_in("gil")
    assert (await gil.get("/rbac/me")).json()["sensitive"] is True
    await set_up(gil)
    assert (await gil.get("/rbac/me")).json()["sensitive"] is False


async def test_a_code_of_six_works_with_spaces(client: httpx.AsyncClient) -> None:
    digits = totp()
    assert (await log_in(client, "eva", digits=f"{digits[:3]} {digits[3:]}")).status_code == 200


def test_the_address_of_a_setup_names_the_product_and_the_person() -> None:
    made = setup_uri("ABC", "joão+1@exemplo.example", "Retaguarda")
    assert made == (
        "otpauth://totp/Retaguarda:jo%C3%A3o%2B1%40exemplo.example"
        "?secret=ABC&issuer=Retaguarda&algorithm=SHA1&digits=6&period=30"
    )


async def test_nothing_ever_answers_the_secret_again(ana: Person) -> None:
    secret, _ = await set_up(ana)
    for path in ("/rbac/me", "/rbac/profile", "/auth/sessions", "/auth/recovery-codes"):
        answered: Any = await ana.get(path)
        assert secret not in answered.text
