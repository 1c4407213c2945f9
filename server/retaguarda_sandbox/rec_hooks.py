"""/webhookrec and /webhookcobr: one address each, where changes of recurrences and of their charges are told."""

from typing import Any

from litestar import Request, Response, delete, get, put
from psycopg.types.json import Jsonb

from retaguarda_sandbox import faults, views
from retaguarda_sandbox.bodies import WebhookBody, read
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.problems import Problem, not_in_schema
from retaguarda_sandbox.query import Query
from retaguarda_sandbox.store import Connection, one
from retaguarda_sandbox.webhooks import is_address

#: The document names rules for the parameters of a list here, though it reads a single address.
_QUERY = {"rec": "WebhookRecConsultaInvalida", "cobr": "WebhookCobRConsultaInvalida"}
_PROBLEM = {"rec": "WebhookRecOperacaoInvalida", "cobr": "WebhookCobROperacaoInvalida"}


async def tell(connection: Connection, sandbox: Sandbox, kind: str, body: dict[str, Any]) -> None:
    """Lines up a notice, in the transaction that made it true; nothing when nobody has registered."""
    hook = await one(connection, "select url from sandbox.rec_webhook where kind = %(kind)s", kind=kind)
    if hook is None:
        return
    state, copies = "waiting", 1
    for fault, _ in await faults.strike(connection, "webhook"):
        state = "suppressed" if fault.delivery == "never" else state
        copies = 2 if fault.delivery == "twice" else copies
    for _ in range(copies):
        await connection.execute(
            "insert into sandbox.delivery (url, body, state, due_at) values (%(url)s, %(body)s, %(state)s, %(now)s)",
            {"url": f"{hook['url']}/{kind}", "body": Jsonb(body), "state": state, "now": sandbox.now()},
        )


async def _register(request: Request[Any, Any, Any], kind: str) -> Response[bytes]:
    sandbox = sandbox_of(request)
    body = await read(request, WebhookBody, _PROBLEM[kind], f"webhook{kind}")
    if not is_address(body.webhookUrl):
        raise Problem(_PROBLEM[kind], not_in_schema(f"webhook{kind}.webhookUrl"))
    async with sandbox.store.transaction() as connection:
        await connection.execute(
            "insert into sandbox.rec_webhook (kind, url, criacao) values (%(kind)s, %(url)s, %(now)s)"
            " on conflict (kind) do update set url = excluded.url, criacao = excluded.criacao",
            {"kind": kind, "url": body.webhookUrl, "now": sandbox.now()},
        )
    return Response(b"", media_type="text/plain")


async def _shown(request: Request[Any, Any, Any], kind: str) -> dict[str, Any]:
    query = Query(request, _QUERY[kind])
    query.span(required=False)
    query.page()
    query.finish()
    async with sandbox_of(request).store.transaction() as connection:
        row = await one(connection, "select * from sandbox.rec_webhook where kind = %(kind)s", kind=kind)
    if row is None:
        raise Problem("NaoEncontrado")
    return {"webhookUrl": row["url"], "criacao": views.moment(row["criacao"])}


async def _gone(request: Request[Any, Any, Any], kind: str) -> None:
    async with sandbox_of(request).store.transaction() as connection:
        gone = await connection.execute("delete from sandbox.rec_webhook where kind = %(kind)s", {"kind": kind})
    if gone.rowcount == 0:
        raise Problem("NaoEncontrado")


@put("/webhookrec", status_code=200, opt={"scope": "webhookrec.write"})
async def put_rec(request: Request[Any, Any, Any]) -> Response[bytes]:
    return await _register(request, "rec")


@get("/webhookrec", opt={"scope": "webhookrec.read"})
async def get_rec(request: Request[Any, Any, Any]) -> dict[str, Any]:
    return await _shown(request, "rec")


@delete("/webhookrec", opt={"scope": "webhookrec.write"})
async def delete_rec(request: Request[Any, Any, Any]) -> None:
    await _gone(request, "rec")


@put("/webhookcobr", status_code=200, opt={"scope": "webhookcobr.write"})
async def put_cobr(request: Request[Any, Any, Any]) -> Response[bytes]:
    return await _register(request, "cobr")


@get("/webhookcobr", opt={"scope": "webhookcobr.read"})
async def get_cobr(request: Request[Any, Any, Any]) -> dict[str, Any]:
    return await _shown(request, "cobr")


@delete("/webhookcobr", opt={"scope": "webhookcobr.write"})
async def delete_cobr(request: Request[Any, Any, Any]) -> None:
    await _gone(request, "cobr")
