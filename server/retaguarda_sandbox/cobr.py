"""/cobr: the charge of one cycle of a recurrence, and the attempts to take its money."""

from datetime import date, timedelta
from typing import Any

import msgspec
from litestar import Request, get, patch, post, put
from litestar.params import FromPath
from psycopg.types.json import Jsonb

from retaguarda.foundation.business_days import next_business_day
from retaguarda.providers.pix import ids
from retaguarda.providers.pix.cycles import cycle_of
from retaguarda.providers.pix.money import parse_amount
from retaguarda.providers.pix.recurrence_codes import MOST_RETRIES, RETRY_DAYS
from retaguarda_sandbox import rec, rec_hooks, rec_views, views
from retaguarda_sandbox.bodies import read
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.problems import Problem, Violation, not_in_schema
from retaguarda_sandbox.query import Query
from retaguarda_sandbox.rec_bodies import FOREIGN_ACCOUNT, Cancellation, CobRBody, day_of
from retaguarda_sandbox.store import Connection, Row, all_rows, one, paged

_WRITE, _READ = {"scope": "cobr.write"}, {"scope": "cobr.read"}
_INVALID, _NOT_FOUND, _QUERY = "CobROperacaoInvalida", "CobRNaoEncontrado", "CobRConsultaInvalida"
_SELECT = (
    "select c.*, r.document->>'politicaRetentativa' as politica, r.convenio"
    " from sandbox.cobr c join sandbox.rec r on r.id_rec = c.id_rec"
)
#: Banks of payers, as they begin an endToEndId.
PAYER_BANK = "60701190"


async def known(connection: Connection, txid: str, *, lock: bool = False) -> Row:
    row = None
    if ids.is_txid(txid):
        if lock:
            await connection.execute("select from sandbox.cobr where txid = %(txid)s for update", {"txid": txid})
        row = await one(connection, _SELECT + " where c.txid = %(txid)s", txid=txid)
    if row is None:
        raise Problem(_NOT_FOUND)
    return row


async def attempts_of(connection: Connection, txid: str) -> list[Row]:
    return await all_rows(
        connection, "select * from sandbox.tentativa where txid = %(txid)s order by number", txid=txid
    )


async def shown(connection: Connection, txid: str) -> dict[str, Any]:
    row = await known(connection, txid)
    return rec_views.cobr(row, await attempts_of(connection, txid), await _payments(connection, txid))


async def move(
    connection: Connection, sandbox: Sandbox, row: Row, status: str, ended: dict[str, Any] | None = None
) -> None:
    """The charge in its new state, and its webhook told of it and of its attempts."""
    updates = (
        [*row["atualizacao"], rec_views.update(status, sandbox.now())]
        if status != row["status"]
        else row["atualizacao"]
    )
    changed = row | {"status": status, "atualizacao": updates, "encerramento": ended or row["encerramento"]}
    await connection.execute(
        "update sandbox.cobr set status = %(status)s, atualizacao = %(atualizacao)s, encerramento = %(encerramento)s"
        " where txid = %(txid)s",
        changed | {name: Jsonb(changed[name]) for name in ("atualizacao", "encerramento")},
    )
    attempts, payments = await attempts_of(connection, row["txid"]), await _payments(connection, row["txid"])
    await rec_hooks.tell(connection, sandbox, "cobr", {"cobsr": [rec_views.cobr_notice(changed, attempts, payments)]})


async def schedule(connection: Connection, sandbox: Sandbox, row: Row, day: date, kind: str) -> None:
    """One more attempt on this day."""
    number = await one(
        connection, "select count(*) as n from sandbox.tentativa where txid = %(txid)s", txid=row["txid"]
    )
    assert number is not None
    await connection.execute(
        "insert into sandbox.tentativa (txid, number, data, tipo, end_to_end_id, status, atualizacao)"
        " values (%(txid)s, %(number)s, %(day)s, %(kind)s, %(e2e)s, 'AGENDADA', %(updates)s)",
        {
            "txid": row["txid"],
            "number": number["n"],
            "day": day,
            "kind": kind,
            "e2e": ids.transaction_id("E", PAYER_BANK, sandbox.now()),
            "updates": Jsonb([rec_views.update(status, sandbox.now()) for status in ("SOLICITADA", "AGENDADA")]),
        },
    )


async def _payments(connection: Connection, txid: str) -> list[Row]:
    return await all_rows(connection, "select * from sandbox.pix where txid = %(txid)s order by horario", txid=txid)


async def _ask(sandbox: Sandbox, txid: str, body: CobRBody) -> dict[str, Any]:
    """Makes the charge and answers it CRIADA; the payer's bank schedules the first attempt right after."""
    document = msgspec.to_builtins(body)
    document.pop("status", None)
    if not ids.is_txid(txid):
        raise Problem(_INVALID, not_in_schema("cobr.txid"))
    due, violations = _violations(document, sandbox.today())
    async with sandbox.store.transaction() as connection:
        parent = await rec.find(connection, body.idRec, lock=True)
        if parent is None or parent["status"] != "APROVADA":
            violations.append(Violation("O campo cobr.idRec não referencia uma recorrência APROVADA.", "cobr.idRec"))
        if await _in_use(connection, txid):
            violations.append(Violation("O campo cobr.txid encontra-se em uso.", "cobr.txid"))
        if violations or parent is None or due is None:
            raise Problem(_INVALID, *violations)
        calendar = parent["document"]["calendario"]
        cycle = cycle_of(date.fromisoformat(calendar["dataInicial"]), calendar["periodicidade"], due)
        await _refuse_cycle(connection, body.idRec, cycle)
        await connection.execute(
            "insert into sandbox.cobr (txid, id_rec, status, criacao, vencimento, ciclo, document, atualizacao)"
            " values (%(txid)s, %(rec)s, 'CRIADA', %(now)s, %(due)s, %(cycle)s, %(document)s, %(updates)s)",
            {
                "txid": txid,
                "rec": body.idRec,
                "now": sandbox.now(),
                "due": due,
                "cycle": cycle,
                "document": Jsonb(document),
                "updates": Jsonb([rec_views.update("CRIADA", sandbox.now())]),
            },
        )
        made = await shown(connection, txid)
        row = await known(connection, txid)
        await schedule(connection, sandbox, row, next_business_day(due) if body.ajusteDiaUtil else due, "AGND")
        await move(connection, sandbox, row, "ATIVA")
    sandbox.wake()
    return made


def _violations(document: dict[str, Any], today: date) -> tuple[date | None, list[Violation]]:
    found: list[Violation] = []
    path = "cobr.calendario.dataDeVencimento"
    due = day_of(document["calendario"]["dataDeVencimento"], path, found)
    if due is not None and due < today:
        found.append(Violation(f"O campo {path} é anterior à data de criação da cobrança.", path))
    if parse_amount(document["valor"]["original"]) == 0:
        found.append(not_in_schema("cobr.valor.original"))
    if document["recebedor"].get("agencia", "").startswith(FOREIGN_ACCOUNT):
        why = "Os campos cobr.recebedor.conta e cobr.recebedor.agencia correspondem a uma conta que não pertence a este usuário recebedor."
        found.append(Violation(why, "cobr.recebedor.conta"))
    return due, found


async def _in_use(connection: Connection, txid: str) -> bool:
    sql = "select from sandbox.cobr where txid = %(txid)s union all select from sandbox.charge where txid = %(txid)s"
    return await one(connection, sql, txid=txid) is not None


async def _refuse_cycle(connection: Connection, id_rec: str, cycle: int) -> None:
    taken = await one(
        connection,
        "select from sandbox.cobr where id_rec = %(rec)s and ciclo = %(cycle)s and status not in ('REJEITADA', 'CANCELADA')",
        rec=id_rec,
        cycle=cycle,
    )
    if taken is not None:
        why = (
            "Existe uma CobR com status diferente de REJEITADA e CANCELADA referente ao mesmo cobr.idRec com"
            " calendario.dataDeVencimento no mesmo ciclo."
        )
        raise Problem(_INVALID, Violation(why, "cobr.calendario.dataDeVencimento"))


@post("/cobr", opt=_WRITE)
async def create(request: Request[Any, Any, Any]) -> dict[str, Any]:
    return await _ask(sandbox_of(request), ids.new_txid(), await read(request, CobRBody, _INVALID, "cobr"))


@put("/cobr/{txid:str}", status_code=201, opt=_WRITE)
async def put_one(request: Request[Any, Any, Any], txid: FromPath[str]) -> dict[str, Any]:
    return await _ask(sandbox_of(request), txid, await read(request, CobRBody, _INVALID, "cobr"))


@patch("/cobr/{txid:str}", opt=_WRITE)
async def cancel(request: Request[Any, Any, Any], txid: FromPath[str]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    await read(request, Cancellation, _INVALID, "cobr")
    async with sandbox.store.transaction() as connection:
        row = await known(connection, txid, lock=True)
        first = next(iter(await attempts_of(connection, txid)), None)
        if row["status"] not in ("CRIADA", "ATIVA"):
            raise Problem(_INVALID, Violation(f"A cobrança encontra-se com o status {row['status']}.", "cobr.status"))
        if first is not None and sandbox.today() >= first["data"]:
            why = (
                "Não é possível cancelar uma cobrança em uma data igual ou maior que a data prevista da primeira"
                " tentativa de liquidação."
            )
            raise Problem(_INVALID, Violation(why, "cobr.status"), detail=why)
        await end_attempts(connection, sandbox, txid, "CANCELADA")
        why = {"solicitante": "USUARIO_RECEBEDOR", "codigo": "SLCR", "descricao": "Cancelamento solicitado."}
        await move(connection, sandbox, row, "CANCELADA", {"cancelamento": why})
        answered = await shown(connection, txid)
    sandbox.wake()
    return answered


async def end_attempts(
    connection: Connection, sandbox: Sandbox, txid: str, status: str, reason: dict[str, str] | None = None
) -> list[Row]:
    """Ends the attempts that are scheduled; those that were."""
    return await all_rows(
        connection,
        "update sandbox.tentativa set status = %(status)s, rejeicao = %(reason)s, atualizacao = atualizacao || %(update)s"
        " where txid = %(txid)s and status in ('SOLICITADA', 'AGENDADA') returning *",
        status=status,
        reason=Jsonb(reason) if reason else None,
        update=Jsonb([rec_views.update(status, sandbox.now())]),
        txid=txid,
    )


@post("/cobr/{txid:str}/retentativa/{day:str}", opt=_WRITE)
async def retry(request: Request[Any, Any, Any], txid: FromPath[str], day: FromPath[str]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await known(connection, txid, lock=True)
        found: list[Violation] = []
        on = day_of(day, "data", found)
        found += _retry_violations(sandbox, row, await attempts_of(connection, txid), on)
        if found or on is None:
            raise Problem(_INVALID, *found, detail=found[0].razao)
        await schedule(connection, sandbox, row, on, "NTAG")
        await move(connection, sandbox, row, "ATIVA")
        answered = await shown(connection, txid)
    sandbox.wake()
    return answered


def _retry_violations(sandbox: Sandbox, row: Row, attempts: list[Row], on: date | None) -> list[Violation]:
    path = "data"
    reasons = list[str]()
    if row["politica"] == "NAO_PERMITE":
        reasons.append("A política configurada na recorrência não permite retentativa de cobrança.")
    open_attempts = [each for each in attempts if each["status"] in ("SOLICITADA", "AGENDADA")]
    if open_attempts:
        reasons += [
            "Existe uma tentativa com status SOLICITADA ou AGENDADA.",
            "Existe uma tentativa em andamento.",
            "Existe uma tentativa ativa.",
            "Existe uma tentativa não finalizada.",
        ]
    if on is not None and any(each["data"] == on for each in open_attempts):
        reasons.append("Existe uma tentativa vigente para a data informada.")
    if on is not None and on <= sandbox.today():
        reasons.append("O parâmetro data não corresponde a uma data futura.")
    if row["status"] != "ATIVA":
        reasons.append(f"A cobrança encontra-se com o status {row['status']}.")
    retries = sum(each["tipo"] == "NTAG" for each in attempts)
    late = on is not None and on > row["vencimento"] + timedelta(days=RETRY_DAYS)
    if not reasons and (retries >= MOST_RETRIES or late):
        reasons.append(f"São permitidas {MOST_RETRIES} retentativas em {RETRY_DAYS} dias.")
    return [Violation(reason, path) for reason in reasons]


@get("/cobr/{txid:str}", opt=_READ)
async def read_one(request: Request[Any, Any, Any], txid: FromPath[str]) -> dict[str, Any]:
    async with sandbox_of(request).store.transaction() as connection:
        return await shown(connection, txid)


@get("/cobr", opt=_READ)
async def listing(request: Request[Any, Any, Any]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    query = Query(request, _QUERY)
    start, end = query.span()
    number, size = query.page()
    person, id_rec = query.person(), query.text("idRec", "[a-zA-Z0-9]{29}")
    status = query.text("status", "CRIADA|ATIVA|CONCLUIDA|EXPIRADA|REJEITADA|CANCELADA")
    convenio = query.text("convenio", ".{1,60}")
    query.finish()
    async with sandbox.store.transaction() as connection:
        rows, total = await paged(
            connection,
            _SELECT
            + """
            where c.criacao between %(start)s and %(end)s
              and (%(id_rec)s::text is null or c.id_rec = %(id_rec)s)
              and (%(person)s::text is null or r.devedor = %(person)s)
              and (%(status)s::text is null or c.status = %(status)s)
              and (%(convenio)s::text is null or r.convenio = %(convenio)s)
            """,
            "criacao, txid",
            number,
            size,
            start=start,
            end=end,
            id_rec=id_rec,
            person=person,
            status=status,
            convenio=convenio,
        )
        charges = [
            rec_views.cobr(row, await attempts_of(connection, row["txid"]), await _payments(connection, row["txid"]))
            for row in rows
        ]
    return {"parametros": views.page(query.echo, number, size, total), "cobsr": charges}
