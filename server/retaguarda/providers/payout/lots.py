"""Sending Pix in lots over HTTP, in the shapes of Banco do Brasil's "Pagamentos em Lote" (lotes-transferencias-pix).

Names of fields and states are facts of that API; its document is not part of this repository (docs/SOURCES.md).
A lot is submitted under a number of ours, released in a second step, and its lines are read one by one by the bank's own number.
"""

from collections.abc import Mapping
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
from retaguarda.providers.payout.lot_requests import transfer_of
from retaguarda.providers.pix.client import PixClient
from retaguarda.providers.pix.config import PixConfig
from retaguarda.providers.pix.decode_answer import without_nul
from retaguarda.providers.pix.errors import PixNotUnderstood, PixProblem, PixUnavailable

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
            "listaTransferencias": [transfer_of(line, lot.day) for line in lot.lines],
        }
        try:
            return read_status(lot, await self._client.call("POST", "/lotes-transferencias-pix", Requisicao, body))
        except PixUnavailable as error:
            raise _unknown(error) from error
        except PixProblem as error:
            if error.status in _NOT_OF_THE_LOT:
                raise PayoutUnknown(str(error)) from error
            raise PayoutRefused(str(error)) from error

    async def state(self, lot: Lot) -> LotStatus:
        try:
            path = f"/lotes-transferencias-pix/{lot.number}/solicitacao"
            return read_status(lot, await self._client.call("GET", path, Requisicao))
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
            said = await self._client.call("GET", f"/pix/{line.bank_ref}", Pagamento)
        except PixUnavailable as error:
            raise _unknown(error) from error
        except PixProblem as error:
            raise PayoutUnknown(str(error)) from error
        return read_line(lot_number, line, said)

    async def probe(self) -> str | None:
        """Ask for a lot that nobody gave; return what is wrong in one line, None when the bank knows us."""
        try:
            await self._client.call("GET", f"/lotes-transferencias-pix/{_NOBODYS}/solicitacao", Requisicao)
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
