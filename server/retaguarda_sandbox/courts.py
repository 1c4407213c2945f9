"""A courts' system that sends orders and takes answers. Its JSON is ours: SISBAJUD's own layout is not public.

A protocol that ends in 99 has no answer in time. The same answer has the same receipt; another one is refused.
"""

import hashlib
import hmac
from typing import Any

import msgspec
from litestar import Request, Response, get, post, put
from psycopg.types.json import Jsonb

from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.problems import Problem
from retaguarda_sandbox.store import one

BASE = "/courts/v1"


class _Sent(msgspec.Struct):
    """``order``: what the message says; ``forged``: signed by nobody who may."""

    order: dict[str, Any]
    forged: bool = False


@post("/sandbox/court-orders", status_code=201)
async def send(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A court orders something: the page's and the tests' way to make a message."""
    sandbox, given = sandbox_of(request), msgspec.json.decode(await request.body(), type=_Sent)
    body = msgspec.json.encode(given.order).decode()
    key = "nobody" if given.forged else sandbox.settings.client_secret
    async with sandbox.store.transaction() as connection:
        await connection.execute(
            "insert into sandbox.court_message (protocol, body, signature) values (%s, %s, %s)",
            (
                str(given.order.get("protocol", "")),
                body,
                hmac.digest(key.encode(), body.encode(), hashlib.sha256).hex(),
            ),
        )
    return Response(b"{}", media_type="application/json", status_code=201)


@get(f"{BASE}/orders")
async def waiting(request: Request[Any, Any, Any]) -> Response[bytes]:
    sandbox = _allowed(request)
    async with sandbox.store.transaction() as connection:
        rows = await connection.execute(
            "select m.body as order, m.signature from sandbox.court_message m"
            " where not exists (select from sandbox.court_answer a where a.protocol = m.protocol) order by m.number limit 500"
        )
        found = await rows.fetchall()
    return Response(msgspec.json.encode(found), media_type="application/json")


@put(f"{BASE}/answers", status_code=200)
async def take(request: Request[Any, Any, Any]) -> Response[bytes]:
    sandbox, given = _allowed(request), msgspec.json.decode(await request.body(), type=dict[str, Any])
    protocol = str(given.get("protocol", ""))
    if protocol.endswith("99"):
        raise Problem("IndisponibilidadePorTempoEsgotado")
    receipt = hashlib.sha256(f"receipt {protocol}".encode()).hexdigest()[:24].upper()
    async with sandbox.store.transaction() as connection:
        if (
            await one(
                connection, "select from sandbox.court_message where protocol = %(protocol)s limit 1", protocol=protocol
            )
            is None
        ):
            raise Problem("NaoEncontrado")
        await connection.execute(
            "insert into sandbox.court_answer (protocol, answer, receipt) values (%s, %s, %s) on conflict do nothing",
            (protocol, Jsonb(given), receipt),
        )
        kept = await one(
            connection, "select answer from sandbox.court_answer where protocol = %(protocol)s", protocol=protocol
        )
    if kept is None or kept["answer"] != given:
        return Response(b"{}", media_type="application/json", status_code=409)
    return Response(msgspec.json.encode({"receipt": receipt}), media_type="application/json")


def _allowed(request: Request[Any, Any, Any]) -> Sandbox:
    sandbox = sandbox_of(request)
    if request.headers.get("Authorization", "") != f"Bearer {sandbox.settings.client_secret}":
        raise Problem("AcessoNegado", status=401)
    return sandbox


ROUTES = (waiting, take)
