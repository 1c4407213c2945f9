"""What the promises are tried on: further houses on the same database, and a counter where ana sells."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from conftest import SECRET, as_app
from retaguarda.app import build, web
from retaguarda.settings import Settings

Another = Callable[..., Awaitable[httpx.AsyncClient]]
Sql = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture
async def another(peopled_url: str, tmp_path: Path) -> AsyncIterator[Another]:
    """``await another(trusted_proxies=1)``: a stranger at a further process of the same house, with other settings."""
    async with AsyncExitStack() as stack:

        async def make(**settings: Any) -> httpx.AsyncClient:
            given = {"secret": SECRET, "bot_check": "none", "web_dist": Path("/nonexistent"), "data": tmp_path}
            app = build(Settings(**(given | settings)), as_app(peopled_url))
            await stack.enter_async_context(app.opened())
            transport = httpx.ASGITransport(cast(Any, web(app)), raise_app_exceptions=False)
            return await stack.enter_async_context(
                httpx.AsyncClient(transport=transport, base_url="http://localhost:8000")
            )

        yield make
