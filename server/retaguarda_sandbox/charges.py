"""/cob and /cobv: charges to be paid at once, and charges with a due date."""

from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import Request, get, patch, post, put
from litestar.params import FromPath
from psycopg.types.json import Jsonb

from retaguarda.providers.pix import ids
from retaguarda.providers.pix.due import day_of
from retaguarda_sandbox import locations, received, views
from retaguarda_sandbox.bodies import CobBody, CobVBody, charge_violations, read
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.problems import Problem, Violation, not_in_schema
from retaguarda_sandbox.query import Query
from retaguarda_sandbox.store import Connection, Row, one, paged


@dataclass(frozen=True, slots=True)
class Kind:
    tipo: str
    body: type[CobBody] | type[CobVBody]
    not_found: str
    invalid: str
    query: str
    defaults: dict[str, Any]
    #: How the document says that a charge can no longer be asked for anew.
    over: str


COB = Kind(
    "cob",
    CobBody,
    "CobNaoEncontrado",
    "CobOperacaoInvalida",
    "CobConsultaInvalida",
    {"expiracao": 86_400},
    "A cobrança já existe, não está no status ATIVA, e a presente requisição busca alterá-la.",
)
COBV = Kind(
    "cobv",
    CobVBody,
    "CobVNaoEncontrada",
    "CobVOperacaoInvalida",
    "CobVConsultaInvalida",
    {"validadeAposVencimento": 30},
    "A cobrança já existe, não está ATIVA, e a presente requisição busca alterá-la.",
)
#: How it says that one cannot be revised, nor removed together with anything else.
_OVER = "A cobrança não está ATIVA, e a presente requisição busca alterá-la."
_MIXED = (
    "A cobrança está ATIVA, e a presente requisição propõe alterar seu status para REMOVIDA_PELO_USUARIO_RECEBEDOR"
    " juntamente com outras alterações."
)
_STATUS = "ATIVA|CONCLUIDA|REMOVIDA_PELO_USUARIO_RECEBEDOR|REMOVIDA_PELO_PSP"


async def find(connection: Connection, txid: str) -> Row | None:
    """A charge with its location, as views.charge() wants it."""
    return await one(
        connection,
        """
        select c.*, l.id as loc_id, l.token as loc_token, l.criacao as loc_criacao
        from sandbox.charge c left join sandbox.location l on l.txid = c.txid
        where c.txid = %(txid)s
        """,
        txid=txid,
    )


async def lock(connection: Connection, txid: str) -> None:
    """Calls about one charge come after each other, also while it does not exist yet."""
    await connection.execute("select pg_advisory_xact_lock(hashtextextended(%(txid)s, 1))", {"txid": txid})


async def ask(sandbox: Sandbox, kind: Kind, txid: str, body: CobBody | CobVBody) -> dict[str, Any]:
    """Makes the charge. The same body again changes nothing; another body alters a charge that is ATIVA."""
    if not ids.is_txid(txid):
        raise Problem(kind.invalid, not_in_schema(f"{kind.tipo}.txid"))
    asked = msgspec.to_builtins(body)
    asked.pop("status", None)
    document = asked | {"calendario": kind.defaults | asked.get("calendario", {})}
    violations = charge_violations(kind.tipo, document, sandbox.today())
    async with sandbox.store.transaction() as connection:
        row = None if violations else await _make(connection, sandbox, kind, txid, asked, document)
        if row is None:
            await lock(connection, txid)
            row = await find(connection, txid)
            if row is None:
                raise Problem(kind.invalid, *violations)
            if row["tipo"] != kind.tipo:
                raise Problem(kind.invalid, Violation(f"O campo {kind.tipo}.txid encontra-se em uso.", "txid"))
            if row["asked"] != asked:
                row = await _alter(connection, sandbox, kind, row, document, over=kind.over)
                await connection.execute(
                    "update sandbox.charge set asked = %(asked)s where txid = %(txid)s",
                    {"asked": Jsonb(asked), "txid": txid},
                )
    return views.charge(sandbox.settings, row)


async def revise(sandbox: Sandbox, kind: Kind, txid: str, body: CobBody | CobVBody) -> dict[str, Any]:
    """Alters or removes a charge that is ATIVA; what is there already changes nothing."""
    change = msgspec.to_builtins(body)
    if not ids.is_txid(txid):
        raise Problem(kind.not_found)
    async with sandbox.store.transaction() as connection:
        await lock(connection, txid)
        row = await _known(connection, kind, txid)
        status = change.pop("status", row["status"])
        document = row["document"] | change
        for part in ("calendario", "valor"):
            document[part] = row["document"][part] | change.get(part, {})
        if status != row["status"] and change:
            path = f"{kind.tipo}.status"
            raise Problem(kind.invalid, Violation(_MIXED, path))
        if (document, status) != (row["document"], row["status"]):
            row = await _alter(connection, sandbox, kind, row, document, status)
    return views.charge(sandbox.settings, row)


async def _make(
    connection: Connection, sandbox: Sandbox, kind: Kind, txid: str, asked: dict[str, Any], document: dict[str, Any]
) -> Row | None:
    """The charge in one round trip, as find() would give it; None when the txid is taken."""
    ready = document.get("loc")
    row = await one(
        connection,
        """
        with c as (
            insert into sandbox.charge (txid, tipo, chave, status, criacao, devedor, asked, document)
            values (%(txid)s, %(tipo)s, %(chave)s, 'ATIVA', %(now)s, %(devedor)s, %(asked)s, %(document)s)
            on conflict (txid) do nothing
            returning *
        ), r as (
            insert into sandbox.charge_revision (txid, revisao, document) select txid, revisao, document from c
        ), l as (
            insert into sandbox.location (token, tipo, txid, criacao)
            select %(token)s, tipo, txid, criacao from c where %(fresh)s
            returning *
        )
        select c.*, l.id as loc_id, l.token as loc_token, l.criacao as loc_criacao from c left join l on true
        """,
        **_columns(document),
        txid=txid,
        tipo=kind.tipo,
        now=sandbox.now(),
        asked=Jsonb(asked),
        token=locations.new_token(),
        fresh=ready is None,
    )
    if row is not None and ready is not None:
        await _move(connection, kind, txid, ready["id"])
        return await find(connection, txid)
    return row


async def _alter(
    connection: Connection,
    sandbox: Sandbox,
    kind: Kind,
    row: Row,
    document: dict[str, Any],
    status: str = "ATIVA",
    *,
    over: str = _OVER,
) -> Row:
    if row["status"] != "ATIVA":
        detail = "Cobrança não encontra-se mais com o status ATIVA, somente cobranças ativas podem ser revisadas."
        raise Problem(kind.invalid, Violation(over, f"{kind.tipo}.status"), detail=detail)
    if violations := charge_violations(kind.tipo, document, day_of(row["criacao"])):
        raise Problem(kind.invalid, *violations)
    if "loc" in document and document["loc"]["id"] != row["loc_id"]:
        await _move(connection, kind, row["txid"], document["loc"]["id"])
    await connection.execute(
        """
        update sandbox.charge
        set document = %(document)s, chave = %(chave)s, devedor = %(devedor)s, status = %(status)s,
            revisao = revisao + 1
        where txid = %(txid)s
        """,
        _columns(document) | {"txid": row["txid"], "status": status},
    )
    await connection.execute(
        """
        insert into sandbox.charge_revision (txid, revisao, document)
        select txid, revisao, document from sandbox.charge where txid = %(txid)s
        """,
        {"txid": row["txid"]},
    )
    return await _known(connection, kind, row["txid"])


async def _move(connection: Connection, kind: Kind, txid: str, loc_id: int) -> None:
    if violation := await locations.link(connection, loc_id, kind.tipo, txid):
        raise Problem(kind.invalid, violation)


def _columns(document: dict[str, Any]) -> dict[str, Any]:
    person = document.get("devedor", {})
    return {
        "chave": document["chave"],
        "devedor": person.get("cpf") or person.get("cnpj"),
        "document": Jsonb(document),
    }


async def _known(connection: Connection, kind: Kind, txid: str) -> Row:
    row = await find(connection, txid) if ids.is_txid(txid) else None
    if row is None or row["tipo"] != kind.tipo:
        raise Problem(kind.not_found)
    return row


_NO_REVISION = "O parâmetro revisao corresponde a uma revisão inexistente para a cobrança apontada pelo parâmetro txid."


async def _shown(request: Request[Any, Any, Any], kind: Kind, txid: str) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    query = Query(request, kind.query)
    revision = query.number("revisao")
    query.finish()
    async with sandbox.store.transaction() as connection:
        row = await _known(connection, kind, txid)
        if revision is not None:
            old = await one(
                connection,
                "select document from sandbox.charge_revision where txid = %(txid)s and revisao = %(revision)s",
                txid=txid,
                revision=revision,
            )
            if old is None:
                raise Problem(kind.query, Violation(_NO_REVISION, "revisao"))
            row |= {"document": old["document"], "revisao": revision}
        payments = await received.by_charge(connection, [txid])
    return views.charge(sandbox.settings, row, payments[txid])


async def _listed(request: Request[Any, Any, Any], kind: Kind) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    query = Query(request, kind.query)
    start, end = query.span()
    number, size = query.page()
    person, present = query.person(), query.flag("locationPresente")
    status = query.text("status", _STATUS)
    batch = query.text("loteCobVId", "[0-9]{1,18}") if kind is COBV else None
    query.finish()
    async with sandbox.store.transaction() as connection:
        rows, total = await paged(
            connection,
            """
            select c.*, l.id as loc_id, l.token as loc_token, l.criacao as loc_criacao
            from sandbox.charge c left join sandbox.location l on l.txid = c.txid
            where c.tipo = %(tipo)s and c.criacao between %(start)s and %(end)s
              and (%(person)s::text is null or c.devedor = %(person)s)
              and (%(present)s::boolean is null or (l.id is not null) = %(present)s)
              and (%(status)s::text is null or c.status = %(status)s)
              and (%(batch)s::bigint is null or exists
                   (select from sandbox.batch_item i where i.txid = c.txid and i.numero = %(batch)s))
            """,
            "criacao, txid",
            number,
            size,
            tipo=kind.tipo,
            start=start,
            end=end,
            person=person,
            present=present,
            status=status,
            batch=batch,
        )
        payments = await received.by_charge(connection, [row["txid"] for row in rows])
    return {
        "parametros": views.page(query.echo, number, size, total),
        "cobs": [views.charge(sandbox.settings, row, payments[row["txid"]]) for row in rows],
    }


_COB_WRITE, _COB_READ = {"scope": "cob.write"}, {"scope": "cob.read"}
_COBV_WRITE, _COBV_READ = {"scope": "cobv.write"}, {"scope": "cobv.read"}


@post("/cob", opt=_COB_WRITE)
async def post_cob(request: Request[Any, Any, Any]) -> dict[str, Any]:
    body = await read(request, CobBody, COB.invalid, "cob")
    return await ask(sandbox_of(request), COB, ids.new_txid(), body)


@put("/cob/{txid:str}", status_code=201, opt=_COB_WRITE)
async def put_cob(request: Request[Any, Any, Any], txid: FromPath[str]) -> dict[str, Any]:
    return await ask(sandbox_of(request), COB, txid, await read(request, CobBody, COB.invalid, "cob"))


@patch("/cob/{txid:str}", opt=_COB_WRITE)
async def patch_cob(request: Request[Any, Any, Any], txid: FromPath[str]) -> dict[str, Any]:
    return await revise(sandbox_of(request), COB, txid, await read(request, CobBody, COB.invalid, "cob"))


@get("/cob/{txid:str}", opt=_COB_READ)
async def get_cob(request: Request[Any, Any, Any], txid: FromPath[str]) -> dict[str, Any]:
    return await _shown(request, COB, txid)


@get("/cob", opt=_COB_READ)
async def list_cob(request: Request[Any, Any, Any]) -> dict[str, Any]:
    return await _listed(request, COB)


@put("/cobv/{txid:str}", status_code=201, opt=_COBV_WRITE)
async def put_cobv(request: Request[Any, Any, Any], txid: FromPath[str]) -> dict[str, Any]:
    sandbox, body = sandbox_of(request), await read(request, CobVBody, COBV.invalid, "cobv")
    await _not_in_a_batch(sandbox, txid)
    return await ask(sandbox, COBV, txid, body)


@patch("/cobv/{txid:str}", opt=_COBV_WRITE)
async def patch_cobv(request: Request[Any, Any, Any], txid: FromPath[str]) -> dict[str, Any]:
    sandbox, body = sandbox_of(request), await read(request, CobVBody, COBV.invalid, "cobv")
    await _not_in_a_batch(sandbox, txid)
    return await revise(sandbox, COBV, txid, body)


async def _not_in_a_batch(sandbox: Sandbox, txid: str) -> None:
    """A charge that a batch has not made is the batch's to make or to mend."""
    async with sandbox.store.transaction() as connection:
        waiting = await one(
            connection,
            "select from sandbox.batch_item where txid = %(txid)s and status <> 'CRIADA'",
            txid=txid if ids.is_txid(txid) else "",
        )
    if waiting is not None:
        said = (
            "Este txid está associado a um lote e no referido lote, o status desta cobrança está atribuído como"
            ' "EM_PROCESSAMENTO" ou "NEGADA".'
        )
        raise Problem(COBV.invalid, Violation(said, "txid"))


@get("/cobv/{txid:str}", opt=_COBV_READ)
async def get_cobv(request: Request[Any, Any, Any], txid: FromPath[str]) -> dict[str, Any]:
    return await _shown(request, COBV, txid)


@get("/cobv", opt=_COBV_READ)
async def list_cobv(request: Request[Any, Any, Any]) -> dict[str, Any]:
    return await _listed(request, COBV)
