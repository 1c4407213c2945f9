"""The people of every test, signed in through the API as a client would.

ana and bruno work for Loja Aurora (2), carla for another merchant (3), diego and eva are staff.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx

from retaguarda.identity.totp import STEP_SECONDS, code_at
from retaguarda_demo.people import PASSWORD, TOTP_SECRET

AURORA, OUTRA = 2, 3

EMAILS = {
    "ana": "ana@merchant.example",
    "bruno": "bruno@merchant.example",
    "gil": "gil@merchant.example",
    "fabio": "fabio@merchant.example",
    "carla": "carla@outra.example",
    "diego": "diego@retaguarda.example",
    "eva": "eva@retaguarda.example",
    "helena": "helena@retaguarda.example",
}


def asgi(app: Any) -> httpx.ASGITransport:
    """Speaks to an application in memory; what it raises is an answer 500, as over a network."""
    return httpx.ASGITransport(app, raise_app_exceptions=False)


def totp() -> str:
    return code_at(TOTP_SECRET, int(time.time()) // STEP_SECONDS)


@dataclass
class Person:
    """Somebody with a browser: a client, tokens, and the merchant they have chosen."""

    client: httpx.AsyncClient
    email: str
    token: str = ""
    refresh_token: str = ""
    account: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    async def sign_in(self) -> "Person":
        body = {"email": self.email, "password": PASSWORD}
        said = (await self.client.post("/auth/login", json=body)).json()
        if said["twoFactorRequired"]:
            said = (await self.client.post("/auth/login", json=body | {"digits": totp()})).json()
        self.token, self.refresh_token = said["token"], said["refreshToken"]
        # Each test client is its own browser; the cookie is tested where it matters.
        self.client.cookies.clear()
        return self

    async def get(self, path: str, **params: Any) -> httpx.Response:
        return await self.client.get(path, params=params, headers=self._headers())

    async def post(self, path: str, body: Any = None, *, key: str | None = "") -> httpx.Response:
        """``key``: empty for a new Idempotency-Key, None for none."""
        sent = {} if key is None else {"Idempotency-Key": key or str(uuid4())}
        return await self.client.post(path, json={} if body is None else body, headers=self._headers(sent))

    async def patch(self, path: str, body: Any) -> httpx.Response:
        return await self.client.patch(path, json=body, headers=self._headers())

    async def put(self, path: str, body: Any, *, key: str | None = None) -> httpx.Response:
        sent = {} if key is None else {"Idempotency-Key": key}
        return await self.client.put(path, json=body, headers=self._headers(sent))

    async def delete(self, path: str) -> httpx.Response:
        return await self.client.delete(path, headers=self._headers())

    def _headers(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        account = {"X-Account": self.account} if self.account else {}
        return {"Authorization": f"Bearer {self.token}", **account, **self.headers, **(more or {})}


async def set_up(person: Person) -> tuple[str, list[str]]:
    """The secret of a new authenticator app, and the recovery codes that came with it."""
    secret = (await person.post("/auth/twoFactor")).json()["secret"]
    digits = code_at(secret, int(time.time()) // STEP_SECONDS)
    said = await person.post("/auth/twoFactor", {"digits": digits, "secret": secret})
    assert said.status_code == 200, said.text
    return secret, said.json()["recoveryCodes"]
