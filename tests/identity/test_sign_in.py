"""Sign-in, refresh and logout, as a browser does them."""

from collections.abc import Awaitable, Callable

import httpx

from people import EMAILS, Person, totp
from retaguarda_demo.people import PASSWORD

SignIn = Callable[[str], Awaitable[Person]]


async def test_ana_signs_in_and_reads_who_she_is(ana: Person) -> None:
    said = (await ana.get("/rbac/me")).json()
    assert said["email"] == EMAILS["ana"]
    assert said["companyId"] == 2
    assert said["companies"] == [2]
    assert said["internal_user"] is False
    assert "payin::charge:write" in said["permissions"]
    assert "auth::twoFactor" not in said["permissions"]


async def test_me_answers_exactly_the_fields_of_the_contract(ana: Person) -> None:
    said = (await ana.get("/rbac/me")).json()
    fields = {"id", "email", "companyId", "company", "companies", "locale", "permissions", "internal_user", "sensitive"}
    assert set(said) == fields


async def test_diego_needs_his_second_factor_and_a_code_works_once(client: httpx.AsyncClient) -> None:
    body = {"email": EMAILS["diego"], "password": PASSWORD}
    first = (await client.post("/auth/login", json=body)).json()
    assert first["twoFactorRequired"] is True
    assert first["token"] is None
    assert first["methods"] == ["totp"]
    digits = totp()
    second = await client.post("/auth/login", json=body | {"digits": digits})
    assert second.json()["token"]
    again = await client.post("/auth/login", json=body | {"digits": digits})
    assert (again.status_code, again.json()["message"]) == (401, "2fa_code_invalid")


async def test_an_unknown_address_and_a_wrong_password_answer_alike(client: httpx.AsyncClient) -> None:
    wrong = await client.post("/auth/login", json={"email": EMAILS["ana"], "password": "not this one"})
    nobody = await client.post("/auth/login", json={"email": "nobody@merchant.example", "password": "not this one"})
    assert wrong.status_code == nobody.status_code == 401
    assert {k: v for k, v in wrong.json().items() if k != "request_id"} == {
        k: v for k, v in nobody.json().items() if k != "request_id"
    }


async def test_ten_refused_tries_lock_the_person_for_a_while(client: httpx.AsyncClient) -> None:
    for _ in range(10):
        await client.post("/auth/login", json={"email": EMAILS["ana"], "password": "not this one"})
    refused = await client.post("/auth/login", json={"email": EMAILS["ana"], "password": PASSWORD})
    assert (refused.status_code, refused.json()["message"]) == (429, "too_many_tries")
    assert 0 < int(refused.headers["Retry-After"]) <= 300


async def test_a_refresh_token_gives_new_tokens_and_the_same_successor_to_twins(ana: Person) -> None:
    headers = {"Authorization": f"Bearer {ana.refresh_token}"}
    one = (await ana.client.post("/auth/refresh", headers=headers)).json()
    two = (await ana.client.post("/auth/refresh", headers=headers)).json()
    assert one["refreshToken"] == two["refreshToken"] != ana.refresh_token


async def test_an_old_refresh_token_ends_the_family(ana: Person) -> None:
    tokens = [ana.refresh_token]
    for _ in range(2):
        said = await ana.client.post("/auth/refresh", headers={"Authorization": f"Bearer {tokens[-1]}"})
        tokens.append(said.json()["refreshToken"])
    reused = await ana.client.post("/auth/refresh", headers={"Authorization": f"Bearer {tokens[0]}"})
    assert reused.status_code == 401
    newest = await ana.client.post("/auth/refresh", headers={"Authorization": f"Bearer {tokens[-1]}"})
    assert newest.status_code == 401
    assert (await ana.get("/rbac/me")).status_code == 401


async def test_logout_ends_the_session_and_may_be_said_twice(ana: Person) -> None:
    headers = {"Authorization": f"Bearer {ana.refresh_token}"}
    for _ in range(2):
        assert (await ana.client.post("/auth/logout", headers=headers)).status_code == 200
    assert (await ana.get("/rbac/me")).status_code == 401


async def test_the_cookie_of_a_session_must_come_back_in_the_header(client: httpx.AsyncClient) -> None:
    said = await client.post("/auth/login", json={"email": EMAILS["ana"], "password": PASSWORD})
    cookie = said.cookies["XSRF-TOKEN"]
    bearer = {"Authorization": f"Bearer {said.json()['token']}", "Cookie": f"XSRF-TOKEN={cookie}"}
    without = await client.patch("/rbac/profile", json={"locale": "pt"}, headers=bearer)
    assert (without.status_code, without.json()["message"]) == (403, "xsrf_failed")
    with_it = await client.patch("/rbac/profile", json={"locale": "pt"}, headers=bearer | {"X-XSRF-TOKEN": cookie})
    assert with_it.json()["locale"] == "pt"


async def test_a_merchant_that_is_not_hers_is_not_there(ana: Person) -> None:
    ana.account = "3"
    assert (await ana.get("/v1/payin/charges")).status_code == 404
    ana.account = "all"
    assert (await ana.get("/v1/payin/charges")).status_code == 404


async def test_tampered_tokens_are_refused(ana: Person) -> None:
    header, payload, signature = ana.token.split(".")
    for token in (
        "",
        "x",
        ana.refresh_token,
        f"{header}.{payload}.{signature[:-4]}AAAA",
        f"{header}.{payload[:-2]}AA.{signature}",
        "eyJhbGciOiJub25lIn0." + payload + ".",
        "." * 10,
        "é" * 10,
    ):
        said = await ana.client.get("/rbac/me", headers={b"Authorization": b"Bearer " + token.encode()})
        assert said.status_code == 401, token
