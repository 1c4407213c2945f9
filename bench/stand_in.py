"""What the stand-ins of providers share: HTTP/1.1 with answers of one function, one request after the other on a connection.

The bench measures our side; the sandbox would spend the time in the database that is measured.
"""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

TOKEN = b'{"access_token": "bench", "token_type": "Bearer", "expires_in": 36000}'


class Answer(NamedTuple):
    body: bytes
    status: int = 200


#: Method, target and body of a request → its answer.
Answering = Callable[[str, str, bytes], Answer]


class _Connection(asyncio.Protocol):
    def __init__(self, answering: Answering) -> None:
        self._answering = answering

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport, self._waiting = transport, b""

    def data_received(self, data: bytes) -> None:
        self._waiting += data
        while (end := self._waiting.find(b"\r\n\r\n")) >= 0:
            head = self._waiting[:end]
            _, _, after = head.lower().partition(b"\r\ncontent-length: ")
            whole = end + 4 + int(after.partition(b"\r\n")[0] or 0)
            if len(self._waiting) < whole:
                return
            body, self._waiting = self._waiting[end + 4 : whole], self._waiting[whole:]
            method, target, _ = head.partition(b"\r\n")[0].decode().split(" ")
            said = self._answering(method, target, body)
            self._transport.write(
                b"HTTP/1.1 %d Said\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
                % (said.status, len(said.body), said.body)
            )


async def serve(port: int, answering: Answering) -> None:
    """Answer on a port of this machine until cancelled."""
    server = await asyncio.get_running_loop().create_server(lambda: _Connection(answering), "127.0.0.1", port)
    await server.serve_forever()
