"""/lotecobv: many charges with a due date at once. They are worked off when somebody asks how they stand, each by itself."""

from typing import Any

import msgspec
from litestar import Request, Response, get, patch, put
from litestar.params import FromPath
from msgspec import UNSET
from psycopg.types.json import Jsonb

from retaguarda.providers.pix import ids
from retaguarda_sandbox import charges, views
from retaguarda_sandbox.batch_work import work
from retaguarda_sandbox.bodies import read
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.problems import Problem, Violation, not_in_schema
from retaguarda_sandbox.query import Query
from retaguarda_sandbox.store import Connection, Row, all_rows, one, paged

_WRITE, _READ = {"scope": "lotecobv.write"}, {"scope": "lotecobv.read"}
_INVALID, _NOT_FOUND = "LoteCobVOperacaoInvalida", "LoteCobVNaoEncontrado"
#: Some 5,000 charges with everything in them.
_LARGEST = 16 * 1024 * 1024


class BatchBody(msgspec.Struct):
    """Its parts are looked at each by itself, so that all that is wrong is told at once."""

    descricao: Any = UNSET
    cobsv: Any = UNSET


@put("/lotecobv/{lote:str}", status_code=202, opt=_WRITE, request_max_body_size=_LARGEST)
async def put_batch(request: Request[Any, Any, Any], lote: FromPath[str]) -> Response[None]:
    """The same charges again alter them; a batch neither grows nor shrinks."""
    sandbox = sandbox_of(request)
    descricao, items = _read(await read(request, BatchBody, _INVALID, "loteCobV"), described=True)
    if not _is_number(lote):
        raise Problem(_INVALID, not_in_schema("id"))
    async with sandbox.store.transaction() as connection:
        batch = await _find(connection, lote, lock=True)
        if batch is None:
            await _make(connection, sandbox, lote, descricao, items)
        else:
            if set(await _txids(connection, batch)) != set(items):
                raise Problem(_INVALID, Violation(_OTHERS, "loteCobV.cobsV"))
            await _again(connection, batch, items)
    return Response(None, status_code=202)


@patch("/lotecobv/{lote:str}", status_code=202, opt=_WRITE, request_max_body_size=_LARGEST)
async def patch_batch(request: Request[Any, Any, Any], lote: FromPath[str]) -> Response[None]:
    sandbox = sandbox_of(request)
    _, items = _read(await read(request, BatchBody, _INVALID, "loteCobV"), described=False)
    async with sandbox.store.transaction() as connection:
        batch = await _known(connection, lote, lock=True)
        if not set(items) <= set(await _txids(connection, batch)):
            raise Problem(_INVALID, Violation(_STRANGER, "loteCobV.cobsV"))
        await _again(connection, batch, items)
    return Response(None, status_code=202)


@get("/lotecobv/{lote:str}", opt=_READ)
async def read_batch(request: Request[Any, Any, Any], lote: FromPath[str]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        batch = await _known(connection, lote, lock=True)
    await work(sandbox, batch)
    async with sandbox.store.transaction() as connection:
        return await _shown(connection, batch)


@get("/lotecobv", opt=_READ)
async def list_batches(request: Request[Any, Any, Any]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    query = Query(request, "LoteCobVConsultaInvalida")
    start, end = query.span()
    number, size = query.page()
    query.finish()
    async with sandbox.store.transaction() as connection:
        rows, total = await paged(
            connection,
            "select * from sandbox.batch where criacao between %(start)s and %(end)s",
            "criacao, numero",
            number,
            size,
            start=start,
            end=end,
        )
        shown = [await _shown(connection, row) for row in rows]
    return {"parametros": views.page(query.echo, number, size, total), "lotes": shown}


def _is_number(lote: str) -> bool:
    """The id of a batch is text in its address and a number in its answers and in the filter of /cobv."""
    return lote.isascii() and lote.isdigit() and len(lote) <= 18 and not lote.startswith("0")


_OTHERS = (
    "A presente requisição busca alterar um lote já existente, entretanto contém um array de solicitações de alteração de"
    " cobranças que não referencia exatamente as mesmas cobranças referenciadas pela requisição original que criou o lote."
)
_STRANGER = (
    "A presente requisição busca alterar um lote já existente e contém, no array de cobranças representado por cobsv, uma"
    " cobrança não existente no array de cobranças atribuído pela requisição original que criou o lote."
)
_TAKEN = (
    "A presente requisição tenta criar um conjunto de cobranças dentre as quais pelo menos uma cobrança já encontra-se"
    " criada."
)


def _read(body: BatchBody, *, described: bool) -> tuple[str, dict[str, dict[str, Any]]]:
    """Its description, and its charges by txid, each as it was asked for; what is wrong with one is said of that one only.

    ``described``: whether it needs a description.
    """
    found, items = list[Violation](), dict[str, dict[str, Any]]()
    given = body.cobsv if isinstance(body.cobsv, list) else []
    for item in given:
        items[str(item.get("txid", "")) if isinstance(item, dict) else ""] = item
    if not given or len(items) < len(given) or not all(ids.is_txid(txid) for txid in items):
        found.append(not_in_schema("loteCobV.cobsV"))
    if not isinstance(body.descricao, str) and (described or body.descricao is not UNSET):
        found.append(not_in_schema("loteCobV.descricao"))
    if found:
        raise Problem(_INVALID, *found)
    return str(body.descricao) if described else "", items


async def _make(
    connection: Connection, sandbox: Sandbox, lote: str, descricao: str, items: dict[str, dict[str, Any]]
) -> None:
    taken = await one(
        connection,
        "select from sandbox.charge where txid = any(%(txids)s) union all"
        " select from sandbox.batch_item where txid = any(%(txids)s) limit 1",
        txids=list(items),
    )
    if taken is not None:
        raise Problem(_INVALID, Violation(_TAKEN, "loteCobV.cobsV"))
    batch = await one(
        connection,
        "insert into sandbox.batch (numero, descricao, criacao) values (%(numero)s, %(descricao)s, %(now)s) returning *",
        numero=int(lote),
        descricao=descricao,
        now=sandbox.now(),
    )
    assert batch is not None
    async with connection.cursor() as cursor:
        await cursor.executemany(
            "insert into sandbox.batch_item (numero, txid, place, status, body)"
            " values (%(numero)s, %(txid)s, %(place)s, 'EM_PROCESSAMENTO', %(body)s)",
            [
                {"numero": batch["numero"], "txid": txid, "place": place, "body": Jsonb(body)}
                for place, (txid, body) in enumerate(items.items())
            ],
        )


async def _again(connection: Connection, batch: Row, items: dict[str, dict[str, Any]]) -> None:
    """What is asked for as it stands is left alone, so that a repetition changes nothing."""
    async with connection.cursor() as cursor:
        await cursor.executemany(
            "update sandbox.batch_item set body = %(body)s, status = 'EM_PROCESSAMENTO', problema = null"
            " where numero = %(numero)s and txid = %(txid)s and body <> %(body)s",
            [{"numero": batch["numero"], "txid": txid, "body": Jsonb(body)} for txid, body in items.items()],
        )


async def _find(connection: Connection, lote: str, *, lock: bool = False) -> Row | None:
    if lock:
        await charges.lock(connection, f"lote {lote}")
    if not _is_number(lote):
        return None
    return await one(connection, "select * from sandbox.batch where numero = %(numero)s", numero=int(lote))


async def _known(connection: Connection, lote: str, *, lock: bool = False) -> Row:
    batch = await _find(connection, lote, lock=lock)
    if batch is None:
        raise Problem(_NOT_FOUND)
    return batch


async def _txids(connection: Connection, batch: Row) -> list[str]:
    rows = await all_rows(
        connection, "select txid from sandbox.batch_item where numero = %(numero)s", numero=batch["numero"]
    )
    return [row["txid"] for row in rows]


async def _shown(connection: Connection, batch: Row) -> dict[str, Any]:
    """LoteCobVConsultado."""
    rows = await all_rows(
        connection,
        "select * from sandbox.batch_item where numero = %(numero)s order by place",
        numero=batch["numero"],
    )
    return {
        "id": batch["numero"],
        "descricao": batch["descricao"],
        "criacao": views.moment(batch["criacao"]),
        "cobsv": [_shown_item(row) for row in rows],
    }


def _shown_item(row: Row) -> dict[str, Any]:
    view: dict[str, Any] = {"txid": row["txid"], "status": row["status"]}
    if row["criacao"] is not None:
        view["criacao"] = views.moment(row["criacao"])
    return view | ({"problema": row["problema"]} if row["problema"] else {})
