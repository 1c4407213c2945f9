"""The payment provider as the tests use it: pay a code, order a bad day, read what it tells us."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
from litestar import Litestar

from people import asgi
from retaguarda_sandbox.app import lay_routes, opened
from retaguarda_sandbox.settings import SandboxSettings

#: Seconds. As long as a busy machine may need; who waits in vain has failed anyway.
PATIENCE = 60


class Inbox(httpx.AsyncBaseTransport):
    """Where the provider's notices arrive, each as (path, body)."""

    def __init__(self) -> None:
        self.notices: asyncio.Queue[tuple[str, dict[str, Any]]] = asyncio.Queue()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        body = msgspec.json.decode(await request.aread())
        self.notices.put_nowait((urlsplit(str(request.url)).path, body))
        return httpx.Response(200)


@dataclass
class Bank:
    client: httpx.AsyncClient
    inbox: Inbox

    async def pay(self, code: str, **more: Any) -> str:
        """The endToEndId of the payment."""
        said = await self.client.post("/sandbox/pay", json={"code": code, **more})
        assert said.status_code == 201, said.text
        return said.json()["pix"][0]["endToEndId"]

    async def fault(self, **rule: Any) -> None:
        said = await self.client.post("/sandbox/faults", json={"faults": [rule]})
        assert said.status_code == 201, said.text

    async def well_again(self) -> None:
        await self.client.delete("/sandbox/faults")

    async def next_notice(self) -> tuple[str, dict[str, Any]]:
        return await asyncio.wait_for(self.inbox.notices.get(), PATIENCE)


#: Laying the routes takes longer than most tests do; what is not in use waits here for the next bank.
_FREE = list[Litestar]()


@asynccontextmanager
async def open_bank(settings: SandboxSettings, address: str) -> AsyncIterator[Bank]:
    """A payment provider, spoken to in memory."""
    inbox = Inbox()
    app = _FREE.pop() if _FREE else lay_routes()
    async with (
        opened(app, settings, webhook_transport=inbox),
        httpx.AsyncClient(transport=asgi(app), base_url=address) as client,
    ):
        yield Bank(client, inbox)
    _FREE.append(app)
