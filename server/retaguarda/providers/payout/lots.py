"""Sending Pix in lots over HTTP, in the shapes of Banco do Brasil's "Pagamentos em Lote" (lotes-transferencias-pix).

Field names and states are facts of that API as shared/data of the project digests them; its document is not part of this repository.
A lot is submitted under a number of ours, released in a second step, and its lines are read one by one by the bank's own number.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any, TypeVar

import httpx
import msgspec

from retaguarda.foundation.documents import parse
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.providers.payout.port import (
    Account,
    LineStatus,
    Lot,
    LotLine,
    LotStage,
    LotStatus,
    LotUnheard,
    Outcome,
    PayoutBusy,
    PayoutRefused,
    PayoutUnknown,
    Returned,
    TakenLine,
)
from retaguarda.providers.pix.client import PixClient
from retaguarda.providers.pix.config import PixConfig
from retaguarda.providers.pix.decode_answer import without_nul
from retaguarda.providers.pix.errors import PixNotUnderstood, PixProblem, PixUnavailable
from retaguarda.providers.pix.keys import kind_of
from retaguarda.providers.pix.money import amount_text

SCOPES = (
    "pagamentos-lote.transferencias-pix-requisicao pagamentos-lote.transferencias-pix-info pagamentos-lote.pix-info"
    " pagamentos-lote.lotes-requisicao"
)
#: tipoPagamento: sundry payments.
_SUNDRY = 128
_TOO_MANY = 429
#: Statuses that say something of us or of the moment, not of the lot.
_NOT_OF_THE_LOT = frozenset({401, 403, 405, 407})
#: A number that nobody gave, to ask whether the bank knows us.
_NOBODYS = 9_999_999
_FORMS = {"phone": 1, "email": 2, "cpf": 3, "cnpj": 3, "evp": 4}
_BY_ACCOUNT = 5
_ACCOUNT_TYPES = {"CACC": 1, "TRAN": 2, "SVGS": 3}
#: estadoRequisicao → where the lot is. 1, 2, 4, 8: it waits for its release; 5, 6, 9, 10: it was released.
_STAGES: dict[int, LotStage] = {
    1: "held", 2: "held", 4: "held", 8: "held",
    5: "released", 6: "released", 9: "released", 10: "released",
    3: "refused", 7: "refused",
}  # fmt: skip
#: estadoPagamento by number, as its words say it.
_WORDS = (
    "consistente", "inconsistente", "pendente", "agendado", "pago", "rejeitado", "devolvido", "cancelado", "debitado",
    "bloqueado", "aguardando debito",
)  # fmt: skip
#: The bank's numbers of what is wrong with a line (erros, codigoMotivo) → the code that all rails share. Public clients of the API list
#: them; the others have no counterpart, and their number stands in the reason.
_CODES = {
    **dict.fromkeys((200, 269), "AM04"),
    **dict.fromkeys((1, 2, 3, 15, 23, 215, 216), "AC03"),
    **dict.fromkeys((4, 5, 17, 18, 19, 24, 33, 34, 207, 222), "CH11"),
    **dict.fromkeys((325, 332), "BE01"),
    **dict.fromkeys((10, 21, 213, 214, 228), "RC10"),
    **dict.fromkeys((6, 7, 53, 218), "DT02"),
    9: "AM01",
    235: "AC06",
    236: "AG03",
}
_DONE = frozenset({"pago", "devolvido"})
_REFUSED = frozenset({"inconsistente", "rejeitado", "cancelado", "vencido"})
_PLAIN = str.maketrans("áâãéêíóôõúç", "aaaeeiooouc")

T = TypeVar("T")


class _Entry(msgspec.Struct, frozen=True):
    """A line in the answer about a lot. What it repeats of the request must be what we asked."""

    identificadorPagamento: int = 0
    indicadorMovimentoAceito: str = ""
    erros: list[int] | None = None
    documentoDebito: int | None = None
    valor: Decimal | None = None


class _Requisicao(msgspec.Struct, frozen=True):
    estadoRequisicao: int
    numeroRequisicao: int | None = None
    quantidadeTransferencias: int | None = None
    valorTransferencias: Decimal | None = None
    listaTransferencias: list[_Entry] | None = None


class _Devolucao(msgspec.Struct, frozen=True):
    valorDevolucao: Decimal
    codigoMotivo: int = 0
    dataDevolucao: int = 0


class _Pagamento(msgspec.Struct, frozen=True):
    estadoPagamento: str | int
    valorPagamento: Decimal
    id: int | None = None
    requisicaoPagamento: int | None = None
    numeroDocumentoDebito: int | None = None
    dataPagamento: int = 0
    listaDevolucao: list[_Devolucao] | None = None


class _Nothing(msgspec.Struct, frozen=True):
    """The answer to a release; the lot's state says what came of it."""


class _Client(PixClient):
    """Token, errors and measuring are those of API Pix; calls, key of the gateway and shapes are the bank's own."""

    def __init__(self, config: PixConfig, app_key: str, transport: httpx.AsyncBaseTransport | None) -> None:
        super().__init__(config, transport=transport)
        # Banks of this shape read it in either place.
        self._session.http.headers["gw-dev-app-key"] = app_key
        self._session.http.params = self._session.http.params.set("gw-dev-app-key", app_key)

    def _build(self, method: str, url: str, body: Any, params: Mapping[str, str] | None) -> httpx.Request:
        """Amounts are written as the numbers that their digits are; none goes through a float."""
        content = None if body is None else msgspec.json.encode(body)
        headers = {"Content-Type": "application/json"}
        return self._session.http.build_request(method, url, content=content, headers=headers, params=params or None)

    async def call(self, method: str, path: str, shape: type[T], body: Any = None) -> T:
        response = await self._send_authorized(method, path, body)
        try:
            # Numbers come as text where they are declared as numbers, and amounts as numbers: each is read from its digits.
            content = without_nul(response.content) or b"{}"
            return msgspec.json.decode(content, type=shape, strict=False)
        except (ValueError, RecursionError) as error:
            reason = str(error) if isinstance(error, msgspec.ValidationError) else "it is not JSON"
            raise PixNotUnderstood(
                f"the bank answered {response.status_code}, but not as lots are answered: {reason}",
                status=response.status_code,
            ) from None


class LotSender:
    """An adapter of the port ``BatchSender``.

    Args:
        branch, number, digit: of the account that is debited.
        transport: instead of the network, for tests.
    """

    def __init__(
        self,
        config: PixConfig,
        app_key: str,
        *,
        branch: str,
        number: str,
        digit: str,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._client = _Client(config, app_key, transport)
        self._account = {
            "agenciaDebito": int(branch),
            "contaCorrenteDebito": int(number),
            "digitoVerificadorContaCorrente": digit,
        }

    async def submit(self, lot: Lot) -> LotStatus:
        body = {
            "numeroRequisicao": lot.number,
            **self._account,
            "tipoPagamento": _SUNDRY,
            "listaTransferencias": [_transfer(line, lot.day) for line in lot.lines],
        }
        try:
            return _status(lot, await self._client.call("POST", "/lotes-transferencias-pix", _Requisicao, body))
        except PixUnavailable as error:
            raise _unknown(error) from error
        except PixProblem as error:
            if error.status in _NOT_OF_THE_LOT:
                raise PayoutUnknown(str(error)) from error
            raise PayoutRefused(str(error)) from error

    async def state(self, lot: Lot) -> LotStatus:
        try:
            path = f"/lotes-transferencias-pix/{lot.number}/solicitacao"
            return _status(lot, await self._client.call("GET", path, _Requisicao))
        except PixUnavailable as error:
            raise _unknown(error) from error
        except PixProblem as error:
            if error.not_found:
                raise LotUnheard(str(error)) from error
            # A refused question tells nothing of the lot.
            raise PayoutUnknown(str(error)) from error

    async def release(self, number: int) -> None:
        try:
            body = {"numeroRequisicao": number, "indicadorFloat": "N"}
            await self._client.call("POST", "/liberar-pagamentos", _Nothing, body)
        except PixUnavailable as error:
            raise _unknown(error) from error
        except PixProblem as error:
            # Whether it is released says its state alone.
            raise PayoutUnknown(str(error)) from error

    async def line(self, lot_number: int, line: TakenLine) -> LineStatus:
        try:
            said = await self._client.call("GET", f"/pix/{line.bank_ref}", _Pagamento)
        except PixUnavailable as error:
            raise _unknown(error) from error
        except PixProblem as error:
            raise PayoutUnknown(str(error)) from error
        same = (
            str(said.id) == line.bank_ref if said.id is not None else True,
            said.requisicaoPagamento in (None, lot_number),
            said.numeroDocumentoDebito in (None, line.document),
            _centavos(said.valorPagamento) == line.amount,
        )
        if not all(same):
            raise PayoutUnknown("the bank answers about another payment than the one asked for")
        word = _word(said.estadoPagamento)
        reasons = [each.codigoMotivo for each in said.listaDevolucao or [] if each.codigoMotivo]
        if word in _DONE:
            outcome = Outcome("done", at=_noon(said.dataPagamento))
        elif word in _REFUSED:
            outcome = _refused(word, reasons)
        else:
            outcome = Outcome("processing", by_file=True)
        return LineStatus(word, outcome, _returned(line.document, said.listaDevolucao or []) if word in _DONE else [])

    async def probe(self) -> str | None:
        """Ask for a lot that nobody gave; return what is wrong in one line, None when the bank knows us."""
        try:
            await self._client.call("GET", f"/lotes-transferencias-pix/{_NOBODYS}/solicitacao", _Requisicao)
        except PixProblem as error:
            # It understood the request and has no such lot: it knows us.
            return None if error.not_found else str(error)[:500]
        except PixUnavailable as error:
            return str(error)[:500]
        return None

    async def close(self) -> None:
        await self._client.close()


def _transfer(line: LotLine, day: date) -> dict[str, Any]:
    order = line.order
    person = parse(order.holder_document)
    given: dict[str, Any] = {
        # The day has no zero in front: a number has none.
        "data": int(day.strftime("%d%m%Y")),
        "valor": msgspec.Raw(amount_text(order.amount).encode()),
        "documentoDebito": line.document,
        "descricaoPagamento": line.reference,
        "descricaoPagamentoInstantaneo": _printable(order.message)[:35] or line.reference,
        person.kind: int(person.value) if person.kind == "cpf" else person.value,
    }
    if isinstance(order.to, Account):
        return given | {"formaIdentificacao": _BY_ACCOUNT} | _account(order.to)
    kind = kind_of(order.to)
    match kind:
        case "phone":
            digits = order.to.removeprefix("+55")
            named: dict[str, Any] = {"dddTelefone": int(digits[:2]), "telefone": int(digits[2:])}
        case "email":
            named = {"email": order.to}
        case "evp":
            named = {"identificacaoAleatoria": order.to}
        case "cpf":
            named = {"cpf": int(order.to)}
        case _:
            named = {"cnpj": order.to}
    return given | {"formaIdentificacao": _FORMS[kind]} | named


def _account(to: Account) -> dict[str, Any]:
    place = {"numeroISPB": to.ispb, "tipoConta": _ACCOUNT_TYPES[to.type]}
    if to.type == "TRAN":
        return place | {"contaPagamento": to.number}
    return place | {
        "agencia": int(to.branch),
        "conta": int(to.number[:-1] or "0"),
        "digitoVerificadorConta": to.number[-1],
    }


def _status(lot: Lot, said: _Requisicao) -> LotStatus:
    """Read where a lot is. What the bank repeats of it must be what we asked, or it speaks of another.

    Raises:
        PayoutUnknown.
    """
    stage = _STAGES.get(said.estadoRequisicao)
    if stage is None:
        raise PayoutUnknown(f"the bank names a state of lots that nobody knows: {said.estadoRequisicao}")
    entries = said.listaTransferencias or []
    total = sum(line.order.amount for line in lot.lines)
    same = (
        said.numeroRequisicao in (None, lot.number),
        said.quantidadeTransferencias in (None, len(lot.lines)),
        said.valorTransferencias is None or _centavos(said.valorTransferencias) == total,
        len(entries) == len(lot.lines),
    )
    if not all(same):
        raise PayoutUnknown("the bank answers about another lot than the one asked for")
    taken = [_taken(line, entry) for line, entry in zip(lot.lines, entries, strict=True)]
    if any(count > 1 for ref, count in Counter(each.bank_ref for each in taken).items() if ref):
        raise PayoutUnknown("the bank gives two lines of a lot one number")
    return LotStatus(stage, said.estadoRequisicao, taken)


def _taken(line: LotLine, entry: _Entry) -> TakenLine:
    if entry.documentoDebito not in (None, line.document) or (
        entry.valor is not None and _centavos(entry.valor) != line.order.amount
    ):
        raise PayoutUnknown("the bank answers about another line than the one asked for")
    match entry.indicadorMovimentoAceito:
        case "S" if entry.identificadorPagamento > 0:
            return TakenLine(line.document, line.order.amount, str(entry.identificadorPagamento))
        case "N":
            return TakenLine(line.document, line.order.amount, "", _refused("inconsistente", entry.erros or []))
        case _:
            raise PayoutUnknown("the bank does not say whether it takes a line of the lot")


def _returned(document: int, said: Sequence[_Devolucao]) -> list[Returned]:
    """What came back, each under an id of ours: the bank names none. Equal ones of one day are told apart by their count."""
    found, alike = list[Returned](), Counter[tuple[int, int]]()
    for each in said:
        amount = _centavos(each.valorDevolucao)
        if amount <= 0:
            # A reason alone: why it was refused, and nothing came back.
            continue
        alike[each.dataDevolucao, amount] += 1
        rtr_id = f"RL{document:012}.{each.dataDevolucao:08}.{amount}.{alike[each.dataDevolucao, amount]}"
        found.append(Returned(rtr_id, amount, _noon(each.dataDevolucao), ours=True))
    return found


def _centavos(amount: Decimal) -> int:
    """Exact, from the digits that the bank wrote.

    Raises:
        PayoutUnknown: it has parts of a centavo, or is no amount.
    """
    if not amount.is_finite() or not 0 <= amount < Decimal(10**11) or amount * 100 != int(amount * 100):
        raise PayoutUnknown("the bank names an amount that is none")
    return int(amount * 100)


def _word(said: str | int) -> str:
    text = str(said).strip()
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(_WORDS):
        return _WORDS[int(text) - 1]
    return text.casefold().translate(_PLAIN)[:40]


def _refused(word: str, numbers: Sequence[int]) -> Outcome:
    named = f" ({', '.join(str(each) for each in numbers[:10])})" if numbers else ""
    code = next((_CODES[each] for each in numbers if each in _CODES), "")
    return Outcome("refused", code=code, reason=f"the bank says of this line: {word}{named}")


def _noon(said: int) -> datetime | None:
    """The day that a number of seven or eight digits writes, ddmmyyyy, at noon; None where it writes none."""
    try:
        day = datetime.strptime(f"{said:08}", "%d%m%Y").date()  # noqa: DTZ007
    except ValueError:
        return None
    at = datetime.combine(day, time(12), BRASILIA).astimezone(UTC)
    return min(at, datetime.now(UTC))


def _printable(text: str) -> str:
    return re.sub(r"[^\w .,;:/-]", " ", text)


def _unknown(error: PixUnavailable) -> PayoutUnknown:
    kind = PayoutBusy if error.status == _TOO_MANY else PayoutUnknown
    return kind(str(error), error.retry_after)
