"""The load generator: keep-alive connections that each ask, wait for the whole answer, and ask again.

It reads raw sockets from one epoll loop and looks at nothing but the status and the length, so that it costs a
small part of what any of the servers costs.
"""

import select
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass

Ask = Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Load:
    answers: int
    seconds: float
    #: Processor time that the generator itself took.
    own_seconds: float

    @property
    def per_second(self) -> float:
        return self.answers / self.seconds


class Refused(Exception):
    """An answer was not the one that the load asks for; the text holds it."""


def request(method: str, path: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *(f"{name}: {value}" for name, value in headers.items())]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def run(port: int, asks: list[Ask], seconds: float, status: int = 200) -> Load:
    """One connection for each of ``asks``, all at once, for so many seconds.

    Raises:
        Refused: an answer with another status, or without a length.
    """
    connections = [_Connection(port, ask, b"HTTP/1.1 %d " % status) for ask in asks]
    answers = 0
    with select.epoll() as poll:
        by_number = {connection.number: connection for connection in connections}
        for connection in connections:
            poll.register(connection.number, select.EPOLLIN)
            connection.ask()
        started, own = time.perf_counter(), time.process_time()
        end = started + seconds
        now = started
        while now < end:
            for number, _ in poll.poll(end - now):
                connection = by_number[number]
                if connection.answered():
                    answers += 1
                    connection.ask()
            now = time.perf_counter()
    for connection in connections:
        connection.close()
    return Load(answers, now - started, time.process_time() - own)


def each(port: int, requests: list[bytes], connections: int, status: int = 200) -> None:
    """Every request once, over so many connections, each of which asks for its next when it is answered.

    Raises:
        Refused: as run().
    """
    left = iter(requests)
    opened = [_Connection(port, left.__next__, b"HTTP/1.1 %d " % status) for _ in range(connections)]
    with select.epoll() as poll:
        busy = {connection.number: connection for connection in opened[: len(requests)]}
        for connection in busy.values():
            poll.register(connection.number, select.EPOLLIN)
            connection.ask()
        while busy:
            for number, _ in poll.poll():
                if busy[number].answered():
                    try:
                        busy[number].ask()
                    except StopIteration:
                        poll.unregister(number)
                        del busy[number]
    for connection in opened:
        connection.close()


def one_by_one(port: int, requests: list[bytes], status: int = 200) -> list[float]:
    """The seconds that each answer took, asked for one after the other.

    Raises:
        Refused: as run().
    """
    connection = _Connection(port, iter(requests).__next__, b"HTTP/1.1 %d " % status)
    taken = list[float]()
    for _ in requests:
        connection.ask()
        while not connection.answered():
            pass
        taken.append(time.perf_counter() - connection.asked_at)
    connection.close()
    return taken


class _Connection:
    def __init__(self, port: int, ask: Ask, expected: bytes) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.number = self._socket.fileno()
        self.asked_at = 0.0
        self._ask = ask
        self._expected = expected
        self._buffer = bytearray(1 << 20)
        self._view = memoryview(self._buffer)
        self._filled = 0
        self._whole = 0
        self._chunked = False

    def ask(self) -> None:
        self._filled = self._whole = 0
        self.asked_at = time.perf_counter()
        self._socket.sendall(self._ask())

    def answered(self) -> bool:
        """Reads what is there; True once the answer is whole."""
        got = self._socket.recv_into(self._view[self._filled :])
        if got == 0:
            raise Refused("the server closed the connection")
        self._filled += got
        if not self._whole:
            end = self._buffer.find(b"\r\n\r\n", 0, self._filled)
            if end < 0:
                return False
            self._whole = end + 4 + self._length(bytes(self._view[:end]).lower())
        if self._chunked:
            return self._filled > self._whole and self._view[self._filled - 5 : self._filled] == b"0\r\n\r\n"
        return self._filled >= self._whole

    def _length(self, head: bytes) -> int:
        _, _, after = head.partition(b"\r\ncontent-length: ")
        self._chunked = b"\r\ntransfer-encoding: chunked" in head
        if not head.startswith(self._expected.lower()) or not (after or self._chunked):
            raise Refused(bytes(self._view[: self._filled]).decode(errors="replace")[:2_000])
        return 0 if self._chunked else int(after.partition(b"\r\n")[0])

    def close(self) -> None:
        self._socket.close()
