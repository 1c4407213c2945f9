"""/solicrec: asking the payer's bank to show a recurrence to the payer."""

from typing import Any

import msgspec
from litestar import Request, get, patch, post
from litestar.params import FromPath
from psycopg.types.json import Jsonb

from retaguarda.providers.pix import ids
from retaguarda_sandbox import rec, rec_views
from retaguarda_sandbox.bodies import read
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.problems import Problem, Violation, not_in_schema
from retaguarda_sandbox.rec_bodies import Cancellation, SolicRecBody
from retaguarda_sandbox.store import Connection, Row, one

_WRITE, _READ = {"scope": "solicrec.write"}, {"scope": "solicrec.read"}
_INVALID, _NOT_FOUND = "SolicRecOperacaoInvalida", "SolicRecNaoEncontrada"
#: A request that waits for the payer.
OPEN = ("CRIADA", "ENVIADA", "RECEBIDA")


async def move(connection: Connection, sandbox: Sandbox, id_solic_rec: str, status: str) -> None:
    await connection.execute(
        "update sandbox.solicrec set status = %(status)s, atualizacao = atualizacao || %(update)s where id_solic_rec = %(id)s",
        {"status": status, "update": Jsonb([rec_views.update(status, sandbox.now())]), "id": id_solic_rec},
    )


async def waiting(connection: Connection, id_rec: str) -> Row | None:
    """The request of this recurrence that waits for the payer."""
    return await one(
        connection,
        "select * from sandbox.solicrec where id_rec = %(id)s and status in ('CRIADA', 'ENVIADA', 'RECEBIDA')",
        id=id_rec,
    )


@post("/solicrec", opt=_WRITE)
async def create(request: Request[Any, Any, Any]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    body = await read(request, SolicRecBody, _INVALID, "solicrec")
    if (body.destinatario.cpf is msgspec.UNSET) == (body.destinatario.cnpj is msgspec.UNSET):
        raise Problem(_INVALID, not_in_schema("solicrec.destinatario"))
    expires = body.calendario.dataExpiracaoSolicitacao
    if expires <= sandbox.now():
        path = "solicrec.calendario.dataExpiracaoSolicitacao"
        why = f"O campo {path} é anterior à data de criação da solicitação da recorrência."
        raise Problem(_INVALID, Violation(why, path))
    new = ids.recurrence_id("SC", sandbox.settings.ispb, sandbox.today())
    async with sandbox.store.transaction() as connection:
        parent = await rec.known(connection, body.idRec, lock=True)
        if await waiting(connection, body.idRec) is not None:
            why = "Existe uma solicitação ativa referente ao mesmo solicrec.idRec."
            raise Problem(_INVALID, Violation(why, "solicrec.idRec"))
        if parent["status"] != "CRIADA":
            raise Problem(_INVALID, Violation("A recorrência não se encontra com o status CRIADA.", "solicrec.idRec"))
        await connection.execute(
            "insert into sandbox.solicrec (id_solic_rec, id_rec, status, criacao, expira, document, atualizacao)"
            " values (%(id)s, %(rec)s, 'CRIADA', %(now)s, %(expires)s, %(document)s, %(updates)s)",
            {
                "id": new,
                "rec": body.idRec,
                "now": sandbox.now(),
                "expires": expires,
                "document": Jsonb(msgspec.to_builtins(body)),
                "updates": Jsonb([rec_views.update("CRIADA", sandbox.now())]),
            },
        )
        return await _shown(connection, sandbox, new)


@get("/solicrec/{id_solic_rec:str}", opt=_READ)
async def read_one(request: Request[Any, Any, Any], id_solic_rec: FromPath[str]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        return await _shown(connection, sandbox, id_solic_rec)


@patch("/solicrec/{id_solic_rec:str}", status_code=201, opt=_WRITE)
async def cancel(request: Request[Any, Any, Any], id_solic_rec: FromPath[str]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    await read(request, Cancellation, _INVALID, "solicrec")
    async with sandbox.store.transaction() as connection:
        row = await _known(connection, id_solic_rec)
        if row["status"] not in OPEN:
            why = "Não é possível cancelar uma solicitação de recorrência com o status diferente de CRIADA, ENVIADA ou RECEBIDA."
            raise Problem(_INVALID, Violation(why, "solicrec.status"), detail=why)
        await move(connection, sandbox, id_solic_rec, "CANCELADA")
        return await _shown(connection, sandbox, id_solic_rec)


async def _known(connection: Connection, id_solic_rec: str) -> Row:
    row = None
    if ids.is_recurrence_id(id_solic_rec):
        row = await one(
            connection, "select * from sandbox.solicrec where id_solic_rec = %(id)s for update", id=id_solic_rec
        )
    if row is None:
        raise Problem(_NOT_FOUND)
    return row


async def _shown(connection: Connection, sandbox: Sandbox, id_solic_rec: str) -> dict[str, Any]:
    row = await _known(connection, id_solic_rec)
    return rec_views.solicrec(sandbox.settings, row, await rec.known(connection, row["id_rec"]))
