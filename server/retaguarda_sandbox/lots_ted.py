"""TED in lots, in the shapes of Banco do Brasil's lotes-transferencias: submitted and asked for apart from Pix, released the same way.

What becomes of a line follows from the last two digits of its amount, as in lots.py; what comes back does so for a divergent holder (SPB 5).
As the bank does, this one calls the same thing a transfer where it answers a submission, and a payment where it is asked.
"""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.params import FromPath
from msgspec import UNSET, Meta, UnsetType

from retaguarda.foundation.business_days import BeyondCalendar, is_business_day
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.local_day import BRASILIA
from retaguarda_sandbox.bodies import Shape, read
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.lot_bodies import (
    BAD_CNPJ,
    BAD_CPF,
    BAD_DAY,
    MOST,
    NO_ACCOUNT,
    NO_BANK,
    NOBODY,
    NOT_TAKEN,
    PAST,
    ZERO,
    Digits,
)
from retaguarda_sandbox.lots import (
    KeptLot,
    day_of,
    find_line,
    find_lot,
    keep_line,
    keep_lot,
    know,
    load_lines,
    returned_of,
    stage_of,
    state_of,
)
from retaguarda_sandbox.problems import Problem, not_in_schema
from retaguarda_sandbox.store import Connection

_SUBMIT = {"scope": "pagamentos-lote.transferencias-requisicao"}
_READ = {"scope": "pagamentos-lote.transferencias-info"}
#: SPB: the holder differs.
_OTHER_HOLDER = 5


class TedTransfer(Shape):
    dataTransferencia: Annotated[int, Meta(ge=1_01_1900, le=31_12_2999)]
    valorTransferencia: Decimal
    documentoDebito: Annotated[int, Meta(ge=1, le=10**15)]
    numeroCOMPE: Annotated[int, Meta(ge=0, le=999)]
    codigoFinalidadeTED: Annotated[int, Meta(ge=1, le=99999)]
    numeroISPB: Annotated[str, Meta(pattern=r"\A[0-9A-Z]{8}\Z")] | UnsetType = UNSET
    agenciaCredito: Annotated[int, Meta(ge=1, le=99999)] | UnsetType = UNSET
    contaCorrenteCredito: int | UnsetType = UNSET
    digitoVerificadorContaCorrente: Annotated[str, Meta(pattern=r"\A[0-9X]\Z")] | UnsetType = UNSET
    contaPagamentoCredito: Digits | UnsetType = UNSET
    cpfBeneficiario: int | UnsetType = UNSET
    cnpjBeneficiario: int | str | UnsetType = UNSET
    descricaoTransferencia: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET

    @property
    def cents(self) -> int:
        return int(self.valorTransferencia * 100)

    @property
    def script(self) -> str:
        return f"{self.cents % 100:02}"

    def lacks(self) -> str:
        """Which field is wrong or missing; empty where none."""
        if self.valorTransferencia * 100 != self.cents or not 0 <= self.cents < 10**12:
            return "valorTransferencia"
        needed = (
            ("agenciaCredito", "contaCorrenteCredito", "digitoVerificadorContaCorrente")
            if self.contaPagamentoCredito is UNSET
            else ()
        )
        return next((name for name in needed if getattr(self, name) is UNSET), "")

    def errors(self, today: date) -> list[int]:
        """The bank's numbers of what is wrong with a line whose shape is right: it pays no TED on a day without banks."""
        found = [ZERO] if self.cents == 0 else list[int]()
        try:
            day = datetime.strptime(f"{self.dataTransferencia:08}", "%d%m%Y").date()  # noqa: DTZ007
            found += [PAST] if day < today else [] if _works(day) else [BAD_DAY]
        except ValueError:
            found.append(BAD_DAY)
        found += self._person_errors()
        if not self.numeroCOMPE and self.numeroISPB is UNSET:
            found.append(NO_BANK)
        if self.script == NOT_TAKEN:
            found.append(NO_ACCOUNT)
        return found

    def _person_errors(self) -> list[int]:
        cnpj = self.cnpjBeneficiario
        given = [
            (text, number)
            for text, number in (
                ("" if self.cpfBeneficiario is UNSET else f"{self.cpfBeneficiario:011}", BAD_CPF),
                ("" if cnpj is UNSET else str(cnpj).rjust(14, "0"), BAD_CNPJ),
            )
            if text
        ]
        if len(given) != 1:
            return [NOBODY]
        try:
            return [] if parse(given[0][0]).value == given[0][0] else [given[0][1]]
        except DocumentError:
            return [given[0][1]]


class TedLotBody(Shape):
    numeroRequisicao: Annotated[int, Meta(ge=1, le=9_999_999)]
    agenciaDebito: Annotated[int, Meta(ge=1, le=99999)]
    contaCorrenteDebito: Annotated[int, Meta(ge=1)]
    digitoVerificadorContaCorrenteDebito: Annotated[str, Meta(pattern=r"\A[0-9X]\Z")]
    tipoPagamento: Annotated[int, Meta(ge=126, le=128)]
    listaTransferencias: Annotated[list[TedTransfer], Meta(min_length=1, max_length=MOST)]


@post("/lotes-transferencias", status_code=201, opt=_SUBMIT)
async def submit(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Takes each request number once; nothing is paid before it is released."""
    know(request)
    sandbox = sandbox_of(request)
    body = await read(request, TedLotBody, "RequisicaoInvalida", "lote")
    for place, line in enumerate(body.listaTransferencias):
        if lacking := line.lacks():
            raise Problem("RequisicaoInvalida", not_in_schema(f"lote.listaTransferencias[{place}].{lacking}"))
    documents = [line.documentoDebito for line in body.listaTransferencias]
    if len(set(documents)) < len(documents):
        raise Problem("RequisicaoInvalida", not_in_schema("lote.listaTransferencias", "documentoDebito repetido"))
    today = sandbox.now().astimezone(BRASILIA).date()
    async with sandbox.store.transaction() as connection:
        made = await keep_lot(connection, sandbox, body.numeroRequisicao, "ted", body)
        for place, line in enumerate(body.listaTransferencias):
            await keep_line(connection, body.numeroRequisicao, place, line, today)
        return await _shown(connection, sandbox, made, first=True)


@get("/lotes-transferencias/{number:int}/solicitacao", opt=_READ)
async def read_lot(request: Request[Any, Any, Any], number: FromPath[int]) -> dict[str, Any]:
    know(request)
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        return await _shown(connection, sandbox, await find_lot(connection, number, "ted"), first=False)


@get("/transferencias/{number:int}", opt=_READ)
async def read_line(request: Request[Any, Any, Any], number: FromPath[int]) -> dict[str, Any]:
    know(request)
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row, lot = await find_line(connection, number, "ted")
    state, day = state_of(sandbox, lot, row), day_of(sandbox, row)
    back = returned_of(row, state, day, _OTHER_HOLDER)
    shown = {
        "id": str(row.id),
        "estadoPagamento": state,
        "documentoDebito": str(row.document),
        "dataPagamento": day,
        "valorPagamento": row.valor / 100,
    }
    return shown | ({"listaDevolucao": back} if back else {})


async def _shown(connection: Connection, sandbox: Sandbox, lot: KeptLot, *, first: bool) -> dict[str, Any]:
    lines = await load_lines(connection, lot)
    taken = [line for line in lines if not line.errors]
    many, one = ("Transferencias", "Transferencia") if first else ("Pagamentos", "Pagamento")
    valid = "Validas" if first else "Validos"
    return {
        "estadoRequisicao": stage_of(sandbox, lot, lines, first=first),
        f"quantidade{many}": str(len(lines)),
        f"valor{many}": sum(line.valor for line in lines) / 100,
        f"quantidade{many}{valid}": len(taken),
        f"valor{many}{valid}": sum(line.valor for line in taken) / 100,
        many.lower(): [
            {
                f"identificador{one}": 0 if line.errors else str(line.id),
                "documentoDebito": line.document,
                f"valor{one}": line.valor / 100,
                "indicadorAceite": "N" if line.errors else "S",
                "erros": line.errors,
            }
            for line in lines
        ],
    }


def _works(day: date) -> bool:
    try:
        return is_business_day(day)
    except BeyondCalendar:
        return day.weekday() < 5


ROUTES = (submit, read_lot, read_line)
