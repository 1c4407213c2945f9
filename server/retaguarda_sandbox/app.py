"""The sandbox as an HTTP application."""

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from typing import Any

import httpx
import psycopg
from litestar import Litestar, Request, Response, Router
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send
from psycopg_pool import PoolTimeout

from retaguarda_sandbox import (
    batches,
    charges,
    checks,
    coaf,
    cobr,
    control,
    dict_calls,
    dict_control,
    dict_entries,
    dict_refunds,
    dict_reports,
    exchange,
    faults,
    hearing,
    locations,
    locrec,
    oauth,
    payload,
    payouts,
    rec,
    rec_control,
    rec_hooks,
    received,
    solicrec,
    webhooks,
)
from retaguarda_sandbox.core import Sandbox, system_clock
from retaguarda_sandbox.courier import Courier
from retaguarda_sandbox.faults import Fault
from retaguarda_sandbox.problems import Problem
from retaguarda_sandbox.settings import SandboxSettings
from retaguarda_sandbox.store import Store

_LOG = logging.getLogger(__name__)
#: Largest body; a charge with everything in it has some 15 kB.
_LARGEST = 64 * 1024
_BASE = "/api/v2"
#: Pix Automático's part of the bank's API.
_AUTOMATIC = (
    rec.create,
    rec.revise,
    rec.read_one,
    rec.listing,
    solicrec.create,
    solicrec.read_one,
    solicrec.cancel,
    cobr.create,
    cobr.put_one,
    cobr.cancel,
    cobr.read_one,
    cobr.listing,
    cobr.retry,
    locrec.create,
    locrec.listing,
    locrec.read_one,
    locrec.unlink,
    rec_hooks.put_rec,
    rec_hooks.get_rec,
    rec_hooks.delete_rec,
    rec_hooks.put_cobr,
    rec_hooks.get_cobr,
    rec_hooks.delete_cobr,
)


def create_app(
    settings: SandboxSettings,
    *,
    now: Callable[[], datetime] = system_clock,
    webhook_transport: httpx.AsyncBaseTransport | None = None,
) -> Litestar:
    """The routes, and a bank that opens and closes with the application.

    Args:
        now: the clock.
        webhook_transport: carries the notices instead of the network, for tests.
    """
    return lay_routes(lambda app: opened(app, settings, now=now, webhook_transport=webhook_transport))


@contextlib.asynccontextmanager
async def opened(
    app: Litestar,
    settings: SandboxSettings,
    *,
    now: Callable[[], datetime] = system_clock,
    webhook_transport: httpx.AsyncBaseTransport | None = None,
) -> AsyncIterator[None]:
    """A bank behind these routes, one at a time."""
    store = Store(settings.database_url, settings.pool_size)
    courier = Courier(webhook_transport)
    await store.open()
    app.state["sandbox"] = sandbox = Sandbox(settings, store, lambda: now() + store.ahead, courier.wake)
    running = asyncio.create_task(courier.run(sandbox))
    try:
        yield
    finally:
        await _end(running)
        await store.close()


def lay_routes(*lifespan: Callable[[Litestar], contextlib.AbstractAsyncContextManager[None]]) -> Litestar:
    """API Pix below /api/v2, tokens at /oauth/token, payloads below /qr/v2, the page and its API at / and /sandbox."""
    api = Router(
        _BASE,
        route_handlers=[
            charges.post_cob,
            charges.put_cob,
            charges.patch_cob,
            charges.get_cob,
            charges.list_cob,
            charges.put_cobv,
            charges.patch_cobv,
            charges.get_cobv,
            charges.list_cobv,
            batches.put_batch,
            batches.patch_batch,
            batches.read_batch,
            batches.list_batches,
            locations.create,
            locations.listing,
            locations.read_one,
            locations.unlink,
            received.listing,
            received.read_one,
            received.put_refund,
            received.read_refund,
            payouts.send,
            payouts.read_one,
            webhooks.listing,
            webhooks.register,
            webhooks.read_one,
            webhooks.cancel,
            *_AUTOMATIC,
        ],
        guards=[oauth.allowed],
        middleware=[_Faulty],
    )
    tokens = Router(
        "/",
        route_handlers=[
            oauth.token,
            *checks.ROUTES,
            *exchange.ROUTES,
            *dict_reports.ROUTES,
            *dict_refunds.ROUTES,
            *dict_entries.ROUTES,
        ],
        middleware=[_Faulty],
    )
    return Litestar(
        route_handlers=[
            api,
            tokens,
            coaf.receive,
            payload.cob,
            payload.cobv,
            payload.keys,
            control.page,
            control.script,
            control.style,
            control.pay,
            control.look,
            control.waiting,
            control.list_faults,
            control.add_faults,
            control.clear_faults,
            *hearing.ROUTES,
            *dict_control.ROUTES,
            *dict_entries.CONTROL,
            payouts.give_back,
            locrec.shown,
            rec_control.receive,
            rec_control.approve,
            rec_control.reject,
            rec_control.withdraw,
            rec_control.settle,
            rec_control.refuse,
            rec_control.days,
        ],
        lifespan=list(lifespan),
        exception_handlers={
            Problem: _problem,
            dict_calls.DictRefusal: dict_calls.refused,
            HTTPException: _http_error,
            psycopg.OperationalError: _unavailable,
            PoolTimeout: _unavailable,
            Exception: _unexpected,
        },
        request_max_body_size=_LARGEST,
        openapi_config=None,
        logging_config=None,
    )


async def _end(task: asyncio.Task[None]) -> None:
    """Cancels until it is heard: a wait for a pooled connection may lose a cancellation (wait_for() of Python 3.11)."""
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=0.5)


class _Faulty:
    """Meets the calls of the bank's own API with the faults that were ordered (faults.py)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sandbox: Sandbox = scope["litestar_app"].state["sandbox"]
        if scope["type"] != "http" or not sandbox.store.faulty:
            await self._app(scope, receive, send)
            return
        route = f"{scope['method']} {scope['path'].removeprefix(_BASE)}"
        async with sandbox.store.transaction() as connection:
            struck = [fault for fault, _ in await faults.strike(connection, *_OF_CALLS, route=route)]
        for fault in struck:
            if fault.effect == "delay" or (fault.effect == "status" and fault.delay_ms):
                await asyncio.sleep(fault.delay_ms / 1000)
        broken = next((fault for fault in struck if fault.effect != "delay"), None)
        if broken is None or broken.effect in ("half", "other"):
            await self._app(scope, receive, _answering(sandbox, _kind_of(route), send, broken and broken.effect))
            return
        if broken.after_work:
            await self._app(scope, receive, _nowhere)
        if broken.effect == "timeout":
            await asyncio.sleep((broken.delay_ms or 60_000) / 1000)
        response = _broken_answer(broken)
        await response.to_asgi_response(app=None, request=Request(scope, receive))(scope, receive, send)


def _answering(sandbox: Sandbox, kind: str, send: Send, effect: str | None) -> Send:
    """Sends an answer on, whole, in half, or that before."""
    begun, body = list[HTTPResponseStartEvent](), bytearray()

    async def on(message: Message) -> None:
        if message["type"] == "http.response.start":
            begun.append(message)
            return
        assert message["type"] == "http.response.body"
        body.extend(message["body"])
        if message["more_body"]:
            return
        own, (start,) = bytes(body), begun
        told = sandbox.before.get(kind, own) if effect == "other" else own
        sandbox.before[kind] = own
        told = told[: len(told) // 2] if effect == "half" else told
        headers = [(name, value) for name, value in start["headers"] if name.lower() != b"content-length"]
        start["headers"] = [*headers, (b"content-length", str(len(told)).encode())]
        await send(start)
        await send({"type": "http.response.body", "body": told, "more_body": False})

    return on


def _kind_of(route: str) -> str:
    """Of "PUT /cob/x1" it is "PUT /cob/", of "GET /cob" the same: what is asked, without of which."""
    return re.sub(r"/[^/]*[0-9][^/]*", "/", route)


_OF_CALLS: tuple[faults.Effect, ...] = ("delay", "status", "timeout", "half", "other")
_NAMES = {
    400: "RequisicaoInvalida",
    401: "AcessoNegado",
    403: "AcessoNegado",
    404: "NaoEncontrado",
    500: "ErroInternoDoServidor",
    504: "IndisponibilidadePorTempoEsgotado",
}


def _broken_answer(fault: Fault) -> Response[dict[str, Any]]:
    status = 504 if fault.effect == "timeout" else fault.status
    name = _NAMES.get(status, "ServicoIndisponivel" if status >= 500 else "RequisicaoInvalida")
    response = Problem(name, status=status).response()
    if fault.retry_after is not None:
        response.set_header("Retry-After", str(fault.retry_after))
    return response


async def _nowhere(message: Message) -> None:
    """Where an answer goes that gets lost."""


def _problem(_: Request[Any, Any, Any], problem: Problem) -> Response[dict[str, Any]]:
    return problem.response()


def _http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[dict[str, Any]]:
    name = _NAMES.get(error.status_code, "RequisicaoInvalida")
    return Problem(name, status=error.status_code, detail=error.detail).response()


def _unavailable(_: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    _LOG.warning("the sandbox's database is away: %s", error)
    return Problem("ServicoIndisponivel").response()


def _unexpected(_: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    _LOG.error("unexpected", exc_info=error)
    return Problem("ErroInternoDoServidor").response()
