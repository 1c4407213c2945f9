"""ViaCEP, or whoever answers like it: ``GET {url}/{cep}/json/``. Nothing but the eight digits leaves the house."""

import asyncio
import logging
import re

import httpx
import msgspec

from retaguarda.providers.postal import Address, PostalUnavailable

log = logging.getLogger("retaguarda.postal")

#: For the whole call, not for each of its steps: a person waits.
TIMEOUT_SECONDS = 3.0
#: An address has some hundred bytes.
LARGEST_ANSWER = 20_000
#: Of one part of an address, in characters.
LONGEST = 200


class _Said(msgspec.Struct):
    """``erro`` is true, or in some versions the text "true", where there is no such CEP."""

    cep: str = ""
    logradouro: str = ""
    bairro: str = ""
    localidade: str = ""
    uf: str = ""
    ibge: str = ""
    erro: bool | str = False


class ViaCep:
    """
    Args:
        url: such as https://viacep.com.br/ws.
    """

    def __init__(
        self, url: str, transport: httpx.AsyncBaseTransport | None = None, timeout: float = TIMEOUT_SECONDS
    ) -> None:
        self._url = url.rstrip("/")
        self._transport = transport
        self._timeout = timeout

    async def find(self, postal_code: str) -> Address | None:
        try:
            async with asyncio.timeout(self._timeout):
                said = msgspec.json.decode(await self._ask(postal_code), type=_Said)
        except (TimeoutError, httpx.HTTPError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            log.warning("the service of postal codes does not answer: %s", type(error).__name__)
            raise PostalUnavailable("the service of postal codes does not answer") from None
        if str(said.erro).lower() == "true":
            return None
        return _address(postal_code, said)

    async def _ask(self, postal_code: str) -> bytes:
        async with (
            httpx.AsyncClient(transport=self._transport, timeout=self._timeout) as client,
            client.stream("GET", f"{self._url}/{postal_code}/json/") as answer,
        ):
            answer.raise_for_status()
            whole = b""
            async for part in answer.aiter_bytes():
                whole += part
                if len(whole) > LARGEST_ANSWER:
                    raise httpx.RemoteProtocolError("too long for an address")
            return whole


def _address(postal_code: str, said: _Said) -> Address:
    """
    Raises:
        PostalUnavailable: what came is no address of this CEP.
    """
    texts = (said.logradouro, said.bairro, said.localidade)
    sound = (
        said.cep.replace("-", "") == postal_code
        and said.localidade.strip()
        and re.fullmatch("[A-Z]{2}", said.uf)
        and re.fullmatch("[0-9]{7}|", said.ibge)
        and all(len(text) <= LONGEST and text.isprintable() for text in texts)
    )
    if not sound:
        log.warning("the service of postal codes answered what is no address")
        raise PostalUnavailable("the service of postal codes answered what is no address")
    return Address(
        postal_code=postal_code,
        street=said.logradouro.strip(),
        district=said.bairro.strip(),
        city=said.localidade.strip(),
        state=said.uf,
        city_code=said.ibge,
    )
