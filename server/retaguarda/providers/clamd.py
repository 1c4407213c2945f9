"""A scanner that speaks clamd's protocol (INSTREAM): ClamAV's own, and several others in front of commercial engines.

The content goes in chunks, each behind its length (four bytes, network order), and a length of zero ends it. The answer is
``stream: OK``, ``stream: NAME FOUND`` or ``… ERROR`` (``man clamd``).
"""

import asyncio
import contextlib
from urllib.parse import urlsplit

from retaguarda.foundation.files.scanner import ScannerAway

TIMEOUT_SECONDS = 20.0
_CHUNK = 64 * 1024
_LONGEST_ANSWER = 4_096


class Clamd:
    """
    Args:
        address: tcp://host:port or unix:///path.

    Raises:
        ValueError: the address is neither.
    """

    def __init__(self, address: str, timeout: float = TIMEOUT_SECONDS) -> None:
        parts = urlsplit(address)
        if parts.scheme == "tcp" and parts.hostname and parts.port and not parts.path.strip("/"):
            self._connect = lambda: asyncio.open_connection(parts.hostname, parts.port)
        elif parts.scheme == "unix" and parts.path.startswith("/") and not parts.netloc:
            self._connect = lambda: asyncio.open_unix_connection(parts.path)
        else:
            raise ValueError(f"must be tcp://host:port or unix:///path, not {address!r}")
        self._timeout = timeout

    async def found_in(self, content: bytes) -> str | None:
        try:
            async with asyncio.timeout(self._timeout):
                said = await self._ask(content)
        except TimeoutError:
            raise ScannerAway(f"no answer in {self._timeout:g} s") from None
        except OSError as error:
            raise ScannerAway(str(error) or type(error).__name__) from None
        text = said.rstrip(b"\0\n").decode("utf-8", "replace")
        if text == "stream: OK":
            return None
        if text.startswith("stream: ") and text.endswith(" FOUND"):
            return text.removeprefix("stream: ").removesuffix(" FOUND")
        raise ScannerAway(text[:200] or "it closed without an answer")

    async def _ask(self, content: bytes) -> bytes:
        reader, writer = await self._connect()
        try:
            # Whoever has had enough (its size limit) says so and closes while we still write: the answer is read all the same.
            with contextlib.suppress(ConnectionError):
                writer.write(b"zINSTREAM\0")
                for start in range(0, len(content), _CHUNK):
                    chunk = content[start : start + _CHUNK]
                    writer.write(len(chunk).to_bytes(4, "big") + chunk)
                    await writer.drain()
                writer.write(bytes(4))
                await writer.drain()
            said = b""
            while not said.endswith(b"\0") and len(said) < _LONGEST_ANSWER:
                more = await reader.read(_LONGEST_ANSWER)
                if not more:
                    break
                said += more
            return said
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
