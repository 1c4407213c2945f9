"""Merchants' servers, in memory: what arrives there, and how they answer."""

import asyncio
import hashlib
import hmac
import json
from dataclasses import dataclass, field
from typing import Any

import httpx

PUBLIC = "93.184.216.34"


@dataclass
class Arrived:
    host: str
    body: bytes
    headers: httpx.Headers

    @property
    def said(self) -> dict[str, Any]:
        return json.loads(self.body)

    def signed_with(self, secret: str) -> bool:
        """As the documentation tells a receiver to check it."""
        parts = [part.split("=", 1) for part in self.headers["retaguarda-signature"].split(",")]
        at = next(value for name, value in parts if name == "t")
        wanted = hmac.new(secret.encode(), f"{at}.".encode() + self.body, hashlib.sha256).hexdigest()
        return any(hmac.compare_digest(value, wanted) for name, value in parts if name == "v1")


@dataclass
class Servers(httpx.AsyncBaseTransport):
    """``statuses``: host → what it answers, 200 where it is not named. ``hanging``: hosts that say nothing until told to go on.
    ``names``: host → its addresses, where it is not a public one."""

    arrived: list[Arrived] = field(default_factory=list)
    statuses: dict[str, int] = field(default_factory=dict)
    hanging: dict[str, asyncio.Event] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)
    answer: bytes = b"ok"
    news: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        host = request.headers["host"]
        assert request.url.host in self.names.get(host, [PUBLIC])
        assert request.extensions["sni_hostname"] == host
        self.arrived.append(Arrived(host, await request.aread(), request.headers))
        async with self.news:
            self.news.notify_all()
        if host in self.hanging:
            await self.hanging[host].wait()
        status = self.statuses.get(host, 200)
        return httpx.Response(
            status, headers={"Location": "https://elsewhere.example/"}, stream=httpx.ByteStream(self.answer)
        )

    async def lookup(self, host: str, port: int) -> list[str]:
        found = self.names.get(host, [PUBLIC])
        if not found:
            raise OSError("no such name")
        return found

    async def reached(self, host: str) -> None:
        """Waits until a call has arrived there."""
        async with self.news:
            await self.news.wait_for(lambda: self.at(host))

    def at(self, host: str) -> list[Arrived]:
        return [each for each in self.arrived if each.host == host]
