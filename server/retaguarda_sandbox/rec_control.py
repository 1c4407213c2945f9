"""What the payer and the payer's bank do about a recurrence, on demand; and days that pass."""

from typing import Any, Literal

from litestar import Request, post
from litestar.params import FromPath
from psycopg.types.json import Jsonb

from retaguarda.providers.pix.recurrence_codes import FINAL_REJECTIONS, REC_CANCELLATIONS
from retaguarda_sandbox import cobr, rec, rec_views, solicrec
from retaguarda_sandbox.bodies import Ispb, Shape, read
from retaguarda_sandbox.control import json_only
from retaguarda_sandbox.core import sandbox_of
from retaguarda_sandbox.problems import Problem
from retaguarda_sandbox.rec_settlement import settle_one
from retaguarda_sandbox.store import Connection, Row, all_rows

_Rejection = Literal[
    "AB10", "AC05", "AC06", "AM02", "AM09", "DENC", "DS27", "DTED", "DTNT", "FBRD", "IRNT", "MIDI", "MSUC", "NIEC", "NIPA",
    "NITX", "QUNT", "RC09", "UDEI",
]  # fmt: skip


class _Agreed(Shape):
    """``ispb``: of the payer's bank."""

    ispb: Ispb = cobr.PAYER_BANK


class _Ended(Shape):
    codigo: Literal["AP13", "AP14"] = "AP13"


class _Withdrawn(Shape):
    codigo: Literal["ACCL", "CPCL", "DCSD", "ERSL", "FRUD", "PCFD", "SLCR", "SLDB"] = "SLDB"


class _Refused(Shape):
    codigo: _Rejection = "AM02"


@post("/sandbox/rec/{id_rec:str}/receive", status_code=200)
async def receive(request: Request[Any, Any, Any], id_rec: FromPath[str]) -> dict[str, Any]:
    """The payer's bank takes the confirmation request, and says whose account it is for; the payer has yet to answer."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _Agreed, "RequisicaoInvalida", "rec")
    async with sandbox.store.transaction() as connection:
        row = await _waiting(connection, id_rec)
        asked = await solicrec.waiting(connection, id_rec)
        if asked is None:
            raise Problem("SolicRecOperacaoInvalida", detail="No confirmation request waits.")
        await solicrec.move(connection, sandbox, asked["id_solic_rec"], "RECEBIDA")
        row |= {"pagador": _payer(row, body.ispb)}
        await connection.execute(
            "update sandbox.rec set pagador = %(who)s where id_rec = %(id)s",
            {"who": Jsonb(row["pagador"]), "id": id_rec},
        )
    return rec_views.rec(sandbox.settings, row)


@post("/sandbox/rec/{id_rec:str}/approve", status_code=200)
async def approve(request: Request[Any, Any, Any], id_rec: FromPath[str]) -> dict[str, Any]:
    """The payer agrees. How they came to it is what the recurrence offers: a request, or one of its codes."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _Agreed, "RequisicaoInvalida", "rec")
    async with sandbox.store.transaction() as connection:
        row = await _waiting(connection, id_rec)
        asked = await solicrec.waiting(connection, id_rec)
        if asked is not None:
            await solicrec.move(connection, sandbox, asked["id_solic_rec"], "ACEITA")
        journey = "JORNADA_1" if row["loc_id"] is None else "JORNADA_3" if row["txid"] else "JORNADA_2"
        row = await rec.move(connection, sandbox, row, "APROVADA", pagador=_payer(row, body.ispb), jornada=journey)
    sandbox.wake()
    return rec_views.rec(sandbox.settings, row)


@post("/sandbox/rec/{id_rec:str}/reject", status_code=200)
async def reject(request: Request[Any, Any, Any], id_rec: FromPath[str]) -> dict[str, Any]:
    """The payer does not agree."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _Ended, "RequisicaoInvalida", "rec")
    async with sandbox.store.transaction() as connection:
        row = await _waiting(connection, id_rec)
        asked = await solicrec.waiting(connection, id_rec)
        if asked is not None:
            await solicrec.move(connection, sandbox, asked["id_solic_rec"], "REJEITADA")
        why = {"codigo": body.codigo, "descricao": "Recorrência rejeitada pelo usuário pagador."}
        row = await rec.move(connection, sandbox, row, "REJEITADA", encerramento={"rejeicao": why})
    sandbox.wake()
    return rec_views.rec(sandbox.settings, row)


@post("/sandbox/rec/{id_rec:str}/cancel", status_code=200)
async def withdraw(request: Request[Any, Any, Any], id_rec: FromPath[str]) -> dict[str, Any]:
    """The payer ends what they agreed to, and the charges that are scheduled with it."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _Withdrawn, "RequisicaoInvalida", "rec")
    assert body.codigo in REC_CANCELLATIONS
    async with sandbox.store.transaction() as connection:
        row = await rec.known(connection, id_rec, lock=True)
        if row["status"] in rec.OVER:
            raise Problem("RecOperacaoInvalida", detail=f"The recurrence is {row['status']}.")
        for charge in await _open_charges(connection, id_rec):
            await cobr.end_attempts(connection, sandbox, charge["txid"], "CANCELADA")
            why = {
                "solicitante": "USUARIO_PAGADOR",
                "codigo": "SLBD",
                "descricao": "Recorrência cancelada pelo pagador.",
            }
            found = await cobr.known(connection, charge["txid"])
            await cobr.move(connection, sandbox, found, "CANCELADA", {"cancelamento": why})
        row = await rec.cancel(connection, sandbox, row, "USUARIO_PAGADOR", body.codigo)
    sandbox.wake()
    return rec_views.rec(sandbox.settings, row)


@post("/sandbox/cobr/{txid:str}/settle", status_code=200)
async def settle(request: Request[Any, Any, Any], txid: FromPath[str]) -> dict[str, Any]:
    """The scheduled attempt succeeds."""
    json_only(request)
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        await settle_one(connection, sandbox, await _scheduled(connection, txid))
        answered = await cobr.shown(connection, txid)
    sandbox.wake()
    return answered


@post("/sandbox/cobr/{txid:str}/refuse", status_code=200)
async def refuse(request: Request[Any, Any, Any], txid: FromPath[str]) -> dict[str, Any]:
    """The scheduled attempt fails; some codes end the charge with it, as does a recurrence without retries."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _Refused, "RequisicaoInvalida", "cobr")
    async with sandbox.store.transaction() as connection:
        row = await _scheduled(connection, txid)
        why = {"codigo": body.codigo, "descricao": "Tentativa rejeitada pelo PSP do pagador."}
        await cobr.end_attempts(connection, sandbox, txid, "REJEITADA", why)
        final = body.codigo in FINAL_REJECTIONS or row["politica"] == "NAO_PERMITE"
        await cobr.move(
            connection, sandbox, row, "REJEITADA" if final else "ATIVA", {"rejeicao": why} if final else None
        )
        answered = await cobr.shown(connection, txid)
    sandbox.wake()
    return answered


def _payer(row: Row, ispb: str) -> dict[str, str]:
    person = row["document"]["vinculo"]["devedor"]
    payer = {name: person[name] for name in ("cpf", "cnpj") if name in person}
    return payer | {"ispbParticipante": ispb, "codMun": "2611606"}


async def _waiting(connection: Connection, id_rec: str) -> Row:
    row = await rec.known(connection, id_rec, lock=True)
    if row["status"] != "CRIADA":
        raise Problem("RecOperacaoInvalida", detail=f"The recurrence is {row['status']}.")
    return row


async def _scheduled(connection: Connection, txid: str) -> Row:
    row = await cobr.known(connection, txid, lock=True)
    if not any(each["status"] == "AGENDADA" for each in await cobr.attempts_of(connection, txid)):
        raise Problem("CobROperacaoInvalida", detail="No attempt is scheduled.")
    return row


async def _open_charges(connection: Connection, id_rec: str) -> list[Row]:
    return await all_rows(
        connection,
        "select txid from sandbox.cobr where id_rec = %(id)s and status in ('CRIADA', 'ATIVA') order by txid for update",
        id=id_rec,
    )
