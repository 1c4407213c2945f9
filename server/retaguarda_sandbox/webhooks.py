"""/webhook: where payments are told; and what is waiting to be told."""

from datetime import timedelta
from typing import Any

import httpx
from litestar import Request, Response, delete, get, put
from litestar.params import FromPath
from psycopg.types.json import Jsonb

from retaguarda.providers.pix.keys import is_key
from retaguarda.providers.pix.money import amount_text, parse_amount
from retaguarda_sandbox import faults, views
from retaguarda_sandbox.bodies import WebhookBody, read
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.problems import Problem, Violation, not_in_schema
from retaguarda_sandbox.query import Query
from retaguarda_sandbox.receivers import is_ours, receiver_of
from retaguarda_sandbox.store import Connection, Row, one, paged

_NO_KEY = "O parâmetro {chave} não corresponde a uma chave DICT válida."
_FOREIGN_KEY = "O parâmetro {chave} não corresponde a uma chave DICT pertencente a este usuário recebedor."
_WRITE, _READ = {"scope": "webhook.write"}, {"scope": "webhook.read"}


async def tell(connection: Connection, sandbox: Sandbox, pix: dict[str, Any]) -> None:
    """Lines up the notice of a payment, or of a refund that ended, in the transaction that made it true.

    Only a Pix with a txid is told, and only when its key has a webhook (official document, callback listaPix); one of Pix
    Automático came to an account and has no key.
    """
    if "txid" in pix:
        await line_up(connection, sandbox, pix)


async def line_up(connection: Connection, sandbox: Sandbox, pix: dict[str, Any]) -> None:
    """Lines up a notice for the webhook of the key that the Pix names, with the faults that strike it."""
    hook = await one(connection, "select url from sandbox.webhook where chave = %(key)s", key=pix.get("chave", ""))
    if hook is None:
        return
    state, copies, late = "waiting", 1, 0
    for fault, struck in await faults.strike(connection, "webhook", "webhook_amount"):
        if fault.effect == "webhook_amount":
            wrong = max(parse_amount(pix["valor"]) + fault.delta, 1)
            pix = pix | {"valor": amount_text(wrong)}
        elif fault.delivery == "never":
            state = "suppressed"
        elif fault.delivery == "twice":
            copies = 2
        elif fault.delivery == "late" or struck % 2:
            late = fault.delay_ms or 2_000
    for _ in range(copies):
        await connection.execute(
            """
            insert into sandbox.delivery (url, body, state, due_at)
            values (%(url)s, %(body)s, %(state)s, %(due_at)s)
            """,
            {
                "url": f"{hook['url']}/pix",
                "body": Jsonb({"pix": [pix]}),
                "state": state,
                "due_at": sandbox.now() + timedelta(milliseconds=late),
            },
        )


@put("/webhook/{key:str}", status_code=200, opt=_WRITE)
async def register(request: Request[Any, Any, Any], key: FromPath[str]) -> Response[bytes]:
    sandbox = sandbox_of(request)
    body = await read(request, WebhookBody, "WebhookOperacaoInvalida", "webhook")
    if not is_key(key):
        raise Problem("WebhookOperacaoInvalida", Violation(_NO_KEY, "webhook.chave"))
    if not is_ours(key):
        raise Problem("WebhookOperacaoInvalida", Violation(_FOREIGN_KEY, "webhook.chave"))
    if not is_address(body.webhookUrl):
        raise Problem("WebhookOperacaoInvalida", not_in_schema("webhook.webhookUrl"))
    async with sandbox.store.transaction() as connection:
        await connection.execute(
            """
            insert into sandbox.webhook (chave, url, criacao) values (%(key)s, %(url)s, %(now)s)
            on conflict (chave) do update set url = excluded.url, criacao = excluded.criacao
            where webhook.url <> excluded.url
            """,
            {"key": key, "url": body.webhookUrl, "now": sandbox.now()},
        )
    return Response(b"", media_type="text/plain")


@get("/webhook/{key:str}", opt=_READ)
async def read_one(request: Request[Any, Any, Any], key: FromPath[str]) -> dict[str, Any]:
    async with sandbox_of(request).store.transaction() as connection:
        row = await one(connection, "select * from sandbox.webhook where chave = %(key)s", key=_sane(key))
    if row is None:
        raise Problem("WebhookNaoEncontrado")
    return _view(row)


@delete("/webhook/{key:str}", opt=_WRITE)
async def cancel(request: Request[Any, Any, Any], key: FromPath[str]) -> None:
    async with sandbox_of(request).store.transaction() as connection:
        gone = await connection.execute("delete from sandbox.webhook where chave = %(key)s", {"key": _sane(key)})
    if gone.rowcount == 0:
        raise Problem("WebhookNaoEncontrado")


@get("/webhook", opt=_READ)
async def listing(request: Request[Any, Any, Any]) -> dict[str, Any]:
    query = Query(request, "WebhookConsultaInvalida")
    start, end = query.span(required=False)
    number, size = query.page()
    query.finish()
    async with sandbox_of(request).store.transaction() as connection:
        rows, total = await paged(
            connection,
            """
            select * from sandbox.webhook
            where criacao >= coalesce(%(start)s::timestamptz, '-infinity')
              and criacao <= coalesce(%(end)s::timestamptz, 'infinity')
            """,
            "criacao, chave",
            number,
            size,
            start=start,
            end=end,
        )
    return {
        "parametros": views.page(query.echo, number, size, total),
        "webhooks": [_view(row) for row in rows],
    }


def _view(row: Row) -> dict[str, Any]:
    """WebhookCompleto asks for the receiver's CNPJ, its example shows the key: both are given."""
    return {
        "webhookUrl": row["url"],
        "chave": row["chave"],
        "cnpj": receiver_of(row["chave"]).cnpj,
        "criacao": views.moment(row["criacao"]),
    }


def _sane(key: str) -> str:
    """A key that can be asked for; nothing is stored under the empty one."""
    return key if is_key(key) else ""


def is_address(text: str) -> bool:
    try:
        url = httpx.URL(text)
    except (httpx.InvalidURL, ValueError):
        return False
    return url.scheme in ("http", "https") and bool(url.host)
