"""The sandbox as an HTTP application."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from datetime import datetime

import httpx
import psycopg
from litestar import Litestar, Router
from litestar.exceptions import HTTPException
from psycopg_pool import PoolTimeout

from retaguarda_sandbox import (
    batches,
    charges,
    checks,
    coaf,
    cobr,
    control,
    courts,
    dict_calls,
    dict_control,
    dict_entries,
    dict_refunds,
    dict_reports,
    exchange,
    hearing,
    locations,
    locrec,
    lot_control,
    lots,
    lots_ted,
    oauth,
    payload,
    payouts,
    rec,
    rec_control,
    rec_hooks,
    rec_settlement,
    received,
    solicrec,
    webhooks,
)
from retaguarda_sandbox.core import Sandbox, system_clock
from retaguarda_sandbox.courier import Courier
from retaguarda_sandbox.faulty import BASE, Faulty, http_error, problem_response, unavailable, unexpected_error
from retaguarda_sandbox.mailbox import mailbox_of
from retaguarda_sandbox.problems import Problem
from retaguarda_sandbox.settings import SandboxSettings
from retaguarda_sandbox.store import Store

#: Largest body; a charge with everything in it has some 15 kB.
_LARGEST = 64 * 1024
#: Of a lot with all its lines.
_LARGEST_LOT = 512 * 1024
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
#: What a provider itself talks to: banks of the exchange, and courts.
_OF_THE_HOUSE = (*exchange.ROUTES, *courts.ROUTES)
#: What a person does as payer, receiver or bank, on the page and its API.
_ON_THE_PAGE = (
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
    courts.send,
    *dict_control.ROUTES,
    *dict_entries.CONTROL,
    payouts.give_back,
    payouts.pay_late,
    *lot_control.ROUTES,
    locrec.shown,
    rec_control.receive,
    rec_control.approve,
    rec_control.reject,
    rec_control.withdraw,
    rec_control.settle,
    rec_control.refuse,
    rec_settlement.days,
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
        async with mailbox_of(settings):
            yield
    finally:
        await _end(running)
        await store.close()


def lay_routes(*lifespan: Callable[[Litestar], contextlib.AbstractAsyncContextManager[None]]) -> Litestar:
    """API Pix below /api/v2, tokens at /oauth/token, payloads below /qr/v2, the page and its API at / and /sandbox."""
    api = Router(
        BASE,
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
            *payouts.ROUTES,
            webhooks.listing,
            webhooks.register,
            webhooks.read_one,
            webhooks.cancel,
            *_AUTOMATIC,
        ],
        guards=[oauth.allowed],
        middleware=[Faulty],
    )
    by_lots = Router(
        lots.BASE,
        route_handlers=[*lots.ROUTES, *lots_ted.ROUTES],
        guards=[oauth.allowed],
        middleware=[Faulty],
        request_max_body_size=_LARGEST_LOT,
    )
    tokens = Router(
        "/",
        route_handlers=[
            oauth.token,
            *checks.ROUTES,
            *_OF_THE_HOUSE,
            *dict_reports.ROUTES,
            *dict_refunds.ROUTES,
            *dict_entries.ROUTES,
        ],
        middleware=[Faulty],
    )
    return Litestar(
        route_handlers=[
            api,
            by_lots,
            tokens,
            coaf.receive,
            payload.cob,
            payload.cobv,
            payload.keys,
            *_ON_THE_PAGE,
        ],
        lifespan=list(lifespan),
        exception_handlers={
            Problem: problem_response,
            dict_calls.DictRefusal: dict_calls.refused,
            HTTPException: http_error,
            psycopg.OperationalError: unavailable,
            PoolTimeout: unavailable,
            Exception: unexpected_error,
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
