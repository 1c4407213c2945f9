"""/rec: recurrences a payer agrees to once."""

from typing import Any

import msgspec
from litestar import Request, get, patch, post
from litestar.params import FromPath
from psycopg.types.json import Jsonb

from retaguarda.providers.pix import ids
from retaguarda_sandbox import rec_hooks, rec_views, views
from retaguarda_sandbox.bodies import read
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.problems import Problem, Violation
from retaguarda_sandbox.query import Query
from retaguarda_sandbox.rec_bodies import RecBody, RecChange, rec_violations, start_violations
from retaguarda_sandbox.store import Connection, Row, all_rows, one, paged

_WRITE, _READ = {"scope": "rec.write"}, {"scope": "rec.read"}
_INVALID, _NOT_FOUND, _QUERY = "RecOperacaoInvalida", "RecNaoEncontrada", "RecConsultaInvalida"
_SELECT = (
    "select r.*, l.id as loc_id, l.token as loc_token, l.criacao as loc_criacao"
    " from sandbox.rec r left join sandbox.locrec l on l.id_rec = r.id_rec"
)
OVER = ("EXPIRADA", "CANCELADA", "REJEITADA")


async def find(connection: Connection, id_rec: str, *, lock: bool = False) -> Row | None:
    """A recurrence with its location, as rec_views wants it."""
    if not ids.is_recurrence_id(id_rec):
        return None
    if lock:
        await connection.execute("select from sandbox.rec where id_rec = %(id)s for update", {"id": id_rec})
    return await one(connection, _SELECT + " where r.id_rec = %(id)s", id=id_rec)


async def known(connection: Connection, id_rec: str, *, lock: bool = False) -> Row:
    row = await find(connection, id_rec, lock=lock)
    if row is None:
        raise Problem(_NOT_FOUND)
    return row


async def move(connection: Connection, sandbox: Sandbox, row: Row, status: str, **more: Any) -> Row:
    """The recurrence in its new state; its webhook is told. ``more``: pagador, encerramento or jornada."""
    updates = [*row["atualizacao"], rec_views.update(status, sandbox.now())]
    changed = row | {"status": status, "atualizacao": updates} | more
    await connection.execute(
        "update sandbox.rec set status = %(status)s, atualizacao = %(atualizacao)s, pagador = %(pagador)s,"
        " encerramento = %(encerramento)s, jornada = %(jornada)s, txid = %(txid)s where id_rec = %(id_rec)s",
        changed | {name: Jsonb(changed[name]) for name in ("atualizacao", "pagador", "encerramento")},
    )
    await rec_hooks.tell(connection, sandbox, "rec", {"recs": [rec_views.rec_notice(changed)]})
    return changed


async def link(connection: Connection, id_rec: str, loc: int) -> None:
    """Gives the recurrence this location instead of the one it had."""
    row = await one(connection, "select * from sandbox.locrec where id = %(id)s for update", id=loc)
    if row is None:
        raise Problem(_INVALID, Violation("O location referenciado por rec.loc inexiste.", "rec.loc"))
    if row["id_rec"] not in (None, id_rec):
        why = "O location referenciado por rec.loc já está sendo utilizado por outra recorrência."
        raise Problem(_INVALID, Violation(why, "rec.loc"))
    await connection.execute("update sandbox.locrec set id_rec = null where id_rec = %(id)s", {"id": id_rec})
    await connection.execute("update sandbox.locrec set id_rec = %(rec)s where id = %(id)s", {"rec": id_rec, "id": loc})


@post("/rec", opt=_WRITE)
async def create(request: Request[Any, Any, Any]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    body = await read(request, RecBody, _INVALID, "rec")
    document = msgspec.to_builtins(body)
    if violations := rec_violations(body, document, sandbox.today()):
        raise Problem(_INVALID, *violations)
    prefix = "RR" if body.politicaRetentativa == "PERMITE_3R_7D" else "RN"
    id_rec = ids.recurrence_id(prefix, sandbox.settings.ispb, sandbox.today())
    person = document["vinculo"]["devedor"]
    async with sandbox.store.transaction() as connection:
        await connection.execute(
            "insert into sandbox.rec (id_rec, status, criacao, devedor, convenio, document, txid, atualizacao) values"
            " (%(id)s, 'CRIADA', %(now)s, %(devedor)s, %(convenio)s, %(document)s, %(txid)s, %(updates)s)",
            {
                "id": id_rec,
                "now": sandbox.now(),
                "devedor": person.get("cpf") or person["cnpj"],
                "convenio": document.get("recebedor", {}).get("convenio"),
                "document": Jsonb(document),
                "txid": document.get("ativacao", {}).get("dadosJornada", {}).get("txid"),
                "updates": Jsonb([rec_views.update("CRIADA", sandbox.now())]),
            },
        )
        if "loc" in document:
            await link(connection, id_rec, document["loc"])
        row = await known(connection, id_rec)
        charge = await _charge(connection, row["txid"])
    return rec_views.rec(sandbox.settings, row, charge=charge)


@patch("/rec/{id_rec:str}", opt=_WRITE)
async def revise(request: Request[Any, Any, Any], id_rec: FromPath[str]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    change = msgspec.to_builtins(await read(request, RecChange, _INVALID, "rec"))
    async with sandbox.store.transaction() as connection:
        row = await known(connection, id_rec, lock=True)
        if violations := _refused(row, change, sandbox):
            raise Problem(_INVALID, *violations)
        if change.get("status"):
            row = await cancel(connection, sandbox, row, "USUARIO_RECEBEDOR", "SLCR")
        elif change:
            row = await _alter(connection, row, change)
    sandbox.wake()
    return rec_views.rec(sandbox.settings, row)


def _refused(row: Row, change: dict[str, Any], sandbox: Sandbox) -> list[Violation]:
    start = change.get("calendario", {}).get("dataInicial")
    found = list[Violation]()
    if row["status"] in OVER:
        found.append(Violation("A recorrência encontra-se expirada, cancelada ou rejeitada.", "rec.status"))
    for path, given in (("rec.loc", "loc" in change), ("rec.calendario.dataInicial", start is not None)):
        if given and row["status"] != "CRIADA":
            why = f"O campo {path} somente pode ser alterado quando a recorrência apresentar-se com o status CRIADA."
            found.append(Violation(why, path))
    if "ativacao" in change and row["status"] in ("REJEITADA", "CANCELADA"):
        path = "rec.dadosJornada.txid"
        why = f"O campo {path} não pode ser alterado quando a recorrência apresentar-se com o status REJEITADA ou CANCELADA."
        found.append(Violation(why, path))
    return found + (start_violations(start, sandbox.today()) if start is not None else [])


async def _alter(connection: Connection, row: Row, change: dict[str, Any]) -> Row:
    document = row["document"]
    document["calendario"] |= change.get("calendario", {})
    document["vinculo"]["devedor"] |= change.get("vinculo", {}).get("devedor", {})
    await connection.execute(
        "update sandbox.rec set document = %(document)s, txid = coalesce(%(txid)s, txid) where id_rec = %(id)s",
        {
            "document": Jsonb(document),
            "txid": change.get("ativacao", {}).get("dadosJornada", {}).get("txid"),
            "id": row["id_rec"],
        },
    )
    if "loc" in change:
        await link(connection, row["id_rec"], change["loc"])
    return await known(connection, row["id_rec"])


async def cancel(connection: Connection, sandbox: Sandbox, row: Row, principal: str, code: str) -> Row:
    """Ends the recurrence, and its open confirmation request with it."""
    await connection.execute(
        "update sandbox.solicrec set status = 'CANCELADA', atualizacao = atualizacao || %(update)s"
        " where id_rec = %(id)s and status in ('CRIADA', 'ENVIADA', 'RECEBIDA')",
        {"update": Jsonb([rec_views.update("CANCELADA", sandbox.now())]), "id": row["id_rec"]},
    )
    why = {"solicitante": principal, "codigo": code, "descricao": "Cancelamento solicitado."}
    return await move(connection, sandbox, row, "CANCELADA", encerramento={"cancelamento": why})


@get("/rec/{id_rec:str}", opt=_READ)
async def read_one(request: Request[Any, Any, Any], id_rec: FromPath[str]) -> dict[str, Any]:
    """``txid``: of the charge whose code shall offer the recurrence too."""
    sandbox = sandbox_of(request)
    query = Query(request, _QUERY)
    txid = query.text("txid", "[a-zA-Z0-9]{1,35}")
    query.finish()
    async with sandbox.store.transaction() as connection:
        row = await known(connection, id_rec)
        charge = await _charge(connection, txid or row["txid"])
        if txid is not None:
            _fits(row, txid, charge)
        requests = await all_rows(
            connection, "select * from sandbox.solicrec where id_rec = %(id)s order by criacao, id_solic_rec", id=id_rec
        )
    return rec_views.rec(sandbox.settings, row, requests, charge)


async def _charge(connection: Connection, txid: str | None) -> Row | None:
    return await one(
        connection,
        "select c.txid, c.tipo, l.token as loc_token from sandbox.charge c join sandbox.location l on l.txid = c.txid"
        " where c.txid = %(txid)s",
        txid=txid,
    )


def _fits(row: Row, txid: str, charge: Row | None) -> None:
    """Whether a charge's code may offer this recurrence: the one it was made for, or one with a due date."""
    if charge is None or (row["jornada"] == "JORNADA_3" and charge["tipo"] == "cobv"):
        why = "O parâmetro txid não corresponde a uma cobrança compatível com o campo ativacao.tipoJornada."
        raise Problem(_QUERY, Violation(why, "txid"))
    if charge["tipo"] == "cob" and row["txid"] not in (None, txid):
        why = "O parâmetro txid corresponde a uma cobrança imediata diferente da informada no campo ativação.dadosJornada.txid."
        raise Problem(_QUERY, Violation(why, "txid"))


@get("/rec", opt=_READ)
async def listing(request: Request[Any, Any, Any]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    query = Query(request, _QUERY)
    start, end = query.span()
    number, size = query.page()
    person, present = query.person(), query.flag("locationPresente")
    status = query.text("status", "CRIADA|APROVADA|REJEITADA|EXPIRADA|CANCELADA")
    convenio = query.text("convenio", ".{1,60}")
    query.finish()
    async with sandbox.store.transaction() as connection:
        rows, total = await paged(
            connection,
            _SELECT
            + """
            where r.criacao between %(start)s and %(end)s
              and (%(person)s::text is null or r.devedor = %(person)s)
              and (%(present)s::boolean is null or (l.id is not null) = %(present)s)
              and (%(status)s::text is null or r.status = %(status)s)
              and (%(convenio)s::text is null or r.convenio = %(convenio)s)
            """,
            "criacao, id_rec",
            number,
            size,
            start=start,
            end=end,
            person=person,
            present=present,
            status=status,
            convenio=convenio,
        )
    return {
        "parametros": views.page(query.echo, number, size, total),
        "recs": [rec_views.rec(sandbox.settings, row) for row in rows],
    }
