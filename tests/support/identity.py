"""One-line steps of people, for tests of identity."""

import asyncio
import time
from collections.abc import Coroutine
from contextvars import Context
from typing import Any

import httpx

from people import EMAILS, Person
from retaguarda.identity.totp import STEP_SECONDS, code_at
from retaguarda_demo.people import PASSWORD

#: A password that keeps every rule, and is not the demo's.
NEW = "Outra!Chave-4821"


async def log_in(client: httpx.AsyncClient, name: str, password: str = PASSWORD, **more: Any) -> httpx.Response:
    email = EMAILS.get(name, name)
    return await client.post("/auth/login", json={"email": email, "password": password} | more)


async def refresh(client: httpx.AsyncClient, token: str) -> httpx.Response:
    return await client.post("/auth/refresh", headers={"Authorization": f"Bearer {token}"})


async def me(client: httpx.AsyncClient, token: str) -> httpx.Response:
    return await client.get("/rbac/me", headers={"Authorization": f"Bearer {token}"})


async def alive(person: Person) -> bool:
    return (await me(person.client, person.token)).status_code == 200


def code(secret: str, away: int = 0) -> str:
    """The code of now, or of so many steps away."""
    return code_at(secret, int(time.time()) // STEP_SECONDS + away)


async def add_app(person: Person) -> tuple[str, list[str]]:
    """A new authenticator app: its secret, and the recovery codes that came with it."""
    secret = (await person.post("/auth/twoFactor")).json()["secret"]
    said = await person.post("/auth/twoFactor", {"digits": code(secret), "secret": secret})
    assert said.status_code == 200, said.text
    return secret, said.json()["recoveryCodes"]


async def say_password(person: Person) -> None:
    assert (await person.post("/auth/confirm", {"password": PASSWORD})).status_code == 200


def same(one: httpx.Response, two: httpx.Response) -> bool:
    """Alike in all but the request's own id."""

    def shape(said: httpx.Response) -> tuple[int, dict[str, Any], list[str]]:
        body = {name: value for name, value in said.json().items() if name != "request_id"}
        return said.status_code, body, sorted(said.headers)

    return shape(one) == shape(two)


async def meanwhile(request: Coroutine[Any, Any, httpx.Response]) -> httpx.Response:
    """Somebody else's call in the midst of another, and no part of it."""
    return await asyncio.create_task(request, context=Context())
