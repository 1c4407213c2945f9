"""Sending Pix and TED in lots over HTTP, in the shapes of Banco do Brasil's "Pagamentos em Lote" (lotes-transferencias-pix and
lotes-transferencias).

Names of fields and states are facts of that API; its document is not part of this repository (docs/SOURCES.md).
A lot is submitted under a number of ours, released in a second step, and its lines are read one by one by the bank's own number.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import httpx
import msgspec

from retaguarda.providers.payout import (
    LineStatus,
    Lot,
    LotStatus,
    LotUnheard,
    PayoutBusy,
    PayoutRefused,
    PayoutUnknown,
    TakenLine,
)
from retaguarda.providers.payout.lot_answers import Pagamento, Requisicao, read_line, read_status
from retaguarda.providers.payout.lot_port import LotMethod
from retaguarda.providers.payout.lot_requests import ted_of, transfer_of
from retaguarda.providers.payout.lot_ted import TedPagamento, TedRequisicao
from retaguarda.providers.pix.client import PixClient
from retaguarda.providers.pix.config import PixConfig
from retaguarda.providers.pix.decode_answer import without_nul
from retaguarda.providers.pix.errors import PixNotUnderstood, PixProblem, PixUnavailable

_PIX_SCOPES = (
    "pagamentos-lote.transferencias-pix-requisicao pagamentos-lote.transferencias-pix-info pagamentos-lote.pix-info"
)
_TED_SCOPES = "pagamentos-lote.transferencias-requisicao pagamentos-lote.transferencias-info"
_RELEASE_SCOPE = "pagamentos-lote.lotes-requisicao"
#: Way of paying → where a lot is submitted and asked for, and where a line is read.
_LOTS: Mapping[LotMethod, str] = {"pix": "/lotes-transferencias-pix", "ted": "/lotes-transferencias"}
_LINES: Mapping[LotMethod, str] = {"pix": "/pix", "ted": "/transferencias"}
#: tipoPagamento: sundry payments.
_SUNDRY = 128
_TOO_MANY = 429
#: Statuses that say something of us or of the moment, not of the lot.
_NOT_OF_THE_LOT = frozenset({401, 403, 405, 407})
#: A number that nobody gave, to ask whether the bank knows us.
_NOBODYS = 9_999_999
T = TypeVar("T")


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


def scopes_of(methods: Sequence[str]) -> str:
    """The scopes of a client that pays in these ways: a bank grants no token where one of them was not subscribed to."""
    wanted = {"pix": _PIX_SCOPES, "ted": _TED_SCOPES}
    return " ".join([*(wanted[each] for each in wanted if each in methods), _RELEASE_SCOPE])


class LotSender:
    """An adapter of the port ``BatchSender``.

    Args:
        branch, number, digit: of the account that is debited.
        methods: in which it pays.
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
        methods: Sequence[str] = ("pix",),
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._client = _Client(config, app_key, transport)
        self._account = {"agenciaDebito": int(branch), "contaCorrenteDebito": int(number)}
        self._digit = digit
        self._probed: LotMethod = "pix" if "pix" in methods else "ted"

    async def submit(self, lot: Lot) -> LotStatus:
        is_ted = lot.method == "ted"
        body = {
            "numeroRequisicao": lot.number,
            **self._account,
            "digitoVerificadorContaCorrenteDebito" if is_ted else "digitoVerificadorContaCorrente": self._digit,
            "tipoPagamento": _SUNDRY,
            "listaTransferencias": [(ted_of if is_ted else transfer_of)(line, lot.day) for line in lot.lines],
        }
        try:
            return await self._ask(lot, "POST", _LOTS[lot.method], body)
        except PixUnavailable as error:
            raise _unknown(error) from error
        except PixProblem as error:
            if error.status in _NOT_OF_THE_LOT:
                raise PayoutUnknown(str(error)) from error
            raise PayoutRefused(str(error)) from error

    async def state(self, lot: Lot) -> LotStatus:
        try:
            return await self._ask(lot, "GET", f"{_LOTS[lot.method]}/{lot.number}/solicitacao")
        except PixUnavailable as error:
            raise _unknown(error) from error
        except PixProblem as error:
            if error.not_found:
                raise LotUnheard(str(error)) from error
            # A refused question tells nothing of the lot.
            raise PayoutUnknown(str(error)) from error

    async def _ask(self, lot: Lot, method: str, path: str, body: Any = None) -> LotStatus:
        if lot.method == "ted":
            return read_status(lot, (await self._client.call(method, path, TedRequisicao, body)).as_pix())
        return read_status(lot, await self._client.call(method, path, Requisicao, body))

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
            path = f"{_LINES[line.method]}/{line.bank_ref}"
            if line.method == "ted":
                said = (await self._client.call("GET", path, TedPagamento)).as_pix()
            else:
                said = await self._client.call("GET", path, Pagamento)
        except PixUnavailable as error:
            raise _unknown(error) from error
        except PixProblem as error:
            raise PayoutUnknown(str(error)) from error
        return read_line(lot_number, line, said)

    async def probe(self) -> str | None:
        """Ask for a lot that nobody gave; return what is wrong in one line, None when the bank knows us."""
        try:
            await self._client.call("GET", f"{_LOTS[self._probed]}/{_NOBODYS}/solicitacao", _Nothing)
        except PixProblem as error:
            # It understood the request and has no such lot: it knows us.
            return None if error.not_found else str(error)[:500]
        except PixUnavailable as error:
            return str(error)[:500]
        return None

    async def close(self) -> None:
        await self._client.close()


def _unknown(error: PixUnavailable) -> PayoutUnknown:
    kind = PayoutBusy if error.status == _TOO_MANY else PayoutUnknown
    return kind(str(error), error.retry_after)
