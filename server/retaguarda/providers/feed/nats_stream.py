"""Sends events to a stream of NATS JetStream, one after the other, each once the one before is acknowledged.

The subject is ``<prefix>.<company>.<name of the event>``, so that one company's events are one ordered line. The message id
is the event's: within the stream's window for duplicates JetStream keeps the second copy out.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from retaguarda.providers.feed.port import FeedUnavailable, Message

if TYPE_CHECKING:  # loaded by whoever sends, and by nobody else
    from nats.aio.client import Client
    from nats.js import JetStreamContext

#: Longest wait for the connection and for an acknowledgement.
SECONDS = 5.0
#: How long a stream that we make knows a message id again.
DUPLICATES_SECONDS = 120
CONTENT_TYPE = "application/cloudevents+json; charset=utf-8"


class NatsStream:
    """Connects at the first message, and anew after a failure."""

    def __init__(self, url: str, stream: str, prefix: str, seconds: float = SECONDS) -> None:
        self._url, self._stream, self._prefix, self._seconds = url, stream, prefix, seconds
        self._client: Client | None = None
        self._publisher: JetStreamContext | None = None
        parts = urlsplit(url)
        # Without its password: this is what the log says.
        self._where = f"{parts.hostname}:{parts.port or 4222}"

    async def send(self, messages: Sequence[Message]) -> None:
        from nats.errors import Error

        taken = 0
        try:
            publisher = await self._connected()
            for message in messages:
                await publisher.publish(
                    f"{self._prefix}.{message.company}.{message.name.replace(':', '.')}",
                    message.body,
                    timeout=self._seconds,
                    stream=self._stream,
                    headers={"Nats-Msg-Id": message.key, "content-type": CONTENT_TYPE},
                )
                taken += 1
        # Whatever went wrong, the next try begins with a connection of its own.
        except (Error, OSError, TimeoutError, ValueError) as error:
            await self.close()
            raise FeedUnavailable(f"NATS at {self._where}: {_reason(error)}", taken) from error

    async def close(self) -> None:
        client, self._client, self._publisher = self._client, None, None
        if client is not None:
            with contextlib.suppress(Exception):
                await client.close()

    async def _connected(self) -> "JetStreamContext":
        if self._publisher is not None and self._client is not None and self._client.is_connected:
            return self._publisher
        await self.close()
        from nats.aio.client import Client

        # Kept before it connects, so that a try that fails half-way is closed too.
        self._client = Client()
        connecting = self._client.connect(
            self._url,
            name="retaguarda",
            allow_reconnect=False,
            # The library's own tries go on for minutes; the feed has its own.
            max_reconnect_attempts=1,
            reconnect_time_wait=0,  # pyright: ignore[reportArgumentType]
            connect_timeout=self._seconds,  # pyright: ignore[reportArgumentType]
            error_cb=_ignore,
        )
        await asyncio.wait_for(connecting, self._seconds)
        publisher = self._client.jetstream(timeout=self._seconds)
        await self._ensure_stream(publisher)
        self._publisher = publisher
        return publisher

    async def _ensure_stream(self, publisher: "JetStreamContext") -> None:
        """Makes the stream, unless the operator of NATS has made it, with limits of their choice."""
        from nats.js.api import StorageType, StreamConfig
        from nats.js.errors import NotFoundError

        try:
            await publisher.stream_info(self._stream)
        except NotFoundError:
            await publisher.add_stream(
                StreamConfig(
                    name=self._stream,
                    subjects=[f"{self._prefix}.>"],
                    storage=StorageType.FILE,
                    duplicate_window=DUPLICATES_SECONDS,
                )
            )


async def _ignore(error: Exception) -> None:
    """The library prints errors of its own tasks otherwise; the call that meets one raises it."""


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__
