"""Promises 18 to 23: the second factor."""

from typing import Any

import httpx
import pytest

from conftest import SECRET
from people import Person
from retaguarda.app import App, routes
from retaguarda.foundation.keys import Keys
from retaguarda.identity.totp import STEP_SECONDS, accepted_step, clock_is_off, code_at
from retaguarda_demo.people import PASSWORD, TOTP_SECRET
from support.identity import add_app, code, log_in, say_password


async def test_promise_18_the_secret_is_stored_sealed_and_never_answered_again(ana: Person, app: App, sql: Any) -> None:
    begun = (await ana.post("/auth/twoFactor")).json()["secret"]
    (pending,) = sql("select totp_pending from person where email = %s", ana.email)[0]
    assert begun.encode() not in pending
    assert Keys(SECRET).unseal("totp", pending) == begun.encode()
    secret, _ = await add_app(ana)
    (sealed,) = sql("select totp_secret from person where email = %s", ana.email)[0]
    assert secret.encode() not in sealed
    for route in routes(app):
        if route.method == "GET" and "{" not in route.path:
            assert secret not in (await ana.get(route.path)).text, route.path
    assert secret not in str(sql("select * from event"))


async def test_promise_19_a_code_works_once_and_none_older_works_after_it(client: httpx.AsyncClient) -> None:
    newer, older = code(TOTP_SECRET, 1), code(TOTP_SECRET)
    assert (await log_in(client, "diego", digits=newer)).status_code == 200
    for used in (newer, older):
        refused = await log_in(client, "diego", digits=used)
        assert (refused.status_code, refused.json()["message"]) == (401, "2fa_code_invalid")


async def test_promise_20_one_step_of_leeway_and_a_clock_that_is_off_is_told_and_counted(
    client: httpx.AsyncClient,
) -> None:
    now, step = 2_000_000_010.0, int(2_000_000_010.0) // STEP_SECONDS
    for away in range(-12, 13):
        digits = code_at(TOTP_SECRET, step + away)
        taken = accepted_step(TOTP_SECRET, digits, 0, now)
        assert (taken == step + away) == (abs(away) <= 1), away
        if taken is None:
            assert clock_is_off(TOTP_SECRET, digits, now) == (abs(away) <= 10), away
    for _ in range(5):
        off = await log_in(client, "diego", digits=code(TOTP_SECRET, -5))
        assert (off.status_code, off.json()["message"]) == (401, "2fa_clock_off")
    assert (await log_in(client, "diego", digits=code(TOTP_SECRET))).status_code == 429


async def test_promise_21_only_the_servers_own_pending_secret_is_confirmed(ana: Person, carla: Person) -> None:
    unasked = await ana.post("/auth/twoFactor", {"digits": code(TOTP_SECRET), "secret": TOTP_SECRET})
    assert (unasked.status_code, unasked.json()["message"]) == (400, "2fa_setup_invalid")
    await ana.post("/auth/twoFactor")
    hers = (await carla.post("/auth/twoFactor")).json()["secret"]
    for forged in (TOTP_SECRET, hers):
        refused = await ana.post("/auth/twoFactor", {"digits": code(forged), "secret": forged})
        assert (refused.status_code, refused.json()["message"]) == (400, "2fa_setup_invalid")
    assert "auth::twoFactor" not in (await ana.get("/rbac/me")).json()["permissions"]


async def test_promise_22_recovery_codes_are_ten_hashed_used_once_and_listed_by_their_count(
    ana: Person, carla: Person, sql: Any
) -> None:
    _, codes = await add_app(ana)
    assert len(codes) == 10
    stored = str(sql("select r::text from recovery_code r"))
    assert not any(each in stored or each.replace("-", "") in stored for each in codes)
    assert (await log_in(ana.client, "ana", digits=codes[0])).status_code == 200
    assert (await log_in(ana.client, "ana", digits=codes[0])).status_code == 401
    await add_app(carla)
    assert (await log_in(carla.client, "carla", digits=codes[1])).status_code == 401
    assert (await ana.get("/auth/recovery-codes")).json() == {"left": 9}


@pytest.mark.parametrize("what", ["replace", "remove", "codes", "passkey", "address"])
async def test_promise_23_what_weakens_an_account_asks_for_the_password_again(ana: Person, sql: Any, what: str) -> None:
    await add_app(ana)

    async def attempt(password: str = "") -> httpx.Response:
        match what:
            case "remove":
                return await ana.delete("/auth/twoFactor")
            case "address":
                return await ana.post("/rbac/profile/email", {"email": "nova@merchant.example", "password": password})
            case _:
                path = {"replace": "twoFactor", "codes": "recovery-codes", "passkey": "passkeys/options"}[what]
                return await ana.post(f"/auth/{path}")

    if what == "address":
        assert (await attempt("wrong")).json()["message"] == "password_incorrect"
        assert (await attempt(PASSWORD)).status_code == 200
        return
    assert (await attempt()).json()["message"] == "password_confirmation_required"
    await say_password(ana)
    sql("update session set password_confirmed_at = now() - interval '15 minutes 1 second'")
    assert (await attempt()).status_code == 403
    await say_password(ana)
    assert (await attempt()).status_code == 200
