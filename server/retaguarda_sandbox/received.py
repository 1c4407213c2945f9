"""/pix: payments received, and their refunds (devoluções)."""

from collections import defaultdict
from datetime import timedelta
from typing import Any

from litestar import Request, get, put
from litestar.params import FromPath

from retaguarda.providers.pix import ids
from retaguarda.providers.pix.money import parse_amount
from retaguarda_sandbox import dict_refunds, faults, views
from retaguarda_sandbox.bodies import RefundBody, read
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.problems import Problem, Violation, not_in_schema
from retaguarda_sandbox.query import Query
from retaguarda_sandbox.store import Connection, Row, all_rows, one, paged

_WRITE, _READ = {"scope": "pix.write"}, {"scope": "pix.read"}
#: From the settlement of the payment (Regulamento do Pix).
_REFUNDABLE = timedelta(days=90)
_USED = (
    "A presente requisição de devolução apresenta um {id} já utilizado por outra requisição de devolução para o {e2eid} em"
    " questão."
)
_LATE = (
    "A presente requisição de devolução viola a janela de tempo permitida para solicitações de devoluções de um pix"
    " (hoje estabelecida como 90 dias desde a data de liquidação original do pix)."
)
_TOO_MUCH = (
    "A presente requisição de devolução, em conjunto com as demais prévias devoluções, se aplicável, excederia o valor do"
    " pix originário."
)


async def shown(connection: Connection, rows: list[Row]) -> list[dict[str, Any]]:
    """Rows of sandbox.pix as the document shows them, each with its refunds."""
    found = await all_rows(
        connection,
        "select * from sandbox.refund where end_to_end_id = any(%(ids)s) order by solicitacao, id",
        ids=[row["end_to_end_id"] for row in rows],
    )
    refunds: dict[str, list[Row]] = defaultdict(list)
    for refund in found:
        refunds[refund["end_to_end_id"]].append(refund)
    return [views.pix(row, refunds[row["end_to_end_id"]]) for row in rows]


async def by_charge(connection: Connection, txids: list[str]) -> defaultdict[str, list[dict[str, Any]]]:
    rows = await all_rows(
        connection,
        "select * from sandbox.pix where txid = any(%(txids)s) order by horario, end_to_end_id",
        txids=txids,
    )
    found: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for view in await shown(connection, rows):
        found[view["txid"]].append(view)
    return found


@get("/pix", opt=_READ)
async def listing(request: Request[Any, Any, Any]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    query = Query(request, "PixConsultaInvalida")
    start, end = query.span()
    number, size = query.page()
    txid = query.text("txid", "[a-zA-Z0-9]{1,35}")
    with_txid, with_refund = query.flag("txIdPresente"), query.flag("devolucaoPresente")
    person = query.person()
    query.finish()
    async with sandbox.store.transaction() as connection:
        rows, total = await paged(
            connection,
            """
            select * from sandbox.pix p
            where horario between %(start)s and %(end)s
              and (%(txid)s::text is null or txid = %(txid)s)
              and (%(with_txid)s::boolean is null or (txid is not null) = %(with_txid)s)
              and (%(with_refund)s::boolean is null or %(with_refund)s = exists
                   (select 1 from sandbox.refund r where r.end_to_end_id = p.end_to_end_id))
              and (%(person)s::text is null or payer_document = %(person)s)
            """,
            "horario, end_to_end_id",
            number,
            size,
            start=start,
            end=end,
            txid=txid,
            with_txid=with_txid,
            with_refund=with_refund,
            person=person,
        )
        found = await shown(connection, rows)
    return {"parametros": views.page(query.echo, number, size, total), "pix": found}


@get("/pix/{end_to_end_id:str}", opt=_READ)
async def read_one(request: Request[Any, Any, Any], end_to_end_id: FromPath[str]) -> dict[str, Any]:
    async with sandbox_of(request).store.transaction() as connection:
        row = await _find(connection, end_to_end_id)
        if row is None:
            raise Problem("PixNaoEncontrado")
        return (await shown(connection, [row]))[0]


@put("/pix/{end_to_end_id:str}/devolucao/{refund_id:str}", status_code=201, opt=_WRITE)
async def put_refund(
    request: Request[Any, Any, Any], end_to_end_id: FromPath[str], refund_id: FromPath[str]
) -> dict[str, Any]:
    """Starts in EM_PROCESSAMENTO. The same request again gives the refund as it stands now."""
    sandbox = sandbox_of(request)
    body = await read(request, RefundBody, "PixDevolucaoInvalida", "devolucao")
    if not ids.is_refund_id(refund_id):
        raise Problem("PixDevolucaoInvalida", not_in_schema("devolucao.id"))
    async with sandbox.store.transaction() as connection:
        row = await _find(connection, end_to_end_id, lock=True)
        if row is None:
            raise Problem("PixNaoEncontrado")
        refund = await _refund(connection, end_to_end_id, refund_id)
        if refund is None:
            refund = await _start_refund(connection, sandbox, row, refund_id, body)
        elif not _same(refund, body):
            raise Problem(
                "PixDevolucaoInvalida",
                Violation(_USED, "devolucao.id"),
            )
    sandbox.wake()
    return views.refund(refund)


@get("/pix/{end_to_end_id:str}/devolucao/{refund_id:str}", opt=_READ)
async def read_refund(
    request: Request[Any, Any, Any], end_to_end_id: FromPath[str], refund_id: FromPath[str]
) -> dict[str, Any]:
    async with sandbox_of(request).store.transaction() as connection:
        known = ids.is_end_to_end_id(end_to_end_id) and ids.is_refund_id(refund_id)
        refund = await _refund(connection, end_to_end_id, refund_id) if known else None
    if refund is None:
        raise Problem("PixDevolucaoNaoEncontrada")
    return views.refund(refund)


async def _start_refund(connection: Connection, sandbox: Sandbox, pix: Row, refund_id: str, body: RefundBody) -> Row:
    now, valor = sandbox.now(), parse_amount(body.valor)
    natureza = body.natureza or "ORIGINAL"
    if natureza.startswith("MED_") and not await dict_refunds.asked_back(connection, pix["end_to_end_id"], natureza):
        raise Problem("PixDevolucaoInvalida", not_in_schema("devolucao.natureza"))
    if valor == 0:
        raise Problem("PixDevolucaoInvalida", not_in_schema("devolucao.valor"))
    if now - pix["horario"] > _REFUNDABLE:
        raise Problem("PixDevolucaoInvalida", Violation(_LATE, "devolucao"))
    given = await one(
        connection,
        """
        select coalesce(sum(valor), 0)::bigint as valor from sandbox.refund
        where end_to_end_id = %(id)s and (natureza = 'RETIRADA') = (%(natureza)s = 'RETIRADA') and status <> 'NAO_REALIZADO'
        """,
        id=pix["end_to_end_id"],
        natureza=natureza,
    )
    assert given is not None
    if given["valor"] + valor > _refundable(pix, natureza):
        raise Problem("PixDevolucaoInvalida", Violation(_TOO_MUCH, "devolucao.valor"))
    outcome, late = "DEVOLVIDO", 0
    for fault, _ in await faults.strike(connection, "refund"):
        outcome, late = fault.outcome, fault.delay_ms
    row = await one(
        connection,
        """
        insert into sandbox.refund (end_to_end_id, id, rtr_id, valor, natureza, descricao, status, outcome,
                                    solicitacao, settles_at)
        values (%(pix)s, %(id)s, %(rtr_id)s, %(valor)s, %(natureza)s, %(descricao)s, 'EM_PROCESSAMENTO',
                %(outcome)s, %(now)s, %(settles_at)s)
        returning *
        """,
        pix=pix["end_to_end_id"],
        id=refund_id,
        rtr_id=ids.transaction_id("D", sandbox.settings.ispb, now),
        valor=int(valor),
        natureza=natureza,
        descricao=body.descricao or None,
        outcome=outcome,
        now=now,
        settles_at=now + timedelta(seconds=sandbox.settings.refund_seconds, milliseconds=late),
    )
    assert row is not None
    return row


def _refundable(pix: Row, natureza: str) -> int:
    """RETIRADA is the cash part of Pix Saque and Troco, ORIGINAL everything else (DevolucaoNatureza)."""
    parts = pix["components"]
    cash = parts.get("saque") or parts.get("troco")
    withdrawn = parse_amount(cash["valor"]) if cash else 0
    return withdrawn if natureza == "RETIRADA" else pix["valor"] - withdrawn


def _same(refund: Row, body: RefundBody) -> bool:
    asked = (parse_amount(body.valor), body.natureza or "ORIGINAL", body.descricao or None)
    return asked == (refund["valor"], refund["natureza"], refund["descricao"])


async def _find(connection: Connection, end_to_end_id: str, *, lock: bool = False) -> Row | None:
    if not ids.is_end_to_end_id(end_to_end_id):
        return None
    query = "select * from sandbox.pix where end_to_end_id = %(id)s"
    return await one(connection, query + (" for update" if lock else ""), id=end_to_end_id)


async def _refund(connection: Connection, end_to_end_id: str, refund_id: str) -> Row | None:
    return await one(
        connection,
        "select * from sandbox.refund where end_to_end_id = %(pix)s and id = %(id)s",
        pix=end_to_end_id,
        id=refund_id,
    )
