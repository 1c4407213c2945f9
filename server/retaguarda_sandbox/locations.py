"""/loc: addresses of payloads, made ahead of a charge or with it."""

from typing import Any
from uuid import uuid4

from litestar import Request, delete, get, post
from litestar.params import FromPath

from retaguarda_sandbox import views
from retaguarda_sandbox.bodies import LocBody, read
from retaguarda_sandbox.core import sandbox_of
from retaguarda_sandbox.problems import Problem, Violation
from retaguarda_sandbox.query import Query
from retaguarda_sandbox.store import Connection, Row, one, paged

_WRITE, _READ = {"scope": "payloadlocation.write"}, {"scope": "payloadlocation.read"}


def new_token() -> str:
    """What makes an address hard to guess."""
    return uuid4().hex


async def link(connection: Connection, loc_id: int, tipo: str, txid: str) -> Violation | None:
    """Gives the charge this location instead of the one it had; or says why not."""
    row = await one(connection, "select * from sandbox.location where id = %(id)s for update", id=loc_id)
    path = f"{tipo}.loc.id"
    if row is None:
        return Violation(f"O location referenciado por {path} inexiste.", path)
    if row["tipo"] != tipo:
        return Violation(f'O location referenciado por {path} apresenta tipo "{row["tipo"]}".', path)
    if row["txid"] not in (None, txid):
        return Violation(f"O location referenciado por {path} já está sendo utilizado por outra cobrança.", path)
    await connection.execute("update sandbox.location set txid = null where txid = %(txid)s", {"txid": txid})
    await connection.execute(
        "update sandbox.location set txid = %(txid)s where id = %(id)s", {"txid": txid, "id": loc_id}
    )
    return None


@post("/loc", opt=_WRITE)
async def create(request: Request[Any, Any, Any]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    body = await read(request, LocBody, "PayloadLocationOperacaoInvalida", "loc")
    async with sandbox.store.transaction() as connection:
        row = await one(
            connection,
            """
            insert into sandbox.location (token, tipo, criacao)
            values (%(token)s, %(tipo)s, %(now)s) returning *
            """,
            token=new_token(),
            tipo=body.tipoCob,
            now=sandbox.now(),
        )
    assert row is not None
    return views.location(sandbox.settings, row)


@get("/loc", opt=_READ)
async def listing(request: Request[Any, Any, Any]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    query = Query(request, "PayloadLocationConsultaInvalida")
    start, end = query.span()
    number, size = query.page()
    present, tipo = query.flag("txIdPresente"), query.text("tipoCob", "cob|cobv")
    query.finish()
    async with sandbox.store.transaction() as connection:
        rows, total = await paged(
            connection,
            """
            select * from sandbox.location
            where criacao between %(start)s and %(end)s
              and (%(present)s::boolean is null or (txid is not null) = %(present)s)
              and (%(tipo)s::text is null or tipo = %(tipo)s)
            """,
            "criacao, id",
            number,
            size,
            start=start,
            end=end,
            present=present,
            tipo=tipo,
        )
    return {
        "parametros": views.page(query.echo, number, size, total),
        "loc": [views.location(sandbox.settings, row) for row in rows],
    }


@get("/loc/{loc_id:str}", opt=_READ)
async def read_one(request: Request[Any, Any, Any], loc_id: FromPath[str]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await _known(connection, loc_id)
    return views.location(sandbox.settings, row)


@delete("/loc/{loc_id:str}/txid", status_code=200, opt=_WRITE)
async def unlink(request: Request[Any, Any, Any], loc_id: FromPath[str]) -> dict[str, Any]:
    """The charge keeps its status and loses its code."""
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await _known(connection, loc_id)
        await connection.execute("update sandbox.location set txid = null where id = %(id)s", {"id": row["id"]})
    return views.location(sandbox.settings, row | {"txid": None})


async def _known(connection: Connection, loc_id: str) -> Row:
    row = None
    if loc_id.isascii() and loc_id.isdigit() and len(loc_id) <= 18:
        row = await one(connection, "select * from sandbox.location where id = %(id)s", id=int(loc_id))
    if row is None:
        raise Problem("PayloadLocationNaoEncontrado")
    return row
