"""Sending Pix over HTTP, in the shapes of Efí's "Envio de Pix" (PUT by idEnvio, read back by idEnvio)."""

from typing import Any

import httpx
import msgspec

from retaguarda.foundation.documents import parse
from retaguarda.providers.payout.port import Order, Outcome, PayoutBusy, PayoutRefused, PayoutUnknown, Returned
from retaguarda.providers.pix.answers import Devolucao, Horario, Pessoa
from retaguarda.providers.pix.client import PixClient
from retaguarda.providers.pix.config import PixConfig
from retaguarda.providers.pix.errors import PixProblem, PixUnavailable
from retaguarda.providers.pix.money import Centavos, amount_text

SCOPES = "pix.send gn.pix.send.read"
_TOO_MANY = 429
_STATES = {"REALIZADO": "done", "NAO_REALIZADO": "refused"}


class Motivo(msgspec.Struct, frozen=True):
    codigo: str = ""
    descricao: str = ""


class Favorecido(Pessoa, frozen=True):
    codigoBanco: str | None = None


class Envio(msgspec.Struct, frozen=True):
    """``status``: EM_PROCESSAMENTO, REALIZADO or NAO_REALIZADO."""

    idEnvio: str
    e2eId: str
    valor: Centavos
    status: str
    horario: Horario = Horario()
    motivo: Motivo = Motivo()
    favorecido: Favorecido = Favorecido()
    devolucoes: list[Devolucao] | None = None


class Saldo(msgspec.Struct, frozen=True):
    saldo: Centavos


class _Client(PixClient):
    """Token, errors and exchanges are those of API Pix; the calls are the bank's own."""

    async def put(self, order: Order, body: dict[str, Any]) -> Envio:
        return await self._call("PUT", f"/gn/pix/{order.id}", Envio, body)

    async def get(self, order: Order) -> Envio:
        return await self.find(order.id)

    async def find(self, number: str) -> Envio:
        return await self._call("GET", f"/gn/pix/enviados/id-envio/{number}", Envio)

    async def balance(self) -> Saldo:
        return await self._call("GET", "/gn/saldo", Saldo)


class EnvioPayouts:
    """An adapter of the port ``Payouts``.

    Args:
        payer_key: the Pix key of the account that pays.
        transport: instead of the network, for tests.
    """

    def __init__(self, config: PixConfig, payer_key: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._client = _Client(config, transport=transport)
        self._payer_key = payer_key

    async def send(self, order: Order) -> Outcome:
        try:
            return _outcome(order, await self._client.put(order, self._body(order)))
        except PixUnavailable as error:
            raise _unknown(error) from error
        except PixProblem as error:
            # Some providers refuse the repetition of what stands: what they have is what counts.
            found = await self.status(order)
            if found is None:
                raise PayoutRefused(str(error)) from error
            return found

    async def status(self, order: Order) -> Outcome | None:
        try:
            return _outcome(order, await self._client.get(order))
        except PixUnavailable as error:
            raise _unknown(error) from error
        except PixProblem as error:
            if error.not_found:
                return None
            # A refused question tells nothing of the order.
            raise PayoutUnknown(str(error)) from error

    async def returned(self, order: Order) -> list[Returned]:
        try:
            said = await self._client.get(order)
        except PixUnavailable as error:
            raise _unknown(error) from error
        except PixProblem as error:
            raise PayoutUnknown(str(error)) from error
        _outcome(order, said)
        return [
            Returned(each.rtrId or "", int(each.valor), each.horario.liquidacao)
            for each in said.devolucoes or []
            if each.status == "DEVOLVIDO" and each.rtrId
        ]

    async def probe(self) -> str | None:
        """Ask for an order that nobody gave; return what is wrong in one line, None when the provider knows us."""
        try:
            await self._client.find("retaguardaprobe")
        except PixProblem as error:
            # It understood the request and has no such order: it knows us.
            return None if error.not_found else str(error)[:500]
        except PixUnavailable as error:
            return str(error)[:500]
        return None

    async def balance(self) -> int | None:
        """Return what the account that pays holds, minor units; None where the provider does not say."""
        try:
            return int((await self._client.balance()).saldo)
        except (PixUnavailable, PixProblem):
            return None

    async def close(self) -> None:
        await self._client.close()

    def _body(self, order: Order) -> dict[str, Any]:
        message = {"infoPagador": order.message} if order.message else {}
        return {
            "valor": amount_text(order.amount),
            "e2eId": order.end_to_end_id,
            "pagador": {"chave": self._payer_key, **message},
            "favorecido": _beneficiary(order),
        }


def _beneficiary(order: Order) -> dict[str, Any]:
    person = {"nome": order.holder_name, parse(order.holder_document).kind: order.holder_document}
    if isinstance(order.to, str):
        return {"chave": order.to, **person}
    account = {
        "codigoBanco": order.to.ispb,
        "agencia": order.to.branch,
        "conta": order.to.number,
        "tipoConta": order.to.type.lower(),
    }
    return {"contaBanco": {**person, **account}}


def _outcome(order: Order, said: Envio) -> Outcome:
    if (said.idEnvio, said.e2eId, int(said.valor)) != (order.id, order.end_to_end_id, order.amount):
        raise PayoutUnknown("the provider answers about another order than the one asked for")
    return Outcome(
        state=_STATES.get(said.status, "processing"),  # pyright: ignore[reportArgumentType]
        at=said.horario.liquidacao,
        code=said.motivo.codigo[:10],
        reason=said.motivo.descricao[:300],
        holder_name=(said.favorecido.nome or "")[:200],
        holder_document=said.favorecido.document,
        ispb=said.favorecido.codigoBanco or "",
    )


def _unknown(error: PixUnavailable) -> PayoutUnknown:
    kind = PayoutBusy if error.status == _TOO_MANY else PayoutUnknown
    return kind(str(error), error.retry_after)
