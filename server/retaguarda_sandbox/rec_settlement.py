"""The days on which the bank pays recurring charges, or fails to."""

from datetime import timedelta
from typing import Annotated, Any

import msgspec
from litestar import Request, post
from psycopg.types.json import Jsonb

from retaguarda.providers.pix.money import parse_amount
from retaguarda.providers.pix.recurrence_codes import RETRY_DAYS
from retaguarda_sandbox import cobr, rec, solicrec
from retaguarda_sandbox.bodies import Shape, read
from retaguarda_sandbox.control import json_only
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.store import Connection, Row, all_rows


class _Days(Shape):
    days: Annotated[int, msgspec.Meta(ge=1, le=400)]


@post("/sandbox/days", status_code=200)
async def days(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The bank's clock moves on. What was due is settled, what waited too long is over."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _Days, "RequisicaoInvalida", "days")
    sandbox.store.ahead += timedelta(days=body.days)
    async with sandbox.store.transaction() as connection:
        settled = await _pass(connection, sandbox)
    sandbox.wake()
    return {"today": sandbox.today().isoformat(), "settled": settled}


async def _pass(connection: Connection, sandbox: Sandbox) -> int:
    for row in await all_rows(
        connection,
        "select * from sandbox.solicrec where status in ('CRIADA', 'ENVIADA', 'RECEBIDA') and expira <= %(now)s",
        now=sandbox.now(),
    ):
        await solicrec.move(connection, sandbox, row["id_solic_rec"], "EXPIRADA")
        parent = await rec.known(connection, row["id_rec"], lock=True)
        if parent["status"] == "CRIADA":
            await rec.move(connection, sandbox, parent, "EXPIRADA")
    due = await all_rows(
        connection,
        "select distinct txid from sandbox.tentativa where status = 'AGENDADA' and data <= %(today)s order by txid",
        today=sandbox.today(),
    )
    for attempt in due:
        await settle_one(connection, sandbox, await cobr.known(connection, attempt["txid"], lock=True))
    for row in await all_rows(
        connection,
        "select c.txid from sandbox.cobr c where c.status = 'ATIVA' and c.vencimento < %(last)s and not exists"
        " (select from sandbox.tentativa t where t.txid = c.txid and t.status = 'AGENDADA')",
        last=sandbox.today() - timedelta(days=RETRY_DAYS),
    ):
        await cobr.move(connection, sandbox, await cobr.known(connection, row["txid"], lock=True), "EXPIRADA")
    return len(due)


async def settle_one(connection: Connection, sandbox: Sandbox, row: Row) -> None:
    (attempt,) = await cobr.end_attempts(connection, sandbox, row["txid"], "PAGA")
    person = (await rec.known(connection, row["id_rec"]))["document"]["vinculo"]["devedor"]
    original = row["document"]["valor"]["original"]
    await connection.execute(
        "insert into sandbox.pix (end_to_end_id, txid, chave, valor, components, horario, payer_name, payer_document, info)"
        " values (%(e2e)s, %(txid)s, '', %(valor)s, %(components)s, %(now)s, %(name)s, %(document)s, null)",
        {
            "e2e": attempt["end_to_end_id"],
            "txid": row["txid"],
            "valor": int(parse_amount(original)),
            "components": Jsonb({"original": {"valor": original}}),
            "now": sandbox.now(),
            "name": person["nome"],
            "document": person.get("cpf") or person["cnpj"],
        },
    )
    await cobr.move(connection, sandbox, row, "CONCLUIDA")
