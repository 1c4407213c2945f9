"""Pix in lots, in the shapes of Banco do Brasil's "Pagamentos em Lote": submitted under a number, released, read line by line.

What becomes of a line follows from the last two digits of its amount: 01 waits for its debit and stays so, 02 is not taken, 03 is
refused once it is released, 04 lacks funds, 05 is paid and comes back, anything else is paid. As the bank does, this one answers text
where it declares numbers, and pays a lot as often as it is released: whoever releases twice pays twice.
"""

import hmac
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, Protocol

import msgspec
from litestar import Request, get, post
from litestar.params import FromPath
from psycopg.types.json import Jsonb

from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.typed_rows import struct_of
from retaguarda_sandbox import faults
from retaguarda_sandbox.bodies import Shape, read
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.lot_bodies import (
    COMES_BACK,
    FUNDS,
    NO_ACCOUNT,
    NO_FUNDS,
    REJECTED,
    RETURNED,
    STAYS,
    LotBody,
    ReleaseBody,
)
from retaguarda_sandbox.problems import Problem, Violation, not_in_schema
from retaguarda_sandbox.store import Connection, all_rows, one

BASE = "/pagamentos-lote/v1"
_SUBMIT = {"scope": "pagamentos-lote.transferencias-pix-requisicao"}
_RELEASE = {"scope": "pagamentos-lote.lotes-requisicao"}
_READ = {"scope": "pagamentos-lote.transferencias-pix-info"}
_READ_LINE = {"scope": "pagamentos-lote.pix-info"}


class KeptLot(msgspec.Struct):
    number: int
    method: str
    releases: int
    rejected: bool


class KeptLine(msgspec.Struct):
    id: int
    lot: int
    document: int
    valor: int
    errors: list[int]
    outcome: str
    reason: int | None
    settles_at: datetime | None
    returned: list[dict[str, Any]]


@post("/lotes-transferencias-pix", status_code=201, opt=_SUBMIT)
async def submit(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Takes each request number once; nothing is paid before it is released."""
    know(request)
    sandbox = sandbox_of(request)
    body = await read(request, LotBody, "RequisicaoInvalida", "lote")
    for place, line in enumerate(body.listaTransferencias):
        if lacking := line.lacks():
            raise Problem("RequisicaoInvalida", not_in_schema(f"lote.listaTransferencias[{place}].{lacking}"))
    documents = [line.documentoDebito for line in body.listaTransferencias]
    if len(set(documents)) < len(documents):
        raise Problem("RequisicaoInvalida", not_in_schema("lote.listaTransferencias", "documentoDebito repetido"))
    today = sandbox.now().astimezone(BRASILIA).date()
    async with sandbox.store.transaction() as connection:
        made = await keep_lot(connection, sandbox, body.numeroRequisicao, "pix", body)
        for place, line in enumerate(body.listaTransferencias):
            await keep_line(connection, body.numeroRequisicao, place, line, today)
        return await _shown(connection, sandbox, made, first=True)


async def keep_lot(connection: Connection, sandbox: Sandbox, number: int, method: str, asked: Shape) -> KeptLot:
    """Remember a lot; its number is taken once, whichever way its lines go."""
    made = await one(
        connection,
        "insert into sandbox.lot (number, method, asked, asked_at) values (%(number)s, %(method)s, %(asked)s, %(now)s)"
        " on conflict do nothing returning *",
        number=number,
        method=method,
        asked=Jsonb(msgspec.to_builtins(asked)),
        now=sandbox.now(),
    )
    if made is None:
        why = "O numeroRequisicao já foi utilizado."
        raise Problem("RequisicaoInvalida", Violation(why, "lote.numeroRequisicao"))
    return struct_of(KeptLot, made)


@get("/lotes-transferencias-pix/{number:int}/solicitacao", opt=_READ)
async def read_lot(request: Request[Any, Any, Any], number: FromPath[int]) -> dict[str, Any]:
    know(request)
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await find_lot(connection, number, "pix")
        return await _shown(connection, sandbox, row)


@post("/liberar-pagamentos", status_code=201, opt=_RELEASE)
async def release(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Pays what was taken of a lot, as often as it is told to."""
    know(request)
    sandbox = sandbox_of(request)
    body = await read(request, ReleaseBody, "RequisicaoInvalida", "liberacao")
    async with sandbox.store.transaction() as connection:
        row = await find_lot(connection, body.numeroRequisicao)
        if row.rejected:
            raise Problem("RequisicaoInvalida", Violation("A requisição foi rejeitada.", "liberacao.numeroRequisicao"))
        late = sum(fault.delay_ms for fault, _ in await faults.strike(connection, "payout"))
        await connection.execute(
            "update sandbox.lot set releases = releases + 1, released_at = coalesce(released_at, %(now)s) where number = %(number)s",
            {"now": sandbox.now(), "number": body.numeroRequisicao},
        )
        await connection.execute(
            "update sandbox.lot_line set settles_at = coalesce(settles_at, %(at)s), paid = paid + 1"
            " where lot = %(number)s and outcome in ('Pago', 'Devolvido')",
            {
                "at": sandbox.now() + timedelta(seconds=sandbox.settings.refund_seconds, milliseconds=late),
                "number": body.numeroRequisicao,
            },
        )
        await connection.execute(
            "update sandbox.lot_line set settles_at = coalesce(settles_at, %(at)s) where lot = %(number)s and outcome = 'Rejeitado'",
            {"at": sandbox.now(), "number": body.numeroRequisicao},
        )
    return {}


@get("/pix/{number:int}", opt=_READ_LINE)
async def read_line(request: Request[Any, Any, Any], number: FromPath[int]) -> dict[str, Any]:
    know(request)
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row, lot = await find_line(connection, number, "pix")
    state = state_of(sandbox, lot, row)
    day = day_of(sandbox, row)
    shown = {
        # Text where a number is declared, as the bank's own examples have it.
        "id": str(row.id),
        "estadoPagamento": state,
        "requisicaoPagamento": row.lot,
        "numeroDocumentoDebito": str(row.document),
        "dataPagamento": day,
        "valorPagamento": row.valor / 100,
    }
    back = returned_of(row, state, day)
    return shown | ({"listaDevolucao": back} if back else {})


def day_of(sandbox: Sandbox, row: KeptLine) -> int:
    return int((row.settles_at or sandbox.now()).astimezone(BRASILIA).strftime("%d%m%Y"))


def returned_of(row: KeptLine, state: str, day: int, code: int = RETURNED) -> list[dict[str, Any]]:
    """What came back of a line, or why it was refused; ``code``: why, of what comes back by its script."""
    back = list(row.returned)
    if state == "Rejeitado" and row.reason:
        back.append({"codigoMotivo": row.reason, "dataDevolucao": 0, "valorDevolucao": 0})
    if state == "Devolvido" and not back:
        back.append({"codigoMotivo": code, "dataDevolucao": day, "valorDevolucao": row.valor / 100})
    return back


class LineAsked(Protocol):
    """A line as a client asks for it, whichever way it goes."""

    @property
    def documentoDebito(self) -> int: ...

    @property
    def cents(self) -> int: ...

    @property
    def script(self) -> str: ...

    def errors(self, today: date) -> list[int]: ...


async def keep_line(connection: Connection, lot: int, place: int, line: LineAsked, today: date) -> None:
    outcome = {STAYS: "Aguardando débito", REJECTED: "Rejeitado", NO_FUNDS: "Rejeitado", COMES_BACK: "Devolvido"}
    await connection.execute(
        "insert into sandbox.lot_line (lot, place, document, valor, errors, outcome, reason) values (%(lot)s, %(place)s, %(document)s,"
        " %(valor)s, %(errors)s, %(outcome)s, %(reason)s)",
        {
            "lot": lot,
            "place": place,
            "document": line.documentoDebito,
            "valor": line.cents,
            "errors": (errors := line.errors(today)),
            "outcome": "Inconsistente" if errors else outcome.get(line.script, "Pago"),
            "reason": {REJECTED: NO_ACCOUNT, NO_FUNDS: FUNDS}.get(line.script),
        },
    )


async def find_line(connection: Connection, number: int, method: str) -> tuple[KeptLine, KeptLot]:
    found = await one(connection, "select * from sandbox.lot_line where id = %(id)s", id=number)
    row = None if found is None else struct_of(KeptLine, found)
    if row is None or row.errors:
        raise Problem("NaoEncontrado", detail="Nenhum pagamento tem este identificador.")
    return row, await find_lot(connection, row.lot, method)


async def find_lot(connection: Connection, number: int, method: str | None = None) -> KeptLot:
    row = await one(
        connection,
        "select * from sandbox.lot where number = %(number)s and method = coalesce(%(method)s, method) for update",
        number=number,
        method=method,
    )
    if row is None:
        raise Problem("NaoEncontrado", detail="Nenhuma requisição tem este número.")
    return struct_of(KeptLot, row)


async def load_lines(connection: Connection, lot: KeptLot) -> list[KeptLine]:
    return [
        struct_of(KeptLine, row)
        for row in await all_rows(
            connection, "select * from sandbox.lot_line where lot = %(lot)s order by place", lot=lot.number
        )
    ]


def stage_of(sandbox: Sandbox, lot: KeptLot, lines: Sequence[KeptLine], *, first: bool) -> int:
    """estadoRequisicao; ``first``: in the answer to its submission."""
    taken = [line for line in lines if not line.errors]
    if not taken:
        state = 3
    elif lot.rejected:
        state = 7
    elif lot.releases:
        over = all(state_of(sandbox, lot, line) in ("Pago", "Devolvido", "Rejeitado") for line in taken)
        state = 6 if over else 9
    elif first:
        state = 1 if len(taken) == len(lines) else 2
    else:
        state = 4
    return state


async def _shown(connection: Connection, sandbox: Sandbox, lot: KeptLot, *, first: bool = False) -> dict[str, Any]:
    lines = await load_lines(connection, lot)
    taken = [line for line in lines if not line.errors]
    return {
        "numeroRequisicao": lot.number,
        "estadoRequisicao": stage_of(sandbox, lot, lines, first=first),
        "quantidadeTransferencias": str(len(lines)),
        "valorTransferencias": sum(line.valor for line in lines) / 100,
        "quantidadeTransferenciasValidas": len(taken),
        "valorTransferenciasValidas": sum(line.valor for line in taken) / 100,
        "listaTransferencias": [
            {
                "identificadorPagamento": 0 if line.errors else str(line.id),
                "documentoDebito": line.document,
                "valor": line.valor / 100,
                "indicadorMovimentoAceito": "N" if line.errors else "S",
                "erros": line.errors,
            }
            for line in lines
        ],
    }


def state_of(sandbox: Sandbox, lot: KeptLot, line: KeptLine) -> str:
    """What the bank says of a line now: nothing is paid before its lot is released."""
    if lot.rejected:
        return "Rejeitado"
    if line.settles_at is None:
        return "Aguardando débito" if lot.releases else "Pendente"
    return line.outcome if line.settles_at <= sandbox.now() else "Debitado"


def know(request: Request[Any, Any, Any]) -> None:
    """The gateway wants the key of the application beside the token."""
    given = request.query_params.get("gw-dev-app-key", "")
    if not hmac.compare_digest(given.encode(), sandbox_of(request).settings.app_key.encode()):
        raise Problem("AcessoNegado", status=403, detail="gw-dev-app-key ausente ou inválida.")


ROUTES = (submit, read_lot, release, read_line)
