"""Banks of the exchange and reference rates over HTTP."""

from datetime import date
from typing import TypeVar
from uuid import UUID

import httpx
import msgspec

from retaguarda.foundation.metrics import measure_outgoing
from retaguarda.providers.exchange import (
    BankContract,
    BankQuote,
    BankRefused,
    ContractAsked,
    ExchangeDidNotAnswer,
    QuoteAsked,
)

T = TypeVar("T")

#: Seconds.
LONGEST = 15
#: Bytes; a year of one currency has some 200 kB.
LARGEST = 500_000


class _Refusal(msgspec.Struct):
    reason: str


class BankGateway:
    """Our gateway to the banks' own interfaces, or the sandbox: one path for each bank."""

    connected = True

    def __init__(self, address: str, token: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._address, self._token, self._transport = address, token, transport

    async def quote(self, bank: str, asked: QuoteAsked) -> BankQuote:
        return await self._call("POST", f"{bank}/quotes", asked, BankQuote)

    async def confirm(self, bank: str, key: UUID, asked: ContractAsked) -> BankContract:
        return await self._call("PUT", f"{bank}/contracts/{key}", asked, BankContract)

    async def _call(self, method: str, path: str, body: msgspec.Struct, shape: type[T]) -> T:
        said = await _send(
            self._transport,
            method,
            f"{self._address}/{path}",
            content=msgspec.json.encode(body),
            headers={"Content-Type": "application/json", "Authorization": f"Bearer {self._token}"},
        )
        try:
            # A conflict or an input that it does not take is final; whatever else went wrong may pass.
            if said.status_code in (409, 422):
                raise BankRefused(msgspec.json.decode(said.content, type=_Refusal).reason[:400])
            if said.status_code in (200, 201):
                return msgspec.json.decode(said.content, type=shape)
        except msgspec.MsgspecError as error:
            raise ExchangeDidNotAnswer(f"its answer is none: {error}") from None
        raise ExchangeDidNotAnswer(f"it answered {said.status_code}")


class Olinda:
    """PTAX as the Central Bank publishes it (Olinda, PTAX v1)."""

    connected = True

    def __init__(self, address: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.source = address
        self._transport = transport

    async def published(self, currency: str, first: date, last: date) -> str:
        asked = "CotacaoMoedaPeriodo(moeda=@moeda,dataInicial=@dataInicial,dataFinalCotacao=@dataFinalCotacao)"
        params = {
            "@moeda": f"'{currency}'",
            "@dataInicial": f"'{first:%m-%d-%Y}'",
            "@dataFinalCotacao": f"'{last:%m-%d-%Y}'",
            "$format": "json",
        }
        said = await _send(self._transport, "GET", f"{self.source}/{asked}", params=params)
        if said.status_code != 200:
            raise ExchangeDidNotAnswer(f"it answered {said.status_code}")
        if len(said.content) > LARGEST:
            raise ExchangeDidNotAnswer("its answer is too long")
        return said.text


async def _send(
    transport: httpx.AsyncBaseTransport | None,
    method: str,
    url: str,
    *,
    content: bytes | None = None,
    headers: dict[str, str] | None = None,
    params: dict[str, str] | None = None,
) -> httpx.Response:
    try:
        with measure_outgoing("exchange"):
            async with httpx.AsyncClient(transport=transport, timeout=LONGEST) as client:
                return await client.request(method, url, content=content, headers=headers, params=params)
    except httpx.HTTPError as error:
        raise ExchangeDidNotAnswer(str(error) or type(error).__name__) from None
