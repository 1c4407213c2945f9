"""/locrec: addresses that a payer's bank reads a recurrence from."""

from typing import Any

from litestar import Request, Response, delete, get, post
from litestar.params import FromPath

from retaguarda_sandbox import payload, rec, rec_views, views
from retaguarda_sandbox.core import sandbox_of
from retaguarda_sandbox.locations import new_token
from retaguarda_sandbox.problems import Problem, Violation
from retaguarda_sandbox.query import Query
from retaguarda_sandbox.store import Connection, Row, one, paged

_WRITE, _READ = {"scope": "payloadlocationrec.write"}, {"scope": "payloadlocationrec.read"}


@post("/locrec", opt=_WRITE)
async def create(request: Request[Any, Any, Any]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await one(
            connection,
            "insert into sandbox.locrec (token, criacao) values (%(token)s, %(now)s) returning *",
            token=new_token(),
            now=sandbox.now(),
        )
    assert row is not None
    return rec_views.location(sandbox.settings, row)


@get("/locrec", opt=_READ)
async def listing(request: Request[Any, Any, Any]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    query = Query(request, "PayloadLocationRecConsultaInvalida")
    start, end = query.span()
    number, size = query.page()
    present, convenio = query.flag("idRecPresente"), query.text("convenio", ".{1,60}")
    query.finish()
    async with sandbox.store.transaction() as connection:
        rows, total = await paged(
            connection,
            """
            select l.* from sandbox.locrec l left join sandbox.rec r on r.id_rec = l.id_rec
            where l.criacao between %(start)s and %(end)s
              and (%(present)s::boolean is null or (l.id_rec is not null) = %(present)s)
              and (%(convenio)s::text is null or r.convenio = %(convenio)s)
            """,
            "criacao, id",
            number,
            size,
            start=start,
            end=end,
            present=present,
            convenio=convenio,
        )
    return {
        "parametros": views.page(query.echo, number, size, total),
        "loc": [rec_views.location(sandbox.settings, row) for row in rows],
    }


@get("/locrec/{loc_id:str}", opt=_READ)
async def read_one(request: Request[Any, Any, Any], loc_id: FromPath[str]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await _known(connection, loc_id)
    return rec_views.location(sandbox.settings, row)


@delete("/locrec/{loc_id:str}/idRec", status_code=200, opt=_WRITE)
async def unlink(request: Request[Any, Any, Any], loc_id: FromPath[str]) -> dict[str, Any]:
    """The recurrence keeps its status and loses its location."""
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await _known(connection, loc_id)
        await connection.execute("update sandbox.locrec set id_rec = null where id = %(id)s", {"id": row["id"]})
    return rec_views.location(sandbox.settings, row | {"id_rec": None})


@get("/qr/v2/rec/{token:str}")
async def shown(request: Request[Any, Any, Any], token: FromPath[str]) -> Response[bytes]:
    """The payload, signed: what a payer's bank reads of a code."""
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        location = await one(
            connection, "select id_rec from sandbox.locrec where token = %(token)s", token=_sane(token)
        )
        row = None
        if location is not None and location["id_rec"] is not None:
            row = await rec.find(connection, location["id_rec"])
    if row is None:
        raise Problem("RecPayloadNaoEncontrado")
    if row["status"] in rec.OVER:
        why = "O campo recUrlAccessToken referencia uma recorrência expirada, rejeitada ou cancelada."
        raise Problem("RecPayloadOperacaoInvalida", Violation(why, "recUrlAccessToken"))
    return payload.signed(sandbox, rec_views.payload(sandbox.settings, row))


def _sane(token: str) -> str:
    """A token that can be asked for; no location has the empty one."""
    return token if token.isascii() and token.isalnum() else ""


async def _known(connection: Connection, loc_id: str) -> Row:
    row = None
    if loc_id.isascii() and loc_id.isdigit() and len(loc_id) <= 18:
        row = await one(connection, "select * from sandbox.locrec where id = %(id)s", id=int(loc_id))
    if row is None:
        raise Problem("PayloadLocationRecNaoEncontrado")
    return row
