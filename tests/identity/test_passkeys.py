"""Passkeys as a second factor, answered by a security key made of software."""

from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import psycopg
import pytest

from authenticator import Authenticator, b64
from people import EMAILS, Person
from retaguarda_demo.people import PASSWORD

SignIn = Callable[[str], Awaitable[Person]]


async def options(person: Person) -> dict[str, Any]:
    said = await person.post("/auth/passkeys/options")
    assert said.status_code == 200, said.text
    return said.json()


async def add(person: Person, key: Authenticator, name: str = "Chave USB") -> httpx.Response:
    return await person.post("/auth/passkeys", {"name": name, "credential": key.create(await options(person))})


async def log_in(client: httpx.AsyncClient, name: str, **more: Any) -> httpx.Response:
    return await client.post("/auth/login", json={"email": EMAILS[name], "password": PASSWORD} | more)


@pytest.fixture
async def key(ana: Person) -> Authenticator:
    """A key that ana has added."""
    made = Authenticator()
    assert (await add(ana, made)).status_code == 201
    return made


async def test_the_first_passkey_brings_recovery_codes_and_a_two_factor_session(ana: Person) -> None:
    said = await add(ana, Authenticator(), "  Meu celular ")
    assert said.status_code == 201
    assert said.json()["name"] == "Meu celular"
    assert len(said.json()["recoveryCodes"]) == 10
    me = (await ana.get("/rbac/me")).json()
    assert "auth::twoFactor" in me["permissions"]
    (row,) = (await ana.get("/auth/passkeys")).json()
    assert set(row) == {"id", "name", "created_at", "last_used_at"}


async def test_a_passkey_signs_in_and_its_answer_works_once(ana: Person, key: Authenticator) -> None:
    first = (await log_in(ana.client, "ana")).json()
    assert first["methods"] == ["passkey", "recovery"]
    assert first["challenge"]["rpId"] == "localhost"
    assert [each["id"] for each in first["challenge"]["allowCredentials"]] == [b64(key.credential_id)]
    assertion = key.get(first["challenge"])
    second = await log_in(ana.client, "ana", assertion=assertion)
    assert second.status_code == 200
    signed_in = Person(ana.client, ana.email, second.json()["token"])
    assert "auth::twoFactor" in (await signed_in.get("/rbac/me")).json()["permissions"]
    again = await log_in(ana.client, "ana", assertion=assertion)
    assert (again.status_code, again.json()["message"]) == (401, "passkey_invalid")
    (row,) = (await ana.get("/auth/passkeys")).json()
    assert row["last_used_at"] is not None


async def refused(client: httpx.AsyncClient, key: Authenticator) -> bool:
    challenge = (await log_in(client, "ana")).json()["challenge"]
    said = await log_in(client, "ana", assertion=key.get(challenge))
    return (said.status_code, said.json()["message"]) == (401, "passkey_invalid")


async def test_another_key_another_site_or_a_copied_key_are_refused(ana: Person, key: Authenticator) -> None:
    assert await refused(ana.client, Authenticator())
    assert await refused(ana.client, Authenticator(credential_id=key.credential_id))
    assert await refused(
        ana.client, Authenticator(origin="http://evil.example", key=key.key, credential_id=key.credential_id)
    )
    assert await refused(ana.client, Authenticator(party="evil.example", key=key.key, credential_id=key.credential_id))


async def test_a_key_whose_count_does_not_grow_is_a_copy(ana: Person, key: Authenticator) -> None:
    copy = Authenticator(key=key.key, credential_id=key.credential_id)
    for _ in range(2):
        challenge = (await log_in(ana.client, "ana")).json()["challenge"]
        assert (await log_in(ana.client, "ana", assertion=key.get(challenge))).status_code == 200
    assert await refused(ana.client, copy)


async def test_a_challenge_of_another_person_or_an_old_one_is_refused(
    ana: Person, key: Authenticator, carla: Person, peopled_url: str
) -> None:
    hers = Authenticator()
    assert (await add(carla, hers)).status_code == 201
    foreign = (await log_in(carla.client, "carla")).json()["challenge"]
    assert (await log_in(ana.client, "ana", assertion=key.get(foreign))).status_code == 401
    late = (await log_in(ana.client, "ana")).json()["challenge"]
    with psycopg.connect(peopled_url, autocommit=True) as connection:
        connection.execute("update passkey_challenge set expires_at = now()")
    assert (await log_in(ana.client, "ana", assertion=key.get(late))).status_code == 401


async def test_a_registration_answers_its_own_challenge_once(ana: Person, carla: Person) -> None:
    key = Authenticator()
    body = {"name": "x", "credential": key.create(await options(carla))}
    foreign = await ana.post("/auth/passkeys", body)
    assert (foreign.status_code, foreign.json()["message"]) == (400, "passkey_invalid")
    assert (await carla.post("/auth/passkeys", body)).status_code == 201
    again = await carla.post("/auth/passkeys", body)
    assert again.status_code == 403  # she has a second factor now
    await carla.post("/auth/confirm", {"password": PASSWORD})
    assert (await carla.post("/auth/passkeys", body)).json()["message"] == "passkey_invalid"
    twin = await add(carla, key)
    assert (twin.status_code, twin.json()["message"]) == (409, "passkey_known")


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"response": None},
        {"response": {"clientDataJSON": 1}},
        {"response": {"clientDataJSON": "!!!"}},
        {"response": {"clientDataJSON": b64(b"[]")}},
        {"response": {"clientDataJSON": b64(b'{"challenge":"AAAA"}')}},
        {"response": {"clientDataJSON": b64(b'{"challenge":{}}')}},
    ],
)
async def test_nonsense_is_refused_and_breaks_nothing(ana: Person, key: Authenticator, credential: Any) -> None:
    await ana.post("/auth/confirm", {"password": PASSWORD})
    assert (await ana.post("/auth/passkeys", {"name": "x", "credential": credential})).status_code == 400
    assert (await log_in(ana.client, "ana", assertion=credential)).status_code == 401


@pytest.mark.parametrize("broken", ["attestationObject", "clientDataJSON"])
async def test_a_damaged_registration_is_refused(ana: Person, broken: str) -> None:
    credential = Authenticator().create(await options(ana))
    if broken == "attestationObject":
        credential["response"]["attestationObject"] = credential["response"]["attestationObject"][:-8]
    else:
        credential["response"]["clientDataJSON"] = credential["response"]["clientDataJSON"].replace("e", "f", 1)
    assert (await ana.post("/auth/passkeys", {"name": "x", "credential": credential})).status_code == 400


async def test_a_passkey_has_a_name_that_can_be_read(ana: Person, subtests: pytest.Subtests) -> None:
    cases: list[str] = ["", "   ", "x" * 61, "a\x00b", "a\nb"]
    for name in cases:
        with subtests.test(name=name):
            said = await ana.post("/auth/passkeys", {"name": name, "credential": {}})
            assert said.json()["message"] == {"name": ["invalid"]}


async def test_a_passkey_is_removed_after_the_password_and_never_by_another(
    ana: Person, key: Authenticator, carla: Person
) -> None:
    (row,) = (await ana.get("/auth/passkeys")).json()
    path = f"/auth/passkeys/{row['id']}"
    assert (await carla.delete(path)).status_code == 404
    assert (await ana.delete(path)).json()["message"] == "password_confirmation_required"
    await ana.post("/auth/confirm", {"password": PASSWORD})
    assert (await ana.delete(path)).status_code == 200
    assert (await ana.delete(path)).status_code == 404
    assert "auth::twoFactor" not in (await ana.get("/rbac/me")).json()["permissions"]
    assert (await log_in(ana.client, "ana")).json()["twoFactorRequired"] is False


async def test_beside_an_authenticator_app_either_of_both_signs_in(sign_in: SignIn) -> None:
    diego, key = await sign_in("diego"), Authenticator()
    await diego.post("/auth/confirm", {"password": PASSWORD})
    said = await add(diego, key)
    assert "recoveryCodes" not in said.json()
    first = (await log_in(diego.client, "diego")).json()
    assert first["methods"] == ["totp", "passkey"]
    assert (await log_in(diego.client, "diego", assertion=key.get(first["challenge"]))).status_code == 200
