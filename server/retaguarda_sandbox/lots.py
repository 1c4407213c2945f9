"""Pix in lots, in the shapes of Banco do Brasil's "Pagamentos em Lote": submitted under a number, released, read line by line.

What becomes of a line follows from the last two digits of its amount: 01 waits for its debit and stays so, 02 is not taken, 03 is
refused once it is released, 04 lacks funds, 05 is paid and comes back, anything else is paid. As the bank does, this one answers text
where it declares numbers, and pays a lot as often as it is released: whoever releases twice pays twice.
"""

import hmac
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.params import FromPath
from msgspec import UNSET, Meta, UnsetType
from psycopg.types.json import Jsonb

from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.local_day import BRASILIA
from retaguarda_sandbox import faults
from retaguarda_sandbox.bodies import Amount, Shape, read
from retaguarda_sandbox.control import json_only
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.problems import Problem, Violation, not_in_schema
from retaguarda_sandbox.store import Connection, Row, all_rows, one

BASE = "/pagamentos-lote/v1"
#: Lines of one lot.
MOST = 320
_SUBMIT = {"scope": "pagamentos-lote.transferencias-pix-requisicao"}
_RELEASE = {"scope": "pagamentos-lote.lotes-requisicao"}
_READ = {"scope": "pagamentos-lote.transferencias-pix-info"}
_READ_LINE = {"scope": "pagamentos-lote.pix-info"}
#: Last two digits of an amount → what becomes of the line.
STAYS, NOT_TAKEN, REJECTED, NO_FUNDS, COMES_BACK = "01", "02", "03", "04", "05"
_NO_ACCOUNT, _FUNDS, _ZERO, _BAD_DAY, _PAST, _BAD_CPF, _BAD_CNPJ, _NOBODY, _NO_BANK, _RETURNED = (
    216, 200, 9, 7, 53, 18, 19, 17, 10, 999,
)  # fmt: skip

Digits = Annotated[str, Meta(pattern=r"\A[0-9]{1,20}\Z")]


class _Transfer(Shape):
    data: Annotated[int, Meta(ge=1_01_1900, le=31_12_2999)]
    valor: Decimal
    formaIdentificacao: Annotated[int, Meta(ge=1, le=5)]
    documentoDebito: Annotated[int, Meta(ge=1, le=10**15)]
    descricaoPagamento: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    descricaoPagamentoInstantaneo: Annotated[str, Meta(max_length=35)] | UnsetType = UNSET
    dddTelefone: Annotated[int, Meta(ge=11, le=99)] | UnsetType = UNSET
    telefone: Annotated[int, Meta(ge=10_000_000, le=999_999_999)] | UnsetType = UNSET
    email: Annotated[str, Meta(max_length=99)] | UnsetType = UNSET
    cpf: int | UnsetType = UNSET
    cnpj: Annotated[str, Meta(max_length=14)] | UnsetType = UNSET
    identificacaoAleatoria: Annotated[str, Meta(max_length=99)] | UnsetType = UNSET
    numeroISPB: Annotated[str, Meta(pattern=r"\A[0-9A-Z]{8}\Z")] | UnsetType = UNSET
    tipoConta: Annotated[int, Meta(ge=1, le=3)] | UnsetType = UNSET
    agencia: Annotated[int, Meta(ge=1, le=99999)] | UnsetType = UNSET
    conta: int | UnsetType = UNSET
    digitoVerificadorConta: Annotated[str, Meta(pattern=r"\A[0-9X]\Z")] | UnsetType = UNSET
    contaPagamento: Digits | UnsetType = UNSET

    @property
    def cents(self) -> int:
        return int(self.valor * 100)

    @property
    def script(self) -> str:
        return f"{self.cents % 100:02}"

    def lacks(self) -> str:
        """Which field is wrong or missing for its form of identification; empty where none."""
        if self.valor * 100 != self.cents or not 0 <= self.cents < 10**12:
            return "valor"
        needed = {
            1: ("dddTelefone", "telefone"),
            2: ("email",),
            3: (),
            4: ("identificacaoAleatoria",),
            5: ("tipoConta", "contaPagamento")
            if self.tipoConta == 2
            else ("agencia", "conta", "digitoVerificadorConta"),
        }[self.formaIdentificacao]
        return next((name for name in needed if getattr(self, name) is UNSET), "")

    def errors(self, today: date) -> list[int]:
        """The bank's numbers of what is wrong with a line whose shape is right."""
        found = list[int]()
        if self.cents == 0:
            found.append(_ZERO)
        try:
            day = datetime.strptime(f"{self.data:08}", "%d%m%Y").date()  # noqa: DTZ007
            found += [_PAST] if day < today else []
        except ValueError:
            found.append(_BAD_DAY)
        found += self._person_errors()
        if self.formaIdentificacao == 5 and self.numeroISPB is UNSET:
            found.append(_NO_BANK)
        if self.script == NOT_TAKEN:
            found.append(_NO_ACCOUNT)
        return found

    def _person_errors(self) -> list[int]:
        given = [
            (text, number)
            for text, number in (
                ("" if self.cpf is UNSET else f"{self.cpf:011}", _BAD_CPF),
                ("" if self.cnpj is UNSET else str(self.cnpj), _BAD_CNPJ),
            )
            if text
        ]
        if len(given) != 1:
            return [_NOBODY] if not given else [16]
        try:
            return [] if parse(given[0][0]).value == given[0][0] else [given[0][1]]
        except DocumentError:
            return [given[0][1]]


class _LotBody(Shape):
    numeroRequisicao: Annotated[int, Meta(ge=1, le=9_999_999)]
    agenciaDebito: Annotated[int, Meta(ge=1, le=99999)]
    contaCorrenteDebito: Annotated[int, Meta(ge=1)]
    digitoVerificadorContaCorrente: Annotated[str, Meta(pattern=r"\A[0-9X]\Z")]
    tipoPagamento: Annotated[int, Meta(ge=126, le=128)]
    listaTransferencias: Annotated[list[_Transfer], Meta(min_length=1, max_length=MOST)]


class _ReleaseBody(Shape):
    numeroRequisicao: Annotated[int, Meta(ge=1, le=9_999_999)]
    indicadorFloat: Annotated[str, Meta(pattern=r"\A[SN]\Z")]


@post("/lotes-transferencias-pix", status_code=201, opt=_SUBMIT)
async def submit(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Takes each request number once; nothing is paid before it is released."""
    _know(request)
    sandbox = sandbox_of(request)
    body = await read(request, _LotBody, "RequisicaoInvalida", "lote")
    for place, line in enumerate(body.listaTransferencias):
        if lacking := line.lacks():
            raise Problem("RequisicaoInvalida", not_in_schema(f"lote.listaTransferencias[{place}].{lacking}"))
    documents = [line.documentoDebito for line in body.listaTransferencias]
    if len(set(documents)) < len(documents):
        raise Problem("RequisicaoInvalida", not_in_schema("lote.listaTransferencias", "documentoDebito repetido"))
    today = sandbox.now().astimezone(BRASILIA).date()
    async with sandbox.store.transaction() as connection:
        made = await one(
            connection,
            "insert into sandbox.lot (number, asked, asked_at) values (%(number)s, %(asked)s, %(now)s) on conflict do nothing returning *",
            number=body.numeroRequisicao,
            asked=Jsonb(msgspec.to_builtins(body)),
            now=sandbox.now(),
        )
        if made is None:
            why = "O numeroRequisicao já foi utilizado."
            raise Problem("RequisicaoInvalida", Violation(why, "lote.numeroRequisicao"))
        for place, line in enumerate(body.listaTransferencias):
            await _keep(connection, body.numeroRequisicao, place, line, today)
        return await _shown(connection, sandbox, made, first=True)


@get("/lotes-transferencias-pix/{number:int}/solicitacao", opt=_READ)
async def read_lot(request: Request[Any, Any, Any], number: FromPath[int]) -> dict[str, Any]:
    _know(request)
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await _find(connection, number)
        return await _shown(connection, sandbox, row)


@post("/liberar-pagamentos", status_code=201, opt=_RELEASE)
async def release(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Pays what was taken of a lot, as often as it is told to."""
    _know(request)
    sandbox = sandbox_of(request)
    body = await read(request, _ReleaseBody, "RequisicaoInvalida", "liberacao")
    async with sandbox.store.transaction() as connection:
        row = await _find(connection, body.numeroRequisicao)
        if row["rejected"]:
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
    _know(request)
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await one(connection, "select * from sandbox.lot_line where id = %(id)s", id=number)
        if row is None or row["errors"]:
            raise Problem("NaoEncontrado", detail="Nenhum pagamento tem este identificador.")
        lot = await _find(connection, row["lot"])
    state = _state(sandbox, lot, row)
    day = int((row["settles_at"] or sandbox.now()).astimezone(BRASILIA).strftime("%d%m%Y"))
    shown = {
        # Text where a number is declared, as the bank's own examples have it.
        "id": str(row["id"]),
        "estadoPagamento": state,
        "requisicaoPagamento": row["lot"],
        "numeroDocumentoDebito": str(row["document"]),
        "dataPagamento": day,
        "valorPagamento": row["valor"] / 100,
    }
    back = list(row["returned"])
    if state == "Rejeitado" and row["reason"]:
        back.append({"codigoMotivo": row["reason"], "dataDevolucao": 0, "valorDevolucao": 0})
    if state == "Devolvido" and not back:
        back.append({"codigoMotivo": _RETURNED, "dataDevolucao": day, "valorDevolucao": row["valor"] / 100})
    return shown | ({"listaDevolucao": back} if back else {})


class _GivenBack(Shape):
    """``documentoDebito``: of the line. ``valor``: of the part that comes back."""

    documentoDebito: int
    valor: Amount


@post("/sandbox/lots/returns", status_code=201)
async def give_back(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The receiver's bank sends back a part of a line that was paid, or all that is left."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _GivenBack, "RequisicaoInvalida", "devolucao")
    day = int(sandbox.now().astimezone(BRASILIA).strftime("%d%m%Y"))
    back = {"codigoMotivo": _RETURNED, "dataDevolucao": day, "valorDevolucao": body.valor}
    async with sandbox.store.transaction() as connection:
        row = await one(
            connection,
            "update sandbox.lot_line set returned = returned || %(back)s where document = %(document)s and outcome = 'Pago'"
            " and settles_at <= %(now)s returning *",
            back=Jsonb([back]),
            document=body.documentoDebito,
            now=sandbox.now(),
        )
        if row is None:
            raise Problem("NaoEncontrado", detail="Nenhum pagamento foi efetuado com este documento.")
    return back


class _Word(Shape):
    """``estadoPagamento``: what the bank says of the line from now on, whatever it said."""

    documentoDebito: int
    estadoPagamento: Annotated[str, Meta(max_length=40)]


@post("/sandbox/lots/words", status_code=201)
async def say(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """A bank on a bad day: it pays what it has refused, or takes back its word."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _Word, "RequisicaoInvalida", "palavra")
    async with sandbox.store.transaction() as connection:
        row = await one(
            connection,
            "update sandbox.lot_line set outcome = %(word)s, settles_at = %(now)s where document = %(document)s returning *",
            word=body.estadoPagamento,
            now=sandbox.now(),
            document=body.documentoDebito,
        )
        if row is None:
            raise Problem("NaoEncontrado", detail="Nenhum pagamento tem este documento.")
    return {"documentoDebito": row["document"], "estadoPagamento": row["outcome"]}


class _Rejection(Shape):
    numeroRequisicao: int


@post("/sandbox/lots/rejections", status_code=201)
async def reject(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The bank rejects a whole lot that nobody has released yet."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _Rejection, "RequisicaoInvalida", "rejeicao")
    async with sandbox.store.transaction() as connection:
        row = await one(
            connection,
            "update sandbox.lot set rejected = true where number = %(number)s and releases = 0 returning number",
            number=body.numeroRequisicao,
        )
        if row is None:
            raise Problem("NaoEncontrado", detail="Nenhum lote pendente tem este número.")
    return {"numeroRequisicao": row["number"]}


async def _keep(connection: Connection, lot: int, place: int, line: _Transfer, today: date) -> None:
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
            "reason": {REJECTED: _NO_ACCOUNT, NO_FUNDS: _FUNDS}.get(line.script),
        },
    )


async def _find(connection: Connection, number: int) -> Row:
    row = await one(connection, "select * from sandbox.lot where number = %(number)s for update", number=number)
    if row is None:
        raise Problem("NaoEncontrado", detail="Nenhuma requisição tem este número.")
    return row


async def _shown(connection: Connection, sandbox: Sandbox, lot: Row, *, first: bool = False) -> dict[str, Any]:
    lines = await all_rows(
        connection, "select * from sandbox.lot_line where lot = %(lot)s order by place", lot=lot["number"]
    )
    taken = [line for line in lines if not line["errors"]]
    if not taken:
        state = 3
    elif lot["rejected"]:
        state = 7
    elif lot["releases"]:
        over = all(_state(sandbox, lot, line) in ("Pago", "Devolvido", "Rejeitado") for line in taken)
        state = 6 if over else 9
    elif first:
        state = 1 if len(taken) == len(lines) else 2
    else:
        state = 4
    return {
        "numeroRequisicao": lot["number"],
        "estadoRequisicao": state,
        "quantidadeTransferencias": str(len(lines)),
        "valorTransferencias": sum(line["valor"] for line in lines) / 100,
        "quantidadeTransferenciasValidas": len(taken),
        "valorTransferenciasValidas": sum(line["valor"] for line in taken) / 100,
        "listaTransferencias": [
            {
                "identificadorPagamento": 0 if line["errors"] else str(line["id"]),
                "documentoDebito": line["document"],
                "valor": line["valor"] / 100,
                "indicadorMovimentoAceito": "N" if line["errors"] else "S",
                "erros": line["errors"],
            }
            for line in lines
        ],
    }


def _state(sandbox: Sandbox, lot: Row, line: Row) -> str:
    """What the bank says of a line now: nothing is paid before its lot is released."""
    if lot["rejected"]:
        return "Rejeitado"
    if line["settles_at"] is None:
        return "Aguardando débito" if lot["releases"] else "Pendente"
    return line["outcome"] if line["settles_at"] <= sandbox.now() else "Debitado"


def _know(request: Request[Any, Any, Any]) -> None:
    """The gateway wants the key of the application beside the token."""
    given = request.query_params.get("gw-dev-app-key", "")
    if not hmac.compare_digest(given.encode(), sandbox_of(request).settings.app_key.encode()):
        raise Problem("AcessoNegado", status=403, detail="gw-dev-app-key ausente ou inválida.")


ROUTES = (submit, read_lot, release, read_line)
CONTROL = (give_back, say, reject)
