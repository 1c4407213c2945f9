"""Our gateway to SISBAJUD over HTTP, or the sandbox."""

import hashlib
import hmac

import httpx
import msgspec

from retaguarda.foundation.metrics import measure_outgoing
from retaguarda.providers.courts import (
    CourtAnswer,
    CourtReceipt,
    CourtsDidNotAnswer,
    CourtsRefused,
    SignedOrder,
)

#: Seconds.
LONGEST = 15
#: Bytes of a list of messages.
LARGEST = 2_000_000


def signature_of(key: str, order: str) -> str:
    return hmac.digest(key.encode(), order.encode(), hashlib.sha256).hex()


class CourtsGateway:
    """
    Args:
        token: of the calls; ``key``: signs the courts' messages, and is another.
        transport: replaces the network, in tests.
    """

    connected = True

    def __init__(self, address: str, token: str, key: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._address, self._token, self._key, self._transport = address, token, key, transport

    def is_signed(self, message: SignedOrder) -> bool:
        return hmac.compare_digest(signature_of(self._key, message.order), message.signature)

    async def waiting(self) -> list[SignedOrder]:
        said = await self._call("GET", "orders")
        if said.status_code != 200 or len(said.content) > LARGEST:
            raise CourtsDidNotAnswer(f"it answered {said.status_code}, {len(said.content)} bytes")
        try:
            return msgspec.json.decode(said.content, type=list[SignedOrder])
        except msgspec.MsgspecError as error:
            raise CourtsDidNotAnswer(f"its answer is none: {error}") from None

    async def answer(self, protocol: str, answer: CourtAnswer) -> CourtReceipt:
        said = await self._call("PUT", "answers", {"protocol": protocol} | msgspec.to_builtins(answer))
        if said.status_code == 409:
            raise CourtsRefused("another answer is known there")
        if said.status_code != 200:
            raise CourtsDidNotAnswer(f"it answered {said.status_code}")
        try:
            return msgspec.json.decode(said.content, type=CourtReceipt)
        except msgspec.MsgspecError as error:
            raise CourtsDidNotAnswer(f"its answer is none: {error}") from None

    async def _call(self, method: str, path: str, body: object = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self._token}"}
        try:
            with measure_outgoing("courts"):
                async with httpx.AsyncClient(transport=self._transport, timeout=LONGEST) as client:
                    content = None if body is None else msgspec.json.encode(body)
                    return await client.request(method, f"{self._address}/{path}", content=content, headers=headers)
        except httpx.HTTPError as error:
            raise CourtsDidNotAnswer(str(error) or type(error).__name__) from None
