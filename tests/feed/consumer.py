"""A consumer of the stream: writes down each event, and only then acknowledges it. Ended from outside, whenever.

python consumer.py URL FILE; begins once a line comes in.
"""

import asyncio
import sys

import nats
from nats.errors import TimeoutError as NothingThere
from nats.js.api import AckPolicy, ConsumerConfig


async def main(url: str, file: str) -> None:
    client = await nats.connect(url, allow_reconnect=False)
    # One at a time, and soon again when nobody acknowledges: so the order holds also for what comes twice.
    settings = ConsumerConfig(
        durable_name="books", ack_policy=AckPolicy.EXPLICIT, ack_wait=0.15, max_ack_pending=1, filter_subject="shop.>"
    )
    subscription = await client.jetstream().pull_subscribe("shop.>", "books", stream="shop", config=settings)
    with open(file, "a", buffering=1) as book:  # noqa: ASYNC230
        while True:
            try:
                (message,) = await subscription.fetch(1, timeout=1)
            except NothingThere:
                continue
            book.write(message.data.decode() + "\n")
            await message.ack_sync()


if sys.stdin.readline():
    asyncio.run(main(*sys.argv[1:]))
