"""The way to COAF's Siscoaf: a port, because many hand the file over by themselves and bring its receipt back."""

from typing import Literal, Protocol

import httpx

#: What a file asks for; the names of Siscoaf's operations.
OPERATIONS = {
    "send": "EnviarLoteComunicacao",
    "rectify": "RetificarLoteComunicacao",
    "cancel": "CancelarLoteComunicacao",
}
Kind = Literal["send", "rectify", "cancel"]


class CoafDidNotAnswer(Exception):
    """Nobody knows whether the file arrived; sending the same one again is safe. ``str()`` says why."""


class CoafSender(Protocol):
    connected: bool

    async def send(self, kind: Kind, content: bytes) -> bytes:
        """Hand a file over; return the XML that came back.

        Raises:
            CoafDidNotAnswer: by the network, or by time.
        """
        ...


class NoCoafSender:
    """A person hands the file over."""

    connected = False

    async def send(self, kind: Kind, content: bytes) -> bytes:
        raise CoafDidNotAnswer("no way to Siscoaf is connected")


class CoafGateway:
    """Our gateway that signs and calls Siscoaf, or the sandbox."""

    connected = True

    def __init__(self, address: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._address = address
        self._transport = transport

    async def send(self, kind: Kind, content: bytes) -> bytes:
        try:
            async with httpx.AsyncClient(transport=self._transport, timeout=15) as client:
                said = await client.post(
                    f"{self._address}/{OPERATIONS[kind]}",
                    content=content,
                    headers={"Content-Type": "application/xml; charset=ISO-8859-1"},
                )
        except httpx.HTTPError as error:
            raise CoafDidNotAnswer(str(error) or type(error).__name__) from None
        if said.status_code != 200:
            raise CoafDidNotAnswer(f"it answered {said.status_code}")
        return said.content
